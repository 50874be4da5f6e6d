"""Extractors: pickled, shared between threads and processes, over many pages."""

import copy
import itertools
import multiprocessing
import os
import pathlib
import pickle
import signal
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import conftest
import debulha
import pytest

HTML = [path.read_bytes() for path in conftest.PAGES]


def text_of(extractor, html):
    """Pickled by its name, so at the top."""
    return extractor.parse(html).text


@pytest.mark.parametrize(
    "extractor",
    [
        debulha.Extractor(),
        debulha.Extractor("cetd", params={"link_count": "descendants"}),
        debulha.Extractor(preset="recall", params={"comments": "drop"}),
    ],
    ids=repr,
)
def test_pickled_and_copied(extractor, barn):
    for twin in [pickle.loads(pickle.dumps(extractor)), copy.copy(extractor), copy.deepcopy(extractor)]:
        assert repr(twin) == repr(extractor)
        assert twin.parse(barn).text == extractor.parse(barn).text


def test_models_come_from_bytes_and_files(tmp_path, barn):
    model = conftest.ROOT.joinpath("crates/debulha-core/src/extractors/debulha/debulha.model")
    made = debulha.Extractor(model=model)
    assert made.id == "debulha" and made.parse(barn).text == debulha.extract(barn)
    held = debulha.Extractor(model=model.read_bytes())
    assert pickle.loads(pickle.dumps(held)).parse(barn).text == debulha.extract(barn)
    assert pickle.loads(pickle.dumps(made)).id == "debulha"
    with pytest.raises(ValueError):
        debulha.Extractor(model=b"no model")
    with pytest.raises(FileNotFoundError):
        debulha.Extractor(model=tmp_path / "missing")
    with pytest.raises(ValueError, match="is for `debulha`"):
        debulha.Extractor("hidden_web", model=model)


@pytest.mark.parametrize(
    "given",
    [
        {"id": "no_such"},
        {"params": {"no_such": 1}},
        {"id": "all_text", "preset": "recall"},
        {"id": "pagelet_local"},
        {"drop_repeated": 0.3},
        {"drop_repeated": 3.0},
        {"params": {"comments": "perhaps"}},
    ],
)
def test_what_makes_no_sense_is_an_error(given):
    with pytest.raises(ValueError):
        debulha.Extractor(**given)


def test_threads_share_an_extractor():
    extractor = debulha.Extractor()
    alone = [extractor.parse(html).text for html in HTML]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda html: extractor.parse(html).text, HTML * 3)) == alone * 3


def test_other_threads_run_while_a_page_is_read():
    ticks, stop = itertools.count(), threading.Event()

    def tick():
        while not stop.wait(0.001):
            next(ticks)

    thread = threading.Thread(target=tick)
    thread.start()
    page = "<p>Rye was sown early this year.</p>" * 20_000
    before = next(ticks)
    debulha.parse(page, extractor="bte")
    during = next(ticks) - before
    stop.set()
    thread.join()
    assert during > 3


def test_many_pages_in_order():
    extractor = debulha.Extractor("bte")
    for threads in [1, 3, None]:
        texts = list(extractor.extract_many(HTML * 5, threads, output_format="txt"))
        assert texts == [debulha.extract(html, extractor=extractor) for html in HTML] * 5
    pages = list(extractor.extract_many((html, f"https://example.org/{nth}") for nth, html in enumerate(HTML)))
    assert [page.url for page in pages] == [f"https://example.org/{nth}" for nth in range(len(HTML))]
    markdown = extractor.extract_many(HTML, output_format="markdown", include_links=True, with_metadata=True)
    assert list(markdown) == [
        debulha.extract(html, extractor=extractor, output_format="markdown", include_links=True, with_metadata=True)
        for html in HTML
    ]


def test_what_goes_wrong_with_a_page_is_a_value():
    extractor = debulha.Extractor("bte")
    pages = ["<p>Rye", 7, ("<p>Oats", 7), ("<p>", "a", "b", "c"), b"", "<p>Spelt"]
    rye, *wrong, nothing, spelt = extractor.extract_many(pages, 2, output_format="txt")
    assert (rye, nothing, spelt) == ("Rye", None, "Spelt")
    assert [type(error) for error in wrong] == [TypeError, TypeError, ValueError]


def test_an_error_of_the_source_comes_behind_its_pages():
    def pages():
        yield "<p>Rye"
        yield "<p>Oats"
        raise KeyError("torn")

    made = debulha.Extractor("bte").extract_many(pages(), output_format="txt")
    assert [next(made), next(made)] == ["Rye", "Oats"]
    with pytest.raises(KeyError, match="torn"):
        next(made)
    with pytest.raises(StopIteration):
        next(made)


def test_memory_is_bounded_by_the_pages_under_way():
    taken = itertools.count()
    made = debulha.Extractor("bte").extract_many((f"<p>Rye {next(taken)}" for _ in itertools.count()), 2)
    for _ in range(20):
        next(made)
    assert next(taken) <= 20 + 2 * 4
    del made


def test_wrong_arguments_of_many():
    extractor = debulha.Extractor("bte")
    for threads in [0, 100_000]:
        with pytest.raises(ValueError, match="threads"):
            extractor.extract_many([], threads)
    with pytest.raises(TypeError):
        extractor.extract_many(7)
    with pytest.raises(ValueError):
        extractor.extract_many([], output_format="docx")


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_processes(method):
    extractor = debulha.Extractor()
    alone = [extractor.parse(html).text for html in HTML]
    # Threads of this process must not matter to its children.
    list(extractor.extract_many(HTML, 2))
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as pool:
        assert list(pool.map(text_of, [extractor] * len(HTML), HTML, timeout=120)) == alone


def use_iterator():
    with pytest.raises(RuntimeError, match="another process"):
        next(ITERATOR)
    texts = debulha.Extractor("bte").extract_many(["<p>Rye"], output_format="txt")
    return list(texts)


ITERATOR = debulha.Extractor("bte").extract_many(["<p>Rye"] * 100)


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_an_iterator_stays_in_its_process():
    with ProcessPoolExecutor(1, multiprocessing.get_context("fork")) as pool:
        assert pool.submit(use_iterator).result(timeout=60) == ["Rye"]


def test_site_stores(tmp_path):
    path = tmp_path / "farms.store"
    page = "<div><a href=/>Home</a><a href=/n>News</a><a href=/s>Sport</a></div><div><p>{}</p></div>"
    pages = [(page.format(grain), f"https://example.org/{grain}") for grain in ["rye", "oats", "spelt"]]
    store = debulha.SiteStore(path)
    assert store.learn([*pages, (page, None)], methods=["pagelet_local"]) == 3
    assert store.sites() == {"example.org": 3}
    assert set(store.methods()) == {"pagelet_local", "template_evidence"}
    assert store.learn(pages[:1]) == 1 and store.sites() == {"example.org": 3}
    assert pathlib.Path(pickle.loads(pickle.dumps(store)).path) == path
    extractor = pickle.loads(pickle.dumps(debulha.Extractor("pagelet_local", site_store=path)))
    assert extractor.parse(page.format("barley"), "https://example.org/barley").text == "barley"
    assert not extractor.parse(page.format("barley"), "https://example.com/barley")
    of_site = debulha.Extractor("pagelet_local", site_store=path, site="example.org")
    assert of_site.parse(page.format("barley")).text == "barley"
    # Who reads a store keeps others from writing it.
    with pytest.raises(OSError, match="in use"):
        store.learn(pages)
    del extractor, of_site
    with pytest.raises(ValueError):
        store.learn(pages, methods=["no_such"])
    path.write_bytes(b"no store")
    with pytest.raises(OSError):
        debulha.SiteStore(path)


def test_extractors_of_the_same_recipe_are_equal():
    one, other = debulha.Extractor("cetd", params={"link_count": "descendants"}), debulha.Extractor("cetd")
    assert other == debulha.Extractor("cetd") and one != other and len({other, debulha.Extractor("cetd"), one}) == 2


def test_a_relative_model_is_found_from_another_folder(tmp_path, monkeypatch):
    model = conftest.ROOT / "crates/debulha-core/src/extractors/debulha/debulha.model"
    tmp_path.joinpath("m.model").write_bytes(model.read_bytes())
    monkeypatch.chdir(tmp_path)
    made = pickle.dumps(debulha.Extractor(model="m.model"))
    monkeypatch.chdir(conftest.ROOT)
    assert pickle.loads(made).id == "debulha"


def test_parameters_are_named_where_they_are_wrong():
    with pytest.raises(ValueError, match="parameter `threshold`"):
        debulha.Extractor("cetd", params={"threshold": float("nan")})


def test_numbers_below_zero_are_named():
    for call in [
        lambda: debulha.Extractor().extract_many([], -1),
        lambda: debulha.read_warc(__file__, -1),
        lambda: debulha.parse("<p>Rye").chunks(chars=-1),
        lambda: debulha.train("blocks", [], seed=-1),
    ]:
        with pytest.raises(ValueError):
            call()


def test_pages_may_have_a_charset_and_the_iterator_can_be_closed():
    euro = b"<p>Rye costs \xa4 5 a sack in the autumn market."
    results = debulha.Extractor("bte").extract_many([(euro, None, "iso-8859-15")] * 100, 1, output_format="txt")
    assert next(results) == "Rye costs € 5 a sack in the autumn market."
    results.close()
    assert list(results) == []


def test_training_pages_are_dicts_and_no_texts():
    with pytest.raises(TypeError, match="not the text of a page") as error:
        debulha.train("l_extractor", ["<p>Rye"])
    assert "Rye" not in str(error.value)


def test_an_interrupt_ends_the_wait_and_loses_no_page():
    long = "<p>Rye was sown early this year.</p>" * 100_000
    pages = debulha.Extractor().extract_many([long], 1, output_format="txt")
    # A process that was started in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            next(pages)
    finally:
        signal.signal(signal.SIGINT, before)
    # The interrupt came while the page was worked on, and its result is still to come.
    assert next(pages).startswith("Rye was sown")
