"""Edits an outline by the pages of two users, by the command line and by sqlite3: each page must show what `pleat list` does."""

import contextlib
import functools
import hashlib
import http.client
import json
import socket
import sqlite3
import subprocess
import time
from pathlib import Path

from browser import PATIENCE, Chromium, Firefox, free_port
from page import Line
from program import Folder
from terminal import hostile

TARGET = 2_000
HOSTILE = 3_300
EACH = 20  # edits from one look at the pages to the next
BROWSERS = {"Chromium": Chromium, "Firefox": Firefox}

# The parts of the page in the document, from the top down.
SHOWN = """
  return [...document.querySelectorAll("#list > [role=treeitem]")].filter((element) => element.line).map((element) => {
    const { signature, indent, revision, by, html, detailHtml, noteHtml, repeatWords, ...line } = element.line, text = element.querySelector(".text");
    return { line, isRendered: (html ?? detailHtml ?? noteHtml) !== undefined, text: text.textContent, note: element.querySelector(".note, .detail")?.textContent ?? "", links: [...element.querySelectorAll("a")].map((link) => link.href),
      level: element.ariaLevel, expanded: element.ariaExpanded, checked: element.ariaChecked, tags: text.querySelectorAll(":not(a, span, em, strong, code, del)").length };
  })"""
IS_STILL = "return !document.querySelector('.hole, .ghost, .pending, .waiting') && !document.querySelector('dialog').open"
IS_THERE = "return !document.querySelector('#empty').hidden || document.querySelector('#list > [role=treeitem]')"
RESTLESS = "return [...document.querySelectorAll('.hole, .ghost, .pending, .waiting, dialog[open]')].map((element) => element.outerHTML.slice(0, 300))"
# A line that can be clicked, by its number among them: where its parts are.
TARGETS = """
  const head = document.querySelector("#head").offsetHeight;
  return [...document.querySelectorAll("#list > [role=treeitem]")].map((element) => {
    const box = element.getBoundingClientRect(), place = (part) => {
      const found = element.querySelector(part)?.getBoundingClientRect();
      return found && [found.x + Math.min(8, found.width / 2), found.y + Math.min(8, found.height / 2)];
    };
    return { id: element.line?.id, top: box.top, bottom: box.bottom, body: place(".body"), fold: place(".fold[data-do]"), box: place(".box") };
  }).filter((line) => line.id && line.top > head + 5 && line.bottom < innerHeight - 60)"""
FOCUS = """
  const lines = [...document.querySelectorAll("#list > [role=treeitem]")];
  (lines.find((line) => line.tabIndex === 0) ?? lines[0])?.focus()"""


@functools.cache
def program(pleat):
    """The path of pleat-web: it is beside pleat, or else it is built."""
    beside = Path(pleat).parent / "pleat-web"
    if beside.exists():
        return str(beside)
    build = Path(__file__).resolve().parent.parent / "build"
    return subprocess.run([build, "--web"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()[-1]


class Server:
    """pleat-web, for one user of an outline or with other options."""

    def __init__(self, folder, user, options=()):
        self.folder, self.port = folder, free_port()
        self.words = [program(folder.program), "-u", user, "--port", str(self.port), *options]
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.words, cwd=self.folder.path, env=self.folder.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True,
        )  # fmt: skip
        self.address = next(word for line in self.process.stdout for word in line.split() if word.startswith("http"))

    def close(self):
        self.process.kill()
        self.process.wait()


class User:
    """A user with a page of their own."""

    def __init__(self, name, folder, browser, address):
        self.name, self.folder, self.browser, self.address = name, folder, browser, address
        browser.go(address)
        if not browser.wait(IS_THERE):
            raise SystemExit(f"faults: the page of {name} did not come")

    def list(self):
        return json.loads(self.folder.run(["list", "--json", "-u", self.name]).text)

    def differs(self):
        """How the page differs from `pleat list` after it had time to follow; None if it does not."""
        end = time.monotonic() + PATIENCE / 3
        while True:
            wrong = self.difference()
            if not wrong or time.monotonic() > end:
                return wrong
            time.sleep(0.1)

    def difference(self):
        if self.browser.run("return document.querySelector('dialog').open"):
            self.browser.press("Escape")  # somebody else's edit cannot be undone, or a change meanwhile
            time.sleep(0.1)
        if self.browser.run("return document.activeElement.matches('textarea')"):
            self.browser.press("Escape")  # one's own text again, after somebody has changed it meanwhile and Escape was the answer
        if not self.browser.run(IS_STILL):
            return f"the page is not still: {self.browser.run(RESTLESS)}"
        lines, shown = self.list(), self.browser.run(SHOWN)
        if not lines or not shown:
            return None if not lines and not shown else f"{len(lines)} lines are shown as {len(shown)}"
        numbers = {line["id"]: number for number, line in enumerate(lines)}
        first = numbers.get(shown[0]["line"]["id"])
        if first is None or first + len(shown) > len(lines):
            return f"{shown[0]['line']['id']} is no line"
        for line, element in zip(lines[first:], shown):
            if wrong := element_problem(line, element):
                return f"{wrong}: {element} is not {line}"
        return None if self.fills_window(first == 0, first + len(shown) == len(lines)) else "there are lines missing"

    def fills_window(self, has_first, has_last):
        script = """
          const lines = [...document.querySelectorAll("#list > [role=treeitem]")];
          return [lines[0].getBoundingClientRect().top <= document.querySelector("#head").offsetHeight + 12,
            lines.at(-1).getBoundingClientRect().bottom >= innerHeight, lines.length <= 300, lines.every((line) => line.getBoundingClientRect().height > 10)]"""
        above, below, is_few, is_there = self.browser.run(script)
        return (above or has_first) and (below or has_last) and is_few and is_there

    def scroll(self, share):
        self.browser.run("scrollTo(0, (document.documentElement.scrollHeight - innerHeight) * arguments[0])", share)
        self.browser.wait(IS_STILL)


def element_problem(line, element):
    """Why an element does not show a line; None if it does. Values that depend on the lines around are computed again."""
    if {**line, "line": 0} != {**element["line"], "line": 0}:
        return "another line"
    section = line["kind"] == "section"
    levels = line["number"].split(":")[0].count(".") + (1 if section else 1 + line["level"])
    folds = line["collapsible"] and line["rows"] + line["below"] > 0 if section else "collapsed" in line
    states = (str(levels), str(not line["collapsed"]).lower() if folds else None, None if line["done"] is None else str(line["done"]).lower())
    if states != (element["level"], element["expanded"], element["checked"]):
        return f"other states than {states}"
    text, _, further = (line["title"], "", line["detail"] or "") if section else line["text"].partition("\n")
    note = line["attributes"].get("note")
    wanted = "\n".join(filter(None, [further, note if isinstance(note, str) else None]))
    if not element["isRendered"] and (element["text"], element["note"]) != (text, wanted):
        return "another text"
    if element["tags"] or any(not link.startswith(("http:", "https:", "mailto:", "tel:")) for link in element["links"]):
        return "markup in a text"
    return None


def run(trial):
    import access, drags, offline, typed, walks  # which use what is here

    for name in BROWSERS:
        with contextlib.ExitStack() as stack:
            folder = Folder(trial.program, trial.folder / name)
            folder.path.mkdir()
            yield edits(trial, name, folder, stack, (trial.cases or TARGET) // (1 if name == "Chromium" else 10))
    yield losses(trial)
    yield offline.losses(trial)
    yield streams(trial)
    yield meetings(trial)
    yield tasks(trial)
    if line := access.findings(trial):
        yield line
    yield typed.typing(trial)
    yield walks.walks(trial)
    yield drags.drags(trial)
    yield texts(trial)


def browse(trial, name, folder, stack, user):
    """Opens a page in a browser of its own."""
    server = Server(folder, user)
    stack.callback(server.close)
    browser = BROWSERS[name](str(folder.path / f"{name} {user}"))
    stack.callback(browser.close)
    page = User(user, folder, browser, server.address)
    page.server = server
    return page


# MARK: Random edits


def edits(trial, name, folder, stack, total):
    random = trial.random(name)
    outline = "".join(f"# Part {part}\n\n" + "".join(f"{'  ' * (row % 4 // 2 + row % 4 // 3)}- {'[ ] ' if row % 2 else ''}row {part}.{row}\n" for row in range(12)) + "\n## Below\n\n- deep\n- [x] down\n\n" for part in range(20))
    (folder.path / "outline.md").write_text(outline)
    folder.run(["import", "outline.md"])
    folder.run(["collapse", "1", "3", "-u", "bob"])
    users = [browse(trial, name, folder, stack, user) for user in ("ana", "bob")]
    for each in users:  # from the second visit on, a page has its service worker
        each.browser.wait("return navigator.serviceWorker.ready.then(() => true)")
        each.browser.go(each.address.split("?")[0])
        each.browser.wait(IS_THERE)
    done = {"page": 0, "command line": 0, "sqlite3": 0}
    looks = 0
    for number in range(total):
        user = random.choice(users)
        way = random.choices(list(done), [5, 3, 2])[0]
        shown = {"page": by_page, "command line": by_command, "sqlite3": by_sql}[way](random, user, number)
        done[way] += 1
        if number % EACH == EACH - 1 or number == total - 1:
            looks += 1
            for each in users:
                if number % (2 * EACH) == EACH - 1:
                    each.scroll(random.random())
                if wrong := each.differs():
                    trial.find("differs", f"{name}, edit {number} of seed {trial.seed} ({shown}), page of {each.name}: {wrong}")
        if number % 100 == 99:
            print(f"-- {name}: {number + 1:,} edits, {len(trial.findings)} findings", flush=True)
    for each in users:
        for step in range(11):
            each.scroll(step / 10)
            if wrong := each.differs():
                trial.find("differs", f"{name}, at the end, {step} tenths down, page of {each.name}: {wrong}")
    errors = [error for each in users for error in each.browser.errors()]
    for error in errors:
        trial.find("console", f"{name}: {error}")
    counts = ", ".join(f"{count:,} by {'the ' if way != 'sqlite3' else ''}{way}" for way, count in done.items())
    return Line(
        f"two people's pages in {name}, edited by page, command line and sqlite3",
        f"{TARGET if name == 'Chromium' else TARGET // 10:,} edits: every page shows what `pleat list` does, 0 errors in the console, 0 violations of the policy",
        f"{total:,} edits, {counts}; {2 * looks:,} looks at the pages: {trial.count('differs')} showed something else, {len(errors)} errors or violations",
        trial.command,
    )


def by_page(random, user, number):
    import drags  # which uses what is here

    browser = user.browser
    lines = browser.run(TARGETS)
    if not lines:
        browser.run(FOCUS)
        browser.press("Enter", f"new {number}", "Enter", "Escape")
        return "the page: a first line"
    action = random.choice(["add", "add", "edit", "fold", "fold", "tick", "indent", "outdent", "up", "down", "delete", "promote", "demote", "all", "undo", "redo", "section", "scroll", "drag", "drag"])
    if action == "scroll":
        user.scroll(random.random())
        return "the page: scroll"
    if action == "drag":
        x, y = random.choice(lines)["body"]
        to = (x + random.randint(-60, 60), random.choice(lines)["top"] + random.randint(2, 20))
        drags.point(user, "mouse", (x, y), "pointerDown", (x, y + 9), to, 60, "pointerUp")
        user.browser.press("Escape")  # where nothing was dragged, a click has begun to edit the line
        return f"the page of {user.name}: drag from {x}, {y} to {to}"
    parts = {"fold": "fold", "tick": "box"}
    fitting = [line for line in lines if line[parts.get(action, "body")]] or lines
    line = random.choice(fitting)
    browser.click(*(line[parts.get(action, "body")] or line["body"]))
    texts = [f"text {number}", "[ ] task", "a [link](https://example.org) #tag", "<b>bold</b> & \"quotes\"", "日本 é 👩‍👧", "due:fri x due:fri"]
    text = random.choice(texts)
    keys = {
        "add": ["Enter", text, *random.choice(([], ["Tab"], ["Enter", f"and {number}"])), "Enter", "Escape"],
        "edit": ["e", f" {text}", random.choice(("Enter", "Escape", "Tab")), "Escape"], "fold": [], "tick": [],
        "indent": [">"], "outdent": ["<"], "up": ["Alt+ArrowUp"], "down": ["Alt+ArrowDown"], "delete": ["d"], "promote": ["S"], "demote": ["R"], "all": ["X"], "undo": ["u"], "redo": ["r"],
        "section": ["A", f"section {number}", "Enter", "Escape"],
    }[action]  # fmt: skip
    if keys:
        browser.press(*keys)
    if browser.run("return document.querySelector('dialog').open"):
        browser.press(random.choice(("Enter", "Escape")))
        browser.wait("return !document.querySelector('dialog').open", seconds=1) or browser.press("Escape")
    if browser.run("return document.activeElement.matches('textarea')"):
        browser.press("Escape")
    return f"the page of {user.name}: {action} {line['id']}"


def by_command(random, user, number):
    ids = [line["id"] for line in user.list()] or ["1"]
    rows, sections = [name for name in ids if name[1] == "r"] or ids, [name for name in ids if name[1] == "s"] or ids
    some, row, section = random.choice(ids), random.choice(rows), random.choice(sections)
    words = random.choice([
        ["add", f"cli {number}", "--in", section], ["add", f"[ ] cli {number}", "--before", row], ["edit", some, f"said {number}"],
        ["add", "--section", f"Section {number}", "--in", section], ["collapse", section], ["expand", section], ["toggle", section],
        ["done", some], ["undone", some], ["edit", some, "--due", random.choice(("today", "-2d", "+9d", "none"))],
        ["move", row, "--in", section, "--first"], ["move", section, "--first"], ["move", row, "--after", random.choice(rows)],
        ["indent", some], ["outdent", some], ["delete", row, "-r"], ["delete", section, "-r"], ["undo", "--any"], ["redo"],
        ["add", f"below {number}", "--in", row], ["toggle", row], ["indent", row], ["move", row, "--in", random.choice(rows)], ["done", "-r", some],
        ["promote", row], ["demote", section], ["demote", section, "--in", random.choice(sections)],
        ["sort", section, "--by", "text"], ["archive", row], ["edit", some, "--set", f"note=n {number}"], ["accordion", random.choice(("on", "off"))],
        ["edit", section, "--detail", f"d {number}"], ["collapse", "--all"], ["expand", "--all"], ["reset"],
    ])  # fmt: skip
    if len(ids) > 600 and words[0] == "add":
        words = ["delete", section, "-r"]
    user.folder.run([*words, "-u", user.name])
    return " ".join(words)


def by_sql(random, user, number):
    statement = random.choice([
        f"UPDATE row SET text = 'sql {number}' WHERE row_id IN (SELECT row_id FROM row ORDER BY random() LIMIT 3)",
        "DELETE FROM row WHERE row_id = (SELECT row_id FROM row ORDER BY random() LIMIT 1)",
        f"INSERT INTO row (section_id, text) SELECT section_id, 'sql {number}' FROM section ORDER BY random() LIMIT 2",
        f"UPDATE section SET title = 'Sql {number}' WHERE section_id = (SELECT section_id FROM section ORDER BY random() LIMIT 1)",
        "UPDATE row SET level = abs(random()) % 4 + 1 WHERE row_id IN (SELECT row_id FROM row ORDER BY random() LIMIT 3)",
        "UPDATE row SET done = NOT done WHERE done IS NOT NULL AND row_id % 7 = 3",
        f"INSERT INTO section (title) VALUES ('Sql {number}')",
        "UPDATE row SET section_id = (SELECT section_id FROM section ORDER BY random() LIMIT 1) WHERE row_id = (SELECT max(row_id) FROM row)",
        """UPDATE row SET attributes = '{"a":[1,"<i>"]}' WHERE row_id = (SELECT min(row_id) FROM row)""",
    ])  # fmt: skip
    with contextlib.closing(sqlite3.connect(user.folder.file, timeout=20)) as file, contextlib.suppress(sqlite3.IntegrityError), file:
        file.execute(statement)
    return statement


# MARK: Lost connections


def losses(trial):
    """Kills the server while the page types, and counts what is there afterwards; then looks at several tabs."""
    total = min(20, trial.cases or 20)
    back, longest = 0, 0
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "losses")
        folder.path.mkdir()
        folder.run(["add", "--section", "Home"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        browser, random = user.browser, trial.random("losses")
        browser.run(FOCUS)
        typed = []
        for number in range(total):
            browser.press("Home", "Enter")
            if number % 2:
                user.server.close()
            for step in range(3):
                typed.append(f"typed {number}.{step}")
                browser.press(typed[-1], "Enter")
            browser.press(f"kept {number}")
            if not number % 2:
                time.sleep(random.random() / 50)
                user.server.close()
            if not browser.wait("return !document.querySelector('#offline').hidden", seconds=5):
                trial.find("loss", f"{number}: the page does not say that the connection is lost")
            kept = browser.run("return document.activeElement.value")
            if kept != f"kept {number}":
                trial.find("loss", f"{number}: what was typed is not kept: {kept!r}")
            time.sleep(random.random())
            user.server.start()
            begun = time.monotonic()
            if browser.wait("return document.querySelector('#offline').hidden"):
                longest = max(longest, time.monotonic() - begun)
                back += 1
            browser.press("Escape")
            if wrong := user.differs():
                trial.find("loss", f"{number}: {wrong}")
        typed += deletion(trial, user)
        texts = [line.get("text", line.get("title")) for line in user.list()]
        lost, doubled = len(set(typed) - set(texts)), len(texts) - len(set(texts))
        for _ in range(lost + doubled):
            trial.find("loss", f"{lost} lost, {doubled} doubled")
        streams = tabs(trial, user)
        for error in browser.errors():
            trial.find("console", error)
    return Line(
        "a page whose server is killed while somebody types, and three tabs of a browser",
        "20 times: 0 lost, 0 doubled, what is typed stays, back within 2 s; one stream for all tabs",
        f"{total} times: {lost} lost, {doubled} doubled, back {back} times, after {longest:.1f} s at most; {streams} for all tabs",
        trial.command,
    )


# What a user does whose line is deleted: the text typed before, whether the server is down meanwhile, and the next action.
DELETIONS = [
    (" before", False, lambda browser: browser.press(" after", "Enter", "Escape")), ("", False, lambda browser: browser.press(" only after", "Enter", "Escape")),
    (" then elsewhere", False, lambda browser: browser.run("document.querySelector('#filter').focus()")),
    (" then Enter", False, lambda browser: browser.press("Enter", "Escape")), (" then the next", False, lambda browser: browser.press("ArrowDown", "Escape")),
    (" then a reload", False, lambda browser: (browser.press("Enter"), browser.run("location.reload()"))),
    (" offline", True, lambda browser: browser.press(" and on", "Enter", "Escape")),
    (" typed while it reloads", False, lambda browser: (browser.run("location.reload()"), browser.wait("return document.activeElement?.value"), browser.press(" still", "Enter", "Escape"))),
]  # fmt: skip


def deletion(trial, user):
    """Deletes the line in which a user types, goes on typing, and returns what must be there afterwards."""
    browser, typed = user.browser, []
    for number, (before, is_offline, go_on) in enumerate(DELETIONS):
        text = f"to be deleted {number}"
        user.folder.run(["add", text, "--in", "Home", "--first"])
        browser.wait("return [...document.querySelectorAll('#list > .line')].some((element) => element.line?.text === arguments[0])", text)
        browser.run(FOCUS)
        browser.press("Home", "ArrowDown", "e", *([before] if before else []))
        if is_offline:
            user.server.close()
        user.folder.run(["delete", text, "-u", "bob"])
        if not is_offline:  # the page has heard of it
            user.folder.run(["add", f"heard of {number}", "--in", "Home", "-u", "bob"])
            browser.wait("return [...document.querySelectorAll('#list > .line')].some((element) => element.line?.text === arguments[0])", f"heard of {number}")
            if browser.run("return document.activeElement?.value") != text + before:
                trial.find("loss", f"deletion {number}: the text is not typed in any more")
        go_on(browser)
        if is_offline:
            user.server.start()
        browser.wait(IS_THERE)
        typed.append({0: text + before + " after", 1: text + " only after", 6: text + before + " and on", 7: text + before + " still"}.get(number, text + before))
        end = time.monotonic() + 10  # the page sends it by itself, after whatever it was doing
        while time.monotonic() < end and typed[-1] not in [line.get("text") for line in user.list()]:
            time.sleep(0.05)
        browser.press("Escape")
        browser.wait(IS_STILL)
        browser.run(FOCUS)
    return typed


def tabs(trial, user):
    """Opens two more tabs, and checks that all three follow by one stream; returns how many streams there are."""
    browser = user.browser
    first = browser.ask("window", None)
    handles = [first]
    for _ in range(2):
        handles.append(browser.ask("window/new", {"type": "tab"})["handle"])
        browser.ask("window", {"handle": handles[-1]})
        browser.go(user.address.split("?")[0])
        browser.wait(IS_THERE)
    for number in range(3):
        user.folder.run(["add", f"for all tabs {number}", "--in", "Home", "-u", "bob"])
        for handle in handles:
            browser.ask("window", {"handle": handle})
            if wrong := user.differs():
                trial.find("loss", f"a tab: {wrong}")
    script = """
      const ofStream = ({ name }) => name.startsWith("pleat /");
      return navigator.locks.query().then(({ held, pending }) => [held.filter(ofStream).length, pending.filter(ofStream).length])"""
    held, pending = browser.run(script)
    if (held, pending) != (1, 2):
        trial.find("loss", f"{held} tabs listen, {pending} wait")
    browser.ask("window", {"handle": first})
    browser.close_tab()  # the one that listens
    for handle in handles[1:]:
        browser.ask("window", {"handle": handle})
        user.folder.run(["add", "for the tabs that are left", "--in", "Home", "-u", "bob"])
        if wrong := user.differs():
            trial.find("loss", f"a tab, after the one that listened was closed: {wrong}")
    return f"{held} stream"


# MARK: Streams whose token is gone


class Stream:
    """A stream of changes, with what it has told."""

    def __init__(self, port, path, header):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self.socket.sendall(f"GET {path}changes HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{header}\r\nConnection: close\r\n\r\n".encode())
        self.told = b""

    def hears(self, text):
        """Whether a text comes in time, before the stream ends."""
        end = time.monotonic() + PATIENCE
        while text.encode() not in self.told:
            if time.monotonic() > end:  # a stream without news goes on with empty lines
                return False
            try:
                more = self.socket.recv(65_536)
            except TimeoutError:
                return False
            if not more:
                return False
            self.told += more
        return True

    def close(self):
        self.socket.close()


TEXTS = 12


class Door:
    """A server whose users come in by tokens in a file, for one outline or for a folder, and what takes away what lets them in."""

    ways = ("token", "other token", "file", "line")

    def __init__(self, trial, name):
        self.folder = Folder(trial.program, trial.folder / name)
        self.folder.path.mkdir()
        self.users = self.folder.path / "users"
        self.path = "/home/" if name == "a folder" else "/"
        if name == "a folder":
            self.ways = (*self.ways, "right")
            (self.folder.path / "lists").mkdir()
            self.folder.environment["PLEAT_FILE"] = str(self.folder.path / "lists" / "home.db")
        self.restore(1)
        self.folder.run(["add", "--section", "Home"])
        folder = {"PLEAT_FILE": ""} if name == "a folder" else {}
        served = Folder(trial.program, self.folder.path)
        served.environment = {key: value for key, value in self.folder.environment.items() if key not in folder}
        self.server = Server(served, "ana", ["--users", "users", *(["--folder", "lists"] if folder else [])])

    def restore(self, count):
        """Lets all users in, each by a token of their own."""
        self.tokens = [f"token {number}".replace(" ", "") for number in range(count)]
        self.write(range(count))
        if self.path != "/":
            self.allow(range(count))

    def write(self, numbers, broken=()):
        lines = [f"user{number} {hashlib.sha256(self.tokens[number].encode()).hexdigest()}" for number in numbers]
        replace(self.users, "\n".join([*lines, *(f"user{number} no hash" for number in broken)]) + "\n")

    def allow(self, numbers):
        names = " ".join(f"user{number}" for number in numbers)
        replace(self.folder.path / "lists" / ".pleat-directory", f"own nobody *\n" + "".join(f"see {name} *\n" for name in names.split()))

    def stream(self, number):
        return Stream(self.server.port, self.path, f"Authorization: Bearer {self.tokens[number]}")

    def take(self, way, gone, others):
        """Takes away what lets some of the users in; returns those who are out."""
        if way == "right":
            self.allow(others)
        elif way == "file":
            replace(self.users, "")
            return {*gone, *others}
        elif way == "other token":
            for number in gone:
                self.tokens[number] += "x"
            self.write([*gone, *others])
        else:
            self.write(others, gone if way == "line" else ())
        return set(gone)


class Cookies(Door):
    """A server of one user, whose browsers are signed out by its button or by a command."""

    ways = ("button", "command")

    def __init__(self, trial, name):
        self.folder = Folder(trial.program, trial.folder / name)
        self.folder.path.mkdir()
        self.path = "/"
        self.folder.run(["add", "--section", "Home"])
        self.server = Server(self.folder, "ana")
        self.words = self.server.words[:3]

    def web(self, *words):
        found = subprocess.run([*self.words, "--json", *words], env=self.folder.environment, stdout=subprocess.PIPE, check=True)
        return json.loads(found.stdout)

    def ask(self, method, path, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        connection.request(method, path, headers=headers)
        with contextlib.closing(connection):
            return connection.getresponse().getheader("Set-Cookie", "").split(";")[0]

    def restore(self, count):
        self.web("--sign-out", "all")
        self.tokens = [self.ask("GET", "/?" + self.web()["link"].split("?")[1], {}) for _ in range(count)]

    def stream(self, number):
        return Stream(self.server.port, "/", f"Cookie: {self.tokens[number]}")

    def take(self, way, gone, others):
        names = [browser["name"] for browser in self.web("--browsers")]
        for number in gone:
            if way == "command":
                self.web("--sign-out", names[number])
            else:
                self.ask("POST", "/sign-out", {"Cookie": self.tokens[number], "Origin": f"http://127.0.0.1:{self.server.port}"})
        return set(gone)


def replace(path, text):
    new = path.with_name(path.name + ".new")
    new.write_text(text)
    new.rename(path)


def streams(trial):
    """Takes away what lets some streams in, then adds texts, and counts what each stream tells."""
    random, total = trial.random("streams"), trial.cases or 200
    out, late, heard, missed = 0, 0, 0, 0
    doors = [Door(trial, "one outline"), Door(trial, "a folder"), Cookies(trial, "cookies")]
    for number in range(total):
        door, count = doors[number % len(doors)], random.randint(1, 4)
        door.restore(count)
        followed = [(user, door.stream(user)) for user in range(count) for _ in range(random.randint(1, 3))]
        for user, stream in followed:
            if not stream.hears("\nretry: "):  # what was added before is not told
                trial.find("stream", f"{number}: the one of user {user} does not begin")
        door.folder.run(["add", f"before {number}", "--in", "Home"])
        for user, stream in followed:
            if not stream.hears(f"before {number}"):
                trial.find("stream", f"{number}: user {user} misses the text before")
        gone = random.sample(range(count), random.randint(1, count))
        way = random.choice(door.ways)
        away = door.take(way, gone, [user for user in range(count) if user not in gone])
        for text in range(TEXTS):
            door.folder.run(["add", f"after {number}.{text}.", "--in", "Home"])
        for user, stream in followed:
            if user in away:
                hears_last = stream.hears(f"after {number}.{TEXTS - 1}.")
                told = sum(f"after {number}.{text}.".encode() in stream.told for text in range(TEXTS))
                out, late = out + 1, late + told
                if told or hears_last:
                    trial.find("stream", f"{number}, {way}: user {user} hears {told} texts")
            else:
                told = sum(stream.hears(f"after {number}.{text}.") for text in range(TEXTS))
                heard, missed = heard + told, missed + TEXTS - told
                if told < TEXTS:
                    trial.find("stream", f"{number}, {way}: user {user} misses {TEXTS - told} texts")
            stream.close()
    for door in doors:
        door.server.close()
    return Line(
        "streams of the page whose token, cookie or right is taken away",
        f"200 times: 0 of {TEXTS} later texts told, all of them to everybody else",
        f"{total} times: {out} streams ended, which told {late} later texts; the others told {heard:,} and missed {missed}",
        trial.command,
    )


# MARK: Several people, and tabs that are closed


def meetings(trial):
    """Changes notes, days and texts on the page that somebody else changes meanwhile, and closes tabs in which something is typed."""
    made, names = 0, []
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "meetings")
        folder.path.mkdir()
        folder.run(["add", "--section", "Home"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        for name, check in MEETINGS.items():
            names.append(name)
            if wrong := check(user):
                trial.find("meeting", f"{name}: {wrong}")
            else:
                made += 1
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "notes, days and texts that two people change at once, and what is typed in tabs that are closed",
        f"{len(MEETINGS)} of {len(MEETINGS)}", f"{made} of {len(names)}", trial.command,
    )  # fmt: skip


def item(user, text):
    """The line with a text, as `pleat list` has it; None if there is none."""
    return next((line for line in user.list() if line.get("text", line.get("title")).split("\n")[0] == text), None)


def begin(user, *texts, edit=()):
    """Adds rows, and makes the first one the current line of the page."""
    for text in reversed(texts):
        user.folder.run(["add", text, "--in", "Home", "--first"])
    if edit:
        user.folder.run(["edit", texts[0], *edit])
    user.browser.wait("return [...document.querySelectorAll('#list > .line')].some((element) => element.line?.text?.split('\\n')[0] === arguments[0])", texts[0])
    user.browser.wait(IS_STILL)
    user.browser.run(FOCUS)
    user.browser.press("Home", "ArrowDown")


def becomes(user, wanted):
    """Waits until something holds; returns whether it does."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        if wanted():
            return True
        time.sleep(0.05)
    return False


def dialog(user, *keys):
    """Presses keys that open a dialog, and waits for it."""
    user.browser.press(*keys)
    return user.browser.wait("return document.querySelector('dialog').open", seconds=5)


def note(user, *keys):
    """Opens the note of the current line in its place, and presses keys in it."""
    user.browser.press("n")
    is_open = user.browser.wait("return document.activeElement.matches('.note textarea')", seconds=5)
    user.browser.press(*keys)
    return is_open


IS_ASKED = "return document.querySelector('dialog[open]')?.textContent.includes('Somebody has changed this meanwhile')"


def conflict(user, name, key, theirs, mine, answer, wanted):
    """Opens a note or the dialog of a day, changes the same by the command line, answers, and looks at what remains."""
    begin(user, name, edit=["--note", "first\nsecond", "--due", "2031-01-01"])
    if not (note(user) if key == "n" else dialog(user, key)):
        return "nothing opens"
    user.folder.run(["edit", name, *theirs, "-u", "bob"])
    field = "const field = document.querySelector('.note textarea, dialog input'); field.value = arguments[0]; field.dispatchEvent(new Event('input'))"
    user.browser.run(field + "; document.querySelector('dialog [value=ok]')?.click()", mine)
    if key == "n":
        user.browser.press("Shift+Enter")
    if not user.browser.wait(IS_ASKED, seconds=5):
        return f"nobody is asked: {user.browser.run('return document.body.innerText')[-300:]}"
    user.browser.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent.startsWith(arguments[0])).click()", answer)
    if not becomes(user, lambda: wanted(item(user, name))):
        return f"{item(user, name)} remains"
    user.browser.wait(IS_STILL)
    return user.differs()


NOTE, DAY = ["--note", "theirs"], ["--due", "2031-02-02"]


def unchanged(user):
    begin(user, "as it is", edit=["--note", "a\nb", "--due", "2031-01-01"])
    before = user.folder.run(["log", "--json", "--limit", "1"]).text
    if not note(user, "Shift+Enter") or not dialog(user, "w"):
        return "nothing opens"
    user.browser.run("document.querySelector('dialog [value=ok]').click()")
    user.browser.wait(IS_STILL)
    after = user.folder.run(["log", "--json", "--limit", "1"]).text
    return None if before == after else f"something was sent: {after}"


def several(user):
    """Several lines: nothing typed changes nothing, and what is typed is the day of all."""
    begin(user, "one", "two", edit=["--due", "2031-01-01"])
    user.browser.press("v", "ArrowDown", "v")
    dialog(user, "w")
    user.browser.run("document.querySelector('dialog [value=ok]').click()")
    user.browser.wait(IS_STILL)
    if item(user, "one")["due"] != "2031-01-01" or item(user, "two")["due"]:
        return "a day was written without being typed"
    dialog(user, "w")
    user.browser.press("2031-02-02", "Enter")
    user.browser.wait(IS_STILL)
    user.browser.press("Escape")
    return None if becomes(user, lambda: all(item(user, text)["due"] == "2031-02-02" for text in ("one", "two"))) else "not written to both"


def in_place(user):
    """The detail of a section and the note of a row are typed where they are, kept as drafts, and there after a reload."""
    begin(user, "of a note")
    note(user, "first", "Enter", "second", "Shift+Enter")
    if not becomes(user, lambda: item(user, "of a note")["text"] == "of a note\nfirst\nsecond"):
        return f"{item(user, 'of a note')} is the row"
    user.browser.press("Home")
    note(user, "of a section", "Escape")
    user.browser.wait("return document.querySelector('.current').textContent.includes('· draft')", seconds=5)
    note(user, "End", " and more")
    user.browser.run("return new Promise((done) => setTimeout(done, 200))")  # the browser keeps it
    user.browser.run("window.isOld = true; location.reload()")
    typed = "return !window.isOld && document.activeElement.matches('.section .note textarea') && document.activeElement.value"
    if (found := user.browser.wait(typed, seconds=10)) != "of a section and more":
        return f"{found!r} is typed after the reload"
    user.browser.press("ArrowDown", "Escape")
    is_there = lambda: any(line.get("detail") == "of a section and more" for line in user.list())
    return None if becomes(user, is_there) else f"{[line.get('detail') for line in user.list()]}"


def choices(user):
    """The colors, the size of texts and the first day of the week are the reader's choice, also after a reload."""
    begin(user, "of choices")
    choose = "const field = document.querySelector(`dialog [name=${arguments[0]}]`); field.value = arguments[1]; field.dispatchEvent(new Event('change', { bubbles: true }))"
    dialog(user, "V")
    for name, value in (("colors", "dark"), ("size", "large"), ("week", "7")):
        user.browser.run(choose, name, value)
    user.browser.press("Escape")
    user.browser.run("window.isOld = true; location.reload()")
    user.browser.wait("return !window.isOld && document.body.className.includes('live') && document.querySelector('#list > [role=treeitem]')")
    looks = user.browser.run("const { colorScheme, fontSize } = getComputedStyle(document.documentElement); return [colorScheme, parseFloat(fontSize)]")
    user.browser.wait(IS_STILL)
    user.browser.run(FOCUS)
    user.browser.press("Home", "ArrowDown")
    dialog(user, "w")
    days = user.browser.run("return [...document.querySelectorAll('.month span')].map((day) => day.textContent).join('')")
    user.browser.press("Escape")
    dialog(user, "V")
    for name in ("colors", "size", "week"):
        user.browser.run(choose, name, "")
    user.browser.press("Escape")
    user.browser.wait(IS_STILL)
    return None if looks == ["dark", 18.4] and days == "SMTWTFS" else f"{looks}, {days}"


def attribute(user):
    """A note in an attribute is shown, and moves when it is edited."""
    begin(user, "of old")
    with contextlib.closing(sqlite3.connect(user.folder.file, timeout=20)) as file, file:
        file.execute("""UPDATE row SET attributes = '{"note":"was here","k":1}' WHERE text = 'of old'""")
    if not user.browser.wait("return document.querySelector('.current .note')?.textContent === 'was here'", seconds=5):
        return "it is not shown"
    note(user, "End", " and moves", "Shift+Enter")
    moved = {"text": "of old\nwas here and moves", "attributes": {"k": 1}}
    return None if becomes(user, lambda: {key: item(user, "of old")[key] for key in moved} == moved) else f"{item(user, 'of old')}"


def rules(user):
    begin(user, "of a rule")
    for typed, due, repeat in (("2031-03-03", "2031-03-03", None), ("every 2 weeks", "2031-03-03", "FREQ=WEEKLY;INTERVAL=2"), ("", None, None)):
        dialog(user, "w")
        user.browser.run("document.querySelector('dialog input').value = arguments[0]; document.querySelector('dialog [value=ok]').click()", typed)
        if not becomes(user, lambda: (item(user, "of a rule")["due"], item(user, "of a rule")["repeat"]) == (due, repeat)):
            return f"{typed!r} makes {item(user, 'of a rule')}"
        user.browser.wait(IS_STILL)
    return None


def picked(user):
    """A day by a button, one by arrows in the month, with a time, and a rule, with the days that follow it."""
    begin(user, "of a day", edit=["--due", "2031-03-03"])
    press = "[...document.querySelectorAll('dialog button')].find((button) => button.textContent === arguments[0]).click()"
    ok = "document.querySelector('dialog [value=ok]').click()"
    time_ = "const time = document.querySelector('dialog [type=time]'); time.value = '09:30'; time.dispatchEvent(new Event('change'))"
    for script, keys, due in (
        ("document.querySelector('.month [tabindex=\"0\"]').focus()", ["ArrowDown", "ArrowRight", "Enter"], "2031-03-11"),
        (time_ + "; " + ok, [], "2031-03-11T09:30"),
        ("document.querySelector('[aria-label=\"The next month\"]').click(); " + press, [], "2031-03-31T09:30"),
    ):
        dialog(user, "w")
        user.browser.run(script, "31")
        user.browser.press(*keys) if keys else None
        if not becomes(user, lambda: item(user, "of a day")["due"] == due):
            return f"{item(user, 'of a day')} instead of {due}"
        user.browser.wait(IS_STILL)
    dialog(user, "w")
    user.browser.run(press, "weekly")
    if (said := user.browser.wait("return document.querySelector('.next').textContent", seconds=5)) != "Then Mon, 7 Apr 2031, Mon, 14 Apr 2031, Mon, 21 Apr 2031":
        return f"{said!r} follows"
    user.browser.run(ok)
    if not becomes(user, lambda: item(user, "of a day")["repeat"] == "FREQ=WEEKLY"):
        return f"{item(user, 'of a day')} does not repeat"
    user.browser.wait(IS_STILL)
    dialog(user, "w")
    user.browser.run(press, "Today")
    return None if becomes(user, lambda: item(user, "of a day")["due"].startswith(time.strftime("%Y-%m-%d"))) else f"{item(user, 'of a day')}"


def tick(user):
    """A task that repeats, ticked by two people at once, moves on once, and the second one is told."""
    begin(user, "bins", "once", edit=["--due", "2031-01-01", "--repeat", "weekly", "--done", "no"])
    user.folder.run(["edit", "once", "--done", "no"])
    user.browser.wait("return document.querySelector('.current').nextElementSibling.line?.done === false")
    slowly = "const whole = window.fetch; window.fetch = async (...all) => { if (String(all[0]).includes('apply')) await new Promise((done) => setTimeout(done, 1500)); return whole(...all); }; window.quickly = () => (window.fetch = whole)"
    user.browser.run(slowly)
    user.browser.press(" ")
    user.folder.run(["done", "bins", "-u", "bob"])
    if not user.browser.wait("return document.body.innerText.includes('bob marked it as done')", seconds=5):
        return f"nobody is told: {user.browser.run('return document.body.innerText')[-300:]}"
    user.browser.run("window.quickly()")
    if (due := item(user, "bins")["due"]) != "2031-01-08":
        return f"it is due on {due}"
    user.browser.press("Shift+ArrowDown", " ", "Escape")
    return None if becomes(user, lambda: (item(user, "bins")["due"], item(user, "once")["done"]) == ("2031-01-15", True)) else f"{item(user, 'bins')}, {item(user, 'once')}"


def letters(user):
    """Letters can be switched off as keys; the help opens at its beginning; the page has a heading and a landmark."""
    begin(user, "of letters", edit=["--due", "yesterday"])
    named = "return [document.querySelector('main h1').textContent !== '', document.querySelector('main > #list').role, document.querySelector('.current .due')?.textContent]"
    if not becomes(user, lambda: user.browser.run(named) == [True, "tree", "late, yesterday"]):
        return f"{user.browser.run(named)}"
    dialog(user, "?")
    if user.browser.run("return document.querySelector('dialog').scrollTop"):
        return "the help does not open at its beginning"
    choose = "const field = document.querySelector('dialog [name=letters]'); field.value = arguments[0]; field.dispatchEvent(new Event('change', { bubbles: true }))"
    user.browser.press("Escape")
    dialog(user, "V")
    user.browser.run(choose, "no")
    user.browser.press("Escape", "x")
    time.sleep(0.3)
    if item(user, "of letters")["done"] is not False:
        return "x ticks although letters are no keys"
    user.browser.run("document.querySelector('#bar [data-do=menu]').click()")  # no letter leads to the choices now
    user.browser.wait("return document.querySelector('dialog').open")
    user.browser.run("[...document.querySelectorAll('dialog button')].find((button) => button.textContent.startsWith('View')).click()")
    user.browser.wait("return document.querySelector('dialog [name=letters]')")
    user.browser.run(choose, "")
    user.browser.press("Escape")
    user.browser.press("x")
    return None if becomes(user, lambda: item(user, "of letters")["done"]) else "letters are no keys again"


def draft(user):
    """Escape keeps what is typed, for the line and for a new one, over a reload too."""
    begin(user, "to draft")
    user.browser.press("e", " more", "Escape")
    if item(user, "to draft") is None or not user.browser.wait("return document.querySelector('.current').textContent.includes('· draft')", seconds=5):
        return "the line does not say that there is a draft"
    user.browser.run("location.reload()")
    user.browser.wait("return document.body.className.includes('live') && document.querySelector('#list > [role=treeitem]')")
    user.browser.wait("return [...document.querySelectorAll('.line')].some((element) => element.textContent.includes('· draft'))", seconds=5)
    user.browser.run(FOCUS)
    user.browser.press("Home", "ArrowDown", "e")
    if (typed := user.browser.run("return document.activeElement.value")) != "to draft more":
        return f"{typed!r} is typed"
    user.browser.press("Enter", "a new one", "Escape", "Enter")
    if (typed := user.browser.run("return document.activeElement.value")) != "a new one":
        return f"{typed!r} is typed as a new line"
    user.browser.press("Enter", "Escape")
    return None if becomes(user, lambda: item(user, "to draft more") and item(user, "a new one")) else "the drafts are not sent"


def closed_tab(user):
    """What is typed while the server is down is there after the tab was closed."""
    begin(user, "to be closed")
    browser = user.browser
    user.server.close()
    browser.press("Enter", "offline one", "Enter", "offline two", "Enter", "offline three")
    if not browser.wait("return !document.querySelector('#offline').hidden", seconds=5):
        return "the page does not say that there is no connection"
    browser.run("return new Promise((done) => setTimeout(done, 200))")  # the store of the browser is not asked about the last letter
    old = browser.ask("window", None)
    new = browser.ask("window/new", {"type": "tab"})["handle"]
    browser.close_tab()
    browser.ask("window", {"handle": new})
    user.server.start()
    browser.go(user.address.split("?")[0])
    browser.wait(IS_THERE)
    if not becomes(user, lambda: item(user, "offline one") and item(user, "offline two")):
        return f"they are not sent: {[line.get('text') for line in user.list()]}, {old} closed"
    if not browser.wait("return document.activeElement.value === 'offline three'", seconds=5):
        return "what was being typed is not there"
    browser.press("Enter", "Escape")
    return None if becomes(user, lambda: item(user, "offline three")) else "the last one is not sent"


def question(user):
    """The question before undoing somebody else's edit says which one it is."""
    begin(user, "of somebody")
    user.folder.run(["edit", "of somebody", "by bob", "-u", "bob"])
    user.browser.wait("return document.querySelector('.current').textContent.includes('bob')", seconds=5)
    dialog(user, "u")
    said = user.browser.wait("return document.querySelector('dialog p')?.textContent", seconds=5) or ""
    user.browser.press("Escape")
    user.browser.wait(IS_STILL)
    return None if "by bob" in said and "--" not in said else f"it says {said!r}"


def address(user):
    """An address with a filter shows what it says, and filtering sets it."""
    begin(user, "needle")
    place = user.address.split("?")[0]
    user.browser.go(place + "?where=needle")
    only = "return [...document.querySelectorAll('#list > [role=treeitem]')].map((element) => element.line?.text).join() === 'needle' && document.querySelector('#filter').value === 'needle'"
    if not user.browser.wait(only, seconds=5):
        return "the filter is not shown"
    user.browser.run("document.querySelector('#filter').focus()")
    user.browser.press("Escape")
    if not user.browser.wait("return location.search === '' && document.querySelectorAll('#list > [role=treeitem]').length > 1", seconds=5):
        return "the filter stays"
    return None


MEETINGS = {
    "nothing changed": unchanged, "several lines": several, "notes in their place": in_place, "the reader's choices": choices, "an attribute": attribute, "rules by w": rules, "days that are picked": picked, "letters that are no keys": letters, "a tick by two": tick, "drafts": draft,
    "a tab that is closed": closed_tab, "an undo of somebody else's edit": question, "an address with a filter": address,
    "note, yours": lambda user: conflict(user, "n1", "n", NOTE, "mine", "Keep yours", lambda line: line["text"] == "n1\nmine"),
    "note, theirs": lambda user: conflict(user, "n2", "n", NOTE, "mine", "Keep theirs", lambda line: line["text"] == "n2\ntheirs"),
    "note, both": lambda user: conflict(user, "n3", "n", NOTE, "mine", "Keep both", lambda line: line["text"] == "n3\ntheirs\nmine"),
    "day, yours": lambda user: conflict(user, "d1", "w", DAY, "2031-03-03", "Keep yours", lambda line: line["due"] == "2031-03-03"),
    "day, theirs": lambda user: conflict(user, "d2", "w", DAY, "2031-03-03", "Keep theirs", lambda line: line["due"] == "2031-02-02"),
    "day, both": lambda user: conflict(user, "d3", "w", DAY, "2031-03-03", "Keep both", lambda line: sorted(each["due"] for each in user.list() if each.get("text", "").startswith("d3")) == ["2031-02-02", "2031-03-03"]),
}  # fmt: skip


# MARK: The keyboard alone

# A task, the keys, and a line that `pleat list` then has; after `no `, a text that is in no line.
TASKS = [
    ("add a row", ["Home", "ArrowDown", "Enter", "figs", "Enter", "Escape"], "1:2 figs"),
    ("add several", ["Enter", "one", "Enter", "two", "Enter", "three", "Enter", "Escape"], "1:5 three"),
    ("edit a text", ["e", " edited", "Enter", "Escape"], "1:5 three edited"),
    ("leave a text as it was", ["e", " never", "Escape"], "no never"),
    ("make a task", ["x"], "1:5 ☐ three edited"),
    ("tick it", ["Space"], "1:5 ☑ three edited"),
    ("untick it", ["Space"], "1:5 ☐ three edited"),
    ("say when it is due, after a day that is none", ["w", "todayy", "Enter", "Backspace", "Enter"], "1:5 ☐ three edited · today"),
    ("undo", ["u"], "1:5 ☐ three edited"),
    ("redo", ["r"], "1:5 ☐ three edited · today"),
    ("indent", [">"], "▾ 1:4 two"),
    ("fold a row", ["ArrowLeft", "ArrowLeft"], "▸ 1:4 two · 1 hidden, 0 of 1 done"),
    ("unfold it, and outdent", ["ArrowRight", "ArrowRight", "<"], "1:5 ☐ three edited · today"),
    ("move up", ["Alt+ArrowUp"], "1:4 ☐ three edited · today"),
    ("move down", ["Alt+ArrowDown"], "1:5 ☐ three edited · today"),
    ("add rows below it and beside it", ["Enter", "[ ] in", "Tab", "Enter", "out", "Shift+Tab", "Enter", "Escape"], "▾ 1:5 ☐ three edited · today"),
    ("tick it with what is below", ["ArrowUp", "ArrowLeft", "X"], "1:6 ☑ in"),
    ("make a section of it, with its rows", ["S"], "1.1:1 ☑ in"),
    ("make a row of it again", ["R"], "1:9 ☑ in"),
    ("delete it with what is below", ["d", "Enter"], "no ☑ in"),
    ("add a section with a row in it", ["ArrowUp", "A", "Shed", "Tab", "Enter", "Escape", "Enter", "rake", "Enter", "Escape"], "1.1:1 rake"),
    ("fold", ["ArrowLeft", "ArrowLeft"], "▸ 1.1 Shed · 1 hidden"),
    ("unfold", ["ArrowRight"], "▾ 1.1 Shed"),
    ("find, and go to what is hidden", ["/", "Odyssey", "Enter", "Enter"], "3:1 The Odyssey"),
    ("show a section alone, and add there", ["ArrowLeft", "f", "Enter", "Emma", "Enter", "Escape", "Backspace"], "3:1 Emma"),
    ("move to another section", ["ArrowDown", "M", "Hom", "Enter"], "2:2 Emma"),
    ("pick several and delete them", ["Home", "ArrowDown", "Shift+ArrowDown", "Delete"], "no apples"),
    ("delete a section that is not empty", ["End", "ArrowLeft", "d", "Enter"], "no Reading"),
    ("look at all keys and at details", ["?", "Escape", "i", "Escape", "m", "Escape", "D", "Escape"], "2:1 water the plants"),
]  # fmt: skip


def shows(folder, wanted):
    """Whether the list has a line, or does not have a text."""
    lines = [line.strip() for line in folder.run(["list"]).text.splitlines()]
    return not any(wanted[3:] in line for line in lines) if wanted.startswith("no ") else wanted in [line.removeprefix("▾ ") for line in lines] + lines


def tasks(trial):
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "tasks")
        folder.path.mkdir()
        (folder.path / "sample.md").write_text("# Groceries\n\n- apples\n- bread\n- nuts\n\n# Home\n\n- water the plants\n\n# Reading\n\n- The Odyssey\n")
        folder.run(["import", "sample.md"])
        folder.run(["collapse", "Reading"])
        user = browse(trial, "Chromium", folder, stack, "ana")
        user.browser.run(FOCUS)
        made = 0
        for name, keys, wanted in TASKS:
            for key in keys:
                user.browser.press(" " if key == "Space" else key)
                time.sleep(0.9 if key in ("Odyssey", "Hom") else 0.35 if key in ("Enter", "m", "M", "w", "i", "?", "f") else 0.1)
            end = time.monotonic() + 5
            while not shows(folder, wanted) and time.monotonic() < end:
                time.sleep(0.1)
            wrong = None if shows(folder, wanted) else f"{wanted} is not what is shown:\n{folder.run(['list']).text}"
            if not user.browser.run("return document.activeElement.closest('#list') !== null"):
                wrong = "the focus is elsewhere"
            wrong = wrong or user.differs()
            made += not wrong
            if wrong:
                trial.find("task", f"{name}: {wrong}")
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "tasks on the page by the keyboard alone", f"{len(TASKS)} of {len(TASKS)}", f"{made} of {len(TASKS)}", trial.command
    )


# MARK: Hostile texts

MARKUP = [
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "<svg onload=alert(1)>", "[x](javascript:alert(1))", "[x](JaVaScRiPt:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)", "[x](https://example.org/\"onclick=alert(1))", "<a href=javascript:alert(1)>x</a>", "</textarea><b>",
    "&lt;b&gt;&amp;&#0;", "{{7*7}}${7*7}", "]]>", "-->", "<!--", "<style>*{display:none}</style>", "</main></body>", "' onfocus='alert(1)", "<math><mtext>",
    "https://example.org/<b>", "[<b>x</b>](https://example.org)", "<form action=//example.org><button>", "<base href=//example.org>", "<iframe srcdoc=x>",
]  # fmt: skip


def texts(trial):
    random = trial.random("texts")
    total = HOSTILE if trial.cases is None else min(HOSTILE, 10 * trial.cases)
    made = [*MARKUP, *(hostile(random) + random.choice(["", *MARKUP]) for _ in range(total - len(MARKUP)))][:total]
    seen = 0
    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "texts")
        folder.path.mkdir()
        folder.run(["add", "--section", "First"])
        with contextlib.closing(sqlite3.connect(folder.file)) as file, file:
            for number, text in enumerate(made):
                attributes = json.dumps({text: text, "note": text})
                if number % 10 == 0:
                    file.execute("INSERT INTO section (title, detail, attributes) VALUES (?, ?, ?)", (text, text, attributes))
                shown = f"[{text}]({text})" if number % 10 == 1 else text
                file.execute("INSERT INTO row (section_id, text, attributes) SELECT max(section_id), ?, ? FROM section", (shown, attributes))
        user = browse(trial, "Chromium", folder, stack, "ana")
        lines = user.list()
        step = 0
        while True:
            if wrong := user.differs():
                trial.find("text", wrong[:500])
            at = user.browser.run("return scrollY")
            user.browser.run("scrollBy(0, innerHeight * 0.7)")
            user.browser.wait(IS_STILL)
            step += 1
            if user.browser.run("return scrollY") <= at or step > 2 * len(lines):
                break
        seen = len(lines)
        # The page's own signs are beside the texts, and no text may bring one.
        own = "body > svg, body > svg *, :is(.fold, .box, .more, #back, #bar) :is(.sign, .sign *)"
        elements = user.browser.run(
            "return [...new Set([...document.body.querySelectorAll(`:not(${arguments[0]})`)].map((element) => element.localName))]", own
        )
        for name in set(elements) - ALLOWED:
            trial.find("text", f"an element {name}")
        errors = user.browser.errors()
        for error in errors:
            trial.find("console", error)
    return Line(
        "hostile texts on the page: as text, title, detail, attribute and link",
        f"{HOSTILE:,} texts: shown as texts, 0 other elements, 0 errors in the console, 0 violations of the policy",
        f"{len(made):,} texts in {seen:,} lines, looked at {step:,} times: {trial.count('text')} shown as something else, {len(errors)} errors or violations",
        trial.command,
    )


ALLOWED = {
    "header", "nav", "a", "form", "input", "div", "button", "span", "p", "main", "dialog", "bdi", "time", "h1", "h2", "em", "strong",
    "code", "del",
}  # fmt: skip
