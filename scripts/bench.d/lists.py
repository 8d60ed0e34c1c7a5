"""Long lists, and windows of longer ones."""

from bench import Job, check_output
from measure import memory
from outlines import Outline
from table import Goal

GROUP, WINDOWS = "Lists", "Windows of long lists"


def run(bench):
    """Lists a million rows in 1 section, in 10,000 and in 100,000 sections."""
    rows = bench.size(10**6)
    for sections in (1, rows // 100, rows // 10):
        outline = Outline(rows, sections)
        with bench.copies(outline) as copies:
            compare_list(bench, copies, "lines", "the same lines", 0.35, 7)
            compare_list(bench, copies, "texts", "bare texts in the shell", 1.3, 15)
            peak = copies.measure_once(memory, list_job(copies, "lines"))
            bench.compare_once(GROUP, "`list`, peak memory", outline.name, "B", peak, Goal(24 * 2**20, "value"))
        bench.outlines.forget(outline)


def list_job(copies, sql):
    return Job("list", lambda turn: ["list"], f"{sql}-of-one" if copies.outline.sections == 1 else sql)


def compare_list(bench, copies, sql, what, limit, count):
    """Measures printing the whole list to a file, against SQL statements that print the same."""
    commands = copies.commands(list_job(copies, sql), bench.runs(count))
    if sql == "lines":
        check_output(commands, f"`list`, {copies.outline.name}")
    output = bench.folder / "out"
    bench.compare(GROUP, f"`list`, {what}", copies.outline.name, commands, Goal(limit), output=output)


def run_windows(bench):
    """Lists fifty lines at several places among ten million, in 100,000 sections and in one."""
    rows = bench.size(10**7)
    for outline in (Outline(rows, rows // 100), Outline(rows, 1)):
        with bench.copies(outline) as copies:
            for start in (50, rows // 2, rows // 10 * 9):
                compare_window(bench, copies, start)
        bench.outlines.forget(outline)


def compare_window(bench, copies, start):
    """Measures one window against SQL statements that print the same lines."""
    job = Job(
        "window",
        lambda turn: ["list", "--from", str(start), "--limit", "50"],
        "window-of-one" if copies.outline.sections == 1 else "window",
        lambda turn: {"from": start, "end": start + 50},
    )
    commands = copies.commands(job, bench.runs(10))
    check_output(commands, f"window from {start}, {copies.outline.name}")
    what = f"`list --from {start} --limit 50`"
    bench.compare(WINDOWS, what, copies.outline.name, commands, Goal(0.040, "value"))
