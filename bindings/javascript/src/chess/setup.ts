/* Boards from FENs and from pieces that a user puts on them. */
import { LibraryBoard, standard, type Board, type Setup } from './board.js';
import { fenError } from './fen.js';
import { LooseBoard } from './loose.js';
import { DEFAULT_POSITION, numberOf, TYPES, type PieceSymbol } from './types.js';

/* The text after the board in FENs that the library may judge alone: if it accepts one without a remark, so does
 * chess.js. */
const PLAIN_FIELDS = / (?:w (?:-|K?Q?k?q?) (?:-|[a-h]6)|b (?:-|K?Q?k?q?) (?:-|[a-h]3)) \d{1,5} [1-9]\d{0,8}$/y;

let start: LibraryBoard | undefined;

export function startBoard(): LibraryBoard {
    return (start ??= LibraryBoard.start());
}

/** The board of a FEN that has no faults and all its fields. */
export function boardOfPlainFen(fen: string, chess960: boolean): LibraryBoard | null {
    if (fen === DEFAULT_POSITION) return startBoard();
    PLAIN_FIELDS.lastIndex = fen.indexOf(' ');
    return PLAIN_FIELDS.test(fen) ? LibraryBoard.fromFen(fen, chess960 ? 2 : 0) : null;
}

/** A FEN with the fields that may be missing. */
export function completeFen(fen: string): string {
    const fields = fen.split(/\s+/);
    return fields.length >= 2 && fields.length < 6
        ? fields.concat(['-', '-', '0', '1'].slice(fields.length - 6)).join(' ')
        : fen;
}

/** The board of a FEN as chess.js reads it. Throws the same errors as chess.js. */
export function boardOfFen(fen: string, skipValidation: boolean, chess960: boolean): Board {
    if (chess960) return board960(fen);
    if (!skipValidation) {
        const error = fenError(fen);
        if (error) throw new Error(`Invalid FEN: ${error}`);
    }
    return boardOfSetup(setupOfFen(fen));
}

function board960(fen: string): Board {
    const core = standard.get();
    core.begin();
    const status = core.exports.read_fen(core.put(fen), 0, 3);
    if (status !== 0) throw new Error(`Invalid FEN: ${core.error(status, fen).message}`);
    return LibraryBoard.fromFen(core.text(core.exports.write_fen(0, 0)), 2) ?? LibraryBoard.start();
}

function setupOfFen(fen: string): Setup {
    const [board = '', turn, castling = '-', ep = '-', halfMoves = '0', moveNumber = '1'] = fen.split(/\s+/);
    const squares = new Uint8Array(64);
    let at = 0;
    for (const letter of board) {
        if (letter === '/') continue;
        if (letter >= '0' && letter <= '9') {
            at += Number(letter);
            continue;
        }
        const type = TYPES.indexOf(letter.toLowerCase() as PieceSymbol);
        if (type >= 0 && at < 64) squares[at ^ 56] = (letter < 'a' ? 1 : 9) + type;
        at++;
    }
    const white = (castling.includes('K') ? 128 : 0) | (castling.includes('Q') ? 1 : 0);
    const black = (castling.includes('k') ? 1 << 31 : 0) | (castling.includes('q') ? 1 << 24 : 0);
    const square = numberOf(ep);
    return {
        squares,
        turn: turn === 'b' ? 'b' : 'w',
        castling: [white, black],
        ep: square < 0 ? 64 : square,
        halfMoves: parseInt(halfMoves, 10) || 0,
        moveNumber: Number.isNaN(parseInt(moveNumber, 10)) ? 1 : parseInt(moveNumber, 10),
    };
}

/** The library's board if it can play it, otherwise a loose one; wrong castling rights are dropped in both. */
export function boardOfSetup(setup: Setup, accept = 1): Board {
    const board = LibraryBoard.fromSetup(setup, accept);
    if (board) return board;
    const holds = (square: number, code: number) => setup.squares[square] === code;
    const [white, black] = [holds(4, 6), holds(60, 14)];
    const kept = [
        white && holds(0, 4) ? 1 : 0,
        white && holds(7, 4) ? 128 : 0,
        black && holds(56, 12) ? 1 << 24 : 0,
        black && holds(63, 12) ? 1 << 31 : 0,
    ];
    setup.castling[0] &= kept[0]! | kept[1]!;
    setup.castling[1] &= kept[2]! | kept[3]!;
    const pawn = setup.ep + (setup.turn === 'w' ? -8 : 8);
    if (setup.ep < 64 && setup.squares[pawn] !== (setup.turn === 'w' ? 9 : 1)) setup.ep = 64;
    return new LooseBoard(setup);
}
