"""Lets every call for input or output fail, and checks whether "saved" and "not saved" are true."""

from page import Line
from scenarios import SCENARIOS, Base, both_states, is_between, leftovers, state
from shim import Shim
from trial import spread

ASKS = ("stat", "lstat", "fstat", "access", "fcntl")
READS = ("read", "pread")
WRITES = ("write", "pwrite")
NAMES = ("rename", "link", "unlink", "create")
UNKNOWN = "not known whether the edit was saved"


def kinds(call):
    """The faults that a call may have."""
    if call.name == "close":
        return ["EIO"]
    if call.name in ASKS:
        return ["EIO", "gone"]
    if call.name == "open":
        return ["EIO", "EINTR", "gone"]
    sized = ["short"] if call.name in READS + WRITES and call.length > 1 else []
    changes = [] if call.name in READS else ["ENOSPC"] if call.name in WRITES else ["ENOSPC", "late"]
    late = ["late"] if call.name in WRITES else ["lost"] if call.name in NAMES else []
    return ["EIO", "EINTR", "gone"] + sized + changes + late


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
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
        if ending.code == 65 and kind != "short":
            trial.find("false answer", f"{what}: a disk that fails is no damage, but {ending}")
        judge(trial, folder, scenario, what, ending, states[scenario.name])

    done = trial.each(spread(cases, trial.cases), check)
    false, bugs = trial.count("false answer"), trial.count("bug")
    others = trial.count("broken", "left over")
    yield Line(
        "errors at every call: EIO, ENOSPC, EINTR, half done, a disk that is gone",
        "10,000: 0 false answers, 0 exit 70",
        f"{done:,}, of which {saved:,} saved: {false} false answers, {bugs} exit 70 or signals, {others} files that"
        " the next command did not mend",
        trial.command,
    )


def judge(trial, folder, scenario, what, ending, states):
    """Checks that the exit code is true about the edit."""
    if ending.is_crash:
        trial.find("bug", f"{what}: {ending}")
    if ending.code == 77:
        trial.find("false answer", f"{what}: a disk that fails is no lack of permission, but {ending}")
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
