//! The classes of elements that the standard's rules speak of, as one flag word a name.

use crate::document::Namespace;
use crate::names::{self, NameId, STATIC_NAMES};

/// A set of elements as one bit of a [`Flags`] word.
pub(crate) type Flags = u16;

/// Ends [the default scope](https://html.spec.whatwg.org/multipage/parsing.html#has-an-element-in-scope).
pub(crate) const DEFAULT_SCOPE: Flags = 1;
/// Ends list item scope.
pub(crate) const LIST_ITEM_SCOPE: Flags = 1 << 1;
/// Ends button scope.
pub(crate) const BUTTON_SCOPE: Flags = 1 << 2;
/// Ends table scope.
pub(crate) const TABLE_SCOPE: Flags = 1 << 3;
/// The special category.
pub(crate) const SPECIAL: Flags = 1 << 4;
/// Special, and not `address`, `div` or `p`: what a `li`, `dd` or `dt` does not look past.
pub(crate) const ENDS_ITEM_SEARCH: Flags = 1 << 5;
/// What resetting the insertion mode looks for.
pub(crate) const RESETS_MODE: Flags = 1 << 6;
/// The sets above, which the stack of open elements keeps the last position of.
pub(crate) const BARRIERS: usize = 7;
/// Implied end tags.
pub(crate) const IMPLIED_END: Flags = 1 << 7;
/// Implied end tags, thoroughly.
pub(crate) const THOROUGHLY_IMPLIED_END: Flags = 1 << 8;
/// `table`, `tbody`, `tfoot`, `thead`, `tr`: where foster parenting is for.
pub(crate) const FOSTERS: Flags = 1 << 9;
/// Table body context: `tbody`, `tfoot`, `thead`, `template`, `html`.
pub(crate) const TABLE_BODY_CONTEXT: Flags = 1 << 10;
/// Table row context: `tr`, `template`, `html`.
pub(crate) const TABLE_ROW_CONTEXT: Flags = 1 << 11;
/// `h1` to `h6`.
pub(crate) const HEADING: Flags = 1 << 12;
/// A start tag in foreign content that ends it.
pub(crate) const BREAKS_OUT: Flags = 1 << 13;
/// What the rules for the head take in, wherever it stands.
pub(crate) const HEAD_CONTENT: Flags = 1 << 14;
/// `caption`, `col`, `colgroup`, `tbody`, `td`, `tfoot`, `th`, `thead`, `tr`.
pub(crate) const TABLE_PART: Flags = 1 << 15;

static HTML: [Flags; STATIC_NAMES.len()] = html_flags();

/// The sets that an element is in. `name` as in the tree.
#[inline]
pub(crate) fn flags(namespace: Namespace, name: NameId) -> Flags {
    if namespace == Namespace::Html { html(name) } else { foreign(namespace, name) }
}

/// The sets that an element of HTML is in.
#[inline]
pub(crate) fn html(name: NameId) -> Flags {
    HTML.get(name.0 as usize).copied().unwrap_or(0)
}

fn foreign(namespace: Namespace, name: NameId) -> Flags {
    let is_scope = is_text_integration_point(namespace, name)
        || is_svg_integration_point(namespace, name)
        || (namespace == Namespace::MathMl && name == names::ANNOTATION_XML);
    let scopes = DEFAULT_SCOPE | LIST_ITEM_SCOPE | BUTTON_SCOPE | SPECIAL | ENDS_ITEM_SEARCH;
    if is_scope { scopes } else { 0 }
}

/// MathML text integration points.
pub(crate) fn is_text_integration_point(namespace: Namespace, name: NameId) -> bool {
    namespace == Namespace::MathMl
        && matches!(name, names::MI | names::MO | names::MN | names::MS | names::MTEXT)
}

/// HTML integration points of SVG. Those of MathML depend on an attribute.
pub(crate) fn is_svg_integration_point(namespace: Namespace, name: NameId) -> bool {
    namespace == Namespace::Svg && matches!(name, names::FOREIGNOBJECT | names::DESC | names::TITLE)
}

const fn html_flags() -> [Flags; STATIC_NAMES.len()] {
    #[allow(clippy::wildcard_imports)]
    use crate::names::*;
    let mut flags = [0; STATIC_NAMES.len()];
    let all_scopes = DEFAULT_SCOPE | LIST_ITEM_SCOPE | BUTTON_SCOPE;
    #[rustfmt::skip]
    let sets: &[(Flags, &[NameId])] = &[
        (all_scopes, &[APPLET, CAPTION, HTML, TABLE, TD, TH, MARQUEE, OBJECT, SELECT, TEMPLATE]),
        (LIST_ITEM_SCOPE, &[OL, UL]),
        (BUTTON_SCOPE, &[BUTTON]),
        (TABLE_SCOPE, &[HTML, TABLE, TEMPLATE]),
        (SPECIAL, &[ADDRESS, DIV, P]),
        (SPECIAL | ENDS_ITEM_SEARCH, &[
            APPLET, AREA, ARTICLE, ASIDE, BASE, BASEFONT, BGSOUND, BLOCKQUOTE, BODY, BR, BUTTON, CAPTION,
            CENTER, COL, COLGROUP, DD, DETAILS, DIR, DL, DT, EMBED, FIELDSET, FIGCAPTION, FIGURE, FOOTER, FORM,
            FRAME, FRAMESET, H1, H2, H3, H4, H5, H6, HEAD, HEADER, HGROUP, HR, HTML, IFRAME, IMG, INPUT, KEYGEN,
            LI, LINK, LISTING, MAIN, MARQUEE, MENU, META, NAV, NOEMBED, NOFRAMES, NOSCRIPT, OBJECT, OL, PARAM,
            PLAINTEXT, PRE, SCRIPT, SEARCH, SECTION, SELECT, SOURCE, STYLE, SUMMARY, TABLE, TBODY, TD, TEMPLATE,
            TEXTAREA, TFOOT, TH, THEAD, TITLE, TR, TRACK, UL, WBR, XMP,
        ]),
        (RESETS_MODE, &[
            TD, TH, TR, TBODY, THEAD, TFOOT, CAPTION, COLGROUP, TABLE, TEMPLATE, HEAD, BODY, FRAMESET, HTML,
        ]),
        (IMPLIED_END | THOROUGHLY_IMPLIED_END, &[DD, DT, LI, OPTION, OPTGROUP, P, RB, RP, RT, RTC]),
        (THOROUGHLY_IMPLIED_END, &[CAPTION, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR]),
        (FOSTERS, &[TABLE, TBODY, TFOOT, THEAD, TR]),
        (TABLE_BODY_CONTEXT, &[TBODY, TFOOT, THEAD, TEMPLATE, HTML]),
        (TABLE_ROW_CONTEXT, &[TR, TEMPLATE, HTML]),
        (HEADING, &[H1, H2, H3, H4, H5, H6]),
        (HEAD_CONTENT, &[BASE, BASEFONT, BGSOUND, LINK, META, NOFRAMES, SCRIPT, STYLE, TEMPLATE, TITLE]),
        (TABLE_PART, &[CAPTION, COL, COLGROUP, TBODY, TD, TFOOT, TH, THEAD, TR]),
        (BREAKS_OUT, &[
            B, BIG, BLOCKQUOTE, BODY, BR, CENTER, CODE, DD, DIV, DL, DT, EM, EMBED, H1, H2, H3, H4, H5, H6, HEAD,
            HR, I, IMG, LI, LISTING, MENU, META, NOBR, OL, P, PRE, RUBY, S, SMALL, SPAN, STRONG, STRIKE, SUB,
            SUP, TABLE, TT, U, UL, VAR,
        ]),
    ];
    let mut set = 0;
    while set < sets.len() {
        let (flag, members) = sets[set];
        let mut member = 0;
        while member < members.len() {
            flags[members[member].0 as usize] |= flag;
            member += 1;
        }
        set += 1;
    }
    flags
}
