/* The movetext of games of variants: every token is read by pf_pgn_read_token. */
#include "notation/pgn_reader.h"

PF_TEMPLATE pf_pgn_stop read_movetext(pf_pgn_reader *reader, pf_pgn_event *event, pf_pgn_summary *summary,
                                      pf_pgn_sink sink)
{
    for (;;) {
        if (!pf_pgn_has_input(reader)) return PF_PGN_STOP_END;
        const char *p = reader->at;
        if (pf_pgn_is_blank(*p)) {
            reader->at++;
            continue;
        }
        pf_pgn_token token;
        pf_pgn_stop stop = pf_pgn_read_token(reader, p, sink, &token);
        if (stop > PF_PGN_STOP_EVENT) return stop;
        if (stop == PF_PGN_STOP_EVENT && pf_pgn_emit(reader, &token, event, summary, sink)) return stop;
        reader->at = token.after;
    }
}

pf_pgn_stop pf_pgn_variant_movetext_event(pf_pgn_reader *reader, pf_pgn_event *event)
{
    return read_movetext(reader, event, NULL, PF_PGN_SINK_EVENT);
}

pf_pgn_stop pf_pgn_variant_movetext_summary(pf_pgn_reader *reader, pf_pgn_summary *summary)
{
    return read_movetext(reader, NULL, summary, PF_PGN_SINK_SUMMARY);
}
