// Builds the library as WebAssembly: several modules from the same sources, freestanding, with clang and wasm-ld.
//     node scripts/wasm.mjs [--check] [--page FILE.c FILE.wasm]
// Writes dist/*.wasm and src/wasm/*.ts, the same modules compressed by xz and in base64 (src/unpack.ts reads them), and src/wasm/layout.ts, the
// places of members of C structs. --check compares the compressed sizes with the limits below.
// --page writes the module of the explorer page (web/) instead: the largest one and FILE.c, compiled for speed. Objects are kept in
// build/ while no source changes; the page takes most of them over from the package.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(here));
const build = join(here, 'build');
const dist = join(here, 'dist');

// What a program calls most is compiled for speed (fast), the rest for size. The limits are in bytes after compression.
const everywhere = ['notation/fen', 'entry/lists', 'entry/playing', 'notation/san'];
const tableFiles = ['openings.c', ...['numbering', 'table', 'set', 'probe'].map((name) => `syzygy/${name}.c`)];
const arbiterFiles = [
    'dead',
    'dead_proof',
    'helpmate',
    'helpmate_plan',
    'helpmate_sight',
    'helpmate_choice',
    'helpmate_swift',
    'helpmate_variant',
].map((name) => `../../../src/rules/${name}.c`);
const modules = [
    {
        name: 'standard',
        glue: ['module.c', 'rules.c'],
        define: ['-DPF_JS_STANDARD', '-DPF_VARIANTS=0'],
        limit: 16_100,
        fast: [], // compiled for speed, it would be a fifth larger and a tenth faster
    },
    {
        name: 'rules',
        glue: ['module.c', 'rules.c', 'fast.c', 'pgn.c'],
        define: [],
        limit: 46_200,
        fast: [...everywhere, 'moves/count_inlined', 'variants/code_portable', 'notation/pgn/movetext_portable'],
    },
    {
        name: 'workbench',
        glue: ['module.c', 'workbench.c'],
        define: [],
        limit: 47_000,
        fast: [],
    },
    {
        name: 'formats',
        glue: ['module.c', 'formats.c'],
        define: [],
        limit: 34_000,
        fast: [],
    },
    {
        name: 'tables',
        glue: ['module.c', 'tables.c', ...tableFiles.map((file) => `../../../src/formats/${file}`)],
        define: ['-DPF_VARIANTS=0'],
        limit: 17_000,
        fast: [],
    },
    {
        name: 'arbiter',
        glue: ['module.c', 'arbiter.c', ...arbiterFiles],
        define: [],
        limit: 21_500,
        fast: [],
    },
];

const page = process.argv.indexOf('--page');
if (page > 0) {
    const [file, output] = process.argv.slice(page + 1);
    modules.splice(0, modules.length, {
        name: 'page',
        glue: ['module.c', 'rules.c', 'fast.c', 'pgn.c', 'workbench.c', 'arbiter.c', ...arbiterFiles, resolve(file)],
        define: ['-I', join(here, 'wasm')],
        limit: 88_500,
        output,
        fast: [...modules.flatMap((module) => module.fast), 'perft/'],
    });
}

// Files that are left out: they need threads or files, or no module reaches them.
const leftOut =
    /^(perft\/(run\/(?!run_stats)|merge\/)|workbench\/differential\.c|notation\/pgn\/(columns|writer)\.c|formats\/(train|openings)\.c|formats\/syzygy\/|rules\/(game_heap|game|repetition|dead|dead_proof|helpmate\w*)\.c|moves\/(see|picker|changes|keys)\.c)/;

function lists() {
    const text = readFileSync(join(root, 'src/CMakeLists.txt'), 'utf8').replace(/#[^\n]*/g, '');
    const found = {};
    for (const [, name, words] of text.matchAll(/^set\((\w+)\s([^)$]*)\)/gm)) found[name] = words.trim().split(/\s+/);
    return found;
}

const flags = [
    '--target=wasm32',
    '-ffreestanding',
    '-nostdlibinc',
    '-std=c17',
    '-mbulk-memory',
    '-msign-ext',
    '-mnontrapping-fptoint',
    '-ffunction-sections',
    '-fdata-sections',
    '-DPF_BUILDING',
    '-DPF_SMALL',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-I',
    join(here, 'wasm/include'),
    '-I',
    join(root, 'include'),
    '-I',
    join(root, 'src'),
    '-I',
    join(build, 'tables'),
];

function run(command, args) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
        child.on('error', () => reject(new Error(`cannot run ${command}: install clang and lld (Debian's names)`)));
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed on ${args.at(-1)}`))));
    });
}

async function inParallel(jobs) {
    const queue = [...jobs];
    await Promise.all(
        Array.from({ length: Math.max(2, cpus().length) }, async () => {
            for (let job = queue.shift(); job; job = queue.shift()) await job();
        }),
    );
}

/** Everything that an object is made of, but the file of the page. */
function keyOfSources() {
    const hash = createHash('sha256')
        .update(JSON.stringify(flags))
        .update(readFileSync(fileURLToPath(import.meta.url)));
    hash.update(execFileSync('clang', ['--version']));
    for (const folder of [join(root, 'include'), join(root, 'src'), join(root, 'tools'), join(here, 'wasm')]) {
        const names = readdirSync(folder, { recursive: true })
            .filter((name) => /\.[ch]$/.test(name))
            .sort();
        for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
    }
    return hash.digest('hex');
}

/** Objects of other sources are removed before anything is compiled, so that those in the folder always fit its key. */
function forgetOldObjects() {
    const place = join(build, 'objects.key');
    const key = keyOfSources();
    if (existsSync(place) && readFileSync(place, 'utf8') === key) return;
    for (const name of readdirSync(build))
        if (/\.o$/.test(name) || name === 'tables') rmSync(join(build, name), { recursive: true });
    writeFileSync(place, key);
}

function makeTables() {
    if (existsSync(join(build, 'tables/made'))) return;
    mkdirSync(join(build, 'tables'), { recursive: true });
    const maker = join(build, 'make_tables');
    execFileSync(process.env.CC ?? 'cc', [
        '-std=c17',
        '-O1',
        '-I',
        join(root, 'include'),
        '-I',
        join(root, 'src'),
        join(root, 'tools/make_tables.c'),
        join(root, 'src/reference/attack_sets.c'),
        '-o',
        maker,
    ]);
    execFileSync(maker, [join(build, 'tables')]);
    writeFileSync(join(build, 'tables/made'), '');
}

const isOfPage = (source) => page > 0 && source === resolve(process.argv[page + 1]);

async function compile() {
    const { core, rest, variants_only: variantsOnly = [] } = lists();
    const jobs = [];
    const added = new Set();
    const add = (source, object, options) => {
        const path = join(build, object);
        const isKept = existsSync(path) && !isOfPage(source);
        if (!added.has(path) && !isKept)
            jobs.push(() => run('clang', [...flags, ...options, '-c', source, '-o', path]));
        added.add(path);
        return path;
    };
    const files = [...core, ...rest].filter((file) => !leftOut.test(file));
    for (const module of modules) {
        const options = ['-flto', ...module.define];
        const hasVariants = !module.define.includes('-DPF_VARIANTS=0');
        module.objects = module.glue.map((glue) =>
            add(resolve(here, 'wasm', glue), `${module.name}-${basename(glue)}.o`, [...options, '-Oz']),
        );
        module.objects.push(add(join(here, 'wasm/memory.c'), 'memory.o', ['-O2', '-fno-builtin']));
        // The order of the objects is that of the functions, and similar ones side by side compress better.
        for (const file of files.sort().reverse()) {
            if (!hasVariants && variantsOnly.includes(file)) continue;
            const isFast = module.fast.some(
                (name) => file === `${name}.c` || (name.endsWith('/') && file.startsWith(name)),
            );
            const kind = (hasVariants ? '' : '.standard') + (isFast ? '.fast' : '');
            module.objects.push(
                add(join(root, 'src', file), `${file.replaceAll('/', '_')}${kind}.o`, [
                    ...options,
                    ...(isFast ? ['-O2'] : ['-Oz']),
                    ...(isFast && module.fast.includes('moves/count_inlined') ? ['-DPF_SMALL_COUNT'] : []),
                ]),
            );
        }
    }
    await inParallel(jobs);
}

/** Writes src/wasm/layout.ts. A name that two modules have must mean the same in both. */
function writeLayout() {
    const found = new Map();
    for (const { name: module, define } of modules) {
        const source = join(here, 'wasm/layout.c');
        const text = execFileSync('clang', [...flags, ...define, '-S', source, '-o', '-'], { encoding: 'utf8' });
        for (const [, name, value = '0'] of text.matchAll(/^(\w+):\n\s+\.(?:int32\s+(\d+)|skip\s+4)/gm)) {
            if ((found.get(name) ?? value) !== value)
                throw new Error(`${name} is ${value} in ${module}.wasm and ${found.get(name)} in another module`);
            found.set(name, value);
        }
    }
    const lines = Array.from(found, ([name, value]) => `export const ${name} = ${value};\n`);
    writeFileSync(
        join(here, 'src/wasm/layout.ts'),
        `// Written by scripts/wasm.mjs from wasm/layout.c.\n${lines.join('')}`,
    );
}

async function link(module) {
    const wasm = module.output ?? join(dist, `${module.name}.wasm`);
    await run('wasm-ld', [
        '--no-entry',
        '--gc-sections',
        '--strip-all',
        '-z',
        'stack-size=262144',
        '--stack-first',
        '--lto-O2',
        '--compress-relocations',
        ...module.objects,
        '-o',
        wasm,
    ]);
    const bytes = readFileSync(wasm);
    if (module.output) return bytes;
    const base64 = compress(bytes).toString('base64');
    writeFileSync(
        join(here, 'src/wasm', `${module.name}.ts`),
        `// Written by scripts/wasm.mjs.
import type { ModuleSource } from '../core.js';

const packed: ModuleSource = { size: ${bytes.length}, base64: '${base64}' };
export default packed;
`,
    );
    return bytes;
}

/** Raw LZMA in the form that src/unpack.ts reads: a fifth smaller than gzip. Which search for matches does best differs from
 * module to module. */
function compress(bytes) {
    const searches = ['bt2', 'bt3', 'bt4'].flatMap((mf) =>
        [64, 80, 100, 110, 273].map((nice) => `mf=${mf},nice=${nice}`),
    );
    const shortest = (best, search) => {
        const options = `--lzma1=preset=9e,lc=3,lp=0,pb=0,depth=1000,${search}`;
        const packed = execFileSync('xz', ['--format=raw', options, '--stdout'], { input: bytes });
        return best && best.length <= packed.length ? best : packed;
    };
    try {
        return searches.reduce(shortest, undefined);
    } catch (error) {
        throw error.code === 'ENOENT' ? new Error("cannot run xz: install xz-utils (Debian's name)") : error;
    }
}

/** Writes src/wasm/unpack.ts, the module that unpacks the others. */
async function makeUnpacker() {
    const [object, wasm] = [join(build, 'unpack.o'), join(build, 'unpack.wasm')];
    await run('clang', [...flags, '-Oz', '-flto', '-c', join(here, 'wasm/unpack.c'), '-o', object]);
    await run('wasm-ld', [
        '--no-entry',
        '--gc-sections',
        '--strip-all',
        '-z',
        'stack-size=1024',
        '--compress-relocations',
        object,
        '-o',
        wasm,
    ]);
    writeFileSync(
        join(here, 'src/wasm/unpack.ts'),
        `// Written by scripts/wasm.mjs from wasm/unpack.c.\nconst base64: string = '${readFileSync(wasm).toString('base64')}';\nexport default base64;\n`,
    );
}

mkdirSync(build, { recursive: true });
mkdirSync(dist, { recursive: true });
if (page < 0) rmSync(join(here, 'src/wasm'), { recursive: true, force: true });
mkdirSync(join(here, 'src/wasm'), { recursive: true });
forgetOldObjects();
makeTables();
if (page < 0) {
    writeLayout();
    await makeUnpacker();
}
await compile();
for (const module of modules) {
    const bytes = await link(module);
    const size = compress(bytes).length;
    console.log(`${module.name}.wasm: ${bytes.length} bytes, ${size} compressed`);
    if (process.argv.includes('--check') && size > module.limit) {
        console.error(`${module.name}.wasm may have ${module.limit} bytes after compression`);
        process.exitCode = 1;
    }
}
