#!/usr/bin/env python3
"""Compares plyforge.chess with python-chess, which must be installed or named: every method of Board that changes
nothing, on random games and on random set-ups; and games of PGN with comments, variations, clocks, broken tags and
moves. python-chess is GPL: it runs in a process of its own and is not part of this repository.

    tests/differential.py [--python-chess FOLDER] [--positions N] [--games N] [--seed N] [--variant NAME] [--log FILE]
"""
import argparse
import collections
import importlib
import io
import itertools
import json
import logging
import os
import random
import subprocess
import sys

SAME_BY_TEXT = ['fen', 'board_fen', 'shredder_fen', 'epd', 'castling_xfen', 'castling_shredder_fen', 'is_check',
                'is_checkmate',
                'is_stalemate', 'is_insufficient_material', 'is_seventyfive_moves', 'is_fifty_moves',
                'is_fivefold_repetition',
                'can_claim_draw', 'can_claim_fifty_moves', 'can_claim_threefold_repetition', 'is_game_over', 'result',
                'status',
                'is_valid', 'checkers_mask', 'clean_castling_rights', 'has_legal_en_passant',
                'has_pseudo_legal_en_passant',
                'has_chess960_castling_rights', 'was_into_check', 'ply', 'piece_count', 'chess960_pos', '__str__',
                'unicode',
                '__repr__', 'is_repetition', 'is_variant_end', 'is_variant_win', 'is_variant_loss', 'is_variant_draw']
BY_COLOUR = ['has_castling_rights', 'has_kingside_castling_rights', 'has_queenside_castling_rights',
             'has_insufficient_material', 'king']
BY_SQUARE = ['piece_at', 'piece_type_at', 'color_at', 'attacks_mask']
BY_COLOUR_AND_SQUARE = ['attackers_mask', 'is_attacked_by', 'pin_mask', 'is_pinned']
BY_MOVE = ['san', 'lan', 'uci', 'xboard', 'gives_check', 'gives_checkmate', 'is_capture', 'is_zeroing',
           'is_irreversible', 'is_castling',
           'is_kingside_castling', 'is_queenside_castling', 'is_en_passant', 'is_into_check', 'is_legal']


def ask(function, *arguments, **options):
    try:
        value = function(*arguments, **options)
    except Exception as error:
        return 'raises ' + [c.__name__ for c in type(error).__mro__ if c.__module__ == 'builtins'][0]
    return int(value) if isinstance(value, int) else str(value)


def answers(chess, board, full):
    """Everything that a board says, as text."""
    found = {}
    for name in SAME_BY_TEXT:
        found[name] = ask(getattr(board, name))
    found['claimed'] = ask(board.outcome, claim_draw=True)
    for mode in ('fen', 'xfen'):
        found['fen ' + mode] = ask(board.fen, en_passant=mode)
    for name in BY_COLOUR:
        for colour in chess.COLORS:
            found[f'{name} {colour}'] = ask(getattr(board, name), colour)
    legal, pseudo = list(board.legal_moves), list(board.pseudo_legal_moves)
    found['legal'] = sorted(move.uci() for move in legal)
    found['pseudo'] = sorted(move.uci() for move in pseudo)
    found['captures'] = sorted(move.uci() for move in board.generate_legal_captures())
    found['pseudo captures'] = sorted(move.uci() for move in board.generate_pseudo_legal_captures())
    found['castling'] = sorted(move.uci() for move in board.generate_castling_moves())
    for name in ('turn', 'castling_rights', 'ep_square', 'halfmove_clock', 'fullmove_number', 'promoted', 'occupied'):
        found[name] = str(getattr(board, name))
    for move in sorted(pseudo, key=lambda move: move.uci())[::1 if full else 5]:
        for name in BY_MOVE:
            if name not in ('san', 'lan') or board.is_legal(move):
                found[f'{name} {move.uci()}'] = ask(getattr(board, name), move)
    for square in range(0, 64, 1 if full else 7):
        for name in BY_SQUARE:
            found[f'{name} {square}'] = ask(getattr(board, name), square)
        for name in BY_COLOUR_AND_SQUARE:
            for colour in chess.COLORS:
                found[f'{name} {colour} {square}'] = ask(getattr(board, name), colour, square)
    return found


def answers_about_game(pgn, text):
    """Everything that the reader, the tree of moves and the exporters say about a file of games."""
    found, file = {}, io.StringIO(text)
    for number in range(50):
        game = pgn.read_game(file)
        if game is None:
            break
        board = game.board()
        found[f'headers {number}'] = dict(game.headers)
        found[f'errors {number}'] = len(game.errors)
        found[f'export {number}'] = str(game)
        found[f'bare {number}'] = game.accept(pgn.StringExporter(headers=False, comments=False, variations=False,
                                                                 columns=None))
        found[f'mainline {number}'] = str(game.mainline_moves())
        waiting = [game]
        while waiting:
            node = waiting.pop()
            waiting += node.variations
            if node.parent:
                place = f'{number} {node.ply()} {node.move.uci()}'
                found[f'node {place}'] = [node.san(), node.uci(), node.comments, node.starting_comments,
                                          sorted(node.nags), node.clock(), node.emt(),
                                          str(node.eval()), node.eval_depth(), str(node.arrows()), node.turn(),
                                          node.is_main_variation(),
                                          node.is_mainline(), node.starts_variation(), node.is_end()]
                found[f'board {place}'] = node.board().fen()
        found[f'end {number}'] = game.end().board().fen()
        found[f'start {number}'] = board.fen()
    file.seek(0)
    found['read_headers'] = str(dict(pgn.read_headers(file) or {}))
    found['skip_game'] = pgn.skip_game(file), file.tell() > 0
    return found


def work(module):
    """Reads a position per line, [FEN, chess960, moves, full, variant], or a game, and writes what the module says
    about it."""
    chess = importlib.import_module(module)
    variant = importlib.import_module(module + '.variant')
    pgn = importlib.import_module(module + '.pgn')
    logging.disable(logging.CRITICAL)
    for line in sys.stdin:
        fen, chess960, moves, full, name = json.loads(line)
        if name == 'PGN':
            print(json.dumps(answers_about_game(pgn, fen)), flush=True)
            continue
        board = variant.find_variant(name)(fen, chess960=chess960)
        for uci in moves:
            board.push(chess.Move.from_uci(uci))
        print(json.dumps(answers(chess, board, full)), flush=True)


def random_setup(rng):
    """A FEN with any pieces anywhere, and any other fields."""
    squares = ['1'] * 64
    for _ in range(rng.choice([2, 4, 8, 20])):
        squares[rng.randrange(64)] = rng.choice('pnbrqPNBRQ')
    for king in rng.choice(['', 'Kk', 'Kk', 'Kk', 'K', 'k', 'KkK']):
        squares[rng.randrange(64)] = king
    rows = '/'.join(''.join(squares[i:i + 8]) for i in range(0, 64, 8))
    for length in range(8, 1, -1):
        rows = rows.replace('1' * length, str(length))
    castling = rng.choice(['-', '-', 'KQkq', 'K', 'Qk', 'AHah', 'Cf'])
    ep = rng.choice(['-', '-', '-', 'e3', 'c6', 'e5'])
    return f'{rows} {rng.choice("wb")} {castling} {ep} {rng.choice([0, 0, 7, 99, 100, 150])} {rng.choice([1, 1, 40])}'


def positions(count, seed, variant):
    """[FEN, chess960, moves, whether every square and move is asked about, variant]."""
    import plyforge.chess as ours
    import plyforge.chess.variant  # noqa: F401 (used as ours.variant)
    rng = random.Random(seed)
    made = 0
    while made < count:
        kind = rng.random()
        if kind < 0.3 and variant == 'Standard':
            yield [random_setup(rng), rng.random() < 0.3, [], False, variant]
            made += 1
            continue
        board = ours.variant.find_variant(variant)()
        if kind >= 0.7 and variant == 'Standard':
            board = ours.Board.from_chess960_pos(rng.randrange(960))
        start = board.fen()
        shuffling = rng.random() < 0.2
        for _ in range(rng.randrange(1, 140)):
            moves = list(board.legal_moves)
            if not moves:
                break
            quiet = [move for move in moves if not board.is_zeroing(move)]
            board.push(rng.choice(quiet if shuffling and quiet else moves))
            if rng.random() < 0.1:
                yield [start, board.chess960, [move.uci() for move in board.move_stack], rng.random() < 0.05, variant]
                made += 1


def random_game(rng):
    """The text of a game with everything that a file has: made here, so that it depends on neither package."""
    import plyforge.chess as ours
    board = ours.Board()
    words = [f'[{tag} "{rng.choice(["A", "B?", "1999.01.02", "x y", chr(233)])}"]\n'
             for tag in ('Event', 'White', 'Black', 'Date')]
    if rng.random() < 0.2:
        board = ours.Board.from_chess960_pos(rng.randrange(960))
        words.append(f'[Variant "Chess960"]\n[SetUp "1"]\n[FEN "{board.fen()}"]\n')
    if rng.random() < 0.3:
        words.append(f'[Result "{rng.choice(["1-0", "*", "1/2-1/2"])}"]\n')
    if rng.random() < 0.2:  # lines among the tags that are no tags
        words.insert(rng.randrange(len(words) + 1),
                     rng.choice(['[Bad tag]\n', '[Site "x" y]\n', '[White "A"] ; why\n', '; a line\n', '% a line\n',
                                 '[Date"]\n']))
    words.append('\n')
    for _ in range(rng.randrange(100)):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = rng.choice(moves)
        words.append(f'{board.fullmove_number}{"." if board.turn else "..."} {board.san(move)} ')
        words.append(rng.choice([''] * 12 + ['! ', '$5 ', '?? ', '{ a comment } ', '{[%clk 0:03:01] good} ', '{[%eval '
                                             '0.25,18]} ', '{[%eval #-3]} ',
                                             '{[%csl Ga1][%cal Ra1h8]} ', '{[%emt 0:00:02.5]} ', '; to the end\n', '\n',
                                             '{} ',
                                             '{  two\nlines } ', '{a\n} ', '{ } ']))
        if rng.random() < 0.06 and len(moves) > 1:
            other = rng.choice([one for one in moves if one != move])
            words.append(f'({board.san(other)} {rng.choice(["", "{ why not }", "$1"])} ) ')
        board.push(move)
        if rng.random() < 0.004:
            words.append(rng.choice(['Ke9 ', 'Nb1b1 ', 'xyz ', 'O-O-O ', '-- ']))
    return ''.join(words) + rng.choice(['1-0', '0-1', '1/2-1/2', '*']) + '\n\n'


def files_of_games(count, seed):
    rng = random.Random(seed)
    for _ in range(0, count, 4):
        yield [''.join(random_game(rng) for _ in range(4)), False, [], False, 'PGN']


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--python-chess', default='')
    parser.add_argument('--positions', type=int, default=2000)
    parser.add_argument('--games', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--variant', default='Standard', help='as in Crazyhouse; random games only')
    parser.add_argument('--log', help='write every difference to this file, as a line of JSON')
    parser.add_argument('--work', help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.work:
        return work(options.work)
    workers = []
    for module, path in (('plyforge.chess', ''), ('chess', options.python_chess)):
        environment = dict(os.environ, PYTHONPATH=path or os.environ.get('PYTHONPATH', ''))
        workers.append(subprocess.Popen([sys.executable, __file__, '--work', module], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE,
                                        text=True, env=environment))
    log = open(options.log, 'w') if options.log else None
    differences, examples, compared, count = collections.Counter(), {}, 0, 0
    items = itertools.chain(positions(options.positions, options.seed, options.variant),
                            files_of_games(options.games, options.seed))
    for position in items:
        count += 1
        for worker in workers:
            worker.stdin.write(json.dumps(position) + '\n')
            worker.stdin.flush()
        ours, theirs = (json.loads(worker.stdout.readline()) for worker in workers)
        for question in sorted(set(ours) | set(theirs)):
            compared += 1
            if ours.get(question) != theirs.get(question):
                name = question.split()[0]
                differences[name] += 1
                difference = (position, question, ours.get(question), theirs.get(question))
                examples.setdefault(name, difference)
                if log:
                    print(json.dumps(difference), file=log, flush=True)
    for name, number in differences.most_common():
        position, question, ours, theirs = examples[name]
        print(f'{name}: {number}\n    {position[0]} chess960={position[1]} {" ".join(position[2])}\n    {question}: '
              f'{ours!r} here, {theirs!r} there')
    print(f'{count} positions and files of four games, {compared} answers, {sum(differences.values())} differences')
    for worker in workers:
        worker.stdin.close()
        worker.wait()
    return 1 if differences else 0


if __name__ == '__main__':
    sys.exit(main())
