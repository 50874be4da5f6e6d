//! Pages by the parameters of a query: the same path, with another offset, cursor or number.

use super::numbers::is_page_name;
use rustc_hash::FxHashMap;
use url::Url;

/// Maximum parameters of a query; longer ones are not compared.
const MAX_PARAMETERS: usize = 64;

/// Minimum growth of a number whose parameter has no known name: offsets grow by the rows of a page, the keys of articles by one.
const MIN_OFFSET_STEP: u32 = 5;

/// Names of offsets and cursors, letters only.
const OFFSETS: [&str; 24] = [
    "ab",
    "after",
    "b",
    "begin",
    "beginat",
    "cursor",
    "da",
    "debut",
    "desde",
    "first",
    "from",
    "inicio",
    "maxid",
    "next",
    "nextpagetoken",
    "od",
    "offset",
    "ofs",
    "pagetoken",
    "skip",
    "start",
    "startat",
    "startwith",
    "token",
];

/// Parts of the names of parameters that say how many rows a page has.
const SIZES: [&str; 5] = ["count", "limit", "per", "rows", "size"];

/// How the query of a link differs from that of its page.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct QueryChange {
    /// A number or a cursor with a known name is added or grows.
    pub(super) moves_on: bool,
    /// The page's own parameters are all there, and one is added, or its number grows by the rows of a page.
    pub(super) extends: bool,
    /// The rows of a page grow in number, or a number of them is added.
    pub(super) raises: bool,
}

/// The change from the page's address to that of a link on the same path. O(bytes).
pub(super) fn query_change(own: &Url, target: &Url) -> Option<QueryChange> {
    if own.origin() != target.origin() || own.path() != target.path() {
        return None;
    }
    let before: FxHashMap<&str, &str> = parameters(own)?.into_iter().collect();
    let after = parameters(target)?;
    let mut change = QueryChange::default();
    let (mut kept, mut changed, mut has_step, mut goes_back) = (0, 0, false, false);
    let (mut grows, mut adds) = (false, false);
    for (name, to) in after {
        let from = before.get(name).copied();
        let is_cursor = is_cursor(name);
        match from {
            Some(from) if from == to => kept += 1,
            Some(from) => {
                changed += 1;
                let (from, to) = (from.parse::<u32>().ok(), to.parse::<u32>().ok());
                match (from, to) {
                    (Some(from), Some(to)) => {
                        change.moves_on |= is_cursor && to > from;
                        goes_back |= is_cursor && to < from;
                        has_step |= to >= from.saturating_add(MIN_OFFSET_STEP);
                        grows |= is_size(&name.to_ascii_lowercase()) && to > from;
                    }
                    _ => change.moves_on |= is_cursor,
                }
            }
            // The first page has the number 0 or none.
            None => {
                change.moves_on |= is_cursor && !to.is_empty() && to != "0";
                has_step |= !to.is_empty();
                adds |= is_size(&name.to_ascii_lowercase()) && to.parse::<u32>().is_ok_and(|to| to > 0);
            }
        }
    }
    change.moves_on &= !goes_back;
    let has_all = kept + changed == before.len();
    change.raises = has_all && (changed == 0 && adds || changed == 1 && grows);
    change.extends = has_all && kept > 0 && has_step && changed <= 1 && !goes_back;
    Some(change)
}

/// Whether a link's path is that of its page and a number: `/list/20` on `/list`.
pub(super) fn adds_number(own: &Url, target: &Url) -> bool {
    let rest = target.path().strip_prefix(own.path().trim_end_matches('/'));
    let number = rest.and_then(|rest| rest.strip_prefix('/')).map(|rest| rest.trim_end_matches('/'));
    own.origin() == target.origin()
        && own.query() == target.query()
        && own.path().len() > 1
        && number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

fn parameters(url: &Url) -> Option<Vec<(&str, &str)>> {
    let all = url.query().unwrap_or_default().split(['&', ';']).filter(|part| !part.is_empty());
    let all: Vec<&str> = all.take(MAX_PARAMETERS + 1).collect();
    let pairs = all.iter().map(|part| part.split_once('=').unwrap_or((part, "")));
    if all.len() <= MAX_PARAMETERS { Some(pairs.collect()) } else { None }
}

fn is_cursor(name: &str) -> bool {
    let letters: String =
        name.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_ascii_lowercase();
    !is_size(&letters) && (OFFSETS.contains(&letters.as_str()) || is_page_name(&letters))
}

/// Whether a parameter says how many rows a page has.
pub(super) fn is_size(letters: &str) -> bool {
    SIZES.iter().any(|size| letters.contains(size))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn change(own: &str, target: &str) -> Option<(bool, bool)> {
        let url = |tail: &str| Url::parse(&format!("https://e.org{tail}")).unwrap();
        query_change(&url(own), &url(target)).map(|change| (change.moves_on, change.extends))
    }

    #[test]
    fn offsets_and_cursors_move_on() {
        for (own, target, expected) in [
            ("/list?q=rye", "/list?q=rye&_next=1F4", Some((true, true))),
            ("/log/?ofs=50", "/log/?ofs=100", Some((true, false))),
            ("/log/?ofs=50", "/log/?ofs=0", Some((false, false))),
            ("/list?q=rye", "/list?q=rye&page=0&page_size=50", Some((false, true))),
            ("/list?cursor=ab", "/list?cursor=cd", Some((true, false))),
            ("/list?q=rye", "/list?q=rye&vanaf=10", Some((false, true))),
            ("/list?q=rye&vanaf=10", "/list?q=rye&vanaf=20", Some((false, true))),
            ("/list?q=rye&x=1", "/list?q=rye&x=2", Some((false, false))),
            ("/list?q=rye", "/list?month=2024-06", Some((false, false))),
            ("/list?q=rye", "/list?q=rye&pagesize=50", Some((false, true))),
            ("/show?id=7", "/show?id=8", Some((false, false))),
            ("/list", "/other", None),
        ] {
            assert_eq!(change(own, target), expected, "{own} {target}");
        }
    }

    #[test]
    fn limits_are_raised() {
        let raises = |own: &str, target: &str| {
            let url = |tail: &str| Url::parse(&format!("https://e.org{tail}")).unwrap();
            query_change(&url(own), &url(target)).is_some_and(|change| change.raises)
        };
        assert!(raises("/a?q=1&limit=20", "/a?q=1&limit=40") && raises("/a?q=1", "/a?q=1&per_page=50"));
        for (own, target) in [
            ("/a?q=1&limit=40", "/a?q=1&limit=20"),
            ("/a?q=1&limit=20", "/a?limit=40"),
            ("/a?q=1", "/a?q=1&sort=2"),
            ("/a?q=1", "/a?q=1&limit=all"),
            ("/a?q=1&limit=20", "/a?q=2&limit=40"),
            ("/a?q=1", "/a?q=2&limit=40"),
        ] {
            assert!(!raises(own, target), "{own} {target}");
        }
    }

    #[test]
    fn numbers_are_added_to_paths() {
        let adds = |own: &str, target: &str| {
            let url = |tail: &str| Url::parse(&format!("https://e.org{tail}")).unwrap();
            adds_number(&url(own), &url(target))
        };
        assert!(adds("/list", "/list/20") && adds("/list/", "/list/2/") && adds("/list?q=1", "/list/20?q=1"));
        for (own, target) in [
            ("/", "/20"),
            ("/list", "/list/a"),
            ("/list", "/lists/2"),
            ("/list/1", "/list/2"),
            ("/list?q=1", "/list/2"),
        ] {
            assert!(!adds(own, target), "{own} {target}");
        }
    }

    #[test]
    fn steps_and_queries_are_bounded() {
        let step = |to: u32| change("/a?q=1&z=10", &format!("/a?q=1&z={to}"));
        let least = 10 + MIN_OFFSET_STEP;
        assert_eq!([step(least), step(least - 1)], [Some((false, true)), Some((false, false))]);
        let long = |count: usize| change("/a?q=1", &format!("/a?q=1{}", "&x=1".repeat(count - 1)));
        assert!(long(MAX_PARAMETERS).is_some() && long(MAX_PARAMETERS + 1).is_none());
    }
}
