/* Books of any bytes: found and chosen moves are legal, and no byte beyond the end is read. The first bytes make a
 * position, the rest are the book, some of whose entries are given the key of that position. */
#include "line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bytes in = {data, data + size};
    pf_position position;
    if (!take_position(&in, &position)) return 0;
    uint64_t seed = take_two(&in);
    size_t length = (size_t)(in.end - in.next);
    uint8_t *text = (uint8_t *)text_of(in.next, length);
    pf_book book;
    pf_error error;
    pf_status status = pf_book_open(&book, text, length, &error);
    REQUIRE((status == PF_OK) == (length % PF_BOOK_ENTRY_SIZE == 0) && book.size == length / PF_BOOK_ENTRY_SIZE);
    for (size_t i = 0; i < book.size; i++) {
        pf_book_entry entry = pf_book_entry_at(&book, i);
        if (entry.learn % 4) entry.key = pf_position_polyglot_key(&position);
        pf_book_entry_to_bytes(text + i * PF_BOOK_ENTRY_SIZE, &entry);
    }
    pf_book_report report = pf_book_check(&book);
    REQUIRE(report.first <= book.size && report.out_of_order <= book.size && report.duplicates <= book.size);
    REQUIRE((report.first == book.size) == (report.out_of_order + report.duplicates + report.malformed == 0));
    pf_book_moves found;
    REQUIRE(pf_book_find(&book, &position, &found) <= pf_count_legal(&position));
    for (uint32_t i = 0; i < found.size; i++) REQUIRE(pf_move_is_legal(&position, found.moves[i].move));
    pf_move chosen = pf_book_choose(&book, &position, seed);
    REQUIRE(chosen == PF_NO_MOVE || pf_move_is_legal(&position, chosen));
    free(text);
    return 0;
}
