"""Runs pleat in a folder of its own, with or without faults."""

import functools
import os
import signal
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ending:
    """How a run ended: its exit code, 128 + n for signal n and None if it hangs, and what it printed."""

    code: int | None
    text: str
    errors: str

    @property
    def is_crash(self):
        """Whether the run hung, or ended with a signal or the exit code of a bug."""
        return self.code is None or self.code == 70 or self.code >= 128

    def __str__(self):
        return f"exit {'never' if self.code is None else self.code}: {self.errors.strip()[-400:]}"


def code_of(process):
    return process.returncode if process.returncode >= 0 else 128 - process.returncode


class Folder:
    """A folder with an outline file, and the environment in which pleat runs there."""

    def __init__(self, program, path):
        self.program = str(program)
        self.path = Path(path)
        self.file = self.path / "outline.db"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.path),
            "PLEAT_FILE": str(self.file),
            "PLEAT_USER": "ana",
            "LC_ALL": "C.UTF-8",
        }

    def run(self, words, stdin=b"", faults=None, seconds=60):
        """Runs pleat to its end.

        - faults: More variables for the environment, as `Shim.faults` makes them.
        """
        with self.started(words, subprocess.PIPE if stdin else subprocess.DEVNULL, faults) as process:
            try:
                text, errors = process.communicate(stdin or None, timeout=seconds)
            except subprocess.TimeoutExpired:
                process.kill()
                text, errors = process.communicate()
                return Ending(None, decoded(text), decoded(errors))
        return Ending(code_of(process), decoded(text), decoded(errors))

    def killed(self, words, stdin, delay, with_programs=False):
        """Starts pleat and kills it after some seconds, unless it has ended by then.

        - with_programs: whether the programs that it has started are killed together with it.
        """
        with self.started(words, subprocess.PIPE if stdin else subprocess.DEVNULL, session=with_programs) as process:
            kill = functools.partial(kill_group, process) if with_programs else process.kill
            alarm = threading.Timer(delay, kill)
            alarm.start()
            text, errors = process.communicate(stdin or None)
            alarm.cancel()
        return Ending(code_of(process), decoded(text), decoded(errors))

    def started(self, words, stdin, faults=None, stdout=subprocess.PIPE, session=False):
        return subprocess.Popen(
            [self.program, *words],
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.PIPE,
            cwd=self.path,
            env=self.environment | (faults or {}),
            start_new_session=session,
        )

    def names(self):
        """The names of all files in the folder."""
        return sorted(os.listdir(self.path))


def kill_group(process):
    """Kills a process that leads a group of its own, with all of the group, unless it has ended."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)


def decoded(output):
    return output.decode("utf-8", "surrogateescape")
