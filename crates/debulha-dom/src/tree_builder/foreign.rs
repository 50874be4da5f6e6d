//! The [rules for foreign content](https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inforeign):
//! SVG and MathML.

use super::{NextAction, TreeBuilder, sets};
use crate::document::Namespace;
use crate::names::{self, NameId};
use crate::resolve::Nul;
use crate::tokenizer::{HtmlToken, HtmlTokenKind};

/// Names of SVG elements with capitals; tags have them in lower case.
#[rustfmt::skip]
const SVG_TAGS: &[&str] = &[
    "altGlyph", "altGlyphDef", "altGlyphItem", "animateColor", "animateMotion", "animateTransform",
    "clipPath", "feBlend", "feColorMatrix", "feComponentTransfer", "feComposite", "feConvolveMatrix",
    "feDiffuseLighting", "feDisplacementMap", "feDistantLight", "feDropShadow", "feFlood", "feFuncA",
    "feFuncB", "feFuncG", "feFuncR", "feGaussianBlur", "feImage", "feMerge", "feMergeNode", "feMorphology",
    "feOffset", "fePointLight", "feSpecularLighting", "feSpotLight", "feTile", "feTurbulence",
    "foreignObject", "glyphRef", "linearGradient", "radialGradient", "textPath",
];

/// Names of SVG attributes with capitals.
#[rustfmt::skip]
const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName", "attributeType", "baseFrequency", "baseProfile", "calcMode", "clipPathUnits",
    "diffuseConstant", "edgeMode", "filterUnits", "glyphRef", "gradientTransform", "gradientUnits",
    "kernelMatrix", "kernelUnitLength", "keyPoints", "keySplines", "keyTimes", "lengthAdjust",
    "limitingConeAngle", "markerHeight", "markerUnits", "markerWidth", "maskContentUnits", "maskUnits",
    "numOctaves", "pathLength", "patternContentUnits", "patternTransform", "patternUnits", "pointsAtX",
    "pointsAtY", "pointsAtZ", "preserveAlpha", "preserveAspectRatio", "primitiveUnits", "refX", "refY",
    "repeatCount", "repeatDur", "requiredExtensions", "requiredFeatures", "specularConstant",
    "specularExponent", "spreadMethod", "startOffset", "stdDeviation", "stitchTiles", "surfaceScale",
    "systemLanguage", "tableValues", "targetX", "targetY", "textLength", "viewBox", "viewTarget",
    "xChannelSelector", "yChannelSelector", "zoomAndPan",
];

/// Spellings with capitals, looked up once a page and name.
#[derive(Debug, Default)]
pub(super) struct ForeignSpellings {
    /// By name as in the tag, of an element and of an attribute.
    known: Vec<[Option<NameId>; 2]>,
}

#[derive(Clone, Copy)]
enum NameKind {
    Element,
    Attribute,
}

impl TreeBuilder<'_> {
    /// The adjusted current node: of a fragment's root, the context.
    fn adjusted_current(&self) -> Option<(Namespace, NameId)> {
        match self.context {
            Some(context) if self.stack.len() == 1 => Some(context),
            _ => self.stack.current().map(|open| (open.namespace, open.name)),
        }
    }

    #[inline]
    pub(super) fn is_in_foreign_content(&self) -> bool {
        self.adjusted_current().is_some_and(|(namespace, _)| namespace != Namespace::Html)
    }

    /// Whether the rules for foreign content hold for a token: [the tree construction dispatcher](https://html.spec.whatwg.org/multipage/parsing.html#tree-construction-dispatcher).
    #[inline]
    pub(super) fn is_foreign(&self, token: &HtmlToken) -> bool {
        match self.adjusted_current() {
            None | Some((Namespace::Html, _)) => false,
            Some((namespace, name)) => self.is_foreign_in(namespace, name, token),
        }
    }

    fn is_foreign_in(&self, namespace: Namespace, name: NameId, token: &HtmlToken) -> bool {
        let is_start = token.kind == HtmlTokenKind::StartTag;
        let is_start_or_text = is_start || token.kind == HtmlTokenKind::Text;
        if token.kind == HtmlTokenKind::EndOfFile {
            return false;
        }
        if sets::is_text_integration_point(namespace, name) {
            return !is_start_or_text
                || (is_start && matches!(token.name, names::MGLYPH | names::MALIGNMARK));
        }
        if (namespace, name) == (Namespace::MathMl, names::ANNOTATION_XML) {
            let is_svg = is_start && token.name == names::SVG;
            return !(is_svg || is_start_or_text && self.is_html_annotation());
        }
        !(is_start_or_text && sets::is_svg_integration_point(namespace, name))
    }

    /// Whether the current node is an `annotation-xml` with HTML in it.
    fn is_html_annotation(&self) -> bool {
        let Some(open) = self.stack.current() else { return false };
        if (open.namespace, open.name) != (Namespace::MathMl, names::ANNOTATION_XML) {
            return false;
        }
        let encoding = self.value(self.arena.node(open.node).span, names::ENCODING);
        encoding.is_some_and(|encoding| {
            encoding.eq_ignore_ascii_case("text/html")
                || encoding.eq_ignore_ascii_case("application/xhtml+xml")
        })
    }

    pub(super) fn foreign(&mut self, token: &mut HtmlToken) -> NextAction {
        match (token.kind, token.name) {
            (HtmlTokenKind::Text, _) => {
                let mut run = token.run;
                if self.frameset_ok && self.has_words(run) {
                    self.frameset_ok = false;
                }
                if run.dirt.nul() {
                    run.rules.nul = Nul::Replace;
                }
                self.insert_text(run);
                NextAction::Done
            }
            (HtmlTokenKind::Comment, _) => self.insert_comment(token),
            (HtmlTokenKind::EndTag, names::BR | names::P) => self.break_out(token),
            (HtmlTokenKind::StartTag, names::FONT) if self.is_html_font(token) => self.break_out(token),
            (HtmlTokenKind::StartTag, name) if sets::html(name) & sets::BREAKS_OUT != 0 => {
                self.break_out(token)
            }
            (HtmlTokenKind::StartTag, _) => {
                let namespace = self.adjusted_current().map_or(Namespace::Html, |(namespace, _)| namespace);
                self.insert_foreign(token, namespace);
                NextAction::Done
            }
            (HtmlTokenKind::EndTag, _) => self.end_tag_in_foreign(token),
            (HtmlTokenKind::Doctype | HtmlTokenKind::EndOfFile, _) => NextAction::Done,
        }
    }

    fn is_html_font(&self, token: &HtmlToken) -> bool {
        let attributes = &self.tokenizer.attributes[token.attributes as usize..];
        attributes.iter().any(|a| matches!(a.name, names::COLOR | names::FACE | names::SIZE))
    }

    /// A tag of HTML ends the foreign content.
    fn break_out(&mut self, token: &mut HtmlToken) -> NextAction {
        while let Some(open) = self.stack.current() {
            let (namespace, name) = (open.namespace, open.name);
            if namespace == Namespace::Html
                || sets::is_text_integration_point(namespace, name)
                || sets::is_svg_integration_point(namespace, name)
                || self.is_html_annotation()
            {
                break;
            }
            self.pop();
        }
        self.step(self.mode, token)
    }

    fn end_tag_in_foreign(&mut self, token: &mut HtmlToken) -> NextAction {
        if self.stack.len() == 1 {
            return NextAction::Done;
        }
        match self.stack.last_foreign(token.name) {
            Some(position) if position > 0 => {
                self.pop_to(position);
                NextAction::Done
            }
            _ => self.step(self.mode, token),
        }
    }

    /// [Inserts a foreign element](https://html.spec.whatwg.org/multipage/parsing.html#insert-a-foreign-element) for a
    /// tag.
    pub(super) fn insert_foreign(&mut self, token: &HtmlToken, namespace: Namespace) {
        let mut name = token.name;
        if namespace == Namespace::Svg {
            name = self.spelling(name, NameKind::Element);
            for index in token.attributes as usize..self.tokenizer.attributes.len() {
                let attribute = self.tokenizer.attributes[index].name;
                self.tokenizer.attributes[index].name = self.spelling(attribute, NameKind::Attribute);
            }
        } else {
            let attributes = &mut self.tokenizer.attributes[token.attributes as usize..];
            for attribute in attributes.iter_mut().filter(|a| a.name == names::DEFINITIONURL) {
                attribute.name = names::DEFINITION_URL;
            }
        }
        let node = self.create_for(token, namespace, name);
        if let Some(place) = self.place() {
            self.arena.attach(place, node);
        }
        if !token.self_closing {
            self.push(node, name, token.name, namespace);
        }
    }

    /// The name with the capitals that SVG has in it.
    fn spelling(&mut self, name: NameId, kind: NameKind) -> NameId {
        let index = name.0 as usize;
        if index >= self.foreign_names.known.len() {
            self.foreign_names.known.resize(index + 64, [None; 2]);
        }
        if let Some(known) = self.foreign_names.known[index][kind as usize] {
            return known;
        }
        let spellings = match kind {
            NameKind::Element => SVG_TAGS,
            NameKind::Attribute => SVG_ATTRIBUTES,
        };
        let tag = self.tokenizer.names.spelling(name);
        let adjusted = match spellings.iter().find(|spelling| spelling.eq_ignore_ascii_case(tag)) {
            Some(spelling) => self.tokenizer.names.id_as_spelt(spelling),
            None => name,
        };
        self.foreign_names.known[index][kind as usize] = Some(adjusted);
        adjusted
    }
}
