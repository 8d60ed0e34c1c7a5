"""The edits that are disturbed, and the states that the file may have afterwards."""

import contextlib
import fnmatch
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

    - base: `new` without a file, `outline` with a filled one, `hot` where a killed edit left a journal to roll back,
      `backups` with two backups beside it, `damaged` with a history that lacks changes.
    - makes: The other files that it makes, as a pattern; what a killed run leaves of them is removed by another run alone.
    """

    name: str
    words: tuple
    stdin: str = ""
    base: str = "outline"
    makes: str = ""

    @property
    def input(self):
        return self.stdin.encode()


def scenario(words, name="", stdin="", base="outline", makes=""):
    return Scenario(name or words, tuple(words.split(" ")), stdin, base, makes)


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
    scenario("outdent Garden"),
    scenario("indent pears"),
    scenario("archive pears Home", "archive"),
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
    scenario("example", base="new"),
    scenario("backup copy.db", makes="copy.db*"),
    scenario("backup copy.db --keep 2", "backup --keep", base="backups", makes="copy.db*"),
    scenario("check --repair --force", "check --repair", base="damaged", makes="outline.db.repaired*"),
    scenario("check --repair --replace", base="damaged", makes="outline.db.broken*"),
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
        self.files["backups"] = self.backups()
        self.files["damaged"] = self.damaged()

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

    def backups(self):
        """The outline, and two backups of earlier states."""
        folder = self.copy(self.files["outline"], "backups")
        for words in ("backup copy.db", "add one", "backup copy.db --keep 2", "add two"):
            folder.run(words.split(" "))
        return {path.name: path.read_bytes() for path in folder.path.glob("*.db*") if path.stat().st_size}

    def damaged(self):
        """The outline, without the changes of its last edit in the history."""
        folder = self.copy(self.files["outline"], "damaged")
        with contextlib.closing(sqlite3.connect(folder.file)) as file, file:
            number = "(SELECT seq + 1 FROM sqlite_sequence WHERE name = 'edit')"
            file.execute(f"UPDATE current_edit SET edit_id = {number}")
            file.execute("DELETE FROM change WHERE edit_id = (SELECT max(edit_id) FROM edit)")
            file.execute("UPDATE current_edit SET edit_id = NULL")
        return {folder.file.name: folder.file.read_bytes()}

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
    """Everything that an edit changes, without values that are random in each run; None for all if there is no file."""

    outline: str | None
    settings: str | None
    entries: int | None
    copies: tuple = ()


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
        others = copies(folder)
    except ValueError as error:
        return str(error)
    try:
        with contextlib.closing(sqlite3.connect(folder.file)) as file:
            broken = file.execute("PRAGMA integrity_check").fetchall() != [("ok",)] or broken_counts(file)
            settings = json.dumps(file.execute(SETTINGS).fetchall())
            entries = file.execute("SELECT count(*) FROM edit").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return f"the file is broken: {error}"
    return "the file is broken" if broken else State(plain(ending.text), settings, entries, others)


def plain(document):
    """An exported document without values that are random in each run."""
    return json.dumps({key: value for key, value in json.loads(document).items() if key not in RANDOM})


def copies(folder):
    """The names and contents of all backups and repaired copies; each must be whole."""
    found = []
    for path in sorted(folder.path.glob("*.db*")):
        if path == folder.file or ".new-" in path.name or path.name.endswith("-journal") or ".broken" in path.name:
            continue
        ending = folder.run(["export", "-", "--format", "json", "-f", path.name])
        if ending.code != 0:
            raise ValueError(f"{path.name} is no whole copy: {ending}")
        found.append((path.name, plain(ending.text)))
    return tuple(found)


def broken_counts(file):
    """The counts of rows that are wrong."""
    # Before version 17 rows have no levels.
    level = "level," if file.execute("SELECT 1 FROM pragma_table_info('row') WHERE name = 'level'").fetchone() else ""
    counted = (
        f"SELECT section_id, rank >> 42 AS span, {level} count(*), count(done), count(nullif(done, 0))"
        f" FROM row GROUP BY 1, 2{', 3' if level else ''}"
    )
    return file.execute(
        f"SELECT * FROM ({counted} EXCEPT SELECT * FROM row_count) UNION ALL"
        f" SELECT * FROM (SELECT * FROM row_count EXCEPT {counted})"
    ).fetchall()


def is_between(found, states):
    """Whether backups were on the way from one name to the next: none is lost, and none is another."""
    before, after = ({text for _, text in one.copies} for one in states)
    there = {text for _, text in found.copies}
    others = [(one.outline, one.settings, one.entries) for one in (found, *states)]
    return others[0] in others[1:] and before & after <= there <= before | after


def leftovers(folder, scenario):
    """Makes one more edit, and returns the files that are there then and should not be; or says why it failed."""
    if scenario.makes:
        ending = folder.run(scenario.words)
        if ending.code not in (0, 81):
            return f"the next run failed: {ending}"
    ending = folder.run(["add", "--section", "Next"])
    if ending.code != 0:
        return f"the next edit failed: {ending}"
    journal = folder.path / "outline.db-journal"
    expected = {"outline.db", *FILES} | ({journal.name} if journal.exists() and not os.path.getsize(journal) else set())
    made = set(fnmatch.filter(folder.names(), scenario.makes)) if scenario.makes else set()
    expected |= {name for name in made if ".new-" not in name}
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
