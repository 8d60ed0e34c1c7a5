"""Sends documents by ssh to commands that read, and cuts their connections or kills their processes at random moments."""

import collections
import os
import random as generators
import signal
import sqlite3
import subprocess
import time

import sshd
from page import Line
from program import Ending, code_of, decoded

UPLOADS = 1000
ROWS = 4000
MARK = "4711"


def rows(form):
    return "".join(form.format(number) for number in range(ROWS))


READERS = [
    (["import", "-", "--format", "md"], "# Home\n" + rows("- row {0} of the document\n")),
    (["import", "-", "--format", "csv"], "text\n" + rows("row {0} of the document\n")),
    (["import", "-", "--format", "text"], rows("row {0} of the document\n")),
    (
        ["import", "-", "--format", "json"],
        '{"pleat":1,"users":[],"sections":[{"level":1,"title":"Home","rows":['
        + rows('{{"text":"row {0} of the document"}},\n')[:-2] + "]}]}\n",
    ),
    (["import", "-", "--format", "md", "--merge"], "# Home\n" + rows("- row {0} of the document\n")),
    (["apply"], rows("add 'row {0} of the document'\n")),
    (["add", "-"], rows("row {0} of the document\n")),
]
KINDS = ["cut", "cut", "cut", "ssh here", "connection", "pleat there", "pleat here", "SIGTERM here"]


def run(trial, key):
    """Makes the line of the page.

    - key: Returns the options of the key for a program, a file and a user.
    """
    names = [f"work{number}" for number in range(trial.jobs)]
    server = sshd.Server(
        trial.folder / "uploads", {name: key(trial.program, trial.folder / f"{name}.db", name) for name in names}
    )
    cutters = {name: sshd.Cutter(server.port) for name in names}
    programs = {name: server.client([name], cutters[name].port) for name in names}
    told = collections.Counter()
    try:
        upload = Upload(trial, server, cutters, programs, told)
        count = trial.each(range(trial.cases * 2 if trial.cases else UPLOADS), upload.check)
    finally:
        server.close()
    return Line(
        "uploads by ssh, with cuts at random bytes and kills",
        "1,000: 0 saved by half, 0 false answers, 0 that a repetition with the key does not make whole",
        f"{count:,}, {told['unknown']} of them unknown: {trial.count('half')} saved by half, {trial.count('false')} false answers, "
        f"{trial.count('not whole')} that a repetition did not make whole",
        trial.command,
    )


class Upload:
    def __init__(self, trial, server, cutters, programs, told):
        self.trial, self.server, self.cutters, self.programs, self.told = trial, server, cutters, programs, told

    def check(self, case, name):
        """Disturbs one upload, compares its answer with the outline, and repeats it."""
        random = self.trial.random(f"upload {case}")
        words, document = READERS[case % len(READERS)]
        kind = KINDS[case // len(READERS) % len(KINDS)]
        file = self.trial.folder / f"{name}.db"
        for path in [file, f"{file}-journal"]:
            if os.path.exists(path):
                os.unlink(path)
        subprocess.run([self.trial.program, "add", "--section", "Home", "-q", "-f", file], check=True, env=self.environment(name))
        words = self.named(name, words, document) if random.random() < 0.5 else words
        self.cutters[name].limit = random.randrange(len(document) + 9000) if kind == "cut" else None
        ending = self.run(name, file, words, document, kind, random)
        self.cutters[name].limit = None
        what = f"case {case}, {' '.join(words)}, {kind}: {ending}"
        there = self.count(file)
        if there not in (0, ROWS):
            self.trial.find("half", f"{there} rows are there; {what}")
        if ending.code not in (0, 74, 128 + signal.SIGTERM, 128 + signal.SIGKILL):
            self.trial.find("false", what)
        isUnknown = "not known" in ending.errors or ending.code == 128 + signal.SIGKILL
        self.told["saved" if ending.code == 0 else "unknown" if isUnknown else "unsaved"] += 1
        if (ending.code == 0 and there != ROWS) or (ending.code != 0 and not isUnknown and there):
            self.trial.find("false", f"{there} rows are there; {what}")
        again = self.run(name, file, words, document)
        if again.code != 0 or self.count(file) != ROWS:
            self.trial.find("not whole", f"{self.count(file)} rows are there after {again}; {what}")

    def named(self, name, words, document):
        """The arguments for a file instead of standard input, if the verb takes one."""
        ending = {"import": words[3] if len(words) > 3 else "", "apply": "edits"}.get(words[0])
        if ending is None:
            return words
        path = self.trial.folder / f"{name}.{ending}"
        path.write_text(document)
        return [words[0], str(path), *[word for word in words if word == "--merge"]]

    def environment(self, name):
        return {"PATH": f"{self.programs[name]}:{os.environ['PATH']}", "HOME": str(self.trial.folder), "LC_ALL": "C.UTF-8"}

    def run(self, name, file, words, document, kind=None, random=generators):
        source = self.trial.folder / f"{name}.input"
        source.write_text(document)
        with source.open("rb") as stdin, subprocess.Popen(
            [self.trial.program, *words, "--idempotency-key", MARK, "-f", f"ssh://{name}"], stdin=stdin, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=self.environment(name),
        ) as process:
            if kind not in (None, "cut"):
                self.disturb(process, file, kind, random)
            text, errors = process.communicate(timeout=120)
        while children("-f", f"serve --file {file} "):
            time.sleep(0.005)
        return Ending(code_of(process), decoded(text), decoded(errors))

    def disturb(self, process, file, kind, random):
        """Kills something at a random moment, once the far side is there in half of the cases."""
        far = ["-f", f"serve --file {file} "]
        if random.random() < 0.7:
            while process.poll() is None and not children(*far):
                time.sleep(0.001)
            time.sleep(random.random() * 0.1)
        else:
            time.sleep(random.random() * 0.4)
        if process.poll() is not None:
            return
        if kind == "pleat here":
            process.kill()
        elif kind == "SIGTERM here":
            process.terminate()
        elif kind == "ssh here":
            end_all(children("-P", str(process.pid)))
        elif kind == "pleat there":
            end_all(children(*far))
        else:
            end_all(process for servant in children(*far) for process in ancestors(servant))

    def count(self, file):
        """The number of rows in a file, which must be whole."""
        checked = subprocess.run([self.trial.program, "check", "-f", file], capture_output=True)
        if checked.returncode != 0:
            return -1
        connection = sqlite3.connect(file)
        try:
            return connection.execute("SELECT count(*) FROM row").fetchone()[0]
        finally:
            connection.close()


def children(*words):
    """The processes that pgrep finds."""
    return [int(line) for line in subprocess.run(["pgrep", *words], stdout=subprocess.PIPE).stdout.split()]


def ancestors(process):
    """The process of sshd that has the connection of a command, with its own parent that keeps it."""
    found = []
    for _ in range(3):
        try:
            with open(f"/proc/{process}/stat", encoding="utf-8") as status:
                name, rest = status.read().rsplit(")", 1)
        except OSError:
            break
        if name.endswith("(sshd"):
            found.append(process)
        process = int(rest.split()[1])
    return found[:1]


def end_all(processes):
    for process in processes:
        sshd.end(process, signal.SIGKILL)
