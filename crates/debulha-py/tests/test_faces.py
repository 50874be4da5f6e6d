"""The package writes what the library writes; see testdata/faces/README.md."""

import json
import pathlib

import pytest

import debulha

FOLDER = pathlib.Path(__file__).parents[3] / "testdata/faces"
CASES = json.loads(FOLDER.joinpath("cases.json").read_text())
URL = "https://example.org/a"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_extract_many_and_pages_write_the_files_of_all_cases(case):
    html = FOLDER.joinpath(case.get("page", "page.html")).read_bytes()
    wanted = FOLDER.joinpath(case["name"]).read_bytes().decode()
    # A text of Python has no encoding to state.
    wanted = wanted.removeprefix('<?xml version="1.0" encoding="UTF-8"?>\n')
    extractor = debulha.Extractor(
        case.get("extractor", "debulha"), preset=case.get("preset"), params=case.get("params")
    )
    if "title" in case:
        page = extractor.parse(html, URL)
        assert page.markdown(links=False, images=False, title=case["title"]) == wanted
    elif "footnotes" in case:
        page = extractor.parse(html, URL)
        assert page.markdown(links=case["links"], images=False, footnotes=case["footnotes"]) == wanted
    elif "records" in case:
        wanted_records = json.loads(wanted)["records"]
        assert extractor.parse(html, URL).records() == wanted_records
    else:
        options = {
            "output_format": case["format"],
            "with_metadata": case.get("metadata", False),
            "include_links": case.get("links", False),
            "include_images": case.get("images", False),
            "include_tables": case.get("tables", True),
        }
        assert list(extractor.extract_many([(html, URL)], **options)) == [wanted]
        if "preset" not in case and "params" not in case:
            assert debulha.extract(html, URL, extractor=case.get("extractor"), **options) == wanted
