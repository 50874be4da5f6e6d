//! Quotations with their sources, and posts of other sites that a page shows.

use super::{StructureGroup, StructureMarkup};

/// One unit a markup.
pub(super) fn units() -> Vec<StructureMarkup> {
    let quotes =
        QUOTES.iter().map(|&(name, html)| StructureMarkup::new(StructureGroup::Quote, name, "", html));
    let posts =
        POSTS.iter().map(|&(name, html)| StructureMarkup::new(StructureGroup::EmbeddedPost, name, "", html));
    quotes.chain(posts).collect()
}

const QUOTES: [(&str, &str); 6] = [
    (
        "footer-cite",
        "<blockquote><p>We shall be wet, and we shall be there.</p><footer>— <cite>Solveig Dahl, captain</cite></footer></blockquote>",
    ),
    (
        "figcaption",
        "<figure><blockquote><p>Writing was the point.</p></blockquote><figcaption>— My grandmother</figcaption></figure>",
    ),
    (
        "cite-in-paragraph",
        "<blockquote><p>Every screw, and some of them twice.</p><p><cite>Hanne Voss</cite></p></blockquote>",
    ),
    (
        "cite-behind",
        "<blockquote class=\"wp-block-quote\"><p>The tide does not wait for the timetable.</p><cite>Solveig Dahl</cite></blockquote>",
    ),
    (
        "pull-quote",
        "<div class=\"quote\"><p class=\"quote-text\">“By February most of the page was red.”</p><p class=\"quote-source\">Inger Moe, shop \
         owner</p></div>",
    ),
    (
        "attribution-link",
        "<blockquote><p>Shade cools at once.</p><footer><a href=\"/report\">River report, 2018</a></footer></blockquote>",
    ),
];

const POSTS: [(&str, &str); 4] = [
    (
        "twitter",
        "<blockquote class=\"twitter-tweet\" data-lang=\"en\"><p lang=\"en\" dir=\"ltr\">First crossing done. Dry feet, mostly! <a \
         href=\"https://t.co/abc\">pic.example/abc</a></p>&mdash; Outer Island Ferries (@outerferries) <a \
         href=\"https://twitter.com/outerferries/status/7\">May 12, 2023</a></blockquote><script async \
         src=\"https://platform.twitter.com/widgets.js\"></script>",
    ),
    (
        "instagram",
        "<blockquote class=\"instagram-media\" data-instgrm-permalink=\"https://www.instagram.com/p/XyZ/\"><div><a \
         href=\"https://www.instagram.com/p/XyZ/\">View this post on Instagram</a><p><a href=\"https://www.instagram.com/p/XyZ/\">A post \
         shared by Outer Island Ferries (@outerferries)</a></p></div></blockquote>",
    ),
    (
        "mastodon",
        "<blockquote class=\"mastodon-embed\" data-embed-url=\"https://social.example/@ferry/1\"><a \
         href=\"https://social.example/@ferry/1\"><div>Post by @ferry@social.example</div><div>The pier lights are on \
         again</div></a></blockquote>",
    ),
    (
        "bluesky",
        "<blockquote class=\"bluesky-embed\" data-bluesky-uri=\"at://x/app.bsky.feed.post/3\"><p lang=\"en\">Helm found her hat.</p>— Berg \
         (<a href=\"https://bsky.app/profile/berg.example\">@berg.example</a>) <a \
         href=\"https://bsky.app/profile/berg.example/post/3\">2024-02-01</a></blockquote>",
    ),
];
