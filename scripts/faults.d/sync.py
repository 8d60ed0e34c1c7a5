"""Lets three machines edit at random and synchronize through a git repository, until all of them have the same."""

import contextlib
import datetime
import json
import sqlite3
import subprocess

from page import Line
from program import Folder
from shim import Shim

ROUNDS = 1000
BATCH = 50  # rounds with one repository
MACHINES = ("ana", "ben", "cleo")
TOTALS = ("killed", "edits", "conflicts")
CLOCKS = (75 * 365 * 86_400, -30 * 365 * 86_400, 86_400)  # seconds by which a clock is wrong: 2101, 1996, tomorrow
CONFIGURATION = "[user]\n name = Tester\n email = tester@example.org\n[init]\n defaultBranch = main\n[gc]\n auto = 0\n"


def run(trial):
    rounds = trial.cases or ROUNDS
    batches = [(number, min(BATCH, rounds - number)) for number in range(0, rounds, BATCH)]
    shim = Shim(trial.folder)
    totals = dict.fromkeys(TOTALS, 0)

    def check(case, name):
        first, count = case
        world = World(trial, shim, trial.folder / f"batch{first}", trial.random(f"sync {first}"))
        for number in range(first, first + count):
            world.round(number)
        for key in totals:
            totals[key] += world.totals[key]

    trial.each(batches, check)
    yield Line(
        "three machines that edit at random and synchronize, with kills, restored and copied files, and wrong clocks",
        "1,000 rounds: equal texts, order, ids and folds after each, 0 lost, 0 doubled, 0 mixed",
        f"{rounds:,} rounds with {totals['edits']:,} edits, {totals['killed']:,} kills and {totals['conflicts']:,} conflicts:"
        f" {trial.count('not equal')} not equal, {trial.count('lost')} lost, {trial.count('doubled')} doubled,"
        f" {trial.count('mixed')} tasks with the day of one machine and the rule of another,"
        f" {trial.count('failed', 'damaged')} failed or damaged",
        trial.command,
    )


class Machine(Folder):
    """A machine: an outline, a clone and a user."""

    def __init__(self, program, path, name):
        super().__init__(program, path)
        self.name = name
        self.file = self.path / f"{name}.db"
        self.clone = self.path / name
        self.environment |= {
            "PLEAT_FILE": str(self.file),
            "PLEAT_USER": name,
            "GIT_CONFIG_GLOBAL": str(self.path / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "TMPDIR": str(self.path),
        }

    def git(self, *words):
        return subprocess.run(
            ["git", *words], cwd=self.path, env=self.environment, check=True, capture_output=True, text=True
        ).stdout

    def lines(self):
        """All sections and rows as this user sees them, expanded or not."""
        ending = self.run(["list", "--json", "--all"])
        return json.loads(ending.text) if ending.code == 0 else []

    def entries(self):
        """How many edits the history has."""
        with contextlib.closing(sqlite3.connect(self.file)) as file:
            return file.execute("SELECT count(*) FROM edit").fetchone()[0]

    def state(self):
        """Everything that has to be equal on all machines."""
        document = json.loads(self.run(["export", "-", "--format", "json"]).text)
        document["users"].sort(key=lambda user: user["name"])
        return document


class World:
    """One repository and three machines, and the rows that their users expect to be there."""

    def __init__(self, trial, shim, path, random):
        self.trial, self.shim, self.random = trial, shim, random
        path.mkdir(parents=True)
        (path / "gitconfig").write_text(CONFIGURATION)
        self.machines = [Machine(trial.program, path, name) for name in MACHINES]
        self.totals = dict.fromkeys(TOTALS, 0)
        # For the number of every row that was added, whether it may be gone: somebody has deleted it.
        self.added = {}
        # For the number of every task that repeats, the day after the last one of its rule, which no tick changes.
        self.ends = {}
        self.machines[0].git("init", "-q", "--bare", "hub.git")
        for machine in self.machines:
            machine.git("clone", "-q", "hub.git", machine.name)
        first = self.machines[0]
        first.run(["add", "--section", "Inbox", "Groceries", "Home", "Reading"])
        self.saved = {}  # for every machine, a copy of its file from an earlier round
        for machine in self.machines:
            self.must(machine, ["sync", str(machine.clone)])

    def must(self, machine, words):
        ending = machine.run(words)
        if ending.code != 0:
            self.trial.find("failed", f"{machine.name}: {' '.join(words)}: {ending}")
        return ending

    def round(self, number):
        """Every machine edits and synchronizes once, then all do until nothing is new."""
        for machine in self.random.sample(self.machines, 3):
            for _ in range(self.random.randint(0, 4)):
                self.edit(machine, number)
            if self.random.random() < 0.3:
                self.kill(machine)
            elif self.random.random() < 0.8:
                self.sync(machine)
        self.settle()
        self.check(number)
        kind = self.random.random()
        if kind < 0.15:
            self.edit_by_wrong_clock(number)
        elif kind < 0.3:
            self.replace(number)
        elif kind < 0.6:
            machine = self.random.choice(self.machines)
            self.saved[machine.name] = machine.file.read_bytes()

    def settle(self):
        """Synchronizes until nothing is new."""
        for _ in range(2):
            for machine in self.machines:
                self.sync(machine)

    def edit_by_wrong_clock(self, number):
        """Makes an edit while the clock of a machine is wrong; no earlier edit may be forgotten for its age."""
        machine = self.random.choice(self.machines)
        before = machine.entries()
        words = ["add", "--section", f"{machine.name} {number} at another time"]
        ending = machine.run(words, faults=self.shim.clock(self.random.choice(CLOCKS)))
        if ending.code != 0 or machine.entries() <= before:
            self.trial.find("lost", f"{machine.name}, round {number}, wrong clock: {machine.entries()}, {before}: {ending}")
        self.settle()
        self.check(number)

    def replace(self, number):
        """Gives a machine its file of an earlier round, or the file of another machine, while all have the same.

        Two machines then add something before they hear of each other, so that both may give it the same id. What was deleted
        since comes back.
        """
        machine, other = self.random.sample(self.machines, 2)
        content = self.saved.get(machine.name) or other.file.read_bytes()
        machine.file.write_bytes(content)
        texts = [f"{one.name} {number} before a synchronization" for one in (machine, other)]
        for one, text in zip((machine, other), texts):
            section = next(line["id"] for line in one.lines() if line["kind"] == "section")
            self.must(one, ["add", text, "--in", section])
        self.settle()
        there = self.texts()
        self.check(number)
        for text in texts:
            if there.count(text) != 1:
                kind = "doubled" if text in there else "lost"
                self.trial.find(kind, f"round {number}: {text} is there {there.count(text)} times, in {machine.path}")

    def texts(self):
        """The titles of all sections, and the texts of all rows."""
        return [text for section in self.machines[0].state()["sections"] for text in texts_of(section)]

    def sync(self, machine):
        text = self.must(machine, ["sync", "--json"]).text
        if text:
            self.totals["conflicts"] += len(json.loads(text)["sync"]["remarks"])

    def kill(self, machine):
        delay, with_git = self.random.random() * 0.6, self.random.random() < 0.5
        ending = machine.killed(["sync"], b"", delay, with_programs=with_git)
        self.totals["killed"] += ending.code == 137

    def edit(self, machine, number):
        """Makes one random edit; a rule may refuse it."""
        lines = machine.lines()
        rows = [line for line in lines if line["kind"] == "row"]
        sections = [line for line in lines if line["kind"] == "section"]
        if not sections:
            return self.run(machine, ["add", "--section", f"S{number}"])
        section, kind = self.random.choice(sections), self.random.random()
        if kind < 0.35 or not rows:
            return self.add(machine, section, number)
        row = self.random.choice(rows)
        if kind < 0.45:
            words = ["edit", row["id"], f"{machine.name} {number} changed {self.random.randint(0, 9)}"]
        elif kind < 0.52:
            words = [self.random.choice(["indent", "outdent", "archive"]), self.random.choice(lines)["id"]]
        elif kind < 0.6:
            words = ["move", row["id"], "--in", section["id"], "--at", str(self.random.randint(1, section["rows"] + 1))]
        elif kind < 0.68:
            words = ["delete", row["id"]]
            self.added[number_of(row)] = True
        elif kind < 0.74:
            repeating = [line for line in rows if number_of(line) in self.ends]
            words = ["done", self.random.choice(repeating or rows)["id"]]
        elif kind < 0.8:
            words = [self.random.choice(["collapse", "expand"]), section["id"]]
        elif kind < 0.84:
            words = ["edit", section["id"], f"{machine.name} {number} titled"]
        elif kind < 0.89:
            words = ["add", "--section", f"{machine.name} {number} new", "--in", section["id"]]
        elif kind < 0.94:
            other = self.random.choice(lines)
            words = ["move", section["id"], self.random.choice(["--before", "--after", "--in"]), other["id"]]
        elif kind < 0.97:
            words = ["delete", "-r", section["id"]]
            self.give_up(lines, section)
        else:
            words = ["undo", "--any"]
            # The edit that is undone may have added something.
            for known in self.added:
                self.added[known] = True
        return self.run(machine, words)

    def give_up(self, lines, section):
        """Stops expecting everything in a section or below it."""
        below = False
        for line in lines:
            if line["kind"] == "section":
                below = line["id"] == section["id"] or (below and line["level"] > section["level"])
            if below:
                self.added[number_of(line)] = True

    def add(self, machine, section, number):
        text = f"{machine.name} {number} {self.random.randint(0, 99)}"
        place = section if self.random.random() < 0.9 else self.random.choice(machine.lines())
        count = self.random.randint(200, 900) if self.random.random() < 0.2 else None
        repeat = ["--due", "tomorrow", "--repeat", f"daily {count} times"] if count else []
        ending = self.run(machine, ["add", text, "--in", place["id"], "--json", *repeat])
        if ending.code == 0:
            (name,) = json.loads(ending.text)["ids"]
            number = int(name[2:])
            if number in self.added:
                self.trial.find("doubled", f"{machine.name}: {number} was given twice")
            self.added[number] = False
            if count:
                self.ends[number] = datetime.date.today() + datetime.timedelta(1 + count)

    def run(self, machine, words):
        ending = machine.run(words)
        self.totals["edits"] += ending.code == 0
        if ending.is_crash:
            self.trial.find("failed", f"{machine.name}: {' '.join(words)}: {ending}")
        return ending

    def check(self, number):
        """Compares the machines with each other, and their content with the expected content."""
        states = [machine.state() for machine in self.machines]
        if states[0] != states[1] or states[0] != states[2]:
            self.trial.find("not equal", f"after round {number} in {self.machines[0].path}")
        items = [item for section in states[0]["sections"] for item in [section, *section["rows"]]]
        ids = [item["id"] for item in items]
        if len(ids) != len(set(ids)):
            self.trial.find("doubled", f"after round {number}: an id occurs twice")
        for name, may_be_gone in self.added.items():
            if not may_be_gone and name not in ids:
                self.trial.find("lost", f"after round {number}: {name} is gone from {self.machines[0].path}")
        for item in items:
            end = self.ends.get(item["id"])
            if end and item.get("repeat") and end_of(item) != end:
                self.trial.find("mixed", f"after round {number}: {item} does not end before {end}")
        if number % 10 == 0:
            for machine in self.machines:
                if machine.run(["check", "-q"]).code != 0:
                    self.trial.find("damaged", f"after round {number}: {machine.file}")
        # A list that keeps growing would make rounds slow.
        if len(ids) > 80:
            self.thin_out(states[0])

    def thin_out(self, state):
        machine = self.machines[0]
        for section in state["sections"]:
            for row in section["rows"][::2]:
                self.added[row["id"]] = True
                machine.run(["delete", f"@{row['id']}", "-q"])
        empty = [section["id"] for section in state["sections"] if not section["rows"]]
        for number in empty[::2]:
            if machine.run(["delete", f"@{number}", "-q"]).code == 0:
                self.added[number] = True


def texts_of(section):
    """The title of a section of a document, and the texts of its rows."""
    return [section["title"], *(row["text"] for row in section["rows"])]


def end_of(task):
    """The day after the last one of the rule of a task that repeats daily: its day and what is left of its count belong together."""
    return datetime.date.fromisoformat(task["due"]) + datetime.timedelta(int(task["repeat"].split("COUNT=")[1]))


def number_of(line):
    """The number of the row or section on a line of a list; a row keeps it when it becomes a section."""
    return line["row_id"] if line["kind"] == "row" else line["section_id"]
