//! Pages that structures are put into: what stands around the content differs, and the content before and after.

/// Where a structure's markup goes.
const UNIT: &str = "{{unit}}";
/// Where the title goes.
const TITLE: &str = "{{title}}";

/// A page with a place for a structure in its content.
#[derive(Debug, Clone, Copy)]
pub(super) struct PageContext {
    /// A word for it.
    pub(super) name: &'static str,
    /// Its title, as a heading and in the title element.
    pub(super) title: &'static str,
    html: &'static str,
}

macro_rules! context {
    ($name:literal, $title:literal) => {
        PageContext { name: $name, title: $title, html: include_str!(concat!("contexts/", $name, ".html")) }
    };
}

/// All contexts.
pub(super) const ALL: [PageContext; 8] = [
    context!("news", "Two smaller boats for the outer islands"),
    context!("docs", "Reading the cards of a gauge"),
    context!("product", "Desk lamp with long arm"),
    context!("forum", "Third shaft hangs lower than the rest"),
    context!("blog", "Moving the beans to the south wall"),
    context!("research", "Shade and the warmth of small streams"),
    context!("short", "Walks from the upper lock"),
    context!("german", "Die Moorbahn fährt wieder"),
];

impl PageContext {
    /// The page with a structure in it.
    pub(super) fn with(&self, unit: &str) -> String {
        self.html.replace(TITLE, self.title).replace(UNIT, unit)
    }

    /// Two contexts for the structure of a number, so that neighbours come into different ones.
    pub(super) fn two_for(number: usize) -> [&'static Self; 2] {
        let first = number % ALL.len();
        // Odd steps reach every other context in the course of eight structures.
        let step = 1 + 2 * (number / ALL.len() % (ALL.len() / 2));
        [&ALL[first], &ALL[(first + step) % ALL.len()]]
    }
}

/// Further pages, whose titles stand apart from their text.
pub(super) const TITLES: [PageContext; 3] = [
    context!("hero", "The crane comes down"),
    context!("header", "Places on the south quay"),
    context!("question", "How do I close planks that opened over the winter?"),
];
