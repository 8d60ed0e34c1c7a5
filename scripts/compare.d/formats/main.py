"""Judges each format by random documents; see scripts/compare/formats."""

import os
import random
import sys

import ics
import org
import taskwarrior
import todotxt

FORMATS = {"todotxt": todotxt, "org": org, "taskwarrior": taskwarrior, "ics": ics}


def main():
    seed = int(os.environ.get("PLEAT_SEED", random.randrange(10**6)))
    count = int(os.environ.get("PLEAT_DOCUMENTS", "100"))
    for name in sys.argv[1:] or FORMATS:
        for number in range(count):
            FORMATS[name].check(random.Random(f"{seed} {number}"), f"{name}, seed {seed}, document {number}")
        print(f"{name}: {count} documents, nothing lost (seed {seed})")


main()
