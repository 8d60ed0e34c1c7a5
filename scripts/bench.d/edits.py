"""Single edits and folds as whole processes, on outlines of all sizes, on a disk and on a memory file system."""

from bench import Job
from measure import Spread, memory, ratios, seconds
from outlines import GAP, Outline
from table import Goal, Line

DISK, MEMORY, INSTRUCTIONS, PEAK = (
    "Single edits and folds, on a disk",
    "Single edits and folds, on a memory file system",
    "Instructions of a whole process",
    "Peak memory of an edit",
)


def row_jobs(outline):
    """Jobs that add, change, delete and move rows in the middle of the outline."""
    per = outline.rows_per_section
    home = outline.sections // 2 + 1  # the section
    first = outline.row((home - 1) * per + 1)  # its first row

    def added(turn):
        section = max(home - 1, 1)
        place = {"section": section, "title": f"section {section}", "rank": (per + 1 + turn) * GAP}
        return place | {"text": f"new row {turn}"}

    def edited(turn):
        return {"row": first, "section": home, "text": f"changed {turn}"}

    def deleted(turn):
        return {"row": first + 2 + turn, "section": home}

    def moved(turn):  # to the ends of two other sections, back and forth
        section = home - 3 - turn % 2
        place = {"section": section, "title": f"section {section}", "rank": (per + 1) * GAP}
        return place | {"row": first + 1, "source": home}

    jobs = [
        Job("add", lambda turn: ["add", added(turn)["text"], "--in", added(turn)["title"]], "add", added),
        Job("edit", lambda turn: ["edit", f"@r{first}", edited(turn)["text"]], "edit", edited),
        Job("delete", lambda turn: ["delete", f"@r{deleted(turn)['row']}"], "delete", deleted),
        Job("move", lambda turn: ["move", f"@r{first + 1}", "--in", moved(turn)["title"]], "move", moved),
    ]
    return jobs if outline.sections > 4 else jobs[:3]


def fold_jobs(outline):
    """Jobs that collapse sections one by one, expand them again, and toggle one back and forth."""

    def fold(verb, first, step, collapsed):
        def values(turn):
            section = first + step * turn
            return {"section": section, "title": f"section {section}", "collapsed": collapsed(turn)}

        return Job(verb, lambda turn: [verb, values(turn)["title"]], "fold", values)

    jobs = [fold("collapse", 1, 1, lambda _: 1), fold("expand", 1, 1, lambda _: 0)]
    toggle = fold("toggle", outline.sections, 0, lambda turn: 1 - turn % 2)
    return jobs + [toggle] if outline.sections > 4 else [toggle]


def jobs(outline):
    return row_jobs(outline) + fold_jobs(outline)


def run(bench):
    """Measures the edits on outlines of all sizes, on both file systems."""
    sizes = [10**4, 10**5] if bench.quick else [10**4, 10**5, 10**6, 10**7]
    outlines = [Outline(rows, rows // 100) for rows in sizes]
    for folder, group, limit in [(bench.folder, DISK, 1.5), (bench.memory, MEMORY, 1.8)]:
        if folder is None:
            continue
        with bench.copies(outlines[0], folder) as smallest:
            compare_all(bench, group, smallest, limit)
            for outline in outlines[1:-1]:
                with bench.copies(outline, folder) as copies:
                    compare_all(bench, group, copies, limit)
            with bench.copies(outlines[-1], folder) as largest:
                compare_all(bench, group, largest, limit)
                compare_sizes(bench, group, smallest, largest)
                if group == DISK:
                    for copies in (smallest,) if bench.quick else (smallest, largest):
                        count_instructions(bench, copies)
                        find_peak(bench, copies)
    for outline in [Outline(bench.size(10**6), 1), Outline(10**5, 1000, users=1000)]:
        with bench.copies(outline) as copies:
            compare_all(bench, DISK, copies, 1.5)


def compare_all(bench, group, copies, limit):
    """Measures every edit on one outline, and checks that all sides did the same."""
    for job in jobs(copies.outline):
        commands = copies.commands(job, bench.runs(25))
        bench.compare(group, f"`{job.name}`", copies.outline.name, commands, Goal(limit))
    if copies.outline.rows <= 10**5:
        copies.check()


def compare_sizes(bench, group, smallest, largest):
    """Measures every edit on the largest and the smallest outline, in turns."""
    for job, small_job in zip(jobs(largest.outline), jobs(smallest.outline)):
        count = bench.runs(15)
        commands = {
            "largest": largest.commands(job, count)["pleat"],
            "smallest": smallest.commands(small_job, count)["pleat"],
        }
        times = seconds(commands)
        line = Line(
            f"`{job.name}`, largest to smallest",
            largest.outline.name,
            "s",
            Spread.of(times["largest"]),
            Spread.of(times["smallest"]),
            ratios(times["largest"], times["smallest"]),
            Goal(1.1),
            reference=f"pleat with {smallest.outline.name}",
        )
        bench.add(group, line)


def count_instructions(bench, copies):
    """Counts the instructions of every edit on one outline."""
    for job in jobs(copies.outline):
        counts = copies.measure_once(bench.instructions, job)
        bench.compare_once(INSTRUCTIONS, f"`{job.name}`", copies.outline.name, "instructions", counts, Goal(2.3))


def find_peak(bench, copies):
    """Finds the edit that needs the most memory on one outline."""
    peaks = [copies.measure_once(memory, job) for job in jobs(copies.outline)]
    worst = {side: max(peak[side] for peak in peaks) for side in copies.paths}
    goal = Goal(12 * 2**20, "value")
    bench.compare_once(PEAK, "the most that any of them needs", copies.outline.name, "B", worst, goal)
