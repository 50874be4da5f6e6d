//! Names of elements and attributes as 16-bit ids.
//!
//! Names that systems ask for have constants here; any other name of a page gets an id of its document, from
//! [`STATIC_NAMES`]`.len()` upwards. Comparing names is comparing numbers.
//!
//! [`PAYLOAD`] is the one name that no page can have, since the parser folds case: it is for elements that
//! [`Unfolding`](crate::Unfolding) adds.

/// The name of an element or attribute: a constant of this module, or an id private to one document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NameId(pub(crate) u16);

/// The name of nodes that have none: text, comments, the document.
pub const NONE: NameId = NameId(u16::MAX);

/// Stands for every further name once a document has used up all ids.
pub const OVERFLOW: NameId = NameId(u16::MAX - 1);

/// The id of a name that has a constant, by binary search.
pub fn lookup(name: &str) -> Option<NameId> {
    STATIC_NAMES.binary_search(&name).ok().map(|index| NameId(index as u16))
}

macro_rules! names {
    ($($constant:ident $name:literal)*) => {
        /// Every name with a constant, in byte order; the position is the id.
        pub static STATIC_NAMES: &[&str] = &[$($name),*];

        /// Numbers the constants.
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Position { $($constant),* }

        $(
            #[doc = concat!("`", $name, "`")]
            pub const $constant: NameId = NameId(Position::$constant as u16);
        )*
    };
}

#[rustfmt::skip]
names! {
    PAYLOAD "PAYLOAD" A "a" ABBR "abbr" ABOUT "about" ACRONYM "acronym" ACTION "action" ADDRESS "address" ALIGN "align"
    ALT "alt" ALTTEXT "alttext" ANNOTATION "annotation" ANNOTATION_XML "annotation-xml" APPLET "applet"
    AREA "area" ARIA_EXPANDED "aria-expanded" ARIA_HIDDEN "aria-hidden"
    ARIA_LABEL "aria-label" ARIA_LABELLEDBY "aria-labelledby" ARIA_LEVEL "aria-level" ARTICLE "article"
    ASIDE "aside" ASYNC "async" AUDIO "audio" B "b" BASE "base" BASEFONT "basefont" BDI "bdi" BDO "bdo"
    BGSOUND "bgsound" BIG "big" BLINK "blink" BLOCKQUOTE "blockquote" BODY "body" BR "br" BUTTON "button"
    CANVAS "canvas" CAPTION "caption" CENTER "center" CHARSET "charset" CITE "cite" CLASS "class"
    CODE "code" COL "col" COLGROUP "colgroup" COLOR "color" COLSPAN "colspan" CONTENT "content"
    CONTENT_TYPE "content-type" CROSSORIGIN "crossorigin" D "d" DATA "data" DATA_ID "data-id"
    DATA_LANG "data-lang" DATA_LANGUAGE "data-language" DATA_LAZY_SRC "data-lazy-src"
    DATA_ORIGINAL "data-original" DATA_SRC "data-src" DATA_SRCSET "data-srcset" DATA_TYPE "data-type"
    DATALIST "datalist" DATETIME "datetime" DD "dd" DECODING "decoding" DEFER "defer"
    DEFINITION_URL "definitionURL" DEFINITIONURL "definitionurl" DEL "del" DESC "desc" DETAILS "details"
    DFN "dfn" DIALOG "dialog" DIR "dir" DISPLAY "display" DIV "div" DL "dl" DT "dt" EM "em" EMBED "embed"
    ENCODING "encoding" FACE "face" FIELDSET "fieldset" FIGCAPTION "figcaption" FIGURE "figure" FILL "fill"
    FONT "font" FOOTER "footer" FOR "for" FOREIGNOBJECT "foreignObject" FOREIGNOBJECT_TAG "foreignobject"
    FORM "form" FRAME "frame" FRAMESET "frameset" G "g" H1 "h1" H2 "h2" H3 "h3" H4 "h4" H5 "h5" H6 "h6"
    HEAD "head" HEADER "header" HEADERS "headers" HEIGHT "height" HGROUP "hgroup" HIDDEN "hidden" HR "hr"
    HREF "href" HTML "html" HTTP_EQUIV "http-equiv" I "i" ID "id" IFRAME "iframe" IMAGE "image" IMG "img"
    INPUT "input" INS "ins" INTEGRITY "integrity" ISINDEX "isindex" ITEMID "itemid" ITEMPROP "itemprop"
    ITEMREF "itemref" ITEMSCOPE "itemscope" ITEMTYPE "itemtype" KBD "kbd" KEYGEN "keygen" LABEL "label"
    LANG "lang" LEGEND "legend" LI "li" LINK "link" LISTING "listing" LOADING "loading" MAIN "main"
    MALIGNMARK "malignmark" MAP "map" MARK "mark" MARQUEE "marquee" MATH "math" MEDIA "media" MENU "menu"
    MENUITEM "menuitem" META "meta" METER "meter" METHOD "method" MFRAC "mfrac" MGLYPH "mglyph" MI "mi"
    MN "mn" MO "mo" MROW "mrow" MS "ms" MSQRT "msqrt" MSUB "msub" MSUP "msup" MTEXT "mtext"
    MULTICOL "multicol" NAME "name" NAV "nav" NOBR "nobr" NOEMBED "noembed" NOFRAMES "noframes"
    NOSCRIPT "noscript" OBJECT "object" OL "ol" ONCLICK "onclick" OPTGROUP "optgroup" OPTION "option"
    OUTPUT "output" P "p" PARAM "param" PATH "path" PICTURE "picture" PLACEHOLDER "placeholder"
    PLAINTEXT "plaintext" PRE "pre" PROGRESS "progress" PROPERTY "property" PUBDATE "pubdate" Q "q" RB "rb"
    RECT "rect" REL "rel" RESOURCE "resource" REVERSED "reversed" ROLE "role" ROWSPAN "rowspan" RP "rp"
    RT "rt" RTC "rtc" RUBY "ruby" S "s" SAMP "samp" SCOPE "scope" SCRIPT "script" SEARCH "search"
    SECTION "section" SELECT "select" SELECTEDCONTENT "selectedcontent" SEMANTICS "semantics" SIZE "size"
    SIZES "sizes" SLOT "slot" SMALL "small" SOURCE "source" SPACER "spacer" SPAN "span" SRC "src"
    SRCSET "srcset" START "start" STRIKE "strike" STRONG "strong" STYLE "style" SUB "sub" SUMMARY "summary"
    SUP "sup" SVG "svg" TABINDEX "tabindex" TABLE "table" TARGET "target" TBODY "tbody" TD "td"
    TEMPLATE "template" TEXTAREA "textarea" TFOOT "tfoot" TH "th" THEAD "thead" TIME "time" TITLE "title"
    TR "tr" TRACK "track" TT "tt" TYPE "type" TYPEOF "typeof" U "u" UL "ul" USE "use" VALUE "value"
    VAR "var" VIDEO "video" VIEW_BOX "viewBox" VOCAB "vocab" WBR "wbr" WIDTH "width" XML_LANG "xml:lang"
    XMP "xmp"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_so_that_lookup_finds_each() {
        for (index, name) in STATIC_NAMES.iter().enumerate() {
            assert_eq!(lookup(name), Some(NameId(index as u16)), "{name}");
        }
        assert_eq!(lookup("x-custom"), None);
        assert_eq!(STATIC_NAMES[DIV.0 as usize], "div");
    }
}
