//! How much of the query that led to the page stands in and below an element (lutz2013).

use super::open_rows::OpenRows;
use super::{FeatureGroup, GroupColumns, RowUnit, columns};
use crate::about::Needs;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;

const NEEDS: Needs = Needs { query: true, ..Needs::PAGE };

columns! {
    NEEDS;
    query_score: "Sum over the text nodes below the element: words that are terms of the query, by the levels from \
        the element down to the text; 1 for text that stands directly in it (lutz2013).",
    matches: "Words that are terms of the query in text that stands directly in the element (lutz2013).",
    matches_subtree: "Words that are terms of the query in all text of the element: what most rows that lutz2013 prints \
        must hold, against its definition.",
}

/// The group. A page without terms has none of its features.
pub(super) static GROUP: FeatureGroup =
    FeatureGroup { name: "query", unit: RowUnit::Node, features: COLUMNS, fill };

/// O(text + rows + text nodes with terms × depth); the depth of a page is at most 512.
fn fill(page: &Page<'_>, rows: &[NodeId], columns: &mut GroupColumns<'_>, scratch: &mut Scratch) {
    let Some(terms) = page.query().filter(|terms| !terms.is_empty()) else { return };
    let doc = page.document();
    let mut score = scratch.floats(rows.len(), 0.0);
    let mut direct = scratch.indices(rows.len(), 0);
    let mut subtree = scratch.indices(rows.len(), 0);
    let mut open = OpenRows::new(doc);
    let mut next = rows.iter().enumerate().peekable();
    let body = page.body();
    for &text in page.text_nodes_in(body.0..doc.subtree_end(body)) {
        let count = terms.count(doc.text(text));
        if count == 0 {
            continue;
        }
        while let Some((row, &node)) = next.next_if(|&(_, &node)| node < text) {
            open.enter(row, node);
        }
        open.around(text);
        let level = open.level;
        let around = open.around(text);
        for above in around {
            score[above.row] += f64::from(count) / f64::from((level - above.level).max(1));
            subtree[above.row] += count;
        }
        if let Some(innermost) = around.last() {
            direct[innermost.row] += count;
        }
    }
    for row in 0..rows.len() {
        columns.set(row, AT.query_score, score[row] as f32);
        columns.set(row, AT.matches, direct[row] as f32);
        columns.set(row, AT.matches_subtree, subtree[row] as f32);
    }
    scratch.give_floats(score);
    scratch.give_indices(direct);
    scratch.give_indices(subtree);
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use crate::feature_table::{RowUnit, Selection, compute};
    use crate::query::QueryTerms;
    use crate::{Evidence, Page, Scratch};
    use debulha_dom::{Limits, parse};

    const EXAMPLE: &str = "<body><p>Nome do candidato aprovado</p><table><tr id=tr1><td id=td1>Julia</td>\
        <td id=td2>Marcelo</td></tr><tr id=tr2><td id=td3>Silvia</td></tr></table></body>";

    /// Of each element, its id or name and the wanted feature.
    fn values(html: &str, terms: &[&str], feature: &str) -> Vec<(String, f32)> {
        let parsed = parse(html, &Limits::default());
        let doc = &parsed.document;
        let terms: QueryTerms = terms.iter().copied().collect();
        let page = Page::new(doc).seen_with(Evidence { query: Some(&terms), ..Evidence::default() });
        let selection = Selection::of(RowUnit::Node, [(feature, 1)]).unwrap();
        let table = compute(&page, &selection, &mut Scratch::default());
        let id = doc.find_name("id").unwrap();
        let name = |node| doc.attribute(node, id).unwrap_or(doc.name_str(doc.name(node))).to_owned();
        table.rows().iter().enumerate().map(|(row, &node)| (name(node), table.row(row)[0])).collect()
    }

    fn of_example(feature: &str) -> Vec<(String, f32)> {
        values(EXAMPLE, &["nome", "marcelo", "bruno", "amanda", "aprovado", "s", "n"], feature)
    }

    fn expected(values: [(&str, f32); 9]) -> Vec<(String, f32)> {
        values.map(|(name, value)| (name.to_owned(), value)).into()
    }

    #[test]
    fn spec_03_query_scores_of_the_thesis() {
        let third = 1.0 / 3.0;
        let wanted = [
            ("body", 1.25),
            ("p", 2.0),
            ("table", third),
            ("tbody", 0.5),
            ("tr1", 0.5),
            ("td1", 0.0),
            ("td2", 1.0),
            ("tr2", 0.0),
            ("td3", 0.0),
        ];
        assert_eq!(of_example("query_score"), expected(wanted));
    }

    #[test]
    fn spec_03_matches_are_direct_or_of_the_subtree() {
        let [direct, subtree] = ["matches", "matches_subtree"].map(of_example);
        let only = |of: &[(String, f32)]| -> Vec<String> {
            of.iter()
                .filter(|(_, value)| *value > 0.0)
                .map(|(name, value)| format!("{name} {value}"))
                .collect()
        };
        assert_eq!(only(&direct), ["p 2", "td2 1"]);
        assert_eq!(only(&subtree), ["body 3", "p 2", "table 1", "tbody 1", "tr1 1", "td2 1"]);
    }

    #[test]
    fn spec_03_distance_leaves_out_implied_tbody() {
        let distance = of_example("distance");
        let of = |wanted: &str| distance.iter().find(|(name, _)| name == wanted).unwrap().1;
        assert_eq!((of("body"), of("p"), of("tr1"), of("td2")), (0.0, 1.0, 2.0, 3.0));
    }

    #[test]
    fn hidden_text_and_text_after_other_rows_count_where_they_stand() {
        let html = "<div id=a><b id=b>x</b> rye <p hidden>rye</p><i id=c></i>rye</div>";
        let scores = values(html, &["rye"], "query_score");
        let shown: Vec<String> = scores.iter().map(|(name, value)| format!("{name} {value}")).collect();
        assert_eq!(shown, ["body 1", "a 2", "b 0", "c 0"]);
    }

    #[test]
    fn a_page_without_terms_has_no_values() {
        for feature in ["query_score", "matches", "matches_subtree"] {
            assert!(values(EXAMPLE, &[], feature).iter().all(|(_, value)| value.is_nan()));
        }
    }
}
