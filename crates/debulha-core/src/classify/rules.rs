//! Rule lists: conjunctions of conditions on named features, the first that holds decides.

use super::Malformed;
use serde::{Deserialize, Serialize};
use std::fmt;
use thiserror::Error;

/// The first line of a rule list; the number changes with the format.
const HEADER: &str = "debulha-rules 1";

/// What a condition asks of a feature. A missing value fulfils nothing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Test {
    /// Not above the number.
    AtMost(f64),
    /// Above the number.
    Above(f64),
    /// The number itself: 1 for a phrase that is there, 0 for one that is not.
    Is(f64),
}

impl Test {
    /// Whether a value passes.
    pub fn passes(self, value: Option<f64>) -> bool {
        value.is_some_and(|value| match self {
            Test::AtMost(bound) => value <= bound,
            Test::Above(bound) => value > bound,
            Test::Is(number) => value == number,
        })
    }
}

/// A test of one feature.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Condition {
    /// Position in [`RuleList::features`].
    pub feature: usize,
    /// What its value must be.
    pub test: Test,
}

/// A conjunction of conditions and the class that follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClassRule {
    /// All of them must hold.
    pub conditions: Vec<Condition>,
    /// Position in [`RuleList::classes`].
    pub class: usize,
    /// Training examples for which the conditions hold.
    pub covered: u32,
    /// Those of them that are of another class.
    pub errors: u32,
}

/// Ordered rules with a class for what none of them covers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RuleList {
    /// Names of the classes, without white space.
    pub classes: Vec<String>,
    /// Names of the features that occur, without white space, sorted.
    pub features: Vec<String>,
    /// The rules, first to last.
    pub rules: Vec<ClassRule>,
    /// The class where no rule holds.
    pub default: usize,
}

/// The answer of a rule list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleDecision {
    /// Position in [`RuleList::classes`].
    pub class: usize,
    /// The rule that decided; `None` for the default.
    pub rule: Option<usize>,
}

/// Why a text is no rule list.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("rules, line {line}: {reason}")]
pub struct RuleError {
    /// Number of the line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: RuleFault,
}

/// What is wrong with a line of a rule list.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RuleFault {
    /// The text does not begin as a rule list of this version does.
    #[error("expected `{HEADER}`")]
    Header,
    /// A line that begins with none of the words that lines begin with.
    #[error("unexpected `{0}`; use `classes`, `if` or `default`")]
    Line(String),
    /// A word after the end of what the line says.
    #[error("unexpected `{0}`")]
    Excess(String),
    /// A rule whose conditions do not end.
    #[error("the rule is incomplete")]
    Short,
    /// A word between conditions that is no conjunction.
    #[error("unexpected `{0}`; use `and` or `then`")]
    Conjunction(String),
    /// A value in a condition that is no number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// A sign that compares nothing.
    #[error("unexpected `{0}`; use `<=`, `>` or `=`")]
    Sign(String),
    /// A line that ends where a class should stand.
    #[error("expected a class")]
    NoClass,
    /// A name that is not among the classes.
    #[error("unknown class `{0}`")]
    Class(String),
    /// A rule without the number of examples that it covers and of those that it gets wrong.
    #[error("expected `(covered/errors)` after the class")]
    Counts,
    /// No class for what no rule covers.
    #[error("`default` is missing")]
    NoDefault,
}

impl RuleList {
    /// Reads a rule list. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// A line that is no part of a rule list, or a list without classes or default.
    ///
    /// ```
    /// use debulha_core::classify::rules::RuleList;
    ///
    /// let rules = RuleList::parse(
    ///     "debulha-rules 1\nclasses no yes\nif width > 400 and alt*click = 1 then yes (9/1)\ndefault no\n",
    /// )?;
    /// assert_eq!(rules.features, ["alt*click", "width"]);
    /// let decision = rules.decide(|feature| Some([1.0, 468.0][feature]));
    /// assert_eq!((rules.classes[decision.class].as_str(), decision.rule), ("yes", Some(0)));
    /// assert_eq!(rules.decide(|_| None).rule, None);
    /// # Ok::<(), debulha_core::classify::rules::RuleError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, RuleError> {
        let mut lines = text.lines().map(str::trim).enumerate().map(|(index, line)| (index + 1, line));
        if lines.next().is_none_or(|(_, line)| line != HEADER) {
            return Err(RuleError { line: 1, reason: RuleFault::Header });
        }
        let mut draft = RuleListDraft::default();
        let mut last = 1;
        for (line, text) in lines.filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
            last = line;
            draft.read(text).map_err(|reason| RuleError { line, reason })?;
        }
        draft.finish().map_err(|reason| RuleError { line: last, reason })
    }

    /// The class of what has the given values, by position in [`RuleList::features`]; `None` is missing.
    ///
    /// O(conditions).
    pub fn decide(&self, value: impl Fn(usize) -> Option<f64>) -> RuleDecision {
        self.first(|c| c.test.passes(value(c.feature)))
    }

    /// See [`Classifier::check`](super::Classifier::check).
    ///
    /// # Errors
    /// What does not fit or is not there.
    pub fn check(&self, features: usize, classes: usize) -> Result<(), Malformed> {
        let classes_hold = self.classes.len() == classes
            && self.default < classes
            && self.rules.iter().all(|rule| rule.class < classes);
        let mut conditions = self.rules.iter().flat_map(|rule| &rule.conditions);
        if self.features.len() != features || !classes_hold || !conditions.all(|c| c.feature < features) {
            return Err(Malformed::Shape { part: "rules" });
        }
        Ok(())
    }

    /// The class of a row of features, NaN where a value is missing. Numbers of the rules count in the precision of rows,
    /// so that a value is at most the bound that was learned from it.
    ///
    /// ```
    /// use debulha_core::classify::rules::RuleList;
    ///
    /// let rules = RuleList::parse("debulha-rules 1\nclasses no yes\nif x <= 7.8 then yes (9/1)\ndefault no\n")?;
    /// assert_eq!(rules.classes[rules.decide_row(&[7.8]).class], "yes");
    /// assert!(f64::from(7.8_f32) > 7.8);
    /// # Ok::<(), debulha_core::classify::rules::RuleError>(())
    /// ```
    pub fn decide_row(&self, row: &[f32]) -> RuleDecision {
        let rounded = |test: Test| match test {
            Test::AtMost(bound) => Test::AtMost(f64::from(bound as f32)),
            Test::Above(bound) => Test::Above(f64::from(bound as f32)),
            Test::Is(number) => Test::Is(f64::from(number as f32)),
        };
        // NaN passes no comparison.
        self.first(|c| rounded(c.test).passes(Some(f64::from(row[c.feature]))))
    }

    fn first(&self, holds: impl Fn(&Condition) -> bool) -> RuleDecision {
        match self.rules.iter().position(|rule| rule.conditions.iter().all(&holds)) {
            Some(rule) => RuleDecision { class: self.rules[rule].class, rule: Some(rule) },
            None => RuleDecision { class: self.default, rule: None },
        }
    }

    /// A rule in words, as [`RuleList::parse`] reads it.
    pub fn describe(&self, rule: &ClassRule) -> String {
        let condition = |condition: &Condition| {
            let name = &self.features[condition.feature];
            match condition.test {
                Test::AtMost(bound) => format!("{name} <= {bound}"),
                Test::Above(bound) => format!("{name} > {bound}"),
                Test::Is(number) => format!("{name} = {number}"),
            }
        };
        let conditions: Vec<String> = rule.conditions.iter().map(condition).collect();
        let class = &self.classes[rule.class];
        format!("if {} then {class} ({}/{})", conditions.join(" and "), rule.covered, rule.errors)
    }
}

impl fmt::Display for RuleList {
    /// The text that [`RuleList::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{HEADER}\nclasses {}", self.classes.join(" "))?;
        for rule in &self.rules {
            writeln!(f, "{}", self.describe(rule))?;
        }
        writeln!(f, "default {}", self.classes[self.default])
    }
}

/// A rule list under way; features are numbered in the order in which they are met.
#[derive(Default)]
struct RuleListDraft {
    classes: Vec<String>,
    features: Vec<String>,
    rules: Vec<ClassRule>,
    default: Option<usize>,
}

impl RuleListDraft {
    fn read(&mut self, line: &str) -> Result<(), RuleFault> {
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("classes") if self.classes.is_empty() => {
                self.classes = words.by_ref().map(str::to_owned).collect();
            }
            Some("default") => self.default = Some(self.class(words.next())?),
            Some("if") => {
                let rule = self.rule(&mut words)?;
                self.rules.push(rule);
            }
            _ => return Err(RuleFault::Line(line.to_owned())),
        }
        match words.next() {
            None => Ok(()),
            Some(word) => Err(RuleFault::Excess(word.to_owned())),
        }
    }

    fn rule<'t>(&mut self, words: &mut impl Iterator<Item = &'t str>) -> Result<ClassRule, RuleFault> {
        let mut conditions = Vec::new();
        loop {
            let (Some(name), Some(sign), Some(number), Some(next)) =
                (words.next(), words.next(), words.next(), words.next())
            else {
                return Err(RuleFault::Short);
            };
            conditions.push(self.condition(name, sign, number)?);
            match next {
                "and" => {}
                "then" => break,
                _ => return Err(RuleFault::Conjunction(next.to_owned())),
            }
        }
        let class = self.class(words.next())?;
        let counts = words.next().and_then(|word| word.strip_prefix('(')?.strip_suffix(')')?.split_once('/'));
        let counts = counts.and_then(|(covered, errors)| Some((covered.parse().ok()?, errors.parse().ok()?)));
        let (covered, errors) = counts.ok_or(RuleFault::Counts)?;
        Ok(ClassRule { conditions, class, covered, errors })
    }

    fn condition(&mut self, name: &str, sign: &str, number: &str) -> Result<Condition, RuleFault> {
        let value: f64 = number.parse().map_err(|_| RuleFault::Number(number.to_owned()))?;
        let test = match sign {
            "<=" => Test::AtMost(value),
            ">" => Test::Above(value),
            "=" => Test::Is(value),
            _ => return Err(RuleFault::Sign(sign.to_owned())),
        };
        let known = self.features.iter().position(|feature| feature == name);
        let feature = known.unwrap_or_else(|| {
            self.features.push(name.to_owned());
            self.features.len() - 1
        });
        Ok(Condition { feature, test })
    }

    fn class(&self, name: Option<&str>) -> Result<usize, RuleFault> {
        let name = name.ok_or(RuleFault::NoClass)?;
        self.classes.iter().position(|class| class == name).ok_or_else(|| RuleFault::Class(name.to_owned()))
    }

    fn finish(mut self) -> Result<RuleList, RuleFault> {
        let default = self.default.ok_or(RuleFault::NoDefault)?;
        let mut order: Vec<usize> = (0..self.features.len()).collect();
        order.sort_by(|&a, &b| self.features[a].cmp(&self.features[b]));
        let mut place = vec![0; order.len()];
        for (new, &old) in order.iter().enumerate() {
            place[old] = new;
        }
        for condition in self.rules.iter_mut().flat_map(|rule| &mut rule.conditions) {
            condition.feature = place[condition.feature];
        }
        self.features.sort();
        Ok(RuleList { classes: self.classes, features: self.features, rules: self.rules, default })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const TEXT: &str = "debulha-rules 1\nclasses nonad ad\n\
        if width > 460 and aratio <= 7.8 then ad (57/0)\nif alt*click+here = 1 then ad (3/1)\ndefault nonad\n";

    #[test]
    fn what_is_written_is_read() {
        let rules = RuleList::parse(TEXT).unwrap();
        assert_eq!(rules.to_string(), TEXT);
        assert_eq!(rules.features, ["alt*click+here", "aratio", "width"]);
        assert_eq!((rules.rules[0].covered, rules.rules[1].errors), (57, 1));
    }

    #[test]
    fn the_first_rule_that_holds_decides() {
        let rules = RuleList::parse(TEXT).unwrap();
        let rule = |values: [Option<f64>; 3]| rules.decide(|feature| values[feature]).rule;
        assert_eq!(rule([Some(1.0), Some(7.8), Some(468.0)]), Some(0));
        assert_eq!(rule([Some(1.0), None, Some(468.0)]), Some(1));
        assert_eq!(rule([Some(0.0), Some(7.8), Some(460.0)]), None);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| RuleList::parse(text).unwrap_err().to_string();
        let body = |line: &str| error(&format!("{HEADER}\n# comment\nclasses a b\n{line}\n"));
        assert_eq!(error("x"), "rules, line 1: expected `debulha-rules 1`");
        assert_eq!(error(""), "rules, line 1: expected `debulha-rules 1`");
        assert_eq!(body("default c"), "rules, line 4: unknown class `c`");
        assert_eq!(body(""), "rules, line 3: `default` is missing");
        assert_eq!(body("if x < 3 then a (1/0)"), "rules, line 4: unexpected `<`; use `<=`, `>` or `=`");
        assert_eq!(body("if x > wide then a (1/0)"), "rules, line 4: `wide` is not a number");
        assert_eq!(body("if x > 3"), "rules, line 4: the rule is incomplete");
        assert_eq!(body("if x > 3 or y"), "rules, line 4: unexpected `or`; use `and` or `then`");
        assert_eq!(body("default a b"), "rules, line 4: unexpected `b`");
        assert_eq!(body("no"), "rules, line 4: unexpected `no`; use `classes`, `if` or `default`");
    }
}
