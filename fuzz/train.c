/* Training records: whatever is read from any bytes is written and read again as the same record. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    input in = {data, size, 0};
    pf_train_reader reader;
    pf_train_reader_init(&reader, give, &in);
    for (;;) {
        pf_train_record record, again;
        pf_error error = {0};
        bool end;
        pf_status status = pf_train_read(&reader, &record, &end, &error);
        REQUIRE(status == error.code);
        if (end || status != PF_OK) break;
        uint8_t bytes[PF_TRAIN_RECORD_SIZE];
        pf_train_to_bytes(bytes, &record);
        REQUIRE(pf_train_from_bytes(&again, bytes, NULL) == PF_OK);
        REQUIRE(again.move == record.move && again.score == record.score && again.result == record.result);
        REQUIRE(again.ply == record.ply && pf_position_equal(&again.position, &record.position));
        char text[PF_TRAIN_PLAIN_SIZE];
        REQUIRE(pf_train_to_plain(text, sizeof text, &record) < sizeof text);
    }
    return 0;
}
