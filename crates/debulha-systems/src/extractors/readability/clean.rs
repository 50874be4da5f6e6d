//! The third step of an attempt: furniture within the article goes.

mod tables;

use super::attempt::Attempt;
use super::measure::{ChildTally, Inner, MeasuredText, sum_up};
use super::patterns::NameSigns;
use super::prepare::is_block_name;
use super::tag;
use crate::features::edit_tree::{EditTree, TreeVisit};
use debulha_dom::{NameId, NodeId, names};

/// Texts that say nothing but that an advertisement stands here.
const AD_WORDS: [&str; 10] = [
    "ad",
    "advertising",
    "advertisement",
    "pub",
    "publicité",
    "werb",
    "werbung",
    "广告",
    "реклама",
    "anuncio",
];

/// Texts that say nothing but that something is being loaded, with or without dots.
const LOADING_WORDS: [&str; 5] = ["loading", "正在加载", "загрузка", "chargement", "cargando"];

/// Length above which no text is one of these, dots included.
const MAX_NOTHING_CHARS: u32 = 16;

/// What the conditional cleaning counts below an element.
#[derive(Debug, Default)]
struct CleaningCounts {
    inner: Inner,
    paragraphs: u32,
    images: u32,
    items: u32,
    inputs: u32,
    /// `object`, `embed` and `iframe`.
    embeds: u32,
    has_video: bool,
    has_data_table: bool,
    /// Characters in headings; here and below, of nested ones for each.
    heading_chars: u64,
    /// Characters in `ul` and `ol`.
    list_chars: u64,
    /// Whether any text stands in an element that is meant for text.
    has_set_text: bool,
}

impl ChildTally for CleaningCounts {
    fn add_text(&mut self, node: NodeId, text: &MeasuredText) {
        self.inner.add_text(node, text);
    }

    fn add_element(&mut self, tree: &EditTree<'_>, node: NodeId, child: &Self) {
        let name = tree.name(node);
        let chars = child.inner.text.chars;
        self.inner.add(tree, node, &child.inner);
        self.paragraphs += child.paragraphs + u32::from(name == names::P);
        self.images += child.images + u32::from(name == names::IMG);
        self.items += child.items + u32::from(name == names::LI);
        self.inputs += child.inputs + u32::from(name == names::INPUT);
        self.embeds += child.embeds + u32::from(is_embed(name));
        self.has_video |= child.has_video || (is_embed(name) && shows_video(tree, node));
        self.has_data_table |= child.has_data_table;
        let own = |is_counted: bool| if is_counted { u64::from(chars) } else { 0 };
        self.heading_chars += child.heading_chars + own(is_heading(name));
        self.list_chars += child.list_chars + own(matches!(name, names::UL | names::OL));
        self.has_set_text |= child.has_set_text || (chars > 0 && is_set_as_text(name));
    }
}

fn is_heading(name: NameId) -> bool {
    matches!(name, names::H1 | names::H2 | names::H3 | names::H4 | names::H5 | names::H6)
}

fn is_set_as_text(name: NameId) -> bool {
    is_block_name(name) || matches!(name, names::SPAN | names::LI | names::TD)
}

fn is_embed(name: NameId) -> bool {
    matches!(name, names::OBJECT | names::EMBED | names::IFRAME)
}

/// Whether an attribute leads to a site of videos.
fn shows_video(tree: &EditTree<'_>, node: NodeId) -> bool {
    const HOSTS: [&str; 8] = [
        "dailymotion.com",
        "youtube.com",
        "youtube-nocookie.com",
        "player.vimeo.com",
        "v.qq.com",
        "archive.org",
        "upload.wikimedia.org",
        "player.twitch.tv",
    ];
    let starts_with = |text: &[u8], start: &str| {
        text.get(..start.len()).is_some_and(|text| text.eq_ignore_ascii_case(start.as_bytes()))
    };
    tree.document().attributes(tree.origin(node)).any(|(_, value)| {
        value.match_indices("//").any(|(at, _)| {
            let host = &value.as_bytes()[at + 2..];
            let bare = if starts_with(host, "www.") { &host[4..] } else { host };
            HOSTS.iter().any(|name| starts_with(bare, name) || starts_with(host, name))
        })
    })
}

/// Whether a text is an advertisement's label or the message that something is loading.
fn says_nothing(text: &str) -> bool {
    let text = text.to_lowercase();
    let undotted = text.strip_suffix("...").or_else(|| text.strip_suffix('…')).unwrap_or(&text);
    AD_WORDS.contains(&text.as_str()) || LOADING_WORDS.contains(&undotted)
}

impl Attempt<'_, '_> {
    /// Cleans an article. A fixed number of walks over it.
    pub(super) fn clean(&mut self, article: NodeId) {
        let data_tables = tables::data_tables(&self.tree, article);
        self.clean_conditionally(article, names::FORM, &data_tables);
        self.clean_conditionally(article, names::FIELDSET, &data_tables);
        self.remove_named(article, |tree, node| match tree.name(node) {
            names::OBJECT | names::EMBED => !shows_video(tree, node),
            name => matches!(name, names::FOOTER | names::LINK | names::ASIDE),
        });
        self.remove_share_links(article);
        self.remove_named(article, |tree, node| match tree.name(node) {
            names::IFRAME => !shows_video(tree, node),
            name => matches!(name, names::INPUT | names::TEXTAREA | names::SELECT | names::BUTTON),
        });
        self.remove_headings(article);
        for name in [names::TABLE, names::UL, names::DIV] {
            self.clean_conditionally(article, name, &data_tables);
        }
    }

    /// Removes the elements below the article that go by their name. The article is a root: the walk ends with it.
    fn remove_named(&mut self, article: NodeId, goes: impl Fn(&EditTree<'_>, NodeId) -> bool) {
        let mut next = self.tree.first_child(article);
        while let Some(node) = next {
            if self.tree.is_element(node) && goes(&self.tree, node) {
                next = self.tree.next_after(node);
                self.remove(node, "furniture", || "an element that is never part of an article".to_owned());
            } else {
                next = self.tree.next(node);
            }
        }
    }

    /// Removes short elements for passing the page on, but none of those that were joined.
    fn remove_share_links(&mut self, article: NodeId) {
        let is_marked = |node: NodeId| self.marks(node).has(NameSigns::SHARE);
        if !self.tree.subtree(article).any(is_marked) {
            return;
        }
        let mut short = Vec::new();
        sum_up(&self.tree, &self.prepared.texts, article, |node, inner: &Inner| {
            let is_within = self.tree.parent(node).is_some_and(|parent| parent != article);
            if is_within && is_marked(node) && inner.text.raw < self.params.share_chars {
                short.push(node);
            }
            true
        });
        for node in short {
            self.remove(node, "share", || "its class or id says that it shares the page".to_owned());
        }
    }

    fn remove_headings(&mut self, article: NodeId) {
        let headings: Vec<NodeId> = self
            .tree
            .subtree(article)
            .filter(|&node| matches!(self.tree.name(node), names::H1 | names::H2))
            .filter(|&node| self.class_weight(node) < 0.0)
            .collect();
        for heading in headings {
            self.remove(heading, "heading", || "its class and id speak against it".to_owned());
        }
    }

    /// Removes the elements of a name that look like furniture, inner ones first.
    fn clean_conditionally(&mut self, article: NodeId, name: NameId, data_tables: &[NodeId]) {
        let is_there = |node| self.tree.name(node) == name && node != article;
        if !self.means.clean_conditionally || !self.tree.subtree(article).any(is_there) {
            return;
        }
        let is_data = |node: NodeId| data_tables.binary_search(&node).is_ok();
        let mut removed = Vec::new();
        // Each element with what is counted and where its text begins in the list of text nodes.
        let mut open: Vec<(usize, CleaningCounts)> = vec![(0, CleaningCounts::default())];
        let mut texts: Vec<NodeId> = Vec::new();
        let mut data_tables_above = 0;
        for visit in self.tree.walk(article) {
            match visit {
                TreeVisit::Enter(node) => {
                    open.push((
                        texts.len(),
                        CleaningCounts { has_data_table: is_data(node), ..CleaningCounts::default() },
                    ));
                    data_tables_above += u32::from(is_data(node));
                }
                TreeVisit::Leaf(node) if self.tree.is_text(node) => {
                    let text = &self.prepared.texts[node.index()];
                    if text.chars > 0 {
                        texts.push(node);
                    }
                    if let Some((_, parent)) = open.last_mut() {
                        parent.add_text(node, text);
                    }
                }
                TreeVisit::Leaf(_) => {}
                TreeVisit::Leave(node) => {
                    data_tables_above -= u32::from(is_data(node));
                    let Some((start, counts)) = open.pop() else { break };
                    let is_exempt = data_tables_above > 0 || counts.has_data_table || !is_there(node);
                    match if is_exempt { None } else { self.suspicion(node, name, &counts, &texts[start..]) }
                    {
                        Some(why) => {
                            texts.truncate(start);
                            removed.push((node, why));
                        }
                        None => {
                            if let Some((_, parent)) = open.last_mut() {
                                parent.add_element(&self.tree, node, &counts);
                            }
                        }
                    }
                }
            }
        }
        for (node, why) in removed {
            self.remove(node, "clean", || why.to_owned());
        }
    }

    /// What speaks against an element, if anything does.
    fn suspicion(
        &self,
        node: NodeId,
        name: NameId,
        counts: &CleaningCounts,
        texts: &[NodeId],
    ) -> Option<&'static str> {
        let p = self.params;
        let is_near = |name| self.is_near_below(node, |above| tag(&self.tree, above) == name);
        if is_near(names::CODE) {
            return None;
        }
        let weight = self.class_weight(node);
        if weight < 0.0 {
            return Some("its class and id speak against it");
        }
        let text = &counts.inner.text;
        if text.ascii_commas >= p.min_commas || counts.has_video {
            return None;
        }
        if text.trimmed() <= MAX_NOTHING_CHARS && says_nothing(&self.joined(texts)) {
            return Some("nothing but a label");
        }
        let chars = f64::from(text.chars);
        let is_list =
            matches!(name, names::UL | names::OL) || counts.list_chars as f64 > p.list_share * chars;
        let suspicion = self.count_suspicion(counts, weight, is_list, is_near(names::FIGURE))?;
        // A list of images stays.
        let is_plain = || {
            let mut items = self.tree.element_children(node);
            !items.any(|item| self.tree.element_children(item).nth(1).is_some())
        };
        if is_list && counts.images == counts.items && is_plain() {
            return None;
        }
        Some(suspicion)
    }

    fn count_suspicion(
        &self,
        counts: &CleaningCounts,
        weight: f64,
        is_list: bool,
        in_figure: bool,
    ) -> Option<&'static str> {
        let p = self.params;
        let CleaningCounts { paragraphs, images, items, inputs, embeds, .. } = *counts;
        let chars = counts.inner.text.chars;
        let links = counts.inner.link_density(p.same_page_link);
        let in_headings = if chars == 0 { 0.0 } else { counts.heading_chars as f64 / f64::from(chars) };
        let per_image = f64::from(paragraphs) / f64::from(images.max(1));
        if !in_figure && images > 1 && per_image < p.min_paragraphs_per_image {
            return Some("too many images for its paragraphs");
        }
        if !is_list && items > paragraphs + p.spare_items {
            return Some("too many list items for its paragraphs");
        }
        if inputs > paragraphs / p.paragraphs_per_input {
            return Some("too many inputs for its paragraphs");
        }
        if !is_list && weight < p.class_weight && links > p.links_low_weight + p.link_density_modifier {
            return Some("too many links");
        }
        if weight >= p.class_weight && links > p.links_high_weight + p.link_density_modifier {
            return Some("too many links, though class or id speak for it");
        }
        if embeds > 1 || (embeds == 1 && chars < p.embed_chars) {
            return Some("embedded objects with hardly any text");
        }
        if images == 0 && !counts.has_set_text {
            return Some("no text in elements for text");
        }
        let is_short = in_headings < p.heading_share && chars < p.min_block_chars && links > 0.0;
        if !is_list && !in_figure && is_short && (images == 0 || images > 2) {
            return Some("a few words with a link");
        }
        None
    }

    fn joined(&self, texts: &[NodeId]) -> String {
        let doc = self.tree.document();
        let text: String = texts.iter().map(|&node| doc.text(node)).collect();
        text.trim().to_owned()
    }
}
