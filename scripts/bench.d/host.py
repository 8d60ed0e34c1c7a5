"""`pleat host`, in turns with what it replaces: programs that each open the file, and Python with the same statements.

Where other work runs, begin it with `chrt -r 1`: nice does not reach beyond a session, and Linux lets a thread that the
disk has woken wait for the next tick while a compiler has the processor.
"""

import multiprocessing
import os
import random
import shutil
import sqlite3
import subprocess
import threading
import time
from pathlib import Path

import clients
from failure import Failure
from measure import Spread, ratios
from table import Goal, Line

GROUP = "The host"
TURNS = 3
NUMBERS = iter(range(random.getrandbits(55), 1 << 62))


def run(bench):
    seconds = 1 if bench.quick else 4
    compare_connections(bench, seconds)
    compare_processes(bench, seconds)
    compare_outlines(bench, seconds)
    compare_one(bench)
    measure_watchers(bench, seconds)


class Host:
    """A host of a folder with equal outlines."""

    def __init__(self, bench, name, outlines=1):
        self.pleat = str(bench.pleat)
        self.folder = bench.folder / f"host-{name}"
        self.folder.mkdir()
        self.paths = [str(self.folder / f"{number}.db") for number in range(outlines)]
        self.run("add", "--section", "Home")
        for path in self.paths[1:]:
            shutil.copy(self.paths[0], path)
        self.version = bench.version.split()[-1] + "-3"
        self.socket = str(self.folder / ".pleat-host")
        words = [bench.companion("pleat-host"), str(self.folder)]
        self.process = subprocess.Popen(words, stderr=subprocess.DEVNULL)
        while not os.path.exists(self.socket):
            if self.process.poll() is not None:
                raise Failure("pleat host ended.")
            time.sleep(0.01)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        if self.process.wait() != 0:
            raise Failure("The host did not stop in order.")

    def run(self, *words, user="u0", document=None):
        """Runs pleat on the first outline."""
        command = [self.pleat, "-f", self.paths[0], "-u", user, *words, "-q"]
        subprocess.run(command, input=document, text=True, check=True, stderr=subprocess.DEVNULL)

    def copy(self, name):
        """A copy of the first outline, in a folder without a host."""
        return shutil.copy(self.paths[0], self.folder.parent / f"{self.folder.name}-{name}.db")

    def seconds_of_callers(self, count, seconds):
        """Lets so many connections add rows, each to one of the outlines; the seconds of an edit."""

        def next_line(caller):
            number = next(NUMBERS)
            words = ["add", "--idempotency-key", str(number), f"row {number}", "--in", "Home", "-q"]
            return clients.line(self.version, caller.path, caller.user, words)

        callers = [clients.Caller(self.socket, next_line) for _ in range(count)]
        for number, caller in enumerate(callers):
            caller.path, caller.user = self.paths[number % len(self.paths)], f"u{number % 100}"
        rate = clients.run(callers, seconds)
        for caller in callers:
            caller.socket.close()
        return 1 / rate

    def usage(self):
        """The processor time in seconds so far, and the memory at most in bytes."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        memory = int(status.split("VmHWM:")[1].split()[0]) * 1024
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), memory


def compare_connections(bench, seconds):
    """32 connections to the host, one outline."""
    with Host(bench, "connections") as host:
        alone, grouped, shared = (host.copy(name) for name in ("alone", "grouped", "shared"))
        hosted, others = [], {"alone": [], "shared": [], "grouped": []}
        for _ in range(TURNS):
            hosted.append(host.seconds_of_callers(32, seconds))
            others["alone"].append(seconds_of_processes(host.pleat, alone, 32, seconds, ["--no-host"]))
            others["shared"].append(seconds_of_python([[shared]] * 32, seconds, 1))
            others["grouped"].append(seconds_of_python([[grouped]], seconds, 32))
    subprocess.run([host.pleat, "-f", host.paths[0], "check"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    what = "an edit of 32 connections"
    add_line(bench, what, "one outline", hosted, others["alone"], "32 programs that each open the file", Goal(1 / 20))
    add_line(bench, what, "one outline", hosted, others["shared"], "Python, 32 connections to the file", Goal(1 / 20))
    add_line(bench, what, "one outline", hosted, others["grouped"], "Python, groups of 32", Goal(1 / 0.4))


def compare_processes(bench, seconds):
    """32 processes of `pleat add`, with the host and without it."""
    with Host(bench, "processes") as host:
        alone, hosted, others = host.copy("alone"), [], []
        for _ in range(TURNS):
            hosted.append(seconds_of_processes(host.pleat, host.paths[0], 32, seconds, []))
            others.append(seconds_of_processes(host.pleat, alone, 32, seconds, []))
    add_line(bench, "an edit of 32 processes of `pleat add`", "one outline", hosted, others, "without the host")


def compare_outlines(bench, seconds):
    """Four connections to each of many outlines."""
    count = 100 if bench.quick else 1000
    with Host(bench, "outlines", count) as host:
        host.seconds_of_callers(count, 1)  # opens all of them
        copies, hosted, others = [host.copy(number) for number in range(count)], [], []
        for _ in range(TURNS):
            hosted.append(host.seconds_of_callers(4 * count, seconds))
            others.append(seconds_of_python([copies[share::8] for share in range(8)], seconds, 4))
        _, memory = host.usage()
    outline = f"{count:,} outlines"
    bench.add(GROUP, Line(f"an edit of {4 * count:,} connections", outline, "s", Spread.of(hosted), goal=Goal(1 / 5000, "value")))
    add_line(bench, f"an edit of {4 * count:,} connections", outline, hosted, others, "Python, 8 processes, groups of 4")
    bench.add(GROUP, Line("the host's memory at most", outline, "B", Spread.of([memory])))


def compare_one(bench):
    """One edit after the other."""
    with Host(bench, "one") as host:
        times = {host.paths[0]: [], host.copy("alone"): []}
        for _ in range(bench.runs(60)):
            for path, of_path in times.items():
                begun = time.monotonic()
                words = [host.pleat, "-f", str(path), "-u", "u0", "add", "row", "--in", "Home", "-q"]
                subprocess.run(words, check=True)
                of_path.append(time.monotonic() - begun)
    add_line(bench, "one `pleat add` after the other", "one outline", *times.values(), "without the host")


def measure_watchers(bench, seconds):
    """Many watchers as many users with 100 different sets of folds, while ten edits a second are made."""
    count, users = (1000, 100) if bench.quick else (10_000, 1000)
    with Host(bench, "watchers") as host:
        host.run("add", "--section", *(f"S{number}" for number in range(20)))
        host.run("apply", "-", document="".join(f"add row{number} --in S{number % 20}\n" for number in range(400)))
        for user in range(users):
            folds = "".join(f"collapse S{number}\n" for number in range(7) if user % 100 >> number & 1)
            host.run("apply", "-", user=f"w{user}", document=folds + "expand Home\n")
        result = clients.watch(host, host.paths[0], count, users, seconds * 3)
        _, memory = host.usage()
    who = f"{count:,} watchers, {users:,} users"
    for what, unit, value, goal in [
        ("an edit, until half of the watchers know", "s", result["p50"], None),
        ("an edit, until 99 of 100 know", "s", result["p99"], Goal(0.2, "value")),
        ("lines that were not told", "", result["expected"] - result["told"], Goal(0, "value")),
        ("different lists that the watchers began with", "", result["lists"], None),
        ("lists that were computed for an edit", "", result["computed"], None),
        ("processors of the host meanwhile", "", result["cpu"], Goal(1, "value")),
        ("the host's memory at most", "B", memory, Goal(2**30, "value")),
    ]:
        bench.add(GROUP, Line(what, who, unit, Spread.of([value]), goal=goal))


def add_line(bench, what, outline, own, others, reference, goal=None):
    """Adds a line with the seconds of an edit with the host, beside those of something else in the same turns."""
    line = Line(what, outline, "s", Spread.of(own), Spread.of(others), ratios(own, others), goal, reference)
    bench.add(GROUP, line)


def seconds_of_processes(pleat, path, count, seconds, words):
    """Lets so many loops each run `pleat add` again and again; the seconds of an edit."""
    made = [0] * count
    end = time.monotonic() + seconds

    def loop(number):
        command = [pleat, "-f", str(path), "-u", f"u{number}", "add", "row", "--in", "Home", "-q", *words]
        while time.monotonic() < end:
            subprocess.run(command, check=True)
            made[number] += 1

    threads = [threading.Thread(target=loop, args=(number,)) for number in range(count)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return (time.monotonic() - begun) / sum(made)


def seconds_of_python(shares, seconds, size):
    """Lets one process for each share of paths edit them in turn, in groups of so many edits; the seconds of an edit."""
    made = multiprocessing.Queue()

    def work(share):
        editors = [PythonEditor(path) for path in share]
        count, begun = 0, time.monotonic()
        while time.monotonic() - begun < seconds:
            editors[count % len(editors)].group(size)
            count += 1
        made.put(count * size / (time.monotonic() - begun))

    processes = [multiprocessing.Process(target=work, args=(share,)) for share in shares]
    for process in processes:
        process.start()
    rate = sum(made.get() for _ in processes)
    for process in processes:
        process.join()
    return 1 / rate


class PythonEditor:
    """Adds rows by the statements with which pleat does, as it was seen to run them, through one connection."""

    statements = Path(__file__).with_name("edit.sql").read_text().rstrip("\n").split("\n--\n")

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None, cached_statements=500, timeout=60)
        for pragma in ("journal_mode = truncate", "synchronous = full", "foreign_keys = on"):
            self.db.execute("PRAGMA " + pragma)

    def group(self, size):
        """Makes so many edits in one transaction, each in a savepoint."""
        self.db.execute("BEGIN IMMEDIATE")
        edit = self.last("SELECT max(edit_id) FROM edit")
        change = self.last("SELECT max(change_id) FROM change")
        rank = self.last("SELECT max(rank) FROM row WHERE section_id = 1")
        item = self.last("SELECT max(seq) FROM sqlite_sequence WHERE name IN ('row', 'section')")
        for _ in range(size):
            key, edit, change, item, rank = random.getrandbits(60), edit + 1, change + 1, item + 1, rank + 1_000_000_000
            values = {
                "user": f"u{edit % 100}", "key": key, "words": f"add 'row {key}' --in Home", "text": f"row {key}",
                "items": f"r{item}", "token": key, "rank": rank, "edit": edit, "change": change,
            }  # fmt: skip
            for statement in self.statements:
                self.db.execute(statement, values).fetchall()
        self.db.execute("COMMIT")

    def last(self, statement):
        return self.db.execute(statement).fetchone()[0] or 0
