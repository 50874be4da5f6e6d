"""`parse` and its pages."""

import json
import pickle
import warnings

import debulha
import pytest


def test_as_json_of_the_command(page, command):
    html = page.read_bytes()
    made = debulha.parse(html).to_dict()
    assert made == json.loads(command("extract", page, "--json", "--links", "--images", "--with-metadata"))
    assert debulha.parse(html).to_dict(records=True)["records"] == debulha.parse(html).records()


def test_blocks_know_their_bytes(page):
    html = page.read_bytes()
    made = debulha.parse(html)
    assert made
    shown = {(block["node"], block["type"]): block for block in made.to_dict()["blocks"]}
    for block in made.blocks:
        twin = shown.get((block.node, block.type))
        if twin:
            assert (block.xpath, block.level) == (twin["xpath"], twin.get("level"))
            assert block.bytes == (tuple(twin["bytes"]) if twin["bytes"] else None)
        if block.bytes:
            start, end = block.bytes
            assert 0 <= start < end <= len(html)


def test_chunks_are_those_of_the_command(page, command):
    chunks = debulha.parse(page.read_bytes()).chunks(chars=400)
    whole = json.loads(command("extract", page, "--json", "--markdown", "--links", "--images", "--chunk", "chars:400"))
    assert chunks == whole["chunks"]


def test_chunks_need_one_size():
    page = debulha.parse("<p>Rye", extractor="all_text")
    for given in [{}, {"chars": 0}, {"chars": 5, "blocks": 5}]:
        with pytest.raises(ValueError):
            page.chunks(**given)
    assert [chunk["text"] for chunk in page.chunks(blocks=1, markdown=False)] == ["Rye"]


def test_an_empty_page_is_a_page():
    for html in ["", b"", b"\x00\x01\x02", b"\x1f\x8b\x08 broken"]:
        page = debulha.parse(html)
        assert not page and page.text == "" and page.blocks == [] and page.records() == [] and page.comments() == []
        assert page.verdict != "ok"
        assert page.metadata["title"] is None and page.chunks(blocks=1) == []
    assert debulha.parse(b"\x1f\x8b\x08 broken").warnings


def test_compressed_bytes_are_decompressed(barn):
    import gzip

    assert debulha.parse(gzip.compress(barn)).text == debulha.parse(barn).text


def test_charsets():
    html = "<p>Centeio dá em terra fraca, e amadurece antes do trigo.".encode("iso-8859-1")
    assert "dá em" in debulha.parse(html, charset="iso-8859-1", extractor="all_text").text
    for name in ["latin_1", "latin-1", "ISO-8859-1,utf-8", '"iso-8859-1"']:
        assert "dá em" in debulha.parse(html, charset=name, extractor="all_text").text


def test_unknown_charsets_are_warned_of_and_the_page_is_read_without():
    html = "<meta charset=iso-8859-1><p>Centeio dá em terra fraca.".encode("iso-8859-1")
    for call in [debulha.extract, debulha.parse, debulha.extract_metadata, debulha.Extractor().parse]:
        with pytest.warns(UserWarning, match="unknown charset `none`"):
            call(html, charset="none")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert "dá em" in debulha.parse(html, charset="none", extractor="all_text").text


def test_pages_can_be_pickled(barn):
    made = [debulha.parse(barn, "https://e.org/a", charset="utf-8"), *debulha.Extractor("bte").extract_many([barn.decode()])]
    for page in made:
        again = pickle.loads(pickle.dumps(page))
        assert (again.json(), again.extractor, again.url) == (page.json(), page.extractor, page.url)


def test_why_says_what_was_decided(barn):
    page = debulha.parse(barn)
    kept = page.text.splitlines()[2][:40]
    answer = page.why(kept)[0]
    assert answer["decision"] == "kept" and answer["xpath"].startswith("/html[1]/body[1]/")
    assert answer["reasons"] and all({"rule", "keeps", "detail", "xpath"} == set(rule) for rule in answer["reasons"])
    dropped = page.why("cookies")
    assert dropped and all(answer["decision"] == "dropped" for answer in dropped)
    assert page.why("no such text on the page") == [] and page.why("  ") == []
    hidden = debulha.parse("<p>Rye was sown.<p hidden>Wheat", extractor="bte").why("Wheat")
    assert [answer["decision"] for answer in hidden] == ["hidden"] and "`hidden`" in hidden[0]["hidden_by"]


def test_records_are_tables(request):
    import conftest

    html = conftest.ROOT.joinpath("testdata/records/thread-phpbb/source.html").read_bytes()
    page = debulha.parse(html, extractor="all_text")
    table = page.records_table()
    assert len({len(column) for column in table.values()}) == 1 and table["author"][0] == "barnkeeper"
    (group,) = page.records()
    assert group["kind"] == "thread" == table["kind"][0]
    assert [record["author"] for record in group["records"]] == table["author"]
    for module in ["pandas", "polars"]:
        frame = pytest.importorskip(module).DataFrame(table)
        assert len(frame) == len(group["records"])


def test_comments(request):
    import conftest

    html = conftest.ROOT.joinpath("testdata/pages/news-comments/source.html").read_bytes()
    assert debulha.parse(html).comments()[0]["author"] == "oldmiller"


def test_a_system_beside_its_params():
    bte = debulha.Extractor("bte")
    assert debulha.parse("<p>Rye", extractor=bte).extractor == "bte"
    with pytest.raises(ValueError, match="belong to the Extractor"):
        debulha.parse("<p>Rye", extractor=bte, params={})
    assert debulha.parse("<p>Rye", extractor="cetr", params={"k": 4}).extractor == "cetr"


def test_systems_and_their_comparison(barn):
    systems = {system["id"]: system for system in debulha.systems()}
    assert systems["debulha"]["role"] == "extractor" and systems["debulha"]["params"]
    assert systems["vide"]["needs"] == ["layout"]
    assert any(system["role"] == "site method" for system in systems.values())
    made = debulha.compare(barn, systems=["bte", "cetd", "vide"])
    assert made["texts"]["bte"] == debulha.extract(barn, extractor="bte")
    assert made["texts"]["vide"] is None and 0.5 < made["agreement"] <= 1
    with pytest.raises(ValueError):
        debulha.compare(barn, systems=[])


def test_pages_are_immutable():
    page = debulha.parse("<p>Rye")
    with pytest.raises(AttributeError):
        page.text = "Oats"
