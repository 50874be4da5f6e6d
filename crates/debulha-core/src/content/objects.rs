//! What has no text of its own: images, formulas, and the parts of the tree without labelled text.

use super::builder::Builder;
use super::inline::Gap;
use super::math;
use super::media::Addresses;
use super::{BlockKind, Image, Inline, Math};
use crate::features::display::is_block;
use debulha_dom::{NodeId, names};

impl Builder<'_> {
    pub(super) fn addresses(&mut self) -> &Addresses {
        self.addresses.get_or_insert_with(|| Addresses::new(self.doc, self.page.url()))
    }

    pub(super) fn stands_alone(&self, math: &Math) -> bool {
        math.display && !self.is_inline_only()
    }

    pub(super) fn formula(&mut self, node: NodeId, math: Math) {
        if !self.stands_alone(&math) {
            return self.run.object(node, Inline::Math(math));
        }
        self.flush(None);
        let (_, _, mean) = self.run.finish();
        self.blocks.push(self.doc, BlockKind::Math(math), node, mean);
    }

    pub(super) fn script(&mut self, node: NodeId) {
        if let Some(math) = math::tex_of_script(self.doc, node)
            && self.keeps_objects_of(node)
        {
            self.formula(node, math);
        }
    }

    /// What is not text in a subtree without labelled text: spacing, and images if it has no text of its own or is
    /// a figure.
    pub(super) fn pass_below(&mut self, top: NodeId) {
        let doc = self.doc;
        let visibility = self.page.visibility();
        let counts = self.page.stats().subtree(doc, top);
        if counts.chars > 0 {
            self.cut();
        }
        if counts.chars > 0 && (counts.images == 0 || doc.name(top) != names::FIGURE) {
            return;
        }
        for node in doc.subtree(top).filter(|&node| !visibility.is_hidden(node)) {
            match doc.name(node) {
                names::NONE if counts.chars == 0 => self.left_out(node, doc.text(node)),
                names::BR => self.line_break(),
                names::IMG => self.image(node, top),
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
        self.run.widen(Gap::Cut);
        if self.labels.omits(self.doc, img) || !self.keeps_objects_of(top) {
            return;
        }
        if let Some(math) = math::tex_of_image(self.doc, img) {
            return self.formula(img, math);
        }
        let doc = self.doc;
        if let Some(image) = self.addresses().image(doc, img) {
            self.run.object(img, Inline::Image(image));
            self.run.widen(Gap::Cut);
        }
    }

    /// Whether what has no text of its own is content at a place of the walk.
    fn keeps_objects_of(&mut self, top: NodeId) -> bool {
        self.blocks.in_figure() || self.regions.is_kept(self.page, self.labels, self.next, top)
    }
}

/// The image that is all of a run. A link around it leads to the image at another size, or is lost.
pub(super) fn only_image(text: &[Inline]) -> Option<Image> {
    match text {
        [Inline::Image(image)] => Some(image.clone()),
        [Inline::Link { text, .. }] => match &text[..] {
            [Inline::Image(image)] => Some(image.clone()),
            _ => None,
        },
        _ => None,
    }
}
