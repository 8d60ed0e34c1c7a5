"""The cost of starting a process that does nothing, and the size of the program."""

import shutil
import subprocess
from pathlib import Path

from bench import Job
from measure import Spread
from outlines import Outline
from table import Goal, Line

GROUP = "Start-up and program"
INSTRUCTIONS = "Instructions of a whole process"


def run(bench):
    compare_versions(bench)
    with bench.copies(Outline(9, 1)) as copies:
        by_view = ("`list` of ten lines, the shell by its view", "view", Goal(1.7))
        by_tables = ("`list` of ten lines, the shell by the tables", "lines", None)
        for what, statements, goal in (by_view, by_tables):
            job = Job("list", lambda turn: ["list"], statements)
            bench.compare(GROUP, what, copies.outline.name, copies.commands(job, bench.runs(50)), goal)
            counts = copies.measure_once(bench.instructions, job)
            bench.compare_once(INSTRUCTIONS, what, copies.outline.name, "instructions", counts)
    describe_program(bench)


def compare_versions(bench):
    """Measures `--version`, which needs no outline."""
    commands = {side: [str(program), "--version"] for side, program in bench.programs.items()}
    commands["shell"] = ["sqlite3", "--version"]
    repeated = {side: [command] * bench.runs(50) for side, command in commands.items()}
    bench.compare(GROUP, "`--version`", "", repeated, Goal(1.5))
    counts = {side: bench.instructions(command) for side, command in commands.items()}
    bench.compare_once(INSTRUCTIONS, "`--version`", "", "instructions", counts)


def describe_program(bench):
    """Adds the size of the stripped binary to the table, and the number of shared libraries that it needs."""
    programs = {side: program for side, program in bench.programs.items() if side != "shell"}
    sizes, libraries = {}, {}
    for side, program in programs.items():
        sizes[side] = Path(bench.stripped[str(program)]).stat().st_size
        libraries[side] = shared_libraries(program)
    bench.compare_once(GROUP, "the stripped binary", "", "B", sizes, Goal(18 * 2**20, "value"))
    line = Line("shared libraries that it needs", "", "", Spread.of([libraries["pleat"]]), goal=Goal(0, "value"))
    if "baseline" in libraries:
        line.earlier = Spread.of([libraries["baseline"]])
    bench.add(GROUP, line)


def shared_libraries(program):
    """The number of libraries that the loader looks for; 0 for a statically linked binary."""
    listed = subprocess.run([shutil.which("ldd"), str(program)], capture_output=True, text=True)
    return sum("=>" in line for line in listed.stdout.splitlines())
