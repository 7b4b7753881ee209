/* Counting move sequences: in this thread, or by a pool of workers that share nothing but the compiled module, so that
 * no SharedArrayBuffer and no special headers are needed. */
import { checkInteger, checkOptions, describe } from './core.js';
import { outCount, tools } from './tools.js';
import { checkPosition, type Position } from './position.js';
import { WORDS } from './wasm/layout.js';
export { ready, useModule, type CompiledModule } from './tools.js';

const MAX_DEPTH = 30;

/** The number of sequences of depth legal moves.
 *
 * @example
 * console.log(perft(Position.start(), 4)); // 197281n
 */
export function perft(position: Position, depth: number): bigint {
    checkInteger(depth, 0, MAX_DEPTH, 'the depth');
    const core = checkPosition(position).held(tools.get());
    core.exports.perft(depth);
    return outCount(core, 0);
}

/** perft(depth) for each root move, by UCI.
 *
 * @example
 * console.log(divide(Position.start(), 3).get('e2e4')); // 600n
 */
export function divide(position: Position, depth: number, { chess960 = false } = {}): Map<string, bigint> {
    checkInteger(depth, 1, MAX_DEPTH, 'the depth');
    checkPosition(position);
    const counts = new Map<string, bigint>();
    for (const move of position.moves())
        counts.set(position.uci(move, { chess960 }), perft(position.play(move), depth - 1));
    return counts;
}

/* The program of a worker: gets the module, then positions; answers with counts. It is text, so that no file has to be
 * located at run time. */
const WORKER = `
const post = typeof self === 'object' ? (m) => self.postMessage(m) : (m) => require('node:worker_threads').parentPort.postMessage(m);
let wasm;
function onMessage(m) {
    if (m.module) {
        wasm = new WebAssembly.Instance(m.module, { plyforge: { ask: () => -1 } }).exports;
        return;
    }
    const words = new Int32Array(wasm.memory.buffer);
    words.set(m.words, wasm.layout(0) >> 2);
    wasm.perft(m.depth);
    const at = wasm.layout(4) >> 2;
    post({ id: m.id, words: Array.from(words.subarray(at, at + 4), (w) => w >>> 0) });
}
if (typeof self === 'object') self.onmessage = (e) => onMessage(e.data);
else require('node:worker_threads').parentPort.on('message', onMessage);
`;

/** A worker of either kind. */
export interface WorkerLike {
    postMessage(message: unknown): void;
    terminate(): unknown;
    addEventListener?(type: string, listener: (event: { data?: unknown; message?: string }) => void): void;
    on?(type: string, listener: (value: unknown) => void): void;
    /** Node: whether the worker keeps the program running. */
    ref?(): void;
    unref?(): void;
}

export interface PoolOptions {
    /** The number of workers; by default one per core. */
    size?: number;
    /** Makes a worker that runs PerftPool.source, for pages whose policy forbids workers from blob: addresses. */
    createWorker?: (source: string) => WorkerLike | Promise<WorkerLike>;
}

/* Browsers give no reason when a policy forbids a worker. */
const WORKER_FAILED =
    'a worker of the pool could not start; a content security policy must allow worker-src blob:, or createWorker must make the worker';

let workerUrl: string | undefined;

/* Deno has only module workers; old browsers do not have them. The address stays valid, since Bun reads it late. */
function webWorker(): WorkerLike {
    workerUrl ??= URL.createObjectURL(new Blob([WORKER], { type: 'text/javascript' }));
    try {
        return new Worker(workerUrl);
    } catch {
        return new Worker(workerUrl, { type: 'module' });
    }
}

async function makeWorker(): Promise<WorkerLike> {
    if (typeof Worker === 'function') return webWorker();
    // The name is not a constant, so that bundlers for browsers do not look for it.
    const name = ['node', 'worker_threads'].join(':');
    const { Worker: NodeWorker } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as {
        Worker: new (source: string, options: { eval: boolean; execArgv: string[] }) => WorkerLike;
    };
    return new NodeWorker(WORKER, { eval: true, execArgv: [] }); // --input-type=module of the program is not meant for the worker
}

/** The state that a call of the pool waits for. */
type Count = object;

interface Job {
    /** The count that it is a part of. */
    of: Count;
    words: Int32Array;
    depth: number;
    resolve(count: bigint): void;
    reject(error: unknown): void;
}

/** Below about this many nodes each root move is one job; the messages for more jobs would take as long as the
 * counting. */
const SPLIT_REPLIES = 1e9;

export interface PoolDivideOptions {
    /** Castling as the king taking its rook. */
    chess960?: boolean;
    /** Called with each root move and its count as soon as it is known, in any order. */
    onMove?: (uci: string, count: bigint) => void;
}

const PRIVATE = Symbol('private');

/** Workers that count. Each root move is a separate job, and in large counts each reply to it. */
export class PerftPool {
    /** The program of a worker. */
    static readonly source: string = WORKER;

    private readonly idle: WorkerLike[] = [];
    private readonly all: WorkerLike[] = [];
    private queue: Job[] = [];
    private readonly running = new Map<WorkerLike, Job>();
    private isClosed = false;
    /** Why there is no worker left. */
    private failure: Error | undefined;

    private constructor(key: symbol) {
        if (key !== PRIVATE) throw new TypeError('use PerftPool.create(), since workers start in their own time');
    }

    /**
     * Starts the workers.
     *
     * @example
     * const pool = await PerftPool.create({ size: 2 });
     * await pool.close();
     */
    static async create(options: PoolOptions = {}): Promise<PerftPool> {
        const cores =
            typeof navigator === 'object' && navigator.hardwareConcurrency ? navigator.hardwareConcurrency : 2;
        const { createWorker = makeWorker } = checkOptions(options, '{ size: 4 }');
        if (typeof createWorker !== 'function')
            throw new TypeError(`createWorker must be a function, not ${describe(createWorker)}`);
        const size =
            options.size === undefined ? Math.min(cores, 64) : checkInteger(options.size, 1, 64, 'the size of a pool');
        const pool = new PerftPool(PRIVATE);
        await tools.ready();
        const module = tools.get().module;
        try {
            for (let i = 0; i < size; i++) {
                const worker = await createWorker(WORKER);
                pool.listen(worker);
                pool.all.push(worker);
                worker.postMessage({ module });
                pool.rest(worker);
            }
        } catch (error) {
            await pool.close(); // a worker that is left would keep Node running
            throw error;
        }
        return pool;
    }

    get size(): number {
        return this.all.length;
    }

    private listen(worker: WorkerLike): void {
        const done = (message: { words: number[] }) => {
            const job = this.running.get(worker);
            this.running.delete(worker);
            this.rest(worker);
            let count = 0n;
            for (let i = 3; i >= 0; i--) count = (count << 32n) | BigInt(message.words[i]!);
            job?.resolve(count);
            this.start();
        };
        const failed = (error: unknown) =>
            this.lose(worker, error instanceof Error ? error : new Error(`a worker failed: ${describe(error)}`));
        if (worker.on) {
            worker.on('message', (message) => done(message as { words: number[] }));
            worker.on('error', failed);
            worker.on('exit', (code) => failed(new Error(`a worker of the pool ended with code ${describe(code)}`)));
        } else {
            worker.addEventListener?.('message', (event) => done(event.data as { words: number[] }));
            worker.addEventListener?.('error', (event) => failed(new Error(event.message || WORKER_FAILED)));
        }
    }

    /**
     * An idle worker does not keep the program running; one that is being ended does, otherwise close() might never
     * return.
     */
    private rest(worker: WorkerLike): void {
        this.idle.push(worker);
        if (!this.isClosed) worker.unref?.();
    }

    /** A worker has ended or failed: its count is rejected, and with the last worker all others. */
    private lose(worker: WorkerLike, error: Error): void {
        const index = this.all.indexOf(worker);
        if (this.isClosed || index < 0) return;
        this.all.splice(index, 1);
        void worker.terminate(); // one that reports an error may still run
        const idle = this.idle.indexOf(worker);
        if (idle >= 0) this.idle.splice(idle, 1);
        this.running.get(worker)?.reject(error);
        this.running.delete(worker);
        if (this.all.length > 0) return;
        this.failure = error;
        for (const job of this.queue.splice(0)) job.reject(error);
    }

    private start(): void {
        while (this.idle.length > 0 && this.queue.length > 0) {
            const worker = this.idle.pop()!;
            const job = this.queue.shift()!;
            this.running.set(worker, job);
            worker.ref?.();
            worker.postMessage({ words: job.words, depth: job.depth });
        }
    }

    private count(of: Count, position: Position, depth: number): Promise<bigint> {
        return new Promise((resolve, reject) => {
            if (this.failure) {
                reject(this.failure);
                return;
            }
            this.queue.push({
                of,
                words: position.words.slice(position.at, position.at + WORDS),
                depth,
                resolve,
                reject,
            });
            this.start();
        });
    }

    /** perft(depth) for each root move, by UCI, counted by the workers.
     *
     * @example
     * const pool = await PerftPool.create({ size: 2 });
     * console.log((await pool.divide(Position.start(), 3)).get('e2e4')); // 600n
     * await pool.close();
     */
    async divide(
        position: Position,
        depth: number,
        { chess960 = false, onMove }: PoolDivideOptions = {},
    ): Promise<Map<string, bigint>> {
        checkInteger(depth, 1, MAX_DEPTH, 'the depth');
        checkPosition(position);
        if (this.isClosed) throw new Error('the pool is closed');
        const moves = position.moves();
        const isLarge = depth > 2 && moves.length ** depth >= SPLIT_REPLIES;
        const of: Count = {};
        try {
            return new Map(
                await Promise.all(
                    Array.from(moves, async (move) => {
                        const after = position.play(move);
                        const parts = isLarge
                            ? Array.from(after.moves(), (reply) => this.count(of, after.play(reply), depth - 2))
                            : [this.count(of, after, depth - 1)];
                        const sum = (await Promise.all(parts)).reduce((a, b) => a + b, 0n);
                        const uci = position.uci(move, { chess960 });
                        onMove?.(uci, sum);
                        return [uci, sum] as const;
                    }),
                ),
            );
        } finally {
            // A part has failed; others that have not begun yet would only delay the next count.
            this.queue = this.queue.filter((job) => job.of !== of);
        }
    }

    /**
     * The number of sequences of this many legal moves.
     *
     * @example
     * const pool = await PerftPool.create({ size: 2 });
     * console.log(await pool.perft(Position.start(), 4)); // 197281n
     * await pool.close();
     */
    async perft(position: Position, depth: number): Promise<bigint> {
        checkInteger(depth, 0, MAX_DEPTH, 'the depth');
        if (depth === 0) return 1n;
        let sum = 0n;
        for (const count of (await this.divide(position, depth)).values()) sum += count;
        return sum;
    }

    /** Ends the workers; counts that are not finished are rejected.
     *
     * @example
     * const pool = await PerftPool.create({ size: 1 });
     * await pool.close();
     */
    async close(): Promise<void> {
        this.isClosed = true;
        const error = new Error('the pool was closed');
        for (const job of [...this.queue.splice(0), ...this.running.values()]) job.reject(error);
        this.running.clear();
        await Promise.all(
            this.all.map((worker) => {
                worker.ref?.(); // or the program could end before the answer
                return worker.terminate();
            }),
        );
    }
}
