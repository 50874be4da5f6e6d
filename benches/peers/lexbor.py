#!/usr/bin/env python3
"""lexbor, by way of selectolax, on the pages that the peers bench wrote: MB/s of text to tree.

    pip install selectolax
    python3 lexbor.py FOLDER [ROUNDS]

CPU time of the thread, best of ROUNDS; the trees are freed outside the measured time. Bytes go in as they are, in
UTF-8, so that nothing is decoded or copied by Python.
"""

import importlib.metadata
import sys
import time
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

ROUNDS = 5


def seconds(pages: list[bytes]) -> float:
    """CPU time to parse all pages once."""
    total = 0
    for page in pages:
        start = time.thread_time_ns()
        tree = LexborHTMLParser(page)
        total += time.thread_time_ns() - start
        del tree
    return total / 1e9


def main() -> None:
    folder = Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    pages = [path.read_bytes() for path in sorted(folder.glob("*.html"))]
    megabytes = sum(map(len, pages)) / 1e6
    best = min(seconds(pages) for _ in range(rounds))
    version = importlib.metadata.version("selectolax")
    print(f"{len(pages)} pages, {megabytes:.1f} MB, best of {rounds} rounds, one thread")
    print(f"| lexbor (selectolax {version}) | {megabytes / best:.0f} |")


if __name__ == "__main__":
    main()
