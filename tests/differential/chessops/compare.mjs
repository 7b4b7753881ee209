// Compares the legal moves of positions, as print_variants prints them, with those of chessops.
// usage: node chessops.mjs LINES NODE_MODULES
// chessops is loaded from NODE_MODULES at run time, into this process only.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [lines, modules] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(`${modules}/chessops/dist/esm/${name}.js`));
const { parseFen } = await load('fen');
const { setupPosition } = await load('variant');
const { makeUci } = await load('util');
const { ROLES } = await load('types');

const names = { threecheck: '3check', standard: 'chess' };

// Every move as king takes rook; a promotion once for each piece that the variant has.
function movesOf(position, variant) {
    const moves = [];
    const roles = ['queen', 'rook', 'bishop', 'knight', ...(variant === 'antichess' ? ['king'] : [])];
    for (const [from, targets] of position.allDests()) {
        const pawn = position.board.getRole(from) === 'pawn';
        for (const to of targets) {
            if (pawn && (to < 8 || to >= 56))
                for (const promotion of roles) moves.push(makeUci({ from, to, promotion }));
            else moves.push(makeUci({ from, to }));
        }
    }
    if (variant === 'crazyhouse')
        for (const role of ROLES)
            if (position.pockets[position.turn][role] > 0)
                for (const to of position.dropDests())
                    if (role !== 'pawn' || (to >= 8 && to < 56)) moves.push(makeUci({ role, to }));
    return moves;
}

const compared = {},
    refused = {},
    failures = [];
for (const line of readFileSync(lines, 'utf8').split('\n')) {
    if (!line) continue;
    const [variant, fen, text] = line.split('\t');
    const setup = parseFen(fen);
    const position = setup.isOk ? setupPosition(names[variant] ?? variant, setup.value) : setup;
    if (position.isErr) {
        refused[variant] = (refused[variant] ?? 0) + 1;
        continue;
    }
    compared[variant] = (compared[variant] ?? 0) + 1;
    const ours = text ? text.split(' ').sort().join(' ') : '';
    const theirs = movesOf(position.value, variant).sort().join(' ');
    if (ours !== theirs) failures.push({ variant, fen, ours, theirs });
}
for (const { variant, fen, ours, theirs } of failures.slice(0, 20)) {
    const mine = new Set(ours.split(' ')),
        other = new Set(theirs.split(' '));
    const only = (a, b) => [...a].filter((move) => !b.has(move)).join(' ') || '-';
    console.log(`FAILED: ${variant}: ${fen}: only here: ${only(mine, other)}; only in chessops: ${only(other, mine)}`);
}
for (const variant in compared)
    console.log(`${variant}: ${compared[variant]} positions compared, ${refused[variant] ?? 0} refused by chessops`);
process.exit(failures.length || Object.keys(compared).length !== 7 ? 1 : 0);
