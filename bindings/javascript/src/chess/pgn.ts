/* One game of PGN text as a tree. Strict reading accepts the forms that chess.js reads; otherwise the forms that
 * readPgn accepts are read as well, and text that cannot be part of a game is skipped. An error has its position. */

/** A move of the text, with its annotations. */
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

/** An error in PGN text, with its position. */
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
// As PGN prescribes it, with \" for a quote and \\ for a backslash; chess.js supports neither.
const ESCAPED_TAG = /\[[ \t\r\n]*([^\s"[\]]+)[ \t\r\n]*"((?:[^"\\\r\n]|\\["\\])*)"[ \t\r\n]*\]/y;
// A value with unescaped quotation marks ends at the one before a bracket.
const LOOSE_TAG = /\[[ \t]*([^\s"[\]]+)[ \t]*"(.*?)"[ \t]*\]/y;
// A tag whose value is not closed extends to the end of its line; any other ends with its bracket.
const UNREADABLE_TAG = /\[[ \t]*[^\s"\]]+[ \t]*".*|\[[^\]\n]*\]|.*/y;
const TAG_START = /\[[ \t]*\w+[ \t]*"/y;
const NUMBER = /[0-9]*\.[ \t\r\n]*\.*/y;
const SAN = /(?:O-O-O|O-O|0-0-0|0-0|[a-zA-Z][a-zA-Z1-8=-]+|--)[+#]?/y;
const SUFFIX = /[!?]{1,2}/y;
const LATE_CHECK = /[+#](?![^\s)])/y;
const NAG = /\$([0-9]+)/y;
const RESULT = /1-0|0-1|1\/2-1\/2|\*/y;
// With a dash, with the character for a half, and with blanks around the hyphen, which then must not be before a move number.
const [DASH, HALF, GAP] = [
    '[-\\u2012-\\u2015\\u2212\\x96\\x97]',
    '(?:1/2|\\xbd)',
    '[ \\t\\r]{0,80}\\n?[ \\t\\r]{0,80}',
];
const WIDE_DASH = GAP + DASH + GAP;
const WIDE_END = '(?![^\\s{}()[\\];$!?*])';
const GLUED = `1${DASH}0|0${DASH}1|${HALF}(?:${DASH}${HALF})?`;
const LOOSE_RESULT = new RegExp(
    `1${DASH}0|0${DASH}1|1${WIDE_DASH}0${WIDE_END}|0${WIDE_DASH}1${WIDE_END}|${HALF}(?:${WIDE_DASH}${HALF})?|\\*`,
    'y',
);
const BRACE = /\{([^}]*)\}/y;
const REST_OF_LINE = /;([^\r\n]*)/y;
const MAX_DEPTH = 255;
// Read only in tolerant mode, named as in readPgn.
const MARGIN = /[\s\0\ufeff]*/y;
const ESCAPED_LINE = /%[^\n]*/y;
const LOOSE_NUMBER = /[0-9]+[.\u2026]*|[.\u2026]+/y;
const FIRST_NUMBER = /1\.?(?![-./0-9\u2026])/y;
const DOTTED_NUMBER = /[0-9]{1,250}[.\u2026]/y;
// The piece of a promotion may be in parentheses. Without the limit, a word that is read piece by piece would take quadratic time.
const WORD = /[^\s\0{}()[\];$!?*]{1,255}(?:\([QRBN]\))?/y;
const BRACKET = /\[[^\]\n]{0,250}\]|\[+/y;
const MEANT_AS_MOVE = /^[Oo0]-|^(?:O{2,3}|0{2,3})[+#]?$|[a-h][0-9]/;
const CASTLING_DASH = /(?<=[Oo0])[\u2010-\u2015\u2212\x96\x97](?=[Oo0])/g;
const WITH_ZEROS = /0[-\u2010-\u2015\u2212\x96\x97]|00/y;
const PASS = /^(?:--|Z0|null|0000|@@@@)$/;
const GLUED_RESULT = new RegExp(`^(.*?(?:[a-h][1-8](?:=?[NBRQnbrq])?|[Oo0]-[Oo0](?:-[Oo0])?)[+#]{0,2})(?:${GLUED})$`);
const GLUED_MOVE = /^([^.]*[1-8Oo0NBRQ][+#]{0,2})\../;
// Signs such as ± directly after a move, but no check mark and no promotion.
const SIGNS = /^(.*?)([-+=/~\u0080-\uffff]+)$/;
const PART_OF_MOVE = /^(?:\+{1,2}|=?[\u2654-\u265f])$/;

class Scanner {
    at = 0;
    /** Where the last gap ended. */
    private gapEnd = -1;
    /** How far the text could be read, for errors. */
    furthest = 0;
    /** The offset of the first skipped text, or -1. */
    skipped = -1;
    /** Where the moves of the main line are. */
    readonly moves: number[] = [];
    constructor(
        readonly text: string,
        readonly strict: boolean,
    ) {}

    match(form: RegExp): RegExpExecArray | null {
        form.lastIndex = this.at;
        const found = form.exec(this.text);
        if (found) this.at = form.lastIndex;
        return found;
    }

    sees(form: RegExp): boolean {
        form.lastIndex = this.at;
        return form.test(this.text);
    }

    /** How many line ends, up to two, precede on lines with nothing else; the start of the text is two. */
    linesBefore(): number {
        let lines = 0;
        for (let i = this.at - 1; ; i--) {
            const c = this.text[i];
            if (c === undefined) return 2;
            if (c === '\n') lines++;
            if (lines === 2 || !/[\s\ufeff]/.test(c)) return lines;
        }
    }

    blanks(): void {
        this.match(this.strict ? BLANKS : MARGIN);
        while (!this.strict && this.text[this.at] === '%' && this.linesBefore() > 0) {
            this.match(ESCAPED_LINE);
            this.match(MARGIN);
        }
    }

    isResult(): boolean {
        return /[01*\xbd]/.test(this.text[this.at] ?? '') && this.sees(LOOSE_RESULT);
    }

    isTag(): boolean {
        return this.sees(TAG_START) && this.linesBefore() > 0;
    }

    private skip(form: RegExp | number): void {
        if (this.skipped < 0) this.skipped = this.at;
        if (typeof form === 'number') this.at += form;
        else this.match(form);
    }

    /** Skips blanks and, unless reading is strict, numbers and text that is not part of a game. */
    gap(depth: number): void {
        if (this.at === this.gapEnd) return;
        this.pass(depth);
        this.gapEnd = this.at;
    }

    private pass(depth: number): void {
        for (this.blanks(); !this.strict && this.at < this.text.length; this.blanks()) {
            const c = this.text[this.at]!;
            if ('{;(!?'.includes(c) || (c === '$' && this.sees(NAG))) return;
            if (c === ')' && depth > 0) return;
            if (c === '[') {
                if (this.isTag()) return;
                this.skip(BRACKET);
            } else if (')]}$'.includes(c)) {
                this.skip(1);
            } else if (this.isResult()) {
                if (depth === 0) return;
                this.match(LOOSE_RESULT);
            } else if (/[0-9.\u2026]/.test(c) && !this.sees(WITH_ZEROS)) {
                if (depth === 0 && this.beginsGame()) return;
                this.match(LOOSE_NUMBER);
            } else {
                if (this.meansMove()) return;
                this.skip(WORD);
            }
        }
    }

    /** Number 1 after an empty line begins another game. */
    private beginsGame(): boolean {
        return this.moves.length > 0 && this.sees(FIRST_NUMBER) && this.linesBefore() > 1;
    }

    private word(): string {
        WORD.lastIndex = this.at;
        return (WORD.exec(this.text)?.[0] ?? '').replace(CASTLING_DASH, '-');
    }

    private meansMove(): boolean {
        const word = this.word();
        return MEANT_AS_MOVE.test(word) || PASS.test(word);
    }

    /** The text of a move, without a full stop, a comma or a result directly after it. */
    san(): string | undefined {
        if (this.strict) return this.match(SAN)?.[0];
        if (this.isResult()) return undefined;
        const word = this.word();
        if (!MEANT_AS_MOVE.test(word) && !PASS.test(word)) return undefined;
        if (PASS.test(word)) {
            this.at += word.length;
            return '--';
        }
        const move = GLUED_MOVE.exec(word)?.[1] ?? GLUED_RESULT.exec(word)?.[1] ?? withoutSigns(word);
        this.at += move.length;
        return move.replace(/([^p.,:])[.,:]+$/, '$1');
    }

    /** Text that follows the result or precedes the tags, and begins neither movetext nor tags. */
    outside(): boolean {
        this.blanks();
        const { text, at } = this;
        if (this.strict || at >= text.length || '{;('.includes(text[at]!) || this.isTag() || this.isResult())
            return false;
        if (
            this.sees(DOTTED_NUMBER) ||
            (this.sees(FIRST_NUMBER) && this.linesBefore() > 1) ||
            MEANT_AS_MOVE.test(this.word())
        )
            return false;
        if (this.match(NAG) || this.match(SUFFIX)) return true;
        this.skip(text[at] === '[' ? BRACKET : this.word() ? WORD : 1);
        return true;
    }

    comment(): string | undefined {
        const brace = this.match(BRACE);
        if (brace) {
            // Closing braces that follow at once belong to braces that were opened inside: {see {1}}. PGN does not nest them, chess.js writes them.
            let inside = brace[1]!;
            for (
                let opened = inside.split('{').length - 1;
                opened > 0 && !this.strict && this.text[this.at] === '}';
                opened--
            ) {
                inside += '}';
                this.at++;
            }
            return inside.replace(/[\r\n]+/g, ' ');
        }
        return this.match(REST_OF_LINE)?.[1]!.trim();
    }

    fail(what: string): never {
        const { text } = this;
        const at = Math.max(this.at, this.furthest);
        if (text[at] === '{' && !text.includes('}', at))
            throw new PgnError('This comment has no closing "}"', text, at);
        const word = /^(?:\s|\S+)/.exec(text.slice(at, at + 20));
        throw new PgnError(
            `Expected ${what} but found ${word ? JSON.stringify(word[0]) : 'the end of the text'}`,
            text,
            at,
        );
    }
}

function withoutSigns(word: string): string {
    const [, bare, signs] = SIGNS.exec(word) ?? [];
    return bare && MEANT_AS_MOVE.test(bare) && !PART_OF_MOVE.test(signs!) ? bare : word;
}

/** Adjacent comments are joined, as a reader would expect. */
function comments(scanner: Scanner, depth: number): string | undefined {
    let all: string | undefined;
    for (;;) {
        const start = scanner.at;
        scanner.gap(depth);
        const one = scanner.comment();
        if (one === undefined) {
            if (scanner.strict) scanner.at = start;
            return all;
        }
        all = joined(all, one);
    }
}

function joined(all: string | undefined, more: string | undefined): string | undefined {
    return all === undefined || more === undefined ? (all ?? more) : `${all} ${more}`;
}

function line(scanner: Scanner, depth: number): PgnLine {
    const moves: PgnNode[] = [];
    let comment = comments(scanner, depth);
    for (;;) {
        const start = scanner.at;
        scanner.gap(depth);
        if (scanner.strict) {
            scanner.match(NUMBER);
            scanner.blanks();
        } else if (moves.length === 0 && (scanner.match(NAG) || scanner.match(SUFFIX))) {
            // it belongs to no move
            comment = joined(comment, comments(scanner, depth));
            continue;
        }
        if (!scanner.strict && moves.length === 0 && scanner.text[scanner.at] === '(') {
            // it replaces no move
            passParenthesis(scanner);
            continue;
        }
        const at = scanner.at;
        const san = scanner.san();
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
    let suffix = scanner.match(SUFFIX)?.[0];
    if (suffix && scanner.sees(LATE_CHECK)) scanner.fail('a check mark before the suffix'); // as chess.js does
    const nags: number[] = [];
    const variations: PgnLine[] = [];
    let comment: string | undefined;
    for (;;) {
        const start = scanner.at;
        scanner.gap(depth);
        const nag = scanner.match(NAG);
        if (nag) {
            nags.push(parseInt(nag[1]!, 10));
            continue;
        }
        const late = scanner.strict ? undefined : scanner.match(SUFFIX)?.[0];
        if (late !== undefined) {
            suffix ??= late;
            continue;
        }
        const more = comments(scanner, depth);
        if (more !== undefined) {
            comment = joined(comment, more);
            continue;
        }
        if (scanner.text[scanner.at] !== '(') {
            if (scanner.strict) scanner.at = start;
            return { san, suffix, nags, comment, variations };
        }
        if (depth === MAX_DEPTH)
            throw new PgnError(`Variations are nested more than ${MAX_DEPTH} deep`, scanner.text, scanner.at);
        scanner.at++;
        variations.push(line(scanner, depth + 1));
        scanner.gap(depth + 1);
        if (scanner.text[scanner.at] !== ')') scanner.fail('a move or ")"');
        scanner.at++;
    }
}

/** The text before the tags: its comments. */
function beforeTags(scanner: Scanner): string | undefined {
    let all: string | undefined;
    if (scanner.strict) return all;
    for (;;) {
        scanner.blanks();
        if (scanner.text[scanner.at] === '[' && scanner.linesBefore() > 0) return all;
        const isPassed = scanner.outside();
        const comment = isPassed ? undefined : scanner.comment();
        if (!isPassed && comment === undefined) return all;
        all = joined(all, comment);
    }
}

function tags(scanner: Scanner, headers: [string, string][]): number {
    const { text, strict } = scanner;
    let fen = 0;
    for (;;) {
        scanner.blanks();
        const start = scanner.at;
        const escaped = scanner.match(ESCAPED_TAG);
        const tag = escaped ?? (strict ? null : scanner.match(LOOSE_TAG)) ?? scanner.match(TAG);
        if (tag) {
            if (tag[1]!.toLowerCase() === 'fen') fen = start;
            headers.push([tag[1]!, escaped ? tag[2]!.replace(/\\(["\\])/g, '$1') : tag[2]!]);
        } else if (text[start] !== '[') {
            return fen;
        } else if (strict || /^\[[ \t]*(?:FEN|Variant)[\s"\]]/.test(text.slice(start, start + 80))) {
            scanner.fail('a tag pair as in [Event "name"]');
        } else {
            scanner.match(UNREADABLE_TAG);
        }
    }
}

/** The text after the result. Unless reading is strict like chess.js, this is everything up to the next game. */
function afterResult(scanner: Scanner): string | undefined {
    let all = comments(scanner, 0);
    while (!scanner.strict && scanner.at < scanner.text.length) {
        scanner.blanks();
        if (scanner.text[scanner.at] === '(') passParenthesis(scanner);
        else if (!scanner.match(LOOSE_RESULT) && !scanner.outside()) {
            const more = comments(scanner, 0);
            if (more === undefined) return all;
            all = joined(all, more);
        }
    }
    return all;
}

function passParenthesis(scanner: Scanner): void {
    let depth = 0;
    do {
        const c = scanner.text[scanner.at];
        if (c === undefined || ((c === '{' || c === ';') && scanner.comment() === undefined)) return;
        if (c === '(') depth++;
        else if (c === ')') depth--;
        if (c !== '{' && c !== ';') scanner.at++;
    } while (depth > 0);
}

function resultOf(text: string): string {
    return text.startsWith('1/2') || text.startsWith('\xbd')
        ? '1/2-1/2'
        : text === '*'
          ? '*'
          : text.startsWith('1')
            ? '1-0'
            : '0-1';
}

export function parsePgn(text: string, strict = false): PgnTree {
    const scanner = new Scanner(text, strict);
    if (text.charCodeAt(0) === 0xfeff) scanner.at = 1;
    const headers: [string, string][] = [];
    const before = beforeTags(scanner);
    const start = scanner.at;
    const fen = tags(scanner, headers);
    const { comment, moves } = line(scanner, 0);
    scanner.gap(0);
    const found = scanner.match(strict ? RESULT : LOOSE_RESULT)?.[0];
    const result = found === undefined ? undefined : resultOf(found);
    const last = result === undefined ? undefined : afterResult(scanner);
    scanner.blanks();
    if (scanner.at < text.length)
        scanner.fail(result === undefined ? 'a move, a comment or a result' : 'the end of the text');
    if (scanner.skipped >= 0 && !text.startsWith('[', start) && moves.length === 0 && result === undefined) {
        throw new PgnError('This is not PGN: it has neither tags nor moves', text, scanner.skipped);
    }
    const tree: PgnTree = {
        headers,
        comment: joined(before, comment),
        moves,
        result,
        places: { fen, moves: scanner.moves },
    };
    if (last !== undefined) {
        if (moves.length > 0) moves[moves.length - 1]!.comment = last;
        else tree.comment = last;
    }
    return tree;
}
