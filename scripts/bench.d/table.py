"""The table of results, and the page that contains it."""

import subprocess
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from measure import Spread

BEGIN = "<!-- What follows is written by scripts/bench. -->"
END = "<!-- What scripts/bench writes ends here. -->"


@dataclass(frozen=True)
class Goal:
    """An upper bound for the ratio, or for pleat's own value."""

    limit: float
    of: str = "ratio"  # or "value", in the unit of the line


@dataclass
class Line:
    """One line of the table: a measurement of pleat and the one it is compared with."""

    what: str
    outline: str
    unit: str
    pleat: Spread
    other: Spread | None = None
    ratio: Spread | None = None
    goal: Goal | None = None
    reference: str = ""  # what `other` measures, if not the shell
    earlier: Spread | None = None  # the program named by --baseline
    change: Spread | None = None  # the ratio of pleat to that program
    group: str = field(default="", compare=False)

    @property
    def is_met(self):
        """Whether the goal is reached; None if there is no goal."""
        if self.goal is None:
            return None
        return (self.ratio if self.goal.of == "ratio" else self.pleat).median <= self.goal.limit


def number(value):
    """Formats a number with three significant digits, or a whole number with all digits."""
    if isinstance(value, int) or value == 0:
        return f"{value:,}"
    if abs(value) >= 100:
        return f"{value:,.0f}"
    return f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


UNITS = {  # largest first
    "s": [(1, "s"), (1e-3, "ms"), (1e-6, "µs")],
    "B": [(2**20, "MiB"), (2**10, "KiB"), (1, "bytes")],
    "instructions": [(1e6, "million")],
}


def scaled(value, unit):
    """The factor and the name of the unit in which a value is easiest to read."""
    for factor, name in UNITS.get(unit, []):
        if abs(value) >= factor:
            return factor, name
    return UNITS[unit][-1] if unit in UNITS else (1, unit)


def shown(spread, unit=""):
    """Formats a median with its quartiles, which are left out for a single measurement."""
    if spread is None:
        return ""
    factor, name = scaled(spread.median, unit)
    values = (spread.low, spread.median, spread.high)
    low, median, high = (number(value if factor == 1 else value / factor) for value in values)
    text = f"{median} {name}".strip()
    return text if spread.low == spread.high else f"{text} ({low}–{high})"


def goal(line):
    """Formats the goal for the table."""
    if line.goal is None:
        return ""
    if line.goal.of == "ratio":
        return f"≤ {line.goal.limit:g}"
    factor, name = scaled(line.goal.limit, line.unit)
    return f"≤ {line.goal.limit / factor:g} {name}".strip()


def cells(line, has_earlier):
    """The cells of one line of the table."""
    other = shown(line.other, line.unit) + (f", {line.reference}" if line.reference else "")
    result = {True: "met", False: "**missed**", None: ""}[line.is_met]
    row = [line.what, line.outline, shown(line.pleat, line.unit), other, shown(line.ratio), goal(line), result]
    return row + ([shown(line.earlier, line.unit), shown(line.change)] if has_earlier else [])


def table(lines):
    """The whole table in Markdown, with a heading line for each group."""
    has_earlier = any(line.earlier for line in lines)
    head = ["measured", "outline", "pleat", "`sqlite3` shell", "ratio", "goal", "result"]
    head += ["earlier pleat", "ratio to it"] if has_earlier else []
    rows = [head, ["---"] * len(head)]
    group = ""
    for line in lines:
        if line.group != group:
            group = line.group
            rows.append([f"**{group}**"] + [""] * (len(head) - 1))
        rows.append(cells(line, has_earlier))
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def summary(lines):
    """States how many goals are met, and which are not."""
    judged = [line for line in lines if line.goal]
    missed = Counter(f"{line.what} ({line.group.lower()})" for line in judged if not line.is_met)
    text = f"{len(judged) - missed.total()} of {len(judged)} goals are met."
    if missed:
        names = (f"{count} times {name}" if count > 1 else name for name, count in missed.items())
        text += f" Missed: {'; '.join(names)}."
    return text


def page_table(lines):
    """The table of the page: what has a goal, and in one line all of a group that has the same goal and meets it alike."""
    alike = {}
    for line in lines:
        if line.goal:
            key = (line.group, line.goal, line.unit, line.is_met, bool(line.reference), line.is_met or line.what)
            alike.setdefault(key, []).append(line)
    head = ["measured", "outlines", "pleat", "ratio to the shell", "goal", "result", "ratio to the earlier build"]
    head = head if any(line.earlier for line in lines) else head[:-1]
    rows = [head, ["---"] * len(head)]
    group = ""
    for (name, *_), same in alike.items():
        if name != group:
            group = name
            rows.append([f"**{group}**"])
        rows.append(page_cells(same)[: len(head)])
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def page_cells(same):
    """The cells of one line of the page's table, each from the least to the greatest median."""
    outlines = list(dict.fromkeys(line.outline for line in same if line.outline))
    result = {True: "met", False: "**missed**"}[same[0].is_met]
    names = list(dict.fromkeys(line.what for line in same))
    ending = names[0].removeprefix(names[0].split(", ")[0])  # such as ", largest to smallest", which all may have
    if all(name.endswith(ending) for name in names):
        names = [name.removesuffix(ending) for name in names]
        names[-1] += ending
    return [
        ", ".join(names),
        outlines[0] if len(outlines) == 1 else f"{len(outlines)} outlines" if outlines else "",
        reach([line.pleat for line in same], same[0].unit),
        reach([line.ratio for line in same]),
        goal(same[0]),
        result,
        reach([line.change for line in same]),
    ]


def reach(spreads, unit=""):
    """Formats the least and the greatest of some medians."""
    medians = sorted(each.median for each in spreads if each)
    ends = [shown(Spread(median, median, median), unit) for median in medians[:1] + medians[-1:]]
    return "–".join(dict.fromkeys(ends))


def slower(lines):
    """Names the jobs that take at least a tenth longer than with the earlier build."""
    names = [f"{line.what} ({line.change.median:.2f})" for line in lines if line.change and line.change.median >= 1.1]
    return f"A tenth slower than the earlier build, or more: {'; '.join(names)}." if names else ""


def first_line(*command):
    """The first line that a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[0].strip()


def circumstances(version, kind):
    """Where, when and with what the figures were measured."""
    processors = Path("/proc/cpuinfo").read_text().splitlines()
    model = [line.split(":")[1].strip() for line in processors if line.startswith("model name")]
    shell = first_line("sqlite3", "--version").split()[0]
    return (
        f"Measured on {first_line('date', '-u', '+%Y-%m-%d')} by `scripts/bench{kind}` with pleat {version},"
        f" the `sqlite3` shell {shell} and Linux {first_line('uname', '-r')} on"
        f" {first_line('nproc')} cores ({model[0] if model else first_line('uname', '-m')})."
    )


def replace(page, text):
    """Replaces the text between the two markers of a page."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit("bench: Benchmarks/measured.md has lost the two comments that the table stands between")
    return f"{before}{BEGIN}\n\n{text}\n\n{END}{after}"
