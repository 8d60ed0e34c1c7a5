"""Clients of a host, which send the same chunks as pleat, through many connections of one process."""

import os
import random
import select
import socket
import struct
import time

from failure import Failure


def chunk(data):
    return struct.pack(">I", len(data)) + data


def encoded(word):
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./@:,"
    return "".join(c if c in plain else "".join("%%%02X" % b for b in c.encode()) for c in word) or "%"


def line(version, path, user, words):
    status = os.stat(path)
    pairs = ["utf8=yes", "file=" + encoded(path), "user=" + encoded(user),
             "identity=%s" % encoded("%d:%d" % (status.st_dev, status.st_ino))]
    return chunk(" ".join(["pleat", "far", version] + pairs + ["--"] + [encoded(w) for w in words]).encode())


class Caller:
    """One connection, which sends its next command after the answer to the one before."""

    def __init__(self, address, next_line):
        self.socket = socket.socket(socket.AF_UNIX)
        self.address = address
        self.next_line = next_line
        self.data = b""
        self.answers = 0
        self.failures = []
        self.times = []

    def send(self):
        if self.address:  # only now, as the host leaves those who say nothing
            self.socket.connect(self.address)
            self.address = None
        self.begin = time.monotonic()
        self.socket.sendall(self.next_line(self))

    def take(self):
        """Reads the bytes that came; true if they end an answer."""
        new = self.socket.recv(65536)
        if not new:
            raise Failure("the host ended")
        self.data += new
        while len(self.data) >= 4:
            count = struct.unpack(">I", self.data[:4])[0]
            if len(self.data) < 4 + count:
                return False
            kind, content = self.data[4:5], self.data[5:4 + count]
            self.data = self.data[4 + count:]
            if kind == b"d":
                raise Failure("the host declined")
            if kind == b"m":
                self.message = content
            if kind == b"s":
                self.answers += 1
                self.times.append(time.monotonic() - self.begin)
                if content != b"0":
                    self.failures.append((content, getattr(self, "message", b"")))
                return True
        return False


def run(callers, seconds):
    """Lets all callers send until the time is over; returns the answers a second."""
    poll = select.epoll()
    by_number = {c.socket.fileno(): c for c in callers}
    start = time.monotonic()
    for number, caller in by_number.items():
        caller.send()
        poll.register(number, select.EPOLLIN)
    waiting = len(callers)
    while waiting:
        for number, _ in poll.poll():
            caller = by_number[number]
            if caller.take():
                if time.monotonic() - start < seconds:
                    caller.send()
                else:
                    waiting -= 1
    took = time.monotonic() - start
    failures = [f for c in callers for f in c.failures]
    if failures:
        raise Failure("failures: %s" % failures[:3])
    return sum(c.answers for c in callers) / took


def steps(host):
    """How many changes of lists the host has computed."""
    with socket.socket(socket.AF_UNIX) as one:
        one.connect(host.socket)
        one.sendall(chunk(b"pleat host json"))
        data = one.recv(1 << 20)
        while not data.endswith(b"s0"):
            data += one.recv(1 << 20)
    return int(data.split(b'"steps_total":')[1].split(b",")[0])


def watch(host, path, count, users, seconds):
    """Lets many connections watch as some users while ten edits a second are made, and measures when each hears of them.

    Every tenth watcher is read at once, for the times; what the others were told is read at the end, as Python could not read it all
    meanwhile. Edits are made through the host as well.
    """
    import multiprocessing
    import resource
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    poll = select.epoll()
    sockets = {}
    different = set()
    for number in range(count):
        one = socket.socket(socket.AF_UNIX)
        one.connect(host.socket)
        one.sendall(line(host.version, path, "w%d" % (number % users), ["watch", "--json", "--layout", "flat"]))
        sockets[one.fileno()] = one
        poll.register(one.fileno(), select.EPOLLIN)
    lists = dict.fromkeys(sockets, b"")
    while lists:  # until all have their whole list, which is one chunk
        for number, _ in poll.poll():
            lists[number] += sockets[number].recv(1 << 20)
            if len(lists[number]) < 4 + struct.unpack(">I", lists[number][:4].rjust(4, b"\xff"))[0]:
                continue
            different.add(lists.pop(number))
    for number in sockets:
        if number % 10:
            poll.unregister(number)
    made = multiprocessing.Queue()

    def edit():
        caller = Caller(host.socket, None)
        start = time.monotonic()
        for number in range(int(seconds * 10)):
            time.sleep(max(0, start + number / 10 - time.monotonic()))
            key = random.getrandbits(60)
            caller.next_line = lambda c: line(
                host.version, path, "u0",
                ["add", "--idempotency-key", str(key), "tick%d" % number, "--in", "S19", "-q"])
            caller.send()
            while not caller.take():
                pass
            made.put((number, caller.begin, time.monotonic()))
    editor = multiprocessing.Process(target=edit)
    before, steps_before = host.usage()[0], steps(host)
    start = time.monotonic()
    editor.start()
    seen = {}
    last = time.monotonic()
    while editor.is_alive() or time.monotonic() - last < 2:
        for number, _ in poll.poll(0.2):
            data = sockets[number].recv(1 << 16)
            if not data:
                raise Failure("a watcher was cut off")
            last = time.monotonic()
            for part in data.split(b"tick")[1:]:
                seen.setdefault(int(part.split(b'"')[0]), []).append(last)
    took = time.monotonic() - start
    cpu = (host.usage()[0] - before) / took
    told = sum(len(all_times) for all_times in seen.values())
    for number, one in sockets.items():
        one.setblocking(False)
        data = b""
        try:
            while True:
                new = one.recv(1 << 20)
                data += new
                if not new:
                    break
        except BlockingIOError:
            pass
        told += data.count(b"tick")
    times = {}
    while not made.empty():
        number, begin, end = made.get()
        times[number] = end
    delays = sorted(t - times[n] for n, all_times in seen.items() for t in all_times)
    return {"p50": delays[len(delays) // 2], "p99": delays[int(len(delays) * 0.99)], "told": told,
            "expected": len(times) * count, "cpu": cpu,
            "lists": len(different), "computed": (steps(host) - steps_before) / len(times)}
