/* Chooses among the readings of a divide. When a line has several numbers, or several numbers may be the total, the
 * right reading is the one in which the counts add up to the total. */
#include "workbench/divide_scan.h"

/* The sum of the counts if each is the number in that column; false unless every entry has one. */
static bool sum_of_column(pf_count *out, const pf_divide *divide, unsigned column)
{
    *out = pf_count_of(0);
    for (uint32_t i = 0; i < divide->size; i++) {
        if (divide->other_counts[i] < column) return false;
        *out = pf_count_add(*out, column == 0 ? divide->entries[i].nodes : divide->others[i][column - 1]);
    }
    return true;
}

static void drop_notes(pf_divide *divide, pf_divide_note_kind kind)
{
    uint32_t kept = 0, size = divide->note_count < PF_DIVIDE_MAX_NOTES ? divide->note_count : PF_DIVIDE_MAX_NOTES;
    for (uint32_t i = 0; i < size; i++)
        if (divide->notes[i].kind != kind) divide->notes[kept++] = divide->notes[i];
    divide->note_count -= size - kept;
}

void pf_divide_use_column(pf_divide *divide, unsigned column)
{
    for (uint32_t i = 0; i < divide->size && column > 0; i++) divide->entries[i].nodes = divide->others[i][column - 1];
    if (column > 0) drop_notes(divide, PF_DIVIDE_NOTE_MORE_NUMBERS);
    sum_of_column(&divide->sum, divide, 0);
    if (divide->total_line == 0) divide->total = divide->sum;
}

bool pf_divide_has_column(const pf_divide *divide, unsigned column)
{
    pf_count sum;
    return divide->size > 0 && column <= PF_DIVIDE_OTHER_NUMBERS && sum_of_column(&sum, divide, column);
}

void pf_divide_choose(pf_divide *divide)
{
    if (divide->size == 0 && divide->total_line == 0 && divide->possible_total_line != 0) {
        divide->total_line = divide->possible_total_line;
        divide->total = divide->possible_total;
    }
    if (!pf_divide_contradicts_itself(divide)) return;
    for (unsigned column = 0; column <= PF_DIVIDE_OTHER_NUMBERS; column++) {
        pf_count sum;
        if (!sum_of_column(&sum, divide, column)) return;
        for (uint32_t i = 0; i < divide->total_count; i++) {
            if (!pf_count_equal(sum, divide->totals[i])) continue;
            pf_divide_use_column(divide, column);
            divide->total = divide->totals[i];
            divide->total_line = divide->total_lines[i];
            return;
        }
    }
}
