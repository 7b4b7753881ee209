"""read_game() with a plain GameBuilder, whose work is done in C, beside the same with a visitor that is called."""
import copy
import gc
import io
import itertools
import logging
import pickle
import random
import weakref

import pytest

import plyforge.chess as chess
import plyforge.chess.pgn as pgn
from plyforge.chess.pgn._reader import _TOKEN


class Called(pgn.GameBuilder):
    """Another class than GameBuilder: the reader calls its methods."""


def description(game):
    """All that is in a game."""
    nodes = [game]
    for node in nodes:
        nodes += node.variations
    places = {id(node): number for number, node in enumerate(nodes)}
    return (dict(game.headers), [(type(error), str(error)) for error in game.errors],
            [(node.move, node.comments, node.starting_comments, node.nags,
              places.get(id(node.parent)), [places[id(child)] for child in node.variations]) for node in nodes])


def games_of(text, visitor):
    """The games of a text, each with the place where it ends."""
    handle, found = io.StringIO(text), []
    while (game := pgn.read_game(handle, Visitor=visitor)) is not None:
        found.append((description(game), handle.tell()))
    return found


def check(text):
    fast = games_of(text, pgn.GameBuilder)
    assert fast == games_of(text, Called), repr(text)
    headers, handle = [], io.StringIO(text)
    while (tags := pgn.read_headers(handle)) is not None:
        headers.append((dict(tags), handle.tell()))
    plain, handle = [], io.StringIO(text)
    while pgn.skip_game(handle):
        plain.append(handle.tell())
    assert [place for _, place in headers] == plain, repr(text)
    return fast


@pytest.fixture(autouse=True)
def silence():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


WORDS = ['e4', 'e5', 'Nf3', 'Nc6', 'Bb5', 'a6', 'd4', 'exd4', 'O-O', '0-0', 'O-O-O', 'e8=Q', 'exd8Q', '--', 'Z0',
         '0000', 'Ke2', 'Kxe9', '1.', '1...', '12.', '(', ')', '( ', ' )', '((', '{', '}', '{ a }', '{}', '{ }',
         '{a\nb}', '{\n\n}', '{ ; }', '; rest', '\n', '\n\n', '$1', '$', '$12345678901', '$007', '!', '?', '!!', '??',
         '!?', '?!', '?!!', '1-0', '0-1', '1/2-1/2', '1/2', '*', '1-0-', '0-1a', '1-00', '0-1-0', '11/2',
         '13/2-1/2', '1/2/3', '1/2-1/2/3', '11-0', '0-0-1', '10-0', '1/2-1/2é', '1-0\u3000', '*_', 'N@f3',
         '@e4', '@@@@', 'e4e5', 'e2-e4', 'Ng1f3', 'N1f3', 'Pe4', '4e5', '1e4', 'ääe4ö', '%', '\n% escape e4',
         '\n; note', '\t', '\r\n', '\x0b', '\xa0', '[x "y"]', '\n[x "y"]\n', '\u2654', '½-½', 'e4+', 'Qh5#', 'e.p.',
         '0-0-0', '{[%clk 0:01:00]}', '{é}', '\ufeff', '\0', '\n\0 e4']
TAGS = ['[White "A"]', '[Black "é"]', '[White ""]', '[White "a"b"]', '[White"x"]', '[White\t "x"]', '[White\xa0"x"]',
        '[Bad tag]', '[9 "x"]', '[_a "x"]', '[Été "x"]', ' [Site "s"]', '\xa0[Site "s"]', '[Site "s"]\u3000',
        '[Site "s"] x', '[Site "s\\"]', '[ Site "s"]', '%', '; note', '', '[FEN "7k/8/8/8/8/8/8/K6R w - - 0 1"]',
        '[FEN "8/8 w"]', '[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]', '[FEN "kk6/8/8/8/8/8/P7/K7 w - - 0 1"]',
        '[Variant "Atomic"]', '[Variant "?"]', '[Variant "Crazyhouse"]', '[Variant "Chess960"]', '[Result "1-0"]', '[',
        '["', '\0', '[A\0 "b"]', '[A "\0"]', '[A "]', '[A ""]', ']', '\ufeff[A "b"]',
        '[FEN "4k3/8/8/8/8/8/8/RK5R w KQ - 0 1"]']


def text_of(rng):
    games = []
    for _ in range(rng.randrange(1, 4)):
        lines = [rng.choice(TAGS) for _ in range(rng.randrange(5))]
        words = [rng.choice(WORDS[:12] if rng.random() < 0.5 else WORDS) for _ in range(rng.randrange(30))]
        moves = rng.choice(['', '1. e4 e5 2. Nf3 (2. f4 exf4 (2... d5) 3. Nf3) Nc6 '])
        moves += rng.choice([' ', '', '\n']).join(words)
        games.append('\n'.join(lines) + '\n\n' + moves + rng.choice(['\n\n', '\n', '']))
    return ''.join(games)


@pytest.mark.parametrize('seed', range(8))
def test_random_texts(seed):
    rng = random.Random(seed)
    for _ in range(400):
        check(text_of(rng))


def legal_game(rng, moves, depth=0, board=None):
    """The text of a random legal game with variations, comments and annotations."""
    board, words = board or chess.Board(), []
    for _ in range(moves):
        found = sorted(board.legal_moves, key=str)
        if not found:
            break
        san = board.san(rng.choice(found))
        words.append(san)
        if depth < 3 and rng.random() < 0.2:
            words += ['(', *legal_game(rng, 4, depth + 1, board.copy(stack=False)), ')']
        words += [word for word in ('{ note }', '$3', '!?', '{}') if rng.random() < 0.1]
        board.push_san(san)
    return words


def test_legal_games():
    rng = random.Random(5)
    for _ in range(60):
        check('[White "A"]\n\n' + ' '.join(legal_game(rng, 40)) + ' 1-0\n\n')


def test_tokens():
    """One word of the text is what the regular expression finds."""
    alphabet = 'eE48xN=Q-@#10/2*O!?$ ({;)Z_é'
    rng = random.Random(7)
    words = itertools.chain((''.join(pair) for pair in itertools.product(alphabet, repeat=3)),
                            (''.join(rng.choice(alphabet[:14]) for _ in range(8)) for _ in range(3000)))
    for start in iter(lambda: list(itertools.islice(words, 400)), []):
        text = '\n'.join('1. ' + word for word in start)
        check(text)
    assert _TOKEN.search('1. e4')[0] == 'e4'


@pytest.mark.parametrize('text, result', [
    ('1. e4 e5 0-1-0', '0-1'), ('1. e4 e5 1-00', '1-0'), ('1. e4 e5 1-0-0', '1-0'), ('1. e4 e5 1-0a', '1-0'),
    ('1. e4 e5 1-0é', '1-0'), ('1. e4 e5 21-0', '1-0'), ('1. e4 e5 **', '*'), ('1. e4 e5 1/2-1/2-1/2', '1/2-1/2'),
    ('1. e4 11/2 e5 *', '*'), ('1. e4 e5 2. 1/2 Nf3 *', '*'), ('1. e4 e5 13/2-1/2', '*'), ('1. e4 e5 2-1/2', '*'),
    ('1. e4 e5 1-1/2', '*'), ('1. e4 e5 1/2/3', '*'), ('1. e4 e5 1/2', '*'), ('1. e4 e5 11/2-1/2', '1/2-1/2'),
    ('1. e4 e5 10-0', '*'), ('1. e4 e5 0-0-1', '*'), ('1. e4 e5 1 - 0', '*'), ('1. e4 e5 1/2 1-0', '1-0')])
def test_results_as_python_chess_finds_them(text, result):
    """Anywhere in the text, whatever is beside them."""
    (headers, *_), _ = check(text)[0]
    assert headers['Result'] == result


def test_deep_and_long():
    check('1. e4 ' + '(1. d4 ' * 300 + ') ' * 300 + 'e5')
    check('1. e4 e5 ' + '(' * 300 + ')' * 300 + ' 2. Nf3')
    check('Nf3 Nf6 Ng1 Ng8 ' * 3000)
    check('1. e4 {' + 'x\n' * 5000 + '} e5')


def test_texts_that_utf_8_does_not_have():
    text = '[White "\udcff"]\n\n1. e4 {\udcff \n\udc80} e5\udc80 \udcff1-0\udc80\n\n'
    game, _ = check(text)[0]
    assert game[0]['White'] == '\udcff'


class Handle:
    def __init__(self, *lines):
        self.lines = list(lines)

    def readline(self):
        line = self.lines.pop(0) if self.lines else ''
        if isinstance(line, BaseException):
            raise line
        return line


@pytest.mark.parametrize('lines', [['[White "A"]\n'], ['\n', '1. e4 {\n'], ['1. e4 e5\n'], []])
@pytest.mark.parametrize('error', [OSError('gone'), KeyboardInterrupt(), ValueError('I/O operation on closed file')])
def test_files_that_fail(lines, error):
    for read in (pgn.read_game, pgn.read_headers, pgn.skip_game):
        with pytest.raises(type(error)):
            while read(Handle(*lines, error)):
                pass


@pytest.mark.parametrize('lines', [[b'1. e4\n'], ['1. e4\n', b'e5'], [None], ['[White "A"]\n', 3], ['{\n', b'}']])
def test_files_of_bytes(lines):
    for read in (pgn.read_game, pgn.read_headers, pgn.skip_game):
        with pytest.raises(TypeError, match='open.path, encoding'):
            while read(Handle(*lines)):
                pass


def test_lines_with_line_breaks_inside():
    with pytest.raises(ValueError, match='line break'):
        pgn.read_game(Handle('[White "a\nb"]'))
    assert pgn.read_game(Handle('1. e4\ne5 {a\nb}\n2. Nf3')).end().san() == 'Nf3'


def test_classes_of_users():
    class Game(pgn.Game):
        pass

    class Counting(pgn.Game):
        count = 0

        def add_variation(self, *args, **kwargs):
            Counting.count += 1
            return super().add_variation(*args, **kwargs)

    class Loud(pgn.Headers):
        def __setitem__(self, key, value):
            super().__setitem__(key, value.upper())

    class LoudGame(pgn.Game):
        def __init__(self):
            super().__init__()
            self.headers = Loud({})

    text = '[White "a"]\n\n1. e4 e5\n'
    game = pgn.read_game(io.StringIO(text), Visitor=Game.builder)
    assert type(game) is Game and type(game.next()) is pgn.ChildNode and str(game.mainline_moves()) == '1. e4 e5'
    assert pgn.read_game(io.StringIO(text), Visitor=Counting.builder).end().ply() == 2 and Counting.count == 1
    assert pgn.read_game(io.StringIO(text), Visitor=LoudGame.builder).headers['White'] == 'A'
    assert dict(pgn.read_game(io.StringIO(text), Visitor=Loud.builder)) == {'White': 'A'}
    assert dict(pgn.read_headers(io.StringIO(text))) == {'White': 'a'}


def test_errors_are_logged(caplog):
    logging.disable(logging.NOTSET)
    game = pgn.read_game(io.StringIO('1. e4 Ke3 2. d4 (2. c4 Qxx) *\n'))
    assert "illegal move 'Ke3'" in caplog.text and [type(error) for error in game.errors] == [chess.IllegalMoveError]
    assert game.errors[0].__traceback__ is not None or game.end().move == chess.Move.from_uci('e2e4')


# ---- Nodes ----

def test_fields_of_nodes():
    game = pgn.read_game(io.StringIO('1. e4 {a} $1 (1. d4 {b}) e5'))
    node = game.next()
    assert node is game.variations[0] is game[0] and node.parent is game and game.parent is None and game.move is None
    assert node.comments == ['a'] and node.comment == 'a' and node.nags == {1} and node.starting_comments == []
    node.comments.append('c')
    node.nags.add(2)
    node.starting_comments = ['s']
    assert (node.comments, node.nags, node.starting_comments) == (['a', 'c'], {1, 2}, ['s'])
    node.anything = 3
    assert node.anything == 3 and vars(node) == {'anything': 3}
    assert game.end() is node.end() is node.next() and node.next().is_end() and not node.is_end()
    game.variations = []
    assert game.next() is None and game.is_end() and game.end() is game
    for name in ('variations', 'comments', 'nags'):
        with pytest.raises(AttributeError):
            delattr(node, name)


def test_a_list_of_another_type():
    class Own(list):
        pass
    game = pgn.read_game(io.StringIO('1. e4 e5'))
    game.variations = Own(game.variations)
    game.add_variation(chess.Move.from_uci('d2d4'))
    assert type(game.variations) is Own and len(game.variations) == 2
    game.variations = tuple(game.variations)
    assert game.next() is game.variations[0] and not game.is_end()
    game.variations = 3
    with pytest.raises(TypeError):
        game.next()


def test_copies_of_nodes():
    game = pgn.read_game(io.StringIO('[White "A"]\n\n1. e4 {a} (1. d4 $2) e5 2. Nf3'))
    game.next().own = [1]
    for other in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert description(other) == description(game) and other.next().own == [1] and other.next() is not game.next()
    node = pickle.loads(pickle.dumps(game.end()))
    assert node.san() == 'Nf3' and node.game().headers['White'] == 'A'
    shallow = copy.copy(game.next())
    assert shallow.parent is game and shallow.variations is game.next().variations and shallow.own is game.next().own


def test_games_are_freed():
    game = pgn.read_game(io.StringIO('1. e4 {a} (1. d4 $2) e5 2. Nf3 ' + 'Nf6 Ng1 Ng8 Nf3 ' * 2000))
    seen = [weakref.ref(game), weakref.ref(game.end()), weakref.ref(game.variations[1])]
    del game
    gc.collect()
    assert [one() for one in seen] == [None] * 3


def test_wrong_calls_of_the_core():
    from plyforge import _core
    text = _core._PgnText(io.StringIO('e4').readline)
    assert text.line == '' and text.begin() and text.line == 'e4'
    board = chess.Board()
    for arguments in ((), (1, 2, 3, 4), (board, None, pgn.Game(), int), (board, None, 3, pgn.ChildNode)):
        with pytest.raises(TypeError):
            text.moves(*arguments)
    for arguments in ((), (1,), (None, 3)):
        with pytest.raises(TypeError):
            text.tags(*arguments)
    with pytest.raises(TypeError):
        _core._PgnText()
    with pytest.raises(TypeError):
        _core._PgnText(readline=None)
    with pytest.raises(TypeError):
        _core._PgnText(3).begin()
