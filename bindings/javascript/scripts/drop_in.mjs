// Makes the package that takes the place of chess.js by one line in package.json, an alias or an override: its main entry is
// plyforge/chess, and nothing else is in it. scripts/build.mjs calls this.
//     node scripts/drop_in.mjs
// Writes build/drop-in, ready for npm pack, out of dist/.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(here, 'build/drop-in');
const manifest = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
/** The version of chess.js with the same interface. */
const INTERFACE = '1.4';

/** Whatever a file imports from files beside it, itself included. */
function closure(file, found = new Set()) {
    if (found.has(file)) return found;
    found.add(file);
    if (file.endsWith('.wasm')) return found;
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/(?:from|require\()\s*['"](\.[^'"]+)['"]/g)) {
        const path = join(dirname(file), name.replace(/\?module$/, ''));
        closure(file.endsWith('.d.ts') ? path.replace(/\.js$/, '.d.ts') : path, found);
    }
    return found;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const dist = join(here, 'dist');
const files = new Set();
for (const kind of ['esm', 'cjs']) {
    closure(join(dist, kind, 'chess.js'), files);
    closure(join(dist, kind, 'chess.d.ts'), files);
}
for (const platform of ['workerd', 'edge-light']) closure(join(dist, platform, 'chess.js'), files);
for (const file of files) cpSync(file, join(folder, relative(here, file)));
cpSync(join(dist, 'cjs/package.json'), join(folder, 'dist/cjs/package.json'));
cpSync(join(here, '../../LICENSE'), join(folder, 'LICENSE'));
// The maps are in the large package.
for (const file of files) {
    const path = join(folder, relative(here, file));
    if (file.endsWith('.js'))
        writeFileSync(path, readFileSync(path, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?/, ''));
}

// The version begins with that of the interface, so that packages with the peer dependency "chess.js": "^1.4.0" are content.
const [major, minor, patch] = manifest.version.split('.').map(Number);
const version = `${INTERFACE}.${major * 10000 + minor * 100 + patch}`;
writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify(
        {
            name: 'plyforge-chess',
            version,
            description: `Takes the place of chess.js ${INTERFACE}: the same interface on Plyforge ${manifest.version}`,
            keywords: ['chess', 'chess.js', 'chess960', 'pgn', 'fen', 'san', 'webassembly'],
            license: manifest.license,
            author: manifest.author,
            homepage: manifest.homepage,
            repository: manifest.repository,
            bugs: manifest.bugs,
            type: 'module',
            sideEffects: false,
            engines: manifest.engines,
            files: ['dist'],
            main: manifest.exports['./chess'].require.default,
            module: manifest.exports['./chess'].import.default,
            types: manifest.exports['./chess'].import.types,
            exports: {
                '.': manifest.exports['./chess'],
                './standard.wasm': './dist/standard.wasm',
                './package.json': './package.json',
            },
        },
        null,
        2,
    ) + '\n',
);
writeFileSync(
    join(folder, 'README.md'),
    `# plyforge-chess

Takes the place of [chess.js](https://www.npmjs.com/package/chess.js) ${INTERFACE} without a change to the program: the same classes,
methods, types and hashes, ten to a hundred times as fast, with Chess960, and with variations that survive \`loadPgn\` and \`pgn\`.
One line in package.json:

\`\`\`json
{ "dependencies": { "chess.js": "npm:plyforge-chess@^${INTERFACE}.0" } }
\`\`\`

or, where another package depends on chess.js,

\`\`\`json
{ "overrides": { "chess.js": "npm:plyforge-chess@^${INTERFACE}.0" } }
\`\`\`

With a file that you have built or downloaded, write \`file:\` and its path in place of \`npm:...\`; in overrides
the path must be absolute. The first two numbers of the version
are those of chess.js, the third is Plyforge ${manifest.version}. The few differences are listed in docs/javascript.md of the repository.
In browsers the content security policy needs \`script-src 'wasm-unsafe-eval'\`. MIT licence.
`,
);
