// Builds the library as WebAssembly: three modules from the same sources, freestanding, with clang and wasm-ld.
//     node scripts/wasm.mjs [--check] [--page FILE.c FILE.wasm]
// Writes dist/*.wasm and src/wasm/*.ts, the same bytes as base64. --check compares their sizes with the limits below.
// --page writes the module of the explorer page (web/) instead: the largest one and FILE.c, compiled for speed. Objects are kept in
// build/ while no source changes; the page takes most of them over from the package.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(here));
const build = join(here, 'build');
const dist = join(here, 'dist');

// What a program calls most is compiled for speed (fast), the rest for size. The limits are in bytes after gzip -9.
const everywhere = ['board/fen', 'moves/play', 'moves/legality', 'notation/san', 'notation/san_write'];
const modules = [
    { name: 'standard', glue: ['module.c', 'rules.c'], define: ['-DPF_JS_STANDARD'], limit: 25_000,
        fast: [...everywhere, 'moves/generate', 'moves/generate_portable'] },
    { name: 'rules', glue: ['module.c', 'rules.c'], define: [], limit: 40_000,
        fast: [...everywhere, 'moves/count_inlined', 'variants/variant_moves', 'variants/variant_moves_portable'] },
    { name: 'full', glue: ['module.c', 'pgn.c', 'workbench.c'], define: [], limit: 72_000, fast: ['notation/pgn/movetext_portable', 'notation/san'] },
];

const page = process.argv.indexOf('--page');
if (page > 0) {
    const [file, output] = process.argv.slice(page + 1);
    modules.splice(0, 3, { name: 'page', glue: ['module.c', 'rules.c', 'pgn.c', 'workbench.c', resolve(file)], define: ['-I', join(here, 'wasm')], limit: 95_000, output,
        fast: [...modules.flatMap((module) => module.fast), 'perft/'] });
}

// Files that are left out: they need threads or files, or no module reaches them.
const leftOut = /^(perft\/(run\/(?!run_stats)|merge\/)|ways\/|workbench\/(differential|random)\.c|notation\/(pgn\/(columns|writer)|epd)\.c|formats\/(train|book)\.c|rules\/(game_heap|game|repetition|dead|dead_proof)\.c|moves\/(retro|predecessors|see|picker|changes|keys)\.c|(board\/|variants\/variant_)packed\.c)/;

function lists() {
    const text = readFileSync(join(root, 'src/CMakeLists.txt'), 'utf8').replace(/#[^\n]*/g, '');
    const found = {};
    for (const [, name, words] of text.matchAll(/^set\((\w+)\s([^)$]*)\)/gm)) found[name] = words.trim().split(/\s+/);
    return found;
}

const flags = ['--target=wasm32', '-ffreestanding', '-nostdlibinc', '-std=c17', '-mbulk-memory', '-msign-ext',
    '-mnontrapping-fptoint', '-ffunction-sections', '-fdata-sections', '-DPF_BUILDING', '-DPF_SMALL', '-Wall', '-Wextra', '-Werror',
    '-I', join(here, 'wasm/include'), '-I', join(root, 'include'), '-I', join(root, 'src'), '-I', join(build, 'tables')];

function run(command, args) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
        child.on('error', () => reject(new Error(`cannot run ${command}: install clang and lld (Debian's names)`)));
        child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed on ${args.at(-1)}`))));
    });
}

async function inParallel(jobs) {
    const queue = [...jobs];
    await Promise.all(Array.from({ length: Math.max(2, cpus().length) }, async () => {
        for (let job = queue.shift(); job; job = queue.shift()) await job();
    }));
}

/** Everything that an object is made of, but the file of the page. */
function keyOfSources() {
    const hash = createHash('sha256').update(JSON.stringify(flags)).update(readFileSync(fileURLToPath(import.meta.url)));
    hash.update(execFileSync('clang', ['--version']));
    for (const folder of [join(root, 'include'), join(root, 'src'), join(root, 'tools'), join(here, 'wasm')]) {
        const names = readdirSync(folder, { recursive: true }).filter((name) => /\.[ch]$/.test(name)).sort();
        for (const name of names) hash.update(name).update(readFileSync(join(folder, name)));
    }
    return hash.digest('hex');
}

/** Objects of other sources are removed before anything is compiled, so that those in the folder always fit its key. */
function forgetOldObjects() {
    const place = join(build, 'objects.key');
    const key = keyOfSources();
    if (existsSync(place) && readFileSync(place, 'utf8') === key) return;
    for (const name of readdirSync(build)) if (/\.o$/.test(name) || name === 'tables') rmSync(join(build, name), { recursive: true });
    writeFileSync(place, key);
}

function makeTables() {
    if (existsSync(join(build, 'tables/made'))) return;
    mkdirSync(join(build, 'tables'), { recursive: true });
    const maker = join(build, 'make_tables');
    execFileSync(process.env.CC ?? 'cc', ['-std=c17', '-O1', '-I', join(root, 'include'), '-I', join(root, 'src'),
        join(root, 'tools/make_tables.c'), join(root, 'src/reference/attack_sets.c'), '-o', maker]);
    execFileSync(maker, [join(build, 'tables')]);
    writeFileSync(join(build, 'tables/made'), '');
}

const isOfPage = (source) => page > 0 && source === resolve(process.argv[page + 1]);

async function compile() {
    const { core, rest } = lists();
    const jobs = [];
    const added = new Set();
    const add = (source, object, options) => {
        const path = join(build, object);
        const isKept = existsSync(path) && !isOfPage(source);
        if (!added.has(path) && !isKept) jobs.push(() => run('clang', [...flags, ...options, '-c', source, '-o', path]));
        added.add(path);
        return path;
    };
    const files = [...core, ...rest].filter((file) => !leftOut.test(file));
    for (const module of modules) {
        module.objects = module.glue.map((glue) => add(resolve(here, 'wasm', glue), `${module.name}-${basename(glue)}.o`, ['-flto', '-Oz', ...module.define]));
        module.objects.push(add(join(here, 'wasm/memory.c'), 'memory.o', ['-O2', '-fno-builtin']));
        // The order of the objects is that of the functions, and similar ones side by side compress better.
        for (const file of files.sort().reverse()) {
            const isFast = module.fast.some((name) => file === `${name}.c` || (name.endsWith('/') && file.startsWith(name)));
            const object = file.replaceAll('/', '_') + (isFast ? '.fast.o' : '.o');
            module.objects.push(add(join(root, 'src', file), object, isFast ? ['-flto', '-O2', '-DPF_SMALL_COUNT'] : ['-flto', '-Oz']));
        }
    }
    await inParallel(jobs);
}

async function link(module) {
    const wasm = module.output ?? join(dist, `${module.name}.wasm`);
    await run('wasm-ld', ['--no-entry', '--gc-sections', '--strip-all', '-z', 'stack-size=262144', '--stack-first', '--lto-O2', ...module.objects, '-o', wasm]);
    const bytes = readFileSync(wasm);
    if (module.output) return bytes;
    writeFileSync(join(here, 'src/wasm', `${module.name}.ts`),
        `// Written by scripts/wasm.mjs.\nconst base64: string = '${bytes.toString('base64')}';\nexport default base64;\n`);
    return bytes;
}

mkdirSync(build, { recursive: true });
mkdirSync(dist, { recursive: true });
mkdirSync(join(here, 'src/wasm'), { recursive: true });
forgetOldObjects();
makeTables();
await compile();
for (const module of modules) {
    const bytes = await link(module);
    const size = gzipSync(bytes, { level: 9 }).length;
    console.log(`${module.name}.wasm: ${bytes.length} bytes, ${size} after gzip`);
    if (process.argv.includes('--check') && size > module.limit) {
        console.error(`${module.name}.wasm may have ${module.limit} bytes after gzip`);
        process.exitCode = 1;
    }
}
