//! What names and texts say: authors, dates, prices.

use crate::metadata::date_in;
use crate::page::Page;
use debulha_dom::{Document, NodeId, names};
use std::collections::HashMap;

/// Bytes of a text that may state a date or a price and not be a sentence that has one.
pub(super) const MAX_STATEMENT: usize = 80;

/// Share of a text's bytes that its date fills, at least.
const MIN_DATE_SHARE: f64 = 0.25;

/// Parts of classes, ids and properties that name an author.
const AUTHOR: [&str; 18] = [
    "author",
    "username",
    "byline",
    "poster",
    "nickname",
    "commenter",
    "hnuser",
    "creator",
    "postedby",
    "displayname",
    "userdetails",
    "userinfo",
    "userlink",
    "membername",
    "postuser",
    "profilelink",
    "fullname",
    "bigusername",
];

/// Parts that make it something else about the author.
const NOT_AUTHOR: [&str; 20] = [
    "avatar",
    "signature",
    "usertitle",
    "role",
    "rank",
    "badge",
    "joined",
    "count",
    "reputation",
    "status",
    "online",
    "location",
    "date",
    "time",
    "bio",
    "stat",
    "img",
    "image",
    "score",
    "custom",
];

/// Parts of addresses that lead to an account.
const ACCOUNTS: [&str; 17] = [
    "/user",
    "/member",
    "/u/",
    "/people/",
    "/profile",
    "/author",
    "member.php",
    "memberlist.php",
    "action=profile",
    "user?id",
    "/@",
    "mode=viewprofile",
    "profile.php",
    "members/",
    "author_id=",
    "searchid=",
    "showuser=",
];

/// Words of controls and ranks that stand where names do; lower case.
const NOT_NAMES: [&str; 46] = [
    "reply",
    "quote",
    "report",
    "share",
    "like",
    "permalink",
    "edit",
    "follow",
    "member",
    "members",
    "moderator",
    "admin",
    "administrator",
    "op",
    "author",
    "newbie",
    "link",
    "parent",
    "more",
    "login",
    "log in",
    "register",
    "answer",
    "answered",
    "asked",
    "edited",
    "top",
    "up",
    "down",
    "flag",
    "save",
    "hide",
    "contact",
    "profile",
    "website",
    "message",
    "pm",
    "ago",
    "new member",
    "senior member",
    "junior member",
    "active member",
    "registered user",
    "offline",
    "online",
    "posts",
];

/// Labels of dates that are not the record's.
const OTHER_DATES: [&str; 9] =
    ["join", "member since", "registered", "edited", "modified", "last ", "updated", "copyright", "born"];

/// Signs and codes of currencies beside which a number is a price.
const CURRENCIES: [&str; 24] = [
    "$", "€", "£", "¥", "₹", "₽", "₩", "₺", "₪", "฿", "₫", "zł", "kč", "usd", "eur", "gbp", "chf", "sek",
    "nok", "dkk", "aud", "cad", "inr", "rs.",
];

/// The stem of a numbered id: `post` of `post-1234`.
pub(super) fn id_stem(id: &str) -> Option<&str> {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    (stem.len() < id.len()).then(|| stem.trim_end_matches(['-', '_', ':', '.']))
}

/// The language of the page as it states it.
pub(super) fn language<'d>(page: &Page<'d>) -> Option<&'d str> {
    let doc = page.document();
    doc.html().and_then(|html| doc.attribute(html, names::LANG))
}

/// Whether a text is the label of a date that is not the record's, such as "Joined:".
pub(super) fn labels_other_date(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.len() <= MAX_STATEMENT / 2 && OTHER_DATES.iter().any(|label| lower.contains(label))
}

/// The time that a short text states: ISO 8601, or the text itself where it only counts back ("3 days ago").
pub(super) fn says_when(text: &str, language: Option<&str>) -> Option<String> {
    let text = text.trim();
    if text.len() > MAX_STATEMENT || text.len() < 4 {
        return None;
    }
    if text.bytes().any(|byte| byte.is_ascii_digit())
        && let Some((iso, length)) = date_in(text, language)
    {
        let lower = text.to_lowercase();
        let is_other = OTHER_DATES.iter().any(|label| lower.contains(label));
        return (!is_other && length as f64 >= MIN_DATE_SHARE * text.len() as f64).then_some(iso);
    }
    is_relative(text).then(|| text.to_owned())
}

fn is_relative(text: &str) -> bool {
    let lower = text.to_lowercase();
    let has_digit = lower.bytes().any(|byte| byte.is_ascii_digit());
    let counts_back = lower.ends_with(" ago")
        || lower.starts_with("vor ")
        || lower.starts_with("il y a ")
        || lower.starts_with("hace ");
    lower.len() <= 40
        && ((counts_back && (has_digit || lower.len() <= 16))
            || matches!(lower.as_str(), "yesterday" | "today" | "just now")
            || ((lower.starts_with("yesterday") || lower.starts_with("today")) && has_digit))
}

/// Whether a text is a price: a number beside the sign or code of a currency.
pub(super) fn is_price(text: &str) -> bool {
    let text = text.trim();
    if text.len() > MAX_STATEMENT / 2 || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let lower = text.to_lowercase();
    let is_apart = |(at, sign): (usize, &str)| {
        let letter = |c: char| c.is_alphabetic();
        !sign.starts_with(letter)
            || !lower[..at].ends_with(letter) && !lower[at + sign.len()..].starts_with(letter)
    };
    CURRENCIES.iter().any(|sign| lower.match_indices(sign).any(is_apart))
}

/// Whether a text has one price at most.
pub(super) fn is_single(text: &str) -> bool {
    text.chars().filter(|c| matches!(c, '$' | '€' | '£' | '¥' | '₹')).count() <= 1
}

/// The name in a text that stands where an author's may.
pub(super) fn as_name(text: &str) -> Option<&str> {
    let mut name = text.trim();
    for introduction in ["by ", "By ", "Posted by ", "posted by ", "Written by ", "Author: ", "von ", "par "]
    {
        name = name.strip_prefix(introduction).unwrap_or(name);
    }
    for ending in [" says:", " wrote:", " said:", " says", ":", ",", "»", "-", "·", "•"] {
        name = name.strip_suffix(ending).unwrap_or(name).trim_end();
    }
    let name = name.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '@' && c != '_');
    let lower = name.to_lowercase();
    let fits = name.chars().any(char::is_alphabetic)
        && name.chars().count() <= 40
        && name.split_whitespace().count() <= 5
        && !name.contains(['/', '?', '|'])
        && !name.ends_with(['.', '?', '!'])
        && !NOT_NAMES.contains(&lower.as_str())
        && !lower
            .split_whitespace()
            .any(|word| matches!(word, "posts" | "comments" | "replies" | "views" | "ago"));
    fits.then_some(name)
}

/// Whether a text begins with what introduces an author.
pub(super) fn introduces(text: &str) -> bool {
    let text = text.trim_start();
    ["by ", "By ", "Posted by ", "posted by ", "Written by ", "Author: "]
        .iter()
        .any(|word| text.starts_with(word))
}

/// Whether an address leads to an account.
pub(super) fn leads_to_account(href: &str) -> bool {
    let lower = href.to_ascii_lowercase();
    ACCOUNTS.iter().any(|part| lower.contains(part))
}

/// What the names of an element say of what is in it.
#[derive(Debug, Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools)] // Independent facts.
pub(super) struct NameEvidence {
    pub(super) author: bool,
    pub(super) not_author: bool,
    /// `rel=author`, `itemprop=author`.
    pub(super) stated_author: bool,
    pub(super) date: bool,
    pub(super) title: bool,
    pub(super) price: bool,
    pub(super) old_price: bool,
    /// Part of the page's furniture rather than of a picture: an avatar, an icon.
    pub(super) icon: bool,
}

impl NameEvidence {
    /// Of all elements of a page, by node. Each class and id is read once. O(bytes of the attributes).
    pub(super) fn all(doc: &Document) -> Vec<Self> {
        let mut known: HashMap<&str, NameEvidence> = HashMap::new();
        let of = |node| {
            if doc.is_element(node) {
                NameEvidence::of(doc, node, &mut known)
            } else {
                NameEvidence::default()
            }
        };
        doc.nodes().map(of).collect()
    }

    /// Reads class, id, `itemprop` and `rel`.
    fn of<'d>(doc: &'d Document, node: NodeId, known: &mut HashMap<&'d str, NameEvidence>) -> Self {
        let mut named = NameEvidence::default();
        for attribute in [names::CLASS, names::ID] {
            for token in doc.attribute(node, attribute).unwrap_or_default().split_ascii_whitespace() {
                named.join(*known.entry(token).or_insert_with(|| NameEvidence::of_token(token)));
            }
        }
        let prop = doc.attribute(node, names::ITEMPROP).unwrap_or_default();
        named.stated_author =
            matches!(prop, "author" | "creator") || doc.attribute(node, names::REL) == Some("author");
        named.date |= matches!(prop, "datePublished" | "dateCreated");
        named.title |= matches!(prop, "name" | "headline");
        named.price |= matches!(prop, "price" | "lowPrice");
        named.old_price |= matches!(doc.name(node), names::DEL | names::S | names::STRIKE);
        named
    }

    fn join(&mut self, other: NameEvidence) {
        self.author |= other.author;
        self.not_author |= other.not_author;
        self.date |= other.date;
        self.title |= other.title;
        self.price |= other.price;
        self.old_price |= other.old_price;
        self.icon |= other.icon;
    }

    fn of_token(token: &str) -> Self {
        let mut named = NameEvidence::default();
        named.read(token);
        named
    }

    fn read(&mut self, token: &str) {
        let plain: String =
            token.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
        let has = |parts: &[&str]| parts.iter().any(|part| plain.contains(part));
        self.not_author |= has(&NOT_AUTHOR);
        self.author |= has(&AUTHOR) || matches!(plain.as_str(), "user" | "nick" | "name" | "names" | "fn");
        self.date |=
            has(&["date", "time", "posted", "published", "age"]) && !has(&["image", "page", "update"]);
        self.title |= has(&["title", "headline", "productname", "itemname", "subject"])
            && !has(&["subtitle", "user", "member", "author", "rank", "custom"]);
        self.price |= has(&["price", "amount"]);
        self.old_price |= self.price
            && has(&["old", "was", "regular", "compare", "strike", "rrp", "msrp", "save", "before"]);
        self.icon |= has(&["avatar", "icon", "emoji", "smil", "logo", "rating", "star", "flag"]);
    }
}

/// Whether an element is named as a post: a comment, a reply, an answer.
pub(super) fn is_post(doc: &Document, node: NodeId) -> bool {
    const POSTS: [&str; 5] = ["post", "comment", "reply", "answer", "message"];
    let attributes = [names::CLASS, names::ID, names::ITEMTYPE];
    attributes.into_iter().filter_map(|name| doc.attribute(node, name)).any(|value| {
        let lower = value.to_ascii_lowercase();
        POSTS.iter().any(|post| lower.contains(post))
    })
}
