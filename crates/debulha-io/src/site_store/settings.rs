//! What is fixed for a store: how sites are told apart, how many pages of each are kept.

use debulha_core::features::links::registrable_domain;
use debulha_core::features::visibility::VisibilityOptions;
use debulha_core::site::sample::DEFAULT_CAPACITY;
use std::fmt;
use std::str::FromStr;
use url::Url;

/// What makes pages belong to the same site.
///
/// ```
/// use debulha_io::site_store::SiteBy;
///
/// let site = |by: SiteBy, url| by.site_of(url);
/// let url = "https://news.example.co.uk/farm/rye.html";
/// assert_eq!(site(SiteBy::Host, url).as_deref(), Some("news.example.co.uk"));
/// assert_eq!(site(SiteBy::Domain, url).as_deref(), Some("example.co.uk"));
/// assert_eq!(site(SiteBy::Prefix(1), url).as_deref(), Some("news.example.co.uk/farm"));
/// assert_eq!(site(SiteBy::Host, "rye.html"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SiteBy {
    /// The host, with the port where it is not the usual one.
    #[default]
    Host,
    /// The registrable domain by the Public Suffix List.
    Domain,
    /// The host and so many folders of the path.
    Prefix(usize),
    /// The folder that the pages lie in: whoever reads them names the site, and addresses do not tell.
    Folder,
}

impl SiteBy {
    /// The site that an address belongs to; `None` for what is no address with a host, and by folder. O(bytes).
    pub fn site_of(self, url: &str) -> Option<String> {
        if self == SiteBy::Folder {
            return None;
        }
        let url = Url::parse(url.trim()).ok()?;
        let host = url.host_str().filter(|host| !host.is_empty())?;
        if self == SiteBy::Domain {
            return registrable_domain(&url);
        }
        let mut site = match url.port() {
            Some(port) => format!("{host}:{port}"),
            None => host.to_owned(),
        };
        if let SiteBy::Prefix(folders) = self {
            let segments: Vec<&str> = url.path_segments().map(Iterator::collect).unwrap_or_default();
            // What follows the last slash is the page.
            for folder in segments.iter().take(segments.len().saturating_sub(1).min(folders)) {
                site.push('/');
                site.push_str(folder);
            }
        }
        Some(site)
    }
}

impl fmt::Display for SiteBy {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SiteBy::Host => out.write_str("host"),
            SiteBy::Domain => out.write_str("domain"),
            SiteBy::Prefix(folders) => write!(out, "prefix:{folders}"),
            SiteBy::Folder => out.write_str("folder"),
        }
    }
}

impl FromStr for SiteBy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let prefix = || text.strip_prefix("prefix:").and_then(|folders| folders.parse().ok());
        match text {
            "host" => Ok(SiteBy::Host),
            "domain" => Ok(SiteBy::Domain),
            "folder" => Ok(SiteBy::Folder),
            _ => prefix().map(SiteBy::Prefix).ok_or_else(|| {
                format!(
                    "`{text}` is not accepted; use host, domain, folder, or prefix:N with N path segments"
                )
            }),
        }
    }
}

/// What is fixed for a store when it is made.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreSettings {
    /// What makes pages belong to the same site.
    pub site_by: SiteBy,
    /// Pages that are kept of a site in one crawl by one method, at most.
    pub capacity: usize,
    /// What counted as hidden when pages were observed.
    pub visibility: VisibilityOptions,
}

impl Default for StoreSettings {
    fn default() -> Self {
        StoreSettings {
            site_by: SiteBy::default(),
            capacity: DEFAULT_CAPACITY,
            visibility: VisibilityOptions::default(),
        }
    }
}
