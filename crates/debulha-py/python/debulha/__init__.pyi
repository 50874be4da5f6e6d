from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypeVar, final, overload

from ._trafilatura import (
    Document as Document,
    bare_extraction as bare_extraction,
    baseline as baseline,
    extract_with_metadata as extract_with_metadata,
    html2txt as html2txt,
)

__all__ = [
    "Block",
    "Document",
    "Extractor",
    "Model",
    "Page",
    "Sandbox",
    "SiteStore",
    "WarcRecord",
    "__version__",
    "bare_extraction",
    "baseline",
    "compare",
    "extract",
    "extract_metadata",
    "extract_with_metadata",
    "html2txt",
    "parse",
    "read_warc",
    "site_of",
    "systems",
    "train",
]

__version__: str

_Html: TypeAlias = str | bytes | bytearray | memoryview
_Path: TypeAlias = str | PathLike[str]
_Format: TypeAlias = Literal["txt", "text", "markdown", "md", "json", "html", "xml", "xmltei", "tei", "xml-tei", "csv"]
_Title: TypeAlias = Literal["auto", "page", "never"]

_Result = TypeVar("_Result", covariant=True)

class _Results(Iterator[_Result], Protocol[_Result]):
    def close(self) -> None: ...

@final
class Block:
    @property
    def type(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def level(self) -> int | None: ...
    @property
    def xpath(self) -> str: ...
    @property
    def bytes(self) -> tuple[int, int] | None: ...
    @property
    def node(self) -> int: ...
    @property
    def score(self) -> float | None: ...
    @property
    def heading_path(self) -> list[str]: ...

@final
class Page:
    @property
    def text(self) -> str: ...
    def markdown(
        self,
        *,
        links: bool = True,
        images: bool = True,
        tables: bool = True,
        metadata: bool = False,
        title: _Title = "auto",
        footnotes: bool = False,
    ) -> str: ...
    def html(
        self,
        *,
        links: bool = True,
        images: bool = True,
        tables: bool = True,
        metadata: bool = False,
        title: _Title = "auto",
    ) -> str: ...
    def json(self, *, records: bool = False) -> str: ...
    def to_dict(self, *, records: bool = False) -> dict[str, Any]: ...
    @property
    def metadata(self) -> dict[str, Any]: ...
    @property
    def blocks(self) -> list[Block]: ...
    def records(self) -> list[dict[str, Any]]: ...
    def records_table(self) -> dict[str, list[Any]]: ...
    def comments(self) -> list[dict[str, Any]]: ...
    def chunks(
        self, *, chars: int | None = None, blocks: int | None = None, markdown: bool = True
    ) -> list[dict[str, Any]]: ...
    def why(self, text: str, *, places: int = 3) -> list[dict[str, Any]]: ...
    @property
    def verdict(self) -> str: ...
    @property
    def confidence(self) -> float | None: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def url(self) -> str | None: ...
    @property
    def extractor(self) -> str: ...
    def __bool__(self) -> bool: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Extractor:
    def __new__(
        cls,
        id: str = "debulha",
        *,
        params: Mapping[str, Any] | None = None,
        preset: str | None = None,
        comments: Literal["auto", "keep", "drop", "only"] | None = None,
        model: Model | _Path | bytes | None = None,
        site_store: _Path | None = None,
        site: str | None = None,
        drop_repeated: float | None = None,
    ) -> Extractor: ...
    @property
    def id(self) -> str: ...
    def parse(
        self, html: _Html, url: str | None = None, *, charset: str | None = None, query: str | None = None
    ) -> Page: ...
    @overload
    def extract_many(
        self,
        pages: Iterable[_Html | tuple[_Html, str | None] | tuple[_Html, str | None, str | None]],
        threads: int | None = None,
        *,
        output_format: None = None,
        with_metadata: bool = False,
        include_links: bool = False,
        include_images: bool = False,
        include_tables: bool = True,
        include_formatting: bool = False,
        target_language: str | None = None,
        only_with_metadata: bool = False,
        compat: Literal["trafilatura"] | None = None,
    ) -> _Results[Page | Exception]: ...
    @overload
    def extract_many(
        self,
        pages: Iterable[_Html | tuple[_Html, str | None] | tuple[_Html, str | None, str | None]],
        threads: int | None = None,
        *,
        output_format: _Format,
        with_metadata: bool = False,
        include_links: bool = False,
        include_images: bool = False,
        include_tables: bool = True,
        include_formatting: bool = False,
        target_language: str | None = None,
        only_with_metadata: bool = False,
        compat: Literal["trafilatura"] | None = None,
    ) -> _Results[str | Exception | None]: ...
    def extract_arrow(
        self,
        batch: Any,
        *,
        columns: Sequence[str] | None = None,
        fields: Mapping[str, str] | None = None,
        include_links: bool = False,
        include_images: bool = False,
        include_tables: bool = True,
        threads: int = 1,
    ) -> Any: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Model:
    def __new__(cls, source: Model | _Path | bytes) -> Model: ...
    @property
    def system(self) -> str: ...
    @property
    def card(self) -> dict[str, Any]: ...
    @property
    def held_out(self) -> list[dict[str, Any]] | None: ...
    def to_bytes(self) -> bytes: ...
    def save(self, path: _Path) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __getnewargs__(self) -> tuple[bytes]: ...

@final
class SiteStore:
    def __new__(cls, path: _Path) -> SiteStore: ...
    @property
    def path(self) -> PathLike[str]: ...
    def learn(
        self,
        pages: Iterable[tuple[_Html, str | None]],
        *,
        methods: Sequence[str] | None = None,
        crawl: str = "",
        site: str | None = None,
    ) -> int: ...
    def export_lines(self) -> list[str]: ...
    def import_lines(self, lines: _Html) -> int: ...
    def sites(self) -> dict[str, int]: ...
    def methods(self) -> list[str]: ...
    def __getnewargs__(self) -> tuple[PathLike[str]]: ...

class Sandbox:
    def __init__(
        self,
        extractor: Extractor,
        columns: Sequence[str] | None = None,
        *,
        deadline: float = 30.0,
        memory: int = ...,
        include_links: bool = False,
        include_images: bool = False,
        include_tables: bool = True,
        _poison: bool = False,
    ) -> None: ...
    def extract_arrow(self, batch: Any, *, fields: Mapping[str, str] | None = None, threads: int = 1) -> Any: ...

@final
class WarcRecord:
    @property
    def url(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def status(self) -> int | None: ...
    @property
    def mime(self) -> str: ...
    @property
    def charset(self) -> str | None: ...
    @property
    def offset(self) -> int: ...
    @property
    def id(self) -> str | None: ...
    @property
    def error(self) -> str | None: ...
    @property
    def html(self) -> bytes: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def extract(
    html: _Html | float | None = None,
    url: str | None = None,
    record_id: Any = None,
    *,
    filecontent: _Html | float | None = None,
    output_format: _Format = "txt",
    with_metadata: bool = False,
    include_links: bool = False,
    include_images: bool = False,
    include_tables: bool = True,
    include_comments: bool | None = True,
    include_formatting: bool | None = False,
    favor_precision: bool = False,
    favor_recall: bool = False,
    fast: bool = False,
    no_fallback: bool = False,
    target_language: str | None = None,
    only_with_metadata: bool = False,
    compat: Literal["trafilatura"] | None = None,
    charset: str | None = None,
    extractor: str | Extractor | None = None,
    deduplicate: bool = False,
    prune_xpath: Any = None,
    url_blacklist: Any = None,
    author_blacklist: Any = None,
    date_extraction_params: Any = None,
    tei_validation: bool = False,
    max_tree_size: Any = None,
    settingsfile: Any = None,
    config: Any = None,
    options: Any = None,
) -> str | None: ...
def extract_metadata(
    html: _Html, url: str | None = None, *, default_url: str | None = None, charset: str | None = None
) -> dict[str, Any]: ...
def parse(
    html: _Html,
    url: str | None = None,
    *,
    extractor: str | Extractor | None = None,
    params: Mapping[str, Any] | None = None,
    model: Model | _Path | bytes | None = None,
    charset: str | None = None,
    query: str | None = None,
) -> Page: ...
def train(
    recipe: str,
    data: _Path | Iterable[_Path] | Iterable[dict[str, Any]],
    *,
    params: Mapping[str, Any] | None = None,
    seed: int = 1,
    held_out: bool = False,
    threads: int | None = None,
    licence: str = "",
    date: str = "",
    progress: Callable[[str, int, int], object] | None = None,
) -> Model: ...
def site_of(url: str) -> str | None: ...
def systems() -> list[dict[str, Any]]: ...
def compare(html: _Html, url: str | None = None, *, systems: Sequence[str]) -> dict[str, Any]: ...
def read_warc(
    path: _Path, start: int = 0, end: int | None = None, *, all: bool = False
) -> Iterator[WarcRecord]: ...
