"""The job of a whole crawl, on Sail: pages of WARC files, templates of sites, pages that end their process."""

import gzip
import json
import os
import subprocess
import sys

import conftest
import debulha
import pytest

pytest.importorskip("pysail")
pytest.importorskip("pyspark")
pytest.importorskip("pyarrow")

PAGES, SITES = 1000, 5


def page(number):
    menu = "".join(f"<li><a href=/{part}>All about {part} of site {number % SITES}</a></li>" for part in ("rye", "oats", "spelt"))
    story = f"Field {number} was sown with rye on day {number}, stood well in the winter, and gave {number} sheaves."
    return f"<title>Field {number}</title><body><div><ul>{menu}</ul></div><div><h1>Field {number}</h1><p>{story}</p></div>"


def record(number, html):
    body = html.encode()
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{number:032x}>\r\nWARC-Date: 2026-11-26T00:00:00Z\r\n"
        f"WARC-Target-URI: https://farm{number % SITES}.example/{number}\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n"
    )
    return gzip.compress(head.encode() + answer + b"\r\n\r\n", mtime=0)


@pytest.fixture(scope="module")
def crawl(tmp_path_factory):
    """Two files of 1,000 pages in all, of which one record is damaged."""
    folder = tmp_path_factory.mktemp("crawl")
    for file in range(2):
        members = [record(number, page(number)) for number in range(file, PAGES, 2)]
        if file == 1:
            members[7] = members[7][:40] + b"\xa5" * 16 + members[7][56:]
        folder.joinpath(f"{file}.warc.gz").write_bytes(b"".join(members))
    return folder


@pytest.fixture(scope="module")
def server():
    from pysail.spark import SparkConnectServer

    os.environ["PYSPARK_PYTHON"] = sys.executable
    server = SparkConnectServer("127.0.0.1", 0)
    server.start(background=True)
    yield f"sc://127.0.0.1:{server.listening_address[1]}"
    server.stop()


@pytest.fixture(scope="module")
def spark(server):
    from debulha import spark as threshing
    from pyspark.sql import SparkSession

    session = SparkSession.builder.remote(server).getOrCreate()
    session.dataSource.register(threshing.Warc)
    yield session
    session.stop()


def pages_of(spark, crawl, split=20_000):
    return spark.read.format("warc").option("splitBytes", split).load(str(crawl))


def test_every_record_is_a_row_whatever_the_split(spark, crawl):
    from debulha import spark as threshing

    pages = pages_of(spark, crawl)
    assert pages.count() == PAGES
    columns = ["text", "title", "blocks", "error"]
    rows = threshing.extract(pages, columns=columns, extractor="all_text").collect()
    assert len({(row["warc_file"], row["warc_offset"]) for row in rows}) == PAGES
    failed = [row for row in rows if row["error"]]
    assert len(failed) == 1 and failed[0]["text"] is None and failed[0]["warc_file"].endswith("1.warc.gz")
    by_url = {row["url"]: row for row in rows}
    row = by_url["https://farm3.example/13"]
    made = debulha.parse(page(13), row["url"], extractor="all_text")
    assert (row["text"], row["title"]) == (made.text, "Field 13")
    assert [block["xpath"] for block in row["blocks"]] == [block.xpath for block in made.blocks]


def test_the_whole_job_takes_off_what_sites_repeat(server, crawl, tmp_path):
    def job(*more):
        command = [sys.executable, str(conftest.ROOT / "jobs/common_crawl.py"), str(crawl), str(tmp_path / "out")]
        arguments = ["--remote", server, "--split", "50000", "--extractor", "all_text", "--columns", "text,title,error", *more]
        return subprocess.run(command + arguments, capture_output=True, encoding="utf-8")

    done = job()
    assert done.returncode == 0, done.stderr
    assert f"templates of {SITES} sites" in done.stdout and f"{PAGES} rows, digest " in done.stdout, done.stdout
    again = job()
    assert again.returncode != 0, "an output that is there is refused"
    assert job("--overwrite").stdout == done.stdout, "and made again it is the same"

    import pyarrow.dataset

    rows = pyarrow.dataset.dataset(tmp_path / "out/rows", format="parquet").to_table().to_pylist()
    texts = {row["url"]: row["text"] for row in rows}
    assert len(rows) == PAGES
    story = texts["https://farm4.example/14"]
    assert story.startswith("Field 14") and "All about" not in story
    store = debulha.SiteStore(next(tmp_path.glob("out/templates/part-*.store")))
    assert store.methods() == ["template_evidence"] or store.methods() == []


def test_a_corpus_goes_through_the_job_and_is_scored(server, laboratory, tmp_path):
    pytest.importorskip("warcio")
    corpus = tmp_path / "fields"
    corpus.joinpath("pages").mkdir(parents=True)
    with corpus.joinpath("truth.jsonl").open("w") as truth:
        for number in range(3 * SITES + 1):
            corpus.joinpath("pages", f"{number}.html.gz").write_bytes(gzip.compress(page(number).encode()))
            # One more site has a single page, which nothing is learned from.
            site = f"farm_{number % SITES}" if number < 3 * SITES else "alone"
            story = f"Field {number}\nField {number} was sown with rye on day {number}, stood well in the winter, and gave {number} sheaves."
            truth.write(json.dumps({"id": str(number), "site": site, "text": story}) + "\n")

    def score(out, *more):
        script = [sys.executable, str(conftest.ROOT / "jobs/corpus_as_crawl.py"), str(corpus), str(tmp_path / out)]
        job = ["--min-pages", "3", "--command", laboratory, "--remote", server, "--extractor", "all_text", *more]
        done = subprocess.run(script + job, capture_output=True, encoding="utf-8")
        assert done.returncode == 0, done.stderr
        assert f"{3 * SITES} rows, digest " in done.stdout, done.stdout
        line = next(line for line in done.stdout.splitlines() if line.split()[:1] == [out])
        return [float(figure) for figure in line.split()[1:4]]

    precision, recall, f1 = score("with")
    assert (precision, recall, f1) == (1, 1, 1), "menus are templates, and stories are none"
    precision, recall, f1 = score("without", "--no-templates")
    assert precision < 0.7 and recall == 1


def test_a_page_that_ends_its_process_costs_its_row(spark):
    from debulha import spark as threshing

    poison = ["abort", "hang", "memory"]
    html = [page(number) for number in range(6)] + [f"<!-- poison: {word} --><p>Rye" for word in poison]
    pages = spark.createDataFrame([(text, f"https://farm.example/{at}") for at, text in enumerate(html)], ["html", "url"])
    made = threshing.extract(
        pages, columns=["text", "error"], extractor="all_text", sandbox=True, deadline=2, memory=1 << 30, _poison=True
    )
    rows = {row["url"]: row for row in made.collect()}
    failed = [rows[f"https://farm.example/{at}"]["error"] for at in range(6, 9)]
    assert len(rows) == 9 and all(failed) and "took longer than 2 s" in failed[1], failed
    assert all(rows[f"https://farm.example/{at}"]["text"].startswith("All about") for at in range(6))


def test_what_makes_no_sense_is_said_before_the_job(spark, crawl):
    from debulha import spark as threshing

    pages = pages_of(spark, crawl)
    with pytest.raises(ValueError, match="no column `body`"):
        threshing.extract(pages, html="body")
    with pytest.raises(ValueError, match="no column `prose`"):
        threshing.extract(pages, columns=["prose"])
    with pytest.raises(ValueError, match="unknown"):
        threshing.extract(pages, extractor="no_such_system")
    with pytest.raises(FileNotFoundError):
        threshing.extract(pages, site_store="/nowhere/at/all")


def test_the_blocks_of_the_guide_about_spark_run(spark, crawl, tmp_path):
    blocks = (conftest.ROOT / "docs/guides/spark.md").read_text("utf-8").split("```python\n")[1:]
    codes = [block.split("```")[0] for block in blocks]
    # Readers of the other engines are not among what tests need.
    code = "\n".join(code for code in codes if "threshing" in code)
    for other in codes:
        compile(other, "spark.md", "exec")
    places = {"crawl/*.warc.gz": f"{crawl}/*.warc.gz", "/shared/templates": f"{tmp_path}/templates", '"rows"': f'"{tmp_path}/rows"'}
    for place, here in places.items():
        assert place in code
        code = code.replace(place, here)
    names = {"session": spark}
    exec(code, names)
    assert spark.read.parquet(f"{tmp_path}/rows").count() == PAGES
    assert names["rows"].count() == PAGES, "without what sites repeat"


@pytest.mark.parametrize("form", ["parquet", "json"])
def test_the_output_of_the_command_is_a_data_frame(spark, crawl, command, tmp_path, form):
    out = tmp_path / "rows"
    files = sorted(crawl.glob("*.warc.gz"))
    assert command("extract", *files, "--to", "jsonl" if form == "json" else form, "-o", out) is not None
    rows = getattr(spark.read, form)(str(out))
    assert rows.count() == PAGES
    assert rows.where("url = 'https://farm3.example/13'").collect()[0]["title"] == "Field 13"
