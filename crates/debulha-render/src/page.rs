//! One page in a browser: opened, loaded, looked at.

mod protocol;

use self::protocol::{
    Attached, BrowserContext, CreatedTarget, EvaluatedScript, Frame, FrameNavigated, FrameRef, Lifecycle,
    Navigated, OuterHtml, Paused, Picture, Root, WantedResource, World,
};
use crate::browser::{Browser, RenderDeadline};
use crate::connection::Message;
use crate::resources::{PageRequest, Resource, ResourceKind};
use crate::snapshot::{PageSnapshot, STYLES};
use crate::{RenderError, RenderOptions, RenderSource};
use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use url::Url;

/// Where a page without an address is opened. No such host exists (RFC 6761).
pub const NOWHERE: &str = "https://page.invalid/";

/// Sets a style sheet that is not part of the page's tree, and counts the nodes. Animations are at their end, and parts that
/// are drawn only when a reader comes near are drawn: a text that fades in is there, and so is one at the end of a long page.
///
/// It runs in a world of scripts of its own, which those of the page do not reach, and also where those are off.
const TO_REST: &str = "(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`*, ::before, ::after {
        animation-duration: 0s !important; animation-delay: 0s !important; transition: none !important;
        content-visibility: visible !important;
    }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return document.evaluate('count(//node())', document, null, XPathResult.NUMBER_TYPE, null).numberValue;
})()";

/// A header of the page that leaves out what plugins show: 50 embedded PDF files take the browser longer than a page may. Without
/// scripts, the page may not refresh itself either (`<meta http-equiv=refresh>`).
fn policy(scripts: bool) -> (&'static str, &'static str) {
    let policy = if scripts { "object-src 'none'" } else { "object-src 'none'; sandbox allow-same-origin" };
    ("Content-Security-Policy", policy)
}

/// How late an event of the page may come after one of the browser.
const LATE: Duration = Duration::from_millis(500);

/// What the browser made of a page.
pub(crate) struct Captured {
    /// Whether scripts have run.
    pub(crate) scripts: bool,
    pub(crate) snapshot: PageSnapshot,
    pub(crate) html: String,
    pub(crate) screenshot: Option<Vec<u8>>,
    pub(crate) blocked: BTreeMap<ResourceKind, usize>,
}

/// Opens a page in a tab of its own, with nothing kept of other pages, and looks at it.
///
/// # Errors
/// See [`RenderError`].
pub(crate) fn capture(
    browser: &mut Browser,
    source: &RenderSource<'_>,
    options: &RenderOptions,
) -> Result<Captured, RenderError> {
    let deadline = RenderDeadline::after(options.timeout);
    let context: BrowserContext =
        browser_call(browser, "Target.createBrowserContext", &json!({"disposeOnDetach": true}), deadline)?;
    let context = context.browser_context_id;
    let captured = capture_in(browser, &context, source, options, deadline);
    // Whoever waits for this answer waits for nothing that matters.
    let closed = browser.send(None, "Target.disposeBrowserContext", json!({"browserContextId": context}));
    captured.and_then(|captured| closed.map(|_| captured))
}

fn capture_in(
    browser: &mut Browser,
    context: &str,
    source: &RenderSource<'_>,
    options: &RenderOptions,
    deadline: RenderDeadline,
) -> Result<Captured, RenderError> {
    let deny = json!({"behavior": "deny", "browserContextId": context});
    let _: Value = browser_call(browser, "Browser.setDownloadBehavior", &deny, deadline)?;
    let blank = json!({"url": "about:blank", "browserContextId": context});
    let target: CreatedTarget = browser_call(browser, "Target.createTarget", &blank, deadline)?;
    let target = target.target_id;
    let attach = json!({"targetId": target, "flatten": true});
    let attached: Attached = browser_call(browser, "Target.attachToTarget", &attach, deadline)?;
    let page = PageTab {
        browser,
        deadline,
        target: &target,
        session: &attached.session_id,
        state: TabState {
            source,
            options,
            is_served: false,
            events: Vec::new(),
            opened: None,
            leads_on: false,
            stopped: None,
            served: None,
            blocked: BTreeMap::new(),
        },
    };
    page.capture()
}

fn browser_call<T: DeserializeOwned>(
    browser: &mut Browser,
    method: &str,
    params: &Value,
    deadline: RenderDeadline,
) -> Result<T, RenderError> {
    // Events of the page before, which is being closed.
    let answer = browser.call(None, method, params, deadline, |_, _| Ok(()))?;
    Ok(serde_json::from_str(answer.get())?)
}

/// A tab with a page.
struct PageTab<'b> {
    browser: &'b mut Browser,
    deadline: RenderDeadline,
    target: &'b str,
    session: &'b str,
    state: TabState<'b>,
}

/// What has happened to the page.
struct TabState<'b> {
    source: &'b RenderSource<'b>,
    options: &'b RenderOptions,
    /// Whether the page has been given to the browser.
    is_served: bool,
    /// What has happened in the life of documents: the load's number and the name of the event.
    events: Vec<(String, String)>,
    /// The loader of the page, once the tab shows it.
    opened: Option<String>,
    /// Whether the page has requested another in its place.
    leads_on: bool,
    /// When the browser stopped loading after that.
    stopped: Option<Instant>,
    /// When it last got a resource.
    served: Option<Instant>,
    blocked: BTreeMap<ResourceKind, usize>,
}

impl PageTab<'_> {
    fn capture(mut self) -> Result<Captured, RenderError> {
        self.prepare()?;
        self.load()?;
        self.rest()?;
        let snapshot: PageSnapshot = self.get(
            "DOMSnapshot.captureSnapshot",
            &json!({
                "computedStyles": STYLES,
                "includePaintOrder": true,
                "includeBlendedBackgroundColors": true,
            }),
        )?;
        let root: Root = self.get("DOM.getDocument", &json!({"depth": 0}))?;
        let html: OuterHtml = self.get("DOM.getOuterHTML", &json!({"nodeId": root.root.node_id}))?;
        let screenshot = match self.state.options.screenshot {
            Some(height) => Some(self.screenshot(&snapshot, height)?),
            None => None,
        };
        Ok(Captured {
            scripts: self.state.options.scripts,
            snapshot,
            html: html.outer_html.0,
            screenshot,
            blocked: self.state.blocked,
        })
    }

    /// Sets the tab up before anything is in it.
    fn prepare(&mut self) -> Result<(), RenderError> {
        let viewport = self.state.options.viewport;
        let is_off = !self.state.options.scripts;
        self.call("Page.enable", &json!({}))?;
        self.call("Page.setLifecycleEventsEnabled", &json!({"enabled": true}))?;
        self.call("Inspector.enable", &json!({}))?;
        self.call("Fetch.enable", &json!({"patterns": [{"urlPattern": "*"}]}))?;
        self.call("Emulation.setScriptExecutionDisabled", &json!({"value": is_off}))?;
        let window = json!({
            "width": viewport.width, "height": viewport.height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.call("Emulation.setDeviceMetricsOverride", &window)
    }

    /// Opens the page and waits until it is loaded; with scripts, some time longer.
    fn load(&mut self) -> Result<(), RenderError> {
        let url = address(self.state.source).map_or_else(|| NOWHERE.to_owned(), String::from);
        let navigated: Navigated = self.get("Page.navigate", &json!({"url": url}))?;
        if let Some(reason) = navigated.error_text {
            return Err(RenderError::Open(reason));
        }
        let loader = navigated.loader_id.unwrap_or_default();
        while !self.state.has_seen(&loader, "load") {
            let until = self.state.stopped.map_or(self.deadline.until, |stopped| stopped + LATE);
            match self.browser.receive(until.min(self.deadline.until))? {
                Some(message) => self.state.take(self.browser, self.target, self.session, &message)?,
                None if self.state.stopped.is_none() => return Err(self.deadline.missed()),
                // A script has led on to another page, and the browser stopped. What was not read by then is lost.
                None if self.state.has_seen(&loader, "DOMContentLoaded") => return Ok(()),
                None => return Err(RenderError::LeadsOn),
            }
        }
        if self.state.options.scripts { self.settle() } else { Ok(()) }
    }

    /// Lets scripts go on for a while, and again after each resource that they get. Half of the time that is left is kept for
    /// looking at the page, so that one which asks for ever is seen as it is then.
    fn settle(&mut self) -> Result<(), RenderError> {
        let loaded = Instant::now();
        let latest = loaded + self.deadline.until.saturating_duration_since(loaded) / 2;
        loop {
            let last = self.state.served.map_or(loaded, |served| served.max(loaded));
            match self.browser.receive((last + self.state.options.settle).min(latest))? {
                Some(message) => self.state.take(self.browser, self.target, self.session, &message)?,
                None => return Ok(()),
            }
        }
    }

    /// Brings the page to rest, and refuses one that is too large.
    fn rest(&mut self) -> Result<(), RenderError> {
        let world: World = self.get("Page.createIsolatedWorld", &json!({"frameId": self.target}))?;
        let script =
            json!({"expression": TO_REST, "contextId": world.execution_context_id, "returnByValue": true});
        let count: EvaluatedScript = self.get("Runtime.evaluate", &script)?;
        let limit = self.state.options.max_nodes;
        match count.result.value.as_f64() {
            Some(nodes) if nodes <= limit as f64 => Ok(()),
            Some(nodes) => Err(RenderError::TooManyNodes { nodes: nodes as usize, limit }),
            None => Err(RenderError::Open("the page is not HTML".to_owned())),
        }
    }

    fn screenshot(&mut self, snapshot: &PageSnapshot, height: u32) -> Result<Vec<u8>, RenderError> {
        let viewport = self.state.options.viewport;
        let size = snapshot.size();
        let clip = json!({
            "x": 0, "y": 0, "scale": 1,
            "width": viewport.width,
            "height": size.height.clamp(1.0, height as f32),
        });
        let picture = json!({"format": "png", "captureBeyondViewport": true, "clip": clip});
        let picture: Picture = self.get("Page.captureScreenshot", &picture)?;
        BASE64.decode(picture.data).map_err(|error| RenderError::Refused {
            method: "Page.captureScreenshot".to_owned(),
            reason: error.to_string(),
        })
    }

    fn call(&mut self, method: &str, params: &Value) -> Result<(), RenderError> {
        self.get::<serde::de::IgnoredAny>(method, params).map(drop)
    }

    fn get<T: DeserializeOwned>(&mut self, method: &str, params: &Value) -> Result<T, RenderError> {
        let PageTab { browser, deadline, target, session, state } = self;
        let answer = browser.call(Some(session), method, params, *deadline, |browser, message| {
            state.take(browser, target, session, &message)
        })?;
        Ok(serde_json::from_str(answer.get())?)
    }
}

impl TabState<'_> {
    /// Sees to an event.
    fn take(
        &mut self,
        browser: &mut Browser,
        target: &str,
        session: &str,
        event: &Message,
    ) -> Result<(), RenderError> {
        let (Some(method), Some(params)) = (&event.method, &event.params) else { return Ok(()) };
        if method == "Target.detachedFromTarget" {
            let detached: Attached = serde_json::from_str(params.get())?;
            return if detached.session_id == session { Err(RenderError::Crashed) } else { Ok(()) };
        }
        if event.session_id.as_deref() != Some(session) {
            return Ok(());
        }
        match method.as_str() {
            "Fetch.requestPaused" => {
                let paused: Paused = serde_json::from_str(params.get())?;
                let (method, params) = self.answer(&paused, target);
                browser.send(Some(session), method, params).map(drop)
            }
            "Page.lifecycleEvent" => {
                let event: Lifecycle = serde_json::from_str(params.get())?;
                if event.frame_id == target && matches!(event.name.as_str(), "load" | "DOMContentLoaded") {
                    self.events.push((event.loader_id, event.name));
                }
                Ok(())
            }
            "Page.frameNavigated" => {
                let Frame { id, loader_id } = serde_json::from_str::<FrameNavigated>(params.get())?.frame;
                if id != target || !self.is_served {
                    return Ok(());
                }
                // `about:blank` and `blob:` URLs replace the page without a request.
                match &self.opened {
                    Some(opened) if *opened != loader_id => Err(RenderError::LeadsOn),
                    _ => {
                        self.opened = Some(loader_id);
                        Ok(())
                    }
                }
            }
            "Page.frameStoppedLoading" => {
                let frame: FrameRef = serde_json::from_str(params.get())?;
                if self.leads_on && frame.frame_id == target {
                    self.stopped = Some(Instant::now());
                }
                Ok(())
            }
            // Or else the page waits for somebody to answer.
            "Page.javascriptDialogOpening" => {
                browser.send(Some(session), "Page.handleJavaScriptDialog", json!({"accept": false})).map(drop)
            }
            "Inspector.targetCrashed" => Err(RenderError::Crashed),
            _ => Ok(()),
        }
    }

    fn has_seen(&self, loader: &str, name: &str) -> bool {
        self.events.iter().any(|(of, event)| of == loader && event == name)
    }

    /// The command that answers a request.
    fn answer(&mut self, paused: &Paused, target: &str) -> (&'static str, Value) {
        let is_main = paused.resource_type == ResourceKind::Document && paused.frame_id == target;
        if is_main && !self.is_served {
            self.is_served = true;
            let body = self.source.html.as_bytes();
            return fulfil(paused, "text/html; charset=utf-8", body, &[policy(self.options.scripts)]);
        }
        let WantedResource { url, method } = &paused.request;
        let request = PageRequest { url, kind: paused.resource_type, method };
        let resource = if is_main { None } else { self.options.resources.get(&request) };
        if let Some(Resource { content_type, body }) = resource {
            self.served = Some(Instant::now());
            // Fonts and scripts of other hosts need it.
            return fulfil(paused, &content_type, &body, &[("Access-Control-Allow-Origin", "*")]);
        }
        *self.blocked.entry(paused.resource_type).or_insert(0) += 1;
        self.leads_on |= is_main;
        if paused.resource_type == ResourceKind::Document && !is_main {
            // A frame stays empty: an error page in it would be a document more, with a process of its own.
            return ("Fetch.fulfillRequest", json!({"requestId": paused.request_id, "responseCode": 204}));
        }
        // Where a page leads on to another, the page stays: a blocked one would put an error page in its place.
        let reason = if is_main { "Aborted" } else { "BlockedByClient" };
        ("Fetch.failRequest", json!({"requestId": paused.request_id, "errorReason": reason}))
    }
}

fn fulfil(
    paused: &Paused,
    content_type: &str,
    body: &[u8],
    headers: &[(&str, &str)],
) -> (&'static str, Value) {
    let headers: Vec<Value> = [("Content-Type", content_type)]
        .iter()
        .chain(headers)
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    let params = json!({
        "requestId": paused.request_id, "responseCode": 200, "responseHeaders": headers, "body": BASE64.encode(body),
    });
    ("Fetch.fulfillRequest", params)
}

/// The URL of a page where a browser can open one, without its fragment.
pub(crate) fn address(source: &RenderSource<'_>) -> Option<Url> {
    let mut url = Url::parse(source.address?.trim()).ok()?;
    url.set_fragment(None);
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}
