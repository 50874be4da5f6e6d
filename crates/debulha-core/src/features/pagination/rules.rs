//! Plain rules in place of a model; what it is compared with.

use super::{LinkClass, Probabilities};

/// Parts of classes and ids that say where a link leads.
const NAMES: &[(&str, LinkClass)] = &[
    ("next", LinkClass::Next),
    ("nextpostslink", LinkClass::Next),
    ("siguiente", LinkClass::Next),
    ("suivant", LinkClass::Next),
    ("weiter", LinkClass::Next),
    ("prev", LinkClass::Previous),
    ("previous", LinkClass::Previous),
    ("previouspostslink", LinkClass::Previous),
    ("anterior", LinkClass::Previous),
    ("first", LinkClass::First),
    ("last", LinkClass::Last),
];

/// How sure each rule is (our decision; all but the last two are beyond one half, which decides).
const BY_REL: f64 = 0.98;
const BY_TEXT: f64 = 0.9;
const BY_NUMBER: f64 = 0.85;
const BY_NAME: f64 = 0.7;
const BY_SIGN: f64 = 0.45;

/// What a link with these words is, in this order: by `rel`; by a text or label that is known; a number among other
/// numbers; by a class or id of the link or the element around it. A text that is only an arrow needs one of the two: a
/// growing number in the address, or numbers beside it.
pub fn rules(words: &[String]) -> Probabilities {
    let has = |word: &str| words.binary_search_by(|own| own.as_str().cmp(word)).is_ok();
    let begins = |start: &str| {
        let at = words.partition_point(|own| own.as_str() < start);
        words.get(at).is_some_and(|own| own.starts_with(start))
    };
    let (class, probability) = if has("a^next") {
        (LinkClass::Next, BY_REL)
    } else if has("a^prev") || has("a^previous") {
        (LinkClass::Previous, BY_REL)
    } else if has("number") {
        let is_among_others = ["run=2", "run=3", "run=4"].into_iter().any(&has) || begins("current");
        if is_among_others || begins("step=+") || begins("step=-") {
            (LinkClass::Page, BY_NUMBER)
        } else {
            (LinkClass::Other, BY_NUMBER)
        }
    } else if let Some(class) =
        LinkClass::ALL.into_iter().find(|class| has(&format!("kind={}", class.name())))
    {
        let is_sign = has("words=0") && begins("sign=");
        let has_support = begins("step=+") || begins("step=-") || begins("after-run") || begins("before-run");
        (class, if is_sign && !has_support { BY_SIGN } else { BY_TEXT })
    } else if let Some((_, class)) = NAMES
        .iter()
        .find(|(name, _)| ["a.", "a#", "p1.", "in."].iter().any(|place| has(&format!("{place}{name}"))))
    {
        (*class, BY_NAME)
    } else {
        (LinkClass::Other, BY_TEXT)
    };
    let rest = (1.0 - probability) / 5.0;
    let mut all = [rest; LinkClass::ALL.len()];
    if let Some(place) = LinkClass::ALL.iter().position(|known| *known == class) {
        all[place] = probability;
    }
    all
}
