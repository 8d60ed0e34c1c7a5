"""The library that injects faults into calls: builds it, and reads its trace."""

import subprocess
from dataclasses import dataclass
from pathlib import Path

SOURCE = Path(__file__).parent / "shim.c"


@dataclass(frozen=True)
class Call:
    """A call for input or output. Of a rename, `path` has both paths, separated by a carriage return."""

    number: int
    name: str
    path: str
    offset: int
    length: int
    data: bytes = b""


class Shim:
    """The library, compiled for one run of a script."""

    def __init__(self, folder):
        self.library = Path(folder) / "shim.so"
        options = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", self.library]
        subprocess.run(["gcc", *options, SOURCE, "-ldl"], check=True)

    def faults(self, folder, at=0, kind="", trace=None, with_data=False):
        """The environment in which the call with the number `at` below a folder is hit, and calls are noted."""
        values = {"LD_PRELOAD": str(self.library), "FAULT_FOLDER": str(folder)}
        if at:
            values |= {"FAULT_AT": str(at), "FAULT_KIND": kind}
        if trace:
            values["FAULT_TRACE"] = str(trace)
        if with_data:
            values["FAULT_DATA"] = "1"
        return values

    def clock(self, error):
        """The environment in which the clock is wrong by some seconds."""
        return {"LD_PRELOAD": str(self.library), "FAULT_CLOCK": str(error)}

    def calls(self, folder, words, stdin=b"", with_data=False):
        """Runs a command without faults; returns its ending and its calls."""
        trace = folder.path.parent / f"{folder.path.name}.trace"
        trace.unlink(missing_ok=True)
        ending = folder.run(words, stdin, self.faults(folder.path, trace=trace, with_data=with_data))
        if not trace.exists():
            raise SystemExit("faults: no call was noted; --pleat needs a program that 'scripts/build --dynamic' built")
        calls = list(parsed(trace.read_bytes(), with_data))
        trace.unlink()
        return ending, calls


def parsed(text, with_data):
    """Reads the calls in the library's trace."""
    at = 0
    while at < len(text):
        end = text.index(b"\n", at)
        number, name, path, offset, length = text[at:end].decode().split("\t")
        at = end + 1
        size = int(length) if with_data and name in ("write", "pwrite") else 0
        yield Call(int(number), name, path, int(offset), int(length), text[at : at + size])
        at += size
