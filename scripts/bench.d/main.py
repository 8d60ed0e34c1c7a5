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
import host
import imports
import lists
import page
import rows
import screen
import searches
import ssh
import start
import table
import upgrade
import verbs
import watch
from bench import Bench, has_room
from failure import Failure

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = ROOT / "Benchmarks" / "measured.md"
PARTS = {
    "start": start.run,
    "edits": edits.run,
    "windows": lists.run_windows,  # reuses the largest outline of the edits
    "lists": lists.run,
    "import": imports.run,
    "verbs": verbs.run,
    "rows": rows.run,
    "searches": searches.run,
    "history": history.run,
    "watch": watch.run,
    "upgrade": upgrade.run,
}
# These need other programs, and are measured if they are named.
OTHERS = {"screen": screen.run, "ssh": ssh.run, "page": page.run, "host": host.run}


def options():
    """Parses the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/bench",
        description="Measures pleat side by side with the sqlite3 shell, prints all figures, and writes Benchmarks/measured.md.",
    )
    parser.add_argument("--quick", action="store_true", help="smaller outlines, fewer repetitions; takes a few minutes")
    parser.add_argument(
        "--only",
        nargs="+",
        metavar="NAME",
        choices=PARTS | OTHERS,
        action="extend",
        help=f"measure only these parts, out of {', '.join(PARTS)}, or of {', '.join(OTHERS)}, which are left out otherwise;"
        " does not write Benchmarks/measured.md",
    )
    parser.add_argument("--pleat", type=Path, metavar="PATH", help="measure this program instead of building one")
    parser.add_argument("--baseline", type=Path, metavar="PATH", help="measure this second pleat in the same turns")
    parser.add_argument("--no-write", action="store_true", help="print the table without writing Benchmarks/measured.md")
    return parser.parse_args()


def program(path):
    """Returns the full path of a program; ends the run if it cannot be executed."""
    if not os.access(path, os.X_OK):
        raise SystemExit(f"bench: {path} is not a program that can be run")
    return path.resolve()


def built():
    """Builds the release binary and returns its path."""
    done = subprocess.run([ROOT / "scripts" / "build"], stdout=subprocess.PIPE, text=True, check=True)
    return Path(done.stdout.splitlines()[-1])


def measure(chosen, folder, memory):
    """Measures the selected parts; returns the results and the names of the parts that failed."""
    baseline = program(chosen.baseline) if chosen.baseline else None
    bench = Bench(program(chosen.pleat or built()), baseline, chosen.quick, folder, memory)
    names = [name for name in PARTS | OTHERS if name in (chosen.only or PARTS)]
    failed = [name for name in names if not is_measured(name, bench)]
    return bench, failed


def is_measured(name, bench):
    """Measures one part; returns false after printing the error if that failed."""
    begun = time.monotonic()
    try:
        (PARTS | OTHERS)[name](bench)
    except (Failure, subprocess.CalledProcessError) as failure:
        print(f"bench: {name}: {failure}", file=sys.stderr)
        return False
    print(f"-- {name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)
    return True


def stop(number, _):
    """Ends the run at a signal, and ignores further ones so that the files are removed."""
    signal.signal(number, signal.SIG_IGN)
    sys.exit(f"bench: stopped by signal {number}")


def main():
    chosen = options()
    writes = not chosen.no_write and not chosen.only
    if writes:
        table.replace(PAGE.read_text(), "")  # fails now, rather than at the end, if the page lacks the markers
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
            print("bench: /dev/shm does not have enough space; skipping the memory file system", file=sys.stderr)
        bench, failed = measure(chosen, folder, memory)
    finally:
        for path in filter(None, (folder, memory)):
            shutil.rmtree(path, ignore_errors=True)
    lines = bench.ordered_lines()
    kind = " --quick" if chosen.quick else ""
    parts = [table.circumstances(bench.version, kind), table.summary(lines), table.slower(lines)]
    print("\n\n".join(filter(None, [*parts, table.table(lines)])))
    if failed:
        raise SystemExit(f"bench: Benchmarks/measured.md was not written because these parts failed: {', '.join(failed)}")
    if writes:
        text = "\n\n".join(filter(None, [*parts, table.page_table(lines)]))
        PAGE.write_text(table.replace(PAGE.read_text(), text))


main()
