// Every public function and method has an example in its comment, and the examples do what they say.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { formatWithOptions } from 'node:util';
import ts from 'typescript';

const here = fileURLToPath(new URL('..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(here, 'package.json'), 'utf8'));
const declarations = Object.values(exports)
    .filter((conditions) => conditions.import)
    .map(({ import: { types } }) => join(here, types));
const program = ts.createProgram(declarations, {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
});
const checker = program.getTypeChecker();

/** What has to have an example: [name, symbol]. Members that the language or a base class of it brings along are not ours. */
function* callables(exported) {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const { name } = exported;
    const isOurs = (member) =>
        member.declarations?.some(
            (node) =>
                node.getSourceFile().fileName.startsWith(join(here, 'dist')) &&
                !(ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Private),
        );
    if (symbol.flags & ts.SymbolFlags.Function) yield [name, symbol];
    else if (symbol.flags & ts.SymbolFlags.Class) {
        const types = [checker.getDeclaredTypeOfSymbol(symbol), checker.getTypeOfSymbol(symbol)];
        for (const member of types.flatMap((type) => type.getProperties()))
            if (member.flags & ts.SymbolFlags.Method && !member.name.startsWith('__') && isOurs(member))
                yield [`${name}.${member.name}`, member];
    } else if (
        symbol.flags & ts.SymbolFlags.Variable &&
        checker.getTypeOfSymbol(symbol).getCallSignatures().length > 0
    ) {
        yield [name, symbol];
    }
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
const modules = new Map();
for (const file of declarations) modules.set(file, await import(pathToFileURL(file.replace(/\.d\.ts$/, '.js'))));
const everything = Object.assign({}, ...modules.values());
const collapsed = (text) => text.replace(/\s+/g, ' ').trim();

/** Runs an example, and compares what it prints with the comments on those lines. */
async function run(code, names) {
    const lines = code.split('\n').filter((line) => !line.startsWith('import '));
    const body = lines.join('\n').replaceAll('import.meta.resolve', 'resolve').replaceAll('console.log(', 'print(');
    const printed = [];
    const scope = {
        ...everything,
        ...names,
        readFile,
        resolve: (name) => new URL(name.replace('plyforge/', '../dist/'), import.meta.url).href,
        print: (...values) => printed.push(formatWithOptions({ breakLength: Infinity }, ...values)),
    };
    await new AsyncFunction(...Object.keys(scope), body)(...Object.values(scope));
    // What is printed is behind the call, or in the comment on the next line.
    const expected = [];
    lines.forEach((line, i) => {
        const match = /console\.log\(.*?\); ?\/\/ (.*)$/.exec(line) ?? /console\.log\(.*\)(?=;$)/.exec(line);
        if (!match) return;
        expected.push(match[1] ?? lines[i + 1]?.replace(/^\/\/ /, ''));
    });
    assert.deepEqual(
        collapsed(printed.join(', ')),
        collapsed(expected.join(', ')),
        `what it prints is not what it says:\n${code}`,
    );
}

for (const file of declarations) {
    const entry = file.replace(/.*\/(\w+)\.d\.ts$/, '$1');
    test(`the examples of ${entry}`, async () => {
        const symbol = checker.getSymbolAtLocation(program.getSourceFile(file));
        const without = [];
        let count = 0;
        for (const [name, callable] of checker
            .getExportsOfModule(symbol)
            .flatMap((exported) => [...callables(exported)])) {
            const tag = callable.getJsDocTags(checker).find((one) => one.name === 'example');
            if (!tag) {
                without.push(name);
                continue;
            }
            count++;
            try {
                await run(ts.displayPartsToString(tag.text), modules.get(file));
            } catch (error) {
                throw new Error(`${entry}: ${name}: ${error.message}`, { cause: error });
            }
        }
        assert.deepEqual(without, [], 'these have no @example');
        assert.ok(count > 0);
    });
}
