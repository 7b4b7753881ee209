// Serves files and opens a page in a headless browser; the page sends its answer to the address after the "#".
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** What a page must do to pass: every import of the package, and workers. */
export const PAGE = `
import { Position } from 'plyforge';
import { Chess } from 'plyforge/chess';
import { readPgnStream } from 'plyforge/pgn';
import { perft, PerftPool } from 'plyforge/perft';
import { explain } from 'plyforge/workbench';

async function main() {
    const answers = [Position.start().count(), new Chess().moves().length, perft(Position.start(), 4), explain(Position.start(), 'e2e4').legal];
    for await (const game of readPgnStream(new Response('1. e4 e5 *').body)) answers.push(game.moves.length);
    const pool = await PerftPool.create({ size: 2 });
    answers.push(await pool.perft(Position.start(), 4));
    await pool.close();
    return answers.join(' ');
}
const report = (text) => fetch(location.hash.slice(1) + encodeURIComponent(text), { mode: 'no-cors' });
main().then(report, (error) => report('failed: ' + error));
`;
export const ANSWER = '20 20 197281 true 2 197281';

/** Serves the files of a map from path to [type, text], with these headers. */
export async function serve(files, headers = {}) {
    const server = createServer((request, response) => {
        const file = files.get(request.url === '/' ? '/index.html' : request.url);
        response.writeHead(file ? 200 : 404, { 'content-type': file?.[0] ?? 'text/plain', ...headers });
        response.end(file?.[1] ?? '');
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

const BROWSERS = {
    chromium: (profile) => [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        `--user-data-dir=${profile}`,
        '--remote-debugging-port=0',
    ],
    'firefox-esr': (profile) => ['--headless', '--no-remote', '--profile', profile],
};

/** What the page answers in a browser that is started for it; null where it is not installed, undefined if it ends by itself. */
async function firstAnswer(url, name) {
    const profile = mkdtempSync(join(tmpdir(), 'plyforge-browser-'));
    let browser, ended;
    const answer = await new Promise((resolve) => {
        const listener = createServer((request, response) => {
            response.end();
            giveUp(decodeURIComponent(request.url.slice(1)));
        });
        const giveUp = (value) => {
            listener.close();
            resolve(value);
        };
        listener.listen(0, '127.0.0.1', () => {
            browser = spawn(name, [...BROWSERS[name](profile), `${url}#http://127.0.0.1:${listener.address().port}/`], {
                stdio: 'ignore',
            });
            ended = new Promise((done) => browser.on('exit', done).on('error', done));
            browser.on('error', () => giveUp(null)).on('exit', () => giveUp(undefined));
            setTimeout(() => giveUp('no answer after two minutes'), 120_000).unref();
        });
    });
    browser.kill();
    await ended;
    await remove(profile);
    return answer;
}

/** Removes a folder of a browser, whose processes may go on writing for seconds after it has ended. The option maxRetries of rmSync
 * would not do: it tries again to remove the folder, without looking what is new in it. */
async function remove(folder) {
    for (let tries = 1; ; tries++) {
        try {
            return rmSync(folder, { recursive: true, force: true });
        } catch (error) {
            if (tries === 50) throw error;
            await pause(200);
        }
    }
}

/** What the page answers in this browser; null where it is not installed. A browser that ends by itself is started again. */
export async function answerOf(url, name = 'chromium') {
    for (let tries = 0; tries < 3; tries++) {
        const answer = await firstAnswer(url, name);
        if (answer !== undefined) return answer;
    }
    return `${name} ended by itself three times`;
}
