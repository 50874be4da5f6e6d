"""Measures the package: the fixed cost of a call, threads, equality with the command, memory.

    python crates/debulha-py/measure.py PAGES [COMMAND]

PAGES is a folder of pages, plain or compressed; COMMAND is the program ``debulha``, to compare texts with.
"""

import gc
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import debulha

PAGES = 500
CALLS = 100_000
SMALL = "<p>Rye"[:5]


def resident():
    """Bytes of the process in memory."""
    gc.collect()
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def seconds(work):
    """The best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main(folder, command=None):
    debulha.extract(SMALL)
    for name, extractor in [("debulha", None), ("bte", debulha.Extractor("bte"))]:
        cost = seconds(lambda: [debulha.extract(SMALL, extractor=extractor) for _ in range(2000)]) / 2000
        print(f"a page of {len(SMALL)} bytes, {name}: {cost * 1e6:.0f} µs a call")

    paths = sorted(path for path in pathlib.Path(folder).iterdir() if path.is_file())[:PAGES]
    pages = [path.read_bytes() for path in paths]
    extractor = debulha.Extractor()
    for threads in [1, 2]:
        cost = seconds(lambda: list(extractor.extract_many(pages, threads, output_format="txt")))
        print(f"{len(pages)} pages, {threads} threads: {cost:.2f} s")

    before = resident()
    for page in [SMALL, "<title>Rye</title><h1>Rye</h1><p>Rye was sown early this year."]:
        for _ in range(CALLS // 2):
            debulha.extract(page)
    print(f"{CALLS} calls: {(resident() - before) / 1024:.0f} KiB more in memory")

    if command:
        texts = list(extractor.extract_many(pages, output_format="txt"))
        with tempfile.TemporaryDirectory() as out:
            names = [str(path) for path in paths]
            subprocess.run([command, "extract", *names, "-o", out, "--format", "text"], capture_output=True)
            written = {path.name.split(".")[0]: path.read_text("utf-8") for path in pathlib.Path(out).rglob("*.txt")}
        same = sum(written.get(path.name.split(".")[0], "").removesuffix("\n") == (text or "") for path, text in zip(paths, texts))
        print(f"{same} of {len(paths)} texts are those of the command; {sum(text is None for text in texts)} are none")


if __name__ == "__main__":
    main(*sys.argv[1:])
