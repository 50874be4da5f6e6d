"""Firecrawl's client and the inspector of the Model Context Protocol, both from npm."""

import json
import os
import pathlib
import subprocess

import pytest
from conftest import BARN, REPOSITORY

#: Versions that are tested: the current client of Firecrawl, the last one of the first interface, and the inspector.
PACKAGES = [
    "@mendable/firecrawl-js@4",
    "firecrawl-v1@npm:@mendable/firecrawl-js@1.29.3",
    "@modelcontextprotocol/inspector@0",
]
FOLDER = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", REPOSITORY / "target")) / "npm-clients"
TITLE = "# A barn that dries its own grain"


@pytest.fixture(scope="session")
def packages():
    """The folder with the packages; they are installed once."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = "\n".join(PACKAGES)
    done = FOLDER / "installed"
    if not done.exists() or done.read_text() != wanted:
        (FOLDER / "package.json").write_text('{ "private": true, "type": "module" }')
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *PACKAGES], cwd=FOLDER, check=True)
        done.write_text(wanted)
    return FOLDER


def node(folder, script):
    """What a script prints, as JSON."""
    words = ["node", "--input-type=module", "--eval", script]
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_current_client_scrapes_maps_and_crawls(packages, fetching_server, site):
    url = f"{site}/barn-story/source.html"
    found = node(
        packages,
        f"""import Firecrawl from "@mendable/firecrawl-js";
        const client = new Firecrawl({{ apiKey: "not-needed", apiUrl: "{fetching_server}" }});
        const page = await client.scrape("{url}", {{ formats: ["markdown", "links"] }});
        const map = await client.map("{url}");
        const crawl = await client.crawl("{url}", {{ limit: 2, pollInterval: 1 }});
        const batch = await client.batchScrape(["{url}"], {{ options: {{ formats: ["markdown"] }}, pollInterval: 1 }});
        console.log(JSON.stringify({{ page, map, crawl, batch }}));""",
    )
    assert found["page"]["markdown"].startswith(TITLE)
    assert found["map"]["links"][0]["url"] == url
    for job in ("crawl", "batch"):
        assert found[job]["status"] == "completed" and found[job]["data"][0]["markdown"].startswith(TITLE)


def test_the_older_client_scrapes_maps_and_crawls(packages, fetching_server, site):
    url = f"{site}/barn-story/source.html"
    found = node(
        packages,
        f"""import Firecrawl from "firecrawl-v1";
        const client = new Firecrawl({{ apiKey: "not-needed", apiUrl: "{fetching_server}" }});
        const page = await client.scrapeUrl("{url}", {{ formats: ["markdown"] }});
        const map = await client.mapUrl("{url}");
        const crawl = await client.crawlUrl("{url}", {{ limit: 2 }}, 1);
        console.log(JSON.stringify({{ page, map, crawl }}));""",
    )
    assert found["page"]["success"] and found["page"]["markdown"].startswith(TITLE)
    assert found["map"]["success"] and url in found["map"]["links"]
    assert found["crawl"]["status"] == "completed" and found["crawl"]["data"][0]["markdown"].startswith(TITLE)


def test_the_inspector_lists_and_calls_the_tools(packages, server):
    def inspect(*words):
        command = ["npx", "mcp-inspector", "--cli", f"{server}/mcp", "--transport", "http", *words]
        ran = subprocess.run(command, cwd=packages, capture_output=True, text=True, timeout=120)
        assert ran.returncode == 0, ran.stderr
        return json.loads(ran.stdout)

    tools = [tool["name"] for tool in inspect("--method", "tools/list")["tools"]]
    assert tools == ["extract", "records", "why", "compare"]
    html = BARN.read_text()[:4000]
    answer = inspect("--method", "tools/call", "--tool-name", "extract", "--tool-arg", f"html={html}")
    assert answer["content"][0]["text"].startswith("verdict: ")
