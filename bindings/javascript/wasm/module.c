/* The memory through which JavaScript and the module exchange positions and texts, and the static texts. */
#include "module.h"

exchange io;
pf_position *current = &io.position.position;

/* The address of a member of io, for JavaScript. */
uint32_t EXPORT(layout)(uint32_t member)
{
    switch (member) {
    case 0: return (uint32_t)(uintptr_t)&io.position;
    case 1: return (uint32_t)(uintptr_t)&io.other;
    case 2: return (uint32_t)(uintptr_t)&io.setup;
    case 3: return (uint32_t)(uintptr_t)&io.error;
    case 4: return (uint32_t)(uintptr_t)io.out;
    case 5: return (uint32_t)(uintptr_t)io.list.moves;
    case 6: return (uint32_t)(uintptr_t)io.text;
    case 7: return (uint32_t)(uintptr_t)io.notes;
    case 8: return TEXT_SIZE;
    case 9: return (uint32_t)(uintptr_t)&current;
    case 10: return (uint32_t)(uintptr_t)io.rows;
    default: return 0;
    }
}

/* A static text of the library; JavaScript reads it up to the terminating 0. */
const char *EXPORT(name)(uint32_t kind, uint32_t value)
{
    switch (kind) {
    case 2: return pf_problem_name(value);
#ifndef PF_JS_STANDARD /* errors of the standard module have no codes */
    case 0: return pf_reason_text((pf_reason)value);
    case 1: return pf_why_name((pf_why_reason)value);
    case 3: return pf_status_name((pf_status)value);
    case 4: return PF_VERSION_TEXT;
    case 5: return pf_variant_name((pf_variant)value);
    case 6: return pf_variant_title((pf_variant)value);
#endif
    default: return "";
    }
}
