"""Runs the statements in sql/ with the sqlite3 shell, after inserting values."""

import os
import re
from pathlib import Path

from failure import Failure
from outlines import sqlite

SQL = Path(__file__).parent / "sql"


class Statements(str):
    """SQL to be inserted into a script unchanged."""


def literal(value):
    """Writes a value as an SQL literal."""
    return str(value) if isinstance(value, (int, Statements)) else "'" + value.replace("'", "''") + "'"


def text(name):
    """The statements of a file, with each `.read` replaced by the statements of the file that it names."""
    lines = (SQL / f"{name}.sql").read_text().splitlines()
    parts = [text(line.split()[1].removesuffix(".sql")) if line.startswith(".read ") else line for line in lines]
    return "\n".join(parts)


def statements(name, values):
    """The statements of a file with a value for every `:name`."""

    def value(match):
        if match[1] not in values:
            raise Failure(f"no value for :{match[1]} of {name}.sql")
        return literal(values[match[1]])

    return re.sub(r":([a-z_]+)", value, text(name))


def command(path, script):
    """The command that runs a script on a file."""
    return ["sqlite3", "-batch", "-bail", "-init", os.devnull, str(path), f".read {script}"]


def difference(first, second):
    """Describes the difference between two outlines in a sentence; None if they are equal.

    Compares all sections, rows, counts, users and flags, and the number of changes in each entry of the log.
    """
    for table in ("section", "section_count", "row", "row_count", "user", "fold"):
        count = sqlite(
            first,
            f"""
            ATTACH {literal(str(second))} AS second;
            SELECT (SELECT count(*) FROM (SELECT * FROM main.{table} EXCEPT SELECT * FROM second.{table}))
              + (SELECT count(*) FROM (SELECT * FROM second.{table} EXCEPT SELECT * FROM main.{table}));
            """,
        ).strip()
        if count != "0":
            return f"{count} lines of the table {table}"
    select = "SELECT count(*), sum(changes) FROM log WHERE edit_id IS NOT NULL"
    entries = [sqlite(path, select) for path in (first, second)]
    return None if entries[0] == entries[1] else f"the log: {entries[0]} and {entries[1]}"
