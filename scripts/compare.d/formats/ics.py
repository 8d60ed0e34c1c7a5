"""iCalendar: compares random tasks with the ones that pleat writes, as python-icalendar, todoman and calcurse read them."""

import datetime
import os
import tempfile

import icalendar

from judge import TAGS, Outline, expect, run, words

KEPT = ["SUMMARY", "DESCRIPTION", "STATUS", "COMPLETED", "DUE", "RRULE", "PRIORITY", "RELATED-TO", "LOCATION", "UID"]


def moment(random):
    day = datetime.date(random.randint(2010, 2039), random.randint(1, 12), random.randint(1, 28))
    time = datetime.time(random.randint(0, 23), random.randint(0, 59))
    return random.choice([day, datetime.datetime.combine(day, time)])


def task(random, earlier):
    task = icalendar.Todo()
    task.add("uid", f"{random.getrandbits(64):x}@example.org")
    task.add("dtstamp", datetime.datetime(2026, 11, 1, tzinfo=datetime.timezone.utc))
    task.add("summary", words(random))
    if random.random() < 0.4:
        task.add("description", "\n".join(words(random) for _ in range(random.randint(1, 3))))
    task.add("status", random.choice(["NEEDS-ACTION", "COMPLETED", "IN-PROCESS", "CANCELLED"]))
    if task["status"] == "COMPLETED":
        task.add("completed", datetime.datetime(2026, 11, random.randint(1, 28), tzinfo=datetime.timezone.utc))
    if random.random() < 0.5:
        task.add("due", moment(random))
        if random.random() < 0.4:
            task.add("rrule", {"freq": random.choice(["daily", "weekly", "monthly"]), "interval": random.randint(2, 4)})
    if random.random() < 0.4:
        task.add("categories", random.sample(TAGS + ["a b", "x,y"], random.randint(1, 2)))
    if random.random() < 0.3:
        task.add("priority", random.randint(1, 9))
    if random.random() < 0.2:
        task.add("location", words(random))
    if earlier and random.random() < 0.4:
        task.add("related-to", random.choice(earlier)["uid"])
    return task


def parts(text):
    """The tasks by their identifiers, as python-icalendar reads them."""
    tasks = []
    for task in icalendar.Calendar.from_ical(text).walk("VTODO"):
        # python-icalendar returns the identifiers that pleat made.
        part = {key: task[key].to_ical().decode() for key in KEPT if key in task}
        categories = task.get("CATEGORIES")
        lists = categories if isinstance(categories, list) else [categories] if categories else []
        part["tags"] = sorted(str(tag) for one in lists for tag in one.cats)
        tasks.append(part)
    return sorted(tasks, key=lambda part: part["UID"])


def told(item):
    attributes = item["attributes"]
    text = item.get("title", item.get("text")).split("\n", 1)
    tags = [word for word in text[0].split(" ") if word.startswith("#")] + attributes.get("tags", [])
    notes = item.get("detail") or (text[1] if len(text) > 1 else None)
    return attributes["UID"], item["done"], len(tags), "due" in attributes, "repeat" in attributes, notes


def wanted(task):
    notes = task.get("DESCRIPTION")
    return (str(task["UID"]), task["STATUS"] in ("COMPLETED", "CANCELLED"), len(task["CATEGORIES"].cats) if "CATEGORIES" in task
            else 0, "DUE" in task, "RRULE" in task, None if notes is None else str(notes))


def todoman(text):
    """The summaries that todoman lists; it needs a file for each task."""
    folder = tempfile.TemporaryDirectory(dir="/dev/shm")
    os.mkdir(f"{folder.name}/list")
    for number, task in enumerate(icalendar.Calendar.from_ical(text).walk("VTODO")):
        calendar = icalendar.Calendar()
        calendar.add_component(task)
        with open(f"{folder.name}/list/{number}.ics", "wb") as file:
            file.write(calendar.to_ical())
    with open(f"{folder.name}/config.py", "w") as file:
        file.write(f'path = "{folder.name}/*"\ncache_path = "{folder.name}/cache.sqlite3"\n')
    listed = run("todoman", "-c", f"{folder.name}/config.py", "--porcelain", "list", "--status", "ANY",
                 env={"HOME": folder.name, "LC_ALL": "C.UTF-8"})
    import json
    return sorted(task["summary"] for task in json.loads(listed))


def calcurse(text):
    folder = tempfile.TemporaryDirectory(dir="/dev/shm")
    with open(f"{folder.name}/in.ics", "w", newline="") as file:
        file.write(text)
    run("calcurse", "-D", folder.name, "-q", "-i", f"{folder.name}/in.ics")
    with open(f"{folder.name}/todo") as file:
        return len(file.readlines())


def check(random, where):
    tasks = []
    for _ in range(random.randint(1, 12)):
        tasks.append(task(random, tasks))
    calendar = icalendar.Calendar()
    calendar.add("version", "2.0")
    calendar.add("prodid", "-//judge//")
    for one in random.sample(tasks, len(tasks)):
        calendar.add_component(one)
    document = calendar.to_ical().decode()
    outline = Outline(document, "ics")
    items = [item for item in outline.items() if "UID" in item.get("attributes", {})]
    expect(sorted(map(told, items), key=lambda said: said[0]), sorted(map(wanted, tasks), key=lambda said: said[0]), where, document)
    written = outline.export("ics")
    expect(parts(written), parts(document), where, f"{document}\nwritten:\n{written}")
    expect(todoman(written), sorted(str(task["SUMMARY"]) for task in tasks), where, written)
    expect([calcurse(written)], [len(tasks)], where, written)
