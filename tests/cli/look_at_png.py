"""Looks at a screenshot of the report of bisect: squares of two colours in equal parts, and red ones.
usage: look_at_png.py FILE"""
import collections
import struct
import sys
import zlib


def pixels(data):
    """The rows of a PNG of 8 bits a channel, as bytes, and the number of channels."""
    at, packed = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", data[at + 8:at + 18])
        elif kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += size + 12
    channels = {2: 3, 6: 4}[colour]
    assert depth == 8
    raw, stride, before, at = zlib.decompress(packed), width * channels, bytearray(width * channels), 0
    for _ in range(height):
        kind, row = raw[at], bytearray(raw[at + 1:at + 1 + stride])
        for i in range(stride):
            left, up, corner = (row[i - channels], before[i],
                                before[i - channels]) if i >= channels else (0, before[i], 0)
            guess = left + up - corner
            paeth = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            row[i] = (row[i] + (0, left, up, (left + up) // 2, paeth)[kind]) & 255
        yield row, channels
        before, at = row, at + 1 + stride


counts = collections.Counter()
for row, channels in pixels(open(sys.argv[1], "rb").read()):
    counts.update(zip(row[0::channels], row[1::channels], row[2::channels]))
squares = [c for c in counts.most_common(4) if c[0] != (255, 255, 255)][:2]
red = sum(n for (r, g, b), n in counts.items() if r > 160 and r > g + 50 and r > b + 50)
print("colours of squares %s, %d red pixels" % (squares, red))
if len(squares) < 2 or squares[1][1] < 60000 or squares[0][1] > 1.5 * squares[1][1] or red < 4000:
    sys.exit("FAILED: this is not a page with boards")
