//! TeX between dollar signs.

/// The source on one line, so that no line of it can look like a block, and without dollar signs that would end the
/// formula: those around formulas in text become `\(` and `\)`. Comments go, as what follows would fall under them.
pub(super) fn one_line(tex: &str) -> String {
    let mut line = String::with_capacity(tex.len());
    let mut inner = false;
    for source in tex.lines() {
        if !line.is_empty() {
            line.push(' ');
        }
        let mut escaped = false;
        for c in source.trim_ascii().chars() {
            match c {
                '%' if !escaped => break,
                '$' if !escaped => {
                    line.push_str(if inner { "\\)" } else { "\\(" });
                    inner = !inner;
                }
                '\r' => line.push(' '),
                _ => line.push(c),
            }
            escaped = c == '\\' && !escaped;
        }
    }
    line.truncate(line.trim_ascii_end().len());
    // A backslash before the closing sign would escape it; at the end it can only have made a space.
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    if backslashes % 2 == 1 {
        line.pop();
    }
    line.truncate(line.trim_ascii_end().len());
    let blank = line.len() - line.trim_ascii_start().len();
    line.drain(..blank);
    line
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn formulas_are_one_line_without_dollar_signs_and_comments() {
        assert_eq!(one_line("\n a \n- b % c\n+ \\% d \\\n"), "a - b  + \\% d");
        assert_eq!(one_line(r"\text{if $x$ costs \$5}"), r"\text{if \(x\) costs \$5}");
        assert_eq!(one_line(r"a \\"), r"a \\");
        assert_eq!(one_line(" % c\n"), "");
    }
}
