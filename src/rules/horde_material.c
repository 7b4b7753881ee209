/* Horde: whether White, who has no king, can still mate. The answer depends on the material alone. Black's own pieces
 * must block the squares that White's few pieces do not attack, without being able to take or to interpose; a black
 * pawn may become any piece that helps. "false" is certain; with three white pieces or more, unless all are bishops of
 * one colour, the answer is always true. The results equal those of lichess's analysis. */
#include "rules/outcome.h"

#include "board/view.h"

#define LIGHT_SQUARES UINT64_C(0x55aa55aa55aa55aa)

/* Black's pieces besides the king. Bishops are counted by the colour of their squares. */
typedef struct army {
    unsigned pawns, knights, light, dark, rooks, queens;
} army;

static army count_army(const pf_position *board, pf_colour colour)
{
    const pf_bitboard *type = board->by_type;
    pf_bitboard ours = board->by_colour[colour];
    army found = {pf_popcount(ours & type[PF_PAWN]),
                  pf_popcount(ours & type[PF_KNIGHT]),
                  pf_popcount(ours & type[PF_BISHOP] & LIGHT_SQUARES),
                  pf_popcount(ours & type[PF_BISHOP] & ~LIGHT_SQUARES),
                  pf_popcount(ours & type[PF_ROOK]),
                  pf_popcount(ours & type[PF_QUEEN])};
    return found;
}

static unsigned total(const army *a)
{
    return a->pawns + a->knights + a->light + a->dark + a->rooks + a->queens;
}

/* A knight mates a king in the corner that is surrounded by its own pieces:
 *
 *      . . .        the knight gives check from c2 or b3;
 *      x z N        x: any piece
 *      k y .        y: a rook, knight or pawn; a queen or bishop would take the knight
 *                   z: a bishop, knight or pawn; a queen or rook would take it
 *
 * x and z are on squares of different colours. In the mirror image x and y are swapped, so a pawn can be y. */
static bool knight_can_mate(const army *black)
{
    unsigned at_will = black->pawns + black->knights; /* x, y or z */
    unsigned bishops = black->light + black->dark;
    if (total(black) < 3) return false;
    unsigned left = at_will;
    if (!black->rooks && left-- == 0) return false; /* y */
    if (!bishops && left-- == 0) return false;      /* z */
    /* Any other piece can be x, unless only bishops of one colour remain: one of them is already z. */
    bool same_colour = !black->light || !black->dark;
    unsigned rest = left + black->queens + (black->rooks ? black->rooks - 1 : 0);
    return rest > 0 || (bishops >= 2 && !same_colour);
}

/* A bishop mates a king in a corner of its colour. The two neighbours of the other colour must hold a bishop of that
 * colour and another one or a pawn: every other piece could interpose. */
static bool bishop_can_mate(const army *black, unsigned blocking_bishops)
{
    return blocking_bishops + black->pawns >= 2;
}

static bool rook_can_mate(const army *black)
{
    return black->pawns >= 2 || (black->pawns && black->knights + black->rooks) || (black->knights && black->rooks);
}

static bool queen_can_mate(const army *black)
{
    return black->pawns || black->rooks || black->light >= 2 || black->dark >= 2;
}

static bool one_piece_can_mate(const army *white, const army *black)
{
    bool pawn = white->pawns != 0;
    return ((pawn || white->queens) && queen_can_mate(black)) || ((pawn || white->rooks) && rook_can_mate(black)) ||
           ((pawn || white->knights) && knight_can_mate(black)) ||
           ((pawn || white->light) && bishop_can_mate(black, black->dark)) ||
           ((pawn || white->dark) && bishop_can_mate(black, black->light));
}

bool pf_horde_can_mate(const pf_position *board)
{
    army white = count_army(board, PF_WHITE), black = count_army(board, PF_BLACK);
    unsigned pieces = total(&white), blockers = total(&black);
    unsigned minor = black.pawns + black.knights + black.light + black.dark;
    if (pieces == 0) return false;
    if (pieces == 1) return one_piece_can_mate(&white, &black);
    /* Squares of the other colour must be blocked by Black, by pieces that cannot interpose between the bishops. */
    if (white.light == pieces) return black.pawns + black.knights + black.dark >= 2;
    if (white.dark == pieces) return black.pawns + black.knights + black.light >= 2;
    if (pieces > 2 || white.pawns || white.queens) return true;
    if (white.rooks) return white.light + white.dark == 0 || blockers >= 1;
    if (white.knights == 1) return blockers >= 2 || minor + black.rooks >= 1; /* a knight and a bishop */
    return minor >= 1;                                                        /* two knights or a pair of bishops */
}
