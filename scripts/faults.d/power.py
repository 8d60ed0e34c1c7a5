"""Cuts the power between any two calls: every acknowledged edit is there, whatever else reached the disk."""

import random
import socket
import subprocess
import threading
import time
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from disk import Content, Disk, Moment, digest
from page import Line
from scenarios import Base, state
from shim import Shim, parsed

TARGET = 12_000
OLDER = Path(__file__).resolve().parent.parent.parent / "Tests" / "Versions" / "version-13.db"
UPGRADES = 2_000
HOSTED = 2_000
CALLERS, EDITS_OF_EACH = 6, 12
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
    if (trial.program.parent / "pleat-host").exists():
        yield hosted(trial, base)


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


def hosted(trial, base):
    """Cuts the power of a host while six callers edit: what any of them was answered is there, and nothing twice."""
    folder = base.copy({}, "recorded")
    if folder.run(["add", "--section", "Home"]).code != 0:
        raise SystemExit("faults: there is no outline for the host")
    # What the journal of the first edit leaves is no part of what is tried.
    start = Moment(
        {"outline.db": 0, "outline.db-journal": 1}, (), {0: Content(folder.file.read_bytes()), 1: Content()}, 0)
    trace = trial.folder / "host.trace"
    trace.unlink(missing_ok=True)
    answered = record_host(base, folder, trace)
    text = trace.read_bytes()

    def moments_of_host(synchronizes):
        disk, known, at = Disk(start, synchronizes), 0, 0
        for call in parsed(text, True):
            at += len(f"{call.number}\t{call.name}\t{call.path}\t{call.offset}\t{call.length}\n".encode()) + len(call.data)
            while known < len(answered) and answered[known][0] < at:
                known += 1
                disk.acknowledge()
            if disk.follow(call, folder.path):
                yield disk.moment
        for _ in answered[known:]:
            disk.acknowledge()
        yield disk.moment

    def wrong(folder, moment):
        ending = folder.run(["sql", "SELECT text FROM row ORDER BY text"])
        if ending.code != 0:
            return f"the next command failed: {ending}"
        there = [line for line in ending.text.splitlines() if "." in line]
        missing = {row for _, row in answered[: moment.acknowledged]} - set(there)
        if missing or len(there) != len(set(there)):
            return f"{len(missing)} of {moment.acknowledged} are missing, {len(there) - len(set(there))} doubled"
        ending = folder.run(["add", "next", "--in", "Home"])
        if ending.code != 0:
            return f"the next edit failed: {ending}"
        ending = folder.run(["check"])
        return None if ending.code == 0 else f"the file is broken: {ending}"

    lost, without = [], []

    def lose(what):
        lost.append(what)
        trial.find("host", what)

    count = (trial.cases or HOSTED * 4) // 4
    done = cut(trial, base, moments_of_host(True), count, wrong, lose)
    of = cut(trial, base, moments_of_host(False), count // 4, wrong, without.append)
    if of > 50 and not without:
        trial.find("control", "without synchronizing, the host lost nothing either, so that this test cannot fail")
    return Line(
        "power cuts while a host makes the edits of six callers",
        "2,000 states: 0 lost",
        f"{done:,} states: {len(lost)} lost; the control without synchronizing lost {len(without):,} of {of:,}",
        trial.command,
    )


def record_host(base, folder, trace):
    """Lets callers edit through a host whose calls are noted.

    Returns each acknowledged row with the size of the trace at that time, in order.
    """
    host = subprocess.Popen(
        [base.program.parent / "pleat-host", folder.path], stderr=subprocess.DEVNULL, cwd=folder.path,
        env=folder.environment | base.shim.faults(folder.path, trace=trace, with_data=True))
    answered, lock = [], threading.Lock()
    try:
        for _ in range(1_000):
            with socket.socket(socket.AF_UNIX) as one:
                if one.connect_ex(str(folder.path / ".pleat-host")) == 0:
                    break
            time.sleep(0.01)

        def edit(name):
            for number in range(EDITS_OF_EACH):
                row = f"{name}.{number}"
                if folder.run(["add", row, "--in", "Home", "-q"]).code == 0:
                    with lock:
                        answered.append((trace.stat().st_size, row))
        threads = [threading.Thread(target=edit, args=(name,)) for name in "abcdef"[:CALLERS]]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        host.terminate()
        host.wait()
    if len(answered) != CALLERS * EDITS_OF_EACH:
        raise SystemExit(f"faults: only {len(answered)} edits were answered")
    return answered


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
