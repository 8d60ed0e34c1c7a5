"""Makes batches, undos and statements by hand that delete and insert under one id, and replays what two users are told."""

import json
import re
import sqlite3

from page import Line
from program import Folder
from replay import Watch, changed, told

TARGET = 10_000
STEPS = 20  # of one outline
WORDS = ["milk", "eggs", "tea #a", "Salt", "call", "day 2"]


def run(trial):
    total = trial.cases or TARGET
    took = [0] * (-(-total // STEPS))

    def check(number, name):
        took[number] = check_outline(trial, number, min(STEPS, total - number * STEPS))

    trial.each(range(len(took)), check)
    yield Line(
        "batches, undos and statements by hand that delete and insert under one id",
        "10,000: every answer and every watch replays to the list",
        f"{total:,}, {sum(took):,} of them changed something:"
        f" {trial.count('answer')} answers and {trial.count('watch')} watches did not replay to the list",
        trial.command,
    )


def check_outline(trial, number, steps):
    """Makes the steps on an outline of its own; returns how many of them changed something."""
    random = trial.random(number)
    path = trial.folder / f"follow{number}"
    path.mkdir()
    folder = Folder(trial.program, path)
    folder.run(["add", "--section", "A", "B", "C"])
    folder.run(["add", "a", "[ ] b", "c", "--in", "A"])
    watches = [Watch(folder, user, f"watch-{user}") for user in ("ana", "bob")]
    taken = 0
    for step in range(steps):
        before = listed(folder)
        answer = made(folder, random, before)
        after = listed(folder)
        taken += before != after
        if answer is not None and replay(answer["changes"] or {}, before, after) != [told(line) for line in after]:
            trial.find("answer", f"outline {number} of seed {trial.seed}, step {step}: {answer}")
        if not all(watch.has_list(trial) for watch in watches):
            break
    for watch in watches:
        watch.process.terminate()
        watch.process.communicate()
    return taken


def listed(folder):
    return json.loads(folder.run(["list", "--json"]).text)


def replay(changes, before, after):
    """The list after changes, which read only what they insert and reload."""
    runs = changes.get("insertedLines", []) + changes.get("reloadedLines", [])
    content = [told(after[index]) for index in sorted(run["start"] + n for run in runs for n in range(run["count"]))]
    return changed([told(line) for line in before], changes, content)


def made(folder, random, lines):
    """Makes one step as ana or bob; returns ana's answer, or None if she has none."""
    roll = random.random()
    if roll < 0.15:
        by_hand(folder, random, lines)
        return None
    user = random.choice(["ana", "ana", "bob"])
    words = ["--json", "--layout", "flat", "--user", user]
    if roll < 0.4:
        verb = random.choice(["undo", "undo", "redo"])
        ending = folder.run([verb, str(random.randint(1, 5)), *(["--any"] if verb == "undo" else []), *words])
    else:
        ending = applied(folder, batch(random, lines), words)
    return json.loads(ending.text) if user == "ana" and ending.code == 0 else None


def applied(folder, edits, words):
    """Applies edits as one, without those that are refused."""
    while True:
        ending = folder.run(["apply", *words], "".join(f"{edit}\n" for edit in edits).encode() or b"\n")
        refused = re.search(r"line (\d+) of standard input", ending.errors)
        if ending.code == 0 or not refused:
            return ending
        del edits[int(refused[1]) - 1]


def batch(random, lines):
    """Two to ten edits, most of them of one item."""
    items = [line["id"].replace("@s", "@").replace("@r", "@") for line in lines] or ["@1"]
    chosen = random.choice(items)
    return [edit(random, chosen if random.random() < 0.7 else random.choice(items), items) for _ in range(random.randint(2, 10))]


def edit(random, item, items):
    other = random.choice(items)
    word = random.choice(WORDS)
    return random.choice(
        [f"indent {item}", f"outdent {item}", f"indent {item}", f"outdent {item}", f"done {item}", f"undone {item}"]
        + [f"edit {item} '{word}'", f"move {item} --{random.choice(['in', 'before', 'after'])} {other}"]
        + [f"add '{word}' --in {other}", f"copy {item} --in {other}", f"delete -r {item}", f"toggle {item}"]
    )


def by_hand(folder, random, lines):
    """A transaction in which a row goes and comes back under its id, in another place or with another text."""
    rows = [line["row_id"] for line in lines if line["kind"] == "row"] or [1]
    row = random.choice(rows)
    database = sqlite3.connect(folder.file, timeout=10, isolation_level=None)
    try:
        found = database.execute("SELECT section_id, rank, text, done FROM row WHERE row_id = ?", (row,)).fetchone()
        if not found:
            return
        section, rank, text, done = found
        database.execute("BEGIN IMMEDIATE")
        database.execute("DELETE FROM row WHERE row_id = ?", (row,))
        database.execute(
            "INSERT INTO row (row_id, section_id, rank, text, done) VALUES (?, ?, ?, ?, ?)",
            (row, section, rank + random.choice([0, 0, 1]), random.choice([text, random.choice(WORDS)]), done),
        )
        database.execute("COMMIT")
    except sqlite3.IntegrityError:
        pass  # a guard refuses it, and closing the connection rolls it back
    finally:
        database.close()
