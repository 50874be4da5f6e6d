//! Tables in Weka's format.

use super::{Positions, ReadError, class_position, place, positions, value_of};
use crate::table::{Attribute, AttributeKind, Table};
use std::collections::HashSet;
use std::fmt::Write as _;

/// Reads a table in Weka's attribute–relation file format: dense rows or sparse ones (`{3 5.1, 8 yes}`), quotes of both
/// kinds with backslashes, comments, `?` for a missing value.
///
/// `class` is the name of the attribute that is the class; `None` is the last one. Rows without a class are left out, as
/// Weka's learners do. In sparse rows what is not written is 0, or the first name. An attribute of texts (`string`), and a
/// class of numbers, have the names that occur, in the order in which they do, as in [`read_csv`](super::read_csv).
///
/// # Errors
/// Attributes that are neither numbers, names nor texts, and rows that do not fit, with the line.
///
/// ```
/// use debulha_learn::read_arff;
///
/// let text = "% weather\n@relation x\n@attribute 'wind speed' numeric\n@attribute play {yes, 'no way'}\n\
///     @data\n5.5, 'no way'\n{1 yes}\n";
/// let table = read_arff(text, None)?;
/// assert_eq!(table.classes(), ["yes", "no way"]);
/// assert_eq!((table.value(0, 0), table.value(1, 0)), (Some(5.5), Some(0.0)));
/// # Ok::<(), debulha_learn::ReadError>(())
/// ```
pub fn read_arff(text: &str, class: Option<&str>) -> Result<Table, ReadError> {
    let (mut attributes, mut is_open) = (Vec::new(), Vec::new());
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    let mut has_data = false;
    for (line, text) in lines.by_ref() {
        let cells = cells(text).map_err(|reason| ReadError::Line { line, reason })?;
        let Some(first) = cells.first() else { continue };
        match first.text.to_ascii_lowercase().as_str() {
            "@relation" => {}
            "@attribute" => {
                let (attribute, is_text) =
                    attribute(text).map_err(|reason| ReadError::Line { line, reason })?;
                attributes.push(attribute);
                is_open.push(is_text);
            }
            "@data" => {
                has_data = true;
                break;
            }
            other => {
                let reason = format!("unexpected `{other}`; use @relation, @attribute or @data");
                return Err(ReadError::Line { line, reason });
            }
        }
    }
    if !has_data {
        return Err(ReadError::Line { line: text.lines().count(), reason: "@data is missing".to_owned() });
    }
    let class = class_position(&attributes, class)?;
    if attributes[class].is_number() {
        // What a sparse row leaves out is the number 0.
        let is_sparse = lines.clone().any(|(_, text)| text.trim_start().starts_with('{'));
        attributes[class].kind =
            AttributeKind::Nominal(is_sparse.then(|| "0".to_owned()).into_iter().collect());
        is_open[class] = true;
    }
    if is_open.contains(&true) {
        name_texts(&mut attributes, &is_open, lines.clone())?;
    }
    let classes = match &attributes[class].kind {
        AttributeKind::Nominal(names) if !names.is_empty() => names.clone(),
        _ => return Err(ReadError::Class(format!("`{}` has no values", attributes[class].name))),
    };
    let all = attributes.clone();
    let columns: Vec<(&Attribute, Positions<'_>)> =
        all.iter().map(|attribute| (attribute, positions(attribute))).collect();
    attributes.remove(class);
    let mut table = Table::new(attributes, classes);
    for (line, text) in lines {
        let error = |reason: String| ReadError::Line { line, reason };
        let cells = cells(text).map_err(error)?;
        if cells.is_empty() {
            continue;
        }
        let mut values = vec![Some(0.0); columns.len()];
        for (at, cell) in entries(&cells, &all).map_err(error)? {
            let (attribute, positions) = &columns[at];
            values[at] = value(cell, attribute, positions).map_err(error)?;
        }
        place(&mut table, values, class);
    }
    Ok(table)
}

/// Gives attributes of texts the names that occur in the rows.
fn name_texts<'t>(
    attributes: &mut [Attribute],
    is_open: &[bool],
    lines: impl Iterator<Item = (usize, &'t str)>,
) -> Result<(), ReadError> {
    let names = |attribute: &Attribute| match &attribute.kind {
        AttributeKind::Nominal(names) => names.iter().cloned().collect(),
        AttributeKind::Number => HashSet::new(),
    };
    let mut known: Vec<HashSet<String>> = attributes.iter().map(names).collect();
    for (line, text) in lines {
        let error = |reason: String| ReadError::Line { line, reason };
        let cells = cells(text).map_err(error)?;
        if cells.is_empty() {
            continue;
        }
        for (at, cell) in entries(&cells, attributes).map_err(error)? {
            if !is_open[at] || cell.is("?") || known[at].contains(&cell.text) {
                continue;
            }
            known[at].insert(cell.text.clone());
            if let AttributeKind::Nominal(names) = &mut attributes[at].kind {
                names.push(cell.text.clone());
            }
        }
    }
    Ok(())
}

/// A table as Weka and [`read_arff`] read it, the class last. Names are quoted where they are no plain words.
///
/// ```
/// use debulha_learn::{read, read_arff, to_arff};
///
/// let text = to_arff(&read("yes, no. wind speed: continuous.", "5.5, no\n?, yes")?);
/// assert!(text.contains("@attribute 'wind speed' numeric\n@attribute class {yes,no}\n@data\n5.5,no\n?,yes\n"));
/// assert_eq!(read_arff(&text, None)?.len(), 2);
/// # Ok::<(), debulha_learn::ReadError>(())
/// ```
pub fn to_arff(table: &Table) -> String {
    let class =
        Attribute { name: "class".to_owned(), kind: AttributeKind::Nominal(table.classes().to_vec()) };
    let mut text = "@relation table\n".to_owned();
    // Writing to a string cannot fail.
    for attribute in table.attributes().iter().chain([&class]) {
        let kind = match &attribute.kind {
            AttributeKind::Number => "numeric".to_owned(),
            AttributeKind::Nominal(names) => {
                let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
                format!("{{{}}}", names.join(","))
            }
        };
        let _ = writeln!(text, "@attribute {} {kind}", quoted(&attribute.name));
    }
    text.push_str("@data\n");
    for row in table.all_rows() {
        for (at, attribute) in table.attributes().iter().enumerate() {
            let cell = match (table.value(row, at), &attribute.kind) {
                (None, _) => "?".to_owned(),
                (Some(value), AttributeKind::Number) => value.to_string(),
                (Some(value), AttributeKind::Nominal(names)) => quoted(&names[value as usize]),
            };
            let _ = write!(text, "{cell},");
        }
        let _ = writeln!(text, "{}", quoted(&table.classes()[table.class(row)]));
    }
    text
}

fn quoted(name: &str) -> String {
    let is_plain = |char: char| char.is_alphanumeric() || "-_.+*/<>=:;()".contains(char);
    if !name.is_empty() && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let escaped = |char: char| match char {
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        '\r' => "\\r".to_owned(),
        '\'' | '\\' => format!("\\{char}"),
        other => other.to_string(),
    };
    format!("'{}'", name.chars().map(escaped).collect::<String>())
}

/// A word, a quoted text, or one of the signs `{`, `}` and `,`.
struct ArffWord {
    text: String,
    is_quoted: bool,
    /// Bytes of the line up to its end.
    end: usize,
}

impl ArffWord {
    fn is(&self, sign: &str) -> bool {
        !self.is_quoted && self.text == sign
    }
}

/// The cells of a line up to a comment. White space parts words.
fn cells(line: &str) -> Result<Vec<ArffWord>, String> {
    let mut cells: Vec<ArffWord> = Vec::new();
    let mut chars = line.char_indices().peekable();
    while let Some(&(at, char)) = chars.peek() {
        match char {
            '%' => break,
            '{' | '}' | ',' => {
                chars.next();
                cells.push(ArffWord { text: char.to_string(), is_quoted: false, end: at + 1 });
            }
            '\'' | '"' => {
                chars.next();
                let mut text = String::new();
                let end = loop {
                    match chars.next() {
                        Some((at, next)) if next == char => break at + 1,
                        Some((_, '\\')) => text.extend(chars.next().map(|(_, escaped)| match escaped {
                            'n' => '\n',
                            't' => '\t',
                            'r' => '\r',
                            other => other,
                        })),
                        Some((_, next)) => text.push(next),
                        None => return Err("a quote is not closed".to_owned()),
                    }
                };
                cells.push(ArffWord { text, is_quoted: true, end });
            }
            _ if char.is_whitespace() => {
                chars.next();
            }
            _ => {
                let mut text = String::new();
                let mut end = at;
                while let Some((at, next)) =
                    chars.next_if(|&(_, next)| !next.is_whitespace() && !"{},%".contains(next))
                {
                    text.push(next);
                    end = at + next.len_utf8();
                }
                cells.push(ArffWord { text, is_quoted: false, end });
            }
        }
    }
    Ok(cells)
}

/// `@attribute name numeric`, `@attribute name {one, other}` or `@attribute name string`, and whether it is the last of
/// these, whose names are not yet known.
fn attribute(line: &str) -> Result<(Attribute, bool), String> {
    let cells = cells(line)?;
    let name = cells.get(1).ok_or("an attribute has no name")?;
    let kind = cells.get(2).ok_or_else(|| format!("attribute `{}` has no type", name.text))?;
    let mut is_text = false;
    let kind = match kind.text.to_ascii_lowercase().as_str() {
        "numeric" | "real" | "integer" => AttributeKind::Number,
        "string" => {
            is_text = true;
            AttributeKind::Nominal(Vec::new())
        }
        "{" if !kind.is_quoted => {
            if !line[name.end..].contains('}') {
                return Err(format!("the values of `{}` are not closed with `}}`", name.text));
            }
            let names = cells[3..].iter().take_while(|cell| !cell.is("}")).filter(|cell| !cell.is(","));
            AttributeKind::Nominal(names.map(|cell| cell.text.clone()).collect())
        }
        other => {
            return Err(format!(
                "attribute `{}` is of type `{other}`; numbers, names and texts are read",
                name.text
            ));
        }
    };
    Ok((Attribute { name: name.text.clone(), kind }, is_text))
}

/// The value of a cell; `None` where it is missing.
fn value(cell: &ArffWord, attribute: &Attribute, positions: &Positions<'_>) -> Result<Option<f64>, String> {
    if cell.is("?") {
        return Ok(None);
    }
    let value = match attribute.kind {
        AttributeKind::Number => value_of(attribute, &cell.text),
        AttributeKind::Nominal(_) => positions.get(cell.text.as_str()).copied(),
    };
    value.map(Some).ok_or_else(|| format!("`{}` is not a value of `{}`", cell.text, attribute.name))
}

/// The cells of a row that are written, with the positions of their attributes.
fn entries<'c>(
    cells: &'c [ArffWord],
    attributes: &[Attribute],
) -> Result<Vec<(usize, &'c ArffWord)>, String> {
    if cells[0].is("{") {
        let Some((_, cells)) = cells[1..].split_last().filter(|(last, _)| last.is("}")) else {
            return Err("a sparse row does not end with `}`".to_owned());
        };
        let pairs = cells.split(|cell| cell.is(",")).filter(|pair| !pair.is_empty());
        let entry = |pair: &'c [ArffWord]| {
            let [position, cell] = pair else {
                return Err("each entry of a sparse row needs a position and a value".to_owned());
            };
            let known = position.text.parse().ok().filter(|&at: &usize| at < attributes.len());
            let at = known.ok_or_else(|| format!("there is no attribute at position `{}`", position.text))?;
            Ok((at, cell))
        };
        return pairs.map(entry).collect();
    }
    let parts: Vec<&[ArffWord]> = cells.split(|cell| cell.is(",")).collect();
    if parts.len() != attributes.len() {
        return Err(format!("{} values instead of {}", parts.len(), attributes.len()));
    }
    let entry = |(at, part): (usize, &&'c [ArffWord])| match part {
        [cell] => Ok((at, cell)),
        _ => Err(format!("`{}` needs exactly one value", attributes[at].name)),
    };
    parts.iter().enumerate().map(entry).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const HEAD: &str = "@RELATION r\n\n@ATTRIBUTE width REAL % in pixels\n@attribute \"host name\" {a.com, 'it''s', \
        'it\\'s', b}\n@attribute kind {ad,'no ad'}\n@DATA\n";

    #[test]
    fn dense_and_sparse_rows_are_the_same_table() {
        let dense = read_arff(&format!("{HEAD}0, a.com, ad\n?, 'it\\'s', 'no ad' % last\n"), None).unwrap();
        let sparse = read_arff(&format!("{HEAD}{{2 ad}}\n{{0 ?, 1 \"it's\", 2 'no ad'}}\n"), None);
        // Two quotes in a row are two texts.
        let sparse = sparse.unwrap();
        for row in 0..2 {
            for attribute in 0..2 {
                assert_eq!(dense.value(row, attribute), sparse.value(row, attribute));
            }
            assert_eq!(dense.class(row), sparse.class(row));
        }
        assert_eq!(dense.attributes()[1].name, "host name");
        assert_eq!((dense.value(1, 0), dense.class(1)), (None, 1));
    }

    #[test]
    fn what_is_written_is_read() {
        let kind = AttributeKind::Nominal(["it's", "a\\b", "?", "", "x,y\n{"].map(str::to_owned).to_vec());
        let attribute = |name: &str, kind| Attribute { name: name.to_owned(), kind };
        let attributes = vec![attribute("%", kind), attribute("number", AttributeKind::Number)];
        let mut table = Table::new(attributes, vec!["a class".to_owned(), "other".to_owned()]);
        for name in 0..5_u8 {
            table.push(&[Some(f64::from(name)), Some(f64::from(name) / 3.0)], usize::from(name) % 2);
        }
        table.push(&[None, None], 1);
        let again = read_arff(&to_arff(&table), None).unwrap();
        assert_eq!((again.attributes(), again.classes()), (table.attributes(), table.classes()));
        for row in table.all_rows() {
            let values = |table: &Table| (table.value(row, 0), table.value(row, 1), table.class(row));
            assert_eq!(values(&again), values(&table));
        }
    }

    #[test]
    fn another_attribute_may_be_the_class_and_rows_without_it_are_left_out() {
        let table = read_arff(&format!("{HEAD}1,b,ad\n2,?,ad\n3,a.com,?\n"), Some("host name")).unwrap();
        assert_eq!((table.len(), table.class(0), table.class(1)), (2, table.classes().len() - 1, 0));
        assert_eq!(table.attributes()[1].name, "kind");
        assert_eq!(table.value(1, 1), None);
    }

    #[test]
    fn texts_and_a_class_of_numbers_have_the_names_that_occur() {
        let text = "@relation r\n@attribute page string\n@attribute x numeric\n@attribute label numeric\n@data\n\
            'b \\'1\\'.html',1,0.5\n?,2,1\n'a',3,0.5\n'a',4,?\n";
        let table = read_arff(text, None).unwrap();
        let AttributeKind::Nominal(names) = &table.attributes()[0].kind else { panic!() };
        assert_eq!(names, &["b '1'.html", "a"]);
        assert_eq!(table.classes(), ["0.5", "1"]);
        let rows = [0, 1, 2].map(|row| (table.value(row, 0), table.value(row, 1), table.class(row)));
        assert_eq!(rows, [(Some(0.0), Some(1.0), 0), (None, Some(2.0), 1), (Some(1.0), Some(3.0), 0)]);
        assert_eq!(table.len(), 3);
        let sparse =
            read_arff("@attribute x numeric\n@attribute y real\n@data\n{0 2, 1 1}\n{0 3}\n", None).unwrap();
        assert_eq!([0, 1].map(|row| sparse.classes()[sparse.class(row)].as_str()), ["1", "0"]);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str, class| read_arff(text, class).unwrap_err().to_string();
        let row = |row: &str| error(&format!("{HEAD}{row}"), None);
        assert_eq!(row("1,b"), "line 7: 2 values instead of 3");
        assert_eq!(row("x,b,ad"), "line 7: `x` is not a value of `width`");
        assert_eq!(row("nan,b,ad"), "line 7: `nan` is not a value of `width`");
        assert_eq!(row("1,,ad"), "line 7: `host name` needs exactly one value");
        assert_eq!(row("1,'b,ad"), "line 7: a quote is not closed");
        assert_eq!(row("{9 1}"), "line 7: there is no attribute at position `9`");
        assert_eq!(row("{0 1"), "line 7: a sparse row does not end with `}`");
        assert_eq!(
            error("@attribute d date\n@data\n", None),
            "line 1: attribute `d` is of type `date`; numbers, names and texts are read"
        );
        assert_eq!(error("@relation r\n", None), "line 1: @data is missing");
        assert_eq!(error(HEAD, Some("size")), "class: there is no attribute `size`");
        assert_eq!(error(&format!("{HEAD}?,b,ad\n"), Some("width")), "class: `width` has no values");
    }
}
