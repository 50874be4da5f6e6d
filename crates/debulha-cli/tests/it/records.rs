//! `debulha records`.

use crate::common::{Sandbox, gzip};
use serde_json::Value;

const LISTING: &str = "<p><a href=/>Home</a></p><dl>
<dt><a href=1>Rye, winter</a><dd>Sown in autumn, reaped in July, ground in winter.
<dt><a href=2>Oats</a><dd>Sown in spring, for horses and for \"porridge\".
<dt><a href=3>Barley</a><dd>Sown in spring, for beer and for bread.</dl>";

fn listing() -> Sandbox {
    Sandbox::new(&[("listing.html", LISTING.as_bytes()), ("plain.html", b"<p>One paragraph.")])
}

#[test]
fn json_has_a_line_a_page() {
    let ran = listing().run(&["records", "listing.html", "plain.html"]);
    assert_eq!(ran.code, 1, "one page has no records");
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    let records = lines[0]["regions"][0]["records"].as_array().expect("records");
    assert_eq!(records.len(), 3);
    assert_eq!(records[1]["xpath"], "/html[1]/body[1]/dl[1]/dt[2]");
    assert_eq!(records[1]["fields"][0]["path"], "dt/a");
    assert_eq!(records[1]["fields"][0]["href"], "2");
    let bytes = |at: usize| records[1]["bytes"][at].as_u64().expect("a byte") as usize;
    assert!(LISTING[bytes(0)..bytes(1)].starts_with("<dt><a href=2>Oats"));
    assert_eq!(lines[1]["error"], "no records");
}

#[test]
fn text_and_rows_of_fields_have_every_field() {
    let sandbox = listing();
    let text = sandbox.run(&["records", "listing.html", "--format", "text"]);
    assert_eq!(text.code, 0);
    assert!(text.out.starts_with("Rye, winter\nSown in autumn, reaped in July, ground in winter.\n\nOats\n"));
    let csv = sandbox.run(&["records", "listing.html", "--format", "fields"]).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "file,region,record,path,text,href");
    assert_eq!(lines[1], "listing.html,1,1,dt/a,\"Rye, winter\",1");
    assert!(lines[4].ends_with("\"Sown in spring, for horses and for \"\"porridge\"\".\","), "{}", lines[4]);
    assert_eq!(lines.len(), 7);
}

#[test]
fn a_table_has_a_row_a_record_and_the_same_columns_on_all_pages() {
    let sandbox = listing();
    sandbox.write("next.html", LISTING.replace("<a href=2>Oats</a>", "Peas").as_bytes());
    let csv = sandbox.run(&["records", "listing.html", "next.html", "plain.html", "-f", "csv"]);
    assert_eq!(csv.code, 1, "one page has no records: {}", csv.err);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines[0], "file,region,record,dt,dt/a,dt/a@href,dd", "{}", csv.out);
    assert_eq!(
        lines[1],
        "listing.html,1,1,,\"Rye, winter\",1,\"Sown in autumn, reaped in July, ground in winter.\""
    );
    assert!(lines[5].starts_with("next.html,1,2,Peas,,,"), "{}", csv.out);
    assert_eq!(lines.len(), 7);

    let rows = sandbox.run(&["records", "listing.html", "next.html", "-f", "jsonl"]).out;
    let rows: Vec<Value> = rows.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((rows.len(), &rows[4]["dt"], &rows[4]["dt/a"]), (6, &"Peas".into(), &Value::Null));
    let address =
        sandbox.run(&["records", "listing.html", "-f", "jsonl", "-u", "https://example.org/a/b"]).out;
    assert!(address.contains("\"dt/a@href\":\"https://example.org/a/1\""), "{address}");

    for (args, file) in [(&["-o", "t.csv"][..], "t.csv"), (&["-f", "csv", "-o", "out"], "out/records.csv")] {
        let ran = sandbox.run(&[&["records", "listing.html", "next.html"], args].concat());
        assert_eq!((ran.code, ran.out.as_str()), (0, ""), "{}", ran.err);
        assert_eq!(sandbox.read(file).lines().count(), 7);
    }
    let parquet = sandbox.run(&["records", "listing.html", "-o", "t.parquet"]);
    assert_eq!(parquet.code, 0, "{}", parquet.err);
    assert!(std::fs::read(sandbox.path("t.parquet")).unwrap().starts_with(b"PAR1"));
    sandbox.write("own.csv", LISTING.as_bytes());
    assert_eq!(sandbox.run(&["records", "own.csv", "-o", "own.csv"]).code, 2, "an input is no output");
}

#[test]
fn parameters_are_named_in_the_help_and_checked() {
    let sandbox = listing();
    let help = sandbox.run(&["records", "--help-all"]).out;
    assert!(help.contains("max_regions = 1:") && help.contains("regularity"), "{help}");
    assert_eq!(sandbox.run(&["records", "listing.html", "--param", "no_such=1"]).code, 2);
    assert_eq!(sandbox.run(&["records", "listing.html", "-p", "cutoff=7"]).code, 2);
    let few = sandbox.run(&["records", "listing.html", "-p", "min_records=4"]);
    assert_eq!(few.code, 1);
}

/// A thread of three posts, with a menu and a footer.
const THREAD: &str = r#"<!doctype html><html lang=en><title>Rye lodges every July - Barn forum</title>
<ul class=menu><li><a href=/>Home</a><li><a href=/farm>The farm</a></ul>
<main><h1>Rye lodges every July</h1>
<div class=post><a class=author href=/u/1>barnkeeper</a> <time datetime="2024-05-06T08:14">6 May 2024</time>
<div class=content><p>Every July the rye on the upper field lies down after the first storm. Has anyone tried a shorter variety, or is it the seed rate?</div></div>
<div class=post><a class=author href=/u/2>ana_lima</a> <time datetime="2024-05-06T11:40">6 May 2024</time>
<div class=content><p>It is nearly always the seed rate. We went down to 120 kilos a hectare, and the straw got thicker and stood until August.</div></div>
<div class=post><a class=author href=/u/3>oldmiller</a> <time datetime="2024-05-07T07:02">7 May 2024</time>
<div class=content><p>Also look at the nitrogen. Whatever you give after April goes into leaf, and the ear pulls the stem over in the first wind.</div></div>
</main><footer>The forum of the barn.</footer>"#;

/// Author, day and the first words of each post.
const POSTS: [[&str; 3]; 3] = [
    ["barnkeeper", "2024-05-06", "Every July the rye"],
    ["ana_lima", "2024-05-06", "It is nearly always the seed rate."],
    ["oldmiller", "2024-05-07", "Also look at the nitrogen."],
];

fn thread() -> Sandbox {
    Sandbox::new(&[("thread.html", THREAD.as_bytes()), ("plain.html", b"<p>One paragraph of text.")])
}

fn begins(value: &Value, text: &str) -> bool {
    value.as_str().is_some_and(|value| value.starts_with(text))
}

#[test]
fn records_of_the_content_are_a_line_each() {
    let ran = thread().run(&["records", "--content", "thread.html"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), POSTS.len(), "{}", ran.out);
    for (place, (line, [author, day, text])) in lines.iter().zip(POSTS).enumerate() {
        assert_eq!(
            (&line["kind"], &line["group"], &line["record"]),
            (&"thread".into(), &0.into(), &place.into())
        );
        assert_eq!((&line["file"], &line["author"]), (&"thread.html".into(), &author.into()));
        assert!(begins(&line["date"], day) && begins(&line["text"], text), "{line}");
    }
    let csv = thread().run(&["records", "--content", "thread.html", "-f", "csv"]).out;
    let rows: Vec<&str> = csv.lines().collect();
    assert_eq!(rows[0], "file,kind,group,record,title,link,author,date,price,image,text");
    assert!(rows[1].starts_with("thread.html,thread,0,0,,,barnkeeper,2024-05-06"), "{csv}");
    assert_eq!(thread().run(&["records", "--content", "thread.html", "-f", "parquet"]).code, 2);
    let none = thread().run(&["records", "--content", "plain.html"]);
    assert_eq!(none.code, 1);
    assert!(none.err.contains("no records"), "{}", none.err);
}

#[test]
fn extract_shows_the_posts_of_a_thread() {
    let sandbox = thread();
    let json = sandbox.run(&["extract", "thread.html", "--records", "--json"]);
    let page: Value = serde_json::from_str(&json.out).expect("JSON");
    let groups = page["records"].as_array().expect("groups");
    assert_eq!((groups.len(), &groups[0]["kind"]), (1, &"thread".into()));
    let records = groups[0]["records"].as_array().expect("records");
    let blocks = page["blocks"].as_array().expect("blocks");
    assert_eq!(records.len(), POSTS.len());
    for (record, [author, day, text]) in records.iter().zip(POSTS) {
        assert_eq!(record["author"], author);
        assert!(begins(&record["date"], day), "{record}");
        let of_record = |at: usize| record["blocks"][at].as_u64().expect("a place") as usize;
        let own = &blocks[of_record(0)..of_record(1)];
        assert!(own.iter().any(|block| begins(&block["text"], text)), "{own:?}");
    }
    let plain: Value =
        serde_json::from_str(&sandbox.run(&["extract", "thread.html", "--json"]).out).expect("JSON");
    assert_eq!((plain.get("records"), &plain["blocks"]), (None, &page["blocks"]));

    let text = sandbox.run(&["extract", "thread.html", "--records"]).out;
    let lines: Vec<&str> = text.lines().collect();
    for [author, _, begin] in POSTS {
        let post = lines.iter().position(|line| line.starts_with(begin)).expect("a post");
        assert!(lines[post - 1].starts_with(author), "{text}");
    }
}

#[test]
fn a_table_replaces_its_file_whole_and_damaged_pages_are_told() {
    let sandbox = listing();
    sandbox.write("kept.csv", b"old");
    let none = sandbox.run(&["records", "plain.html", "missing.html", "-o", "kept.csv"]);
    assert_eq!(none.code, 1);
    assert_eq!(sandbox.read("kept.csv"), "file,region,record\n", "a run that ended writes what there is");
    let packed = gzip(LISTING.repeat(40).as_bytes());
    sandbox.write("torn.html.gz", &packed[..packed.len() - 12]);
    let torn = sandbox.run(&["records", "torn.html.gz", "-f", "csv"]);
    assert_eq!(torn.code, 1, "{}", torn.err);
    assert!(torn.err.contains("torn.html.gz: warning: damaged"), "{}", torn.err);
    assert!(torn.out.lines().count() > 3, "{}", torn.out);
}

#[test]
fn the_query_helps_to_tell_answers_from_what_else_repeats() {
    let page = "<div><p><i>Buy a plough</i> with two shares and a seat of leather.
        <p><i>Buy a harrow</i> with twenty teeth of the best steel.<p><i>Buy a sickle</i> with a handle of oak.</div>
        <ol><li><b>Winter rye of Saxony</b> is sown in autumn.<li><b>Winter rye of Poland</b> is sown in autumn.
        <li><b>Winter rye of Prussia</b> is sown in autumn.</ol>";
    let sandbox = Sandbox::new(&[("results.html", page.as_bytes())]);
    let first = |further: &[&str]| {
        let args = [&["records", "results.html", "-f", "csv"], further].concat();
        sandbox.run(&args).out.lines().nth(1).unwrap_or_default().to_owned()
    };
    assert!(first(&[]).contains("plough"));
    assert!(first(&["--query-term", "rye"]).contains("Saxony"));
    assert!(first(&["--query-url", "https://example.org/s?q=Rye"]).contains("Saxony"));
    assert_eq!(sandbox.run(&["records", "results.html", "--model", "results.html"]).code, 1, "no model");
}

/// An answer with a menu that is larger than it.
fn answer(items: &[(&str, &str)]) -> String {
    let item = |(name, price): &(&str, &str)| {
        format!("<div class=offer><a class=name href=/{name}>{name}</a><p>Price: <b>{price}</b></p></div>")
    };
    format!(
        "<ul><li><a href=/a>All about the mill</a><li><a href=/b>How to find us by road or rail</a></ul><main>{}</main>",
        items.iter().map(item).collect::<String>()
    )
}

fn answers() -> Sandbox {
    let pages = [
        answer(&[("Rye", "3 EUR"), ("Oats", "4 EUR"), ("Barley", "1 EUR")]),
        answer(&[("Peas", "7 EUR"), ("Beans", "9 EUR")]),
        answer(&[("Vetch", "2 EUR"), ("Hemp", "6 EUR"), ("Flax", "5 EUR")]),
        answer(&[("Millet", "8 EUR")]),
    ];
    let names = ["a.html", "b.html", "c.html", "d.html"];
    let files: Vec<(&str, &[u8])> = names.into_iter().zip(pages.iter().map(String::as_bytes)).collect();
    Sandbox::new(&files)
}

#[test]
fn a_wrapper_is_learned_applied_and_checked() {
    let sandbox = answers();
    let learned = sandbox.run(&["records", "learn", "a.html", "b.html", "c.html", "-o", "w.json"]);
    assert_eq!((learned.code, learned.out.as_str()), (0, ""), "{}", learned.err);
    assert!(learned.err.contains("fields: name, name@href, price"), "{}", learned.err);
    let printed = sandbox.run(&["records", "learn", "c.html", "a.html", "b.html"]);
    assert_eq!(printed.out, sandbox.read("w.json"), "the order of the pages does not matter");

    let csv = sandbox.run(&["records", "apply", "w.json", "a.html", "d.html", "-f", "csv"]);
    let lines: Vec<&str> = csv.out.lines().collect();
    assert_eq!(lines[0], "file,region,record,confidence,name,name@href,price", "{}", csv.err);
    assert_eq!((lines.len(), lines[4]), (5, "d.html,1,1,1,Millet,/Millet,8 EUR"));
    let json = sandbox.run(&["records", "apply", "w.json", "d.html", "-u", "https://example.org/s"]);
    let page: Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(page["records"][0]["fields"]["name@href"], "https://example.org/Millet");
    assert_eq!(sandbox.run(&["records", "apply", "w.json", "a.html", "-o", "t.parquet"]).code, 0);

    let same = sandbox.run(&["records", "check", "w.json", "a.html", "d.html"]);
    assert_eq!(
        (same.code, same.out.starts_with("no drift: 4 records on 2 pages")),
        (0, true),
        "{}",
        same.out
    );
    sandbox.write(
        "new.html",
        answer(&[("Rye", "3 EUR"), ("Oats", "4 EUR")]).replace("Price:", "Costs").as_bytes(),
    );
    let drift = sandbox.run(&["records", "check", "w.json", "new.html"]);
    assert_eq!(
        (drift.code, drift.out.starts_with("drift: field `price`: 0% of the records")),
        (1, true),
        "{}",
        drift.out
    );
    let drift: Value =
        serde_json::from_str(&sandbox.run(&["records", "check", "w.json", "new.html", "--json"]).out)
            .expect("JSON");
    assert_eq!((&drift["drift"], &drift["changes"][0]["field"]), (&true.into(), &"price".into()));
}

#[test]
fn verbs_of_wrappers_leave_the_verb_itself_alone() {
    let sandbox = answers();
    assert_eq!(sandbox.run(&["records", "a.html", "-f", "text"]).code, 0);
    sandbox.write("learn", answer(&[("Rye", "3"), ("Oats", "4")]).as_bytes());
    assert_eq!(sandbox.run(&["records", "./learn", "-f", "text"]).code, 0);
    let one = sandbox.run(&["records", "learn", "a.html"]);
    assert!(one.code == 1 && one.err.contains("at least two different ones"), "{}", one.err);
    assert_eq!(sandbox.run(&["records", "apply", "a.html", "b.html"]).code, 2, "a page is no wrapper");
    assert_eq!(sandbox.run(&["records", "check", "none.json", "b.html"]).code, 1);
    for verb in ["learn", "apply", "check"] {
        assert!(sandbox.run(&["records", verb, "--help"]).out.contains("debulha records"), "{verb}");
    }
    assert!(
        sandbox.run(&["records", "--help"]).out.contains("Learn where a site's result pages have records")
    );
}
