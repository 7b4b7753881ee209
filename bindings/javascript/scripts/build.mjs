// Builds the package from a clean clone: `npm install`, then `npm run build`. Needs clang and lld, and TypeScript out of
// node_modules. Writes dist/ and a folder for each import, and copies LICENSE; all are ignored by git.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const entries = Object.keys(manifest.exports)
    .filter((name) => name !== './package.json' && !name.endsWith('.wasm'))
    .map((name) => (name === '.' ? 'index' : name.slice(2)));
// The module that each entry uses.
const modules = {
    index: 'rules',
    chess: 'standard',
    pgn: 'rules',
    perft: 'workbench',
    workbench: 'workbench',
    formats: 'formats',
    tables: 'tables',
    arbiter: 'arbiter',
};

let tsc;
try {
    tsc = createRequire(join(here, 'package.json')).resolve('typescript/bin/tsc');
} catch {
    console.error('build: TypeScript is missing; run npm install first');
    process.exit(1);
}

if (!process.argv.includes('--no-wasm')) {
    rmSync(join(here, 'dist'), { recursive: true, force: true });
    execFileSync(process.execPath, [join(here, 'scripts/wasm.mjs'), '--check'], { stdio: 'inherit' });
}
const compile = (...options) => execFileSync(process.execPath, [tsc, '-p', here, ...options], { stdio: 'inherit' });
compile();
compile('--module', 'commonjs', '--moduleResolution', 'node10', '--outDir', join(here, 'dist/cjs'));
writeFileSync(join(here, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');

// The maps of the packed modules would have the same text once more.
for (const kind of ['esm', 'cjs']) {
    for (const name of new Set(Object.values(modules))) {
        const file = join(here, 'dist', kind, 'wasm', `${name}.js`);
        writeFileSync(file, readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?/, ''));
        rmSync(`${file}.map`);
    }
}

// Resolvers that do not know "exports" (Parcel by default, TypeScript's node10) look for folders.
for (const entry of entries.filter((name) => name !== 'index')) {
    mkdirSync(join(here, entry), { recursive: true });
    writeFileSync(
        join(here, entry, 'package.json'),
        JSON.stringify(
            {
                main: `../dist/cjs/${entry}.js`,
                module: `../dist/esm/${entry}.js`,
                types: `../dist/esm/${entry}.d.ts`,
                sideEffects: false,
            },
            null,
            2,
        ) + '\n',
    );
}

// Cloudflare Workers and Next.js's edge runtime compile no bytes at run time, but import .wasm files, each in its own way. They get a
// copy of the package in which a module is such an import instead of a text.
const platforms = { workerd: '', 'edge-light': '?module' };
for (const [platform, suffix] of Object.entries(platforms)) {
    const folder = join(here, 'dist', platform);
    cpSync(join(here, 'dist/esm'), folder, { recursive: true, filter: (file) => !/\.(map|d\.ts)$/.test(file) });
    for (const file of readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'))) {
        const path = join(folder, file);
        writeFileSync(path, readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?/, ''));
    }
    for (const name of new Set(Object.values(modules)))
        writeFileSync(
            join(folder, 'wasm', `${name}.js`),
            `import module from '../../${name}.wasm${suffix}';\nexport default module;\n`,
        );
}
copyFileSync(join(here, '../../LICENSE'), join(here, 'LICENSE'));
execFileSync(process.execPath, [join(here, 'scripts/drop_in.mjs')], { stdio: 'inherit' });
writeFileSync(join(here, 'build/built'), '');
