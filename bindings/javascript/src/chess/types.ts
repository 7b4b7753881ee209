/* The names and constants of chess.js. */
export type Color = 'w' | 'b';
export type PieceSymbol = 'p' | 'n' | 'b' | 'r' | 'q' | 'k';
type FileName = 'a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h';
type RankName = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8';
export type Square = `${FileName}${RankName}`;
export type Piece = { color: Color; type: PieceSymbol };

export const WHITE = 'w';
export const BLACK = 'b';
export const PAWN = 'p';
export const KNIGHT = 'n';
export const BISHOP = 'b';
export const ROOK = 'r';
export const QUEEN = 'q';
export const KING = 'k';
export const DEFAULT_POSITION = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

/** The squares from a8 to h1, as chess.js orders them. */
export const SQUARES: Square[] = /* @__PURE__ */ Array.from(
    { length: 64 },
    (_, i) => ('abcdefgh'[i & 7]! + '87654321'[i >> 3]!) as Square,
);

/** The tags that every PGN has. */
export const SEVEN_TAG_ROSTER: Record<string, string> = {
    Event: '?',
    Site: '?',
    Date: '????.??.??',
    Round: '?',
    White: '?',
    Black: '?',
    Result: '*',
};

export const SUFFIX_LIST = ['!', '?', '!!', '!?', '?!', '??'] as const;
export type Suffix = (typeof SUFFIX_LIST)[number];
export type NAG = number;

/** The symbols of numeric annotation glyphs. */
export const NAG_TO_SYMBOL: Readonly<Record<number, string>> = {
    7: '□',
    10: '=',
    13: '∞',
    14: '⩲',
    15: '⩱',
    16: '±',
    17: '∓',
    18: '+−',
    19: '-+',
    22: '⨀',
    32: '↑↑',
    36: '↑',
    40: '→',
    44: '=∞',
    132: '⇆',
    138: '⊕',
    140: '∆',
    146: 'N',
};

/**
 * The symbol of a numeric annotation glyph.
 *
 * @example
 * console.log(nagToGlyph(10)); // =
 */
export function nagToGlyph(nag: NAG): string | undefined {
    return NAG_TO_SYMBOL[nag];
}

/* Bits of InternalMove.flags, and the letters of Move.flags in the same order. */
export const NORMAL = 1,
    CAPTURE = 2,
    BIG_PAWN = 4,
    EP_CAPTURE = 8,
    PROMOTION = 16,
    KSIDE = 32,
    QSIDE = 64,
    NULL_MOVE = 128;
export const FLAG_LETTERS = 'ncbepkq-';

/** A move as the boards exchange it; squares are a1 = 0 to h8 = 63. */
export interface InternalMove {
    /** The library's number; 0 for a null move and on boards that the library refuses. */
    code: number;
    color: Color;
    from: number;
    to: number;
    piece: PieceSymbol;
    captured: PieceSymbol | undefined;
    promotion: PieceSymbol | undefined;
    flags: number;
}

const NAMES: Square[] = /* @__PURE__ */ Array.from(
    { length: 64 },
    (_, i) => ('abcdefgh'[i & 7]! + '12345678'[i >> 3]!) as Square,
);
const NUMBERS: Map<string, number> = /* @__PURE__ */ new Map(
    /* @__PURE__ */ NAMES.map((name, i) => [name, i] as const),
);

export function nameOf(square: number): Square {
    return NAMES[square]!;
}

/** The number of a square's name; -1 for anything else. */
export function numberOf(name: unknown): number {
    return NUMBERS.get(name as string) ?? -1;
}

export const TYPES: readonly PieceSymbol[] = ['p', 'n', 'b', 'r', 'q', 'k'];

/** Pieces as the library numbers them: 0 is none, 1 to 6 are white, 9 to 14 black. */
export function codeOf(piece: Piece): number {
    return (piece.color === 'b' ? 8 : 0) + TYPES.indexOf(piece.type) + 1;
}
export function pieceOfCode(code: number): Piece {
    return { type: TYPES[(code & 7) - 1]!, color: code & 8 ? 'b' : 'w' };
}

/** A letter of FEN. */
export function letterOf(code: number): string {
    return '.PNBRQK..pnbrqk'[code]!;
}
