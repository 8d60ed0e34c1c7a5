"""Lets eight processes write at once, beside readers, and watches that must see everything in order; then lets several users
tick the same day of a repeating task at once."""

import datetime
import json
import sys
import threading
import time

from page import Line
from program import Folder
from replay import Watch

WRITERS, READERS, WATCHES = 8, 4, 4
TARGET = 8_000
TICKS = 500


def run(trial):
    folder = Folder(trial.program, trial.folder)
    titles = [f"Writer {number}" for number in range(WRITERS)]
    folder.run(["add", "--section", *titles])
    folder.run(["collapse", titles[-1]])
    each = (trial.cases or TARGET) // WRITERS
    watches = [Watch(folder, ("ana", "bob")[number % 2], f"watch-{number}") for number in range(WATCHES)]
    reads, stop = [0] * READERS, threading.Event()
    readers = [threading.Thread(target=read, args=(trial, folder, stop, reads, number)) for number in range(READERS)]
    writers = [threading.Thread(target=write, args=(trial, folder, titles, number, each)) for number in range(WRITERS)]
    for thread in readers + writers:
        thread.start()
    for thread in writers:
        thread.join()
    stop.set()
    for thread in readers:
        thread.join()
    kept = check_kept(trial, folder, titles, each)
    replayed_watches = sum(watch.ends_with_list(trial) for watch in watches)
    yield Line(
        "8 writers at once, with 4 readers and 4 watches",
        "8 × 1,000: 8,000 kept, 0 refused, every watch replays to the end",
        f"{WRITERS} × {each:,}: {kept:,} kept, {trial.count('refused')} refused, {sum(reads):,} lists of which"
        f" {trial.count('reader')} were wrong, {replayed_watches} of {WATCHES} watches replay to the end",
        trial.command,
    )
    yield tick_at_once(trial, folder)


def tick_at_once(trial, folder):
    """Lets all writers tick the same day of a task again and again: it moves on by one day, for one of them."""
    day, count = datetime.date.today(), min(trial.cases or TICKS, TICKS)
    folder.run(["add", "bins", "--in", "Writer 0", "--due", str(day), "--repeat", "daily"])
    refused = 0
    for _ in range(count):
        endings = []

        def tick(number):
            endings.append(folder.run(["done", "bins", "--was", str(day), "--user", f"user{number}"]))

        threads = [threading.Thread(target=tick, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        codes = sorted(ending.code for ending in endings)
        refused += codes.count(79)
        day += datetime.timedelta(1)
        found = folder.run(["show", "bins", "--json"]).text
        if codes != [0] + [79] * (WRITERS - 1) or f'"due":"{day}"' not in found:
            trial.find("ticked twice", f"{codes}, and not due on {day}: {found[:200]}")
    return Line(
        "8 users who tick the same day of a repeating task at once",
        "500 days: each ticked once",
        f"{count:,} days: {refused:,} ticks refused, {trial.count('ticked twice')} days not ticked exactly once",
        trial.command,
    )


def write(trial, folder, titles, number, count):
    """Adds rows to a section of its own, one command each."""
    for edit in range(count):
        ending = folder.run(["add", f"{number}-{edit}", "--in", titles[number], "-q"])
        if ending.code != 0:
            trial.find("refused", f"writer {number}, edit {edit}: {ending}")
        if number == 0 and edit % 500 == 0:
            print(f"-- {edit:,} of {count:,} edits", file=sys.stderr, flush=True)


def read(trial, folder, stop, reads, number):
    """Lists again and again. The rows of each writer have to be there in order, without a gap."""
    while not stop.is_set():
        ending = folder.run(["list", "--json", "--all"])
        if ending.code != 0:
            trial.find("reader", f"{ending}")
            continue
        seen = {}
        for line in json.loads(ending.text):
            if line["kind"] == "row":
                writer, edit = line["text"].split("-")
                if seen.get(writer, 0) != int(edit):
                    trial.find("reader", f"edit {edit} of writer {writer} came after {seen.get(writer, 0)} others")
                seen[writer] = int(edit) + 1
        reads[number] += 1
        time.sleep(0.2)


def check_kept(trial, folder, titles, count):
    """Compares the file with the acknowledged rows; returns how many of them it has."""
    lines = json.loads(folder.run(["list", "--json", "--all"]).text)
    texts = [line["text"] for line in lines if line["kind"] == "row"]
    expected = [f"{number}-{edit}" for number in range(len(titles)) for edit in range(count)]
    if texts != expected:
        trial.find("lost", f"{len(texts)} rows instead of {len(expected)}, or in another order")
    return len(set(texts) & set(expected))
