"""Pages in processes of their own."""

import debulha
import pytest

pyarrow = pytest.importorskip("pyarrow")


def test_poisoned_pages_cost_their_own_rows():
    words = ["abort", "hang", "memory", "panic"]
    html = ["<p>Rye was sown early."] + [f"<!-- poison: {word} --><p>Rye" for word in words] + ["<p>Oats are sown in March."]
    sandbox = debulha.Sandbox(debulha.Extractor("bte"), ["text", "error"], deadline=2, memory=1 << 30, _poison=True)
    rows = sandbox.extract_arrow(pyarrow.record_batch({"html": html}), threads=2).to_pylist()
    assert [row["text"] for row in rows] == ["Rye was sown early.", None, None, None, None, "Oats are sown in March."]
    assert all(row["error"] for row in rows[1:5]) and "took longer than 2 s" in rows[2]["error"]


def test_rows_are_those_of_this_process(page):
    columns = ["text", "markdown", "title", "authors", "lang", "verdict", "confidence", "blocks", "error"]
    batch = pyarrow.record_batch({"html": [page.read_bytes()], "url": ["https://example.org/"]})
    extractor = debulha.Extractor()
    there = debulha.Sandbox(extractor, columns).extract_arrow(batch)
    assert there.to_pylist() == extractor.extract_arrow(batch, columns=columns).to_pylist()


def test_what_makes_no_sense_is_said():
    with pytest.raises(ValueError, match="unknown column `prose`"):
        debulha.Sandbox(debulha.Extractor("bte"), ["prose"])
    with pytest.raises(ValueError, match="deadline"):
        debulha.Sandbox(debulha.Extractor("bte"), deadline=0)
