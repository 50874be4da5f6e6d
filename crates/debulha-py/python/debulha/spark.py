"""debulha on Spark: pages from WARC files, their content as columns, and the templates of the sites of a whole crawl.

It runs on PySpark 4 with a cluster of its own, over Spark Connect, and on Sail, by the address of the session alone. All work is done
by ``mapInArrow``: rows go to Python and back as Arrow record batches, and no page is held longer than its batch.

>>> from debulha import spark as threshing                          # doctest: +SKIP
>>> session.dataSource.register(threshing.Warc)                     # doctest: +SKIP
>>> pages = session.read.format("warc").load("crawl/*.warc.gz")     # doctest: +SKIP
>>> rows = threshing.extract(pages)                                 # doctest: +SKIP
>>> rows.write.parquet("rows")                                      # doctest: +SKIP

Templates take two passes, of which the first keeps some kilobytes a site:

>>> threshing.site_learn(pages, "templates")                        # doctest: +SKIP
>>> rows = threshing.extract(pages, site_store="templates", drop_repeated=0.3)   # doctest: +SKIP
"""

from __future__ import annotations

import glob
import json
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

import debulha

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

__all__ = ["Warc", "extract", "site_learn"]

#: Bytes of a WARC file that one task reads. Sail 0.7.2 hangs if a task yields more than some 20 batches (17 worked, 25 did not; 2026-11-28).
#: With these two numbers, that would take pages that compress to less than a fortieth.
SPLIT_BYTES = 16 << 20

#: Bytes of pages in one batch that goes to Spark.
BATCH_BYTES = 32 << 20

#: Files of a store of templates: pages of one site need one of them.
STORE_FILES = 64

#: The columns of pages from WARC files.
_WARC_FIELDS = [
    ("id", pa.string(), "string"),
    ("url", pa.string(), "string"),
    ("date", pa.string(), "string"),
    ("status", pa.int32(), "int"),
    ("mime", pa.string(), "string"),
    ("charset", pa.string(), "string"),
    ("warc_file", pa.string(), "string"),
    ("warc_offset", pa.int64(), "bigint"),
    ("html", pa.binary(), "binary"),
    ("error", pa.string(), "string"),
]

#: The columns that the content of a page gives, with their types in Spark.
_CONTENT_TYPES = {
    "text": "string",
    "markdown": "string",
    "title": "string",
    "authors": "array<string>",
    "published": "string",
    "modified": "string",
    "site_name": "string",
    "description": "string",
    "image": "string",
    "tags": "array<string>",
    "categories": "array<string>",
    "canonical_url": "string",
    "license": "string",
    "page_type": "string",
    "product_name": "string",
    "product_brand": "string",
    "product_sku": "string",
    "product_gtin": "string",
    "product_mpn": "string",
    "product_price": "string",
    "product_currency": "string",
    "product_availability": "string",
    "product_rating": "string",
    "lang": "string",
    "verdict": "string",
    "confidence": "double",
    "blocks": "array<struct<type:string,level:int,text:string,xpath:string,start:bigint,end:bigint,score:float>>",
    "records": "string",
    "comments": "string",
    "warnings": "array<string>",
    "error": "string",
}

class Warc(DataSource):
    """The pages of WARC files, as the data source ``warc``.

    A file is read in pieces by byte ranges, each by a task of its own. Every HTML answer is a row, and so is every damaged record, with
    its ``error``. Options: ``splitBytes``, the bytes of a piece (16 MiB).
    """

    @classmethod
    def name(cls) -> str:
        return "warc"

    def schema(self) -> str:
        return ", ".join(f"{name} {kind}" for name, _, kind in _WARC_FIELDS)

    def reader(self, schema: Any) -> DataSourceReader:
        return _WarcReader(dict(self.options))


class _Piece(InputPartition):
    def __init__(self, path: str, start: int, end: int) -> None:
        super().__init__((path, start, end))


class _WarcReader(DataSourceReader):
    def __init__(self, options: dict[str, str]) -> None:
        self.paths = _paths(options)
        if not self.paths:
            raise FileNotFoundError(f"no file matches {options.get('path', '')}")
        self.split = int(options.get("splitBytes", options.get("splitbytes", SPLIT_BYTES)))

    def partitions(self) -> Sequence[InputPartition]:
        pieces = []
        for path in self.paths:
            size = os.path.getsize(path)
            pieces += [_Piece(path, at, min(at + self.split, size)) for at in range(0, max(size, 1), self.split)]
        return pieces

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        path, start, end = partition.value
        rows: list[tuple[Any, ...]] = []
        size = 0
        for record in debulha.read_warc(path, start, end):
            place = f"{path}#{record.offset}"
            row = (
                record.id or place,
                record.url,
                record.date,
                record.status,
                record.mime or None,
                record.charset,
                path,
                record.offset,
                None if record.error else record.html,
                record.error,
            )
            rows.append(row)
            size += len(record.html)
            if size >= BATCH_BYTES:
                yield _batch(rows)
                rows, size = [], 0
        if rows:
            yield _batch(rows)


def _paths(options: dict[str, str]) -> list[str]:
    given = options.get("path") or options.get("paths", "")
    patterns = json.loads(given) if given.startswith("[") else [given]
    paths: list[str] = []
    for pattern in patterns:
        pattern = pattern.removeprefix("file://")
        found = [pattern] if os.path.isfile(pattern) else sorted(glob.glob(pattern))
        for path in found:
            if os.path.isdir(path):
                paths += sorted(glob.glob(os.path.join(path, "*.warc*")))
            else:
                paths.append(path)
    return paths


def _batch(rows: list[tuple[Any, ...]]) -> pa.RecordBatch:
    arrays = [pa.array(column, kind) for column, (_, kind, _) in zip(zip(*rows), _WARC_FIELDS)]
    return pa.RecordBatch.from_arrays(arrays, names=[name for name, _, _ in _WARC_FIELDS])


def extract(
    df: DataFrame,
    *,
    html: str = "html",
    url: str = "url",
    charset: str | None = "charset",
    keep: Sequence[str] | None = None,
    columns: Sequence[str] = ("text", "markdown", "title", "authors", "published", "lang", "verdict", "confidence", "error"),
    extractor: str = "debulha",
    params: dict[str, Any] | None = None,
    site_store: str | None = None,
    drop_repeated: float | None = None,
    sandbox: bool = False,
    deadline: float = 30.0,
    memory: int = 2 << 30,
    _poison: bool = False,
) -> DataFrame:
    """The content of each page, beside the columns that say where it comes from.

    Args:
        df: pages, a row each.
        html: the column of the pages, binary or text. A row without a page keeps its ``error``, if it has one.
        url: the column of the addresses.
        charset: the column of the encodings that servers stated, if there is one.
        keep: columns of ``df`` that are kept; without it all but the page.
        columns: what is made of a page: text, markdown, title, authors, published, product_name, product_price and the like, lang,
            verdict, confidence, blocks, error.
        extractor: the id of the system.
        params: its parameters.
        site_store: the folder that ``site_learn`` wrote, on storage that all workers see.
        drop_repeated: with ``site_store``, leave out text that stands on more than this share of a site's pages.
        sandbox: work on pages in a process beside each task, so that one which aborts, takes longer than ``deadline`` seconds or
            more than ``memory`` bytes costs its row alone.

    Returns:
        A data frame with a row for each row of ``df``.

    Raises:
        ValueError: a column that ``df`` lacks, or that cannot be made.
    """
    for name in (html, url):
        if name not in df.columns:
            raise ValueError(f"no column `{name}`; there are {', '.join(df.columns)}")
    unknown = [name for name in columns if name not in _CONTENT_TYPES]
    if unknown:
        raise ValueError(f"no column `{unknown[0]}` can be made; there are {', '.join(_CONTENT_TYPES)}")
    has_error = "error" in df.columns
    kept = [name for name in (df.columns if keep is None else keep) if name != html and name not in columns]
    types = dict(df.dtypes)
    schema = ", ".join(
        [f"`{name}` {types[name]}" for name in kept] + [f"`{name}` {_CONTENT_TYPES[name]}" for name in columns]
    )
    system = _System(extractor, params, site_store, drop_repeated, sandbox, deadline, memory, _poison)
    charset = charset if charset in df.columns else None
    order = list(df.columns)
    names = list(columns)

    def work(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with system.open() as opened:
            for batch in batches:
                pages = pa.RecordBatch.from_arrays(
                    [
                        batch.column(order.index(html)),
                        batch.column(order.index(url)),
                        batch.column(order.index(charset)) if charset else pa.nulls(batch.num_rows, pa.string()),
                    ],
                    names=["html", "url", "charset"],
                )
                made = opened.extract(pages, names)
                arrays = [batch.column(order.index(name)) for name in kept]
                for name in names:
                    column = made.column(name)
                    if name == "error" and has_error:
                        earlier = batch.column(order.index("error"))
                        column = pa.array([a or b for a, b in zip(earlier.to_pylist(), column.to_pylist())], pa.string())
                    arrays.append(column)
                yield pa.RecordBatch.from_arrays(arrays, names=[*kept, *names])

    source = df
    if site_store is not None:
        source = _by_part(df, url, len(_store_files(site_store)))
        order = [*order, "__part"]
    return source.mapInArrow(work, schema)


class _System:
    """What decides, as it goes to the workers."""

    def __init__(
        self,
        extractor: str,
        params: dict[str, Any] | None,
        site_store: str | None,
        drop_repeated: float | None,
        sandbox: bool,
        deadline: float,
        memory: int,
        poison: bool,
    ) -> None:
        debulha.Extractor(extractor, params=params)  # An unknown id is the caller's error, and not that of a task.
        self.id, self.params = extractor, params
        self.site_store = site_store
        self.drop_repeated = drop_repeated
        self.sandbox = (deadline, memory, poison) if sandbox else None

    def open(self) -> _Opened:
        return _Opened(self)


class _Opened:
    """The same on a worker, for one task."""

    def __init__(self, system: _System) -> None:
        self.system = system
        self.files = _store_files(system.site_store) if system.site_store else []
        self.part: tuple[int, Any] | None = None
        self.plain: Any = None
        self.sandbox: tuple[Any, Any] | None = None

    def __enter__(self) -> _Opened:
        return self

    def __exit__(self, *_: object) -> None:
        self.part = self.plain = self.sandbox = None

    def extract(self, pages: pa.RecordBatch, columns: list[str]) -> pa.RecordBatch:
        if not self.files:
            if self.plain is None:
                self.plain = debulha.Extractor(self.system.id, params=self.system.params)
            return self._made(self.plain, pages, columns)
        # Rows come by the file that they need.
        parts = [_part_of(site, len(self.files)) for site in map(_site_of, pages.column("url").to_pylist())]
        pieces = []
        start = 0
        for end in range(1, len(parts) + 1):
            if end == len(parts) or parts[end] != parts[start]:
                piece = pages.slice(start, end - start)
                pieces.append(self._made(self._of_part(parts[start]), piece, columns))
                start = end
        return pa.Table.from_batches(pieces).combine_chunks().to_batches()[0] if len(pieces) != 1 else pieces[0]

    def _of_part(self, part: int) -> Any:
        if self.part is None or self.part[0] != part:
            self.part = None
            extractor = debulha.Extractor(
                self.system.id,
                params=self.system.params,
                site_store=self.files[part],
                drop_repeated=self.system.drop_repeated,
            )
            self.part = (part, extractor)
        return self.part[1]

    def _made(self, extractor: Any, pages: pa.RecordBatch, columns: list[str]) -> pa.RecordBatch:
        if self.system.sandbox is None:
            return extractor.extract_arrow(pages, columns=columns)
        if self.sandbox is None or self.sandbox[0] is not extractor:
            deadline, memory, poison = self.system.sandbox
            self.sandbox = (
                extractor,
                debulha.Sandbox(extractor, columns, deadline=deadline, memory=memory, _poison=poison),
            )
        return self.sandbox[1].extract_arrow(pages)


def _site_of(url: str | None) -> str | None:
    return debulha.site_of(url) if url else None


def _part_of(site: str | None, parts: int) -> int:
    return zlib.crc32((site or "").encode()) % max(parts, 1)


def _store_files(folder: str) -> list[str]:
    files = sorted(glob.glob(os.path.join(folder.removeprefix("file://"), "part-*.store")))
    if not files:
        raise FileNotFoundError(f"{folder}: no store of templates; `site_learn` makes one")
    return files


def _by_part(df: DataFrame, url: str, parts: int) -> DataFrame:
    """Rows together that need the same file of a store. A site may have nearly all pages, so each file's rows go to several tasks."""
    from pyspark.sql import functions as F

    part = F.udf(lambda address: _part_of(_site_of(address), parts), "int")
    tagged = df.withColumn("__part", part(F.col(url)))
    return tagged.repartitionByRange(F.col("__part"), F.rand(0)).sortWithinPartitions("__part")


def site_learn(
    df: DataFrame,
    folder: str,
    *,
    html: str = "html",
    url: str = "url",
    files: int = STORE_FILES,
    methods: Sequence[str] = (),
    crawl: str = "",
) -> int:
    """Learns the templates of all sites among pages, into a folder of stores.

    Each task learns from its own pages and hands on, for each site, at most some hundred records of about a kilobyte: what a store
    keeps of it. Records of one site meet in one task. So a site of a million pages costs no more than one of a few hundred there.

    A store that is in the folder is merged with what is learned, so a later crawl adds to it.

    Args:
        df: pages, a row each.
        folder: on storage that all workers see.
        html: the column of the pages.
        url: the column of the addresses, which tell the sites.
        files: the number of stores. What is there already decides, if there is something.
        methods: site methods beside the evidence that ``drop_repeated`` needs.
        crawl: the name of the crawl; crawls follow one another in the order of their names.

    Returns:
        The number of sites.
    """
    from pyspark.sql import functions as F

    folder = folder.removeprefix("file://")
    os.makedirs(folder, exist_ok=True)
    there = sorted(glob.glob(os.path.join(folder, "part-*.store")))
    parts = len(there) or files
    methods = list(methods)

    def observe(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with tempfile.TemporaryDirectory() as scratch:
            store = debulha.SiteStore(os.path.join(scratch, "task.store"))
            for batch in batches:
                pages = zip(batch.column(0).to_pylist(), batch.column(1).to_pylist())
                store.learn(((page, address) for page, address in pages if page), methods=methods, crawl=crawl)
            header, *records = store.export_lines()
            lines: dict[int, list[str]] = {}
            for line in records:
                lines.setdefault(_part_of(json.loads(line)["site"], parts), []).append(line)
            for part, own in sorted(lines.items()):
                partial = "\n".join([header, *own, ""]).encode()
                yield pa.RecordBatch.from_arrays(
                    [pa.array([part], pa.int32()), pa.array([partial], pa.binary())], names=["part", "partial"]
                )

    def merge(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        sites = 0
        with tempfile.TemporaryDirectory() as scratch:
            open_parts: dict[int, str] = {}
            for batch in batches:
                for part, partial in zip(batch.column(0).to_pylist(), batch.column(1).to_pylist()):
                    path = open_parts.setdefault(part, os.path.join(scratch, f"{part}.store"))
                    debulha.SiteStore(path).import_lines(partial)
            for part, path in sorted(open_parts.items()):
                place = os.path.join(folder, f"part-{part:05}.store")
                if os.path.exists(place):
                    earlier = "\n".join(debulha.SiteStore(place).export_lines())
                    debulha.SiteStore(path).import_lines(earlier)
                sites += len(debulha.SiteStore(path).sites())
                # Another attempt of this task writes the same.
                with tempfile.NamedTemporaryFile(dir=folder, prefix=".part", delete=False) as whole:
                    with open(path, "rb") as made:
                        shutil.copyfileobj(made, whole)
                    whole.flush()
                    os.fsync(whole.fileno())
                os.chmod(whole.name, 0o644)
                os.replace(whole.name, place)
        yield pa.RecordBatch.from_arrays([pa.array([sites], pa.int64())], names=["sites"])

    partials = df.select(html, url).mapInArrow(observe, "part int, partial binary")
    merged = partials.repartition(parts, F.col("part")).mapInArrow(merge, "sites bigint")
    sites = merged.agg(F.sum("sites")).collect()[0][0] or 0
    # A file for each part, so that their number says how many there are.
    for part in range(parts):
        place = os.path.join(folder, f"part-{part:05}.store")
        if not os.path.exists(place):
            debulha.SiteStore(place)
    return int(sites)
