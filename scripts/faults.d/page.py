"""The table of faults in Tests/tried.md: one line for each kind of fault, which its script replaces."""

from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent.parent / "Tests" / "tried.md"


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    fault: str
    target: str
    result: str
    command: str

    def __str__(self):
        return f"| {self.fault} | {self.result} | `{self.command.removeprefix('scripts/faults ')}` |"


def replaced(page, line):
    """The text of the page, with the line for the same fault replaced."""
    lines = page.splitlines()
    places = [index for index, text in enumerate(lines) if text.startswith(f"| {line.fault} |")]
    if len(places) != 1:
        raise SystemExit(f"faults: Tests/tried.md needs exactly one line that begins with '| {line.fault} |'")
    lines[places[0]] = str(line)
    return "\n".join(lines) + "\n"


def write(line):
    PAGE.write_text(replaced(PAGE.read_text(), line))
