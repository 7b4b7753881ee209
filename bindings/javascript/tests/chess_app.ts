// What applications do with the types of chess.js 1.4. package.test.mjs compiles this file against chess.js and against plyforge/chess.
import {
    BISHOP,
    BLACK,
    Chess,
    DEFAULT_POSITION,
    KING,
    KNIGHT,
    Move,
    PAWN,
    QUEEN,
    ROOK,
    SEVEN_TAG_ROSTER,
    SQUARES,
    validateFen,
    WHITE,
    type Color,
    type Piece,
    type PieceSymbol,
    type Square,
} from 'chess.js';

// Copies of moves, sent and kept as plain data.
interface SavedMove {
    from: Square;
    to: Square;
    piece: PieceSymbol;
    captured?: PieceSymbol;
    promotion?: PieceSymbol;
    san: string;
    before: string;
    after: string;
}
export const save = (move: Move): SavedMove => ({ ...move });
export const saved: SavedMove[] = new Chess().history({ verbose: true });
export const withComment = { ...new Chess().move('e4'), comment: 'best by test' };
export type MoveData = Omit<Move, 'isCapture' | 'isPromotion'>;
export const data: MoveData = new Chess().move({ from: 'e2', to: 'e4', promotion: 'q' });

// Fields are assigned, in reducers and in tests.
export function relabel(move: Move): void {
    move.after = move.before;
    move.san += '!';
    delete move.captured;
    delete move.promotion;
}

// Mocks.
export const mock = {
    from: 'e2',
    to: 'e4',
    san: 'e4',
    color: 'w',
    piece: 'p',
    flags: 'b',
    lan: 'e2e4',
    before: DEFAULT_POSITION,
    after: DEFAULT_POSITION,
} as Move;
export const partial: Partial<Move> = { from: 'e2', to: 'e4' };
export const methods: Pick<Move, 'isCapture' | 'isPromotion'> = { isCapture: () => false, isPromotion: () => false };
export const whole: Move = Object.assign(mock, methods);

// Comments.
export const lengths: number[] = new Chess().getComments().map(({ comment }) => comment.length);
export const byFen: Record<string, string> = Object.fromEntries(
    new Chess().getComments().map((entry) => [entry.fen, entry.comment]),
);
export const comments: { fen: string; comment: string }[] = new Chess().getComments();
export const removed: { fen: string; comment: string }[] = new Chess().removeComments();
export const one: string = new Chess().getComment() || new Chess().removeComment() || new Chess().deleteComment();

// Lists of moves.
const maybe: Square | undefined = SQUARES[0];
export const targets: Square[] = new Chess().moves({ square: 'e2', verbose: true }).map((move) => move.to);
export const some: string[] | Move[] = new Chess().moves({ square: maybe!, verbose: Math.random() > 0.5 });
export const sans: string[] = new Chess().moves({ piece: KNIGHT });
export const dests = new Map(
    SQUARES.map((square): [Square, Square[]] => [
        square,
        new Chess().moves({ square, verbose: true }).map(({ to }) => to),
    ]),
);
export const history: string[] | Move[] = new Chess().history({ verbose: true as boolean });
export const lastMove: Move | undefined = new Chess().history({ verbose: true }).at(-1);
export const taken: Move | null = new Chess().undo();
export const promotes = (moves: Move[]): boolean =>
    moves.some((move) => move.promotion === QUEEN && move.flags.includes('p'));
export const values: Record<PieceSymbol, number> = {
    [PAWN]: 1,
    [KNIGHT]: 3,
    [BISHOP]: 3,
    [ROOK]: 5,
    [QUEEN]: 9,
    [KING]: 0,
};
export const gain = (move: Move): number => (move.captured ? values[move.captured] : 0);

// Boards.
export const pieces: Piece[] = new Chess()
    .board()
    .flat()
    .flatMap((square) => (square ? [{ type: square.type, color: square.color }] : []));
export const names = new Chess().board().map((row) => row.map((square): Square | undefined => square?.square));
export const kings: Square[] = new Chess().findPiece({ type: KING, color: WHITE });
export const turn = (chess: Chess): 'White' | 'Black' => (({ w: 'White', b: 'Black' }) as const)[chess.turn()];
export const other: Record<Color, Color> = { [WHITE]: BLACK, [BLACK]: WHITE };
export const rights: { k: boolean; q: boolean } = new Chess().getCastlingRights(WHITE);
export const isSet: boolean =
    new Chess().setCastlingRights(BLACK, { [KING]: false }) && new Chess().put({ type: QUEEN, color: BLACK }, 'e4');

// Texts.
export const verdicts: { ok: boolean; error?: string }[] = [DEFAULT_POSITION].map(validateFen);
export const errors: (string | undefined)[] = verdicts.map(({ error }) => error);
export const headers: Record<string, string> = {
    ...SEVEN_TAG_ROSTER,
    ...new Chess().getHeaders(),
    ...new Chess().setHeader('White', 'me'),
};
export const old: string | null | undefined = new Chess().header('White', 'me')['White'];
export function reload(chess: Chess, fen?: string): string {
    chess.load(fen ?? DEFAULT_POSITION, { skipValidation: true, preserveHeaders: true });
    chess.loadPgn(chess.pgn({ maxWidth: 80, newline: '\n' }), { strict: false });
    return new Chess(fen, { skipValidation: false }).fen({ forceEnpassantSquare: true });
}
export class Study extends Chess {
    readonly name: string = 'study';
    override move(...args: Parameters<Chess['move']>): Move {
        return super.move(...args);
    }
}
export const play = (move: string | { from: string; to: string; promotion?: string } | null): Move =>
    new Study().move(move, { strict: true });
