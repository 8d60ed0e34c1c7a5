"""What the judges of all formats use: pleat itself, random words, and a comparison."""

import json
import os
import subprocess
import tempfile
from itertools import zip_longest

WORDS = ["milk", "call mom", "é", "日本", "two words", "x", "a-b", "https://example.org/?a=b", "10:30", "(A)", "50%", "\\", '"q"']
TAGS = ["home", "work", "errand"]
KEYS = ["k", "size", "who"]


def words(random, most=4):
    return " ".join(random.choice(WORDS) for _ in range(random.randint(1, most)))


def day(random):
    return f"20{random.randint(10, 39)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"


def run(*arguments, data="", env=None):
    answer = subprocess.run(arguments, input=data.encode(), capture_output=True, env={**os.environ, **(env or {})})
    assert answer.returncode == 0, f"{arguments} ended with {answer.returncode}: {answer.stderr.decode()}"
    return answer.stdout.decode()


class Outline:
    """An outline that a document was imported into."""

    def __init__(self, document, format, *options):
        self.folder = tempfile.TemporaryDirectory(dir="/dev/shm")
        self.file = f"{self.folder.name}/outline.db"
        self.pleat("import", "-", "--format", format, "-q", *options, data=document)

    def pleat(self, *arguments, data=""):
        return run(os.environ["PLEAT"], *arguments, "-f", self.file, data=data)

    def export(self, format):
        return self.pleat("export", "-", "--format", format, "-q")

    def items(self):
        """All sections and rows, with their attributes."""
        document = json.loads(self.export("json"))
        for section in document["sections"]:
            stands = section.get("attributes", {}).get("import") == "document"
            if not stands:
                yield section
            for row in section["rows"]:
                yield {**row, "section": None if stands else section["title"]}


def expect(found, wanted, where, document):
    if found == wanted:
        return
    print(f"{where}:\n{document}")
    for one, other in zip_longest(found, wanted):
        if one != other:
            print(f"found:  {one}\nwanted: {other}")
    raise SystemExit(1)
