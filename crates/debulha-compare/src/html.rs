//! A comparison as one self-contained page: readable without its script, light and dark, on wide and narrow screens.
//!
//! Verdicts differ by shape as well as colour: kept is a full bar, in part a hatched one as high as its share, dropped a
//! hair line. Text of the page goes through `escape` alone.

use super::{BlockVerdict, ComparedBlock, Comparison};
use crate::markup::{THEME, decimal, escape};
use std::fmt::Write as _;

/// Blocks on the page; a browser takes no more with dozens of systems. The rest is left out and said so.
const BLOCKS: usize = 4000;

/// Width of a stripe of the map, in units of its picture.
const STRIPE: f64 = 1000.0;

/// From so many systems on, the table of their agreement is folded away.
const FOLDED: usize = 16;

/// Up to so many systems, their columns are wide enough for numbers.
const NUMBERED: usize = 20;

const STYLE: &str = include_str!("compare.css");
const SCRIPT: &str = include_str!("compare.js");

/// What is on the page beside the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HtmlOptions {
    /// Heading: the file, the address.
    pub title: String,
}

/// Renders a comparison as an HTML page.
pub fn render(comparison: &Comparison, options: &HtmlOptions) -> String {
    let title = escape(&options.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{THEME}{STYLE}{}</style></head>\
         <body><main style=\"--n:{}\"><h1>{title}</h1>",
        toggles(comparison.systems.len()),
        comparison.systems.len().max(1)
    );
    let mut report = HtmlReport { comparison, out: &mut out };
    report.summary();
    report.systems();
    report.matrix();
    report.blocks();
    out.push_str("<output id=\"panel\" hidden></output></main><script>");
    out.push_str(SCRIPT);
    out.push_str("</script></body></html>\n");
    out
}

/// Rules that take the marks of a system away when its box is not checked.
fn toggles(systems: usize) -> String {
    let rule = |number: usize| {
        format!(
            "main:has(#s{number}:not(:checked)) :is(.blocks .g > :nth-child({number}), .m :is(th, td):nth-child({}), .m \
             tbody tr:nth-child({number})) {{ display: none; }}\n",
            number + 1
        )
    };
    (1..=systems).map(rule).collect()
}

struct HtmlReport<'c, 'o> {
    comparison: &'c Comparison,
    out: &'o mut String,
}

impl HtmlReport<'_, '_> {
    // Writing to a string cannot fail: results of `write!` are dropped in all methods.

    fn summary(&mut self) {
        let Comparison { systems, words, agreement, blocks, .. } = self.comparison;
        let _ = write!(
            self.out,
            "<p class=\"note\">{} systems · {} text blocks · {words} words · on a word {:.1} % of systems agree</p>",
            systems.len(),
            blocks.len(),
            agreement * 100.0
        );
    }

    /// A line a system: its switch, what it keeps, and a map of the page.
    fn systems(&mut self) {
        self.out.push_str(
            "<section><h2>Systems</h2><p class=\"note\">The page from its beginning (left) to its end, a block as wide \
             as it has words. <span class=\"legend\"><span class=\"g\"><b></b></span> kept <span class=\"g\">\
             <i style=\"--p:50%\"></i></span> in part <span class=\"g\"><s></s></span> dropped</span></p>\
             <p id=\"switches\" hidden><button type=\"button\" data-all=\"1\">all</button> \
             <button type=\"button\" data-all=\"\">none</button></p><ol class=\"systems\">",
        );
        for (place, system) in self.comparison.systems.iter().enumerate() {
            let number = place + 1;
            let name = escape(&system.name);
            let facts = if let Some(reason) = &system.no_answer {
                format!("no answer: {}", escape(reason))
            } else {
                let share = 100.0 * f64::from(system.words) / f64::from(self.comparison.words.max(1));
                format!("{} words · {share:.0} %", system.words)
            };
            let gold = system.gold.map_or(String::new(), |gold| {
                let [p, r, f1] = [gold.precision, gold.recall, gold.f1].map(|value| decimal(Some(value)));
                format!(" · gold P {p} R {r} F1 {f1}")
            });
            let map = self.stripe(place, &format!("{name}: {facts}"));
            let _ = write!(
                self.out,
                "<li><label><input type=\"checkbox\" id=\"s{number}\" checked> {number} <span>{name}</span></label>{map}\
                 <span class=\"soft\">{facts}{gold}</span></li>"
            );
        }
        self.out.push_str("</ol></section>");
    }

    /// The map of what a system keeps; `label` is escaped.
    fn stripe(&self, system: usize, label: &str) -> String {
        let scale = STRIPE / f64::from(self.comparison.words.max(1));
        let [mut kept, mut partly] = [String::new(), String::new()];
        let mut at = 0u32;
        let runs = self.comparison.blocks.chunk_by(|a, b| {
            a.verdict(system) == b.verdict(system) && a.verdict(system) != BlockVerdict::Partly
        });
        for run in runs {
            let words: u32 = run.iter().map(|block| block.words).sum();
            let (x, wide) = (f64::from(at) * scale, f64::from(words) * scale);
            let (path, tall) = match run[0].verdict(system) {
                BlockVerdict::Kept => (&mut kept, 20),
                BlockVerdict::Partly => (&mut partly, run[0].percent(system).div_ceil(5)),
                BlockVerdict::Dropped | BlockVerdict::NoAnswer => {
                    at += words;
                    continue;
                }
            };
            let _ = write!(path, "M{x:.1} 20v-{tall}h{wide:.1}v{tall}z");
            at += words;
        }
        format!(
            "<svg class=\"map\" viewBox=\"0 0 {STRIPE} 20\" preserveAspectRatio=\"none\" role=\"img\" \
             aria-label=\"{label}\"><path class=\"k\" d=\"{kept}\"/><path class=\"p\" d=\"{partly}\"/></svg>"
        )
    }

    fn matrix(&mut self) {
        let systems = &self.comparison.systems;
        if systems.len() < 2 {
            return;
        }
        let open = if systems.len() < FOLDED { " open" } else { "" };
        let _ = write!(
            self.out,
            "<section><details{open}><summary><h2>Agreement of each two</h2></summary><p class=\"note\">Token F1: twice \
             the words that both keep by the words of each, summed.</p><div class=\"wide\"><table class=\"heat m\"><thead>\
             <tr><th class=\"name\">system"
        );
        for (place, system) in systems.iter().enumerate() {
            let _ = write!(self.out, "<th title=\"{}\">{}", escape(&system.name), place + 1);
        }
        self.out.push_str("</tr></thead><tbody>");
        for (row, system) in systems.iter().enumerate() {
            let _ = write!(self.out, "<tr><th>{} {}", row + 1, escape(&system.name));
            for (column, other) in systems.iter().enumerate() {
                let value = self.comparison.f1[row][column];
                let both = format!("{} and {}", escape(&system.name), escape(&other.name));
                let _ = match value {
                    _ if row == column => write!(self.out, "<td class=\"self\">"),
                    None => write!(self.out, "<td title=\"{both}\">–"),
                    // Colour tells most where systems agree, so it grows with the square.
                    Some(f1) => write!(
                        self.out,
                        "<td style=\"--v:{:.0}%\" title=\"{both}: {f1:.3}\">{}",
                        f1 * f1 * 100.0,
                        // Two decimals fit dozens of columns; cut off, so that 1 is all.
                        format!("{:.2}", (f1 * 100.0).floor() / 100.0).trim_start_matches('0')
                    ),
                };
            }
            self.out.push_str("</tr>");
        }
        self.out.push_str("</tbody></table></div></details></section>");
    }

    fn blocks(&mut self) {
        let blocks = &self.comparison.blocks;
        self.out.push_str(
            "<section><h2>Text blocks</h2><p class=\"note\">In the order of the page; a column a system, in the order \
             above. The darker the ground, the more systems keep the text; grey text is kept by none.</p>\
             <div class=\"blocks\">",
        );
        if self.comparison.systems.len() <= NUMBERED {
            self.out.push_str("<div class=\"head\" aria-hidden=\"true\"><span class=\"g\">");
            for number in 1..=self.comparison.systems.len() {
                let _ = write!(self.out, "<em>{number}</em>");
            }
            self.out.push_str("</span></div>");
        }
        for (place, block) in blocks.iter().take(BLOCKS).enumerate() {
            self.block(place + 1, block);
        }
        self.out.push_str("</div>");
        if blocks.len() > BLOCKS {
            let _ = write!(self.out, "<p class=\"note\">… and {} blocks more.</p>", blocks.len() - BLOCKS);
        }
        self.out.push_str("</section>");
    }

    fn block(&mut self, number: usize, block: &ComparedBlock) {
        let systems = self.comparison.systems.len();
        let verdicts: Vec<BlockVerdict> = (0..systems).map(|system| block.verdict(system)).collect();
        let count = |verdict| verdicts.iter().filter(|&&each| each == verdict).count();
        let (kept, answers) = (count(BlockVerdict::Kept), systems - count(BlockVerdict::NoAnswer));
        let share = f64::from(block.kept.iter().flatten().sum::<u32>())
            / (f64::from(block.words.max(1)) * answers.max(1) as f64);
        let tag = escape(&block.sketch.tag);
        let none = if share == 0.0 { " none" } else { "" };
        let _ = write!(
            self.out,
            "<div class=\"b{none}\" id=\"b{number}\" data-w=\"{}\" style=\"--v:{:.0}%;--d:{}\"><span class=\"g\" \
             role=\"img\" title=\"{}\">",
            block.words,
            share * 100.0,
            block.sketch.nesting,
            self.keepers(&verdicts, block)
        );
        for (system, verdict) in verdicts.iter().enumerate() {
            let _ = match verdict {
                BlockVerdict::Kept => write!(self.out, "<b></b>"),
                BlockVerdict::Partly => write!(self.out, "<i style=\"--p:{}%\"></i>", block.percent(system)),
                BlockVerdict::Dropped => write!(self.out, "<s></s>"),
                BlockVerdict::NoAnswer => write!(self.out, "<u></u>"),
            };
        }
        let _ = write!(
            self.out,
            "</span><span class=\"f\"><a href=\"#b{number}\" title=\"{}\">{tag}</a> <span class=\"v\">{kept}/{answers}\
             </span></span><div class=\"x {}\">{}{}</div></div>",
            escape(&block.xpath),
            look(&block.sketch.tag),
            escape(&block.sketch.text),
            if block.sketch.cut { "…" } else { "" }
        );
    }

    /// Who keeps the block, in words; escaped.
    fn keepers(&self, verdicts: &[BlockVerdict], block: &ComparedBlock) -> String {
        let names = |wanted: BlockVerdict| {
            let these = self.comparison.systems.iter().zip(verdicts).enumerate();
            let these = these.filter(move |(_, (_, verdict))| **verdict == wanted);
            these.map(move |(place, (system, _))| match wanted {
                BlockVerdict::Partly => format!("{} {} %", escape(&system.name), block.percent(place)),
                _ => escape(&system.name),
            })
        };
        let list = |wanted| names(wanted).collect::<Vec<_>>().join(", ");
        let [kept, partly, dropped] =
            [BlockVerdict::Kept, BlockVerdict::Partly, BlockVerdict::Dropped].map(list);
        let mut said = match (kept.as_str(), dropped.as_str()) {
            (kept, "") if partly.is_empty() && !kept.is_empty() => return "kept by all".to_owned(),
            ("", _) if partly.is_empty() => return "kept by none".to_owned(),
            (kept, "") => format!("kept by all others: {kept}"),
            ("", _) => "dropped by all others".to_owned(),
            (kept, dropped) if dropped.len() < kept.len() => format!("kept by all but {dropped}"),
            (kept, _) => format!("kept by {kept}"),
        };
        if !partly.is_empty() {
            let _ = write!(said, "; in part by {partly}");
        }
        said
    }
}

/// Class of a block that is shown as what it is.
fn look(tag: &str) -> &'static str {
    match tag {
        "h1" | "title" => "h1",
        "h2" => "h2",
        "h3" | "h4" | "h5" | "h6" | "dt" | "th" | "caption" => "h3",
        "li" => "li",
        "td" => "td",
        "pre" => "pre",
        "blockquote" => "quote",
        _ => "",
    }
}
