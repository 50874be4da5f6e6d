"""The interface of Jina's reader, asked by curl."""

import json
import shutil
import subprocess

import pytest
from conftest import BARN

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="no curl here")


def curl(*words):
    words = ["curl", "--silent", "--show-error", *words]
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout


def test_an_address_is_read(fetching_server, site):
    url = f"{site}/barn-story/source.html"
    read = f"{fetching_server}/r/{url}"
    text = curl(read)
    assert text.startswith(f"Title: A barn that dries its own grain\n\nURL Source: {url}\n\n")
    assert "\n\nMarkdown Content:\n# A barn that dries its own grain\n" in text
    answer = json.loads(curl("-H", "accept: application/json", "-H", "x-with-links-summary: true", read))
    assert (answer["code"], answer["status"]) == (200, 20000)
    data = answer["data"]
    assert data["url"] == url
    assert data["content"] in text
    assert isinstance(data["links"], dict)


def test_html_is_sent(server):
    sent = json.dumps({"html": BARN.read_text(), "url": "https://example.org/barn"})
    words = ["-H", "content-type: application/json", "-d", sent, f"{server}/r"]
    assert "# A barn that dries its own grain" in curl("-H", "x-respond-with: markdown", *words)
    assert curl("-H", "x-respond-with: html", *words) == BARN.read_text()
    chosen = curl("-H", "x-target-selector: h1", "-H", "x-respond-with: text", *words)
    assert chosen == "A barn that dries its own grain"
    form = curl("--data-urlencode", f"html@{BARN}", "-H", "accept: application/json", f"{server}/r/")
    assert json.loads(form)["data"]["title"] == "A barn that dries its own grain"


def test_refusals_are_words(server):
    read = f"{server}/r/https://example.org/"
    assert "--allow-fetch" in curl(read)
    answer = json.loads(curl("-H", "accept: application/json", "-H", "x-respond-with: screenshot", read))
    assert answer["code"] == 400
    assert "`x-respond-with` may not be `screenshot`" in answer["message"]
