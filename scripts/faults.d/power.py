"""Cuts the power between any two calls: what was acknowledged is there, whatever else reached the disk."""

import random
from itertools import pairwise

from disk import Disk, digest
from page import Line
from scenarios import Base, state
from shim import Shim

TARGET = 12_000
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
    folder = base.copy({}, "recorded")
    states, recording = record(base, folder)
    count = trial.cases or TARGET
    done = cut(trial, base, states, moments(recording, folder.path, True), count, lambda what: trial.find("lost", what))
    without = []
    of = cut(trial, base, states, moments(recording, folder.path, False), count // 4, without.append)
    if not without:
        trial.find("control", "without synchronizing, nothing was lost either, so that this test cannot fail")
    yield Line(
        "power cuts, with what was not synchronized there in any part",
        "12,000 states: 0 lost",
        f"{done:,} states: {trial.count('lost')} lost; the control without synchronizing lost {len(without):,} of"
        f" {of:,}",
        trial.command,
    )


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


def moments(recording, path, synchronizes):
    """The disk after each call that changed it."""
    disk = Disk(synchronizes)
    for calls in recording:
        for call in calls:
            if disk.follow(call, path):
                yield disk.moment
        disk.acknowledge()
        yield disk.moment


def cut(trial, base, states, moments, count, lose):
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
        found = state(folder)
        if found not in states[moment.acknowledged : moment.acknowledged + 2]:
            what = found if isinstance(found, str) else "another state"
            lose(f"after {moment.acknowledged} edits, draw {seed}: {what}")

    return trial.each(cases, check)
