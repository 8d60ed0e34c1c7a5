"""A real sshd on 127.0.0.1 with keys of its own, and a relay that delays the bytes to it."""

import os
import select
import shutil
import signal
import socket
import subprocess
import threading
import time
from pathlib import Path

SSHD = "/usr/sbin/sshd"


class Server:
    """A server whose clients find it under the names of their keys.

    - keys: The options that stand before each key in authorized_keys, by its name.
    - programs: The folders of the PATH on the side of the server, before the usual ones.
    """

    def __init__(self, folder, keys, programs=()):
        self.folder = Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        authorized = ""
        for name in ["host", *keys]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.folder / name], check=True)
            if name in keys:
                authorized += f"{keys[name]} {(self.folder / f'{name}.pub').read_text()}"
        (self.folder / "authorized_keys").write_text(authorized)
        path = ":".join([*map(str, programs), "/usr/bin", "/bin"])
        (self.folder / "sshd_config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {self.folder}/host\nPidFile none\nStrictModes no\n"
            f"AuthorizedKeysFile {self.folder}/authorized_keys\nUsePAM no\nPasswordAuthentication no\n"
            f"MaxStartups 200\nSetEnv PATH={path} HOME={self.folder} XDG_CONFIG_HOME={self.folder}\n"
        )
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        words = [SSHD, "-D", "-f", self.folder / "sshd_config", "-E", self.folder / "log"]
        self.process = subprocess.Popen(words)
        for _ in range(500):
            if (self.folder / "log").exists() and "listening" in (self.folder / "log").read_text():
                return
            time.sleep(0.01)
        raise SystemExit("sshd does not start: " + (self.folder / "log").read_text())

    def client(self, keys, port=None, settings=""):
        """Makes a folder with an `ssh` that reaches the server, and returns it, for the front of the PATH."""
        programs = self.folder / f"programs-{port or self.port}"
        programs.mkdir(exist_ok=True)
        config = programs / "config"
        config.write_text(
            f"Host {' '.join(keys)}\n  HostName 127.0.0.1\n  Port {port or self.port}\n"
            f"  IdentityFile {self.folder}/%n\nHost *\n  UserKnownHostsFile {programs}/known_hosts\n"
            f"  StrictHostKeyChecking no\n  IdentitiesOnly yes\n  LogLevel ERROR\n{settings}"
        )
        script = programs / "ssh"
        script.write_text(f"#!/bin/sh\nexec /usr/bin/ssh -F '{config}' \"$@\"\n")
        script.chmod(0o755)
        return programs

    def connections(self):
        """The processes of the server that have a connection."""
        words = ["pgrep", "-P", str(self.process.pid)]
        return [int(line) for line in subprocess.run(words, stdout=subprocess.PIPE).stdout.split()]

    def close(self):
        for process in self.connections():
            end(process, signal.SIGTERM)
        self.process.terminate()
        self.process.wait()


def end(process, number):
    """Sends a signal to a process that may have ended already."""
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def is_there():
    """Whether the programs for a server are installed."""
    return os.access(SSHD, os.X_OK) and shutil.which("ssh") and shutil.which("ssh-keygen")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Relay:
    """Passes bytes on to a port, each a fixed time later, in both directions."""

    def __init__(self, port, round_trip):
        self.target = port
        self.delay = round_trip / 2
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            far = socket.create_connection(("127.0.0.1", self.target))
            for source, target in [(near, far), (far, near)]:
                source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                threading.Thread(target=self.pump, args=(source, target), daemon=True).start()

    def pump(self, source, target):
        """Sends the bytes that came when they are due, and then the end."""
        waiting = []
        is_open = True
        while is_open or waiting:
            pause = max(waiting[0][0] - time.monotonic(), 0) if waiting else None
            ready = select.select([source], [], [], pause)[0] if is_open else time.sleep(pause)
            if ready:
                data = read(source)
                is_open = bool(data)
                waiting.append((time.monotonic() + self.delay, data))
            while waiting and waiting[0][0] <= time.monotonic():
                send(target, waiting.pop(0)[1])


class Cutter:
    """Passes bytes on to a port, and cuts a connection after so many bytes that went there.

    - limit: The number of bytes for the next connection; None cuts no connection. Those that follow are not cut.
    """

    def __init__(self, port):
        self.target, self.limit = port, None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near, _ = self.listener.accept()
            limit, self.limit = self.limit, None
            far = socket.create_connection(("127.0.0.1", self.target))
            threading.Thread(target=self.pump, args=(near, far, limit), daemon=True).start()
            threading.Thread(target=self.pump, args=(far, near, None), daemon=True).start()

    def pump(self, source, target, limit):
        data = read(source)
        while data and (limit is None or len(data) < limit):
            limit = None if limit is None else limit - len(data)
            send(target, data)
            data = read(source)
        send(target, data[:limit])
        if not data:
            return
        for end in [source, target]:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def read(source):
    try:
        return source.recv(1 << 16)
    except OSError:
        return b""


def send(target, data):
    """Sends bytes; none of them close the direction."""
    try:
        target.sendall(data) if data else target.shutdown(socket.SHUT_WR)
    except OSError:
        pass
