"""Taskwarrior: compares `task export` of random tasks with that of the tasks that pleat wrote and `task` imported."""

import json
import tempfile
import uuid

from judge import TAGS, Outline, day, expect, run, words

DROPPED = {"id", "urgency", "modified", "mask"}


def stamp(random):
    return day(random).replace("-", "") + f"T{random.randint(0, 23):02}{random.randint(0, 59):02}00Z"


def task(random, earlier):
    task = {"uuid": str(uuid.UUID(int=random.getrandbits(128), version=4)), "description": words(random),
            "entry": stamp(random), "status": random.choice(["pending", "pending", "completed"])}
    if task["status"] == "completed":
        task["end"] = stamp(random)
    if random.random() < 0.6:
        task["project"] = random.choice(["Home", "Home.Garden", "Two words", "Work"])
    if random.random() < 0.4:
        task["tags"] = random.sample(TAGS + ["@shop"], random.randint(1, 2))
    if random.random() < 0.4:
        task["due"] = stamp(random)
    if random.random() < 0.3:
        task["priority"] = random.choice("HML")
    if random.random() < 0.3:
        task["wait"] = stamp(random)
    if earlier and random.random() < 0.2:
        task["depends"] = [random.choice(earlier)["uuid"]]
    if random.random() < 0.3:
        task["annotations"] = [{"entry": stamp(random), "description": words(random)} for _ in range(random.randint(1, 3))]
    return task


def export(tasks):
    """The output of `task export` after an import of tasks."""
    folder = tempfile.TemporaryDirectory(dir="/dev/shm")
    env = {"TASKDATA": folder.name, "TASKRC": f"{folder.name}/rc", "HOME": folder.name}
    with open(env["TASKRC"], "w") as file:
        file.write("confirmation=no\njson.array=on\nrecurrence=off\n")
    run("task", "rc.verbose=nothing", "import", "-", data=tasks, env=env)
    return run("task", "rc.verbose=nothing", "export", env=env)


def parts(text):
    """The tasks by their identifiers, without what Taskwarrior computes."""
    tasks = [{key: value for key, value in task.items() if key not in DROPPED} for task in json.loads(text)]
    for task in tasks:
        task["tags"] = sorted(task.get("tags", []))
        task["annotations"] = sorted(task.get("annotations", []), key=lambda note: note["entry"])
        if task["status"] == "waiting":
            task["status"] = "pending"
    return sorted(tasks, key=lambda task: task["uuid"])


def wanted(task):
    notes = "\n".join(note["description"] for note in task["annotations"])
    project = task.get("project", "").split(".")[-1] or None
    return (task["uuid"], project, task["status"] == "completed", len(task["tags"]), "due" in task,
            task.get("priority"), task.get("depends"), notes)


def told(item):
    attributes = item["attributes"]
    text = item["text"].split("\n")
    tags = [word for word in text[0].split(" ") if word.startswith("#")] + attributes.get("tags", [])
    return (attributes["uuid"], item["section"], item["done"], len(tags), "due" in attributes,
            attributes.get("priority"), attributes.get("depends"), "\n".join(text[1:]))


def check(random, where):
    tasks = []
    for _ in range(random.randint(1, 12)):
        tasks.append(task(random, tasks))
    document = export(json.dumps(tasks))
    outline = Outline(document, "taskwarrior")
    rows = [item for item in outline.items() if "text" in item]
    expect(sorted(map(told, rows)), [wanted(task) for task in parts(document)], where, document)
    written = outline.export("taskwarrior")
    expect(parts(export(written)), parts(document), where, f"{document}\nwritten:\n{written}")
