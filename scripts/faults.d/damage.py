"""Damages files, and runs every kind of verb on them."""

import contextlib
import itertools
import os
import re
import sqlite3
from collections import Counter

from page import Line
from scenarios import SCENARIOS, Base, state
from shim import Shim
from trial import spread

TARGET = 10_000
PAGE = 4096
VERBS = (("list", "--all"), ("add", "milk", "--in", "Home"), ("undo",))
READERS = (
    ("list",),
    ("list", "--all"),
    ("list", "--from", "3", "--limit", "5"),
    ("list", "--json", "--user", "bob"),
    ("find", "task"),
    ("folds",),
    ("status", "--json"),
    ("users",),
    ("log",),
    ("export", "-", "--format", "json"),
)
EDITS = (("add", "milk", "--in", "Home"), ("add", "--section", "New"), ("collapse", "Home"), ("undo",))


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    yield from random_damage(trial, base)
    yield from swapped_roots(trial, base)


def random_damage(trial, base):
    original = base.files["outline"]["outline.db"]
    listed = base.start(SCENARIOS[-1], "control").run(VERBS[0]).text

    def check(number, name):
        mutant = damaged(original, trial.random(number))
        for words in VERBS:
            folder = base.copy({"outline.db": mutant}, name)
            what = f"mutant {number} of seed {trial.seed}: {' '.join(words)}"
            judge(trial, base.shim, folder, words, what, listed)

    done = trial.each(range(trial.cases or TARGET), check)
    crashes, writes, wrong = trial.count("crash"), trial.count("written"), trial.count("wrong")
    yield Line(
        "damaged files: flipped bits, bad pages, files cut off",
        "10,000 × 3 verbs: 0 signals, 0 writes by readers; what `integrity_check` finds on the pages read is refused",
        f"{done:,} × {len(VERBS)} verbs: {crashes} signals, hangs or exit 70, {writes} writes by readers, {wrong} wrong"
        " lists from pages in which `integrity_check` finds something",
        trial.command,
    )


def swapped_roots(trial, base):
    """Swaps the root pages of all tables and indexes in pairs, which leaves every page as SQLite wants it."""
    trial.findings.clear()
    original = base.files["outline"]["outline.db"]
    pairs = list(itertools.combinations(roots(base.start(SCENARIOS[-1], "roots").file).items(), 2))
    expected, counts = {}, Counter()
    for words in READERS + EDITS:
        folder = base.start(SCENARIOS[-1], "control")
        expected[words] = answer(folder, words)[1:] + (state(folder),)

    def check(case, name):
        ((one, first), (other, second)), words = case
        folder = base.copy({"outline.db": swapped(original, first, second)}, name)
        ending, _, text = answer(folder, words)
        if ending.code == 65:
            return
        if words in EDITS and ending.code == 0:
            # Swapping the pages back shows whether an edit wrote to the wrong page.
            folder.file.write_bytes(swapped(folder.file.read_bytes(), first, second))
            is_right = state(folder) == expected[words][2]
        else:
            is_right = (ending.code, text) == expected[words][:2]
        counts["wrong"] += not is_right
        if ending.is_crash:
            trial.find("crash", f"{one} and {other} swapped: {' '.join(words)}: {ending}")
        elif not is_right:
            folder = base.copy({"outline.db": swapped(original, first, second)}, name)
            if folder.run(("check",)).code != 1:
                trial.find("unnoticed", f"{one} and {other} swapped: check finds nothing")
            if os.environ.get("FAULTS_SHOW"):
                print(f"-- {one} and {other} swapped: {' '.join(words)}: {ending.code}, {text[:60]!r}", flush=True)

    cases = spread(itertools.product(pairs, READERS + EDITS), trial.cases)
    done = trial.each(cases, check)
    yield Line(
        "damaged files: root pages of two tables or indexes swapped",
        "every pair × 14 verbs: 0 signals, 0 hangs, 0 exit 70; `check` finds what a verb does not",
        f"{done:,} runs: {trial.count('crash')} signals, hangs or exit 70; {counts['wrong']} answered wrongly,"
        f" {trial.count('unnoticed')} of them on files in which `check` finds nothing",
        trial.command,
    )


def roots(path):
    """The root pages of all tables and indexes, by name."""
    with contextlib.closing(sqlite3.connect(f"file:{path}?immutable=1", uri=True)) as file:
        return dict(file.execute("SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY rootpage"))


def swapped(content, one, other):
    """A copy of a file with two pages swapped."""
    pages = [content[start : start + PAGE] for start in range(0, len(content), PAGE)]
    pages[one - 1], pages[other - 1] = pages[other - 1], pages[one - 1]
    return b"".join(pages)


def answer(folder, words):
    """How a verb ends, its code, and what it prints without the path of the folder."""
    ending = folder.run(words)
    return ending, ending.code, ending.text.replace(str(folder.path), "")


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


def judge(trial, shim, folder, words, what, listed):
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
        if found and ending.text != listed:
            trial.find("wrong", f"{what}: {found}")
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
