"""The interface of Firecrawl, asked by its Python client."""

import pytest
from conftest import BARN, command_markdown
from firecrawl import Firecrawl
from firecrawl.v2.types import ParseOptions
from firecrawl.v2.utils.error_handler import BadRequestError, UnauthorizedError


def client(address):
    return Firecrawl(api_key="not-needed", api_url=address)


def test_a_page_is_scraped(fetching_server, site):
    url = f"{site}/barn-story/source.html"
    document = client(fetching_server).scrape(url, formats=["markdown", "html", "rawHtml", "links", "images"])
    assert document.markdown.startswith("# A barn that dries its own grain")
    assert "<h1>" in document.html
    assert document.raw_html == BARN.read_text()
    assert all(link.startswith(("http", "mailto:")) for link in document.links)
    metadata = document.metadata
    assert metadata.title == "A barn that dries its own grain"
    assert (metadata.source_url, metadata.status_code) == (url, 200)
    assert metadata.extras["debulha"]["verdict"] == "ok"
    assert metadata.extras["debulha"]["confidence"] > 0.5


def test_parts_are_left_out_and_chosen(fetching_server, site):
    url = f"{site}/barn-story/source.html"
    firecrawl = client(fetching_server)
    without = firecrawl.scrape(url, exclude_tags=["h1", "title", "meta", "script"])
    assert not without.markdown.startswith("# A barn")
    only = firecrawl.scrape(url, include_tags=["h1"])
    assert only.markdown == "# A barn that dries its own grain"
    whole = firecrawl.scrape(url, only_main_content=False)
    assert len(whole.markdown) > len(without.markdown)


def test_a_site_is_mapped(fetching_server, site):
    found = client(fetching_server).map(f"{site}/barn-story/source.html", limit=50)
    links = [link.url for link in found.links]
    assert links[0] == f"{site}/barn-story/source.html" and all(link.startswith(site) for link in links)


def test_a_site_is_crawled_and_a_batch_scraped(fetching_server, site):
    url = f"{site}/barn-story/source.html"
    crawled = client(fetching_server).crawl(url, limit=2, poll_interval=1)
    assert (crawled.status, crawled.data[0].metadata.source_url) == ("completed", url)
    batch = client(fetching_server).batch_scrape([url], formats=["markdown"], poll_interval=1)
    assert batch.status == "completed" and batch.data[0].markdown.startswith("# A barn that dries its own grain")
    job = client(fetching_server).start_crawl(url, limit=1)
    assert client(fetching_server).cancel_crawl(job.id) in (True, False)


def test_the_older_client_scrapes_and_maps(fetching_server, site):
    old = client(fetching_server).v1
    url = f"{site}/barn-story/source.html"
    assert old.scrape_url(url, formats=["markdown"]).markdown.startswith("# A barn that dries its own grain")
    assert url in old.map_url(url).links


def test_a_file_is_parsed(server):
    firecrawl = client(server)
    document = firecrawl.parse(str(BARN), options=ParseOptions(formats=["markdown", "links"]))
    assert document.markdown.strip() == command_markdown(BARN).strip()
    assert document.metadata.extras["debulha"]["extractor"] == "debulha"
    document = firecrawl.parse(BARN.read_bytes(), filename="page.html")
    assert document.markdown.startswith("# A barn that dries its own grain")


def test_refusals_are_shown(server):
    firecrawl = client(server)
    with pytest.raises(BadRequestError, match="--allow-fetch"):
        firecrawl.scrape("https://example.org/")
    with pytest.raises(BadRequestError, match="`summary` is not made here"):
        firecrawl.scrape("https://example.org/", formats=["summary"])
    with pytest.raises(BadRequestError, match="`actions` is not done here"):
        firecrawl.scrape("https://example.org/", actions=[{"type": "wait", "milliseconds": 10}])
    with pytest.raises(Exception, match="a PDF"):
        firecrawl.parse(b"%PDF-1.7\n", filename="paper.pdf")


def test_waiting_needs_a_browser(fetching_server, site):
    with pytest.raises(BadRequestError, match="start it with --render"):
        client(fetching_server).scrape(f"{site}/barn-story/source.html", wait_for=1000)


def test_a_wrong_token_is_told(locked_server):
    with pytest.raises(UnauthorizedError, match="show the token of this server"):
        client(locked_server).parse(BARN.read_bytes(), filename="page.html")
