"""Loaders of LangChain and LlamaIndex that ask Firecrawl's interface."""

import warnings

import pytest

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from langchain_community.document_loaders import FireCrawlLoader
    from llama_index.readers.web import FireCrawlWebReader

TITLE = "# A barn that dries its own grain"


@pytest.fixture
def url(site):
    return f"{site}/barn-story/source.html"


def langchain(server, url, mode, **params):
    return FireCrawlLoader(url, api_key="not-needed", api_url=server, mode=mode, params=params).load()


def test_langchain_scrapes_maps_and_crawls(fetching_server, url):
    [page] = langchain(fetching_server, url, "scrape")
    assert page.page_content.startswith(TITLE) and page.metadata["title"] == "A barn that dries its own grain"
    assert url in [link.page_content for link in langchain(fetching_server, url, "map")]
    pages = langchain(fetching_server, url, "crawl", limit=2, poll_interval=1)
    assert pages[0].page_content.startswith(TITLE)


def llama_index(server, url, mode, **params):
    reader = FireCrawlWebReader(api_key="not-needed", api_url=server, mode=mode, params=params)
    return reader.load_data(url=url)


def test_llama_index_scrapes_maps_and_crawls(fetching_server, url):
    [page] = llama_index(fetching_server, url, "scrape")
    assert page.text.startswith(TITLE)
    assert any(url in str(link.metadata) + link.text for link in llama_index(fetching_server, url, "map"))
    pages = llama_index(fetching_server, url, "crawl", limit=2, poll_interval=1)
    assert pages[0].text.startswith(TITLE)
