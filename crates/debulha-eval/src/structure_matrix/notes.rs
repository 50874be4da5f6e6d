//! Footnotes and lists of sources.

use super::{StructureGroup, StructureMarkup};

/// One unit a markup.
pub(super) fn units() -> Vec<StructureMarkup> {
    let notes = NOTES
        .iter()
        .map(|&(name, lead, html)| StructureMarkup::new(StructureGroup::Footnotes, name, lead, html));
    let sources = SOURCES
        .iter()
        .map(|&(name, lead, html)| StructureMarkup::new(StructureGroup::Sources, name, lead, html));
    notes.chain(sources).collect()
}

const NOTES: [(&str, &str, &str); 5] = [
    (
        "markdown",
        "<p>The pier is of granite.<sup id=\"fnref:1\"><a href=\"#fn:1\" class=\"footnote-ref\">1</a></sup> The boats are \
         not.<sup id=\"fnref:2\"><a href=\"#fn:2\" class=\"footnote-ref\">2</a></sup></p>",
        "<div class=\"footnotes\"><hr><ol><li id=\"fn:1\"><p>Cut on the northern island in 1871. <a href=\"#fnref:1\" \
         class=\"footnote-backref\">↩</a></p></li><li id=\"fn:2\"><p>Larch on oak. <a href=\"#fnref:2\" \
         class=\"footnote-backref\">↩</a></p></li></ol></div>",
    ),
    (
        "section",
        "<p>It never froze.<sup><a href=\"#n1\">[1]</a></sup> Not even then.<sup><a href=\"#n2\">[2]</a></sup></p>",
        "<section class=\"footnotes\" role=\"doc-endnotes\"><ol><li id=\"n1\">Diary of the keeper. <a href=\"#r1\">↩︎</a></li>\
         <li id=\"n2\">Ibid. <a href=\"#r2\">↩︎</a></li></ol></section>",
    ),
    (
        "signs",
        "<p>She paid two crowns* for the loom† and a day's work.</p>",
        "<p class=\"note\">* About the price of a goose.</p><p class=\"note\">† Without the reed.</p>",
    ),
    (
        "references",
        "<p>Beans need warm soil.<sup class=\"reference\"><a href=\"#cite_note-1\">[1]</a></sup></p>",
        "<ol class=\"references\"><li id=\"cite_note-1\"><span class=\"mw-cite-backlink\"><a href=\"#cite_ref-1\">^</a></span> <span \
         class=\"reference-text\">Dahl, <i>Beans of the north</i>, 1952, p. 14.</span></li><li id=\"cite_note-2\"><span \
         class=\"mw-cite-backlink\"><a href=\"#cite_ref-2\">^</a></span> <span class=\"reference-text\">Dahl, p. 15.</span></li></ol>",
    ),
    (
        "numbers-in-text",
        "<p>Nine engines were built (1), two are left (2).</p>",
        "<p class=\"fn\">(1) Works list, sheet 4.<br>(2) One of them without a boiler.</p>",
    ),
];

const SOURCES: [(&str, &str, &str); 5] = [
    (
        "linked",
        "<p>Read on here:</p>",
        "<ul><li><a href=\"/s/1\">Minutes of the county board, 1988</a></li><li><a href=\"/s/2\">Chart of the sounds</a></li><li><a \
         href=\"/s/3\">The storm in pictures</a></li></ul>",
    ),
    (
        "headed",
        "<h3>Sources</h3>",
        "<ul><li><a href=\"https://a.example/tides\">Tide tables</a></li><li><a href=\"https://b.example/ice\">Ice days since \
         1900</a></li></ul>",
    ),
    (
        "bibliography",
        "<h3>References</h3>",
        "<ol class=\"bib\"><li>Berzina, I. (2009). Alders. <i>Small Rivers</i> 3, 11–19.</li><li>Moe, I. (2012). Rain and runoff. <a \
         href=\"https://doi.org/10.0/x\">doi:10.0/x</a></li><li>Voss, H. (2015). Loggers.</li></ol>",
    ),
    (
        "paragraph",
        "",
        "<p>Sources: <a href=\"/q/1\">Works list</a>, <a href=\"/q/2\">Letters of the brickyard</a>, <a href=\"/q/3\">Old map</a></p>",
    ),
    (
        "files",
        "<p>You need these files:</p>",
        "<ul><li><a href=\"/f/cards.zip\">cards.zip</a></li><li><a href=\"/f/gauge.toml\">gauge.toml</a></li></ul>",
    ),
];
