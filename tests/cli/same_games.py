"""Compares two files of games as `plyforge pgn --json --moves` prints them: tags, moves, comments, NAGs and variations
must be the same, but for blanks in comments and a brace that cannot stand in one. Broken games of the first are left
out. usage: same_games.py FIRST SECOND"""
import json
import sys


def normal(value):
    if isinstance(value, dict):
        return {name: [" ".join(text.replace("}", ")").split()) for text in member]
                if name == "comments" else normal(member)
                for name, member in value.items()}
    return [normal(item) for item in value] if isinstance(value, list) else value


def games(name):
    for line in open(name, encoding="utf-8"):
        game = json.loads(line)
        if not game["broken"]:
            yield normal({member: game.get(member) for member in ("tags", "moves", "annotations")})


first, second = list(games(sys.argv[1])), list(games(sys.argv[2]))
for i, (a, b) in enumerate(zip(first, second)):
    if a != b:
        sys.exit("game %d differs:\n%s\n%s" % (i + 1, a, b))
if len(first) != len(second):
    sys.exit("%d games, then %d" % (len(first), len(second)))
print(len(first))
