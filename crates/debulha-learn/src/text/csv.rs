//! Tables as comma-separated values.

use super::{ReadError, class_position, place, value_of};
use crate::table::{Attribute, Kind, Table};

/// Reads comma-separated values, the names of the columns first, with `"` around cells that hold commas, quotes (doubled)
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
    let mut rows = rows(text)?.into_iter();
    let (_, header) = rows.next().ok_or(ReadError::NoClasses)?;
    let rows: Vec<(usize, Vec<String>)> = rows.collect();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.len() != header.len()) {
        let reason = format!("{} values of {}", row.len(), header.len());
        return Err(ReadError::Line { line: *line, reason });
    }
    let number = Kind::Number;
    let unread = header.iter().map(|name| Attribute { name: name.clone(), kind: number.clone() });
    let class = class_position(&unread.collect::<Vec<_>>(), class)?;
    let column = |(at, name): (usize, &String)| {
        let cells = || rows.iter().map(|(_, row)| row[at].as_str()).filter(|cell| !is_missing(cell));
        let attribute = Attribute { name: name.clone(), kind: Kind::Number };
        if at != class && cells().all(|cell| value_of(&attribute, cell).is_some()) {
            return attribute;
        }
        let mut names: Vec<String> = Vec::new();
        let mut known = std::collections::HashSet::new();
        names.extend(cells().filter(|&cell| known.insert(cell)).map(str::to_owned));
        Attribute { kind: Kind::Nominal(names), ..attribute }
    };
    let all: Vec<Attribute> = header.iter().enumerate().map(column).collect();
    let Kind::Nominal(classes) = all[class].kind.clone() else { return Err(ReadError::NoClasses) };
    let mut attributes = all.clone();
    attributes.remove(class);
    let mut table = Table::new(attributes, classes);
    let positions: Vec<_> = all.iter().map(positions).collect();
    for (_, row) in &rows {
        let cells = row.iter().zip(&all).zip(&positions);
        let value = |((cell, attribute), positions): ((&String, &Attribute), &Positions)| match attribute.kind
        {
            _ if is_missing(cell) => None,
            Kind::Number => value_of(attribute, cell),
            Kind::Nominal(_) => positions.get(cell.as_str()).copied(),
        };
        place(&mut table, cells.map(value).collect(), class);
    }
    Ok(table)
}

type Positions<'a> = std::collections::HashMap<&'a str, f64>;

/// Names by their position, of columns with thousands of them.
fn positions(attribute: &Attribute) -> Positions<'_> {
    match &attribute.kind {
        Kind::Number => Positions::new(),
        Kind::Nominal(names) => {
            names.iter().enumerate().map(|(at, name)| (name.as_str(), at as f64)).collect()
        }
    }
}

fn is_missing(cell: &str) -> bool {
    cell.is_empty() || cell == "?"
}

/// The cells of each row that is not empty, and the line on which it begins.
fn rows(text: &str) -> Result<Vec<(usize, Vec<String>)>, ReadError> {
    let mut rows = Vec::new();
    let (mut row, mut cell, mut begin) = (Vec::new(), String::new(), 1);
    let (mut line, mut quoted) = (1, false);
    let mut chars = text.trim_start_matches('\u{feff}').chars().peekable();
    while let Some(char) = chars.next() {
        match char {
            '"' if quoted && chars.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' if quoted => quoted = false,
            '"' if cell.trim().is_empty() => {
                cell.clear();
                quoted = true;
            }
            ',' if !quoted => row.push(std::mem::take(&mut cell).trim().to_owned()),
            '\n' if !quoted => {
                finish(&mut rows, &mut row, &mut cell, begin);
                begin = line + 1;
            }
            other => cell.push(other),
        }
        line += usize::from(char == '\n');
    }
    if quoted {
        return Err(ReadError::Line { line: begin, reason: "a quote does not end".to_owned() });
    }
    finish(&mut rows, &mut row, &mut cell, begin);
    Ok(rows)
}

fn finish(rows: &mut Vec<(usize, Vec<String>)>, row: &mut Vec<String>, cell: &mut String, begin: usize) {
    row.push(std::mem::take(cell).trim().to_owned());
    let row = std::mem::take(row);
    if row.len() > 1 || !row[0].is_empty() {
        rows.push((begin, row));
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_quotes_and_ends_of_lines() {
        let text = "\u{feff}a,b\r\n\"x, \"\"y\"\"\nz\",1\r\n\r\n w ,2\n";
        let table = read_csv(text, Some("b")).unwrap();
        let Kind::Nominal(names) = &table.attributes()[0].kind else { panic!() };
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
        assert_eq!(error("a,b\n1,2\n\"1\n\",2,3\n", None), "line 3: 3 values of 2");
        assert_eq!(error("a,b\n\"1,2\n", None), "line 2: a quote does not end");
        assert_eq!(error("a,b\n", Some("c")), "class: no attribute is called `c`");
        assert_eq!(error("", None), "the names begin with no classes");
    }
}
