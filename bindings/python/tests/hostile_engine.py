"""A UCI engine that behaves badly in the way that its first argument names; the commands it gets go to a file, if the
second argument names one. It plays the first of a fixed list of moves."""
import os
import sys
import time

kind = sys.argv[1]
log = open(sys.argv[2], 'w') if len(sys.argv) > 2 else None
out = sys.stdout.buffer


def say(text):
    out.write(text.encode() + b'\n')
    out.flush()


if kind == 'silent':
    time.sleep(3600)
if kind == 'dies at once':
    sys.exit(3)
for line in sys.stdin:
    line = line.strip()
    if log:
        log.write(line + '\n')
        log.flush()
    if line == 'uci':
        say('id name Hostile')
        if kind == 'odd options':
            say('option')
            say('option name')
            say('option name NoType')
            say('option name Spin type spin default x min ' + '9' * 50000 + ' max')
            say('option name Clear the  Hash type button')
            say('option name Text type string default a var b  default min')
            say('option name type type check default true')
            say('option name Style type combo default Very  Solid var Very Solid var min')
        if kind == 'option flood':
            for number in range(20000):
                say(f'option name O{number} type check default false')
        say('uciok')
    elif line == 'isready':
        if kind == 'dies in ping':
            os.abort()
        say('readyok')
    elif line == 'quit':
        if kind == 'does not quit':
            time.sleep(3600)
        break
    elif line == 'stop':
        if kind != 'ignores stop':
            say('bestmove e2e4')
    elif line.startswith('go'):
        if kind == 'dies':
            sys.stderr.write('Segmentation fault, he said\n')
            sys.stderr.flush()
            os._exit(7)
        elif kind in ('hangs', 'ignores stop'):
            pass
        elif kind == 'closes output':
            os.close(1)
            time.sleep(3600)
        elif kind == 'flood':
            block = b'info depth 1 score cp 1 nodes 1 string ' + b'x' * 100 + b'\n'
            for _ in range(200):
                out.write(block * 100)
            out.flush()
            say('bestmove e2e4')
        elif kind == 'endless line':
            for _ in range(64):
                out.write(b'info string ' + b'y' * (1 << 17))
            out.write(b'\nbestmove e2e4\n')
            out.flush()
        elif kind == 'garbage':
            out.write(bytes(range(256)) * 50 + b'\n')
            for text in ('info', 'info  ', 'info depth', 'info depth x', 'info depth ' + '7' * 10000, 'info score',
                         'info score cp', 'info score cp x', 'info score tb 3', 'info pv', 'info pv e2e5',
                         'info wdl 1 2', 'info currline', 'info currline 5', 'info currline \u00b2 e2e4',
                         'info refutation', 'info multipv 1000000000 depth 3', 'info multipv -1 depth 3',
                         'info ebf x', 'info currmove ?', 'readyok', 'uciok', 'option name x', 'bestmoves e2e4',
                         'info depth 9 score mate -2 pv e2e4 e7e5 ZZZ string  two  blanks '):
                say(text)
            say('bestmove e2e4 ponder h9h9')
        elif kind == 'illegal move':
            say('bestmove e2e5')
        elif kind == 'empty move':
            say('bestmove')
        elif kind == 'no move':
            say('bestmove (none)')
        elif kind == 'many lines':
            say('info depth 1 multipv 1 score cp 20 pv e2e4 e7e5')
            say('info depth 1 multipv 2 score cp 10 pv d2d4')
            if 'infinite' not in line:
                say('bestmove e2e4 ponder e7e5')
        elif 'ponder' not in line and 'infinite' not in line:
            say('info depth 5 seldepth 6 score cp -12 nodes 100 nps 1000 time 100 pv e2e4 e7e5')
            say('bestmove e2e4 ponder e7e5')
