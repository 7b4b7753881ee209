// The union of the ranges of a file is the whole, whatever the cuts.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync, statSync } from "node:fs";
import { makePgn, plyforge, same, sql, work } from "./common.mjs";

makePgn(work("games.pgn"), 3000000);
const files = [work("games.pgn")];
if (spawnSync("zstd", ["--version"]).status === 0) {
  const bytes = readFileSync(work("games.pgn"));
  for (let at = 0; at < bytes.length; at += 100001)
    appendFileSync(work("games.zst"), spawnSync("zstd", ["-c", "-1"], { input: bytes.subarray(at, at + 100001) }).stdout);
  files.push(work("games.zst"));
}
let seed = 1;
const random = (limit) => (seed = (seed * 48271) % 2147483647) % limit;
for (const file of files) {
  const size = statSync(file).size;
  const whole = plyforge([0], "pgn", "--moves", "uci", file);
  for (let turn = 0; turn < 6; turn++) {
    const cuts = [0, ...Array.from({ length: 1 + random(6) }, () => random(size + 100)).sort((a, b) => a - b), ""];
    const parts = cuts.slice(1).map((to, i) => plyforge([0], "pgn", "--moves", "uci", "--bytes", `${cuts[i]}-${to}`, "--threads", String(1 + (turn % 3)), file));
    same(`${file} cut at ${cuts}`, whole, parts.join(""));
  }
  // Files of ranges are one table.
  const middle = Math.floor(size / 2);
  plyforge([0], "pgn", file, "--parquet", work("all.parquet"), "--force");
  plyforge([0], "pgn", file, "--bytes", `0-${middle}`, "--parquet", work("part-1.parquet"), "--force");
  plyforge([0], "pgn", file, "--bytes", `${middle}-`, "--parquet", work("part-2.parquet"), "--force");
  const columns = "site, white, black, moves, clocks, evals";
  same("rows of the parts that are not in the whole", [], await sql(`select ${columns} from '${work("part-*.parquet")}' except all select ${columns} from '${work("all.parquet")}'`));
  same("rows of the whole that are not in the parts", [], await sql(`select ${columns} from '${work("all.parquet")}' except all select ${columns} from '${work("part-*.parquet")}'`));
}
