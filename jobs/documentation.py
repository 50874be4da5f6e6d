"""The HTML documentation of Debian packages as a labelled corpus of sites with their style sheets.

    pip install 'cssselect==1.3.0' 'html5lib==1.1' 'lxml==6.0.2'
    python jobs/documentation.py DATA
    debulha render DATA/documentation/pages -o layouts/documentation
    debulha render DATA/documentation-plain/pages -o layouts/documentation-plain

Each package is a site of one generator (Sphinx, javadoc, rustdoc and so on), whose pages share a template and a design. Packages are
downloaded by `apt-get download`, so the corpus depends on the Debian release; versions are in its SOURCE.md. Style sheets are written into
the pages, since the corpora of news lack them and visual methods see no design there. `documentation-plain` has the same pages and labels
without style sheets.

The labelled text of a page is that of the element that the generator uses for content, without permanent links, tables of contents and
links to the source. Words are right; spaces between inline elements are only nearly those of a browser.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass

import html5lib
import lxml.html
from lxml.cssselect import CSSSelector

# Words below which a page is an index or a redirect.
MIN_WORDS = 60

# Bytes of a page; longer ones are tables of whole standards.
MAX_BYTES = 1_000_000

# Bytes of the style sheets of a page.
MAX_SHEETS = 2_000_000


@dataclass(frozen=True)
class Site:
    """Where a package has its pages, and where they have their content."""

    generator: str
    # Folder of the pages in the package.
    root: str
    # Paths below it, by a pattern.
    pages: str
    content: str
    drop: str = ""
    # The first of these in the content is the title.
    title: str = "h1, h2, h3, h4"


SITES = {
    "apache2-doc": Site("apache", "usr/share/doc/apache2-doc/manual/en", "**/*.html", "#page-content", "#quickview, .bottomlang, .top, .toplang"),
    "cmake-doc": Site("sphinx", "usr/share/doc/cmake-data/html", "**/*.html", "div.body", "a.headerlink"),
    "debian-handbook": Site("publican", "usr/share/doc/debian-handbook/html/en-US", "*.html", "body", "#banner, #title, .docnav, .toc"),
    "erlang-doc": Site("erldocs", "usr/share/doc/erlang-doc", "lib/*/doc/html/*.html", "#content", ".footer"),
    "ghc-doc": Site("haddock", "usr/share/doc/ghc-doc/html/libraries", "*/*.html", "#content", "#table-of-contents, #synopsis, a.link, a.selflink", "#module-header .caption"),
    "git-doc": Site("asciidoc", "usr/share/doc/git-doc", "*.html", "#header h1, #preamble, #content"),
    "libstdc++-12-doc": Site("doxygen", "usr/share/doc/gcc-12-base/libstdc++/user", "*.html", "div.header, div.contents", "div.summary", ".title"),
    "nodejs-doc": Site("node", "usr/share/doc/nodejs/api", "*.html", "#apicontent", "#toc, a.mark, a.srclink"),
    "octave-doc": Site("texinfo", "usr/share/doc/octave/octave.html", "*.html", "body", ".header, .nav-panel"),
    "openjdk-17-doc": Site("javadoc", "usr/share/doc/openjdk-17-jre-headless/api", "java.base/**/*.html", "main", ".sub-nav, .breadcrumbs"),
    "postgresql-doc-15": Site("docbook", "usr/share/doc/postgresql-doc-15/html", "*.html", "body", ".navheader, .navfooter, .toc"),
    "python-scipy-doc": Site("pydata", "usr/share/doc/python-scipy-doc/html", "**/*.html", "main", "a.headerlink, .prev-next-area"),
    "python3.11-doc": Site("sphinx", "usr/share/doc/python3.11/html", "**/*.html", "div.body", "a.headerlink"),
    "rust-doc": Site("rustdoc", "usr/share/doc/rust-doc/html", "std/**/*.html", "#main-content", "a.anchor, a.srclink, a.src, a.test-arrow, summary.hideme, #copy-path, #toggle-all-docs"),
}

# Elements that end a line of text.
BLOCKS = frozenset(
    "address article aside blockquote body br caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li "
    "main nav ol p pre section summary table tbody td tfoot th thead tr ul".split()
)


def unpacked(package: str, folder: pathlib.Path) -> tuple[pathlib.Path, str]:
    """Downloads and unpacks a package; its folder and version."""
    subprocess.run(["apt-get", "download", "-q", package], cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    (archive,) = folder.glob(f"{package}_*.deb")
    target = folder / package
    subprocess.run(["dpkg-deb", "-x", archive, target], check=True)
    version = subprocess.run(["dpkg-deb", "-f", archive, "Version"], check=True, capture_output=True, text=True).stdout.strip()
    archive.unlink()
    return target, version


def chosen(site: Site, root: pathlib.Path) -> Iterator[pathlib.Path]:
    """The pages of a site in an order by chance, the same on every machine."""
    pages = (page for page in root.glob(site.pages) if page.is_file() and not page.is_symlink())
    yield from sorted(pages, key=lambda page: hashlib.sha256(str(page.relative_to(root)).encode()).digest())


def sheet_text(path: pathlib.Path, root: pathlib.Path, left: int, seen: set[pathlib.Path]) -> str:
    """A style sheet with those that it imports, at most `left` bytes; none from outside of the package."""
    path = path.resolve()
    if path in seen or not path.is_relative_to(root.resolve()) or not path.is_file() or path.stat().st_size > left:
        return ""
    seen.add(path)
    text = path.read_text(encoding="utf-8", errors="replace")
    imports = re.compile(r"""@import\s+(?:url\()?\s*["']?([^"')\s;]+)["']?\s*\)?[^;]*;""")
    return imports.sub(lambda found: sheet_text(path.parent / found[1].split("?")[0], root, left - len(text), seen), text)


def with_sheets(html: str, page: pathlib.Path, root: pathlib.Path) -> str:
    """A page with its style sheets in place of links to them."""
    left = MAX_SHEETS

    def sheet(link: re.Match[str]) -> str:
        nonlocal left
        attributes = lxml.html.fragment_fromstring(link[0]).attrib
        if "stylesheet" not in attributes.get("rel", "").split() or "alternate" in attributes.get("rel", ""):
            return link[0]
        path = urllib.parse.unquote(attributes.get("href", "").split("?")[0].split("#")[0])
        text = sheet_text(page.parent / path, root, left, set()).replace("</style", "<\\/style")
        left -= len(text)
        media = f' media="{attributes["media"]}"' if attributes.get("media") else ""
        return f"<style{media}>\n{text}\n</style>"

    return re.sub(r"<link\b[^>]*>", sheet, html, flags=re.IGNORECASE)


def without_sheets(html: str) -> str:
    """A page without its style sheets; attributes `style` stay."""
    return re.sub(r"<style\b.*?</style\s*>|<link\b[^>]*\bstylesheet\b[^>]*>", "", html, flags=re.IGNORECASE | re.DOTALL)


def text_of(element: lxml.etree._Element, dropped: set[lxml.etree._Element]) -> str:
    """Its text without that of dropped elements, a line for each block."""
    parts: list[str] = []
    # Pairs of an element and whether it is left.
    open_elements = [(element, False)]
    while open_elements:
        node, is_left = open_elements.pop()
        is_element = isinstance(node.tag, str) and node not in dropped and node.tag not in ("script", "style", "template")
        edge = "\n" if is_element and node.tag in BLOCKS else ""
        if is_element and not is_left:
            parts += [edge, node.text or ""]
            open_elements.append((node, True))
            open_elements += [(child, False) for child in reversed(node)]
        else:
            parts += [edge, (node.tail or "") if node is not element else ""]
    lines = (" ".join(line.split()) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def labelled(html: str, site: Site) -> tuple[str, str]:
    """Title and text of a page; empty if it has no content."""
    tree = html5lib.parse(html, treebuilder="lxml", namespaceHTMLElements=False).getroot()
    found = CSSSelector(site.content)(tree)
    outermost = [node for node in found if not any(above in found for above in node.iterancestors())]
    dropped = set(CSSSelector(site.drop)(tree)) if site.drop else set()
    text = "\n".join(text_of(node, dropped) for node in outermost)
    headings = [node for node in CSSSelector(site.title)(tree) if any(above in found for above in (node, *node.iterancestors()))]
    title = next((text for text in (text_of(node, dropped).replace("\n", " ") for node in headings if node not in dropped) if text), "")
    return title.rstrip(" ¶#"), text


def pages_of(site: Site, package: pathlib.Path, count: int) -> Iterator[tuple[str, str, str, str]]:
    """Path, source with style sheets, title and text of at most `count` pages."""
    root = package / site.root
    written = 0
    for page in chosen(site, root):
        source = page.read_bytes()
        if len(source) > MAX_BYTES:
            continue
        html = source.decode("utf-8", errors="replace")
        title, text = labelled(html, site)
        if len(text.split()) >= MIN_WORDS:
            written += 1
            yield urllib.parse.quote(str(page.relative_to(root))), with_sheets(html, page, package), title, text
            if written == count:
                return


def write(data: pathlib.Path, names: list[str], count: int) -> None:
    """Writes the corpora `documentation` and `documentation-plain` with at most `count` pages per site."""
    corpora = [data / "documentation", data / "documentation-plain"]
    for corpus in corpora:
        (corpus / "pages").mkdir(parents=True, exist_ok=True)
    rows, versions = [], []
    for name in names:
        site = SITES[name]
        written = 0
        with tempfile.TemporaryDirectory() as folder:
            package, version = unpacked(name, pathlib.Path(folder))
            for path, styled, title, text in pages_of(site, package, count):
                identity = f"{name}-{written:03}"
                for corpus, html in zip(corpora, (styled, without_sheets(styled))):
                    (corpus / "pages" / f"{identity}.html.gz").write_bytes(gzip.compress(html.encode(), mtime=0))
                row = {"id": identity, "url": f"https://{name.replace('+', 'p')}.docs.invalid/{path}", "site": name,
                       "generator": site.generator, "page_type": "documentation", "title": title, "text": text}
                rows.append(json.dumps(row, ensure_ascii=False) + "\n")
                written += 1
        versions.append(f"- {name} {version}: {written} pages, {site.generator}")
        print(versions[-1][2:], flush=True)
    for corpus, sheets in zip(corpora, ("with", "without")):
        (corpus / "truth.jsonl").write_text("".join(rows), encoding="utf-8")
        about = (
            f"# {corpus.name}\n\nHTML documentation of Debian packages {sheets} its style sheets, written by `python jobs/documentation.py`. "
            "Labels are derived from the generators' containers.\n\n"
        )
        (corpus / "SOURCE.md").write_text(about + "\n".join(versions) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Write a corpus of documentation with its style sheets")
    parser.add_argument("data", type=pathlib.Path, help="folder of corpora")
    parser.add_argument("--pages", type=int, default=60, help="maximum pages per site [default: 60]")
    parser.add_argument("--packages", default=",".join(SITES), help="packages, separated by commas [default: all]")
    args = parser.parse_args()
    names = args.packages.split(",")
    unknown = [name for name in names if name not in SITES]
    if unknown:
        parser.error(f"unknown package {unknown[0]}; known are {', '.join(SITES)}")
    write(args.data, names, args.pages)
    return 0


if __name__ == "__main__":
    sys.exit(main())
