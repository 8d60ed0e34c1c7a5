"""Prints a picture of the page of an outline, as Chromium shows it: page.py PLEAT-WEB FOLDER, with PLEAT_FILE set."""

import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "faults.d"))

from browser import Chromium, free_port  # noqa: E402

SIZE = (720, 490)
# A machine without a mouse gets one, so that the page looks the same everywhere: a fine pointer that hovers.
MOUSE = "--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2"
IS_THERE = "return document.querySelectorAll('#list > [role=treeitem]').length > 5"
IS_STILL = "return new Promise((done) => setTimeout(() => done(document.getAnimations().length === 0), 300))"


def main():
    program, folder = sys.argv[1:]
    server = subprocess.Popen([program, "--port", str(free_port())], stdout=subprocess.PIPE, text=True)
    browser = Chromium(f"{folder}/browser", options=[MOUSE])
    try:
        browser.emulate(*SIZE, is_dark=False, is_phone=False)
        browser.go(next(word for line in server.stdout for word in line.split() if word.startswith("http")))
        if not browser.wait(IS_THERE) or not browser.wait(IS_STILL):
            raise SystemExit("picture: the page does not show the outline")
        browser.picture(f"{folder}/page.png")
        sys.stdout.buffer.write(Path(f"{folder}/page.png").read_bytes())
    finally:
        browser.close()
        server.kill()
        server.wait()


main()
