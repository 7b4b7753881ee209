// make run-web, as a person runs it: it builds the page, serves it and prints the address; make web is the first half of it.
// What is built is what the other tests look at.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
rmSync(`${root}web/dist`, { recursive: true, force: true });

const make = spawn('make', ['--no-print-directory', 'run-web', 'PORT=0'], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
});
try {
    const address = await new Promise((resolve, reject) => {
        let text = '';
        make.stdout.setEncoding('utf8').on('data', (data) => {
            process.stdout.write(data);
            text += data;
            const found = /^the explorer: (http:\S+)/m.exec(text);
            if (found) resolve(found[1]);
        });
        make.on('exit', (code) => reject(new Error(`make run-web ended with status ${code}`)));
    });
    const answer = await fetch(address);
    assert.equal(answer.status, 200);
    assert.match(await answer.text(), /<title>Plyforge explorer/);
    assert.equal((await fetch(`${address}sw.js`)).headers.get('content-type'), 'text/javascript');
    for (const path of ['nothing', '..%2f..%2fpackage.json', '%2e%2e/%2e%2e/package.json', '%'])
        assert.equal((await fetch(address + path)).status, 404, path);
} finally {
    process.kill(-make.pid, 'SIGINT'); // Ctrl-C
}
for (const file of ['index.html', 'sw.js', 'manifest.webmanifest'])
    assert.ok(existsSync(`${root}web/dist/${file}`), file);

// A port that is taken, and one that does not exist.
const other = createServer();
await new Promise((resolve) => other.listen(0, '127.0.0.1', resolve));
for (const port of [String(other.address().port), '65536', 'x']) {
    const refused = spawnSync(process.execPath, [`${root}web/scripts/serve.mjs`, port], {
        encoding: 'utf8',
        timeout: 20_000,
    });
    assert.equal(refused.status, 1, port);
    assert.match(refused.stderr, new RegExp(`cannot listen on port ${port}: .*make run-web PORT=9000`));
}
other.close();
console.log('make run-web builds and serves the page');
