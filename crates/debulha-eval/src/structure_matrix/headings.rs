//! Headings: the title of a page in different places, and headings with links to edit them.

use super::contexts::{self, PageContext};
use super::{Case, StructureGroup, StructureMarkup};

/// A paragraph for pages that are about their headings.
const PARAGRAPH: &str = "<p>Nobody had thought of the old signs. They lay in a cellar behind the office, painted by hand, and \
                         not one of them was spelt the way it is spelt today.</p>";

/// Pages whose title has to be there.
pub(super) fn titles() -> Vec<Case> {
    let further = contexts::ALL.iter().chain(&contexts::TITLES);
    further.map(title).collect()
}

fn title(context: &PageContext) -> Case {
    let id = format!("{}-{}", StructureGroup::Title.name(), context.name);
    let parts = vec![context.title.to_owned()];
    Case { group: StructureGroup::Title, id, html: context.with(PARAGRAPH), parts, ..Case::default() }
}

/// Headings with marks that are none of their text.
pub(super) fn units() -> Vec<StructureMarkup> {
    MARKED
        .iter()
        .map(|&(name, html)| StructureMarkup {
            parts: Some(vec!["Old signs", "Nobody had thought of the old signs", "Where they are now"]),
            forbidden: vec!["edit", "Edit", "¶", "🔗"],
            ..StructureMarkup::new(StructureGroup::EditMarks, name, "", html)
        })
        .collect()
}

const MARKED: [(&str, &str); 4] = [
    (
        "mediawiki-old",
        "<h2><span class=\"mw-headline\" id=\"O\">Old signs</span><span class=\"mw-editsection\"><span \
         class=\"mw-editsection-bracket\">[</span><a href=\"/e1\">edit</a><span class=\"mw-editsection-bracket\">]</span></span></h2>\
         <p>Nobody had thought of the old signs. They lay in a cellar behind the office.</p><h2><span class=\"mw-headline\" \
         id=\"W\">Where they are now</span><span class=\"mw-editsection\"><span class=\"mw-editsection-bracket\">[</span><a \
         href=\"/e2\">edit</a><span class=\"mw-editsection-bracket\">]</span></span></h2><p>Two hang in the school, painted over once \
         more.</p>",
    ),
    (
        "mediawiki-new",
        "<div class=\"mw-heading mw-heading2\"><h2 id=\"O\">Old signs</h2><span class=\"mw-editsection\"><span \
         class=\"mw-editsection-bracket\">[</span><a href=\"/e1\"><span>edit</span></a><span \
         class=\"mw-editsection-bracket\">]</span></span></div><p>Nobody had thought of the old signs. They lay in a cellar behind the \
         office.</p><div class=\"mw-heading mw-heading2\"><h2 id=\"W\">Where they are now</h2><span class=\"mw-editsection\"><span \
         class=\"mw-editsection-bracket\">[</span><a href=\"/e2\"><span>edit</span></a><span \
         class=\"mw-editsection-bracket\">]</span></span></div><p>Two hang in the school, painted over once more.</p>",
    ),
    (
        "permalinks",
        "<h2 id=\"o\">Old signs<a class=\"headerlink\" href=\"#o\">¶</a></h2><p>Nobody had thought of the old signs. They lay in a cellar \
         behind the office.</p><h2 id=\"w\"><a class=\"anchor\" href=\"#w\">🔗</a>Where they are now</h2><p>Two hang in the school, \
         painted over once more.</p>",
    ),
    (
        "edit-link",
        "<h2>Old signs <a class=\"edit-section\" href=\"/wiki?section=2&amp;action=edit\">[Edit]</a></h2><p>Nobody had thought of the old \
         signs. They lay in a cellar behind the office.</p><h2>Where they are now <a class=\"edit-section\" \
         href=\"/wiki?section=3&amp;action=edit\">[Edit]</a></h2><p>Two hang in the school, painted over once more.</p>",
    ),
];
