"""Pages in processes of their own, so that one which ends its process, never ends, or takes all memory costs its row alone."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from typing import Any

from ._debulha import Extractor, Processes, serve_pages


class Sandbox:
    """An extractor whose pages are worked on in other processes.

    As many processes run as threads ask at once. They are started by need, and end with the object.

    Args:
        extractor: what they run.
        columns: the columns of the rows, as for ``Extractor.extract_arrow``.
        deadline: seconds that a page may take.
        memory: bytes of addresses that a process gets.
        include_links, include_images, include_tables: as for ``extract``.

    >>> import debulha, pyarrow
    >>> sandbox = debulha.Sandbox(debulha.Extractor("bte"), ["text", "error"], deadline=10)
    >>> pages = pyarrow.record_batch({"html": ["<p>Rye was sown early.", ""]})
    >>> sandbox.extract_arrow(pages).to_pylist()
    [{'text': 'Rye was sown early.', 'error': None}, {'text': None, 'error': 'empty'}]
    """

    def __init__(
        self,
        extractor: Extractor,
        columns: Sequence[str] | None = None,
        *,
        deadline: float = 30.0,
        memory: int = 2 << 30,
        include_links: bool = False,
        include_images: bool = False,
        include_tables: bool = True,
        _poison: bool = False,
    ) -> None:
        if not isinstance(extractor, Extractor):
            raise TypeError(f"extractor must be an Extractor, not {type(extractor).__name__}")
        columns = None if columns is None else list(columns)
        shown = (include_links, include_images, include_tables)
        # A model does not fit into the arguments of a process.
        with tempfile.NamedTemporaryFile(prefix="debulha-sandbox-", delete=False) as file:
            self._remove = weakref.finalize(self, _remove, file.name)
            pickle.dump((extractor, columns, shown, memory, _poison), file)
        self._processes = Processes([sys.executable, "-m", "debulha._sandbox", file.name], columns, deadline)

    def extract_arrow(self, batch: Any, *, fields: Mapping[str, str] | None = None, threads: int = 1) -> Any:
        """A row for each row of a batch of pages: see ``Extractor.extract_arrow``."""
        return self._processes.extract_arrow(batch, fields, threads)


def _remove(path: str) -> None:
    with contextlib.suppress(OSError):
        os.remove(path)


def _serve(path: str) -> None:
    with open(path, "rb") as file:
        recipe = pickle.load(file)
    serve_pages(*recipe)


if __name__ == "__main__":
    _serve(sys.argv[1])
