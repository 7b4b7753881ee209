// Tablebases and names of openings out of bytes. The tables are those of the corpora, where they are there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { PlyforgeError, Position } from '../dist/esm/index.js';
import { Openings, Tablebase } from '../dist/esm/tables.js';

const corpora = process.env.PLYFORGE_CORPORA ?? '';
const folder = join(corpora, 'syzygy');
const without = corpora && existsSync(folder) ? false : 'no tables: PLYFORGE_CORPORA is not set';
const ROOK = Position.fromFen('8/8/8/8/8/2k5/8/K2R4 w - - 0 1');

function code(expected) {
    return (error) => error instanceof PlyforgeError && error.code === expected;
}

test('probing', { skip: without }, () => {
    const tables = new Tablebase();
    for (const name of readdirSync(folder)) assert.equal(tables.add(name, readFileSync(join(folder, name))), true);
    assert.equal(tables.size, 70);
    assert.equal(tables.mostMen, 4);
    assert.equal(tables.probeWdl(ROOK), 2);
    assert.equal(tables.probeDtz(ROOK), 25);
    const moves = tables.rankMoves(ROOK);
    assert.equal(moves.length, 15);
    assert.deepEqual([ROOK.san(moves[0].move), moves[0].wdl, moves[0].dtz], ['Kb1', 2, 25]);
    assert.deepEqual([moves[14].wdl, moves[14].dtz], [0, 0]);
    const lost = Position.fromFen('7k/6b1/6K1/8/8/8/8/3R4 b - - 12 7');
    assert.equal(tables.probeWdl(lost), -2);
    assert.equal(tables.probeDtz(lost), -5);
    const passant = Position.fromFen('8/8/8/k2Pp3/8/8/8/4K3 w - e6 0 2');
    assert.equal(tables.probeWdl(passant), 2);
    assert.equal(tables.probeWdl(Position.fromFen('8/8/8/k2Pp3/8/8/8/4K3 w - - 0 2')), 0);
    assert.throws(() => tables.probeWdl(Position.start()), code('unsupported'));
    assert.throws(() => tables.probeWdl(Position.start('atomic')), code('unsupported'));
    tables.close();
    tables.close();
    assert.throws(() => tables.probeWdl(ROOK), code('tablebase'));
    assert.equal(tables.size, 0);
});

test('tables that are not there, or not tables', { skip: without }, () => {
    const tables = new Tablebase();
    const content = readFileSync(join(folder, 'KRvK.rtbw'));
    assert.throws(() => tables.probeWdl(ROOK), code('no table'));
    assert.throws(() => tables.add('KRvK.rtbw', content.subarray(0, 100)), code('tablebase'));
    assert.throws(() => tables.add('KQvK.rtbw', content), code('tablebase'));
    assert.throws(() => tables.add('table', content), /not the name of a table/);
    assert.throws(() => tables.add('KRvK.rtbw', 'text'), TypeError);
    assert.throws(() => tables.add(1, content), TypeError);
    assert.equal(tables.size, 0);
    assert.equal(tables.add('KRvK.rtbw', content.buffer.slice(content.byteOffset, content.byteOffset + content.length)), true);
    assert.equal(tables.add('KRvK.rtbw', content), false);
    assert.equal(tables.size, 1);
    assert.equal(tables.probeWdl(ROOK), 2);
    assert.throws(() => tables.probeDtz(ROOK), { code: 'no table', message: 'there is no table KRvK.rtbz' });
    assert.throws(() => tables.rankMoves(ROOK), code('no table'));
    assert.throws(() => tables.probeWdl('8/8/8/8/8/2k5/8/K2R4 w - - 0 1'), TypeError);
});

const TABLE = 'eco\tname\tpgn\nB00\tKing Pawn\t1. e4\nC60\tRuy Lopez\t1. e4 e5 2. Nf3 Nc6 3. Bb5\nA04\tRéti\t1. Nf3\n';

function line(moves) {
    const positions = [Position.start()];
    for (const move of moves.split(' ')) positions.push(positions.at(-1).play(move));
    return positions;
}

test('openings', () => {
    const openings = new Openings(TABLE, new TextEncoder().encode('C20\tOpen Game\t1. e4 e5\n'));
    assert.equal(openings.size, 4);
    assert.equal(openings.find(Position.start()), null);
    assert.deepEqual(openings.find(line('Nf3 Nc6 e4 e5 Bb5').at(-1)), { eco: 'C60', name: 'Ruy Lopez', plies: 5 });
    assert.equal(openings.find(line('Nf3').at(-1)).name, 'Réti');
    assert.deepEqual(openings.findLast(line('e4 c5')), { eco: 'B00', name: 'King Pawn', plies: 1 });
    assert.equal(openings.findLast([]), null);
    assert.equal(openings.find(Position.start('atomic').play('e4')), null);
    assert.throws(() => openings.find('e4'), TypeError);
    assert.throws(() => openings.read(1), TypeError);
    assert.throws(() => openings.read('A00\tRéti\t1. a3\nA01\tWrong\t1. e5\n'), { code: 'book', offset: 28 });
    assert.equal(openings.size, 5);
    openings.close();
    openings.close();
    assert.throws(() => openings.find(Position.start()), code('book'));
});

test('the whole table of openings', { skip: without }, () => {
    const texts = ['a', 'b', 'c', 'd', 'e'].map((name) => readFileSync(join(corpora, 'openings', `${name}.tsv`)));
    const openings = new Openings(...texts);
    assert.ok(openings.size > 3000);
    assert.match(openings.findLast(line('d4 Nf6 c4 e6 Nc3 Bb4')).name, /^Nimzo-Indian Defense/);
});
