//! Text that its author repeats: refrains, speakers' names, answers.

use super::{StructureGroup, StructureMarkup};

/// One unit a kind.
pub(super) fn units() -> Vec<StructureMarkup> {
    let refrains =
        REFRAINS.iter().map(|&(name, html)| StructureMarkup::new(StructureGroup::Refrain, name, "", html));
    let written = TRANSCRIPTS
        .iter()
        .map(|&(name, html)| StructureMarkup::new(StructureGroup::Transcript, name, "", html));
    refrains.chain(written).chain([table_of_turns()]).collect()
}

const REFRAINS: [(&str, &str); 5] = [
    (
        "paragraphs",
        "<p>The shuttle flew by candle light,<br>the frost was on the pane.</p><p class=\"refrain\">Throw, girl, throw, the cloth is \
         long,<br>the morning comes again.</p><p>The treadle sang beneath her foot,<br>a low and even strain.</p><p \
         class=\"refrain\">Throw, girl, throw, the cloth is long,<br>the morning comes again.</p><p>And when the web was rolled and \
         tied,<br>she heard it in the rain:</p><p class=\"refrain\">Throw, girl, throw, the cloth is long,<br>the morning comes again.</p>",
    ),
    (
        "lines",
        "<div class=\"poem\"><div>Row to the light</div><div>and row on home</div><div>Row to the light</div><div>the water is \
         grey</div><div>Row to the light</div><div>and row on home</div></div>",
    ),
    (
        "pre",
        "<pre>Steam up, steam up,\n  the moor is wide,\nten miles of mist\n  on either side.\n\nSteam up, steam up,\n  the moor is \
         wide,\nthe birches bow\n  on either side.</pre>",
    ),
    (
        "breaks",
        "<p>Sow them early,<br>sow them late,<br>keep the hens behind the gate.<br><br>Water lightly,<br>let them wait,<br>keep the hens \
         behind the gate.<br><br>Pick at evening,<br>fill the plate,<br>keep the hens behind the gate.</p>",
    ),
    (
        "list-of-equal",
        "<ul><li>Lock 1: open</li><li>Lock 2: open</li><li>Lock 3: closed</li></ul><p>In the evening:</p><ul><li>Lock 1: \
         open</li><li>Lock 2: open</li><li>Lock 3: closed</li></ul>",
    ),
];

const TRANSCRIPTS: [(&str, &str); 4] = [
    (
        "speakers",
        "<p><strong>Dahl:</strong> Who steers in fog?</p><p><strong>Berg:</strong> I do.</p><p><strong>Dahl:</strong> And if you are \
         ill?</p><p><strong>Berg:</strong> Then nobody sails.</p><p><strong>Dahl:</strong> Nobody?</p><p><strong>Berg:</strong> \
         Nobody.</p>",
    ),
    (
        "speaker-blocks",
        "<div class=\"turn\"><div class=\"who\">Reporter</div><div class=\"says\">Is the line open?</div></div><div class=\"turn\"><div \
         class=\"who\">Voss</div><div class=\"says\">To the brickyard, yes.</div></div><div class=\"turn\"><div \
         class=\"who\">Reporter</div><div class=\"says\">And beyond?</div></div><div class=\"turn\"><div class=\"who\">Voss</div><div \
         class=\"says\">Ask the birches.</div></div>",
    ),
    (
        "interview",
        "<h3>Question</h3><p>Did you ever think of stopping?</p><h3>Answer</h3><p>Every winter.</p><h3>Question</h3><p>What kept you \
         going?</p><h3>Answer</h3><p>Every spring.</p>",
    ),
    (
        "definitions",
        "<dl><dt>Moe</dt><dd>Bread came by air.</dd><dt>Olsen</dt><dd>Once.</dd><dt>Moe</dt><dd>Once is enough.</dd><dt>Olsen</dt><dd>It \
         was good bread.</dd></dl>",
    ),
];

/// Turns with times in a table, as portals of parliaments and podcasts have them.
fn table_of_turns() -> StructureMarkup {
    const SPEAKERS: [&str; 3] = ["Chair", "Solveig Dahl", "Inger Moe"];
    const SAID: [&str; 4] = [
        "We have no more than {n} seats on the early boat.",
        "Then {n} people will stand on the pier.",
        "Item {n} is open for debate.",
        "I ask that letter {n} be read aloud.",
    ];
    let rows = (0..18).map(|turn: usize| {
        let said = SAID[turn % SAID.len()].replace("{n}", &(turn + 3).to_string());
        let speaker = SPEAKERS[turn % SPEAKERS.len()];
        format!(
            "<tr><td>00:{:02}</td><td><strong>{speaker}</strong><p class=\"said\">{said}</p></td></tr>",
            2 * turn + 1
        )
    });
    let rows = rows.collect::<Vec<String>>().concat();
    StructureMarkup::new(
        StructureGroup::Transcript,
        "table",
        "",
        &format!("<table class=\"transcript\">{rows}</table>"),
    )
}
