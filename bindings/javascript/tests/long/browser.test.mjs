// The package in headless Chromium: plainly, and under a strict content security policy.
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { build } from 'esbuild';
import { ANSWER, PAGE, serve, answerOf } from './page.mjs';

const here = fileURLToPath(new URL('../..', import.meta.url));
// The package refers to itself by its name.
const { outputFiles } = await build({ stdin: { contents: PAGE, resolveDir: here }, bundle: true, format: 'esm', write: false, logLevel: 'error' });
const files = new Map([
    ['/index.html', ['text/html', '<!doctype html><title>plyforge</title><script type="module" src="/main.js"></script>']],
    ['/main.js', ['text/javascript', outputFiles[0].text]],
]);

async function look(t, headers) {
    const server = await serve(files, headers);
    const answer = await answerOf(server.url);
    server.close();
    if (answer === null) t.skip('no chromium (Debian: chromium)');
    return answer;
}

test('a page', async (t) => {
    const answer = await look(t, {});
    if (answer !== null) assert.equal(answer, ANSWER);
});

test('a page with a strict content security policy', async (t) => {
    const answer = await look(t, { 'content-security-policy': "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; connect-src http://127.0.0.1:*" });
    if (answer !== null) assert.equal(answer, ANSWER);
});

test('without wasm-unsafe-eval the error says what is missing', async (t) => {
    const answer = await look(t, { 'content-security-policy': "default-src 'none'; script-src 'self'; connect-src http://127.0.0.1:*" });
    if (answer !== null) assert.match(answer, /failed: .*wasm-unsafe-eval|failed: .*Content Security Policy/);
});
