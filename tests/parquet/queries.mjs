// Three questions to DuckDB, and the same answers by brute force: a small reader of PGN in JavaScript that shares nothing with
// plyforge. QUERY_BYTES=300000000 asks them of a large file; see docs/testing.md.
import { spawnSync } from "node:child_process";
import { createReadStream, statSync } from "node:fs";
import { makePgn, plyforge, same, sql, work } from "./common.mjs";

const points = { "1-0": 1, "1/2-1/2": 0.5, "0-1": 0 };
const groups = [new Map(), new Map(), new Map()];
function add(query, key, value) {
  const group = groups[query].get(key) ?? { games: 0, sum: 0 };
  group.games++;
  group.sum += value;
  groups[query].set(key, group);
}

// Half-moves of the main line, and the clock after the 39th.
function movetext(text) {
  let plies = 0, depth = 0, clock = null;
  for (const [token] of text.matchAll(/\{[^}]*\}|;[^\n]*|[()]|[^\s(){};]+/g)) {
    if (token === "(") depth++;
    else if (token === ")") depth--;
    else if (token[0] === "{") {
      const found = depth === 0 && plies === 39 && /\[%clk (\d+):(\d+):(\d+(?:\.\d+)?)\]/.exec(token);
      if (found) clock = Math.floor(100 * (3600 * Number(found[1]) + 60 * Number(found[2]) + Number(found[3])) + 0.5);
    } else if (depth === 0 && token[0] !== "$" && token[0] !== ";" && !/^\d+\.+$/.test(token) && !["1-0", "0-1", "1/2-1/2", "*"].includes(token)) plies++;
  }
  return { plies, clock };
}

function take(game) {
  const tags = Object.fromEntries([...game.matchAll(/^\[(\w+) "(.*)"\]\r?$/gm)].map((match) => [match[1], match[2]]));
  const { plies, clock } = movetext(game.replace(/^\[\w+ ".*"\]\r?$/gm, ""));
  const [, white, black] = [0, Number(tags.WhiteElo), Number(tags.BlackElo)];
  if (tags.Result !== "*") add(0, Math.round((white - black) / 100 + (white < black ? -1e-9 : 1e-9)) * 100, points[tags.Result]);
  if (clock !== null) add(1, tags.TimeControl, clock);
  add(2, tags.Result, plies);
}

const bytes = Number(process.env.QUERY_BYTES ?? 3000000);
makePgn(work("games.pgn"), bytes);
let rest = "";
for await (const chunk of createReadStream(work("games.pgn"), { encoding: "latin1", highWaterMark: 1 << 22 })) {
  const parts = (rest + chunk).split(/(?<=\n\n)(?=\[Event )/);
  rest = parts.pop();
  parts.forEach(take);
}
take(rest);

plyforge([0], "pgn", work("games.pgn"), "--parquet", work("games.parquet"));
const score = "sum(CASE result WHEN '1-0' THEN 1.0 WHEN '1/2-1/2' THEN 0.5 ELSE 0.0 END)";
const answers = [
  await sql(`select round((white_elo - black_elo) / 100.0) * 100 as key, count(*) as games, ${score} as sum from '${work("games.parquet")}' where result <> '*' group by key`),
  await sql(`select time_initial || '+' || time_increment as key, count(*) as games, sum(clocks[39]) as sum from '${work("games.parquet")}' where clocks[39] is not null group by key`),
  await sql(`select result as key, count(*) as games, sum(ply_count) as sum from '${work("games.parquet")}' group by key`),
];
answers.forEach((rows, query) => {
  const expected = [...groups[query]].map(([key, group]) => [String(key), group.games, group.sum]).sort();
  same(`query ${query + 1}`, expected, rows.map((row) => [String(row.key), row.games, Number(row.sum)]).sort());
  same(`query ${query + 1} has answers`, true, rows.length > 0 && rows.every((row) => row.games > 0));
});
const zstd = spawnSync("zstd", ["-q", "-3", "-k", work("games.pgn")]);
const megabytes = (name) => `${(statSync(work(name)).size / 1e6).toFixed(1)} MB`;
console.log(`PGN ${megabytes("games.pgn")}, ${zstd.status === 0 ? `zstd -3 ${megabytes("games.pgn.zst")}, ` : ""}Parquet ${megabytes("games.parquet")}; rows of the answers: ${answers.map((rows) => rows.length)}`);
