//! Every combination of values, in order or at random: what a search without a plan asks.

use super::search::Strategy;
use super::space::{Query, QueryAnswer, Space};
use debulha_core::features::random::SplitMix64;
use std::collections::BTreeSet;

/// All combinations, each field being left as it is or having one of its values, but for the one that leaves all.
#[derive(Debug)]
pub struct Product {
    order: ProductOrder,
    /// One more than the values of each field.
    choices: Vec<u64>,
}

#[derive(Debug)]
enum ProductOrder {
    /// The next number.
    Counting(u64),
    Random {
        random: SplitMix64,
        asked: BTreeSet<u64>,
    },
}

impl Product {
    /// In order: the last field changes fastest.
    pub fn in_order(space: &Space) -> Product {
        Product { order: ProductOrder::Counting(1), choices: choices(space) }
    }

    /// At random, none twice.
    pub fn at_random(space: &Space, seed: u64) -> Product {
        let order = ProductOrder::Random { random: SplitMix64::new(seed), asked: BTreeSet::new() };
        Product { order, choices: choices(space) }
    }

    /// How many there are.
    pub fn count(&self) -> u64 {
        self.choices.iter().fold(1, |all: u64, &choices| all.saturating_mul(choices)) - 1
    }

    /// A combination by its number, which is not 0.
    fn query(&self, number: u64) -> Query {
        let mut left = number;
        let mut pairs = Vec::new();
        for (field, &choices) in self.choices.iter().enumerate().rev() {
            let place = left % choices;
            left /= choices;
            if place > 0 {
                pairs.push((field as u16, (place - 1) as u32));
            }
        }
        Query::of(pairs)
    }
}

fn choices(space: &Space) -> Vec<u64> {
    space.fields().map(|field| u64::from(space.count(field)) + 1).collect()
}

impl Strategy for Product {
    fn next(&mut self, _: &mut Space) -> Option<Query> {
        let count = self.count();
        let number = match &mut self.order {
            ProductOrder::Counting(number) => {
                *number += 1;
                *number - 1
            }
            ProductOrder::Random { random, asked } => {
                if asked.len() as u64 >= count {
                    return None;
                }
                let bound = usize::try_from(count).unwrap_or(usize::MAX);
                let mut number = random.below(bound) as u64 + 1;
                // From a number that is taken to the next one that is free.
                while !asked.insert(number) {
                    number = number % count + 1;
                }
                number
            }
        };
        (number <= count).then(|| self.query(number))
    }

    fn take(&mut self, _: &Space, _: &Query, _: &QueryAnswer, _: usize) {}
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::probe::space::Facet;

    fn space() -> Space {
        Space::new(vec![Facet::of_options("color", &["red", "blue"]), Facet::of_options("size", &["S", "M"])])
    }

    fn all(mut product: Product) -> Vec<Query> {
        let mut space = space();
        std::iter::from_fn(|| product.next(&mut space)).collect()
    }

    #[test]
    fn all_combinations_are_asked_once() {
        let ordered = all(Product::in_order(&space()));
        assert_eq!(ordered.len(), 8);
        assert_eq!(ordered[0].pairs(), [(1, 0)]);
        assert_eq!(ordered[7].pairs(), [(0, 1), (1, 1)]);
        let mut drawn = all(Product::at_random(&space(), 7));
        assert_ne!(drawn, ordered);
        assert_eq!(drawn, all(Product::at_random(&space(), 7)));
        drawn.sort();
        let mut sorted = ordered;
        sorted.sort();
        assert_eq!(drawn, sorted);
    }
}
