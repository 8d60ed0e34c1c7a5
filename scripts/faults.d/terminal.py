"""Shows hostile texts on a terminal, which none of their control characters may reach."""

import contextlib
import json
import os
import pty
import re
import select
import sqlite3
import subprocess
import termios
import time

from page import Line
from program import code_of
from scenarios import Base
from shim import Shim

TARGET = 3_300
PER_FILE = 30
PATIENCE = 20  # seconds until a run counts as one that hangs
END_OF_INPUT = b"\n\x04"  # the answer to a question
FORMATS = ("markdown", "opml", "json", "csv", "tsv", "text", "html", "plist")

PARTS = [
    *map(chr, range(1, 32)), "\x7f", *map(chr, range(0x80, 0xA0)), "\x1b[2J", "\x1b[35;44;5m", "\x1b]0;title\x07",
    "\x1b]52;c;aGk=\x1b\\", "\x1bP+q\x1b\\", "\x9b31m", "\x1b[6n", "\x1b(0", "\r\n", "\u2028", "\u2029",
    "\u202e", "\u202d", "\u2066", "\u2069", "\u200e", "\u200f", "\u061c", "\ufeff", "\ufff9", "milk", "日本", "é", " ",
    "👩‍👧", "\\x1b", "'", '"', "<b>",
]  # fmt: skip

OWN = re.compile(r"\x1b\[[0-9;]*m")  # pleat's colours
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def run(trial):
    base = Base(trial.program, Shim(trial.folder), trial.folder)
    total = trial.cases or TARGET
    counts = {"texts": 0, "runs": 0}

    def check(number, name):
        random = trial.random(number)
        texts = [hostile(random) for _ in range(min(PER_FILE, total))]
        folder = base.copy(base.files["outline"], name)
        fill(folder, texts)
        for words in verbs(texts):
            show(trial, folder, words, f"number {number} of seed {trial.seed}")
            counts["runs"] += 1
        counts["texts"] += len(texts)

    trial.each(range(-(-total // PER_FILE)), check)
    yield Line(
        "hostile texts on a terminal",
        "3,300 texts: no control character reaches it",
        f"{counts['texts']:,} texts in {counts['runs']:,} runs of {len(verbs([''] * 9))} commands:"
        f" {len(trial.findings)} runs let one through",
        trial.command,
    )


def hostile(random):
    return "".join(random.choice(PARTS) for _ in range(random.randint(1, 8)))


def fill(folder, texts):
    """Writes the texts into every column that is shown."""
    with contextlib.closing(sqlite3.connect(folder.file)) as file:
        for number, text in enumerate(texts):
            attributes = json.dumps({text: text}, ensure_ascii=number % 2 == 0)
            file.execute("INSERT INTO section (title, detail, attributes) VALUES (?, ?, ?)", (text, text, attributes))
            file.execute("INSERT INTO row (section_id, text, attributes) VALUES (1, ?, ?)", (text, attributes))
        for text in set(texts):
            file.execute("INSERT INTO user (name) VALUES (?)", (text,))
            file.execute("INSERT INTO fold SELECT user_id, 1, 1 FROM user WHERE name = ?", (text,))
        file.execute("UPDATE row SET text = text || '.' WHERE row_id > 4")
        file.commit()


def verbs(texts):
    """Commands that show texts of the file, or their own arguments."""
    one, two, three = texts[0], texts[1], texts[2]
    return [
        ["list"], ["list", "--all", "--ids"], ["list", "--all", "--json"], ["list", "--color", "never"],
        ["list", "--sections"], ["find", "."], ["find", "--regex", "."], ["folds"], ["folds", "--json"], ["users"],
        ["log", "-v"], ["log", "--json"], ["status"], ["settings"], ["list", one], ["find", "x" + one], ["-" + two],
        ["list", "--depth", one], ["edit", "@r1", three], ["edit", "@s1", two], ["add", one, "-n"], ["add", one],
        ["add", one, "--in", "no" + two], ["delete", "@r5", "-n"], ["delete", "@r6"], ["move", "@s5", "--in", "@s1"],
        ["collapse", "@s6"], ["done", "@r7"], ["undo", "-n"], ["undo"], ["import", "no" + one],
        ["collapse", "@s7", "-u", two + "x"], ["users", "--delete", one], ["settings", "inbox", one], ["settings"],
        ["delete", "-r", "@s1", "-n"], ["log"], ["list", "-f", "no" + one],
        *(["export", "-", "--format", name] for name in FORMATS),
    ]  # fmt: skip


def show(trial, folder, words, what):
    """Runs a command on a terminal, and checks what arrives there."""
    try:
        code, output = on_terminal(folder, [word.encode() for word in words])
    except UnicodeEncodeError:
        return
    shown = f"{what}: {words}"
    if code == 70 or code >= 128:
        trial.find("crash", f"{shown}: exit {code}")
    try:
        text = OWN.sub("", output.decode()) if b"\x1b[35;44;5m" not in output else output.decode()
    except UnicodeDecodeError as error:
        return trial.find("shown", f"{shown}: bytes that are no UTF-8: {error}")
    text = text.replace("\r\n", "\n")
    harm = HARMFUL.search(text)
    if harm:
        trial.find("shown", f"{shown}: {text[max(0, harm.start() - 20) : harm.end() + 20]!r}")


def on_terminal(folder, words):
    """Runs a command with a terminal as its input and output; returns its exit code and what arrived."""
    terminal, inner = pty.openpty()
    modes = termios.tcgetattr(inner)
    modes[3] &= ~termios.ECHO  # else what is typed is shown wherever the program is in its output
    termios.tcsetattr(inner, termios.TCSANOW, modes)
    with contextlib.ExitStack() as stack:
        stack.callback(os.close, terminal)
        try:
            process = subprocess.Popen(
                [folder.program, *words],
                stdin=inner,
                stdout=inner,
                stderr=inner,
                cwd=folder.path,
                env=folder.environment | {"TERM": "xterm-256color"},
                start_new_session=True,
            )
        finally:
            os.close(inner)
        os.write(terminal, END_OF_INPUT)
        output = received(terminal, time.monotonic() + PATIENCE)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE)
        process.kill()  # does nothing to a process that has ended
        process.wait()
        return code_of(process), output


def received(terminal, end):
    """Everything that arrives until the program closes the terminal."""
    output = b""
    while time.monotonic() < end and select.select([terminal], [], [], max(0, end - time.monotonic()))[0]:
        try:
            chunk = os.read(terminal, 65_536)
        except OSError:  # the other side is closed
            break
        output += chunk
    return output
