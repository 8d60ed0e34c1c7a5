"""The command line of scripts/bench."""

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import edits
import history
import imports
import lists
import start
import table
import verbs
import watch
from bench import Bench, has_room
from failure import Failure

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "docs" / "performance.md"
PARTS = {
    "start": start.run,
    "edits": edits.run,
    "windows": lists.run_windows,  # of the largest outline that the edits had
    "lists": lists.run,
    "import": imports.run,
    "verbs": verbs.run,
    "history": history.run,
    "watch": watch.run,
}


def options():
    """What the command line asks for."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures pleat side by side with the sqlite3 shell, and writes the table of docs/performance.md.",
    )
    parser.add_argument("--quick", action="store_true", help="smaller outlines and fewer repetitions: a few minutes")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        choices=PARTS,
        action="extend",
        help=f"these parts alone, of {', '.join(PARTS)}; docs/performance.md is then left as it is",
    )
    parser.add_argument("--pleat", type=Path, metavar="PATH", help="the program to measure, instead of building it")
    parser.add_argument("--baseline", type=Path, metavar="PATH", help="a second pleat, measured in the same turns")
    parser.add_argument("--no-write", action="store_true", help="print the table and leave docs/performance.md alone")
    return parser.parse_args()


def program(path):
    """A program that can be run, by its full path."""
    if not os.access(path, os.X_OK):
        raise SystemExit(f"bench: there is no program at {path}")
    return path.resolve()


def built():
    """The release binary, built now."""
    done = subprocess.run([ROOT / "scripts" / "build"], stdout=subprocess.PIPE, text=True, check=True)
    return Path(done.stdout.splitlines()[-1])


def measure(chosen, folder, memory):
    """Measures all parts that are asked for; what it found, and the parts that failed."""
    baseline = program(chosen.baseline) if chosen.baseline else None
    bench = Bench(program(chosen.pleat or built()), baseline, chosen.quick, folder, memory)
    failed = [name for name in PARTS if (not chosen.only or name in chosen.only) and not is_measured(name, bench)]
    return bench, failed


def is_measured(name, bench):
    """Measures one part; false where that failed, and the sentence is shown."""
    begun = time.monotonic()
    try:
        PARTS[name](bench)
    except (Failure, subprocess.CalledProcessError) as failure:
        print(f"bench: {name}: {failure}", file=sys.stderr)
        return False
    print(f"-- {name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return True


def stop(number, _):
    """Ends the run at a signal; another one does not keep it from removing its files."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(f"bench: stopped by signal {number}")


def main():
    chosen = options()
    writes = not chosen.no_write and not chosen.only
    if writes:
        table.replace(PAGE.read_text(), "")  # whether the page can be written is found out now, not at the end
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)
    os.environ.pop("PLEAT_FILE", None)
    os.environ["LC_ALL"] = "C.UTF-8"
    folder = tempfile.mkdtemp(prefix="pleat-bench-", dir=os.environ.get("TMPDIR", "/var/tmp"))
    memory = None
    try:
        if has_room("/dev/shm", 2**27 if chosen.quick else 4 * 2**30):
            memory = tempfile.mkdtemp(prefix="pleat-bench-", dir="/dev/shm")
        else:
            print("bench: /dev/shm has not enough room; nothing is measured on a memory file system", file=sys.stderr)
        bench, failed = measure(chosen, folder, memory)
    finally:
        for path in filter(None, (folder, memory)):
            shutil.rmtree(path, ignore_errors=True)
    lines = bench.ordered_lines()
    kind = " --quick" if chosen.quick else ""
    text = f"{table.circumstances(bench.version, kind)}\n\n{table.summary(lines)}\n\n{table.table(lines)}"
    print(text)
    if failed:
        raise SystemExit(f"bench: nothing was written, since these parts failed: {', '.join(failed)}")
    if writes:
        PAGE.write_text(table.replace(PAGE.read_text(), text))


main()
