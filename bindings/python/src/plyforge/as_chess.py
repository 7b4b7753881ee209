"""Makes "import chess" mean plyforge.chess, so that programs written for python-chess run unchanged.

Import this module before anything that imports chess, or run a program through it:

    python -m plyforge.as_chess program.py arguments...
    python -m plyforge.as_chess -m module arguments...

chess.pgn and the other modules are then those of Plyforge, each loaded once: chess.Board is plyforge.chess.Board. A
module that Plyforge lacks is taken from python-chess if that is installed, and works on Plyforge's boards.
"""
import importlib
import importlib.abc
import importlib.machinery
import os
import runpy
import sys


def _is_ours(name):
    """Whether plyforge.chess has a module of this name that can be used."""
    try:
        importlib.import_module("plyforge." + name)
    except ImportError:
        return False
    return True


# Complete in python-chess, but only a placeholder in Plyforge.
_BETTER_THERE = {"chess.gaviota"}


class _Loader(importlib.abc.Loader):
    """Provides a module of Plyforge under another name."""

    def create_module(self, spec):
        module = importlib.import_module("plyforge." + spec.name)
        self.own_spec = module.__spec__
        return module

    def exec_module(self, module):
        # The import system has given it the spec of the other name.
        module.__spec__ = self.own_spec


class _Finder(importlib.abc.MetaPathFinder):
    """Finds chess and chess.*."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "chess" and not fullname.startswith("chess."):
            return None
        spec = _spec_of_python_chess(fullname) if fullname in _BETTER_THERE else None
        if spec is None and (fullname == "chess" or _is_ours(fullname)):
            return importlib.machinery.ModuleSpec(fullname, _Loader(), is_package=True)
        return spec or _spec_of_python_chess(fullname)


def _spec_of_python_chess(fullname):
    """Where the installed python-chess has a module, or None. When that module imports chess, it gets Plyforge."""
    package = importlib.machinery.PathFinder.find_spec("chess")
    if package is None or not package.submodule_search_locations:
        return None
    return importlib.machinery.PathFinder.find_spec(fullname, package.submodule_search_locations)


def install():
    """Makes import chess mean plyforge.chess; importing this module already did so. ImportError if another package of
    that name is in use."""
    import plyforge.chess
    if sys.modules.setdefault("chess", plyforge.chess) is not plyforge.chess:
        raise ImportError("chess has already been imported: import plyforge.as_chess before it")
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def main(arguments):
    """Runs a program or, after -m, a module. Returns the exit status."""
    wants_help = arguments[:1] in (["-h"], ["--help"])
    if wants_help or arguments in ([], ["-m"]):
        print("usage: python -m plyforge.as_chess PROGRAM.py [ARGUMENT...]\n"
              "       python -m plyforge.as_chess -m MODULE [ARGUMENT...]\n\n"
              "Runs a program in which import chess means plyforge.chess.",
              file=sys.stdout if wants_help else sys.stderr)
        return 0 if wants_help else 2
    if arguments[0] == "-m":
        sys.argv = arguments[1:]
        sys.path.insert(0, "")
        runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
    else:
        if not os.path.exists(arguments[0]):
            print(f"plyforge.as_chess: no such file: {arguments[0]}", file=sys.stderr)
            return 2
        sys.argv = arguments
        # As Python does for the programs that it runs.
        sys.path.insert(0, os.path.dirname(os.path.abspath(arguments[0])))
        runpy.run_path(arguments[0], run_name="__main__")
    return 0


if __name__ == "__main__":
    # The module of the same name is not __main__.
    from plyforge import as_chess
    sys.exit(as_chess.main(sys.argv[1:]))
install()
