"""Rows with rows below them: what they cost beside rows of level 1, and what collapsed rows cost beside expanded ones."""

import random

from measure import Spread, ratios, run as run_command, seconds
from outlines import power, sqlite
from table import Goal, Line

GROUP = "Rows below rows"


def run(bench):
    count = bench.size(10**6)
    name = f"{power(count)} rows in one section"
    files = {
        "flat": (1 for _ in range(count)),
        "random": levels(count),
        "large": (level for part in ([1], [2] * count, [1] * 10) for level in part),
        "small": (level for part in ([1], [2] * 10, [1] * count) for level in part),
        "tens": (2 if row % 10 else 1 for row in range(count)),
        "collapsed": (2 if row % 10 else 1 for row in range(count)),
        "thousand": (2 if row % 10 else 1 for row in range(count)),
    }
    collapsed = {"collapsed": count // 100, "thousand": count // 1000}
    paths = {key: fill(bench, key, file, collapsed.get(key, 0)) for key, file in files.items()}
    try:
        measure(bench, paths, name, count)
    finally:
        for path in paths.values():
            path.unlink(missing_ok=True)


def measure(bench, paths, name, count):
    def compare(what, words, one, other, goal, runs, reference):
        sides = {"one": paths[one], "other": paths[other]}
        times = seconds({side: [command(bench, path, words(turn)) for turn in range(bench.runs(runs))] for side, path in sides.items()})
        line = Line(
            what,
            name,
            "s",
            Spread.of(times["one"]),
            Spread.of(times["other"]),
            ratios(times["one"], times["other"]),
            goal,
            reference=reference,
        )
        bench.add(GROUP, line)
        return times

    sizes = [paths[key].stat().st_size for key in ("random", "flat")]
    line = Line("the file, at random levels", name, "B", *[Spread.of([size]) for size in sizes], ratios(sizes[:1], sizes[1:]), Goal(1.03))
    line.reference = "level 1"
    bench.add(GROUP, line)
    compare("`list`, at random levels", lambda turn: ["list"], "random", "flat", Goal(1.05), 7, "level 1")
    first, last = 2, count - 10
    toggled = lambda turn: ["toggle", f"@r{first}"]
    compare(f"`toggle ROW` with {power(count)} rows below", toggled, "large", "small", Goal(1.2), 25, "ten rows below")
    change_much(paths["large"], count)
    compare(f"the same after {power(count // 10)} deletions and indents", toggled, "large", "small", Goal(1.2), 25, "ten rows below")
    edited = lambda turn: ["edit", f"@r{last}", f"changed {turn}"]
    compare(f"`edit ROW` after {power(count // 100)} collapsed rows", edited, "collapsed", "tens", Goal(1.5), 25, "none collapsed")
    compare_places(bench, paths["tens"], name, count)
    compare_undo(bench)
    window = ["list", "--from", str(count // 2), "--limit", "50"]
    times = seconds({side: [command(bench, paths[side], window)] * bench.runs(15) for side in ("thousand", "tens")})
    more = [one - other for one, other in zip(times["thousand"], times["tens"])]
    what = f"a window of `list` after {power(count // 1000)} collapsed rows, more than after none"
    bench.add(GROUP, Line(what, name, "s", Spread.of(more), goal=Goal(0.015, "value")))


def compare_places(bench, path, name, count):
    """Changes rows with nine rows below them near the beginning of the section, and others at its end."""
    for verb, begin in (("indent", 0), ("archive", 400)):
        turns = range(bench.runs(15))
        rows = {"first": [12 + begin + 20 * turn for turn in turns], "last": [count - 8 - begin - 20 * turn for turn in turns]}
        times = seconds({side: [command(bench, path, [verb, f"@r{row}"]) for row in rows[side]] for side in rows})
        first, last = Spread.of(times["first"]), Spread.of(times["last"])
        line = Line(f"`{verb} ROW` with 9 rows below, the others after it", name, "s", first, last, ratios(times["first"], times["last"]))
        line.goal, line.reference = Goal(1.2), "the others before it"
        bench.add(GROUP, line)


def compare_undo(bench):
    """Undoes the demotion of a section with many rows, and of one with a tenth of them."""
    sizes = {"many": 20_000, "few": 2_000}
    paths = {side: fill(bench, f"undo-{side}", [1] * size, 0) for side, size in sizes.items()}
    for path in paths.values():
        run_command(command(bench, path, ["add", "-q", "--section", "X"]))
    demoted = {side: command(bench, path, ["demote", "-q", "@s1", "--in", "X"]) for side, path in paths.items()}
    times = seconds({side: [command(bench, path, ["undo"])] * bench.runs(9) for side, path in paths.items()}, demoted)
    many, few = Spread.of(times["many"]), Spread.of(times["few"])
    line = Line("`undo` of `demote`", f"a section of {sizes['many']:,} rows", "s", many, few, ratios(times["many"], times["few"]))
    line.goal, line.reference = Goal(15), "a tenth of the rows"
    bench.add(GROUP, line)
    for path in paths.values():
        path.unlink()


def levels(count):
    """Random levels, each at most one more than the one before."""
    numbers = random.Random(1)
    level = 0
    for _ in range(count):
        level = numbers.randint(1, min(100, level + 1))
        yield level


def fill(bench, key, levels, collapsed):
    """Makes a file with one section; of its rows of level 1, so many of the first are collapsed for ana."""
    path = bench.folder / f"rows-{key}.db"
    document = path.with_suffix(".json")
    with open(document, "w") as file:
        file.write('{"pleat":3,"users":[{"name":"ana","startsCollapsed":false,"accordion":false}],')
        file.write('"sections":[{"id":1,"level":1,"title":"S","collapsed":{},"rows":[')
        for row, level in enumerate(levels, 2):
            flag = ""
            if level == 1 and collapsed > 0:
                collapsed -= 1
                flag = ',"collapsed":{"ana":true}'
            comma = "," if row > 2 else ""
            file.write(f'{comma}\n{{"id":{row},"level":{level}{flag},"text":"row number {row} of the outline"}}')
        file.write("]}]}\n")
    run_command(command(bench, path, ["import", "-q", str(document)]))
    document.unlink()
    return path


def change_much(path, count):
    """Deletes and indents rows below the first one, a tenth of them, by hand."""
    numbers = random.Random(2)
    rows = numbers.sample(range(3, count), count // 10)
    change = "DELETE FROM row WHERE row_id = {};", "UPDATE row SET level = level + 1 WHERE row_id = {};"
    sqlite(path, "BEGIN;" + "".join(change[row % 2].format(row) for row in rows) + "COMMIT;")


def command(bench, path, words):
    return [str(bench.pleat), "-f", str(path), "-u", "ana", *words]
