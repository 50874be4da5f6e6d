//! TeX that stands in the text, for a script to typeset: `\(…\)`, `\[…\]`, `$…$`, `$$…$$`, `\begin{…}…\end{…}`.

use super::math::{clean, looks_like_tex};
use super::{BlockKind, Inline, Math};
use debulha_dom::{Document, names};
use memchr::{memchr2, memmem};

/// Characters of the longest formula between single dollar signs; those of prices can be far apart.
const MAX_DOLLAR_CHARS: usize = 400;
/// Letters of the longest word of a formula that has no mark of TeX: `sin`, `max`, `if`.
const MAX_WORD_LETTERS: usize = 3;

/// Environments that are formulas of their own, without delimiters; with `*` too.
const ENVIRONMENTS: [&str; 8] =
    ["equation", "align", "gather", "multline", "eqnarray", "alignat", "flalign", "displaymath"];

/// Whether a page loads a script that typesets TeX: MathJax or KaTeX. O(scripts).
pub(super) fn is_typeset(doc: &Document) -> bool {
    let names_one = |text: &str| {
        ["mathjax", "katex", "MathJax", "KaTeX", "renderMathInElement"]
            .iter()
            .any(|name| memmem::find(text.as_bytes(), name.as_bytes()).is_some())
    };
    doc.nodes().any(|node| match doc.name(node) {
        names::SCRIPT => {
            doc.attributes(node).any(|(_, value)| names_one(value))
                || doc.children(node).any(|text| names_one(doc.text(text)))
        }
        names::LINK => doc.attribute(node, names::HREF).is_some_and(names_one),
        _ => false,
    })
}

/// Whether running text has what could begin a formula.
pub(super) fn may_hold(inlines: &[Inline]) -> bool {
    inlines.iter().any(|inline| match inline {
        Inline::Text(text) => memchr2(b'$', b'\\', text.as_bytes()).is_some(),
        Inline::Emphasis(inner)
        | Inline::Strong(inner)
        | Inline::Strike(inner)
        | Inline::Subscript(inner)
        | Inline::Superscript(inner)
        | Inline::Link { text: inner, .. } => may_hold(inner),
        _ => false,
    })
}

/// Running text with its TeX as formulas. Recursion is over marks, whose nesting is bounded. O(text).
pub(super) fn split(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    let mut text = String::new();
    for inline in inlines {
        match inline {
            Inline::Text(piece) => text.push_str(&piece),
            Inline::LineBreak => text.push('\n'),
            other => {
                split_text(&std::mem::take(&mut text), &mut out);
                out.push(split_inner(other));
            }
        }
    }
    split_text(&text, &mut out);
    out
}

fn split_inner(inline: Inline) -> Inline {
    match inline {
        Inline::Emphasis(inner) => Inline::Emphasis(split(inner)),
        Inline::Strong(inner) => Inline::Strong(split(inner)),
        Inline::Strike(inner) => Inline::Strike(split(inner)),
        Inline::Subscript(inner) => Inline::Subscript(split(inner)),
        Inline::Superscript(inner) => Inline::Superscript(split(inner)),
        Inline::Link { href, title, text } => Inline::Link { href, title, text: split(text) },
        other => other,
    }
}

/// The blocks of running text: formulas on a line of their own, and the text before, between and behind them.
pub(super) fn blocks(inlines: Vec<Inline>) -> Vec<BlockKind> {
    let mut blocks = Vec::new();
    let mut text = Vec::new();
    for inline in inlines {
        match inline {
            Inline::Math(math) if math.display => {
                push_paragraph(std::mem::take(&mut text), &mut blocks);
                blocks.push(BlockKind::Math(math));
            }
            other => text.push(other),
        }
    }
    push_paragraph(text, &mut blocks);
    blocks
}

fn push_paragraph(mut text: Vec<Inline>, blocks: &mut Vec<BlockKind>) {
    let is_space = |inline: &Inline| match inline {
        Inline::LineBreak => true,
        Inline::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    while text.pop_if(|last| is_space(last)).is_some() {}
    let start = text.iter().position(|inline| !is_space(inline)).unwrap_or(0);
    text.drain(..start);
    if let Some(Inline::Text(first)) = text.first_mut() {
        *first = first.trim_start().to_owned();
    }
    if let Some(Inline::Text(last)) = text.last_mut() {
        last.truncate(last.trim_end().len());
    }
    if !text.is_empty() {
        blocks.push(BlockKind::Paragraph(text));
    }
}

/// A delimiter of formulas.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Delimiter {
    Parenthesis,
    Bracket,
    Dollars,
    Dollar,
    Environment,
}

/// Splits text in which `\n` is a line break.
fn split_text(text: &str, out: &mut Vec<Inline>) {
    let mut plain = 0;
    let mut at = 0;
    // Once a closing delimiter is not found, none of its sort lies further on.
    let mut missing = [false; 5];
    while let Some(step) = memchr2(b'$', b'\\', &text.as_bytes()[at..]) {
        at += step;
        let Some(delimiter) = delimiter_at(&text[at..]).filter(|&d| !missing[d as usize]) else {
            at += if text[at..].starts_with('\\') && text[at + 1..].starts_with(['\\', '$']) { 2 } else { 1 };
            continue;
        };
        match formula(&text[at..], delimiter) {
            Ok(Some((math, len))) => {
                push_text(&text[plain..at], out);
                out.push(Inline::Math(math));
                at += len;
                plain = at;
            }
            Ok(None) => at += 1,
            Err(NotClosed) => {
                missing[delimiter as usize] = true;
                at += 1;
            }
        }
    }
    push_text(&text[plain..], out);
}

fn push_text(text: &str, out: &mut Vec<Inline>) {
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push(Inline::LineBreak);
        }
        if !line.is_empty() {
            out.push(Inline::Text(line.to_owned()));
        }
    }
}

fn delimiter_at(text: &str) -> Option<Delimiter> {
    match text.as_bytes() {
        [b'$', b'$', ..] => Some(Delimiter::Dollars),
        [b'$', ..] => Some(Delimiter::Dollar),
        [b'\\', b'(', ..] => Some(Delimiter::Parenthesis),
        [b'\\', b'[', ..] => Some(Delimiter::Bracket),
        _ if text.starts_with("\\begin{") => Some(Delimiter::Environment),
        _ => None,
    }
}

/// A delimiter has no partner.
struct NotClosed;

/// The formula at the start of a text and the bytes that it takes with its delimiters; nothing if it is none.
fn formula(text: &str, delimiter: Delimiter) -> Result<Option<(Math, usize)>, NotClosed> {
    let (close, display) = match delimiter {
        Delimiter::Parenthesis => ("\\)", false),
        Delimiter::Bracket => ("\\]", true),
        Delimiter::Dollars => ("$$", true),
        Delimiter::Dollar => return between_dollars(text),
        Delimiter::Environment => return environment(text),
    };
    let end = text[2..].find(close).ok_or(NotClosed)?;
    let tex = clean(&text[2..2 + end]).tex;
    let math = (!tex.is_empty()).then(|| (Math { tex, display }, end + 4));
    Ok(math)
}

/// By the rules of Pandoc: no space inside at either end, no digit behind; and what is between is like TeX or like a
/// formula of few words, as prices have dollar signs too.
fn between_dollars(text: &str) -> Result<Option<(Math, usize)>, NotClosed> {
    let inner = &text[1..];
    let mut end = 0;
    loop {
        end += inner[end..].find('$').ok_or(NotClosed)?;
        if !inner[..end].ends_with('\\') {
            break;
        }
        end += 1;
    }
    let tex = &inner[..end];
    let is_tight =
        !tex.is_empty() && !tex.starts_with(char::is_whitespace) && !tex.ends_with(char::is_whitespace);
    let goes_on = inner[end + 1..].starts_with(|c: char| c.is_ascii_digit() || c == '$');
    let fits = is_tight && !goes_on && tex.len() <= MAX_DOLLAR_CHARS && !tex.contains('\n');
    let math = (fits && (looks_like_tex(tex) || is_short_formula(tex)))
        .then(|| (Math { tex: clean(tex).tex, display: false }, end + 2));
    Ok(math.filter(|(math, _)| !math.tex.is_empty()))
}

/// Letters that are variables, numbers and operators.
fn is_short_formula(tex: &str) -> bool {
    let is_variable = |word: &str| word.chars().count() <= MAX_WORD_LETTERS;
    let is_sign = |c: char| c.is_alphanumeric() || " +-*/=<>()[]|,.!':".contains(c);
    tex.chars().any(char::is_alphabetic)
        && tex.chars().all(is_sign)
        && tex.split(|c: char| !c.is_alphabetic()).all(is_variable)
}

fn environment(text: &str) -> Result<Option<(Math, usize)>, NotClosed> {
    let name =
        text.strip_prefix("\\begin{").and_then(|rest| rest.split_once('}')).map_or("", |(name, _)| name);
    if !ENVIRONMENTS.contains(&name.strip_suffix('*').unwrap_or(name)) {
        return Ok(None);
    }
    let close = format!("\\end{{{name}}}");
    let len = text.find(&close).ok_or(NotClosed)? + close.len();
    Ok(Some((Math { tex: text[..len].replace('\n', " "), display: true }, len)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formulas(text: &str) -> String {
        let shown = |inline: Inline| match inline {
            Inline::Text(text) => text,
            Inline::Math(Math { tex, display: true }) => format!("⟦{tex}⟧"),
            Inline::Math(Math { tex, .. }) => format!("⟨{tex}⟩"),
            Inline::LineBreak => "/".to_owned(),
            other => format!("{other:?}"),
        };
        split(vec![Inline::Text(text.to_owned())]).into_iter().map(shown).collect()
    }

    #[test]
    fn delimiters_of_tex_hold_formulas() {
        for (text, expected) in [
            (r"a \(x_1\) b", "a ⟨x_1⟩ b"),
            (r"\[ x \] and $$ y $$.", "⟦x⟧ and ⟦y⟧."),
            (r"let $n$, $f(x) = 2x$ and $\pi$", r"let ⟨n⟩, ⟨f(x) = 2x⟩ and ⟨\pi⟩"),
            (r"\begin{align*} a &= b \end{align*} c", r"⟦\begin{align*} a &= b \end{align*}⟧ c"),
            ("it costs $5 and $6", "it costs $5 and $6"),
            ("from $5-$6 to US$7", "from $5-$6 to US$7"),
            ("paid $dollars and cents$ here", "paid $dollars and cents$ here"),
            (r"\$x_1$ y_1$", r"\$x_1$ y_1$"),
            (r"open \( and $$ and \begin{align}", r"open \( and $$ and \begin{align}"),
            (r"\begin{code}x\end{code} \\(x)", r"\begin{code}x\end{code} \\(x)"),
        ] {
            assert_eq!(formulas(text), expected);
        }
    }

    #[test]
    fn formulas_go_over_line_breaks() {
        let inlines = ["$$", "x", "$$ a"].map(|line| Inline::Text(line.to_owned()));
        let broken = inlines.into_iter().flat_map(|line| [line, Inline::LineBreak]).collect();
        assert_eq!(
            split(broken),
            [
                Inline::Math(Math { tex: "x".to_owned(), display: true }),
                Inline::Text(" a".to_owned()),
                Inline::LineBreak
            ]
        );
    }
}
