"""Makes the outlines for the measurements: files of any size, which each program imports from the same document."""

import os
import shutil
import subprocess
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

from failure import Failure

GAP = 1_000_000_000  # between the sort keys of neighbours, as in pleat


@dataclass(frozen=True)
class Outline:
    """The shape of an outline: equally many rows in each section, and optionally users with collapsed sections.

    Sections have the ids 1, 2, 3 … in document order and the titles `section 1`, `section 2` …; every tenth one, from
    the first on, is at the top, and the others are below it. Rows have the ids 1, 2, 3 … in document order. With tasks,
    every so many rows are open and due on a day of the year that began 30 days ago, and one task in a hundred has a tag.
    """

    rows: int
    sections: int
    users: int = 0
    tasks: int = 0

    @property
    def rows_per_section(self):
        return self.rows // self.sections

    def row(self, number):
        """The id of a row by its number in the document, counted from 1."""
        return self.sections + number

    @property
    def name(self):
        text = f"{power(self.rows)} rows in {plural(self.sections, 'section')}"
        text += f", {self.tasks:,} tasks" if self.tasks else ""
        return text + (f", {self.users:,} users" if self.users else "")

    def row_line(self, number):
        """A row as the JSON document has it, by its number in the document, counted from 1."""
        text = f"row number {number} of the outline"
        step = self.rows // self.tasks if self.tasks else 0
        if not step or number % step != 1:
            return f'{{"id":{self.row(number)},"text":"{text}"}}'
        day = date.today() + timedelta(days=number // step * 97 % 365 - 30)
        tag = " #home" if number // step % 100 == 0 else ""
        return f'{{"id":{self.row(number)},"text":"{text}{tag}","done":false,"due":"{day}"}}'


def power(number):
    """A power of ten as `10^6`, any other number with its digits."""
    exponent = len(str(number)) - 1
    return f"10^{exponent}" if number == 10**exponent and exponent > 2 else f"{number:,}"


def plural(number, noun):
    return f"one {noun}" if number == 1 else f"{power(number)} {noun}s"


def sqlite(path, statements, *options):
    """Runs statements on a file with the sqlite3 shell and returns what it prints; an error ends the part."""
    words = ["sqlite3", "-batch", "-bail", "-init", os.devnull, *options, str(path)]
    done = subprocess.run(words, input=statements, capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(f"sqlite3 refused a statement: {done.stderr.strip()}")
    return done.stdout


class Triggers:
    """The triggers of a file, which can be dropped for a while and created again from their SQL."""

    def __init__(self, path):
        select = "SELECT {} || ';' FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid"
        self.drop = sqlite(path, select.format("'DROP TRIGGER ' || name"))
        self.create = sqlite(path, select.format("sql"))


class Outlines:
    """Makes each outline once for each program, and copies it."""

    def __init__(self, folder):
        self.folder = Path(folder)
        self.made = {}

    def original(self, outline, pleat):
        """The file with this outline as made by this program, which is never changed."""
        key = (outline, pleat)
        if key not in self.made:
            path = self.folder / f"outline-{outline.rows}-{outline.sections}-{outline.users}-{outline.tasks}-{Path(pleat).name}.db"
            fill(path, outline, pleat)
            self.made[key] = path
        return self.made[key]

    def forget(self, outline):
        """Removes the files with this outline."""
        for key in [key for key in self.made if key[0] == outline]:
            self.made.pop(key).unlink()

    def copy(self, outline, pleat, path):
        """Copies the outline to a path and syncs the disk, so that this does not slow down a later measurement."""
        shutil.copyfile(self.original(outline, pleat), path)
        with open(path, "rb") as file:
            os.fsync(file.fileno())
        return Path(path)


def fill(path, outline, pleat):
    """Makes a file with an outline by importing its document, so that each program makes a file of its own version."""
    document = Path(f"{path}.json")
    words = [str(pleat), "-f", str(path), "-u", "ana", "import", "-q", str(document)]
    try:
        for version in (2, 1):  # a build from before sections and rows were numbered in one sequence reads version 1 alone
            with open(document, "w") as file:
                file.writelines(parts(outline, version))
            if subprocess.run(words, check=version == 1, capture_output=version == 2).returncode == 0:
                break
    finally:
        document.unlink(missing_ok=True)
    check(path, outline, pleat)


def parts(outline, version):
    """The JSON document of an outline, in parts; the ids of rows come after those of all sections."""
    users = ["ana"] + [f"user {number}" for number in range(1, outline.users + 1)]
    listed = ",\n".join(f'{{"name":"{user}","startsCollapsed":false,"accordion":false}}' for user in users)
    yield f'{{"pleat":{version},\n"users":[{listed}],\n"sections":['
    per = outline.rows_per_section
    for section in range(1, outline.sections + 1):
        # Every user but ana has collapsed a tenth of the sections, each of them others.
        flags = ",".join(f'"{user}":true' for number, user in enumerate(users) if number and (section + number) % 10 == 9)
        level = 1 if section % 10 == 1 else 2
        yield f'{"," if section > 1 else ""}\n{{"id":{section},"level":{level},"title":"section {section}",'
        yield f'"collapsed":{{{flags}}},"rows":['
        rows = range((section - 1) * per + 1, section * per + 1)
        yield ",\n".join(outline.row_line(row) for row in rows)
        yield "]}"
    yield "]}\n"


def check(path, outline, pleat):
    """Fails if pleat does not read what was written to the file."""
    words = [str(pleat), "-f", str(path), "-u", "ana", "list", "--from", str(outline.rows + outline.sections - 1)]
    last = subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
    top, below = divmod(outline.sections - 1, 10)
    number = f"{top + 1}.{below}" if below else f"{top + 1}"
    expected = f"{number}:{outline.rows_per_section} row number {outline.rows} of the outline"
    if last != expected:
        raise Failure(f"an outline was filled wrongly; its last line is '{last}' instead of '{expected}'")
