//! `/v1/extract` writes what the library writes; see `testdata/faces/README.md`.

use super::common::{Running, options};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;

#[test]
fn extract_writes_the_files_of_all_cases() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/faces"));
    let cases: Vec<Value> = serde_json::from_slice(&fs::read(folder.join("cases.json")).unwrap()).unwrap();
    let server = Running::start(options());
    for mut case in cases {
        let [name, page] = ["name", "page"].map(|field| case.as_object_mut().unwrap().remove(field));
        let name = name.as_ref().and_then(Value::as_str).unwrap();
        let page = page.as_ref().and_then(Value::as_str).unwrap_or("page.html");
        case["html"] = Value::from(fs::read_to_string(folder.join(page)).unwrap());
        case["url"] = Value::from("https://example.org/a");
        let answer = server.json("/v1/extract", &case);
        assert_eq!(answer.status, 200, "{name} {answer:?}");
        assert_eq!(answer.text(), fs::read_to_string(folder.join(name)).unwrap(), "{name}");
    }
}
