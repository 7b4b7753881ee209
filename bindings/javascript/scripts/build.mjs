// Builds the package from a clean clone: `npm install`, then `npm run build`. Needs clang and lld, and TypeScript out of
// node_modules. Writes dist/ and a folder for each import, and copies LICENSE; all are ignored by git.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const entries = Object.keys(manifest.exports).filter((name) => name !== './package.json' && !name.endsWith('.wasm'))
    .map((name) => (name === '.' ? 'index' : name.slice(2)));
// The module that each entry uses.
const modules = { index: 'rules', chess: 'standard', pgn: 'full', perft: 'full', workbench: 'full' };

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

// The maps of the modules in base64 would have the same text once more.
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
    writeFileSync(join(here, entry, 'package.json'), JSON.stringify({
        main: `../dist/cjs/${entry}.js`, module: `../dist/esm/${entry}.js`, types: `../dist/esm/${entry}.d.ts`, sideEffects: false,
    }, null, 2) + '\n');
}

// Cloudflare Workers compile no bytes at run time, but import .wasm files.
mkdirSync(join(here, 'dist/workerd'), { recursive: true });
for (const entry of entries) {
    const lines = [
        `import module from '../${modules[entry]}.wasm';`,
        `import { useModule } from '../esm/${entry}.js';`,
        'useModule(module);',
        `export * from '../esm/${entry}.js';`,
    ];
    if (modules[entry] === 'full') {
        lines.unshift(`import rules from '../rules.wasm';`, `import { useModule as useRules } from '../esm/index.js';`);
        lines.splice(4, 0, 'useRules(rules);');
    }
    writeFileSync(join(here, `dist/workerd/${entry}.js`), lines.join('\n') + '\n');
}
copyFileSync(join(here, '../../LICENSE'), join(here, 'LICENSE'));
writeFileSync(join(here, 'build/built'), '');
