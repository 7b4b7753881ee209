"""Prints lines computed from the tables of docs/records: the summary of the Chess960 starts as index.md has it, or the
statistics of a position, one line per depth, with the numbers that `plyforge perft --stats` prints.

usage: records.py starts FILE.epd | records.py statistics FILE.csv NAME DEPTH
"""
import csv
import re
import sys


def starts(path):
    counts, row = {}, {}
    for line in open(path):
        name = line[:8]
        counts[name] = [int(count) for count in re.findall(r';D\d+ (\d+)', line)]
        row[name] = line.rsplit('chess960-', 1)[1].strip()
    assert len(counts) == 960 and {len(all_of) for all_of in counts.values()} == {9}
    for depth in range(1, 10):
        at = {name: counts[name][depth - 1] for name in counts}
        cells = []
        for choice in (min, max):
            value = choice(at.values())
            names = [name for name in at if at[name] == value]
            start = f'{names[0].upper()} ({row[names[0]]})' if len(names) == 1 else f'{len(names)} starts'
            cells += [f'{value:,}', start]
        pairs = sum(at[name] == at[name[::-1]] for name in at) // 2
        print('|', depth, '|', ' | '.join(cells), '|', f'{sum(at.values()):,}', '|', pairs, '|')


def statistics(path, name, depth):
    for row in csv.DictReader(open(path)):
        if row['name'] == name and int(row['depth']) <= int(depth):
            kinds = [int(row[kind]) for kind in ('direct', 'discovered', 'double', 'double_discovered')]
            mates = [int(row[kind + '_mates']) for kind in ('direct', 'discovered', 'double', 'double_discovered')]
            assert sum(kinds) == int(row['checks']) and sum(mates) == int(row['mates']), row
            assert int(row['checks']) - int(row['mates']) == int(row['checks_without_mates']), row
            print(*list(row.values())[2:])


{'starts': starts, 'statistics': statistics}[sys.argv[1]](*sys.argv[2:])
