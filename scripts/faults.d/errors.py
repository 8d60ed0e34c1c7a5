"""Lets every call for input or output fail, and checks whether "saved" and "not saved" are true."""

import contextlib
import sqlite3

from page import Line
from power import OLDER
from scenarios import SCENARIOS, Base, both_states, is_between, leftovers, state
from shim import Shim
from trial import spread

ASKS = ("stat", "lstat", "fstat", "access", "fcntl")
READS = ("read", "pread")
WRITES = ("write", "pwrite")
NAMES = ("rename", "link", "unlink", "create")
UNKNOWN = "not known whether the edit was saved"
# What a command may say where the disk fails, and where SQLite gets half of a page.
HONEST = (0, 73, 74, 82)
HALF = (*HONEST, 65)


def kinds(call):
    """The faults that a call may have."""
    if call.name == "close":
        return ["EIO"]
    if call.name in ASKS:
        return ["EIO", "gone"]
    if call.name == "open":
        return ["EIO", "ENOSPC", "EINTR", "gone"]
    sized = ["short"] if call.name in READS + WRITES and call.length > 1 else []
    changes = [] if call.name in READS else ["ENOSPC"] if call.name in WRITES else ["ENOSPC", "late"]
    late = ["late"] if call.name in WRITES else ["lost"] if call.name in NAMES else []
    return ["EIO", "EINTR", "gone"] + sized + changes + late


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    yield every_call(trial, base)
    yield earlier_backups(trial, base)


def every_call(trial, base):
    states = {scenario.name: both_states(base, scenario) for scenario in SCENARIOS}
    cases = []
    for scenario in SCENARIOS:
        _, calls = base.shim.calls(base.start(scenario, "calls"), scenario.words, scenario.input)
        cases += [(scenario, kind, call) for call in calls for kind in kinds(call)]
    saved = 0

    def check(case, name):
        nonlocal saved
        scenario, kind, call = case
        folder = base.start(scenario, name)
        ending = folder.run(scenario.words, scenario.input, base.shim.faults(folder.path, call.number, kind))
        saved += ending.code in (0, 82)
        what = f"{scenario.name}, {kind} at call {call.number} ({call.name} {call.path.split('/')[-1]})"
        if ending.code not in (HALF if kind == "short" else HONEST) and not ending.is_crash:
            trial.find("false answer", f"{what}: only the disk fails, but {ending}")
        judge(trial, folder, scenario, what, ending, states[scenario.name])

    done = trial.each(spread(cases, trial.cases), check)
    false, bugs = trial.count("false answer"), trial.count("bug")
    others = trial.count("broken", "left over")
    return Line(
        "errors at every call: EIO, ENOSPC, EINTR, half done, a disk that is gone",
        "10,000: 0 false answers, 0 exit 70",
        f"{done:,}, of which {saved:,} saved: {false} false answers, {bugs} exit 70 or signals, {others} files that"
        " the next command did not mend",
        trial.command,
    )


def earlier_backups(trial, base):
    """Lets every look at an earlier backup fail: the reason is named, and a backup that is due prevents no edit."""
    trial.findings.clear()
    commands = {
        "backup --keep": (base.files["backups"], ("backup", "copy.db", "--keep", "3"), "copy.db"),
        "the backup of the day": (due(base), ("add", "milk", "--in", "Home"), "outline.db.backup"),
        "the backup before an upgrade": (upgraded(base), ("add", "--section", "New"), "outline.db.before-"),
    }
    cases = []
    for name, (files, words, start) in commands.items():
        ending, calls = base.shim.calls(base.copy(files, "calls"), words)
        if ending.code != 0 or not (looks := [call for call in calls if is_look(call, start)]):
            raise SystemExit(f"faults: {name} does not work without faults: {ending}")
        cases += [(name, kind, call) for call in looks for kind in ("EIO", "ENOSPC", "gone") if kind in kinds(call)]

    def check(case, folder_name):
        name, kind, call = case
        files, words, _ = commands[name]
        folder = base.copy(files, folder_name)
        ending = folder.run(words, faults=base.shim.faults(folder.path, call.number, kind))
        what = f"{name}, {kind} at call {call.number} ({call.name} {call.path.split('/')[-1]}): {ending}"
        if ending.is_crash:
            trial.find("bug", what)
        reasons = ("Input/output error", "No space left on device")
        is_said = "without the backup" in ending.errors if name == "the backup of the day" else ending.code == 74
        if ending.code not in (0, 74) or (is_said and not any(reason in ending.errors for reason in reasons)):
            trial.find("false answer", what)
        kept = {path.name: path.read_bytes() for path in folder.path.iterdir()}
        if any(content not in kept.values() for path, content in files.items() if path.startswith("copy.db")):
            trial.find("lost", what)

    done = trial.each(spread(cases, trial.cases), check)
    return Line(
        "errors at each look at an earlier backup, by `backup --keep`, the backup of the day and an upgrade",
        "every call: 0 false reasons, 0 lost backups",
        f"{done:,}: {trial.count('false answer')} false reasons, {trial.count('lost')} lost backups,"
        f" {trial.count('bug')} exit 70 or signals",
        trial.command,
    )


def is_look(call, start):
    """Whether a call looks at an earlier backup or reads it."""
    return call.name in (*ASKS, *READS, "open") and call.path.split("/")[-1].startswith(start) and ".new-" not in call.path


def due(base):
    """The outline with three earlier backups, where another one is due."""
    folder = base.copy(base.files["outline"], "due")
    folder.run(("settings", "backup-every", "1d"))
    for number in range(4):
        with contextlib.closing(sqlite3.connect(folder.file)) as file, file:
            file.execute("UPDATE current_edit SET edit_id = (SELECT seq + 1 FROM sqlite_sequence WHERE name = 'edit')")
            file.execute("UPDATE edit SET at = at - 2 * 86400000")
            file.execute("UPDATE current_edit SET edit_id = NULL")
        if number < 3:
            folder.run(("add", f"row {number}", "--in", "Home"))
    return {path.name: path.read_bytes() for path in folder.path.glob("outline.db*") if path.stat().st_size}


def upgraded(base):
    """An older file, with the backup of an upgrade that was cut short."""
    folder = base.copy({"outline.db": OLDER.read_bytes()}, "older")
    folder.run(("add", "--section", "New"))
    backups = {path.name: path.read_bytes() for path in folder.path.glob("outline.db.before-*")}
    return {"outline.db": OLDER.read_bytes()} | backups


def judge(trial, folder, scenario, what, ending, states):
    """Checks that the exit code is true about the edit."""
    if ending.is_crash:
        trial.find("bug", f"{what}: {ending}")
    found = state(folder)
    if "could not be moved back" in ending.errors or UNKNOWN in ending.errors:
        if not isinstance(found, str) and found.copies and is_between(found, states):
            found = states[0]  # the message names the backups that have moved
    if found not in states:
        return trial.find("broken", f"{what}: {found if isinstance(found, str) else 'neither before nor after'}")
    is_known = not (ending.code == 74 and UNKNOWN in ending.errors)
    if is_known and (ending.code in (0, 82)) != (found == states[1]):
        became = "saved" if found == states[1] else "not saved"
        return trial.find("false answer", f"{what}: it was {became}, but {ending}")
    left = leftovers(folder, scenario)
    if left:
        trial.find("left over", f"{what}: {left}")
