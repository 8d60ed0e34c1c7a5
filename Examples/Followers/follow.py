#!/usr/bin/env python3
"""Follows a list as docs/changes.md says: reads what `pleat watch --json` prints, in any layout, and prints the list after
each line of it as a JSON array."""

import json
import sys


class Misfit(Exception):
    """Changes that do not fit the list, or content that does not fit the changes."""


def check(holds, reason):
    if not holds:
        raise Misfit(reason)


class Changes:
    """The changes as lists of places; a place is a part of the list and the index of a line in that part.

    A part is a section, whose line 0 is the header. In the layout flat, the whole list is one part.
    """

    def __init__(self, changes):
        self.changes, self.shift = changes, 1 if changes["layout"] == "grouped" else 0
        self.deleted = self.places("deletedRows") + self.places("deletedLines")
        self.inserted = self.places("insertedRows") + self.places("insertedLines")
        self.moved = self.moves("movedRows") + self.moves("movedLines")
        headers = [(part, 0) for part in self.parts("reloadedHeaders")]
        self.reloaded = self.places("reloadedRows") + self.places("reloadedLines") + headers
        self.moved_parts = [(old[1], new[1]) for old, new in self.moves("movedSections")]

    def parts(self, name):
        return [place[1] for place in self.places(name)]

    def place(self, position, step):
        if isinstance(position, int):
            return 0, position + step
        return position["section"], position.get("row", position.get("start")) + step + self.shift

    def places(self, name):
        runs = self.changes.get(name, [])
        check(all(run["count"] > 0 for run in runs), "a run is empty")
        return [self.place(run if "section" in run else run["start"], step) for run in runs for step in range(run["count"])]

    def moves(self, name):
        runs = self.changes.get(name, [])
        return [(self.place(run["from"], step), self.place(run["to"], step)) for run in runs for step in range(run["count"])]


def take(parts, places, kind):
    """Removes lines by their places in the list before, from the last to the first."""
    check(len(set(places)) == len(places), f"two changes remove the same {kind}")
    for part, index in sorted(places, reverse=True):
        check(0 <= part < len(parts) and 0 <= index < len(parts[part]), f"there is no such {kind} before")
        del parts[part][index]


def put(parts, arrivals, kind):
    """Inserts elements at their places in the list after, from the first to the last."""
    check(len({place for place, _ in arrivals}) == len(arrivals), f"two changes fill the place of one {kind}")
    for (part, index), element in sorted(arrivals, key=lambda arrival: arrival[0]):
        check(0 <= part < len(parts) and 0 <= index <= len(parts[part]), f"there is no place for the {kind}")
        parts[part].insert(index, element)


def apply(parts, changes, content):
    """Applies both stages to the parts of a list."""
    try:
        moved = [(new, parts[old[0]][old[1]]) for old, new in changes.moved]
        moved_parts = [((0, new), parts[old]) for old, new in changes.moved_parts]
    except IndexError:
        raise Misfit("there is nothing to move") from None
    take(parts, changes.deleted + [old for old, _ in changes.moved], "line")
    take([parts], [(0, old) for old in changes.parts("deletedSections") + [old for old, _ in changes.moved_parts]], "section")
    new_parts = changes.parts("insertedSections")
    put([parts], moved_parts + [((0, new), []) for new in new_parts], "section")
    put(parts, moved + [(new, {}) for new in changes.inserted], "line")
    # What is inserted or drawn again comes from the content, in the order of the list after.
    rest = content[::-1]
    for part, index in sorted(changes.inserted + changes.reloaded + [(part, -1) for part in new_parts]):
        check(rest and part < len(parts) and index < len(parts[part]), "the content is too short, or there is no such line")
        if index >= 0:
            parts[part][index] = rest.pop()
            continue
        parts[part].append(rest.pop())
        while rest and rest[-1]["kind"] == "row" and rest[-1]["section_id"] == parts[part][0]["section_id"]:
            parts[part].append(rest.pop())
    check(not rest, "the content is too long")


def parted(lines):
    """The sections of a list, each with its header first."""
    parts = []
    for line in lines:
        if line["kind"] == "section":
            parts.append([])
        parts[-1].append(line)
    return parts


def main():
    lines = []
    for text in sys.stdin:
        message = json.loads(text)
        if "changes" in message:
            parts = [lines] if message["changes"]["layout"] == "flat" else parted(lines)
            apply(parts, Changes(message["changes"]), message["content"])
            lines = [line for part in parts for line in part]
        else:
            lines = message.get("snapshot", message.get("reset", lines))
        print(json.dumps(lines, ensure_ascii=False))


if __name__ == "__main__":
    main()
