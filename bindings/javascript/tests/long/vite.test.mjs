// A project of Vite that uses the package: its production build, and its development server with pre-bundling.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ANSWER, PAGE, serve, answerOf } from './page.mjs';

const here = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'plyforge-vite-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--loglevel=silent', '--pack-destination', folder], {
        cwd: here,
        encoding: 'utf8',
    }),
);
writeFileSync(join(folder, 'package.json'), '{ "name": "page", "private": true, "type": "module" }\n');
writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><title>plyforge</title><script type="module" src="/main.js"></script>',
);
writeFileSync(join(folder, 'main.js'), PAGE);
let vite;
try {
    execFileSync(
        'npm',
        [
            'install',
            '--no-audit',
            '--no-fund',
            '--no-package-lock',
            '--loglevel=error',
            `./${packed.filename}`,
            'vite@7.1.12',
        ],
        { cwd: folder, timeout: 200_000 },
    );
    vite = await import(pathToFileURL(join(folder, 'node_modules/vite/dist/node/index.js')));
} catch (error) {
    console.log(`npm cannot install vite: ${error.message}`);
}

test('a production build', { skip: !vite && 'no vite' }, async (t) => {
    await vite.build({ root: folder, logLevel: 'error' });
    const files = new Map([['/index.html', ['text/html', readFileSync(join(folder, 'dist/index.html'))]]]);
    for (const name of readdirSync(join(folder, 'dist/assets')))
        files.set(`/assets/${name}`, ['text/javascript', readFileSync(join(folder, 'dist/assets', name))]);
    const server = await serve(files);
    const answer = await answerOf(server.url);
    server.close();
    if (answer === null) return t.skip('no chromium (Debian: chromium)');
    assert.equal(answer, ANSWER);
});

test('the development server', { skip: !vite && 'no vite' }, async (t) => {
    const server = await vite.createServer({
        root: folder,
        logLevel: 'error',
        server: { host: '127.0.0.1', port: 0, hmr: false },
    });
    await server.listen();
    const answer = await answerOf(server.resolvedUrls.local[0]);
    await server.close();
    if (answer === null) return t.skip('no chromium (Debian: chromium)');
    assert.equal(answer, ANSWER);
});
