"""Searches with many hits, with accents and with a limit, and filtered lists: the time beside bare texts in the shell, and the peak memory."""

from bench import Job
from measure import memory
from outlines import Outline
from shell import Statements
from table import Goal

GROUP = "Searches"


def run(bench):
    rows = bench.size(10**6)
    outline = Outline(rows, rows // 100, tasks=rows // 20)
    with bench.copies(outline) as copies:
        for job, goal in jobs(rows):
            commands = copies.commands(job, bench.runs(7))
            bench.compare(GROUP, f"`{job.name}`", outline.name, commands, goal, output=bench.folder / "out")
            peak = copies.measure_once(memory, job)
            bench.compare_once(GROUP, f"`{job.name}`, peak memory", outline.name, "B", peak, Goal(24 * 2**20, "value"))


def jobs(rows):
    """What is searched for, each with its goal; the statements of the shell give the same texts."""
    one = f"number {rows // 2} of"
    return [
        (search("number"), Goal(2)),
        (search("number", "--json"), Goal(4)),
        (search("number", "--limit", "10"), Goal(0.005, "value")),
        (search(f'cafe or "{one}"', likes=("cafe", one)), Goal(1)),
        (search(f'café or "{one}"', likes=("café", one)), Goal(1)),
        (search("row number"), Goal(2)),
        (search("9{5}", "--regex", test="text REGEXP '9{5}'"), Goal(1.5)),
        (where("list"), Goal(1.5)),
        (where("list", "--json"), Goal(3)),
        (where("list", "--limit", "10"), Goal(0.005, "value")),
        (where("export", "-", "--format", "markdown"), Goal(3)),
    ]


def search(filter, *options, likes=(), test=None):
    texts = likes or filter.split()
    test = test or (" OR " if likes else " AND ").join(f"text LIKE '%{text}%'" for text in texts)
    limit = options[1] if "--limit" in options else -1
    words = ["find", filter, *options]
    return Job(" ".join(words), lambda turn: words, "texts-where", values(test, limit))


def where(verb, *options):
    limit = options[1] if "--limit" in options else -1
    words = [verb, *options, "--where", "open"]
    return Job(" ".join(words), lambda turn: words, "texts-where", values("done = 0", limit))


def values(test, limit):
    return lambda turn: {"test": Statements(test), "limit": int(limit)}
