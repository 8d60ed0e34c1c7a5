"""Drags lines of the page by mouse and by touch: they go where the line on the page shows, with all that is below them."""

import contextlib
import json
import time

from page import Line
from program import Folder
from web import IS_STILL, becomes, browse

OUTLINE = "".join(
    f"# Part {part}\n\n- [ ] a{part}\n  - b{part}\n    - c{part}\n  - [x] d{part}\n- e{part}\n\n## Below {part}\n\n- f{part}\n  - g{part}\n" for part in range(3)
)
TARGET = 100
PLACES = """
  return [...document.querySelectorAll("#list > .line:not(.ghost)")].map((element) => {
    const box = element.getBoundingClientRect(), text = element.querySelector(".text").getBoundingClientRect();
    return { id: element.line.id, x: Math.round(text.x + 3), top: box.top, bottom: box.bottom };
  })"""
SHOWN = """
  const drop = document.querySelector(".drop"), box = drop.getBoundingClientRect(), list = document.querySelector("#list").getBoundingClientRect();
  if (drop.hidden) return null;
  const style = getComputedStyle(document.querySelector("#list")), size = (name) => parseFloat(style.getPropertyValue(name)) * parseFloat(style.fontSize);
  return { top: box.top + 1.5, level: Math.round((box.left - list.left - size("--fold")) / size("--step")) }"""

# The milliseconds between a press and the first motion after it.
GAP = """
  addEventListener("pointerdown", () => Object.assign(window, { pressed: performance.now(), gap: null }), true);
  addEventListener("pointermove", () => (window.gap ??= performance.now() - window.pressed), true);"""


def point(user, kind, *steps):
    actions = []
    for step in steps:
        if isinstance(step, tuple):
            actions.append({"type": "pointerMove", "x": int(step[0]), "y": int(step[1]), "duration": 0, "origin": "viewport"})
        else:
            actions.append({"type": "pause", "duration": step} if isinstance(step, int) else {"type": step, "button": 0})
    pointer = {"type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions}
    user.browser.ask("actions", {"actions": [pointer]})


def lines_of(user):
    """The lines of the outline, as (id, how far they are in, text)."""
    lines = []
    for line in json.loads(user.folder.run(["list", "--json", "-u", user.name]).text):
        sections = line["number"].split(":")[0].count(".")
        lines.append((line["id"], sections + (line["level"] if line["kind"] == "row" else 0), line.get("text", line.get("title"))))
    return lines


def drag(user, random, kind, ending):
    """Drags a line somewhere; returns what is wrong, or None, and whether it was moved."""
    user.browser.run("scrollTo(0, 0)")
    user.browser.wait(IS_STILL)
    user.browser.wait("return !document.getAnimations().some((animation) => animation.playState === 'running')")
    before, places = lines_of(user), user.browser.run(PLACES)
    if [place["id"] for place in places] != [line[0] for line in before]:
        return "the page shows other lines", False
    height = user.browser.run("return innerHeight")
    seen = [number for number, place in enumerate(places) if 70 < place["top"] and place["bottom"] < height - 90]
    number, goal = random.choice(seen), random.choice(seen)
    x, y = places[number]["x"], (places[number]["top"] + places[number]["bottom"]) / 2
    to = (max(30, x + random.randint(-60, 60)), random.uniform(places[goal]["top"] + 3, places[goal]["bottom"] - 3))
    note = f"addEventListener('pointerup', () => (window.noted = (() => {{ {SHOWN} }})()), {{ capture: true, once: true }})"
    user.browser.run("window.noted = null; " + note)
    steps = ((x, y), "pointerDown", *([500] if kind == "touch" else []), (x, y + 9), to, 150)
    if ending == "Escape" and kind == "mouse":
        point(user, kind, *steps)
        user.browser.press("Escape")
        point(user, kind, "pointerUp")
    else:
        point(user, kind, *steps, "pointerUp")
    shown = user.browser.run("return window.noted")
    end = number + 1
    while end < len(before) and before[end][1] > before[number][1]:
        end += 1
    wanted = before
    if shown:
        rest = before[:number] + before[end:]
        following = next((place["id"] for place in places if abs(place["top"] - shown["top"]) < 3), None)
        at = next((index for index, line in enumerate(rest) if line[0] == following), len(rest))
        further = shown["level"] - before[number][1]
        moved = [(name, level + further, text) for name, level, text in before[number:end]]
        wanted = rest[:at] + moved + rest[at:]
    until = time.monotonic() + 5
    while (now := lines_of(user)) != wanted and time.monotonic() < until:
        time.sleep(0.05)
    user.browser.wait(IS_STILL)
    if now != wanted:
        return f"{before[number]} to {shown} at {to}: {now} instead of {wanted}", True
    return None, wanted != before


def drags(trial):
    random, made, moved = trial.random("drags"), 0, 0
    total = TARGET if trial.cases is None else min(TARGET, 2 * trial.cases)
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "drags")
        folder.path.mkdir()
        (folder.path / "outline.md").write_text(OUTLINE)
        folder.run(["import", "outline.md"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        for number in range(total):
            if number == total // 2:
                user.browser.emulate(360, 1400, False, True)
            kind = "mouse" if number < total // 2 else "touch"
            wrong, is_moved = drag(user, random, kind, "Escape" if number % 10 == 9 else "drop")
            made, moved = made + (not wrong), moved + is_moved
            if wrong:
                trial.find("drag", f"{number} by {kind}: {wrong}")
        if wrong := swiped(user):
            trial.find("drag", wrong)
        user.browser.emulate(1440, 900, False, False)
        if wrong := picked(user):
            trial.find("drag", wrong)
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "lines of the page that are dragged and swiped by mouse and touch, some until Escape",
        f"{TARGET} drags: all end where the page shows it", f"{total} drags: {made} ended where the page showed it, {moved} of them elsewhere than they began",
        trial.command,
    )  # fmt: skip


def swiped(user):
    """A finger that swipes to the right ticks a line, one to the left asks for its day, and a short way does nothing."""
    item = user.browser.run(PLACES)[2]["id"]
    user.folder.run(["edit", item, "--done", "no"])
    heard = "return [...document.querySelectorAll('#list > .line')].find(({ line }) => line?.id === arguments[0])?.line.done === false"
    if not user.browser.wait(heard, item, seconds=5):
        return "the page does not hear that a line is a task"
    user.browser.run(GAP)
    is_done = lambda: next(line["done"] for line in json.loads(user.folder.run(["list", "--json", "-u", user.name]).text) if line["id"] == item)
    for left, way, wanted in ((0, 50, False), (0, 120, True), (140, -120, True)):
        for _ in range(10):
            user.browser.wait(IS_STILL)
            place = next(place for place in user.browser.run(PLACES) if place["id"] == item)
            start, y = place["x"] + left, (place["top"] + place["bottom"]) / 2
            steps = [(start + way * part / 6, y) for part in range(1, 7)]
            point(user, "touch", (start, y), "pointerDown", *steps, 40, "pointerUp")
            if user.browser.run("return gap") < 350:
                break  # on a slow machine the finger rests where it begins, which lifts the line
        else:
            return "the machine is too slow for swipes"
        if not becomes(user, lambda: is_done() == wanted):
            return f"a swipe by {way} does not make it {wanted}"
    if not user.browser.wait("return document.querySelector('dialog[open] .month')", seconds=5):
        return "a swipe to the left does not ask for a day"
    user.browser.press("Escape")
    user.browser.wait(IS_STILL)
    return None


def picked(user):
    """A finger that rests picks a line, and picked lines are dragged together."""
    user.folder.run(["add", "--section", "Last"])
    user.folder.run(["add", "one", "two", "three", "--in", "Last"])
    user.folder.run(["collapse", "--all", "-u", user.name])
    user.folder.run(["expand", "Last", "-u", user.name])
    if not user.browser.wait("return [...document.querySelectorAll('#list > .line')].at(-1).line?.text === 'three'", seconds=5):
        return "the lines to pick are not there"
    user.browser.wait(IS_STILL)
    places = user.browser.run(PLACES)[-3:]
    for place in places[:2]:
        point(user, "touch", (place["x"], place["top"] + 10), "pointerDown", 500, "pointerUp")
    if user.browser.run("return document.querySelectorAll('.marked').length") != 2:
        return "two lines that a finger rests on are not picked"
    point(user, "mouse", (places[0]["x"], places[0]["top"] + 10), "pointerDown", (places[0]["x"], places[0]["top"] + 20), (places[0]["x"], places[2]["bottom"] - 4), 60, "pointerUp")
    until = time.monotonic() + 5
    while [line[2] for line in lines_of(user)[-3:]] != ["three", "one", "two"] and time.monotonic() < until:
        time.sleep(0.05)
    return None if [line[2] for line in lines_of(user)[-3:]] == ["three", "one", "two"] else f"{lines_of(user)[-3:]} are there"
