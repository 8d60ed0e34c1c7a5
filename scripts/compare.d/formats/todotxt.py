"""todo.txt: the parts of a line, by the format's description, and by todo-txt."""

import re
import tempfile

from judge import KEYS, TAGS, Outline, day, expect, run, words

DATE = r"\d{4}-\d\d-\d\d"
KEY = re.compile(r"[A-Za-z][\w-]*:(?!//)\S+")


def line(random):
    text, start, end = words(random), [], []
    is_done = random.random() < 0.3
    if is_done:
        start.append("x")
        if random.random() < 0.7:
            start.append(day(random))
    elif random.random() < 0.4:
        start.append(f"({random.choice('ABCXYZ')})")
    if (not is_done or len(start) > 1) and random.random() < 0.4:
        start.append(day(random))
    end += [f"{sign}{word}" for sign in "+@" for word in random.sample(TAGS, random.randint(0, 2))]
    end += [f"{key}:{random.randint(1, 9)}" for key in random.sample(KEYS, random.randint(0, 2))]
    if random.random() < 0.3:
        end.append(f"due:{day(random)}")
        end.append(f"rec:{random.choice(['+', ''])}{random.randint(1, 4)}{random.choice('dwmy')}")
    random.shuffle(end)
    return " ".join(start + [text] + end)


def read(line):
    """The parts of a line: done, priority, dates, text and keys."""
    is_done = bool(re.match("x ", line))
    rest = line[2:] if is_done else line
    priority = None if is_done else re.match(r"\(([A-Z])\) ", rest)
    rest = rest[4:] if priority else rest
    dates = re.match(rf"(?:{DATE} ){{0,{2 if is_done else 1}}}", rest).group()
    tokens = rest[len(dates):].split(" ")
    keys = [word for word in tokens if KEY.fullmatch(word)]
    text = [word for word in tokens if word not in keys]
    kept = [key for key in keys if not re.fullmatch("pri:[A-Z]", key)]  # what todo-txt keeps of a priority that was done
    letter = priority.group(1) if priority else next((key[4:] for key in keys if key not in kept), None)
    return is_done, letter, dates.split(), " ".join(text), sorted(kept)


def told(item):
    """The same parts of a row that pleat has read."""
    attributes = dict(item.get("attributes", {}))
    dates = [attributes.pop(key) for key in ["completed", "created"] if key in attributes]
    rule = attributes.pop("repeat", None)
    if rule:
        unit = re.search("FREQ=(.)", rule).group(1).lower()
        number = re.search("INTERVAL=(.*?)(;|$)", rule)
        attributes["rec"] = f"{'' if 'X-FROM=DONE' in rule else '+'}{number.group(1) if number else 1}{unit}"
    keys = [f"{key}:{value}" for key, value in attributes.items() if key != "priority"]
    return item["done"], attributes.get("priority"), dates, item["text"], sorted(keys)


def check(random, where):
    lines = [line(random) for _ in range(random.randint(1, 20))]
    document = "\n".join(lines) + "\n"
    wanted = [read(line) for line in lines]
    outline = Outline(document, "todotxt")
    expect([told(item) for item in outline.items()], wanted, where, document)
    written = outline.export("todotxt")
    expect([read(line) for line in written.splitlines()], wanted, where, written)

    folder = tempfile.TemporaryDirectory(dir="/dev/shm")
    with open(f"{folder.name}/todo.txt", "w") as file:
        file.write(written)
    with open(f"{folder.name}/config", "w") as file:
        file.write(f"export TODO_DIR={folder.name}\n")
        for name in ["todo", "done", "report"]:
            file.write(f"export {name.upper()}_FILE={folder.name}/{name}.txt\n")
    listed = run("todo-txt", "-p", "-d", f"{folder.name}/config", "ls").splitlines()
    expect(sorted(line.split(" ", 1)[1] for line in listed[:-2]), sorted(written.splitlines()), where, written)
