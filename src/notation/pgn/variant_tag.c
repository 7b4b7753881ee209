/* The movetext of games of variants: every token is read by pf_pgn_read_token. */
#include "notation/pgn/reader.h"

pf_pgn_stop pf_pgn_variant_movetext(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    for (;;) {
        if (!pf_pgn_has_input(reader)) return PF_PGN_STOP_END;
        const char *p = reader->at;
        if (pf_pgn_is_blank(*p)) {
            reader->at++;
            continue;
        }
        if (sink == PF_PGN_SINK_COLUMNS && reader->depth == 0 &&
            target->columns->moves_used == target->columns->move_room)
            return PF_PGN_STOP_FULL;
        pf_pgn_token token;
        pf_pgn_stop stop = pf_pgn_read_token(reader, p, sink, &token);
        if (stop > PF_PGN_STOP_EVENT) return stop;
        if (stop == PF_PGN_STOP_EVENT && pf_pgn_emit(reader, &token, target, sink)) return stop;
        reader->at = token.after;
    }
}
