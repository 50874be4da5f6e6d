//! `debulha forms`.

use crate::common::Sandbox;
use serde_json::Value;
use std::fmt::Write as _;

const LOGIN: &str = "<base href=https://a.org/b/><form method=post action=login><label>User name <input name=username required></label>\
<label>Password <input type=password name=password></label><select name=town><option value=1>Porto<option selected>Rio<option>C\
<option>D<option>E<option>F</select><input type=hidden name=token value=x><input type=submit value='Log in'></form>
<form action=/search><input type=search name=q placeholder='Search the site'></form>";

fn pages() -> Sandbox {
    Sandbox::new(&[("login.html", LOGIN.as_bytes()), ("plain.html", b"<p>One paragraph.")])
}

#[test]
fn text_has_a_paragraph_a_form_and_a_line_a_field() {
    let ran = pages().run(&["forms", "login.html"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 9, "{}", ran.out);
    assert!(
        lines[0].starts_with("login (") && lines[0].ends_with("): POST https://a.org/b/login"),
        "{}",
        lines[0]
    );
    assert!(
        lines[1].starts_with("  username: text, ") && lines[1].ends_with(", \"User name\", required"),
        "{}",
        lines[1]
    );
    assert!(lines[3].ends_with(", 6 options: Porto, Rio, C, D, E, …"), "{}", lines[3]);
    assert_eq!(lines[4], "  token: hidden");
    assert_eq!(lines[6], "");
    assert!(
        lines[7].starts_with("search (") && lines[7].ends_with("): GET https://a.org/search"),
        "{}",
        lines[7]
    );
}

#[test]
fn json_has_a_line_a_page_with_everything() {
    let ran = pages().run(&["forms", "--json", "login.html", "plain.html"]);
    assert_eq!(ran.code, 1, "one page has no form");
    let lines: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 2);
    let forms = lines[0]["forms"].as_array().unwrap();
    assert_eq!(forms[0]["xpath"], "/html[1]/body[1]/form[1]");
    assert_eq!((&forms[0]["method"], &forms[0]["action"]), (&"post".into(), &"login".into()));
    assert_eq!(forms[0]["url"], "https://a.org/b/login");
    assert_eq!(
        (&forms[0]["searchable"], &forms[0]["refusal"]),
        (&false.into(), &"it has a password field".into())
    );
    let fields = forms[0]["fields"].as_array().unwrap();
    assert_eq!((&fields[0]["label"], &fields[0]["label_source"]), (&"User name".into(), &"around".into()));
    assert_eq!(fields[2]["options"][1]["selected"], true);
    assert_eq!((&fields[3]["control"], &fields[3]["value"]), (&"hidden".into(), &"x".into()));
    assert_eq!(forms[1]["searchable"], true);
    assert_eq!(forms[1]["kind"], "search");
    assert_eq!(lines[1]["error"], "no form");
    let bytes = |at: usize| forms[1]["bytes"][at].as_u64().unwrap() as usize;
    assert!(LOGIN[bytes(0)..bytes(1)].starts_with("<form action=/search>"));
}

#[test]
fn models_of_other_systems_are_refused() {
    let sandbox = pages();
    sandbox.write("no.model", b"nothing");
    let ran = sandbox.run(&["forms", "--model", "no.model", "login.html"]);
    assert_ne!(ran.code, 0);
    assert!(ran.err.contains("not a model file"), "{}", ran.err);
}

#[test]
fn a_model_is_learned_from_labelled_forms() {
    let sandbox = pages();
    let mut truth = String::new();
    for site in 0..6 {
        let forms = r#""forms": ["l", "s"], "fields": [{"username": "us", "password": "p1", "town": "XX"}, {"q": "qq"}]"#;
        writeln!(truth, r#"{{"id": "{site}", "site": "{site}.org", {forms}}}"#).unwrap();
        sandbox.write(&format!("corpus/pages/{site}.html"), LOGIN.as_bytes());
    }
    sandbox.write("corpus/truth.jsonl", truth.as_bytes());
    let train =
        ["train", "forms", "--data", "corpus", "-p", "folds=2", "-p", "inner_folds=2", "-p", "ridge=0.01"];
    let ran = sandbox.run(
        &[&train[..], &["-p", "form_examples=2", "-p", "field_examples=2", "-o", "forms.model"]].concat(),
    );
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("| login | 6 | 1.00 | 1.00 | 1.00 |"), "{}", ran.out);
    let ran = sandbox.run(&["forms", "--model", "forms.model", "login.html"]);
    assert!(
        ran.out.starts_with("login (") && ran.out.contains("  username: text, user name ("),
        "{}",
        ran.out
    );
}
