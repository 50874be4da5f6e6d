//! Data tables: short cells that say little alone, values that return, signs, spans, empty places.

use super::{StructureGroup, StructureMarkup};

/// How a table marks its headers.
#[derive(Debug, Clone, Copy)]
enum TableHead {
    /// `thead` with `th`.
    Group,
    /// A first row of `th`.
    Row,
    /// `td` alone.
    None,
    /// The first cell of each row is a `th`.
    Column,
    /// `thead`, and `th scope` in rows as well.
    Both,
}

/// Cells by `|`, rows by line.
fn table(head: TableHead, rows: &str) -> String {
    format!("<table>{}</table>", body(head, rows))
}

fn body(head: TableHead, rows: &str) -> String {
    let mut html = String::new();
    for (at, row) in rows.lines().enumerate() {
        let is_head = at == 0 && matches!(head, TableHead::Group | TableHead::Row | TableHead::Both);
        let cells = row.split('|').enumerate().map(|(column, cell)| {
            let scope = if matches!(head, TableHead::Both) { " scope=\"row\"" } else { "" };
            match head {
                _ if is_head => format!("<th>{cell}</th>"),
                TableHead::Column | TableHead::Both if column == 0 => format!("<th{scope}>{cell}</th>"),
                _ => format!("<td>{cell}</td>"),
            }
        });
        let row = format!("<tr>{}</tr>", cells.collect::<String>());
        match (head, at) {
            (TableHead::Group | TableHead::Both, 0) => html.extend(["<thead>", &row, "</thead><tbody>"]),
            _ => html += &row,
        }
        html.push('\n');
    }
    if matches!(head, TableHead::Group | TableHead::Both) {
        html += "</tbody>";
    }
    html
}

/// One unit a kind of table.
pub(super) fn units() -> Vec<StructureMarkup> {
    let simple = SIMPLE.iter().map(|&(name, head, lead, rows)| {
        let lead = if lead.is_empty() { String::new() } else { format!("<p>{lead}</p>") };
        StructureMarkup::new(StructureGroup::Table, name, &lead, &table(head, rows))
    });
    let written =
        WRITTEN.iter().map(|&(name, html)| StructureMarkup::new(StructureGroup::Table, name, "", html));
    simple.chain(written).collect()
}

/// Name, headers, sentence before, cells.
const SIMPLE: [(&str, TableHead, &str, &str); 15] = [
    (
        "ticks",
        TableHead::Group,
        "What each plan has:",
        "Plan|Free|Club|Guild\nShared calendar|✓|✓|✓\nGuest access|–|✓|✓\nDaily copy|–|–|✓\nOwn domain|–|–|✓",
    ),
    (
        "timetable",
        TableHead::Group,
        "Boats leave as follows.",
        "Pier|Mon–Thu|Fri|Sat|Sun\nOld stone pier|7:05|7:05|9:05|9:05\nNorth landing|7:30|7:30|9:30|–\nLight|7:55|7:55|9:55|9:55\nOld stone pier|8:40|8:40|10:40|10:40",
    ),
    (
        "prices",
        TableHead::None,
        "",
        "Single ticket|€ 4.20\nTen rides|€ 36.00\nBicycle|€ 2.00\nDog|free\nChild under six|free",
    ),
    (
        "browsers",
        TableHead::Both,
        "Support at the time of writing:",
        "Property|Chrome|Firefox|Safari\naspect-ratio|88|89|15\nsubgrid|117|71|16\nhas()|105|121|15.4\noverlay|117|No|No",
    ),
    (
        "sparse",
        TableHead::Group,
        "Days on which a logger gave no reading are left blank.",
        "Reach|Day 1|Day 2|Day 3|Day 4\nAlder|14.2||14.8|\nMeadow|||19.1|19.4\nFord|16.0|||\nOutfall||17.7||17.7",
    ),
    ("header-column", TableHead::Column, "", "Built|1911\nGauge|750 mm\nLength|9 km\nStops|4\nEngines|2"),
    (
        "statistics",
        TableHead::Row,
        "Means over six summers, in degrees.",
        "Place|Mean|SD|n|p\nA|17.3|1.2|182|0.03\nB|16.1|1.2|182|0.41\nC|17.3|0.9|179|0.03\nD|18.8|1.4|182|0.00",
    ),
    (
        "nutrition",
        TableHead::Group,
        "Per 100 g:",
        "Nutrient|Amount|RI\nEnergy|1,520 kJ|18 %\nFat|1.4 g|2 %\nof which saturates|0.3 g|2 %\nSugars|2.1 g|2 %\nSalt|1.1 g|18 %",
    ),
    (
        "options",
        TableHead::Group,
        "These options can be given:",
        "<code>Option</code>|Default|Meaning\n<code>--datum</code>|<code>0</code>|Height of the zero mark\n<code>--clock</code>|<code>utc</code>|Clock of the card\n<code>--strict</code>|<code>off</code>|Stop at the first gap\n<code>--pair</code>|<code>off</code>|Two gauges on a cable",
    ),
    (
        "specification",
        TableHead::Column,
        "",
        "Weight|2.4 kg\nHeight|61 cm\nCable|2 m\nBulb|E27\nMaximum power|40 W\nColour|black",
    ),
    (
        "glossary",
        TableHead::Row,
        "",
        "Word|Meaning\nLamm|Lever between treadle and shaft\nShed|Opening for the shuttle\nHeddle|Eye that lifts a thread\nReed|Comb that beats the weft",
    ),
    (
        "rota",
        TableHead::Group,
        "Who is on the boat:",
        "Week|Helm|Deck|Pier\n21|Olsen|Berg|Lund\n22|Berg|Lund|Olsen\n23|Lund|Olsen|Berg\n24|Olsen|Berg|Lund",
    ),
    (
        "scores",
        TableHead::Row,
        "After four rounds:",
        "#|Club|P|W|D|L|Pts\n1|Lock United|4|3|1|0|10\n2|Mill Rovers|4|2|1|1|7\n3|Weir Town|4|1|0|3|3\n4|Quay Athletic|4|1|0|3|3",
    ),
    ("corner", TableHead::Both, "", "|Spring|Summer|Autumn\nBeans|2|14|5\nPeas|9|6|0\nKale|3|2|11"),
    (
        "marks",
        TableHead::Group,
        "",
        "Bed|Seed|Crop*\nSouth wall|80|31 kg†\nHives|80|12 kg\nGate|40|–‡\nTotal|200|43 kg",
    ),
];

/// Tables that need markup of their own.
const WRITTEN: [(&str, &str); 10] = [
    (
        "spans",
        "<table><thead><tr><th rowspan=\"2\">Place</th><th colspan=\"2\">2020</th><th colspan=\"2\">2021</th></tr>\
         <tr><th>low</th><th>high</th><th>low</th><th>high</th></tr></thead><tbody>\
         <tr><td>Lock</td><td>3</td><td>4</td><td>5</td><td>6</td></tr>\
         <tr><td>Weir</td><td>7</td><td>8</td><td>7</td><td>8</td></tr></tbody></table>",
    ),
    (
        "row-spans",
        "<table border=1><tr><th>Day<th>Hour<th>Course\n<tr><td rowspan=2>Mon<td>9<td>Warping\n<tr><td>14<td>Twill\n\
         <tr><td rowspan=2>Tue<td>9<td>Warping\n<tr><td>14<td>Linen</table>",
    ),
    (
        "caption",
        "<table class=\"data\"><caption>Table 2. Loggers lost and replaced</caption><thead><tr><th>Year</th><th>Lost</th>\
         <th>Replaced</th></tr></thead><tbody><tr><td>1</td><td>0</td><td>0</td></tr><tr><td>2</td><td>3</td><td>3</td></tr>\
         <tr><td>3</td><td>0</td><td>0</td></tr></tbody></table>",
    ),
    (
        "totals",
        "<div class=\"table-responsive\"><table class=\"table\"><thead><tr><th>Item</th><th>Count</th><th>Sum</th></tr></thead>\
         <tbody><tr><td>Sleepers</td><td>420</td><td>€ 8,400</td></tr><tr><td>Screws</td><td>5,040</td><td>€ 1,260</td></tr>\
         </tbody><tfoot><tr><td>Total</td><td></td><td>€ 9,660</td></tr></tfoot></table></div>",
    ),
    (
        "linked-cells",
        "<table><tr><th>File</th><th>Size</th><th>Date</th></tr><tr><td><a href=\"/d/cards.zip\">cards.zip</a></td><td>2 MB\
         </td><td>2021-03-01</td></tr><tr><td><a href=\"/d/curves.csv\">curves.csv</a></td><td>310 kB</td><td>2021-03-01</td>\
         </tr><tr><td><a href=\"/d/readme.txt\">readme.txt</a></td><td>4 kB</td><td>2021-02-11</td></tr></table>",
    ),
    (
        "all-links",
        "<p>Reports by year and place:</p><table><tr><th>Year</th><th>Lock</th><th>Weir</th></tr>\
         <tr><td><a href=\"/y19\">2019</a></td><td><a href=\"/19l\">report</a></td><td><a href=\"/19w\">report</a></td></tr>\
         <tr><td><a href=\"/y20\">2020</a></td><td><a href=\"/20l\">report</a></td><td><a href=\"/20w\">report</a></td></tr>\
         <tr><td><a href=\"/y21\">2021</a></td><td><a href=\"/21l\">report</a></td><td>none</td></tr></table>",
    ),
    (
        "paragraphs",
        "<table><tbody><tr><td><p><strong>Step</strong></p></td><td><p><strong>Time</strong></p></td></tr>\
         <tr><td><p>Soak</p></td><td><p>2 h</p></td></tr><tr><td><p>Rinse</p></td><td><p>5 min</p></td></tr>\
         <tr><td><p>Dry</p></td><td><p>2 h</p></td></tr></tbody></table>",
    ),
    (
        "figure",
        "<figure class=\"wp-block-table\"><table><tbody><tr><td>Yes</td><td>12</td></tr><tr><td>No</td><td>5</td></tr>\
         <tr><td>No answer</td><td>3</td></tr></tbody></table><figcaption>Answers of twenty islanders</figcaption></figure>",
    ),
    (
        "keys",
        "<p>Keys in the viewer:</p><table><thead><tr><th>Key</th><th>Action</th></tr></thead><tbody>\
         <tr><td><kbd>+</kbd></td><td>Zoom in</td></tr><tr><td><kbd>-</kbd></td><td>Zoom out</td></tr>\
         <tr><td><kbd>Ctrl</kbd>+<kbd>Z</kbd></td><td>Undo</td></tr><tr><td><kbd>?</kbd></td><td>Help</td></tr></tbody></table>",
    ),
    (
        "colours",
        "<table class=\"infobox\"><tr><th colspan=\"2\">Heron</th></tr><tr><th>Type</th><td>Ferry</td></tr>\
         <tr><th>Draught</th><td>0.9 m</td></tr><tr><th>Crew</th><td>2</td></tr>\
         <tr><th>Colours</th><td><span class=\"dot\"></span>red <span class=\"dot\"></span>white</td></tr></table>",
    ),
];
