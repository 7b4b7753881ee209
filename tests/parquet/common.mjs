// What the tests share: running plyforge, and reading Parquet by two independent readers.
import { DuckDBInstance } from "@duckdb/node-api";
import { execFileSync, spawnSync } from "node:child_process";
import { openSync, closeSync } from "node:fs";
import { asyncBufferFromFile, parquetReadObjects, parquetMetadataAsync } from "hyparquet";
import { compressors } from "hyparquet-compressors";

export const work = (name) => `${process.env.WORK}/${name}`;

// Runs plyforge; status must be one of those allowed.
export function plyforge(allowed, ...args) {
  const run = spawnSync(process.env.PLYFORGE, args, { maxBuffer: 1 << 30, encoding: "utf8" });
  if (!allowed.includes(run.status)) throw new Error(`plyforge ${args.join(" ")}: status ${run.status}\n${run.stderr}`);
  return run.stdout;
}

// The objects of games that --json prints.
export const games = (...args) =>
  plyforge([0, 1], "pgn", "--moves", "uci", "--json", ...args)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

export function makePgn(file, bytes) {
  const out = openSync(file, "w");
  execFileSync(process.env.MAKE_PGN, [String(bytes)], { stdio: ["ignore", out, "ignore"] });
  closeSync(out);
}

const plain = (value) =>
  typeof value === "bigint" ? Number(value)
  : value === undefined ? null
  : value instanceof Date ? value.getTime()
  : value instanceof Uint8Array ? Buffer.from(value).toString("hex")
  : Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value, plain)
  : value;

const plainRow = (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));

export async function byHyparquet(path) {
  const file = await asyncBufferFromFile(path);
  return (await parquetReadObjects({ file, compressors })).map(plainRow);
}

export async function metadata(path) {
  return parquetMetadataAsync(await asyncBufferFromFile(path));
}

const instance = await DuckDBInstance.create(":memory:");
const connection = await instance.connect();

export async function sql(query) {
  return (await connection.runAndReadAll(query)).getRowObjectsJS().map((row) => plainRow(row));
}

export function same(what, expected, actual) {
  const a = JSON.stringify(expected), b = JSON.stringify(actual);
  if (a === b) return;
  let at = 0;
  while (a[at] === b[at]) at++;
  throw new Error(`${what}: expected\n...${a.slice(Math.max(0, at - 100), at + 200)}\nbut got\n...${b.slice(Math.max(0, at - 100), at + 200)}`);
}
