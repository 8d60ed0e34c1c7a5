"""Goes through sections, searches, days and lines on the page, and back and forward by the history of the browser."""

import contextlib
import json
import time

from page import Line
from program import Folder
from typed import GO
from web import FOCUS, IS_STILL, browse

STEPS = 20
IS_LOADED = "return document.readyState === 'complete' && document.body.classList.contains('live') && document.querySelector('#list').role === 'tree'"
STATE = """
  const lines = [...document.querySelectorAll("#list > .line")].filter((element) => element.line);
  return { address: location.search + location.hash, title: document.title, filter: document.querySelector("#filter").value,
    trail: [...document.querySelectorAll("#trail > *")].map((step) => step.textContent).join(" / "), lines: lines.map(({ line }) => line.id),
    headings: [...document.querySelectorAll(".heading")].map((heading) => heading.textContent), back: !document.querySelector("#back").hidden }"""
OUTLINE = """# Trip

- [ ] book a train
- pack
  - [ ] socks
  - tea
## Food
- bread
### Later
- wine #shop
# Home
- [x] water the plants
- [ ] call mom
"""


def state(user):
    user.browser.wait(IS_STILL)
    end = time.monotonic() + 3
    seen = None
    while time.monotonic() < end:
        before, seen = seen, user.browser.run(STATE)
        if before == seen and seen["lines"]:
            break
        time.sleep(0.15)
    return seen


def zoom(user, random):
    user.browser.run(FOCUS)
    title = random.choice(["Trip", "Food", "Later", "Home"])
    if user.browser.run(GO, title) and user.browser.run("return document.querySelector('.current').classList.contains('section')"):
        user.browser.press("f")


def search(user, random):
    user.browser.run("document.querySelector('#filter').select(); document.querySelector('#filter').focus()")
    for part in random.choice([["te", "a"], ["bo", "ok"], ["#shop"], ["wa", "ter"], ["o"]]):
        user.browser.press(part)
        time.sleep(0.3)


def due(user, random):
    user.browser.run("document.activeElement.blur()")
    user.browser.press("D")


def step(user, random):
    user.browser.run("const steps = [...document.querySelectorAll('#trail a')]; steps[Math.floor(arguments[0] * steps.length)].click()", random.random())


def hit(user, random):
    user.browser.run("document.activeElement.blur(); [...document.querySelectorAll('.heading[data-do]')][0]?.click()")


def walks(trial):
    """Walks through states, then back and forward, and opens links."""
    random, made, total = trial.random("walks"), 0, 0
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "walks")
        folder.path.mkdir()
        (folder.path / "outline.md").write_text(OUTLINE)
        folder.run(["import", "outline.md"])
        folder.run(["edit", "call mom", "--due", "today"])
        folder.run(["edit", "book a train", "--due", "yesterday"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        user.address = user.address.split("?")[0]
        states = [state(user)]
        while len(states) <= STEPS:
            random.choice([zoom, zoom, search, search, due, step, hit])(user, random)
            now = state(user)
            if now["address"] != states[-1]["address"]:
                isTypedOn = all(each["address"].startswith("?where") for each in (now, states[-1]))
                states[len(states) - isTypedOn :] = [now]  # a search that is typed on is one step
        for way, expected in (("back", states[-2::-1]), ("forward", states[1:])):
            for wanted in expected:
                total += 1
                user.browser.run(f"history.{way}()")
                user.browser.wait("return location.search + location.hash === arguments[0]", wanted["address"], seconds=5)
                if random.random() < 0.3:
                    user.browser.run("location.reload()")
                    user.browser.wait(IS_LOADED)
                now = state(user)
                made += now == wanted
                if now != wanted:
                    trial.find("walk", f"{way}: {now} instead of {wanted}")
        for name, check in LINKS.items():
            total += 1
            wrong = check(user)
            made += not wrong
            if wrong:
                trial.find("link", f"{name}: {wrong}")
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "addresses on the page: back and forward through 20 states with reloads, and links to lines",
        f"{total} of {total}", f"{made} of {total}", trial.command,
    )  # fmt: skip


def number(user, text):
    lines = json.loads(user.folder.run(["list", "--all", "--json"]).text)
    return next(line["id"] for line in lines if text in (line.get("text"), line.get("title")))


def current(user, text):
    found = "const { line } = document.querySelector('.current') ?? {}; return (line?.text ?? line?.title) === arguments[0]"
    if user.browser.wait(found, text, seconds=5):
        return None
    return f"{user.browser.run('return document.querySelector(`.current`)?.textContent')} is the current line"


def opened(user, link):
    user.browser.go("about:blank")
    user.browser.go(user.address + link)
    user.browser.wait(IS_LOADED)
    state(user)


def hidden(user):
    user.folder.run(["collapse", "Trip", "Food", "Later", "pack", "-u", "ana"])
    opened(user, "#" + number(user, "wine #shop"))
    return current(user, "wine #shop")


def section(user):
    opened(user, "#" + number(user, "Food"))
    return current(user, "Food") or (None if state(user)["trail"].endswith("Trip / Food") else f"the head says {state(user)['trail']}")


def moved(user):
    identity = number(user, "bread")
    user.folder.run(["move", "bread", "--in", "Home", "--first"])
    opened(user, "#" + identity)
    return current(user, "bread")


def gone(user):
    identity = number(user, "call mom")
    user.folder.run(["delete", "call mom"])
    opened(user, "#" + identity)
    said = user.browser.wait("return document.querySelector('#status').textContent", seconds=5)
    return None if said and "not there any more" in said else f"it says {said!r}"


def copied(user):
    opened(user, "")
    user.browser.run(GO, "bread")
    user.browser.run("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
    user.browser.press("y")
    link = user.browser.wait("return window.copied", seconds=5)
    return None if link == user.address + "#" + number(user, "bread") else f"{link!r} is copied"


def goes_back(user):
    """Escape leads from a search to the section that was shown alone, and to the line there."""
    opened(user, "#" + number(user, "Trip"))
    user.browser.run(GO, "pack")
    user.browser.press("/", "plants")
    user.browser.wait("return document.querySelectorAll('#list > .line').length === 1 && document.querySelector('mark')?.textContent === 'plants'", seconds=5)
    user.browser.press("ArrowDown")
    time.sleep(0.2)
    user.browser.press("Escape")
    return current(user, "pack") or (None if "Trip" in state(user)["trail"] else "the section is not shown alone")


def hides_done(user):
    """H hides what is done, also after a reload, and the current line that is ticked gives way to another one."""
    user.folder.run(["edit", "pack", "--done", "no"])
    opened(user, "")
    user.browser.run("document.activeElement.blur()")
    names = lambda: user.browser.run("return [...document.querySelectorAll('#list > .line')].map(({ line }) => line?.text ?? line?.title)")
    user.browser.press("H")
    user.browser.run("location.reload()")
    user.browser.wait(IS_LOADED)
    state(user)
    if "water the plants" in names() or "bread" not in names():
        return f"{names()} are shown"
    user.browser.run(GO, "book a train")
    user.browser.press(" ")
    if wrong := current(user, "pack"):
        return wrong
    user.browser.press("H")
    state(user)
    return None if {"book a train", "water the plants"} <= set(names()) else f"{names()} are shown again"


def picks(user):
    """The bar says how many lines are picked, and ends it."""
    opened(user, "")
    user.browser.run(GO, "pack")
    user.browser.press("v")
    user.browser.run(GO, "bread")  # a click picks one more
    says = "const { hidden, textContent } = document.querySelector('#picked'); return !hidden && textContent === '2 picked ×'"
    if not user.browser.wait(says, seconds=5):
        return "the bar does not say that two are picked"
    user.browser.run("document.querySelector('#picked').click()")
    is_over = "return document.querySelector('#picked').hidden && !document.querySelector('.marked')"
    return None if user.browser.wait(is_over, seconds=5) else "lines are still picked"


def history(user):
    """The history of a line says who changed it, and takes the edit back that is chosen."""
    user.folder.run(["edit", "bread", "rye bread", "-u", "bob"])
    user.folder.run(["add", "soap", "--in", "Home"])
    opened(user, "#" + number(user, "rye bread"))
    user.browser.press("I")
    said = user.browser.wait("return document.querySelector('dialog[open] button')?.textContent", seconds=5)
    if not said or not said.endswith("bob: changed; text: bread → rye bread"):
        return f"{said!r} is its history"
    user.browser.press("Enter")  # which takes nothing back
    user.browser.wait(IS_STILL)
    if wrong := current(user, "rye bread"):
        return wrong
    user.browser.press("I")
    user.browser.wait("return document.querySelector('dialog[open] button')", seconds=5)
    user.browser.press("ArrowDown", "Enter")
    return current(user, "bread")


def reloaded(user):
    """A reload leads to the line where one was, however far down."""
    (user.folder.path / "long.md").write_text("# Long\n\n" + "".join(f"- long {number}\n" for number in range(600)))
    user.folder.run(["import", "long.md"])
    opened(user, "#" + number(user, "long 500"))
    user.browser.run("window.isOld = true; location.reload()")
    user.browser.wait("return !window.isOld && document.body?.classList.contains('live')")
    return current(user, "long 500")


def without_section(user):
    """A section that is shown alone, and that somebody deletes, gives way to the outline."""
    opened(user, "#" + number(user, "Long"))
    user.folder.run(["delete", "-r", "Long", "-u", "bob"])
    says = "return document.querySelector('#status').textContent.includes('not there any more') && location.hash === '' && document.querySelectorAll('#list > [role=treeitem]').length > 3"
    return None if user.browser.wait(says, seconds=5) else f"{state(user)} is shown"


def counts(user):
    """A search that shows a part says how much there is."""
    (user.folder.path / "many.md").write_text("# Many\n\n" + "- lots\n" * 1_200)
    user.folder.run(["import", "many.md"])
    opened(user, "?where=lots")
    found = user.browser.wait("return document.querySelector('#found').textContent", seconds=5)
    return None if found == "1,000 of 1,200" else f"{found!r} is said"


LINKS = {
    "to a row that is hidden": hidden, "to a section": section, "to a row that was moved": moved, "to a row that was deleted": gone, "copied": copied,
    "escape": goes_back, "what is done": hides_done, "what is picked": picks, "its history": history, "a reload": reloaded, "a section that is deleted": without_section, "to a search of much": counts,
}  # fmt: skip
