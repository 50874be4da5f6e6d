//! `hidden_web`: elements that a classifier holds to be content by text densities and the query.

use debulha_core::classify::Classifier;
use debulha_core::classify::decision_tree::{DecisionTree, NodeTest};
use debulha_core::classify::model::{Model, Trained};
use debulha_core::extractor::{
    About, Extractor, ExtractorInfo, Needs, Preset, Provenance, Scratch, Status, Unit, plain_reason,
};
use debulha_core::feature_table::{FeatureTable, RowUnit, Selection, compute};
use debulha_core::features::hosts::host_of;
use debulha_core::outcome::{Abstention, Labels, Outcome, Reason};
use debulha_core::page::{Evidence, Page};
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::query::QueryTerms;
use debulha_core::{choices, params};
use debulha_dom::NodeId;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt::Write;

const ID: &str = "hidden_web";

/// Name of the class that is kept.
pub const CONTENT: &str = "content";

/// Name of the other class.
pub const NOISE: &str = "noise";

/// Name of the setting that lists a [`HiddenWebSite`] for each classifier of the model, which has the site's name.
pub const SITES: &str = "sites";

/// A site that was learned from.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenWebSite {
    /// Its name, and that of its classifier.
    pub name: String,
    /// Hosts of its pages, where known.
    pub hosts: Vec<String>,
    /// Terms of all submissions, in lower case; those of a page count instead where it has its own.
    pub query: Vec<String>,
}

choices! {
    /// Which terms count.
    pub enum QuerySource {
        /// Those of the page; where it has none, those of the model.
        PageElseSite,
        /// Both. The domain query of lutz2013 is of all submissions.
        PageAndSite,
    }
}

params! {
    /// Parameters of `hidden_web`.
    pub struct HiddenWebParams {
        /// Names of the model's sites whose classifiers are used; all where empty. One decides on every page, of several
        /// the one of the page's host.
        pub sites: Vec<String> = Vec::new();
        /// Which terms count.
        pub query: QuerySource = QuerySource::PageElseSite;
        /// Content is what has more than this probability (lutz2013: the classifier's decision).
        pub threshold: f64 = 0.5, range: 0.0..=1.0;
    }
}

#[doc = include_str!("hidden_web.md")]
#[derive(Debug, Clone, Default)]
pub struct HiddenWeb {
    /// The parameters in force.
    pub params: HiddenWebParams,
    /// One a site; none without a model.
    learned: Vec<HiddenWebModel>,
}

/// What was learned of a site.
#[derive(Debug, Clone)]
struct HiddenWebModel {
    site: HiddenWebSite,
    terms: QueryTerms,
    trained: Trained,
    selection: Selection,
    /// Position of [`CONTENT`] among the classes.
    content: usize,
    needs_query: bool,
}

/// The rows of a page and how probably each is content.
struct JudgedElements<'m> {
    learned: &'m HiddenWebModel,
    /// Number of terms in force.
    terms: usize,
    table: FeatureTable,
    probabilities: Vec<f64>,
}

impl HiddenWeb {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "Hidden-web node classifier",
            cite: &["lutz2013", "sun2011", "quinlan1993"],
            provenance: Provenance::Paper,
            needs: Needs { query: true, model: true, ..Needs::PAGE },
            docs: include_str!("hidden_web.md"),
            file: file!(),
            params: HiddenWebParams::INFO,
            presets: &[
                Preset {
                    name: "precision",
                    docs: "Keeps what is content for sure; our decision.",
                    params: r#"{"threshold":0.8}"#,
                },
                Preset {
                    name: "recall",
                    docs: "Keeps what is content one time in five; our decision.",
                    params: r#"{"threshold":0.2}"#,
                },
            ],
        },
        unit: Unit::Node,
        status: Status::Preview,
        build: |map| {
            Ok(Box::new(HiddenWeb { params: HiddenWebParams::from_map(ID, map)?, learned: Vec::new() }))
        },
        load: Some(|map, model| {
            Ok(Box::new(HiddenWeb::with_model(HiddenWebParams::from_map(ID, map)?, model)?))
        }),
    };

    /// With what a model learned.
    ///
    /// # Errors
    /// A model of another system, of features that elements do not have or have in another version, without the sites
    /// that it was learned from, or one that does not know what content is.
    pub fn with_model(params: HiddenWebParams, model: &Model) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        model.made_for(ID)?;
        let sites = model.settings.get(SITES).cloned().unwrap_or_default();
        let sites: Vec<HiddenWebSite> =
            serde_json::from_value(sites).map_err(|error| invalid(format!("sites of the model: {error}")))?;
        if sites.is_empty() {
            return Err(invalid("the model knows no site".to_owned()));
        }
        let known = |name: &String| sites.iter().any(|site| site.name == *name);
        if let Some(unknown) = params.sites.iter().find(|name| !known(name)) {
            return Err(invalid(format!("the model knows no site `{unknown}`")));
        }
        let learned = sites
            .into_iter()
            .filter(|site| params.sites.is_empty() || params.sites.contains(&site.name))
            .map(|site| {
                let trained = model.classifier(ID, &site.name)?.clone();
                let selection = trained.selection(RowUnit::Node);
                let selection = selection.map_err(|column| BuildError::Column { extractor: ID, column })?;
                let content = trained.classes.iter().position(|class| class == CONTENT);
                let content =
                    content.ok_or_else(|| invalid(format!("the model has no class `{CONTENT}`")))?;
                let needs_query = selection.features().iter().any(|feature| feature.needs.query);
                let terms = site.query.iter().map(String::as_str).collect();
                Ok(HiddenWebModel { site, terms, trained, selection, content, needs_query })
            })
            .collect::<Result<_, BuildError>>()?;
        Ok(HiddenWeb { params, learned })
    }

    /// What was learned of the page's site.
    fn site_of(&self, page: &Page<'_>) -> Result<&HiddenWebModel, Abstention> {
        let host = page.url().and_then(host_of);
        match (&self.learned[..], host) {
            ([], _) => Err(Abstention::Missing("a model: `debulha train hidden_web` makes one")),
            ([only], _) => Ok(only),
            (_, None) => {
                Err(Abstention::Missing("the page's address, or the parameter `sites`, to choose a site"))
            }
            (several, Some(host)) => {
                let has = |learned: &&HiddenWebModel| {
                    learned.site.hosts.iter().any(|of_site| of_site.eq_ignore_ascii_case(host))
                };
                several.iter().find(has).ok_or_else(|| Abstention::UnknownSite(host.to_owned()))
            }
        }
    }

    /// The terms that count on a page.
    fn terms<'t>(&self, page: &Page<'t>, learned: &'t HiddenWebModel) -> Cow<'t, QueryTerms> {
        match (page.query().filter(|terms| !terms.is_empty()), self.params.query) {
            (None, _) => Cow::Borrowed(&learned.terms),
            (Some(of_page), QuerySource::PageElseSite) => Cow::Borrowed(of_page),
            (Some(of_page), QuerySource::PageAndSite) => {
                let mut terms = of_page.clone();
                terms.add_all(&learned.terms);
                Cow::Owned(terms)
            }
        }
    }

    fn judge(&self, page: &Page<'_>, scratch: &mut Scratch) -> Result<JudgedElements<'_>, Abstention> {
        let learned = self.site_of(page)?;
        let terms = self.terms(page, learned);
        if learned.needs_query && terms.is_empty() {
            return Err(Abstention::Missing("terms of the query that led to the page"));
        }
        let table = if page.query() == Some(&*terms) || !learned.needs_query {
            compute(page, &learned.selection, scratch)
        } else {
            compute(
                &page.seen_with(Evidence { query: Some(&terms), ..page.evidence() }),
                &learned.selection,
                scratch,
            )
        };
        let classifier = &learned.trained.classifier;
        let of = |row| classifier.probabilities(table.row(row))[learned.content];
        let probabilities = (0..table.rows().len()).map(of).collect();
        Ok(JudgedElements { learned, terms: terms.iter().count(), table, probabilities })
    }

    /// The reasons of one element.
    fn reasons(&self, judged: &JudgedElements<'_>, row: usize) -> Vec<Reason> {
        let JudgedElements { learned, table, .. } = judged;
        let (node, values, probability) = (table.rows()[row], table.row(row), judged.probabilities[row]);
        let keeps = probability > self.params.threshold;
        let reason = |rule, detail| Reason { rule, keeps, node, detail };
        let names: Vec<&str> = learned.selection.features().iter().map(|feature| feature.name).collect();
        let site = format!("`{}`, {} terms of the query", learned.site.name, judged.terms);
        let shown = names.iter().zip(values).map(|(name, value)| format!("{name} {}", number(*value)));
        let mut reasons =
            vec![reason("site", site), reason("features", shown.collect::<Vec<_>>().join(", "))];
        if let Classifier::DecisionTree(tree) = &learned.trained.classifier {
            reasons.extend(tree_steps(tree, &learned.trained, values).map(|detail| reason("tree", detail)));
        }
        let added = learned.trained.classifier.contributions(values, learned.content);
        let added = names.iter().zip(added).map(|(name, added)| format!("{name} {added:+.4}"));
        reasons.push(reason("contributions", added.collect::<Vec<_>>().join(", ")));
        let relation = if keeps { "above" } else { "not above" };
        let threshold = self.params.threshold;
        let detail = format!("probability {probability:.4} of content is {relation} {threshold}");
        reasons.push(reason("probability", detail));
        reasons
    }
}

/// The tests that a row passes, and what training rows came to its end.
fn tree_steps<'t>(
    tree: &'t DecisionTree,
    trained: &'t Trained,
    values: &'t [f32],
) -> impl Iterator<Item = String> + 't {
    let path = tree.path(values);
    let last = path.last().copied();
    path.into_iter().map(move |index| {
        let node = &tree.nodes[index];
        let mut text = String::new();
        if let Some((question, _)) = node.split {
            let value = values[question.feature()];
            let _ = match question {
                _ if value.is_nan() => write!(text, "missing: the branches count by their rows"),
                NodeTest::Number { threshold, .. } if f64::from(value) <= threshold => {
                    write!(text, "{} <= {threshold}", number(value))
                }
                NodeTest::Number { threshold, .. } => write!(text, "{} > {threshold}", number(value)),
                NodeTest::Name { .. } => write!(text, "= {value}"),
            };
            text.insert_str(0, &format!("{} ", trained.features[question.feature()].name));
        }
        if Some(index) == last {
            let counts = node.counts.iter().zip(&trained.classes);
            let counts: Vec<String> =
                counts.map(|(count, class)| format!("{class} {}", number(*count as f32))).collect();
            let parted = if text.is_empty() { "" } else { "; " };
            let _ = write!(text, "{parted}training rows: {}", counts.join(", "));
        }
        text
    })
}

/// At most four decimals.
fn number(value: f32) -> String {
    if value.is_nan() { "missing".to_owned() } else { ((f64::from(value) * 1e4).round() / 1e4).to_string() }
}

impl Extractor for HiddenWeb {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, scratch: &mut Scratch) -> Outcome {
        let judged = match self.judge(page, scratch) {
            Ok(judged) => judged,
            Err(reason) => return Outcome::Abstained(reason),
        };
        let doc = page.document();
        let rows = judged.table.rows();
        let is_content = |text: &NodeId| {
            let row = doc.parent(*text).and_then(|parent| rows.binary_search(&parent).ok());
            row.is_some_and(|row| judged.probabilities[row] > self.params.threshold)
        };
        let kept = page.body_text_nodes().iter().copied().filter(is_content);
        Outcome::Labeled(Labels::from_text_nodes(doc, kept))
    }

    fn why(&self, page: &Page<'_>, scratch: &mut Scratch, text_node: NodeId) -> Vec<Reason> {
        let Ok(judged) = self.judge(page, scratch) else {
            return plain_reason(self, page, scratch, text_node);
        };
        let parent = page.document().parent(text_node);
        if let Some(row) = parent.and_then(|parent| judged.table.rows().binary_search(&parent).ok()) {
            return self.reasons(&judged, row);
        }
        let detail = "in no visible element of body".to_owned();
        vec![Reason { rule: "element", keeps: false, node: text_node, detail }]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests;
