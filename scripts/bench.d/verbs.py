"""Every verb that is not measured elsewhere, on one outline of medium size."""

from datetime import date, timedelta

from bench import Job, check_output
from outlines import GAP, Outline
from table import Goal

GROUP = "Every verb"


def run(bench):
    outline = Outline(bench.size(10**6) // 10, bench.size(10**6) // 1000, users=100)
    with bench.copies(outline) as copies:
        for job in questions(outline):
            commands = copies.commands(job, bench.runs(10))
            if job.sql in ("lines", "markdown"):
                check_output(commands, job.name)
            bench.compare(GROUP, f"`{job.name}`", outline.name, commands)
        count = bench.runs(20)
        for job in section_changes(outline) + history(outline, count) + settings():
            bench.compare(GROUP, f"`{job.name}`", outline.name, copies.commands(job, count))
        copies.check()
    bulk = Outline(10**5, 10)
    with bench.copies(bulk) as copies:
        commands = copies.commands(indentation(bulk), bench.runs(5))
        bench.compare(GROUP, "`indent ROW` with 10^4 rows after it", bulk.name, commands, goal=Goal(1.5))
        copies.check()
    dated = Outline(bench.size(10**6), bench.size(10**6) // 100, tasks=bench.size(10**6) // 20)
    with bench.copies(dated) as copies:
        for job in agenda():
            commands = copies.commands(job, bench.runs(20))
            bench.compare(GROUP, f"`{job.name}`", dated.name, commands, goal=Goal(1.3))


def agenda():
    """What is due within a week, and what is open with a tag."""
    end = date.today() + timedelta(days=7)
    return [
        Job("due week", lambda turn: ["due", "week"], "due", lambda turn: {"end": f"{end}"}),
        Job("find '#home open'", lambda turn: ["find", "#home open"], "find-tag", lambda turn: {"tag": "%#home%"}),
    ]


def indentation(outline):
    """Puts the second row of a section below the first; of another section each turn."""

    def second(turn):
        return outline.row(turn * outline.rows_per_section + 2)

    return Job(
        "indent",
        lambda turn: ["indent", f"@r{second(turn)}"],
        "indent",
        lambda turn: {"row": second(turn), "section": turn + 1},
    )


def questions(outline):
    """The verbs that change nothing."""
    text = f"number {outline.rows // 2} of"
    return [
        Job("list", lambda turn: ["list"], "lines"),
        Job("export - --format markdown", lambda turn: ["export", "-", "--format", "markdown"], "markdown"),
        Job("find TEXT", lambda turn: ["find", text], "find", lambda turn: {"text": text}),
        Job("folds", lambda turn: ["folds"], "folds"),
        Job("status", lambda turn: ["status"], "status"),
        Job("settings", lambda turn: ["settings"], "settings"),
    ]


def section_changes(outline):
    """The verbs that change sections; every turn makes a change."""
    moved = outline.sections - 3

    def section_moved(turn):
        # Before section 6, then before section 16, and back: each time into the middle of a gap.
        neighbour = 16 if turn % 2 else 6
        return {"section": moved, "neighbour": neighbour, "ord": neighbour * GAP - GAP // 2}

    return [
        Job(
            "add --section TITLE",
            lambda turn: ["add", "--section", f"new {turn}"],
            "add-section",
            lambda turn: {"ord": (outline.sections + 1 + turn) * GAP, "text": f"new {turn}"},
        ),
        Job(
            "edit SECTION TITLE",
            lambda turn: ["edit", "@s3", f"other {turn}"],
            "edit-section",
            lambda turn: {"section": 3, "text": f"other {turn}"},
        ),
        Job(
            "move SECTION",
            lambda turn: ["move", f"@s{moved}", "--before", f"@s{section_moved(turn)['neighbour']}"],
            "move-section",
            section_moved,
        ),
        Job(
            "delete -r SECTION",
            lambda turn: ["delete", "-r", f"@s{22 + 10 * turn}"],  # with rows, and with no sections below it
            "delete-section",
            lambda turn: {"section": 22 + 10 * turn},
        ),
    ]


def history(outline, count):
    """Makes `count` edits of a row, and undoes and redoes the last one repeatedly."""
    row = outline.row(outline.rows // 2)

    def edited(turn):
        return {"row": row, "section": outline.sections // 2, "text": f"changed {turn}"}

    def undone(turn):
        kind, last = ("redo", count - 1) if turn % 2 else ("undo", count - 2)
        return {"kind": kind, "words": f"edit @r{row} 'changed'", "row": row, "text": f"changed {last}"}

    return [
        Job("edit ROW TEXT", lambda turn: ["edit", f"@r{row}", edited(turn)["text"]], "edit", edited),
        Job("undo and redo", lambda turn: [undone(turn)["kind"]], "undo", undone),
        Job("log --limit 10", lambda turn: ["log", "--limit", "10"], "log"),
    ]


def settings():
    """The verbs that change settings of a user or the file; every turn makes a change."""
    return [
        Job(
            "accordion on|off",
            lambda turn: ["accordion", "off" if turn % 2 else "on"],
            "accordion",
            lambda turn: {"accordion": 1 - turn % 2},
        ),
        Job(
            "reset",
            lambda turn: ["reset"],
            "reset",
            lambda turn: {"user_id": 2 + turn},
            user=lambda turn: f"user {turn + 1}",
        ),
        Job(
            "settings NAME VALUE",
            lambda turn: ["settings", "history-days", str(300 + turn)],
            "set",
            lambda turn: {"days": 300 + turn},
        ),
    ]
