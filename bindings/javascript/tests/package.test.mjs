// The package as users get it: packed, installed into an empty project, imported in every way, and its README run.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';

const here = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plyforge-js-'));
after(() => rmSync(folder, { recursive: true, force: true }));
function run(command, ...args) {
    try {
        return execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
        throw new Error(`${command} ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
    }
}
const write = (name, text) => writeFileSync(join(folder, name), text);
const ENTRIES = ['', '/chess', '/pgn', '/perft', '/workbench', '/formats', '/tables', '/arbiter'];

const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--loglevel=silent', '--pack-destination', folder], {
        cwd: here,
        encoding: 'utf8',
    }),
);
write('package.json', '{ "name": "empty", "private": true }\n');
run(
    'npm',
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--loglevel=error',
    `./${packed.filename}`,
);

test('the package has what it needs and nothing else', () => {
    const files = packed.files.map((file) => file.path);
    for (const file of files)
        assert.match(
            file,
            /^(LICENSE|README\.md|package\.json|dist\/(esm|cjs)\/([\w/]+\.(js|js\.map|d\.ts)|package\.json)|dist\/(workerd|edge-light)\/[\w/]+\.js|dist\/\w+\.wasm|(arbiter|chess|formats|perft|pgn|tables|workbench)\/package\.json)$/,
        );
    assert.ok(
        packed.size < 1_000_000 && packed.unpackedSize < 3_200_000,
        `${packed.size} bytes packed, ${packed.unpackedSize} unpacked`,
    );
    for (const file of ['LICENSE', 'README.md', 'dist/esm/index.js.map', 'dist/cjs/chess.d.ts', 'dist/workbench.wasm'])
        assert.ok(files.includes(file), file);
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/plyforge/package.json')));
    assert.equal(manifest.dependencies, undefined);
    for (const script of ['preinstall', 'install', 'postinstall', 'prepare'])
        assert.equal(manifest.scripts[script], undefined);
    for (const conditions of Object.values(manifest.exports)) {
        if (typeof conditions === 'string') continue;
        for (const condition of Object.values(conditions))
            if (typeof condition === 'object') assert.equal(Object.keys(condition)[0], 'types');
        assert.equal(Object.keys(conditions).at(-1), 'default');
    }
});

const BODY = `
const { Position } = index;
if (Position.start().play('e4').count() !== 20) throw new Error('plyforge');
if (new chess.Chess().moves().length !== 20) throw new Error('plyforge/chess');
if ([...pgn.readPgn('1. e4 *')][0].moves.length !== 1) throw new Error('plyforge/pgn');
if (perft.perft(Position.start(), 4) !== 197281n) throw new Error('plyforge/perft');
if (!workbench.explain(Position.start(), 'e2e4').legal) throw new Error('plyforge/workbench');
if (new tables.Openings('A00\\tAmar Opening\\t1. Nh3').size !== 1) throw new Error('plyforge/tables');
if (formats.pack(Position.start()).length !== 24) throw new Error('plyforge/formats');
if (arbiter.canWin(Position.start(), 'white') !== true) throw new Error('plyforge/arbiter');
globalThis.plyforgeWorks = true;
`;
const names = ENTRIES.map((entry) => entry.slice(1) || 'index');
const IMPORTS = ENTRIES.map((entry, i) => `import * as ${names[i]} from 'plyforge${entry}';`).join('\n');
const works = (name) =>
    run(
        process.execPath,
        '--input-type=commonjs',
        '-e',
        `import(${JSON.stringify('./' + name)}).then(() => console.log(globalThis.plyforgeWorks))`,
    ).trim();

test('ESM and CommonJS', () => {
    write('main.mjs', IMPORTS + BODY);
    write('main.cjs', ENTRIES.map((entry, i) => `const ${names[i]} = require('plyforge${entry}');`).join('\n') + BODY);
    assert.equal(works('main.mjs'), 'true');
    assert.equal(works('main.cjs'), 'true');
});

test('TypeScript, strict, with every way to resolve modules', () => {
    write(
        'main.ts',
        `import { Batch, Game, Position, type Move, type Outcome } from 'plyforge';
import { Chess, type Square } from 'plyforge/chess';
import { readPgn, type PgnGame } from 'plyforge/pgn';
import { PerftPool } from 'plyforge/perft';
import { bisect, type BisectReport } from 'plyforge/workbench';
const moves: Uint16Array = Position.start().moves();
const move: Move = moves[0] ?? 0;
const outcome: Outcome | null = new Game().outcome();
const square: Square = 'e4';
const sans: string[] = new Chess().moves();
const from: Square = new Chess().moves({ verbose: true, square })[0]!.from;
const games: PgnGame[] = [...readPgn('')];
const report: BisectReport = bisect(Position.start(), 1, () => ({ e2e4: 1 }));
const pool: Promise<PerftPool> = PerftPool.create();
// @ts-expect-error: not a square
new Chess().get('z9');
// @ts-expect-error: not a move
Position.start().play({});
export { Batch, from, games, move, outcome, pool, report, sans };
`,
    );
    write('other.cts', "import { Position } from 'plyforge';\nexport const fen: string = Position.start().fen();\n");
    const tsc = join(here, 'node_modules/typescript/bin/tsc');
    const check = (...options) =>
        run(
            process.execPath,
            tsc,
            '--noEmit',
            '--strict',
            '--exactOptionalPropertyTypes',
            '--skipDefaultLibCheck',
            '--target',
            'es2022',
            ...options,
        );
    for (const [module, resolution, ...files] of [
        ['nodenext', 'nodenext', 'main.ts', 'other.cts'],
        ['esnext', 'bundler', 'main.ts'],
        ['esnext', 'node10', 'main.ts'],
    ]) {
        check('--lib', 'es2022,dom', '--module', module, '--moduleResolution', resolution, ...files);
    }
    // Programs for Node have no DOM, and the names of WebAssembly with it.
    check(
        '--lib',
        'es2022',
        '--typeRoots',
        join(here, 'node_modules/@types'),
        '--types',
        'node',
        '--module',
        'nodenext',
        'main.ts',
        'other.cts',
    );
});

test('an application compiles against our types as it does against those of chess.js', () => {
    const tsc = join(here, 'node_modules/typescript/bin/tsc');
    const app = readFileSync(join(here, 'tests/chess_app.ts'), 'utf8');
    for (const name of [join(here, 'node_modules/chess.js'), 'plyforge/chess']) {
        write('app.ts', app.replace("from 'chess.js'", `from ${JSON.stringify(name)}`));
        run(
            process.execPath,
            tsc,
            '--noEmit',
            '--strict',
            '--exactOptionalPropertyTypes',
            '--noUncheckedIndexedAccess',
            '--skipLibCheck',
            '--target',
            'es2022',
            '--lib',
            'es2022,dom',
            '--module',
            'esnext',
            '--moduleResolution',
            'bundler',
            'app.ts',
        );
    }
});

test('resolvers that do not know "exports" find the imports', () => {
    for (const entry of ENTRIES.slice(1)) {
        const path = join(folder, 'node_modules/plyforge', entry);
        write('folder.cjs', `if (!require(${JSON.stringify(path)}).ready) throw new Error('nothing there');`);
        run(process.execPath, 'folder.cjs');
        const { module, types } = JSON.parse(readFileSync(join(path, 'package.json')));
        for (const file of [module, types]) assert.ok(existsSync(join(path, file)), file);
    }
});

test('a bundle of esbuild, for browsers', async () => {
    write('main.mjs', IMPORTS + BODY);
    const built = await esbuild.build({
        entryPoints: [join(folder, 'main.mjs')],
        bundle: true,
        minify: true,
        format: 'iife',
        platform: 'browser',
        write: false,
        logLevel: 'error',
    });
    const context = vm.createContext({ WebAssembly, TextEncoder, TextDecoder, atob });
    vm.runInContext(built.outputFiles[0].text, context);
    assert.equal(vm.runInContext('plyforgeWorks', context), true);
});

// Jest's jsdom has neither TextEncoder nor TextDecoder.
test('everything works without TextEncoder and TextDecoder, with other letters than those of ASCII too', async () => {
    const body = `
const [game] = [...pgn.readPgn('[White "Kořalka Ⅷ 🂮"]\\n\\n1. ♘f3 {č} *')];
const written = pgn.writePgn(game);
let offset = 0;
try {
    Position.fromFen('ř🂮x');
} catch (error) {
    offset = error.offset;
}
const lone = [...pgn.readPgn('[White "a\\ud800b"]\\n\\n*')][0].tags.get('White');
const drop = new chess.Chess();
drop.move('♘f3');
globalThis.report = JSON.stringify([written, offset, lone, drop.pgn(), Position.start().sans('figurines'), Position.start().parse('♘f3')]);
`;
    write('main.mjs', IMPORTS + BODY + body);
    const built = await esbuild.build({
        entryPoints: [join(folder, 'main.mjs')],
        bundle: true,
        format: 'iife',
        platform: 'browser',
        write: false,
        logLevel: 'error',
    });
    const reports = [{ TextEncoder, TextDecoder }, {}].map((classes) => {
        const context = vm.createContext({ WebAssembly, atob, ...classes });
        assert.equal(vm.runInContext('typeof TextDecoder', context), classes.TextDecoder ? 'function' : 'undefined');
        vm.runInContext(built.outputFiles[0].text, context);
        return vm.runInContext('report', context);
    });
    assert.equal(reports[1], reports[0]);
    assert.match(reports[0], /Kořalka Ⅷ 🂮.*♘f3/);
});

test('what is not imported is not bundled', async () => {
    const size = async (text) =>
        (
            await esbuild.build({
                stdin: { contents: text, resolveDir: folder },
                bundle: true,
                minify: true,
                format: 'esm',
                write: false,
                logLevel: 'error',
            })
        ).outputFiles[0].text.length;
    assert.ok((await size("import 'plyforge'; import 'plyforge/chess'; import 'plyforge/pgn';")) < 100);
    const chess = await size("import { Chess } from 'plyforge/chess'; console.log(new Chess());");
    assert.ok(chess < 70_000, `${chess} bytes`);
});

test('PGN takes at most 80 KB after gzip, with what it needs of plyforge', async () => {
    const { outputFiles } = await esbuild.build({
        stdin: { contents: "export * from 'plyforge/pgn';", resolveDir: folder },
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
        logLevel: 'error',
    });
    const size = gzipSync(outputFiles[0].contents, { level: 9 }).length;
    assert.ok(size <= 80_000, `${size} bytes`);
});

for (const [condition, suffix] of [
    ['workerd', ''],
    ['edge-light', '?module'],
])
    test(`${condition}: .wasm files are imported, and nothing is compiled`, async () => {
        const imported = [];
        const modules = {
            name: 'modules',
            setup(build) {
                build.onResolve({ filter: /\.wasm/ }, ({ path, resolveDir }) => {
                    assert.ok(path.endsWith(`.wasm${suffix}`), path);
                    return { path: join(resolveDir, path.replace(/\?module$/, '')), namespace: 'wasm' };
                });
                build.onLoad({ filter: /./, namespace: 'wasm' }, ({ path }) => {
                    const name = path.replace(/.*\/(\w+)\.wasm$/, '$1');
                    imported.push(name);
                    return { contents: `export default modules.${name};` };
                });
            },
        };
        write('main.mjs', IMPORTS + BODY);
        const built = await esbuild.build({
            entryPoints: [join(folder, 'main.mjs')],
            bundle: true,
            minify: true,
            format: 'iife',
            conditions: [condition],
            plugins: [modules],
            write: false,
            logLevel: 'error',
        });
        assert.deepEqual(imported.sort(), ['arbiter', 'formats', 'rules', 'standard', 'tables', 'workbench']);
        const script = built.outputFiles[0].text;
        assert.ok(script.length < 120_000, `${script.length} bytes`);
        assert.doesNotMatch(script, /[A-Za-z0-9+/]{3000}/); // no module as text
        // As on these platforms, bytes cannot be compiled; a context's own WebAssembly obeys this setting.
        const context = vm.createContext({ TextEncoder, TextDecoder, atob }, { codeGeneration: { wasm: false } });
        assert.throws(() =>
            vm.runInContext('new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))', context),
        );
        const compile = (name) =>
            new WebAssembly.Module(readFileSync(join(folder, 'node_modules/plyforge/dist', `${name}.wasm`)));
        context.modules = Object.fromEntries(imported.map((name) => [name, compile(name)]));
        vm.runInContext(script, context);
        assert.equal(vm.runInContext('plyforgeWorks', context), true);
    });

test('an error tells what a platform that compiles no module needs', async () => {
    const built = await esbuild.build({
        stdin: {
            contents: `import { Chess, ready } from 'plyforge/chess';
globalThis.attempt = () => { try { new Chess(); } catch (error) { return [error.name, error.code, error.message, error.cause !== undefined].join('|'); } };
globalThis.attemptReady = () => ready().catch((error) => error.message);`,
            resolveDir: folder,
        },
        bundle: true,
        format: 'iife',
        write: false,
        logLevel: 'error',
    });
    const attempt = async (globals, options) => {
        const context = vm.createContext({ TextEncoder, TextDecoder, atob, ...globals }, options);
        vm.runInContext(globals.before ?? '', context);
        vm.runInContext(built.outputFiles[0].text, context);
        const first = vm.runInContext('attempt()', context);
        const [name, code, message, hasCause] = first.split('|');
        assert.deepEqual([name, code, hasCause], ['PlyforgeError', 'wasm', 'true'], first);
        assert.equal(await vm.runInContext('attemptReady()', context), message);
        return message;
    };
    const refusing = (text) => ({
        before: `WebAssembly.Module = WebAssembly.compile = function () { throw new Error(${JSON.stringify(text)}); };`,
    });
    assert.match(await attempt({}, { codeGeneration: { wasm: false } }), /edge-light/);
    assert.match(await attempt({ before: 'delete globalThis.WebAssembly' }), /does not support it/);
    // As Chromium, Firefox and WebKit put it.
    for (const text of [
        "WebAssembly.Module(): Compiling or instantiating WebAssembly module violates the following Content Security policy directive because 'unsafe-eval' is not allowed",
        'call to WebAssembly.Module() blocked by CSP',
        "Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source of script in the following Content Security Policy directive",
    ])
        assert.match(await attempt(refusing(text)), /'wasm-unsafe-eval'/, text);
    const large =
        'WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 8MB. Use WebAssembly.compile, or compile on a worker thread.';
    assert.match(await attempt(refusing(large)), /await ready\(\)/);
    assert.match(await attempt(refusing('out of luck')), /out of luck/);
});

test('the examples of the README', () => {
    const blocks = [...readFileSync(join(here, 'README.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
        (match) => match[1],
    );
    assert.ok(blocks.length >= 4);
    const output = blocks.map((block, i) => {
        write(`readme${i}.mjs`, block);
        return run(process.execPath, `readme${i}.mjs`);
    });
    assert.match(output[0], /1\. e4 e5 \*/);
    assert.match(output[0], /castle/);
    assert.match(output[0], /^a3\n/);
    assert.match(output[2], /\[White "Me"\]\n\n1\. e4 \*\n/);
    assert.match(output[2], /Me \[ 'e4', 'e5' \] Ke3.* 3/);
    assert.match(output[4], /^true\n\[ 'pawn' \]\nrnbq.* bm c5; 24\nnull\n\[ 'e3', 'e4' \]\n$/s);
    assert.match(output[3], /4865609n\n4865609n\ne5d6 is not legal: both pawns.*\ntrue/);
});

test('the example of the project README', () => {
    const blocks = [...readFileSync(join(here, '../../README.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)];
    assert.equal(blocks.length, 1);
    write('front.mjs', blocks[0][1]);
    assert.match(run(process.execPath, 'front.mjs'), /^a pawn does not move from e7 to e4\n$/);
});

test('the examples of docs/javascript.md', () => {
    const blocks = [...readFileSync(join(here, '../../docs/javascript.md'), 'utf8').matchAll(/```js\n([^]*?)```/g)].map(
        (match) => match[1],
    );
    const output = blocks.map((block, i) => {
        write(`docs${i}.mjs`, block);
        return run(process.execPath, `docs${i}.mjs`);
    });
    assert.match(
        output[0],
        /^the king on e1 would still be in check from the rook on e2\nInvalid FEN: missing white king\n$/s,
    );
    assert.match(output.at(-1), /^rnbqkbnr\/pppppppp\/8\/8\/4P3.* b KQkq - 0 1\n$/);
    assert.match(output[1], /^48 \[.*\] \[ 'b6', 'e6', 'f6' \]\n68 68 rnbqkbnr\/pppppppp.*\[\] w KQkq - 0 1\n$/s);
    assert.equal(output[2], 'true false\n1/2-1/2\n');
    assert.equal(output[3], "King's Pawn Game\n0 0\n");
});

test('the programs of docs/hour-javascript.md print what their comments say', () => {
    const page = readFileSync(join(here, '../../docs/hour-javascript.md'), 'utf8');
    const programs = [...page.matchAll(/```js\n([^]*?)```/g)].map((match) => match[1]);
    assert.equal(programs.length, 5);
    programs.forEach((program, i) => {
        write(`hour${i}.mjs`, program);
        const comments = [...program.matchAll(/console\.log\(.*; \/\/ (.*)$/gm)].map((match) => match[1]);
        assert.equal(run(process.execPath, `hour${i}.mjs`), comments.join('\n') + '\n');
    });
});

test('a cold start', () => {
    const time = Number(
        run(
            process.execPath,
            '-e',
            `
        const { Chess } = require('plyforge/chess');
        const start = performance.now();
        new Chess().moves();
        console.log(performance.now() - start);`,
        ),
    );
    console.log(`the first new Chess() took ${time.toFixed(1)} ms`);
});
