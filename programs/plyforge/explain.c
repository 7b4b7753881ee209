/* plyforge explain: why a move is legal or not, in words and on the board. */
#include "common.h"
#include "json.h"

#include <stdio.h>
#include <string.h>

/* UCI text means a move whether it is legal or not; algebraic text can be read for legal moves only. */
static pf_move read_move(const pf_position *position, const char *text)
{
    pf_move move;
    pf_error error;
    if (pf_move_from_uci_any(&move, position, text, strlen(text), &error) == PF_OK) return move;
    pf_status status = pf_move_from_san(&move, position, text, strlen(text), PF_SAN_LENIENT, &error);
    if (status == PF_ERROR_MOVE_TEXT) refuse("MOVE '%s' at offset %u: %s", text, (unsigned)error.offset, error.message);
    if (status != PF_OK) refuse("MOVE '%s': %s", text, error.message);
    return move;
}

static int run_explain(const struct request *request)
{
    pf_position position = requested_position(request);
    pf_move move = read_move(&position, request->operands[0]);
    pf_explanation explanation;
    pf_explain(&explanation, &position, move, request->chess960 ? PF_UCI_KING_TAKES_ROOK : PF_UCI_KING_STEP);
    if (request->json) {
        char fen[PF_FEN_SIZE], uci[PF_UCI_SIZE];
        /* The en passant square may be what the explanation is about, legal capture or not. */
        pf_position_to_fen(fen, sizeof fen, &position, request->castling, PF_EP_ALWAYS);
        write_move(uci, move, request);
        json_print_explanation(fen, uci, &explanation);
        return STATUS_OK;
    }
    bool legal = explanation.why.reason == PF_WHY_LEGAL;
    printf("%s%s%s\n\n", paint(request, legal ? PAINT_GOOD : PAINT_BAD), explanation.text, paint(request, PAINT_NONE));
    print_marked_board(&position, &explanation, request);
    return STATUS_OK;
}

const struct command explain_command = {
    .name = "explain",
    .operands = "MOVE",
    .min_operands = 1,
    .max_operands = 1,
    .options = OPTIONS_POSITION | OPTIONS_DRAWING | OPTION_SET(OPTION_JSON),
    .summary = "say why a move is legal or not",
    .description = "Says in one sentence why MOVE is legal or not, and draws the board: [ ] stands around the squares\n"
                   "of the move, ( ) around those that prove the answer. MOVE is in UCI notation (e2e4), or, if it is\n"
                   "legal, in algebraic notation (Nf3).",
    .example = "  plyforge explain e1g1 --fen \"4kr2/8/8/8/8/8/8/4K2R w K - 0 1\"",
    .run = run_explain,
};
