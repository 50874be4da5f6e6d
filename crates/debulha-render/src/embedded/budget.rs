//! What a page may ask of the engine. The engine has no limits of its own: it follows a page by recursion, and takes the memory
//! that a style asks for.

use crate::RenderError;

/// Bytes of style sheets that a page may have. Of 1,339 saved pages none has a third of it.
pub(super) const MAX_CSS: usize = 4 << 20;

/// Rules times elements: how often a rule may be looked at for an element. Of 1,339 saved pages none comes to a tenth of it.
pub(super) const MAX_MATCHES: usize = 2_000_000_000;

/// How deep blocks, brackets and functions of a style sheet may nest. They are read by recursion.
pub(super) const MAX_NESTING: usize = 128;

/// Cells of a table, and of a grid: rows times columns. The engine keeps a byte for each.
pub(super) const MAX_CELLS: usize = 1 << 20;

/// Columns that a cell of a table spans at most (the limit of the HTML standard).
pub(super) const MAX_SPAN: usize = 1000;

/// Lines of a grid on each side that items may name, and tracks that a template may have.
pub(super) const MAX_TRACKS: u16 = 500;

/// Bytes of lists and texts in the styles of all elements together: a copy is made for each element.
pub(super) const MAX_STYLES: usize = 64 << 20;

/// How many rules a style sheet has at most, and whether it can be read.
///
/// # Errors
/// [`RenderError::TooComplex`] where it nests too deep.
pub(super) fn check_css(css: &str) -> Result<usize, RenderError> {
    let bytes = css.as_bytes();
    let (mut at, mut depth, mut deepest, mut rules) = (0, 0_usize, 0, 0);
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'{' | b'(' | b'[' => {
                rules += usize::from(byte == b'{');
                depth += 1;
                deepest = deepest.max(depth);
                if byte == b'(' && is_url(&bytes[..at - 1]) {
                    at = after_url(bytes, at);
                }
            }
            b'}' | b')' | b']' => depth = depth.saturating_sub(1),
            b'\\' => at += 1,
            b'"' | b'\'' => at = after_string(bytes, at, byte),
            b'/' if bytes.get(at) == Some(&b'*') => {
                let end = css.get(at + 1..).and_then(|rest| rest.find("*/"));
                at = end.map_or(bytes.len(), |end| at + 1 + end + 2);
            }
            _ => {}
        }
    }
    if deepest > MAX_NESTING {
        return Err(RenderError::TooComplex("the style sheets are nested too deeply"));
    }
    // A selector list is one rule, and each of its selectors is looked at.
    Ok(rules + css.matches(',').count())
}

fn is_url(before: &[u8]) -> bool {
    before.len() >= 3 && before[before.len() - 3..].eq_ignore_ascii_case(b"url")
}

/// Where the contents of a `url(` without quotes end, before the bracket; nothing in them opens or closes anything.
fn after_url(bytes: &[u8], from: usize) -> usize {
    let blank = bytes[from..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let mut at = from + blank;
    if matches!(bytes.get(at), Some(b'"' | b'\'')) {
        return at;
    }
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b')' => return at,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// Where a string ends: behind its quote, or at the end of a line.
fn after_string(bytes: &[u8], from: usize, quote: u8) -> usize {
    let mut at = from;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' | b'\r' | b'\x0c' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_counted() {
        assert_eq!(check_css("a { b: c } @media print { d, e { f: url(x}y) } }").unwrap(), 4);
        assert_eq!(check_css("").unwrap(), 0);
    }

    #[test]
    fn sheets_that_nest_too_deep_are_refused() {
        let nest = |unit: &str| check_css(&unit.repeat(MAX_NESTING + 1)).is_err();
        for deep in ["a{", "@media print{", "b:calc(", "[", "{\"}\"", "{/*}*/", "{url(})", "{\\}", "{'\\'}'"]
        {
            assert!(nest(deep), "{deep}");
        }
        for flat in ["a{}", "url({{)", "\"{\"", "/*{*/", "'{\n}"] {
            assert!(!nest(flat), "{flat}");
        }
    }
}
