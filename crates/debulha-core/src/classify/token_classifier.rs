//! Logistic regression over the tokens that a thing has, such as the words and classes of a link.

use super::Malformed;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of a weight of 1 in a file.
const STEPS: f64 = 100.0;

/// Weights of tokens for each of several classes.
///
/// Unlike the other classifiers it takes no row of numbers: most tokens of a language of addresses, names and labels are in few
/// examples, and a thing has some dozens of them. A token that was in no example says nothing. In a model it is one of the settings.
///
/// ```
/// use debulha_core::classify::token_classifier::TokenClassifier;
///
/// let classes = ["other", "next"].map(str::to_owned).to_vec();
/// let weights = [("text:next".to_owned(), vec![-1.0, 1.0])];
/// let links = TokenClassifier::new(classes, &[0.5, -0.5], weights)?;
/// assert!(links.probabilities(["text:next"])[1] > 0.7);
/// assert!(links.probabilities(["text:home"])[1] < 0.3);
/// # Ok::<(), debulha_core::classify::Malformed>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredTokenClassifier", into = "StoredTokenClassifier")]
pub struct TokenClassifier {
    stored: StoredTokenClassifier,
}

/// What a file holds: weights in steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StoredTokenClassifier {
    classes: Vec<String>,
    bias: Vec<i32>,
    /// A weight for each class; trailing zeros are left out.
    weights: BTreeMap<String, Vec<i32>>,
}

impl TryFrom<StoredTokenClassifier> for TokenClassifier {
    type Error = Malformed;

    fn try_from(stored: StoredTokenClassifier) -> Result<Self, Malformed> {
        let classes = stored.classes.len();
        if classes == 0 {
            return Err(Malformed::Without { whole: "a token classifier", part: "classes" });
        }
        if stored.bias.len() != classes || stored.weights.values().any(|weights| weights.len() > classes) {
            return Err(Malformed::Shape { part: "weights of tokens" });
        }
        Ok(TokenClassifier { stored })
    }
}

impl From<TokenClassifier> for StoredTokenClassifier {
    fn from(classifier: TokenClassifier) -> Self {
        classifier.stored
    }
}

impl TokenClassifier {
    /// A classifier with these weights, rounded to hundredths. Tokens whose weights all round to 0 are left out.
    ///
    /// # Errors
    /// No classes, or weights of another number of classes.
    pub fn new(
        classes: Vec<String>,
        bias: &[f64],
        weights: impl IntoIterator<Item = (String, Vec<f64>)>,
    ) -> Result<Self, Malformed> {
        // What is out of range becomes the largest number, and NaN becomes 0.
        let in_steps = |weights: &[f64]| -> Vec<i32> {
            weights.iter().map(|weight| (weight * STEPS).round() as i32).collect()
        };
        let mut kept = BTreeMap::new();
        for (token, weights) in weights {
            let mut weights = in_steps(&weights);
            let len = weights.iter().rposition(|&weight| weight != 0).map_or(0, |last| last + 1);
            weights.truncate(len);
            if len > 0 {
                kept.insert(token, weights);
            }
        }
        StoredTokenClassifier { classes, bias: in_steps(bias), weights: kept }.try_into()
    }

    /// What it tells apart.
    pub fn classes(&self) -> &[String] {
        &self.stored.classes
    }

    /// The bias of each class, in hundredths.
    pub fn bias(&self) -> &[i32] {
        &self.stored.bias
    }

    /// The tokens that say something, with a weight for each class in hundredths; trailing zeros are left out.
    pub fn weights(&self) -> impl Iterator<Item = (&str, &[i32])> {
        self.stored.weights.iter().map(|(token, weights)| (token.as_str(), weights.as_slice()))
    }

    /// Number of tokens that say something.
    pub fn len(&self) -> usize {
        self.stored.weights.len()
    }

    /// Whether no token says anything.
    pub fn is_empty(&self) -> bool {
        self.stored.weights.is_empty()
    }

    /// The probability of each class of what has these tokens; a token counts once, however often it comes.
    ///
    /// O(tokens · (log tokens known + classes)).
    pub fn probabilities<'t>(&self, tokens: impl IntoIterator<Item = &'t str>) -> Vec<f64> {
        let tokens: BTreeSet<&str> = tokens.into_iter().collect();
        let mut sums: Vec<f64> = self.stored.bias.iter().map(|&bias| f64::from(bias)).collect();
        for weights in tokens.into_iter().filter_map(|token| self.stored.weights.get(token)) {
            for (sum, &weight) in sums.iter_mut().zip(weights) {
                *sum += f64::from(weight);
            }
        }
        for sum in &mut sums {
            *sum /= STEPS;
        }
        softmax(&mut sums);
        sums
    }

    /// What each token that is known adds to the log-odds of a class against the mean of all classes; strongest first.
    pub fn contributions<'t>(
        &self,
        tokens: impl IntoIterator<Item = &'t str>,
        class: usize,
    ) -> Vec<(&'t str, f64)> {
        let tokens: BTreeSet<&str> = tokens.into_iter().collect();
        let classes = self.stored.classes.len() as f64;
        let of = |weights: &Vec<i32>| {
            let own = weights.get(class).copied().unwrap_or_default();
            let sum: f64 = weights.iter().map(|&weight| f64::from(weight)).sum();
            (f64::from(own) - sum / classes) / STEPS
        };
        let mut found: Vec<(&str, f64)> = tokens
            .into_iter()
            .filter_map(|token| Some((token, of(self.stored.weights.get(token)?))))
            .collect();
        found.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(b.0)));
        found
    }
}

/// Turns sums into probabilities that are e to the sum, by their total.
pub fn softmax(sums: &mut [f64]) {
    let largest = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut total = 0.0;
    for sum in &mut *sums {
        *sum = (*sum - largest).exp();
        total += *sum;
    }
    for sum in sums {
        *sum /= total;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn classes() -> Vec<String> {
        ["a", "b", "c"].map(str::to_owned).to_vec()
    }

    #[test]
    fn probabilities_follow_the_weights() {
        let weights = [
            ("x".to_owned(), vec![2.0_f64.ln(), 0.0, 0.0]),
            ("y".to_owned(), vec![0.0, 0.0, 0.0]),
            ("z".to_owned(), vec![0.0, 0.0, f64::INFINITY]),
        ];
        let found = TokenClassifier::new(classes(), &[0.0; 3], weights).unwrap();
        assert_eq!(found.len(), 2, "a token without weights is left out");
        let even = found.probabilities(["unknown"]);
        assert!(even.iter().all(|probability| (probability - 1.0 / 3.0).abs() < 1e-12));
        // ln 2 in hundredths is .69.
        let twice = 0.69_f64.exp() / (0.69_f64.exp() + 2.0);
        for tokens in [&["x"][..], &["x", "x", "unknown"]] {
            assert!((found.probabilities(tokens.iter().copied())[0] - twice).abs() < 1e-12, "{tokens:?}");
        }
        assert_eq!(found.probabilities(["x", "z"]), [0.0, 0.0, 1.0]);
    }

    #[test]
    fn contributions_are_what_a_token_adds() {
        let weights = [("x".to_owned(), vec![0.9, 0.0, -0.3]), ("y".to_owned(), vec![-1.2, 0.0, 0.0])];
        let found = TokenClassifier::new(classes(), &[0.0; 3], weights).unwrap();
        let terms = found.contributions(["x", "unknown", "y", "x"], 0);
        assert_eq!(terms.iter().map(|term| term.0).collect::<Vec<_>>(), ["y", "x"]);
        assert!((terms[0].1 + 0.8).abs() < 1e-12 && (terms[1].1 - 0.7).abs() < 1e-12, "{terms:?}");
    }

    #[test]
    fn a_file_gives_the_weights_back_and_a_broken_one_is_refused() {
        let found =
            TokenClassifier::new(classes(), &[0.1, -0.1, 0.0], [("x".to_owned(), vec![1.5])]).unwrap();
        let json = serde_json::to_string(&found).unwrap();
        assert_eq!(json, r#"{"classes":["a","b","c"],"bias":[10,-10,0],"weights":{"x":[150]}}"#);
        assert_eq!(serde_json::from_str::<TokenClassifier>(&json).unwrap(), found);
        for broken in [
            r#"{"classes":[],"bias":[],"weights":{}}"#,
            r#"{"classes":["a"],"bias":[],"weights":{}}"#,
            r#"{"classes":["a"],"bias":[0],"weights":{"x":[1,2]}}"#,
        ] {
            assert!(serde_json::from_str::<TokenClassifier>(broken).is_err(), "{broken}");
        }
    }
}
