"""The screen of `pleat open` on ten million rows: from its start or a key to its paint, and its memory."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

from failure import Failure
from measure import Spread
from outlines import Outline
from table import Line

GROUP = "The screen"


def run(bench):
    outline = Outline(bench.size(10**7), 1000)
    path = bench.outlines.copy(outline, bench.pleat, bench.folder / "screen.db")
    try:
        measure(bench, outline, path)
    finally:
        path.unlink()
        bench.outlines.forget(outline)


def measure(bench, outline, path):
    """Starts the screen some times, and presses keys on the last one."""
    paints = []
    for _ in range(bench.runs(5)):
        with Screen(bench, path) as screen:
            first = screen.first_bytes()
            paints.append((screen.last_bytes(0.3) or first) - screen.begun)
    bench.add_times(GROUP, "from the start of `open` to its first paint", outline.name, paints[1:])
    with Screen(bench, path) as screen:
        screen.first_bytes()
        screen.last_bytes(0.5)
        for what, before, keys, count in [
            ("a line down", "", ["j"], 300),
            ("a page", "", ["\x06", "\x06", "\x02"], 200),
            ("the end and the beginning", "", ["G", "g"], 100),
            ("folding", "g", [" "], 40),
            ("ticking", "gj", ["x"], 40),
        ]:
            screen.press(before)
            screen.last_bytes(0.2)
            turns = range(2 * bench.runs(count // 2))  # an even number, so that what is folded is expanded again
            times = [screen.answer(keys[turn % len(keys)]) for turn in turns]
            bench.add_times(GROUP, what, outline.name, times)
        bench.add_times(GROUP, "an edit of another process, from its end", outline.name, edits_seen(bench, screen, path))
        memory = Line("`open`, memory at most", outline.name, "B", Spread.of([screen.peak()]))
        bench.add(GROUP, memory)


def edits_seen(bench, screen, path):
    """The seconds from the end of each edit of another process until the screen shows it."""
    times = []
    for turn in range(bench.runs(10)):
        words = [str(bench.pleat), "-f", str(path), "-u", "ana", "edit", "1:1", "--text", f"changed {turn}", "-q"]
        subprocess.run(words, check=True)
        begun = time.perf_counter()
        times.append(screen.first_bytes() - begun)
        screen.last_bytes(0.2)
    return times


class Screen:
    """`pleat open` on a terminal of 120 columns and 50 lines."""

    def __init__(self, bench, path):
        variables = os.environ | {"TERM": "xterm-256color", "XDG_STATE_HOME": str(bench.folder / "state")}
        self.begun = time.perf_counter()
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execve(bench.pleat, [str(bench.pleat), "-f", str(path), "-u", "ana", "open"], variables)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 120, 0, 0))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.press("q")
        try:
            self.last_bytes(1)
        except OSError:
            pass  # the terminal has ended
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def press(self, keys):
        os.write(self.terminal, keys.encode())

    def answer(self, key):
        """The seconds from a key until something is painted."""
        begun = time.perf_counter()
        self.press(key)
        painted = self.first_bytes()
        self.last_bytes(0.02)
        return painted - begun

    def first_bytes(self):
        """Waits until something is painted; returns when."""
        ready, _, _ = select.select([self.terminal], [], [], 20)
        now = time.perf_counter()
        if not ready:
            raise Failure("The screen shows nothing.")
        os.read(self.terminal, 1 << 16)
        return now

    def last_bytes(self, quiet):
        """Waits until nothing is painted for some seconds; returns when the last bytes came, or None if none did."""
        last = None
        while select.select([self.terminal], [], [], quiet)[0]:
            os.read(self.terminal, 1 << 16)
            last = time.perf_counter()
        return last

    def peak(self):
        """The most memory that it has used so far, in bytes."""
        with open(f"/proc/{self.process}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM"))
