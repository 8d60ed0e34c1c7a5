"""Edits with many changes: collapsing every section, undoing a long edit made by hand, applying a batch."""

from bench import Job
from measure import memory, run as run_command
from outlines import GAP, Outline, sqlite
from shell import Statements
from table import Goal

GROUP = "Many changes at once"


def run(bench):
    collapse_all(bench)
    undo_all(bench)
    apply_batch(bench)


def compare(bench, copies, job, what, count, goal=None, most=None):
    """Measures the time and the peak memory of a job that can be done only once on a file, which is restored each time.

    Fails if the results differ. `most` is how many MiB of memory the job is to need at most.
    """
    commands = copies.commands(job, 1)
    repeated = {side: own * bench.runs(count) for side, own in commands.items()}
    saved = copies.saved()
    bench.compare(GROUP, what, copies.outline.name, repeated, goal, prepare=saved)
    copies.check()
    for restore in saved.values():
        run_command(restore)
    peak = {side: memory(own[0]) for side, own in commands.items()}
    most = most and Goal(most * 2**20, "value")
    bench.compare_once(GROUP, f"{what}, peak memory", copies.outline.name, "B", peak, most)


def collapse_all(bench):
    """Collapses every section of an outline that has many."""
    sections = bench.size(10**6) // 10
    with bench.copies(Outline(sections, sections)) as copies:
        job = Job("collapse --all", lambda turn: ["collapse", "--all"], "fold-all")
        compare(bench, copies, job, "`collapse --all`", 10, Goal(0.5, "value"), 32)


def undo_all(bench):
    """Undoes a statement made by hand that changed every row."""
    rows = bench.size(10**6) // 10
    with bench.copies(Outline(rows, rows // 100)) as copies:
        for path in copies.paths.values():
            opening = "UPDATE current_edit SET edit_id = 1 + coalesce((SELECT max(edit_id) FROM edit), 0)"
            setting = "UPDATE setting SET value = 10000000 WHERE name = 'history-changes'"
            sqlite(path, f"{opening}; {setting}; UPDATE current_edit SET edit_id = NULL")
            sqlite(path, "UPDATE row SET text = text || '.'")
        job = Job("undo", lambda turn: ["undo"], "undo-all", lambda turn: {"kind": "undo", "words": ""})
        compare(bench, copies, job, f"`undo` of {rows:,} changes made by hand", 7, Goal(1.3), 24)


def apply_batch(bench):
    """Applies many edits as one: of 10, 6 add a row, 3 change one and 1 moves one to the end of another section."""
    count = 2_000 if bench.quick else 10_000
    outline = Outline(2000, 20)
    with bench.copies(outline) as copies:
        words, statements = batch(outline, count)
        (bench.folder / "edits").write_text("\n".join(words) + "\n")
        script = ["apply", "-q", str(bench.folder / "edits")]
        job = Job("apply", lambda turn: script, "apply", lambda turn: {"edits": statements})
        compare(bench, copies, job, f"`apply` of {count:,} edits", 10)


def batch(outline, count):
    """The lines of a batch of edits, and the SQL statements that do the same."""
    words, statements = [], []
    for number in range(count):
        section, row = 1 + number * 7 % 20, outline.row(1 + number * 13 % 2000)
        end = f"(SELECT max(rank) FROM row WHERE section_id = {section}) + {GAP}"
        if number % 10 < 6:
            words.append(f"add 'new row {number}' --in @s{section}")
            statements.append(
                f"INSERT INTO row (section_id, rank, text) VALUES ({section}, {end}, 'new row {number}')"
            )
        elif number % 10 < 9:
            words.append(f"edit @r{row} 'changed {number}'")
            statements.append(f"UPDATE row SET text = 'changed {number}' WHERE row_id = {row}")
        else:
            words.append(f"move @r{row} --in @s{section}")
            statements.append(f"UPDATE row SET section_id = {section}, rank = {end} WHERE row_id = {row}")
    return words, Statements(";\n".join(statements))
