//! Tables as text: names and data in the format of C4.5, Weka's ARFF, comma-separated values.

mod arff;
mod csv;

pub use arff::{read_arff, to_arff};
pub use csv::read_csv;

use crate::table::{Attribute, AttributeKind, Table};
use std::collections::HashMap;
use thiserror::Error;

/// Why a table could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The names do not begin with classes.
    #[error("the .names file does not begin with the classes")]
    NoClasses,
    /// An entry of the names without `:`.
    #[error("`{0}` is not an attribute; use `name: values`")]
    Attribute(String),
    /// A row with too few or too many values.
    #[error("row {row} has {found} values and a class; expected {expected} values")]
    Values {
        /// Number of the row, from 1.
        row: usize,
        /// Values found.
        found: usize,
        /// Attributes of the table.
        expected: usize,
    },
    /// A value that the attribute cannot have.
    #[error("row {row}: `{value}` is not a value of `{attribute}`")]
    Value {
        /// Number of the row, from 1.
        row: usize,
        /// The attribute, or `class`.
        attribute: String,
        /// What was found.
        value: String,
    },
    /// A line that is no part of a table.
    #[error("line {line}: {reason}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
    /// No such class, or one that cannot be.
    #[error("class: {0}")]
    Class(String),
}

/// Reads a table in the format of C4.5 and of the UCI archive.
///
/// `names` lists the classes, then each attribute as `name: continuous.` or `name: one, other.`; an entry ends with a
/// full stop before white space or with its line, and `|` starts a comment. `data` has a row a line, its class last, `?` for a missing
/// value.
///
/// # Errors
/// Text that is none of that, with the place.
pub fn read(names: &str, data: &str) -> Result<Table, ReadError> {
    let (classes, attributes) = read_names(names)?;
    let mut table = Table::new(attributes, classes);
    let mut values = Vec::new();
    let lines = data.lines().map(|line| line.trim().trim_end_matches('.')).filter(|line| !line.is_empty());
    for (row, line) in lines.enumerate().map(|(index, line)| (index + 1, line)) {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let expected = table.attributes().len();
        let Some((class, cells)) = cells.split_last().filter(|(_, cells)| cells.len() == expected) else {
            return Err(ReadError::Values { row, found: cells.len() - 1, expected });
        };
        let error = |attribute: &str, value: &str| ReadError::Value {
            row,
            attribute: attribute.to_owned(),
            value: value.to_owned(),
        };
        values.clear();
        for (attribute, cell) in table.attributes().iter().zip(cells) {
            values.push(match *cell {
                "?" => None,
                cell => Some(value_of(attribute, cell).ok_or_else(|| error(&attribute.name, cell))?),
            });
        }
        let class =
            table.classes().iter().position(|name| name == class).ok_or_else(|| error("class", class))?;
        table.push(&values, class);
    }
    Ok(table)
}

/// What a cell means for an attribute: a finite number, or the position of a name.
fn value_of(attribute: &Attribute, cell: &str) -> Option<f64> {
    match &attribute.kind {
        AttributeKind::Number => cell.parse().ok().filter(|value: &f64| value.is_finite()),
        AttributeKind::Nominal(names) => names.iter().position(|name| name == cell).map(|at| at as f64),
    }
}

/// Positions by name.
type Positions<'a> = HashMap<&'a str, f64>;

/// The names of an attribute by their position; some have thousands.
fn positions(attribute: &Attribute) -> Positions<'_> {
    match &attribute.kind {
        AttributeKind::Number => Positions::new(),
        AttributeKind::Nominal(names) => {
            names.iter().enumerate().map(|(at, name)| (name.as_str(), at as f64)).collect()
        }
    }
}

/// The attribute that is the class: the one of this name, or the last.
fn class_position(attributes: &[Attribute], class: Option<&str>) -> Result<usize, ReadError> {
    match class {
        None => attributes.len().checked_sub(1).ok_or(ReadError::NoClasses),
        Some(class) => {
            let found = attributes.iter().position(|attribute| attribute.name == class);
            found.ok_or_else(|| ReadError::Class(format!("there is no attribute `{class}`")))
        }
    }
}

/// Adds a row of which one value is the class, where it is known.
fn place(table: &mut Table, mut values: Vec<Option<f64>>, class: usize) {
    if let Some(class) = values.remove(class) {
        table.push(&values, class as usize);
    }
}

fn read_names(names: &str) -> Result<(Vec<String>, Vec<Attribute>), ReadError> {
    let without_comments: String =
        names.lines().filter_map(|line| line.split('|').next()).flat_map(|line| [line, ". "]).collect();
    let entries = without_comments.split(". ").map(|entry| entry.trim().trim_end_matches('.').trim());
    let mut entries = entries.filter(|entry| !entry.is_empty());
    let list = |text: &str| text.split(',').map(|name| name.trim().to_owned()).collect::<Vec<_>>();
    let classes = entries.next().filter(|entry| !entry.contains(':'));
    let classes = list(classes.ok_or(ReadError::NoClasses)?);
    let mut attributes = Vec::new();
    for entry in entries {
        let (name, values) = entry.rsplit_once(':').ok_or_else(|| ReadError::Attribute(entry.to_owned()))?;
        let kind = match values.trim() {
            "continuous" => AttributeKind::Number,
            values => AttributeKind::Nominal(list(values)),
        };
        attributes.push(Attribute { name: name.trim().to_owned(), kind });
    }
    Ok((classes, attributes))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const NAMES: &str = "| written by hand\nad, nonad | classes.\n\nwidth: continuous.\nurl*a.com: 0,1.\n";

    #[test]
    fn names_and_rows_are_read() {
        let table = read(NAMES, " 468,1,ad.\n   ?,0,nonad.\n").unwrap();
        assert_eq!(table.classes(), ["ad", "nonad"]);
        let names: Vec<&str> = table.attributes().iter().map(|attribute| attribute.name.as_str()).collect();
        assert_eq!(names, ["width", "url*a.com"]);
        assert_eq!(
            [table.value(0, 0), table.value(0, 1), table.value(1, 0), table.value(1, 1)],
            [Some(468.0), Some(1.0), None, Some(0.0)]
        );
        assert_eq!((table.class(0), table.class(1)), (0, 1));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(read("", "").unwrap_err(), ReadError::NoClasses);
        let error = |data: &str| read(NAMES, data).unwrap_err().to_string();
        assert_eq!(error("1,ad"), "row 1 has 1 values and a class; expected 2 values");
        assert_eq!(error("1,0,ad\n1,2,ad"), "row 2: `2` is not a value of `url*a.com`");
        assert_eq!(error("1,0,advert"), "row 1: `advert` is not a value of `class`");
        assert_eq!(error("x,0,ad"), "row 1: `x` is not a value of `width`");
    }
}
