// The package in headless Chromium and Firefox: plainly, and under a strict content security policy.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { build } from 'esbuild';
import { ANSWER, PAGE, serve, answerOf } from './page.mjs';

const here = fileURLToPath(new URL('../..', import.meta.url));
// The package refers to itself by its name.
const { outputFiles } = await build({
    stdin: { contents: PAGE, resolveDir: here },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
});
const files = new Map([
    [
        '/index.html',
        ['text/html', '<!doctype html><title>plyforge</title><script type="module" src="/main.js"></script>'],
    ],
    ['/main.js', ['text/javascript', outputFiles[0].text]],
]);

const STRICT =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src http://127.0.0.1:*";

for (const browser of ['chromium', 'firefox-esr']) {
    const look = async (t, policy) => {
        const server = await serve(files, policy ? { 'content-security-policy': policy } : {});
        const answer = await answerOf(server.url, browser);
        server.close();
        if (answer === null) t.skip(`no ${browser} (Debian's name)`);
        return answer;
    };

    test(`${browser}: a page`, async (t) => {
        const answer = await look(t);
        if (answer !== null) assert.equal(answer, ANSWER);
    });

    test(`${browser}: a page with a strict content security policy`, async (t) => {
        const answer = await look(t, STRICT);
        if (answer !== null) assert.equal(answer, ANSWER);
    });

    test(`${browser}: without wasm-unsafe-eval the error says what is missing`, async (t) => {
        const answer = await look(t, STRICT.replace(" 'wasm-unsafe-eval'", ''));
        if (answer !== null) assert.match(answer, /failed: PlyforgeError: .*needs 'wasm-unsafe-eval'/);
    });
}
