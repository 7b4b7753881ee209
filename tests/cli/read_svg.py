#!/usr/bin/env python3
"""Prints what an SVG picture shows, read with another XML parser than the tests in C have: the pieces as the first
field of a FEN, then the marked squares and arrows' classes, then title and description.
usage: read_svg.py FILE|- [flipped]"""
import sys
import xml.etree.ElementTree as xml

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"
flipped = sys.argv[2:] == ["flipped"]
root = xml.parse(sys.stdin.buffer if sys.argv[1] == "-" else sys.argv[1]).getroot()
assert root.tag == SVG + "svg", root.tag
shapes = {shape.get("id"): shape for shape in root.iter(SVG + "g") if shape.get("id")}


def square_of(element):
    column, row = int(element.get("x")) // 100, int(element.get("y")) // 100
    return (7 - column, 7 - row) if flipped else (column, row)


def name_of(square):
    return "abcdefgh"[square[0]] + str(8 - square[1])


board = [["."] * 8 for _ in range(8)]
for group in root.iter(SVG + "g"):
    for use in group.findall(SVG + "use"):
        shape = use.get(XLINK + "href")[1:]
        assert shape in shapes, shape
        column, row = square_of(use)
        letter = shape[-1]
        board[row][column] = letter.upper() if group.get("class") == "white" else letter
rows = []
for row in board:
    text = "".join(row)
    for empty in range(8, 0, -1):
        text = text.replace("." * empty, str(empty))
    rows.append(text)
print("board:", "/".join(rows))
for mark in ("last-move", "check", "green", "red", "blue", "yellow"):
    squares = sorted(name_of(square_of(rect)) for rect in root.iter(SVG + "rect") if rect.get("class") == mark)
    if squares:
        print(mark + ":", *squares)
arrows = [arrow.get("class") for group in root.iter(SVG + "g") if group.get("class") == "arrows" for arrow in group]
if arrows:
    print("arrows:", *arrows)
print("size:", root.get("width"), root.get("height"))
print("title:", root.find(SVG + "title").text)
print("description:", root.find(SVG + "desc").text)
