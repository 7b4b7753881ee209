/* The names of the variants, as this library writes them and as others do. */
#include <plyforge/position.h>

#include "base/text.h"

static const char *const names[PF_VARIANT_COUNT] = {"standard",      "crazyhouse", "atomic", "antichess",
                                                    "kingofthehill", "threecheck", "horde",  "racingkings"};

static const char *const titles[PF_VARIANT_COUNT] = {"Standard",         "Crazyhouse",  "Atomic", "Antichess",
                                                     "King of the Hill", "Three-check", "Horde",  "Racing Kings"};

/* Other spellings, in lower case and without the characters that pf_variant_from_name ignores. Suicide differs from
 * Antichess only in the result of a stalemate. */
static const struct {
    const char *name;
    pf_variant variant;
} others[] = {
    {"chess", PF_VARIANT_STANDARD},          {"normal", PF_VARIANT_STANDARD},
    {"fromposition", PF_VARIANT_STANDARD},   {"zh", PF_VARIANT_CRAZYHOUSE},
    {"koth", PF_VARIANT_KING_OF_THE_HILL},   {"3check", PF_VARIANT_THREE_CHECK},
    {"threechecks", PF_VARIANT_THREE_CHECK}, {"3checks", PF_VARIANT_THREE_CHECK},
    {"racing", PF_VARIANT_RACING_KINGS},     {"atomicchess", PF_VARIANT_ATOMIC},
    {"hordechess", PF_VARIANT_HORDE},        {"atom", PF_VARIANT_ATOMIC},
    {"anti", PF_VARIANT_ANTICHESS},          {"giveaway", PF_VARIANT_ANTICHESS},
    {"suicide", PF_VARIANT_ANTICHESS},       {"giveawaychess", PF_VARIANT_ANTICHESS},
    {"suicidechess", PF_VARIANT_ANTICHESS},  {"race", PF_VARIANT_RACING_KINGS},
    {"house", PF_VARIANT_CRAZYHOUSE},        {"threecheckchess", PF_VARIANT_THREE_CHECK},
};

const char *pf_variant_name(pf_variant variant)
{
    return (unsigned)variant < PF_VARIANT_COUNT ? names[variant] : "";
}

const char *pf_variant_title(pf_variant variant)
{
    return (unsigned)variant < PF_VARIANT_COUNT ? titles[variant] : "";
}

bool pf_variant_name_is_chess960(const char *text, size_t length)
{
    static const char *const spellings[] = {
        "chess960",          "960",       "fischerandom", "frc", "fischerrandom", "fischerrandomchess",
        "fischerandomchess", "freestyle", "wild/fr"};
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++)
        if (pf_is_name(text, length, spellings[i])) return true;
    return false;
}

bool pf_variant_from_name(pf_variant *out, const char *text, size_t length)
{
    for (unsigned i = 0; i < PF_VARIANT_COUNT; i++) {
        if (!pf_is_name(text, length, names[i])) continue;
        *out = (pf_variant)i;
        return true;
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (!pf_is_name(text, length, others[i].name)) continue;
        *out = others[i].variant;
        return true;
    }
    if (!pf_variant_name_is_chess960(text, length)) return false;
    *out = PF_VARIANT_STANDARD;
    return true;
}
