/* Movetext without the fast path: pf_pgn_read_token reads every token. Used for games of variants, and near the maximum
 * length of a game. */
#include "notation/pgn/reader.h"

pf_pgn_stop pf_pgn_variant_movetext(pf_pgn_reader *reader, const pf_pgn_target *target, pf_pgn_sink sink)
{
    for (;;) {
        bool has_input = pf_pgn_has_input(reader);
        const char *p = reader->at;
        if (pf_pgn_is_too_long(reader, p, !has_input || *p == '[')) return pf_pgn_fail_long(reader, p);
        if (!has_input) return PF_PGN_STOP_END;
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
