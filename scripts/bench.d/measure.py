"""Runs commands in turns and measures them: seconds, instructions, peak memory."""

import json
import os
import re
import shlex
import statistics
import subprocess
import tempfile
from dataclasses import dataclass

from failure import Failure


@dataclass(frozen=True)
class Spread:
    """The median and the quartiles of measurements."""

    median: float
    low: float
    high: float

    @staticmethod
    def of(values):
        values = list(values)
        if len(values) == 1:
            return Spread(values[0], values[0], values[0])
        low, median, high = statistics.quantiles(values, n=4, method="inclusive")
        return Spread(median, low, high)


def ratios(values, others):
    """The spread of the ratios between pairs of measurements that were made in turns."""
    return Spread.of(value / other for value, other in zip(values, others))


def seconds(commands, prepare=None, output="null", warms_up=True):
    """Measures the commands of several sides with hyperfine, in turns: the first of each side, the second of each …

    If `warms_up` is true, the first command of each side is not measured. With more than two sides, every second turn
    has the opposite order, so that no side always follows the same other one.

    - commands: a list of commands for each side, all of them equally long; a command is a list of words.
    - prepare: the words of a command for each side, which is run before each of its commands and not measured.
    - output: where hyperfine sends what the commands print.
    """
    if warms_up:
        for side, words in commands.items():
            if prepare:
                run(prepare[side])
            run(words[0])
        commands = {side: words[1:] for side, words in commands.items()}
    sides = list(commands)
    count = len(commands[sides[0]])
    turns = [(side, turn) for turn in range(count) for side in (sides[::-1] if turn % 2 and len(sides) > 2 else sides)]
    with tempfile.NamedTemporaryFile(suffix=".json") as report:
        words = ["hyperfine", "-N", "--runs", "1", "--style", "none", "--output", str(output)]
        words += ["--export-json", report.name]
        for side, _ in turns if prepare else []:
            words += ["--prepare", shlex.join(prepare[side])]
        words += [shlex.join(commands[side][turn]) for side, turn in turns]
        run(words)
        results = json.load(report)["results"]
    times = {side: [] for side in sides}
    for (side, _), result in zip(turns, results):
        times[side].append(result["times"][0])
    return times


def instructions(command):
    """Counts all instructions of a command with callgrind."""
    done = run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}", *command])
    return int(re.search(r"Collected : (\d+)", done.stderr)[1])


def memory(command):
    """Measures the peak memory of a command, in bytes."""
    done = run(["/usr/bin/time", "-f", "%M", *command])
    return int(done.stderr.split()[-1]) * 1024


def run(command):
    """Runs a command and discards its output; an error ends the part that is being measured."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        message = done.stderr.strip()[-2000:]
        raise Failure(f"{message}\nThis command failed with {done.returncode}: {shlex.join(command)[-1000:]}")
    return done


def succeeds(command):
    """Runs a command without its output, and returns whether it ends with 0."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.run(command, **streams).returncode == 0


def output(command):
    """Runs a command and returns what it prints."""
    return subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True).stdout
