#!/usr/bin/env python3
"""Fairy-Stockfish and Plyforge list the legal moves of the same random positions of the variants.

usage: fairy_stockfish.py PRINT_VARIANTS POSITIONS_OF_EACH_VARIANT

A variant that the engine's option UCI_Variant does not name is counted as skipped, because the engine would play chess.
Where the engine is known to differ, the position is counted and not a failure: known_difference has the
conditions, docs/variants.md the rules that decide.
"""
import collections
import os
import shutil
import subprocess
import sys

NAMES = {"threecheck": "3check"}


def ask(engine, variants, lines):
    """For every line the engine's legal moves, as a set."""
    commands = ["setoption name UCI_Chess960 value true"]
    variant = None
    for name, fen, _ in lines:
        if name != variant:
            variant = name
            commands.append("setoption name UCI_Variant value " + variants[name])
        commands += ["position fen " + fen, "go perft 1"]
    commands.append("quit")
    answer = subprocess.run([engine], input="\n".join(commands), capture_output=True, text=True, check=True).stdout
    moves, result = set(), []
    for line in answer.splitlines():
        if line.startswith("Nodes searched"):
            result.append(moves)
            moves = set()
        elif line.endswith(": 1"):
            moves.add(line[:-3])
    return result


def variants_of(engine):
    answer = subprocess.run([engine], input="uci\nquit\n", capture_output=True, text=True, check=True).stdout
    words = next((line for line in answer.splitlines() if line.startswith("option name UCI_Variant")), "").split()
    return {value for key, value in zip(words, words[1:]) if key == "var"}


def known_difference(variant, fen, ours, theirs):
    """The name of a known difference, or None."""
    board, turn = fen.split()[:2]
    own_king = "K" if turn == "w" else "k"
    if variant == "racingkings" and not ours and "k" in board.split("/")[0].lower():
        return "a king on rank 8, and the engine gives the other side one more move, White too"
    if variant == "kingofthehill" and not ours and on_hill(board, own_king):
        return "the king of the side to move is on the hill, which no game reaches"
    if variant == "antichess" and not theirs and not any(c.islower() if turn == "w" else c.isupper() for c in board):
        return "the side that is not to move has no pieces, which no game reaches"
    return None


def on_hill(board, king):
    ranks = ["".join("." * int(c) if c.isdigit() else c for c in rank) for rank in board.split("/")]
    return king in ranks[3][3:5] + ranks[4][3:5]


def main():
    engine = shutil.which("fairy-stockfish", path=os.environ["PATH"] + ":/usr/games")
    if not engine:
        print("skipped: no fairy-stockfish")
        return 77
    printed = subprocess.run(sys.argv[1:2] + ["2", sys.argv[2]], capture_output=True, text=True, check=True).stdout
    lines = [line.split("\t") for line in printed.splitlines()]
    has = variants_of(engine)
    variants = {name: NAMES.get(name, name) for name, _, _ in lines}
    for name in sorted(set(variants) - {name for name in variants if variants[name] in has}):
        print(f"skipped: {name}: the engine does not have it and would play chess")
    lines = [line for line in lines if variants[line[0]] in has]
    answers = ask(engine, variants, lines)
    if not lines or len(answers) != len(lines):
        print(f"FAILED: the engine answered {len(answers)} of {len(lines)} times")
        return 1
    counts, known, failures = collections.Counter(), collections.Counter(), 0
    for (name, fen, text), theirs in zip(lines, answers):
        ours = set(text.split())
        counts[name] += 1
        if ours == theirs:
            continue
        difference = known_difference(name, fen, ours, theirs)
        if difference:
            known[name, difference] += 1
            continue
        failures += 1
        if failures <= 20:
            print(f"FAILED: {name}: {fen}: only here: {sorted(ours - theirs)}; only in the engine: "
                  f"{sorted(theirs - ours)}")
    for name, count in counts.items():
        print(f"{name}: {count} positions compared")
    for (name, difference), count in known.items():
        print(f"{name}: {count} known differences: {difference}")
    return 1 if failures else 0


sys.exit(main())
