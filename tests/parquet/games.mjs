// Every value of a table of odd games, against the JSON of the same games.
import { writeFileSync } from "node:fs";
import { byHyparquet, games, metadata, plyforge, same, sql, work } from "./common.mjs";

const long = "1. Nf3 Nf6 2. Ng1 Ng8 ".replace(/\d+\. /g, "");
writeFileSync(work("odd.pgn"), `[Event "Ünïcode ♞ \\"quoted\\" \\\\ backslash"]
[Site "?"]
[White "Kasparov, Garry"]
[Black ""]
[Result "1-0"]
[UTCDate "2013.02.28"]
[UTCTime "23:59:58"]
[WhiteElo "2851"]
[BlackElo "99999"]
[WhiteRatingDiff "+7"]
[BlackRatingDiff "-12"]
[WhiteTitle "GM"]
[ECO "C20"]
[Opening "King's Pawn"]
[TimeControl "300+3"]
[Termination "Normal"]
[Annotator "me"]

1. e4 { [%eval 0.17] [%clk 0:05:00] } e5 { [%eval #-3] } 2. Ke2 { [%clk 0:04:58.5] } Ke7 (2... d6 { [%clk 1:00:00] }) 3. Ke1 { [%eval 400.5] } 1-0

[Event "No moves"]
[Date "2000.02.29"]
[WhiteElo "-"]
[TimeControl "-"]

*

[Event "Broken"]
[Date "2001.02.29"]
[TimeControl "40/9000"]

1. e4 Ke7 0-1

[Event "No castling rights, null move"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]
[SetUp "1"]
[TimeControl "600"]

1. O-O -- 2. Kh1 1/2-1/2

[Event "Bad FEN"]
[FEN "nonsense"]

1. e4 *

[Event "Atomic"]
[Variant "Atomic"]
[White "twice"]
[White "the last counts"]

1. e4 d5 2. exd5 0-1

[Event "Six thousand plies"]

${long.repeat(1500)} 1/2-1/2
`);
// Latin-1 is not UTF-8.
writeFileSync(work("latin.pgn"), Buffer.from('[Event "Z\xfcrich"]\n\n1. d4\n', "latin1"));

const tag = (game, name) => {
  const value = game.tags[name];
  return value === undefined || value === "" || value === "?" ? null : value;
};
const small = (text) => (text !== null && /^[-+]?\d+$/.test(text) && Math.abs(Number(text)) <= 32767 ? Number(text) : null);
const control = (game) => /^(\d+)(?:\+(\d+))?$/.exec(tag(game, "TimeControl") ?? "");
function timestamp(game) {
  for (const [date, time] of [[tag(game, "UTCDate"), tag(game, "UTCTime")], [tag(game, "Date"), null]]) {
    const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(date ?? "");
    if (!parts) continue;
    const value = new Date(`${parts[1]}-${parts[2]}-${parts[3]}T${time ?? "00:00:00"}Z`);
    // A day that a month does not have is moved to the next one by JavaScript.
    if (!Number.isNaN(value.getTime()) && value.getUTCDate() === Number(parts[3])) return value.getTime();
  }
  return null;
}
// Clocks and evaluations of the main line, by half-move; null if there are none.
function annotations(game, value) {
  const list = game.moves.map(() => null);
  for (const note of game.annotations ?? []) if (note.ply > 0) list[note.ply - 1] = value(note);
  return list.every((entry) => entry === null) ? null : list;
}
const clock = (note) => (note.clock === undefined ? null : Math.floor(Math.round(note.clock * 1000) / 10));
const clamp = (number, most) => Math.max(-most, Math.min(most, number));
function evaluation(note) {
  if (note.eval === undefined) return null;
  if (note.eval.mate === undefined) return clamp(note.eval.centipawns, 31000);
  return note.eval.mate < 0 ? -32000 - note.eval.mate : 32000 - note.eval.mate;
}

const expected = games(work("odd.pgn"), work("latin.pgn")).map((game, number) => ({
  game: number,
  event: tag(game, "Event"),
  site: tag(game, "Site"),
  white: tag(game, "White"),
  black: tag(game, "Black"),
  result: game.result ?? null,
  utc_timestamp: timestamp(game),
  white_elo: small(tag(game, "WhiteElo")),
  black_elo: small(tag(game, "BlackElo")),
  white_rating_diff: small(tag(game, "WhiteRatingDiff")),
  black_rating_diff: small(tag(game, "BlackRatingDiff")),
  white_title: tag(game, "WhiteTitle"),
  black_title: tag(game, "BlackTitle"),
  eco: tag(game, "ECO"),
  opening: tag(game, "Opening"),
  time_initial: control(game) ? Number(control(game)[1]) : null,
  time_increment: control(game) ? Number(control(game)[2] ?? 0) : null,
  termination: tag(game, "Termination"),
  variant: tag(game, "Variant"),
  start_fen: tag(game, "FEN"),
  ply_count: game.moves.length,
  clocks: annotations(game, clock),
  evals: annotations(game, evaluation),
  parse_error: game.error ?? null,
  moves_uci: game.moves,
  Annotator: tag(game, "Annotator"),
}));
same("number of games", 8, expected.length);
same("plies of the long game", 6000, expected[6].ply_count);
same("Latin-1", "Zürich", expected[7].event);

for (const threads of ["1", "3"]) {
  plyforge([1], "pgn", work("odd.pgn"), work("latin.pgn"), "--parquet", work("odd.parquet"), "--columns", "default,moves_uci,moves_san,Annotator", "--force", "--threads", threads);
  for (const [reader, rows] of [["hyparquet", await byHyparquet(work("odd.parquet"))], ["DuckDB", await sql(`select * replace (epoch_ms(utc_timestamp) as utc_timestamp) from '${work("odd.parquet")}'`)]]) {
    same(`${reader}: rows`, expected.length, rows.length);
    rows.forEach((row, i) => {
      const { moves, moves_san, ...rest } = row;
      same(`${reader}: game ${i}`, expected[i], rest);
      // The 16 bits of a move have its squares.
      const square = (number) => "abcdefgh"[number & 7] + ((number >> 3 & 7) + 1);
      const uci = moves.map((move) => (move === 0 ? "0000" : square(move >> 6) + square(move)));
      same(`${reader}: moves of game ${i}`, expected[i].moves_uci.map((move) => ({ e1g1: "e1h1" })[move] ?? move), uci);
    });
  }
}
const san = (await byHyparquet(work("odd.parquet"))).map((row) => row.moves_san.join(" "));
same("SAN", plyforge([0, 1], "pgn", "--moves", "san", work("odd.pgn"), work("latin.pgn")), san.map((line) => `${line}\n`).join(""));

// Filters, broken games left out, no games at all.
plyforge([0], "pgn", work("odd.pgn"), "--parquet", work("some.parquet"), "--select", "WhiteElo>2000");
same("selected", [0], (await sql(`select game from '${work("some.parquet")}'`)).map((row) => row.game));
plyforge([1], "pgn", work("odd.pgn"), work("odd.pgn"), "--parquet", work("whole.parquet"), "--skip-broken", "--unique", "--columns", "event,parse_error,game");
same("unique", [0, 1, 2, 3, 4], (await byHyparquet(work("whole.parquet"))).map((row) => row.game));
same("whole games", 0, (await sql(`select count(parse_error) as n from '${work("whole.parquet")}'`))[0].n);
writeFileSync(work("none.pgn"), "");
plyforge([0], "pgn", work("none.pgn"), "--parquet", work("none.parquet"));
same("no games", [{ n: 0 }], await sql(`select count(*) as n from '${work("none.parquet")}'`));
same("no games", [], await byHyparquet(work("none.parquet")));
const about = await metadata(work("odd.parquet"));
same("who wrote it", true, /^plyforge version \d/.test(about.created_by));
same("metadata", "games", JSON.parse(about.key_value_metadata[0].value).table);
