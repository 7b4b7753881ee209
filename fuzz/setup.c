/* Set-ups: whether a position is refused, and with which problems, is the same for pf_position_from_setup, which
 * decides quickly where it can, and pf_setup_problems, which always examines everything. The input changes a known
 * set-up square by square, so that most are nearly right. */
#include "fuzz.h"

static const char *const starts[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "8/8/3k4/8/2pP4/8/B7/4K3 b - d3 0 1",
    "1rk1r3/8/8/8/8/8/8/1RK1R3 w EBeb - 0 1",
};

static void check(const pf_setup *setup, pf_accept accept)
{
    pf_problems expected = pf_setup_problems(setup, accept);
    pf_problems refused = accept & PF_ACCEPT_LENIENT ? (pf_problems)PF_PROBLEM_FATAL : (pf_problems)PF_PROBLEM_ALL;
    pf_problems problems = 0;
    pf_position position;
    pf_error error = {0};
    pf_status status = pf_position_from_setup(&position, setup, accept, &problems, &error);
    REQUIRE(problems == expected);
    REQUIRE((status == PF_OK) == !(expected & refused));
    REQUIRE(status == error.code);
    if (status != PF_OK) return;
    REQUIRE(pf_position_compute_key(&position) == position.key);
    pf_setup again;
    pf_setup_from_position(&again, &position);
    REQUIRE(memcmp(again.squares, setup->squares, sizeof again.squares) == 0);
    REQUIRE(again.turn == setup->turn);
    if (expected == 0) REQUIRE(again.castling == setup->castling && again.ep_square == setup->ep_square);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) return 0;
    const char *fen = starts[data[0] % (sizeof starts / sizeof starts[0])];
    pf_setup setup;
    REQUIRE(pf_setup_from_fen(&setup, fen, strlen(fen), PF_VARIANT_STANDARD, NULL) == PF_OK);
    for (size_t i = 1; i + 1 < size; i += 2) {
        uint8_t where = data[i], value = data[i + 1];
        if (where < 64)
            setup.squares[where] = value < 240 ? value % 16 : value;
        else if (where < 128)
            setup.castling ^= UINT64_C(1) << (where & 63);
        else if (where < 160)
            setup.ep_square = value < 200 ? value % 65 : value;
        else if (where < 192)
            setup.turn = value < 250 ? value & 1 : value;
        else
            setup.squares[where & 63] = 0;
        for (pf_accept accept = 0; accept < 4; accept++) check(&setup, accept);
    }
    return 0;
}
