"""Kills edits, at every call for input or output and at random moments."""

import time

from page import Line
from scenarios import SCENARIOS, Base, both_states, is_between, leftovers, state
from shim import Shim
from trial import spread

SIGKILL = 137
RANDOM = 1000


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    states = {scenario.name: both_states(base, scenario) for scenario in SCENARIOS}
    yield from at_every_call(trial, base, states)
    yield from at_random(trial, base, states)


def at_every_call(trial, base, states):
    cases = []
    for scenario in SCENARIOS:
        folder = base.start(scenario, "calls")
        _, calls = base.shim.calls(folder, scenario.words, scenario.input)
        cases += [(scenario, "kill", call) for call in calls]
        cases += [(scenario, "tear", call) for call in calls if call.name in ("write", "pwrite") and call.length > 1]

    def check(case, name):
        scenario, kind, call = case
        folder = base.start(scenario, name)
        ending = folder.run(scenario.words, scenario.input, base.shim.faults(folder.path, call.number, kind))
        what = f"{scenario.name}, {kind} at call {call.number} ({call.name})"
        if ending.code != SIGKILL:
            trial.find("not killed", f"{what}: {ending}")
        judge(trial, folder, scenario, what, states[scenario.name], False)

    done = trial.each(spread(cases, trial.cases), check)
    yield Line(
        "kills at every call for input or output, 27 scenarios",
        "4,000: 0 lost, 0 torn, 0 left over after the next command",
        f"{done:,}: {result(trial)}",
        trial.command,
    )


def at_random(trial, base, states):
    trial.findings.clear()
    lengths = {}
    for scenario in SCENARIOS:
        folder = base.start(scenario, "time")
        begun = time.monotonic()
        folder.run(scenario.words, scenario.input)
        lengths[scenario.name] = time.monotonic() - begun
    random = trial.random("kills")
    count = RANDOM if trial.cases is None else trial.cases // 4
    cases = [(SCENARIOS[number % len(SCENARIOS)], random.random() * 1.2) for number in range(count)]
    killed = 0

    def check(case, name):
        nonlocal killed
        scenario, share = case
        folder = base.start(scenario, name)
        ending = folder.killed(scenario.words, scenario.input, share * lengths[scenario.name])
        killed += ending.code == SIGKILL
        judge(trial, folder, scenario, f"{scenario.name}, killed after {share:.2f}", states[scenario.name], ending.code == 0)

    done = trial.each(cases, check)
    yield Line(
        "kills at random moments",
        "1,000: 0 lost, 0 torn, 0 left over after the next command",
        f"{done:,}, of which {killed:,} came before the end: {result(trial)}",
        trial.command,
    )


def judge(trial, folder, scenario, what, states, is_acknowledged):
    """Checks the state afterwards: the next command works, and the file is as before the edit or as after it."""
    found = state(folder)
    if isinstance(found, str):
        return trial.find("torn", f"{what}: {found}")
    if found not in states and not (found.copies and is_between(found, states)):
        return trial.find("torn", f"{what}: the outline is neither as before nor as after")
    if is_acknowledged and found != states[1]:
        return trial.find("lost", f"{what}: the edit was acknowledged and is not there")
    left = leftovers(folder, scenario)
    if left:
        trial.find("left over", f"{what}: {left}")


def result(trial):
    other = trial.count("not killed")
    return f"{trial.count('lost')} lost, {trial.count('torn')} torn, {trial.count('left over')} left over" + (
        f", {other} not killed" if other else ""
    )
