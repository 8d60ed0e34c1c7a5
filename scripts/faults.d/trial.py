"""One run of a script: its settings and its findings."""

import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

SHOWN = 20


@dataclass
class Trial:
    """The program under test, how much to do, and the findings so far.

    - cases: how many cases are wanted; None for the size of the target.
    """

    name: str
    program: Path
    folder: Path
    cases: int | None
    jobs: int
    seed: int
    findings: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def command(self):
        """The command line that does the same again."""
        return f"scripts/faults {self.name}" + (f" --cases {self.cases}" if self.cases else "")

    def random(self, name=""):
        """A generator that gives the same numbers for the same seed."""
        return random.Random(f"{self.seed} {name}")

    def find(self, kind, text):
        """Records a finding, and prints the first ones of each kind."""
        with self.lock:
            self.findings.append(kind)
            if self.findings.count(kind) <= SHOWN:
                print(f"faults: {kind}: {text}", file=sys.stderr, flush=True)

    def count(self, *kinds):
        """How many findings of some kinds there are."""
        return sum(kind in kinds for kind in self.findings)

    def each(self, cases, check):
        """Runs `check(case, name)` for each case, with a name for a folder that no other case uses meanwhile.

        Returns how many there were, and shows how far it is.
        """
        free = [f"work{number}" for number in range(self.jobs)]
        done = 0

        def run(case):
            nonlocal done
            with self.lock:
                name = free.pop()
            try:
                check(case, name)
            finally:
                with self.lock:
                    free.append(name)
                    done += 1
                    if done % 500 == 0:
                        print(f"-- {done:,} done, {len(self.findings)} findings", file=sys.stderr, flush=True)

        with ThreadPoolExecutor(self.jobs) as pool:
            for future in [pool.submit(run, case) for case in cases]:
                future.result()
        return done


def spread(cases, count):
    """Takes `count` of the cases, evenly; all of them if there are fewer or no count is given."""
    cases = list(cases)
    if count is None or count >= len(cases):
        return cases
    return [cases[number * len(cases) // count] for number in range(count)]
