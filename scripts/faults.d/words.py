"""Gives pleat hostile arguments, and hostile edits to `apply`."""

import json
import re
from pathlib import Path

from page import Line
from scenarios import Base
from shim import Shim

TARGET = 100_000
LINES = 20  # of a batch
CODES = Path(__file__).resolve().parent.parent.parent / "docs" / "trust.md"
BUG = 70

VERBS = [
    "list", "ls", "add", "edit", "done", "undone", "move", "mv", "indent", "outdent", "promote", "sort", "delete", "rm", "archive",
    "unarchive",
    "collapse", "fold", "expand", "unfold", "toggle", "accordion", "folds", "reset", "find", "undo", "redo", "log",
    "apply", "settings", "import", "export", "users", "status", "help",
]  # fmt: skip
OPTIONS = [
    "--in", "--before", "--after", "--at", "--first", "--last", "--section", "--done", "--set", "--detail", "--text",
    "-r", "--keep-rows", "--all", "--depth", "--from", "--limit", "--json", "--layout", "-n", "-q", "-u", "--wait",
    "--by", "--reverse", "--sections", "--regex", "--open", "--reveal", "--merge", "--delete", "--force", "--format",
    "--mine", "--any", "--entry", "--folds", "--ids", "--ascii", "--color", "--as", "--collapsible", "--rename", "-v",
    "--help", "--",
]  # fmt: skip
PLAIN = [
    "Home", "Work", "Garden", "pears", "1", "1.1", "1:2", "2:300", "@s1", "@r3", "@s99", "Home/Garden", "yes", "no",
    "none", "on", "off", "json", "flat", "grouped", "always", "0", "-1", "9223372036854775807", "9223372036854775808",
    "1e9", "nan", "list.md", "edits", "-", ".", "/dev/null", "/", "a=b", "=", "due=1", "inbox", "history-days",
    "text", "$t", "=3", "h1",
]  # fmt: skip
HOSTILE = [
    "", " ", "\n", "\t", "\x01", "\x1b[2J", "\x7f", "\u0085", "\u202e", "\u2066", "\ufeff", "\ufffe", "\U0010ffff",
    "e\u0301", "\u0301", "👩‍👧", "\U000e0041", "\u200d", "İ", "ß", "ﬀ", "@", "@s", "@r", "@s-1", "@s" + "9" * 30, "@r0",
    "1.", ".1", "1..2", "1:", ":", "1.1.1.1.1.1.1", "9" * 40, "0" * 5000 + "1", "/", "//", "\\", "\\/", "a/", "/a",
    "a//b", "=@s1", "==", "--", "---", "-", "-é", "--in=", "--in=Home", "--=", "-rnq", "'", '"', "`", "$", "$(x)",
    "${t}", "%s%n", "*", "?", "[", "(", "(a+)+$", "\\p{L}", "{", "{}", "[[[[", '{"a":' * 300, '{"verb":"add"}',
    "null", "true", "#", "~", "~root", "file:x?mode=memory", "x" * 70_000, "é" * 33_000, "/" * 4_000, "1." * 2_000,
    "a/" * 2_000, "(" * 3_000, "\\" * 999, "\udcff", "a\udc80b", "\udced\udca0\udc80",
]  # fmt: skip

# Texts of one line that a row may have.
TEXTS = [text for text in HOSTILE if 0 < len(text) < 30_000 and not re.search("[\n\ud800-\udfff]", text)]


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    allowed = codes()
    total = trial.cases or TARGET

    def check(number, name):
        random = trial.random(number)
        words, stdin = batch(random) if number % 2 else (command(random), b"")
        ending = base.copy(base.files["outline"], name).run(words, stdin, seconds=100)
        if ending.code not in allowed:
            shown = f"{words} {stdin}"
            trial.find("wrong code", f"number {number} of seed {trial.seed}: {ending}: {shown[:500]}")

    done = trial.each(range(total), check)
    yield Line(
        f"hostile words, and batches of {LINES} hostile edits for `apply`",
        "100,000: 0 signals, 0 hangs, codes of the [table](#exit-codes)",
        f"{done:,}, half of them batches: {len(trial.findings)} signals, hangs or other codes",
        trial.command,
    )


def codes():
    """The exit codes that the page allows, except for the code of a bug."""
    return {int(code) for code in re.findall(r"^\| (\d+) \|", CODES.read_text(), re.MULTILINE)} - {BUG}


def word(random):
    roll = random.random()
    if roll < 0.35:
        return random.choice(PLAIN)
    if roll < 0.55:
        return random.choice(OPTIONS)
    if roll < 0.9:
        return random.choice(HOSTILE)
    return "".join(random.choice(random.choice(HOSTILE) or " ") for _ in range(random.randint(1, 40)))


def command(random):
    """The arguments of one command; few are long, because the system limits their total length."""
    words = [random.choice(VERBS) if random.random() < 0.95 else word(random)]
    words += [word(random) for _ in range(random.randint(0, 5))]
    return [text.encode("utf-8", "surrogateescape").replace(b"\0", b"") for text in words]


def batch(random):
    """A batch; most edits of most batches are valid, so that hostile ones come after edits that were made."""
    share = random.choice((0, 0.05, 0.5))
    lines = [hostile_line(random) if random.random() < share else sensible_line(random) for _ in range(LINES)]
    return ["apply"], "\n".join(lines).encode("utf-8", "surrogateescape")


def sensible_line(random):
    """An edit that can be made, with a hostile text."""
    text = random.choice(TEXTS)
    match random.randrange(8):
        case 0:
            edit = {"verb": "add", "arguments": [text, "x"], "in": "@s1"}
            return json.dumps(edit, ensure_ascii=random.random() < 0.5)
        case 1:
            return f"edit {random.choice(('@r1', '@r2', '@s1', '@s2'))} --text={quoted('x' + text)}"
        case 2:
            return f"add --section --detail={quoted(text)} -- {quoted('x' + text)}"
        case 3:
            return random.choice(("collapse @s1", "toggle @s2", "move @r1 --in @s2", "sort @s1", "done @r2"))
        case _:
            return f"add --in @s1 -- {quoted(text)}"


def hostile_line(random):
    return " ".join(random.choice((quoted, str))(word(random)) for _ in range(random.randint(1, 5)))


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"
