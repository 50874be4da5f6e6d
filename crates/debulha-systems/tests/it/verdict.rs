//! Verdicts on pages of our own: `testdata/verdict/pages.toml`.

use debulha_core::outcome::{Labels, Outcome};
use debulha_core::verdict::{Verdict, VerdictKind, VerdictParams};
use debulha_core::{Page, ParamMap, Scratch};
use debulha_dom::{Limits, parse};
use debulha_systems::extractors::build;
use serde::Deserialize;
use std::collections::BTreeMap;

/// 40 words.
const PARAGRAPH: &str = "<p>The rye stood high that summer, and nobody in the valley could remember a year in which \
    the stalks had been so heavy, the nights so warm, and the old threshing floor so full of grain, dust and loud songs.</p>";

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    verdict: VerdictKind,
    /// Name of the rule that must be among the evidence.
    rule: Option<String>,
    #[serde(default = "vote")]
    extractor: String,
    max_bytes: Option<usize>,
    html: String,
}

fn vote() -> String {
    "vote".to_owned()
}

fn cases() -> Vec<Case> {
    let cases: Cases =
        toml::from_str(include_str!("../../../../testdata/verdict/pages.toml")).expect("pages.toml");
    cases.case
}

/// The page with its paragraphs in place.
fn filled(html: &str) -> String {
    let mut out = String::new();
    let mut parts = html.split("{{");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (count, rest) = part.split_once("}}").expect("}}");
        out.push_str(&PARAGRAPH.repeat(count.parse().expect("a number")));
        out.push_str(rest);
    }
    out
}

fn judge(case: &Case) -> Verdict {
    let mut limits = Limits::default();
    limits.max_bytes = case.max_bytes.unwrap_or(limits.max_bytes);
    let parsed = parse(&filled(&case.html), &limits);
    let page = Page::new(&parsed.document);
    let extractor = build(&case.extractor, &ParamMap::new()).expect("an extractor");
    let outcome = extractor.extract(&page, &mut Scratch::default());
    Verdict::of(&page, &outcome, &parsed.truncations, &VerdictParams::default())
}

#[test]
fn pages_of_our_own_are_judged_as_expected() {
    let mut wrong = Vec::new();
    for case in cases() {
        let verdict = judge(&case);
        let has_rule =
            case.rule.as_ref().is_none_or(|rule| verdict.evidence.iter().any(|sign| sign.rule == rule));
        if verdict.kind != case.verdict || !has_rule {
            wrong.push(format!("{}: {} {:?}", case.name, verdict.kind, verdict.evidence));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn there_are_pages_of_each_kind() {
    let mut found: BTreeMap<&str, usize> = BTreeMap::new();
    for case in cases() {
        *found.entry(case.verdict.name()).or_default() += 1;
    }
    for kind in VerdictKind::ALL {
        assert!(found.get(kind.name()).is_some_and(|&count| count >= 3), "{kind}: {found:?}");
    }
}

#[test]
fn a_low_expectation_makes_an_answer_partial() {
    let html = filled("<h1>Rye</h1>{{4}}");
    let parsed = parse(&html, &Limits::default());
    let page = Page::new(&parsed.document);
    let outcome =
        build("all_text", &ParamMap::new()).expect("all_text").extract(&page, &mut Scratch::default());
    let Outcome::Labeled(labels) = outcome else { panic!("an answer") };
    let judged = |confidence| {
        let outcome = Outcome::Labeled(Labels { confidence, ..labels.clone() });
        Verdict::of(&page, &outcome, &[], &VerdictParams::default())
    };
    assert_eq!(judged(None).kind, VerdictKind::Ok);
    assert_eq!(judged(Some(0.9)).kind, VerdictKind::Ok);
    let low = judged(Some(0.3));
    assert_eq!(
        (low.kind, low.evidence[0].rule, low.confidence),
        (VerdictKind::Partial, "low_confidence", Some(0.3))
    );
}

#[test]
fn a_paywall_leaves_at_most_so_many_words() {
    let html = "<script type=application/ld+json>{\"isAccessibleForFree\": false}</script><h1>Rye</h1>\
        <p>Rye was sown early this year, and it stood well in the long winter.";
    let parsed = parse(html, &Limits::default());
    let page = Page::new(&parsed.document);
    let outcome =
        build("all_text", &ParamMap::new()).expect("all_text").extract(&page, &mut Scratch::default());
    let judged = |paywall_max_words| {
        let params = VerdictParams { paywall_max_words, ..VerdictParams::default() };
        Verdict::of(&page, &outcome, &[], &params).kind
    };
    assert_eq!([judged(15), judged(14)], [VerdictKind::Paywall, VerdictKind::Ok], "the page has 15 words");
}

#[test]
fn pages_that_state_that_they_are_free_are_whole() {
    let judged = |stated: &str, end: &str| {
        let html = format!(
            "<script type=application/ld+json>{stated}</script><h1>Rye</h1>\
             <p>Rye was sown early this year, and it stood well in the long winter{end}</p><p>Subscribe to read more</p>"
        );
        let parsed = parse(&html, &Limits::default());
        let page = Page::new(&parsed.document);
        let outcome =
            build("all_text", &ParamMap::new()).expect("all_text").extract(&page, &mut Scratch::default());
        Verdict::of(&page, &outcome, &[], &VerdictParams::default()).kind
    };
    let free = r#"{"@type": "NewsArticle", "isAccessibleForFree": true}"#;
    assert_eq!(judged("{}", "."), VerdictKind::Paywall);
    assert_eq!(judged(free, "."), VerdictKind::Ok);
    assert_eq!(judged(&free.replace("true", "\"http://schema.org/True\""), "."), VerdictKind::Ok);
    assert_eq!(judged(free, " …"), VerdictKind::Paywall, "the text is broken off");
    let mixed = format!(r#"[{free}, {{"isAccessibleForFree": "False"}}]"#);
    assert_eq!(judged(&mixed, "."), VerdictKind::Paywall);
}

#[test]
fn empty_pages_have_a_verdict() {
    for html in ["", "<title></title>", "<body>", "<script>x</script>", "<p>", "<title>404</title>"] {
        let parsed = parse(html, &Limits::default());
        let page = Page::new(&parsed.document);
        let verdict =
            Verdict::of(&page, &Outcome::Labeled(Labels::default()), &[], &VerdictParams::default());
        assert_ne!(verdict.kind, VerdictKind::Ok, "{html}");
    }
}
