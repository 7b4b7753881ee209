"""Runs a program, sends it a signal while it works, and passes on what it prints and its exit status (128 + N if signal
N ended it).

    interrupt.py [OPTION]... PROGRAM ARGUMENT...

    --signal NAME   this one instead of SIGINT
    --after REGEX   send it when a line was printed in which this is found
    --feed          send it when the program has read what is on standard input; only then its own ends
    --twice         send it once more, when the first one has arrived
    --hang-up       send nothing, but stop reading after the first line, as head -1 does

Without --after and --feed it is sent 0.3 s after the program has begun to catch it. But for --after, nothing that
the program prints is read before. Whatever it has started must end with it: if something is left after half a minute,
that is said, and the status is 99."""

import argparse
import array
import fcntl
import os
import re
import select
import signal
import subprocess
import sys
import termios
import time

parser = argparse.ArgumentParser()
parser.add_argument("--signal", default="SIGINT")
parser.add_argument("--after")
parser.add_argument("--feed", action="store_true")
parser.add_argument("--twice", action="store_true")
parser.add_argument("--hang-up", action="store_true")
parser.add_argument("command", nargs=argparse.REMAINDER)
options = parser.parse_args()
sent = signal.Signals[options.signal]


def has_signal(process, row):
    """Whether /proc has the signal in this set of signals of the process; None on systems without."""
    try:
        with open(f"/proc/{process.pid}/status", encoding="ascii") as status:
            sets = dict(line.split(":\t") for line in status if line.startswith("S"))
    except OSError:
        return None
    return bool(int(sets[row], 16) >> (sent - 1) & 1)


def wait_until(is_so):
    deadline = time.monotonic() + 60
    while is_so() is False and time.monotonic() < deadline:
        time.sleep(0.01)


def unread(pipe):
    size = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, size)
    return size[0]


# The write end is inherited by all that the program starts: when the read end has ended, they have, too.
alive, inherited = os.pipe()
stdin, feeding = os.pipe()
process = subprocess.Popen(
    options.command,
    stdin=stdin,
    stdout=subprocess.PIPE,
    pass_fds=[inherited],
    # A background job of a shell without job control ignores SIGINT; this one is as a terminal would start it.
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
)
os.close(inherited)

printed = b""
if options.after or options.hang_up:
    for line in process.stdout:
        printed += line
        if options.hang_up or re.search(options.after, line.decode()):
            break
elif options.feed:
    os.write(feeding, sys.stdin.buffer.read())
    wait_until(lambda: unread(stdin) == 0)
else:
    wait_until(lambda: has_signal(process, "SigCgt"))
    time.sleep(0.3)

if options.hang_up:
    process.stdout.close()
else:
    process.send_signal(sent)
if options.twice:
    wait_until(lambda: not has_signal(process, "ShdPnd"))
    process.send_signal(sent)
    process.wait(60)
os.close(stdin)
os.close(feeding)
if not options.hang_up:
    printed += process.stdout.read()
status = process.wait()
sys.stdout.buffer.write(printed)
sys.stdout.flush()
if not select.select([alive], [], [], 30)[0]:
    print("interrupt.py: what the program has started is still there", file=sys.stderr)
    sys.exit(99)
sys.exit(status if status >= 0 else 128 - status)
