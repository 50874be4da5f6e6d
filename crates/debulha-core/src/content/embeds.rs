//! Films, sounds and pages of other addresses that a page shows within itself.

use super::builder::ContentBuilder;
use super::inline::InlineGap;
use super::media::{self, Addresses};
use super::{Embed, Image, Inline};
use debulha_dom::style::Declared;
use debulha_dom::{Document, NodeId, names};

/// Characters of the id of a film; what is longer is something else.
const MAX_FILM_ID: usize = 24;

/// Words of a box that asks before it loads what it is to show, at most (our decision: a notice on privacy in short).
const MAX_CONSENT_WORDS: u32 = 80;

/// Attributes with the id of a film or post.
const IDS: [&str; 4] = ["videoid", "data-videoid", "data-tweetid", "data-shortcode"];

/// Elements that scripts make players or posts, by their names, with the address before the id.
const PLAYERS: [(&str, &str); 7] = [
    ("lite-youtube", "https://www.youtube.com/watch?v="),
    ("amp-youtube", "https://www.youtube.com/watch?v="),
    ("lite-vimeo", "https://vimeo.com/"),
    ("amp-vimeo", "https://vimeo.com/"),
    ("amp-dailymotion", "https://www.dailymotion.com/video/"),
    ("amp-twitter", "https://twitter.com/i/status/"),
    ("amp-instagram", "https://www.instagram.com/p/"),
];

/// Elements of AMP that are others by another name.
const AMP: [&str; 3] = ["amp-iframe", "amp-video", "amp-audio"];

impl ContentBuilder<'_> {
    /// Something embedded, met in the unlabelled subtree of `top`; kept as an image would be. Whether the element is
    /// one that embeds.
    pub(super) fn embed(&mut self, node: NodeId, top: NodeId) -> bool {
        let doc = self.doc;
        if !embeds(doc, node) {
            return false;
        }
        self.run.widen(InlineGap::Cut);
        let parent_shows =
            |parent| !self.page.visibility().is_hidden(parent) || doc.name(parent) == names::NOSCRIPT;
        if self.in_code()
            || !doc.parent(node).is_some_and(parent_shows)
            || hides_itself(doc, node)
            || self.labels.omits(doc, node)
            || !self.keeps_objects_of(top)
        {
            return true;
        }
        let Some(found) = self.addresses().embed(doc, node) else { return true };
        // A `noscript` repeats what a script puts before it.
        if let FoundEmbed::Embed(embed) = &found
            && self.last_embed.replace(embed.src.clone()).as_ref() == Some(&embed.src)
        {
            return true;
        }
        self.run.object(node, found.into_inline());
        self.run.widen(InlineGap::Cut);
        true
    }

    /// The frame of a box that asks before it loads it: the text of the box is not kept, it has a button, and the frame has
    /// its address for a script alone.
    pub(super) fn embed_behind_consent(&mut self, top: NodeId) {
        let doc = self.doc;
        if self.page.stats().subtree(doc, top).words > MAX_CONSENT_WORDS {
            return;
        }
        let mut frames = doc.descendants(top).filter(|&node| doc.name(node) == names::IFRAME);
        let (Some(frame), None) = (frames.next(), frames.next()) else { return };
        let has_button = doc.descendants(top).any(|node| doc.name(node) == names::BUTTON);
        let loads = doc.attribute(frame, names::SRC).is_some_and(|src| !src.is_empty() && is_of_web(src));
        if has_button && !loads && media::lazy_sources(doc, frame).next().is_some() {
            self.embed(frame, top);
        }
    }

    /// Frames in a `noscript`, for pages whose scripts load them.
    pub(super) fn embeds_of_noscript(&mut self, noscript: NodeId) {
        let doc = self.doc;
        for child in doc.children(noscript).filter(|&child| doc.name(child) == names::IFRAME) {
            self.embed(child, noscript);
        }
    }
}

/// What an element that embeds shows.
#[derive(Debug)]
pub(super) enum FoundEmbed {
    Embed(Embed),
    /// A film of which only its picture has an address.
    Poster(Image),
}

impl FoundEmbed {
    fn into_inline(self) -> Inline {
        match self {
            FoundEmbed::Embed(embed) => Inline::Embed(embed),
            FoundEmbed::Poster(image) => Inline::Image(image),
        }
    }
}

impl Addresses<'_> {
    /// What an element embeds, if it has an address of the web and a size that can be looked at.
    fn embed(&self, doc: &Document, node: NodeId) -> Option<FoundEmbed> {
        if media::is_tiny(doc, node) {
            return None;
        }
        let resolve = |address: &str| self.resolve(address).filter(|address| is_of_web(address));
        let stated = |name| doc.attribute(node, name);
        let by_name = |wanted: &str| {
            doc.attributes(node).find(|&(name, _)| doc.name_str(name) == wanted).map(|(_, value)| value)
        };
        let sources = doc.children(node).filter(|&child| doc.name(child) == names::SOURCE);
        let sources = sources.filter_map(|child| {
            doc.attribute(child, names::SRC).or_else(|| doc.attribute(child, names::DATA_SRC))
        });
        let src = media::lazy_sources(doc, node)
            .chain(stated(names::SRC))
            .chain(stated(names::DATA).filter(|_| doc.name(node) == names::OBJECT))
            .chain(inside_object(doc, node))
            .chain(sources)
            .find_map(resolve)
            .or_else(|| film(doc, node));
        let title = [by_name("title"), by_name("aria-label"), by_name("playlabel"), by_name("data-title")];
        let title = title.into_iter().flatten().map(media::fold).find(|title| !title.is_empty());
        let title = title.unwrap_or_default();
        let poster = [by_name("poster"), by_name("data-poster")].into_iter().flatten().find_map(resolve);
        match (src, poster) {
            (Some(src), poster) => {
                Some(FoundEmbed::Embed(Embed { src, title, poster: poster.unwrap_or_default() }))
            }
            (None, Some(src)) => {
                Some(FoundEmbed::Poster(Image { src, alt: title, title: String::new(), link: None }))
            }
            (None, None) => None,
        }
    }
}

fn embeds(doc: &Document, node: NodeId) -> bool {
    match doc.name(node) {
        names::IFRAME | names::VIDEO | names::AUDIO | names::EMBED | names::OBJECT => true,
        name if doc.is_element(node) => {
            let name = doc.name_str(name);
            name.contains('-') && (AMP.contains(&name) || PLAYERS.iter().any(|(player, _)| *player == name))
        }
        _ => false,
    }
}

/// What plug-ins were to show in an `object`: its parameter `movie` or `src`, or the `embed` or `iframe` for browsers that
/// knew no `object`.
fn inside_object(doc: &Document, node: NodeId) -> impl Iterator<Item = &str> {
    let children = doc.children(node).filter(move |_| doc.name(node) == names::OBJECT);
    children.filter_map(|child| match doc.name(child) {
        names::PARAM => {
            let name = doc.attribute(child, names::NAME)?;
            let is_address = ["movie", "src"].iter().any(|known| name.eq_ignore_ascii_case(known));
            doc.attribute(child, names::VALUE).filter(|_| is_address)
        }
        names::EMBED | names::IFRAME => doc.attribute(child, names::SRC),
        _ => None,
    })
}

/// The address of the film whose id a player's element states.
fn film(doc: &Document, node: NodeId) -> Option<String> {
    let name = doc.name_str(doc.name(node));
    let (_, address) = PLAYERS.iter().find(|(player, _)| *player == name)?;
    let ids = doc.attributes(node).filter(|&(name, _)| IDS.contains(&doc.name_str(name)));
    let is_id = |id: &&str| {
        (1..=MAX_FILM_ID).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
    };
    ids.map(|(_, id)| id.trim()).find(is_id).map(|id| format!("{address}{id}"))
}

fn hides_itself(doc: &Document, node: NodeId) -> bool {
    doc.attribute(node, names::HIDDEN).is_some()
        || doc.attribute(node, names::STYLE).is_some_and(|style| Declared::read(style).hides())
}

/// Whether an address is of the web, or relative: `about:blank` and the `blob:` of a player lead nowhere.
fn is_of_web(address: &str) -> bool {
    let before_path = address.split(['/', '?', '#']).next().unwrap_or_default();
    before_path.split_once(':').is_none_or(|(scheme, _)| matches!(scheme, "http" | "https"))
}
