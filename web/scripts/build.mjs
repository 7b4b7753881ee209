// Builds the page into dist/: the WebAssembly module, the types, the bundle; then checks what a visitor has to load.
//     node scripts/build.mjs
// Needs the package in bindings/javascript to be built, and the modules of package.json.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = fileURLToPath(new URL('..', import.meta.url));
const npmPackage = join(here, '../bindings/javascript');
/** Bytes after gzip -9 of all files that a visitor loads: seven tools and the whole library, the arbiter included. */
const LIMIT = 185_000;

const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: here, stdio: 'inherit' });

if (!existsSync(join(npmPackage, 'dist/esm/workbench.js'))) {
    console.error('build: bindings/javascript is not built; run npm install and npm run build there first');
    process.exit(1);
}
mkdirSync(join(here, 'build'), { recursive: true });
run(
    join(npmPackage, 'scripts/wasm.mjs'),
    '--check',
    '--page',
    join(here, 'wasm/explorer.c'),
    join(here, 'build/explorer.wasm'),
);
run(join(here, 'node_modules/typescript/bin/tsc'), '-p', here);
run(
    join(here, 'node_modules/vite/bin/vite.js'),
    'build',
    '--logLevel',
    'warn',
    '--config',
    join(here, 'vite.config.mjs'),
);

let total = 0;
for (const name of readdirSync(join(here, 'dist'), { recursive: true })) {
    if (!/\.\w+$/.test(name) || name === 'share.png') continue; // which only chat programs load
    const size = gzipSync(readFileSync(join(here, 'dist', name)), { level: 9 }).length;
    total += size;
    console.log(`${String(size).padStart(7)} ${name}`);
}
console.log(`${String(total).padStart(7)} bytes after gzip; at most ${LIMIT}`);
if (total > LIMIT) process.exit(1);
writeFileSync(join(here, 'build/built'), '');
