"""Compares random filters with a filter of its own over the lines of random outlines; see scripts/compare/filters.

    filters.py COUNT SEED
"""

import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unicodedata

PLEAT = os.environ["PLEAT"]
WORDS = "milk oat Oat bread ete Straße STRASSE été e\u0301te\u0301 or not open done task call Bob's 5\" a=b x:y 日本 due".split()
TAGS = "#home #Home #home/kitchen #été #a-b #work".split()
NO_TAGS = ["`#home`", "a#home", "\\#home", "[see #home](x)", "`` #a-b ` ``", "#1", "(#home)", "`unclosed #work"]
KEYS = ["owner", "Owner", "tags", "n", "paid"]
VALUES = ["ann", "Ann Lee", "été", "3", True, False, ["x", "ann"], [], "", {"owner": "bob"}]
PER_OUTLINE = 400


def run(*words, check=(0,), text=None):
    done = subprocess.run([PLEAT, *words], input=text or "", capture_output=True, text=True)
    if done.returncode not in check:
        sys.exit(f"{words} ended with {done.returncode}: {done.stderr}")
    return done.stdout


# Outlines


def sentence(chance):
    parts = chance.choices(WORDS, k=chance.randint(1, 4))
    if chance.random() < 0.5:
        parts.insert(chance.randint(0, len(parts)), chance.choice(TAGS))
    if chance.random() < 0.5:
        parts.insert(chance.randint(0, len(parts)), chance.choice(NO_TAGS))
    return chance.choice([" ", " ", "\n"]).join(parts)


def content(chance):
    item = {"done": chance.choice([None, None, False, True])}
    if chance.random() < 0.4:
        item["attributes"] = {key: chance.choice(VALUES) for key in chance.sample(KEYS, chance.randint(1, 2))}
    return item


def section(chance, level):
    item = content(chance) | {"title": sentence(chance).replace("\n", " ")}
    if chance.random() < 0.3:
        item["detail"] = sentence(chance).replace("\n", " ")
    item["rows"] = [content(chance) | {"text": sentence(chance)} for _ in range(chance.randint(0, 5))]
    if level < 3:
        item["sections"] = [section(chance, level + 1) for _ in range(chance.randint(0, 3))]
    return item


class Outline:
    def __init__(self, chance, folder):
        self.file = os.path.join(folder, f"{chance.random()}.db")
        edits = []
        for part in (section(chance, 1) for _ in range(chance.randint(1, 4))):
            self.add(part, None, edits)
        self.apply(edits, "ana")
        ids = [item["id"] for item in self.list() if chance.random() < 0.2]
        self.apply([{"verb": "edit", "arguments": [id], "set": "seen=yes"} for id in ids], "bob")
        if chance.random() < 0.5:
            run("collapse", "--all", "-f", self.file, "-q", "-u", "ana")
        self.items = self.list()
        open_sections = []
        for item in self.items:
            item["by"] = {"ana", "bob"} if item["id"] in ids else {"ana"}
            if item["kind"] == "section":
                while open_sections and open_sections[-1]["level"] >= item["level"]:
                    open_sections.pop()
                item["above"] = [above["id"] for above in open_sections]
                open_sections.append(item)
            else:
                item["above"] = [above["id"] for above in open_sections]

    def apply(self, edits, user):
        run("apply", "-f", self.file, "-q", "-u", user, text="\n".join(json.dumps(edit) for edit in edits))

    def list(self):
        return json.loads(run("list", "--all", "--json", "-f", self.file, "-u", "ana"))

    @staticmethod
    def add(part, parent, edits):
        name = f"s{len(edits)}"
        edit = {"verb": "add", "section": True, "arguments": [part["title"]], "as": name}
        if part.get("detail"):
            edit["detail"] = part["detail"]
        edits.append(edit | options(part) | ({"in": f"${parent}"} if parent else {}))
        edits.extend(attributes(part, name))
        for row in part["rows"]:
            name_of_row = f"r{len(edits)}"
            edits.append({"verb": "add", "arguments": [row["text"]], "in": f"${name}", "as": name_of_row} | options(row))
            edits.extend(attributes(row, name_of_row))
        for below in part.get("sections", []):
            Outline.add(below, name, edits)


def options(part):
    return {"done": {None: "none", False: "no", True: "yes"}[part["done"]]}


def attributes(part, name):
    for key, value in part.get("attributes", {}).items():
        yield {"verb": "edit", "arguments": [f"${name}"], "set": f"{key}={value if isinstance(value, str) else json.dumps(value)}"}


# Filters: (text, test) of an item, and how close it binds: 0 or, 1 side by side, 2 one part


def folded(text):
    return unicodedata.normalize("NFC", text.upper().lower())


def atoms(value, key=None):
    if isinstance(value, dict):
        for name, part in value.items():
            yield from atoms(part, name)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from atoms(part, index)
    elif value is not None:
        yield f"{key}={written(value)}"


def written(value):
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else str(value)


def texts(item):
    return [text for text in (item.get("title"), item.get("detail"), item.get("text")) if text is not None]


def plain(text):
    """A text in small letters, with letters of the Latin blocks as they are typed without accents."""
    def letter(scalar):
        if 0x300 <= ord(scalar) < 0x370:
            return ""
        base = unicodedata.normalize("NFD", scalar)[0]
        latin = 0xC0 <= ord(scalar) < 0x250 or 0x1E00 <= ord(scalar) < 0x1F00
        scalar = base if latin and base.isascii() else scalar
        return scalar.lower() if scalar.isascii() else scalar
    return "".join(map(letter, text))


def has_word(word):
    def occurs(text):
        if word.isascii():
            return plain(word) in plain(text)
        return folded(word) in folded(text)

    return lambda item: any(occurs(text) for text in [*texts(item), *atoms(item["attributes"])])


def tags(text):
    """The tags of a text, found with expressions instead of a pass over it."""
    text = re.sub(r"\\([!-/:-@\[-`{-~])", lambda m: "\0" if m[1] == "`" else m[0], text)
    text = re.sub(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", "x", text, flags=re.S)
    text = re.sub(r"\[[^\[\]]*\]\([^()]*\)", "x", text)
    return {folded(name) for name in re.findall(r"(?:^|(?<=\s))#([^\W\d_][\w/\u0301-]*)", text)}


def has_attribute(key, value):
    def test(item):
        for name, held in item["attributes"].items():
            for one in held if isinstance(held, list) else [held]:
                if not isinstance(one, (dict, list)) and folded(f"{name}={written(one)}") == folded(f"{key}={value}"):
                    return True
        return False

    return test


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def leaf(chance, outline):
    kind = chance.randrange(10)
    if kind < 3:
        word = chance.choice(WORDS)
        if word in ("or", "not", "open", "done", "task", "due") or any(c in word for c in '"=') or chance.random() < 0.3:
            return chance.choice([quoted(word), f"text:{quoted(word)}"]), has_word(word)
        return chance.choice([word, word.upper() if word.isascii() else word]), has_word(word)
    if kind == 3:
        phrase = " ".join(chance.choices(WORDS, k=2))
        return quoted(phrase), has_word(phrase)
    if kind == 4:
        tag = chance.choice(TAGS)
        name = folded(tag[1:])
        return chance.choice([tag, tag.upper()]), lambda item: any(
            found == name or found.startswith(name + "/") for text in texts(item) for found in tags(text))
    if kind == 5:
        word, states = chance.choice([("open", (False,)), ("done", (True,)), ("task", (False, True))])
        return word, lambda item: item["done"] in states and item["done"] is not None
    if kind == 6:
        place = chance.choice([item for item in outline.items if item["kind"] == "section"])
        return f"in:{chance.choice([place['id'], place['number']])}", lambda item: place["id"] in item["above"]
    if kind == 7 and chance.random() < 0.7:
        user = chance.choice(["ana", "bob", "bob", "eve"])
        return f"by:{user}", lambda item: user in item["by"]
    if kind == 7:
        return chance.choice(["changed:1h", "changed:2w"]), lambda item: True
    key, value = chance.choice(KEYS), chance.choice(["ann", "ANN", "Ann Lee", "été", "3", "true", "false", "x", "", "bob"])
    return f"{key}={quoted(value) if ' ' in value or chance.random() < 0.2 else value}", has_attribute(key, value)


def expression(chance, outline, depth):
    """A filter as text, its test, and how close it binds."""
    shape = chance.random()
    if depth == 0 or shape < 0.35:
        return *leaf(chance, outline), 2
    if shape < 0.5:
        text, test, binds = expression(chance, outline, depth - 1)
        return f"not {bracketed(chance, text, binds, 2)}", lambda item: not test(item), 2
    parts = [expression(chance, outline, depth - 1) for _ in range(chance.randint(2, 3))]
    tests = [part[1] for part in parts]
    if shape < 0.75:
        text = " ".join(bracketed(chance, text, binds, 1) for text, _, binds in parts)
        return text, lambda item: all(test(item) for test in tests), 1
    text = " or ".join(bracketed(chance, text, binds, 0) for text, _, binds in parts)
    return text, lambda item: any(test(item) for test in tests), 0


def bracketed(chance, text, binds, least):
    return f"({text})" if binds < least or chance.random() < 0.1 else text


def compare(chance, outline, number):
    text, test, _ = expression(chance, outline, 3)
    wanted = [item["id"] for item in outline.items if test(item)]
    hits = json.loads(run("find", "--json", "-f", outline.file, "--", text, check=(0, 1)))
    differ(outline, text, "find", wanted, [hit["id"] for hit in hits])
    differ(outline, text, "find", [item["number"] for item in outline.items if test(item)], [hit["number"] for hit in hits])
    if number % 20:
        return
    around = {above for item in outline.items if item["id"] in wanted for above in item["above"]}
    lines = [line["id"] for line in json.loads(run("list", "--json", "-f", outline.file, "--where", text))]
    differ(outline, text, "list", [item["id"] for item in outline.items if item["id"] in around or item["id"] in wanted], lines)
    ids = json.loads(run("done", "-n", "--json", "-f", outline.file, "--where", text))["ids"]
    differ(outline, text, "done", [item["id"] for item in outline.items if item["id"] in wanted and item["done"] is False], ids)
    ids = json.loads(run("delete", "-r", "-n", "--json", "-f", outline.file, "--where", text))["ids"]
    differ(outline, text, "delete", wanted, ids)


def differ(outline, text, verb, wanted, found):
    if wanted != found:
        kept = f"/tmp/filter-{os.getpid()}.db"
        os.link(outline.file, kept) if not os.path.exists(kept) else None
        sys.exit(f"{verb} {text!r} in {kept}: {found} found, {wanted} wanted")


def main(count, seed):
    with tempfile.TemporaryDirectory() as folder:
        for number in range(count):
            if number % PER_OUTLINE == 0:
                outline = Outline(random.Random(f"{seed} {number}"), folder)
            compare(random.Random(f"{seed} {number} filter"), outline, number)
    print(f"{count} filters find the same (seed {seed})")


main(int(sys.argv[1]), int(sys.argv[2]))
