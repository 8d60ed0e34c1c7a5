"""Imports real files of other programs, and compares what pleat has read with an independent reader; see scripts/compare/real."""

import html
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

import icalendar
import markdown_it
import orgparse

PLEAT = os.environ["PLEAT"]
BACK = {".md": "markdown", ".org": "org", ".ics": "ics", ".opml": "opml"}
PARTS = ("text", "title", "detail", "done", "due", "repeat", "level")


def letters(text):
    """The letters and digits of a text; formats differ in signs, escapes and spaces."""
    return re.sub(r"[\W_]+", "", html.unescape(text).replace("\\n", "")).casefold()


def pleat(folder, *words):
    return subprocess.run(
        [PLEAT, *words, "-f", f"{folder}/outline.db"], capture_output=True, text=True, stdin=subprocess.DEVNULL,
        env={**os.environ, "LC_ALL": "C.UTF-8", "TZ": "Europe/Berlin", "XDG_CONFIG_HOME": folder})


def items(folder):
    document = json.loads(pleat(folder, "export", "-", "--format", "json", "--without-folds").stdout or '{"sections":[]}')
    for section in document["sections"]:
        yield section
        yield from section["rows"]


def markdown(text):
    """Headings, and texts of paragraphs, items and cells; an image or a link has its address as well."""
    for token in markdown_it.MarkdownIt("gfm-like", {"linkify": False}).parse(re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.S)):
        if token.type == "inline":
            yield from (re.sub(r"^\[.\] ", "", part.content) for part in token.children or [] if part.type in ("text", "code_inline"))


def org(text):
    for node in orgparse.loads(text)[1:]:
        yield node.heading


def calendar(text):
    for task in icalendar.Calendar.from_ical(text).walk("VTODO"):
        for name in ("SUMMARY", "DESCRIPTION"):
            if name in task:
                yield str(task[name])
        if "DUE" in task:
            yield task.decoded("DUE").strftime("%Y-%m-%d") if not hasattr(task.decoded("DUE"), "tzinfo") else ""


def opml(text):
    for element in xml.etree.ElementTree.fromstring(text.lstrip()).iter("outline"):
        yield element.get("text") or element.get("title") or ""


READERS = {".md": markdown, ".org": org, ".ics": calendar, ".opml": opml}


def check(path):
    """Yields what is wrong with one file."""
    text = path.read_text(encoding="utf-8", errors="strict")
    try:
        wanted = [letters(part) for part in READERS[path.suffix](text)]
    except Exception as error:
        return [("judge", f"{type(error).__name__}: {str(error)[:80]}")]
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder, tempfile.TemporaryDirectory(dir="/dev/shm") as other:
        answer = pleat(folder, "import", str(path))
        if answer.returncode:
            return [("refused", answer.stderr.strip().replace("\n", " ")[:200])]
        found = list(items(folder))
        known = letters(json.dumps(found, ensure_ascii=False)) + letters(answer.stderr)
        lost = [part for part in wanted if part not in known]
        faults = [("lost", f"{len(lost)} of {len(wanted)}: {lost[0][:60]}")] if lost else []
        if not found:
            return faults
        again = f"{other}/{path.name}"
        export = pleat(folder, "export", again, "--format", BACK[path.suffix])
        if export.returncode:
            return faults + [("export", export.stderr.strip()[:200])]
        answer = pleat(other, "import", again)
        if answer.returncode:
            return faults + [("again", answer.stderr.strip().replace("\n", " ")[:200])]
        key = lambda item: {part: item.get(part) for part in PARTS}
        one, two = [list(map(key, list_)) for list_ in (found, list(items(other)))]
        if one != two:
            first = next((pair for pair in zip(one, two) if pair[0] != pair[1]), (f"{len(one)} items", f"{len(two)} items"))
            faults.append(("changed", " | ".join(json.dumps(side, ensure_ascii=False)[:150] for side in first)))
        return faults


def main():
    paths = [path for root in sys.argv[1:] for path in sorted(pathlib.Path(root).rglob("*")) if path.suffix in READERS and path.is_file()]
    counts = {}
    for path in paths:
        try:
            faults = check(path)
        except UnicodeDecodeError:
            faults = [("not UTF-8", "")]
        for kind, what in faults or [("right", "")]:
            counts[path.suffix, kind] = counts.get((path.suffix, kind), 0) + 1
            if kind != "right":
                print(f"{kind}: {path}: {what}", flush=True)
    print(", ".join(f"{suffix} {kind} {count}" for (suffix, kind), count in sorted(counts.items())))


main()
