//! Several systems, one decision: union, intersection or vote on the characters of text nodes.

use crate::extractor::{About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit};
use crate::outcome::{Abstention, Labels, Outcome, Reason, Span};
use crate::page::Page;
use crate::params::{BuildError, ParamMap, Params};
use crate::{choices, extractor, params};
use debulha_dom::NodeId;

const ID: &str = "combine";

choices! {
    /// How many of the systems that answer must keep a character.
    #[derive(Default)]
    pub enum Rule {
        /// One of them.
        Union,
        /// All of them.
        Intersection,
        /// More than a share of them, [`Combine::threshold`].
        #[default]
        Vote,
    }
}

params! {
    /// How decisions become one.
    #[derive(Copy)]
    pub struct Combine {
        /// How many systems must keep a character. Our decision: a vote.
        pub rule: Rule = Rule::Vote;
        /// Vote: a character is kept when more than this share of the systems keep it. At one half, the plain
        /// majority, a tie keeps nothing: two of four are too few. Our decision.
        pub threshold: f64 = 0.5, range: 0.0..1.0;
    }
}

impl From<Rule> for Combine {
    fn from(rule: Rule) -> Self {
        Combine { rule, ..Combine::default() }
    }
}

impl Combine {
    /// Of so many systems that answer, how many must keep a character: from 1 to all.
    ///
    /// ```
    /// use debulha_core::combine::{Combine, Rule};
    ///
    /// let least = |rule: Rule| Combine::from(rule).least(4);
    /// assert_eq!([Rule::Union, Rule::Vote, Rule::Intersection].map(least), [1, 3, 4]);
    /// ```
    pub fn least(&self, voters: usize) -> usize {
        match self.rule {
            Rule::Union => 1,
            Rule::Intersection => voters,
            Rule::Vote => {
                let is_enough = |&votes: &usize| votes as f64 / voters as f64 > self.threshold;
                (1..voters).find(is_enough).unwrap_or(voters)
            }
        }
    }

    /// The rule's name, with the threshold where it is not the default.
    fn name(&self) -> String {
        match self.rule {
            Rule::Union => "union".to_owned(),
            Rule::Intersection => "intersection".to_owned(),
            Rule::Vote if self.threshold == Combine::default().threshold => "vote".to_owned(),
            Rule::Vote => format!("vote>{}", self.threshold),
        }
    }
}

/// What several systems decide together.
#[derive(Debug, Clone, PartialEq)]
pub struct Combination {
    /// What is kept. The score of a span is its agreement: the mean share of systems that keep its words.
    pub labels: Labels,
    /// Mean share of the systems that decide on a word as it was decided, over the words of the page, dropped
    /// ones included; 1 where there are none. A word on which a system's decision changes counts in both parts.
    pub agreement: f64,
}

/// Combines the labels of the systems that answered; of none, nothing is kept.
///
/// O((labelled nodes + text nodes) × systems + spans log spans of one node + labelled text).
pub fn combine(page: &Page<'_>, voters: &[&Labels], how: &Combine) -> Combination {
    let least = how.least(voters.len());
    let mut kept: Vec<KeptRun> = Vec::new();
    // Of visible words, as pairs of a word and a system.
    let (mut agreeing, mut all) = (0u64, 0u64);
    sweep(page, voters, |run, votes| {
        let words = u64::from(run.words(page));
        let is_kept = votes >= least && votes > 0;
        if !page.visibility().is_hidden(run.node) {
            agreeing += words * (if is_kept { votes } else { voters.len() - votes }) as u64;
            all += words * voters.len() as u64;
        }
        if is_kept {
            let share = votes as f64 / voters.len() as f64;
            match kept.last_mut() {
                Some(last) if last.span.node == run.node && last.span.end == run.start => {
                    last.extend(run.end, share, words);
                }
                _ => kept.push(KeptRun::new(run, share, words)),
            }
        }
    });
    let labels = Labels {
        spans: kept.iter().map(|kept| kept.span).collect(),
        scores: Some(kept.iter().map(KeptRun::score).collect()),
        omitted: omitted(page, voters, least),
        beside: Vec::new(),
        apart: Vec::new(),
        confidence: None,
    };
    Combination { labels, agreement: if all > 0 { agreeing as f64 / all as f64 } else { 1.0 } }
}

/// The elements that too few systems keep: what a system does not omit it keeps.
fn omitted(page: &Page<'_>, voters: &[&Labels], least: usize) -> Vec<NodeId> {
    let doc = page.document();
    let mut candidates: Vec<NodeId> = voters.iter().flat_map(|labels| &labels.omitted).copied().collect();
    candidates.sort_unstable();
    let mut omitted: Vec<NodeId> = Vec::new();
    for node in candidates {
        let keep = voters.iter().filter(|labels| !labels.omits(doc, node)).count();
        if keep < least && omitted.last().is_none_or(|&last| !doc.contains(last, node)) {
            omitted.push(node);
        }
    }
    omitted
}

/// A kept run of characters that grows.
struct KeptRun {
    span: Span,
    /// Sum over words of the share of systems that keep them.
    shares: f64,
    words: u64,
}

impl KeptRun {
    fn new(span: Span, share: f64, words: u64) -> Self {
        let words = words.max(1);
        KeptRun { span, shares: share * words as f64, words }
    }

    fn extend(&mut self, end: u32, share: f64, words: u64) {
        self.span.end = end;
        self.shares += share * words as f64;
        self.words += words;
    }

    fn score(&self) -> f32 {
        (self.shares / self.words as f64) as f32
    }
}

/// Walks the text nodes that are visible or labelled in document order, in runs of characters in which no label
/// begins or ends, each with the number of labels that hold for it, 0 included.
fn sweep(page: &Page<'_>, voters: &[&Labels], mut take: impl FnMut(Span, usize)) {
    let doc = page.document();
    let mut visible = page.text_nodes().iter().copied().peekable();
    let mut next = vec![0; voters.len()];
    // Where labels of the node at hand end (false) and begin (true).
    let mut edges: Vec<(u32, bool)> = Vec::new();
    loop {
        let labelled =
            voters.iter().zip(&next).filter_map(|(labels, &next)| Some(labels.spans.get(next)?.node));
        let Some(node) = labelled.chain(visible.peek().copied()).min() else { return };
        visible.next_if_eq(&node);
        for (labels, next) in voters.iter().zip(&mut next) {
            while let Some(span) = labels.spans.get(*next).filter(|span| span.node == node) {
                edges.extend([(span.start, true), (span.end, false)]);
                *next += 1;
            }
        }
        edges.sort_unstable();
        let (mut start, mut votes) = (0, 0);
        let whole = doc.text(node).len() as u32;
        for (at, begins) in edges.drain(..) {
            if start < at {
                take(Span { node, start, end: at }, votes);
                start = at;
            }
            votes = if begins { votes + 1 } else { votes - 1 };
        }
        if start < whole {
            take(Span { node, start, end: whole }, votes);
        }
    }
}

/// Systems that decide together.
///
/// ```
/// use debulha_core::combine::{Combined, Rule};
/// use debulha_core::extractors::all_text::AllText;
/// use debulha_core::extractors::debulha::Debulha;
/// use debulha_core::{Extractor, Page, Scratch};
/// use debulha_dom::{Limits, parse};
///
/// let union = Combined::of(vec![Box::new(AllText::default()), Box::new(Debulha::default())], Rule::Union.into())?;
/// assert_eq!(union.name(), "union(all_text,debulha)");
/// let parsed = parse("<p>Rye<p>Oats", &Limits::default());
/// let page = Page::new(&parsed.document);
/// let decision = union.decide(&page, &mut Scratch::default());
/// assert_eq!(decision.outcome.labels().expect("labels").plain_text(&page), "Rye\nOats");
/// # Ok::<(), debulha_core::BuildError>(())
/// ```
pub struct Combined {
    members: Vec<Box<dyn Extractor>>,
    combine: Combine,
    name: String,
}

/// What [`Combined`] says of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct CombinedDecision {
    /// The labels; the first member's abstention where all abstain.
    pub outcome: Outcome,
    /// [`Combination::agreement`], where a member answered.
    pub agreement: Option<f64>,
    /// The members that gave no answer, by name. They have no vote.
    pub abstained: Vec<(String, Abstention)>,
}

impl Combined {
    const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Several systems combined",
            cite: &[],
            provenance: Provenance::Original,
            needs: Needs::PAGE,
            docs: "Union, intersection or vote of the systems that are named.",
            file: file!(),
            params: Combine::INFO,
            presets: &[],
        },
        unit: Unit::Token,
        status: Status::Preview,
        build: |_| Err(invalid("the systems are missing: build it by `Combined::of`")),
        load: None,
    };

    /// Takes members that are built, such as those that learned from a site.
    ///
    /// # Errors
    /// No members, or a threshold outside its range.
    pub fn of(members: Vec<Box<dyn Extractor>>, combine: Combine) -> Result<Self, BuildError> {
        if members.is_empty() {
            return Err(invalid("there are no systems"));
        }
        let combine = Combine::from_map(ID, &combine.to_map())?;
        let names: Vec<String> = members.iter().map(|member| extractor::name(&**member)).collect();
        let name = format!("{}({})", combine.name(), names.join(","));
        Ok(Combined { members, combine, name })
    }

    /// The rule and the members, such as `vote(cetd,nce)`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Has every member decide on the page, and combines their labels.
    pub fn decide(&self, page: &Page<'_>, scratch: &mut Scratch) -> CombinedDecision {
        let mut abstained = Vec::new();
        let mut voters = Vec::new();
        for member in &self.members {
            match member.extract(page, scratch) {
                Outcome::Labeled(labels) => voters.push(labels),
                Outcome::Abstained(reason) => abstained.push((extractor::name(&**member), reason)),
            }
        }
        if let (true, Some((_, reason))) = (voters.is_empty(), abstained.first()) {
            return CombinedDecision {
                outcome: Outcome::Abstained(reason.clone()),
                agreement: None,
                abstained,
            };
        }
        let voters: Vec<&Labels> = voters.iter().collect();
        let Combination { labels, agreement } = combine(page, &voters, &self.combine);
        CombinedDecision { outcome: Outcome::Labeled(labels), agreement: Some(agreement), abstained }
    }
}

fn invalid(reason: &str) -> BuildError {
    BuildError::Invalid { extractor: ID, reason: reason.to_owned() }
}

impl Extractor for Combined {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.combine.to_map()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        self.decide(page, scratch).outcome
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let outcomes: Vec<Outcome> =
            self.members.iter().map(|member| member.extract(page, scratch)).collect();
        let voters: Vec<&Labels> = outcomes.iter().filter_map(Outcome::labels).collect();
        let kept = combine(page, &voters, &self.combine).labels;
        let votes = voters.iter().filter(|labels| keeps(labels, text_node)).count();
        let (all, least) = (voters.len(), self.combine.least(voters.len()));
        let mut reasons = vec![Reason {
            rule: ID,
            keeps: keeps(&kept, text_node),
            node: text_node,
            detail: format!("{votes} of {all} systems keep some of it, at least {least} must"),
        }];
        for (member, outcome) in self.members.iter().zip(&outcomes) {
            let (rule, node) = (member.info().id, text_node);
            let (keeps, detail) = match outcome {
                Outcome::Labeled(labels) if keeps(labels, node) => (true, "keeps it".to_owned()),
                Outcome::Labeled(_) => (false, "drops it".to_owned()),
                Outcome::Abstained(reason) => (false, format!("has no vote: {reason}")),
            };
            reasons.push(Reason { rule, keeps, node, detail });
            reasons.extend(member.why(page, scratch, text_node));
        }
        reasons
    }

    fn judges_hidden(&self) -> bool {
        self.members.iter().any(|member| member.judges_hidden())
    }
}

/// Whether any of a text node is labelled.
fn keeps(labels: &Labels, node: NodeId) -> bool {
    labels.spans.binary_search_by_key(&node, |span| span.node).is_ok()
}

#[cfg(test)]
mod tests;
