"""Record batches of pages."""

import debulha
import pytest

pyarrow = pytest.importorskip("pyarrow")
TYPES = ["binary", "large_binary", "binary_view", "string", "large_string", "string_view"]
BTE = debulha.Extractor("bte")


@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("threads", [1, 3])
def test_a_row_for_each_row(page, kind, threads):
    html = page.read_bytes()
    if "string" in kind:
        html = html.decode("utf-8", "replace")
    pages = [html, None, "<p>Rye was sown early this year.", html]
    values = [value.encode() if isinstance(value, str) and "binary" in kind else value for value in pages]
    column = pyarrow.array(values, getattr(pyarrow, kind)())
    urls = ["https://example.org/a", None, "https://example.org/c", None]
    made = BTE.extract_arrow(pyarrow.record_batch({"html": column, "url": urls}), threads=threads)
    assert isinstance(made, pyarrow.RecordBatch) and made.num_rows == 4
    first = BTE.parse(html, urls[0])
    row = made.to_pylist()[0]
    assert row["text"] == first.text and row["markdown"] == first.markdown(links=False, images=False)
    assert row["title"] == first.metadata["title"] and row["verdict"] == first.verdict
    assert made["url"].to_pylist() == urls
    assert made["text"].to_pylist()[1:3] == [None, "Rye was sown early this year."]
    errors = made["error"].to_pylist()
    assert errors[0] is None and "is missing or null" in errors[1] and errors[2] is None


def test_columns_and_names():
    pages = pyarrow.record_batch({"raw": [b"<h1>Rye</h1><p>Sown in aut\xe1mn"], "enc": ["iso-8859-1"]})
    made = debulha.Extractor("all_text").extract_arrow(
        pages, columns=["content=text", "blocks"], fields={"html": "raw", "charset": "enc"}
    )
    assert made.schema.names == ["content", "blocks"]
    (row,) = made.to_pylist()
    assert "autámn" in row["content"] and [block["type"] for block in row["blocks"]] == ["heading", "paragraph"]


def test_links_are_shown():
    pages = pyarrow.record_batch({"html": ["<p>Rye was sown <a href=/a>early</a>."], "url": ["https://e.org/"]})
    made = debulha.Extractor("all_text").extract_arrow(pages, columns=["markdown"], include_links=True)
    assert made.to_pylist() == [{"markdown": "Rye was sown [early](https://e.org/a)."}]


def test_slices_and_tables_of_others():
    pages = pyarrow.record_batch({"html": ["<p>Wheat", "<p>Rye was sown early.", "<p>Oats"]})
    assert BTE.extract_arrow(pages.slice(1, 1), columns=["text"]).to_pylist() == [{"text": "Rye was sown early."}]
    assert BTE.extract_arrow(pages.slice(0, 0), columns=["text"]).num_rows == 0

    class Foreign:
        def __arrow_c_array__(self, requested_schema=None):
            return pages.__arrow_c_array__(requested_schema)

    assert BTE.extract_arrow(Foreign(), columns=["id"]).to_pylist() == [{"id": "0"}, {"id": "1"}, {"id": "2"}]


def test_what_is_no_page_is_told():
    pages = pyarrow.record_batch({"html": ["<p>Rye", "<p>Rye"], "status": [404, 200], "mime": ["text/html", "image/png"]})
    assert BTE.extract_arrow(pages, columns=["error"]).to_pylist() == [
        {"error": "no page by its status or media type"}
    ] * 2


def test_wrong_arguments():
    pages = pyarrow.record_batch({"html": ["<p>Rye"]})
    for given in [{"columns": ["prose"]}, {"columns": []}, {"fields": {"prose": "a"}}, {"threads": 0}]:
        with pytest.raises(ValueError):
            BTE.extract_arrow(pages, **given)
    with pytest.raises(ValueError, match="no column `html`"):
        BTE.extract_arrow(pyarrow.record_batch({"page": ["<p>Rye"]}))
    for other in [7, pyarrow.array([1])]:
        with pytest.raises((TypeError, ValueError)):
            BTE.extract_arrow(other)
