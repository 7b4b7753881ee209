/* Packed positions: whatever is read from a stream of any bytes is packed to the bytes it came from. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size, 0};
    pf_packed_reader reader;
    pf_packed_reader_init(&reader, give, &in, PF_ACCEPT_LENIENT | PF_ACCEPT_CHESS960);
    for (;;) {
        pf_position position;
        pf_error error = {0};
        bool end;
        uint16_t note;
        pf_status status = pf_packed_read(&reader, &position, &note, &end, &error);
        REQUIRE(status == error.code);
        if (end || reader.broken) break;
        if (status != PF_OK) continue;
        const uint8_t *record = data + 8 + (size_t)(reader.records - 1) * 32;
        pf_packed packed;
        pf_position_pack(&packed, &position);
        REQUIRE(memcmp(packed.bytes, record, sizeof packed) == 0);
        REQUIRE(pf_position_compute_key(&position) == position.key);
        pf_move_list list;
        pf_generate_legal(&position, &list);
    }
    return 0;
}
