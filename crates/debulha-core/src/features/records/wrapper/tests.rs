#![allow(clippy::unwrap_used)]

use super::*;
use crate::page::{Evidence, PageOptions};
use debulha_dom::{Document, Limits, parse};

/// Chrome that is larger than most answers.
const MENU: &str = "<ul class=menu><li><a href=/a>All about the mill and its history</a><li><a href=/b>Prices of flour and of bran</a>\
    <li><a href=/c>How to find us by road or rail</a><li><a href=/d>Terms of trade and delivery</a></ul>";

fn documents(pages: &[String]) -> Vec<Document> {
    pages.iter().map(|html| parse(html, &Limits::default()).document).collect()
}

fn learn_with(pages: &[String], urls: &[&str], expect: Expect) -> Result<Wrapper, WrapperError> {
    let documents = documents(pages);
    let pages: Vec<Page<'_>> = documents
        .iter()
        .enumerate()
        .map(|(nth, doc)| Page::with(doc, Evidence::of_url(urls.get(nth).copied()), PageOptions::default()))
        .collect();
    Wrapper::learn(&pages.iter().collect::<Vec<_>>(), &WrapperParams { expect, ..WrapperParams::default() })
}

fn learn(pages: &[String]) -> Wrapper {
    learn_with(pages, &[], Expect::Auto).unwrap()
}

fn read(wrapper: &Wrapper, html: &str) -> Reading {
    wrapper.apply(&Page::new(&parse(html, &Limits::default()).document))
}

fn names(set: &FieldSet) -> Vec<&str> {
    set.fields.iter().map(|field| field.name.as_str()).collect()
}

/// The values of each record, joined, `-` where one is missing.
fn values(reading: &Reading) -> Vec<String> {
    let shown = |record: &ReadRecord| {
        record.values.iter().map(|value| value.as_deref().unwrap_or("-")).collect::<Vec<_>>().join(", ")
    };
    reading.records.iter().map(shown).collect()
}

/// An answer as a table with headers; some rows lack the note.
fn table(rows: &[(&str, &str, &str)]) -> String {
    let row = |(name, price, note): &(&str, &str, &str)| {
        format!("<tr><td><a href='/{name}'>{name}</a></td><td>{price}</td><td>{note}</td></tr>")
    };
    format!(
        "{MENU}<p>{} found</p><table><tr><th>Product</th><th>Price per t</th><th>Note</th></tr>{}</table><p>Copyright",
        rows.len(),
        rows.iter().map(row).collect::<String>()
    )
}

fn tables() -> Vec<String> {
    vec![
        table(&[("Rye", "$120", "old"), ("Oats", "$90", ""), ("Barley", "$99", "wet")]),
        table(&[("Peas", "$220", "dry"), ("Beans", "$190", "split")]),
        table(&[
            ("Vetch", "$77", ""),
            ("Lentils", "$301", "red"),
            ("Clover", "$65", "new"),
            ("Hemp", "$12", "raw"),
        ]),
    ]
}

/// An answer as cards, each with a label before its price, and perhaps a second one.
fn cards(items: &[(&str, &str, Option<&str>)]) -> String {
    let card = |(name, price, before): &(&str, &str, Option<&str>)| {
        let before = before.map_or(String::new(), |price| format!("<p><b>Formerly:</b> <i>{price}</i></p>"));
        format!(
            "<div class=card><h3 class=title><a href='/{name}'>{name}</a></h3><img src='/{name}.png'>{before}<p><b>Price:</b> <i>{price}</i></p></div>"
        )
    };
    format!("{MENU}<main>{}</main>", items.iter().map(card).collect::<String>())
}

fn many_cards() -> Vec<String> {
    vec![
        cards(&[("Rye", "3 EUR", None), ("Oats", "4 EUR", Some("5 EUR")), ("Barley", "1 EUR", None)]),
        cards(&[("Peas", "7 EUR", Some("8 EUR")), ("Beans", "9 EUR", None)]),
        cards(&[("Vetch", "2 EUR", None), ("Hemp", "6 EUR", None), ("Flax", "5 EUR", Some("6 EUR"))]),
    ]
}

#[test]
fn a_table_gives_its_headers_as_names() {
    let wrapper = learn(&tables());
    assert_eq!(names(&wrapper.fields), ["product", "product@href", "price_per_t", "note"]);
    let reading = read(&wrapper, &table(&[("Millet", "$40", ""), ("Spelt", "$80", "husked")]));
    assert_eq!(values(&reading), ["Millet, /Millet, $40, -", "Spelt, /Spelt, $80, husked"]);
    assert!(reading.confidence > 0.7, "{}", reading.confidence);
    assert_eq!(wrapper.fields.fields[2].kinds.keys().collect::<Vec<_>>(), [&ValueKind::Price]);
}

#[test]
fn a_first_row_without_data_names_columns_too() {
    let plain = |page: &String| page.replace("<th>", "<td><b>").replace("</th>", "</b></td>");
    let wrapper = learn(&tables().iter().map(plain).collect::<Vec<_>>());
    assert_eq!(names(&wrapper.fields), ["product", "product@href", "price_per_t", "note"]);
    assert_eq!(read(&wrapper, &plain(&tables()[1])).records.len(), 2);
}

#[test]
fn one_record_is_found_below_a_larger_menu() {
    let wrapper = learn(&tables());
    assert_eq!(values(&read(&wrapper, &table(&[("Millet", "$40", "")]))), ["Millet, /Millet, $40, -"]);
}

#[test]
fn an_empty_answer_has_no_records() {
    let wrapper = learn(&tables());
    let none = format!(
        "{MENU}<p>Nothing found</p><table><tr><th>Product</th><th>Price per t</th><th>Note</th></tr></table><p>Copyright"
    );
    let reading = read(&wrapper, &none);
    assert_eq!((reading.records.len(), reading.confidence.to_string().as_str()), (0, "0"));
    assert!(read(&wrapper, "").records.is_empty());
}

#[test]
fn what_the_page_says_beside_its_records_is_a_field_of_the_page() {
    let wrapper = learn(&tables());
    let reading = read(&wrapper, &table(&[("Millet", "$40", ""), ("Spelt", "$80", "husked")]));
    assert_eq!(reading.page, [Some("2".to_owned())], "{:?}", wrapper.page);
}

#[test]
fn labels_name_fields_and_keep_optional_ones_apart() {
    let wrapper = learn(&many_cards());
    assert_eq!(names(&wrapper.fields), ["title", "title@href", "field_1@src", "formerly", "price"]);
    let reading = read(&wrapper, &cards(&[("Millet", "4 EUR", None), ("Spelt", "8 EUR", Some("9 EUR"))]));
    assert_eq!(
        values(&reading),
        ["Millet, /Millet, /Millet.png, -, 4 EUR", "Spelt, /Spelt, /Spelt.png, 9 EUR, 8 EUR"]
    );
}

#[test]
fn a_text_that_repeats_the_query_is_named_after_its_parameter() {
    let answer = |town: &str, inns: &[&str]| {
        let inn =
            |inn: &&str| format!("<li><a href='/{inn}'>{inn}</a> <i>{town}</i> ({}0 beds)</li>", inn.len());
        format!("<h1>Inns in {town}</h1><ul>{}</ul>", inns.iter().map(inn).collect::<String>())
    };
    let pages = [
        answer("Junction", &["The Morrill House", "Mae's Bed"]),
        answer("Panguitch", &["William Prince", "The Canyon", "Snowfire Inn"]),
        answer("Tropic", &["Anniversary Inn", "Livery"]),
    ];
    let urls = ["http://h/?town=Junction&q=x", "http://h/?town=Panguitch&q=x", "http://h/?town=Tropic&q=x"];
    let wrapper = learn_with(&pages, &urls, Expect::Auto).unwrap();
    assert!(names(&wrapper.fields).contains(&"town"), "{:?}", names(&wrapper.fields));
    // The form's own label counts more than the name of its field.
    let form = "<form><label for=t>Place of stay</label><input id=t name=town></form>";
    let wrapper = learn_with(&pages.map(|page| format!("{form}{page}")), &urls, Expect::Auto).unwrap();
    assert!(names(&wrapper.fields).contains(&"place_of_stay"), "{:?}", names(&wrapper.fields));
}

#[test]
fn groups_with_heads_of_their_own_are_the_records() {
    let answer = |days: &[(&str, &[&str])]| {
        let day = |(day, jobs): &(&str, &[&str])| {
            let job = |job: &&str| format!("<dd><a href='/{job}'>{job} wanted at the mill by the river</a>");
            format!("<dt>{day}{}", jobs.iter().map(job).collect::<String>())
        };
        format!("{MENU}<dl>{}</dl>", days.iter().map(day).collect::<String>())
    };
    let pages = [
        answer(&[("July 1", &["Miller", "Driver", "Clerk"]), ("July 2", &["Baker", "Smith"])]),
        answer(&[("July 3", &["Cooper", "Weaver"]), ("July 4", &["Tanner", "Sawyer", "Carter", "Mason"])]),
        answer(&[("July 5", &["Cook", "Groom"]), ("July 6", &["Porter"]), ("July 7", &["Hand", "Guard"])]),
    ];
    let reading =
        read(&learn(&pages), &answer(&[("July 8", &["Ferryman", "Herd"]), ("July 9", &["Thatcher"])]));
    assert_eq!(reading.records.len(), 2);
    assert!(
        values(&reading)[0].contains("July 8") && values(&reading)[0].contains("/Ferryman | /Herd"),
        "{:?}",
        values(&reading)
    );
}

/// A detail page.
fn book(title: &str, author: &str, number: &str, pages: &str) -> String {
    format!(
        "{MENU}<h1>{title}</h1><p>by <a href='/by/{author}'>{author}</a></p><table><tr><td>ISBN:</td><td>{number}</td></tr>\
         <tr><td>Pages:</td><td>{pages}</td></tr></table><p>Format: Paperback of {pages} pages</p>"
    )
}

#[test]
fn pages_of_one_record_are_records() {
    let pages = [
        book("Rye and its enemies", "Ann Miller", "978-1", "120"),
        book("Oats for horses", "Bert Smith", "978-2", "88"),
        book("The barley year", "Cora Baker", "978-3", "301"),
    ];
    for expect in [Expect::One, Expect::Auto] {
        let wrapper = learn_with(&pages, &[], expect).unwrap();
        assert!(wrapper.records.is_none(), "{:?}", wrapper.records);
        let reading = read(&wrapper, &book("Peas", "Dora Carter", "978-4", "64"));
        assert_eq!(reading.records.len(), 1);
        let value = |name: &str| {
            let at = wrapper.fields.fields.iter().position(|field| field.name == name);
            at.and_then(|at| reading.records[0].values[at].as_deref())
        };
        assert_eq!(
            (value("isbn"), value("pages")),
            (Some("978-4"), Some("64")),
            "{:?}",
            names(&wrapper.fields)
        );
        assert!(values(&reading)[0].starts_with("Peas, "), "{:?}", values(&reading));
    }
    assert_eq!(learn_with(&pages[..1], &[], Expect::Auto), Err(WrapperError::TooFewPages(1)));
}

#[test]
fn drift_names_the_field() {
    let pages = many_cards();
    let wrapper = learn(&pages);
    let readings: Vec<Reading> = pages.iter().map(|page| read(&wrapper, page)).collect();
    assert!(wrapper.compare(&readings).is_none(), "{:?}", wrapper.compare(&readings));
    let changes = |pages: &[String]| {
        let readings: Vec<Reading> = pages.iter().map(|page| read(&wrapper, page)).collect();
        wrapper.compare(&readings).changes
    };
    // The price gets another label and place.
    let moved: Vec<String> =
        pages.iter().map(|page| page.replace("<b>Price:</b> <i>", "<b>Our price:</b> <span>")).collect();
    let found = changes(&moved);
    assert_eq!(found.iter().filter_map(DriftKind::field).collect::<Vec<_>>(), ["price"], "{found:?}");
    assert!(found[0].to_string().contains("`price`: 0% of the records"));
    // It is no number any more.
    let other: Vec<String> = pages
        .iter()
        .map(|page| (1..10).fold(page.clone(), |page, n| page.replace(&format!("<i>{n} EUR"), "<i>ask us")))
        .collect();
    assert!(
        matches!(&changes(&other)[..], [.., DriftKind::FieldKind { field, learned: ValueKind::Price, .. }] if field == "price")
    );
    // All is new.
    let redesign = format!("{MENU}<section><article>Rye</article><article>Oats</article></section>");
    assert!(matches!(changes(&[redesign])[..], [DriftKind::NoRecords { .. }]));
}

#[test]
fn json_round_trip_and_versions() {
    for wrapper in [learn(&tables()), learn(&many_cards())] {
        let json = wrapper.to_json().unwrap();
        assert_eq!(Wrapper::from_json(&json).unwrap(), wrapper);
        assert_eq!(
            Wrapper::from_json(&json.replace("\"version\": 1", "\"version\": 7")),
            Err(WrapperError::Version(7))
        );
    }
    assert!(matches!(Wrapper::from_json("{}"), Err(WrapperError::Malformed(_))));
}

#[test]
fn the_order_of_the_pages_does_not_matter() {
    for pages in [tables(), many_cards()] {
        let wrapper = learn(&pages);
        for order in [[2, 0, 1], [1, 2, 0], [2, 1, 0]] {
            assert_eq!(learn(&order.map(|at| pages[at].clone())), wrapper);
        }
        assert_eq!(learn(&[pages.clone(), pages].concat()), wrapper);
    }
}

#[test]
fn hostile_pages_are_bounded() {
    let rows = |seed: usize, count: usize| {
        let row = |at: usize| format!("<tr><td>{}</td><td>x{}</td></tr>", at * seed, at + seed);
        format!("<table>{}</table>", (0..count).map(row).collect::<String>())
    };
    let wrapper = learn(&[rows(3, 100_000), rows(7, 20)]);
    assert!(wrapper.fields.fields.len() <= MAX_FIELDS);
    // The parser's limit on nodes cuts the page, at no fewer.
    assert!(read(&wrapper, &rows(5, 100_000)).records.len() >= 40_000);
    // Deep, flat, and many fields in one record.
    let deep = |text: &str| format!("{}{text}", "<div><i>".repeat(100_000));
    let flat = |text: &str| format!("{text} <br>").repeat(100_000);
    let wide =
        |text: &str| format!("<tr>{}</tr>", format!("<td>{text}{text}<a href={text}>y").repeat(50_000));
    for pages in [[deep("a"), deep("b")], [flat("a"), flat("b")], [wide("a"), wide("b")]] {
        if let Ok(wrapper) = learn_with(&pages, &[], Expect::Auto) {
            assert!(wrapper.to_json().unwrap().len() < 200_000, "{}", wrapper.to_json().unwrap().len());
            assert!(read(&wrapper, &pages[0]).records.len() <= 100_001);
        }
    }
}

/// Answers with a constant column before another, and signs in marks of their own.
fn airports() -> Vec<String> {
    let row = |name: &str, number: usize| {
        format!(
            "<tr><td class=n{number}>{name}<td>USA<td><i>-{number}</i>/<b>+{number}.5</b> km<td><a href=/{number}>See</a></tr>"
        )
    };
    let head = "<tr><th>Name<th>Country<th>Change<th>More</tr>";
    [["Adak", "Boise"], ["Cuba", "Dodge"], ["Erie", "Flint"]]
        .iter()
        .enumerate()
        .map(|(page, names)| {
            let rows: String = names.iter().enumerate().map(|(at, name)| row(name, page * 2 + at)).collect();
            format!("{MENU}<p>Airports<table>{head}{rows}</table>")
        })
        .collect()
}

#[test]
fn headed_columns_are_fields_as_they_stand() {
    let pages = airports();
    let wrapper = learn(&pages);
    assert_eq!(names(&wrapper.fields), ["name", "country", "change", "more", "more@href"]);
    assert_eq!(values(&read(&wrapper, &pages[1]))[1], "Dodge, USA, -3 / +3.5 km, See, /3");
    let other = pages[0].replace("USA", "Peru");
    assert!(values(&read(&wrapper, &other))[0].starts_with("Adak, Peru, "));
    // A table without such a head has no headed columns: what is constant is a label.
    let plain: Vec<String> = pages.iter().map(|page| page.replace("<th>", "<td>")).collect();
    assert!(!names(&learn(&plain).fields).contains(&"country"));
}

#[test]
fn heads_of_groups_are_a_column() {
    let page = |nth: usize, field: &str| {
        let mut number = 0;
        let mut group = |name: &str, count: usize| {
            let rows: Vec<String> = (0..count)
                .map(|_| {
                    number += 1;
                    let title = ["Oats on hills", "Rye that grew", "Peas at sea", "Beans which fell"][(number + nth) % 4];
                    let keeper = ["anna", "bruno", "clara"][(number + nth) % 3];
                    format!("<tr><td>{nth}{number}<td><a href=/{nth}{number}>{title} of lot {nth}{number}</a><td>{keeper}</tr>")
                })
                .collect();
            format!("<tr><th colspan=3>{name}</th></tr>{}", rows.concat())
        };
        let sizes = [[2, 5, 8], [5, 8, 2], [8, 2, 5]][nth];
        let groups = [group("rye", sizes[0]), group("oats", sizes[1]), group("peas", sizes[2])].concat();
        format!("{MENU}{field}<table><tr><th>ID<th>Title<th>Keeper</tr>{groups}</table>")
    };
    let learned = |field: &str| {
        let pages: Vec<String> = (0..3).map(|nth| page(nth, field)).collect();
        let wrapper = learn(&pages);
        let rows = values(&read(&wrapper, &pages[1]));
        assert_eq!(rows.len(), 15, "{rows:?}");
        assert!(rows[4].starts_with("rye, 15, ") && rows[5].starts_with("oats, 16, "), "{rows:?}");
        names(&wrapper.fields)[0].to_owned()
    };
    assert_eq!(learned(""), "group");
    assert_eq!(learned("<form><input type=hidden name=@group value=crop></form>"), "crop");
}

#[test]
fn a_row_that_all_pages_have_is_one_and_a_heading_is_none() {
    let row = |name: &str, text: &str| {
        format!(
            "<div class=hit><h3><a href='/{name}'>{name}</a></h3><p>{text}</p><span>{}</span></div>",
            text.len()
        )
    };
    let shared = row("rye", "sown in autumn and reaped in July");
    let answer = |first: &str, rows: &[(&str, &str)]| {
        let rows: Vec<String> = rows.iter().map(|(name, text)| row(name, text)).collect();
        format!("{MENU}<div class=hits>{first}{}</div>", rows.concat())
    };
    let pages = |first: &str| {
        vec![
            answer(
                first,
                &[("oats", "for horses of the farm"), ("peas", "dried and split"), ("beans", "for soup")],
            ),
            answer(
                first,
                &[
                    ("wheat", "on heavy soils"),
                    ("spelt", "in the hills above"),
                    ("millet", "for small birds"),
                ],
            ),
        ]
    };
    let rows = |first: &str| {
        let pages = pages(first);
        read(&learn(&pages), &pages[0]).records.len()
    };
    assert_eq!(rows(&shared), 4);
    assert_eq!(rows("<div class=hit>Our lots of this week, all of them from farms nearby</div>"), 3);
}
