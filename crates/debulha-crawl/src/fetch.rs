//! One exchange with a server.

use crate::cookies::Jar;
use crate::error::FetchError;
use crate::exchange::{Conditions, Exchange, Request};
use crate::guard::{Guarded, RefusedAddress};
use crate::pause::{Pause, Sleep};
use crate::tape::{Recording, Tape, Taped};
use debulha_io::warc::http::Response;
use debulha_io::warc::{Time, WarcTruncation};
use std::io::{self, Read};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};
use ureq::config::Config;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use ureq::unversioned::resolver::{DefaultResolver, Resolver};
use ureq::unversioned::transport::{Connector, RustlsConnector, TcpConnector};
use ureq::{Agent, Body, Timeout};
use url::Url;

/// Bytes of a head at most.
const MAX_HEAD: usize = 64 << 10;

/// What chunks may add to a body, as a multiple of it.
const CHUNK_OVERHEAD: usize = 2;

/// How pages are fetched.
#[derive(Debug, Clone)]
pub struct FetchOptions {
    /// The name and version that servers are told. What stands before the slash is the name that robots.txt files use.
    pub user_agent: String,
    /// Where to complain: an address or an e-mail address.
    pub contact: Option<String>,
    /// Connect to addresses of private networks and of this machine too.
    pub allow_private: bool,
    /// Whom to believe that a server is the one it says it is, in the place of those whom Mozilla believes.
    pub authorities: Option<Authorities>,
    /// Time for an exchange from the look-up of the name to the last byte.
    pub timeout: Duration,
    /// Time to connect.
    pub connect_timeout: Duration,
    /// Bytes of a body at most, as it is sent.
    pub max_bytes: usize,
    /// Tries after the first one, on failures that may pass.
    pub retries: u32,
    /// The wait before the first of them; each further one is twice as long.
    pub back_off: Duration,
    /// The longest wait, whoever asks for it. A server that wants a longer one is left alone.
    pub max_wait: Duration,
}

impl Default for FetchOptions {
    /// 30 seconds, 10 to connect, 32 MiB, and two retries: after 2 and 4 seconds, or when the server says, in a minute at most.
    fn default() -> Self {
        FetchOptions {
            user_agent: concat!("debulha/", env!("CARGO_PKG_VERSION")).to_owned(),
            contact: None,
            allow_private: false,
            authorities: None,
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            max_bytes: 32 << 20,
            retries: 2,
            back_off: Duration::from_secs(2),
            max_wait: Duration::from_mins(1),
        }
    }
}

/// Certificates of authorities.
#[derive(Debug, Clone)]
pub struct Authorities(Arc<Vec<Certificate<'static>>>);

impl Authorities {
    /// All certificates of a PEM file.
    ///
    /// # Errors
    /// None in it, or one that is broken.
    pub fn from_pem(pem: &[u8]) -> Result<Self, FetchError> {
        let mut found = Vec::new();
        for item in parse_pem(pem) {
            if let PemItem::Certificate(certificate) = item.map_err(of_network)? {
                found.push(certificate);
            }
        }
        if found.is_empty() {
            return Err(FetchError::Protocol("the file has no PEM certificate".to_owned()));
        }
        Ok(Authorities(Arc::new(found)))
    }
}

impl FetchOptions {
    /// The value of `User-Agent`.
    pub fn agent_field(&self) -> String {
        let plain = |text: &str| text.chars().filter(|c| matches!(c, ' '..='~')).collect::<String>();
        let contact = self.contact.as_deref().unwrap_or(env!("CARGO_PKG_REPOSITORY"));
        format!("{} (+{})", plain(&self.user_agent), plain(contact))
    }

    /// The name that robots.txt files use.
    pub fn robots_name(&self) -> &str {
        self.user_agent.split(['/', ' ']).next().unwrap_or_default()
    }
}

/// Makes exchanges, one at a time. Connections are kept, and the cookies of the session.
#[derive(Debug)]
pub struct Fetcher {
    agent: Agent,
    tape: Arc<Tape>,
    jar: Jar,
    options: FetchOptions,
    until: Option<Instant>,
    pause: Arc<dyn Pause>,
}

impl Fetcher {
    /// Over the network.
    pub fn new(options: FetchOptions) -> Self {
        let connector = ().chain(TcpConnector::default()).chain(RustlsConnector::default());
        Fetcher::with_parts(options, DefaultResolver::default(), connector)
    }

    /// Over another network. The guard against private addresses stands behind the resolver, whatever that is.
    pub fn with_parts(options: FetchOptions, resolver: impl Resolver, connector: impl Connector) -> Self {
        let tape = Arc::new(Tape::default());
        let guarded =
            Guarded { inner: resolver, allow_private: options.allow_private, tape: Arc::clone(&tape) };
        let authorities = match &options.authorities {
            Some(authorities) => RootCerts::Specific(Arc::clone(&authorities.0)),
            None => RootCerts::WebPki,
        };
        let config = Config::builder()
            .tls_config(TlsConfig::builder().root_certs(authorities).build())
            // A proxy would look names up behind the guard.
            .proxy(None)
            .max_redirects(0)
            .http_status_as_error(false)
            .max_response_header_size(MAX_HEAD)
            .timeout_global(Some(options.timeout))
            .timeout_connect(Some(options.connect_timeout))
            .user_agent(options.agent_field())
            .accept("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5")
            .accept_encoding("gzip, br, zstd")
            .build();
        let agent = Agent::with_parts(config, connector.chain(Recording(Arc::clone(&tape))), guarded);
        let pause = Arc::new(Sleep::default());
        Fetcher { agent, tape, jar: Jar::default(), options, until: None, pause }
    }

    /// Waits by another clock.
    #[must_use]
    pub fn pause(mut self, pause: Arc<dyn Pause>) -> Self {
        self.pause = pause;
        self
    }

    /// How pages are fetched.
    pub fn options(&self) -> &FetchOptions {
        &self.options
    }

    /// The clock.
    pub(crate) fn clock(&self) -> Arc<dyn Pause> {
        Arc::clone(&self.pause)
    }

    /// Forgets the cookies of all sites.
    pub fn forget_cookies(&mut self) {
        self.jar = Jar::default();
    }

    /// Gives the cookies to another fetcher, in the place of those that it has.
    pub(crate) fn hand_over_cookies(&mut self, other: &mut Fetcher) {
        other.jar = std::mem::take(&mut self.jar);
    }

    /// Bounds exchanges from now on: so many bytes of a body at most, and none goes on beyond that moment.
    pub(crate) fn bound(&mut self, max_bytes: usize, until: Instant) {
        self.options.max_bytes = max_bytes;
        self.until = Some(until);
    }

    /// How long an exchange may take that begins now.
    ///
    /// # Errors
    /// There is no time left.
    fn time(&self) -> Result<Duration, FetchError> {
        let Some(until) = self.until else { return Ok(self.options.timeout) };
        let left = until.saturating_duration_since(self.pause.now());
        if left.is_zero() { Err(FetchError::Timeout("global")) } else { Ok(left.min(self.options.timeout)) }
    }

    /// What breaks an exchange off from another thread; afterwards all fail.
    pub fn interrupter(&self) -> impl Fn() + Send + Sync + use<> {
        let agent = self.agent.clone();
        move || agent.clone().shutdown()
    }

    /// Asks for an address, again where that may help. A redirect is an answer like any other.
    ///
    /// # Errors
    /// No answer; what is no web address, or not public.
    pub fn exchange(&mut self, url: &Url, conditions: Option<&Conditions>) -> Result<Exchange, FetchError> {
        self.send(&Request::get(url), conditions)
    }

    /// As [`Fetcher::exchange`], with what is sent along. A POST is sent again only where the server says that it has not looked
    /// at it (429, 503).
    ///
    /// # Errors
    /// As [`Fetcher::exchange`].
    pub fn send(
        &mut self,
        request: &Request,
        conditions: Option<&Conditions>,
    ) -> Result<Exchange, FetchError> {
        let url = &request.url;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::Scheme(url.scheme().to_owned()));
        }
        let mut wait = self.options.back_off;
        for tries_left in (0..=self.options.retries).rev() {
            let made = self.once(request, conditions);
            let time = match &made {
                Ok(exchange) => retry_after(exchange, wait),
                Err(error) => (error.is_passing() && request.posted.is_none()).then_some(wait),
            };
            match time {
                Some(time) if tries_left > 0 && time <= self.options.max_wait => {
                    if !self.pause.wait(time) {
                        return Err(FetchError::Stopped);
                    }
                    wait *= 2;
                }
                _ => return made,
            }
        }
        Err(FetchError::Stopped)
    }

    /// The fields of a request beside those that all have.
    fn fields(&self, url: &Url, conditions: Option<&Conditions>) -> Vec<(&'static str, String)> {
        let conditions = conditions.cloned().unwrap_or_default();
        let fields = [
            ("Cookie", self.jar.of(url)),
            ("If-None-Match", conditions.etag),
            ("If-Modified-Since", conditions.last_modified),
        ];
        fields.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    fn once(&mut self, request: &Request, conditions: Option<&Conditions>) -> Result<Exchange, FetchError> {
        if !self.pause.wait(Duration::ZERO) {
            return Err(FetchError::Stopped);
        }
        let url = &request.url;
        let time = self.time()?;
        let fields = self.fields(url, conditions);
        let limit = MAX_HEAD + self.options.max_bytes.saturating_mul(CHUNK_OVERHEAD);
        self.tape.begin(limit);
        let date = Time::now();
        let called = match &request.posted {
            None => within(time, with_fields(self.agent.get(url.as_str()), fields)).call(),
            Some(posted) => {
                let sent = within(time, with_fields(self.agent.post(url.as_str()), fields));
                sent.content_type(&posted.content_type).send(&posted.bytes[..])
            }
        };
        let truncated = match called {
            Ok(mut response) => {
                let media = response.headers().get("Content-Type").and_then(|value| value.to_str().ok());
                if is_text(media.unwrap_or_default()) {
                    drain(response.body_mut(), self.options.max_bytes)
                } else {
                    Some(WarcTruncation::Unspecified)
                }
            }
            Err(error) => {
                return Err(if self.pause.wait(Duration::ZERO) {
                    of_network(error)
                } else {
                    FetchError::Stopped
                });
            }
        };
        // What was broken off by us is no answer, even where it seems to be whole: bodies may end with their connection.
        if !self.pause.wait(Duration::ZERO) {
            return Err(FetchError::Stopped);
        }
        let Taped { sent, mut received, address, .. } = self.tape.take();
        let response = Response::parse(&received)?;
        for field in response.fields.all("Set-Cookie") {
            self.jar.set(url, field);
        }
        let begin = received.len() - response.message.len();
        let end = received.len() - response.raw_body.len();
        // Of a body that is cut, no more is kept than the limit lets.
        if truncated == Some(WarcTruncation::Length) {
            received.truncate(end + self.options.max_bytes);
        }
        received.drain(..begin);
        let is_post = request.posted.is_some();
        Ok(Exchange { url: url.clone(), is_post, date, address, request: sent, answer: received, truncated })
    }
}

fn with_fields<B>(
    request: ureq::RequestBuilder<B>,
    fields: Vec<(&'static str, String)>,
) -> ureq::RequestBuilder<B> {
    fields.into_iter().fold(request, |request, (name, value)| request.header(name, value))
}

/// Bounds the time of a request.
fn within<B>(time: Duration, request: ureq::RequestBuilder<B>) -> ureq::RequestBuilder<B> {
    request.config().timeout_global(Some(time)).build()
}

/// Whether a body may be a page or a list of addresses, by its media type. Others are not read.
fn is_text(media: &str) -> bool {
    let media = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let family = media.split('/').next().unwrap_or_default();
    !matches!(family, "image" | "audio" | "video" | "font")
        && !matches!(media.as_str(), "application/pdf" | "application/zip" | "application/epub+zip")
}

/// Reads a body to its end, or to the limit; the tape has it. Why it is not all there, if it is not.
fn drain(body: &mut Body, max_bytes: usize) -> Option<WarcTruncation> {
    let mut reader = body.as_reader();
    let mut piece = [0; 16 << 10];
    let mut read = 0;
    loop {
        match reader.read(&mut piece) {
            Ok(0) => return None,
            Ok(len) => read += len,
            Err(error) => {
                return Some(match ureq::Error::from(error) {
                    ureq::Error::Timeout(_) => WarcTruncation::Time,
                    _ => WarcTruncation::Disconnect,
                });
            }
        }
        if read > max_bytes {
            return Some(WarcTruncation::Length);
        }
    }
}

/// After what time an answer is to be requested again, if it is: that which it gives, or else `usual`.
fn retry_after(exchange: &Exchange, usual: Duration) -> Option<Duration> {
    let response = exchange.response().ok()?;
    let may_pass = match response.status {
        429 | 503 => true,
        500 | 502 | 504 => !exchange.is_post,
        _ => false,
    };
    if !may_pass {
        return None;
    }
    let field = response.fields.get("Retry-After").map(str::trim);
    let seconds = field.and_then(|field| field.parse().ok()).map(Duration::from_secs);
    let until = || {
        let date = httpdate::parse_http_date(field?).ok()?;
        Some(date.duration_since(SystemTime::now()).unwrap_or_default())
    };
    Some(seconds.or_else(until).unwrap_or(usual))
}

/// What the client says, in our words.
fn of_network(error: ureq::Error) -> FetchError {
    use ureq::Error as E;
    match error {
        E::Other(other) => match other.downcast::<RefusedAddress>() {
            Ok(refused) => FetchError::Private { host: refused.host, address: refused.address },
            Err(other) => FetchError::Connection(other.to_string()),
        },
        E::HostNotFound => FetchError::NotFound,
        E::Timeout(timeout) => FetchError::Timeout(match timeout {
            Timeout::Resolve => "looking up the name",
            Timeout::Connect => "connecting",
            _ => "waiting for the answer",
        }),
        // What the server sends is wrong, such as a certificate that is not believed; another try gets the same.
        E::Io(error) if error.kind() == io::ErrorKind::InvalidData => FetchError::Protocol(error.to_string()),
        E::Io(error) => {
            let text = error.to_string();
            // What the system says of a name that nobody knows is of no kind of its own.
            if text.contains("lookup address") { FetchError::NotFound } else { FetchError::Connection(text) }
        }
        E::ConnectionFailed => FetchError::Connection("cannot connect".to_owned()),
        E::BadUri(reason) => FetchError::Address(reason),
        E::Http(error) => FetchError::Address(error.to_string()),
        other => FetchError::Protocol(other.to_string()),
    }
}
