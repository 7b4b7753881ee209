// The reference of the JavaScript package, from its declarations (.d.ts) as TypeScript reads them: everything that an entry point
// exports, with its comments, without what is private.
//     node types.mjs PACKAGE_FOLDER OUTPUT_FOLDER
import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [folder, output] = process.argv.slice(2).map((path) => resolve(path));
const ts = createRequire(join(folder, 'package.json'))('typescript');

const { name: packageName, exports: entries } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const modules = Object.entries(entries)
    .filter(([, target]) => target.import?.types)
    .map(([name, target]) => ({ name: packageName + name.slice(1), file: join(folder, target.import.types) }));
const program = ts.createProgram(
    modules.map(({ file }) => file),
    { moduleResolution: ts.ModuleResolutionKind.Bundler, module: ts.ModuleKind.ESNext, skipLibCheck: true },
);
const checker = program.getTypeChecker();

const isHidden = (member) =>
    (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) !== 0 ||
    (member.name && ts.isPrivateIdentifier(member.name));

/** The text of a declaration with its comments, without hidden members. */
function textOf(node) {
    const source = node.getSourceFile().text;
    const begin = ts.isVariableDeclaration(node) ? node.parent.parent : node;
    let text = source.slice(begin.getFullStart(), begin.getEnd());
    for (const member of [...(node.members ?? [])].reverse()) {
        if (isHidden(member))
            text =
                text.slice(0, member.getFullStart() - begin.getFullStart()) +
                text.slice(member.getEnd() - begin.getFullStart());
    }
    return text.trim();
}

/** The comment before a declaration, which becomes a paragraph, and the rest. */
function split(text) {
    const comment = /^\/\*\*([\s\S]*?)\*\/\s*/.exec(text);
    const words = comment ? comment[1].replace(/^\s*\* ?/gm, '').trim() : '';
    return [words, comment ? text.slice(comment[0].length) : text];
}

/** Comments of modules and declarations are plain text. */
const escape = (words) =>
    words.replace(/[\\*_<>[\]]/g, '\\$&').replace(/`[^`]*`/g, (code) => code.replace(/\\(.)/g, '$1'));

mkdirSync(output, { recursive: true });
const rows = [];
for (const { name, file } of modules) {
    const source = program.getSourceFile(file);
    const about =
        /^\/\*([\s\S]*?)\*\//
            .exec(readFileSync(file.replace('/dist/esm/', '/src/').replace('.d.ts', '.ts'), 'utf8'))?.[1]
            .replace(/^\s*\* ?/gm, '')
            .trim() ?? '';
    const out = [`# ${name}`, escape(about)];
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
        const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        out.push(`## ${symbol.name}`);
        for (const node of real.declarations) {
            const [words, code] = split(textOf(node));
            if (words) out.push(escape(words));
            out.push('```ts\n' + code.replace(/^export (declare )?/, '') + '\n```');
        }
    }
    const page = name.replaceAll('/', '-');
    writeFileSync(join(output, `${page}.md`), out.join('\n\n') + '\n');
    rows.push({ name, page, about: about.split(/(?<=\.)\s/)[0].replace(/\s+/g, ' ') });
}
writeFileSync(
    join(output, 'index.md'),
    [
        '# The JavaScript modules',
        '',
        '| import | what it has |',
        '|---|---|',
        ...rows.map(({ name, page, about }) => `| [${name}](${page}.md) | ${escape(about)} |`),
        '',
        '```{toctree}',
        ':hidden:',
        '',
        ...rows.map(({ page }) => page),
        '```',
        '',
    ].join('\n'),
);
