// How the page is bundled: one page, one worker, one WebAssembly module, and a service worker that keeps them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const perft = join(here, '../tests/perft');

/** The page loads one module for everything; the base64 texts of the package would be a second and a third copy. */
const withoutBase64 = {
    name: 'without-base64',
    enforce: 'pre',
    resolveId: (id) => (/^\.\/wasm\/(?!layout)\w+\.js$/.test(id) ? '\0no-module' : null),
    load: (id) => (id === '\0no-module' ? "export default '';" : null),
};

function* rowsOf(file) {
    for (const line of readFileSync(join(perft, file), 'utf8').split('\n')) {
        const [fen, ...fields] = line.split(';').map((field) => field.trim());
        if (!fen || fen.startsWith('#')) continue;
        const counts = fields.filter((field) => /^D\d/.test(field)).map((field) => field.split(' ')[1]);
        yield { fen, counts, id: fields.find((field) => field.startsWith('id '))?.slice(3) ?? '' };
    }
}

/** The library's magic multipliers, 16 hexadecimal digits each. */
const makeMagics = () =>
    Array.from(
        readFileSync(join(here, '../src/board/magic_numbers.inc'), 'utf8').matchAll(/UINT64_C\(0x([0-9a-f]{16})\)/g),
        ([, digits]) => digits,
    ).join('');

/** The positions of the torture suites by the bug that they show, and counts that are known. */
function makeData() {
    const torture = [];
    const known = [];
    const add = (file, variant) => {
        for (const { fen, counts, id } of rowsOf(file)) torture.push([id, fen, counts, variant]);
    };
    add('torture.epd', 'standard');
    add('torture-chess960.epd', 'chess960');
    for (const file of readdirSync(join(perft, 'variants')).sort()) {
        if (file.endsWith('-torture.epd')) add(`variants/${file}`, file.replace('-torture.epd', ''));
    }
    for (const row of rowsOf('cpw-six.epd')) known.push([row.fen, row.counts, 'standard']);
    return `export const torture = ${JSON.stringify(torture)};\nexport const known = ${JSON.stringify(known)};\nexport const magics = '${makeMagics()}';\n`;
}

const data = {
    name: 'data',
    resolveId: (id) => (id === 'virtual:data' ? '\0data' : null),
    load: (id) => (id === '\0data' ? makeData() : null),
};

/** The one inline script, of the sandbox's frame, is allowed by its hash. */
const frameHash = `'sha256-${createHash('sha256')
    .update(readFileSync(join(here, 'src/frame.js')))
    .digest('base64')}'`;
const policy = {
    name: 'policy',
    transformIndexHtml: (html) => html.replace("'wasm-unsafe-eval'", `'wasm-unsafe-eval' ${frameHash}`),
};

/** Lists every file of the build in the service worker, under a name that changes with them. */
const serviceWorker = {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(options, bundle) {
        const names = Object.keys(bundle).filter((name) => !name.endsWith('.map'));
        const hash = createHash('sha256');
        for (const name of names.sort()) hash.update(name).update(bundle[name].code ?? bundle[name].source);
        const files = ['./', 'manifest.webmanifest', 'icon.svg', ...names.filter((name) => name !== 'index.html')];
        const source = readFileSync(join(here, 'src/service_worker.js'), 'utf8')
            .replace('__VERSION__', hash.digest('hex').slice(0, 16))
            .replace("'__FILES__'", JSON.stringify(files));
        this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
};

export default defineConfig({
    root: here,
    base: './',
    plugins: [withoutBase64, data, policy, serviceWorker],
    define: { __FRAME_HASH__: JSON.stringify(frameHash) },
    worker: { format: 'iife', plugins: () => [withoutBase64] },
    build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false, reportCompressedSize: false },
});
