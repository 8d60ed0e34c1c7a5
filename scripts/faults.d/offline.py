"""What the page shows and keeps without a connection, and what is left in the browser when somebody signs out or somebody else comes in."""

import contextlib
import hashlib
import json
import subprocess

from page import Line
from program import Folder
from typed import GO
from web import FOCUS, IS_STILL, Server, User, becomes, browse, item
from browser import Chromium

# What the caches of the service worker hold: the addresses in each.
CACHES = """
  return (async () => {
    const kept = {};
    for (const name of await caches.keys()) kept[name] = (await (await caches.open(name)).keys()).map(({ url }) => url.slice(location.origin.length));
    return kept;
  })()"""
# What is typed or done and not sent, as the browser keeps it; the page has made the store.
UNSENT = """
  return new Promise((done) => {
    const opening = indexedDB.open("pleat");
    opening.onsuccess = () => {
      const all = opening.result.transaction("kept").objectStore("kept").getAll();
      all.onsuccess = () => (opening.result.close(), done(all.result));
    };
  })"""
OFFLINE = "return document.body.classList.contains('live') && !document.querySelector('#offline').hidden && document.querySelector('#offline').textContent"
SHOWN = "return [...document.querySelectorAll('#list > .line')].map((element) => element.querySelector('.text')?.textContent ?? element.textContent)"
PRESS = "[...document.querySelectorAll('dialog button')].find((button) => button.textContent.startsWith(arguments[0])).click()"
ASKED = "return document.querySelector('dialog[open]')?.textContent"
LOCKED = "return document.body?.textContent.includes('has not been let in')"


def is_kept(user, path="/"):
    """Waits until the browser keeps the page at a path with its list and its files; returns the names of the caches."""
    wanted = {path, path + "list"}

    def found():
        kept = user.browser.run(CACHES)
        return list(kept) if any(wanted <= set(each) and len(each) > 30 for each in kept.values()) else None

    return found() if becomes(user, found) else None


def reload(user):
    user.browser.run("window.isOld = true; location.reload()")
    user.browser.wait("return !window.isOld && document.readyState === 'complete'")


def is_unreachable(user, address):
    """Whether the browser shows an error of its own for an address."""
    with contextlib.suppress(RuntimeError):
        user.browser.go(address)
    return not user.browser.run("return document.querySelector('#head')")


def draft(user):
    """Types something into the second line, and leaves it as a draft."""
    user.browser.run(FOCUS)
    user.browser.press("Home", "ArrowDown", "e", " more", "Escape")
    return user.browser.wait("return document.querySelector('.current')?.textContent.includes('· draft')", seconds=5)


def edits(user):
    """The list is shown as it was; what is typed and ticked is kept over reloads and a closed tab, and sent once."""
    browser, address = user.browser, user.address.split("?")[0]
    if not is_kept(user):
        return f"nothing is kept: {browser.run(CACHES)}"
    user.server.close()
    for place in (address, address + "?where=one", address):
        browser.go(place)
        if "as of" not in (browser.wait(OFFLINE, seconds=10) or ""):
            return f"{place} does not say from when the list is"
        if "where" in place and not browser.wait("return document.querySelector('#empty').textContent === 'This needs a connection.'", seconds=5):
            return f"a search says {browser.run('return document.querySelector(`#empty`).textContent')!r}"
    if browser.run(SHOWN) != ["Home", "one", "two"]:
        return f"{browser.run(SHOWN)} is shown"
    browser.run(FOCUS)
    browser.press("Home", "ArrowDown", "Enter", "typed offline", "Enter", "Escape")
    browser.run(GO, "two")
    browser.press(" ")
    browser.run(GO, "one")
    browser.press("e", " more", "Escape")
    if not becomes(user, lambda: [(len(kept["outbox"]), len(kept["drafts"])) for kept in browser.run(UNSENT)] == [(2, 1)]):
        return f"{browser.run(UNSENT)} is kept"
    reload(user)
    if not browser.wait("return document.querySelector('.waiting')?.textContent === 'typed offline'", seconds=5):
        return f"after a reload {browser.run(SHOWN)} is shown"
    new = browser.ask("window/new", {"type": "tab"})["handle"]
    browser.close_tab()
    browser.ask("window", {"handle": new})
    browser.go(address)
    browser.wait("return document.querySelector('.waiting')")
    user.server.start()
    if not becomes(user, lambda: item(user, "typed offline") and item(user, "two")["done"]):
        return f"{user.list()} is the list"
    if [line.get("text", line.get("title")) for line in user.list()].count("typed offline") != 1:
        return "it is there twice"
    if not browser.wait("return [...document.querySelectorAll('.line')].some((element) => element.textContent.includes('· draft'))", seconds=5):
        return "the draft is gone"
    return user.differs()


def much(user):
    """Of a long list, what was shown and what is around it is kept."""
    (user.folder.path / "much.md").write_text("# Much\n\n" + "".join(f"- row {number}\n" for number in range(3_000)))
    user.folder.run(["import", "much.md"])
    user.browser.wait("return document.querySelector('#list').offsetHeight > 50000")
    user.scroll(0.5)
    # The browser shows the middle of the list some time after it was told to scroll there.
    middle = "document.querySelector('#list > [role=treeitem]:nth-child(40) .text')"
    if not user.browser.wait(f"return Number({middle}?.textContent.slice(4)) > 1000"):
        return f"{user.browser.run(SHOWN)[:5]} is shown"
    user.browser.run(f"{middle}.closest('[role=treeitem]').click()")
    shown = [text for text in user.browser.run(SHOWN) if text.startswith("row")][:30]
    list_ = "return (await caches.match(new URL('list', location)))?.text()"
    if not is_kept(user) or not becomes(user, lambda: f'"{shown[0]}"' in (user.browser.run(f"return (async () => {{ {list_} }})()") or "")):
        return f"{shown[:1]} is not kept"
    user.server.close()
    reload(user)
    user.browser.wait(OFFLINE)
    found = user.browser.wait("return [...document.querySelectorAll('.text')].some((text) => text.textContent === arguments[0])", shown[0], seconds=10)
    return None if found else f"{user.browser.run(SHOWN)[:5]} is shown instead of {shown[:5]}"


def sign_out(user):
    """Signing out offers what is typed, and leaves nothing in the browser."""
    browser, address = user.browser, user.address.split("?")[0]
    leave = "document.querySelector('#leave button').click()"
    if not is_kept(user) or not draft(user):
        return "there is no draft"
    browser.run(leave)
    if "one more" not in (browser.wait(ASKED, seconds=5) or ""):
        return f"{browser.run(ASKED)!r} is asked"
    browser.press("Escape")
    if not browser.wait("return !document.querySelector('dialog').open && document.querySelector('.current').textContent.includes('· draft')", seconds=5):
        return "the draft is gone"
    browser.run("navigator.clipboard.writeText = async (text) => void (sessionStorage.copied = text)")
    browser.run(leave)
    browser.wait(ASKED)
    browser.run(PRESS, "Copy it")
    if not browser.wait(LOCKED, seconds=10):
        return "nobody is signed out"
    if (copied := browser.run("return sessionStorage.copied")) != "one more":
        return f"{copied!r} is copied"
    if not becomes(user, lambda: browser.run(CACHES) == {} and browser.run(UNSENT) == []):
        return f"{browser.run(CACHES)} and {browser.run(UNSENT)} are left"
    user.server.close()
    return None if is_unreachable(user, address) else "the page is shown to whoever comes"


def signed_out(user):
    """A browser that is signed out elsewhere forgets the list; what is typed is offered, and is there after signing in again."""
    browser = user.browser
    if not is_kept(user) or not draft(user):
        return "there is no draft"
    web = user.server.words[:3]
    run = lambda *words: subprocess.run([*web, "--json", *words], env=user.folder.environment, cwd=user.folder.path, stdout=subprocess.PIPE, check=True)
    run("--sign-out", "all")
    asked = browser.wait(ASKED, seconds=10) or ""
    if not asked.startswith("You are signed out") or "one more" not in asked:
        return f"{asked!r} is asked"
    if not becomes(user, lambda: browser.run(CACHES) == {}):
        return f"{browser.run(CACHES)} is left"
    browser.run(PRESS, "Keep it")
    browser.go(json.loads(run().stdout)["link"])
    is_there = "return [...document.querySelectorAll('.line')].some((element) => element.textContent.includes('· draft'))"
    return None if browser.wait(is_there, seconds=10) else f"the draft is gone: {browser.run('return document.body.textContent')[:300]}"


def somebody_else(user):
    """Who comes in by another token sees nothing of the one before, who is asked what becomes of what was typed."""
    browser = user.browser
    mine = is_kept(user)
    if not mine or not draft(user):
        return "there is no draft"
    first = browser.ask("window", None)
    second = browser.ask("window/new", {"type": "tab"})["handle"]
    browser.ask("window", {"handle": second})
    browser.go(user.address + "?token=bob")
    if not becomes(user, lambda: (is_kept(user) or mine) != mine):
        return f"{browser.run(CACHES)} is kept of both"
    if len(browser.run(CACHES)) != 1 or "· draft" in browser.run("return document.body.textContent"):
        return "something of the first one is there"
    browser.ask("window", {"handle": first})
    browser.run(FOCUS)
    browser.press("End", " ")
    if "one more" not in (browser.wait(ASKED, seconds=10) or ""):
        return "the first one is not asked"
    browser.press("Escape")
    browser.ask("window", {"handle": second})
    reload(user)  # what the first one is asked after has let everything be forgotten
    if not is_kept(user):
        return "nothing is kept of the second one"
    user.server.close()
    reload(user)
    browser.wait(OFFLINE)
    shown = browser.wait("return document.querySelectorAll('#list > .line').length") and browser.run(SHOWN)
    return None if shown == ["Home"] else f"{shown} is shown to the second one"


def version(user):
    """What another version of the page has left is never shown."""
    fill = """
      return (async () => {
        const cache = await caches.open(`pleat ${location.origin}/ old`);
        await cache.put(location.href, new Response("old", { headers: { "Content-Type": "text/html" } }));
        await cache.put(document.querySelector("[rel=stylesheet]").href, new Response("* { display: none }", { headers: { "Content-Type": "text/css" } }));
      })()"""
    if not is_kept(user):
        return "nothing is kept"
    user.browser.run(fill)
    reload(user)
    if not becomes(user, lambda: not any(name.endswith(" old") for name in user.browser.run(CACHES))):
        return f"{list(user.browser.run(CACHES))} is there"
    if not is_kept(user) or user.browser.run(SHOWN) != ["Home", "one", "two"]:
        return "the page is not shown"
    # A page of another version that is open makes way for the one of the server, once nothing in it waits to be sent.
    user.browser.press("Home", "ArrowDown", "e", " more")
    user.browser.run("window.isOld = true; document.body.dataset.cache = 'old'")
    user.folder.run(["add", "three", "--in", "Home", "-u", "bob"])
    user.browser.wait("return [...document.querySelectorAll('.text')].some((text) => text.textContent === 'three')")
    if not user.browser.run("return window.isOld && document.activeElement.value === 'one more'"):
        return "it does not wait"
    user.browser.press("Enter", "Escape")
    if not becomes(user, lambda: item(user, "one more")):
        return "what was typed is lost"
    user.folder.run(["add", "four", "--in", "Home", "-u", "bob"])
    if not user.browser.wait("return !window.isOld && document.body?.classList.contains('live')"):
        return "it stays"
    return None


def installed(user):
    """The browser can install the page, which begins without the token of a link."""
    send = lambda command: user.browser.ask("goog/cdp/execute", {"cmd": command, "params": {}})
    if not is_kept(user):
        return "nothing is kept"
    problems = send("Page.getInstallabilityErrors")["installabilityErrors"] + send("Page.getAppManifest")["errors"]
    if problems:
        return f"{problems}"
    start = user.browser.run("return fetch('manifest.webmanifest').then((answer) => answer.json()).then(({ start_url, scope }) => [start_url, scope])")
    if start != ["./", "./"]:
        return f"it begins at {start}"
    return None


def folder_left(user):
    """Signing out on the list of outlines forgets the lists of all of them."""
    browser = user.browser
    browser.go(user.address + "outline/")
    browser.wait("return document.querySelectorAll('#list > [role=treeitem]').length === 3")
    if not is_kept(user, "/outline/"):
        return f"{browser.run(CACHES)} is kept"
    user.server.close()
    browser.go(user.address + "outline/")
    if not browser.wait(OFFLINE, seconds=10):
        return "the outline is not shown"
    user.server.start()
    browser.go(user.address)
    browser.run("document.querySelector('#leave button').click()")
    if not browser.wait(LOCKED, seconds=10):
        return "nobody is signed out"
    return None if becomes(user, lambda: browser.run(CACHES) == {}) else f"{browser.run(CACHES)} is left"


CASES = {
    "a list, and edits": edits, "a long list": much, "signing out": sign_out, "a browser that is signed out": signed_out,
    "somebody else": somebody_else, "another version": version, "installing": installed, "a folder": folder_left,
}  # fmt: skip


def begun(trial, stack, name, check):
    """The page of an outline in a browser of its own: by a link, or by a token where others come in too."""
    folder = Folder(trial.program, trial.folder / f"offline {name}")
    folder.path.mkdir()
    (folder.path / "home.md").write_text("# Home\n\n- one\n- [ ] two\n")
    if check is folder_left:
        (folder.path / "lists").mkdir()
        folder.environment["PLEAT_FILE"] = str(folder.path / "lists" / "outline.db")
        (folder.path / "lists" / ".pleat-directory").write_text("edit ana *\n")
    folder.run(["import", "home.md"])
    folder.run(["collapse", "Home", "-u", "bob"])
    if check not in (somebody_else, folder_left):
        return browse(trial, "Chromium", folder, stack, "ana")
    hashes = {token: hashlib.sha256(token.encode()).hexdigest() for token in ("ana", "bob")}
    (folder.path / "users").write_text("".join(f"{token} {hash_}\n" for token, hash_ in hashes.items()))
    served = Folder(trial.program, folder.path)
    served.environment = {key: value for key, value in folder.environment.items() if check is somebody_else or key != "PLEAT_FILE"}
    server = Server(served, "ana", ["--users", "users", *(["--folder", "lists"] if check is folder_left else [])])
    stack.callback(server.close)
    browser = Chromium(str(folder.path / "Chromium"))
    stack.callback(browser.close)
    browser.go(server.address + "?token=ana")
    user = User("ana", folder, browser, server.address) if check is somebody_else else User.__new__(User)
    user.name, user.folder, user.browser, user.address, user.server = "ana", folder, browser, server.address, server
    return user


def losses(trial):
    made = 0
    for name, check in CASES.items():
        with contextlib.ExitStack() as stack:
            user = begun(trial, stack, name, check)
            wrong = check(user)
            made += not wrong
            if wrong:
                trial.find("offline", f"{name}: {wrong}")
            for error in user.browser.errors():
                trial.find("console", error)
    return Line(
        "the page without a connection, and what is left of it when somebody signs out or somebody else comes in",
        f"{len(CASES)} of {len(CASES)}", f"{made} of {len(CASES)}", trial.command,
    )  # fmt: skip
