"""Damages files, and runs every kind of verb on them."""

import contextlib
import functools
import itertools
import os
import re
import sqlite3
from collections import Counter

from page import Line
from scenarios import Base, state
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
INDEXES = ("section_by_ord", "section_by_level", "section_by_title", "row_by_rank", "row_by_done", "user_by_name")
PAIRS = 40
MORE = (
    ("add", "--section", *(f"Section {number}" for number in range(20))),
    ("add", "--section", *(f"Part {number}" for number in range(10)), "--in", "Garden"),
    ("done", "apples", "seeds", *(f"task {number} at work" for number in range(0, 300, 7))),
    *(("collapse", "Home", "--user", name) for name in ("cy", "dan", "eve")),
)


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    yield from random_damage(trial, base)
    yield from swapped_roots(trial, base)
    yield from exchanged_ids(trial, base)


def random_damage(trial, base):
    original = base.files["outline"]["outline.db"]
    listed = base.copy(base.files["outline"], "control").run(VERBS[0]).text

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
    mutants = []
    for (one, first), (other, second) in itertools.combinations(
        roots(base.copy(base.files["outline"], "roots").file).items(), 2
    ):
        back = functools.partial(swap_back, first, second)
        mutants.append((f"{one} and {other} swapped", swapped(original, first, second), back))
    result = compared(trial, base, base.files["outline"], mutants)
    yield Line(
        "damaged files: root pages of two tables or indexes swapped",
        "every pair × 14 verbs: 0 signals, 0 hangs, 0 exit 70; `check` finds what a verb does not",
        result,
        trial.command,
    )


def exchanged_ids(trial, base):
    """Exchanges the row ids in two cells of an index, which leaves every page as SQLite wants it."""
    trial.findings.clear()
    folder = base.copy(base.files["outline"], "roots")
    for words in MORE:
        folder.run(words)
    original = folder.file.read_bytes()
    first_pages = roots(folder.file)
    mutants = []
    for index in INDEXES:
        cells = list(row_ids(original, first_pages[index]))
        pairs = [(one, other) for one, other in itertools.combinations(cells, 2) if one[1] == other[1]]
        for one, other in trial.random(index).sample(pairs, min(PAIRS, len(pairs))):
            what = f"row ids at {one[0]} and {other[0]} of {index} exchanged"
            mutants.append((what, exchanged(original, one, other), rebuild_indexes))
    result = compared(trial, base, {"outline.db": original}, mutants)
    yield Line(
        "damaged files: row ids of two cells of an index exchanged",
        f"{PAIRS} pairs of each index × 14 verbs: 0 signals, 0 hangs, 0 exit 70; `check` finds what a verb does not",
        result,
        trial.command,
    )


def compared(trial, base, files, mutants):
    """Runs every verb on damaged files, compares the answers with those for the whole file, and returns the result.

    - files: The whole file.
    - mutants: What each is, its content, and what shows whether an edit wrote to the right place.
    """
    expected, counts, verbs = {}, Counter(), Counter()
    for words in READERS + EDITS:
        folder = base.copy(files, "control")
        expected[words] = answer(folder, words)[1:] + (state(folder),)

    def check(case, name):
        (what, content, mend), words = case
        folder = base.copy({"outline.db": content}, name)
        ending, _, text = answer(folder, words)
        if ending.code == 65:
            return
        if words in EDITS and ending.code == 0:
            mend(folder.file)
            is_right = state(folder) == expected[words][2]
        else:
            is_right = (ending.code, text) == expected[words][:2]
        if ending.is_crash:
            trial.find("crash", f"{what}: {' '.join(words)}: {ending}")
        elif not is_right:
            with trial.lock:
                counts["wrong"] += 1
                verbs[words[0]] += 1
            folder = base.copy({"outline.db": content}, name)
            if folder.run(("check",)).code != 1:
                trial.find("unnoticed", f"{what}: check finds nothing")
            if os.environ.get("FAULTS_SHOW"):
                print(f"-- {what}: {' '.join(words)}: {ending.code}, {text[:60]!r}", flush=True)

    done = trial.each(spread(itertools.product(mutants, READERS + EDITS), trial.cases), check)
    those = ", ".join(f"{count} of `{verb}`" for verb, count in verbs.most_common())
    return (
        f"{done:,} runs: {trial.count('crash')} signals, hangs or exit 70; {counts['wrong']} answered wrongly"
        f"{those and f' ({those})'}, {trial.count('unnoticed')} of them on files in which `check` finds nothing"
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


def swap_back(one, other, path):
    path.write_bytes(swapped(path.read_bytes(), one, other))


def row_ids(content, page):
    """Where an index has its row ids, how many bytes each takes, and the row id, from a page down."""
    start = (page - 1) * PAGE
    is_leaf = content[start] == 10
    count = int.from_bytes(content[start + 3 : start + 5], "big")
    begin = start + (8 if is_leaf else 12)
    if not is_leaf:
        yield from row_ids(content, int.from_bytes(content[start + 8 : start + 12], "big"))
    for number in range(count):
        cell = start + int.from_bytes(content[begin + 2 * number : begin + 2 * number + 2], "big")
        if not is_leaf:
            yield from row_ids(content, int.from_bytes(content[cell : cell + 4], "big"))
            cell += 4
        size, record = varint(content, cell)
        length, at = varint(content, record)
        while at < record + length:
            kind, at = varint(content, at)
        # The row id comes last; 0 and 1 are kinds of their own.
        width = (0, 1, 2, 3, 4, 6, 8)[kind] if kind < 7 else 0
        if width and size < 200:
            end = record + size
            yield end - width, width, int.from_bytes(content[end - width : end], "big")


def varint(content, at):
    """A number of SQLite, and where the next one begins."""
    value = 0
    for number in range(9):
        byte = content[at + number]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + number + 1
    raise ValueError("a number of nine bytes")


def exchanged(content, one, other):
    """A copy of a file with two row ids exchanged."""
    copy = bytearray(content)
    for (at, width, _), (_, _, number) in ((one, other), (other, one)):
        copy[at : at + width] = number.to_bytes(width, "big")
    return bytes(copy)


def rebuild_indexes(path):
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("REINDEX")


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
