// The program for Dask of docs/howto-lichess.md, with a scheduler and two workers on loopback.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { makePgn, plyforge, same, sql, work } from "./common.mjs";

if (spawnSync(process.env.PYTHON, ["-c", "import distributed"]).status !== 0) {
  console.log("skipped: dask.distributed is missing (Debian: python3-distributed)");
  process.exit(77);
}
makePgn(work("games.pgn"), 3000000);
process.chdir(process.env.WORK);
const page = readFileSync(`${process.env.SOURCE}/docs/howto-lichess.md`, "utf8");
const program = [...page.matchAll(/^```python\n(.*?)^```/gms)].map((match) => match[1]).find((body) => body.includes("dask.distributed"));
const env = { ...process.env, HOME: process.env.WORK, PATH: `${dirname(process.env.PLYFORGE)}:${process.env.PATH}`, DASK_DISTRIBUTED__DASHBOARD__LINK: "" };
const running = [];
const start = (module, ...args) => running.push(spawn(process.env.PYTHON, ["-m", module, ...args], { env, stdio: "ignore" }));
try {
  start("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", work("scheduler.json"));
  while (!existsSync(work("scheduler.json")) || readFileSync(work("scheduler.json"), "utf8").trim() === "") await new Promise((done) => setTimeout(done, 200));
  for (let i = 0; i < 2; i++) start("distributed.cli.dask_worker", "--scheduler-file", work("scheduler.json"), "--nthreads", "1", "--no-dashboard", "--host", "127.0.0.1");
  const { address } = JSON.parse(readFileSync(work("scheduler.json"), "utf8"));
  const run = spawnSync(process.env.PYTHON, ["-c", program, address], { env, encoding: "utf8", timeout: 240000 });
  if (run.status !== 0) throw new Error(`${run.stdout}${run.stderr}`);
  const sums = JSON.parse(run.stdout.replaceAll("'", '"'));
  const whole = JSON.parse(plyforge([0], "pgn", "--stats", "--json", work("games.pgn")));
  for (const name of ["games", "plies", "white_wins", "draws", "black_wins"]) same(name, whole[name], sums[name]);
  plyforge([0], "pgn", work("games.pgn"), "--parquet", work("whole.parquet"));
  const columns = "site, white, black, moves, clocks, evals";
  for (const [a, b] of [["whole", "dask-*"], ["dask-*", "whole"]])
    same(`rows of ${a} that are not in ${b}`, [], await sql(`select ${columns} from '${work(a)}.parquet' except all select ${columns} from '${work(b)}.parquet'`));
} finally {
  for (const child of running) child.kill("SIGKILL");
}
process.exit(0);
