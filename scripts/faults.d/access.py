"""What axe-core (PyPI: axe-playwright-python) finds in each state of the page, in light and dark, in a window and on a phone."""

import contextlib
import json
import subprocess
import sys
from pathlib import Path

from page import Line
from program import Folder
from typed import GO
from web import FOCUS, IS_STILL, browse

PLACE = Path(__file__).resolve().parent.parent.parent / ".build" / "axe"
PACKAGE = "axe-playwright-python>=0.1.8,<0.2"  # which has axe-core in it
OUTLINE = """# Trip

- [ ] book a train #shop due:2031-01-01
- pack **warm** things, see https://example.org
  - [x] socks
  - [ ] tea repeat:weekly due:2020-01-01
## Food
- bread
  of rye
# Home
- call mom
"""
SCREENS = {"a window": (1440, 900, False, False), "a window, dark": (1440, 900, True, False), "a phone": (360, 740, False, True), "a phone, dark": (360, 740, True, True)}
RUN = "return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`).slice(0, 3).join('; ')}`))"
REST = "return !document.getAnimations().some((animation) => animation.playState === 'running')"


def source():
    """The script of axe-core, which is installed in .build/axe; None if that cannot be done."""
    place = lambda: next(PLACE.rglob("axe.min.js"), None)
    if not place():
        words = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", PLACE, PACKAGE]
        if subprocess.run(words, stdout=sys.stderr).returncode != 0:
            return None
    return place().read_text()


def waits(user, script, *values):
    if not user.browser.wait(f"return {script}", *values, seconds=10):
        raise SystemExit(f"faults: the page does not come to {script} with {values}")


def goes(user, text, *keys):
    waits(user, f"(() => {{ {GO} }})()".replace("arguments[0]", json.dumps(text)))
    user.browser.press(*keys)


def asked(user, text, key):
    goes(user, text, key)
    waits(user, "document.querySelector('dialog').open")


def typed(user):
    goes(user, "bread", "Enter", "[ ] new due:fri repeat:weekly")
    waits(user, "document.querySelector('.chips .due')")


def suggested(user, text):
    goes(user, "bread", "Enter", text)
    waits(user, "!document.querySelector('#suggestions').hidden")


def found(user, path):
    user.browser.run("history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))", path)
    waits(user, "document.querySelector('#list .heading') ?? !document.querySelector('#empty').hidden")


def left(user):
    user.browser.run("history.pushState(null, '', './'); dispatchEvent(new PopStateEvent('popstate'))")
    waits(user, "document.querySelector('#list > .section') && !document.querySelector('#list .heading')")


def conflict(user):
    name = f"call {len(user.list())}"
    user.folder.run(["add", name, "--in", "Home"])
    goes(user, name, "e", " now")
    user.folder.run(["edit", name, "nobody", "-u", "bob"])
    user.browser.press("Enter")
    waits(user, "document.querySelector('dialog').open")


def down(user):
    user.server.close()
    waits(user, "!document.querySelector('#offline').hidden")


def leave(user):
    goes(user, "bread", "e", " more", "Escape")
    user.browser.run("document.querySelector('#leave button').click()")
    waits(user, "document.querySelector('dialog').open")


def escape(user):
    user.browser.press("Escape")


# The states: how one comes there from the list, and back if that takes more than Escape.
STATES = {
    "list": (lambda user: None, None), "picked": (lambda user: goes(user, "bread", "v"), None),
    **{name: (lambda user, key=key: asked(user, "bread", key), None) for name, key in {"menu": "m", "day": "w", "target": "M", "history": "I", "help": "?", "choices": "V"}.items()},
    "note": (lambda user: goes(user, "bread", "n"), None), "chips": (typed, None),
    "tags": (lambda user: suggested(user, "#sh"), escape), "sections": (lambda user: suggested(user, "@Fo"), escape),
    "search": (lambda user: found(user, "?where=tea"), left), "nothing found": (lambda user: found(user, "?where=nowhere"), left),
    "agenda": (lambda user: found(user, "?due"), left), "section alone": (lambda user: goes(user, "Food", "f"), lambda user: goes(user, "Food", "Backspace")),
    "conflict": (conflict, None), "leaving": (leave, None), "offline": (down, lambda user: user.server.start()),
}  # fmt: skip


def findings(trial):
    script = source()
    if script is None:
        print("left out: what axe-core finds, as it cannot be installed", flush=True)
        return None
    looked = 0

    def look(browser, state):
        nonlocal looked
        browser.wait(REST)
        browser.run(script + "; window.axe = axe")
        for found in browser.run(RUN):
            trial.find("access", f"{state}: {found}")
        if not looked and not browser.run("document.body.append(document.createElement('input')); " + RUN):
            trial.find("access", "a field without a name is not found")
        browser.run("document.querySelector('body > input')?.remove()")
        looked += 1

    with contextlib.ExitStack() as stack:
        folder = Folder(trial.program, trial.folder / "access")
        folder.path.mkdir()
        user = browse(trial, "Chromium", folder, stack, "ana")
        for name, screen in SCREENS.items():
            user.browser.emulate(*screen[:2], is_dark=screen[2], is_phone=screen[3])
            look(user.browser, f"{name}, an empty outline")
        (folder.path / "outline.md").write_text(OUTLINE)
        folder.run(["import", "outline.md"])
        user.browser.wait("return document.querySelector('#list > [role=treeitem]')")
        for name, screen in SCREENS.items():
            user.browser.emulate(*screen[:2], is_dark=screen[2], is_phone=screen[3])
            for state, (come, back) in STATES.items():
                user.browser.wait(IS_STILL)
                user.browser.run(FOCUS)
                come(user)
                look(user.browser, f"{name}, {state}")
                escape(user)
                if back:
                    back(user)
                waits(user, "document.querySelector('#offline').hidden && !document.querySelector('dialog').open")
                if user.browser.run("return document.activeElement.matches('textarea')"):
                    user.browser.press("Escape")
        for error in user.browser.errors():
            trial.find("console", error)
    return Line(
        "what axe-core finds in the states of the page, in a window and on a phone, light and dark", f"{looked} looks: 0 findings",
        f"{looked} looks: {trial.count('access')} findings", trial.command,
    )  # fmt: skip
