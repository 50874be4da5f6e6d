//! What has no text of its own: images, formulas, and the parts of the tree without labelled text.

use super::builder::ContentBuilder;
use super::emoji::emoji;
use super::inline::InlineGap;
use super::math::{self, TexAttributes};
use super::media::Addresses;
use super::{BlockKind, Image, Inline, Math, raw_tex};
use crate::features::display::is_block;
use debulha_dom::style::line_keeping;
use debulha_dom::{Document, NodeId, names};

/// Levels between an image and the link around it: `picture`, `figure`, a box or two.
const MAX_LINK_LEVELS: usize = 6;

impl<'p> ContentBuilder<'p> {
    pub(super) fn addresses(&mut self) -> &Addresses<'p> {
        self.addresses.get_or_insert_with(|| Addresses::new(self.page))
    }

    pub(super) fn stands_alone(&self, math: &Math) -> bool {
        math.display && !self.is_inline_only()
    }

    pub(super) fn formula(&mut self, node: NodeId, math: Math) {
        self.blocks.trace.wrote_tex(node.0..self.doc.subtree_end(node));
        if !self.stands_alone(&math) {
            return self.run.object(node, Inline::Math(math));
        }
        self.flush(None);
        let (_, _, mean) = self.run.finish();
        self.blocks.push(self.doc, BlockKind::Math(math), node, mean);
    }

    /// A script, met in the unlabelled subtree of `top`: perhaps a formula.
    pub(super) fn script(&mut self, node: NodeId, top: NodeId) {
        if let Some(math) = math::tex_of_script(self.doc, node)
            && self.keeps_objects_of(top)
        {
            self.formula(node, math);
        }
    }

    /// The formula that an element without text states by an attribute.
    fn formula_without_text(&mut self, node: NodeId, top: NodeId) {
        let doc = self.doc;
        if let Some(math) = self.tex_attributes().formula(doc, node)
            && self.keeps_objects_of(top)
        {
            self.formula(node, math);
        }
    }

    pub(super) fn tex_attributes(&mut self) -> &TexAttributes {
        self.tex_attributes.get_or_insert_with(|| TexAttributes::of(self.doc))
    }

    /// Whether line breaks in a text node of the source are shown.
    pub(super) fn keeps_lines(&mut self, text: NodeId) -> bool {
        let is_pre = |code| matches!(self.doc.name(code), names::PRE | names::XMP | names::PLAINTEXT);
        if self.run.code_element().is_some_and(is_pre) {
            return true;
        }
        let doc = self.doc;
        let ranges = self.line_keeping.get_or_insert_with(|| line_keeping(doc));
        let after = ranges.partition_point(|range| range.start <= text.0);
        after > 0 && ranges[after - 1].end > text.0
    }

    /// Running text with the TeX in it as formulas, on pages that load a script which does the same.
    pub(super) fn with_formulas(&mut self, text: Vec<Inline>) -> Vec<Inline> {
        if !raw_tex::may_hold(&text) {
            return text;
        }
        let doc = self.doc;
        if *self.typesets.get_or_insert_with(|| raw_tex::is_typeset(doc)) {
            raw_tex::split(text)
        } else {
            text
        }
    }

    /// What is not text in a subtree without labelled text: spacing, and images, formulas and what is embedded if it
    /// has no text of its own or is a figure.
    pub(super) fn pass_below(&mut self, top: NodeId) {
        let doc = self.doc;
        let visibility = self.page.visibility();
        let counts = self.page.stats().subtree(doc, top);
        if counts.chars > 0 {
            self.cut();
        }
        if counts.chars > 0 && doc.name(top) != names::FIGURE {
            return self.embed_behind_consent(top);
        }
        let mut formula_end = 0;
        for node in doc.subtree(top) {
            if node.0 < formula_end || self.embed(node, top) || visibility.is_hidden(node) {
                // A formula may be nothing but a script.
                if doc.name(node) == names::SCRIPT && node.0 >= formula_end && counts.chars == 0 {
                    self.script(node, top);
                }
                continue;
            }
            if counts.chars == 0 && self.tex_attributes().formula(doc, node).is_some() {
                formula_end = doc.subtree_end(node);
                self.formula_without_text(node, top);
                continue;
            }
            match doc.name(node) {
                names::NONE if counts.chars == 0 => self.left_out(node, doc.text(node)),
                names::BR => self.line_break(),
                names::IMG => self.image(node, top),
                _ if is_amp_image(doc, node) => {
                    self.image(node, top);
                    // An image of the same in `noscript`, or what is shown until it is there.
                    formula_end = doc.subtree_end(node);
                }
                name if is_block(name) => self.separate(name),
                _ => {}
            }
        }
        if is_block(doc.name(top)) {
            self.separate(doc.name(top));
        }
    }

    /// An image or formula as an image, met in the unlabelled subtree of `top`.
    fn image(&mut self, img: NodeId, top: NodeId) {
        let emoji = emoji(self.doc, img);
        if emoji.is_none() {
            self.run.widen(InlineGap::Cut);
        }
        if self.labels.omits(self.doc, img) || !self.keeps_objects_of(top) {
            return;
        }
        if let Some(emoji) = emoji {
            return self.run.text(img, &emoji);
        }
        if let Some(math) = math::tex_of_image(self.doc, img) {
            return self.formula(img, math);
        }
        let doc = self.doc;
        let Some(image) = self.addresses().image(doc, img) else { return };
        // The walk does not come into a link without text.
        let around = doc.ancestors(img).take(MAX_LINK_LEVELS).take_while(|&around| around >= top);
        let link = around.into_iter().find(|&around| doc.name(around) == names::A);
        let is_linked = link.is_some_and(|link| self.start_link(link));
        self.run.object(img, Inline::Image(image));
        if is_linked {
            self.run.end_mark();
        }
        self.run.widen(InlineGap::Cut);
    }

    /// Whether what has no text of its own is content at a place of the walk.
    pub(super) fn keeps_objects_of(&mut self, top: NodeId) -> bool {
        self.blocks.in_figure() || self.regions.is_kept(self.page, self.labels, self.next, top)
    }
}

/// Whether an element is an image of AMP, but for those that are shown until something else is there.
fn is_amp_image(doc: &Document, node: NodeId) -> bool {
    doc.is_element(node)
        && matches!(doc.name_str(doc.name(node)), "amp-img" | "amp-anim")
        && !doc.attributes(node).any(|(name, _)| matches!(doc.name_str(name), "placeholder" | "fallback"))
}

/// The block that a run is, if it is nothing but an image, a linked one, or something embedded.
pub(super) fn only_object(text: &[Inline]) -> Option<BlockKind> {
    match text {
        [Inline::Image(image)] => Some(BlockKind::Image(image.clone())),
        [Inline::Embed(embed)] => Some(BlockKind::Embed(embed.clone())),
        [Inline::Link { href, text, .. }] => match &text[..] {
            [Inline::Image(image)] => {
                Some(BlockKind::Image(Image { link: Some(href.clone()), ..image.clone() }))
            }
            _ => None,
        },
        _ => None,
    }
}
