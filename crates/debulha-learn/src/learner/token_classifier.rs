//! Multinomial logistic regression over tokens with a quadratic penalty, by L-BFGS (nocedal1980).
//!
//! Own code for the reasons of `logistic_regression`. Newton's method is out of reach here: there are a hundred thousand weights.

use debulha_core::classify::Malformed;
use debulha_core::classify::token_classifier::{TokenClassifier, softmax};
use debulha_core::params;
use std::collections::{BTreeMap, VecDeque};

params! {
    /// How a token classifier is trained.
    #[derive(Copy)]
    pub struct TokenClassifierParams {
        /// Weight of half the sum of squared weights beside the log-likelihood. Our decision: 0.5.
        pub ridge: f64 = 0.5, range: 0.000_1..=10_000.0;
        /// Examples that a token must be in to get a weight. Our decision: 2.
        pub min_examples: usize = 2, range: 1..=1_000_000;
        /// Most steps. Our decision: 150; what changes after them is in the third digit of a weight.
        pub max_steps: usize = 150, range: 1..=100_000;
    }
}

/// An example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenExample {
    /// What it has; a token counts once.
    pub tokens: Vec<String>,
    /// What it is, as the place in the list of classes.
    pub class: usize,
}

/// Steps that the next direction is made of (nocedal1980 uses few; liu1989: 3 to 20).
const MEMORY: usize = 10;

/// Share of what the slope promises that a step must bring (nocedal2006, Armijo's condition).
const SUFFICIENT: f64 = 1e-4;

/// Times that a step may be halved before it is given up.
const HALVINGS: usize = 30;

/// Share of the loss by which a step must lower it.
const TOLERANCE: f64 = 1e-7;

/// Learns the weights that make the classes of the examples most likely, less the penalty. The bias has none.
///
/// O(steps · (tokens of all examples + tokens known) · classes); the same examples in the same order give the same weights.
///
/// # Errors
/// No classes, or an example of a class that is not in the list.
pub fn train(
    classes: &[String],
    examples: &[TokenExample],
    params: TokenClassifierParams,
) -> Result<TokenClassifier, Malformed> {
    if examples.iter().any(|example| example.class >= classes.len()) {
        return Err(Malformed::Shape { part: "examples" });
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let sets: Vec<Vec<&str>> = examples.iter().map(|example| set(&example.tokens)).collect();
    for token in sets.iter().flatten() {
        *counts.entry(token).or_default() += 1;
    }
    let known: Vec<&str> =
        counts.iter().filter(|&(_, &count)| count >= params.min_examples).map(|(&token, _)| token).collect();
    let rows: Vec<TokenRow> = sets
        .iter()
        .zip(examples)
        .map(|(tokens, example)| {
            let tokens = tokens.iter().filter_map(|token| known.binary_search(token).ok()).collect();
            TokenRow { tokens, class: example.class }
        })
        .collect();
    let loss = TokenLoss { rows: &rows, classes: classes.len(), tokens: known.len(), ridge: params.ridge };
    let weights = minimise(&loss, params.max_steps);
    let (bias, of_tokens) = weights.split_at(classes.len());
    let of_tokens = of_tokens.chunks(classes.len().max(1)).map(<[f64]>::to_vec);
    TokenClassifier::new(classes.to_vec(), bias, known.iter().map(|&token| token.to_owned()).zip(of_tokens))
}

fn set(tokens: &[String]) -> Vec<&str> {
    let mut tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
    tokens.sort_unstable();
    tokens.dedup();
    tokens
}

struct TokenRow {
    /// Places in the list of known tokens.
    tokens: Vec<usize>,
    class: usize,
}

/// The penalised negative log-likelihood. Weights: the biases, then those of each token, class by class.
struct TokenLoss<'a> {
    rows: &'a [TokenRow],
    classes: usize,
    tokens: usize,
    ridge: f64,
}

impl TokenLoss<'_> {
    fn size(&self) -> usize {
        self.classes * (self.tokens + 1)
    }

    /// The loss, and its slopes into `slopes`.
    fn at(&self, weights: &[f64], slopes: &mut [f64]) -> f64 {
        let classes = self.classes;
        let (bias, of_tokens) = weights.split_at(classes);
        let (bias_slopes, token_slopes) = slopes.split_at_mut(classes);
        bias_slopes.fill(0.0);
        let mut loss = self.ridge / 2.0 * dot(of_tokens, of_tokens);
        for (slope, weight) in token_slopes.iter_mut().zip(of_tokens) {
            *slope = self.ridge * weight;
        }
        let mut sums = vec![0.0; classes];
        for row in self.rows {
            sums.copy_from_slice(bias);
            for &token in &row.tokens {
                add(&mut sums, &of_tokens[token * classes..(token + 1) * classes], 1.0);
            }
            softmax(&mut sums);
            loss -= sums[row.class].max(f64::MIN_POSITIVE).ln();
            sums[row.class] -= 1.0;
            add(bias_slopes, &sums, 1.0);
            for &token in &row.tokens {
                add(&mut token_slopes[token * classes..(token + 1) * classes], &sums, 1.0);
            }
        }
        loss
    }
}

/// A step that was made: the difference of the weights, that of the slopes, and 1 by their product.
struct MadeStep {
    weights: Vec<f64>,
    slopes: Vec<f64>,
    by_product: f64,
}

fn minimise(loss: &TokenLoss<'_>, max_steps: usize) -> Vec<f64> {
    let mut weights = vec![0.0; loss.size()];
    let mut slopes = weights.clone();
    let mut now = loss.at(&weights, &mut slopes);
    let mut memory: VecDeque<MadeStep> = VecDeque::with_capacity(MEMORY);
    let (mut next, mut next_slopes) = (weights.clone(), weights.clone());
    for _ in 0..max_steps {
        let direction = direction(&slopes, &memory);
        let promised = dot(&direction, &slopes);
        if promised >= 0.0 {
            break;
        }
        // Without a memory the length of the direction means nothing.
        let mut size = if memory.is_empty() { 1.0 / dot(&slopes, &slopes).sqrt() } else { 1.0 };
        let mut then = f64::INFINITY;
        for _ in 0..HALVINGS {
            next.copy_from_slice(&weights);
            add(&mut next, &direction, size);
            then = loss.at(&next, &mut next_slopes);
            if then <= now + SUFFICIENT * size * promised {
                break;
            }
            size /= 2.0;
        }
        if then >= now {
            break;
        }
        let made = |new: &[f64], old: &[f64]| -> Vec<f64> {
            new.iter().zip(old).map(|(new, old)| new - old).collect()
        };
        let (by_weights, by_slopes) = (made(&next, &weights), made(&next_slopes, &slopes));
        let product = dot(&by_weights, &by_slopes);
        if product > 0.0 {
            if memory.len() == MEMORY {
                memory.pop_front();
            }
            memory.push_back(MadeStep { weights: by_weights, slopes: by_slopes, by_product: 1.0 / product });
        }
        std::mem::swap(&mut weights, &mut next);
        std::mem::swap(&mut slopes, &mut next_slopes);
        let gained = now - then;
        now = then;
        if gained <= TOLERANCE * now.abs() {
            break;
        }
    }
    weights
}

/// Where to go: the slopes times what the steps made say of the inverse of the second derivatives (nocedal1980).
fn direction(slopes: &[f64], memory: &VecDeque<MadeStep>) -> Vec<f64> {
    let mut direction: Vec<f64> = slopes.iter().map(|slope| -slope).collect();
    let mut shares = Vec::with_capacity(memory.len());
    for made in memory.iter().rev() {
        let share = made.by_product * dot(&made.weights, &direction);
        add(&mut direction, &made.slopes, -share);
        shares.push(share);
    }
    if let Some(last) = memory.back() {
        let scale = 1.0 / (last.by_product * dot(&last.slopes, &last.slopes));
        for value in &mut direction {
            *value *= scale;
        }
    }
    for (made, share) in memory.iter().zip(shares.iter().rev()) {
        let back = made.by_product * dot(&made.slopes, &direction);
        add(&mut direction, &made.weights, share - back);
    }
    direction
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], what: &[f64], times: f64) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn example(tokens: &[&str], class: usize) -> TokenExample {
        TokenExample { tokens: tokens.iter().map(|&token| token.to_owned()).collect(), class }
    }

    fn classes(count: usize) -> Vec<String> {
        (0..count).map(|class| class.to_string()).collect()
    }

    #[test]
    fn without_a_penalty_the_shares_are_those_of_the_examples() {
        // With x one in four is of class 1, without it three in four, and class 2 is never with x.
        let mut examples = vec![example(&["x"], 0); 30];
        examples.extend(vec![example(&["x"], 1); 10]);
        examples.extend(vec![example(&[], 0); 10]);
        examples.extend(vec![example(&[], 1); 30]);
        let params = TokenClassifierParams { ridge: 1e-4, ..TokenClassifierParams::default() };
        let found = train(&classes(2), &examples, params).unwrap();
        assert!((found.probabilities(["x"])[1] - 0.25).abs() < 0.01, "{found:?}");
        assert!((found.probabilities([])[1] - 0.75).abs() < 0.01, "{found:?}");
    }

    #[test]
    fn the_penalty_draws_weights_to_zero_and_rare_tokens_get_none() {
        let mut examples = vec![example(&["x", "x"], 0); 8];
        examples.extend(vec![example(&["y"], 1); 8]);
        examples.push(example(&["rare"], 2));
        let of = |ridge| {
            let params = TokenClassifierParams { ridge, ..TokenClassifierParams::default() };
            train(&classes(3), &examples, params).unwrap()
        };
        let (weak, strong) = (of(0.01), of(100.0));
        assert!(weak.probabilities(["x"])[0] > 0.95 && weak.probabilities(["y"])[1] > 0.95, "{weak:?}");
        assert!(strong.probabilities(["x"])[0] < 0.6, "{strong:?}");
        assert_eq!(weak.len(), 2);
        assert_eq!(of(0.01), weak);
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let rows = [
            TokenRow { tokens: vec![0, 2], class: 1 },
            TokenRow { tokens: vec![1], class: 0 },
            TokenRow { tokens: vec![], class: 2 },
        ];
        let loss = TokenLoss { rows: &rows, classes: 3, tokens: 3, ridge: 0.3 };
        let weights: Vec<f64> = (0..loss.size()).map(|at| (at as f64 * 0.7).sin()).collect();
        let mut slopes = vec![0.0; loss.size()];
        loss.at(&weights, &mut slopes);
        let mut unused = slopes.clone();
        for at in 0..loss.size() {
            let mut moved = |by: f64| {
                let mut weights = weights.clone();
                weights[at] += by;
                loss.at(&weights, &mut unused)
            };
            let slope = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!((slope - slopes[at]).abs() < 1e-6, "{at}: {slope} {}", slopes[at]);
        }
    }

    #[test]
    fn there_may_be_no_examples_but_not_no_classes() {
        let params = TokenClassifierParams::default();
        assert_eq!(train(&classes(2), &[], params).unwrap().probabilities(["x"]), [0.5, 0.5]);
        assert!(train(&[], &[], params).is_err());
        assert!(train(&classes(2), &[example(&["x"], 2)], params).is_err());
    }
}
