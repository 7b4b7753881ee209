/* Examining a FEN: every fault of the text and every problem of the position at once, each with its characters and its
 * squares, and a repaired FEN. The text is read here, tolerantly; whether a position can arise is the library's answer. */
import { Position, squareName, type Square } from 'plyforge';
import { fenOf, readFen, variantOf, type Rules } from './engine';

export interface Finding {
    message: string;
    /** The characters of the text that are meant. */
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

/** What was read of a text: pieces with the characters they came from, and the other fields, already in order. */
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
/** A FEN has about a hundred characters; what is longer by far is not examined to its end. */
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
    const found = /^\s*(?:position\s+)?(?:startpos|fen\s+(\S[^\n]*?))(?:\s+moves\s+([^\n]*))?\s*(?:\n|$)/.exec(text.slice(0, 20_000));
    return found && { fen: found[1] ?? '', moves: (found[2] ?? '').split(/\s+/).filter((word) => word !== '') };
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
            if (!/[PNBRQpnbrq-]/.test(character)) note(`${shown(character)} in the pocket is no piece that can be dropped`, at + i, at + i + 1, [], 'it is left out');
        });
        if (pocket[2] === '') note('the pocket has no ] at its end', pocket.index, text.length, [], 'it is added');
        text = text.slice(0, pocket.index);
    }
    const ranks = text.split('/');
    if (ranks.length !== 8) note(`the board has ${ranks.length} ${ranks.length === 1 ? 'rank' : 'ranks'} instead of 8`, 0, text.length, [], ranks.length < 8 ? 'empty ranks are added' : 'the ranks after the eighth are left out');
    let at = 0;
    ranks.slice(0, 8).forEach((rank, row) => {
        readRank(rank, at, row, reading, note);
        at += rank.length + 1;
    });
}

function readRank(rank: string, at: number, row: number, reading: Reading, note: (m: string, f: number, t: number, s: Square[], r: string) => void): void {
    let file = 0;
    const first = 8 * (7 - row);
    for (let i = 0; i < rank.length; i++) {
        const character = rank[i]!;
        const code = PIECES.indexOf(character);
        if (/[1-8]/.test(character)) {
            if (/[1-8]/.test(rank[i - 1] ?? '')) note(`two numbers in a row on rank ${8 - row}`, at + i - 1, at + i + 1, [], 'they are added');
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
            note(`${shown(character)} on rank ${8 - row} is neither a piece nor a number from 1 to 8`, at + i, at + i + 1, file < 8 ? [first + file] : [], 'it is left out');
        }
    }
    if (file === 8) return;
    const squares = Array.from({ length: 8 }, (_, i) => first + i);
    note(`rank ${8 - row} has ${file} ${file === 1 ? 'square' : 'squares'} instead of 8`, at, at + rank.length, squares, file < 8 ? 'empty squares are added at its end' : 'what is beyond the eighth square is left out');
}

function readTurn(field: Field | undefined, reading: Reading): void {
    if (!field || field.text === 'w' || field.text === 'b') {
        reading.turn = field?.text ?? 'w';
        return;
    }
    reading.turn = /^b/i.test(field.text) ? 'b' : 'w';
    reading.findings.push({ message: `the side to move must be w or b, not ${shown(field.text)}`, from: field.at, to: field.at + field.text.length, squares: [], repair: `it becomes ${reading.turn}` });
}

function readCastling(field: Field | undefined, reading: Reading): void {
    const text = field?.text ?? '-';
    if (text === '-' || !field) return;
    let kept = '';
    for (let i = 0; i < text.length; i++) {
        const letter = text[i]!;
        const isKnown = /[KQkqA-Ha-h]/.test(letter);
        if (isKnown && !kept.includes(letter)) kept += letter;
        else reading.findings.push({
            message: isKnown ? `the castling right ${letter} is given twice` : `${shown(letter)} is no castling right`,
            from: field.at + i, to: field.at + i + 1, squares: [], repair: 'it is left out',
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
    reading.findings.push({ message: `the en passant square must be - or a square such as e3, not ${shown(text)}`, from: field.at, to: field.at + text.length, squares: [], repair: `it becomes ${reading.enPassant}` });
}

function readNumbers(reading: Reading): void {
    const names = ['half-move clock', 'move number'];
    const most = [65535, 4294967295];
    let index = 0;
    for (const field of reading.fields.slice(4)) {
        // Three-check writes its counters among the numbers.
        if (/^\+?\d\+\d$/.test(field.text)) {
            reading.rest.push(field.text);
        } else if (index < 2) {
            const isRight = /^\d{1,10}$/.test(field.text) && Number(field.text) <= most[index]!;
            if (!isRight) reading.findings.push({ message: `the ${names[index]} must be a number, not ${shown(field.text)}`, from: field.at, to: field.at + field.text.length, squares: [], repair: `it becomes ${index}` });
            reading.rest.push(isRight ? field.text : String(index));
            index++;
        } else {
            reading.findings.push({ message: `${shown(field.text)} follows the last field`, from: field.at, to: field.at + field.text.length, squares: [], repair: 'it is left out' });
        }
    }
}

function read(text: string): Reading {
    const fields: Field[] = [];
    for (const match of text.matchAll(/\S+/g)) fields.push({ text: match[0], at: match.index });
    const reading: Reading = {
        board: new Uint8Array(64), places: new Map(), pocket: '', promoted: new Set(), turn: 'w', castling: '-', enPassant: '-',
        rest: [], fields, findings: [],
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
    return [ranks.join('/') + reading.pocket, reading.turn, reading.castling, reading.enPassant, ...(reading.rest.length > 0 ? reading.rest : ['0', '1'])].join(' ');
}

/** The text with a piece, by the library's number, on a square; 0 empties it. */
export function putPiece(text: string, square: Square, code: number): string {
    const reading = read(text);
    reading.board[square] = code;
    reading.promoted.delete(square);
    // Rights and the en passant square that no longer fit would only be noise while pieces are being put down.
    const isHome = (at: Square, piece: number) => reading.board[at] === piece;
    const keeps: Record<string, () => boolean> = {
        K: () => isHome(4, 6) && isHome(7, 4), Q: () => isHome(4, 6) && isHome(0, 4), k: () => isHome(60, 14) && isHome(63, 12), q: () => isHome(60, 14) && isHome(56, 12),
    };
    reading.castling = [...reading.castling].filter((right) => keeps[right]?.() ?? true).join('') || '-';
    reading.enPassant = '-';
    return write(reading);
}

// ---- The position ----

const rankOf = (square: Square): number => square >> 3;
const squaresWith = (board: Uint8Array, test: (code: number) => boolean): Square[] =>
    Array.from(board.keys()).filter((square) => board[square] !== 0 && test(board[square]!));

const KNIGHT: [number, number][] = [[1, 2], [2, 1], [2, -1], [1, -2], [-1, -2], [-2, -1], [-2, 1], [-1, 2]];
const LINES: [number, number][] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]];

/** The pieces of a side that attack a square of any board, also of one that is no position. */
export function attackersOf(board: Uint8Array, square: Square, side: number): Square[] {
    const found: Square[] = [];
    const at = (file: number, rank: number) => (file >= 0 && file < 8 && rank >= 0 && rank < 8 ? 8 * rank + file : -1);
    const [file, rank] = [square & 7, rankOf(square)];
    const isPiece = (place: number, ...types: number[]) => place >= 0 && board[place]! >> 3 === side && types.includes(board[place]! & 7) && board[place] !== 0;
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
    if (problem.startsWith('pawn on')) return squaresWith(board, (code) => (code & 7) === 1).filter((square) => rankOf(square) === 0 || rankOf(square) === 7);
    if (problem.startsWith('the side not to move')) {
        const king = kingOf(mover ^ 8);
        return [...king, ...king.flatMap((square) => attackersOf(board, square, mover >> 3))];
    }
    if (problem.includes('checker') || problem.startsWith('check that')) {
        const king = kingOf(mover);
        return [...king, ...king.flatMap((square) => attackersOf(board, square, (mover ^ 8) >> 3))];
    }
    if (problem.includes('material')) return squaresWith(board, (code) => code >> 3 === (problem.includes('white') ? 0 : 1) && (code & 7) !== 6);
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
    return letter === 'k' ? [row + 4, row + 7] : letter === 'q' ? [row, row + 4] : letter === '-' ? [] : [row + letter.charCodeAt(0) - 97];
}

const squareOfName = (name: string): Square => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

/** The characters of the text that a problem is about: the field, or the pieces. */
function charactersOf(problem: string, squares: Square[], reading: Reading, rules: Rules): [number, number] {
    if (problem.startsWith('castling') && reading.fields[2]) {
        const kept = soundRights(reading, rules);
        const places = Array.from(reading.fields[2].text.matchAll(/[A-Za-z]/g), (match) => match.index).filter((at) => !kept.includes(reading.fields[2]!.text[at]!));
        if (places.length > 0) return [reading.fields[2].at + Math.min(...places), reading.fields[2].at + Math.max(...places) + 1];
    }
    const index = problem.startsWith('castling') ? 2 : problem.includes('en passant') ? 3 : problem.startsWith('the side not') ? 1 : 0;
    const field = reading.fields[index] ?? reading.fields[0];
    if (!field) return [0, 0];
    const places = index === 0 ? squares.map((square) => reading.places.get(square)).filter((place) => place !== undefined) : [];
    if (places.length > 0) return [Math.min(...places), Math.max(...places) + 1];
    return [field.at, field.at + field.text.length];
}

function problemsOf(reading: Reading, rules: Rules): string[] {
    const answer = Position.validateFen(write(reading), { variant: variantOf(rules), chess960: rules !== 'standard' });
    return answer.ok ? [] : answer.problems.length > 0 ? answer.problems : [answer.error];
}

/** The castling rights that have their king and rook. */
function soundRights(reading: Reading, rules: Rules): string[] {
    return [...reading.castling].filter((right) => !problemsOf({ ...reading, castling: right }, rules).some((problem) => problem.startsWith('castling')));
}

// ---- Repairs ----

/** Changes the reading so that a problem goes away, and says how; "" if there is no way to propose. */
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
        const square = places.find((place) => board[place] === 0 && attackersOf(board, place, 1 - (side >> 3)).length === 0);
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
    if (problem.startsWith('castling')) {
        reading.castling = soundRights(reading, rules).join('') || '-';
        return problem.includes('Chess960') ? 'the right is dropped; with the rules of Chess960 it is valid' : 'the right is dropped';
    }
    return '';
}

function repairMaterial(problem: string, reading: Reading, rules: Rules, side: number): string {
    const { board } = reading;
    const usual = [0, 8, 2, 2, 2, 1, 1];
    const removed: Square[] = [];
    while (removed.length < 48 && problemsOf(reading, rules).includes(problem)) {
        const excess = [1, 2, 3, 4, 5].map((type) => [squaresWith(board, (code) => code === side + type).length - usual[type]!, type] as const)
            .sort((a, b) => b[0] - a[0]);
        const squares = squaresWith(board, (code) => code === side + excess[0]![1]);
        const square = squares[squares.length - 1];
        if (square === undefined) break;
        board[square] = 0;
        removed.push(square);
    }
    return `removed: ${removed.map(squareName).join(', ')}`;
}

/** Says everything that is wrong with a text, and proposes a FEN that can be played. */
export function examine(text: string, rules: Rules): Examination {
    const reading = read(text.slice(0, MAX_FEN));
    const { findings } = reading;
    const board = reading.board.slice();
    if (text.length > MAX_FEN) findings.push({ message: `the text has ${text.length} characters; only the first ${MAX_FEN} were examined`, from: MAX_FEN, to: MAX_FEN, squares: [], repair: 'the rest is left out' });
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
        return fenOf(readFen(text, rules, true), rules);
    } catch {
        return null;
    }
}
