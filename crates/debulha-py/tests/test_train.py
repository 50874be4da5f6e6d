"""Training: the same model as the command's, from corpora and from pages at hand."""

import gzip
import json
import pickle
import struct
import threading

import debulha
import pytest

SITES, PAGES = 4, 12
#: Parameters for a corpus this small.
SMALL = {"folds": 4, "features": 40, "min_rows": 2, "l2": 0.1}


def story(number):
    parts = [f"In story {number}, part {part}, the rye of field {part} was cut before the rain came down." for part in range(4)]
    site = number % SITES
    menu = f"<a href=/>To all parts of site {site}</a> " * 6
    html = f"<table><tr><td>{menu}</table><main>{''.join(f'<p>{part}' for part in parts)}</main><footer>Owner of site {site}</footer>"
    return {"html": html, "text": "\n".join(parts), "url": f"https://site{site}.example/{number}", "id": f"p{number:02}"}


STORIES = [story(number) for number in range(PAGES)]


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "barns"
    folder.joinpath("pages").mkdir(parents=True)
    rows = []
    for page in STORIES:
        folder.joinpath("pages", f"{page['id']}.html.gz").write_bytes(gzip.compress(page["html"].encode()))
        site = page["url"].split("/")[2]
        rows.append({"id": page["id"], "url": page["url"], "site": site, "text": page["text"]})
    folder.joinpath("truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def parts(model):
    """The card and the payload of a model file."""
    size, payload = struct.unpack_from("<IQ", model, 12)
    return json.loads(model[24 : 24 + size]), model[24 + size : 24 + size + payload]


def test_the_model_is_that_of_the_command(corpus, tmp_path, command):
    path = tmp_path / "barns.model"
    params = [f"--param={name}={value}" for name, value in SMALL.items()]
    assert command("train", "debulha", "--data", corpus, "--output", path, *params, "--no-progress") is not None
    card, payload = parts(path.read_bytes())
    model = debulha.train("debulha", corpus, params=SMALL, threads=2)
    made, learned = parts(model.to_bytes())
    assert learned == payload
    assert {**made, "program": ""} == {**card, "program": ""}


def test_the_same_pages_make_the_same_bytes_on_any_number_of_threads():
    models = [debulha.train("debulha", iter(STORIES), params=SMALL, threads=threads) for threads in (1, 3)]
    assert models[0].to_bytes() == models[1].to_bytes() and models[0] == models[1]
    other = debulha.train("debulha", STORIES, params=SMALL, seed=2)
    assert other != models[0] and other.card["seed"] == 2
    changed = [*STORIES[:-1], {**STORIES[-1], "text": "Owner of site 3"}]
    digest = debulha.train("debulha", changed, params=SMALL).card["data"][0]["digest"]
    assert digest != models[0].card["data"][0]["digest"]


def test_pages_and_corpora_are_learned_from_alike(corpus):
    of_pages = debulha.train("debulha", [{**page, "html": page["html"].encode()} for page in STORIES], params=SMALL)
    of_corpora = debulha.train("debulha", [corpus], params=SMALL)
    assert parts(of_pages.to_bytes())[1] == parts(of_corpora.to_bytes())[1]
    assert of_corpora.card["command"].endswith(" --param 'l2=0.1' --data barns")
    assert of_corpora.card["data"][0]["name"] == "barns" and of_pages.card["data"][0]["name"] == "pages"


def test_what_is_kept_of_held_out_pages():
    model = debulha.train("debulha", STORIES, params=SMALL, held_out=True)
    assert [row["page"] for row in model.held_out] == [page["id"] for page in STORIES]
    assert [row["text"].split() for row in model.held_out] == [page["text"].split() for page in STORIES]
    extractor = debulha.Extractor(model=model)
    assert extractor.id == "debulha"
    assert extractor.parse(STORIES[0]["html"]).text == model.held_out[0]["text"]
    assert debulha.train("debulha", STORIES, params=SMALL).held_out is None


def test_a_model_is_saved_read_and_pickled(tmp_path):
    model = debulha.train("debulha", STORIES, params=SMALL, licence="CC0", date="2026-11-26")
    path = tmp_path / "rye.model"
    path.write_bytes(b"an older one")
    model.save(path)
    assert [entry.name for entry in tmp_path.iterdir()] == ["rye.model"] and path.read_bytes() == model.to_bytes()
    assert debulha.Model(path) == model == debulha.Model(model.to_bytes()) == pickle.loads(pickle.dumps(model))
    assert (model.system, model.card["licence"], model.card["date"]) == ("debulha", "CC0", "2026-11-26")
    html = STORIES[0]["html"]
    texts = {debulha.Extractor(model=source).parse(html).text for source in (model, path, str(path), model.to_bytes())}
    assert len(texts) == 1 and debulha.parse(html, model=model).text in texts
    copied = pickle.loads(pickle.dumps(debulha.Extractor(model=model)))
    assert copied.parse(html).text in texts
    with pytest.raises(OSError):
        model.save(tmp_path / "none" / "rye.model")
    with pytest.raises(ValueError, match="damaged|truncated"):
        debulha.Model(model.to_bytes()[:-1])


def test_progress_is_told_and_other_threads_go_on():
    steps, ticks, done = [], 0, threading.Event()

    def train():
        debulha.train("debulha", STORIES * 4, params=SMALL, progress=lambda *step: steps.append(step))
        done.set()

    thread = threading.Thread(target=train)
    thread.start()
    while not done.wait(0.001):
        ticks += 1
    thread.join()
    assert steps and all(isinstance(what, str) and 0 <= at <= of for what, at, of in steps)
    assert ticks > 0, "training does not hold the lock of the interpreter"


def test_an_exception_of_the_callback_is_raised():
    calls = []

    def progress(*step):
        calls.append(step)
        raise KeyError("no more")

    with pytest.raises(KeyError, match="no more"):
        debulha.train("l_extractor", STORIES, params={"folds": 2}, threads=1, progress=progress)
    assert len(calls) == 1, "it is not called again"


def test_templates_need_no_labels():
    pages = [{"html": story(number)["html"], "site": f"site {number % 2}"} for number in range(24)]
    model = debulha.train("template", pages)
    assert model.system == "template_isotonic"
    kept = debulha.Extractor(model=model).parse(story(99)["html"]).text
    assert "In story 99, part 2" in kept


@pytest.mark.parametrize(
    ("recipe", "data", "more", "error", "said"),
    [
        ("rye", STORIES, {}, ValueError, "unknown model `rye`"),
        ("adeater", STORIES, {}, ValueError, "learns from a table"),
        ("debulha", [], {}, ValueError, "no pages"),
        ("debulha", [{"text": "Rye"}], {}, ValueError, "needs `html`"),
        ("debulha", [{"html": "<p>Rye", "gold": "Rye"}], {}, ValueError, "no field `gold`"),
        ("debulha", [{"html": 7}], {}, TypeError, "html must be"),
        ("debulha", [7], {}, TypeError, "paths of corpora or dicts of pages, not int"),
        ("debulha", 7, {}, TypeError, "int"),
        ("debulha", [{"html": "<p>Rye"}], {}, ValueError, "no page has both text and labels"),
        ("debulha", STORIES, {"params": {"rye": 1}}, ValueError, "rye"),
        ("debulha", STORIES, {"params": {"folds": "many"}}, ValueError, "many"),
        ("debulha", STORIES, {"threads": 0}, ValueError, "threads"),
        ("debulha", "/nowhere/at/all", {}, OSError, "not a corpus"),
        ("debulha", [*STORIES, "/nowhere/at/all"], {}, ValueError, "not both"),
    ],
)
def test_what_makes_no_sense_is_said(recipe, data, more, error, said):
    with pytest.raises(error, match=said):
        debulha.train(recipe, data, **more)
