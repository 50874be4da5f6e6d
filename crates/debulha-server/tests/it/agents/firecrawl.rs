use super::ask::{Answer, BARN, MAX_BYTES, ask, post, server, site};
use debulha::{Input, Pipeline};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;

async fn parse(address: SocketAddr, file: &str, options: &Value) -> Answer {
    let part = |head: &str, body: &str| {
        format!("--edge\r\ncontent-disposition: form-data; {head}\r\n\r\n{body}\r\n")
    };
    let options = part("name=\"options\"", &options.to_string());
    let file = part("name=\"file\"; filename=\"page.html\"\r\ncontent-type: text/html; charset=utf-8", file);
    let body = format!("{options}{file}--edge--\r\n");
    ask(
        address,
        "POST",
        "/v2/parse",
        &[("content-type", "multipart/form-data; boundary=edge")],
        body.as_bytes(),
    )
    .await
}

#[tokio::test]
async fn a_page_is_parsed_in_the_formats_that_were_asked_for() {
    let address = server(false);
    let answer = parse(
        address,
        BARN,
        &json!({ "formats": ["markdown", "html", "rawHtml", { "type": "links" }, "images"] }),
    )
    .await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let body = answer.json();
    assert_eq!(body["success"], true);
    let data = &body["data"];
    assert_eq!(data["markdown"], Pipeline::default().extract(BARN).markdown());
    assert_eq!(data["rawHtml"], BARN);
    assert!(data["html"].as_str().unwrap().contains("<h1>"));
    assert!(data["links"].is_array() && data["images"].is_array());
    let metadata = &data["metadata"];
    assert_eq!(metadata["title"], "A barn that dries its own grain");
    assert_eq!(metadata["statusCode"], 200);
    assert_eq!(metadata["debulha"]["verdict"], "ok");
    assert_eq!(metadata["debulha"]["extractor"], "debulha");
    assert!(metadata["debulha"]["confidence"].as_f64().unwrap() > 0.5);
    assert!(data.get("blocks").is_none());
}

#[tokio::test]
async fn parts_are_chosen_by_selectors() {
    let address = server(false);
    let page = "<title>Rye</title><main><h1>Rye</h1><p class=a>Rye is sown in autumn.</p><p class=b>Oats are sown in spring.</p></main>";
    let markdown = |answer: Answer| answer.json()["data"]["markdown"].as_str().unwrap().to_owned();
    let only = markdown(parse(address, page, &json!({ "includeTags": [".b"] })).await);
    assert_eq!(only, "Oats are sown in spring.");
    let without =
        markdown(parse(address, page, &json!({ "excludeTags": ["p.b"], "onlyMainContent": false })).await);
    assert!(without.contains("autumn") && !without.contains("Oats"), "{without}");
    let none = parse(address, page, &json!({ "includeTags": ["table"] })).await;
    assert_eq!(none.json()["data"]["markdown"], "");
}

#[tokio::test]
async fn a_page_is_scraped() {
    let address = server(true);
    let url = format!("http://{}/barn", site().await);
    let answer = post(address, "/v2/scrape", &json!({ "url": url, "formats": ["markdown", "links"] })).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let data = &answer.json()["data"];
    assert_eq!(data["markdown"], Pipeline::default().extract(Input::from(BARN).url(&*url)).markdown());
    assert_eq!(data["metadata"]["sourceURL"], url);
    assert!(data["links"].as_array().unwrap().iter().all(|link| link.as_str().unwrap().contains(':')));
}

#[tokio::test]
async fn headings_that_are_left_out_do_not_come_back_as_titles() {
    let page = "<title>Rye</title><main><h1>Rye</h1><p>Rye is sown in autumn, and reaped in July.</p></main>";
    let answer = parse(server(false), page, &json!({ "excludeTags": ["h1"] })).await;
    assert_eq!(answer.json()["data"]["markdown"], "Rye is sown in autumn, and reaped in July.");
}

#[tokio::test]
async fn older_clients_scrape_too() {
    let (address, url) = (server(true), format!("http://{}/barn", site().await));
    let answer = post(address, "/v1/scrape", &json!({ "url": url })).await;
    assert_eq!(answer.json()["data"]["metadata"]["sourceURL"], url);
    let wrong = post(address, "/v1/scrape", &json!({})).await;
    assert_eq!((wrong.status, &wrong.json()["success"]), (400, &json!(false)));
}

#[tokio::test]
async fn a_site_is_mapped() {
    let (address, site) = (server(true), format!("http://{}", site().await));
    let map = async |fields: Value| {
        let mut body = json!({ "url": format!("{site}/hub") });
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        let answer = post(address, "/v2/map", &body).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        let links = answer.json()["links"].as_array().unwrap().clone();
        links.iter().map(|link| link["url"].as_str().unwrap().replace(&site, "")).collect::<Vec<_>>()
    };
    assert_eq!(map(json!({})).await, ["/hub", "/barn", "/rye?p=1", "/oats"]);
    assert_eq!(map(json!({ "sitemap": "skip", "limit": 2 })).await, ["/hub", "/barn"]);
    assert_eq!(map(json!({ "sitemap": "only" })).await, ["/oats", "/barn"]);
    assert_eq!(map(json!({ "search": "RYE", "ignoreQueryParameters": true })).await, ["/rye"]);
    let old = post(address, "/v1/map", &json!({ "url": format!("{site}/hub"), "ignoreSitemap": true })).await;
    assert_eq!(old.json()["links"][1], format!("{site}/barn"));
    let off = post(server(false), "/v2/map", &json!({ "url": site })).await;
    assert_eq!((off.status, &off.json()["success"]), (400, &json!(false)));
}

/// The status of a job, once it has ended.
async fn ended(address: SocketAddr, path: &str) -> Value {
    for _ in 0..500 {
        let status = ask(address, "GET", path, &[], b"").await.json();
        if status["status"] != "scraping" {
            return status;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{path} does not end");
}

fn urls(status: &Value) -> Vec<&str> {
    let pages = status["data"].as_array().unwrap();
    pages.iter().map(|page| page["metadata"]["sourceURL"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_site_is_crawled() {
    let (address, site) = (server(true), format!("http://{}", site().await));
    let body = json!({ "url": format!("{site}/hub"), "maxDiscoveryDepth": 1, "scrapeOptions": { "formats": ["html"] } });
    let begun = post(address, "/v2/crawl", &body).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    let id = begun.json()["id"].as_str().unwrap().to_owned();
    assert_eq!(begun.json()["url"], format!("http://{address}/v2/crawl/{id}"));
    let status = ended(address, &format!("/v2/crawl/{id}")).await;
    assert_eq!(
        (&status["status"], &status["total"], &status["completed"]),
        (&json!("completed"), &json!(3), &json!(3))
    );
    assert_eq!(urls(&status), [format!("{site}/hub"), format!("{site}/barn")]);
    assert!(status["data"][1]["html"].as_str().unwrap().contains("<h1>"));
    let errors = ask(address, "GET", &format!("/v2/crawl/{id}/errors"), &[], b"").await.json();
    assert_eq!(errors["errors"][0]["url"], format!("{site}/rye?p=1"));
    let few = post(
        address,
        "/v1/crawl",
        &json!({ "url": format!("{site}/hub"), "excludePaths": ["rye"], "maxDepth": 1 }),
    )
    .await
    .json();
    let status = ended(address, &format!("/v1/crawl/{}", few["id"].as_str().unwrap())).await;
    assert_eq!(urls(&status).len(), 2);
}

#[tokio::test]
async fn a_batch_is_scraped_and_jobs_are_cancelled() {
    let (address, site) = (server(true), format!("http://{}", site().await));
    let body = json!({ "urls": [format!("{site}/barn"), "nonsense", format!("{site}/gone")], "ignoreInvalidURLs": true });
    let begun = post(address, "/v2/batch/scrape", &body).await.json();
    assert_eq!(begun["invalidURLs"], json!(["nonsense"]));
    let path = format!("/v2/batch/scrape/{}", begun["id"].as_str().unwrap());
    let status = ended(address, &path).await;
    assert_eq!((urls(&status).len(), &status["completed"]), (1, &json!(2)));
    assert!(status["expiresAt"].as_str().unwrap().contains('T'));
    let errors = ask(address, "GET", &format!("{path}/errors"), &[], b"").await.json();
    assert!(errors["errors"][0]["error"].as_str().unwrap().contains("404"));
    let long =
        post(address, "/v2/batch/scrape", &json!({ "urls": vec![format!("{site}/barn"); 500] })).await.json();
    let path = format!("/v2/batch/scrape/{}", long["id"].as_str().unwrap());
    assert_eq!(ask(address, "DELETE", &path, &[], b"").await.json()["status"], "cancelled");
    assert_eq!(ended(address, &path).await["status"], "cancelled");
    for (path, status) in [("/v2/crawl/nobody", 404), ("/v2/batch/scrape/nobody/errors", 404)] {
        let answer = ask(address, "GET", path, &[], b"").await;
        assert_eq!((answer.status, &answer.json()["success"]), (status, &json!(false)));
    }
    for (path, body) in [
        ("/v2/batch/scrape", json!({ "urls": ["nonsense"] })),
        ("/v2/batch/scrape", json!({})),
        ("/v2/crawl", json!({ "url": site, "webhook": "https://e.org/" })),
    ] {
        assert_eq!(post(address, path, &body).await.status, 400, "{body}");
    }
    let off = post(server(false), "/v2/crawl", &json!({ "url": site })).await;
    assert!(off.status == 400 && off.body.contains("--allow-fetch"), "{}", off.body);
}

#[tokio::test]
async fn refusals_say_why_in_the_shape_that_clients_show() {
    let address = server(false);
    let off = post(address, "/v2/scrape", &json!({ "url": "https://example.org/" })).await;
    assert_eq!(off.status, 400);
    assert_eq!(off.json()["success"], false);
    assert!(off.json()["error"].as_str().unwrap().contains("--allow-fetch"));
    for (body, words) in [
        (json!({}), "`url`"),
        (json!({ "url": "https://e.org/", "formats": ["summary"] }), "`summary`"),
        (json!({ "url": "https://e.org/", "actions": [{ "type": "click" }] }), "`actions`"),
    ] {
        let answer = post(address, "/v2/scrape", &body).await;
        assert_eq!(answer.status, 400);
        assert!(answer.json()["error"].as_str().unwrap().contains(words), "{}", answer.body);
    }
    let broken = ask(address, "POST", "/v2/scrape", &[("content-type", "application/json")], b"{").await;
    assert_eq!((broken.status, &broken.json()["success"]), (400, &json!(false)));
    let no_form = ask(address, "POST", "/v2/parse", &[("content-type", "text/html")], b"<p>").await;
    assert_eq!((no_form.status, &no_form.json()["success"]), (400, &json!(false)));
    assert_eq!(parse(address, "%PDF-1.7\n%\u{e2}\u{e3}", &json!({})).await.status, 415);
    assert_eq!(parse(address, &"<p>rye".repeat(MAX_BYTES / 6 + 1), &json!({})).await.status, 413);
    let formats = ask(address, "GET", "/v2/parse/formats", &[], b"").await;
    assert_eq!(formats.json()["data"]["formats"][0]["format"], "html");
}
