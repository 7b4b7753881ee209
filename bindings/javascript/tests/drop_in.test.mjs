// The package plyforge-chess in the place of chess.js: installed under its name by one line of package.json, with the same exports and the
// same types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import * as theirs from 'chess.js';

const here = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plyforge-drop-in-'));
after(() => rmSync(folder, { recursive: true, force: true }));
function run(cwd, command, ...args) {
    try {
        return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
        throw new Error(`${command} ${args.join(' ')}:\n${error.stdout}${error.stderr}`);
    }
}
const [packed] = JSON.parse(
    run(join(here, 'build/drop-in'), 'npm', 'pack', '--json', '--loglevel=silent', '--pack-destination', folder),
);
const archive = `file:../${packed.filename}`;

/** A project with this package.json; npm is offline, so that it can take nothing but the archive. */
function project(name, manifest, files = {}) {
    const root = join(folder, name);
    for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
        mkdirSync(dirname(join(root, file)), { recursive: true });
        writeFileSync(join(root, file), typeof text === 'string' ? text : JSON.stringify(text));
    }
    run(root, 'npm', 'install', '--offline', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error');
    return root;
}

const USE = "const c = new Chess(); c.move('e4'); console.log(c.history().join(), c.hash());";
const ANSWER = new theirs.Chess();
ANSWER.move('e4');
const EXPECTED = `e4 ${ANSWER.hash()}\n`;
const TSC = join(here, 'node_modules/typescript/bin/tsc');
const COMPILE = [TSC, '--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022,dom', '--module', 'esnext'];

const app = project('app', { name: 'app', private: true, dependencies: { 'chess.js': archive } });

test('one line of package.json: a dependency', () => {
    writeFileSync(join(app, 'main.mjs'), `import { Chess } from 'chess.js';\n${USE}\n`);
    writeFileSync(join(app, 'main.cjs'), `const { Chess } = require('chess.js');\n${USE}\n`);
    for (const main of ['main.mjs', 'main.cjs']) assert.equal(run(app, process.execPath, main), EXPECTED);
});

test('docs/javascript.md has that line', () => {
    const page = readFileSync(join(here, '../../docs/javascript.md'), 'utf8');
    const [, block] = /```json\n([^]*?)```/.exec(page);
    assert.deepEqual(JSON.parse(block), { dependencies: { 'chess.js': `file:${packed.filename}` } });
});

test('one line of package.json: an override of what another package depends on, or expects', () => {
    const library = `import { Chess } from 'chess.js';\n${USE}\n`;
    const root = project(
        'override',
        {
            name: 'override',
            private: true,
            workspaces: ['board', 'puzzles'],
            // npm looks for a relative path in the folder of each package that depends on it.
            overrides: { 'chess.js': `file:${join(folder, packed.filename)}` },
        },
        {
            'board/package.json': { name: 'board', version: '1.0.0', dependencies: { 'chess.js': '^1.4.0' } },
            'board/index.mjs': library,
            'puzzles/package.json': {
                name: 'puzzles',
                version: '1.0.0',
                peerDependencies: { 'chess.js': '>=1.0.0 <2' },
            },
            'puzzles/index.mjs': library,
        },
    );
    for (const name of ['board', 'puzzles'])
        assert.equal(run(join(root, name), process.execPath, 'index.mjs'), EXPECTED, name);
});

test('the version meets what packages expect of chess.js', () => {
    const manifest = JSON.parse(readFileSync(join(app, 'node_modules/chess.js/package.json')));
    const { version } = JSON.parse(readFileSync(join(here, 'package.json')));
    const [major, minor, patch] = version.split('.').map(Number);
    assert.equal(manifest.version, `1.4.${10000 * major + 100 * minor + patch}`);
    for (const name of ['author', 'license', 'homepage', 'repository', 'bugs']) assert.ok(manifest[name], name);
    assert.equal(manifest.dependencies, undefined);
});

test('the same named exports, in ESM and CommonJS', async () => {
    const modules = [
        createRequire(join(app, 'main.cjs'))('chess.js'),
        await import(join(app, 'node_modules/chess.js/dist/esm/chess.js')),
    ];
    const names = Object.keys(theirs).filter((name) => name !== 'default' && name !== 'module.exports');
    assert.ok(names.includes('xoroshiro128') && names.length >= 15);
    for (const ours of modules) {
        for (const name of names) {
            assert.equal(typeof ours[name], typeof theirs[name], name);
            if (typeof ours[name] !== 'function') assert.deepEqual(ours[name], theirs[name], name);
        }
    }
    for (const name of Object.getOwnPropertyNames(theirs.Chess.prototype))
        if (!name.startsWith('_')) assert.equal(typeof modules[0].Chess.prototype[name], 'function', name);
});

test('the types of every method, assignable both ways', () => {
    const declaration = join(here, 'node_modules/chess.js/dist/types/chess.d.ts');
    const text = readFileSync(declaration, 'utf8');
    const body = text.slice(text.indexOf('declare class Chess'), text.indexOf('export {'));
    const methods = [...new Set([...body.matchAll(/^ {4}(\w+)\(/gm)].map((match) => match[1]))].filter(
        (name) => name !== 'constructor',
    );
    assert.equal(methods.length, 46);
    const both = (type) => `{ let a!: Ours.${type}; let b!: Theirs.${type}; a = b; b = a; }`;
    const member = (name, key) => `{ let a!: Ours.${name}['${key}']; let b!: Theirs.${name}['${key}']; a = b; b = a; }`;
    const lines = [
        `import * as Theirs from ${JSON.stringify(declaration.replace(/\.d\.ts$/, ''))};`,
        "import * as Ours from 'chess.js';",
        ...['Color', 'Piece', 'PieceSymbol', 'Square', 'Move'].map(both),
        ...methods.map((name) => member('Chess', name)),
        'let a: new (fen?: string, options?: { skipValidation?: boolean }) => unknown = Ours.Chess;',
        'a = Theirs.Chess;',
        '{ let a = Ours.validateFen; let b = Theirs.validateFen; b = a; a = b; }',
        '{ let a = Ours.xoroshiro128; let b = Theirs.xoroshiro128; a = b; b = a; }',
    ];
    writeFileSync(join(app, 'types.ts'), lines.join('\n') + '\n');
    for (const resolution of ['bundler', 'node10'])
        run(app, process.execPath, ...COMPILE, '--moduleResolution', resolution, 'types.ts');
    // It can fail: what is not the same is found.
    writeFileSync(join(app, 'types.ts'), lines.join('\n').replaceAll("Theirs.Chess['fen']", "Theirs.Chess['turn']"));
    assert.throws(() => run(app, process.execPath, ...COMPILE, '--moduleResolution', 'bundler', 'types.ts'), /TS2322/);
});

test('a bundle of it is at most 36,000 bytes after gzip, and has no text of a module beside its .wasm file', async () => {
    const bundle = async (conditions, plugins = []) => {
        const { outputFiles } = await esbuild.build({
            stdin: { contents: "export * from 'chess.js';", resolveDir: app },
            bundle: true,
            minify: true,
            format: 'esm',
            write: false,
            outdir: join(folder, 'out'),
            conditions,
            plugins,
            loader: { '.wasm': 'copy' },
            logLevel: 'error',
        });
        return outputFiles;
    };
    const [browser] = await bundle([]);
    const size = gzipSync(browser.contents, { level: 9 }).length;
    assert.ok(size <= 36_000, `${size} bytes`);
    const module = {
        name: 'module',
        setup: (build) =>
            build.onResolve({ filter: /\.wasm\?module$/ }, ({ path, resolveDir }) => ({
                path: join(resolveDir, path.replace(/\?module$/, '')),
            })),
    };
    for (const condition of ['workerd', 'edge-light']) {
        const files = await bundle([condition], [module]);
        assert.deepEqual(files.map(({ path }) => path.endsWith('.wasm')).sort(), [false, true], condition);
        const script = files.find(({ path }) => !path.endsWith('.wasm'));
        assert.ok(script.contents.length < 60_000, `${condition}: ${script.contents.length} bytes`);
        assert.doesNotMatch(script.text, /[A-Za-z0-9+/]{3000}/, condition);
    }
});
