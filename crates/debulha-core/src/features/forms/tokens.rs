//! What forms and fields have, as tokens for classifiers.
//!
//! A token is a letter or two that say where it is from, a colon, and what it is: `nw:email` is a word of a name. Letters of
//! things of the field before and behind begin with `<` and `>`.

use super::read::shortened;
use super::{Access, Control, Field, Form, FormKind};
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};

/// Fields of a form that are looked at. Forms of people have some dozens.
const MAX_FIELDS: usize = 200;

/// Nodes of a form that are looked at for its text.
const MAX_NODES: usize = 3_000;

/// Words of a text that are tokens.
const MAX_WORDS: usize = 40;

/// Words of a form's text that are tokens.
const MAX_TEXT_WORDS: usize = 80;

/// Bytes of a name, an id or an address that are looked at.
const MAX_NAME: usize = 80;

/// Letters of the parts of names and addresses that count for forms.
const GRAM: usize = 5;

/// Letters of the parts of names and labels that count for fields, which have fewer.
const FIELD_GRAM: usize = 4;

/// Words of a label that are one token together, and whose parts count.
const LABEL_WORDS: usize = 6;

/// Letters of a word that count.
const MAX_LETTERS: usize = 30;

/// Options of a list that are looked at.
const MAX_OPTIONS: usize = 6;

/// Families of tokens of a neighbour that count.
const NEAR: [&str; 5] = ["c:", "l:", "n:", "nn:", "ll:"];

/// Tokens that are being gathered.
#[derive(Default)]
struct TokenBag(Vec<String>);

impl TokenBag {
    fn add(&mut self, family: &str, token: &str) {
        self.0.push(format!("{family}:{token}"));
    }

    /// The words of a text, and its pairs of words.
    fn text(&mut self, family: &str, text: &str) {
        let mut before: Option<String> = None;
        for word in words(text).take(MAX_WORDS) {
            if let Some(before) = before {
                self.add(family, &format!("{before} {word}"));
            }
            self.add(family, &word);
            before = Some(word);
        }
    }

    /// The parts of a name, such as `user` and `name` of `userName`.
    fn parts(&mut self, family: &str, name: &str) {
        for word in words(&parted(cut(name))) {
            self.add(family, &word);
        }
    }

    /// The parts of a name, and each run of [`GRAM`] letters of it with its ends marked.
    fn name(&mut self, family: &str, name: &str) {
        self.parts(family, name);
        self.grams(family, name);
    }

    /// Each run of [`FIELD_GRAM`] letters of each word, with its ends marked.
    fn letters(&mut self, family: &str, text: &str) {
        for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
            let letters: Vec<char> =
                std::iter::once('_').chain(word.chars()).chain(std::iter::once('_')).collect();
            for gram in letters.windows(FIELD_GRAM) {
                self.add(family, &gram.iter().collect::<String>());
            }
        }
    }

    fn grams(&mut self, family: &str, name: &str) {
        let name = cut(name).to_lowercase();
        for part in
            name.split(|c: char| c.is_whitespace() || c.is_ascii_digit()).filter(|part| !part.is_empty())
        {
            let letters: Vec<char> =
                std::iter::once('_').chain(part.chars()).chain(std::iter::once('_')).collect();
            for gram in letters.windows(GRAM) {
                self.add(family, &format!("~{}", gram.iter().collect::<String>()));
            }
        }
    }
}

fn cut(name: &str) -> &str {
    &name[..name.floor_char_boundary(MAX_NAME)]
}

/// Words in lower case, digits as `0`.
fn words(text: &str) -> impl Iterator<Item = String> {
    let parts = text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty());
    parts.map(|part| {
        if part.chars().all(|c| c.is_ascii_digit()) {
            "0".to_owned()
        } else {
            part.chars().take(MAX_LETTERS).flat_map(char::to_lowercase).collect()
        }
    })
}

/// A name with a space where a capital letter follows a small one, or a digit a letter.
fn parted(name: &str) -> String {
    let mut parted = String::with_capacity(name.len() + 8);
    let mut before = ' ';
    for c in name.chars() {
        if (c.is_uppercase() && before.is_lowercase()) || c.is_numeric() != before.is_numeric() {
            parted.push(' ');
        }
        parted.push(c);
        before = c;
    }
    parted
}

/// A number as a token: exact while it is small.
fn count(number: usize) -> &'static str {
    match number {
        0 => "0",
        1 => "1",
        2 => "2",
        3 => "3",
        4..=5 => "4",
        6..=9 => "6",
        10..=19 => "10",
        20..=49 => "20",
        _ => "50",
    }
}

fn visible(form: &Form) -> Vec<&Field> {
    form.fields.iter().filter(|field| field.control != Control::Hidden).take(MAX_FIELDS).collect()
}

/// Lines of text of whatever meaning are one, as pages use them.
fn rough(control: Control) -> &'static str {
    match control {
        Control::Image => "submit",
        control if control.is_text() => "text",
        control => control.name(),
    }
}

/// The tokens of a form. O(tokens), of which there are at most some thousands.
pub fn form_tokens(page: &Page<'_>, form: &Form) -> Vec<String> {
    let doc = page.document();
    let mut bag = TokenBag::default();
    let fields = visible(form);
    bag.add("m", form.method.name());
    for &control in Control::ALL {
        let found = form.fields.iter().filter(|field| field.control == control).count();
        if found > 0 {
            bag.add("c", control.name());
            bag.add("c", &format!("{} {}", control.name(), count(found)));
            bag.add("mc", &format!("{} {}", form.method.name(), control.name()));
        }
    }
    let texts = fields.iter().filter(|field| field.control.is_text()).count();
    let passwords = fields.iter().filter(|field| field.control == Control::Password).count();
    bag.add("c", &format!("texts {}", count(texts)));
    bag.add("c", &format!("passwords {}", count(passwords)));
    bag.add("c", &format!("texts {} passwords {}", count(texts), count(passwords)));
    bag.add("c", &format!("seen {}", count(fields.len())));
    let order: Vec<&str> = fields.iter().take(6).map(|field| rough(field.control)).collect();
    bag.add("o", &order.join(" "));
    bag.grams("a", path_of(&form.action));
    for word in words(&parted(cut(path_of(&form.action)))) {
        bag.add("aw", &word);
    }
    for name in [names::ID, names::CLASS, names::NAME] {
        if let Some(text) = form.node.and_then(|node| doc.attribute(node, name)) {
            bag.name("f", text);
        }
    }
    for field in &fields {
        let attribute = |name| doc.attribute(field.node, name).unwrap_or_default();
        if field.control.is_button() {
            bag.text("b", label(field));
            bag.name("bn", &field.name);
        } else {
            bag.text("l", label(field));
            bag.text("l", field.placeholder.as_deref().unwrap_or_default());
            bag.name("n", &field.name);
            for choice in field.options.iter().take(MAX_OPTIONS) {
                bag.text("op", &choice.label);
            }
        }
        bag.name("i", attribute(names::ID));
        bag.name("i", attribute(names::CLASS));
        bag.text("t", shortened(attribute(names::TITLE)));
        if field.control.is_text() {
            bag.text("v", shortened(&field.value));
        }
    }
    for field in form.fields.iter().filter(|field| field.control == Control::Hidden).take(MAX_FIELDS) {
        bag.name("h", &field.name);
    }
    if let Some(node) = form.node {
        texts_of(page, node, &mut bag);
        heading_before(doc, node, &mut bag);
    }
    if let Some(address) = page.address() {
        bag.name("u", address.path());
    }
    bag.0
}

/// The path and query of an address, without its host.
fn path_of(address: &str) -> &str {
    let after = address
        .split_once("://")
        .map_or(address, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    after.trim()
}

fn label(field: &Field) -> &str {
    field.label.as_ref().map_or("", |label| &label.text)
}

/// The words of a form's text, of its links, headings and pictures.
fn texts_of(page: &Page<'_>, form: NodeId, bag: &mut TokenBag) {
    let (doc, visibility) = (page.document(), page.visibility());
    let mut left = MAX_TEXT_WORDS;
    let mut in_link = 0;
    for node in doc.descendants(form).take(MAX_NODES) {
        let attribute = |name| shortened(doc.attribute(node, name).unwrap_or_default());
        match doc.name(node) {
            names::A => {
                in_link = doc.subtree_end(node);
                bag.add("k", "link");
            }
            names::IMG => bag.name("g", attribute(names::ALT)),
            names::IFRAME => bag.name("g", attribute(names::SRC)),
            names::H1 | names::H2 | names::H3 | names::H4 | names::LEGEND => {
                bag.text("hd", &super::labels::text_of(doc, node));
            }
            names::OPTION => {}
            _ if doc.is_text(node) && !visibility.is_hidden(node) => {
                let text = shortened(doc.text(node));
                if node.0 < in_link {
                    bag.text("k", text);
                }
                for word in words(text).take(left) {
                    bag.add("x", &word);
                    left -= 1;
                }
            }
            _ => {}
        }
    }
}

/// The words of the last heading before a form, no further than some nodes.
fn heading_before(doc: &Document, form: NodeId, bag: &mut TokenBag) {
    let before = (form.0.saturating_sub(40)..form.0).rev().map(NodeId);
    let is_heading = |node: &NodeId| {
        matches!(
            doc.name(*node),
            names::H1 | names::H2 | names::H3 | names::H4 | names::LEGEND | names::STRONG
        )
    };
    if let Some(heading) = before.into_iter().find(is_heading) {
        bag.text("hb", &super::labels::text_of(doc, heading));
    }
}

/// What a field says of itself, for its own tokens and those of its neighbours.
fn own_tokens(doc: &Document, field: &Field) -> Vec<String> {
    let mut bag = TokenBag::default();
    let attribute = |name| doc.attribute(field.node, name).unwrap_or_default();
    bag.add("c", field.control.name());
    if !field.name.is_empty() {
        bag.add("nn", &cut(&field.name).to_lowercase());
    }
    bag.parts("n", &field.name);
    bag.letters("ng", &cut(&field.name).to_lowercase());
    let text = label(field);
    bag.text("l", text);
    if !text.is_empty() {
        let whole: Vec<String> = words(text).take(LABEL_WORDS).collect();
        let whole = whole.join(" ");
        bag.letters("lg", &whole);
        bag.add("ll", &whole);
    }
    bag.parts("i", attribute(names::ID));
    bag.parts("i", attribute(names::CLASS));
    bag.text("t", shortened(attribute(names::TITLE)));
    bag.text("t", shortened(attribute(names::PLACEHOLDER)));
    if let Some(complete) = doc.find_name("autocomplete").and_then(|name| doc.attribute(field.node, name)) {
        bag.add("ac", &cut(complete.trim()).to_lowercase());
    }
    if field.control.is_text() || field.control.is_button() {
        bag.text("v", shortened(&field.value));
    }
    if field.control.has_options() {
        let options = field.options.len();
        bag.add("on", &format!("{} {}", field.control.name(), count(options)));
        bag.add(
            "on",
            if (28..=33).contains(&options) {
                "days"
            } else if (12..=13).contains(&options) {
                "months"
            } else {
                "else"
            },
        );
        if options > 150 {
            bag.add("on", "150");
        }
        for choice in field.options.iter().take(MAX_OPTIONS) {
            bag.text("op", &choice.label);
            bag.parts("ov", &choice.value);
        }
        let is_year = |text: &str| text.len() == 4 && (text.starts_with("19") || text.starts_with("20"));
        if field.options.iter().take(MAX_OPTIONS).any(|choice| is_year(choice.label.trim())) {
            bag.add("on", "year");
        }
    }
    bag.0
}

/// The tokens of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldTokens {
    /// The place of the field among [`Form::fields`].
    pub field: usize,
    tokens: Vec<String>,
    /// Families and tokens that count with what the form is held for.
    with_kind: Vec<(&'static str, String)>,
}

impl FieldTokens {
    /// All of them, where the form is held for something.
    pub fn with(&self, kind: FormKind) -> Vec<String> {
        let with_kind =
            self.with_kind.iter().map(|(family, token)| format!("{family}:{} {token}", kind.code()));
        self.tokens.iter().cloned().chain(with_kind).collect()
    }
}

/// The tokens of the fields of a form that a reader sees. O(tokens).
pub fn field_tokens(page: &Page<'_>, form: &Form) -> Vec<FieldTokens> {
    let doc = page.document();
    let seen: Vec<usize> = (0..form.fields.len())
        .filter(|&at| form.fields[at].control != Control::Hidden)
        .take(MAX_FIELDS)
        .collect();
    let own: Vec<Vec<String>> = seen.iter().map(|&at| own_tokens(doc, &form.fields[at])).collect();
    let is_near = |token: &&String| NEAR.iter().any(|family| token.starts_with(family));
    let passwords = seen.iter().filter(|&&at| form.fields[at].control == Control::Password).count();
    let mut passwords_before = 0;
    let mut all = Vec::with_capacity(seen.len());
    for (nth, &at) in seen.iter().enumerate() {
        let field = &form.fields[at];
        let mut bag = TokenBag(own[nth].clone());
        for (mark, near) in [('<', nth.checked_sub(1)), ('>', Some(nth + 1))] {
            match near.and_then(|near| own.get(near)) {
                Some(tokens) => {
                    bag.0.extend(tokens.iter().filter(is_near).map(|token| format!("{mark}{token}")));
                }
                None => bag.0.push(format!("{mark}none")),
            }
        }
        let control = field.control.name();
        bag.add("at", &format!("{control} {}", count(nth)));
        bag.add("at", &format!("{control} {} from the end", count(seen.len() - nth - 1)));
        bag.add("of", count(seen.len()));
        bag.add("p", &format!("{control} {} of {}", count(passwords_before), count(passwords)));
        bag.add("q", if field.required { "required" } else { "free" });
        if field.access != Access::Open {
            bag.add("q", "fixed");
        }
        if let Some(longest) = field.max_length.filter(|&longest| longest < 20) {
            bag.add("ml", &longest.to_string());
        }
        passwords_before += usize::from(field.control == Control::Password);
        let mut with_kind = vec![("k", String::new()), ("kc", control.to_owned())];
        with_kind.extend(words(&parted(cut(&field.name))).take(2).map(|word| ("kn", word)));
        all.push(FieldTokens { field: at, tokens: bag.0, with_kind });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(add: impl Fn(&mut TokenBag)) -> Vec<String> {
        let mut bag = TokenBag::default();
        add(&mut bag);
        bag.0
    }

    #[test]
    fn tokens_end_at_their_limits() {
        for more in [0, 1] {
            // Each word but the first also makes a pair.
            let text = "rye ".repeat(MAX_WORDS + more);
            assert_eq!(tokens(|bag| bag.text("l", &text)).len(), 2 * MAX_WORDS - 1, "{more}");
            assert_eq!(cut(&"x".repeat(MAX_NAME + more)).len(), MAX_NAME, "{more}");
            let word = words(&"x".repeat(MAX_LETTERS + more)).next();
            assert_eq!(word.map(|word| word.len()), Some(MAX_LETTERS), "{more}");
        }
        // A name one letter shorter than a gram has the two that its ends make.
        let name = |gram: usize| "abcdefgh"[..gram - 1].to_owned();
        assert_eq!(tokens(|bag| bag.grams("n", &name(GRAM))).len(), 2);
        assert_eq!(tokens(|bag| bag.grams("n", &name(GRAM)[2..])).len(), 0);
        assert_eq!(tokens(|bag| bag.letters("n", &name(FIELD_GRAM))).len(), 2);
        assert_eq!(tokens(|bag| bag.letters("n", &name(FIELD_GRAM)[2..])).len(), 0);
    }
}
