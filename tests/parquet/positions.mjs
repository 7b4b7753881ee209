// The table of positions, against the positions that --epd prints.
import { byHyparquet, games, makePgn, plyforge, same, sql, work } from "./common.mjs";

makePgn(work("games.pgn"), 300000);
plyforge([0], "pgn", work("games.pgn"), "--parquet", work("positions.parquet"), "--positions", "--columns", "default,position,move_uci,white_elo");
const epd = plyforge([0], "pgn", "--epd", work("games.pgn")).trimEnd().split("\n");
const all = games(work("games.pgn"));
const expected = all.flatMap((game, number) => [...game.moves, null].map((move, ply) => [number, ply, move, game.result, Number(game.tags.WhiteElo)]));
for (const [reader, rows] of [["hyparquet", await byHyparquet(work("positions.parquet"))], ["DuckDB", await sql(`select * from '${work("positions.parquet")}'`)]]) {
  same(`${reader}: positions`, epd.length, rows.length);
  rows.forEach((row, i) => {
    same(`${reader}: FEN ${i}`, epd[i], row.fen.split(" ").slice(0, 4).join(" "));
    same(`${reader}: row ${i}`, expected[i], [row.game, row.ply, row.move_uci, row.result, row.white_elo]);
  });
}
const clocks = await sql(`select game, list(clock order by ply) as clocks from '${work("positions.parquet")}' where move is not null group by game order by game`);
const byGame = all.map((game) => {
  const list = game.moves.map(() => null);
  for (const note of game.annotations ?? []) if (note.ply > 0 && note.clock !== undefined) list[note.ply - 1] = Math.round(note.clock * 100);
  return list;
});
same("clocks", byGame.filter((list) => list.length > 0), clocks.map((row) => row.clocks));
