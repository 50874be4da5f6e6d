//! `vote`: weighted majority of other systems, by text block.

use crate::extractors;
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit,
};
use debulha_core::outcome::{Labels, Outcome, Reason, Span};
use debulha_core::page::Page;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::{choices, params};
use debulha_dom::{NodeId, names};
use serde::{Deserialize, Serialize};

const ID: &str = "vote";

/// A member of the vote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VoteMember {
    /// Id of a system other than `vote`.
    pub id: String,
    /// Weight of its vote, above 0.
    #[serde(default = "one")]
    pub weight: f64,
    /// Its parameters, where they differ from its defaults.
    #[serde(default)]
    pub params: ParamMap,
}

fn one() -> f64 {
    1.0
}

/// The members chosen on the development set; `docs/vote.md` shows the evidence.
fn default_members() -> Vec<VoteMember> {
    let members = serde_json::json!([
        {"id": "cetr", "params": {"k": 2}},
        {"id": "cetr", "params": {"k": 4}},
        {"id": "cetd", "params": {"link_count": "descendants"}},
        {"id": "boilerpipe_article", "params": {
            "max_link_density": 0.5, "fusion_distance": 3, "side_block_words": 30, "large_block_words": 30,
        }},
        {"id": "nce", "params": {"comments": "off", "min_separator": 1200}},
    ]);
    serde_json::from_value(members).unwrap_or_default()
}

choices! {
    /// Blocks that are decided together, by their mean share.
    pub enum Together {
        /// Each block by itself.
        Nothing,
        /// The cells of a table with header cells, and the lines of a `pre`; the innermost around them counts.
        TablesAndCode,
    }
}

params! {
    /// Parameters of `vote`: our own choices, made by cross-validation over sites (`docs/vote.md`).
    pub struct VoteParams {
        /// The systems that vote: objects with `id`, and optionally `weight` (1) and `params` ({}).
        pub members: Vec<VoteMember> = default_members();
        /// Share of the weight that must speak for a block. Members that abstain do not count.
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
        /// Blocks that are decided together: short cells of a table that is kept have little to speak for them.
        pub together: Together = Together::TablesAndCode;
    }
}

#[doc = include_str!("vote.md")]
pub struct Vote {
    /// The parameters in force.
    pub params: VoteParams,
    members: Vec<Box<dyn Extractor>>,
}

impl Vote {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Weighted majority by block",
            cite: &["bevendorff2023"],
            provenance: Provenance::Original,
            needs: Needs::PAGE,
            docs: include_str!("vote.md"),
            file: file!(),
            params: VoteParams::INFO,
            presets: &[
                Preset {
                    name: "precision",
                    docs: "More of the weight must speak for a block.",
                    params: r#"{"threshold": 0.7}"#,
                },
                Preset {
                    name: "recall",
                    docs: "Less of the weight must speak for a block.",
                    params: r#"{"threshold": 0.3}"#,
                },
            ],
        },
        unit: Unit::Block,
        status: Status::Preview,
        build: |map| Ok(Box::new(Vote::new(VoteParams::from_map(ID, map)?)?)),
        load: None,
    };

    /// Builds the members.
    ///
    /// # Errors
    /// No member, a weight that is not above 0, a member that is a vote itself, or one that cannot be built.
    pub fn new(params: VoteParams) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        if params.members.is_empty() {
            return Err(invalid("`members` is empty".to_owned()));
        }
        let mut members = Vec::with_capacity(params.members.len());
        for member in &params.members {
            if member.id == ID {
                return Err(invalid("a vote cannot be its own member".to_owned()));
            }
            if !(member.weight > 0.0 && member.weight.is_finite()) {
                return Err(invalid(format!("weight of `{}` is {}, not above 0", member.id, member.weight)));
            }
            members.push(extractors::build(&member.id, &member.params)?);
        }
        Ok(Vote { params, members })
    }

    /// The vote of each member on each block, in the order of members: the share of the block's bytes that it
    /// labelled; `None` for a member that abstains.
    pub fn ballots(&self, page: &Page<'_>, scratch: &mut Scratch) -> Vec<Option<Vec<f64>>> {
        self.members
            .iter()
            .map(|member| Some(block_shares(page, member.extract(page, scratch).labels()?)))
            .collect()
    }

    /// The share of the weight that speaks for each block.
    fn shares(&self, page: &Page<'_>, ballots: &[Option<Vec<f64>>]) -> Vec<f64> {
        let mut shares = vec![0.0; page.text_blocks().blocks().len()];
        let mut weight = 0.0;
        for (ballot, member) in ballots.iter().zip(&self.params.members) {
            if let Some(ballot) = ballot {
                weight += member.weight;
                for (share, vote) in shares.iter_mut().zip(ballot) {
                    *share += member.weight * vote;
                }
            }
        }
        if weight > 0.0 {
            for share in &mut shares {
                *share /= weight;
            }
        }
        share_together(page, &mut shares, self.params.together);
        shares
    }
}

/// The share of each text block's bytes that is labelled. O(blocks + spans).
pub fn block_shares(page: &Page<'_>, labels: &Labels) -> Vec<f64> {
    let (doc, blocks) = (page.document(), page.text_blocks());
    let mut spans = labels.spans.iter().peekable();
    blocks
        .blocks()
        .iter()
        .map(|block| {
            let (mut labelled, mut total) = (0usize, 0usize);
            for &node in blocks.nodes(block) {
                total += doc.text(node).len();
                while spans.next_if(|span| span.node < node).is_some() {}
                while let Some(span) = spans.next_if(|span| span.node == node) {
                    labelled += (span.end - span.start) as usize;
                }
            }
            labelled as f64 / total.max(1) as f64
        })
        .collect()
}

/// Gives the cells of one data table, or the lines of one `pre`, the mean of their shares, weighted by characters.
/// O(nodes).
pub fn share_together(page: &Page<'_>, shares: &mut [f64], together: Together) {
    #[derive(Default)]
    struct VoteGroup {
        is_unit: bool,
        share: f64,
        chars: f64,
    }
    if together == Together::Nothing {
        return;
    }
    let (doc, text_blocks) = (page.document(), page.text_blocks());
    let mut open: Vec<(u32, usize)> = Vec::new();
    let mut groups: Vec<VoteGroup> = Vec::new();
    let mut group_of = vec![None; shares.len()];
    let mut blocks = text_blocks.blocks().iter().enumerate().peekable();
    for node in doc.nodes() {
        while open.last().is_some_and(|&(end, _)| end <= node.0) {
            open.pop();
        }
        if matches!(doc.name(node), names::TABLE | names::PRE) {
            open.push((doc.subtree_end(node), groups.len()));
            groups.push(VoteGroup { is_unit: doc.name(node) == names::PRE, ..VoteGroup::default() });
        }
        let Some(&(_, group)) = open.last() else { continue };
        groups[group].is_unit |= doc.name(node) == names::TH;
        while let Some((index, block)) = blocks.next_if(|(_, block)| text_blocks.nodes(block)[0] <= node) {
            if text_blocks.nodes(block)[0] == node {
                let chars = f64::from(block.counts.chars);
                groups[group].share += chars * shares[index];
                groups[group].chars += chars;
                group_of[index] = Some(group);
            }
        }
    }
    for (share, group) in shares.iter_mut().zip(group_of) {
        if let Some(group) = group.map(|group| &groups[group]).filter(|group| group.is_unit) {
            *share = group.share / group.chars.max(1.0);
        }
    }
}

impl Extractor for Vote {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let ballots = self.ballots(page, scratch);
        let (doc, blocks) = (page.document(), page.text_blocks());
        let mut labels = Labels::default();
        let mut scores = Vec::new();
        for (block, share) in blocks.blocks().iter().zip(self.shares(page, &ballots)) {
            if share >= self.params.threshold && share > 0.0 {
                for &node in blocks.nodes(block) {
                    labels.spans.push(Span { node, start: 0, end: doc.text(node).len() as u32 });
                    scores.push(share as f32);
                }
            }
        }
        labels.scores = Some(scores);
        Outcome::Labeled(labels)
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Some(block) = page.text_blocks().block_of(text_node) else { return Vec::new() };
        let element = page.text_blocks().blocks()[block].element;
        let ballots = self.ballots(page, scratch);
        let total = self.shares(page, &ballots)[block];
        let mut reasons = vec![Reason {
            rule: "share",
            keeps: total >= self.params.threshold && total > 0.0,
            node: element,
            detail: format!("share of votes {total:.3}, threshold {}", self.params.threshold),
        }];
        for ((member, ballot), extractor) in self.params.members.iter().zip(&ballots).zip(&self.members) {
            let rule = extractor.info().id;
            let Some(share) = ballot.as_ref().map(|ballot| ballot[block]) else { continue };
            let detail = format!("weight {}, labelled {:.0} % of the block", member.weight, share * 100.0);
            reasons.push(Reason { rule, keeps: share >= 0.5, node: element, detail });
            reasons.extend(extractor.why(page, scratch, text_node));
        }
        reasons
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};
    use serde_json::json;

    fn vote(members: serde_json::Value) -> Result<Box<dyn Extractor>, BuildError> {
        extractors::build(ID, &ParamMap::from_iter([("members".to_owned(), members)]))
    }

    #[test]
    fn shares_are_bytes_labelled_by_block() {
        let doc = parse("<p>abcd<b>ef</b><p>gh", &Limits::default()).document;
        let page = Page::new(&doc);
        let nodes = page.text_nodes().to_vec();
        let labels = Labels {
            spans: vec![Span { node: nodes[0], start: 1, end: 4 }, Span { node: nodes[2], start: 0, end: 2 }],
            ..Labels::default()
        };
        assert_eq!(block_shares(&page, &labels), [0.5, 1.0]);
    }

    #[test]
    fn cells_and_lines_of_code_share_their_fate() {
        let html = "<p>ab<table><tr><th>cd<td>efghij</table><table><tr><td>kl<td>mn</table>\
            <pre><div>op</div><div>qr</div></pre>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let mut shares = vec![1.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
        share_together(&page, &mut shares, Together::TablesAndCode);
        assert_eq!(shares, [1.0, 0.75, 0.75, 0.0, 1.0, 0.5, 0.5]);
    }

    #[test]
    fn bad_members_are_refused() {
        assert!(vote(json!([])).is_err());
        assert!(vote(json!([{"id": "vote"}])).is_err());
        assert!(vote(json!([{"id": "nobody"}])).is_err());
        assert!(vote(json!([{"id": "all_text", "weight": -1}])).is_err());
        assert!(vote(json!([{"id": "all_text", "colour": 1}])).is_err());
    }
}
