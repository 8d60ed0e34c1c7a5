"""Import and export of a document with many rows, against the shell's `.import` into tables without triggers."""

from dataclasses import dataclass
from pathlib import Path

import shell
from failure import Failure
from measure import Spread, memory, output, run as run_command, succeeds
from outlines import GAP, Triggers, plural, power, sqlite
from table import Goal, Line

GROUP = "Import and export"

ROWS_PER_SECTION = 1000
SHORT, LONG = 28, 50  # bytes of a row


@dataclass(frozen=True)
class Document:
    """A document in Markdown, and the same content as tables."""

    rows: int
    text_length: int  # of every row
    folder: Path

    @property
    def name(self):
        sections = plural(self.rows // ROWS_PER_SECTION, "section")
        return f"{power(self.rows)} rows of {self.text_length} bytes in {sections}"

    @property
    def markdown(self):
        return self.folder / f"{self.rows}-{self.text_length}.md"

    def text(self, row):
        return f"row {row} of the document".ljust(self.text_length, "x")

    def write(self):
        """Writes the document, and the tables with the columns of a pleat file."""
        with open(self.markdown, "w") as document:
            for row in range(self.rows):
                if row % ROWS_PER_SECTION == 0:
                    document.write(f"{chr(10) if row else ''}# section {row // ROWS_PER_SECTION + 1}\n\n")
                document.write(f"- {self.text(row + 1)}\n")

    def write_tables(self, path):
        """Writes the files for `.import`, with all columns in the order of the tables of a pleat file."""
        sections = (
            {"section_id": (number - 1) * (ROWS_PER_SECTION + 1) + 1, "ord": number * GAP, "level": 1, "title": f"section {number}", "collapsible": 1}
            for number in range(1, self.rows // ROWS_PER_SECTION + 1)
        )
        rows = (
            {
                "row_id": row + row // ROWS_PER_SECTION + 2,
                "section_id": row // ROWS_PER_SECTION * (ROWS_PER_SECTION + 1) + 1,
                "rank": (row % ROWS_PER_SECTION + 1) * GAP,
                "text": self.text(row + 1),
            }
            for row in range(self.rows)
        )
        for table, lines in (("section", sections), ("row", rows)):
            columns = sqlite(path, f"SELECT name, type FROM pragma_table_info('{table}')").split()
            columns = [column.split("|") for column in columns]
            with open(self.folder / f"{table}.tsv", "w") as file:
                for line in lines:
                    file.write("\t".join(str(line.get(name, blank(name, kind))) for name, kind in columns) + "\n")


def blank(name, kind):
    """The value of a column that the document does not set; `.import` cannot read NULL."""
    return "{}" if name == "attributes" else "0" if kind == "INTEGER" else ""


# Lets columns hold an empty text, because `.import` cannot give them NULL, and drops the indexes that are empty after an import.
TAKES_BLANKS = """
DROP INDEX IF EXISTS section_by_due;
DROP INDEX IF EXISTS row_by_due;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = replace(replace(replace(sql,
  'due IS NULL OR', 'due = '''' OR due IS NULL OR'), 'repeat IS NULL OR', 'repeat = '''' OR repeat IS NULL OR'),
  'new_rows <> '''' AND', 'true AND')
WHERE type = 'table';
PRAGMA writable_schema = RESET;
"""


class Import:
    """Imports one document on each side, every time into a new file."""

    def __init__(self, bench, document):
        self.bench = bench
        self.document = document
        self.paths = {side: bench.folder / f"{side}-import.db" for side in bench.programs}
        self.empty = bench.folder / "empty.db"
        document.write()
        run_command([str(bench.pleat), "-f", str(self.empty), "-u", "ana", "add", "-q", "--section", "gone"])
        sqlite(self.empty, f"{Triggers(self.empty).drop} DELETE FROM section; DELETE FROM sqlite_sequence;{TAKES_BLANKS} VACUUM;")
        document.write_tables(self.empty)
        self.script = bench.folder / "import.sql"
        self.script.write_text(
            "PRAGMA journal_mode = TRUNCATE;\nPRAGMA synchronous = FULL;\n.mode tabs\n"
            f".import {document.folder}/section.tsv section\n.import {document.folder}/row.tsv row\n"
        )

    def command(self, side, source):
        if side == "shell":
            return shell.command(self.paths[side], self.script)
        return [str(self.bench.programs[side]), "-f", str(self.paths[side]), "-u", "ana", "import", str(source), "-q"]

    def prepare(self, side):
        """The command that prepares an empty file, or none, for the next import."""
        path = self.paths[side]
        return ["cp", str(self.empty), str(path)] if side == "shell" else ["rm", "-f", str(path)]

    def compare(self, what, sources, count, goal=None):
        """Measures the import of each side's document, and checks that both sides have the same rows afterwards."""
        sides = [side for side in self.paths if side == "shell" or side in sources]
        repeated = {side: [self.command(side, sources.get(side))] * count for side in sides}
        prepare = {side: self.prepare(side) for side in sides}
        self.bench.compare(GROUP, what, self.document.name, repeated, goal, prepare=prepare, warms_up=False)
        statement = "SELECT section_id, rank, text FROM row ORDER BY section_id, rank"
        own, other = (output(["sqlite3", str(self.paths[side]), statement]) for side in ("pleat", "shell"))
        if own != other:
            raise Failure(f"{sources['pleat'].name} and `.import` did not lead to the same rows")

    def peak(self):
        """The peak memory of an import on each side, in bytes."""
        peaks = {}
        for side in self.paths:
            run_command(self.prepare(side))
            peaks[side] = memory(self.command(side, self.document.markdown))
        return peaks

    def remove(self):
        for path in [*self.paths.values(), self.empty, self.document.markdown]:
            path.unlink(missing_ok=True)


def run(bench):
    rows = 20_000 if bench.quick else 10**6
    small = Import(bench, Document(rows // 10, SHORT, bench.folder))
    small_peak = small.peak()
    other_formats(bench, small)
    small.remove()
    for length in (SHORT, LONG):
        imported = Import(bench, Document(rows, length, bench.folder))
        documents = dict.fromkeys(bench.programs, imported.document.markdown)
        imported.compare("`import`, Markdown", documents, 3, Goal(2.5))
        describe_size(bench, imported)
        if length == SHORT:
            describe_memory(bench, imported.document, imported.peak(), small_peak)
        imported.remove()


def describe_size(bench, imported):
    """Adds the size of an imported outline to the table, compared with its document."""
    document = imported.document
    text = document.markdown.stat().st_size
    sizes = {side: path.stat().st_size for side, path in imported.paths.items()}
    is_long = document.text_length >= LONG
    line = Line(
        "the file of an imported outline",
        document.name,
        "B",
        Spread.of([sizes["pleat"]]),
        Spread.of([text]),
        Spread.of([sizes["pleat"] / text]),
        Goal(1.9) if is_long else None,
        reference="the document",
    )
    if "baseline" in sizes:
        line.earlier = Spread.of([sizes["baseline"]])
        line.change = Spread.of([sizes["pleat"] / sizes["baseline"]])
    bench.add(GROUP, line)
    if not is_long:
        beyond = {side: (size - text) / document.rows for side, size in sizes.items()}
        goal = Goal(50, "value")
        bench.compare_once(GROUP, "the file beyond its document, a row", document.name, "B", beyond, goal)


def describe_memory(bench, document, large, small):
    """Adds the peak memory of an import to the table, compared with that for a tenth of the document."""
    line = Line(
        "`import`, peak memory",
        document.name,
        "B",
        Spread.of([large["pleat"]]),
        Spread.of([small["pleat"]]),
        Spread.of([large["pleat"] / small["pleat"]]),
        Goal(1.1),
        reference="pleat with a tenth of the rows",
    )
    if "baseline" in large:
        line.earlier = Spread.of([large["baseline"]])
        line.change = Spread.of([large["pleat"] / large["baseline"]])
    bench.add(GROUP, line)


def other_formats(bench, imported):
    """Measures the export to each format, and the import of what the same program has exported."""
    path = imported.bench.folder / "exported.db"
    imported.paths["pleat"].rename(path)
    originals = {"pleat": path}
    if "baseline" in imported.paths:
        originals["baseline"] = bench.folder / "exported-earlier.db"
        imported.paths["baseline"].rename(originals["baseline"])
    for ending in ("md", "json", "csv", "opml", "org", "txt", "plist", "html"):
        documents = {side: bench.folder / f"exported-{side}.{ending}" for side in originals}
        commands = {
            side: [[str(bench.programs[side]), "-f", str(file), "-u", "ana", "export", str(documents[side])]] * 3
            for side, file in originals.items()
        }
        if "baseline" in commands and not succeeds(commands["baseline"][0]):
            commands.pop("baseline")  # an earlier pleat may lack the format
            documents.pop("baseline")
        prepare = {side: ["rm", "-f", str(documents[side])] for side in commands}
        bench.compare(GROUP, f"`export`, {ending}", imported.document.name, commands, prepare=prepare)
        if ending in ("json", "csv", "opml", "org"):
            imported.compare(f"`import`, {ending}", documents, 3)
        for document in documents.values():
            document.unlink()
    for file in originals.values():
        file.unlink()
