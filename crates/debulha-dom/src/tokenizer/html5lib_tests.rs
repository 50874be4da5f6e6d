//! The tokenizer cases of html5lib, in every state they name; parse errors are not compared.
#![allow(clippy::unwrap_used)]

use super::{CharacterRun, ContentState, HtmlToken, HtmlTokenKind, Tokenizer, VALUE};
use crate::resolve;
use serde_json::{Map, Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Runs that the vendored files hold, a case counting once for each of its initial states.
const RUNS: usize = 7_030;

/// Runs left out: their input has surrogates without a partner, which no Rust string can hold.
const SURROGATES: usize = 4;

/// The tokens of a run in html5lib's form.
fn run(state: &str, last_start_tag: Option<&str>, input: &str) -> Vec<Value> {
    let mut tokenizer = Tokenizer::new(input, u16::MAX);
    // The standard drops a byte order mark before it tokenizes: here it is a character.
    tokenizer.at = 0;
    tokenizer.content = match state {
        "Data state" => ContentState::Data,
        "PLAINTEXT state" => ContentState::Plaintext,
        "RCDATA state" => ContentState::Rcdata,
        "RAWTEXT state" => ContentState::Rawtext,
        "Script data state" => ContentState::ScriptData,
        "CDATA section state" => ContentState::CdataSection,
        other => panic!("no such state: {other}"),
    };
    last_start_tag.unwrap_or_default().clone_into(&mut tokenizer.raw_name);
    let mut tokens = Vec::new();
    loop {
        let token = tokenizer.next(false);
        if token.kind == HtmlTokenKind::EndOfFile {
            return tokens;
        }
        push(&mut tokens, describe(&tokenizer, token));
    }
}

/// Adds a token; adjacent characters are one, and those of an empty CDATA section none.
fn push(tokens: &mut Vec<Value>, token: Value) {
    if token == json!(["Character", ""]) {
        return;
    }
    if token[0] == "Character"
        && let Some(last) = tokens.last_mut()
        && last[0] == "Character"
    {
        last[1] = json!([last[1].as_str().unwrap(), token[1].as_str().unwrap()].concat());
    } else {
        tokens.push(token);
    }
}

fn describe(tokenizer: &Tokenizer<'_>, token: HtmlToken) -> Value {
    let name = tokenizer.names.spelling(token.name);
    match token.kind {
        HtmlTokenKind::StartTag if token.self_closing => {
            json!(["StartTag", name, attributes(tokenizer, token), true])
        }
        HtmlTokenKind::StartTag => json!(["StartTag", name, attributes(tokenizer, token)]),
        HtmlTokenKind::EndTag => json!(["EndTag", name]),
        HtmlTokenKind::Text => json!(["Character", characters(tokenizer, token.run)]),
        HtmlTokenKind::Comment => json!(["Comment", characters(tokenizer, token.run)]),
        HtmlTokenKind::Doctype => {
            let doctype = &tokenizer.doctype;
            json!(["DOCTYPE", doctype.name, doctype.public_id, doctype.system_id, !doctype.force_quirks])
        }
        HtmlTokenKind::EndOfFile => unreachable!("html5lib lists no such token"),
    }
}

fn attributes(tokenizer: &Tokenizer<'_>, token: HtmlToken) -> Map<String, Value> {
    let attributes = &tokenizer.attributes[token.attributes as usize..];
    attributes
        .iter()
        .map(|attribute| {
            let (start, end) = attribute.value;
            let run = CharacterRun { start, end, dirt: attribute.dirt, rules: VALUE };
            (tokenizer.names.spelling(attribute.name).to_owned(), json!(characters(tokenizer, run)))
        })
        .collect()
}

/// Clean runs are taken as they stand, as the tree builder does: that they are marked so is part of the test.
fn characters(tokenizer: &Tokenizer<'_>, run: CharacterRun) -> String {
    let source = &tokenizer.source[run.start as usize..run.end as usize];
    let mut resolved = String::new();
    if run.is_clean() {
        resolved.push_str(source);
    } else {
        resolve::append(&mut resolved, source, run.rules);
    }
    resolved
}

/// `\uHHHH` in a string undone, of which surrogates may be pairs; `None` where one has no partner.
fn unescape(text: &str) -> Option<String> {
    let mut units = Vec::new();
    let mut parts = text.split("\\u");
    units.extend(parts.next()?.encode_utf16());
    for part in parts {
        let (digits, rest) = part.split_at(4);
        units.push(u16::from_str_radix(digits, 16).unwrap());
        units.extend(rest.encode_utf16());
    }
    String::from_utf16(&units).ok()
}

/// [`unescape`] in every string of a value.
fn unescape_all(value: &Value) -> Option<Value> {
    Some(match value {
        Value::String(text) => Value::String(unescape(text)?),
        Value::Array(items) => Value::Array(items.iter().map(unescape_all).collect::<Option<_>>()?),
        Value::Object(map) => {
            let entries = map.iter().map(|(key, value)| Some((unescape(key)?, unescape_all(value)?)));
            Value::Object(entries.collect::<Option<_>>()?)
        }
        other => other.clone(),
    })
}

/// Input and expected tokens of a case.
fn read(case: &Value) -> Option<(String, Value)> {
    let (input, output) = (case["input"].as_str().unwrap(), &case["output"]);
    match case["doubleEscaped"] {
        Value::Bool(true) => Some((unescape(input)?, unescape_all(output)?)),
        _ => Some((input.to_owned(), output.clone())),
    }
}

#[test]
fn tokens_are_those_of_html5lib() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/html5lib/tokenizer");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut runs, mut surrogates) = (0, 0);
    let mut wrong = Vec::new();
    for file in &files {
        let content: Value = serde_json::from_slice(&fs::read(file).unwrap()).unwrap();
        let default_states = [json!("Data state")];
        for case in content["tests"].as_array().unwrap() {
            let states = case["initialStates"].as_array().map_or(&default_states[..], Vec::as_slice);
            runs += states.len();
            let Some((input, expected)) = read(case) else {
                surrogates += states.len();
                continue;
            };
            for state in states {
                let state = state.as_str().unwrap();
                let tokens = Value::Array(run(state, case["lastStartTag"].as_str(), &input));
                if tokens != expected {
                    let (file, description) = (file.file_name().unwrap(), &case["description"]);
                    let place = format!("{}, {description}, {state}", file.display());
                    wrong.push(format!("{place}: {input:?} gave {tokens}, expected {expected}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} runs:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!((runs, surrogates), (RUNS, SURROGATES));
}
