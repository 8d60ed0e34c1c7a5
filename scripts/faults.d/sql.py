"""Runs random SQL on a file, as if by hand, and checks that the file is still an outline."""

import contextlib
import json
import sqlite3

from page import Line
from scenarios import Base, broken_counts
from shim import Shim
from statements import Statements

TARGET = 1_000_000
PER_FILE = 2_000
PER_LOOK = 500
MODES = ("plain", "foreign keys", "transactions")
ANSWERS = (0, 66, 79, 81)  # of an undo of what was done by hand


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    total = trial.cases or TARGET
    counts = {"done": 0, "taken": 0, "looks": 0}

    def check(number, name):
        folder = base.copy(base.files["outline"], name)
        batch(trial, folder, MODES[number % 3], number, min(PER_FILE, total), counts)

    trial.each(range(-(-total // PER_FILE)), check)
    yield Line(
        "random SQL by hand: plain, with foreign keys on, several statements in a transaction",
        "1,000,000 statements: 0 broken outlines",
        f"{counts['done']:,} statements, of which the file took {counts['taken']:,}: {len(trial.findings)} broken"
        f" outlines at {counts['looks']:,} looks",
        trial.command,
    )


def batch(trial, folder, mode, number, count, counts):
    """Runs statements on one file, and looks at it now and then."""
    statements = Statements(f"{trial.seed} {number}")
    taken = 0
    for begin in range(0, count, PER_LOOK):
        with contextlib.closing(sqlite3.connect(folder.file, isolation_level=None)) as file:
            file.execute("PRAGMA synchronous = OFF")
            file.execute(f"PRAGMA foreign_keys = {int(mode == 'foreign keys')}")
            for _ in range(PER_LOOK):
                taken += execute(file, statements, mode)
            if file.in_transaction:
                file.execute("COMMIT")
        problem = broken(folder)
        if problem:
            trial.find("broken", f"{mode}, file {number} of seed {trial.seed}, after {begin + PER_LOOK}: {problem}")
            break
    with trial.lock:
        counts["done"] += begin + PER_LOOK
        counts["taken"] += taken
        counts["looks"] += begin // PER_LOOK + 1


def execute(file, statements, mode):
    """Runs one statement; returns whether the file took it."""
    try:
        if mode == "transactions" and statements.random.random() < 0.1:
            end = statements.random.choice(["COMMIT", "COMMIT", "ROLLBACK"])
            file.execute(end if file.in_transaction else "BEGIN")
        file.execute(statements.next())
        return True
    except (sqlite3.Error, sqlite3.Warning):
        return False


def broken(folder):
    """Why the file is no longer an outline; None if it still is one."""
    with contextlib.closing(sqlite3.connect(folder.file)) as file:
        check = file.execute("PRAGMA integrity_check").fetchall()
        if check != [("ok",)]:
            return f"integrity_check: {check[:3]}"
        if file.execute("PRAGMA foreign_key_check").fetchall():
            return "foreign_key_check finds something"
        if broken_counts(file):
            return f"row_count is wrong: {broken_counts(file)[:3]}"
        sections = file.execute("SELECT '@s' || section_id, title FROM section ORDER BY ord").fetchall()
        rows = {}
        query = "SELECT '@s' || section_id, '@r' || row_id, text FROM row ORDER BY rank"
        for section, row, text in file.execute(query):
            rows.setdefault(section, []).append((row, text))
    expected = [line for section in sections for line in (section, *rows.get(section[0], []))]
    listed = folder.run(["list", "--all", "--json"])
    if listed.code != 0:
        return f"list: {listed}"
    lines = [(line["id"], line.get("text", line.get("title"))) for line in json.loads(listed.text)]
    if lines != expected:
        return "list shows something else than the tables have"
    exported = folder.run(["export", "-", "--format", "json"])
    if exported.code != 0 or len(json.loads(exported.text)["sections"]) != len(sections):
        return f"export: {exported}"
    undo = folder.run(["undo"])
    return None if undo.code in ANSWERS else f"undo: {undo}"
