//! Sections and keywords.

use crate::metadata::text::{folded, squashed, text_of};
use crate::metadata::{MAX_CANDIDATES, MetadataSources};

/// Characters of a section or keyword; what is longer is a sentence.
const MAX_TOPIC_CHARS: usize = 60;

/// Categories and tags, each without repetitions.
///
/// `rel="category"` marks a category; a plain `rel="tag"` a tag. A name in both lists stays a category.
pub(super) fn lists(sources: &MetadataSources<'_, '_>, site: &[String]) -> (Vec<String>, Vec<String>) {
    let (mut categories, mut tags) = (Vec::new(), Vec::new());
    for item in &sources.about {
        categories.extend(sources.items.texts(item, "articleSection"));
        tags.extend(sources.items.texts(item, "keywords"));
    }
    categories.extend(
        sources.meta.candidates(&["article:section", "parsely-section", "category"]).map(|c| c.value),
    );
    tags.extend(
        sources
            .meta
            .candidates(&[
                "article:tag",
                "og:article:tag",
                "parsely-tags",
                "citation_keywords",
                "keywords",
                "news_keywords",
                "dc.subject",
            ])
            .map(|c| c.value),
    );
    let doc = sources.page.document();
    for relation in sources.meta.all_relations().iter().filter(|relation| relation.is_anchor) {
        if relation.has("category") {
            categories.push(text_of(doc, relation.node));
        } else if relation.has("tag") {
            tags.push(text_of(doc, relation.node));
        }
    }
    categories.retain(|name| !site.contains(&squashed(name)));
    let categories = distinct(&categories, &[]);
    let tags = distinct(&tags, &categories);
    (categories, tags)
}

/// Splits lists written as one text; each topic once, in order, at most [`MAX_CANDIDATES`].
fn distinct(values: &[String], but_not: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = but_not.iter().map(|name| folded(name)).collect();
    let mut kept = Vec::new();
    for topic in values.iter().flat_map(|value| value.split([',', ';', '，', '、', '；'])) {
        let topic = topic.trim().trim_start_matches('#');
        let key = folded(topic);
        let fits = !key.is_empty() && topic.chars().count() <= MAX_TOPIC_CHARS;
        if fits && !seen.contains(&key) {
            seen.push(key);
            kept.push(topic.to_owned());
        }
        if kept.len() == MAX_CANDIDATES {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_and_each_topic_stands_once() {
        let values = ["Rye, oats; #Barn".to_owned(), "OATS".to_owned(), String::new()];
        assert_eq!(distinct(&values, &["Barn".to_owned()]), ["Rye", "oats"]);
    }

    #[test]
    fn topics_are_short_and_not_too_many() {
        let of_chars = |count: usize| distinct(&["x".repeat(count)], &[]).len();
        assert_eq!((of_chars(MAX_TOPIC_CHARS), of_chars(MAX_TOPIC_CHARS + 1)), (1, 0));
        let many: Vec<String> = (0..=MAX_CANDIDATES).map(|topic| topic.to_string()).collect();
        assert_eq!(distinct(&many, &[]).len(), MAX_CANDIDATES);
        assert_eq!(distinct(&many[1..], &[]).len(), MAX_CANDIDATES);
    }
}
