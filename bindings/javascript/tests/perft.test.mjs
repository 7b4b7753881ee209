// Known counts, with the module that counts and with a loop over positions; and the pool of workers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { Position } from '../dist/esm/index.js';
import { divide, perft, PerftPool } from '../dist/esm/perft.js';

const suites = new URL('../../../tests/perft/', import.meta.url);
const MAX_NODES = 200_000;
const START = Position.start();

function* countsOf(url) {
    for (const line of readFileSync(url, 'utf8').split('\n')) {
        if (line.startsWith('#')) continue;
        const [fen, ...counts] = line.split(';').map((word) => word.trim());
        for (const count of counts) {
            const match = /^D(\d+) (\d+)$/.exec(count);
            if (match && Number(match[2]) <= MAX_NODES) yield [fen, Number(match[1]), BigInt(match[2])];
        }
    }
}

function loop(position, depth) {
    if (depth === 0) return 1;
    if (depth === 1) {
        assert.equal(position.count(), position.moves().length, position.fen());
        return position.count();
    }
    let nodes = 0;
    for (const move of position.moves()) nodes += loop(position.play(move), depth - 1);
    return nodes;
}

function check(url, options) {
    let counted = 0;
    for (const [fen, depth, nodes] of countsOf(url)) {
        const position = Position.fromFen(fen, options);
        assert.equal(perft(position, depth), nodes, `${fen} depth ${depth}`);
        if (nodes < 3000n) assert.equal(BigInt(loop(position, depth)), nodes, `${fen} depth ${depth} by a loop`);
        counted++;
    }
    assert.ok(counted > 0, fileURLToPath(url));
}

for (const name of readdirSync(suites).filter((name) => name.endsWith('.epd'))) {
    test(name, () => check(new URL(name, suites), { chess960: true, lenient: true }));
}
for (const name of readdirSync(new URL('variants/', suites)).filter((name) => name.endsWith('.epd'))) {
    test(`variants/${name}`, () => {
        const variant = name.replace(/(-.*)?\.epd$/, '');
        check(new URL(`variants/${name}`, suites), { variant, chess960: true, lenient: true });
    });
}

test('divide', () => {
    const counts = divide(START, 3);
    assert.equal(counts.size, 20);
    assert.equal(counts.get('e2e4'), 600n);
    assert.ok(divide(Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1'), 1, { chess960: true }).has('e1h1'));
    assert.equal(perft(START, 0), 1n);
    assert.throws(() => perft(START, -1), RangeError);
    assert.throws(() => perft(START, 31), RangeError);
    assert.throws(() => perft('x', 1), TypeError);
});

test('a pool of workers', async () => {
    const pool = await PerftPool.create({ size: 2 });
    assert.equal(pool.size, 2);
    const [five, atomic] = await Promise.all([pool.perft(START, 5), pool.perft(Position.start('atomic'), 4)]);
    assert.equal(five, 4865609n);
    assert.equal(atomic, 197326n);
    assert.deepEqual(await pool.divide(START, 2), divide(START, 2));
    assert.equal(await pool.perft(START, 0), 1n);
    await assert.rejects(pool.perft(START, 99), RangeError);
    const late = pool.perft(START, 6);
    late.catch(() => {});
    await pool.close();
    await assert.rejects(late, /closed/);
    await assert.rejects(pool.perft(START, 2), /closed/);
    await assert.rejects(PerftPool.create({ size: 0 }), RangeError);
    assert.throws(() => new PerftPool(), /^TypeError: use PerftPool\.create\(\)/);
    for (const wrong of [null, 4, 'x'])
        await assert.rejects(PerftPool.create(wrong), /^TypeError: options must be an object such as \{ size: 4 \}/);
    await assert.rejects(PerftPool.create({ createWorker: 5 }), /^TypeError: createWorker must be a function, not 5/);
});

test('jobs of a pool: root moves, in large counts their replies', async () => {
    let jobs = 0;
    const createWorker = async (source) => {
        const { Worker } = await import('node:worker_threads');
        const worker = new Worker(source, { eval: true });
        const post = worker.postMessage.bind(worker);
        worker.postMessage = (message) => {
            if (!message.module) jobs++;
            post(message);
        };
        return worker;
    };
    const pool = await PerftPool.create({ size: 2, createWorker });
    const seen = new Map();
    assert.deepEqual(await pool.divide(START, 5, { onMove: (uci, count) => seen.set(uci, count) }), divide(START, 5));
    assert.equal(jobs, 20);
    assert.deepEqual([...seen].sort(), [...divide(START, 5)].sort());
    jobs = 0;
    assert.equal(await pool.perft(START, 6), 119060324n);
    assert.equal(jobs, 20);
    jobs = 0;
    const queens = Position.fromFen('R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1'); // 218 moves
    assert.equal(await pool.perft(queens, 4), perft(queens, 4));
    assert.equal(BigInt(jobs), perft(queens, 2));
    const rook = Position.fromFen('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
    let castling = 0n;
    await pool.divide(rook, 2, {
        chess960: true,
        onMove: (uci, count) => {
            if (uci === 'e1h1') castling = count;
        },
    });
    assert.equal(castling, divide(rook, 2).get('e1g1'));
    await pool.close();
});

test('workers that end early', async () => {
    const made = [];
    const createWorker = async (source) => {
        const { Worker } = await import('node:worker_threads');
        made.push(new Worker(source, { eval: true }));
        return made.at(-1);
    };
    const pool = await PerftPool.create({ size: 2, createWorker });
    const broken = pool.perft(START, 6);
    await made[0].terminate();
    await assert.rejects(broken, /a worker of the pool ended/);
    assert.equal(await pool.perft(START, 3), 8902n, 'the other one goes on');
    const last = pool.perft(START, 6);
    await made[1].terminate();
    await assert.rejects(last, /a worker of the pool ended/);
    await assert.rejects(pool.perft(START, 2), /a worker of the pool ended/);
    assert.equal(pool.size, 0);
    await pool.close();
    const faulty = await PerftPool.create({
        size: 1,
        createWorker: async () => {
            const { Worker } = await import('node:worker_threads');
            return new Worker('throw new Error("no such thing")', { eval: true });
        },
    });
    await assert.rejects(faulty.perft(START, 3), /no such thing/);
    await faulty.close();
});

test('the jobs of a count that has failed do not delay the next one', async () => {
    const workers = [];
    const asked = [];
    const createWorker = () => {
        const listeners = {};
        const worker = {
            postMessage: (message) => message.module || asked.push(message.depth),
            terminate() {},
            addEventListener: (type, listener) => (listeners[type] = listener),
            answer: () => listeners.message({ data: { words: [1, 0, 0, 0] } }),
            fail: () => listeners.error({ message: 'it broke' }),
        };
        workers.push(worker);
        return worker;
    };
    const pool = await PerftPool.create({ size: 3, createWorker });
    const broken = pool.perft(START, 5);
    workers[0].fail();
    await assert.rejects(broken, /it broke/);
    const thrown = pool.divide(START, 6, {
        onMove: () => {
            throw new Error('onMove failed');
        },
    });
    workers[1].answer();
    workers[1].answer();
    await assert.rejects(thrown, /onMove failed/);
    asked.length = 0;
    const next = pool.perft(Position.fromFen('7k/8/8/8/8/8/8/K7 w - - 0 1'), 2);
    for (const i of [1, 2, 1, 1, 2]) workers[i].answer(); // of the two jobs that had begun, then of the new ones
    assert.equal(await next, 3n);
    assert.deepEqual(asked, [1, 1, 1]);
});

test('a pool that waits does not keep Node running, one that counts does', () => {
    const run = (work) => {
        const text = `import { PerftPool } from ${JSON.stringify(new URL('../dist/esm/perft.js', import.meta.url))};
            import { Position } from ${JSON.stringify(new URL('../dist/esm/index.js', import.meta.url))};
            const pool = await PerftPool.create({ size: 2 });
            ${work}`;
        return execFileSync(process.execPath, ['--input-type=module', '-e', text], {
            encoding: 'utf8',
            timeout: 60_000,
        });
    };
    assert.equal(run('console.log(pool.size)'), '2\n');
    assert.equal(
        run('console.log(await pool.perft(Position.start(), 4)); await pool.close(); console.log("closed")'),
        '197281n\nclosed\n',
    );
    assert.equal(run('pool.perft(Position.start(), 4).then(console.log)'), '197281n\n');
});

test('a worker that a policy forbids says what to allow', async () => {
    // A browser reports it by an event without a message.
    const createWorker = () => ({
        postMessage() {},
        terminate() {},
        addEventListener: (type, listener) => type === 'error' && queueMicrotask(() => listener({})),
    });
    const pool = await PerftPool.create({ size: 1, createWorker });
    await assert.rejects(pool.perft(Position.start(), 3), /worker-src blob:.*createWorker/);
});

test('no worker outlives its pool', async () => {
    const ended = [];
    const made = (name, more) => ({
        postMessage() {},
        terminate: () => ended.push(name),
        addEventListener() {},
        ...more,
    });
    const none = () => {
        throw new Error('no more workers');
    };
    let count = 0;
    await assert.rejects(
        PerftPool.create({ size: 3, createWorker: () => (++count < 3 ? made(count) : none()) }),
        /no more workers/,
    );
    assert.deepEqual(ended.splice(0), [1, 2]);
    await assert.rejects(
        PerftPool.create({ size: 1, createWorker: () => made('deaf', { postMessage: none }) }),
        /no more workers/,
    );
    assert.deepEqual(ended.splice(0), ['deaf']);
    let fail;
    const pool = await PerftPool.create({
        size: 1,
        createWorker: () =>
            made('broken', { addEventListener: (type, listener) => type === 'error' && (fail = listener) }),
    });
    const nodes = pool.perft(START, 3);
    fail({ message: 'it broke' });
    await assert.rejects(nodes, /it broke/);
    assert.deepEqual(ended, ['broken']);
});
