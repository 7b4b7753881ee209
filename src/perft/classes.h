/* The classes into which the moves of a position are counted, and the conversion of these counts into rows of a
 * published perft table. A check belongs to one class, by its kind and by whether it mates; all other columns are sums
 * of classes. */
#ifndef PLYFORGE_CLASSES_H
#define PLYFORGE_CLASSES_H

#include <plyforge/perft.h>

#include "moves/gives_check.h"

enum {
    PF_CLASS_NODES,
    PF_CLASS_CAPTURES,
    PF_CLASS_EN_PASSANT,
    PF_CLASS_CASTLES,
    PF_CLASS_PROMOTIONS,
    PF_CLASS_CHECKS, /* the first of two for each kind: without mate, with mate */
    PF_CLASSES = PF_CLASS_CHECKS + 2 * PF_CHECK_KINDS
};

/* The class of a check given by these pieces. */
PF_TEMPLATE uint32_t pf_class_of_check(pf_new_checkers checkers, bool mate)
{
    bool twice = (checkers.discovered & (checkers.discovered - 1)) != 0;
    pf_check_kind kind = checkers.direct ? checkers.discovered ? PF_CHECK_KIND_DOUBLE : PF_CHECK_KIND_DIRECT
                         : twice         ? PF_CHECK_KIND_DOUBLE_DISCOVERED
                                         : PF_CHECK_KIND_DISCOVERED;
    return PF_CLASS_CHECKS + 2u * (uint32_t)kind + mate;
}

/* Adds count moves of a class to a row. */
static inline void pf_row_add(pf_perft_row *row, uint32_t class_number, pf_count moves)
{
    pf_count *const plain[PF_CLASS_CHECKS] = {&row->nodes, &row->captures, &row->en_passant, &row->castles,
                                              &row->promotions};
    if (class_number < PF_CLASS_CHECKS) {
        *plain[class_number] = pf_count_add(*plain[class_number], moves);
        return;
    }
    uint32_t kind = (class_number - PF_CLASS_CHECKS) / 2, mates = (class_number - PF_CLASS_CHECKS) % 2;
    pf_count *total = kind == PF_CHECK_KIND_DISCOVERED ? &row->discovered_checks : &row->double_checks;
    row->checks = pf_count_add(row->checks, moves);
    row->checks_by_kind[kind] = pf_count_add(row->checks_by_kind[kind], moves);
    if (kind != PF_CHECK_KIND_DIRECT) *total = pf_count_add(*total, moves);
    if (!mates) return;
    row->mates = pf_count_add(row->mates, moves);
    row->mates_by_kind[kind] = pf_count_add(row->mates_by_kind[kind], moves);
}

#endif
