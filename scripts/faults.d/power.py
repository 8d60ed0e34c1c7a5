"""Cuts the power between any two calls: every acknowledged edit is there, whatever else reached the disk."""

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from disk import Content, Disk, Moment, digest
from page import Line
from scenarios import Base, state
from shim import Shim

TARGET = 12_000
OLDER = Path(__file__).resolve().parent.parent.parent / "Tests" / "Versions" / "version-13.db"
UPGRADES = 2_000
EDITS = [
    ("add --section Home Work", ""),
    ("add apples pears figs nuts --in Home", ""),
    ("add - --in Work", "\n".join(f"task {number} at work" for number in range(400))),
    ("add --section Garden --in Home", ""),
    ("collapse Work", ""),
    ("edit nuts Nuts", ""),
    ("move figs --in Work --first", ""),
    ("apply edits", ""),
    ("settings inbox Later", ""),
    ("import list.md", ""),
    ("undo", ""),
    ("delete -r Work", ""),
    ("undo", ""),
    ("import list.md --merge --delete --force", ""),
    ("add --section Last", ""),
    ("sort Last Garden List", ""),
    ("add - --in Last", "\n".join("a longer text " * 60 for _ in range(60))),
]


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    yield edits(trial, base)
    yield upgrade(trial, base)


def edits(trial, base):
    """Cuts the power in a series of edits, and in a control in which nothing is synchronized."""
    folder = base.copy({}, "recorded")
    states, recording = record(base, folder)

    def wrong(folder, moment):
        found = state(folder)
        return describe(found) if found not in states[moment.acknowledged : moment.acknowledged + 2] else None

    count = trial.cases or TARGET
    start = Moment({}, (), {}, 0)
    done = cut(trial, base, moments(recording, folder.path, start), count, wrong, lambda what: trial.find("lost", what))
    without = []
    of = cut(trial, base, moments(recording, folder.path, start, False), count // 4, wrong, without.append)
    if not without:
        trial.find("control", "without synchronizing, nothing was lost either, so that this test cannot fail")
    return Line(
        "power cuts, with what was not synchronized there in any part",
        "12,000 states: 0 lost",
        f"{done:,} states: {trial.count('lost')} lost; the control without synchronizing lost {len(without):,} of"
        f" {of:,}",
        trial.command,
    )


def upgrade(trial, base):
    """Cuts the power in the edit that upgrades an older file: it is the older or the newer one, with a whole backup."""
    older = {"outline.db": OLDER.read_bytes()}
    folder = base.copy(older, "recorded")
    before = state(folder)
    ending, calls = base.shim.calls(folder, ["add", "--section", "New"], b"", with_data=True)
    after = state(folder)
    if ending.code != 0 or isinstance(after, str) or before == after or len(after.copies) != 1:
        raise SystemExit(f"faults: the older file was not upgraded: {ending}, {after}")
    start = Moment({"outline.db": 0}, (), {0: Content(older["outline.db"])}, 0)

    def wrong(folder, moment):
        found = state(folder)
        if isinstance(found, str):
            return found
        if replace(found, copies=()) == replace(before, copies=()) and not moment.acknowledged:
            copies = set(found.copies) <= set(after.copies)
        else:
            copies = found == after
        if not copies:
            return "neither the older nor the newer file with a backup"
        ending = folder.run(["add", "--section", "Next"])
        if ending.code != 0:
            return f"the next edit failed: {ending}"
        ending = folder.run(["check"])
        return None if ending.code == 0 else f"the next edit left a broken file: {ending}"

    lost, without = [], []
    count = (trial.cases or UPGRADES * 4) // 4

    def lose(what):
        lost.append(what)
        trial.find("upgrade", what)

    done = cut(trial, base, moments([calls], folder.path, start), count, wrong, lose)
    of = cut(trial, base, moments([calls], folder.path, start, False), count // 4, wrong, without.append)
    if of > 50 and not without:
        trial.find("control", "without synchronizing, no upgrade was lost either, so that this test cannot fail")
    return Line(
        "power cuts while an older file is upgraded",
        "2,000 states: the older or the newer file, 0 lost",
        f"{done:,} states: {len(lost)} lost; the control without synchronizing lost {len(without):,} of {of:,}",
        trial.command,
    )


def describe(found):
    return found if isinstance(found, str) else "another state"


def record(base, folder):
    """Makes the edits; returns the state before each of them and after the last, and the calls of each."""
    states, recording = [state(folder)], []
    for words, stdin in EDITS:
        ending, calls = base.shim.calls(folder, words.split(" "), stdin.encode(), with_data=True)
        if ending.code != 0:
            raise SystemExit(f"faults: {words}: {ending}")
        recording.append(calls)
        states.append(state(folder))
    for before, after in pairwise(states):
        if before == after or isinstance(after, str):
            raise SystemExit(f"faults: an edit changed nothing, or broke the file: {after}")
    return states, recording


def moments(recording, path, start, synchronizes=True):
    """The disk after each call that changed it."""
    disk = Disk(start, synchronizes)
    for calls in recording:
        for call in calls:
            if disk.follow(call, path):
                yield disk.moment
        disk.acknowledge()
        yield disk.moment


def cut(trial, base, moments, count, wrong, lose):
    """Opens different states, and calls `lose` with a sentence for each that is wrong; returns how many there were."""
    moments = list(moments)
    cases, seen = [], set()
    for draw in range(40 * count):
        if len(cases) == count:
            break
        seed = f"{trial.seed} {draw}"
        moment = random.Random(draw).choice(moments)
        key = digest(moment.after_cut(random.Random(seed)))
        if (key, moment.acknowledged) not in seen:
            seen.add((key, moment.acknowledged))
            cases.append((moment, seed))

    def check(case, name):
        moment, seed = case
        folder = base.copy(moment.after_cut(random.Random(seed)), name)
        what = wrong(folder, moment)
        if what:
            lose(f"after {moment.acknowledged} edits, draw {seed}: {what}")

    return trial.each(cases, check)
