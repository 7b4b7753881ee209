"""plyforge.chess.pgn: reading, the tree, writing."""
import copy
import io
import logging
import pickle
import tracemalloc

import pytest
from hypothesis import given, settings, strategies as st

import plyforge.chess as chess
from plyforge.chess import pgn

GAME = '''[Event "Test"]
[White "A"]
[Black "B"]
[Result "1-0"]
[TimeControl "40/7200:900+30"]

{ Start } 1. e4 $1 { [%clk 0:05:21] [%eval 0.17,20] } ( { Side } 1. d4 d5 ( 1... Nf6 2. c4 ) 2. c4 ) 1... e5 2. Qh5?
Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0
'''


def read(text):
    return pgn.read_game(io.StringIO(text))


def test_nags_are_not_cut():
    game = read('1. e4 $0 $255 $256 $99999 $123456789 !! *')
    assert game.next().nags == {0, 3, 255, 256, 99999, 123456789} and not game.errors
    game = read('1. e4 $' + '9' * 5000 + ' e5 *')
    assert game.next().nags == set() and 'NAG' in str(game.errors[0]) and game.end().ply() == 2


def test_the_first_result_counts():
    assert [read(text).headers['Result']
            for text in ('1. e4 1-0 e5 *', '1. e4 * e5 0-1', '1. e4 (1. d4 1-0) e5 *')] == ['1-0', '0-1', '*']


def test_the_parts_of_a_game():
    game = read(GAME)
    assert game.headers['Event'] == 'Test' and list(game.headers)[:3] == ['Event', 'Site', 'Date'] and not game.errors
    assert game.comments == ['Start'] and game.comment == 'Start'
    e4, d4 = game.variations
    assert e4.nags == {1} and e4.clock() == 321 and e4.eval_depth() == 20 and e4.eval().white().score() == 17
    assert d4.starting_comments == ['Side'] and d4.starts_variation() and len(d4.variations) == 2
    assert str(game.mainline_moves()) == ('1. e4 $1 { [%clk 0:05:21] [%eval 0.17,20] } 1... e5 '
                                          '2. Qh5 $2 Nc6 3. Bc4 Nf6 $4 4. Qxf7#')
    assert game.end().board().is_checkmate() and game.end().ply() == 7 and game.end().turn() == chess.BLACK
    assert game.time_control().parts[0] == pgn.TimeControlPart(40, 7200)
    assert game.variations[0].variations[0].variations[0].nags == {2}


def test_writing_and_reading_again():
    game = read(GAME)
    again = read(str(game))
    assert str(again) == str(game) and again.headers == game.headers
    for columns in 20, 80, None:
        text = game.accept(pgn.StringExporter(columns=columns))
        assert str(read(text)) == str(game)
        moves = text.split('\n\n')[1].split('\n')
        assert columns is None or all(len(line) <= columns or line.startswith('{') for line in moves)
    file = io.StringIO()
    game.accept(pgn.FileExporter(file))
    assert file.getvalue().endswith('1-0\n\n')
    bare = game.accept(pgn.StringExporter(headers=False, comments=False, variations=False))
    assert bare == '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0'


def test_comments_of_a_place_are_one_word_of_a_line():
    """As in python-chess: lines break where its lines do."""
    game = pgn.Game.without_tag_roster()
    node = game.add_main_variation(chess.Move.from_uci('e2e4'))
    node.comments = ['[%clk 0:01:00]', '{}', '[%eval 0.20,8]']
    node.add_main_variation(chess.Move.from_uci('e7e5')).comments = ['{}']
    text = game.accept(pgn.StringExporter(columns=36))
    assert text == '1. e4\n{ [%clk 0:01:00] } { [%eval 0.20,8] }\n1... e5 *'


def test_several_games_and_their_places():
    file = io.StringIO(GAME + '\n' + GAME.replace('Test', 'Second') + '\n\n\n')
    assert pgn.read_headers(file)['Event'] == 'Test'
    place = file.tell()
    assert pgn.skip_game(file) and not pgn.skip_game(file) and pgn.read_game(file) is None
    file.seek(place)
    assert pgn.read_game(file).headers['Event'] == 'Second'
    assert pgn.read_headers(file) is None


def test_errors_are_kept_and_the_next_game_is_read(caplog):
    file = io.StringIO('1. e4 (1. d4 Ke5 2. c4) 1... Ke4 2. d4\n\n[FEN "x"]\n\n1. e4\n\n1. a3\n')
    with caplog.at_level(logging.CRITICAL):
        first, second, third = (pgn.read_game(file) for _ in range(3))
    assert [type(error) for error in first.errors] == [chess.IllegalMoveError] * 2
    assert str(first.accept(pgn.StringExporter(headers=False))) == '1. e4 ( 1. d4 ) *'
    assert len(second.errors) == 1 and third.next().san() == 'a3'


def test_a_visitor_may_refuse():
    class Strict(pgn.GameBuilder):
        def handle_error(self, error):
            raise error
    with pytest.raises(chess.IllegalMoveError):
        pgn.read_game(io.StringIO('1. e5'), Visitor=Strict)


def test_numbers_of_commands_may_have_any_length():
    """int() refuses thousands of digits, and a float cannot be so large: such a command is text."""
    game = chess.pgn.read_game(io.StringIO('1. e4 {[%clk 0:01:02]} *'))
    for digits in (18, 19, 400, 5000):
        for text in (f'{"9" * digits}:00:00', f'0:{"9" * digits}:00', f'0:00:{"9" * digits}', f'0:00:{"9" * digits}.5'):
            node = chess.pgn.read_game(io.StringIO(f'1. e4 {{[%clk {text}] [%emt {text}]}} *')).next()
            assert (node.clock() is None) == (node.emt() is None) == (digits > 18) and text in node.comment
        node = chess.pgn.read_game(io.StringIO(f'1. e4 {{[%eval #{"9" * digits}]}} e5 '
                                               f'{{[%eval {"9" * digits}.00,{"9" * digits}]}} *')).next()
        assert (node.eval() is None) == (digits > 18)
        assert node.next().eval() is None and node.next().eval_depth() is None
    assert game.next().clock() == 62


def test_annotations():
    node = pgn.Game()
    node.comments = ['text']
    node.set_clock(3723.5)
    node.set_eval(pgn.PovScore(pgn.Mate(3), chess.BLACK), 12)
    node.set_arrows([(chess.E2, chess.E4)])
    assert node.comments == ['[%cal Ge2e4]', 'text', '[%clk 1:02:03.5]', '[%eval #-3,12]']
    assert node.clock() == 3723.5 and node.eval().black().mate() == 3 and node.eval_depth() == 12
    for clear in node.set_clock, node.set_eval:
        clear(None)
    node.set_arrows([])
    assert node.comments == ['text'] and node.eval() is None and node.arrows() == []


def test_text_of_scores():
    """As python-chess 1.11 writes them."""
    texts = {pgn.Cp(150): ('+150', 'Cp(+150)'), pgn.Cp(0): ('0', 'Cp(0)'), pgn.Cp(-7): ('-7', 'Cp(-7)'),
             pgn.Mate(2): ('#+2', 'Mate(+2)'),
             pgn.Mate(-2): ('#-2', 'Mate(-2)'), pgn.Mate(0): ('#-0', 'Mate(-0)'), pgn.MateGiven: ('#+0', 'MateGiven')}
    assert {score: (str(score), repr(score)) for score in texts} == texts and len(texts) == 7
    assert str(pgn.PovScore(pgn.Cp(5),
                            chess.BLACK)) == repr(pgn.PovScore(pgn.Cp(5), chess.BLACK)) == 'PovScore(Cp(+5), BLACK)'
    assert (-pgn.Mate(0) is pgn.MateGiven and -pgn.MateGiven == pgn.Mate(0) != pgn.MateGiven
            and pgn.MateGiven.score(mate_score=9) == 9)
    game = pgn.read_game(io.StringIO('1. f3 {[%eval 1.5]} e5 {[%eval -0.3]} 2. g4 {[%eval #-1]} Qh4# {[%eval #0]} *'))
    assert [str(node.eval().white()) for node in game.mainline()] == ['+150', '-30', '#-1', '#-0']
    mated = pgn.read_game(io.StringIO('1. e4 {[%eval #0]} *')).next().eval()  # whoever is to move is mated
    assert (mated.relative, mated.white(), mated.black()) == (pgn.Mate(0), pgn.MateGiven, pgn.Mate(0))


def test_tree():
    game = pgn.Game()
    a, b = (game.add_variation(chess.Move.from_uci(uci)) for uci in ('a2a3', 'b2b3'))
    game.promote(b)
    assert game[0] is b and game[chess.Move.from_uci('a2a3')] is a and a in game
    game.demote(b)
    game.promote_to_main(b)
    game.remove_variation(a)
    assert game.variations == [b] and game.game() is b.game() is game
    with pytest.raises(KeyError):
        game.variation(a)
    assert game.variation(0) is game.variation(-1) is game[-1] is b
    for number in 1, 3, 99, -2:
        for call in (game.variation, game.__getitem__, game.promote, game.promote_to_main, game.demote,
                     game.remove_variation):
            with pytest.raises(IndexError, match=f'no variation {number}'):
                call(number)
        assert not game.has_variation(number) and number not in game
    with pytest.raises(IndexError):
        pgn.Game().variation(-1)
    with pytest.raises(ValueError):
        game.headers['bad name'] = 'x'
    with pytest.raises(ValueError):
        game.headers['Name'] = 'a\nb'


def test_deep_nesting_and_long_games_need_no_recursion():
    text = '1. Nf3 Nf6 2. Ng1 Ng8 ' * 1500 + '1. e4 ' + '(1. d4 ' * 255 + ')' * 255 + ' 1... e5 *'
    game = read(text)
    assert (len(list(game.mainline())) == 6002 and len(game.end().parent.parent.variations) == 256
            and str(read(str(game))) == str(game))


def test_variations_are_read_255_deep(caplog):
    """The 256th level is left out, as by the C reader, and nothing else is."""
    text = '1. e4 ' + '(1. d4 ' * 255 + '(1. c4 (1. b4) c5) 1... d5 ' + ')' * 255 + ' 1... e5 *'
    with caplog.at_level(logging.CRITICAL):
        game = read(text)
    assert [str(error) for error in game.errors] == ['variations are nested more than 255 deep']
    assert [node.san() for node in game.mainline()] == ['e4', 'e5'] and len(game.variations) == 256
    assert game.variations[-1].next().san() == 'd5' and not game.variations[-2].variations


class Balanced(pgn.BaseVisitor):
    """Counts how deep it is, and that no level ends that has not begun."""

    def begin_game(self):
        self.depth = self.deepest = 0
        self.errors = []

    def begin_variation(self):
        self.depth += 1
        self.deepest = max(self.depth, self.deepest)

    def end_variation(self):
        self.depth -= 1
        assert self.depth >= 0

    def handle_error(self, error):
        self.errors.append(str(error))

    def result(self):
        return self


@pytest.mark.parametrize('end', ['', ')' * 1000, ')' * 300 + ' 2. Ke3'])
def test_a_visitor_sees_whole_variations_where_they_are_too_deep(end):
    seen = pgn.read_game(io.StringIO('1. e4 ' + '(1. d4 ' * 400 + end), Visitor=Balanced)
    assert (seen.depth, seen.deepest, seen.errors[0]) == (0, 255, 'variations are nested more than 255 deep')


def peak(text):
    """The most memory in use while a game is read."""
    tracemalloc.start()
    try:
        game = read(text)
        return tracemalloc.get_traced_memory()[1] if game else 0
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize('text', [
    ''.join(f'({a} {b} ' for a, b in [('Nf3', 'Nf6'), ('Nf6', 'Ng1'), ('Ng1', 'Ng8'), ('Ng8', 'Nf3')] * 500),
    'Nf3 Nf6 Ng1 Ng8 ' * 1000 + '(Ng8 Nf3 (Nf3 Nf6 (Nf6 Ng1 (Ng1 Ng8 ' * 60,
    'Nf3 Nf6 Ng1 Ng8 ' * 1000 + '(Ng8) ' * 1000,
], ids=['nested', 'nested late', 'side by side'])
def test_variations_take_memory_in_proportion_to_the_text(text, caplog):
    with caplog.at_level(logging.CRITICAL):
        text = 'Nf3 ' + text
        assert peak(text) < 1000 * len(text)


@pytest.mark.parametrize('text', ['{x}', '1. e4 {x}', '1. e4 (1. d4) {x}', '1. e4 ({x} 1. d4)'])
def test_comments_are_appended(text):
    """A new list for each of n comments would be work of n squared."""
    lists = []

    class Lists(pgn.GameBuilder):
        def visit_comment(self, comment):
            super().visit_comment(comment)
            lists.append(self.starting_comments or self.variation_stack[-1].comments)

    pgn.read_game(io.StringIO(text.replace('{x}', '{x} {y} {z}')), Visitor=Lists)
    assert len(lists) == 3 and lists[0] is lists[1] is lists[2] and lists[0][:3] == ['x', 'y', 'z']


def test_an_error_is_logged_without_the_whole_tag(caplog):
    with caplog.at_level(logging.ERROR):
        game = read(f'[White "{"x" * 100000}"]\n\n1. e4 (1. e5) (1. e6) 1... Ke4 *')
    assert len(game.errors) == 3 and max(len(record.getMessage()) for record in caplog.records) < 1000


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet='abcdefgh12345678NBRQKOx=+#-.(){};$%[]"!?*0 \n', max_size=200))
def test_any_text_can_be_read(text):
    logging.disable(logging.CRITICAL)
    file = io.StringIO(text)
    games = 0
    while pgn.read_game(file) is not None:
        games += 1
    assert games <= text.count('\n') + 1
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize('text', ['300+a', 'abc', '40/abc', '600:20/180', '40/'])
def test_wrong_time_controls(text):
    with pytest.raises(ValueError):
        pgn.parse_time_control(text)


def test_the_main_line_as_text_has_comments():
    game = pgn.read_game(io.StringIO('1. e4 $1 { best } (1. d4) e5 { [%clk 0:01:00] } *'))
    assert str(game.mainline_moves()) == str(game.mainline()) == '1. e4 $1 { best } 1... e5 { [%clk 0:01:00] }'


def test_long_games_are_pickled_and_copied():
    """Without recursion, and with everything that is on the tree."""
    text = '[Event "x"]\n\n1. e4 {a} (1. d4 $1 d5 (1... Nf6)) 1... e5 ' + 'Nf3 Nc6 Ng1 Nb8 ' * 400 + '*'
    game = chess.pgn.read_game(io.StringIO(text))
    game.own = 5
    for again in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert (str(again) == str(game) and again.own == 5 and type(again) is chess.pgn.Game
                and again.headers == game.headers)
        assert (again.end().board() == game.end().board() and again.next().parent is again
                and again.variations[1].nags == {1})
    node = game.variations[1].next()
    again = pickle.loads(pickle.dumps([node, game]))
    assert again[0].san() == node.san() and again[0].root() is again[1] and len(again[0].parent.variations) == 2
    shallow = copy.copy(game)
    assert shallow.variations is game.variations and shallow is not game


def test_files_of_bytes_are_refused():
    with pytest.raises(TypeError, match='file of text'):
        chess.pgn.read_game(io.BytesIO(b'1. e4 *'))


class Collector(pgn.BaseVisitor):
    """The moves of a game; as with any visitor of a user's, an error is raised."""

    def __init__(self):
        self.moves = []

    def visit_move(self, board, move):
        self.moves.append(move.uci())

    def result(self):
        return self.moves


def all_of(read_one, text):
    handle, found = io.StringIO(text), []
    while (one := read_one(handle)) not in (None, False):
        found.append(handle.tell() if one is True else one)
    return found


# What python-chess leaves out without an error, wherever a tag may stand.
@pytest.mark.parametrize('line', ['[Bad tag]', '[EventDate"]', '[Site "x" y]', '[Wh ite "A"]', '[White "open]',
                                  '[White "A"] ; why', '  [x', '; [Site "x"]', '%'])
@pytest.mark.parametrize('place', [0, 1, 2])
def test_lines_among_the_tags_that_are_no_tags(line, place):
    """The game stays one game, for every visitor: for read_headers, skip_game and those of users, which raise
    errors."""
    lines = ['[White "C"]', '[Black "B"]']
    lines.insert(place, line)
    text = '\n'.join(lines) + '\n\n1. e4 e5 1-0\n\n'
    text += text
    games = all_of(pgn.read_game, text)
    assert [game.headers['Black'] for game in games] == ['B', 'B'] and [game.end().ply() for game in games] == [2, 2]
    assert [game.errors for game in games] == [[], []]
    assert all_of(pgn.read_headers, text) == [{'White': 'C', 'Black': 'B'}] * 2
    assert all_of(lambda handle: pgn.read_game(handle, Visitor=Collector), text) == [['e2e4', 'e7e5']] * 2
    assert len(all_of(pgn.skip_game, text)) == 2
    handle = io.StringIO(text)
    assert pgn.skip_game(handle) and handle.tell() == len(text) // 2


def test_an_unknown_variant_is_read_as_chess():
    game = read('[Variant "Shogi"]\n\n1. e4 e5 *')
    assert (len(list(game.mainline())) == 2 and len(game.errors) == 1 and 'Shogi' in str(game.errors[0])
            and game.headers['Variant'] == 'Shogi')
    game = read('[Variant "Shogi"]\n[FEN "nonsense"]\n\n1. e4 e5 *\n')
    assert list(game.mainline()) == [] and len(game.errors) == 2


def test_a_visitor_meets_results_where_they_stand():
    """As in python-chess: a result that only the tag has is no part of the moves."""
    class Results(Collector):
        def visit_result(self, result):
            self.moves.append(result)

        def visit_comment(self, comment):
            self.moves.append(comment)

        def handle_error(self, error):
            self.moves.append('error')
    texts = {'1. e4 1-0 {on time}': ['e2e4', '1-0', 'on time'], '[Result "1-0"]\n\n1. e4': ['e2e4'],
             '1. e4 (1. d4 0-1) 1/2-1/2': ['e2e4', 'd2d4', '1/2-1/2'],
             '1. e4 * 0-1': ['e2e4', '*', '0-1'], '[Result "1-0"]\n\n1. e4 Ke3 1-0': ['e2e4', 'error']}
    assert {text: pgn.read_game(io.StringIO(text), Visitor=Results) for text in texts} == texts
    assert [read(text).headers['Result'] for text in texts] == ['1-0', '1-0', '1/2-1/2', '0-1', '1-0']


def test_empty_comments_are_none():
    game = read('{} 1. e4 {} { } ({} 1. d4 {  }) 1... e5 { a } {} *')
    assert (game.comments, game.next().comments, game.end().comments) == ([], [], ['a'])
    assert game.variations[1].starting_comments == game.variations[1].comments == []
    assert str(game).endswith('1. e4 ( 1. d4 ) 1... e5 { a } *')
    game.next().comments = ['', '{}', 'x']
    assert str(game).endswith('1. e4 { x } ( 1. d4 ) 1... e5 { a } *')


@pytest.mark.parametrize('text, comment', [('{a}', 'a'), ('{ a }', 'a'), ('{  a  }', ' a '), ('{ a\nb }', 'a\nb'),
                                           ('{a\n}', 'a\n'), ('{ a \n b', 'a \n b')])
def test_a_visitor_gets_a_comment_as_it_stands(text, comment):
    """A str, as from the reader of python-chess; one blank at each brace is left out."""
    class Comments(Collector):
        def visit_comment(self, comment):
            self.moves.append(comment)
    assert pgn.read_game(io.StringIO('1. e4 ' + text), Visitor=Comments) == ['e2e4', comment]
    assert str(read('1. e4 ' + text)).endswith('1. e4 { ' + comment + ' } *')


def test_a_visitor_leaves_single_words_out():
    class Some(Collector):
        def begin_parse_san(self, board, san):
            return pgn.SKIP if san == 'Nf3' else None
    assert pgn.read_game(io.StringIO('1. e4 Nf3 e5 2. d4 *'), Visitor=Some) == ['e2e4', 'e7e5', 'd2d4']
