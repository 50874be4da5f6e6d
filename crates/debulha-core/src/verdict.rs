//! What became of a page: whether the text that was kept is its content, or why there is little to keep.
//!
//! A short text may be right, or the page may be a shell that scripts fill, an error, a wall or a list. [`Verdict::of`]
//! tells these apart by shape first, and by short lists of phrases ([`phrases`]) where only words can tell.
//!
//! The first kind that finds evidence is the verdict, in this order; what stands in front of content comes before what
//! is said of content:
//!
//! | kind | evidence |
//! |---|---|
//! | [`VerdictKind::ErrorPage`] | the title, a heading or the whole text states an error, maintenance, a check for robots, or that nothing was found, and little is kept |
//! | [`VerdictKind::Consent`] | most of the kept text, or of the text where little is kept, is in consent containers or around controls to agree and refuse; or a short text asks for an age and has controls to answer |
//! | [`VerdictKind::Login`] | a password field, or a title that asks to log in beside a form, and little text |
//! | [`VerdictKind::Paywall`] | the page says that its text is not free, or asks for a subscription, after little text |
//! | [`VerdictKind::Shell`] | an empty root, or a request for JavaScript, and next to no text outside `noscript`; a short text that asks for scripts, cookies or another browser; or placeholders of a template that nothing filled |
//! | [`VerdictKind::Partial`] | limits cut the page, or a paywall is part of the text, after some of it |
//! | [`VerdictKind::Listing`] | the page states that it is a collection, or most of the kept text lies among titles that are links and look alike |
//! | [`VerdictKind::Partial`] | nothing or a small part was kept, or the extractor expects a low F1 |
//! | [`VerdictKind::Ok`] | none of these |

mod empty;
mod listing;
pub mod phrases;
mod requests;
mod shell;
mod status;
#[cfg(test)]
mod tests;
mod view;
mod walls;

use crate::outcome::Outcome;
use crate::page::Page;
use debulha_dom::{NodeId, limits::Truncated};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use view::VerdictView;

/// What a page turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum VerdictKind {
    /// Nothing speaks against the kept text.
    Ok,
    /// Some of the content is missing, or it is doubtful that the right text was kept.
    Partial,
    /// The content comes by scripts: the page needs rendering, or a browser with scripts and cookies switched on.
    Shell,
    /// A request that readers must answer first: for consent, such as to cookies, or to confirm their age.
    Consent,
    /// The text is for those who pay or subscribe.
    Paywall,
    /// A request to log in.
    Login,
    /// An error, a check for robots, a search without results, or a server's default page, instead of the page.
    ErrorPage,
    /// A list of links to the content of other pages.
    Listing,
}

impl VerdictKind {
    /// All kinds.
    pub const ALL: [VerdictKind; 8] = [
        VerdictKind::Ok,
        VerdictKind::Partial,
        VerdictKind::Shell,
        VerdictKind::Consent,
        VerdictKind::Paywall,
        VerdictKind::Login,
        VerdictKind::ErrorPage,
        VerdictKind::Listing,
    ];

    /// The name in every face, such as `error-page`.
    pub fn name(self) -> &'static str {
        match self {
            VerdictKind::Ok => "ok",
            VerdictKind::Partial => "partial",
            VerdictKind::Shell => "shell",
            VerdictKind::Consent => "consent",
            VerdictKind::Paywall => "paywall",
            VerdictKind::Login => "login",
            VerdictKind::ErrorPage => "error-page",
            VerdictKind::Listing => "listing",
        }
    }
}

impl fmt::Display for VerdictKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One sign that speaks for a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictEvidence {
    /// Name of the rule, such as `status_in_title`.
    pub rule: &'static str,
    /// The node that the rule looked at, where it is one.
    pub node: Option<NodeId>,
    /// What it found, in words and numbers.
    pub detail: String,
}

impl VerdictEvidence {
    fn new(rule: &'static str, node: Option<NodeId>, detail: impl Into<String>) -> Self {
        VerdictEvidence { rule, node, detail: detail.into() }
    }
}

/// What became of a page, and by what evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// What the page turned out to be.
    pub kind: VerdictKind,
    /// Why; empty for [`VerdictKind::Ok`].
    pub evidence: Vec<VerdictEvidence>,
    /// The word F1 that the extractor expects of its answer, 0 to 1, where it can tell
    /// ([`Labels::confidence`](crate::Labels::confidence)). Serialises rounded.
    pub confidence: Option<f32>,
}

crate::params! {
    /// Bounds of the rules. Sizes are in words; in text without spaces two characters are taken for a word.
    ///
    /// All are our decision, set by reading what they find among the development pages of WCXB.
    pub struct VerdictParams {
        /// Kept words up to which a title may state an error.
        pub error_max_words: u32 = 120;
        /// Kept words up to which the text itself may state an error.
        pub error_text_max_words: u32 = 40;
        /// Least share of a title's part, or of a text, that the words of an error make up.
        pub phrase_share: f64 = 0.5, range: 0.0..=1.0;
        /// Kept words up to which a page may be a request for consent.
        pub consent_max_words: u32 = 800;
        /// Least share of the text inside consent containers.
        pub consent_share: f64 = 0.5, range: 0.0..=1.0;
        /// Kept words up to which a page may be a request to log in.
        pub login_max_words: u32 = 100;
        /// Words outside links up to which a password field makes a login page, whatever the title.
        pub login_max_own_words: u32 = 150;
        /// Kept words up to which a paywall leaves nothing; beyond, the page is partial.
        pub paywall_max_words: u32 = 200;
        /// Kept words beyond which words that ask for a subscription are no sign of a cut.
        pub paywall_partial_max_words: u32 = 800;
        /// Words from which on the paid part of a page is there.
        pub paid_min_words: u32 = 100;
        /// Visible words up to which a page with scripts may be a shell.
        pub shell_max_words: u32 = 50;
        /// Kept words up to which a page may be a shell.
        pub shell_max_kept_words: u32 = 20;
        /// Fewest entries of a listing.
        pub listing_min_entries: u32 = 6;
        /// Fewest characters of an entry's title, on average: authors of comments have shorter names.
        pub listing_min_title_chars: f64 = 16.0;
        /// Least share of the text among the entries.
        pub listing_share: f64 = 0.7, range: 0.0..=1.0;
        /// Least share of the text that the titles are: linked headings of long sections are less.
        pub listing_min_title_share: f64 = 0.08, range: 0.0..=1.0;
        /// The same of a page that states to be an article.
        pub listing_min_title_share_of_article: f64 = 0.2, range: 0.0..=1.0;
        /// Expected F1 below which an answer is partial.
        pub low_confidence: f64 = 0.5, range: 0.0..=1.0;
        /// Share of the words outside links below which the kept text is a small part.
        pub small_share: f64 = 0.05, range: 0.0..=1.0;
    }
}

/// Digits of a confidence that are shown; they are more than it is worth.
const CONFIDENCE_DIGITS: i32 = 4;

impl Serialize for VerdictEvidence {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut evidence = serializer.serialize_struct("Evidence", 3)?;
        evidence.serialize_field("rule", self.rule)?;
        evidence.serialize_field("node", &self.node.map(|node| node.0))?;
        evidence.serialize_field("detail", &self.detail)?;
        evidence.end()
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut verdict = serializer.serialize_struct("Verdict", 3)?;
        verdict.serialize_field("verdict", &self.kind)?;
        verdict.serialize_field("confidence", &self.rounded_confidence())?;
        verdict.serialize_field("evidence", &self.evidence)?;
        verdict.end()
    }
}

impl Verdict {
    /// The confidence as all faces show it: with four digits.
    pub fn rounded_confidence(&self) -> Option<f64> {
        let unit = 10f64.powi(CONFIDENCE_DIGITS);
        self.confidence.map(|confidence| (f64::from(confidence) * unit).round() / unit)
    }

    /// Judges a page by itself, by what was decided on it, and by what the parser's limits cut from it.
    ///
    /// O(nodes + text); pages with much kept text cost a pass over their text blocks. Asks for the page's statistics and
    /// text blocks.
    ///
    /// ```
    /// use debulha_core::extractors::all_text::AllText;
    /// use debulha_core::verdict::{Verdict, VerdictKind, VerdictParams};
    /// use debulha_core::{Extractor, Page, Scratch};
    /// use debulha_dom::{Limits, parse};
    ///
    /// let html = "<title>404 Not Found</title><h1>Not Found</h1><p>There is no /barn on this server.";
    /// let parsed = parse(html, &Limits::default());
    /// let page = Page::new(&parsed.document);
    /// let outcome = AllText::default().extract(&page, &mut Scratch::default());
    /// let verdict = Verdict::of(&page, &outcome, &parsed.truncations, &VerdictParams::default());
    /// assert_eq!(verdict.kind, VerdictKind::ErrorPage);
    /// assert_eq!(verdict.evidence[0].rule, "status_in_title");
    /// ```
    pub fn of(page: &Page<'_>, outcome: &Outcome, truncations: &[Truncated], params: &VerdictParams) -> Self {
        let view = VerdictView::of(page, outcome, params);
        let (kind, evidence) = judge(&view, outcome, truncations);
        let confidence = outcome.labels().and_then(|labels| labels.confidence);
        Verdict { kind, evidence, confidence }
    }
}

/// The rules by precedence.
fn judge(
    view: &VerdictView<'_, '_>,
    outcome: &Outcome,
    truncations: &[Truncated],
) -> (VerdictKind, Vec<VerdictEvidence>) {
    type Rule = fn(&VerdictView<'_, '_>) -> Vec<VerdictEvidence>;
    let in_front: [(VerdictKind, Rule); 3] = [
        (VerdictKind::ErrorPage, status::error),
        (VerdictKind::Consent, walls::consent),
        (VerdictKind::Login, walls::login),
    ];
    for (kind, rule) in in_front {
        let evidence = rule(view);
        if !evidence.is_empty() {
            return (kind, evidence);
        }
    }
    let wall = walls::paywall(view);
    if !wall.is_empty() && view.kept <= view.params.paywall_max_words {
        return (VerdictKind::Paywall, wall);
    }
    let evidence = shell::shell(view);
    if !evidence.is_empty() {
        return (VerdictKind::Shell, evidence);
    }
    let mut cut: Vec<VerdictEvidence> = truncations.iter().filter_map(loses_text).collect();
    cut.extend(wall);
    if !cut.is_empty() {
        return (VerdictKind::Partial, cut);
    }
    let evidence = listing::listing(view);
    if !evidence.is_empty() {
        return (VerdictKind::Listing, evidence);
    }
    let evidence = doubts(view, outcome);
    (if evidence.is_empty() { VerdictKind::Ok } else { VerdictKind::Partial }, evidence)
}

/// Limits that leave text out; the others move or merge markup alone.
fn loses_text(truncated: &Truncated) -> Option<VerdictEvidence> {
    let loses =
        matches!(truncated, Truncated::Bytes { .. } | Truncated::Nodes { .. } | Truncated::Work { .. });
    loses.then(|| VerdictEvidence::new("limit", None, truncated.to_string()))
}

/// Signs that the wrong text was kept.
fn doubts(view: &VerdictView<'_, '_>, outcome: &Outcome) -> Vec<VerdictEvidence> {
    let mut found = Vec::new();
    match outcome {
        Outcome::Abstained(reason) => found.push(VerdictEvidence::new("no_answer", None, reason.to_string())),
        Outcome::Labeled(labels) => {
            if view.kept == 0 {
                found.push(VerdictEvidence::new("nothing_kept", None, format!("of {} words", view.visible)));
            } else if f64::from(view.kept) < view.params.small_share * f64::from(view.own) {
                let detail = format!("{} words of {} outside links", view.kept, view.own);
                found.push(VerdictEvidence::new("little_kept", None, detail));
            }
            if let Some(confidence) = labels.confidence
                && f64::from(confidence) < view.params.low_confidence
            {
                found.push(VerdictEvidence::new(
                    "low_confidence",
                    None,
                    format!("expected F1 {confidence:.2}"),
                ));
            }
        }
    }
    found
}
