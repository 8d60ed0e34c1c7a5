"""Follows what `pleat watch --json --layout flat` prints, like a program that shows the list."""

import json
import subprocess
import time

PATIENCE = 60  # seconds until a watch has to have told everything


def replayed(output):
    """The list after everything that was printed, with what is told of each line."""
    lines = []
    for text in output.split(b"\n")[:-1]:  # the last one may still be in the making
        step = json.loads(text)
        if "changes" in step:
            lines = changed(lines, step["changes"], [told(line) for line in step["content"]])
        elif "removed" not in step:
            lines = [told(line) for line in step.get("snapshot", step.get("reset"))]
    return lines


def told(line):
    """What must be told of a line: all of it but its place, and the numbers that only a collapsed header tells."""
    untold = {"line", "number"}
    if line["kind"] == "row":
        untold.add("section_id")  # that of the header above it
    if line.get("collapsed") is False:
        untold |= {"rows", "hidden", "tasks", "doneTasks", "below"}
    return {name: value for name, value in line.items() if name not in untold}


def numbers(runs):
    return [run["start"] + offset for run in runs for offset in range(run["count"])]


def changed(lines, changes, content):
    """The list after one step. `content` has the lines that were inserted or are to be drawn again, in order."""
    moved = [
        (run["from"] + offset, run["to"] + offset)
        for run in changes.get("movedLines", [])
        for offset in range(run["count"])
    ]
    inserted = numbers(changes.get("insertedLines", []))
    arriving = {new: lines[old] for old, new in moved} | dict.fromkeys(inserted)
    for index in sorted([old for old, _ in moved] + numbers(changes.get("deletedLines", [])), reverse=True):
        del lines[index]
    for index in sorted(arriving):
        lines.insert(index, arriving[index])
    for index, line in zip(sorted(inserted + numbers(changes.get("reloadedLines", []))), content, strict=True):
        lines[index] = line
    return lines


class Watch:
    """A running `pleat watch`, whose output goes to a file."""

    def __init__(self, folder, user, name):
        self.folder = folder
        self.user = user
        self.path = folder.path / name
        words = ["watch", "--json", "--layout", "flat", "--user", user]
        with open(self.path, "wb") as output:
            self.process = folder.started(words, subprocess.DEVNULL, stdout=output)
        while not self.path.stat().st_size:
            time.sleep(0.01)

    def has_list(self, trial):
        """Waits until the reported changes lead to the present list; returns whether they do."""
        expected = [told(line) for line in json.loads(self.folder.run(["list", "--json", "--user", self.user]).text)]
        end, pause = time.monotonic() + PATIENCE, 0.01
        while (found := replayed(self.path.read_bytes())) != expected and time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, 1)
        if found != expected:
            trial.find("watch", f"the watch of {self.user} has {found} instead of {expected}"[:2_000])
        return found == expected

    def ends_with_list(self, trial):
        """Ends the watch once its changes have led to the present list; returns whether they do."""
        has_list = self.has_list(trial)
        self.process.terminate()
        self.process.communicate()
        return has_list
