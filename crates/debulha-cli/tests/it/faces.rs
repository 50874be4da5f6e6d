//! `debulha extract` writes what the library writes; see `testdata/faces/README.md`.

use crate::common::{Ran, debulha};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn extract_writes_the_files_of_all_cases() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/faces"));
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(folder.join("cases.json")).unwrap()).unwrap();
    for case in cases {
        let mut command = debulha();
        let page = case["page"].as_str().unwrap_or("page.html");
        command.arg("extract").arg(folder.join(page)).args(["--url", "https://example.org/a"]);
        for (name, value) in case.as_object().unwrap() {
            let text = value.as_str().unwrap_or_default();
            match name.as_str() {
                "name" | "page" => {}
                "links" | "images" | "footnotes" | "records" => drop(command.arg(format!("--{name}"))),
                "metadata" => drop(command.arg("--with-metadata")),
                "tables" => drop(command.arg("--no-tables")),
                "params" => {
                    for (name, value) in value.as_object().unwrap() {
                        command.args(["-p", &format!("{name}={value}")]);
                    }
                }
                name => drop(command.args([&format!("--{name}"), text])),
            }
        }
        let name = case["name"].as_str().unwrap();
        let Ran { code, out, err } = Ran::of(command.output().unwrap());
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        let written = out.strip_suffix('\n').unwrap_or(&out);
        assert_eq!(written, fs::read_to_string(folder.join(name)).unwrap(), "{name}");
    }
}
