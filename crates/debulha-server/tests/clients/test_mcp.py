"""The tools, called by the Python client of the protocol."""

import asyncio
import json
import re
import subprocess

import pytest
from conftest import BARN, BIN, HIDDEN, PAGES, command_markdown
from mcp import Client, StdioServerParameters

NEXT = re.compile(r"^characters \d+ to \d+ of \d+, continue with start_index=(\d+)$", re.MULTILINE)


def stdio(*options):
    return StdioServerParameters(command=BIN, args=["mcp", *options])


def meeting(make, ask):
    """What a conversation with a server comes to."""

    async def talk():
        async with Client(make) as client:
            return await ask(client)

    return asyncio.run(talk())


@pytest.fixture(params=["stdio", "http"])
def tools(request):
    """How to reach the tools: by both transports."""
    return stdio() if request.param == "stdio" else request.getfixturevalue("server") + "/mcp"


def test_tools_are_listed(tools):
    async def ask(client):
        return (await client.list_tools()).tools

    listed = meeting(tools, ask)
    assert [tool.name for tool in listed] == ["extract", "records", "why", "compare"]
    for tool in listed:
        assert tool.annotations.read_only_hint is True
        assert tool.annotations.open_world_hint is False
        assert "untrusted" in tool.description
        assert "html" in tool.input_schema["properties"]


def test_the_text_is_that_of_the_command(tools):
    async def ask(client):
        return await client.call_tool("extract", {"html": BARN.read_text(), "max_length": 1_000_000})

    result = meeting(tools, ask)
    assert not result.is_error
    head, text = (part.text for part in result.content)
    assert re.match(r"verdict: ok; confidence: 0\.\d\d; extractor: debulha\n", head)
    assert text.strip() == command_markdown(BARN).strip()


def test_pieces_join_to_the_whole(tools):
    html = (PAGES / "docs-tables" / "source.html").read_text()

    async def ask(client):
        whole = await client.call_tool("extract", {"html": html, "max_length": 1_000_000})
        pieces, start = [], 0
        while start is not None:
            answer = await client.call_tool("extract", {"html": html, "max_length": 400, "start_index": start})
            pieces.append(answer.content[1].text)
            found = NEXT.search(answer.content[0].text)
            start = int(found.group(1)) if found else None
        return whole.content[1].text, pieces

    whole, pieces = meeting(tools, ask)
    assert len(pieces) > 3
    assert max(map(len, pieces)) <= 400
    assert "".join(pieces) == whole


def test_hidden_text_is_named_outside_of_the_text(tools):
    async def ask(client):
        return await client.call_tool("extract", {"html": HIDDEN})

    head, text = (part.text for part in meeting(tools, ask).content)
    start, end = map(int, re.search(r"hidden text .*block 5 \(characters (\d+) to (\d+)\)", head).groups())
    assert text[start:end].startswith("Rye is reaped in July")


def test_data_comes_with_the_text(tools):
    thread = (PAGES.parent / "records" / "thread-phpbb" / "source.html").read_text()

    async def ask(client):
        return (
            await client.call_tool("records", {"html": thread, "extractor": "all_text"}),
            await client.call_tool("why", {"html": HIDDEN, "text": "sown in late autumn"}),
            await client.call_tool("compare", {"html": HIDDEN, "extractors": ["bte", "cetd"]}),
        )

    records, why, compare = meeting(tools, ask)
    group = records.structured_content["groups"][0]
    assert group["kind"] == "thread"
    assert group["records"][0]["author"] == "barnkeeper"
    assert why.structured_content["answers"][0]["decision"] == "kept"
    assert [system["name"] for system in compare.structured_content["systems"]] == ["bte", "cetd"]


def test_what_is_wrong_is_said_in_words(tools):
    async def ask(client):
        return [
            await client.call_tool("extract", {}),
            await client.call_tool("extract", {"html": "x", "extractor": "no_such"}),
            await client.call_tool("extract", {"html": "x", "max_length": 1}),
        ]

    for answer, words in zip(meeting(tools, ask), ["html", "no_such", "at least 100"]):
        assert answer.is_error
        assert words in answer.content[0].text


def test_pages_are_fetched_where_that_is_allowed(site, fetching_server):
    url = f"{site}/barn-story/source.html"

    async def fetch(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await client.call_tool("fetch", {"url": url})

    for make in [stdio("--allow-fetch", "--allow-private"), fetching_server + "/mcp"]:
        names, result = meeting(make, fetch)
        assert names[-1] == "fetch"
        assert f"fetched: {url}\n" in result.content[0].text
        assert result.content[1].text.startswith("# A barn that dries its own grain")


def test_files_are_read_where_that_is_allowed():
    async def read(client):
        inside = await client.call_tool("extract", {"path": "barn-story/source.html"})
        return inside, await client.call_tool("extract", {"path": "../README.md"})

    inside, outside = meeting(stdio("--allow-files", str(PAGES)), read)
    assert inside.content[1].text.startswith("# A barn that dries its own grain")
    assert outside.is_error


def test_nothing_but_the_protocol_is_on_standard_output():
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": client}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    asked = {"name": "extract", "arguments": {"html": HIDDEN}}
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": asked}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = subprocess.Popen([BIN, "mcp"], text=True, **pipes)
    process.stdin.writelines(json.dumps(message) + "\n" for message in [hello, ready, call, "no message"])
    process.stdin.flush()
    answers = {}
    while 2 not in answers:
        message = json.loads(process.stdout.readline())
        answers[message.get("id")] = message
    process.stdin.close()
    for line in process.stdout:
        assert json.loads(line)["jsonrpc"] == "2.0"
    assert process.wait(timeout=30) == 0
    assert answers[1]["result"]["serverInfo"]["name"] == "debulha"
    assert answers[2]["result"]["isError"] is False
