//! Kinds of forms and fields: `forms`.

use super::table::REPORT;
use super::{Examples, LearnsFrom, Recipe, TrainError, Training};
use crate::evaluate::{Confusion, Folds};
use crate::learner::token_classifier::{TokenClassifierParams, TokenExample, train as learn};
use crate::pages::{FormLabels, Pages};
use debulha_core::classify::Malformed;
use debulha_core::classify::form_kinds::{FormKinds, ID, most_probable};
use debulha_core::classify::model::{Card, Model, ModelError};
use debulha_core::classify::token_classifier::TokenClassifier;
use debulha_core::features::forms::tokens::{FieldTokens, field_tokens, form_tokens};
use debulha_core::features::forms::{FieldKind, Form, FormKind, forms};
use debulha_core::params::Params;
use debulha_core::{Page, params};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

params! {
    /// Parameters of the recipe `forms`.
    #[derive(Copy)]
    pub struct FormsRecipeParams {
        /// Weight of the penalty on large weights; see the learner of token classifiers.
        pub ridge: f64 = 1.0, range: 0.000_1..=10_000.0;
        /// Forms that a token must be in.
        pub form_examples: usize = 4, range: 1..=1_000_000;
        /// Fields that a token must be in.
        pub field_examples: usize = 3, range: 1..=1_000_000;
        /// Most steps of the learner.
        pub max_steps: usize = 60, range: 1..=100_000;
        /// Tokens of forms that the model keeps: those with the largest weights.
        pub form_tokens: usize = 4_000, range: 1..=1_000_000;
        /// Tokens of fields that the model keeps.
        pub field_tokens: usize = 6_000, range: 1..=1_000_000;
        /// What weights are rounded to.
        pub step: f64 = 0.1, range: 0.01..=10.0;
        /// Parts of the cross-validation by site whose figures the card states; 0: none.
        pub folds: usize = 10, range: 0..=1000;
        /// Parts by site of the training pages, each judged by the others, to tell fields what their form is held for.
        pub inner_folds: usize = 3, range: 2..=1000;
    }
}

/// The recipe.
pub static RECIPE: Recipe = Recipe {
    id: ID,
    system: ID,
    learns_from: LearnsFrom::LabelledPages,
    docs: "Two classifiers of tokens: what forms are for, and what their fields take. Pages have `forms`, the type of each \
           form, and `fields`, those of the fields by name, in the codes of Formasaurus's data.",
    params: FormsRecipeParams::INFO,
    train,
};

/// Types of forms that are joined with another, as in the figures that are published of the data.
const JOINED_FORMS: [(&str, &str); 4] = [("P", "o"), ("V", "o"), ("N", "o"), ("C", "o")];

/// Types of fields that are joined, likewise.
const JOINED_FIELDS: [(&str, &[&str]); 7] = [
    ("nf", &["ns", "ch"]),
    ("Od", &["bd"]),
    ("Om", &["bm", "cm"]),
    ("Oy", &["by", "cy"]),
    ("Ad", &["Sa", "Sn", "S#", "A#", "A1", "A2", "PO", "cA"]),
    ("ph", &["P0", "P1", "P2", "P3"]),
    ("OD", &["bD"]),
];

/// What a type of a form is learned as; `None` where nobody gave one.
fn form_kind(code: &str) -> Option<FormKind> {
    let joined = JOINED_FORMS.iter().find(|(from, _)| *from == code).map_or(code, |(_, to)| to);
    FormKind::of_code(joined)
}

/// What a type of a field is learned as; `None` where nobody gave one.
fn field_kind(code: &str) -> Option<FieldKind> {
    if matches!(code, "XX" | "--") {
        return None;
    }
    let joined = JOINED_FIELDS.iter().find(|(_, from)| from.contains(&code)).map_or(code, |(to, _)| to);
    // What is left is joined with the other ones.
    Some(FieldKind::of_code(joined).unwrap_or(FieldKind::Other))
}

/// A form that people labelled.
struct LabelledForm {
    site: u32,
    kind: FormKind,
    tokens: Vec<String>,
    fields: Vec<(FieldTokens, FieldKind)>,
    /// The same for forms of a site that look the same.
    look: String,
}

fn train(examples: Examples<'_>, training: &Training<'_>) -> Result<Model, TrainError> {
    let Examples::Pages(pages) = examples else {
        return Err(TrainError::OtherExamples { recipe: ID, wanted: "pages with labelled forms" });
    };
    let params = FormsRecipeParams::from_map(ID, training.params)?;
    let LabelledForms { rows, left_out } = read(pages, training)?;
    if rows.is_empty() {
        return Err(TrainError::TooLittle("no page has labelled forms".to_owned()));
    }
    let all: Vec<&LabelledForm> = rows.iter().collect();
    let mut card = Card {
        about: "what forms are for, and what their fields take".to_owned(),
        data: pages.data_sets(),
        seed: training.seed,
        parameters: params.to_map(),
        ..Card::default()
    };
    let mut model = Model::default();
    if params.folds > 1 {
        let judged = judge(&all, &params, training)?;
        let how = format!("{} folds by site", params.folds);
        card.metrics.insert(format!("accuracy of forms, {how}"), judged.forms.accuracy());
        card.metrics.insert(format!("accuracy of fields, {how}"), judged.fields.accuracy());
        card.metrics.insert(
            format!("accuracy of forms, each look of a site once, {how}"),
            judged.different.accuracy(),
        );
        let mut report = judged.report();
        let _ =
            write!(report, "\nPages left out, as they have another number of forms than labels: {left_out}");
        model.settings.insert(REPORT.to_owned(), report.into());
    }
    model.card = card;
    kinds(&all, &params, training.seed)?.write(&mut model)?;
    Ok(model)
}

struct LabelledForms {
    rows: Vec<LabelledForm>,
    left_out: usize,
}

/// The labelled forms of all pages, in their order.
fn read(pages: &dyn Pages, training: &Training<'_>) -> Result<LabelledForms, TrainError> {
    let list = pages.list();
    let sites: BTreeSet<&str> = list.iter().map(|page| page.site.as_str()).collect();
    let sites: BTreeMap<&str, u32> = sites.into_iter().zip(0..).collect();
    let of_page = |index: usize| -> Result<Option<Vec<LabelledForm>>, TrainError> {
        let mut rows = None;
        let info = &list[index];
        if !info.forms.is_empty() {
            pages.visit(index, &mut |page| rows = labelled(page, &info.forms, sites[info.site.as_str()]))?;
        }
        Ok(rows)
    };
    let found: Result<Vec<Option<Vec<LabelledForm>>>, TrainError> =
        (0..list.len()).into_par_iter().map(of_page).collect();
    training.tell("pages", list.len(), list.len());
    let found = found?;
    let left_out =
        found.iter().zip(list).filter(|(rows, page)| rows.is_none() && !page.forms.is_empty()).count();
    Ok(LabelledForms { rows: found.into_iter().flatten().flatten().collect(), left_out })
}

/// The labelled forms of a page; `None` where it has another number of forms than the labels, so that nobody knows which is
/// which.
fn labelled(page: &Page<'_>, labels: &[FormLabels], site: u32) -> Option<Vec<LabelledForm>> {
    let found: Vec<Form> = forms(page).into_iter().filter(|form| form.node.is_some()).collect();
    if found.len() != labels.len() {
        return None;
    }
    let row = |(form, labels): (&Form, &FormLabels)| {
        let kind = form_kind(&labels.kind)?;
        let of_field = |tokens: FieldTokens| {
            let code = labels.fields.get(&form.fields[tokens.field].name)?;
            Some((tokens, field_kind(code)?))
        };
        let fields = field_tokens(page, form).into_iter().filter_map(of_field).collect();
        let mut look = format!("{site} {}", form.action.split('?').next().unwrap_or_default());
        for field in &form.fields {
            let _ = write!(look, " {}:{}", field.name, field.control.name());
        }
        Some(LabelledForm { site, kind, tokens: form_tokens(page, form), fields, look })
    };
    Some(found.iter().zip(labels).filter_map(row).collect())
}

/// Learns what forms are for.
fn of_forms(rows: &[&LabelledForm], params: &FormsRecipeParams) -> Result<TokenClassifier, ModelError> {
    let classes: Vec<String> = FormKind::ALL.iter().map(|kind| kind.code().to_owned()).collect();
    let example = |row: &&LabelledForm| TokenExample { tokens: row.tokens.clone(), class: row.kind as usize };
    let examples: Vec<TokenExample> = rows.iter().map(example).collect();
    learned(&classes, examples, params, params.form_examples, params.form_tokens)
}

/// Learns of all tokens, then again of those that had the largest weights, so that these take over what the others said.
fn learned(
    classes: &[String],
    mut examples: Vec<TokenExample>,
    params: &FormsRecipeParams,
    min_examples: usize,
    max_tokens: usize,
) -> Result<TokenClassifier, ModelError> {
    let damaged = |error: Malformed| ModelError::Damaged(error.to_string());
    let learner = TokenClassifierParams { ridge: params.ridge, min_examples, max_steps: params.max_steps };
    let mut found = learn(classes, &examples, learner).map_err(damaged)?;
    if found.len() > max_tokens {
        let kept = strongest(&found, max_tokens);
        for example in &mut examples {
            example.tokens.retain(|token| kept.contains(token.as_str()));
        }
        found = learn(classes, &examples, learner).map_err(damaged)?;
    }
    rounded(&found, params.step).map_err(damaged)
}

/// The tokens with the largest weights.
fn strongest(classifier: &TokenClassifier, most: usize) -> BTreeSet<String> {
    let largest = |weights: &[i32]| weights.iter().map(|weight| weight.unsigned_abs()).max();
    let mut tokens: Vec<(&str, Option<u32>)> =
        classifier.weights().map(|(token, weights)| (token, largest(weights))).collect();
    tokens.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    tokens.into_iter().take(most).map(|(token, _)| token.to_owned()).collect()
}

/// A classifier with weights in steps.
fn rounded(whole: &TokenClassifier, step: f64) -> Result<TokenClassifier, Malformed> {
    let in_ones = |weight: &i32| f64::from(*weight) / 100.0;
    let in_steps = |weight: &i32| (in_ones(weight) / step).round() * step;
    let weights =
        whole.weights().map(|(token, weights)| (token.to_owned(), weights.iter().map(in_steps).collect()));
    let bias: Vec<f64> = whole.bias().iter().map(in_ones).collect();
    TokenClassifier::new(whole.classes().to_vec(), &bias, weights)
}

/// Learns both.
fn kinds(rows: &[&LabelledForm], params: &FormsRecipeParams, seed: u64) -> Result<FormKinds, ModelError> {
    let forms = of_forms(rows, params)?;
    // What the model says of a form that it has learned from is too good to learn from.
    let sites: Vec<u32> = rows.iter().map(|row| row.site).collect();
    let mut held: Vec<FormKind> = rows.iter().map(|row| row.kind).collect();
    for (known, held_out) in Folds::by_group(&sites, params.inner_folds, seed).splits() {
        let known: Vec<&LabelledForm> = known.into_iter().map(|at| rows[at as usize]).collect();
        let judge = FormKinds::new(of_forms(&known, params)?, forms.clone());
        for at in held_out {
            held[at as usize] = most_probable(&judge.form(&rows[at as usize].tokens)).0;
        }
    }
    let classes: Vec<String> = FieldKind::ALL.iter().map(|kind| kind.code().to_owned()).collect();
    let mut examples = Vec::new();
    for (row, &held) in rows.iter().zip(&held) {
        let example = |(tokens, kind): &(FieldTokens, FieldKind)| TokenExample {
            tokens: tokens.with(held),
            class: *kind as usize,
        };
        examples.extend(row.fields.iter().map(example));
    }
    let fields = learned(&classes, examples, params, params.field_examples, params.field_tokens)?;
    Ok(FormKinds::new(forms, fields))
}

/// What was said of rows whose sites were held out.
struct JudgedForms {
    forms: Confusion,
    different: Confusion,
    fields: Confusion,
}

fn judge(
    rows: &[&LabelledForm],
    params: &FormsRecipeParams,
    training: &Training<'_>,
) -> Result<JudgedForms, ModelError> {
    let sites: Vec<u32> = rows.iter().map(|row| row.site).collect();
    let splits = Folds::by_group(&sites, params.folds, training.seed).splits();
    let judged = splits.par_iter().map(|(known, held_out)| {
        let known: Vec<&LabelledForm> = known.iter().map(|&at| rows[at as usize]).collect();
        let model = kinds(&known, params, training.seed)?;
        let mut judged = JudgedForms::new();
        let mut looks = BTreeSet::new();
        for row in held_out.iter().map(|&at| rows[at as usize]) {
            let kinds = model.form(&row.tokens);
            let said = most_probable(&kinds).0;
            judged.forms.add(row.kind as usize, said as usize);
            if looks.insert((&row.look, row.kind)) {
                judged.different.add(row.kind as usize, said as usize);
            }
            for (tokens, kind) in &row.fields {
                judged.fields.add(*kind as usize, model.field(tokens, &kinds).0 as usize);
            }
        }
        Ok(judged)
    });
    let judged: Result<Vec<JudgedForms>, ModelError> = judged.collect();
    let mut sum = JudgedForms::new();
    for fold in judged? {
        sum.forms.add_all(&fold.forms);
        sum.different.add_all(&fold.different);
        sum.fields.add_all(&fold.fields);
    }
    Ok(sum)
}

impl JudgedForms {
    fn new() -> Self {
        let (forms, fields) = (FormKind::ALL.len(), FieldKind::ALL.len());
        JudgedForms {
            forms: Confusion::new(forms),
            different: Confusion::new(forms),
            fields: Confusion::new(fields),
        }
    }

    /// Tables in Markdown.
    fn report(&self) -> String {
        let names: Vec<&str> = FormKind::ALL.iter().map(|kind| kind.name()).collect();
        let mut text = table(&self.forms, &names);
        text.push('\n');
        text.push_str(&matrix(&self.forms, &names));
        text.push('\n');
        let names: Vec<&str> = FieldKind::ALL.iter().map(|kind| kind.name()).collect();
        text.push_str(&table(&self.fields, &names));
        text.push('\n');
        text.push_str(&mistakes(&self.fields, &names));
        text
    }
}

/// Precision, recall and F1 of each class with rows, most frequent first.
fn table(confusion: &Confusion, names: &[&str]) -> String {
    let mut text = "| kind | labelled | precision | recall | F1 |\n|---|---|---|---|---|\n".to_owned();
    let mut classes: Vec<usize> = (0..names.len()).filter(|&class| confusion.support(class) > 0).collect();
    classes.sort_by_key(|&class| std::cmp::Reverse(confusion.support(class)));
    for class in classes {
        let quality = confusion.quality(class);
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} | {:.2} | {:.2} |",
            names[class], quality.support, quality.precision, quality.recall, quality.f1
        );
    }
    let _ = writeln!(text, "| accuracy | {} | {:.4} | | |", confusion.total(), confusion.accuracy());
    text
}

/// Rows by labelled and by found class.
fn matrix(confusion: &Confusion, names: &[&str]) -> String {
    let mut text =
        format!("| labelled \\ found | {} |\n|---{}|\n", names.join(" | "), "|---".repeat(names.len()));
    for (class, name) in names.iter().enumerate() {
        let counts: Vec<String> =
            (0..names.len()).map(|found| confusion.count(class, found).to_string()).collect();
        let _ = writeln!(text, "| {name} | {} |", counts.join(" | "));
    }
    text
}

/// Mistakes that are listed.
const MAX_MISTAKES: usize = 20;

/// What is taken for what most often.
fn mistakes(confusion: &Confusion, names: &[&str]) -> String {
    let pairs = (0..names.len()).flat_map(|class| (0..names.len()).map(move |found| (class, found)));
    let mut pairs: Vec<(usize, usize)> = pairs.filter(|(class, found)| class != found).collect();
    pairs.sort_by_key(|&(class, found)| std::cmp::Reverse(confusion.count(class, found)));
    let mut text = "| labelled | found | fields |\n|---|---|---|\n".to_owned();
    for (class, found) in pairs.into_iter().take(MAX_MISTAKES) {
        let count = confusion.count(class, found);
        if count > 0 {
            let _ = writeln!(text, "| {} | {} | {count} |", names[class], names[found]);
        }
    }
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::pages::{MemoryPages, PageInfo};
    use serde_json::json;

    /// Pages of some sites, each with a search, a login, and a form that nobody labelled.
    fn pages(sites: usize) -> MemoryPages {
        let mut pages = MemoryPages::default();
        for site in 0..sites {
            let labels = |kind: &str, fields: &[(&str, &str)]| FormLabels {
                kind: kind.to_owned(),
                fields: fields.iter().map(|&(name, code)| (name.to_owned(), code.to_owned())).collect(),
            };
            let info = PageInfo {
                id: site.to_string(),
                site: format!("{site}.org"),
                forms: vec![
                    labels("s", &[("q", "qq"), ("go", "Bs")]),
                    labels("X", &[("q", "XX")]),
                    labels("l", &[("user", "us"), ("pass", "p1"), ("go", "XX")]),
                ],
                ..PageInfo::default()
            };
            let html = "<form action=/find><input name=q><input type=submit name=go value=Search></form>\
                <form><input name=q></form><form method=post action=/login><input name=user>\
                <input type=password name=pass><input type=submit name=go value=Enter></form>";
            pages.push(info, html);
        }
        let other = PageInfo {
            id: "other".to_owned(),
            site: "other.org".to_owned(),
            forms: vec![FormLabels { kind: "l".to_owned(), ..FormLabels::default() }],
            ..PageInfo::default()
        };
        pages.push(other, "<p>The form is gone.");
        pages
    }

    fn model(sites: usize) -> Result<Model, TrainError> {
        let params =
            json!({ "folds": 3, "inner_folds": 2, "form_examples": 2, "field_examples": 2, "ridge": 0.01 });
        (RECIPE.train)(Examples::Pages(&pages(sites)), &Training::new(1, params.as_object().unwrap()))
    }

    #[test]
    fn forms_and_fields_of_other_sites_are_told_apart() {
        let model = model(9).unwrap();
        assert_eq!(model.card.metrics["accuracy of forms, 3 folds by site"], 1.0);
        assert_eq!(model.card.metrics["accuracy of fields, 3 folds by site"], 1.0);
        let report = model.settings[REPORT].as_str().unwrap();
        assert!(report.contains("| login | 9 | 1.00 | 1.00 | 1.00 |"), "{report}");
        assert!(report.contains("| accuracy | 36 | 1.0000 | | |"), "{report}");
        assert!(report.ends_with("than labels: 1"), "{report}");
        assert_eq!(model.to_bytes().unwrap(), super::tests::model(9).unwrap().to_bytes().unwrap());
        let kinds = FormKinds::of_model(&model).unwrap();
        pages(1)
            .visit(0, &mut |page| {
                let found = forms(page);
                let judged: Vec<FormKind> = found.iter().map(|form| kinds.judge(page, form).kind).collect();
                assert_eq!((judged[0], judged[2]), (FormKind::Search, FormKind::Login));
            })
            .unwrap();
    }

    #[test]
    fn without_labels_there_is_nothing_to_learn() {
        assert!(matches!(model(0), Err(TrainError::TooLittle(_))));
        let others = (RECIPE.train)(
            Examples::Pages(&MemoryPages::default()),
            &Training::new(1, &debulha_core::ParamMap::new()),
        );
        assert!(matches!(others, Err(TrainError::TooLittle(_))));
    }

    #[test]
    fn rare_types_are_joined() {
        assert_eq!(form_kind("P"), Some(FormKind::Other));
        assert_eq!((form_kind("X"), form_kind("-")), (None, None));
        assert_eq!(field_kind("bD"), Some(FieldKind::Date));
        assert_eq!(field_kind("S#"), Some(FieldKind::Address));
        assert_eq!(field_kind("Bo"), Some(FieldKind::Other));
        assert_eq!(field_kind("XX"), None);
    }
}
