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


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="/proc is of Linux")
@pytest.mark.parametrize(
    ("share", "work"),
    [
        (1, lambda: debulha.extract(HTML, extractor=EXTRACTOR)),
        (20, lambda: debulha.extract(HTML)),
        (20, lambda: EXTRACTOR.parse(HTML.encode()).to_dict()),
        (20, lambda: EXTRACTOR.parse(HTML).blocks[0].text),
        (400, lambda: list(EXTRACTOR.extract_many([HTML] * 40, 2, output_format="txt"))),
        (20, lambda: next(EXTRACTOR.extract_many([7], 1))),
    ],
    ids=["extract", "default", "to_dict", "blocks", "many", "errors"],
)
def test_memory_does_not_grow(share, work):
    def times(calls):
        for _ in range(calls // share):
            work()

    times(CALLS // 4)
    before = resident()
    times(CALLS)
    # Pages of this size would be megabytes; allocators keep some memory to themselves.
    assert resident() - before < 1 << 20
