"""An outline on another machine, at a round trip of 40 ms: edits beside `ssh host true`, and what `watch` tells of them.

The other machine is an sshd on 127.0.0.1 behind a relay that delays everything; an open connection is used again
(ControlMaster), as docs/machines.md recommends.
"""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

from failure import Failure
from measure import Spread
from table import Line

sys.path.append(str(Path(__file__).resolve().parent.parent / "faults.d"))
import sshd  # noqa: E402

GROUP = "Another machine, by ssh"
ROUND_TRIP = 0.04
PLACE = f"{ROUND_TRIP * 1000:.0f} ms away"
NOTHING = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def run(bench):
    if not sshd.is_there():
        raise Failure("This needs the packages openssh-server and openssh-client.")
    folder = bench.folder / "ssh"
    folder.mkdir()
    file = folder / "outline.db"
    serve = f'restrict,pty,command="{bench.pleat} serve --file {file} --user ana"'
    server = sshd.Server(f"{folder}/server", {"free": "", "ana": serve})
    relay = sshd.Relay(server.port, ROUND_TRIP)
    try:
        measure(bench, folder, file, server, relay)
    finally:
        for key in ["free", "ana"]:
            variables = environment(folder, server.folder / f"programs-{relay.port}")
            subprocess.run(["ssh", "-O", "exit", key], env=variables, **NOTHING)
        server.close()


def measure(bench, folder, file, server, relay):
    """Measures new connections, and then one that is open."""
    add, there = ["add", "milk", "-q"], [str(bench.pleat), "-f", "ssh://ana"]
    cold = environment(folder, server.client(["free", "ana"], relay.port))
    true = seconds(["ssh", "free", "true"], cold, bench.runs(5))
    edit = seconds([*there, *add], cold, bench.runs(5))
    add_line(bench, "`add`, by a new connection", edit, true)
    master = f"  ControlMaster auto\n  ControlPath {folder}/%n\n  ControlPersist 60\n"
    warm = environment(folder, server.client(["free", "ana"], relay.port, master))
    for key, words in [("free", "true"), ("ana", "pleat list")]:
        subprocess.run(["ssh", key, words], env=warm, check=True, **NOTHING)
    true = seconds(["ssh", "free", "true"], warm, bench.runs(60))
    edit = seconds([*there, *add], warm, bench.runs(60))
    add_line(bench, "`add`", edit, true)
    add_line(bench, "`list --limit 3`", seconds([*there, "list", "--limit", "3"], warm, bench.runs(60)), true)
    here = seconds([str(bench.pleat), "-f", str(file), *add], warm, bench.runs(60))
    trips = [(far - near - nothing) / ROUND_TRIP for far, near, nothing in zip(edit, here, true)]
    bench.add(GROUP, Line("`add`, beyond `ssh host true` and an `add` there", PLACE, "round trips", Spread.of(trips)))
    seen = edits_seen([*there, "watch"], [str(bench.pleat), "-f", str(file), *add], warm, bench.runs(60))
    bench.add_times(GROUP, "an edit there, until `watch` tells of it", PLACE, seen)


def environment(folder, programs):
    return {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder), "PLEAT_USER": "ana", "LC_ALL": "C.UTF-8"}


def add_line(bench, what, times, true):
    """Adds a line with the seconds of a command beside those of `ssh host true`."""
    bench.add(GROUP, Line(what, PLACE, "s", Spread.of(times), Spread.of(true), reference="`ssh host true`"))


def seconds(words, variables, count):
    """Runs a command several times, the first time to warm up, and measures the others."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        subprocess.run(words, env=variables, check=True, **NOTHING)
        times.append(time.perf_counter() - begun)
    return times[1:]


def edits_seen(watching, editing, variables, count):
    """The seconds from the beginning of each edit until a watch tells of it."""
    times = []
    with subprocess.Popen(watching, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as watch:
        for number in range(count):
            while select.select([watch.stdout], [], [], 0.3 if number else 2)[0]:
                os.read(watch.stdout.fileno(), 1 << 16)
            begun = time.perf_counter()
            subprocess.run(editing, env=variables, check=True, **NOTHING)
            if not select.select([watch.stdout], [], [], 10)[0]:
                raise Failure("pleat watch does not tell of an edit.")
            times.append(time.perf_counter() - begun)
        watch.terminate()
    return times[1:]
