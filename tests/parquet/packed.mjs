// The packed forms of lists: moves by their numbers in a list of moves, clocks and evaluations as differences, and
// levels as runs and as groups. Every list is read by both readers and compared with the JSON of the same games; the
// file is the same whatever the threads and the compression.
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { byHyparquet, games, makePgn, metadata, plyforge, same, sql, work } from "./common.mjs";

const clock = (note) => (note.clock === undefined ? null : Math.floor(Math.round(note.clock * 1000) / 10));
const evaluation = (note) =>
  note.eval === undefined ? null
  : note.eval.mate === undefined ? Math.max(-31000, Math.min(31000, note.eval.centipawns))
  : note.eval.mate < 0 ? -32000 - note.eval.mate : 32000 - note.eval.mate;
function annotations(game, value) {
  const list = game.moves.map(() => null);
  for (const note of game.annotations ?? []) if (note.ply > 0 && value(note) !== null) list[note.ply - 1] = value(note);
  return list.every((entry) => entry === null) ? null : list;
}

async function check(name, encoding) {
  const file = work(`${name}.parquet`);
  plyforge([0], "pgn", work(name), "--parquet", file, "--columns", "moves,moves_uci,clocks,evals", "--force", "--threads", "1");
  const expected = games(work(name));
  for (const [reader, rows] of [["hyparquet", await byHyparquet(file)], ["DuckDB", await sql(`select * from '${file}'`)]]) {
    same(`${name}, ${reader}: games`, expected.length, rows.length);
    rows.forEach((row, i) => {
      const game = expected[i];
      same(`${name}, ${reader}: moves of game ${i}`, game.moves, row.moves_uci);
      same(`${name}, ${reader}: clocks of game ${i}`, annotations(game, clock), row.clocks);
      same(`${name}, ${reader}: evals of game ${i}`, annotations(game, evaluation), row.evals);
      // The squares, and the piece of a drop: e1g1 is e1h1 in 16 bits.
      row.moves.forEach((move, ply) => {
        const uci = row.moves_uci[ply], square = (number) => "abcdefgh"[number & 7] + ((number >> 3 & 7) + 1);
        if (move === 0) same("null move", "0000", uci);
        else if (move >> 12 === 1) same("drop", uci, `${"PNBRQ"[move >> 6 & 63]}@${square(move)}`);
        else if (move >> 14 !== 3) same("move", uci.slice(0, 4), square(move >> 6) + square(move));
        else same("castling", uci.slice(0, 2), square(move >> 6));
      });
    });
  }
  const [column] = (await metadata(file)).row_groups.flatMap((group) => group.columns).filter((one) => one.meta_data.path_in_schema[0] === "moves");
  same(`${name}: encoding of moves`, encoding, column.meta_data.encodings.includes("RLE_DICTIONARY"));
  return expected;
}

// Many games of all kinds, and so few that the list of moves would take more than it saves.
makePgn(work("mixed.pgn"), 4000000);
same("mixed games", true, (await check("mixed.pgn", true)).length > 1000);
makePgn(work("small.pgn"), 20000);
await check("small.pgn", false);

// Moves that only variants have: their numbers take another bit.
const repeat = (count, make) => Array.from({ length: count }, (_, i) => make(i)).join("");
writeFileSync(work("odd.pgn"), repeat(700, (i) => `[Variant "Crazyhouse"]

1. e4 d5 2. exd5 Qxd5 3. Nc3 Qxg2 4. Bxg2 ${i % 2 ? "P@e5 5. P@d4 exd4 6. Q@g5 --" : "Nf6"} 1-0

[Variant "Antichess"]
[FEN "8/P7/8/8/8/8/7p/8 w - - 0 1"]

1. a8=K h1=K 1-0

[Variant "Chess960"]
[FEN "1r2k1r1/p6p/8/8/8/8/P6P/1R2K1R1 w GBgb - 0 1"]

1. O-O-O h6 1/2-1/2

`));
await check("odd.pgn", true);

// Levels: games without moves, without clocks, with a clock at every other move, with none but the last; differences
// that do not fit into 31 bits, and a last block with few values.
const line = ["Nf3", "Nf6", "Ng1", "Ng8"];
const game = (plies, note) => `[Event "e"]\n\n${repeat(plies, (i) => `${line[i % 4]} ${note(i)} `)}*\n\n`;
writeFileSync(work("levels.pgn"), repeat(60, (i) => [
  game(0, () => ""),
  game(20 + i, () => ""),
  game(41, (ply) => `{[%clk 0:0${i % 10}:${10 + ply}]}`),
  game(60, (ply) => (ply % 2 ? "" : `{[%clk 0:00:${ply}] [%eval ${ply}.${10 + i}]}`)),
  game(9, (ply) => (ply === 8 ? "{[%clk 590:00:00] [%eval #-900]}" : ply === 7 ? "{[%eval #1]}" : "")),
  game(3, (ply) => `{ [%eval ${["-310.00", "310", "0.05"][ply]}] [%clk 1:00:00.${ply}] }`),
].join("")));
await check("levels.pgn", true);

// Nulls only.
writeFileSync(work("bare.pgn"), repeat(3, () => game(0, () => "")));
await check("bare.pgn", false);

// A message that quotes bytes that are not UTF-8.
writeFileSync(work("bytes.pgn"), Buffer.from("1. e4 e4\xe0\x84\xa4 *\n", "latin1"));
plyforge([1], "pgn", work("bytes.pgn"), "--parquet", work("bytes.parquet"));
same("a message in UTF-8", [{ n: 1 }], await sql(`select count(*) as n from '${work("bytes.parquet")}' where parse_error like '%à%'`));

// The same bytes whatever the threads, for files, frames of any size, and pipes that pause.
const plain = readFileSync(work("mixed.pgn"));
const table = (source, threads) => {
  plyforge([0], "pgn", source, "--parquet", work("one.parquet"), "--force", "--threads", threads);
  return readFileSync(work("one.parquet")).toString("latin1");
};
const first = table(work("mixed.pgn"), "1");
for (const threads of ["2", "5"]) same(`${threads} threads`, true, first === table(work("mixed.pgn"), threads));
execFileSync("gzip", ["-k", "-1", work("mixed.pgn")]);
for (const threads of ["1", "3"]) same(`gzip, ${threads} threads`, true, first === table(work("mixed.pgn.gz"), threads));
const slow = `(head -c 1500000 '${work("mixed.pgn")}'; sleep 0.5; tail -c +1500001 '${work("mixed.pgn")}') | "$PLYFORGE" pgn - --parquet '${work("one.parquet")}' --force --threads 3`;
same("pipe", 0, spawnSync("sh", ["-c", slow]).status);
same("pipe", true, first === readFileSync(work("one.parquet")).toString("latin1"));
for (const size of [20000, 1500000]) {
  if (spawnSync("zstd", ["--version"]).status !== 0) break;
  let frames = [];
  for (let at = 0; at < plain.length; at += size)
    frames.push(execFileSync("zstd", ["-q", "-1", "-c"], { input: plain.subarray(at, at + size), maxBuffer: 1 << 28 }));
  frames = frames.map((frame) => {
    const head = Buffer.from("502a4d180400000000000000", "hex");
    head.writeUInt32LE(frame.length, 8);
    return Buffer.concat([head, frame]);
  });
  writeFileSync(work("frames.zst"), Buffer.concat(frames));
  const one = table(work("frames.zst"), "1");
  for (const threads of ["2", "4"]) same(`frames of ${size}, ${threads} threads`, true, one === table(work("frames.zst"), threads));
}
