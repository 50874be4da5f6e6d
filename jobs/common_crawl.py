"""Learns the templates of a whole crawl, takes them off, and writes the content of its pages as Parquet.

The same script runs on a machine, on a cluster, and on Sail; the session says where:

    python jobs/common_crawl.py 'crawl/*.warc.gz' out/                                  # two threads here: local[2]
    python jobs/common_crawl.py 'crawl/*.warc.gz' out/ --master spark://host:7077       # a standalone cluster
    python jobs/common_crawl.py 'crawl/*.warc.gz' out/ --remote sc://host:50051         # Spark Connect, Sail

Workers need the package `debulha[spark]`, and see input and output under the same paths. Pages go to `out/rows`, templates to
`out/templates`. An output that is there is refused; with --overwrite it is replaced.
"""

from __future__ import annotations

import argparse
import os
import sys

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from debulha import spark as threshing


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("input", help="WARC files: a path, a folder or a pattern")
    parser.add_argument("output", help="a folder that all workers see")
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--master", default="local[2]", help="the master of a Spark cluster [default: local[2]]")
    where.add_argument("--remote", help="the address of a Spark Connect server")
    parser.add_argument("--no-templates", action="store_true", help="leave out the first pass, and keep what sites repeat")
    parser.add_argument("--share", type=float, default=0.3, help="text on more than this share of a site's pages is dropped")
    parser.add_argument("--extractor", default="debulha", help="the system that decides")
    parser.add_argument("--columns", default="text,title,lang,verdict,confidence,error", help="what is made of a page")
    parser.add_argument("--split", type=int, default=threshing.SPLIT_BYTES, help="bytes of a WARC file that one task reads")
    parser.add_argument("--sandbox", action="store_true", help="work on pages in processes of their own")
    parser.add_argument("--overwrite", action="store_true", help="replace an output that is there")
    return parser.parse_args()


def session(args: argparse.Namespace) -> SparkSession:
    builder = SparkSession.builder.appName("debulha")
    builder = builder.remote(args.remote) if args.remote else builder.master(args.master)
    return builder.getOrCreate()


def digest(rows: DataFrame) -> str:
    """One number of all rows, in whatever order they are: the same on every engine."""
    parts = [F.coalesce(F.col(name).cast("string"), F.lit("\0")) for name in ("id", "text", "error") if name in rows.columns]
    row = F.conv(F.substring(F.md5(F.concat_ws("\1", *parts)), 1, 8), 16, 10).cast("bigint")
    total, count = rows.agg(F.sum(row), F.count("*")).collect()[0]
    return f"{count} rows, digest {(total or 0) % (1 << 48):012x}"


def main() -> None:
    args = arguments()
    spark = session(args)
    spark.dataSource.register(threshing.Warc)
    pages = spark.read.format("warc").option("splitBytes", args.split).load(args.input)
    templates = None
    if not args.no_templates:
        templates = os.path.join(args.output, "templates")
        sites = threshing.site_learn(pages, templates)
        print(f"templates of {sites} sites")
    rows = threshing.extract(
        pages,
        columns=args.columns.split(","),
        extractor=args.extractor,
        site_store=templates,
        drop_repeated=None if args.no_templates else args.share,
        sandbox=args.sandbox,
    )
    place = os.path.join(args.output, "rows")
    rows.write.mode("overwrite" if args.overwrite else "error").parquet(place)
    print(digest(spark.read.parquet(place)))


if __name__ == "__main__":
    main()
