"""Follows what `pleat watch --json --layout flat` prints, like a program that shows the list."""

import json


def replayed(output):
    """The list after everything that was printed: the id and the text of each line."""
    lines = []
    for text in output.split(b"\n")[:-1]:  # the last one may still be in the making
        step = json.loads(text)
        if "changes" in step:
            lines = changed(lines, step["changes"], [told(line) for line in step["content"]])
        else:
            lines = [told(line) for line in step.get("snapshot", step.get("reset"))]
    return lines


def told(line):
    return line["id"], line.get("text", line.get("title"))


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
