"""debulha as an extractor of datatrove pipelines.

>>> from debulha.datatrove import DebulhaExtractor          # doctest: +SKIP
>>> pipeline = [WarcReader("crawl/"), DebulhaExtractor(), JsonlWriter("rows/")]   # doctest: +SKIP
"""

from __future__ import annotations

from typing import Any, Literal

from datatrove.pipeline.extractors.base import BaseExtractor

import debulha

__all__ = ["DebulhaExtractor"]


class DebulhaExtractor(BaseExtractor):
    """The content of pages as text or Markdown.

    Args:
        extractor: the id of the system.
        output_format: ``txt`` or ``markdown``.
        params: parameters of the system.
        timeout: seconds that datatrove gives a page in its sandbox.
    """

    name = "⛏ debulha"

    def __init__(
        self,
        extractor: str = "debulha",
        output_format: Literal["txt", "markdown"] = "txt",
        params: dict[str, Any] | None = None,
        timeout: float = 1,
    ) -> None:
        super().__init__(timeout)
        self.output_format = output_format
        self.extractor = debulha.Extractor(extractor, params=params)

    def extract(self, text: str) -> str:
        """The content of a page; empty where there is none."""
        return debulha.extract(text, output_format=self.output_format, extractor=self.extractor) or ""
