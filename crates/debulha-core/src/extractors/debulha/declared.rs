//! Lines that a page declares as its content in structured data: the ingredients and steps of a recipe, the tools and steps of other
//! instructions. Short items such as "2 eggs" occur on any page, so that the trees give them low probabilities.

use crate::metadata::json_ld_values;
use crate::page::Page;
use debulha_dom::{Document, names};
use memchr::memmem;
use rustc_hash::FxHashSet;
use serde_json::Value;
use std::ops::Range;
use unicode_normalization::UnicodeNormalization;

/// Properties of schema.org whose strings are lines that readers see (schema.org, Recipe and HowTo).
const LINES: [&str; 6] = ["recipeIngredient", "ingredients", "recipeInstructions", "step", "supply", "tool"];

/// Properties of the objects that are values of [`LINES`].
const TEXTS: [&str; 2] = ["text", "name"];

/// Maximum bytes of JSON-LD that are read of one page. Real pages stay far below 1 MiB.
const MAX_JSON_BYTES: usize = 1 << 20;

/// Maximum blocks of a line: a box to tick, an amount, a unit, a name and a note.
const MAX_BLOCKS: usize = 6;

/// Minimum letters and digits of a line that stands alone (our decision: "2 tbsp oil"; shorter ones, such as "Salt", occur in menus too).
const MIN_ALONE: usize = 8;

/// Which blocks are lines that the page's JSON-LD or microdata declare. O(nodes + text).
pub(super) fn declared(shown: &Page<'_>) -> Vec<bool> {
    let (doc, texts) = (shown.document(), shown.text_blocks());
    let mut declared = vec![false; texts.blocks().len()];
    for node in doc.nodes() {
        let names = doc.attribute(node, names::ITEMPROP).unwrap_or_default();
        if names.split_ascii_whitespace().any(|name| LINES.contains(&name)) {
            declared[texts.rows_in(&(node.0..doc.subtree_end(node)))].fill(true);
        }
    }
    let lines = Lines::of(doc);
    let found = lines.find(shown);
    for (at, line) in found.iter().enumerate() {
        let follows = at > 0 && found[at - 1].rows.end == line.rows.start;
        let is_followed = found.get(at + 1).is_some_and(|next| next.rows.start == line.rows.end);
        if line.letters >= MIN_ALONE || follows || is_followed {
            declared[line.rows.clone()].fill(true);
        }
    }
    declared
}

/// The lines that JSON-LD declares, folded.
#[derive(Debug, Default)]
struct Lines {
    lines: FxHashSet<String>,
    /// Bytes of the longest.
    longest: usize,
}

/// Blocks that are a line together.
#[derive(Debug)]
struct Line {
    rows: Range<usize>,
    /// Its letters and digits.
    letters: usize,
}

impl Lines {
    /// Those of a page. O(bytes of its JSON-LD).
    fn of(doc: &Document) -> Self {
        let mut lines = Lines::default();
        let mut left = MAX_JSON_BYTES;
        for script in doc.elements_named(names::SCRIPT) {
            let media = doc.attribute(script, names::TYPE).unwrap_or_default();
            if !media.trim().eq_ignore_ascii_case("application/ld+json") {
                continue;
            }
            let text = doc.text_content(script);
            let declares = LINES.iter().any(|name| memmem::find(text.as_bytes(), name.as_bytes()).is_some());
            if declares && text.len() <= left {
                left -= text.len();
                lines.collect(&json_ld_values(&text));
            }
        }
        lines
    }

    /// Adds the lines of JSON values, at any depth. O(values).
    fn collect(&mut self, values: &[Value]) {
        // The values to look at, and whether they are in a property of `LINES`.
        let mut pending: Vec<(&Value, bool)> = values.iter().map(|value| (value, false)).collect();
        while let Some((value, in_lines)) = pending.pop() {
            match value {
                Value::Array(values) => pending.extend(values.iter().map(|value| (value, in_lines))),
                Value::Object(object) => pending.extend(object.iter().map(|(key, value)| {
                    let is_text = !value.is_string() || TEXTS.contains(&&**key);
                    (value, LINES.contains(&&**key) || in_lines && is_text)
                })),
                Value::String(text) if in_lines => self.add(text),
                _ => {}
            }
        }
    }

    /// Adds each line of a string, without its tags.
    fn add(&mut self, text: &str) {
        for line in text.split(['\n', '<']) {
            let mut folded = String::new();
            fold(&mut folded, line.split_once('>').map_or(line, |(_, line)| line));
            self.longest = self.longest.max(folded.len());
            if !folded.is_empty() {
                self.lines.insert(folded);
            }
        }
    }

    /// The lines among the blocks of a page, each of as many blocks as are one. O(text · [`MAX_BLOCKS`]).
    fn find(&self, shown: &Page<'_>) -> Vec<Line> {
        let (doc, texts) = (shown.document(), shown.text_blocks());
        let blocks = texts.blocks();
        let (mut found, mut start, mut text) = (Vec::new(), 0, String::new());
        while start < blocks.len() && !self.lines.is_empty() {
            text.clear();
            let mut line = None;
            for (row, block) in blocks.iter().enumerate().skip(start).take(MAX_BLOCKS) {
                texts.nodes(block).iter().for_each(|&node| fold(&mut text, doc.text(node)));
                if text.len() > self.longest {
                    break;
                }
                if self.lines.contains(&text) {
                    line = Some(Line { rows: start..row + 1, letters: text.chars().count() });
                }
            }
            start = line.as_ref().map_or(start + 1, |line| line.rows.end);
            found.extend(line);
        }
        found
    }
}

/// Adds the letters and digits of a text in lower case, those of fractions (`½`) as of `1/2`.
fn fold(folded: &mut String, text: &str) {
    folded.extend(text.nfkc().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase));
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn declared_rows(html: &str) -> Vec<usize> {
        let doc = parse(html, &Limits::default()).document;
        let declared = declared(&Page::new(&doc));
        (0..declared.len()).filter(|&row| declared[row]).collect()
    }

    fn recipe(ingredients: &str, body: &str) -> String {
        format!(
            "<script type=application/ld+json>{{\"@graph\": [{{\"@type\": \"Recipe\", \"name\": \"Rye bread\", {ingredients}}}]}}</script>{body}"
        )
    }

    #[test]
    fn ingredients_of_one_or_several_blocks_are_found() {
        let html = recipe(
            r#""recipeIngredient": ["1/2 cup rye flour", "Salt", "300 g water (warm)"]"#,
            "<h1>Rye bread</h1><nav><a>Salt</a></nav><p>Text<ul><li>½ cup Rye flour<li>Salt</ul>\
             <table><tr><td>300<td>g<td>water <i>(warm)</i></table><p>Rye<p>Salt",
        );
        assert_eq!(declared_rows(&html), [3, 4, 5, 6, 7]);
    }

    #[test]
    fn steps_are_found_without_their_tags() {
        let step = r#"{"@type": "HowToStep", "name": "Mix", "text": "Mix flour and water.", "url": "Do not bake it"}"#;
        let section = format!(r#"{{"@type": "HowToSection", "itemListElement": [{step}]}}"#);
        let body = "<p>Mix flour and water.<p>Bake for an hour.<p>Do not bake it<p>HowToStep";
        let html = recipe(&format!(r#""recipeInstructions": [{section}, "<p>Bake for an hour.</p>"]"#), body);
        assert_eq!(declared_rows(&html), [0, 1]);
    }

    #[test]
    fn microdata_declare_what_is_in_their_elements() {
        let html = "<p>Text<ul><li itemprop=ingredients><b>2</b> eggs<li itemprop='name recipeIngredient'>Salt<li itemprop=name>Rye";
        assert_eq!(declared_rows(html), [1, 2]);
    }

    #[test]
    fn short_lines_and_lines_of_many_blocks_do_not_stand_alone() {
        let line =
            |text: &str, body: &str| declared_rows(&recipe(&format!(r#""tool": "{text}""#), body)).len();
        let letters = |count: usize| "x".repeat(count);
        for (count, found) in [(MIN_ALONE, 1), (MIN_ALONE - 1, 0)] {
            assert_eq!(line(&letters(count), &format!("<p>{}", letters(count))), found, "{count}");
        }
        for (blocks, found) in [(MAX_BLOCKS, MAX_BLOCKS), (MAX_BLOCKS + 1, 0)] {
            assert_eq!(line(&letters(2 * blocks), &"<p>xx".repeat(blocks)), found, "{blocks}");
        }
    }

    #[test]
    fn json_beyond_the_limit_is_skipped() {
        let json = r#"{"tool": "A stone mill"}"#;
        for (more, found) in [(0, 1), (1, 0)] {
            let padding = " ".repeat(MAX_JSON_BYTES - json.len() + more);
            let html = format!("<script type=application/ld+json>{json}{padding}</script><p>A stone mill");
            assert_eq!(declared_rows(&html).len(), found, "{more}");
        }
    }
}
