"""Drives `pleat mcp` with the official client, here and by ssh, and compares its answers with those of the command line."""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import jsonschema
from mcp import Client, ClientSession, MCPError, StdioServerParameters, stdio_client
from mcp.types import Implementation

PLEAT = sys.argv[1]
SEED = 1
STEPS = 150
STEPS_BY_SSH = 40


class Outline:
    """An outline in a folder of its own, as the command line sees it; agents use it by ssh if `far`."""

    def __init__(self, folder, far=False):
        self.path = str(Path(folder) / "outline.db")
        self.environment = {"PATH": os.environ["PATH"], "PLEAT_FILE": self.path, "XDG_CONFIG_HOME": folder, "HOME": folder}
        self.address = []
        if far:
            # A script in the place of ssh, which carries the command out here.
            ssh = Path(folder) / "bin" / "ssh"
            ssh.parent.mkdir()
            ssh.write_text("#!/bin/sh\nfor line do :; done\nexec sh -c \"$line\"\n")
            ssh.chmod(0o755)
            (ssh.parent / "pleat").symlink_to(PLEAT)
            self.environment["PATH"] = f"{ssh.parent}:{os.environ['PATH']}"
            self.address = ["-f", f"ssh://there{self.path}"]

    def run(self, *words, user="scribe"):
        words = [PLEAT, *words, "--user", user]
        return subprocess.run(words, env=self.environment, capture_output=True, text=True, check=True).stdout

    def entries(self):
        return len(self.run("log").splitlines())

    def content(self):
        return self.run("export", "--format", "json")

    def server(self, *words):
        return StdioServerParameters(command=PLEAT, args=["mcp", *self.address, *words], env=self.environment)


def text(result):
    return "".join(part.text for part in result.content)


def expect(condition, what):
    if not condition:
        sys.exit(f"check-mcp: {what}")


async def session_of(outline, body, *words, name="scribe"):
    async with stdio_client(outline.server(*words)) as (reading, writing):
        async with ClientSession(reading, writing, client_info=Implementation(name=name, version="1")) as session:
            await session.initialize()
            return await body(session)


async def check_schemas(outline):
    async def body(session):
        return {tool.name: tool.input_schema for tool in (await session.list_tools()).tools}

    schemas = await session_of(outline, body)
    expect(list(schemas) == ["list", "find", "show", "due", "log", "tags", "edit", "undo", "redo"], f"other tools: {list(schemas)}")
    for name, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        expect(schema["additionalProperties"] is False, f"{name} takes any argument")
    reading = await session_of(outline, body, "--read-only")
    expect(list(reading) == ["list", "find", "show", "due", "log", "tags"], f"tools of a reader: {list(reading)}")
    return schemas


def random_edit(numbers, step, things):
    """One edit of a random kind, of sections and rows that may be gone by now."""
    sections = [thing["id"] for thing in things if thing["kind"] == "section"]
    rows = [thing["id"] for thing in things if thing["kind"] == "row"]
    either = numbers.choice(sections + rows)
    return numbers.choice(
        [
            {"verb": "add", "arguments": [f"row {step}", "-é \"quoted\" \n\\"], "in": numbers.choice(sections)},
            {"verb": "add", "arguments": [f"part {step}"], "section": True, "in": numbers.choice(sections)},
            {"verb": "edit", "arguments": [either], "text": f"text {step} --json", "due": "fri"},
            {"verb": "done", "arguments": [either]},
            {"verb": "move", "arguments": [either], "in": numbers.choice(sections), "first": True},
            {"verb": "collapse", "arguments": [numbers.choice(sections)]},
            {"verb": "delete", "arguments": [either], "recursive": True},
        ]
    )


async def check_edits(outline, schemas, steps):
    numbers = random.Random(SEED)
    counts = {"made": 0, "refused": 0, "asked": 0}

    async def body(session):
        for step in range(steps):
            listed = text(await session.call_tool("list", {"all": True, "json": True}))
            expect(listed == outline.run("list", "--all", "--json"), f"step {step}: the tool lists something else")
            things = json.loads(listed)
            # Few edits at once, so that most batches are made.
            if len(things) < 4:
                edits = [{"verb": "add", "arguments": [f"more {step}"], "section": True}]
            else:
                edits = [random_edit(numbers, step, things) for _ in range(numbers.choice([1, 1, 1, 2, 3]))]
            call = {"edits": edits, "json": True}
            jsonschema.validate(call, schemas["edit"])
            before, entries = outline.content(), outline.entries()
            result = await session.call_tool("edit", call)
            answer = json.loads(text(result))
            if result.is_error or "confirm" in answer:
                expect(outline.content() == before, f"step {step}: a refusal or a question has changed something")
                expect(outline.entries() == entries, f"step {step}: it is in the log")
            if "confirm" in answer:
                expect(len(answer["wouldDelete"]) == answer["count"], f"step {step}: {answer}")
                counts["asked"] += 1
                result = await session.call_tool("edit", call | {"confirm": answer["confirm"]})
                answer = json.loads(text(result))
                expect("confirm" not in answer, f"step {step}: it asks again: {answer}")
            counts["refused" if result.is_error else "made"] += 1
            content = sum(edit["verb"] != "collapse" for edit in edits)
            if not result.is_error and content and outline.content() != before:
                expect(outline.entries() == entries + 1, f"step {step}: not one entry for {edits}")

    await session_of(outline, body)
    expect(counts["made"] > steps / 3 and counts["asked"] > steps / 50 and counts["refused"] > steps / 50, f"a poor mixture: {counts}")
    return counts


async def check_confirmation(outline):
    async def body(session):
        outline.run("add", "--section", "Cellar", user="ana")
        outline.run("add", "wine", "cider", "--in", "Cellar", user="ana")
        call = {"edits": [{"verb": "delete", "arguments": ["wine"]}], "json": True}
        word = json.loads(text(await session.call_tool("edit", call)))["confirm"]
        wrong = json.loads(text(await session.call_tool("edit", call | {"confirm": "1"})))
        expect(wrong.get("confirm") == word, "a wrong word confirms")
        outline.run("add", "beer", "--in", "Cellar", user="ana")
        stale = json.loads(text(await session.call_tool("edit", call | {"confirm": word})))
        expect(stale.get("confirm") not in (None, word), "a word confirms although the outline has changed")
        other = {"edits": [{"verb": "delete", "arguments": ["cider"]}], "confirm": stale["confirm"], "json": True}
        expect("confirm" in json.loads(text(await session.call_tool("edit", other))), "a word confirms another edit")
        expect("wine" in outline.run("list", "--all"), "it was deleted")
        await session.call_tool("edit", call | {"confirm": stale["confirm"]})
        expect("wine" not in outline.run("list", "--all"), "it was not deleted")

    await session_of(outline, body)


async def check_undo(outline):
    """Takes back all that an agent has done as one step."""

    async def body(session):
        entries = outline.entries()
        trial = json.loads(text(await session.call_tool("undo", {"by": "tidier", "dry-run": True, "json": True})))
        expect(len(trial["entries"]) == 3, f"other entries: {trial}")
        result = await session.call_tool("undo", {"by": "tidier", "since": "1h", "json": True})
        answer = json.loads(text(result))
        if "confirm" in answer:
            result = await session.call_tool("undo", {"by": "tidier", "since": "1h", "confirm": answer["confirm"], "json": True})
        expect(not result.is_error, text(result))
        expect(outline.entries() == entries + 1, "the undo is not one entry")

    async def tidy(session):
        for edit in [
            {"verb": "add", "arguments": ["broom"], "in": "Cellar"},
            {"verb": "edit", "arguments": ["cider"], "text": "old cider"},
            {"verb": "move", "arguments": ["beer"], "in": "Cellar", "first": True},
        ]:
            result = await session.call_tool("edit", {"edits": [edit]})
            expect(not result.is_error, text(result))

    before = outline.run("list", "--all", "--ids", user="ana")
    await session_of(outline, tidy, name="tidier")
    expect(outline.run("list", "--all", "--ids", user="ana") != before, "the agent has changed nothing")
    await session_of(outline, body, name="tidier")
    expect(outline.run("list", "--all", "--ids", user="ana") == before, "the undo has not taken everything back")


async def check_refusals(outline):
    async def body(session):
        before, entries = outline.content(), outline.entries()
        for tool, arguments in [
            ("list", {"limit": "many"}), ("list", {"nothing": 1}), ("show", {}), ("show", {"address": "@s999"}),
            ("edit", {}), ("edit", {"edits": []}), ("edit", {"edits": "add milk"}), ("edit", {"edits": [["add"]]}),
            ("edit", {"edits": [{"verb": "sql", "arguments": ["DELETE FROM row"]}]}),
            ("edit", {"edits": [{"verb": "edit", "arguments": []}]}),
            ("edit", {"edits": [{"verb": "add", "arguments": ["x"], "file": "/tmp/other.db"}]}),
            ("edit", {"edits": [{"verb": "add", "arguments": ["x"]}], "user": "ana"}),
            ("undo", {"n": -1}), ("undo", {"since": "2999-01-01"}), ("find", {"filter": ["("], "regex": True}),
        ]:  # fmt: skip
            result = await session.call_tool(tool, arguments)
            expect(result.is_error, f"{tool} takes {arguments}: {text(result)}")
        try:
            await session.call_tool("sql", {"statement": "DELETE FROM row"})
            expect(False, "there is a tool sql")
        except MCPError as error:
            expect(error.error.code == -32602, f"{error.error}")
        expect((outline.content(), outline.entries()) == (before, entries), "a refusal has changed something")

    await session_of(outline, body)


async def check_newest(outline):
    """The client as it is by default, with the newest version of the protocol that both sides have."""
    async with Client(stdio_client(outline.server("-u", "ana"))) as client:
        result = await client.call_tool("list", {})
        listed = outline.run("list", "--ids", "--ascii", "--limit", "180", user="ana")
        expect(text(result).startswith(listed), "the newest client lists something else")


async def check(steps, far):
    with tempfile.TemporaryDirectory() as folder:
        outline = Outline(folder, far)
        outline.run("import", "scripts/sample.md", "--quiet", user="ana")
        schemas = await check_schemas(outline)
        counts = await check_edits(outline, schemas, steps)
        await check_confirmation(outline)
        await check_undo(outline)
        await check_refusals(outline)
        await check_newest(outline)
        outline.run("check")
    return counts


async def main():
    counts = await check(STEPS, far=False)
    await check(STEPS_BY_SSH, far=True)
    print(f"check-mcp: {counts['made']} calls made edits, {counts['asked']} were asked about, {counts['refused']} were refused")


asyncio.run(main())
