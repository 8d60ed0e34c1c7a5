"""One run of the benchmark: its programs and folders, the jobs that they do in turns, and the results."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import measure
import shell
import table
from failure import Failure
from outlines import Outlines

GROUPS = [
    "Single edits and folds, on a disk",
    "Single edits and folds, on a memory file system",
    "Instructions of a whole process",
    "Peak memory of an edit",
    "Start-up and program",
    "Lists",
    "Windows of long lists",
    "Import and export",
    "Every verb",
    "Searches",
    "Rows below rows",
    "Many changes at once",
    "Watching",
    "Upgrade",
    "The screen",
    "Another machine, by ssh",
    "The page",
    "The host",
]


@dataclass(frozen=True)
class Job:
    """A job that pleat does with a command and the shell with SQL statements, slightly different each time.

    - words: pleat's arguments for the i-th time, counted from 0.
    - sql: the name of a file in sql/.
    - values: the value of each `:name` in that file for the i-th time.
    """

    name: str
    words: Callable[[int], list]
    sql: str
    values: Callable[[int], dict] = lambda turn: {}
    user: Callable[[int], str] = lambda turn: "ana"


class Bench:
    """The programs, folders and results of one run."""

    def __init__(self, pleat, baseline, quick, folder, memory):
        self.folder = Path(folder)
        self.beside = Path(pleat).parent
        self.version = measure.output([str(pleat), "--version"]).decode().strip()
        self.pleat = self.installed(pleat, "pleat")
        self.programs = {"pleat": self.pleat, "shell": self.pleat}
        if baseline:
            self.programs["baseline"] = self.installed(baseline, "pleat-earlier")
        self.quick = quick
        self.memory = Path(memory) if memory else None
        self.outlines = Outlines(folder)
        self.lines = []
        self.stripped = {}
        for program in set(self.programs.values()):
            self.stripped[str(program)] = f"{program}-stripped"
            measure.run(["strip", "-o", f"{program}-stripped", str(program)])

    def installed(self, program, name):
        """Copies a program, because one just written by a linker starts up to a tenth slower than its copy."""
        return Path(shutil.copy(program, self.folder / name))

    def companion(self, name):
        """The path of another program, such as pleat-web: it is beside pleat, or else it is built."""
        if not (self.beside / name).exists():
            words = [Path(__file__).resolve().parent.parent / "build", f"--{name.removeprefix('pleat-')}"]
            return subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1]
        return str(self.beside / name)

    def is_verb_of_baseline(self, verb):
        """Whether the earlier pleat has a verb."""
        return measure.succeeds([str(self.programs["baseline"]), "help", verb])

    def instructions(self, command):
        """Counts the instructions of a command, stripped because callgrind cannot read Swift's debug information."""
        return measure.instructions([self.stripped.get(command[0], command[0]), *command[1:]])

    def runs(self, count):
        """The number of times to run what the full run measures `count` times, including one to warm up."""
        return 1 + (max(3, count // 5) if self.quick else count)

    def size(self, rows):
        """The number of rows in this run for an outline that has `rows` rows in the full run."""
        return rows // 10 if self.quick and rows > 100_000 else rows

    def copies(self, outline, folder=None):
        """Makes a copy of the outline for each side."""
        return Copies(self, outline, Path(folder or self.folder))

    def add(self, group, line):
        """Adds a line to the table, and prints it."""
        line.group = group
        self.lines.append(line)
        print("  ".join(cell for cell in table.cells(line, True) if cell), file=sys.stderr)

    def ordered_lines(self):
        """All lines of the table, sorted by group."""
        return sorted(self.lines, key=lambda line: GROUPS.index(line.group))

    def add_times(self, group, what, outline, times):
        """Adds some seconds to the table, and the time within which 99 of 100 of them are."""
        self.add(group, table.Line(what, outline, "s", measure.Spread.of(times)))
        late = sorted(times)[min(len(times) - 1, len(times) * 99 // 100)]
        self.add(group, table.Line(f"{what}, 99 of 100", outline, "s", measure.Spread.of([late])))

    def compare(self, group, what, outline, commands, goal=None, **how):
        """Measures the seconds of commands in turns, and adds a line to the table."""
        times = measure.seconds(commands, **how)
        own, other, earlier = times["pleat"], times.get("shell"), times.get("baseline")
        line = table.Line(
            what,
            outline,
            "s",
            measure.Spread.of(own),
            other and measure.Spread.of(other),
            other and measure.ratios(own, other),
            goal,
            earlier=earlier and measure.Spread.of(earlier),
            change=earlier and measure.ratios(own, earlier),
        )
        self.add(group, line)

    def compare_once(self, group, what, outline, unit, values, goal=None):
        """Adds a line to the table for values that were measured once for each side."""
        spreads = {side: measure.Spread.of([value]) for side, value in values.items()}
        own, other, earlier = values["pleat"], values.get("shell"), values.get("baseline")
        line = table.Line(
            what,
            outline,
            unit,
            spreads["pleat"],
            spreads.get("shell"),
            other and measure.ratios([own], [other]),
            goal,
            earlier=spreads.get("baseline"),
            change=earlier and measure.ratios([own], [earlier]),
        )
        self.add(group, line)


class Copies:
    """Copies of one outline, one for each side, on which the same jobs are done."""

    def __init__(self, bench, outline, folder):
        self.bench = bench
        self.outline = outline
        self.folder = folder
        self.turns = {}
        self.paths = {}
        self.others = []
        for side, program in bench.programs.items():
            if side == "baseline" and outline.tasks:
                continue  # an earlier pleat may not have tasks with due days
            path = folder / f"{side}-{outline.rows}-{outline.sections}-{outline.users}.db"
            self.paths[side] = bench.outlines.copy(outline, program, path)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for path in self.paths.values():
            self.others += [path, Path(f"{path}-journal")]
        for path in self.others:
            path.unlink(missing_ok=True)

    def commands(self, job, count):
        """The commands of each side for the next `count` turns of a job; not of an earlier pleat that lacks its verb."""
        first = self.turns.get(job.name, 0)
        self.turns[job.name] = first + count
        turns = range(first, first + count)
        sides = [side for side in self.paths if side != "baseline" or self.bench.is_verb_of_baseline(job.words(first)[0])]
        return {side: [self.command(side, job, turn) for turn in turns] for side in sides}

    def command(self, side, job, turn):
        """The command of one side for one turn of a job."""
        words, user = job.words(turn), job.user(turn)
        if side != "shell":
            return [str(self.bench.programs[side]), "-f", str(self.paths[side]), "-u", user, *words]
        values = {"user": user, "user_id": 1, "kind": "edit", "words": " ".join(words)} | job.values(turn)
        script = self.bench.folder / f"{job.sql}-{self.folder.name}-{turn}.sql"
        script.write_text(shell.statements(job.sql, values))
        return shell.command(self.paths[side], script)

    def saved(self):
        """Saves the current files, and returns a command for each side that restores its file and syncs the disk."""
        words = {}
        for side, path in self.paths.items():
            self.others.append(path.with_suffix(".saved"))
            shutil.copyfile(path, self.others[-1])
            words[side] = ["sh", "-c", 'cp "$1" "$2" && sync "$2"', "sh", str(self.others[-1]), str(path)]
        return words

    def measure_once(self, measurement, job):
        """Measures one turn of a job on each side."""
        return {side: measurement(commands[0]) for side, commands in self.commands(job, 1).items()}

    def check(self):
        """Fails if the outlines of pleat and the shell differ."""
        difference = shell.difference(self.paths["pleat"], self.paths["shell"])
        if difference:
            raise Failure(f"pleat and the shell's statements in sql/ did different things: {difference}")


def check_output(commands, what):
    """Fails if pleat and the shell print different lines."""
    if measure.output(commands["pleat"][0]) != measure.output(commands["shell"][0]):
        raise Failure(f"pleat and the shell's statements in sql/ print different lines: {what}")


def has_room(folder, size):
    """Whether a folder is writable and has more than `size` bytes free."""
    return os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > size
