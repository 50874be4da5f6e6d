#![allow(clippy::unwrap_used)]

use super::evidence::{as_name, id_stem, is_price, labels_other_date, says_when};
use super::slots::{Bid, choose};

#[test]
fn dates_are_told_from_sentences_and_from_other_dates() {
    let when = |text| says_when(text, Some("en"));
    assert_eq!(when("May 5, 2024 at 10:20").as_deref(), Some("2024-05-05"));
    assert_eq!(when("3 days ago").as_deref(), Some("3 days ago"));
    for text in [
        "",
        "long ago in a valley far from here and colder",
        "Joined: May 5, 2024",
        "edited 2024-05-05",
        "2024",
    ] {
        assert_eq!(when(text), None, "{text}");
    }
    assert!(labels_other_date("Join Date:") && !labels_other_date("Posted"));
}

#[test]
fn names_are_told_from_controls() {
    assert_eq!(as_name("by Ana Lima »"), Some("Ana Lima"));
    assert_eq!(as_name("barnkeeper wrote:"), Some("barnkeeper"));
    for text in
        ["Reply", "12", "12 comments", "a sentence that goes on for six words", "https://x.example", "Why?"]
    {
        assert_eq!(as_name(text), None, "{text}");
    }
}

#[test]
fn prices_have_a_number_and_a_currency() {
    assert!(is_price("€ 9.80") && is_price("1,200 USD"));
    assert!(
        !is_price("9.80")
            && !is_price("$")
            && !is_price("cadae55e-7001")
            && !is_price("a sentence that costs $5 and goes on for a long time")
    );
}

#[test]
fn ids_are_numbered_at_their_end() {
    assert_eq!(id_stem("post-12"), Some("post"));
    assert_eq!(id_stem("post12"), Some("post"));
    assert_eq!(id_stem("posts"), None);
}

#[test]
fn a_slot_whose_values_are_one_and_the_same_is_no_field() {
    let bid = |record, slot: &str, value: &str, evidence| Bid {
        record,
        slot: slot.to_owned(),
        node: debulha_dom::Document::ROOT,
        value: value.to_owned(),
        evidence,
    };
    let names = ["Ana", "Rui", "Eva", "Jon"];
    let mut bids = Vec::new();
    for (record, name) in names.into_iter().enumerate() {
        bids.push(bid(record, "a.reply", "Answer it", 5.0));
        bids.push(bid(record, "a.user", name, 1.0));
    }
    assert_eq!(choose(&bids, 4, true), [Some(1), Some(3), Some(5), Some(7)]);
    assert_eq!(choose(&bids, 4, false), [Some(0), Some(2), Some(4), Some(6)]);
}
