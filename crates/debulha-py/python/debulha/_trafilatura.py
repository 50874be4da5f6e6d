"""Functions under the names of trafilatura, over those of debulha."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from typing import Any

from ._debulha import extract, parse

#: Arguments of trafilatura that say how a result is written: `bare_extraction` has all of it.
_OF_WRITING = ("output_format", "with_metadata", "compat")


class Document:
    """What ``bare_extraction`` and ``extract_with_metadata`` give: metadata, and ``text``. A field without a value is None.

    >>> import debulha
    >>> found = debulha.bare_extraction("<title>Rye</title><meta name=author content='Ana Lima'><p>Rye is sown in autumn.")
    >>> found.title, found.author, found.text
    ('Rye', 'Ana Lima', 'Rye is sown in autumn.')
    """

    __slots__ = {
        "title": "The title.",
        "author": "The authors, parted by semicolons.",
        "url": "The address.",
        "hostname": "The host of the address.",
        "description": "What the page says of itself.",
        "sitename": "The name of the site.",
        "date": "When it was published, as ``2024-09-14``.",
        "categories": "Its categories.",
        "tags": "Its tags.",
        "fingerprint": "None: there is none here.",
        "id": "None: there is none here.",
        "license": "Its licence.",
        "comments": "The dropped comments of readers.",
        "raw_text": "The content as text.",
        "text": "The content.",
        "language": "Its language, two letters.",
        "image": "The address of its main image.",
        "pagetype": "What it says that it is, such as ``article``.",
        "filedate": "The day of the extraction.",
    }

    title: str | None
    author: str | None
    url: str | None
    hostname: str | None
    description: str | None
    sitename: str | None
    date: str | None
    categories: Any
    tags: Any
    fingerprint: str | None
    id: str | None
    license: str | None
    comments: str | None
    raw_text: str | None
    text: str | None
    language: str | None
    image: str | None
    pagetype: str | None
    filedate: str | None

    def __init__(self, **fields: Any) -> None:
        for name in self.__slots__:
            setattr(self, name, fields.get(name))

    def as_dict(self) -> dict[str, Any]:
        """All fields, also those without a value."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __repr__(self) -> str:
        return f"Document(title={self.title!r}, url={self.url!r})"


def bare_extraction(
    filecontent: Any, url: str | None = None, *, as_dict: bool = False, **options: Any
) -> Document | dict[str, Any] | None:
    """Extracts text and metadata as an object. The options are those of ``extract``; how it is written is of no account.

    Args:
        filecontent, url: the page and its address.
        as_dict: return a dict instead.

    Returns:
        A ``Document`` or a dict; None where there is no content.

    >>> import debulha
    >>> debulha.bare_extraction("<title>Rye</title><p>Rye is sown in autumn.", as_dict=True)["title"]
    'Rye'
    """
    found = _document(filecontent, url, options)
    return found.as_dict() if found is not None and as_dict else found


def extract_with_metadata(
    filecontent: Any, url: str | None = None, *, output_format: str = "txt", **options: Any
) -> Document | None:
    """Extracts the content in a format, and the metadata.

    Returns:
        A ``Document`` whose ``text`` is in the format; None where there is no content.

    >>> import debulha
    >>> found = debulha.extract_with_metadata("<title>Rye</title><p>Rye is <b>sown</b> in autumn.", output_format="markdown")
    >>> found.title, found.text.splitlines()[-1]
    ('Rye', 'Rye is **sown** in autumn.')
    """
    found = _document(filecontent, url, options)
    if found is not None:
        found.text = extract(filecontent, url, output_format=output_format, **_known(options))
    return found


def html2txt(content: Any, clean: bool = True) -> str:
    """All text of a page that is not hidden, with menus and all else; an empty text for None.

    Args:
        content: the page.
        clean: no effect: scripts and styles are never text.

    >>> import debulha
    >>> debulha.html2txt("<nav>Home</nav><p>Rye is sown in autumn.")
    'Home\\nRye is sown in autumn.'
    """
    return "" if content is None else parse(content, extractor="all_text").text


def baseline(filecontent: Any) -> tuple[ElementTree.Element, str, int]:
    """The content of a page with more recall, and all text where there is none.

    Returns:
        A ``body`` element with a ``p`` per paragraph, the text, and its length in characters.

    >>> import debulha
    >>> body, text, length = debulha.baseline("<p>Rye is sown in autumn.")
    >>> len(body), text, length
    (1, 'Rye is sown in autumn.', 22)
    """
    text = extract(filecontent, favor_recall=True) or html2txt(filecontent)
    body = ElementTree.Element("body")
    for line in text.splitlines():
        ElementTree.SubElement(body, "p").text = line
    return body, text, len(text)


def _document(filecontent: Any, url: str | None, options: dict[str, Any]) -> Document | None:
    made = extract(
        filecontent, url, output_format="json", with_metadata=True, compat="trafilatura", **_known(options)
    )
    if made is None:
        return None
    names = {"source": "url", "source_hostname": "hostname", "excerpt": "description"}
    fields = {name.replace("-", "_"): value or None for name, value in json.loads(made).items()}
    found = Document(**{names.get(name, name): value for name, value in fields.items()})
    found.url = found.url or url
    return found


def _known(options: dict[str, Any]) -> dict[str, Any]:
    """Options without those of writing."""
    return {name: value for name, value in options.items() if name not in _OF_WRITING}
