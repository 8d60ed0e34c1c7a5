"""`pleat watch`: its cost while nothing happens, and the time until it reports an edit."""

import subprocess
import time
from pathlib import Path

from failure import Failure
from measure import Spread, ratios
from outlines import Outline
from table import Line

GROUP = "Watching"


def run(bench):
    outline = Outline(10**5, 1000)
    with bench.copies(outline) as copies:
        idle, latency, edit = {}, {}, {}
        for side, program in bench.programs.items():
            if side != "shell":
                path = copies.paths[side]
                with Watcher(program, path) as watcher:
                    idle[side] = watcher.idle_share(3 if bench.quick else 20)
                    latency[side], edit[side] = edits_seen(watcher, path, bench.runs(30))
    line = Line(
        "an edit by the shell, until `watch` tells of it",
        outline.name,
        "s",
        Spread.of(latency["pleat"]),
        Spread.of(edit["pleat"]),
        ratios(latency["pleat"], edit["pleat"]),
        reference="the edit alone",
    )
    usage = Line("`watch`, idle, of one processor", outline.name, "%", Spread.of([idle["pleat"]]))
    if "baseline" in idle:
        line.earlier = Spread.of(latency["baseline"])
        line.change = Spread.of([line.pleat.median / line.earlier.median])
        usage.earlier = Spread.of([idle["baseline"]])
        usage.change = Spread.of([idle["pleat"] / idle["baseline"]])
    bench.add(GROUP, line)
    bench.add(GROUP, usage)


class Watcher:
    """A running `pleat watch --json`."""

    def __init__(self, program, path):
        words = [str(program), "-f", str(path), "-u", "ana", "watch", "--json"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE)
        self.process.stdout.readline()  # the whole list, on one line

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.process.stdout.close()

    def idle_share(self, seconds):
        """The share of one processor that it uses while nothing happens, in percent."""
        before = self.processor_time()
        time.sleep(seconds)
        return (self.processor_time() - before) / seconds * 100

    def processor_time(self):
        """The processor time of all its threads so far, in seconds."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9

    def wait_for_edit(self):
        """Returns when it has reported an edit."""
        if not self.process.stdout.readline():
            raise Failure("pleat watch ended")


def edits_seen(watcher, path, count):
    """The seconds from the start of an edit until it is reported, and until the editing process ends."""
    seen, ended = [], []
    for number in range(count):
        words = ["sqlite3", "-init", "/dev/null", str(path), f"UPDATE row SET text = 'seen {number}' WHERE row_id = (SELECT min(row_id) FROM row)"]
        begun = time.monotonic()
        subprocess.run(words, check=True)
        ended.append(time.monotonic() - begun)
        watcher.wait_for_edit()
        seen.append(time.monotonic() - begun)
        time.sleep(0.01 * (number % 7))
    return seen[1:], ended[1:]
