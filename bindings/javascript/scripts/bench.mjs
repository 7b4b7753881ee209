// Times plyforge beside chess.js and chessops, in one process, turn by turn: medians of five, in processor time. Then the
// sizes of bundles. Prints tables of Markdown, and fails where a factor is below the one that stands here.
//     node scripts/bench.mjs [--quick] [--only=WORDS]        after `npm install && npm run build`
// --only: the jobs whose names contain the words, without the rest.
import { execFileSync } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { Chess as Oracle } from 'chess.js';
import { Chess as Ops } from 'chessops/chess';
import { parseFen } from 'chessops/fen';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { makeSan, parseSan } from 'chessops/san';
import { build } from 'esbuild';
import { Chess } from '../dist/esm/chess.js';
import { Game, Position } from '../dist/esm/index.js';
import { readPgn } from '../dist/esm/pgn.js';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const quick = process.argv.includes('--quick');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length) ?? '';

const FEN = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
const opsOf = (fen) => Ops.fromSetup(parseFen(fen).unwrap()).unwrap();

/** A hundred random games with tags and comments. */
function makeGames() {
    let state = 1;
    const random = (limit) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % limit;
    return Array.from({ length: 100 }, (_, number) => {
        const game = new Game();
        const words = [];
        for (let ply = 0; ply < 80 && !game.outcome(); ply++) {
            const moves = game.legalMoves();
            const move = moves[random(moves.length)];
            words.push(
                ply % 2 === 0 ? `${ply / 2 + 1}.` : '',
                game.position.san(move),
                ply % 10 === 0 ? '{ a comment }' : '',
            );
            game.play(move);
        }
        return `[Event "bench"]\n[Round "${number}"]\n[White "a"]\n[Black "b"]\n[Result "*"]\n\n${words.filter(Boolean).join(' ')} *\n\n`;
    });
}
const games = makeGames();
const pgn = games.join('');

function loopValues(position, depth) {
    if (depth === 1) return position.count();
    let nodes = 0;
    for (const move of position.moves()) nodes += loopValues(position.play(move), depth - 1);
    return nodes;
}
function loopGame(game, depth) {
    if (depth === 1) return game.countLegal();
    let nodes = 0;
    for (const move of game.legalMoves()) {
        game.play(move);
        nodes += loopGame(game, depth - 1);
        game.undo();
    }
    return nodes;
}
function loopOps(ops, depth) {
    let nodes = 0;
    for (const [from, targets] of ops.allDests()) {
        if (depth === 1) {
            nodes += targets.size();
            continue;
        }
        for (const to of targets) {
            const next = ops.clone();
            next.play({ from, to });
            nodes += loopOps(next, depth - 1);
        }
    }
    return nodes;
}
function walkOps(text) {
    for (const game of parsePgn(text)) {
        const position = startingPosition(game.headers).unwrap();
        for (const node of game.moves.mainline()) position.play(parseSan(position, node.san));
    }
}
const fieldsOf = (move) =>
    move.san.length + move.before.length + move.after.length + move.lan.length + move.flags.length;

// name, [least factor over chess.js, over chessops], ours (the fastest path and, where it differs, the drop-in), chess.js, chessops; repetitions.
const drop = new Chess(FEN);
const position = Position.fromFen(FEN);
const game = new Game(position);
const quiet = position.parse('a3');
const oracle = new Oracle(FEN);
const ops = opsOf(FEN);
const depth = quick ? 3 : 5;
const jobs = [
    [
        'all SANs of kiwipete, drop-in, with its FEN',
        [20, 10],
        300,
        () => new Chess(FEN).moves(),
        () => new Oracle(FEN).moves(),
        () => sansOps(ops),
    ],
    ['all SANs of kiwipete, fast API', [20, 10], 300, () => position.sans(), () => oracle.moves(), () => sansOps(ops)],
    [
        'verbose moves, every field read',
        [50, 0],
        30,
        () => new Chess(FEN).moves({ verbose: true }).reduce((sum, move) => sum + fieldsOf(move), 0),
        () => new Oracle(FEN).moves({ verbose: true }).reduce((sum, move) => sum + fieldsOf(move), 0),
    ],
    [
        'move and undo, drop-in',
        [30, 1],
        500,
        () => (drop.move('a3'), drop.undo()),
        () => (oracle.move('a3'), oracle.undo()),
        () => ops.clone().play(parseSan(ops, 'a3')),
    ],
    [
        'move and undo, fast API',
        [30, 5],
        5000,
        () => (game.play(quiet), game.undo()),
        () => (oracle.move('a3'), oracle.undo()),
        () => ops.clone().play(parseSan(ops, 'a3')),
    ],
    ['read a FEN, drop-in', [10, 6], 2000, () => drop.load(FEN), () => oracle.load(FEN), () => opsOf(FEN)],
    ['read a FEN, fast API', [10, 6], 2000, () => Position.fromFen(FEN), () => oracle.load(FEN), () => opsOf(FEN)],
    [
        `perft ${depth} in a loop, values`,
        [100, 20],
        1,
        () => loopValues(Position.start(), depth),
        () => new Oracle().perft(depth),
        () => loopOps(Ops.default(), depth),
    ],
    [
        `perft ${depth} in a loop, Game`,
        [100, 20],
        1,
        () => loopGame(new Game(), depth),
        () => new Oracle().perft(depth),
        () => loopOps(Ops.default(), depth),
    ],
    [
        'PGN of 100 games, fast API',
        [50, 5],
        1,
        () => [...readPgn(pgn)],
        () => games.forEach((text) => new Oracle().loadPgn(text)),
        () => walkOps(pgn),
    ],
    [
        'PGN of 100 games, drop-in',
        [0, 0],
        1,
        () => games.forEach((text) => new Chess().loadPgn(text)),
        () => games.forEach((text) => new Oracle().loadPgn(text)),
        () => walkOps(pgn),
    ],
];
function sansOps(ops) {
    const texts = [];
    for (const [from, targets] of ops.allDests()) for (const to of targets) texts.push(makeSan(ops, { from, to }));
    return texts;
}

function time(work, count) {
    const before = process.cpuUsage();
    const start = performance.now();
    for (let i = 0; i < count; i++) work();
    const used = process.cpuUsage(before);
    const wall = (performance.now() - start) * 1000;
    return Math.min(used.user + used.system, wall) / count;
}
const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];
const number = (value) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

let failures = 0;
console.log(
    '| job, microseconds of processor time | plyforge | chess.js | chessops | times chess.js | times chessops |\n|---|---|---|---|---|---|',
);
for (const [name, least, count, ...works] of jobs.filter(([name]) => name.includes(only))) {
    // Short works are repeated until a turn takes long enough to be measured.
    const counts = works.map((work) => {
        work();
        const once = time(work, count);
        return Math.max(1, Math.min(200_000, Math.ceil((quick ? 5_000 : 60_000) / once)));
    });
    works.forEach((work, i) => counts[i] > 1 && time(work, counts[i]));
    const times = works.map(() => []);
    for (let round = 0; round < 5; round++) works.forEach((work, i) => times[i].push(time(work, counts[i])));
    const [ours, ...others] = times.map(median);
    const factors = others.map((other) => other / ours);
    const isLow = factors.some((factor, i) => factor < least[i]);
    if (isLow) failures++;
    const cell = (value, i) =>
        value === undefined ? '' : number(value) + (factors[i] < least[i] ? ` (less than ${least[i]})` : '');
    console.log(
        `| ${name} | ${number(ours)} | ${number(others[0])} | ${others[1] === undefined ? '' : number(others[1])} | ${cell(factors[0], 0)} | ${cell(factors[1], 1)} |`,
    );
}

if (only) process.exit(failures > 0 ? 1 : 0);
const cold = (text) =>
    Math.min(
        ...Array.from({ length: 5 }, () =>
            Number(
                execFileSync(process.execPath, ['--input-type=module', '-e', text], { cwd: here, encoding: 'utf8' }),
            ),
        ),
    );
const first = cold(
    "import { Chess } from './dist/esm/chess.js'; const start = performance.now(); new Chess().moves(); console.log(performance.now() - start);",
);
console.log(`\nThe first new Chess() with its moves: ${first.toFixed(1)} ms.`);
if (first > 15) failures++;

console.log('\n| bundle, minified, in bytes | raw | gzip | brotli |\n|---|---|---|---|');
for (const [name, text] of [
    ['chess.js', "export { Chess } from 'chess.js'"],
    [
        'chessops (chess, fen, san, pgn)',
        "export { Chess } from 'chessops/chess'; export * from 'chessops/fen'; export * from 'chessops/san'; export * from 'chessops/pgn'",
    ],
    ['plyforge/chess', "export { Chess } from './dist/esm/chess.js'"],
    ['plyforge', "export { Position, Game, Batch } from './dist/esm/index.js'"],
    ['plyforge/pgn', "export { readPgn, readPgnStream, writePgn } from './dist/esm/pgn.js'"],
    [
        'plyforge, plyforge/pgn, perft, workbench',
        "export * from './dist/esm/index.js'; export * from './dist/esm/pgn.js'; export { perft } from './dist/esm/perft.js'; export { bisect, explain } from './dist/esm/workbench.js'",
    ],
]) {
    const built = await build({
        stdin: { contents: text, resolveDir: here },
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
        logLevel: 'error',
    });
    const bytes = built.outputFiles[0].contents;
    console.log(
        `| ${name} | ${bytes.length} | ${gzipSync(bytes, { level: 9 }).length} | ${brotliCompressSync(bytes).length} |`,
    );
}
process.exitCode = failures > 0 ? 1 : 0;
