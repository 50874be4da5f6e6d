//! `debulha records`.

use crate::common::Sandbox;
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
fn text_and_csv_have_every_field() {
    let sandbox = listing();
    let text = sandbox.run(&["records", "listing.html", "--format", "text"]);
    assert_eq!(text.code, 0);
    assert!(text.out.starts_with("Rye, winter\nSown in autumn, reaped in July, ground in winter.\n\nOats\n"));
    let csv = sandbox.run(&["records", "listing.html", "--format", "csv"]).out;
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "file,region,record,path,text,href");
    assert_eq!(lines[1], "listing.html,1,1,dt/a,\"Rye, winter\",1");
    assert!(lines[4].ends_with("\"Sown in spring, for horses and for \"\"porridge\"\".\","), "{}", lines[4]);
    assert_eq!(lines.len(), 7);
}

#[test]
fn parameters_are_named_in_the_help_and_checked() {
    let sandbox = listing();
    let help = sandbox.run(&["records", "--help"]).out;
    assert!(help.contains("max_regions = 1:") && help.contains("regularity"), "{help}");
    assert_eq!(sandbox.run(&["records", "listing.html", "--param", "no_such=1"]).code, 2);
    assert_eq!(sandbox.run(&["records", "listing.html", "-p", "cutoff=7"]).code, 2);
    let few = sandbox.run(&["records", "listing.html", "-p", "min_records=4"]);
    assert_eq!(few.code, 1);
}
