// Builds the library as WebAssembly: three modules from the same sources, freestanding, with clang and wasm-ld.
//     node scripts/wasm.mjs [--check] [--page FILE.c FILE.wasm]
// Writes dist/*.wasm and src/wasm/*.ts, the same bytes as base64. --check compares their sizes with the limits below.
// --page writes the module of the explorer page (web/) instead: the largest one and FILE.c, compiled for speed.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = dirname(dirname(here));
const build = process.env.PLYFORGE_JS_BUILD ?? join(here, 'build');
const dist = join(here, 'dist');

// The limits are in bytes after gzip -9.
const modules = [
    { name: 'standard', glue: ['rules.c'], define: ['-DPF_JS_STANDARD'], limit: 25_000 },
    { name: 'rules', glue: ['rules.c'], define: [], limit: 40_000 },
    { name: 'full', glue: ['rules.c', 'pgn.c', 'workbench.c'], define: [], limit: 70_000, small: true },
];

const page = process.argv.indexOf('--page');
if (page > 0) {
    const [file, output] = process.argv.slice(page + 1);
    modules.splice(0, 3, { name: 'page', glue: ['rules.c', 'pgn.c', 'workbench.c', resolve(file)], define: ['-I', join(here, 'wasm')], limit: 95_000, output });
}

// Files that are left out: they need threads or files, or no module reaches them.
const leftOut = /^(perft\/(run\/(?!stats)|merge\/)|ways\/|workbench\/(differential|random)\.c|notation\/(train|pgn_columns|pgn_writer|epd|book)\.c|rules\/(game_heap|game|repetition|dead|dead_proof)\.c|moves\/(retro|predecessors|see|picker|changes|keys)\.c|(board\/|variants\/variant_)packed\.c)/;
// What a program calls most is compiled for speed, the rest for size; in the largest module everything.
const hot = /^(perft\/.*|moves\/(generate|generate_portable|play|legality)|board\/(tables|fen)|notation\/(san|san_write|pgn_portable)|variants\/variant_moves(_portable)?)\.c$/;

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

function makeTables() {
    mkdirSync(join(build, 'tables'), { recursive: true });
    const maker = join(build, 'make_tables');
    execFileSync(process.env.CC ?? 'cc', ['-std=c17', '-O1', '-I', join(root, 'include'), '-I', join(root, 'src'),
        join(root, 'tools/make_tables.c'), join(root, 'src/reference/attack_sets.c'), '-o', maker]);
    execFileSync(maker, [join(build, 'tables')]);
}

async function compile() {
    const { core, rest } = lists();
    const fast = [];
    const small = [];
    const jobs = [];
    const add = (source, object, options) => {
        const path = join(build, object);
        jobs.push(() => run('clang', [...flags, ...options, '-c', source, '-o', path]));
        return path;
    };
    for (const file of [...core, ...rest].filter((file) => !leftOut.test(file))) {
        const object = add(join(root, 'src', file), file.replaceAll('/', '_') + '.o', ['-flto', '-Oz']);
        const quick = hot.test(file) ? add(join(root, 'src', file), file.replaceAll('/', '_') + '.fast.o', ['-flto', '-O2']) : object;
        fast.push(quick);
        small.push(object);
    }
    const memory = add(join(here, 'wasm/memory.c'), 'memory.o', ['-O2', '-fno-builtin']);
    for (const module of modules) {
        module.objects = [];
        for (const glue of module.glue) {
            module.objects.push(add(resolve(here, 'wasm', glue), `${module.name}-${basename(glue)}.o`, ['-flto', '-Oz', ...module.define]));
        }
        // The order of the objects is that of the functions, and similar ones side by side compress better.
        module.objects.push(memory, ...[...(module.small ? small : fast)].sort().reverse());
    }
    await inParallel(jobs);
}

async function link(module) {
    const wasm = module.output ?? join(dist, `${module.name}.wasm`);
    await run('wasm-ld', ['--no-entry', '--gc-sections', '--strip-all', '-z', 'stack-size=262144', '--lto-O2', ...module.objects, '-o', wasm]);
    const bytes = readFileSync(wasm);
    if (module.output) return bytes;
    writeFileSync(join(here, 'src/wasm', `${module.name}.ts`),
        `// Written by scripts/wasm.mjs.\nexport default '${bytes.toString('base64')}';\n`);
    return bytes;
}

mkdirSync(build, { recursive: true });
mkdirSync(dist, { recursive: true });
mkdirSync(join(here, 'src/wasm'), { recursive: true });
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
