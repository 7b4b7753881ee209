/* Validates FENs as chess.js does: the same order of tests and the same messages. */

const FIELD_ERRORS: readonly [RegExp, number, string][] = [
    [/^(-|[a-h][36])$/, 3, 'en-passant square is invalid'],
    [/^[kKqQ-]*$/, 2, 'castling availability is invalid'],
    [/^[wb]$/, 1, 'side-to-move is invalid'],
];

function rowError(row: string): string | undefined {
    let files = 0;
    let wasNumber = false;
    for (const letter of row) {
        const isNumber = letter >= '0' && letter <= '9';
        if (isNumber && wasNumber) return 'piece data is invalid (consecutive number)';
        if (!isNumber && !/[prnbqkPRNBQK]/.test(letter)) return 'piece data is invalid (invalid piece)';
        files += isNumber ? Number(letter) : 1;
        wasNumber = isNumber;
    }
    return files === 8 ? undefined : 'piece data is invalid (too many squares in rank)';
}

function boardError(board: string): string | undefined {
    const rows = board.split('/');
    if (rows.length !== 8) return "piece data does not contain 8 '/'-delimited rows";
    for (const row of rows) {
        const error = rowError(row);
        if (error) return error;
    }
    return undefined;
}

function piecesError(board: string): string | undefined {
    for (const [letter, side] of [
        ['K', 'white'],
        ['k', 'black'],
    ] as const) {
        const kings = board.split(letter).length - 1;
        if (kings === 0) return `missing ${side} king`;
        if (kings > 1) return `too many ${side} kings`;
    }
    const rows = board.split('/');
    return /p/i.test(rows[0]! + rows[7]!) ? 'some pawns are on the edge rows' : undefined;
}

/** The first fault that chess.js finds in a FEN. */
export function fenError(fen: string): string | undefined {
    const fields = fen.split(/\s+/);
    if (fields.length !== 6) return 'must contain six space-delimited fields';
    const [board, turn, , ep, halfMoves, moveNumber] = fields as [string, string, string, string, string, string];
    if (!(parseInt(moveNumber, 10) > 0)) return 'move number must be a positive integer';
    if (!(parseInt(halfMoves, 10) >= 0)) return 'half move counter number must be a non-negative integer';
    for (const [form, field, error] of FIELD_ERRORS) if (!form.test(fields[field]!)) return error;
    const error = boardError(board);
    if (error) return error;
    if ((ep[1] === '3' && turn === 'w') || (ep[1] === '6' && turn === 'b')) return 'illegal en-passant square';
    return piecesError(board);
}
