//! What the properties of schema.org mean, where data name a type.

/// How a string of a typed object counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StringRole {
    /// The text of the thing, however short.
    Text,
    /// Its name, a heading where the thing has text.
    Heading,
    /// What is said about the thing, or no text.
    Other,
}

/// Types whose `description` is their text; that of an article is a summary of it.
const DESCRIBED: [&str; 10] = [
    "Answer",
    "Comment",
    "Course",
    "DiscussionForumPosting",
    "Event",
    "JobPosting",
    "Product",
    "ProductGroup",
    "Question",
    "SoftwareApplication",
];

/// The role of a property of a type. Addresses before the names are left out: `https://schema.org/Product`.
pub(super) fn role(kind: &str, property: &str) -> StringRole {
    let local = |name: &str| name.rsplit(['/', '#', ':']).next().unwrap_or_default().to_owned();
    match local(property).as_str() {
        "articleBody" | "text" | "reviewBody" => StringRole::Text,
        "description" if DESCRIBED.contains(&local(kind).as_str()) => StringRole::Text,
        "headline" | "name" => StringRole::Heading,
        _ => StringRole::Other,
    }
}
