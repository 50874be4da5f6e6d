#![allow(clippy::unwrap_used)]

use super::*;
use crate::engine::{Engine, EngineOptions};
use crate::fetch::{Fetching, FetchingOptions};
use debulha::{Format, Pipeline, WriteOptions};
use serde_json::json;

const THREAD: &str = include_str!("../../../../testdata/records/thread-phpbb/source.html");
const DOCS: &str = include_str!("../../../../testdata/pages/docs-tables/source.html");

const HIDDEN: &str = "<!doctype html><html lang=en><title>How rye is sown</title><main><article><h1>How rye is sown</h1>
    <p>Rye is sown in late autumn, when the ground is still warm and the first rains have softened it, and it stands through the winter
    under the snow without much harm.</p>
    <p>A farmer who sows too early finds that the plants grow tall before the frost, and then lodge when the wind blows over the hills in
    the spring of the year.</p>
    <h2>When is it reaped?</h2><div class=answer style='display:none'><p>Rye is reaped in July, some weeks before wheat, as soon as the ears bend down
    and the straw has lost the last of its green colour at the knots.</p></div></article></main>";

fn service(fetching: Fetching) -> Arc<Service> {
    let engine = Arc::new(Engine::new(EngineOptions::default()));
    Arc::new(Service::new(engine, Arc::new(fetching), 1 << 20))
}

fn tools() -> Tools {
    Tools::new(service(Fetching::off()), None)
}

async fn call(tools: &Tools, name: &str, args: Value) -> CallToolResult {
    let Value::Object(args) = args else { panic!("an object") };
    tools.call(name, args).await.unwrap()
}

fn part(result: &CallToolResult, nth: usize) -> &str {
    result.content.get(nth).map_or("", |part| &part.as_text().unwrap().text)
}

async fn wrong(name: &str, args: Value) -> String {
    let result = call(&tools(), name, args).await;
    assert_eq!(result.is_error, Some(true));
    part(&result, 0).to_owned()
}

/// All pieces of a tool's answer, by following what each says.
async fn pieces(name: &str, mut args: Value) -> Vec<String> {
    let tools = tools();
    let mut pieces = Vec::new();
    loop {
        let result = call(&tools, name, args.clone()).await;
        assert_eq!(result.is_error, Some(false), "{}", part(&result, 0));
        pieces.push(part(&result, 1).to_owned());
        let next = part(&result, 0).lines().find_map(|line| line.split_once("continue with start_index="));
        let Some((_, next)) = next else { return pieces };
        args["start_index"] = json!(next.parse::<usize>().unwrap());
    }
}

#[tokio::test]
async fn an_answer_begins_with_the_verdict_and_the_text_is_a_part_of_its_own() {
    let result = call(&tools(), "extract", json!({ "html": DOCS, "url": "https://e.org/" })).await;
    let extraction = Pipeline::default().extract(debulha::Input::from(DOCS).url("https://e.org/"));
    assert!(part(&result, 0).starts_with("verdict: "), "{}", part(&result, 0));
    assert!(part(&result, 0).lines().next().unwrap().ends_with("; extractor: debulha"));
    assert_eq!(part(&result, 1), extraction.markdown());
    let text =
        call(&tools(), "extract", json!({ "html": DOCS, "format": "text", "url": "https://e.org/" })).await;
    let options = WriteOptions::with_links_and_images();
    assert_eq!(part(&text, 1), extraction.render(Format::Text, &options));
}

#[tokio::test]
async fn pieces_are_units_and_join_to_the_whole() {
    for (page, most) in [(DOCS, 100), (DOCS, 300), (DOCS, 1000), (THREAD, 200)] {
        let whole = pieces("extract", json!({ "html": page })).await;
        assert_eq!(whole.len(), 1);
        let pieces = pieces("extract", json!({ "html": page, "max_length": most })).await;
        assert!(pieces.len() > 1);
        assert!(pieces.iter().all(|piece| piece.chars().count() <= most));
        assert_eq!(pieces.concat(), whole[0]);
    }
}

#[tokio::test]
async fn tables_are_cut_between_rows() {
    let rows: Vec<String> = (0..60)
        .map(|row| format!("<tr><td>Field {row}<td>{} tons of rye<td>sown in autumn", row * 3))
        .collect();
    let page = format!("<table><tr><th>Field<th>Harvest<th>Sown{}</table>", rows.concat());
    let args = json!({ "html": page, "extractor": "all_text", "max_length": 300 });
    for piece in pieces("extract", args).await {
        assert!(piece.starts_with('|') && piece.trim_end().ends_with('|'), "{piece}");
    }
}

#[tokio::test]
async fn threads_are_cut_between_posts() {
    let posts: Vec<String> = (1..30)
        .map(|post| format!(
            "<div class=post><b class=author>Ana{post}</b> <time datetime=2024-05-{:02}>May</time><p>Post {post} begins here, with words on \
             rye in the hills.<p>It ends after a second paragraph on wheat in the plain.</div>", post % 28 + 1))
        .collect();
    let page = format!("<h1>Which rye?</h1>{}", posts.concat());
    let args = json!({ "html": page, "extractor": "all_text", "max_length": 400 });
    let pieces = pieces("extract", args).await;
    assert!(pieces.len() > 5);
    for piece in &pieces[..pieces.len() - 1] {
        assert!(piece.trim_end().ends_with("wheat in the plain."), "{piece}");
    }
}

#[tokio::test]
async fn hidden_text_is_named() {
    let result = call(&tools(), "extract", json!({ "html": HIDDEN })).await;
    let text = part(&result, 1);
    assert!(text.contains("reaped in July"), "{text}");
    let line = part(&result, 0).lines().find(|line| line.starts_with("hidden text (")).unwrap();
    let start = text[..text.find("Rye is reaped").unwrap()].chars().count();
    let end = text.chars().count();
    assert!(line.ends_with(&format!(" block 5 (characters {start} to {end})")), "{line}");
    let shown =
        call(&tools(), "extract", json!({ "html": HIDDEN.replace("style='display:none'", "") })).await;
    assert!(!part(&shown, 0).contains("hidden text"));
    assert_eq!(part(&shown, 1), text);
}

#[tokio::test]
async fn a_query_says_where_its_words_stand() {
    let result = call(&tools(), "extract", json!({ "html": HIDDEN, "query": "reaped July barley" })).await;
    let line = part(&result, 0).lines().find(|line| line.starts_with("query: ")).unwrap();
    assert!(line.contains(" block 5 at start_index=") && line.contains("(2 of 3)"), "{line}");
    let (_, start) = line.split_once("start_index=").unwrap();
    let start: usize = start.split(' ').next().unwrap().parse().unwrap();
    let jumped = call(&tools(), "extract", json!({ "html": HIDDEN, "start_index": start })).await;
    assert!(part(&jumped, 1).starts_with("Rye is reaped in July"));
}

#[tokio::test]
async fn records_come_as_text_and_as_data() {
    let result = call(&tools(), "records", json!({ "html": THREAD, "extractor": "all_text" })).await;
    assert!(part(&result, 1).contains("author: barnkeeper"), "{}", part(&result, 1));
    let data = result.structured_content.unwrap();
    let group = &data["groups"][0];
    assert_eq!(group["kind"], "thread");
    assert_eq!(group["records"][0]["author"], "barnkeeper");
    assert_eq!(data["records"], group["size"]);
    let whole = pieces("records", json!({ "html": THREAD, "extractor": "all_text" })).await;
    let cut = pieces("records", json!({ "html": THREAD, "extractor": "all_text", "max_length": 500 })).await;
    assert!(cut.len() > 1);
    assert_eq!(cut.concat(), whole.concat());
}

#[tokio::test]
async fn reasons_and_comparisons_are_given() {
    let result = call(&tools(), "why", json!({ "html": HIDDEN, "text": "sown in late autumn" })).await;
    assert_eq!(result.structured_content.as_ref().unwrap()["answers"][0]["decision"], "kept");
    assert!(part(&result, 1).starts_with("kept: \""));
    let none = call(&tools(), "why", json!({ "html": HIDDEN, "text": "barley" })).await;
    assert!(part(&none, 0).contains("the text is not in the page"));
    let systems = json!({ "html": DOCS, "extractors": ["bte", "cetd"] });
    let result = call(&tools(), "compare", systems).await;
    let data = result.structured_content.as_ref().unwrap();
    assert_eq!(data["systems"][1]["name"], "cetd");
    assert!(part(&result, 0).starts_with("agreement: "));
    assert!(!data["blocks"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn what_is_wrong_is_said_in_words() {
    assert_eq!(wrong("extract", json!({})).await, "give the page as html");
    let unknown = wrong("extract", json!({ "html": "x", "shape": "text" })).await;
    assert!(unknown.starts_with("`extract` takes no `shape`; it takes: "), "{unknown}");
    assert!(wrong("extract", json!({ "html": "x", "path": "y" })).await.contains("takes no `path`"));
    assert!(wrong("extract", json!({ "html": "x", "format": "pdf" })).await.contains("markdown"));
    assert!(wrong("extract", json!({ "html": "x", "extractor": "cetdd" })).await.contains("cetdd"));
    assert_eq!(
        wrong("extract", json!({ "html": "x", "max_length": 5 })).await,
        "`max_length` must have at least 100"
    );
    assert!(
        wrong("extract", json!({ "html": "<p>x", "start_index": 999 })).await.contains("is beyond the text")
    );
    assert!(wrong("extract", json!({ "html": "x", "start_index": -1 })).await.contains("-1"));
    assert!(
        wrong("extract", json!({ "html": "x".repeat((1 << 20) + 1) }))
            .await
            .contains("at most 1048576 bytes")
    );
    assert!(
        wrong("compare", json!({ "html": "x", "extractors": ["bte"] })).await.contains("at least 2 entries")
    );
    assert!(wrong("why", json!({ "html": "x" })).await.contains("text"));
    assert!(tools().call("fetch", JsonObject::new()).await.is_err());
}

#[tokio::test]
async fn files_are_an_input_where_they_are_allowed() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("rye.html"),
        b"<meta charset=iso-8859-1><p>Centeio d\xe1 em terra fraca.",
    )
    .unwrap();
    let tools = Tools::new(service(Fetching::off()), Some(Files::below(folder.path()).unwrap()));
    let result = call(&tools, "extract", json!({ "path": "rye.html", "extractor": "all_text" })).await;
    assert_eq!(part(&result, 1), "Centeio dá em terra fraca.");
    let both = call(&tools, "extract", json!({ "path": "rye.html", "html": "x" })).await;
    assert_eq!(both.is_error, Some(true));
    assert_eq!(part(&both, 0), "give the page as html or as path, one of them");
}

#[test]
fn tools_are_listed_with_hints_and_limits() {
    let listed = |tools: &Tools| tools.listed.iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
    assert_eq!(listed(&tools()), ["extract", "records", "why", "compare"]);
    let fetching = Tools::new(service(Fetching::new(FetchingOptions::default())), None);
    assert_eq!(listed(&fetching), ["extract", "records", "why", "compare", "fetch"]);
    for tool in &fetching.listed {
        let hints = tool.annotations.as_ref().unwrap();
        assert_eq!(hints.read_only_hint, Some(true));
        assert_eq!(hints.open_world_hint, Some(tool.name == "fetch"));
        assert!(tool.description.as_ref().unwrap().contains("untrusted"));
        assert_eq!(tool.input_schema["additionalProperties"], false);
    }
    let extract = &fetching.listed[0].input_schema["properties"];
    assert_eq!(extract["html"]["maxLength"], 1 << 20);
    assert_eq!(extract["max_length"]["default"], 20_000);
    assert!(extract.get("path").is_none());
    assert_eq!(extract["format"]["enum"], json!(["markdown", "text"]));
    let fetch = &fetching.listed[4].input_schema;
    assert_eq!(fetch["properties"]["max_length"]["default"], 5_000);
    assert_eq!(fetch["required"], json!(["url"]));
}
