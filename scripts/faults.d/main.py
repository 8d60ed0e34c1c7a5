"""The command line of scripts/faults."""

import argparse
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import page
from trial import Trial

ROOT = Path(__file__).resolve().parent.parent.parent
DEBUG = ROOT / ".build" / "debug" / "pleat"


def options(name):
    """Parses the command line."""
    parser = argparse.ArgumentParser(prog=f"scripts/faults {name}", description=importlib.import_module(name).__doc__)
    parser.add_argument("--cases", type=int, metavar="N", help="so many cases instead of those of the target")
    parser.add_argument("--pleat", type=Path, metavar="PATH", help="test this program instead of building one")
    parser.add_argument("--debug", action="store_true", help="test the debug build that is there")
    parser.add_argument("--jobs", type=int, metavar="N", default=os.cpu_count(), help="so many cases at a time")
    parser.add_argument("--seed", type=int, metavar="N", default=1, help="other random cases")
    parser.add_argument("--no-write", action="store_true", help="leave Tests/tried.md as it is")
    return parser.parse_args(sys.argv[2:])


def built():
    """Builds the release binary with shared libraries, and returns its path."""
    words = [ROOT / "scripts" / "build", "--dynamic"]
    return Path(subprocess.run(words, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1])


def main():
    name = sys.argv[1]
    chosen = options(name)
    program = chosen.pleat or (DEBUG if chosen.debug else built())
    if not os.access(program, os.X_OK):
        raise SystemExit(f"faults: {program} is not a program that can be run")
    begun = time.monotonic()
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="pleat-faults-", dir=os.environ.get("TMPDIR", memory)))
    failures = 0
    try:
        trial = Trial(name, program.resolve(), folder, chosen.cases, chosen.jobs, chosen.seed)
        for line in importlib.import_module(name).run(trial):
            failures += len(trial.findings)
            print(f"{line.fault}: {line.result} (target {line.target})", flush=True)
            if not chosen.no_write and not chosen.debug:
                page.write(line)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"-- {name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    if failures:
        raise SystemExit(1)


main()
