"""Calls of trafilatura."""

import json
import xml.etree.ElementTree as ElementTree

import debulha
import pytest


def test_a_page_has_two_names_and_a_third_positional_argument(barn):
    assert debulha.extract(filecontent=barn) == debulha.extract(barn, None, None)
    with pytest.warns(UserWarning, match="`record_id` has no effect"):
        debulha.extract(barn, "https://e.org/", "7")


def test_what_stands_for_no_page_is_none():
    class NAType:
        pass

    for nothing in [None, float("nan"), NAType()]:
        assert debulha.extract(nothing) is None
    for address in ["https://example.org/", " http://example.org/rye "]:
        assert debulha.extract(address) is None
    assert debulha.extract("https://example.org/ has rye, oats and barley, all of them sown in autumn.") is not None
    with pytest.raises(TypeError, match="not float"):
        debulha.extract(1.5)


def test_bare_extraction_has_metadata_and_text(barn):
    found = debulha.bare_extraction(barn, "https://courier.example/grain", favor_precision=True)
    assert (found.title, found.author, found.date) == ("A barn that dries its own grain", "Marta Lind", "2024-09-14")
    assert found.text == debulha.extract(barn, "https://courier.example/grain", favor_precision=True)
    assert debulha.bare_extraction(barn, as_dict=True) == debulha.bare_extraction(barn).as_dict()
    assert debulha.bare_extraction("") is None
    with pytest.raises(TypeError, match="nonsense"):
        debulha.bare_extraction(barn, nonsense=1)


def test_extract_with_metadata_has_the_text_in_a_format(barn):
    found = debulha.extract_with_metadata(barn, output_format="markdown")
    assert found.title and found.text == debulha.extract(barn, output_format="markdown")


def test_all_text_and_baseline(barn):
    assert "cookies" in debulha.html2txt(barn) and debulha.html2txt(None) == ""
    body, text, length = debulha.baseline(barn)
    assert (body.tag, length) == ("body", len(text)) and len(body) == len(text.splitlines())
    assert debulha.baseline("<nav><a href=/>Home</a></nav>")[1] == "Home"


@pytest.mark.parametrize("compat", [None, "trafilatura"])
@pytest.mark.parametrize("format", ["xml", "xmltei"])
def test_xml_is_a_text_without_an_encoding(barn, format, compat):
    made = debulha.extract(barn, output_format=format, compat=compat)
    assert not made.startswith("<?xml") and len(ElementTree.fromstring(made)) > 0


def test_formatting_of_text():
    html = "<h2>Rye</h2><p>It is <b>sown</b> in autumn, and reaped in the high summer.<ul><li>One<li>Two</ul>"
    made = debulha.extract(html, include_formatting=True, extractor="all_text")
    assert made.startswith("## Rye") and "**sown**" in made and "- One" in made
    assert "**" not in debulha.extract(html, extractor="all_text")


def test_metadata_is_written_where_it_is_asked_for(barn):
    made = json.loads(debulha.extract(barn, "https://e.org/", output_format="json", only_with_metadata=True, compat="trafilatura"))
    assert made["title"] == "A barn that dries its own grain"


def test_comments_of_articles_go_and_threads_stay(request):
    pages = request.config.rootpath / "testdata/pages"
    article = pages.joinpath("news-comments/source.html").read_bytes()
    assert debulha.extract(article, include_comments=False) == debulha.extract(article)
    thread = "<h1>Rye</h1>" + "".join(
        f"<div class=post><b>User {n}</b> <i>2024-05-0{n}</i><p>I sowed rye in the week {n} of October, and it stood well.</div>"
        for n in range(1, 6)
    )
    assert debulha.extract(thread, include_comments=False) == debulha.extract(thread)
    for system in ["vote", debulha.Extractor("cetd")]:
        assert debulha.extract(article, extractor=system, include_comments=False)
    comments = debulha.Extractor(comments="only").parse(article).text
    assert comments and comments not in debulha.extract(article)
    with pytest.raises(ValueError, match="comments"):
        debulha.Extractor("cetd", comments="drop")


def test_control_characters_are_no_text():
    assert debulha.extract("<p>Rye \x1b[31m stands well,\x07 and so do oats.") == "Rye [31m stands well, and so do oats."


def test_empty_sets_ask_for_nothing(recwarn):
    debulha.extract("<p>Rye", url_blacklist=set(), author_blacklist=set(), date_extraction_params={}, config=None)
    assert not recwarn.list
