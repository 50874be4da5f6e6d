//! Lists of tasks: which items have a box, and whether it is ticked.

use crate::features::display::is_block;
use debulha_dom::{Document, NodeId, names};

/// Nodes of an item looked at for its box, which stands before the text: in a `label`, `span` or `p` or two.
const MAX_SEARCHED_NODES: usize = 8;
/// The box and elements around it looked at for what it is: `label`, item, list.
const MAX_LABEL_LEVELS: usize = 4;
/// Ancestors of a box looked at for the form that it is a control of.
const MAX_FORM_LEVELS: usize = 32;

/// Class of the boxes that Discourse draws, and of the ticked ones among them.
const DRAWN_BOX: &str = "chcklst-box";
const TICKED_BOX: &str = "checked";
/// Classes of the boxes that exports of Notion draw, with what they say. `checkbox` alone is any form's.
const STATED_BOXES: [(&str, bool); 2] = [("checkbox-on", true), ("checkbox-off", false)];

/// Whether a list item is a task that is done (`true`) or open (`false`); `None` where it is no task.
///
/// Its box is a check box before the text, what states `aria-checked`, or drawn by a class; or the item states `data-checked`,
/// as those of editors do. A check box that a form submits is a control, not a task. O(1) but for attributes.
pub fn is_done(doc: &Document, item: NodeId) -> Option<bool> {
    if let Some(state) = stated(doc, item) {
        return Some(state);
    }
    for node in doc.descendants(item).take(MAX_SEARCHED_NODES) {
        if doc.is_text(node) && !doc.text(node).trim().is_empty() {
            return None;
        }
        match doc.name(node) {
            names::INPUT if is_check_box(doc, node) => {
                return (!is_control(doc, node)).then(|| has(doc, node, "checked"));
            }
            names::UL | names::OL | names::LI | names::A => return None,
            name if is_block(name) || doc.is_element(node) => {
                if let Some(state) = stated(doc, node) {
                    return Some(state);
                }
            }
            _ => {}
        }
    }
    None
}

/// The state that an element's own attributes give, or the classes of its box.
fn stated(doc: &Document, element: NodeId) -> Option<bool> {
    let has_class = |known: &str| doc.classes(element).any(|class| class == known);
    if has_class(DRAWN_BOX) {
        return Some(has_class(TICKED_BOX));
    }
    if let Some(&(_, is_ticked)) = STATED_BOXES.iter().find(|(class, _)| has_class(class)) {
        return Some(is_ticked);
    }
    doc.attributes(element)
        .filter(|&(name, _)| matches!(doc.name_str(name), "aria-checked" | "data-checked"))
        .find_map(|(_, value)| match value.trim() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        })
}

fn is_check_box(doc: &Document, input: NodeId) -> bool {
    doc.attribute(input, names::TYPE).is_some_and(|kind| kind.trim().eq_ignore_ascii_case("checkbox"))
}

fn has(doc: &Document, element: NodeId, attribute: &str) -> bool {
    doc.attributes(element).any(|(name, _)| doc.name_str(name) == attribute)
}

/// Whether a check box can be ticked and has a name to be sent by, an id for a label elsewhere to fold what is below it,
/// or stands in a form; those of tasks cannot be ticked or say what they are by class.
fn is_control(doc: &Document, input: NodeId) -> bool {
    if has(doc, input, "disabled") {
        return false;
    }
    let around = || std::iter::once(input).chain(doc.ancestors(input).take(MAX_FORM_LEVELS));
    let says_task = around()
        .take(MAX_LABEL_LEVELS)
        .flat_map(|element| doc.classes(element))
        .any(|class| class.contains("task"));
    let is_labelled = || {
        around().take(MAX_LABEL_LEVELS).any(|element| doc.name(element) == names::LABEL)
            || has_label_behind(doc, input)
    };
    !says_task
        && (doc.attribute(input, names::NAME).is_some()
            || (doc.attribute(input, names::ID).is_some() && !is_labelled())
            || around().any(|element| doc.name(element) == names::FORM))
}

/// Whether the label of a box stands right behind it, and nothing behind that: else it may fold what is there.
fn has_label_behind(doc: &Document, input: NodeId) -> bool {
    let is_blank = |&node: &NodeId| doc.is_text(node) && doc.text(node).trim().is_empty();
    let behind = |node: NodeId| {
        let mut siblings = std::iter::successors(doc.next_sibling(node), |&node| doc.next_sibling(node));
        siblings.find(|node| !is_blank(node))
    };
    behind(input).is_some_and(|label| {
        doc.name(label) == names::LABEL
            && doc.attribute(label, names::FOR) == doc.attribute(input, names::ID)
            && behind(label).is_none()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, parse};

    fn state(item: &str) -> Option<bool> {
        let doc = parse(&format!("<ul>{item}</ul>"), &Limits::default()).document;
        is_done(&doc, doc.elements_named(names::LI).next().unwrap())
    }

    #[test]
    fn boxes_before_the_text_are_tasks() {
        for (item, expected) in [
            ("<li><input type=checkbox checked disabled> a", Some(true)),
            ("<li><p><label><input type=CheckBox>a</label>", Some(false)),
            ("<li><span role=checkbox aria-checked=true></span>a", Some(true)),
            ("<li data-type=taskItem data-checked=false><div>a", Some(false)),
            ("<li aria-checked=mixed>a", None),
            ("<li>a <input type=checkbox>", None),
            ("<li><input type=radio>a", None),
            ("<li><input type=checkbox name=colour value=red>a", None),
            ("<li><input type=checkbox id=fold>a<label for=fold>[-]</label>", None),
            ("<li><label><input type=checkbox id=a>a</label>", Some(false)),
            ("<li><input type=checkbox id=a checked> <label for=a>a</label>", Some(true)),
            ("<li><input type=checkbox id=a> <label for=a>Why?</label><div>Because.</div>", None),
            ("<li><span class='chcklst-box checked fa'></span> a", Some(true)),
            ("<li><div class='checkbox checkbox-off'></div><span>a</span>", Some(false)),
            ("<li class=checkbox><label><input type=checkbox name=rye>a</label>", None),
            ("<li><div class=checkbox>a</div>", None),
            ("<li class=task-list-item><input type=checkbox name=x>a", Some(false)),
            ("<li><ul><li><input type=checkbox>a</ul>", None),
        ] {
            assert_eq!(state(item), expected, "{item}");
        }
        let form = "<form><li><input type=checkbox>a</form>";
        assert_eq!(state(form), None);
    }

    #[test]
    fn a_box_is_looked_for_near_the_item() {
        let item = |open: &str, before: String, input: &str| {
            state(&format!("<li>{open}{before}<input type=checkbox {input}>a"))
        };
        for (more, is_near) in [(0, true), (1, false)] {
            let found = is_near.then_some(false);
            // The box is looked at, too.
            let before = "<i></i>".repeat(MAX_SEARCHED_NODES - 1 + more);
            assert_eq!(item("", before, ""), found, "{more} nodes");
            // So is what says that it is a task.
            let between = "<b>".repeat(MAX_LABEL_LEVELS - 2 + more);
            assert_eq!(item("<div class=task>", between.clone(), "name=x"), found, "{more} levels");
            assert_eq!(item("<label>", between, "id=a"), found, "{more} levels");
            // The item and the form are levels, too.
            let levels = "<div>".repeat(MAX_FORM_LEVELS - 2 + more);
            let in_form = state(&format!("<form>{levels}<li><input type=checkbox>a"));
            assert_eq!(in_form.is_none(), is_near, "{more} levels of a form");
        }
    }
}
