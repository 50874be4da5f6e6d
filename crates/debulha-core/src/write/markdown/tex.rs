//! TeX between dollar signs: one line that is the formula to a renderer of formulas, and harmless text to all others.

use crate::write::escape;

/// Commands whose first argument is an address.
const LINKING: [&str; 3] = ["href", "url", "includegraphics"];

/// The source as it may stand between dollar signs, in cells of tables with other words for bars.
pub(super) fn source(tex: &str, in_cell: bool) -> String {
    let source = harmless(balanced(without_scripts(&one_line(tex)).trim_ascii()).trim_ascii(), in_cell);
    without_last_backslashes(&source).to_owned()
}

/// The source without backslashes at its end, which set nothing there. One before the closing dollar sign would escape it; some
/// parsers of Markdown (comrak) also read the second of two so, and end the formula at a dollar sign in later text.
fn without_last_backslashes(source: &str) -> &str {
    source.trim_end_matches(|c: char| c == '\\' || c.is_ascii_whitespace())
}

/// The source on one line, so that no line of it can look like a block, and without dollar signs that would end the
/// formula: those around formulas in text become `\(` and `\)`. Comments go, as what follows would fall under them.
fn one_line(tex: &str) -> String {
    let mut line = String::with_capacity(tex.len());
    let mut inner = false;
    for source in tex.split(['\n', '\r']) {
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
                _ if c.is_control() => line.push(' '),
                _ => line.push(c),
            }
            escaped = c == '\\' && !escaped;
        }
    }
    line.truncate(without_last_backslashes(&line).len());
    let blank = line.len() - line.trim_ascii_start().len();
    line.drain(..blank);
    line
}

/// The source with as many braces that close as open: renderers of formulas let dollar signs pair only at the same depth of
/// braces, so that those of a torn formula would pair with others.
fn balanced(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let (mut open, mut escaped) = (0, false);
    for c in tex.chars() {
        match c {
            '{' if !escaped => open += 1,
            '}' if !escaped && open == 0 => out.push('\\'),
            '}' if !escaped => open -= 1,
            _ => {}
        }
        out.push(c);
        escaped = c == '\\' && !escaped;
    }
    out.extend(std::iter::repeat_n('}', open));
    out
}

/// Writes what Markdown could read as a tag, a code span, a link or a character reference in another way that means
/// the same to TeX: some renderers know no formulas and read all that is in them.
fn harmless(tex: &str, in_cell: bool) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut lone = lone_brackets(tex).into_iter().peekable();
    let mut escaped = false;
    for (at, c) in tex.char_indices() {
        let rest = &tex[at + c.len_utf8()..];
        match c {
            '<' | '|' if escaped && (c == '<' || in_cell) => {
                out.pop();
                out.push_str(if c == '<' { "\\lt " } else { "\\Vert " });
            }
            '[' if lone.next_if_eq(&at).is_some() => out.push_str("\\lbrack "),
            ']' if lone.next_if_eq(&at).is_some() => out.push_str("\\rbrack "),
            '<' if escape::begins_tag(rest) => out.push_str("\\lt "),
            '|' if in_cell => out.push_str("\\|"),
            // The sign that TeX sets for it.
            '`' => out.push('‘'),
            '[' | '(' if out.ends_with(']') => out.extend([' ', c]),
            ':' if out.ends_with(']') => out.push_str(" :"),
            '&' if escape::begins_reference(rest) => out.push_str("& "),
            _ => out.push(c),
        }
        escaped = c == '\\' && !escaped;
    }
    out.truncate(out.trim_ascii_end().len());
    out
}

/// Where brackets open that none closes, or close that none opened, such as those of intervals: they would pair with one
/// outside of the formula.
fn lone_brackets(tex: &str) -> Vec<usize> {
    let (mut open, mut close) = (Vec::new(), Vec::new());
    let mut escaped = false;
    for (at, byte) in tex.bytes().enumerate() {
        match byte {
            b'[' if !escaped => open.push(at),
            b']' if !escaped && open.pop().is_none() => close.push(at),
            _ => {}
        }
        escaped = byte == b'\\' && !escaped;
    }
    // All that close alone stand before those that open alone.
    close.extend(open);
    close
}

/// Takes out commands that link to what may be a script, with their address: renderers of formulas follow them.
fn without_scripts(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut rest = tex;
    while let Some(at) = rest.find('\\') {
        let (before, command) = rest.split_at(at);
        out.push_str(before);
        let name = command[1..].bytes().take_while(u8::is_ascii_alphabetic).count();
        let after = &command[1 + name..];
        if name == 0 {
            // A sign as a command; two backslashes are one.
            let len = 1 + command[1..].chars().next().map_or(0, char::len_utf8);
            out.push_str(&command[..len]);
            rest = &command[len..];
        } else if LINKING.contains(&&command[1..=name]) {
            let (address, behind) = argument(after);
            if address.is_some_and(is_plain_address) {
                out.push_str(&command[..command.len() - behind.len()]);
            } else {
                // What is before must not join with what is behind.
                out.push(' ');
            }
            rest = behind;
        } else {
            out.push_str(&command[..=name]);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// The argument in braces at the start of some TeX, and what is behind it.
fn argument(tex: &str) -> (Option<&str>, &str) {
    let inner = tex.trim_start().strip_prefix('{');
    inner.and_then(|inner| inner.split_once('}')).map_or((None, tex), |(inner, behind)| (Some(inner), behind))
}

fn is_plain_address(address: &str) -> bool {
    !address.contains(['\\', '{', '&']) && escape::safe_url(address).is_some()
}

#[cfg(test)]
mod tests {
    use super::{one_line, source};

    #[test]
    fn braces_are_closed() {
        for (tex, expected) in
            [("{", "{}"), (r"\frac{a}{b", r"\frac{a}{b}"), ("a}", r"a\}"), (r"\{x", r"\{x"), ("}{", r"\}{}")]
        {
            assert_eq!(source(tex, false), expected, "{tex}");
        }
    }

    #[test]
    fn formulas_are_one_line_without_dollar_signs_and_comments() {
        assert_eq!(one_line("\n a \n- b % c\n+ \\% d \\\n"), "a - b  + \\% d");
        assert_eq!(one_line(r"\text{if $x$ costs \$5}"), r"\text{if \(x\) costs \$5}");
        assert_eq!(one_line(r"a \\ \\"), "a");
        assert_eq!(one_line(r"\\"), "");
        assert_eq!(one_line(" % c\n"), "");
    }

    #[test]
    fn what_markdown_would_read_is_written_in_words_of_tex() {
        for (tex, safe) in [
            (r"a < 5 \\ b<\pi", r"a < 5 \\ b<\pi"),
            ("a<b", r"a\lt b"),
            ("a < b", r"a \lt  b"),
            (r"\\<img src=x>", r"\\\lt img src=x>"),
            (r"\<script>", r"\lt script>"),
            ("x</p><!-- <?", r"x\lt /p>\lt !-- \lt ?"),
            ("``a'' `b", "‘‘a'' ‘b"),
            ("[a](javascript:x) [b][c] ]:", r"[a] (javascript:x) [b] [c] \rbrack :"),
            (r"a &= b \\ c &lt; d &#60; &;", r"a &= b \\ c & lt; d & #60; &;"),
            ("a|b", "a|b"),
            (r"[0,1) \sqrt[3]{x} \left[1,2\right)", r"\lbrack 0,1) \sqrt[3]{x} \left\lbrack 1,2\right)"),
            (r"]0,1[ x", r"\rbrack 0,1\lbrack  x"),
        ] {
            assert_eq!(source(tex, false), safe);
        }
        assert_eq!(source(r"|a| \|b\| \\|", true), r"\|a\| \Vert b\Vert  \\\|");
    }

    #[test]
    fn links_of_formulas_lead_to_no_script() {
        assert_eq!(source(r"\href{https://a.example/}{x}", false), r"\href{https://a.example/}{x}");
        assert_eq!(source(r"a\href{javascript:x}{y}", false), "a {y}");
        assert_eq!(source(r"\let\a\href\a{javascript:x}{y}", false), r"\let\a \a{javascript:x}{y}");
        assert_eq!(source(r"\url {java\script:x}\\href", false), r"\\href");
        assert_eq!(source(r"a\\\url{javascript:x}", false), "a");
        assert_eq!(source(r"\hr\href{x:y}ef{x:y}", false), r"\hr ef{x:y}");
    }
}
