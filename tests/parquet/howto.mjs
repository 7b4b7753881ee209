// The commands and queries of docs/howto-lichess.md, as they stand there; the answers of three queries are compared with
// sums over the JSON of the same games.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { games, makePgn, same, sql, work } from "./common.mjs";

makePgn(work("plain.pgn"), 2000000);
let number = 0;
const openings = ["Sicilian Defense", "French Defense", "Queen's Pawn Game"];
const text = readFileSync(work("plain.pgn"), "utf8").replace(/^\[Round /gm, (line) => {
  number++;
  return `[Opening "${openings[(number * number) % 7 % 3]}"]\n[ECO "A0${number % 10}"]\n${line}`;
});
writeFileSync(work("games.pgn"), text);

// A folder of odd files, each with ten games of these.
const missing = ["zstd", "xz", "iconv"].filter((tool) => spawnSync(tool, ["--version"]).status !== 0);
if (missing.length > 0) {
  console.log(`skipped: there is no ${missing.join(", no ")}`);
  process.exit(77);
}
const ten = text.split(/(?=^\[Event )/m).slice(0, 10).join("");
const packed = (...command) => execFileSync(command[0], command.slice(1), { input: ten, maxBuffer: 1 << 26 });
const odd = { "bom.pgn": Buffer.from(`\ufeff${ten.replaceAll("\n", "\r\n")}`), "gz.pgn.gz": packed("gzip", "-c"), "wide.pgn": packed("iconv", "-f", "UTF-8", "-t", "UTF-16"), "xz.pgn.xz": packed("xz", "-c") };
odd["cut.pgn.zst"] = execFileSync("zstd", ["-qc"], { input: text.slice(0, 600000), maxBuffer: 1 << 26 });
odd["cut.pgn.zst"] = odd["cut.pgn.zst"].subarray(0, odd["cut.pgn.zst"].length * 0.9);
odd["zst.pgn.zst"] = packed("zstd", "-qc");
mkdirSync(work("odd"));
for (const [name, bytes] of Object.entries(odd)) writeFileSync(work(`odd/${name}`), bytes);
const refused = spawnSync("sh", ["-c", 'exec "$PLYFORGE" pgn odd/*.pgn* --parquet odd.parquet'], { cwd: process.env.WORK, encoding: "utf8" });
same("odd files", 2, refused.status);

const page = readFileSync(`${process.env.SOURCE}/docs/howto-lichess.md`, "utf8");
const messages = /^```text\n(plyforge: odd.*?)^```/ms.exec(page)[1].split("\n");
for (const message of messages) same(`the message "${message}"`, true, refused.stderr.includes(message));
const blocks = [...page.matchAll(/^```(sh|sql|python)\n(.*?)^```/gms)];
process.chdir(process.env.WORK);
const answers = [];
const python = { encoding: "utf8", env: { ...process.env, PYTHONPATH: process.env.PYTHON_PACKAGE } };
const hasPandas = spawnSync(process.env.PYTHON, ["-c", "import pandas, plyforge"], python).status === 0;
let frames = "";
for (const [, language, body] of blocks) {
  if (language === "sql") {
    answers.push(await sql(body));
    continue;
  }
  if (language === "python") {
    if (body.includes("dask") || !hasPandas) continue; // dask.mjs runs it
    const run = spawnSync(process.env.PYTHON, ["-c", `import pandas; pandas.set_option("display.max_rows", None, "display.precision", 12)\n${body}`], python);
    if (run.status !== 0) throw new Error(run.stderr);
    frames += run.stdout;
    continue;
  }
  const isArray = body.includes("#SBATCH");
  const isParallel = body.includes("parallel '");
  if (isParallel && spawnSync("parallel", ["--version"]).status !== 0) continue;
  // Slurm runs the script of an array once for each number.
  for (const number of isArray ? [0, 1, 2, 3, 4, 5, 6, 7] : [0]) {
    const run = spawnSync("bash", ["-e", "-c", body], {
      encoding: "utf8",
      env: { ...process.env, SLURM_ARRAY_TASK_ID: `${number}`, HOME: process.env.WORK, PATH: `${dirname(process.env.PLYFORGE)}:${process.env.PATH}` },
    });
    if (run.status !== 0) throw new Error(`${body}: status ${run.status}\n${run.stdout}${run.stderr}`);
  }
  if (isParallel || isArray)
    same("games of the parts", await sql("select count(*) as n, sum(ply_count) as plies from 'games.parquet'"), await sql(`select count(*) as n, sum(ply_count) as plies from '${isArray ? "slurm" : "part"}-*.parquet'`));
}
same("queries", 7, answers.length);

const all = games("games.pgn");
const points = { "1-0": 1, "1/2-1/2": 0.5, "0-1": 0 };
const clock = (game, ply) => (game.annotations ?? []).find((note) => note.ply === ply)?.clock;
function grouped(keyOf) {
  const groups = new Map();
  for (const game of all) {
    const key = keyOf(game);
    if (key === null) continue;
    const group = groups.get(key) ?? { games: 0, sum: 0 };
    group.games++;
    group.sum += points[game.result];
    groups.set(key, group);
  }
  return groups;
}
const close = (what, a, b) => same(what, true, Math.abs(a - b) < 1e-9);

const byOpening = grouped((game) => (game.result === "*" ? null : game.tags.Opening));
same("openings", [...byOpening].filter(([, group]) => group.games >= 20).length, answers[1].length);
for (const row of answers[1]) {
  same(row.opening, byOpening.get(row.opening).games, row.games);
  close(row.opening, byOpening.get(row.opening).sum / row.games, row.score);
}
const scored = answers[0].reduce((sum, row) => sum + row.games, 0);
same("games with ratings", all.filter((game) => game.result !== "*").length, scored);
const withClock = all.filter((game) => clock(game, 39) !== undefined);
same("games with a clock at move 20", withClock.length, answers[2].reduce((sum, row) => sum + row.games, 0));
close("seconds at move 20", withClock.reduce((sum, game) => sum + clock(game, 39), 0), answers[2].reduce((sum, row) => sum + row.games * row.seconds, 0));
const upset = (game) => {
  const difference = Number(game.tags.WhiteElo) - Number(game.tags.BlackElo);
  return (game.result === "1-0" && difference <= -400) || (game.result === "0-1" && difference >= 400);
};
same("upsets", all.flatMap((game, i) => (upset(game) ? [i] : [])), answers[3].map((row) => row.game).sort((a, b) => a - b));
same("there are upsets", true, answers[3].length > 10);

// The DataFrame has the same answers.
if (hasPandas) {
  const openings = Object.fromEntries([...frames.matchAll(/^([A-Z].*?) +(\d+) +([\d.]+)$/gm)].map((match) => [match[1], [Number(match[2]), Number(match[3])]]));
  same("openings in pandas", answers[1].length, Object.keys(openings).length);
  for (const row of answers[1]) {
    same(`${row.opening} in pandas`, row.games, openings[row.opening][0]);
    close(`${row.opening} in pandas`, row.score, openings[row.opening][1]);
  }
}
same("a plot", true, answers[5].every((row) => /^[█▏▎▍▌▋▊▉ ]*$/.test(row.score)) && answers[5].some((row) => row.score.includes("█")));

// The odd files: all games of five, those before the damage of the sixth, whose last one is broken.
const files = ["bom.pgn", "converted.pgn", "gz.pgn.gz", "rescued.pgn", "xz.pgn.xz", "zst.pgn.zst"];
same("odd files", files.map((name) => `odd/${name}`), answers[6].map((row) => row.file));
for (const row of answers[6]) {
  const isRescued = row.file === "odd/rescued.pgn";
  same(row.file, true, isRescued ? row.games > 10 : row.games === 10);
  same(`broken games of ${row.file}`, isRescued ? 1 : 0, row.broken);
  if (hasPandas) same(`${row.file} in pandas`, true, new RegExp(`^${row.file} +${row.games} +${row.broken}$`, "m").test(frames));
}
