//! How elements take part in the flow of text: block-level, inline, or not text at all.

use debulha_dom::{NameId, names};

/// Elements whose contents are never text of the page.
///
/// [`names::PAYLOAD`] is among them, since text of scripts is no text of the page that a browser shows.
/// Comments have no elements; `head` is left to the systems, since some read the title there.
pub fn is_raw(name: NameId) -> bool {
    matches!(
        name,
        names::PAYLOAD
            | names::SCRIPT
            | names::STYLE
            | names::TEMPLATE
            | names::NOSCRIPT
            | names::NOEMBED
            | names::NOFRAMES
            | names::IFRAME
            | names::OBJECT
            | names::EMBED
            | names::APPLET
            | names::SVG
            | names::CANVAS
            | names::AUDIO
            | names::VIDEO
            | names::TEXTAREA
            | names::DATALIST
            | names::ANNOTATION
            | names::ANNOTATION_XML
    )
}

/// Elements that start and end a line of text, by the standard's default style sheet.
///
/// Buttons and options count: their texts are never one phrase with their neighbours'.
pub fn is_block(name: NameId) -> bool {
    matches!(
        name,
        names::ADDRESS
            | names::ARTICLE
            | names::ASIDE
            | names::BLOCKQUOTE
            | names::BODY
            | names::BUTTON
            | names::CAPTION
            | names::CENTER
            | names::COL
            | names::COLGROUP
            | names::DD
            | names::DETAILS
            | names::DIALOG
            | names::DIR
            | names::DIV
            | names::DL
            | names::DT
            | names::FIELDSET
            | names::FIGCAPTION
            | names::FIGURE
            | names::FOOTER
            | names::FORM
            | names::FRAMESET
            | names::H1
            | names::H2
            | names::H3
            | names::H4
            | names::H5
            | names::H6
            | names::HEAD
            | names::HEADER
            | names::HGROUP
            | names::HR
            | names::HTML
            | names::LEGEND
            | names::LI
            | names::MAIN
            | names::MENU
            | names::NAV
            | names::OL
            | names::OPTGROUP
            | names::OPTION
            | names::P
            | names::PAYLOAD
            | names::PLAINTEXT
            | names::PRE
            | names::SEARCH
            | names::SECTION
            | names::SELECT
            | names::SUMMARY
            | names::TABLE
            | names::TBODY
            | names::TD
            | names::TFOOT
            | names::TH
            | names::THEAD
            | names::TITLE
            | names::TR
            | names::UL
            | names::XMP
    )
}
