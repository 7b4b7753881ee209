/* One game of PGN text as a tree. The forms are those that chess.js reads; an error has its place. */

/** A move of the text, with what was written about it. */
export interface PgnNode {
    san: string;
    suffix: string | undefined;
    nags: number[];
    comment: string | undefined;
    /** Lines in place of this move. */
    variations: PgnLine[];
}

export interface PgnLine {
    /** Before the first move. */
    comment: string | undefined;
    moves: PgnNode[];
}

export interface PgnTree extends PgnLine {
    headers: [string, string][];
    result: string | undefined;
    /** Where the FEN tag and the moves of the main line are in the text. */
    places: { fen: number; moves: number[] };
}

/** An error in PGN text, with its place. */
export class PgnError extends Error {
    override name = 'PgnError';
    readonly offset: number;
    /** From 1. */
    readonly line: number;
    readonly column: number;

    constructor(message: string, text: string, offset: number) {
        const before = text.slice(0, offset).split('\n');
        const line = before.length;
        const column = before[line - 1]!.length + 1;
        super(`${message} (line ${line}, column ${column})`);
        this.offset = offset;
        this.line = line;
        this.column = column;
    }
}

const BLANKS = /[ \t\r\n]*/y;
const TAG = /\[[ \t\r\n]*([^\s"[\]]+)[ \t\r\n]*"([^"]*)"[ \t\r\n]*\]/y;
// As PGN prescribes it, with \" for a quote and \\ for a backslash; chess.js knows neither.
const ESCAPED_TAG = /\[[ \t\r\n]*([^\s"[\]]+)[ \t\r\n]*"((?:[^"\\\r\n]|\\["\\])*)"[ \t\r\n]*\]/y;
const NUMBER = /[0-9]*\.[ \t\r\n]*\.*/y;
const SAN = /(?:O-O-O|O-O|0-0-0|0-0|[a-zA-Z][a-zA-Z1-8=-]+|--)[+#]?/y;
const SUFFIX = /[!?]{1,2}/y;
const NAG = /\$([0-9]+)/y;
const RESULT = /1-0|0-1|1\/2-1\/2|\*/y;
const BRACE = /\{([^}]*)\}/y;
const REST_OF_LINE = /;([^\r\n]*)/y;
const MAX_DEPTH = 255;

class Scanner {
    at = 0;
    /** How far the text was understood, for errors. */
    furthest = 0;
    /** Where the moves of the main line are. */
    readonly moves: number[] = [];
    constructor(readonly text: string) {}

    match(form: RegExp): RegExpExecArray | null {
        form.lastIndex = this.at;
        const found = form.exec(this.text);
        if (found) this.at = form.lastIndex;
        return found;
    }

    blanks(): void {
        this.match(BLANKS);
    }

    comment(): string | undefined {
        const brace = this.match(BRACE);
        if (brace) return brace[1]!.replace(/[\r\n]+/g, ' ');
        return this.match(REST_OF_LINE)?.[1]!.trim();
    }

    fail(what: string): never {
        const { text } = this;
        const at = Math.max(this.at, this.furthest);
        if (text[at] === '{') throw new PgnError('This comment has no closing "}"', text, at);
        const word = /^(?:\s|\S+)/.exec(text.slice(at, at + 20));
        throw new PgnError(`Expected ${what} but found ${word ? JSON.stringify(word[0]) : 'the end of the text'}`, text, at);
    }
}

/** Comments side by side are one, as a reader would take them. */
function comments(scanner: Scanner): string | undefined {
    let all: string | undefined;
    for (;;) {
        const start = scanner.at;
        scanner.blanks();
        const one = scanner.comment();
        if (one === undefined) {
            scanner.at = start;
            return all;
        }
        all = all === undefined ? one : `${all} ${one}`;
    }
}

function line(scanner: Scanner, depth: number): PgnLine {
    const moves: PgnNode[] = [];
    const comment = comments(scanner);
    for (;;) {
        const start = scanner.at;
        scanner.blanks();
        scanner.match(NUMBER);
        scanner.blanks();
        const at = scanner.at;
        const san = scanner.match(SAN)?.[0];
        if (san === undefined) {
            scanner.furthest = scanner.at;
            scanner.at = start;
            return { comment, moves };
        }
        if (depth === 0) scanner.moves.push(at);
        moves.push(node(scanner, san, depth));
    }
}

function node(scanner: Scanner, san: string, depth: number): PgnNode {
    const suffix = scanner.match(SUFFIX)?.[0];
    const nags: number[] = [];
    const variations: PgnLine[] = [];
    let comment: string | undefined;
    for (;;) {
        const start = scanner.at;
        scanner.blanks();
        const nag = scanner.match(NAG);
        if (nag) {
            nags.push(parseInt(nag[1]!, 10));
            continue;
        }
        const more = comments(scanner);
        if (more !== undefined) {
            comment = comment === undefined ? more : `${comment} ${more}`;
            continue;
        }
        if (scanner.text[scanner.at] !== '(') {
            scanner.at = start;
            return { san, suffix, nags, comment, variations };
        }
        if (depth === MAX_DEPTH) throw new PgnError(`Variations are nested more than ${MAX_DEPTH} deep`, scanner.text, scanner.at);
        scanner.at++;
        variations.push(line(scanner, depth + 1));
        scanner.blanks();
        if (scanner.text[scanner.at] !== ')') scanner.fail('a move or ")"');
        scanner.at++;
    }
}

export function parsePgn(text: string): PgnTree {
    const scanner = new Scanner(text);
    if (text.charCodeAt(0) === 0xfeff) scanner.at = 1;
    const headers: [string, string][] = [];
    let fen = 0;
    for (;;) {
        scanner.blanks();
        const start = scanner.at;
        const escaped = scanner.match(ESCAPED_TAG);
        const tag = escaped ?? scanner.match(TAG);
        if (!tag) break;
        if (tag[1]!.toLowerCase() === 'fen') fen = start;
        headers.push([tag[1]!, escaped ? tag[2]!.replace(/\\(["\\])/g, '$1') : tag[2]!]);
    }
    if (text[scanner.at] === '[') scanner.fail('a tag pair as in [Event "name"]');
    const { comment, moves } = line(scanner, 0);
    scanner.blanks();
    const result = scanner.match(RESULT)?.[0];
    const last = result === undefined ? undefined : comments(scanner);
    scanner.blanks();
    if (scanner.at < text.length) scanner.fail(result === undefined ? 'a move, a comment or a result' : 'the end of the text');
    const tree: PgnTree = { headers, comment, moves, result, places: { fen, moves: scanner.moves } };
    if (last !== undefined) {
        if (moves.length > 0) moves[moves.length - 1]!.comment = last;
        else tree.comment = last;
    }
    return tree;
}
