//! `adeater`: rules that tell the adverts among the images in links.

use debulha_core::classify::Classifier;
use debulha_core::classify::rules::{RuleDecision, RuleList};
use debulha_core::extractor::{About, Extractor, ExtractorInfo, Needs, Provenance, Scratch, Status, Unit};
use debulha_core::features::images::{LinkedImage, Vocabulary, linked_images};
use debulha_core::outcome::{Labels, Outcome, Reason};
use debulha_core::page::Page;
use debulha_core::params::{BuildError, ParamMap, Params};
use debulha_core::{choices, params};
use debulha_dom::NodeId;

const ID: &str = "adeater";

/// The class of adverts in rule lists.
const ADVERT: &str = "ad";

/// The rules learned from the authors' table; `debulha-lab train-adeater` writes them.
const SHIPPED_RULES: &str = include_str!("adeater/rules.txt");

choices! {
    /// What becomes of the text of a link whose images are all adverts.
    pub enum AdvertLinkText {
        /// It stays: the authors put a blank in the place of an image.
        Keep,
        /// It goes with the images.
        Drop,
    }
}

params! {
    /// Parameters of `adeater`.
    pub struct AdeaterParams {
        /// Rules in the format of `classify::rules`, with a class `ad`; empty for those learned from the authors' table.
        pub rules: String = String::new();
        /// What becomes of the text of a link whose images are all adverts.
        pub link_text: AdvertLinkText = AdvertLinkText::Keep;
    }
}

#[doc = concat!(include_str!("adeater.md"), "\n### The rules\n```text\n", include_str!("adeater/rules.txt"), "```\n")]
#[derive(Debug, Clone)]
pub struct Adeater {
    /// The parameters in force.
    pub params: AdeaterParams,
    rules: RuleList,
    vocabulary: Vocabulary,
    /// Position of [`ADVERT`] among the classes.
    advert: usize,
}

/// An image that the rules call an advert.
struct Advert {
    link: NodeId,
    image: NodeId,
}

impl Adeater {
    /// Description for the registry.
    pub const INFO: &'static ExtractorInfo = &ExtractorInfo {
        about: About {
            id: ID,
            title: "AdEater",
            cite: &["kushmerick1999", "quinlan1993"],
            provenance: Provenance::Paper,
            needs: Needs::PAGE,
            docs: concat!(
                include_str!("adeater.md"),
                "\n### The rules\n```text\n",
                include_str!("adeater/rules.txt"),
                "```\n"
            ),
            file: file!(),
            params: AdeaterParams::INFO,
            presets: &[],
        },
        unit: Unit::Image,
        status: Status::Preview,
        build: |map| Ok(Box::new(Adeater::new(AdeaterParams::from_map(ID, map)?)?)),
        load: Some(|map, model| {
            let Classifier::Rules(rules) = &model.classifier(ID, "images")?.classifier else {
                let reason = "the model has no rules".to_owned();
                return Err(BuildError::Invalid { extractor: ID, reason });
            };
            let params = AdeaterParams { rules: rules.to_string(), ..AdeaterParams::from_map(ID, map)? };
            Ok(Box::new(Adeater::new(params)?))
        }),
    };

    /// Reads the rules.
    ///
    /// # Errors
    /// Text that is no rule list, a feature that linked images do not have, or no class `ad`.
    pub fn new(params: AdeaterParams) -> Result<Self, BuildError> {
        let invalid = |reason: String| BuildError::Invalid { extractor: ID, reason };
        let text = if params.rules.is_empty() { SHIPPED_RULES } else { &params.rules };
        let rules = RuleList::parse(text).map_err(|error| invalid(error.to_string()))?;
        let vocabulary = Vocabulary::new(&rules.features).map_err(|error| invalid(error.to_string()))?;
        let advert = rules.classes.iter().position(|class| class == ADVERT);
        let advert = advert.ok_or_else(|| invalid(format!("the rules have no class `{ADVERT}`")))?;
        Ok(Adeater { params, rules, vocabulary, advert })
    }

    /// The rules in force.
    pub fn rules(&self) -> &RuleList {
        &self.rules
    }

    /// The elements that go, in document order: links that hold nothing but adverts, else the adverts.
    fn omitted(&self, page: &Page<'_>) -> Vec<NodeId> {
        let doc = page.document();
        let mut adverts = Vec::new();
        linked_images(page, &self.vocabulary, |image| {
            if self.decide(image).class == self.advert {
                adverts.push(Advert { link: image.link, image: image.image });
            }
        });
        // A link inside of another parts the images of the outer one.
        adverts.sort_by_key(|advert| advert.link);
        let mut omitted = Vec::new();
        for of_link in adverts.chunk_by(|a, b| a.link == b.link) {
            let link = of_link[0].link;
            let inside = page.stats().subtree(doc, link);
            let has_text = inside.chars > 0 && self.params.link_text == AdvertLinkText::Keep;
            if inside.images as usize == of_link.len() && !has_text && inside.inputs == 0 {
                omitted.push(link);
            } else {
                omitted.extend(of_link.iter().map(|advert| advert.image));
            }
        }
        omitted.sort_unstable();
        omitted
    }

    fn decide(&self, image: LinkedImage<'_>) -> RuleDecision {
        self.rules.decide(|feature| image.value(feature))
    }

    /// What the rules say of an image, and the features that they looked at.
    fn describe(&self, image: LinkedImage<'_>) -> Reason {
        let RuleDecision { class, rule } = self.decide(image);
        let rule = match rule {
            Some(rule) => self.rules.describe(&self.rules.rules[rule]),
            None => format!("no rule holds: {}", self.rules.classes[class]),
        };
        let mut detail = vec![rule];
        for (place, name) in self.rules.features.iter().enumerate() {
            let value = image.value(place).filter(|&value| value != 0.0 || !name.contains('*'));
            detail.extend(value.map(|value| format!("{name} {value}")));
        }
        let detail = detail.join("; ");
        Reason { rule: "image in a link", keeps: class != self.advert, node: image.image, detail }
    }
}

impl Extractor for Adeater {
    fn info(&self) -> &'static ExtractorInfo {
        Self::INFO
    }

    fn params(&self) -> ParamMap {
        self.params.to_map()
    }

    fn extract(&self, page: &Page<'_>, _: &mut Scratch) -> Outcome {
        let doc = page.document();
        let omitted = self.omitted(page);
        let mut labels = Labels { omitted, ..Labels::default() };
        let kept = page.text_nodes().iter().copied().filter(|&node| !labels.omits(doc, node));
        labels.spans = Labels::from_text_nodes(doc, kept).spans;
        Outcome::Labeled(labels)
    }

    /// The images in links that contain the node, or are in a link with it, and what follows for the node.
    ///
    /// The node may be an image too.
    fn why(&self, page: &Page<'_>, _: &mut Scratch, node: NodeId) -> Vec<Reason> {
        let doc = page.document();
        let mut reasons = Vec::new();
        linked_images(page, &self.vocabulary, |image| {
            if image.image == node || (doc.is_text(node) && doc.contains(image.link, node)) {
                reasons.push(self.describe(image));
            }
        });
        let labels = Labels { omitted: self.omitted(page), ..Labels::default() };
        let keeps = !labels.omits(doc, node);
        let detail = match (doc.is_text(node), keeps) {
            (true, true) => "visible text stays",
            (true, false) => "in a link whose images are all adverts",
            (false, true) => "not an advert, or not an image in a link",
            (false, false) => "an advert",
        };
        reasons.push(Reason { rule: "outcome", keeps, node, detail: detail.to_owned() });
        reasons
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_core::content::{BlockKind, build};
    use debulha_dom::{Document, Limits, names, parse};

    const RULES: &str = "debulha-rules 1\nclasses ad nonad\nif ancurl*ads = 1 then ad (1/0)\ndefault nonad\n";

    fn adeater(link_text: AdvertLinkText) -> Adeater {
        Adeater::new(AdeaterParams { rules: RULES.to_owned(), link_text }).unwrap()
    }

    /// Names of what is omitted, and the text that stays.
    fn outcome(html: &str, link_text: AdvertLinkText) -> (Vec<String>, String) {
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = adeater(link_text).extract(&page, &mut Scratch::default());
        let labels = outcome.labels().unwrap();
        assert!(labels.is_valid(&doc));
        let name = |&node: &NodeId| doc.name_str(doc.name(node)).to_owned();
        (labels.omitted.iter().map(name).collect(), labels.plain_text(&page))
    }

    #[test]
    fn a_link_with_nothing_else_goes_whole() {
        let html = "<p>text<a href=/ads/1><img src=1> </a><a href=/news><img src=2></a>";
        assert_eq!(outcome(html, AdvertLinkText::Keep), (vec!["a".to_owned()], "text".to_owned()));
    }

    #[test]
    fn text_beside_an_advert_follows_the_option() {
        let html = "<p>text <a href=/ads/1><img src=1>Click here</a>";
        assert_eq!(
            outcome(html, AdvertLinkText::Keep),
            (vec!["img".to_owned()], "text Click here".to_owned())
        );
        assert_eq!(outcome(html, AdvertLinkText::Drop), (vec!["a".to_owned()], "text".to_owned()));
    }

    #[test]
    fn links_within_links_keep_their_images_apart() {
        let html = "<a href=/ads/1><img src=1><table><tr><td><a href=/news><img src=2></a><a href=/ads/2><img src=3>\
            </a></table><img src=4></a>";
        let (omitted, _) = outcome(html, AdvertLinkText::Drop);
        assert_eq!(omitted, ["img", "a", "img"]);
    }

    #[test]
    fn adverts_are_not_in_the_content_document() {
        let html = "<article><p>one</p><a href=/ads/1><img src=ad.png></a><a href=/x><img src=photo.png></a><p>two</p>\
            <figure><a href=/ads/2><img src=ad.png></a><figcaption>words</figcaption></figure></article>";
        let doc = parse(html, &Limits::default()).document;
        let page = Page::new(&doc);
        let outcome = adeater(AdvertLinkText::Keep).extract(&page, &mut Scratch::default());
        let content = build(&page, outcome.labels().unwrap());
        let images: Vec<&str> = content
            .blocks
            .iter()
            .filter_map(|block| match &block.kind {
                BlockKind::Image(image) => Some(image.src.as_str()),
                BlockKind::Figure { .. } => Some("figure"),
                _ => None,
            })
            .collect();
        assert_eq!(images, ["photo.png"]);
        assert_eq!(content.blocks.len(), 4, "{content:?}");
    }

    fn reasons(html: &str, pick: impl Fn(&Document, NodeId) -> bool) -> Vec<(bool, String)> {
        let doc = parse(html, &Limits::default()).document;
        let node = doc.nodes().find(|&node| pick(&doc, node)).unwrap();
        let reasons = adeater(AdvertLinkText::Keep).why(&Page::new(&doc), &mut Scratch::default(), node);
        reasons.into_iter().map(|reason| (reason.keeps, reason.detail)).collect()
    }

    #[test]
    fn why_shows_rule_and_features() {
        let html = "<a href=/ads/1><img src=1>Click here</a>";
        let rule = (false, "if ancurl*ads = 1 then ad (1/0); ancurl*ads 1".to_owned());
        let of_image = reasons(html, |doc, node| doc.name(node) == names::IMG);
        assert_eq!(of_image, [rule.clone(), (false, "an advert".to_owned())]);
        let of_text = reasons(html, |doc, node| doc.text(node) == "Click here");
        assert_eq!(of_text, [rule, (true, "visible text stays".to_owned())]);
        let other = reasons("<a href=/b><img src=1>", |doc, node| doc.name(node) == names::IMG);
        assert_eq!(other[0], (true, "no rule holds: nonad".to_owned()));
    }

    #[test]
    fn rules_that_make_no_sense_are_refused() {
        for rules in ["x", &RULES.replace("ancurl", "dest"), &RULES.replace("ad ", "advert ")] {
            let params = AdeaterParams { rules: rules.to_owned(), ..AdeaterParams::default() };
            assert!(Adeater::new(params).is_err(), "{rules}");
        }
    }

    #[test]
    fn the_shipped_rules_know_a_banner() {
        let system = Adeater::new(AdeaterParams::default()).unwrap();
        let html = "<a href='http://ads.x.com/click?id=1'><img src='http://ads.x.com/banner/468x60.gif' width=468 \
            height=60 alt='Click here'></a><a href=/people><img src=/me.jpg width=200 height=150></a>";
        let doc = parse(html, &Limits::default()).document;
        assert_eq!(system.omitted(&Page::new(&doc)).len(), 1);
    }
}
