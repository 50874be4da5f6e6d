use super::ask::{Answer, BARN, MAX_BYTES, ask, post, server, site};
use debulha::Pipeline;
use serde_json::json;
use std::net::SocketAddr;

const PAGE: &str = "<title>Rye</title><meta name=description content='On rye.'><nav><a href=/oats>Oats</a></nav>
    <main><h1>Rye</h1><p class=a>Rye is sown in autumn.</p><p class=b>It is reaped in July.</p><img src=/rye.png alt='A field'></main>";

async fn send(address: SocketAddr, headers: &[(&str, &str)]) -> Answer {
    let body = json!({ "html": PAGE, "url": "https://e.org/rye" }).to_string();
    let headers: Vec<(&str, &str)> =
        [("content-type", "application/json")].iter().chain(headers).copied().collect();
    ask(address, "POST", "/r", &headers, body.as_bytes()).await
}

#[tokio::test]
async fn an_address_is_read_as_text_and_as_data() {
    let (address, site) = (server(true), site().await);
    let path = format!("/r/http://{site}/barn?a=b");
    let answer = ask(address, "GET", &path, &[], b"").await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(answer.head.to_ascii_lowercase().contains("content-type: text/plain; charset=utf-8"));
    let head = format!("Title: A barn that dries its own grain\n\nURL Source: http://{site}/barn?a=b\n\n");
    assert!(answer.body.starts_with(&head), "{}", answer.body);
    assert!(answer.body.contains("\n\nMarkdown Content:\n# A barn that dries its own grain\n"));
    let data = ask(address, "GET", &path, &[("accept", "application/json")], b"").await.json();
    assert_eq!((&data["code"], &data["status"]), (&json!(200), &json!(20_000)));
    assert_eq!(data["data"]["title"], "A barn that dries its own grain");
    assert_eq!(data["data"]["debulha"]["verdict"], "ok");
    assert!(answer.body.contains(data["data"]["content"].as_str().unwrap()));
}

#[tokio::test]
async fn a_page_that_came_with_an_error_says_so() {
    let (address, path) = (server(true), format!("/r/http://{}/gone", site().await));
    let text = ask(address, "GET", &path, &[], b"").await;
    assert!(text.body.contains("\n\nWarning: Target URL returned error 404: Not Found\n\n"), "{}", text.body);
    let data = ask(address, "GET", &path, &[("accept", "application/json")], b"").await.json();
    assert!(data["data"]["warning"].as_str().unwrap().contains("error 404"));
}

#[tokio::test]
async fn html_that_is_sent_is_read_as_json_and_as_a_form() {
    let address = server(false);
    let answer =
        post(address, "/r", &json!({ "html": BARN, "url": "https://e.org/", "respondWith": "markdown" }))
            .await;
    let data = answer.json();
    assert_eq!(data["data"]["url"], "https://e.org/");
    let form = ask(
        address,
        "POST",
        "/r/",
        &[("content-type", "application/x-www-form-urlencoded")],
        b"html=%3Ch1%3ERye%3C/h1%3E&respondWith=text",
    )
    .await;
    assert_eq!((form.status, form.body.as_str()), (200, "Rye"));
    let content = post(address, "/r", &json!({ "html": BARN })).await.json();
    assert_eq!(content["data"]["content"], Pipeline::default().extract(BARN).markdown());
}

#[tokio::test]
async fn headers_choose_what_is_written() {
    let address = server(false);
    assert_eq!(send(address, &[("x-respond-with", "html")]).await.body, PAGE);
    let text = send(address, &[("x-respond-with", "text")]).await.body;
    assert!(text.contains("Oats") && text.contains("It is reaped in July."), "{text}");
    let chosen = send(address, &[("x-target-selector", ".b"), ("x-respond-with", "markdown")]).await.body;
    assert_eq!(chosen, "It is reaped in July.");
    let without = send(address, &[("x-remove-selector", "nav, .b"), ("x-return-format", "text")]).await.body;
    assert!(
        without.contains("autumn") && !without.contains("July") && !without.contains("Oats"),
        "{without}"
    );
    let lists =
        send(address, &[("x-with-links-summary", "true"), ("x-with-images-summary", "true")]).await.body;
    assert!(lists.ends_with(
        "\nImages:\n- ![Image 1: A field](https://e.org/rye.png)\n\nLinks/Buttons:\n- [Oats](https://e.org/oats)\n"
    ), "{lists}");
    let data = send(address, &[("x-with-links-summary", "all"), ("accept", "application/json")]).await.json();
    assert_eq!(data["data"]["links"], json!({ "Oats": "https://e.org/oats" }));
    assert_eq!(data["data"]["description"], "On rye.");
}

#[tokio::test]
async fn refusals_are_words() {
    let address = server(false);
    let off = ask(address, "GET", "/r/https://example.org/", &[], b"").await;
    assert_eq!(off.status, 400);
    assert!(off.body.contains("--allow-fetch"), "{}", off.body);
    let data =
        ask(address, "GET", "/r/https://example.org/", &[("accept", "application/json")], b"").await.json();
    assert_eq!((&data["code"], &data["data"]), (&json!(400), &json!(null)));
    let wrong = send(address, &[("x-respond-with", "screenshot")]).await;
    assert_eq!(wrong.status, 400);
    assert!(wrong.body.contains("markdown"), "{}", wrong.body);
    assert_eq!(send(address, &[("x-wait-for-selector", "p"), ("x-request-id", "7")]).await.status, 200);
    assert_eq!(ask(address, "GET", "/r", &[], b"").await.status, 400);
    assert_eq!(ask(address, "POST", "/r", &[("content-type", "application/json")], b"[").await.status, 400);
    assert_eq!(post(address, "/r", &json!({ "html": "<p>rye".repeat(MAX_BYTES / 6 + 1) })).await.status, 413);
}
