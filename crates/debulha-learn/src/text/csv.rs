//! Tables as comma-separated values.

use super::{Positions, ReadError, class_position, place, positions, value_of};
use crate::table::{Attribute, AttributeKind, Table};
use csv::{ReaderBuilder, StringRecord, Trim};
use std::io::Read as _;

/// Reads comma-separated values (RFC 4180), the names of the columns first, with `"` around cells that hold commas, quotes (doubled)
/// or ends of lines.
///
/// A column whose cells are all numbers is one of numbers; others have the names that occur, in the order in which they
/// do. An empty cell and `?` are missing. `class` is the name of the column that is the class, of names even where they
/// look like numbers; `None` is the last one. Rows without a class are left out.
///
/// # Errors
/// Rows of another number of cells, with the line on which they begin; a class that is no column.
///
/// ```
/// use debulha_learn::read_csv;
///
/// let table = read_csv("host,width,ad\n\"a, b\",468,1\nc,?,0\n", None)?;
/// assert_eq!(table.classes(), ["1", "0"]);
/// assert_eq!((table.value(0, 1), table.value(1, 1)), (Some(468.0), None));
/// assert_eq!(table.attributes()[0].names(), 2);
/// # Ok::<(), debulha_learn::ReadError>(())
/// ```
pub fn read_csv(text: &str, class: Option<&str>) -> Result<Table, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut rows = rows(text)?.into_iter();
    let (_, header) = rows.next().ok_or(ReadError::NoClasses)?;
    let rows: Vec<(usize, StringRecord)> = rows.collect();
    if let Some((begin, row)) = rows.iter().find(|(_, row)| row.len() != header.len()) {
        let reason = format!("{} values instead of {}", row.len(), header.len());
        return Err(ReadError::Line { line: line_of(text, *begin), reason });
    }
    let unread = header.iter().map(|name| Attribute { name: name.to_owned(), kind: AttributeKind::Number });
    let class = class_position(&unread.collect::<Vec<_>>(), class)?;
    let column = |(at, name): (usize, &str)| {
        let cells = || rows.iter().map(|(_, row)| &row[at]).filter(|cell| !is_missing(cell));
        let attribute = Attribute { name: name.to_owned(), kind: AttributeKind::Number };
        if at != class && cells().all(|cell| value_of(&attribute, cell).is_some()) {
            return attribute;
        }
        let mut names: Vec<String> = Vec::new();
        let mut known = std::collections::HashSet::new();
        names.extend(cells().filter(|&cell| known.insert(cell)).map(str::to_owned));
        Attribute { kind: AttributeKind::Nominal(names), ..attribute }
    };
    let all: Vec<Attribute> = header.iter().enumerate().map(column).collect();
    let AttributeKind::Nominal(classes) = all[class].kind.clone() else { return Err(ReadError::NoClasses) };
    let mut attributes = all.clone();
    attributes.remove(class);
    let mut table = Table::new(attributes, classes);
    let positions: Vec<_> = all.iter().map(positions).collect();
    for (_, row) in &rows {
        let cells = row.iter().zip(&all).zip(&positions);
        let value = |((cell, attribute), positions): ((&str, &Attribute), &Positions)| match attribute.kind {
            _ if is_missing(cell) => None,
            AttributeKind::Number => value_of(attribute, cell),
            AttributeKind::Nominal(_) => positions.get(cell).copied(),
        };
        place(&mut table, cells.map(value).collect(), class);
    }
    Ok(table)
}

fn is_missing(cell: &str) -> bool {
    cell.is_empty() || cell == "?"
}

/// A row of a mark alone, put after the last one: where that has an open quote, the mark is in it.
const END: &str = "\n\0";

/// The cells of each row that is not empty, and where it begins in the text.
fn rows(text: &str) -> Result<Vec<(usize, StringRecord)>, ReadError> {
    let marked = text.as_bytes().chain(END.as_bytes());
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(marked);
    let mut rows = Vec::new();
    for row in reader.records() {
        let row = row.map_err(|error| ReadError::Line {
            line: error.position().map_or(1, |at| line_of(text, at.byte() as usize)),
            reason: error.to_string(),
        })?;
        let begin = row.position().map_or(0, |at| at.byte() as usize);
        if row.len() > 1 || !row[0].is_empty() {
            rows.push((begin, row));
        }
    }
    match rows.pop() {
        Some((_, mark)) if mark == [&END[1..]][..] => Ok(rows),
        open => {
            let line = open.map_or(1, |(begin, _)| line_of(text, begin));
            Err(ReadError::Line { line, reason: "a quote is not closed".to_owned() })
        }
    }
}

/// The number, from 1, of the line of a row that begins at a byte; ends of lines before it are not yet passed.
fn line_of(text: &str, begin: usize) -> usize {
    let bytes = text.as_bytes();
    let ends = bytes[begin..].iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
    bytes[..begin + ends].split(|&byte| byte == b'\n').count()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_quotes_and_ends_of_lines() {
        let text = "\u{feff}a,b\r\n\"x, \"\"y\"\"\nz\",1\r\n\r\n w ,2\n";
        let table = read_csv(text, Some("b")).unwrap();
        let AttributeKind::Nominal(names) = &table.attributes()[0].kind else { panic!() };
        assert_eq!(names, &["x, \"y\"\nz", "w"]);
        assert_eq!((table.len(), table.classes()), (2, ["1".to_owned(), "2".to_owned()].as_slice()));
    }

    #[test]
    fn columns_are_numbers_where_all_cells_are() {
        let table = read_csv("x,y,z,c\n1,1,,a\n-2e3,one,,b\n,2,?,\n", None).unwrap();
        let names: Vec<usize> = table.attributes().iter().map(Attribute::names).collect();
        assert_eq!(names, [0, 3, 0]);
        assert_eq!((table.len(), table.value(1, 0), table.value(1, 2)), (2, Some(-2000.0), None));
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str, class| read_csv(text, class).unwrap_err().to_string();
        assert_eq!(error("a,b\n1,2\n\"1\n\",2,3\n", None), "line 3: 3 values instead of 2");
        assert_eq!(error("a,b\n\"1,2\n", None), "line 2: a quote is not closed");
        assert_eq!(error("a,b\r\n\r\n1,2\r\n3\r\n", None), "line 4: 1 values instead of 2");
        assert_eq!(error("a,b\n1,2\n\n3,\"4\n", None), "line 4: a quote is not closed");
        assert_eq!(error("\u{feff}a,b\n1,2\n3", None), "line 3: 1 values instead of 2");
        assert_eq!(error("a,b\n", Some("c")), "class: there is no attribute `c`");
        assert_eq!(error("", None), "the .names file does not begin with the classes");
    }
}
