"""Memory does not grow with the number of calls. ``DEBULHA_CALLS`` sets the number."""

import gc
import os
import pathlib

import debulha
import pytest

CALLS = int(os.environ.get("DEBULHA_CALLS", 20_000))
HTML = "<title>Rye</title><h1>Rye</h1><p>Rye was sown early this year, and <a href=/oats>oats</a> in March."
EXTRACTOR = debulha.Extractor("bte")


def resident():
    """Bytes of the process in memory."""
    gc.collect()
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def pages():
    return EXTRACTOR.extract_many((HTML for _ in range(CALLS // 4)), 2, output_format="txt")


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="/proc is of Linux")
@pytest.mark.parametrize(
    "work",
    [
        lambda: [debulha.extract(HTML, extractor=EXTRACTOR) and None for _ in range(CALLS)],
        lambda: [debulha.extract(HTML) and None for _ in range(CALLS // 10)],
        lambda: [EXTRACTOR.parse(HTML.encode()).to_dict() and None for _ in range(CALLS // 10)],
        lambda: [EXTRACTOR.parse(HTML).blocks[0].text and None for _ in range(CALLS // 10)],
        lambda: [None for _ in pages()],
    ],
    ids=["extract", "default", "to_dict", "blocks", "many"],
)
def test_memory_does_not_grow(work):
    work()
    before = resident()
    work()
    # One byte a call and page would be thousands; allocators keep some pages of memory to themselves.
    assert resident() - before < 2 << 20
