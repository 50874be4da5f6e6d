//! Systems that decide together, by id.

use debulha_core::combine::{Combine, Combined, CombinedDecision, Rule};
use debulha_core::{BuildError, Extractor, Page, ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors::{EXTRACTORS, build};
use serde_json::json;

fn combined(members: &[(&str, ParamMap)], combine: impl Into<Combine>) -> Result<Combined, BuildError> {
    let built = members.iter().map(|(id, params)| build(id, params));
    Combined::of(built.collect::<Result<_, _>>()?, combine.into())
}

#[test]
fn members_are_built_with_their_parameters_and_named() {
    let params = |value: serde_json::Value| value.as_object().unwrap().clone();
    let members = [("cetr", params(json!({"k": 4}))), ("bte", ParamMap::new())];
    let name = |combine: Combine| combined(&members, combine).unwrap().name().to_owned();
    assert_eq!(name(Rule::Vote.into()), "vote(cetr(k=4),bte)");
    assert_eq!(name(Combine { threshold: 0.75, ..Combine::default() }), "vote>0.75(cetr(k=4),bte)");
    assert!(combined(&[], Rule::Vote).is_err());
    assert!(combined(&[("nobody", ParamMap::new())], Rule::Vote).is_err());
    assert!(combined(&members, Combine { threshold: 1.0, ..Combine::default() }).is_err());
}

#[test]
fn all_systems_of_the_registry_combine() {
    let html = include_str!("../../../../testdata/pages/barn-story/source.html");
    let doc = parse(html, &Limits::default()).document;
    let page = Page::new(&doc);
    let members: Vec<(&str, ParamMap)> = EXTRACTORS.iter().map(|info| (info.id, ParamMap::new())).collect();
    let decide = |rule: Rule| combined(&members, rule).unwrap().decide(&page, &mut Scratch::default());
    for rule in [Rule::Union, Rule::Vote, Rule::Intersection] {
        let CombinedDecision { outcome, agreement, .. } = decide(rule);
        assert!(outcome.labels().unwrap().is_valid(&doc), "{rule:?}");
        assert!((0.0..=1.0).contains(&agreement.unwrap()), "{rule:?}");
    }
    let node = page.text_nodes()[0];
    let vote = combined(&members, Rule::Vote).unwrap();
    let reasons = vote.why(&page, &mut Scratch::default(), node);
    assert!(reasons.len() > members.len() && reasons[0].rule == "combine");
}
