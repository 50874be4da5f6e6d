//! Tools for agents, after the Model Context Protocol: over standard input and output, or over HTTP without sessions.

mod answer;
mod args;
mod cut;
mod extract;
mod files;
mod list;
mod places;
mod reasons;
mod recent;
mod records;
mod stdio;
mod systems;
#[cfg(test)]
mod tests;

pub use files::Files;

use crate::problem::Problem;
use crate::receive::too_large;
use crate::service::{GivenPage, Service};
use args::{CompareArgs, ExtractArgs, FetchArgs, PageArgs, RecordsArgs, WhyArgs};
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use axum::{Json, Router};
use list::Allowed;
use recent::RecentPages;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorData, Implementation,
    JsonObject, ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RxJsonRpcMessage, TxJsonRpcMessage};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::io;
use std::sync::Arc;
use stdio::LineTransport;
use tokio::sync::Semaphore;

/// Where the tools stand.
pub(crate) const PATH: &str = "/mcp";

/// The tools over HTTP.
#[derive(Clone)]
pub(crate) struct OverHttp {
    service: StreamableHttpService<Arc<Tools>, NeverSessionManager>,
    /// Maximum bytes per message.
    longest: usize,
}

/// Bytes of a message beside the page in it.
const MESSAGE_BYTES: usize = 1 << 20;

/// Bytes of JSON that a byte of a page may take: `\u0000`.
const JSON_BYTES_PER_BYTE: usize = 6;

/// Calls that are in work or wait at once; an agent makes a few.
const AT_ONCE: usize = 64;

/// The tools of a server.
pub struct Tools {
    service: Arc<Service>,
    files: Option<Files>,
    listed: Vec<Tool>,
    recent: RecentPages,
    turns: Semaphore,
}

impl Tools {
    /// The tools, with `fetch` where the service fetches pages, and with `path` as an input where files may be read.
    pub fn new(service: Arc<Service>, files: Option<Files>) -> Self {
        let allowed = Allowed {
            fetching: service.fetching.is_on(),
            rendering: service.fetching.browsers().is_some(),
            files: files.is_some(),
            max_bytes: service.max_bytes,
        };
        let (recent, turns) = (RecentPages::default(), Semaphore::new(AT_ONCE));
        Tools { service, files, listed: list::tools(allowed), recent, turns }
    }

    /// Answers on standard input and output until the input ends.
    ///
    /// # Errors
    /// A client that does not begin as the protocol wants it, and those of the streams.
    pub async fn serve_stdio(self) -> io::Result<()> {
        let longest = self.longest_message();
        let transport = LineTransport::new(tokio::io::stdin(), tokio::io::stdout(), longest);
        let running = Arc::new(self).serve(transport).await.map_err(io::Error::other)?;
        running.waiting().await.map_err(io::Error::other)?;
        Ok(())
    }

    /// The routes: `/mcp`, streamable HTTP without sessions. Whose requests are let through is for what they are merged into.
    pub fn routes<S: Clone + Send + Sync + 'static>(self) -> Router<S> {
        let longest = self.longest_message();
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .with_max_request_body_bytes(longest)
            .disable_allowed_hosts()
            .disable_allowed_origins();
        let tools = Arc::new(self);
        let sessions = Arc::new(NeverSessionManager::default());
        let service = StreamableHttpService::new(move || Ok(Arc::clone(&tools)), sessions, config);
        Router::new().route(PATH, any(mcp)).with_state(OverHttp { service, longest })
    }

    fn longest_message(&self) -> usize {
        self.service.max_bytes.saturating_mul(JSON_BYTES_PER_BYTE).saturating_add(MESSAGE_BYTES)
    }

    /// Calls a tool. What is wrong with a call is an answer too, so that the caller reads it.
    ///
    /// # Errors
    /// No tool of that name.
    pub async fn call(&self, name: &str, args: JsonObject) -> Result<CallToolResult, ErrorData> {
        let Some(tool) = self.listed.iter().find(|tool| tool.name == name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        };
        let answer = match (list::check(tool, &args), self.turns.try_acquire()) {
            (Err(wrong), _) => Err(Problem::bad_request("arguments", wrong)),
            (_, Err(_)) => {
                Err(Problem::new(429, "full", format!("{AT_ONCE} calls are in work already; try again")))
            }
            (Ok(()), Ok(_turn)) => self.answer(name, args).await,
        };
        Ok(answer.unwrap_or_else(|problem| CallToolResult::error(vec![ContentBlock::text(problem.detail())])))
    }

    async fn answer(&self, name: &str, args: JsonObject) -> Result<CallToolResult, Problem> {
        match name {
            "extract" => extract::given(self, read::<ExtractArgs>(args)?).await,
            "fetch" => extract::fetched(self, read::<FetchArgs>(args)?).await,
            "records" => records::answer(self, read::<RecordsArgs>(args)?).await,
            "why" => reasons::answer(self, read::<WhyArgs>(args)?).await,
            _ => systems::answer(self, read::<CompareArgs>(args)?).await,
        }
    }

    /// The page of a call.
    async fn page(&self, args: PageArgs) -> Result<GivenPage, Problem> {
        match (args.html, args.path, &self.files) {
            (Some(html), None, _) => {
                self.service.check_size(html.len())?;
                Ok(GivenPage::text(html, args.url))
            }
            (None, Some(path), Some(files)) => {
                let (files, most) = (files.clone(), self.service.max_bytes);
                let bytes = self.service.engine.run(move || files.read(&path, most)).await??;
                Ok(GivenPage::bytes(bytes, None, args.url))
            }
            (_, _, None) => Err(Problem::bad_request("page", "give the page as html")),
            _ => Err(Problem::bad_request("page", "give the page as html or as path, one of them")),
        }
    }
}

/// Tools for agents, after the Model Context Protocol
///
/// Streamable HTTP without sessions: a message of JSON-RPC is answered by one. `tools/list` says what the tools take.
#[utoipa::path(
    post,
    path = "/mcp",
    tag = "agents",
    request_body(content = Object, content_type = "application/json", example = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "extract", "arguments": { "html": "<h1>Rye</h1><p>Rye is sown in autumn." } }
    })),
    responses(
        (status = 200, description = "The answer; `isError` says whether the tool failed", body = Object, example = json!({
            "jsonrpc": "2.0", "id": 1, "result": {
                "content": [
                    { "type": "text", "text": "verdict: ok; confidence: 0.88; extractor: debulha\n" },
                    { "type": "text", "text": "# Rye\n\nRye is sown in autumn." }
                ],
                "isError": false
            }
        })),
        (status = 202, description = "A notification was taken"),
        (status = 400, description = "Not a message: JSON-RPC error -32700 if the body is not JSON, else -32600", body = Object),
        (status = 406, description = "`Accept` must have `application/json` and `text/event-stream`"),
        crate::openapi::BodyProblems,
    )
)]
pub(crate) async fn mcp(State(over): State<OverHttp>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, over.longest).await else {
        return too_large(over.longest).into_response();
    };
    let is_call = parts.method == Method::POST;
    let request = Request::from_parts(parts, Body::from(bytes.clone()));
    let response = over.service.handle(request).await.map(Body::new);
    if is_call
        && response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE
        && serde_json::from_slice::<RxJsonRpcMessage<RoleServer>>(&bytes).is_err()
    {
        let answer = TxJsonRpcMessage::<RoleServer>::error(stdio::error_of(&bytes), None);
        return (StatusCode::BAD_REQUEST, Json(answer)).into_response();
    }
    response
}

fn read<T: DeserializeOwned>(args: JsonObject) -> Result<T, Problem> {
    serde_json::from_value(Value::Object(args))
        .map_err(|error| Problem::bad_request("arguments", error.to_string()))
}

impl ServerHandler for Tools {
    fn get_info(&self) -> ServerConfig {
        let name = Implementation::new("debulha", env!("CARGO_PKG_VERSION"));
        let capabilities = ServerCapabilities::builder().enable_tools().build();
        let mut config = ServerConfig::new(capabilities).with_instructions(list::INSTRUCTIONS);
        config.server_info = name;
        config
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.listed.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.listed.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(self.call(&request.name, request.arguments.unwrap_or_default()).await?.into())
    }
}
