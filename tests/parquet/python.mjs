// Tables that the Python package writes: the same as those of the program, read back by DuckDB and hyparquet.
import { spawnSync } from "node:child_process";
import { byHyparquet, makePgn, metadata, plyforge, same, sql, work } from "./common.mjs";

const python = (program, ...args) => {
  const run = spawnSync(process.env.PYTHON, ["-c", program, ...args], { encoding: "utf8", env: { ...process.env, PYTHONPATH: process.env.PYTHON_PACKAGE } });
  if (run.status !== 0) throw new Error(`${program}: status ${run.status}\n${run.stdout}${run.stderr}`);
  return run.stdout;
};
if (spawnSync(process.env.PYTHON, ["-c", "import plyforge"], { env: { ...process.env, PYTHONPATH: process.env.PYTHON_PACKAGE } }).status !== 0) {
  console.log("skipped: there is no Python package in this build");
  process.exit(77);
}

makePgn(work("games.pgn"), 5000000);
const columns = ["game", "event", "site", "white", "black", "result", "white_elo", "black_elo", "ply_count", "moves", "clocks", "evals", "parse_error", "Round"];
plyforge([0], "pgn", work("games.pgn"), "--parquet", work("program.parquet"), "--columns", columns.join(","));
const write = `
import sys
from plyforge import pgn
path, out, compression, threads = sys.argv[1:]
reader = pgn.read(path, columns=("results", "white_elo", "black_elo", "clocks", "evals"),
                  tags=("Event", "Site", "White", "Black", "Round"), threads=int(threads), chunk=300000)
print(reader.to_parquet(out, compression=None if compression == "best" else compression))`;
const [{ n: count }] = await sql(`select count(*) as n from '${work("program.parquet")}'`);
for (const [compression, threads] of [["best", 1], ["zstd", 3], ["gzip", 3], ["none", 2]]) {
  const path = work(`${compression}.parquet`);
  if (compression === "zstd" && spawnSync(process.env.PYTHON, ["-c", "import zstandard"]).status !== 0) continue;
  same("rows", `${count}\n`, python(write, work("games.pgn"), path, compression, String(threads)));
  for (const [a, b] of [[path, work("program.parquet")], [work("program.parquet"), path]])
    same(`${compression}: rows of ${a} that are not in ${b}`, [], await sql(`select ${columns} from '${a}' except all select ${columns} from '${b}'`));
  const about = await metadata(path);
  const note = JSON.parse(about.key_value_metadata.find((pair) => pair.key === "plyforge").value);
  same("metadata", [/^\d/.test(note.version), "games", true], [true, note.table, note.moves.startsWith("16 bits")]);
  same("statistics", true, about.row_groups[0].columns[0].meta_data.statistics.max_value !== undefined);
  same("hyparquet", JSON.stringify(await byHyparquet(path)), JSON.stringify((await sql(`select * from '${path}' order by game`))));
}

// Broken games and odd values, by both writers.
const odd = `[Event "Ä"]\n[White "?"]\n[WhiteElo "40000"]\n\n1. e4 {[%eval #-3] [%clk 0:00:01.5]} e5 1/2-1/2\n\n[Event "x"]\n\n1. e4 Ke3 *\n\n[Event ""]\n\n*\n`;
spawnSync("sh", ["-c", 'cat > "$0"', work("odd.pgn")], { input: odd });
plyforge([1], "pgn", work("odd.pgn"), "--parquet", work("odd-program.parquet"), "--columns", columns.join(","));
python(write, work("odd.pgn"), work("odd.parquet"), "best", "1");
const query = (name) => `select ${columns} from '${work(name)}' order by game`;
same("odd games", await sql(query("odd-program.parquet")), await sql(query("odd.parquet")));

// Positions, with columns of every type.
const positions = `
import sys, numpy
from plyforge import batch
rows = batch.positions(["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"] * 1000)
n = numpy.arange(1000)
print(batch.table(rows, small=n.astype("uint8"), move=n.astype("uint16"), signed=(n - 500).astype("int16"), number=(n - 500).astype("int32"),
                  large=n * 10**12, score=(n / 8).astype("float32")).to_parquet(sys.argv[1]))`;
same("positions", "1000\n", python(positions, work("positions.parquet")));
const rows = await sql(`select * from '${work("positions.parquet")}'`);
same("a position", ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 24], [rows[7].fen, rows[7].position.length / 2]);
rows.forEach((row, i) => same(`row ${i}`, [i % 256, i, i - 500, i - 500, i * 1e12, i / 8], [row.small, row.move, row.signed, row.number, row.large, row.score]));
