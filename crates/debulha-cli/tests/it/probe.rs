//! Probing a form. No test asks for a host beyond the loopback interface.

use crate::common::Sandbox;
use crate::server::{Answer, Asked, Server, answer, page};
use serde_json::Value;
use std::thread;
use std::time::Duration;

const CROPS: [&str; 4] = ["rye", "oats", "barley", "wheat"];

/// A form with two lists, before 48 varieties, of which an answer shows five.
fn varieties(pause: Duration) -> Server {
    Server::start(move |asked: &Asked| -> Answer {
        let (path, query) = asked.path.split_once('?').unwrap_or((&asked.path, ""));
        let value = |name: &str| {
            let pair = query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
            pair.unwrap_or_default().to_owned()
        };
        match path {
            "/robots.txt" => answer(404, &[], b""),
            "/" => {
                let options = |values: &[&str]| {
                    let options: Vec<String> =
                        values.iter().map(|value| format!("<option>{value}")).collect();
                    options.concat()
                };
                page(&format!(
                    "<title>Varieties</title><h1>Search for varieties</h1><form action=/login><input name=user><input type=password name=p></form>\
                     <form action=/find><label>Crop <select name=crop><option value=''>Any{}</select></label>\
                     <label>Soil <select name=soil><option value=''>Any{}</select></label><button>Search</button></form>",
                    options(&CROPS),
                    options(&["sand", "clay", "loam"])
                ))
            }
            "/find" => {
                thread::sleep(pause);
                let (crop, soil) = (value("crop"), value("soil"));
                let rows: Vec<String> = (0..48)
                    .map(|n| (CROPS[n % 4], ["sand", "clay", "loam"][n / 4 % 3], n))
                    .filter(|row| (crop.is_empty() || row.0 == crop) && (soil.is_empty() || row.1 == soil))
                    .take(5)
                    .map(|(crop, soil, n)| {
                        format!("<tr><td>Variety number {n} of the station<td>{crop}<td>on {soil}</tr>")
                    })
                    .collect();
                page(&format!(
                    "<h1>Found</h1><table><tr><th>Name<th>Crop<th>Soil</tr>{}</table>",
                    rows.concat()
                ))
            }
            _ => answer(404, &[("Content-Type", "text/html")], b"no"),
        }
    })
}

/// What every probe of these tests is given.
const QUICK: [&str; 5] = ["--allow-private", "--delay", "0", "-o", "answers.warc.gz"];

fn probe(sandbox: &Sandbox, server: &Server, more: &[&str]) -> crate::common::Ran {
    let url = server.url("/");
    sandbox.run(&[&["probe", &url][..], &QUICK, more].concat())
}

fn found(server: &Server) -> Vec<String> {
    server.paths().into_iter().filter(|path| path.starts_with("/find")).collect()
}

#[test]
fn answers_become_a_file_that_other_verbs_read() {
    let (sandbox, server) = (Sandbox::new(&[]), varieties(Duration::ZERO));
    let ran = probe(&sandbox, &server, &["--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let account: Value = serde_json::from_str(&ran.out).unwrap();
    // All combinations: the form as it is, four crops, three soils, and twelve pairs.
    assert_eq!((account["rows"].as_u64(), account["form"].as_u64()), (Some(48), Some(2)), "{}", ran.err);
    assert!(account["submissions"].as_u64().unwrap() <= 20, "{account}");
    assert_eq!(account["submissions"].as_u64().unwrap() as usize, found(&server).len());
    assert_eq!(account["submitted"][0]["query"], serde_json::json!({}));
    assert!(ran.err.contains("48 rows; ") && ran.err.contains("no useful query left"), "{}", ran.err);

    let ran = sandbox.run(&["records", "answers.warc.gz"]);
    assert!(ran.out.contains("Variety number 7 of the station"), "{} {}", ran.out, ran.err);

    let ran = sandbox.run(&[
        "probe",
        &server.url("/"),
        "--allow-private",
        "--delay",
        "0",
        "-o",
        "named.warc.gz",
        "--form",
        "search",
        "--budget",
        "2",
    ]);
    assert!(ran.code == 0 && ran.err.contains("8 rows"), "{}", ran.err);

    let ran = probe(&sandbox, &server, &["--form", "1"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let ran =
        sandbox.run(&["probe", &server.url("/"), "--allow-private", "-o", "other.warc.gz", "--form", "1"]);
    assert!(
        ran.code == 1 && ran.err.contains("form 1 is not submitted: it has a password field"),
        "{}",
        ran.err
    );
}

#[test]
fn a_harvest_is_a_table_with_each_row_once() {
    let (sandbox, server) = (Sandbox::new(&[]), varieties(Duration::ZERO));
    let url = server.url("/");
    let harvest =
        |output: &str| sandbox.run(&["harvest", &url, "--allow-private", "--delay", "0", "-o", output]);
    let ran = harvest("rows.csv");
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("48 rows in rows.csv; 48 found"), "{}", ran.err);
    let table = sandbox.read("rows.csv");
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].ends_with(",name,crop,soil"), "{}", lines[0]);
    assert_eq!(lines.len(), 49);
    assert!(table.contains(",Variety number 7 of the station,wheat,on clay"), "{table}");

    let records = |more: &[&str]| {
        let args = ["records", "apply", "rows.wrapper.json", "rows.warc.gz", "-f", "jsonl"];
        sandbox.run(&[&args[..], more].concat())
    };
    let once = records(&[]);
    assert!(once.err.contains("rows were on an earlier page"), "{}", once.err);
    assert_eq!(once.out.lines().count(), 48);
    assert!(records(&["--all"]).out.lines().count() > 48);

    let asked = found(&server).len();
    assert_eq!(harvest("rows.csv").code, 0);
    assert_eq!(found(&server).len(), asked, "the answers are in the file");
    let wrong = harvest("rows.html");
    assert!(wrong.code == 2 && wrong.err.contains("ends in .csv, .jsonl or .parquet"), "{}", wrong.err);
}

#[test]
fn a_probe_that_was_killed_goes_on() {
    let (sandbox, server) = (Sandbox::new(&[]), varieties(Duration::from_millis(15)));
    let url = server.url("/");
    let args = [&["probe", &url][..], &QUICK].concat();
    for answers in [1, 4, 9] {
        let mut child = sandbox.command(&args).spawn().unwrap();
        while found(&server).len() < answers {
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let ran = probe(&sandbox, &server, &["--json"]);
    let account: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, account["rows"].as_u64()), (0, Some(48)), "{}", ran.err);
    // What was being asked when the process was killed is all that may be asked again.
    let asked = found(&server).len();
    assert!(asked <= account["submissions"].as_u64().unwrap() as usize + 3, "{asked} {account}");
    assert_eq!(account["pages"], account["submissions"]);
}

#[test]
fn a_form_in_a_file_and_a_wrong_command_line() {
    let server = varieties(Duration::ZERO);
    let form = "<form action=/find><select name=crop><option value=''>Any<option>rye<option>oats</select><button>Search</button></form>";
    let sandbox = Sandbox::new(&[("form.html", form.as_bytes())]);
    let url = server.url("/");
    let ran = sandbox.run(&[&["probe", "form.html", "--url", &url][..], &QUICK].concat());
    // Five of all crops, of rye and of oats, three of which are the same.
    assert!(ran.code == 0 && ran.err.contains("12 rows"), "{}", ran.err);
    for more in [
        &["form.html"][..],
        &[&url, "--url", &url],
        &["form.html", "--url", &url, "--budget", "0"],
        &["form.html", "--url", &url, "--labels", "form.html"],
        &["form.html", "--url", &url, "--values", "crop"],
        &["form.html", "--url", &url, "--values", "soil=sand"],
    ] {
        let ran = sandbox.run(&[&["probe", "-o", "other.warc.gz"][..], more].concat());
        assert_eq!(ran.code, 2, "{more:?} {}", ran.err);
    }
}
