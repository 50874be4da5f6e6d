//! What a form can be asked, and what it answers.

use std::collections::BTreeMap;

/// Rows of an answer that count at most; bounds the memory of a search.
pub const MAX_ROWS_PER_ANSWER: usize = 10_000;

/// A field that queries fill in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Facet {
    /// Its name in a submission.
    pub name: String,
    /// What the page calls it.
    pub label: String,
    /// The values of a field with options; those to begin with of a text field.
    pub values: Vec<String>,
    /// What the page shows for each of them, where that is something else.
    pub shown: Vec<String>,
    /// Whether any text may stand in it.
    pub is_text: bool,
    /// Whether it lets every row through where nobody fills it in. Only then do further values make an answer smaller.
    pub is_neutral: bool,
}

impl Facet {
    /// A field with options, which lets every row through unless one of them is chosen.
    pub fn of_options(name: &str, values: &[&str]) -> Facet {
        let values = values.iter().map(|&value| value.to_owned()).collect();
        Facet {
            name: name.to_owned(),
            label: name.to_owned(),
            values,
            shown: Vec::new(),
            is_text: false,
            is_neutral: true,
        }
    }

    /// A text field, with the words to begin with.
    pub fn of_text(name: &str, seeds: &[&str]) -> Facet {
        Facet { is_text: true, ..Facet::of_options(name, seeds) }
    }
}

/// The fields of a form, and all their values so far.
#[derive(Debug, Clone, Default)]
pub struct Space {
    facets: Vec<Facet>,
    places: Vec<BTreeMap<String, u32>>,
}

impl Space {
    /// Of some fields. A value that occurs twice counts once.
    pub fn new(facets: Vec<Facet>) -> Space {
        let mut space = Space { places: vec![BTreeMap::new(); facets.len()], facets };
        for field in 0..space.facets.len() {
            let facet = &mut space.facets[field];
            let (values, shown) = (std::mem::take(&mut facet.values), std::mem::take(&mut facet.shown));
            for (at, value) in values.iter().enumerate() {
                let place = space.intern(field as u16, value) as usize;
                if let Some(shown) = shown.get(at).filter(|_| place == space.facets[field].shown.len()) {
                    space.facets[field].shown.push(shown.clone());
                }
            }
        }
        space
    }

    /// The fields.
    pub fn facets(&self) -> &[Facet] {
        &self.facets
    }

    /// The numbers of the fields.
    pub fn fields(&self) -> std::ops::Range<u16> {
        0..self.facets.len() as u16
    }

    /// A field.
    pub fn facet(&self, field: u16) -> &Facet {
        &self.facets[usize::from(field)]
    }

    /// How many values of a field are known.
    pub fn count(&self, field: u16) -> u32 {
        self.facet(field).values.len() as u32
    }

    /// The number of a value, which becomes one of the field if it was none.
    pub fn intern(&mut self, field: u16, value: &str) -> u32 {
        let at = usize::from(field);
        if let Some(&place) = self.places[at].get(value) {
            return place;
        }
        let place = self.facets[at].values.len() as u32;
        self.facets[at].values.push(value.to_owned());
        self.places[at].insert(value.to_owned(), place);
        place
    }

    /// What the page shows for a value.
    pub fn shown(&self, field: u16, value: u32) -> &str {
        let facet = self.facet(field);
        let value = value as usize;
        facet.shown.get(value).or(facet.values.get(value)).map_or("", String::as_str)
    }

    /// Names and values of a query, in the order of the fields. A value that is none of the field is empty.
    pub fn pairs<'a>(&'a self, query: &'a Query) -> impl Iterator<Item = (&'a str, &'a str)> {
        query.0.iter().map(|&(field, value)| {
            let facet = self.facet(field);
            (facet.name.as_str(), facet.values.get(value as usize).map_or("", String::as_str))
        })
    }
}

/// An instance template (kantorski2012): values of some fields. Those that it does not name stay as the page has them.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Query(Vec<(u16, u32)>);

impl Query {
    /// Of fields with their values, in any order.
    pub fn of(mut pairs: Vec<(u16, u32)>) -> Query {
        pairs.sort_unstable();
        pairs.dedup_by_key(|pair| pair.0);
        Query(pairs)
    }

    /// Fields and values.
    pub fn pairs(&self) -> &[(u16, u32)] {
        &self.0
    }

    /// The fields: its template.
    pub fn fields(&self) -> Vec<u16> {
        self.0.iter().map(|pair| pair.0).collect()
    }

    /// Whether it names a field.
    pub fn has(&self, field: u16) -> bool {
        self.0.iter().any(|pair| pair.0 == field)
    }

    /// The query with one more field.
    #[must_use]
    pub fn with(&self, field: u16, value: u32) -> Query {
        let mut pairs = self.0.clone();
        pairs.push((field, value));
        Query::of(pairs)
    }

    /// The query without a field.
    #[must_use]
    pub fn without(&self, field: u16) -> Query {
        Query(self.0.iter().copied().filter(|pair| pair.0 != field).collect())
    }

    /// Every query that names a part of its fields, itself and the empty one included, small ones first as their bits are
    /// counted. O(2^fields): for queries of few fields.
    pub fn parts(&self) -> impl Iterator<Item = Query> + '_ {
        let count = 1_u32 << self.0.len().min(16);
        (0..count).map(|bits| {
            let pairs = self.0.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
            Query(pairs.map(|(_, &pair)| pair).collect())
        })
    }
}

/// A word of a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowWord {
    /// In lower case.
    pub text: String,
    /// A number for its place in the row: words of one column have the same.
    pub place: u64,
}

/// A row of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AnswerRow {
    /// A number for its text: equal rows have the same.
    pub fingerprint: u64,
    /// Its words and numbers, without words of grammar.
    pub words: Vec<RowWord>,
}

/// Whether an answer is all that there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum More {
    /// It is.
    No,
    /// It has more rows than were fetched.
    Yes,
    /// It does not say: it may be cut where other answers are cut too.
    #[default]
    Unknown,
}

/// What a query was answered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct QueryAnswer {
    /// The rows of all its pages that were fetched.
    pub rows: Vec<AnswerRow>,
    /// Whether there are more.
    pub more: More,
    /// How many rows fit the query, as its pages state.
    pub total: Option<u64>,
    /// Whether there is no answer that says anything, such as a fault of the server.
    pub failed: bool,
}

impl QueryAnswer {
    /// Rows by their numbers, for tests and other sources without words.
    pub fn of(rows: &[u64], more: More) -> QueryAnswer {
        let row = |&fingerprint: &u64| AnswerRow { fingerprint, words: Vec::new() };
        QueryAnswer { rows: rows.iter().map(row).collect(), more, total: None, failed: false }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn queries_have_parts() {
        let query = Query::of(vec![(2, 7), (0, 1)]);
        assert_eq!(query.pairs(), [(0, 1), (2, 7)]);
        let parts: Vec<Vec<u16>> = query.parts().map(|part| part.fields()).collect();
        assert_eq!(parts, [vec![], vec![0], vec![2], vec![0, 2]]);
        assert_eq!(query.without(0).with(0, 1), query);
    }

    #[test]
    fn values_are_kept_once() {
        let mut space = Space::new(vec![Facet::of_options("crop", &["rye", "oats", "rye"])]);
        assert_eq!(space.count(0), 2);
        assert_eq!((space.intern(0, "oats"), space.intern(0, "barley")), (1, 2));
        let query = Query::of(vec![(0, 2)]);
        assert_eq!(space.pairs(&query).collect::<Vec<_>>(), [("crop", "barley")]);
    }
}
