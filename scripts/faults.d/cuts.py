"""Lets two people edit one outline by ssh, while pleat is killed and connections are cut on the other side; then sends documents
there, through connections that are cut and programs that are killed."""

import collections
import json
import os
import shlex
import signal
import subprocess
import threading
import time

import sshd
import uploads
from page import Line
from program import Ending, Folder, code_of, decoded

PEOPLE = ["ana", "bob"]
EDITS, KILLS, CUTS = 500, 50, 20
UNKNOWN = 74


def run(trial):
    if not sshd.is_there():
        print("-- cuts: skipped, because it needs the packages openssh-server and openssh-client")
        return
    folder = Folder(trial.program, trial.folder)
    folder.run(["add", "--section", *PEOPLE])
    server = sshd.Server(trial.folder / "server", {name: key(trial.program, folder.file, name) for name in PEOPLE})
    try:
        yield edit(trial, folder, server)
    finally:
        server.close()
    trial.findings.clear()
    yield uploads.run(trial, key)


def key(program, file, name):
    """The options of a key in authorized_keys."""
    return f'restrict,pty,command="{shlex.quote(str(program))} serve --file {file} --user {name}"'


def edit(trial, folder, server):
    shared = f"  ControlMaster auto\n  ControlPath {trial.folder}/%n\n  ControlPersist 60\n"
    programs = server.client(PEOPLE, settings=shared)
    count = trial.cases or EDITS
    people = [Person(trial, folder, programs, name, count) for name in PEOPLE]
    for person in people:
        person.start()
    killed, cut = disturb(trial, folder, server, people, count * KILLS // EDITS, count * CUTS // EDITS)
    for person in people:
        person.join()
        subprocess.run([programs / "ssh", "-O", "exit", person.name], stderr=subprocess.DEVNULL)
    said, unknown, unsaved = judge(trial, folder, people)
    return Line(
        "two people who edit by ssh, with kills and cut connections",
        f"2 × {EDITS}, {KILLS} kills, {CUTS} cuts: 0 lost, 0 doubled",
        f"2 × {count:,}, {killed} kills, {cut} cuts: {said:,} acknowledged, {trial.count('lost')} of them missing; "
        f"{unknown} unknown; {unsaved} not sent, {trial.count('false')} of them saved; {trial.count('doubled')} doubled",
        trial.command,
    )


class Person(threading.Thread):
    """Somebody who adds rows, one after another, and remembers pleat's answer for each."""

    def __init__(self, trial, folder, programs, name, count):
        super().__init__()
        self.trial, self.folder, self.name, self.count = trial, folder, name, count
        self.environment = folder.environment | {
            "PATH": f"{programs}:{os.environ['PATH']}", "PLEAT_FILE": f"ssh://{name}", "PLEAT_USER": name
        }
        self.codes, self.unsaved = {}, set()

    def run(self):
        for number in range(self.count):
            ending = self.add(f"{self.name}-{number}")
            self.codes[f"{self.name}-{number}"] = ending.code
            if '"saved":null' not in ending.errors and ending.code == UNKNOWN:
                self.unsaved.add(f"{self.name}-{number}")
            if ending.code not in (0, UNKNOWN, 128 + signal.SIGKILL):
                self.trial.find("refused", f"{self.name}, edit {number}: {ending}")

    def add(self, text):
        words = [self.folder.program, "add", text, "--in", self.name, "--json"]
        process = subprocess.run(words, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True)
        return Ending(code_of(process), decoded(process.stdout), decoded(process.stderr))


def disturb(trial, folder, server, people, kills, cuts):
    """Kills pleat, and cuts connections, at random moments all through the edits; returns how often it did."""
    random = trial.random("cuts")
    order = ["kill"] * kills + ["cut"] * cuts
    random.shuffle(order)
    done = collections.Counter()
    whole = sum(person.count for person in people)
    for index, kind in enumerate(order):
        while any(person.is_alive() for person in people):
            if sum(len(person.codes) for person in people) < index * whole / len(order):
                time.sleep(0.01)
                continue
            targets = servants(folder) if kind == "kill" else server.connections()
            if targets:
                sshd.end(random.choice(targets), signal.SIGKILL)
                done[kind] += 1
                break
        time.sleep(random.random() * 0.1)
    return done["kill"], done["cut"]


def servants(folder):
    """The processes that carry out edits."""
    words = ["pgrep", "-f", f"^{folder.program} serve --file {folder.file} "]
    return [int(line) for line in subprocess.run(words, stdout=subprocess.PIPE).stdout.split()]


def judge(trial, folder, people):
    """Compares the file with the answers; returns how many edits were acknowledged, unknown and so on."""
    lines = json.loads(folder.run(["list", "--json", "--all"]).text)
    there = collections.Counter(line["text"] for line in lines if line["kind"] == "row")
    said, unknown = 0, 0
    unsaved = set().union(*[person.unsaved for person in people])
    for text, code in [pair for person in people for pair in person.codes.items()]:
        said += code == 0
        unknown += code != 0 and text not in unsaved
        if text in unsaved and there[text]:
            trial.find("false", f"{text} was said not to be saved, and is there")
        if code == 0 and not there[text]:
            trial.find("lost", f"{text} was acknowledged and is not there")
        if there[text] > 1:
            trial.find("doubled", f"{text} is there {there[text]} times")
    if folder.run(["check"]).code != 0:
        trial.find("lost", "the file is not whole")
    return said, unknown, len(unsaved)
