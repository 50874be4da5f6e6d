//! Criteria by which lutz2013 compares techniques (its table 2.3).

use serde::Serialize;

/// What a technique needs and looks at, as lutz2013 judges its publication.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[allow(clippy::struct_excessive_bools)] // Columns of a published table.
pub struct Criteria {
    /// Key of the publication in `references.bib`.
    #[serde(skip)]
    pub cite: &'static str,
    /// People have to intervene.
    pub manual_work: bool,
    /// It learns.
    pub learning: bool,
    /// Tags that it segments by; empty if it segments otherwise.
    pub segmentation_tags: &'static [&'static str],
    /// It segments by VIPS.
    pub vips: bool,
    /// It looks at text.
    pub text: bool,
    /// It looks at style sheets.
    pub style_sheets: bool,
    /// It looks at the density of links.
    pub link_density: bool,
    /// What is doubtful about these entries.
    pub note: Option<&'static str>,
}

/// A row without a note; the flags in the order of the table, the tags after learning.
const fn row(cite: &'static str, segmentation_tags: &'static [&'static str], flags: [bool; 6]) -> Criteria {
    let [manual_work, learning, vips, text, style_sheets, link_density] = flags;
    Criteria {
        cite,
        manual_work,
        learning,
        segmentation_tags,
        vips,
        text,
        style_sheets,
        link_density,
        note: None,
    }
}

const fn noted(criteria: Criteria, note: &'static str) -> Criteria {
    Criteria { note: Some(note), ..criteria }
}

const LOST_TAG: &str = "one more tag was lost when the table was converted";

/// The table, in its order.
#[rustfmt::skip]
pub const CRITERIA: [Criteria; 18] = {
    const Y: bool = true;
    const N: bool = false;
    [
        noted(row("baryossef2002", &["a"], [N, Y, N, Y, N, Y]), "it learns nothing from labels"),
        noted(row("debnath2005", &["tr", "p", "hr"], [N, N, N, Y, Y, N]), LOST_TAG),
        row("lin2002", &["table"], [N, N, N, Y, N, N]),
        noted(row("chen2006", &["table", "p"], [N, N, N, Y, Y, N]), LOST_TAG),
        row("wang2008segments", &["table", "div"], [N, N, N, Y, Y, N]),
        row("cai2003", &[], [N, N, Y, N, Y, N]),
        row("fernandes2007", &[], [N, N, Y, Y, N, N]),
        row("li2006", &[], [N, N, Y, Y, N, Y]),
        row("song2004", &[], [Y, Y, Y, Y, N, Y]),
        row("kovacevic2002", &[], [N, N, N, Y, N, Y]),
        noted(row("burget2009", &[], [N, N, N, Y, Y, N]), "it trains J48 on labelled areas"),
        row("yi2003", &[], [N, N, N, Y, Y, N]),
        row("vieira2006", &[], [N, N, N, Y, Y, N]),
        noted(row("kushmerick1999", &[], [Y, Y, N, N, N, N]), "it reads alternative texts and captions"),
        row("kohlschuetter2010", &[], [N, N, N, Y, N, Y]),
        row("weninger2010", &[], [N, Y, N, Y, N, Y]),
        row("sun2011", &[], [N, N, N, Y, N, Y]),
        row("velloso2013", &[], [N, N, N, N, N, N]),
    ]
};

impl Criteria {
    /// The criteria of a system by its citations. Only the first counts: it is the publication that the system follows.
    ///
    /// ```
    /// use debulha_core::criteria::Criteria;
    ///
    /// let vips = Criteria::of(&["cai2003"]).expect("a row");
    /// assert!(vips.vips && vips.style_sheets && !vips.text);
    /// assert!(Criteria::of(&["fernandes2021", "debnath2005"]).is_none());
    /// ```
    pub fn of(cite: &[&str]) -> Option<&'static Criteria> {
        let first = cite.first()?;
        CRITERIA.iter().find(|row| row.cite == *first)
    }

    /// The criteria that hold, in words, such as `text, link density`.
    pub fn words(&self) -> String {
        let named = [
            (self.manual_work, "manual work"),
            (self.learning, "learning"),
            (self.vips, "segmentation by VIPS"),
            (self.text, "text"),
            (self.style_sheets, "style sheets"),
            (self.link_density, "link density"),
        ];
        let mut words: Vec<String> =
            named.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name.to_owned()).collect();
        if !self.segmentation_tags.is_empty() {
            words.push(format!("segmentation by tags ({})", self.segmentation_tags.join(", ")));
        }
        if words.is_empty() { "none".to_owned() } else { words.join(", ") }
    }
}
