use super::*;
use debulha_core::site::learn;
use debulha_dom::{Limits, parse};
use proptest::prelude::*;

const WIDE: TreeBudget = TreeBudget { max_product: usize::MAX, max_pairs: usize::MAX };

/// A tree from labels and depths.
fn tree(nodes: &[(u32, u32)]) -> ClassedTree {
    ClassedTree::new(LabelledTree::from_depths(nodes.iter().copied()))
}

fn distance(a: &ClassedTree, b: &ClassedTree, replacement: Replacement) -> u32 {
    Mapping::new(a, b, replacement, WIDE).distance()
}

const BODY: u32 = 0;
const DIV: u32 = 1;
const A: u32 = 2;
const P: u32 = 3;
const FOOT: u32 = 4;
const IMG: u32 = 5;

fn worked_trees() -> (ClassedTree, ClassedTree) {
    let head = [(BODY, 0), (DIV, 1), (A, 2), (A, 2), (DIV, 1), (P, 2)];
    let t1 = [&head[..], &[(P, 2), (FOOT, 1)]].concat();
    let t2 = [&head[..], &[(IMG, 2), (P, 2), (FOOT, 1)]].concat();
    (tree(&t1), tree(&t2))
}

#[test]
fn spec_09_distance() {
    let (t1, t2) = worked_trees();
    assert_eq!((t1.tree.len(), t2.tree.len()), (8, 9));
    for replacement in [Replacement::WholeSubtrees, Replacement::Root] {
        assert_eq!(distance(&t1, &t2, replacement), 1);
        assert_eq!((distance(&t1, &t1, replacement), distance(&t2, &t2, replacement)), (0, 0));
    }
}

#[test]
fn spec_09_template_and_removal() {
    let (t1, t2) = worked_trees();
    for (from, to) in [(&t1, &t2), (&t2, &t1)] {
        let mapped = Mapping::new(from, to, Replacement::WholeSubtrees, WIDE).mapped();
        assert_eq!(from.tree.retain(&mapped), t1.tree);
    }
    let removed = removed(&t1, &t2, WIDE);
    let left: Vec<u32> =
        (0..9).filter(|&node| !removed[node as usize]).map(|node| t2.tree.label(node)).collect();
    assert_eq!(left, [IMG]);
}

#[test]
fn replacing_an_inner_node_costs_by_the_option() {
    let of = |label| tree(&[(BODY, 0), (label, 1), (P, 2), (P, 2)]);
    assert_eq!(distance(&of(DIV), &of(A), Replacement::WholeSubtrees), 6);
    assert_eq!(distance(&of(DIV), &of(A), Replacement::Root), 5);
    let leaf = tree(&[(BODY, 0), (P, 1)]);
    assert_eq!(distance(&of(DIV), &leaf, Replacement::WholeSubtrees), 3, "a leaf is replaced");
    let other = tree(&[(FOOT, 0), (P, 1)]);
    assert_eq!(distance(&other, &leaf, Replacement::Root), 1, "roots are mapped whatever they are");
}

/// The cost of mapping two subtrees by its definition, without pruning, memory or tables.
fn by_definition(
    a: &LabelledTree,
    b: &LabelledTree,
    p: u32,
    q: u32,
    replacement: Replacement,
    are_roots: bool,
) -> u32 {
    let is_same = a.label(p) == b.label(q);
    let replaced = u32::from(!is_same);
    if !are_roots {
        if a.below(p) == 0 || b.below(q) == 0 {
            return replaced + a.below(p) + b.below(q);
        }
        if !is_same {
            let whole = replacement == Replacement::WholeSubtrees;
            return a.below(p) + b.below(q) + if whole { 2 } else { 1 };
        }
    }
    let (left, right): (Vec<u32>, Vec<u32>) = (a.children(p).collect(), b.children(q).collect());
    replaced + sequences(a, b, &left, &right, replacement)
}

fn sequences(
    a: &LabelledTree,
    b: &LabelledTree,
    left: &[u32],
    right: &[u32],
    replacement: Replacement,
) -> u32 {
    match (left, right) {
        ([], rest) => rest.iter().map(|&node| b.size(node)).sum(),
        (rest, []) => rest.iter().map(|&node| a.size(node)).sum(),
        ([p, left_rest @ ..], [q, right_rest @ ..]) => {
            let deleted = a.size(*p) + sequences(a, b, left_rest, right, replacement);
            let inserted = b.size(*q) + sequences(a, b, left, right_rest, replacement);
            let mapped = by_definition(a, b, *p, *q, replacement, false)
                + sequences(a, b, left_rest, right_rest, replacement);
            deleted.min(inserted).min(mapped)
        }
    }
}

fn trees() -> impl Strategy<Value = ClassedTree> {
    let nodes = prop::collection::vec((0_u32..3, 1_u32..4), 0..9);
    nodes.prop_map(|nodes| tree(&[&[(BODY, 0)], &nodes[..]].concat()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn spec_09_distances_are_those_of_the_definition(a in trees(), b in trees()) {
        for replacement in [Replacement::WholeSubtrees, Replacement::Root] {
            let found = distance(&a, &b, replacement);
            prop_assert_eq!(found, by_definition(&a.tree, &b.tree, 0, 0, replacement, true));
            prop_assert_eq!(found, distance(&b, &a, replacement));
            prop_assert_eq!(found == 0, a.tree == b.tree);
            for max_pairs in [0, 2, 9] {
                let tight = TreeBudget { max_product: 6, max_pairs };
                let within = Mapping::new(&a, &b, replacement, tight).distance();
                prop_assert!(within >= found && within <= (a.tree.len() + b.tree.len()) as u32 - 2);
                prop_assert_eq!(within, Mapping::new(&b, &a, replacement, tight).distance());
            }
        }
    }

    #[test]
    fn what_is_mapped_is_in_both_trees_and_hangs_together(a in trees(), b in trees(), max_pairs in 0_usize..30) {
        let budget = TreeBudget { max_product: 12, max_pairs };
        let mapped = Mapping::new(&a, &b, Replacement::WholeSubtrees, budget).mapped();
        for node in 0..a.tree.len() as u32 {
            let children = a.tree.children(node).filter(|&child| mapped[child as usize]);
            prop_assert!(mapped[node as usize] || children.count() == 0);
        }
        // Laid over either tree, the common part is all found where nothing is ambiguous: in itself.
        let template = ClassedTree::new(a.tree.retain(&mapped));
        prop_assert!(removed(&template, &template, WIDE).iter().all(|&removed| removed));
        prop_assert!(template.tree.len() <= a.tree.len().min(b.tree.len()));
    }
}

#[test]
fn lists_of_lists_that_differ_a_little_stay_within_the_budget() {
    let lists = |different: u32| {
        let list = |number| (0..600).map(move |item| (if item == 599 { different + number } else { P }, 2));
        let nodes = (0..400).flat_map(|number| std::iter::once((DIV, 1)).chain(list(number)));
        ClassedTree::new(LabelledTree::from_depths(std::iter::once((BODY, 0)).chain(nodes)))
    };
    let (a, b) = (lists(1000), lists(5000));
    let budget = TreeBudget { max_product: 250_000, max_pairs: 400_000 };
    let within = |a, b| Mapping::new(a, b, Replacement::WholeSubtrees, budget).distance();
    assert_eq!(within(&a, &b), within(&b, &a));
    assert!(within(&a, &b) >= 400 && Mapping::new(&a, &b, Replacement::Root, budget).mapped()[0]);
}

fn page(kind: &str, story: &str) -> String {
    format!(
        "<div class=menu><a href=/>Home</a><a href=/n>News</a></div><{kind} class=main><p>Written by</p><p>{story}</p>\
         </{kind}><div class=foot><p>All rights reserved</div>"
    )
}

fn texts(params: RtdmParams, pages: &[String]) -> Vec<Option<String>> {
    let trees: Vec<_> = pages.iter().map(|html| parse(html, &Limits::default()).document).collect();
    let pages: Vec<Page<'_>> = trees.iter().map(Page::new).collect();
    let extractor = learn(&Rtdm { params }, &pages);
    let text = |page| {
        let outcome = extractor.extract(page, &mut Scratch::default());
        outcome.labels().map(|labels| labels.plain_text(page))
    };
    pages.iter().map(text).collect()
}

#[test]
fn texts_of_the_template_go() {
    let pages = ["Rye", "Oats", "Barley"].map(|story| page("div", story));
    assert_eq!(texts(RtdmParams::default(), &pages)[1].as_deref(), Some("Oats"));
    assert_eq!(texts(RtdmParams::default(), &pages[..2]), [None, None], "too few pages");
    let by_attributes = RtdmParams { label: Label::Attributes, ..RtdmParams::default() };
    assert_eq!(texts(by_attributes.clone(), &pages)[2].as_deref(), Some("Barley"));
    let mut named = 0;
    let pages = pages.map(|page| {
        named += 1;
        format!("<div class=page-{named}>{page}</div>")
    });
    assert_eq!(texts(RtdmParams::default(), &pages)[1].as_deref(), Some("Oats"));
    assert_eq!(texts(by_attributes, &pages), [None, None, None], "nothing in common");
}

#[test]
fn each_cluster_has_its_template() {
    let other =
        |story: &str| format!("<table><tr><td>Index<td>Total<tr><td>{story}<td>Up</table><hr><b>Ads</b>");
    let mut pages: Vec<String> = ["Rye", "Oats", "Barley", "Spelt"].map(|story| page("div", story)).into();
    pages.extend(["a", "b", "c"].map(other));
    let each = texts(RtdmParams::default(), &pages);
    assert_eq!((each[0].as_deref(), each[5].as_deref()), (Some("Rye"), Some("b")));
    let largest = RtdmParams { templates: Templates::LargestCluster, ..RtdmParams::default() };
    let largest = texts(largest, &pages);
    assert_eq!(largest[0].as_deref(), Some("Rye"));
    assert!(largest[5].as_deref().is_some_and(|text| text.contains("Index") && text.contains("Ads")));
}
