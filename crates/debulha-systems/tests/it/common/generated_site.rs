//! Generated sites: pages of one template with blocks that are the same everywhere, on some pages, nearly the same,
//! the same on one page, or nowhere else.

use debulha_core::features::random::SplitMix64;

/// Words that texts are drawn from, the frequent ones first.
const VOCABULARY: usize = 20_000;

/// Addresses and sources of the pages of a site.
pub(crate) fn site(seed: u64, pages: usize) -> Vec<(String, String)> {
    let mut random = SplitMix64::new(seed);
    let template = Template::draw(&mut random);
    let page = |number| (format!("http://example.org/{seed}/{number}"), template.page(&mut random));
    (0..pages).map(page).collect()
}

/// What the pages of a site share.
struct Template {
    menu: Vec<String>,
    /// Paragraphs of every page.
    fixed: Vec<String>,
    /// Paragraphs of some pages.
    boxes: Vec<String>,
    /// Words of paragraphs that change a little from page to page.
    notices: Vec<Vec<String>>,
    class: &'static str,
}

impl Template {
    fn draw(random: &mut SplitMix64) -> Self {
        let mut many = |count: usize, words: usize| -> Vec<Vec<String>> {
            (0..count).map(|_| text(random, words, 1)).collect()
        };
        let joined = |texts: Vec<Vec<String>>| texts.into_iter().map(|words| words.join(" ")).collect();
        Template {
            menu: joined(many(6, 2)),
            fixed: joined(many(3, 8)),
            boxes: joined(many(12, 12)),
            notices: many(4, 10),
            class: ["lead", "text big", "a b c"][random.below(3)],
        }
    }

    fn page(&self, random: &mut SplitMix64) -> String {
        let menu: Vec<String> = self.menu.iter().map(|item| format!("<li><a href=/x>{item}</a>")).collect();
        let menu = menu.concat();
        let mut blocks: Vec<String> =
            self.fixed.iter().map(|text| format!("<p class=fix>{text}</p>")).collect();
        for _ in 0..random.below(3) {
            // The same with attributes in another order is identical too.
            let attributes = ["class=box id=b", "id=b class=box"][random.below(2)];
            blocks.push(format!("<p {attributes}>{}</p>", self.boxes[random.below(self.boxes.len())]));
        }
        for notice in &self.notices {
            let mut words = notice.clone();
            for _ in 0..random.below(6) {
                words[random.below(notice.len())] = word(random);
            }
            blocks.push(self.paragraph(random, &words));
        }
        if random.below(4) == 0 {
            let words = text(random, 9, 1);
            blocks.extend((0..2).map(|_| self.paragraph(random, &words)));
        }
        if random.below(10) == 0 {
            let names: String = text(random, 100, 9).iter().map(|word| list_item(word)).collect();
            blocks.push(format!("<p class=names>{names}</p>"));
        }
        for _ in 0..2 + random.below(5) {
            let words = text(random, 1, 50);
            blocks.push(self.paragraph(random, &words));
        }
        let cut = random.below(blocks.len());
        let (before, after) = blocks.split_at(cut);
        format!(
            "<html lang=pt><body><div class=menu><ul>{menu}</ul></div><table><tr><td><main><article>\
             <div>{}</div>beside<hr><section><div>{}</div></section></article></main><tr><td>{}<p>{}</table>",
            before.concat(),
            after.concat(),
            word(random),
            self.fixed[0],
        )
    }

    fn paragraph(&self, random: &mut SplitMix64, words: &[String]) -> String {
        let class = ["", self.class, "lead"][random.below(3)];
        let mut html = format!("<p class='{class}'>");
        for word in words {
            let marked = match random.below(40) {
                0 => format!("<b>{word}</b>"),
                1 => format!("<a href=/{word} class=link>{word}</a>"),
                2 => format!("{word}<!-- {word} --> de 2021"),
                _ => word.clone(),
            };
            html.push_str(&marked);
            html.push(' ');
        }
        html.push_str("</p>");
        html
    }
}

fn list_item(word: &str) -> String {
    format!("<a href=/{word}>{word}</a> <i>•</i> ")
}

fn text(random: &mut SplitMix64, least: usize, more: usize) -> Vec<String> {
    let words = least + random.below(more);
    (0..words).map(|_| word(random)).collect()
}

/// A word, frequent ones more often, as by Zipf's law.
fn word(random: &mut SplitMix64) -> String {
    let mut rank = (VOCABULARY as f64).powf(random.below_one()) as usize;
    let mut word = String::new();
    while rank > 0 {
        word.push_str(["ba", "de", "gi", "lo", "nu", "rã", "sé", "tio"][rank % 8]);
        rank /= 8;
    }
    word
}
