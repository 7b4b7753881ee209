/* Examining a FEN: every fault of the text and every problem of the position at once, each with its characters and its
 * squares, and a repaired FEN. The text is read here, tolerantly; the library decides whether the position can
 * arise. */
import { Position, squareName, type Square } from 'plyforge';
import { fenOf, readFen, RULES, startOf, variantOf, type Rules } from './engine';

export interface Finding {
    message: string;
    /** The characters of the text that it refers to. */
    from: number;
    to: number;
    squares: Square[];
    /** What the proposed FEN does about it; "" if nothing. */
    repair: string;
}

export interface Examination {
    board: Uint8Array;
    findings: Finding[];
    /** A FEN without these problems, or null if none is proposed. */
    repaired: string | null;
}

interface Field {
    text: string;
    at: number;
}

/** The contents of a text: pieces with the characters they came from, and the other fields, already in order. */
interface Reading {
    board: Uint8Array;
    places: Map<Square, number>;
    /** Crazyhouse: the pocket, and squares of promoted pieces. */
    pocket: string;
    promoted: Set<Square>;
    turn: string;
    castling: string;
    enPassant: string;
    rest: string[];
    fields: Field[];
    findings: Finding[];
}

const PIECES = ' PNBRQK  pnbrqk';
/** A FEN has about a hundred characters; a text that is much longer is not examined to its end. */
export const MAX_FEN = 400;

const shown = (text: string): string => JSON.stringify(text.length > 24 ? text.slice(0, 24) + '...' : text);

/** A position as UCI gives it. */
export interface Command {
    /** "" for the start position. */
    fen: string;
    moves: string[];
}

/** Reads "position startpos moves ..." and "position fen ... moves ...", with or without the first word, or null. */
export function readCommand(text: string): Command | null {
    const words = text.trimStart().slice(0, 20_000).split('\n', 1)[0]!.trim().split(/\s+/);
    if (words[0] === 'position') words.shift();
    const kind = words.shift();
    const at = words.indexOf('moves');
    const fen = at < 0 ? words : words.slice(0, at);
    const moves = at < 0 ? [] : words.slice(at + 1);
    if (kind === 'startpos' && fen.length === 0) return { fen: '', moves };
    return kind === 'fen' && fen.length > 0 ? { fen: fen.join(' '), moves } : null;
}

/** A FEN as people paste it, with the rules that a link names. */
export interface Found {
    fen: string;
    rules: Rules | null;
}

const MAX_LINK = 4000;

function decoded(text: string): string {
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

/** The FEN of a link: of this page and of others that have it after "fen=", or of lichess, which has it in the path. */
function fenOfLink(text: string): Found | null {
    if (text.length > MAX_LINK || /\s/.test(text) || !/^(?:https?:\/\/|www\.|#)|^[\w.-]+\.(?:org|com)\//i.test(text))
        return null;
    const named = /[?&#](?:fen|broken)=([^&#]*)/.exec(text);
    const inPath = /\/((?:[1-8pnbrqkPNBRQK~]{1,20}(?:\/|%2F)){3,20}[^/?#]*)/i.exec(text);
    const fen = named ? decoded(named[1]!.replaceAll('+', ' ')) : inPath ? decoded(inPath[1]!) : null;
    if (fen === null) return null;
    const words = text.toLowerCase().split(/[/?&#=]/);
    return { fen, rules: RULES.find(([name]) => words.includes(name))?.[0] ?? null };
}

/** Finds the FEN in pasted text: the command of an engine, a link, a FEN with underscores from a link, a line of EPD
 * with its operations. Any other text is used unchanged. The rules are those of the page, by which "startpos" is
 * read. */
export function findFen(text: string, current: Rules): Found {
    const command = readCommand(text);
    if (command?.fen === '') return { fen: fenOf(startOf(current), current), rules: null };
    const link = command ? null : fenOfLink(text.trim());
    const fen = (link?.fen ?? command?.fen ?? text).replaceAll('_', ' ').trimStart();
    const end = fen.indexOf(';');
    if (end < 0) return { fen, rules: link?.rules ?? null };
    const fields = fen.slice(0, end).trimEnd().split(/\s+/);
    const operation = fields.findIndex((field, index) => index >= 4 && /^[a-z]/i.test(field));
    return { fen: (operation < 0 ? fields : fields.slice(0, operation)).join(' '), rules: link?.rules ?? null };
}

// ---- The text ----

function readBoard(field: Field, reading: Reading): void {
    let text = field.text;
    const note = (message: string, from: number, to: number, squares: Square[], repair: string) =>
        reading.findings.push({ message, from: field.at + from, to: field.at + to, squares, repair });
    const pocket = /\[([^\]]*)(\]?)$/.exec(text);
    if (pocket) {
        reading.pocket = `[${pocket[1]!.replace(/[^PNBRQpnbrq-]/g, '')}]`;
        const at = pocket.index + 1;
        [...pocket[1]!].forEach((character, i) => {
            if (!/[PNBRQpnbrq-]/.test(character))
                note(
                    `${shown(character)} in the pocket is not a piece that can be dropped`,
                    at + i,
                    at + i + 1,
                    [],
                    'it is left out',
                );
        });
        if (pocket[2] === '') note('the pocket has no ] at its end', pocket.index, text.length, [], 'it is added');
        text = text.slice(0, pocket.index);
    }
    const ranks = ranksOf(text);
    const { kept, removed } = eightRanks(ranks);
    if (ranks.length !== 8) {
        const change =
            removed.length > 0
                ? `left out: ${removed
                      .slice(0, 4)
                      .map((rank) => shown(rank.text))
                      .join(', ')}${removed.length > 4 ? ' ...' : ''}`
                : 'empty ranks are added';
        note(
            `the board has ${ranks.length} ${ranks.length === 1 ? 'rank' : 'ranks'} instead of 8`,
            0,
            text.length,
            [],
            change,
        );
    }
    kept.forEach((rank, row) => readRank(rank.text, rank.at, row, reading, note));
}

/** A rank of the text, and where it begins there. */
interface Rank {
    text: string;
    at: number;
}

function ranksOf(text: string): Rank[] {
    let at = 0;
    return text.split('/').map((rank) => {
        const start = at;
        at += rank.length + 1;
        return { text: rank, at: start };
    });
}

const isFull = (rank: string): boolean =>
    [...rank].reduce((size, letter) => size + (letter === '~' ? 0 : /[1-8]/.test(letter) ? Number(letter) : 1), 0) ===
    8;

/** Makes eight ranks out of any number. Surplus ranks are removed from the middle, away from the armies: blank ones
 * first, then empty ranks, then those of a wrong length. Missing ranks are assumed to be cut off at the end or, if
 * White's king is there, in the middle. */
function eightRanks(ranks: readonly Rank[]): { kept: Rank[]; removed: Rank[] } {
    const kept = [...ranks];
    const removed: Rank[] = [];
    while (kept.length > 8) {
        const middle = (kept.length - 1) / 2;
        const worth = ({ text }: Rank, index: number) =>
            (text === '' ? 0 : text === '8' ? 1 : isFull(text) ? 3 : 2) * 1000 + Math.abs(index - middle);
        const worths = kept.map(worth);
        removed.push(...kept.splice(worths.indexOf(Math.min(...worths)), 1));
    }
    const lastEmpty = kept.map(({ text }) => text).lastIndexOf('8');
    const place = lastEmpty >= 0 && kept.at(-1)!.text.includes('K') ? lastEmpty + 1 : kept.length;
    while (kept.length < 8) kept.splice(place, 0, { text: '8', at: 0 });
    return { kept, removed };
}

function readRank(
    rank: string,
    at: number,
    row: number,
    reading: Reading,
    note: (m: string, f: number, t: number, s: Square[], r: string) => void,
): void {
    let file = 0;
    const first = 8 * (7 - row);
    for (let i = 0; i < rank.length; i++) {
        const character = rank[i]!;
        const code = PIECES.indexOf(character);
        if (/[1-8]/.test(character)) {
            if (/[1-8]/.test(rank[i - 1] ?? ''))
                note(`two consecutive numbers on rank ${8 - row}`, at + i - 1, at + i + 1, [], 'they are added');
            file += Number(character);
        } else if (code > 0 && character !== ' ') {
            if (file < 8) {
                reading.board[first + file] = code;
                reading.places.set(first + file, reading.fields[0]!.at + at + i);
            }
            file++;
        } else if (character === '~') {
            reading.promoted.add(first + file - 1);
        } else {
            note(
                `${shown(character)} on rank ${8 - row} is neither a piece nor a number from 1 to 8`,
                at + i,
                at + i + 1,
                file < 8 ? [first + file] : [],
                'it is left out',
            );
        }
    }
    if (file === 8) return;
    const squares = Array.from({ length: 8 }, (_, i) => first + i);
    note(
        `rank ${8 - row} has ${file} ${file === 1 ? 'square' : 'squares'} instead of 8`,
        at,
        at + rank.length,
        squares,
        file < 8 ? 'empty squares are added at its end' : 'everything beyond the eighth square is left out',
    );
}

function readTurn(field: Field | undefined, reading: Reading): void {
    if (!field || field.text === 'w' || field.text === 'b') {
        reading.turn = field?.text ?? 'w';
        return;
    }
    reading.turn = /^b/i.test(field.text) ? 'b' : 'w';
    reading.findings.push({
        message: `the side to move must be w or b, not ${shown(field.text)}`,
        from: field.at,
        to: field.at + field.text.length,
        squares: [],
        repair: `it becomes ${reading.turn}`,
    });
}

function readCastling(field: Field | undefined, reading: Reading): void {
    const text = field?.text ?? '-';
    if (text === '-' || !field) return;
    let kept = '';
    for (let i = 0; i < text.length; i++) {
        const letter = text[i]!;
        const isKnown = /[KQkqA-Ha-h]/.test(letter);
        if (isKnown && !kept.includes(letter)) kept += letter;
        else
            reading.findings.push({
                message: isKnown
                    ? `the castling right ${letter} is given twice`
                    : `${shown(letter)} is not a castling right`,
                from: field.at + i,
                to: field.at + i + 1,
                squares: [],
                repair: 'it is left out',
            });
    }
    reading.castling = kept || '-';
}

function readEnPassant(field: Field | undefined, reading: Reading): void {
    const text = field?.text ?? '-';
    reading.enPassant = /^[a-h][1-8]$/.test(text) ? text : '-';
    if (!field || text === '-' || reading.enPassant !== '-') return;
    const lower = text.toLowerCase();
    if (/^[a-h][1-8]$/.test(lower)) reading.enPassant = lower;
    reading.findings.push({
        message: `the en passant square must be - or a square such as e3, not ${shown(text)}`,
        from: field.at,
        to: field.at + text.length,
        squares: [],
        repair: `it becomes ${reading.enPassant}`,
    });
}

function readNumbers(reading: Reading): void {
    const names = ['half-move clock', 'move number'];
    const most = [65535, 4294967295];
    let index = 0;
    for (const field of reading.fields.slice(4)) {
        // In Three-check, its counters are among the numbers.
        if (/^\+?\d\+\d$/.test(field.text)) {
            reading.rest.push(field.text);
        } else if (index < 2) {
            const isRight = /^\d{1,10}$/.test(field.text) && Number(field.text) <= most[index]!;
            if (!isRight)
                reading.findings.push({
                    message: `the ${names[index]} must be a number, not ${shown(field.text)}`,
                    from: field.at,
                    to: field.at + field.text.length,
                    squares: [],
                    repair: `it becomes ${index}`,
                });
            reading.rest.push(isRight ? field.text : String(index));
            index++;
        } else {
            reading.findings.push({
                message: `${shown(field.text)} follows the last field`,
                from: field.at,
                to: field.at + field.text.length,
                squares: [],
                repair: 'it is left out',
            });
        }
    }
}

function read(text: string): Reading {
    const fields: Field[] = [];
    for (const match of text.matchAll(/\S+/g)) fields.push({ text: match[0], at: match.index });
    const reading: Reading = {
        board: new Uint8Array(64),
        places: new Map(),
        pocket: '',
        promoted: new Set(),
        turn: 'w',
        castling: '-',
        enPassant: '-',
        rest: [],
        fields,
        findings: [],
    };
    if (fields.length === 0) {
        reading.findings.push({ message: 'the text is empty', from: 0, to: 0, squares: [], repair: '' });
        return reading;
    }
    readBoard(fields[0]!, reading);
    readTurn(fields[1], reading);
    readCastling(fields[2], reading);
    readEnPassant(fields[3], reading);
    readNumbers(reading);
    return reading;
}

function write(reading: Reading): string {
    const ranks: string[] = [];
    for (let row = 7; row >= 0; row--) {
        let rank = '';
        let empty = 0;
        for (let square = 8 * row; square < 8 * row + 8; square++) {
            const code = reading.board[square]!;
            if (code === 0) {
                empty++;
                continue;
            }
            rank += (empty || '') + PIECES[code]! + (reading.promoted.has(square) ? '~' : '');
            empty = 0;
        }
        ranks.push(rank + (empty || ''));
    }
    return [
        ranks.join('/') + reading.pocket,
        reading.turn,
        reading.castling,
        reading.enPassant,
        ...(reading.rest.length > 0 ? reading.rest : ['0', '1']),
    ].join(' ');
}

/** The text with a piece, by the library's number, on a square; 0 empties it. */
export function putPiece(text: string, square: Square, code: number): string {
    const reading = read(text);
    reading.board[square] = code;
    reading.promoted.delete(square);
    // Rights and an en passant square that no longer fit would only be noise while pieces are being placed.
    const isHome = (at: Square, piece: number) => reading.board[at] === piece;
    const keeps: Record<string, () => boolean> = {
        K: () => isHome(4, 6) && isHome(7, 4),
        Q: () => isHome(4, 6) && isHome(0, 4),
        k: () => isHome(60, 14) && isHome(63, 12),
        q: () => isHome(60, 14) && isHome(56, 12),
    };
    reading.castling = [...reading.castling].filter((right) => keeps[right]?.() ?? true).join('') || '-';
    reading.enPassant = '-';
    return write(reading);
}

// ---- The position ----

const rankOf = (square: Square): number => square >> 3;
const squaresWith = (board: Uint8Array, test: (code: number) => boolean): Square[] =>
    Array.from(board.keys()).filter((square) => board[square] !== 0 && test(board[square]!));

const KNIGHT: [number, number][] = [
    [1, 2],
    [2, 1],
    [2, -1],
    [1, -2],
    [-1, -2],
    [-2, -1],
    [-2, 1],
    [-1, 2],
];
const LINES: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
    [1, 1],
    [1, -1],
    [-1, 1],
    [-1, -1],
];

/** The pieces of a side that attack a square of any board, even one that is not a position. */
export function attackersOf(board: Uint8Array, square: Square, side: number): Square[] {
    const found: Square[] = [];
    const at = (file: number, rank: number) => (file >= 0 && file < 8 && rank >= 0 && rank < 8 ? 8 * rank + file : -1);
    const [file, rank] = [square & 7, rankOf(square)];
    const isPiece = (place: number, ...types: number[]) =>
        place >= 0 && board[place]! >> 3 === side && types.includes(board[place]! & 7) && board[place] !== 0;
    for (const [x, y] of KNIGHT) if (isPiece(at(file + x, rank + y), 2)) found.push(at(file + x, rank + y));
    for (const x of [-1, 1]) {
        const place = at(file + x, rank + (side === 0 ? -1 : 1));
        if (isPiece(place, 1)) found.push(place);
    }
    LINES.forEach(([x, y], index) => {
        for (let step = 1; ; step++) {
            const place = at(file + step * x, rank + step * y);
            if (place < 0) return;
            if (board[place] === 0) continue;
            if (isPiece(place, 5, index < 4 ? 4 : 3) || (step === 1 && isPiece(place, 6))) found.push(place);
            return;
        }
    });
    return found;
}

/** The squares that a problem of the library is about. */
function squaresOfProblem(problem: string, reading: Reading): Square[] {
    const { board } = reading;
    const mover = reading.turn === 'w' ? 0 : 8;
    const kingOf = (side: number) => squaresWith(board, (code) => code === side + 6);
    if (problem.startsWith('more than one')) return kingOf(problem.includes('white') ? 0 : 8);
    if (problem.startsWith('pawn on'))
        return squaresWith(board, (code) => (code & 7) === 1).filter(
            (square) => rankOf(square) === 0 || rankOf(square) === 7,
        );
    if (problem.startsWith('the side not to move')) {
        const king = kingOf(mover ^ 8);
        return [...king, ...king.flatMap((square) => attackersOf(board, square, mover >> 3))];
    }
    if (isOfCheck(problem)) {
        const king = kingOf(mover);
        return [...king, ...king.flatMap((square) => attackersOf(board, square, (mover ^ 8) >> 3))];
    }
    if (problem.includes('material'))
        return squaresWith(board, (code) => code >> 3 === (problem.includes('white') ? 0 : 1) && (code & 7) !== 6);
    if (problem.includes('en passant') && reading.enPassant !== '-') return [squareOfName(reading.enPassant)];
    if (problem.startsWith('pawns, which')) return squaresWith(board, (code) => (code & 7) === 1);
    if (problem.startsWith('a white king, which')) return kingOf(0);
    if (problem.startsWith('a king in check')) return [...kingOf(0), ...kingOf(8)];
    if (problem.startsWith('castling')) return [...reading.castling].flatMap((right) => squaresOfRight(right));
    return [];
}

function squaresOfRight(right: string): Square[] {
    const row = right === right.toUpperCase() ? 0 : 56;
    const letter = right.toLowerCase();
    return letter === 'k'
        ? [row + 4, row + 7]
        : letter === 'q'
          ? [row, row + 4]
          : letter === '-'
            ? []
            : [row + letter.charCodeAt(0) - 97];
}

const squareOfName = (name: string): Square => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

/** The characters of the text that a problem is about: the field, or the pieces. */
function charactersOf(problem: string, squares: Square[], reading: Reading, rules: Rules): [number, number] {
    if (problem.startsWith('castling') && reading.fields[2]) {
        const kept = soundRights(reading, rules);
        const places = Array.from(reading.fields[2].text.matchAll(/[A-Za-z]/g), (match) => match.index).filter(
            (at) => !kept.includes(reading.fields[2]!.text[at]!),
        );
        if (places.length > 0)
            return [reading.fields[2].at + Math.min(...places), reading.fields[2].at + Math.max(...places) + 1];
    }
    const index = problem.startsWith('castling')
        ? 2
        : problem.includes('en passant')
          ? 3
          : problem.startsWith('the side not')
            ? 1
            : 0;
    const field = reading.fields[index] ?? reading.fields[0];
    if (!field) return [0, 0];
    const places =
        index === 0 ? squares.map((square) => reading.places.get(square)).filter((place) => place !== undefined) : [];
    if (places.length > 0) return [Math.min(...places), Math.max(...places) + 1];
    return [field.at, field.at + field.text.length];
}

function problemsOf(reading: Reading, rules: Rules): string[] {
    const answer = Position.validateFen(write(reading), { variant: variantOf(rules), chess960: rules !== 'standard' });
    return answer.ok ? [] : answer.problems.length > 0 ? answer.problems : [answer.error];
}

/** The castling rights that have their king and rook. */
function soundRights(reading: Reading, rules: Rules): string[] {
    return [...reading.castling].filter(
        (right) =>
            !problemsOf({ ...reading, castling: right }, rules).some((problem) => problem.startsWith('castling')),
    );
}

// ---- Repairs ----

/** Changes the reading so that a problem disappears, and describes the change; "" if no change can be proposed. */
function repair(problem: string, reading: Reading, rules: Rules): string {
    const { board } = reading;
    const side = problem.includes('black') ? 8 : 0;
    const clear = (squares: Square[]) => {
        for (const square of squares) board[square] = 0;
        return squares.map(squareName).join(', ');
    };
    if (problem.startsWith('no ') && problem.endsWith('king')) {
        const home = side === 0 ? 4 : 60;
        const places = [home, ...Array.from({ length: 64 }, (_, i) => (side === 0 ? i : 63 - i))];
        const square = places.find(
            (place) => board[place] === 0 && attackersOf(board, place, 1 - (side >> 3)).length === 0,
        );
        if (square === undefined) return '';
        board[square] = side + 6;
        return `a king is put on ${squareName(square)}`;
    }
    if (problem.startsWith('more than one')) {
        const kings = squaresWith(board, (code) => code === side + 6);
        const home = side === 0 ? 4 : 60;
        const kept = kings.includes(home) ? home : kings[0]!;
        return `the king on ${squareName(kept)} stays; removed: ${clear(kings.filter((square) => square !== kept))}`;
    }
    if (problem.startsWith('pawn')) return `removed: ${clear(squaresOfProblem(problem, reading))}`;
    if (problem.startsWith('the side not to move')) {
        reading.turn = reading.turn === 'w' ? 'b' : 'w';
        reading.enPassant = '-';
        return `${reading.turn === 'w' ? 'White' : 'Black'} is to move`;
    }
    if (problem.includes('material')) return repairMaterial(problem, reading, rules, side);
    if (problem.includes('en passant')) {
        reading.enPassant = '-';
        return 'the square is dropped';
    }
    if (isOfCheck(problem)) return repairCheck(reading, rules);
    if (problem.startsWith('castling')) {
        reading.castling = soundRights(reading, rules).join('') || '-';
        return problem.includes('Chess960')
            ? 'the right is dropped; with the rules of Chess960 it is valid'
            : 'the right is dropped';
    }
    return '';
}

const isOfCheck = (problem: string): boolean => problem.includes('checkers') || problem.startsWith('check that');

/** Removes the en passant square, or else as few checkers as necessary for a check that a move could have given. */
function repairCheck(reading: Reading, rules: Rules): string {
    const { board } = reading;
    const isWrong = () => problemsOf(reading, rules).some(isOfCheck);
    const square = reading.enPassant;
    reading.enPassant = '-';
    if (!isWrong()) return 'the en passant square is dropped';
    reading.enPassant = square;
    const king = board.indexOf(reading.turn === 'w' ? 6 : 14);
    const checkers = attackersOf(board, king, reading.turn === 'w' ? 1 : 0);
    const without = (places: Square[]) => {
        const codes = places.map((place) => board[place]!);
        for (const place of places) board[place] = 0;
        if (!isWrong()) return true;
        places.forEach((place, i) => {
            board[place] = codes[i]!;
        });
        return false;
    };
    for (let size = 1; size <= checkers.length; size++) {
        // The pieces that stay are neighbours in the list; which ones is a matter of taste.
        for (let first = 0; first < checkers.length; first++) {
            const places = Array.from({ length: size }, (_, i) => checkers[(first + i) % checkers.length]!);
            if (without(places)) return `removed: ${places.map(squareName).join(', ')}`;
        }
    }
    return '';
}

function repairMaterial(problem: string, reading: Reading, rules: Rules, side: number): string {
    const { board } = reading;
    const usual = [0, 8, 2, 2, 2, 1, 1];
    const removed: Square[] = [];
    while (removed.length < 48 && problemsOf(reading, rules).includes(problem)) {
        const excess = [1, 2, 3, 4, 5]
            .map((type) => [squaresWith(board, (code) => code === side + type).length - usual[type]!, type] as const)
            .sort((a, b) => b[0] - a[0]);
        const squares = squaresWith(board, (code) => code === side + excess[0]![1]);
        const square = squares[squares.length - 1];
        if (square === undefined) break;
        board[square] = 0;
        removed.push(square);
    }
    return `removed: ${removed.map(squareName).join(', ')}`;
}

/** Reports everything that is wrong with a text, and proposes a FEN that can be played. */
export function examine(text: string, rules: Rules): Examination {
    const reading = read(text.slice(0, MAX_FEN));
    const { findings } = reading;
    const board = reading.board.slice();
    if (text.length > MAX_FEN)
        findings.push({
            message: `the text has ${text.length} characters; only the first ${MAX_FEN} were examined`,
            from: MAX_FEN,
            to: MAX_FEN,
            squares: [],
            repair: 'the rest is left out',
        });
    if (reading.fields.length === 0) return { board, findings, repaired: null };
    const noted = new Map<string, Finding>();
    for (const problem of problemsOf(reading, rules)) {
        const squares = squaresOfProblem(problem, reading);
        const [from, to] = charactersOf(problem, squares, reading, rules);
        const finding = { message: problem, from, to, squares, repair: '' };
        noted.set(problem, finding);
        findings.push(finding);
    }
    for (let round = 0; round < 6; round++) {
        const problems = problemsOf(reading, rules);
        if (problems.length === 0) break;
        const before = write(reading);
        for (const problem of problems) {
            const done = repair(problem, reading, rules);
            const finding = noted.get(problem);
            if (finding && done && !finding.repair) finding.repair = done;
        }
        if (write(reading) === before) break;
    }
    return { board, findings, repaired: repairedFen(write(reading), rules, findings) };
}

function repairedFen(text: string, rules: Rules, findings: Finding[]): string | null {
    if (findings.length === 0) return null;
    try {
        const fen = fenOf(readFen(text, rules, true), rules);
        return Position.validateFen(fen, { variant: variantOf(rules), chess960: rules !== 'standard' }).ok ? fen : null;
    } catch {
        return null;
    }
}
