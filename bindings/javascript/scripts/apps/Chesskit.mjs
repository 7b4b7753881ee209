// How scripts/apps.mjs runs Chesskit (GuillaumeSD/Chesskit), which has no tests: its modules that use chess.js play and analyse
// random games, and what they answer is compared line by line. The hooks of React and jotai are replaced by plain functions.
export const modules = [
    'src/lib/chess.ts',
    'src/lib/engine/helpers/moveClassification.ts',
    'src/lib/engine/helpers/parseResults.ts',
    'src/hooks/useChessActions.ts',
];
export const stubs = {
    react: 'export const useCallback = (call) => call;',
    jotai: 'export const useAtom = (atom) => [atom.value, (value) => { atom.value = value; }];',
    '@/lib/sounds': `globalThis.sounds = [];
        export const playIllegalMoveSound = () => globalThis.sounds.push('illegal');
        export const playSoundFromMove = (move) => globalThis.sounds.push(move?.san);`,
};

const GAMES = 60;
const FENS = [
    undefined,
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1',
    'rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3',
    '8/P1k5/8/8/8/8/5K1p/8 b - - 3 60',
    '8/8/8/8/8/2k5/3p4/3K4 w - - 0 1',
];

/** What the program answers, one line for each question. */
export function* answers(app) {
    let state = 1;
    const random = (limit) => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) % limit;
    const attempt = (call) => {
        try {
            return call();
        } catch (error) {
            return `error: ${error instanceof Error}`;
        }
    };
    for (let number = 0; number < GAMES; number++) {
        const fen = FENS[number % FENS.length];
        const atom = { value: new app.Chess() };
        // A hook sees the atom at the time of the call.
        const actions = () => app.useChessActions(atom);
        actions().reset({ fen, white: { name: 'A', rating: 1500 }, black: { name: 'Č' } });
        for (let ply = 0; ply < 40 && !atom.value.isGameOver(); ply++) {
            const moves = atom.value.moves({ verbose: true }).sort((a, b) => (a.lan < b.lan ? -1 : 1));
            const { from, to, promotion } = moves[random(moves.length)];
            const comment = random(4) ? undefined : `[%clk 0:0${random(10)}:5${random(10)}] text`;
            const move = actions().playMove({ from, to, promotion, comment });
            yield [move.san, move.lan, move.before, move.after, move.flags, move.captured ?? ''];
            if (random(8) === 0) yield actions().playMove({ from: to, to: from });
            if (random(10) === 0) {
                actions().undoMove();
                yield atom.value.fen();
            }
        }
        const game = atom.value;
        app.setGameHeaders(game, random(3) ? {} : { resigned: 'b' });
        const comments = game.getComments().map(({ fen, comment }) => [fen, comment]); // what the program reads of them
        yield [game.pgn(), game.getHeaders(), comments, game.history()];
        yield attempt(() => app.formatGameToDatabase(app.getGameFromPgn(game.pgn())));
        if (game.history().length === 0) continue; // the program expects a move
        const { fens, uciMoves } = app.getEvaluateGameParams(game);
        for (const fen of fens) {
            yield [
                app.getIsStalemate(fen),
                app.getWhoIsCheckmated(fen),
                app.isCheck(fen),
                app.getMaterialDifference(fen),
            ];
            yield [app.getCapturedPieces(fen, 'w'), app.getCapturedPieces(fen, 'b')];
        }
        for (let ply = 0; ply + 2 < uciMoves.length; ply++) {
            const line = uciMoves.slice(ply + 1, ply + 6);
            yield app.getIsPieceSacrifice(fens[ply], uciMoves[ply], line);
            yield app.isSimplePieceRecapture(fens[ply], [uciMoves[ply], uciMoves[ply + 1]]);
            yield [...line, 'e2e5', 'a7a8'].map(app.moveLineUciToSan(fens[ply + 1]));
            const info = `info depth 9 multipv 1 score cp ${random(200)} pv ${line.join(' ')}`;
            yield app.parseEvaluationResults([info, `bestmove ${line[0]}`], fens[ply + 1], ply % 2 === 0);
        }
        const positions = fens.map((_, ply) => ({
            lines: [0, 1].map((multiPv) => ({
                pv: uciMoves.slice(ply, ply + 4),
                cp: random(600) - 300,
                depth: 9,
                multiPv,
            })),
        }));
        yield attempt(() => app.getMovesClassification(positions, uciMoves, fens));
        actions().goToMove(random(uciMoves.length), game);
        yield atom.value.fen();
        yield attempt(() => actions().addMoves(['--', 'Ke9']));
        actions().resetToStartingPosition(game.pgn());
        yield [atom.value.fen(), atom.value.pgn()];
        for (const pgn of [game.pgn().replaceAll('\n', '\r\n'), '1. e4 e5 2. Ke3', ''])
            yield attempt(() => app.getGameFromPgn(pgn).pgn());
        yield globalThis.sounds.splice(0);
    }
}
