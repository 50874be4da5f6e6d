"""Search forms of real programs with known rows behind them: starts them on this machine, and measures `debulha harvest` on them.

    pip install 'datasette==0.65.5' 'flask-admin==2.2.1' 'flask-sqlalchemy==3.1.1' 'roundup==2.6.0' 'wtforms==3.3.2'
    python jobs/hidden_web.py serve                       # prints a URL and a CSV file of the true rows per site, until Ctrl-C
    python jobs/hidden_web.py measure target/release/debulha
    python jobs/hidden_web.py answers target/release/debulha --data DATA --layouts LAYOUTS

All rows are made up from a fixed seed. Any crawler can be measured: fetch the rows from the URL and compare them with the CSV file.
`measure` prints a line per site and exits with 1 if a site gives less than 95 % of its rows, a column of the truth is missing or wrongly
named, a row is written twice, or a page of rows takes more than 1.5 requests.

`answers` writes a labelled corpus per site, `probed-datasette` and so on, into the folder DATA: the pages that `debulha probe` fetched, their
style sheets, and the query and rows of each page. It is the same each time: host, port, times and tokens in the pages are replaced
by fixed values. The layout records that `debulha render` makes of the pages go into the folder LAYOUTS.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import gzip
import http.client
import io
import json
import os
import pathlib
import random
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass

HOST = "127.0.0.1"

#: Rows on a page of results.
PAGE = 50

#: Seconds until a site must answer.
START = 60

#: What `measure` asks for: shares of rows and of equal cells, and requests for each page of rows that there is.
MIN_ROWS, MIN_EQUAL, MAX_REQUESTS = 0.95, 0.99, 1.5

#: Rows per site for `answers`, and options of `debulha probe` there: each combination of the values of `Site.searches` is one submission.
ROWS_OF_ANSWERS = 400
PROBE = ["--strategy", "product", "--budget", "1000", "--max-pages-per-answer", "3"]

#: What differs from run to run in the pages of the programs, and what is written for it.
VARYING = [
    (r"(?<=Queries took )[\d.]+(?=ms)", "1.0"),
    (r'(?<=nonce=")[^"]+', "x"),
    (r'(name="@csrf" type="hidden"\s+value=)"[^"]*"', r'\1"x"'),
    (r'(<td class="date">)[^<]*', r"\1just now"),
]

GRAINS = "rye oats barley wheat spelt emmer millet maize rice quinoa sorghum triticale buckwheat einkorn teff amaranth".split()
QUALITIES = "fine coarse cleaned organic stored fresh dried milled seed fodder winter summer early late export local".split()
REGIONS = "Alentejo Beira Minho Ribatejo Douro Algarve Estremadura Madeira".split()
STATES = "unread deferred chatting need-eg in-progress testing done-cbb resolved".split()
PRIORITIES = "critical urgent bug feature wish".split()
BEGINNINGS = "b d f g k l m n p r s t v z br dr gr kl pl st tr".split()
VOWELS = "a e i o u ai eo".split()


class Draw:
    """Choices that are the same on every Python: only `random.random` is used."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return int(self.random.random() * limit)

    def of(self, values: list[str], skew: float = 1.0) -> str:
        """One of some values; with a skew, the first ones more often."""
        return values[int(self.random.random() ** skew * len(values))]

    def names(self, count: int) -> list[str]:
        """Different made-up names."""
        made: dict[str, None] = {}
        while len(made) < count:
            syllables = (self.of(BEGINNINGS) + self.of(VOWELS) for _ in range(2 + self.below(2)))
            made["".join(syllables).capitalize() + self.of(["", "n", "r", "l", "s"])] = None
        return list(made)


def lots(count: int) -> list[dict[str, str]]:
    """Lots of grain. One column has the same value in all rows."""
    draw = Draw(1)
    farms = draw.names(max(20, count // 12))
    return [
        {
            "lot": f"L{number:05}",
            "grain": f"{draw.of(QUALITIES)} {draw.of(GRAINS, 1.5)}",
            "farm": draw.of(farms, 1.5),
            "region": draw.of(REGIONS),
            "country": "PT",
            "tonnes": repr((1 + draw.below(4000)) / 10),
        }
        for number in range(1, count + 1)
    ]


def issues(count: int) -> list[dict[str, str]]:
    """Issues of a tracker, each title once."""
    draw = Draw(2)
    people, rare = ["anna", "bruno", "clara", "dario", "eva"], draw.names(max(20, count // 3))
    titles: dict[str, None] = {}
    while len(titles) < count:
        titles[f"{draw.of(QUALITIES, 1.5)} {draw.of(GRAINS, 1.5)} of {draw.of(rare, 1.5)} {draw.of(STATES)}".capitalize()] = None
    return [
        {
            "priority": draw.of(PRIORITIES),
            "id": str(number),
            "title": title,
            "creator": "admin",
            "assignedto": draw.of(people),
            "status": draw.of(STATES),
        }
        for number, title in enumerate(titles, 1)
    ]


def database(path: pathlib.Path, rows: list[dict[str, str]]) -> None:
    """A table of lots with full-text search."""
    with contextlib.closing(sqlite3.connect(path)) as made, made:
        made.execute("create table lots (lot text primary key, grain text, farm text, region text, country text, tonnes real)")
        made.executemany("insert into lots values (:lot, :grain, :farm, :region, :country, :tonnes)", rows)
        made.execute("create virtual table lots_fts using fts5 (grain, farm, region, content='lots')")
        made.execute("insert into lots_fts (rowid, grain, farm, region) select rowid, grain, farm, region from lots")


def datasette(folder: pathlib.Path, port: int, rows: int) -> list[dict[str, str]]:
    """Next pages by cursor, and a form with several fields."""
    truth = lots(rows)
    database(folder / "lots.db", truth)
    table = {"databases": {"lots": {"tables": {"lots": {"title": "Lots", "size": PAGE, "facets": ["region"]}}}}}
    (folder / "metadata.json").write_text(json.dumps(table), "utf-8")
    return truth


def flaskadmin(folder: pathlib.Path, port: int, rows: int) -> list[dict[str, str]]:
    """Numbered pages, with their size in each address."""
    truth = lots(rows)
    database(folder / "lots.db", truth)
    return truth


def roundup(folder: pathlib.Path, port: int, rows: int) -> list[dict[str, str]]:
    """Rows below heads of groups, with relative times."""
    truth = issues(rows)
    admin = [str(pathlib.Path(sys.executable).with_name("roundup-admin")), "-i", str(folder / "tracker")]
    settings = f"tracker_web=http://{HOST}:{port}/,mail_domain=example.org,mail_host=localhost"
    for command in (["install", "classic", "sqlite", settings], ["initialise", "a-password-of-no-use"]):
        subprocess.run([*admin, *command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    from roundup import instance  # type: ignore[import-not-found]

    tracker = instance.open(str(folder / "tracker")).open("admin")
    for name in sorted({row["assignedto"] for row in truth}):
        tracker.user.create(username=name, address=f"{name}@example.org", roles="User")
    for row in truth:
        tracker.issue.create(
            title=row["title"],
            priority=tracker.priority.lookup(row["priority"]),
            assignedto=tracker.user.lookup(row["assignedto"]),
            status=tracker.status.lookup(row["status"]),
        )
    tracker.commit()
    return truth


@dataclass(frozen=True)
class Site:
    """A program, what it serves, and the column that tells its rows apart."""

    page: str
    key: str
    #: Makes up the rows, and writes what the program serves.
    set_up: Callable[[pathlib.Path, int, int], list[dict[str, str]]]
    #: What is run, in the folder of the site; `{port}` is its port.
    command: tuple[str, ...]
    #: Other names that pages have for columns.
    names: dict[str, str]
    #: Fields of the form and the values that `answers` submits.
    searches: dict[str, list[str]]


ME = str(pathlib.Path(__file__).resolve())

#: Datasette leaves out facets that take longer; with the defaults, pages differ on a busy machine.
FACETS = ("--setting", "facet_time_limit_ms", "10000", "--setting", "facet_suggest_time_limit_ms", "10000")

SITES = {
    "datasette": Site(
        "/lots/lots",
        "lot",
        datasette,
        (sys.executable, "-m", "datasette", "serve", "-i", "lots.db", "-m", "metadata.json", "-p", "{port}", *FACETS),
        {},
        {"_filter_column": ["grain", "region"], "_filter_op": ["contains"], "_filter_value": [*QUALITIES, *GRAINS, *REGIONS]},
    ),
    "flaskadmin": Site(
        "/admin/lot/",
        "lot",
        flaskadmin,
        (sys.executable, ME, "app", "flaskadmin", "{port}"),
        {},
        {"search": [*QUALITIES, *GRAINS, *REGIONS]},
    ),
    "roundup": Site(
        "/",
        "title",
        roundup,
        (sys.executable, ME, "app", "roundup", "{port}"),
        {"assignedto": "Assigned To"},
        {"@search_text": [*QUALITIES, *GRAINS, *STATES]},
    ),
}


def app(name: str, port: int) -> None:
    """Serves the site in this folder, until it is killed."""
    from wsgiref.simple_server import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            pass

    if name == "roundup":
        from roundup.cgi.wsgi_handler import RequestDispatcher  # type: ignore[import-not-found]

        application = RequestDispatcher("tracker")
    else:
        from flask import Flask  # type: ignore[import-not-found]
        from flask_admin import Admin  # type: ignore[import-not-found]
        from flask_admin.contrib.sqla import ModelView  # type: ignore[import-not-found]
        from flask_sqlalchemy import SQLAlchemy  # type: ignore[import-not-found]

        application = Flask("lots")
        application.config.update(SECRET_KEY="x", SQLALCHEMY_DATABASE_URI=f"sqlite:///{os.getcwd()}/lots.db")
        tables = SQLAlchemy(application)
        text = ["lot", "grain", "farm", "region", "country"]
        columns = {column: tables.Column(tables.String, primary_key=column == "lot") for column in text}
        lot = type("Lot", (tables.Model,), {"__tablename__": "lots", "tonnes": tables.Column(tables.Float), **columns})
        options = {"column_searchable_list": ["grain", "farm", "region"], "column_list": [*text, "tonnes"], "page_size": PAGE}
        view = type("View", (ModelView,), {**options, "can_create": False, "can_edit": False, "can_delete": False})
        Admin(application, name="Lots").add_view(view(lot, tables))
    with make_server(HOST, port, application, handler_class=Quiet) as server:
        server.serve_forever()


@dataclass
class Running:
    """A site that answers."""

    name: str
    url: str
    truth: pathlib.Path


@contextlib.contextmanager
def running(folder: pathlib.Path, names: list[str], rows: int) -> Iterator[list[Running]]:
    """Sites with so many rows each, in a folder. They end with the block."""
    processes, sites = [], []
    try:
        for name in names:
            site, home = SITES[name], folder / name
            home.mkdir(parents=True)
            with socket.socket() as free:
                free.bind((HOST, 0))
                port = int(free.getsockname()[1])
            truth = site.set_up(home, port, rows)
            with (folder / f"{name}.csv").open("w", newline="", encoding="utf-8") as file:
                writer = csv.DictWriter(file, list(truth[0]), lineterminator="\n")
                writer.writeheader()
                writer.writerows(truth)
            command = [part.format(port=port) for part in site.command]
            with (home / "log").open("wb") as log:
                processes.append(subprocess.Popen(command, cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=log))
            url = f"http://{HOST}:{port}{site.page}"
            wait(url, home / "log")
            sites.append(Running(name, url, folder / f"{name}.csv"))
        yield sites
    finally:
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait()


def wait(url: str, log: pathlib.Path) -> None:
    """Waits for an answer."""
    end = time.monotonic() + START
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, ConnectionError), urllib.request.urlopen(url, timeout=20):
            return
        time.sleep(0.2)
    sys.exit(f"{url} does not answer:\n{log.read_text('utf-8', 'replace')[-2000:]}")


def plain(name: str) -> str:
    """A name of a column without case and punctuation."""
    return re.sub(r"[\W_]+", "", name.lower())


def equal(one: str, other: str) -> bool:
    """Whether two cells say the same; numbers may be written in different ways."""
    if "".join(one.split()) == "".join(other.split()):
        return True
    try:
        return float(one) == float(other)
    except ValueError:
        return False


def read(path: pathlib.Path) -> list[dict[str, str]]:
    """The rows of a CSV file; none if it was not written."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8-sig") as file:
        return list(csv.DictReader(file))


def measure(debulha: str, site: Running, folder: pathlib.Path, options: list[str]) -> bool:
    """Harvests a site, prints what came of it, and says whether that is enough."""
    table = folder / f"{site.name}.table.csv"
    command = [debulha, "harvest", site.url, "-o", str(table), "--allow-private", "--delay", "0s", *options]
    begun = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.monotonic() - begun
    truth, found, names = read(site.truth), read(table), SITES[site.name].names
    key = SITES[site.name].key
    columns = {plain(column): column for column in (found[0] if found else {})}
    column_of = {name: columns.get(plain(name)) or columns.get(plain(names.get(name, name))) for name in truth[0]}
    by_key: dict[str, dict[str, str]] = {}
    twice = 0
    for row in found:
        own = row.get(column_of[key] or "") or ""
        twice += own in by_key
        by_key.setdefault(own, row)
    pairs = [(row, by_key[row[key]]) for row in truth if row[key] in by_key]
    right = [
        name
        for name, column in column_of.items()
        if column and pairs and sum(equal(row[name], other[column]) for row, other in pairs) >= MIN_EQUAL * len(pairs)
    ]
    counts = re.search(r"(\d+) submissions?, (\d+) pages?", done.stderr)
    requests = int(counts.group(2)) + 1 if counts else 0
    per_page = requests / max(1, -(-len(truth) // PAGE))
    wrong = sorted(set(truth[0]) - set(right))
    named = f" (wrong: {', '.join(wrong)})" if wrong else ""
    print(
        f"{site.name}: {len(pairs)} of {len(truth)} rows, {len(right)} of {len(truth[0])} columns{named}, {twice} rows twice,"
        f" {requests} requests, {per_page:.1f} for each page of rows, {seconds:.0f} s",
        flush=True,
    )
    is_good = len(pairs) >= MIN_ROWS * len(truth) and not wrong and twice == 0 and per_page <= MAX_REQUESTS
    if not is_good:
        print(done.stderr, file=sys.stderr)
    return is_good


class Recorded:
    """A recorded response, as `http.client` wants it."""

    def __init__(self, block: bytes) -> None:
        self.block = block

    def makefile(self, *_: object) -> io.BytesIO:
        return io.BytesIO(self.block)


def warc(path: pathlib.Path) -> Iterator[tuple[str, str, bytes]]:
    """Type, URL and block of each record of an uncompressed WARC file."""
    data, at = path.read_bytes(), 0
    while at < len(data):
        end = data.index(b"\r\n\r\n", at) + 4
        fields = dict(line.split(": ", 1) for line in data[at:end].decode().split("\r\n")[1:] if line)
        at = end + int(fields["Content-Length"])
        yield fields["WARC-Type"], fields.get("WARC-Target-URI", ""), data[end:at]
        at += 4


def response(block: bytes) -> tuple[str, bytes]:
    """Media type and body of a response. Roundup compresses its pages."""
    parsed = http.client.HTTPResponse(Recorded(block))  # type: ignore[arg-type]
    parsed.begin()
    body = parsed.read()
    return parsed.headers.get_content_type(), gzip.decompress(body) if parsed.headers["Content-Encoding"] == "gzip" else body


def labels(html: str, truth: list[dict[str, str]], key: str) -> tuple[list[list[str]], list[list[tuple[int, int]]]]:
    """The rows of the truth on a page, in its order, and where their cells are: whole cells that are values of the row, in the table
    row that has its key. The heading of a group comes before the cells of the group's first row, but is not in the place of any row."""
    by_key = {row[key]: list(row.values()) for row in truth}
    rows, spans = [], []
    cells: list[tuple[str, int]] = []
    for found in re.finditer(r"(?is)<tr\b.*?</tr>", html):
        for cell in re.finditer(r"(?is)<t([dh])\b[^>]*>(.*?)</t\1>", found[0]):
            text = " ".join(re.sub(r"<[^>]*>", " ", cell[2]).split())
            # The last occurrence: links have the text in their address too.
            cells.append((text, found.start() + cell.start(2) + cell[2].rfind(text)))
        own = next((by_key[text] for text, _ in cells if text in by_key), None)
        if own:
            fields = [(text, start) for text, start in cells if any(equal(text, value) for value in own)]
            rows.append([text for text, _ in fields])
            spans.append([(start, start + len(text)) for text, start in fields if start > found.start()])
            cells = []
    return rows, spans


def answers(debulha: str, site: Running, folder: pathlib.Path, data: pathlib.Path, layouts: pathlib.Path) -> None:
    """Writes the corpus of a site and its layout records, and prints a line of a table."""
    of, truth = SITES[site.name], read(site.truth)
    pages = data / f"probed-{site.name}" / "pages"
    pages.mkdir(parents=True, exist_ok=True)
    common = ["--allow-private", "--delay", "0s", "-q", "-o"]
    sheets, probed = folder / f"{site.name}.sheets.warc", folder / f"{site.name}.answers.warc"
    values = [option for name, words in of.searches.items() for option in ("--values", f"{name}={','.join(words)}")]
    subprocess.run([debulha, "crawl", site.url, "--assets", "css", "--max-pages", "1", *common, str(sheets)], check=True)
    subprocess.run([debulha, "probe", site.url, *PROBE, *values, *common, str(probed)], check=True)
    for kind, url, block in warc(sheets):
        media_type, body = response(block) if kind == "response" else ("", b"")
        if media_type == "text/css":
            # Below the folder of the pages, at the path by which they refer to it: there `debulha render` finds it.
            sheet = pages / urllib.parse.unquote(urllib.parse.urlsplit(url).path).lstrip("/")
            sheet.parent.mkdir(parents=True, exist_ok=True)
            sheet.write_bytes(body)
    host = urllib.parse.urlsplit(site.url).netloc
    submitted, empty, seen, lines, count = set(), 0, set(), [], 0
    asked: dict[str, str] = {}
    for kind, _, block in warc(probed):
        if kind == "metadata":
            asked = json.loads(block)
        if kind != "response" or not asked:
            continue
        html = response(block)[1].decode("latin-1").replace("\r\n", "\n")
        html = html.replace(host, f"{site.name}.example").replace(urllib.parse.quote(host), f"{site.name}.example")
        for pattern, fixed in VARYING:
            html = re.sub(pattern, fixed, html)
        url, asked = asked["url"].replace(host, f"{site.name}.example"), {}
        submitted.add(url)
        rows, spans = labels(html, truth, of.key)
        empty += not rows
        if not rows or html in seen:
            continue
        seen.add(html)
        count += len(rows)
        name = f"{site.name}-{len(seen):03}"
        (pages / f"{name}.html").write_bytes(html.encode("latin-1"))
        lines.append(json.dumps({"id": name, "url": url, "site": site.name, "page_type": "search-result", "spans": spans, "records": rows}))
    (pages.parent / "truth.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    # Files by name, since `pages` also has style sheets, which are no pages; records are named by the paths given.
    drawn = [f"{site.name}-{number:03}.html" for number in range(1, len(lines) + 1)]
    records = layouts.resolve() / pages.parent.name
    subprocess.run([debulha, "render", "-q", "--force", *drawn, "-o", str(records)], cwd=pages, check=True)
    print(f"| {site.name} | {len(truth)} | {len(submitted)} | {len(lines)} | {count} | {empty} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["serve", "measure", "answers"])
    parser.add_argument("debulha", nargs="?", help="the command to run")
    parser.add_argument("options", nargs="*", help="further options of `debulha harvest`, after --")
    parser.add_argument("--rows", type=int, help=f"rows per site [default: 2500; for answers, {ROWS_OF_ANSWERS}]")
    parser.add_argument("--data", type=pathlib.Path, help="folder for the corpora of `answers`")
    parser.add_argument("--layouts", type=pathlib.Path, help="folder for the layout records of `answers`")
    parser.add_argument("--sites", nargs="+", choices=list(SITES), default=list(SITES))
    parser.add_argument("--dir", type=pathlib.Path, help="an empty folder for the files, which then are kept")
    args = parser.parse_args()
    if args.what != "serve" and not args.debulha:
        parser.error("name the debulha command to run")
    if args.what == "answers" and not (args.data and args.layouts):
        parser.error("name the folders to write by --data and --layouts")
    rows = args.rows or (ROWS_OF_ANSWERS if args.what == "answers" else 2500)
    with contextlib.ExitStack() as stack:
        folder = (args.dir or pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))).resolve()
        sites = stack.enter_context(running(folder, args.sites, rows))
        if args.what == "measure":
            good = [measure(os.path.abspath(args.debulha), site, folder, args.options) for site in sites]
            sys.exit(0 if all(good) else 1)
        if args.what == "answers":
            print("| program | rows | URLs | pages | rows on them | pages without rows |\n|---|---:|---:|---:|---:|---:|")
            for site in sites:
                answers(os.path.abspath(args.debulha), site, folder, args.data, args.layouts)
            sys.exit(0)
        for site in sites:
            print(f"{site.name}: {site.url}  {site.truth}", flush=True)
        with contextlib.suppress(KeyboardInterrupt):
            while True:
                time.sleep(3600)


if __name__ == "__main__":
    if sys.argv[1:2] == ["app"]:
        app(sys.argv[2], int(sys.argv[3]))
    else:
        main()
