"""Reads PGN files with one reader and prints each as a line of JSON: its name and its games, each with moves, result
and fault. usage: read.py READER FILE..., where READER is columns (plyforge.pgn), read_game (plyforge.chess.pgn) or
python-chess (chess.pgn) Castling is written as the king taking its rook, and a null move as 0000."""
import json
import logging
import sys

RESULTS = ['*', '1-0', '0-1', '1/2-1/2', None]


def columns(name):
    """The games of plyforge.pgn.read."""
    from plyforge import batch, pgn
    found = []
    for games in pgn.read(name, columns=('results',), variants=True, fallback_result=True):
        moves, ends = batch.ucis(games.moves, chess960=True), list(memoryview(games.move_ends))
        faults = {fault.row: [fault.line, fault.offset, fault.message] for fault in games.faults}
        for row, result in enumerate(memoryview(games.results)):
            found.append({'moves': moves[ends[row]:ends[row + 1]], 'result': RESULTS[result] or '*',
                          'fault': faults.get(row)})
    return found


def trees(pgn, name):
    """The games of read_game. Only errors of the main line count."""
    class Collector(pgn.GameBuilder):
        def begin_game(self):
            super().begin_game()
            self.moves, self.fault = [], None

        def visit_move(self, board, move):
            if len(self.variation_stack) == 1:
                self.moves.append(board.uci(move, chess960=True))
            super().visit_move(board, move)

        def handle_error(self, error):
            if len(self.variation_stack) == 1:
                self.fault = self.fault or str(error)

        def result(self):
            result = self.game.headers.get('Result')
            return {'moves': self.moves, 'result': result if result in RESULTS else '*', 'fault': self.fault}

    with open(name, encoding='utf-8', errors='replace') as file:
        return list(iter(lambda: pgn.read_game(file, Visitor=Collector), None))


def main():
    reader, *names = sys.argv[1:]
    logging.disable(logging.CRITICAL)
    if reader == 'read_game':
        import plyforge.chess.pgn as pgn
    elif reader == 'python-chess':
        import chess.pgn as pgn
    for name in names:
        print(json.dumps({'name': name, 'games': columns(name) if reader == 'columns' else trees(pgn, name)}))


main()
