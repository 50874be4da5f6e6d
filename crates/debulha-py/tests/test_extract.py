"""`extract`: results, inputs, and the names of trafilatura."""

import json
import re
import warnings

import debulha
import pytest

FORMATS = ["txt", "markdown", "json", "html", "xml", "xmltei"]


@pytest.mark.parametrize("format", FORMATS)
def test_as_the_command(page, command, format):
    url = "https://example.org/a/b"
    made = debulha.extract(page.read_bytes(), url, output_format=format)
    theirs = command("extract", page, "--url", url, "--format", format)
    # A text of Python has no encoding to state.
    assert made == theirs.removeprefix('<?xml version="1.0" encoding="UTF-8"?>\n')


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ({"with_metadata": True, "output_format": "markdown"}, ["--with-metadata", "--format", "markdown"]),
        ({"include_links": True, "include_images": True, "output_format": "md"}, ["--links", "--images", "--markdown"]),
        ({"include_tables": False}, ["--no-tables"]),
        ({"include_comments": False}, ["--no-comments"]),
        ({"favor_precision": True}, ["--precision"]),
        ({"favor_recall": True, "include_comments": False}, ["--recall", "--no-comments"]),
        ({"only_with_metadata": True}, ["--only-with-metadata"]),
        ({"extractor": "cetd"}, ["-e", "cetd"]),
        (
            {"compat": "trafilatura", "with_metadata": True, "output_format": "json"},
            ["--compat", "trafilatura", "--with-metadata", "--json"],
        ),
    ],
)
def test_options_as_the_command(page, command, given, options):
    assert (debulha.extract(page.read_bytes(), **given) or "") == (command("extract", page, *options) or "")


def test_csv_is_the_row_of_the_command_without_its_file(page, command):
    header, row = command("extract", page, "--csv").split("\n", 1)
    assert header.startswith("file,")
    assert row.endswith("," + debulha.extract(page.read_bytes(), output_format="csv"))


def test_text_and_all_sorts_of_bytes_give_the_same(barn):
    text = debulha.extract(barn.decode())
    assert "cookies" not in text and len(text) > 500
    assert all(debulha.extract(kind(barn)) == text for kind in [bytes, bytearray, memoryview])
    assert debulha.extract(memoryview(barn)[10:]) is not None


def test_pages_without_content_are_none():
    for page in ["", b"", " ", "<p></p>", b"%PDF-1.7", b"\x89PNG\r\n\x1a\n", None]:
        assert debulha.extract(page) is None


@pytest.mark.parametrize("page", [7, ["<p>"], object(), {"html": ""}])
def test_other_types_are_errors(page):
    with pytest.raises(TypeError, match="html must be str or bytes"):
        debulha.extract(page)


def test_a_surrogate_is_one_replacement_character():
    text = debulha.extract("<p>Rye \ud800 stands well, \U0001f33e and so do oats.")
    assert text == "Rye \ufffd stands well, \U0001f33e and so do oats."


def test_wrong_values_are_errors():
    for given in [
        {"output_format": "docx"},
        {"extractor": "no_such"},
        {"compat": "word"},
        {"favor_precision": True, "favor_recall": True},
        {"extractor": debulha.Extractor("bte"), "favor_recall": True},
        {"extractor": "all_text", "favor_recall": True},
        {"target_language": "english"},
    ]:
        with pytest.raises(ValueError):
            debulha.extract("<p>Rye", **given)


def test_unknown_names_are_errors():
    with pytest.raises(TypeError, match="favour_recall"):
        debulha.extract("<p>Rye", favour_recall=True)
    with pytest.raises(TypeError):
        debulha.extract("<p>Rye", filecontent="<p>Rye")


def test_a_system_is_an_id_or_an_extractor():
    with pytest.raises(TypeError, match="extractor must be an id or an Extractor, not int"):
        debulha.extract("<p>Rye", extractor=7)
    with pytest.raises(TypeError, match="model must be a model, a path or bytes, not int"):
        debulha.Extractor(model=7)


@pytest.mark.parametrize(
    "given",
    [
        {"deduplicate": True},
        {"prune_xpath": "//nav"},
        {"url_blacklist": {"a"}},
        {"author_blacklist": {"a"}},
        {"date_extraction_params": {"original_date": True}},
        {"tei_validation": True},
        {"record_id": 1},
        {"max_tree_size": 1},
        {"settingsfile": "a"},
        {"config": {"a": 1}},
        {"options": {"a": 1}},
    ],
)
def test_names_of_trafilatura_that_mean_nothing_are_warned_of(given):
    with pytest.warns(UserWarning, match=f"`{next(iter(given))}` has no effect"):
        debulha.extract("<p>Rye", **given)


def test_a_warning_comes_once_at_a_place():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("default")
        for _ in range(3):
            debulha.extract("<p>Rye", deduplicate=True)
    assert len(caught) == 1


def test_names_of_trafilatura_that_mean_what_is_done_anyway_are_silent():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        debulha.extract("<p>Rye", fast=True, no_fallback=True, include_formatting=True)


def test_pages_in_other_languages_are_left_out(barn):
    assert debulha.extract(barn, target_language="en") == debulha.extract(barn)
    assert debulha.extract(barn, target_language="de") is None
    for tag in ["EN", "en-US", "en_GB", "eng"]:
        assert debulha.extract(barn, target_language=tag) == debulha.extract(barn)
    unknown = "<p>0123 4567 8901"
    assert debulha.extract(unknown, target_language="de") == debulha.extract(unknown)


def test_the_shape_of_trafilatura(barn):
    made = json.loads(debulha.extract(barn, output_format="json", with_metadata=True, compat="trafilatura"))
    assert made["title"] == "A barn that dries its own grain"
    assert made["hostname"] == "courier.example" and made["date"] == "2024-09-14"
    assert re.match(r"\S", made["text"])


def test_metadata_as_the_command(page, command):
    assert debulha.extract_metadata(page.read_bytes()) == json.loads(command("metadata", page))
