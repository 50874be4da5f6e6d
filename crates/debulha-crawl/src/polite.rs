//! Visits: the rules of each host, its delay, and redirects.

use crate::error::FetchError;
use crate::exchange::{Conditions, Exchange, Request};
use crate::fetch::Fetcher;
use crate::robots::{self, Robots};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use url::Url;

/// How polite visits are.
#[derive(Debug, Clone)]
pub struct Politeness {
    /// Time between the end of a request and the next one to the same host.
    pub delay: Duration,
    /// The longest time that a robots.txt may ask for.
    pub max_crawl_delay: Duration,
    /// Redirects that are followed.
    pub max_redirects: usize,
    /// Ask robots.txt. Nothing but tests of one's own server should go without.
    pub robots: bool,
}

impl Default for Politeness {
    /// A second, half a minute at most for robots.txt, ten redirects.
    fn default() -> Self {
        Politeness {
            delay: Duration::from_secs(1),
            max_crawl_delay: Duration::from_secs(30),
            max_redirects: 10,
            robots: true,
        }
    }
}

/// What came of an address.
#[derive(Debug)]
pub struct UrlVisit {
    /// The exchanges, redirects first; all that were made, whatever the end was.
    pub exchanges: Vec<Exchange>,
    /// Why the last one is not the page, if it is not.
    pub error: Option<FetchError>,
}

impl UrlVisit {
    /// The exchange that gave the page.
    ///
    /// # Errors
    /// Why there is none.
    pub fn page(self) -> Result<Exchange, FetchError> {
        match (self.error, self.exchanges.into_iter().next_back()) {
            (Some(error), _) => Err(error),
            (None, Some(exchange)) => Ok(exchange),
            (None, None) => Err(FetchError::Stopped),
        }
    }
}

/// Visits addresses, one after another.
#[derive(Debug)]
pub struct Visitor {
    fetcher: Fetcher,
    politeness: Politeness,
    /// By scheme, host and port.
    robots: BTreeMap<String, Robots>,
    /// By host: when the next request may be sent.
    ready: BTreeMap<String, Instant>,
    /// Exchanges beside the visits.
    asides: Vec<Exchange>,
}

impl Visitor {
    /// Visits by a fetcher.
    pub fn new(fetcher: Fetcher, politeness: Politeness) -> Self {
        Visitor { fetcher, politeness, robots: BTreeMap::new(), ready: BTreeMap::new(), asides: Vec::new() }
    }

    /// The fetcher.
    pub fn fetcher(&self) -> &Fetcher {
        &self.fetcher
    }

    /// Visits an address politely and follows redirects as far as `follow` lets it. A redirect to an address that robots.txt
    /// or the guard refuses ends the visit.
    pub fn visit(
        &mut self,
        url: &Url,
        conditions: Option<&Conditions>,
        follow: &mut dyn FnMut(&Url) -> bool,
    ) -> UrlVisit {
        self.send(&Request::get(url), conditions, follow)
    }

    /// As [`Visitor::visit`], with what is sent along.
    pub fn send(
        &mut self,
        request: &Request,
        conditions: Option<&Conditions>,
        follow: &mut dyn FnMut(&Url) -> bool,
    ) -> UrlVisit {
        let mut exchanges = Vec::new();
        let error = self.walk(request, conditions, follow, &mut exchanges).err();
        UrlVisit { exchanges, error }
    }

    fn walk(
        &mut self,
        request: &Request,
        conditions: Option<&Conditions>,
        follow: &mut dyn FnMut(&Url) -> bool,
        exchanges: &mut Vec<Exchange>,
    ) -> Result<(), FetchError> {
        let mut request = request.clone();
        loop {
            self.check_robots(&request.url)?;
            let conditions = conditions.filter(|_| exchanges.is_empty());
            let exchange = self.ask(&request, conditions)?;
            let target = exchange.redirect();
            let status = exchange.response().map_or(0, |response| response.status);
            exchanges.push(exchange);
            let Some(target) = target else { return Ok(()) };
            let next = request.redirected(status, target);
            check_redirect(&next, exchanges, self.politeness.max_redirects)?;
            if !follow(&next.url) {
                return Err(FetchError::LeadsAway(next.url));
            }
            request = next;
        }
    }

    /// One exchange, when the host is ready for it.
    fn ask(&mut self, request: &Request, conditions: Option<&Conditions>) -> Result<Exchange, FetchError> {
        let url = &request.url;
        let host = url.host_str().unwrap_or_default().to_owned();
        let clock = self.fetcher.clock();
        let wait =
            self.ready_at(&host).map_or(Duration::ZERO, |at| at.saturating_duration_since(clock.now()));
        if !wait.is_zero() && !clock.wait(wait) {
            return Err(FetchError::Stopped);
        }
        let made = self.fetcher.send(request, conditions);
        let delay = self.delay(url);
        self.ready.insert(host, clock.now() + delay);
        made
    }

    /// When the next request to a host may be sent, if there was one.
    pub fn ready_at(&self, host: &str) -> Option<Instant> {
        self.ready.get(host).copied()
    }

    /// The delay of the host of an address.
    fn delay(&self, url: &Url) -> Duration {
        let asked = self.robots.get(&origin(url)).and_then(Robots::crawl_delay).unwrap_or_default();
        self.politeness.delay.max(asked.min(self.politeness.max_crawl_delay))
    }

    /// Whether robots.txt lets us fetch an address.
    fn check_robots(&mut self, url: &Url) -> Result<(), FetchError> {
        if self.politeness.robots { self.robots_of(url)?.check(url) } else { Ok(()) }
    }

    /// The rules of the host of an address, requested once.
    ///
    /// # Errors
    /// An address that no host is at, or that may not be connected to; being stopped.
    pub fn robots_of(&mut self, url: &Url) -> Result<&Robots, FetchError> {
        let origin = origin(url);
        if !self.robots.contains_key(&origin) {
            let mut place =
                url.join("/robots.txt").map_err(|error| FetchError::Address(error.to_string()))?;
            place.set_query(None);
            let attempt = self.find_robots(place);
            match attempt {
                // These say more of the host than of its robots.txt.
                Err(
                    error @ (FetchError::Stopped
                    | FetchError::Private { .. }
                    | FetchError::NotFound
                    | FetchError::Scheme(_)
                    | FetchError::Address(_)),
                ) => return Err(error),
                attempt => {
                    let robots = Robots::of_attempt(&attempt, self.fetcher.options().robots_name());
                    self.asides.extend(attempt.ok());
                    self.robots.insert(origin.clone(), robots);
                }
            }
        }
        self.robots.get(&origin).ok_or(FetchError::Stopped)
    }

    /// Asks for a robots.txt, at once: it is what tells the delay.
    fn find_robots(&mut self, mut place: Url) -> Result<Exchange, FetchError> {
        let mut before = Vec::new();
        loop {
            let exchange = self.fetcher.exchange(&place, None)?;
            let Some(target) = exchange.redirect() else { return Ok(exchange) };
            before.push(exchange);
            check_redirect(&Request::get(&target), &before, robots::MAX_REDIRECTS)?;
            place = target;
        }
    }

    /// Forgets the cookies of all sites, as between the visits of two people. Rules and delays of hosts stay.
    pub fn forget_cookies(&mut self) {
        self.fetcher.forget_cookies();
    }

    /// A visitor by another fetcher for what the page of the last visit loads: with the cookies of that visit, which this visitor
    /// then forgets, with the rules of the page's host, and without delays, since the parts of a page are requested at once.
    #[must_use]
    pub fn for_parts_of(&mut self, page: &Url, mut fetcher: Fetcher) -> Visitor {
        self.fetcher.hand_over_cookies(&mut fetcher);
        let politeness =
            Politeness { delay: Duration::ZERO, max_crawl_delay: Duration::ZERO, ..self.politeness.clone() };
        let mut parts = Visitor::new(fetcher, politeness);
        let origin = origin(page);
        parts.robots.extend(self.robots.get(&origin).cloned().map(|rules| (origin, rules)));
        parts
    }

    /// Bounds visits from now on: so many bytes of a body at most, and no exchange goes on beyond that moment.
    pub fn bound(&mut self, max_bytes: usize, until: Instant) {
        self.fetcher.bound(max_bytes, until);
    }

    /// The exchanges that were made beside the visits, robots.txt files, since the last call.
    pub fn take_asides(&mut self) -> Vec<Exchange> {
        std::mem::take(&mut self.asides)
    }
}

/// Whether a redirect may be followed after some exchanges. One that leads back is none while cookies change.
fn check_redirect(next: &Request, exchanges: &[Exchange], max: usize) -> Result<(), FetchError> {
    if exchanges.len() > max {
        return Err(FetchError::TooManyRedirects(max));
    }
    let sets_cookie = |exchange: &Exchange| {
        exchange.response().is_ok_and(|response| response.fields.get("Set-Cookie").is_some())
    };
    let is_same = |exchange: &Exchange| exchange.url == next.url && exchange.is_post == next.posted.is_some();
    let back = exchanges.iter().rposition(is_same);
    if back.is_some_and(|at| !exchanges[at..].iter().any(sets_cookie)) {
        return Err(FetchError::Circle(next.url.clone()));
    }
    Ok(())
}

fn origin(url: &Url) -> String {
    url.origin().ascii_serialization()
}
