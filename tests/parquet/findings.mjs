// Columns of what is found out about games: openings by --eco, and timeouts that were decided unfairly.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { byHyparquet, makePgn, plyforge, same, sql, work } from "./common.mjs";

writeFileSync(work("eco.tsv"), `eco\tname\tpgn\nB00\tKing's Pawn\t1. e4\nC40\tKing's Knight, "Ö"\t1. e4 e5 2. Nf3\nA40\tQueen's Pawn\t1. d4\n`);
makePgn(work("generated.pgn"), 1000000);
const forfeit = '[Termination "Time forfeit"]\n[Result "0-1"]\n[SetUp "1"]\n';
writeFileSync(work("games.pgn"), `[Event "a"]\n\n1. Nf3 e5 2. e4 d6 *\n\n[Event "b"]\n\n1. e4 Ke4 *\n\n[Event "c"]\n\n1. a3 *\n\n
[Event "bare king wins"]\n${forfeit}[FEN "6k1/8/8/8/8/8/3R4/4K3 w - - 0 1"]\n\n1. Kd1 Kg7 0-1\n\n
[Event "rook wins"]\n${forfeit}[FEN "6k1/3r4/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Ke2 Kg8h8 0-1\n\n`);

const files = [work("games.pgn"), work("generated.pgn")];
for (const threads of ["1", "3"]) {
  plyforge([1], "pgn", ...files, "--parquet", work("a.parquet"), "--eco", work("eco.tsv"), "--columns", "default,unfair_timeout", "--force", "--threads", threads);
  const rows = await sql(`select game, event, opening_eco, opening_name, opening_plies, unfair_timeout from '${work("a.parquet")}' order by game`);
  const lines = plyforge([0, 1], "pgn", ...files, "--eco", work("eco.tsv")).trimEnd().split("\n").map((line) => line.split("\t"));
  same("games", lines.length, rows.length);
  rows.forEach((row, i) => same(`opening of game ${i}`, lines[i], [row.opening_eco ?? "-", row.opening_name ?? "-", `${row.opening_plies ?? 0} plies`.replace(" plies", "")]));
  same("by transposition", ["C40", `King's Knight, "Ö"`, 3], [rows[0].opening_eco, rows[0].opening_name, rows[0].opening_plies]);
  same("null without a name", [null, null, null], [rows[2].opening_eco, rows[2].opening_name, rows[2].opening_plies]);
  same("unfair", rows.map((row) => row.event === "bare king wins"), rows.map((row) => row.unfair_timeout));
  same("unfair by hyparquet", rows.map((row) => row.unfair_timeout), (await byHyparquet(work("a.parquet"))).map((row) => row.unfair_timeout));
}
plyforge([1], "pgn", ...files, "--parquet", work("files.parquet"), "--columns", "game,file", "--threads", "2");
same("files", [{ file: work("games.pgn"), first: 0, n: 5 }, { file: work("generated.pgn"), first: 5, n: Number((await sql(`select count(*) - 5 as n from '${work("a.parquet")}'`))[0].n) }],
  await sql(`select file, min(game) as first, count(*) as n from '${work("files.parquet")}' group by file order by first`));
plyforge([1], "pgn", work("games.pgn"), "--parquet", work("places.parquet"), "--positions", "--columns", "fen,file");
same("files of positions", [{ n: 1 }], await sql(`select count(distinct file) as n from '${work("places.parquet")}' where file = '${work("games.pgn")}'`));
const unfair = plyforge([0], "pgn", "--unfair", "--headers", ...files);
same("--unfair", 1, unfair.match(/\[Event /g).length);

const refused = (message, ...args) => {
  const run = spawnSync(process.env.PLYFORGE, ["pgn", work("games.pgn"), "--parquet", work("no.parquet"), ...args], { encoding: "utf8" });
  same(args.join(" "), [2, true], [run.status, run.stderr.includes(message)]);
};
refused("opening_eco needs --eco, whose file has the names of openings", "--columns", "game,opening_eco");
refused("there are no openings in", "--eco", "/dev/null");
