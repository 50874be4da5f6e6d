"""Main-content extraction from web pages: keep the grain, drop the chaff.

>>> import debulha
>>> html = "<title>Rye</title><h1>Rye</h1><p>Rye is sown in autumn, and reaped in July."
>>> debulha.extract(html, output_format="markdown")
'# Rye\\n\\nRye is sown in autumn, and reaped in July.'

``extract`` gives text, ``parse`` a ``Page`` with blocks, metadata and reasons. An ``Extractor`` holds another system, or parameters,
and reads many pages on several threads. ``train`` makes a ``Model`` for it.
"""

from ._debulha import (
    VERSION as __version__,
    Block,
    Extractor,
    Model,
    Page,
    SiteStore,
    WarcRecord,
    compare,
    extract,
    extract_metadata,
    parse,
    read_warc,
    site_of,
    systems,
    train,
)
from ._sandbox import Sandbox
from ._trafilatura import Document, bare_extraction, baseline, extract_with_metadata, html2txt

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
