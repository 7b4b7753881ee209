// Runs the tests of public programs that use chess.js, first with chess.js and then with plyforge-chess in its place, and prints how many pass.
// Nothing in the programs is changed. Needs npm, and programs whose tests run by vitest or jest, or for which scripts/apps/ has a file that
// calls their modules; the answers are then compared, and so are the complaints of TypeScript.
//     node scripts/apps.mjs FOLDER...        each FOLDER: a clone, which stays as it is
// Fails if a test passes with chess.js and not with ours, or an answer differs.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const clones = process.argv.slice(2);
if (clones.length === 0) {
    console.error('usage: node scripts/apps.mjs FOLDER..., clones of programs that use chess.js');
    process.exit(2);
}
const scratch = mkdtempSync(join(tmpdir(), 'plyforge-apps-'));
const npm = (folder, ...args) =>
    execFileSync('npm', [...args, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: folder,
        stdio: ['ignore', 'ignore', 'inherit'],
    });

/** The tests that pass, by file and name, and how many there are. */
function runTests(folder, runner) {
    const report = join(folder, 'plyforge-report.json');
    rmSync(report, { force: true });
    const args = runner === 'vitest' ? ['vitest', 'run', '--reporter=json'] : ['jest', '--json'];
    spawnSync('npx', [...args, `--outputFile=${report}`], { cwd: folder, stdio: 'ignore', timeout: 600_000 });
    if (!existsSync(report)) throw new Error(`${runner} wrote no report`);
    const { numTotalTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const passed = new Set();
    for (const { name, assertionResults } of testResults)
        for (const { status, fullName } of assertionResults)
            if (status === 'passed') passed.add(`${basename(name)}: ${fullName}`);
    return { passed, total: numTotalTests };
}

/** What the modules of a program answer, and what TypeScript complains of. */
async function ask(folder, { modules, stubs, answers }, name) {
    const file = join(folder, `plyforge-${name}.mjs`);
    await build({
        stdin: {
            contents: [
                ...modules.map((path) => `export * from './${path}';`),
                "export { Chess } from 'chess.js';",
            ].join('\n'),
            resolveDir: folder,
        },
        bundle: true,
        format: 'esm',
        platform: 'node',
        outfile: file,
        logLevel: 'error',
        plugins: [
            {
                name: 'stubs',
                setup(build) {
                    build.onResolve({ filter: /./ }, ({ path }) =>
                        path in stubs ? { path, namespace: 'stub' } : null,
                    );
                    build.onLoad({ filter: /./, namespace: 'stub' }, ({ path }) => ({ contents: stubs[path] }));
                },
            },
        ],
    });
    const lines = Array.from(
        answers(await import(pathToFileURL(file))),
        (answer) => JSON.stringify(answer) ?? 'undefined',
    );
    const { stdout } = spawnSync('npx', ['tsc', '--noEmit'], { cwd: folder, encoding: 'utf8' });
    return { lines, complaints: stdout.split('\n').filter((line) => /error TS/.test(line)) };
}

async function compareAnswers(name, folder, script, tarball) {
    const driver = await import(pathToFileURL(script));
    npm(folder, 'install', '--legacy-peer-deps');
    const { version } = versionOf(folder);
    const theirs = await ask(folder, driver, 'theirs');
    npm(folder, 'install', '--legacy-peer-deps', '--no-save', `chess.js@file:${tarball}`);
    if (versionOf(folder).name !== 'plyforge-chess') throw new Error('plyforge-chess was not installed');
    const ours = await ask(folder, driver, 'ours');
    const different = theirs.lines.flatMap((line, index) => (line === ours.lines[index] ? [] : [index]));
    for (const index of different.slice(0, 5))
        console.log(`chess.js: ${theirs.lines[index]}\nplyforge-chess: ${ours.lines[index]}`);
    for (const line of ours.complaints.filter((line) => !theirs.complaints.includes(line)))
        console.log(`only with plyforge-chess: ${line}`);
    console.log(
        `${name}: ${different.length} of ${theirs.lines.length} answers differ from chess.js ${version}; TypeScript complains ${theirs.complaints.length} times with chess.js, ${ours.complaints.length} times with plyforge-chess`,
    );
    const sizes = theirs.lines.length === ours.lines.length && theirs.lines.length > 0;
    return sizes && different.length === 0 && ours.complaints.length <= theirs.complaints.length;
}

const versionOf = (folder) => JSON.parse(readFileSync(join(folder, 'node_modules/chess.js/package.json'), 'utf8'));

async function compare(clone, tarball) {
    const name = basename(resolve(clone));
    const folder = join(scratch, name);
    cpSync(resolve(clone), folder, { recursive: true, filter: (path) => !/[\\/](node_modules|\.git)$/.test(path) });
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const runner = ['vitest', 'jest'].find((name) => name in { ...dependencies, ...devDependencies });
    const script = join(here, 'scripts/apps', `${name}.mjs`);
    if (!runner && existsSync(script)) return compareAnswers(name, folder, script, tarball);
    if (!runner) throw new Error('its tests run neither by vitest nor by jest');
    npm(folder, 'install', '--legacy-peer-deps');
    const { version } = versionOf(folder);
    const theirs = runTests(folder, runner);
    npm(folder, 'install', '--legacy-peer-deps', '--no-save', `chess.js@file:${tarball}`);
    if (versionOf(folder).name !== 'plyforge-chess') throw new Error('plyforge-chess was not installed');
    const ours = runTests(folder, runner);
    const isLost = (name) => !ours.passed.has(name);
    // A test that waits for an engine may fail on a busy machine, so that what failed has a second chance.
    if ([...theirs.passed].some(isLost)) for (const name of runTests(folder, runner).passed) ours.passed.add(name);
    const lost = [...theirs.passed].filter(isLost);
    for (const name of lost) console.log(`only with chess.js: ${name}`);
    console.log(
        `${basename(clone)}: ${theirs.passed.size} of ${theirs.total} with chess.js ${version}, ${ours.passed.size} of ${ours.total} with plyforge-chess`,
    );
    return theirs.passed.size > 0 && lost.length === 0;
}

try {
    const pack = ['pack', '--json', '--loglevel=silent', '--pack-destination', scratch];
    const [{ filename }] = JSON.parse(
        execFileSync('npm', pack, { cwd: join(here, 'build/drop-in'), encoding: 'utf8' }),
    );
    for (const clone of clones) {
        try {
            if (!(await compare(clone, join(scratch, filename)))) process.exitCode = 1;
        } catch (error) {
            console.log(`${basename(clone)}: ${error.message}`);
            process.exitCode = 1;
        }
    }
} finally {
    rmSync(scratch, { recursive: true, force: true });
}
