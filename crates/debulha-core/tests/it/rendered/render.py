"""Renders Markdown by markdown-it with raw HTML on: a JSON array of texts in, a JSON array of HTML out."""

import json
import sys

from markdown_it import MarkdownIt

renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
json.dump([renderer.render(text) for text in json.load(sys.stdin)], sys.stdout)
