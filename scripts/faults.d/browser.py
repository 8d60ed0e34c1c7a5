"""Drives Chromium by WebDriver and Firefox by Marionette, both with packages of Debian alone."""

import base64
import http.client
import json
import os
import socket
import subprocess
import time
from pathlib import Path

PATIENCE = 30  # seconds until something that does not come counts as a finding
KEYS = {
    "Enter": "\ue007", "Escape": "\ue00c", "Tab": "\ue004", "Backspace": "\ue003", "Delete": "\ue017", "Home": "\ue011",
    "End": "\ue010", "ArrowUp": "\ue013", "ArrowDown": "\ue015", "ArrowLeft": "\ue012", "ArrowRight": "\ue014",
    "PageDown": "\ue00f", "PageUp": "\ue00e", "F2": "\ue032", "Shift": "\ue008", "Control": "\ue009", "Alt": "\ue00a",
}  # fmt: skip


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Browser:
    """A window of a browser; `ask(method, path, values)` of a subclass sends one command."""

    def go(self, address):
        self.ask("url", {"url": address})

    def run(self, script, *values):
        """Runs a script in the page, and returns what it returns."""
        return self.ask("execute/sync", {"script": script, "args": list(values)})

    def wait(self, script, *values, seconds=PATIENCE):
        """Runs a script until it returns something true, and returns that; None after some seconds."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if found := self.run(script, *values):
                return found
            time.sleep(0.02)
        return None

    def press(self, *keys):
        """Presses keys one after the other: names of keys, with Shift+ and the like, or else texts that are typed."""
        actions = []
        for key in keys:
            *held, last = key.split("+") if "+" in key[:-1] and key.split("+")[0] in KEYS else [key]
            values = [KEYS[last]] if last in KEYS else list(last)
            actions += [{"type": "keyDown", "value": KEYS[name]} for name in held]
            actions += [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
            actions += [{"type": "keyUp", "value": KEYS[name]} for name in reversed(held)]
        self.ask("actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def click(self, x, y):
        moves = [{"type": "pointerMove", "x": int(x), "y": int(y), "duration": 0, "origin": "viewport"}]
        moves += [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        pointer = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}
        self.ask("actions", {"actions": [pointer]})

    def picture(self, path):
        Path(path).write_bytes(base64.b64decode(self.ask("screenshot", None)))


class Chromium(Browser):
    """Chromium in a window of its own."""

    def __init__(self, folder, size=(1440, 900), options=()):
        port = free_port()
        self.process = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--silent"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2 * PATIENCE)
        self.session = None
        arguments = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", f"--window-size={size[0]},{size[1]}",
            f"--user-data-dir={folder}", *options, *(["--no-sandbox"] if os.geteuid() == 0 else []),
        ]  # fmt: skip
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        self.session = self.started({"capabilities": {"alwaysMatch": wanted}})["sessionId"]

    def started(self, wanted):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return self.request("POST", "/session", wanted)
            except (ConnectionError, http.client.HTTPException):
                self.connection.close()
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def request(self, method, path, values):
        self.connection.request(method, path, None if values is None else json.dumps(values))
        answer = json.loads(self.connection.getresponse().read())["value"]
        if isinstance(answer, dict) and "error" in answer:
            raise RuntimeError(f"{path}: {answer['error']}: {answer['message'][:500]}")
        return answer

    def ask(self, path, values):
        return self.request("GET" if values is None else "POST", f"/session/{self.session}/{path}", values)

    def close_tab(self):
        self.request("DELETE", f"/session/{self.session}/window", None)

    def emulate(self, width, height, is_dark, is_phone):
        """Shows the page as on another screen."""

        def send(command, values):
            self.ask("goog/cdp/execute", {"cmd": command, "params": values})

        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
        send("Emulation.setDeviceMetricsOverride", metrics)
        send("Emulation.setTouchEmulationEnabled", {"enabled": is_phone})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if is_dark else "light"}
        send("Emulation.setEmulatedMedia", {"features": [scheme]})

    def errors(self):
        """The messages of the console, except for refusals by the server."""
        entries = self.ask("se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE" and entry["source"] != "network"]

    def close(self):
        try:
            self.request("DELETE", f"/session/{self.session}", None)
        finally:
            self.process.terminate()
            self.process.wait()


class Firefox(Browser):
    """Firefox in a window of its own."""

    COMMANDS = {
        "url": "WebDriver:Navigate", "execute/sync": "WebDriver:ExecuteScript", "actions": "WebDriver:PerformActions",
        "screenshot": "WebDriver:TakeScreenshot",
    }  # fmt: skip

    def __init__(self, folder, size=(1440, 900)):
        port = free_port()
        Path(folder).mkdir()
        (Path(folder) / "user.js").write_text(f'user_pref("marionette.port", {port});\n')
        self.process = subprocess.Popen(
            ["firefox-esr", "--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile", folder,
             f"--width={size[0]}", f"--height={size[1]}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | {"HOME": str(folder)},
        )  # fmt: skip
        self.number = 0
        self.socket = self.connected(port)
        self.received()  # a greeting
        self.send("WebDriver:NewSession", {})
        self.send("WebDriver:SetWindowRect", {"width": size[0], "height": size[1]})
        self.said = self.messages()

    def connected(self, port):
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def send(self, command, values):
        self.number += 1
        message = json.dumps([0, self.number, command, values]).encode()
        self.socket.sendall(str(len(message)).encode() + b":" + message)
        _, _, error, answer = self.received()
        if error:
            raise RuntimeError(f"{command}: {error['error']}: {error['message'][:500]}")
        return answer.get("value") if isinstance(answer, dict) else answer

    def received(self):
        length = b""
        while not length.endswith(b":"):
            length += self.socket.recv(1)
        message = b""
        while len(message) < int(length[:-1]):
            message += self.socket.recv(65_536)
        return json.loads(message)

    def ask(self, path, values):
        return self.send(self.COMMANDS[path], values or {})

    def messages(self):
        """All messages of the console about pages."""
        self.send("Marionette:SetContext", {"value": "chrome"})
        script = """return Services.console.getMessageArray().filter((entry) => entry instanceof Ci.nsIScriptError
          && !(entry.flags & Ci.nsIScriptError.warningFlag) && entry.sourceName.startsWith("http"))
          .map((entry) => `${entry.sourceName}: ${entry.errorMessage}`)"""
        found = self.send("WebDriver:ExecuteScript", {"script": script, "args": []})
        self.send("Marionette:SetContext", {"value": "content"})
        return found

    def errors(self):
        """The messages of the console since the last call."""
        found, before = self.messages(), len(self.said)
        self.said = found
        return found[before:]

    def close(self):
        try:
            self.send("Marionette:Quit", {"flags": ["eForceQuit"]})
            self.process.wait(PATIENCE)
        finally:
            self.process.kill()
            self.process.wait()
