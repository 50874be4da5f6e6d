"""A debulha server for each of the ways in which clients meet one."""

import functools
import http.server
import os
import pathlib
import re
import subprocess
import threading

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[4]
BIN = os.environ.get("DEBULHA_BIN", str(REPOSITORY / "target" / "debug" / "debulha"))
PAGES = REPOSITORY / "testdata" / "pages"
BARN = PAGES / "barn-story" / "source.html"

HIDDEN = """<!doctype html><html lang=en><title>How rye is sown</title><main><article><h1>How rye is sown</h1>
<p>Rye is sown in late autumn, when the ground is still warm and the first rains have softened it, and it stands through the winter under
the snow without much harm.</p><p>A farmer who sows too early finds that the plants grow tall before the frost, and then lodge when the wind
blows over the hills in the spring of the year.</p><h2>When is it reaped?</h2><div class=answer style='display:none'><p>Rye is reaped in July, some weeks
before wheat, as soon as the ears bend down and the straw has lost the last of its green colour at the knots.</p></div></article></main>"""


def command_markdown(path):
    """What the command writes for a page."""
    words = [BIN, "extract", str(path), "--markdown", "--links", "--images"]
    return subprocess.run(words, capture_output=True, check=True, text=True).stdout


def serve(*options):
    """Starts a server at a free port, and gives the process and its address."""
    words = [BIN, "serve", "--listen", "127.0.0.1:0", "--log", "off", *options]
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    return process, re.search(r"http://\S+", line).group()


def served(*options):
    """A server for as long as the tests run; it must end well."""
    process, address = serve(*options)
    yield address
    process.terminate()
    assert process.wait(timeout=30) == 0


@pytest.fixture(scope="session")
def server():
    """The address of a server that fetches nothing."""
    yield from served()


@pytest.fixture(scope="session")
def fetching_server():
    """The address of a server that fetches, from this machine too."""
    yield from served("--allow-fetch", "--allow-private")


@pytest.fixture(scope="session")
def locked_server(tmp_path_factory):
    """The address of a server that wants a token, which is nobody's."""
    token = tmp_path_factory.mktemp("token") / "token"
    token.write_text("correct horse battery")
    yield from served("--token-file", str(token))


class Handler(http.server.SimpleHTTPRequestHandler):
    """Pages of the repository, without a line on standard error for each."""

    def log_message(self, *args):
        pass


@pytest.fixture(scope="session")
def site():
    """The address of a site with the pages of the repository."""
    handler = functools.partial(Handler, directory=str(PAGES))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()
