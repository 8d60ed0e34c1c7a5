"""The edits that are disturbed, and what the file may be afterwards."""

import contextlib
import json
import os
import shutil
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from program import Folder

FILES = {
    "list.md": "# List\n\n- socks\n- shoes\n\n## Home\n\n- apples\n- a lamp\n",
    "edits": "add --section Trip --as t\nadd tent coat --in $t\nmove pears --in $t\ncollapse Work\ndelete figs\n",
}


@dataclass(frozen=True)
class Scenario:
    """One command on one file.

    - base: `new` without a file, `outline` with a filled one, `hot` where a killed edit left a journal to roll back.
    """

    name: str
    words: tuple
    stdin: str = ""
    base: str = "outline"

    @property
    def input(self):
        return self.stdin.encode()


def scenario(words, name="", stdin="", base="outline"):
    return Scenario(name or words, tuple(words.split(" ")), stdin, base)


ROWS = "\n".join(f"row {number} of many" for number in range(400))
SCENARIOS = [
    scenario("add --section Home", "first edit", base="new"),
    scenario("import list.md", "first import", base="new"),
    scenario("add milk --in Home"),
    scenario("add milk --in Home --json", "add after a killed edit", base="hot"),
    scenario("add --section New --after Home", "add --section"),
    scenario("add - --in Work", "add 400 rows", ROWS),
    scenario("edit pears plums"),
    scenario("edit Home --detail here --set due=1", "edit --detail --set"),
    scenario("done apples pears"),
    scenario("move pears --in Work --first", "move a row"),
    scenario("move Work --before Home", "move a section"),
    scenario("promote pears"),
    scenario("sort Home --reverse"),
    scenario("delete -r Home"),
    scenario("collapse Work Garden"),
    scenario("accordion on"),
    scenario("undo 2"),
    scenario("redo"),
    scenario("apply edits"),
    scenario("import list.md --merge --delete --force", "import --merge"),
    scenario("users --rename bob rob", "users --rename"),
    scenario("settings inbox Later"),
]

OUTLINE = [
    ("add --section Home Work", ""),
    ("add --section Garden --in Home", ""),
    ("add apples pears figs nuts --in Home", ""),
    ("add - --in Work", "\n".join(f"task {number} at work" for number in range(300))),
    ("add seeds --in Garden --done no --set due=2", ""),
    ("collapse Work --user bob", ""),
    ("collapse Garden", ""),
    ("edit figs Figs", ""),
    ("move nuts --first", ""),
    ("delete seeds", ""),
    ("undo", ""),
]


class Base:
    """The files that the scenarios start from."""

    def __init__(self, program, shim, folder):
        self.program = program
        self.shim = shim
        self.folder = Path(folder)
        self.files = {"new": {}, "outline": self.outline()}
        self.files["hot"] = self.hot()

    def outline(self):
        folder = self.copy({}, "base")
        for words, stdin in OUTLINE:
            ending = folder.run(words.split(" "), stdin.encode())
            if ending.code != 0:
                raise SystemExit(f"faults: {words}: {ending}")
        return {folder.file.name: folder.file.read_bytes()}

    def hot(self):
        """The outline where an edit was killed before it synchronized what it had written to the file."""
        words = ("add", "lost", "--in", "Home")
        folder = self.copy(self.files["outline"], "hot")
        _, calls = self.shim.calls(folder, words)
        at = max(call.number for call in calls if call.name == "fdatasync" and call.path == str(folder.file))
        folder = self.copy(self.files["outline"], "hot")
        folder.run(words, faults=self.shim.faults(folder.path, at, "kill"))
        return {path.name: path.read_bytes() for path in folder.path.glob("outline.db*")}

    def copy(self, files, name):
        """Makes a folder anew, with files."""
        path = self.folder / name
        shutil.rmtree(path, ignore_errors=True)
        path.mkdir()
        for file, content in files.items():
            (path / file).write_bytes(content)
        for file, content in FILES.items():
            (path / file).write_text(content)
        return Folder(self.program, path)

    def start(self, scenario, name):
        """A folder in which a scenario can run."""
        return self.copy(self.files[scenario.base], name)


@dataclass(frozen=True)
class State:
    """Everything that an edit changes, without what is random in each run; None for all if there is no file."""

    outline: str | None
    settings: str | None
    entries: int | None


RANDOM = ("identity", "lineage")
SETTINGS = f"SELECT * FROM setting WHERE name NOT IN {RANDOM} ORDER BY name"


def state(folder):
    """Reads the state with pleat and with SQLite; returns it, or a sentence that says why that is not possible."""
    ending = folder.run(["export", "-", "--format", "json"])
    if ending.code == 66 and not folder.file.exists():
        return State(None, None, None)
    if ending.code != 0:
        return f"the next command failed: {ending}"
    try:
        with contextlib.closing(sqlite3.connect(folder.file)) as file:
            broken = file.execute("PRAGMA integrity_check").fetchall() != [("ok",)] or broken_counts(file)
            settings = json.dumps(file.execute(SETTINGS).fetchall())
            entries = file.execute("SELECT count(*) FROM edit").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return f"the file is broken: {error}"
    document = {key: value for key, value in json.loads(ending.text).items() if key not in RANDOM}
    return "the file is broken" if broken else State(json.dumps(document), settings, entries)


def broken_counts(file):
    """The counts of rows that are wrong."""
    counted = "SELECT section_id, rank >> 42 AS span, count(*) FROM row GROUP BY 1, 2"
    return file.execute(
        f"SELECT * FROM ({counted} EXCEPT SELECT * FROM row_count) UNION ALL"
        f" SELECT * FROM (SELECT * FROM row_count EXCEPT {counted})"
    ).fetchall()


def leftovers(folder):
    """Makes one more edit, and returns the files that are there then and should not be; or says why it failed."""
    ending = folder.run(["add", "--section", "Next"])
    if ending.code != 0:
        return f"the next edit failed: {ending}"
    journal = folder.path / "outline.db-journal"
    expected = {"outline.db", *FILES} | ({journal.name} if journal.exists() and not os.path.getsize(journal) else set())
    left = [name for name in folder.names() if name not in expected]
    return f"left over: {', '.join(left)}" if left else None


def both_states(base, scenario):
    """The states before and after a scenario, without faults."""
    folder = base.start(scenario, "control")
    before = state(folder)
    folder = base.start(scenario, "control")
    ending = folder.run(scenario.words, scenario.input)
    after = state(folder)
    if ending.code != 0 or before == after or isinstance(after, str):
        raise SystemExit(f"faults: {scenario.name} does not work without faults: {ending}, {after}")
    return before, after
