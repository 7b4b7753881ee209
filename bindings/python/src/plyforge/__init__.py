"""Plyforge: chess rules at the speed of C.

plyforge.chess has the names of python-chess (import plyforge.chess as chess); plyforge.batch works on many positions at once.
"""
import threading as _threading

from plyforge import _core

__version__ = _core.version

__all__ = ["__version__", "explain", "perft"]


def perft(board, depth, *, threads=1, merge=False):
    """The number of sequences of legal moves of that length, without the GIL. Ctrl-C stops it.

    threads: how many to use, 0 for all cores. merge: count positions that are reached in several ways only once; exact, and much
    faster at great depths. ValueError for a board that is not a valid position.

    >>> import plyforge, plyforge.chess
    >>> plyforge.perft(plyforge.chess.Board(), 5)
    4865609
    """
    stop = bytearray(1)
    if depth < 6:
        return board._perft(depth, threads, merge, stop)
    # Only the main thread gets Ctrl-C, and only while it runs Python.
    results = []

    def count():
        try:
            results.append(board._perft(depth, threads, merge, stop))
        except BaseException as error:
            results.append(error)

    worker = _threading.Thread(target=count)
    worker.start()
    try:
        while worker.is_alive():
            worker.join(0.05)
    except BaseException:
        stop[0] = 1
        worker.join()
        raise
    if isinstance(results[0], BaseException):
        raise results[0]
    return results[0]


def explain(board, move):
    """Why a move is not legal, as a sentence; None if it is legal.

    >>> import plyforge, plyforge.chess as chess
    >>> plyforge.explain(chess.Board("8/8/8/K2pP2r/8/8/8/7k w - d6 0 1"), chess.Move.from_uci("e5d6"))
    'both pawns would leave the rank between the king on a5 and the rook on h5'
    """
    return board._explain(move)[1] or None
