"""Measures debulha beside other Python packages, on the same pages: quality, processor time, memory.

    python crates/debulha-py/examples/migration.py CORPUS --command debulha [--pages 500] [--runs FOLDER] [PACKAGE…]

CORPUS is a folder with `truth.jsonl` and `pages/ID.html.gz`. Each package that is installed reads the first pages of it in a process of
its own, on one thread; the texts become a run file, which the command `debulha` scores against the labels. Processor time is that of the
calls alone, from the bytes of a page to its text; before the first, 20 pages are read for nothing. Memory is the peak of the process.
"""

import argparse
import gzip
import importlib.metadata
import itertools
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

WARM_UP = 20


def debulha():
    import debulha

    return debulha.extract


def debulha_extractor(name):
    def make():
        import debulha

        system = debulha.Extractor(name)
        return lambda page: debulha.extract(page, extractor=system)

    return make


def trafilatura(**options):
    def make():
        import trafilatura

        return lambda page: trafilatura.extract(page, **options)

    return make


def readability():
    from lxml import html
    from readability import Document

    def text(page):
        summary = Document(page).summary(html_partial=True)
        # The package gives HTML: its text, with a line for each piece of text.
        return "\n".join(html.fromstring(summary).itertext())

    return text


def justext():
    import justext

    words = justext.get_stoplist("English")
    return lambda page: "\n".join(part.text for part in justext.justext(page, words) if not part.is_boilerplate)


def resiliparse():
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return lambda page: extract_plain_text(bytes_to_str(page, detect_encoding(page)), main_content=True)


def newspaper():
    from newspaper import Article

    def text(page):
        article = Article("https://example.org/", fetch_images=False, language="en")
        article.download(input_html=page.decode("utf-8", "replace"))
        article.parse()
        return article.text

    return text


# By the name in the table: the distribution, and what makes a function from the bytes of a page to its text.
PACKAGES = {
    "debulha": ("debulha", debulha),
    "debulha, `vote`": ("debulha", debulha_extractor("vote")),
    "debulha, `cetd`": ("debulha", debulha_extractor("cetd")),
    "trafilatura": ("trafilatura", trafilatura()),
    "trafilatura, `fast=True`": ("trafilatura", trafilatura(fast=True)),
    "resiliparse": ("Resiliparse", resiliparse),
    "readability-lxml": ("readability-lxml", readability),
    "jusText": ("jusText", justext),
    "newspaper4k": ("newspaper4k", newspaper),
}


def measure(name, paths, run):
    """Writes the run file of a package; returns its figures."""
    text_of = PACKAGES[name][1]()
    for path in paths[:WARM_UP]:
        attempt(text_of, gzip.decompress(path.read_bytes()))
    seconds = size = failed = 0
    with run.open("w", encoding="utf-8") as lines:
        for path in paths:
            page = gzip.decompress(path.read_bytes())
            start = time.process_time()
            text, error = attempt(text_of, page)
            seconds += time.process_time() - start
            size += len(page)
            failed += error is not None
            row = {"id": path.name.removesuffix(".html.gz"), "text": text.encode("utf-8", "replace").decode("utf-8"), "err": error}
            lines.write(json.dumps(row) + "\n")
    return {"seconds": seconds, "mb": size / 1e6, "failed": failed, "peak": peak_memory()}


def attempt(text_of, page):
    try:
        return text_of(page) or "", None
    except Exception as error:
        return "", f"{type(error).__name__}: {error}"[:200]


def first_pages(corpus, count, folder):
    """A corpus of the first pages of a corpus. Line by line: what is read here counts as memory of the package that is measured."""
    paths = []
    with corpus.joinpath("truth.jsonl").open(encoding="utf-8") as rows, folder.joinpath("truth.jsonl").open("w", encoding="utf-8") as kept:
        for row in itertools.islice(rows, count):
            kept.write(row)
            paths.append(folder / "pages" / f"{json.loads(row)['id']}.html.gz")
    folder.joinpath("pages").symlink_to(corpus.joinpath("pages").resolve())
    return paths


def peak_memory():
    """Megabytes that the process had in memory at most."""
    status = pathlib.Path("/proc/self/status")
    if status.exists():
        # Unlike ru_maxrss, not that of the process that started this one.
        return next(int(line.split()[1]) / 1e3 for line in status.read_text().splitlines() if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def f1(command, run, corpus):
    """The mean word F1 of a run file, as the command says it."""
    scores = run.with_suffix(".scores.json")
    arguments = [command, "score", str(run), "--data", str(corpus), "--metrics", "word_f1", "--json", str(scores)]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
    report = json.loads(scores.read_text("utf-8"))[0]
    return report["all"]["scores"][report["columns"].index("word_f1.f1")]["value"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=f"all that are installed of {', '.join(PACKAGES)}")
    parser.add_argument("--command", default="debulha", help="the program that scores")
    parser.add_argument("--pages", type=int, default=500)
    parser.add_argument("--runs", type=pathlib.Path, help="keep the run files in this folder")
    parser.add_argument("--measure", metavar="RUN", type=pathlib.Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = pathlib.Path(folder, args.corpus.resolve().name)
        corpus.mkdir()
        paths = first_pages(args.corpus, args.pages, corpus)
        if args.measure:
            print(json.dumps(measure(args.packages[0], paths, args.measure)))
            return
        runs = args.runs or pathlib.Path(folder)
        runs.mkdir(parents=True, exist_ok=True)
        print(f"{len(paths)} pages\n\n| package | version | word F1 | processor time | MB/s | peak memory | pages that failed |\n|---|---|---:|---:|---:|---:|---:|")
        for name in args.packages or PACKAGES:
            try:
                version = importlib.metadata.version(PACKAGES[name][0])
            except importlib.metadata.PackageNotFoundError:
                print(f"| {name} | not installed | | | | | |")
                continue
            run = runs / ("".join(letter if letter.isalnum() else "_" for letter in name) + ".jsonl")
            again = [sys.executable, __file__, str(args.corpus), name, "--pages", str(args.pages), "--measure", str(run)]
            done = subprocess.run(again, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8")
            made = json.loads(done.stdout.splitlines()[-1])
            score = f1(args.command, run, corpus)
            speed = made["mb"] / made["seconds"]
            print(
                f"| {name} | {version} | {score:.3f} | {made['seconds']:.1f} s | {speed:.1f} | {made['peak']:.0f} MB | {made['failed']} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
