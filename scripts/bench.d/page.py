"""The server of `pleat web`: how long an edit takes to reach 1,000 streams, its memory, and answers of 10^5 lines."""

import asyncio
import os
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from failure import Failure
from measure import Spread
from table import Goal, Line

GROUP = "The page"
HOST = b"lists.example.org"
USERS = [b"user%d" % number for number in range(10)]


def run(bench):
    streams, edits = (100, 20) if bench.quick else (1000, 100)
    rows = "# Home\n" + "".join(f"- row {number}\n" for number in range(1000))
    with served(bench, "streams", rows) as (socket, server):
        asyncio.run(measure_streams(bench, socket, server, streams, edits))
    lines = "".join(f"# Section {section}\n" + "- a row of some words\n" * 99 for section in range(1000))
    with served(bench, "lines", lines) as (socket, _):
        asyncio.run(measure_answers(bench, socket))


@contextmanager
def served(bench, name, document):
    """A server of an outline at a socket."""
    folder = bench.folder / f"page-{name}"
    folder.mkdir()
    variables = os.environ | {"PLEAT_FILE": f"{folder}/outline.db", "PLEAT_USER": "ana", "XDG_STATE_HOME": f"{folder}/state"}
    words = [str(bench.pleat), "import", "-", "--format", "md", "-q"]
    subprocess.run(words, input=document.encode(), env=variables, check=True)
    words = [bench.companion("pleat-web"), "--socket", f"{folder}/s"]
    server = subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL)
    try:
        while not (folder / "s").exists():
            if server.poll() is not None:
                raise Failure("pleat-web ended.")
            time.sleep(0.01)
        yield f"{folder}/s", server.pid
    finally:
        server.kill()
        server.wait()


async def measure_streams(bench, socket, server, streams, edits):
    """Opens streams, makes ten edits a second, and measures from each request to its event in every stream."""
    arrivals, tasks, waits = {}, [], []
    for number in range(streams):
        waits.append(asyncio.get_running_loop().create_future())
        tasks.append(asyncio.create_task(listen(socket, USERS[number % 10], arrivals, waits[-1])))
        if number % 50 == 49:
            await asyncio.gather(*waits)
    await asyncio.gather(*waits)
    what = f"{streams:,} streams"
    bench.add(GROUP, Line("the server's memory", what, "B", Spread.of([memory(server, "VmRSS")])))
    sent, answers, start = {}, [], time.perf_counter()
    for number in range(edits):
        await asyncio.sleep(max(0, start + number / 10 - time.perf_counter()))
        sent[b"edit%d" % number] = time.perf_counter()
        line = b"add edit%d --in Home" % number
        answers.append(asyncio.create_task(ask(socket, b"POST /apply", USERS[number % 10], line)))
    await asyncio.gather(*answers)
    await asyncio.sleep(2)
    delays = [arrival - sent[name] for name in sent for arrival in arrivals.get(name, [])]
    bench.add_times(GROUP, "an edit, until a stream has it", what, delays)
    missing = streams * edits - len(delays)
    bench.add(GROUP, Line("events that did not arrive", what, "", Spread.of([missing]), goal=Goal(0, "value")))
    bench.add(GROUP, Line("the server's memory at most", what, "B", Spread.of([memory(server, "VmHWM")])))
    for task in tasks:
        task.cancel()


async def measure_answers(bench, socket):
    """Asks for a page, lines and folds of a long outline, some times each."""
    for name, line, body in (
        ("the page", b"GET /", b""),
        ("60 lines", b"GET /lines?from=50000&limit=60", b""),
        ("a fold", b"POST /apply", b"toggle 'Section 500'"),
    ):
        times = [await ask(socket, line, b"ana", body) for _ in range(bench.runs(10))]
        bench.add_times(GROUP, f"{name}, from the request to its last bytes", "10^5 lines", times[1:])


async def send(socket, line, user, body=b""):
    reader, writer = await asyncio.open_unix_connection(socket)
    head = b"%s HTTP/1.1\r\nHost: %s\r\nRemote-User: %s\r\nOrigin: https://%s\r\nContent-Length: %d\r\n\r\n"
    writer.write(head % (line, HOST, user, HOST, len(body)) + body)
    return reader, writer


async def ask(socket, line, user, body=b""):
    """The seconds until the whole answer is there."""
    begun = time.perf_counter()
    reader, writer = await send(socket, line, user, body)
    status = await reader.readline()
    length = 0
    while (header := await reader.readline()) != b"\r\n":
        if header.lower().startswith(b"content-length:"):
            length = int(header.split(b":")[1])
    await reader.readexactly(length)
    writer.close()
    if b" 200 " not in status:
        raise Failure(f"{line.decode()} was answered with {status.decode().strip()}.")
    return time.perf_counter() - begun


async def listen(socket, user, arrivals, ready):
    """Listens to a stream, and notes when the event of each edit arrives."""
    reader, _ = await send(socket, b"GET /changes?content=no", user)
    while line := await reader.readline():
        if line.startswith(b"id:") and not ready.done():
            ready.set_result(None)
        elif line.startswith(b"data:"):
            name = line[line.index(b'"what":"added ') + 14 :].split(b" ", 1)[0]
            arrivals.setdefault(name, []).append(time.perf_counter())


def memory(process, field):
    """The memory of a process in bytes, now (VmRSS) or at most (VmHWM)."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(field))
