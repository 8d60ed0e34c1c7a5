"""Makes an outline from the journal in PostgreSQL alone: reads it with psql, and writes it with sqlite3.

It shares nothing with pleat: it has its own reader of the changesets of SQLite's session extension.
"""
import json
import os
import sqlite3
import struct
import subprocess


def query(url, sql):
    out = subprocess.run(["psql", "-X", "-A", "-t", "-F", "\t", url, "-c", sql], capture_output=True, text=True, check=True)
    return [line.split("\t") for line in out.stdout.splitlines()]


class Changes:
    """The changes in a changeset: table, key, action, old values and new values; a value that is missing is Ellipsis."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, count):
        self.at += count
        assert self.at <= len(self.data)
        return self.data[self.at - count:self.at]

    def number(self):
        value = 0
        for _ in range(8):
            byte = self.take(1)[0]
            value = value << 7 | byte & 127
            if byte < 128:
                return value
        return value << 8 | self.take(1)[0]

    def value(self):
        kind = self.take(1)[0]
        if kind == 0:
            return ...
        if kind == 1:
            return struct.unpack(">q", self.take(8))[0]
        if kind == 2:
            return struct.unpack(">d", self.take(8))[0]
        if kind == 3:
            return self.take(self.number()).decode()
        if kind == 4:
            return self.take(self.number())
        assert kind == 5
        return None

    def __iter__(self):
        while self.at < len(self.data):
            first = self.take(1)
            if first == b"T":
                columns = self.number()
                key = [n for n, flag in enumerate(self.take(columns)) if flag]
                end = self.data.index(b"\0", self.at)
                table = self.take(end - self.at).decode()
                self.take(1)
                continue
            self.take(1)
            old = None if first == b"\x12" else [self.value() for _ in range(columns)]
            new = None if first == b"\x09" else [self.value() for _ in range(columns)]
            yield table, key, old, new


class Replayed:
    """The file that is made of a snapshot; its triggers are off until it is closed."""

    def __init__(self, data, target):
        with open(target, "wb") as file:
            file.write(bytes.fromhex(data[2:]))
        self.db, self.triggers = sqlite3.connect(target, isolation_level=None), []
        if hasattr(self.db, "setconfig"):
            self.db.setconfig(sqlite3.SQLITE_DBCONFIG_ENABLE_TRIGGER, False)
        else:  # before Python 3.12: without its triggers, which come back at the end
            self.triggers = self.db.execute("SELECT sql, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid").fetchall()
            for _, name in self.triggers:
                self.db.execute('DROP TRIGGER "%s"' % name)
        self.db.execute("PRAGMA foreign_keys = off")
        self.db.execute("BEGIN")

    def apply(self, seq, changes):
        new_rows = []
        for table, key, old, new in Changes(changes):
            names = [row[1] for row in self.db.execute('PRAGMA table_info("%s")' % table)]
            if old is not None:
                where = " AND ".join('"%s" = ?' % names[n] for n in key)
                there = self.db.execute('SELECT * FROM "%s" WHERE %s' % (table, where), [old[n] for n in key]).fetchone()
                assert there and all(o is ... or o == t for o, t in zip(old, there)), "entry %d does not fit %s" % (seq, table)
                self.db.execute('DELETE FROM "%s" WHERE %s' % (table, where), [old[n] for n in key])
                if new is not None:
                    new = [t if n is ... else n for n, t in zip(new, there)]
            if new is not None:
                new_rows.append((table, new))
        for table, row in new_rows:
            self.db.execute('INSERT INTO "%s" VALUES (%s)' % (table, ", ".join("?" * len(row))), row)

    def close(self):
        self.db.execute("COMMIT")
        self.db.execute("DELETE FROM journal_position")
        for sql, _ in self.triggers:
            self.db.execute(sql)
        self.db.close()


def replay(url, outline, target):
    """Makes the file from the first snapshot; returns the number of the last entry."""
    name = outline.replace("'", "''")
    snapshots = "SELECT seq, data FROM pleat.snapshot WHERE outline = '%s' AND " % name
    seq, data = query(url, snapshots + "seq = (SELECT min(seq) FROM pleat.snapshot WHERE outline = '%s')" % name)[0]
    seq, file = int(seq), Replayed(data, target)
    rows = query(
        url, "SELECT seq, changes, heading->'numbers' FROM pleat.journal WHERE outline = '%s' AND seq > %d ORDER BY seq" % (name, seq))
    for found, changes, numbers in rows:
        seq += 1
        assert int(found) == seq, "entry %d is missing" % seq
        if not changes:  # the entry is a snapshot
            file.close()
            file = Replayed(query(url, snapshots + "seq = %d" % seq)[0][1], target)
            continue
        file.apply(seq, bytes.fromhex(changes[2:]))
        for table, number in json.loads(numbers).items():
            file.db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = ?", (number, table))
    file.close()
    return seq


def tables(path):
    """All rows of all tables but the position, for a comparison."""
    db = sqlite3.connect("file:%s?mode=ro" % path, uri=True, timeout=20)
    db.text_factory = bytes
    names = [row[0].decode() for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'journal_position'")]
    found = {name: sorted(map(repr, db.execute('SELECT * FROM "%s"' % name))) for name in names if not name.startswith("sqlite_stat")}
    db.close()
    return found


if __name__ == "__main__":
    import sys
    print(replay(*sys.argv[1:4]))
