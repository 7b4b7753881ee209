// Runs the tests of chess.js against this package: in a copy of a clone, src/chess.ts becomes an export of dist/. Needs npm for vitest.
//     node scripts/chessjs_suite.mjs FOLDER        FOLDER: a clone of chess.js, which stays as it is
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const [clone] = process.argv.slice(2);
if (!clone) {
    console.error('usage: node scripts/chessjs_suite.mjs FOLDER, a clone of chess.js');
    process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'plyforge-chessjs-'));
try {
    cpSync(join(resolve(clone), '__tests__'), join(folder, '__tests__'), { recursive: true });
    cpSync(join(here, 'dist/esm'), join(folder, 'src'), { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
    const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', 'vitest@3'];
    execFileSync('npm', install, { cwd: folder, stdio: 'inherit' });
    const report = join(folder, 'report.json');
    spawnSync('npx', ['vitest', 'run', '--reporter=json', `--outputFile=${report}`], { cwd: folder, stdio: 'inherit' });
    const { numPassedTests, numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    for (const { name, message, assertionResults } of testResults) {
        if (assertionResults.length === 0) console.log(`${name}: ${message}`);
        for (const { status, fullName, failureMessages } of assertionResults)
            if (status !== 'passed') console.log(`${status}: ${fullName}: ${failureMessages[0]?.split('\n')[0] ?? ''}`);
    }
    console.log(`${numPassedTests} of ${numTotalTests} tests pass`);
} finally {
    rmSync(folder, { recursive: true, force: true });
}
