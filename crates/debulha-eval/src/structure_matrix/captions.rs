//! Pictures with captions.

use super::{StructureGroup, StructureMarkup};

/// One unit a markup of captions.
pub(super) fn units() -> Vec<StructureMarkup> {
    CAPTIONS
        .iter()
        .map(|&(name, html)| StructureMarkup::new(StructureGroup::Caption, name, "", html))
        .collect()
}

const CAPTIONS: [(&str, &str); 10] = [
    (
        "figcaption",
        "<figure><img src=\"/p/heron.jpg\" alt=\"A boat\"><figcaption>The Heron on her first crossing</figcaption></figure>",
    ),
    (
        "credit",
        "<figure><img src=\"/p/crew.jpg\" alt=\"\"><figcaption>Crew at the pier before sunrise. Photo: Jonas Lund</figcaption></figure>",
    ),
    (
        "credit-span",
        "<figure class=\"image\"><picture><source srcset=\"/p/a.webp\"><img src=\"/p/a.jpg\" alt=\"Pier\"></picture><figcaption>\
         <span class=\"caption\">Ice on the old pier in February</span> <span class=\"credit\">Marit Olsen</span></figcaption></figure>",
    ),
    (
        "wp-caption",
        "<div id=\"attachment_12\" class=\"wp-caption alignright\" style=\"width: 310px\"><a href=\"/p/12.jpg\"><img src=\"/p/12s.jpg\" \
         alt=\"Bed\" width=\"300\"></a><p class=\"wp-caption-text\">Wool around the second row</p></div>",
    ),
    (
        "wp-block",
        "<div class=\"wp-block-image\"><figure class=\"aligncenter\"><img src=\"/p/w.jpg\" alt=\"\"><figcaption \
         class=\"wp-element-caption\">Three days after the rain</figcaption></figure></div>",
    ),
    (
        "paragraph",
        "<p><img src=\"/p/loom.jpg\" alt=\"Loom\"></p><p class=\"caption\">The loom as it stood in the barn</p>",
    ),
    (
        "emphasis",
        "<p><img src=\"/p/rail.jpg\" alt=\"\"><br><em>Birches between the rails, spring 2017</em></p>",
    ),
    (
        "box",
        "<div class=\"image-wrap\"><img src=\"/p/lamp.jpg\" alt=\"Lamp\"><div class=\"image-caption\">Shade turned to the wall</div></div>",
    ),
    (
        "linked",
        "<figure><a href=\"/p/map.png\"><img src=\"/p/map-s.png\" alt=\"Map\"></a><figcaption>Figure 3: <a href=\"/p/map.png\">Map of \
         the fourteen places</a></figcaption></figure>",
    ),
    (
        "thumb",
        "<div class=\"thumb tright\"><div class=\"thumbinner\"><a href=\"/file\" class=\"image\"><img src=\"/p/t.jpg\" alt=\"\"></a>\
         <div class=\"thumbcaption\"><div class=\"magnify\"><a href=\"/file\" title=\"Enlarge\"></a></div>The lock in 1961</div></div></div>",
    ),
];
