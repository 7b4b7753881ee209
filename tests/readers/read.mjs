// Reads PGN files with one reader and prints each as a line of JSON, as read.py does. The files that loadPgn and chess.js read are cut into
// games by readPgn.
// usage: read.mjs FOLDER_OF_THE_PACKAGE READER FILE..., where READER is readPgn, loadPgn or chess.js
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const [folder, reader, ...names] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { readPgn } = load('./dist/cjs/pgn.js');
const { Position } = load('./dist/cjs/index.js');
const { Chess } = reader === 'chess.js' ? load('chess.js') : load('./dist/cjs/chess.js');

const RESULTS = ['*', '1-0', '0-1', '1/2-1/2'];

/** A result that the movetext lacks is that of the tag. */
function resultOf(game) {
    const tag = game.tags.get('Result');
    return game.result ?? (RESULTS.includes(tag) ? tag : '*');
}

function allOf(bytes) {
    return [...readPgn(bytes)].map((game) => {
        let position = game.start;
        const moves = game.moves.map(({ move }) => {
            const text = move === 0 ? '0000' : position.uci(move, { chess960: true });
            position = move === 0 ? position.playNull() : position.play(move);
            return text;
        });
        const { error } = game;
        return { moves, result: resultOf(game), fault: error && [error.line, error.offset, error.message] };
    });
}

function uciOf(move) {
    if (move.san === '--') return '0000';
    if (!move.san.startsWith('O-O')) return move.from + move.to + (move.promotion ?? '');
    const before = Position.fromFen(move.before, { chess960: true });
    return before.uci(before.parseSan(move.san), { chess960: true });
}

function loaded(text) {
    const chess = new Chess();
    try {
        chess.loadPgn(text);
    } catch (error) {
        return { moves: [], result: '*', fault: error.message };
    }
    const tag = chess.getHeaders().Result;
    return {
        moves: chess.history({ verbose: true }).map(uciOf),
        result: RESULTS.includes(tag) ? tag : '*',
        fault: null,
    };
}

function oneByOne(bytes) {
    const places = [...readPgn(bytes)].map((game) => game.offset);
    return places.map((place, i) =>
        loaded(new TextDecoder().decode(bytes.subarray(i === 0 ? 0 : place, places[i + 1]))),
    );
}

for (const name of names) {
    const bytes = readFileSync(name);
    console.log(JSON.stringify({ name, games: reader === 'readPgn' ? allOf(bytes) : oneByOne(bytes) }));
}
