#![allow(clippy::unwrap_used)]

use super::*;
use crate::extractors::all_text::AllText;
use debulha_dom::{Document, Limits, parse};
use proptest::prelude::*;

/// Words of one to four characters, one of them of several bytes, one hidden.
const PAGE: &str = "<p>rye oats<p>é <b>emmer</b> spelt<p hidden>secret<p>x";

fn document(html: &str) -> Document {
    parse(html, &Limits::default()).document
}

/// Labels on bytes of text nodes, which are counted from 0.
fn labels(doc: &Document, spans: &[(usize, u32, u32)]) -> Labels {
    let texts: Vec<NodeId> = doc.nodes().filter(|&node| doc.is_text(node)).collect();
    let spans = spans.iter().map(|&(text, start, end)| Span { node: texts[text], start, end }).collect();
    Labels { spans, ..Labels::default() }
}

fn combined(page: &Page<'_>, voters: &[Labels], rule: Rule) -> Combination {
    combine(page, &voters.iter().collect::<Vec<_>>(), &rule.into())
}

#[test]
fn rules_count_systems() {
    let least = |threshold: f64, voters| Combine { threshold, ..Combine::default() }.least(voters);
    assert_eq!([1, 2, 3, 4, 5].map(|voters| least(0.5, voters)), [1, 2, 2, 3, 3]);
    assert_eq!([0.0, 0.25, 0.3, 0.9].map(|threshold| least(threshold, 4)), [1, 2, 2, 4]);
    assert_eq!(least(0.29, 100), 30, "a share that is met exactly is not passed");
}

#[test]
fn characters_are_counted_across_spans_that_overlap() {
    let doc = document(PAGE);
    let page = Page::new(&doc);
    let voters = [
        labels(&doc, &[(0, 0, 8)]),
        labels(&doc, &[(0, 0, 3), (1, 0, 2)]),
        labels(&doc, &[(0, 4, 8), (1, 0, 2), (2, 0, 5)]),
    ];
    let text = |rule| combined(&page, &voters, rule).labels.plain_text(&page);
    assert_eq!(text(Rule::Union), "rye oats\né emmer");
    assert_eq!(text(Rule::Vote), "rye oats\né");
    assert_eq!(text(Rule::Intersection), "");
    let union = combined(&page, &voters, Rule::Union);
    assert_eq!(
        union.labels.spans,
        labels(&doc, &[(0, 0, 8), (1, 0, 2), (2, 0, 5)]).spans,
        "runs that touch join"
    );
    assert_eq!(union.labels.scores.unwrap(), [2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0]);
}

#[test]
fn an_image_that_too_few_keep_is_omitted() {
    let doc = document("<p>rye<a href=1><img src=1></a><a href=2><img src=2></a>");
    let page = Page::new(&doc);
    let images: Vec<NodeId> = doc.elements_named(debulha_dom::names::IMG).collect();
    let link = doc.parent(images[1]).unwrap();
    let without = |omitted: &[NodeId]| Labels { omitted: omitted.to_vec(), ..labels(&doc, &[(0, 0, 3)]) };
    let voters = [without(&images), without(&[link]), without(&[])];
    let omitted = |rule| combined(&page, &voters, rule).labels.omitted;
    assert_eq!(omitted(Rule::Union), []);
    assert_eq!(omitted(Rule::Vote), [images[1]], "two of three omit it, one with its link");
    assert_eq!(omitted(Rule::Intersection), [images[0], link]);
}

#[test]
fn agreement_is_of_words_kept_and_dropped() {
    let doc = document("<p>rye oats<p>emmer");
    let page = Page::new(&doc);
    let voters = [labels(&doc, &[(0, 0, 8)]), labels(&doc, &[(0, 0, 3)]), labels(&doc, &[(0, 0, 3)])];
    let agreement = |rule| combined(&page, &voters, rule).agreement;
    // Systems that keep the words: 3, 1, 0 of 3.
    assert_eq!(agreement(Rule::Vote), (3.0 + 2.0 + 3.0) / 9.0);
    assert_eq!(agreement(Rule::Union), (3.0 + 1.0 + 3.0) / 9.0);
    assert_eq!(agreement(Rule::Intersection), (3.0 + 2.0 + 3.0) / 9.0);
    assert_eq!(combined(&Page::new(&document("")), &voters[..0], Rule::Vote).agreement, 1.0);
}

#[test]
fn hidden_text_is_combined_but_not_of_the_page() {
    let doc = document(PAGE);
    let page = Page::new(&doc);
    let hidden = doc.nodes().filter(|&node| doc.is_text(node)).position(|node| doc.text(node) == "secret");
    let voters = [labels(&doc, &[(hidden.unwrap(), 0, 6)]), labels(&doc, &[])];
    let union = combined(&page, &voters, Rule::Union);
    assert_eq!((union.labels.spans.len(), union.agreement), (1, 1.0));
}

#[test]
fn blocks_have_the_agreement_of_their_words() {
    let doc = document("<p>rye oats <b>emmer</b>");
    let page = Page::new(&doc);
    let voters = [labels(&doc, &[(0, 0, 8), (1, 0, 5)]), labels(&doc, &[(0, 0, 8)])];
    let content = crate::content::build(&page, &combined(&page, &voters, Rule::Union).labels);
    assert_eq!(content.blocks[0].score, Some(((2.0 + 2.0 + 1.0) / 6.0) as f32));
}

/// An extractor that never answers.
struct Mute;

impl Extractor for Mute {
    fn info(&self) -> &'static ExtractorInfo {
        Combined::INFO
    }
    fn params(&self) -> ParamMap {
        ParamMap::new()
    }
    fn extract(&self, _: &Page<'_>, _: &mut Scratch) -> Outcome {
        Outcome::Abstained(Abstention::Missing("layout"))
    }
}

#[test]
fn who_abstains_has_no_vote() {
    let doc = document(PAGE);
    let page = Page::new(&doc);
    let with_mute = |rule: Rule| {
        let mut members = Combined::of(vec![Box::new(AllText::default())], rule.into()).unwrap();
        members.members.push(Box::new(Mute));
        members
    };
    for rule in [Rule::Union, Rule::Vote, Rule::Intersection] {
        let decision = with_mute(rule).decide(&page, &mut Scratch::default());
        assert_eq!(decision.outcome.labels().unwrap().plain_text(&page), "rye oats\né emmer spelt\nx");
        assert_eq!((decision.agreement, decision.abstained.len()), (Some(1.0), 1));
        let mut mute = with_mute(rule);
        mute.members.remove(0);
        let decision = mute.decide(&page, &mut Scratch::default());
        assert!(decision.outcome.labels().is_none() && decision.agreement.is_none());
    }
}

/// Random labels on [`PAGE`]: each character boundary may begin or end a span.
fn any_labels() -> impl Strategy<Value = Vec<Vec<(bool, bool)>>> {
    let one = proptest::collection::vec((any::<bool>(), any::<bool>()), 40);
    proptest::collection::vec(one, 1..6)
}

/// Labels from bits a character: whether it is labelled, and whether a span ends before it.
fn from_bits(doc: &Document, bits: &[(bool, bool)]) -> Labels {
    let mut bits = bits.iter();
    let mut labels = Labels::default();
    for node in doc.nodes().filter(|&node| doc.is_text(node)) {
        for (start, c) in doc.text(node).char_indices() {
            let (start, end) = (start as u32, (start + c.len_utf8()) as u32);
            let Some(&(true, cut)) = bits.next() else { continue };
            match labels.spans.last_mut() {
                Some(last) if !cut && last.node == node && last.end == start => last.end = end,
                _ => labels.spans.push(Span { node, start, end }),
            }
        }
    }
    labels
}

/// The bytes that are labelled.
fn bytes(labels: &Labels) -> Vec<(NodeId, u32)> {
    labels.spans.iter().flat_map(|span| (span.start..span.end).map(|at| (span.node, at))).collect()
}

proptest! {
    #[test]
    fn union_holds_vote_and_vote_holds_intersection(bits in any_labels(), threshold in 0.0..0.99) {
        let doc = document(PAGE);
        let page = Page::new(&doc);
        let voters: Vec<Labels> = bits.iter().map(|bits| from_bits(&doc, bits)).collect();
        let voters: Vec<&Labels> = voters.iter().collect();
        let run = |combine: Combine| combine_valid(&page, &voters, &combine);
        let union = bytes(&run(Rule::Union.into()).labels);
        let vote = bytes(&run(Combine { threshold, ..Combine::default() }).labels);
        let intersection = bytes(&run(Rule::Intersection.into()).labels);
        prop_assert!(vote.iter().all(|byte| union.contains(byte)));
        prop_assert!(intersection.iter().all(|byte| vote.contains(byte)));
        // By counting at each byte.
        let all: Vec<Vec<(NodeId, u32)>> = voters.iter().map(|labels| bytes(labels)).collect();
        let votes = |byte: &(NodeId, u32)| all.iter().filter(|kept| kept.contains(byte)).count();
        let expected: Vec<(NodeId, u32)> =
            union.iter().copied().filter(|byte| votes(byte) as f64 / all.len() as f64 > threshold).collect();
        prop_assert_eq!(vote, expected);
    }

    #[test]
    fn a_vote_of_one_is_its_own(bits in any_labels()) {
        let doc = document(PAGE);
        let page = Page::new(&doc);
        let labels = from_bits(&doc, &bits[0]);
        for rule in [Rule::Union, Rule::Vote, Rule::Intersection] {
            let combination = combine_valid(&page, &[&labels], &rule.into());
            prop_assert_eq!(bytes(&combination.labels), bytes(&labels));
            prop_assert_eq!(combination.agreement, 1.0);
        }
    }

    #[test]
    fn the_order_of_systems_changes_nothing(bits in any_labels()) {
        let doc = document(PAGE);
        let page = Page::new(&doc);
        let voters: Vec<Labels> = bits.iter().map(|bits| from_bits(&doc, bits)).collect();
        let (forward, backward): (Vec<&Labels>, Vec<&Labels>) = (voters.iter().collect(), voters.iter().rev().collect());
        for rule in [Rule::Union, Rule::Vote, Rule::Intersection] {
            let combine = rule.into();
            prop_assert_eq!(combine_valid(&page, &forward, &combine), combine_valid(&page, &backward, &combine));
        }
    }
}

fn combine_valid(page: &Page<'_>, voters: &[&Labels], how: &Combine) -> Combination {
    let combination = combine(page, voters, how);
    assert!(combination.labels.is_valid(page.document()));
    assert!((0.0..=1.0).contains(&combination.agreement));
    combination
}
