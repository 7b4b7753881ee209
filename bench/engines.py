"""What the comparisons share: Plyforge and a UCI engine, each counting perft on the same core."""
import argparse
import json
import math
import os
import subprocess
import sys
import time

WHO = os.path.basename(sys.argv[0])  # in messages

# The six known positions, with a depth that takes a second.
POSITIONS = [
    ("start", 6, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", 5, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("position 3", 7, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    ("position 4", 6, "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"),
    ("position 5", 5, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
    ("position 6", 5, "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"),
]


class Engine:
    """A UCI process that answers `go perft`. It is timed from sending that to reading `Nodes searched`."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.name = self.process.stdout.readline().split(" by ")[0].strip()

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"{WHO}: the engine ended before it answered")

    def lines_until(self, last):
        """The lines up to the one that starts with last, that one included."""
        for line in self.process.stdout:
            yield line.strip()
            if line.startswith(last):
                return
        sys.exit(f"{WHO}: the engine ended before it answered")

    def variants(self):
        """The values that the option UCI_Variant takes; none if the engine has no such option."""
        self.send("uci")
        for line in self.lines_until("uciok"):
            words = line.split()
            if words[:3] == ["option", "name", "UCI_Variant"]:
                return {value for key, value in zip(words, words[1:]) if key == "var"}
        return set()

    def perft(self, fen, depth):
        self.send("position fen " + fen)
        self.send("isready")
        list(self.lines_until("readyok"))
        start = time.perf_counter()
        self.send(f"go perft {depth}")
        answer = list(self.lines_until("Nodes searched"))[-1]
        return int(answer.split(":")[1]), time.perf_counter() - start


def plyforge_perft(program, fen, depth, options):
    """Nodes and seconds; Plyforge reports the time of its own count."""
    command = [program, "perft", str(depth), "--fen", fen, "--json", "--threads", "1", *options]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{WHO}: {result.stderr.strip()}")
    answer = json.loads(result.stdout)
    return int(answer["nodes"]), float(answer["seconds"])


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="ascii") as info:
            return next(line.split(":")[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        return "unknown CPU"


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def options_parser(doc, engine_path, runs):
    """The options that all comparisons have."""
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/plyforge", help="the plyforge to measure")
    parser.add_argument("--engine", default=engine_path)
    parser.add_argument("--runs", type=int, default=runs,
                        help=f"runs of each, the best of which counts (default {runs})")
    parser.add_argument("--core", type=int, default=0, help="the core both are pinned to (default 0)")
    parser.add_argument("options", nargs="*", help="options for `plyforge perft`, after --")
    return parser


def start(parser):
    """Reads the options, and stays on one core from now on."""
    args = parser.parse_args()
    for path in (args.program, args.engine):
        if not os.access(path, os.X_OK):
            remedy = ("; make build makes it, --program names another"
                      if path == args.program else "; --engine names another")
            sys.exit(f"{WHO}: cannot run {path}{remedy}")
    if args.runs < 1:
        sys.exit(f"{WHO}: --runs takes a number from 1 on, not {args.runs}")
    if hasattr(os, "sched_setaffinity"):
        try:
            os.sched_setaffinity(0, {args.core})
        except (OSError, ValueError, OverflowError):
            sys.exit(f"{WHO}: this machine has no core {args.core} to use")
    return args
