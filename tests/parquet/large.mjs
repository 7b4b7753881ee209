// More than one row group: sums by DuckDB against sums over the JSON, and the same rows whatever the threads.
import { writeFileSync } from "node:fs";
import { metadata, plyforge, same, sql, work } from "./common.mjs";

// Many short games, whose numbers say what their values must be.
const count = 250000;
let text = "";
for (let i = 0; i < count; i++) text += `[Event "E${i % 7}"]\n[Site "s${i}"]\n[WhiteElo "${1000 + (i % 1500)}"]\n\n1. e4 {[%clk 0:00:${10 + (i % 50)}]} ${i % 2 ? "e5 1-0" : "0-1"}\n\n`;
writeFileSync(work("short.pgn"), text);
for (const threads of ["1", "3"]) {
  plyforge([0], "pgn", work("short.pgn"), "--parquet", work("short.parquet"), "--force", "--threads", threads);
  const about = await metadata(work("short.parquet"));
  same("row groups", 3, about.row_groups.length);
  const [row] = await sql(`select count(*) as games, sum(game) as numbers, count(distinct site) as sites, count(distinct event) as events,
    sum(white_elo) as elo, sum(ply_count) as plies, sum(list_sum(clocks)) as clocks, count(*) filter (result = '1-0') as won,
    count(*) filter (site = 's' || game and event = 'E' || (game % 7) and white_elo = 1000 + game % 1500) as right
    from '${work("short.parquet")}'`);
  let elo = 0, clocks = 0;
  for (let i = 0; i < count; i++) elo += 1000 + (i % 1500), clocks += 100 * (10 + (i % 50));
  same("sums", { games: count, numbers: (count * (count - 1)) / 2, sites: count, events: 7, elo, plies: 1.5 * count, clocks, won: count / 2, right: count }, row);
  // Statistics skip row groups.
  same("one game", [{ game: 200001 }], await sql(`select game from '${work("short.parquet")}' where game = 200001`));
  const game = about.row_groups[1].columns[0].meta_data.statistics;
  same("least game of the second group", true, Number(game.min_value) > 99999 && Number(game.max_value) < count - 1);
}
