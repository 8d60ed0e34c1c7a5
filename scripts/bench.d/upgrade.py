"""The first edit of a file of the oldest version, which backs it up and upgrades it, against the shell's copy of the file."""

from pathlib import Path

from failure import Failure
from measure import run as run_command
from outlines import Outline, Triggers, sqlite
from table import Goal

GROUP = "Upgrade"
FIRST = Path(__file__).resolve().parent.parent.parent / "migrations" / "m0001_outline.sql"
VERSION = 13  # of a file that has seen the first script alone


def run(bench):
    outline = Outline(bench.size(10**6), bench.size(10**6) // 10)
    newer, older, copy = (bench.folder / f"upgrade-{name}.db" for name in ("newer", "older", "copy"))
    bench.outlines.copy(outline, bench.pleat, newer)
    for user in range(10):
        run_command([str(bench.pleat), "-f", str(newer), "-u", f"user {user}", "collapse", "--all", "-q"])
    make(older, newer)
    newer.unlink()
    restore = 'rm -f "$2".before-* "$2"-copy && cp "$1" "$2" && sync "$2"'
    restore = ["sh", "-c", restore, "sh", str(older), str(copy)]
    edit = [str(bench.pleat), "-f", str(copy), "-u", "ana", "add", "milk", "--in", "@s1", "-q"]
    commands = {"pleat": edit, "shell": ["sqlite3", str(copy), f".backup '{copy}-copy'"]}
    runs = bench.runs(10)
    bench.compare(
        GROUP,
        "the first edit, with a backup",
        outline.name,
        {side: [words] * runs for side, words in commands.items()},
        Goal(4),
        prepare={side: restore for side in commands},
    )
    run_command(restore)
    run_command(edit)
    if not list(copy.parent.glob(f"{copy.name}.before-*")):
        raise Failure("the edit has not upgraded the file")


def make(older, newer):
    """Makes a file of the oldest version with what another file has."""
    sqlite(older, FIRST.read_text())
    triggers = Triggers(older)
    tables = sqlite(older, "SELECT name FROM sqlite_schema WHERE type = 'table'").split()
    statements = [triggers.drop, f"ATTACH '{newer}' AS newer;", "BEGIN;"]
    for table in tables:
        columns = ", ".join(sqlite(older, f"SELECT '\"' || name || '\"' FROM pragma_table_info('{table}')").split())
        statements.append(f"DELETE FROM {table}; INSERT INTO {table} ({columns}) SELECT {columns} FROM newer.{table};")
    statements += ["COMMIT;", triggers.create]
    sqlite(older, "\n".join(statements) + f"PRAGMA user_version = {VERSION};")
