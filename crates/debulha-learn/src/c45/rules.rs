//! Rules from a tree (quinlan1993, chapter 5): generalised paths, chosen by description length, ordered by class.

use super::prune::added_errors;
use super::{GrownTree, NodeSplit};
use crate::table::Table;
use debulha_core::classify::rules::{ClassRule, Condition, RuleList, Test};

/// Description lengths that differ by less are equal.
const SAME_BITS: f64 = 1e-9;

/// How the rules of the classes follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClassOrder {
    /// First the class whose rules err least often on what is left of the training rows (quinlan1993).
    FalsePositives,
    /// First the class whose rules have the shortest description, exceptions included.
    DescriptionLength,
}

/// How rules are made from a tree.
#[derive(Debug, Clone, PartialEq)]
pub struct RuleOptions {
    /// Confidence of pessimistic errors (quinlan1993: .25).
    pub confidence: f64,
    /// Weight of the bits of the rules against those of their exceptions (quinlan1993: .5, since rules are redundant).
    pub theory_weight: f64,
    /// How the rules of the classes follow one another.
    pub class_order: ClassOrder,
    /// Whether rules go whose absence lowers the errors on the training rows (quinlan1993).
    pub polish: bool,
}

impl Default for RuleOptions {
    fn default() -> Self {
        RuleOptions {
            confidence: 0.25,
            theory_weight: 0.5,
            class_order: ClassOrder::FalsePositives,
            polish: true,
        }
    }
}

/// Makes rules of a tree, which should not be pruned, on the rows that it was learned from.
///
/// 1. Each path to a leaf is a conjunction. The condition whose absence gives the lowest pessimistic error goes, as
///    long as that is no higher than with it. A missing value fulfils no condition.
/// 2. A rule without conditions, or no better than naming its class always, goes.
/// 3. Of the rules of a class those stay that make the shortest description: `theory_weight` × the bits of the rules
///    and the bits that say which rows they get wrong. Rules are added or dropped one at a time, from none and from
///    all; the shorter result counts.
/// 4. Classes are ordered, and the default is the class with the most rows that no rule covers.
/// 5. With `polish`, the first rule whose absence lowers the number of wrong rows goes, again and again.
///
/// O(paths × length × rows + rules² × rows).
pub fn rules(table: &Table, rows: &[u32], tree: &GrownTree, options: &RuleOptions) -> RuleList {
    let training = RuleTraining::new(table, rows);
    let mut drafts: Vec<RuleDraft> = Vec::new();
    for (conditions, class) in paths(tree) {
        if let Some(draft) = training.generalise(conditions, class, options.confidence)
            && drafts.iter().all(|known| known.conditions != draft.conditions || known.class != class)
        {
            drafts.push(draft);
        }
    }
    let chosen: Vec<ClassRules> =
        (0..table.classes().len()).map(|class| training.choose(&drafts, class, options)).collect();
    let mut list = training.order(chosen, options.class_order);
    let default = training.default_class(&list);
    if options.polish {
        while let Some(index) = training.harmful(&list, default) {
            list.remove(index);
        }
    }
    training.finish(&list, default)
}

/// A rule with what it covers.
#[derive(Debug, Clone)]
struct RuleDraft {
    /// Sorted; the features are attributes of the table.
    conditions: Vec<Condition>,
    class: usize,
    /// Pessimistic error rate.
    rate: f64,
    /// Positions of the training rows that fulfil the conditions.
    covered: Vec<u32>,
}

/// The rules chosen for a class and the bits of their description.
struct ClassRules {
    rules: Vec<RuleDraft>,
    bits: f64,
}

/// The conditions of each path from the root to a leaf that training rows reached, and the leaf's class.
fn paths(tree: &GrownTree) -> Vec<(Vec<Condition>, usize)> {
    let mut found = Vec::new();
    let mut open = vec![(tree, Vec::new())];
    while let Some((node, path)) = open.pop() {
        let Some(split) = &node.split else {
            if node.weight() > 0.0 {
                found.push((path, node.class()));
            }
            continue;
        };
        for (index, branch) in node.branches.iter().enumerate().rev() {
            let (feature, test) = match *split {
                NodeSplit::Name { attribute } => (attribute, Test::Is(index as f64)),
                NodeSplit::Number { attribute, threshold } if index == 0 => {
                    (attribute, Test::AtMost(threshold))
                }
                NodeSplit::Number { attribute, threshold } => (attribute, Test::Above(threshold)),
            };
            let mut path: Vec<Condition> = path.clone();
            path.push(Condition { feature, test });
            open.push((branch, path));
        }
    }
    found
}

/// The rows that rules are made on.
struct RuleTraining<'t> {
    table: &'t Table,
    rows: &'t [u32],
    /// Rows of each class.
    counts: Vec<usize>,
    /// Bits that name one of the attributes.
    attribute_bits: f64,
    /// Entry `n` is log2 of n factorial.
    log_factorials: Vec<f64>,
}

impl<'t> RuleTraining<'t> {
    fn new(table: &'t Table, rows: &'t [u32]) -> Self {
        let mut counts = vec![0; table.classes().len()];
        for &row in rows {
            counts[table.class(row)] += 1;
        }
        let mut log_factorials = vec![0.0];
        for n in 1..=rows.len().max(table.attributes().len()) {
            log_factorials.push(log_factorials[n - 1] + (n as f64).log2());
        }
        let attribute_bits = (table.attributes().len().max(1) as f64).log2();
        RuleTraining { table, rows, counts, attribute_bits, log_factorials }
    }

    /// log2 of the number of ways to choose `some` of `all`.
    fn choice_bits(&self, all: usize, some: usize) -> f64 {
        self.log_factorials[all] - self.log_factorials[some] - self.log_factorials[all - some]
    }

    fn passes(&self, condition: &Condition, row: u32) -> bool {
        condition.test.passes(self.table.value(row, condition.feature))
    }

    /// Drops conditions greedily. Nothing is left of rules that are of no use.
    fn generalise(&self, mut conditions: Vec<Condition>, class: usize, confidence: f64) -> Option<RuleDraft> {
        let fails: Vec<Vec<u32>> = conditions
            .iter()
            .map(|c| {
                (0..self.rows.len() as u32).filter(|&at| !self.passes(c, self.rows[at as usize])).collect()
            })
            .collect();
        // Of each row, the conditions that it fails: their number, and the sum of their positions, which is the
        // position where there is one.
        let mut failed = vec![(0_u32, 0_usize); self.rows.len()];
        for (position, rows) in fails.iter().enumerate() {
            for &at in rows {
                failed[at as usize].0 += 1;
                failed[at as usize].1 += position;
            }
        }
        let mut left: Vec<usize> = (0..conditions.len()).collect();
        let mut rate;
        loop {
            // Rows covered now, and further ones without each condition: all, wrong ones.
            let mut now = (0_u32, 0_u32);
            let mut without = vec![(0_u32, 0_u32); conditions.len()];
            for (&row, &(count, position)) in self.rows.iter().zip(&failed) {
                let counts = match count {
                    0 => &mut now,
                    1 => &mut without[position],
                    _ => continue,
                };
                counts.0 += 1;
                counts.1 += u32::from(self.table.class(row) != class);
            }
            rate = pessimistic_rate(now.0, now.1, confidence);
            let mut best: Option<(f64, usize)> = None;
            for &position in &left {
                let (all, wrong) = without[position];
                let rate = pessimistic_rate(now.0 + all, now.1 + wrong, confidence);
                if best.is_none_or(|(lowest, _)| rate < lowest) {
                    best = Some((rate, position));
                }
            }
            let Some((_, dropped)) = best.filter(|&(lowest, _)| lowest <= rate) else { break };
            left.retain(|&position| position != dropped);
            for &at in &fails[dropped] {
                failed[at as usize].0 -= 1;
                failed[at as usize].1 -= dropped;
            }
        }
        let of_others = 1.0 - self.counts[class] as f64 / self.rows.len() as f64;
        if left.is_empty() || rate >= of_others {
            return None;
        }
        conditions = left.into_iter().map(|position| conditions[position]).collect();
        conditions
            .sort_by(|a, b| a.feature.cmp(&b.feature).then(order_of(a.test).total_cmp(&order_of(b.test))));
        let covered = (0..self.rows.len() as u32).filter(|&at| failed[at as usize].0 == 0).collect();
        Some(RuleDraft { conditions, class, rate, covered })
    }

    fn is_of(&self, at: u32, class: usize) -> bool {
        self.table.class(self.rows[at as usize]) == class
    }

    /// Bits that state a rule: for each condition the attribute, then the name, or the threshold and the side; less
    /// those of the order of the conditions, which does not matter.
    fn bits(&self, rule: &RuleDraft) -> f64 {
        let condition = |condition: &Condition| {
            let attribute = &self.table.attributes()[condition.feature];
            let values = if attribute.is_number() { 2 * self.rows.len() } else { attribute.names() };
            self.attribute_bits + (values.max(1) as f64).log2()
        };
        let bits: f64 = rule.conditions.iter().map(condition).sum();
        bits - self.log_factorials[rule.conditions.len()]
    }

    /// The rules of a class with the shortest description.
    fn choose(&self, drafts: &[RuleDraft], class: usize, options: &RuleOptions) -> ClassRules {
        let rules: Vec<&RuleDraft> = drafts.iter().filter(|draft| draft.class == class).collect();
        let [from_none, from_all] = [false, true].map(|all| self.climb(&rules, class, all, options));
        let (taken, bits) = if from_all.1 < from_none.1 - SAME_BITS { from_all } else { from_none };
        let rules = rules.into_iter().zip(taken).filter(|(_, taken)| *taken).map(|(rule, _)| rule.clone());
        ClassRules { rules: rules.collect(), bits }
    }

    /// Adds or drops the rule that shortens the description most until none does.
    fn climb(
        &self,
        rules: &[&RuleDraft],
        class: usize,
        all: bool,
        options: &RuleOptions,
    ) -> (Vec<bool>, f64) {
        let rule_bits: Vec<f64> = rules.iter().map(|rule| self.bits(rule)).collect();
        let mut taken = vec![all; rules.len()];
        // Rules that cover each row, rows covered, wrong ones among them, and the bits of the rules.
        let mut times = vec![0_u32; self.rows.len()];
        let (mut right, mut wrong, mut count) = (0, 0, 0);
        let mut bits = 0.0;
        let length = |bits: f64, count: usize, right: usize, wrong: usize| {
            let covered = right + wrong;
            let missed = self.counts[class] - right;
            let theory = (bits - self.log_factorials[count]).max(0.0);
            options.theory_weight * theory
                + self.choice_bits(covered, wrong)
                + self.choice_bits(self.rows.len() - covered, missed)
        };
        if all {
            count = rules.len();
            bits = rule_bits.iter().sum();
            for &at in rules.iter().flat_map(|rule| &rule.covered) {
                if times[at as usize] == 0 {
                    *(if self.is_of(at, class) { &mut right } else { &mut wrong }) += 1;
                }
                times[at as usize] += 1;
            }
        }
        let mut shortest = length(bits, count, right, wrong);
        loop {
            let mut best: Option<(f64, usize)> = None;
            for (index, rule) in rules.iter().enumerate() {
                // Rows whose cover the rule alone makes.
                let alone = u32::from(taken[index]);
                let (mut own_right, mut own_wrong) = (0, 0);
                for &at in rule.covered.iter().filter(|&&at| times[at as usize] == alone) {
                    *(if self.is_of(at, class) { &mut own_right } else { &mut own_wrong }) += 1;
                }
                let found = if taken[index] {
                    length(bits - rule_bits[index], count - 1, right - own_right, wrong - own_wrong)
                } else {
                    length(bits + rule_bits[index], count + 1, right + own_right, wrong + own_wrong)
                };
                if found < best.map_or(shortest, |(least, _)| least) - SAME_BITS {
                    best = Some((found, index));
                }
            }
            let Some((found, index)) = best else { break };
            shortest = found;
            taken[index] = !taken[index];
            let adds = taken[index];
            for &at in &rules[index].covered {
                let times = &mut times[at as usize];
                *times = if adds { *times + 1 } else { *times - 1 };
                if *times == u32::from(adds) {
                    let side = if self.is_of(at, class) { &mut right } else { &mut wrong };
                    *side = if adds { *side + 1 } else { *side - 1 };
                }
            }
            count = if adds { count + 1 } else { count - 1 };
            bits += if adds { rule_bits[index] } else { -rule_bits[index] };
        }
        (taken, shortest)
    }

    /// All rules, class after class; within a class by their pessimistic error.
    fn order(&self, mut classes: Vec<ClassRules>, order: ClassOrder) -> Vec<RuleDraft> {
        let mut list = Vec::new();
        let mut is_left = vec![true; self.rows.len()];
        for class in &mut classes {
            class.rules.sort_by(|a, b| a.rate.total_cmp(&b.rate).then(b.covered.len().cmp(&a.covered.len())));
        }
        while !classes.is_empty() {
            let errors = |class: &ClassRules| {
                let mut is_counted = vec![false; self.rows.len()];
                let mut errors = 0;
                for rule in &class.rules {
                    for &at in rule.covered.iter().filter(|&&at| is_left[at as usize]) {
                        let counted = std::mem::replace(&mut is_counted[at as usize], true);
                        errors += u32::from(!counted && !self.is_of(at, rule.class));
                    }
                }
                errors
            };
            let costs: Vec<f64> = match order {
                ClassOrder::FalsePositives => classes.iter().map(|class| f64::from(errors(class))).collect(),
                ClassOrder::DescriptionLength => classes.iter().map(|class| class.bits).collect(),
            };
            let next = super::first_largest(costs.iter().map(|cost| -cost));
            let class = classes.remove(next);
            for &at in class.rules.iter().flat_map(|rule| &rule.covered) {
                is_left[at as usize] = false;
            }
            list.extend(class.rules);
        }
        list
    }

    /// The class with the most rows that no rule covers; of several, the one with more rows.
    fn default_class(&self, list: &[RuleDraft]) -> usize {
        let mut left: Vec<(usize, usize)> = self.counts.iter().map(|&count| (0, count)).collect();
        for (class, wins) in self.rows.iter().map(|&row| self.table.class(row)).zip(self.deciding(list)) {
            left[class].0 += usize::from(wins.is_none());
        }
        let mut best = 0;
        for (class, counts) in left.iter().enumerate() {
            if *counts > left[best] {
                best = class;
            }
        }
        best
    }

    /// The first rule that covers each row.
    fn deciding(&self, list: &[RuleDraft]) -> Vec<Option<usize>> {
        let mut found = vec![None; self.rows.len()];
        for (index, rule) in list.iter().enumerate().rev() {
            for &at in &rule.covered {
                found[at as usize] = Some(index);
            }
        }
        found
    }

    /// The first rule without which fewer rows would be wrong.
    fn harmful(&self, list: &[RuleDraft], default: usize) -> Option<usize> {
        let first = self.deciding(list);
        let mut second: Vec<Option<usize>> = vec![None; self.rows.len()];
        for (index, rule) in list.iter().enumerate().rev() {
            for &at in rule.covered.iter().filter(|&&at| first[at as usize] != Some(index)) {
                second[at as usize] = Some(index);
            }
        }
        let class_of = |rule: Option<usize>| rule.map_or(default, |index| list[index].class);
        // Wrong rows without the rule, less those with it.
        let mut change = vec![0_i64; list.len()];
        for (at, &rule) in first.iter().enumerate() {
            if let Some(index) = rule {
                let is_wrong = |rule| i64::from(!self.is_of(at as u32, class_of(rule)));
                change[index] += is_wrong(second[at]) - is_wrong(rule);
            }
        }
        change.iter().position(|&change| change < 0)
    }

    fn finish(&self, list: &[RuleDraft], default: usize) -> RuleList {
        let attributes = self.table.attributes();
        let mut used: Vec<usize> = list.iter().flat_map(|rule| &rule.conditions).map(|c| c.feature).collect();
        used.sort_by(|&a, &b| attributes[a].name.cmp(&attributes[b].name));
        used.dedup();
        let place = |condition: &Condition| {
            let feature = used.iter().position(|&attribute| attribute == condition.feature);
            Condition { feature: feature.unwrap_or_default(), test: condition.test }
        };
        let rule = |draft: &RuleDraft| ClassRule {
            conditions: draft.conditions.iter().map(place).collect(),
            class: draft.class,
            covered: draft.covered.len() as u32,
            errors: draft.covered.iter().filter(|&&at| !self.is_of(at, draft.class)).count() as u32,
        };
        RuleList {
            classes: self.table.classes().to_vec(),
            features: used.iter().map(|&attribute| attributes[attribute].name.clone()).collect(),
            rules: list.iter().map(rule).collect(),
            default,
        }
    }
}

/// Share of rows that a rule is expected to get wrong; all for one that covers none.
fn pessimistic_rate(covered: u32, wrong: u32, confidence: f64) -> f64 {
    if covered == 0 {
        return 1.0;
    }
    let (rows, errors) = (f64::from(covered), f64::from(wrong));
    (errors + added_errors(rows, errors, confidence)) / rows
}

/// Lower bounds before upper ones.
fn order_of(test: Test) -> f64 {
    match test {
        Test::Above(_) => 0.0,
        Test::AtMost(_) => 1.0,
        Test::Is(_) => 2.0,
    }
}
