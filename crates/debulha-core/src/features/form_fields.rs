//! What the forms of a page are filled in with.

use debulha_dom::{Document, NodeId, names};

/// Kinds of `input` whose value nobody has chosen or that no query repeats.
const NO_VALUE: [&str; 6] = ["submit", "button", "reset", "image", "file", "password"];

/// The fields of all forms of a page, in document order, as they would be submitted unchanged.
///
/// ```
/// use debulha_core::features::form_fields::FormFields;
/// use debulha_dom::{Limits, parse};
///
/// let html = "<input name=q value=rye><input type=submit name=go value=Search>";
/// let fields = FormFields::of(&parse(html, &Limits::default()).document);
/// assert_eq!(fields.filled_in, [("q".to_owned(), "rye".to_owned())]);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FormFields {
    /// Name and value of each field that has a name: text as given, boxes that are checked, options that are selected.
    /// A field without a value has an empty one.
    pub filled_in: Vec<(String, String)>,
    /// Texts of `label` elements.
    pub labels: Vec<String>,
}

impl FormFields {
    /// Reads them, whether the page shows them or not. O(nodes + text of the fields).
    pub fn of(doc: &Document) -> Self {
        let mut fields = FormFields::default();
        let (checked, selected) = (doc.find_name("checked"), doc.find_name("selected"));
        let has = |node, name: Option<_>| name.is_some_and(|name| doc.attribute(node, name).is_some());
        // Options and labels may nest in markup that is none of HTML; what is in another was read with it.
        let (mut option_end, mut label_end) = (0, 0);
        let mut select = None;
        for node in doc.nodes().filter(|&node| doc.is_element(node)) {
            let name = || doc.attribute(node, names::NAME).filter(|name| !name.trim().is_empty());
            let mut add = |name: &str, value: String| fields.filled_in.push((name.to_owned(), value));
            match doc.name(node) {
                names::INPUT => {
                    let Some(name) = name() else { continue };
                    let kind = doc.attribute(node, names::TYPE).unwrap_or("text").trim().to_ascii_lowercase();
                    let is_box = matches!(kind.as_str(), "checkbox" | "radio");
                    let unchecked = is_box && !has(node, checked);
                    if !unchecked && !NO_VALUE.contains(&kind.as_str()) {
                        add(name, doc.attribute(node, names::VALUE).unwrap_or_default().to_owned());
                    }
                }
                names::TEXTAREA => {
                    if let Some(name) = name() {
                        add(name, doc.text_content(node));
                    }
                }
                names::SELECT => {
                    select = name().map(|name| (doc.subtree_end(node), name.to_owned()));
                    if let Some((_, name)) = &select {
                        add(name, String::new());
                    }
                }
                names::OPTION if node.0 >= option_end && has(node, selected) => {
                    option_end = doc.subtree_end(node);
                    if let Some((_, name)) = select.as_ref().filter(|(end, _)| node.0 < *end) {
                        add(name, option_value(doc, node));
                    }
                }
                names::LABEL if node.0 >= label_end => {
                    label_end = doc.subtree_end(node);
                    fields.labels.push(doc.text_content(node));
                }
                _ => {}
            }
        }
        fields
    }
}

fn option_value(doc: &Document, option: NodeId) -> String {
    doc.attribute(option, names::VALUE).map_or_else(|| doc.text_content(option), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    #[test]
    fn fields_are_as_they_would_be_submitted() {
        let html = "<form><input name=a value=1><input type=hidden name=b value=2><input type=radio name=c value=3>\
            <input type=Radio checked name=c value=4><input name=' ' value=5><input value=6>\
            <input type=password name=p value=7><input name=empty><textarea name=t>some text</textarea>\
            <select name=s><option value=8>eight<option selected>nine</select><option selected>stray</option></form>";
        let fields = FormFields::of(&parse(html, &Limits::default()).document);
        let shown: Vec<String> =
            fields.filled_in.iter().map(|(name, value)| format!("{name}={value}")).collect();
        assert_eq!(shown, ["a=1", "b=2", "c=4", "empty=", "t=some text", "s=", "s=nine"]);
    }

    #[test]
    fn labels_are_read_once() {
        let html = "<label>Author <b>name</b><input name=q></label><label for=x>Title</label>";
        let fields = FormFields::of(&parse(html, &Limits::default()).document);
        assert_eq!(fields.labels.join("|"), "Author name|Title");
    }
}
