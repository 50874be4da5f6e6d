//! What forms and their fields are for, by a model that `debulha train forms` makes.

use crate::classify::Malformed;
use crate::classify::model::{Model, ModelError};
use crate::classify::token_classifier::TokenClassifier;
use crate::features::forms::tokens::{FieldTokens, field_tokens, form_tokens};
use crate::features::forms::{FieldKind, Form, FormKind};
use crate::page::Page;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Name of the system in cards.
pub const ID: &str = "forms";

/// Names of the classifiers among the settings of a model.
pub const FORMS: &str = "forms";
/// See [`FORMS`].
pub const FIELDS: &str = "fields";

/// Kinds of a form that are less probable do not count for its fields.
const MIN_KIND: f64 = 0.02;

/// The model inside the library.
#[cfg(feature = "model")]
const SHIPPED: Option<&[u8]> = Some(include_bytes!("form_kinds/forms.model"));
#[cfg(not(feature = "model"))]
const SHIPPED: Option<&[u8]> = None;

/// Tells what forms and fields are for.
#[derive(Debug, Clone, PartialEq)]
pub struct FormKinds {
    forms: TokenClassifier,
    fields: TokenClassifier,
}

/// What a form is held for.
#[derive(Debug, Clone, PartialEq)]
pub struct JudgedForm {
    /// The most probable kind.
    pub kind: FormKind,
    /// How probable it is.
    pub probability: f64,
    /// For each of [`Form::fields`] the most probable kind and its probability; none of hidden fields, nor beyond the first
    /// two hundred.
    pub fields: Vec<Option<(FieldKind, f64)>>,
}

impl FormKinds {
    /// The model inside the library; `None` where it was built without.
    pub fn shipped() -> Option<&'static FormKinds> {
        static READ: OnceLock<Option<FormKinds>> = OnceLock::new();
        let read = || FormKinds::of_model(&Model::from_bytes(SHIPPED?).ok()?).ok();
        READ.get_or_init(read).as_ref()
    }

    /// The bytes of the model inside the library.
    pub fn shipped_bytes() -> Option<&'static [u8]> {
        SHIPPED
    }

    /// Two classifiers, whose classes are codes of [`FormKind`] and [`FieldKind`].
    pub fn new(forms: TokenClassifier, fields: TokenClassifier) -> Self {
        FormKinds { forms, fields }
    }

    /// Reads a model.
    ///
    /// # Errors
    /// A model of something else, or one that is damaged.
    pub fn of_model(model: &Model) -> Result<Self, ModelError> {
        if model.card.system != ID {
            return Err(ModelError::Damaged(format!(
                "it is a model of `{}`, not of `{ID}`",
                model.card.system
            )));
        }
        let read = |name: &str| -> Result<TokenClassifier, ModelError> {
            let damaged = |reason: String| ModelError::Damaged(format!("`{name}`: {reason}"));
            let value = model.settings.get(name).ok_or_else(|| damaged("it is not there".to_owned()))?;
            let stored = StoredFormKinds::deserialize(value).map_err(|error| damaged(error.to_string()))?;
            stored.classifier().map_err(|error| damaged(error.to_string()))
        };
        Ok(FormKinds { forms: read(FORMS)?, fields: read(FIELDS)? })
    }

    /// Writes it among the settings of a model.
    ///
    /// # Errors
    /// More than 52 kinds; those of JSON.
    pub fn write(&self, model: &mut Model) -> Result<(), ModelError> {
        ID.clone_into(&mut model.card.system);
        for (name, classifier) in [(FORMS, &self.forms), (FIELDS, &self.fields)] {
            let damaged = |error: &dyn std::fmt::Display| ModelError::Damaged(error.to_string());
            let stored = StoredFormKinds::of(classifier).map_err(|error| damaged(&error))?;
            let value = serde_json::to_value(stored).map_err(|error| damaged(&error))?;
            model.settings.insert(name.to_owned(), value);
        }
        Ok(())
    }

    /// Judges a form of a page, with labels ([`forms`](crate::features::forms::forms)). O(its tokens · kinds).
    pub fn judge(&self, page: &Page<'_>, form: &Form) -> JudgedForm {
        let kinds = self.form(&form_tokens(page, form));
        let mut fields = vec![None; form.fields.len()];
        for tokens in field_tokens(page, form) {
            fields[tokens.field] = Some(self.field(&tokens, &kinds));
        }
        let (kind, probability) = most_probable(&kinds);
        JudgedForm { kind, probability, fields }
    }

    /// What a form with these tokens may be for, and how probable each is.
    pub fn form(&self, tokens: &[String]) -> Vec<(FormKind, f64)> {
        let probabilities = self.forms.probabilities(tokens.iter().map(String::as_str));
        let kinds =
            self.forms.classes().iter().map(|code| FormKind::of_code(code).unwrap_or(FormKind::Other));
        kinds.zip(probabilities).collect()
    }

    /// What a field with these tokens is for, in a form that may be for several things: the mean over these, each by its
    /// probability.
    pub fn field(&self, tokens: &FieldTokens, form: &[(FormKind, f64)]) -> (FieldKind, f64) {
        let classes = self.fields.classes();
        let mut sums = vec![0.0; classes.len()];
        let mut total = 0.0;
        for &(kind, weight) in form.iter().filter(|(_, weight)| *weight >= MIN_KIND) {
            total += weight;
            let tokens = tokens.with(kind);
            let probabilities = self.fields.probabilities(tokens.iter().map(String::as_str));
            for (sum, probability) in sums.iter_mut().zip(probabilities) {
                *sum += weight * probability;
            }
        }
        let kinds = classes.iter().map(|code| FieldKind::of_code(code).unwrap_or(FieldKind::Other));
        let (kind, sum) = most_probable(&kinds.zip(sums).collect::<Vec<_>>());
        (kind, if total > 0.0 { sum / total } else { 0.0 })
    }
}

/// The most probable of some kinds, the first of those that are equal.
pub fn most_probable<K: Copy + Default>(kinds: &[(K, f64)]) -> (K, f64) {
    let best = kinds.iter().copied().reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.unwrap_or_default()
}

/// A classifier as a model holds it. Most tokens say something of a few kinds, and little: `B3E-1` is a weight of three steps
/// for the second class and of minus one for the fifth. A step is the largest by which all weights can be counted.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredFormKinds {
    classes: Vec<String>,
    /// In hundredths.
    bias: Vec<i32>,
    /// In hundredths.
    step: i32,
    weights: BTreeMap<String, String>,
}

/// Hundredths in a weight of 1, as [`TokenClassifier`] rounds it.
const HUNDRED: f64 = 100.0;

/// Names of classes in weights.
const LETTERS: &[u8; 52] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl StoredFormKinds {
    /// # Errors
    /// More classes than there are letters.
    fn of(classifier: &TokenClassifier) -> Result<Self, Malformed> {
        if classifier.classes().len() > LETTERS.len() {
            return Err(MALFORMED);
        }
        let all = classifier.weights().flat_map(|(_, weights)| weights);
        let step = all.fold(0, |step, &weight| common_divisor(step, weight)).max(1);
        let written = |weights: &[i32]| {
            let mut text = String::new();
            for (&letter, weight) in LETTERS.iter().zip(weights).filter(|(_, weight)| **weight != 0) {
                text.push(char::from(letter));
                text.push_str(&(weight / step).to_string());
            }
            text
        };
        Ok(StoredFormKinds {
            classes: classifier.classes().to_vec(),
            bias: classifier.bias().to_vec(),
            step,
            weights: classifier
                .weights()
                .map(|(token, weights)| (token.to_owned(), written(weights)))
                .collect(),
        })
    }

    fn classifier(self) -> Result<TokenClassifier, Malformed> {
        let in_ones = |weight: i32| f64::from(weight) / HUNDRED;
        let bias: Vec<f64> = self.bias.iter().copied().map(in_ones).collect();
        let mut all = Vec::with_capacity(self.weights.len());
        for (token, written) in self.weights {
            let mut weights = vec![0.0; self.classes.len()];
            let mut rest = written.as_bytes();
            while let [letter, after @ ..] = rest {
                let len = after.iter().take_while(|byte| !byte.is_ascii_alphabetic()).count();
                let (number, next) = after.split_at(len);
                let number: Option<i32> = std::str::from_utf8(number).ok().and_then(|text| text.parse().ok());
                let class = LETTERS.iter().position(|known| known == letter);
                let place = class.and_then(|class| weights.get_mut(class)).ok_or(MALFORMED)?;
                let weight = number.and_then(|number| number.checked_mul(self.step)).ok_or(MALFORMED)?;
                *place = in_ones(weight);
                rest = next;
            }
            all.push((token, weights));
        }
        TokenClassifier::new(self.classes, &bias, all)
    }
}

const MALFORMED: Malformed = Malformed::Shape { part: "weights of tokens" };

fn common_divisor(a: i32, b: i32) -> i32 {
    let (mut a, mut b) = (a.saturating_abs(), b.saturating_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::features::forms::forms;
    use debulha_dom::{Limits, parse};

    fn kinds() -> FormKinds {
        let classes = |codes: &[&str]| codes.iter().map(|&code| code.to_owned()).collect();
        let forms = [("c:password".to_owned(), vec![0.0, 3.0]), ("nothing".to_owned(), vec![0.0, 0.0])];
        let forms = TokenClassifier::new(classes(&["s", "l"]), &[1.0, -1.0], forms).unwrap();
        let fields = [
            ("kc:s text".to_owned(), vec![2.5]),
            ("kc:l text".to_owned(), vec![0.0, 0.0, 2.5]),
            ("c:submit".to_owned(), vec![0.0, 4.0, 0.0]),
        ];
        let fields = TokenClassifier::new(classes(&["qq", "Bs", "us"]), &[0.0; 3], fields).unwrap();
        FormKinds::new(forms, fields)
    }

    #[test]
    fn a_model_gives_the_kinds_back() {
        let mut model = Model::default();
        kinds().write(&mut model).unwrap();
        let read = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
        assert_eq!(FormKinds::of_model(&read).unwrap(), kinds());
        let error = FormKinds::of_model(&Model::default()).unwrap_err().to_string();
        assert!(error.contains("not of `forms`"), "{error}");
        for broken in [
            r#"{"classes":["a"],"bias":[0],"step":1,"weights":{"x":"A"}}"#,
            r#"{"classes":["a"],"bias":[0],"step":1,"weights":{"x":"B5"}}"#,
            r#"{"classes":["a"],"bias":[0],"step":1,"weights":{"x":"5"}}"#,
            r#"{"classes":["a"],"bias":[0],"step":9,"weights":{"x":"A2147483647"}}"#,
            r#"{"classes":[],"bias":[],"step":1,"weights":{}}"#,
        ] {
            model.settings.insert(FORMS.to_owned(), serde_json::from_str(broken).unwrap());
            assert!(FormKinds::of_model(&model).is_err(), "{broken}");
        }
    }

    #[test]
    fn fields_are_judged_by_what_the_form_is_held_for() {
        let html = "<form><input name=a><input type=hidden><input type=password name=b><input type=submit></form>\
            <form><input name=a></form>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let judged: Vec<JudgedForm> = forms(&page).iter().map(|form| kinds().judge(&page, form)).collect();
        let kinds: Vec<FormKind> = judged.iter().map(|form| form.kind).collect();
        assert_eq!(kinds, [FormKind::Login, FormKind::Search]);
        let of_login: Vec<Option<FieldKind>> =
            judged[0].fields.iter().map(|field| Some(field.as_ref()?.0)).collect();
        assert_eq!(of_login[0], Some(FieldKind::Username));
        assert_eq!((of_login[1], of_login[3]), (None, Some(FieldKind::Submit)));
        assert_eq!(judged[1].fields[0].map(|field| field.0), Some(FieldKind::Query));
        assert!(judged[0].probability > 0.7);
    }

    #[cfg(feature = "model")]
    #[test]
    fn the_model_inside_tells_plain_forms_apart() {
        use FieldKind::{Password, Query, Submit, Username};
        let shipped = FormKinds::shipped().unwrap();
        assert!(FormKinds::shipped_bytes().unwrap().len() < 400_000);
        let html = "<form method=post action=/login><label>User name <input name=username></label><label>Password \
            <input type=password name=password></label><input type=submit value='Log in'></form>\
            <form action=/search><input name=q placeholder=Search><button>Search</button></form>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let judged: Vec<JudgedForm> = forms(&page).iter().map(|form| shipped.judge(&page, form)).collect();
        assert_eq!((judged[0].kind, judged[1].kind), (FormKind::Login, FormKind::Search));
        let fields: Vec<FieldKind> =
            judged.iter().flat_map(|form| &form.fields).flatten().map(|field| field.0).collect();
        assert_eq!(fields, [Username, Password, Submit, Query, Submit]);
    }
}
