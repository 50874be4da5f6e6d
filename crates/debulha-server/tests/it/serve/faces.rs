//! `/v1/extract` writes what the library writes; see `testdata/faces/README.md`.

use super::common::{Running, options};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn extract_writes_the_files_of_all_cases() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/faces"));
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(folder.join("cases.json")).unwrap()).unwrap();
    let server = Running::start(options());
    for mut case in cases {
        let name = case.as_object_mut().unwrap().remove("name").unwrap();
        let name = name.as_str().unwrap();
        case["html"] = Value::from(page.as_str());
        case["url"] = Value::from("https://example.org/a");
        let answer = server.json("/v1/extract", &case);
        assert_eq!(answer.status, 200, "{name} {answer:?}");
        assert_eq!(answer.text(), fs::read_to_string(folder.join(name)).unwrap(), "{name}");
    }
}
