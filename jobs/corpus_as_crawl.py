"""Runs the job of a whole crawl on a labelled corpus, and scores what it writes: are a cluster's texts as good as those of one machine?

    python jobs/corpus_as_crawl.py CORPUS OUT [--min-pages 11] [--extractor vote] [--remote sc://… | --master …] [--command debulha-lab]

The pages are packed into a WARC file, `jobs/common_crawl.py` learns the templates of their sites and extracts them in its two passes, and
`debulha-lab score` compares the texts with the labels. CORPUS is a folder with `truth.jsonl` (`id`, `site`, `text`, perhaps `url` and
`encoding`) and `pages/ID.html.gz`. Sites with fewer pages than --min-pages are left out. Needs the packages warcio and
`debulha[sail]` or `debulha[spark]`.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import pathlib
import re
import subprocess
import sys
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pyarrow.dataset
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

JOB = pathlib.Path(__file__).with_name("common_crawl.py")

#: The job's bytes of a WARC file that one task reads: so few that a corpus of some hundred pages is several tasks.
SPLIT = 4 << 20

#: When the pages were fetched, as their records say: corpora rarely tell.
DATE = "2026-01-01T00:00:00Z"

#: What CleanEval's format puts around a page. `debulha-lab eval` takes it off too.
ENVELOPE = re.compile(rb'(?:\xef\xbb\xbf)?\s*<text (?=id=")(?:[^">]|"[^"]*")*>(.*?)(?:</text>)?\s*', re.DOTALL)


def arguments() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path, help="a new folder: the WARC file, the rows, the run file")
    parser.add_argument("--min-pages", type=int, default=11, help="pages that a site has at least")
    parser.add_argument("--split", type=int, default=SPLIT, help="bytes of the WARC file that one task reads")
    parser.add_argument("--command", default="debulha-lab", help="the program that scores")
    return parser.parse_known_args()


def address(row: dict[str, Any]) -> str:
    """The address of a page if its host is the site, or else a made one whose host is."""
    url, site = row.get("url") or "", row["site"]
    if urlsplit(url).hostname == site:
        return url
    return f"http://{site.replace('_', '-')}/{row['id']}"


def pack(corpus: pathlib.Path, rows: list[dict[str, Any]], path: pathlib.Path) -> dict[str, str]:
    """Writes the pages as a WARC file; returns the ids of the pages by the ids of the records."""
    ids = {}
    with path.open("wb") as file:
        writer = WARCWriter(file, gzip=True)
        for number, row in enumerate(rows):
            page = gzip.decompress(corpus.joinpath("pages", f"{row['id']}.html.gz").read_bytes())
            enveloped = ENVELOPE.fullmatch(page)
            page = enveloped[1] if enveloped else page
            charset = f"; charset={row['encoding']}" if row.get("encoding") else ""
            head = StatusAndHeaders("200 OK", [("Content-Type", f"text/html{charset}")], protocol="HTTP/1.1")
            record = writer.create_warc_record(
                address(row),
                "response",
                payload=io.BytesIO(page),
                http_headers=head,
                warc_headers_dict={"WARC-Record-ID": f"<urn:uuid:{number:032x}>", "WARC-Date": DATE},
            )
            writer.write_record(record)
            ids[f"<urn:uuid:{number:032x}>"] = row["id"]
    return ids


def main() -> None:
    args, job = arguments()
    args.out.mkdir(parents=True)
    with args.corpus.joinpath("truth.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    pages = Counter(row["site"] for row in rows)
    rows = [row for row in rows if pages[row["site"]] >= args.min_pages]
    ids = pack(args.corpus, rows, args.out / "pages.warc.gz")
    command = [sys.executable, str(JOB), str(args.out / "pages.warc.gz"), str(args.out), "--split", str(args.split), *job]
    subprocess.run(command, check=True)

    corpus, run = args.out / args.corpus.resolve().name, args.out / "run.jsonl"
    corpus.mkdir()
    corpus.joinpath("truth.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    corpus.joinpath("pages").symlink_to(args.corpus.joinpath("pages").resolve())
    made = pyarrow.dataset.dataset(args.out / "rows", format="parquet").to_table(columns=["id", "text", "error"]).to_pylist()
    made.sort(key=lambda row: row["id"])
    with run.open("w", encoding="utf-8") as lines:
        for row in made:
            lines.write(json.dumps({"id": ids[row["id"]], "text": row["text"] or ""}) + "\n")
    subprocess.run([args.command, "score", str(run), "--data", str(corpus), "--metrics", "word_f1"], check=True)


if __name__ == "__main__":
    main()
