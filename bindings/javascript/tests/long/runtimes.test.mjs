// The package in other runtimes than Node, where they are installed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { ANSWER, PAGE } from './page.mjs';

const dist = new URL('../../dist/esm/', import.meta.url);
const program = PAGE.replace(
    /'plyforge(?:\/(\w+))?'/g,
    (_, entry) => `'${new URL(`${entry ?? 'index'}.js`, dist)}'`,
).replace(/const report = .*\n/, 'const report = (text) => console.log(text);\n');

for (const [name, ...args] of [
    ['bun', 'run'],
    ['deno', 'run', '--allow-all'],
]) {
    test(name, (t) => {
        const folder = mkdtempSync(join(tmpdir(), 'plyforge-runtime-'));
        try {
            const file = join(folder, 'main.mjs');
            writeFileSync(file, program);
            const { error, stdout, stderr } = spawnSync(name, [...args, file], { encoding: 'utf8', timeout: 120_000 });
            if (error?.code === 'ENOENT') t.skip(`no ${name}`);
            else assert.equal(stdout.trim(), ANSWER, stderr);
        } finally {
            rmSync(folder, { recursive: true, force: true });
        }
    });
}
