"""`extract_arrow` in engines that hand out Arrow, as docs/guides/spark.md has it. Each is left out where it is not installed."""

import debulha
import pytest

pa = pytest.importorskip("pyarrow")

GRAINS = ["Oats", "Rye", "Spelt", "Wheat"]
HTML = [f"<nav><a href=/>Home</a></nav><p>{grain} was sown early this year, and stood well in the winter." for grain in GRAINS]
URLS = [f"https://example.org/{grain.lower()}" for grain in GRAINS]
EXTRACTOR = debulha.Extractor("bte")
TEXTS = [EXTRACTOR.parse(html).text for html in HTML]


def content(table):
    batches = [EXTRACTOR.extract_arrow(batch, columns=["url", "text", "error"]) for batch in table.to_batches()]
    return pa.Table.from_batches(batches)


def table():
    return pa.table({"html": HTML, "url": URLS})


def test_ray_data():
    ray = pytest.importorskip("ray")
    data = pytest.importorskip("ray.data")
    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False)
    try:
        rows = data.from_arrow(table()).map_batches(content, batch_format="pyarrow", batch_size=3).take_all()
    finally:
        ray.shutdown()
    assert sorted((row["url"], row["text"], row["error"]) for row in rows) == [(url, text, None) for url, text in zip(URLS, TEXTS)]


def test_daft():
    daft = pytest.importorskip("daft")

    @daft.func.batch(return_dtype=daft.DataType.string())
    def text(html: daft.Series):
        return EXTRACTOR.extract_arrow(pa.record_batch({"html": html.to_arrow()}), columns=["text"])["text"]

    pages = daft.from_arrow(table())
    made = pages.with_column("text", text(pages["html"])).sort("url").to_pydict()
    assert (made["url"], made["text"]) == (URLS, TEXTS)


def test_dask():
    dd = pytest.importorskip("dask.dataframe")

    def partition(pages):
        batch = pa.RecordBatch.from_pandas(pages[["html", "url"]], preserve_index=False)
        return EXTRACTOR.extract_arrow(batch, columns=["url", "text"]).to_pandas()

    pages = dd.from_pandas(table().to_pandas(), npartitions=2)
    made = pages.map_partitions(partition, meta={"url": "object", "text": "object"}).compute(scheduler="threads")
    assert (list(made["url"]), list(made["text"])) == (URLS, TEXTS)
