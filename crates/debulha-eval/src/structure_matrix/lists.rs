//! Numbered lists and lists of definitions: steps that are short, all link, or of other markup than their neighbours.

use super::{StructureGroup, StructureMarkup};

/// One unit a kind of list.
pub(super) fn units() -> Vec<StructureMarkup> {
    let numbered = NUMBERED
        .iter()
        .map(|&(name, lead, html)| StructureMarkup::new(StructureGroup::OrderedList, name, lead, html));
    let definitions = DEFINITIONS
        .iter()
        .map(|&(name, html)| StructureMarkup::new(StructureGroup::Definitions, name, "", html));
    numbered.chain(definitions).collect()
}

const NUMBERED: [(&str, &str, &str); 10] = [
    (
        "linked-step",
        "<p>To read a card:</p>",
        "<ol><li>Switch the light off.</li><li>Pull the card.</li><li><a href=\"/reader\">Start the reader</a></li>\
         <li>Wait for the beep.</li><li><a href=\"/check\">Check the gaps</a></li></ol>",
    ),
    (
        "all-links",
        "<p>The chapters are:</p>",
        "<ol><li><a href=\"/c1\">Soil</a></li><li><a href=\"/c2\">Seed</a></li><li><a href=\"/c3\">Water</a></li>\
         <li><a href=\"/c4\">Harvest</a></li></ol>",
    ),
    (
        "paragraphs",
        "",
        "<ol><li><p>Take off the side panels and put the screws into a jar.</p></li><li><p>Oil.</p></li>\
         <li><p>Turn the wheel by hand until you feel it catch, then half a turn back.</p></li><li><p>Close.</p></li></ol>",
    ),
    (
        "mixed",
        "<h3>How to get there</h3>",
        "<ol><li>Take the bus.</li><li><p>Get off at the mill.</p><p>It is the stop after the bridge.</p></li>\
         <li><div class=\"step\">Walk.</div></li><li><strong>Ring</strong></li></ol>",
    ),
    (
        "repeated",
        "<p>Knit as follows:</p>",
        "<ol><li>Knit 4, purl 4.</li><li>Knit 4, purl 4.</li><li>Purl.</li><li>Knit 4, purl 4.</li><li>Purl.</li></ol>",
    ),
    (
        "start",
        "<p>The second half of the route:</p>",
        "<ol start=\"5\"><li>Left at the chapel.</li><li>Straight on.</li><li><a href=\"/ford\">The ford</a></li><li>Home.</li></ol>",
    ),
    (
        "nested",
        "",
        "<ol><li>Prepare<ol><li>Jar</li><li>Cloth</li></ol></li><li>Clean<ol><li>Rub</li><li>Rinse</li></ol></li><li>Dry</li></ol>",
    ),
    (
        "code-steps",
        "<p>Install it:</p>",
        "<ol><li>Fetch it: <code>get tidegauge</code></li><li><code>make</code></li><li>Run <code>make check</code></li>\
         <li><code>make install</code></li></ol>",
    ),
    (
        "commands",
        "",
        "<ol class=\"steps\"><li><span class=\"do\">Open</span></li><li><span class=\"do\">Select <b>File</b> › <b>Export</b></span></li>\
         <li><span class=\"do\">OK</span></li><li><span class=\"do\">OK</span></li></ol>",
    ),
    (
        "questions",
        "<p>We were asked three things.</p>",
        "<ol><li>When?</li><li>Where does the boat land if the wind is from the east and the pier is under water?</li>\
         <li>How much?</li></ol>",
    ),
];

const DEFINITIONS: [(&str, &str); 5] = [
    (
        "visit",
        "<dl><dt>When?</dt><dd>Sundays.</dd><dt>Where?</dt><dd><a href=\"/map\">At the lock</a>.</dd><dt>Fee</dt><dd>None</dd></dl>",
    ),
    (
        "options",
        "<dl><dt><code>-v</code></dt><dd>Say more.</dd><dt><code>-q</code></dt><dd>Say nothing.</dd>\
         <dt><code>--datum</code> <var>cm</var></dt><dd>Height of the zero mark.</dd></dl>",
    ),
    (
        "data",
        "<dl class=\"facts\"><div><dt>Length</dt><dd>9 km</dd></div><div><dt>Stops</dt><dd>4</dd></div>\
         <div><dt>Engines</dt><dd>2</dd></div><div><dt>Guests</dt><dd>4</dd></div></dl>",
    ),
    (
        "answers",
        "<dl><dt>Is it loud?</dt><dd>No.</dd><dt>Is it warm?</dt><dd>No.</dd><dt>Does it swing when the wind gets up in the \
         afternoon?</dt><dd>A little, which is why there are two lines on the bow.</dd></dl>",
    ),
    (
        "several",
        "<dl><dt>Heddle</dt><dt>Eye</dt><dd>Lifts a thread.</dd><dt>Reed</dt><dd>Beats the weft.</dd><dd>Spaces the warp.</dd></dl>",
    ),
];
