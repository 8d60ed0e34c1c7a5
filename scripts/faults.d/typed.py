"""What is typed, pasted and copied on the page: texts that are split and joined, with other people's edits and lost connections in between."""

import contextlib
import json
import time

from page import Line
from program import Folder
from web import IS_STILL, becomes, browse

PASTE = """
  const data = new DataTransfer();
  data.setData("text/plain", arguments[0]);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }))"""
COPY = """
  const data = new DataTransfer();
  document.activeElement.dispatchEvent(new ClipboardEvent(arguments[0], { clipboardData: data, bubbles: true, cancelable: true }));
  return [data.getData("text/plain"), data.getData("text/html")]"""
GO = """
  const found = [...document.querySelectorAll("#list > .line")].find((element) => (element.line?.text ?? element.line?.title)?.startsWith(arguments[0]));
  if (found && !found.classList.contains("current")) found.click();
  found?.focus({ preventScroll: true });
  return Boolean(found)"""

# A name; the rows, as Markdown; what is done; and the rows afterwards. What is done, in order: the text of a row that is gone
# to, as `to TEXT`; `at N` for the cursor; `paste TEXT`; `bob WORDS` for an edit of somebody else; `down` and `up` for the server;
# `answer LABEL` for a question; `offered LABEL` for what is completed; `says TEXT` for what is said of a text; `reload`; other words are
# keys and texts. The rows have their notes after a slash.
CASES = [
    ("split", "- one two", ["to one", "e", "at 3", "Enter", "Enter"], ["one", "two"]),
    ("split and type on", "- [ ] one two", ["to one", "e", "at 4", "Enter", "and "], ["[ ] one", "[ ] and two"]),
    ("split with a note", "- one two\n  of it", ["to one", "e", "at 3", "Enter"], ["one", "two / of it"]),
    ("split a row that shows what is below it", "- one two\n  - below", ["to one", "e", "at 3", "Enter"], ["one", "  two", "  below"]),
    ("split at the end", "- one\n- two", ["to one", "e", "End", "Enter", "new"], ["one", "new", "two"]),
    ("split at the beginning", "- one\n- two", ["to one", "e", "at 0", "Enter", "new"], ["new", "one", "two"]),
    ("split after what is selected", "- one two", ["to one", "e", "at 1 3", "Enter"], ["one", "two"]),
    ("split twice", "- abc", ["to abc", "e", "at 1", "Enter", "at 1", "Enter"], ["a", "b", "c"]),
    ("enter in a note", "- one\n  of it", ["to one", "e", "at 6", "Enter", "new"], ["one / of it", "new"]),
    ("join", "- one\n- two", ["to two", "e", "at 0", "Backspace", " "], ["one two"]),
    ("split and join", "- [ ] one two", ["to one", "e", "at 4", "Enter", "wait", "Backspace"], ["[ ] onetwo"]),
    ("join notes", "- one\n  of one\n- two\n  of two", ["to two", "e", "at 0", "Backspace"], ["onetwo / of one / of two"]),
    ("join what was typed", "- one\n- two", ["to two", "e", " more", "at 0", "Backspace"], ["onetwo more"]),
    ("join with what is below", "- one\n- two\n  - below", ["to two", "e", "at 0", "Backspace"], ["onetwo", "  below"]),
    ("join a task", "- one\n- [x] two", ["to two", "e", "at 0", "Backspace"], ["[x] onetwo"]),
    ("join after something deep", "- one\n  - deep\n- two", ["to two", "e", "at 0", "Backspace"], ["one", "  deeptwo"]),
    ("join what has lines below it and before it", "- one\n  - deep\n- two\n  - below", ["to two", "e", "at 0", "Backspace"], ["one", "  deep", "two", "  below"]),
    ("join an empty text", "- one\n- two", ["to two", "e", "at 0 3", "Delete", "Backspace", "!"], ["one!"]),
    ("join a new line", "- one\n- two", ["to one", "Enter", "new", "at 0", "Backspace"], ["onenew", "two"]),
    ("join an empty new line", "- one\n- two", ["to one", "Enter", "Backspace", "!"], ["one!", "two"]),
    ("go up and down", "- one\n- two\n- three", ["to two", "e", "ArrowUp", "!", "ArrowDown", "ArrowDown", "?"], ["one!", "two", "?three"]),
    ("go left and right", "- one\n- two", ["to two", "e", "at 0", "ArrowLeft", "!", "ArrowRight", "?"], ["one!", "?two"]),
    ("go up from a new line", "- one\n- two", ["to one", "Enter", "new", "ArrowUp", "!"], ["one!", "new", "two"]),
    ("a box", "- one", ["to one", "e", "at 0", "[ ] "], ["[ ] one"]),
    ("a box that is ticked, and a day", "- one", ["to one", "e", "at 0", "[x] ", "End", " due:2031-01-01 #tag"], ["[x] one #tag due:2031-01-01"]),
    ("a rule", "- one", ["to one", "e", " due:2031-01-01 repeat:weekly"], ["[ ] one due:2031-01-01 FREQ=WEEKLY"]),
    ("a box and a day in a new line", "- one", ["to one", "Enter", "[ ] new due:2031-01-01"], ["one", "[ ] new due:2031-01-01"]),
    ("a note in a new line", "- one", ["to one", "Enter", "new", "Shift+Enter", "of it"], ["one", "new / of it"]),
    ("a note that is taken away", "- one\n  of it", ["to one", "e", "at 3 9", "Delete"], ["one"]),
    ("a tag that is completed", "- one #labels\n- two", ["to two", "Enter", "new #lab", "offered #labels", "Enter", "too"], ["one #labels", "two", "new #labels too"]),
    ("a tag that is completed in a text", "- one #labels\n- two", ["to two", "e", " #LAB", "offered #labels", "Tab"], ["one #labels", "two #labels"]),
    ("a tag that is not completed", "- one #labels\n- two", ["to two", "Enter", "new #lab", "offered #labels", "Escape", "Enter"], ["one #labels", "two", "new #lab"]),
    ("a target of a new line", "- one\n  - below\n- two", ["to below", "Enter", "new @CASE", "offered CASE", "Enter", "says to CASE", "Enter", "next"], ["one", "  below", "  next", "two", "new"]),
    ("a target of a text", "- one\n  - below\n- two", ["to below", "e", " @CASE", "offered CASE", "Enter", "!"], ["one", "two", "below!"]),
    ("what is typed is said", "- one", ["to one", "Enter", "[x] new due:2031-01-03 repeat:weekly", "says task, done3 Jan 2031", "Backspace", "says repeat: stays in the text"], ["one", "[x] new repeat:weekl due:2031-01-03"]),
    ("paste Markdown", "- one\n- two", ["to one", "paste - [ ] a\n  - b\n    of b\n  - [x] c due:2031-01-01\n- d"], ["one", "[ ] a", "  b / of b", "  [x] c due:2031-01-01", "d", "two"]),
    ("paste tabs", "- one\n- two", ["to one", "Enter", "paste a\n\tb\n\t\tc\nd", "e"], ["one", "a", "  b", "    c", "d", "e", "two"]),
    ("paste in a text", "- one\n- two", ["to one", "e", " more", "paste a\nb"], ["one more", "a", "b", "two"]),
    ("paste headings", "- one\n- two", ["to one", "paste # T\nof T\n\n- a\n## U\n- b"], ["one", "two", "# T / of T", "a", "## U", "b"]),
    ("paste beside a draft", "- one\n- two", ["to two", "Enter", "draft", "Escape", "to one", "paste a\nb", "to two", "Enter"], ["one", "a", "b", "two", "draft"]),
    ("split without a connection", "- one two", ["to one", "down", "e", "at 3", "Enter", "and ", "up"], ["one", "and two"]),
    ("split twice without a connection", "- abc", ["to abc", "down", "e", "at 1", "Enter", "at 1", "Enter", "Enter", "up"], ["a", "b", "c"]),
    ("split without a connection, and a reload", "- one two", ["to one", "down", "e", "at 3", "Enter", "and ", "wait", "up", "reload"], ["one", "and two"]),
    ("join without a connection", "- one\n- two", ["to two", "down", "e", "at 0", "Backspace", "-", "up"], ["one-two"]),
    ("paste without a connection", "- one", ["to one", "down", "paste a\n\tb", "up"], ["one", "a", "  b"]),
    ("split what somebody deletes", "- zero\n- one two", ["to one", "e", "at 3", "bob delete CASE:2", "Enter", "and "], ["zero", "one", "and two"]),
    ("split what somebody changes, yours", "- one two", ["to one", "down", "e", "at 3", "Enter", "bob edit CASE:1 other", "up", "answer Keep yours"], ["one", "two"]),
    ("split what somebody changes, theirs", "- one two", ["to one", "down", "e", "at 3", "Enter", "bob edit CASE:1 other", "up", "answer Keep theirs"], ["other", "two"]),
    ("join what somebody changes", "- one\n- two", ["to two", "down", "e", "at 0", "Backspace", "bob edit CASE:2 other", "up"], ["one", "other"]),
    ("join to what somebody changes", "- one\n- two", ["to two", "down", "e", "at 0", "Backspace", "bob edit CASE:1 other", "up"], ["other", "two"]),
    ("join to what somebody deletes", "- one\n- two", ["to two", "down", "e", "at 0", "Backspace", "bob delete CASE:1", "up"], ["two"]),
]  # fmt: skip

# Lines that are picked, and what is copied of them.
COPIES = [
    ("a row", "- one\n- two", ["to one"], "- one\n"),
    ("a section", "- [ ] one due:\n  - two\n    of it", ["to CASE"], "# CASE\n\n- [ ] one due:\n  - two\n    of it\n"),
    ("two rows of different depths", "- one\n  - two\n- [x] three", ["to two", "v", "ArrowDown", "v"], "- two\n- [x] three\n"),
]  # fmt: skip


def typing(trial):
    """Types, pastes and copies in sections of their own, and looks at what the command line lists."""
    made, total = 0, 0
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "typing")
        folder.path.mkdir()
        folder.run(["add", "--section", "Last"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        for name, rows, steps, wanted in CASES:
            total += 1
            wrong = attempt(user, f"Case {total}", rows, steps, wanted)
            made += not wrong
            if wrong:
                trial.find("typing", f"{name}: {wrong}")
        for name, rows, steps, wanted in COPIES:
            total += 1
            wrong = copies(user, f"Case {total}", rows, steps, wanted)
            made += not wrong
            if wrong:
                trial.find("copy", f"{name}: {wrong}")
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "texts on the page that are split, joined, pasted and copied, beside edits of others and without a connection",
        f"{total} of {total}", f"{made} of {total}", trial.command,
    )  # fmt: skip


def prepared(user, case, rows):
    """Puts a section with rows first, and waits until the page shows it."""
    (user.folder.path / "case.md").write_text(f"# {case}\n\n{rows}\n")
    user.folder.run(["import", "case.md"])
    user.folder.run(["move", case, "--first"])
    is_first = "element.line?.title === arguments[0] && element.line.number === '1'"
    user.browser.wait(f"return [...document.querySelectorAll('#list > .line')].some((element) => {is_first})", case)
    user.browser.wait(IS_STILL)


def attempt(user, case, rows, steps, wanted):
    prepared(user, case, rows)
    for step in steps:
        if wrong := do(user, case, step):
            return wrong
        time.sleep(0.03)
    user.browser.wait("return document.querySelector('#offline').hidden")
    user.browser.wait("return !document.querySelector('dialog').open")
    user.browser.run("document.querySelector('#filter').focus()")  # what is typed is sent
    user.browser.wait("return !document.querySelector('textarea.editor')")
    if not becomes(user, lambda: shown(user, case) == wanted):
        said = user.browser.run("return document.activeElement.outerHTML.slice(0, 200) + document.querySelector('#notices').textContent")
        return f"{shown(user, case)} is there instead of {wanted}; {said}"
    return user.differs()


def do(user, case, step):
    browser = user.browser
    step = step if step.startswith("bob ") else step.replace("CASE", case)
    word, _, rest = step.partition(" ")
    if word == "to" and rest:
        return None if browser.wait(GO, rest, seconds=5) else f"there is no line {rest}"
    if word in ("offered", "says") and rest:
        shown = {"offered": "#suggestions:not([hidden]) [aria-selected=true] span", "says": ".chips"}[word]
        is_there = browser.wait(f"return document.querySelector('{shown}')?.textContent.includes(arguments[0])", rest, seconds=5)
        return None if is_there else f"{browser.run(f'return document.querySelector(`{shown}`)?.textContent')} is {word}"
    if word == "at" and rest:
        browser.wait("return document.activeElement.matches('textarea.editor')", seconds=5)
        start, *end = map(int, rest.split())
        return browser.run("document.activeElement.setSelectionRange(arguments[0], arguments[1])", start, *(end or [start]))
    if word == "paste" and rest:
        return browser.run(PASTE, rest)
    if word == "bob" and rest:
        user.folder.run([*rest.replace("CASE", "1").split(), "-u", "bob"])  # the section is the first one
    elif step == "down":
        user.server.close()
    elif step == "up":
        user.server.start()
        browser.wait("return document.querySelector('#offline').hidden")
    elif step == "reload":
        browser.run("window.isOld = true; location.reload()")
        browser.wait("return !window.isOld && document.readyState === 'complete'")
        browser.wait("return document.activeElement?.matches('textarea.editor')", seconds=5)
    elif word == "answer":
        if not browser.wait("return document.querySelector('dialog').open", seconds=5):
            return "nobody is asked"
        browser.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent.startsWith(arguments[0])).click()", rest)
    elif step == "wait":
        browser.run("return new Promise((done) => setTimeout(done, 300))")
    else:
        browser.press(step)
    return None


def copies(user, case, rows, steps, wanted):
    prepared(user, case, rows)
    for step in steps:
        if wrong := do(user, case, step):
            return wrong
    text, html = user.browser.run(COPY, "copy")
    user.browser.press("Escape")
    if text != wanted.replace("CASE", case):
        return f"{text!r} is copied"
    return None if "<li>" in html else f"{html!r} is copied"


def shown(user, case):
    """The lines in a section, without the header."""
    lines = json.loads(user.folder.run(["list", case, "--json"]).text)[1:]
    return [written(line) for line in lines]


def written(line):
    box = {None: "", False: "[ ] ", True: "[x] "}[line["done"]]
    text = line["text"].replace("\n", " / ") if line["kind"] == "row" else line["title"] + (f" / {line['detail']}" if line["detail"] else "")
    days = "".join(f" {word}" for word in (line["due"] and f"due:{line['due']}", line["repeat"]) if word)
    indent = "  " * (line["level"] - 1) if line["kind"] == "row" else "#" * (line["level"] - 1) + " "
    return f"{indent}{box}{text}{days}"
