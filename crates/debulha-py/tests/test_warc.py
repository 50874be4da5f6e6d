"""Records of WARC files that are made here."""

import gzip
import pickle

import debulha
import pytest


def record(name, body=b"<p>Rye", status=200, mime="text/html; charset=koi8-r", kind="response"):
    message = b"HTTP/1.1 %d X\r\nContent-Type: %s\r\n\r\n%s" % (status, mime.encode(), body)
    block = message if kind == "response" else body
    head = (
        f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://example.org/{name}\r\n"
        f"WARC-Date: 2026-11-26T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nContent-Type: {mime}\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


@pytest.fixture(params=["plain", "gzip"])
def pack(request):
    return gzip.compress if request.param == "gzip" else bytes


def names(path, *range):
    return [item.error and "damaged" or item.url.rsplit("/")[-1] for item in debulha.read_warc(path, *range)]


def test_pages_with_what_is_known_of_them(tmp_path, pack):
    path = tmp_path / "farm.warc"
    records = [record("a"), record("b", status=404), record("c", mime="image/png"), record("d", kind="request")]
    path.write_bytes(b"".join(map(pack, records)))
    (page,) = debulha.read_warc(path)
    assert (page.url, page.status, page.mime, page.charset) == ("https://example.org/a", 200, "text/html", "koi8-r")
    assert (page.date, page.id, page.offset) == ("2026-11-26T00:00:00Z", "<urn:uuid:a>", 0)
    assert (page.html, page.error) == (b"<p>Rye", None)
    assert [(item.status, item.mime) for item in debulha.read_warc(str(path), all=True)] == [
        (200, "text/html"),
        (404, "text/html"),
        (200, "image/png"),
    ]


def test_damage_is_an_item_and_reading_goes_on(tmp_path, pack):
    path = tmp_path / "farm.warc"
    parts = [pack(record(name)) for name in "abc"]
    broken = bytearray(parts[1])
    broken[-2] ^= 0x55
    path.write_bytes(parts[0] + bytes(broken) + parts[2])
    assert names(path) == ["a", "damaged", "c"]
    damaged = list(debulha.read_warc(path))[1]
    assert damaged.offset == len(parts[0]) and damaged.html == b"" and damaged.url is None


def test_a_body_that_breaks_off_is_told(tmp_path):
    path = tmp_path / "farm.warc"
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<p>Rye"
    head = b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n" % len(block)
    path.write_bytes(head + block + b"\r\n\r\n")
    (page,) = debulha.read_warc(path)
    assert page.html == b"<p>Rye" and "6 bytes of 99" in page.error


def test_ranges_have_each_record_once(tmp_path, pack):
    path = tmp_path / "farm.warc"
    whole = b"".join(pack(record(name)) for name in "abcd")
    path.write_bytes(whole)
    for cut in range(0, len(whole) + 1, 7):
        assert names(path, 0, cut) + names(path, cut) == list("abcd"), cut
    third = len(whole) // 3
    parts = [names(path, start, start + third) for start in range(0, len(whole), third)]
    assert sum(parts, []) == list("abcd")


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        debulha.read_warc(tmp_path / "missing")


def test_a_file_of_anything_is_damage(tmp_path):
    path = tmp_path / "farm.warc"
    path.write_bytes(b"no record at all" * 1000)
    assert names(path) == ["damaged"]
    path.write_bytes(b"")
    assert names(path) == []


def test_from_archive_to_text(tmp_path, barn):
    path = tmp_path / "farm.warc.gz"
    path.write_bytes(gzip.compress(record("barn", barn, mime="text/html")))
    extractor = pickle.loads(pickle.dumps(debulha.Extractor()))
    pages = ((item.html, item.url) for item in debulha.read_warc(path) if not item.error)
    assert list(extractor.extract_many(pages, output_format="txt")) == [debulha.extract(barn)]
