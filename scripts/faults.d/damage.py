"""Damages files, and asks every kind of verb to use them."""

import contextlib
import os
import re
import sqlite3
from collections import Counter

from page import Line
from scenarios import SCENARIOS, Base
from shim import Shim

TARGET = 10_000
PAGE = 4096
VERBS = (("list", "--all"), ("add", "milk", "--in", "Home"), ("undo",))


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    original = base.files["outline"]["outline.db"]
    listed = base.start(SCENARIOS[-1], "control").run(VERBS[0]).text
    counts = Counter()

    def check(number, name):
        mutant = damaged(original, trial.random(number))
        for words in VERBS:
            folder = base.copy({"outline.db": mutant}, name)
            what = f"mutant {number} of seed {trial.seed}: {' '.join(words)}"
            judge(trial, base.shim, folder, words, what, listed, counts)

    done = trial.each(range(trial.cases or TARGET), check)
    crashes, writes, wrong = trial.count("crash"), trial.count("written"), trial.count("wrong")
    yield Line(
        "damaged files: flipped bits, pages that are empty, garbage, swapped or twice there, files cut off",
        "10,000 × 3 verbs: 0 signals, 0 writes by readers; what `integrity_check` finds on the pages read is refused",
        f"{done:,} × {len(VERBS)} verbs: {crashes} signals, hangs or exit 70, {writes} writes by readers; from pages in"
        f" which `integrity_check` finds something, {wrong} wrong lists and {counts['right']} right ones;"
        f" {counts['refused']:,} runs ended with 65",
        trial.command,
    )


def damaged(original, random):
    """A copy of a file with one kind of damage."""
    content = bytearray(original)
    pages = len(content) // PAGE
    first, second = (random.randrange(pages) * PAGE for _ in range(2))
    match random.randrange(8):
        case 0 | 1 | 2:
            for _ in range(random.choice((1, 1, 1, 2, 8))):
                content[random.randrange(len(content))] ^= 1 << random.randrange(8)
        case 3:
            content[first : first + PAGE] = bytes(PAGE)
        case 4:
            start, length = random.randrange(PAGE), random.choice((1, 2, 4, 16, 512, PAGE))
            end = min(first + PAGE, first + start + length)
            content[first + start : end] = random.randbytes(end - first - start)
        case 5:
            del content[random.choice((first, random.randrange(len(content)))) :]
        case 6:
            a, b = content[first : first + PAGE], content[second : second + PAGE]
            content[first : first + PAGE], content[second : second + PAGE] = b, a
        case _:
            content[first : first + PAGE] = content[second : second + PAGE]
    return bytes(content)


def judge(trial, shim, folder, words, what, listed, counts):
    """Runs a verb on a damaged file.

    - listed: What the file before the damage lists. From pages in which SQLite's own check finds something, a list with
      other words is a finding.
    """
    before = (folder.file.read_bytes(), os.stat(folder.file).st_mtime_ns, folder.names())
    if words != VERBS[0]:
        ending = folder.run(words)
    else:
        ending, calls = shim.calls(folder, words)
        if (folder.file.read_bytes(), os.stat(folder.file).st_mtime_ns, folder.names()) != before:
            trial.find("written", what)
        read = {call.offset // PAGE + 1 for call in calls if call.name == "pread" and call.path == str(folder.file)}
        found = {page: message for page, message in findings(folder.file) if page in read} if ending.code == 0 else {}
        if found and ending.text == listed:
            counts["right"] += 1
        elif found:
            trial.find("wrong", f"{what}: {found}")
    counts["refused"] += ending.code == 65
    if ending.is_crash:
        trial.find("crash", f"{what}: {ending}")


def findings(path):
    """The pages in which SQLite's own check finds something, with what it says."""
    try:
        with contextlib.closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as file:
            messages = [line for (text,) in file.execute("PRAGMA integrity_check(1000)") for line in text.split("\n")]
    except sqlite3.DatabaseError:
        return
    for message in messages:
        page = re.search(r"page (\d+)", message, re.IGNORECASE)
        if page:
            yield int(page[1]), message
