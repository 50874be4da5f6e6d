//! The style sheets of pages: beside a page in a file, in the WARC file that has it, or fetched where the page was fetched. Nothing
//! else is given to a page.

#[cfg(feature = "fetch")]
use crate::fetching::FetchingArgs;
use crate::inputs::{InputPlace, PageInput};
use debulha_core::features::canonical_url::normalise;
#[cfg(feature = "fetch")]
use debulha_crawl::FetchedResources;
use debulha_io::warc::http::Response;
use debulha_io::warc::{WarcReader, WarcRecordKind};
use debulha_render::{NOWHERE, Offline, PageRequest, Resource, ResourceKind, Resources};
use percent_encoding::percent_decode_str;
use std::collections::{BTreeMap, HashMap};
use std::fs::{self, File};
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use url::Url;

/// Bytes of a style sheet at most (our decision: those of sites have up to 2 MB).
const MAX_BYTES: usize = 8 << 20;

/// Style sheets that a page is given, and their bytes, at most; as those of a service.
const MAX_OF_PAGE: usize = 200;
const MAX_BYTES_OF_PAGE: usize = 32 << 20;

/// Bytes of a record that are read to see whether it is a style sheet.
const HEAD: usize = 16 << 10;

/// Style sheets of a WARC file at most.
const MAX_SHEETS: usize = 100_000;

/// Finds the style sheets of pages. Each WARC file is gone through once.
#[derive(Debug)]
pub(crate) struct StyleSheets {
    #[cfg(feature = "fetch")]
    fetching: FetchingArgs,
    /// How long a page is drawn at most.
    #[cfg_attr(not(feature = "fetch"), allow(dead_code))]
    time: Duration,
    archives: Mutex<HashMap<PathBuf, Arc<ArchiveSheets>>>,
}

/// Where a page is opened, and what it is given.
#[derive(Debug)]
pub(crate) struct SheetsOfPage {
    /// Its URL, where it is known.
    pub(crate) address: Option<String>,
    /// Its style sheets.
    pub(crate) resources: Arc<dyn Resources>,
    #[cfg(feature = "fetch")]
    fetched: Option<Arc<FetchedResources>>,
}

impl SheetsOfPage {
    fn new(address: Option<&str>, resources: Arc<dyn Resources>) -> Self {
        SheetsOfPage {
            address: address.map(str::to_owned),
            resources,
            #[cfg(feature = "fetch")]
            fetched: None,
        }
    }

    /// What the page requested and did not get, in words.
    #[cfg_attr(not(feature = "fetch"), allow(clippy::unused_self))]
    pub(crate) fn missing(&self) -> Option<String> {
        #[cfg(feature = "fetch")]
        return self.fetched.as_ref()?.warning();
        #[cfg(not(feature = "fetch"))]
        None
    }
}

impl StyleSheets {
    /// For pages that are drawn within a time each.
    pub(crate) fn new(time: Duration, #[cfg(feature = "fetch")] fetching: FetchingArgs) -> Self {
        StyleSheets {
            #[cfg(feature = "fetch")]
            fetching,
            time,
            archives: Mutex::default(),
        }
    }

    /// The style sheets of a page at a URL, if one is known.
    pub(crate) fn of(&self, input: &PageInput, url: Option<&str>) -> SheetsOfPage {
        let none = || SheetsOfPage::new(url, Arc::new(Offline));
        match &input.place {
            InputPlace::File(path) => beside(path, url).unwrap_or_else(none),
            InputPlace::Record { file, .. } => SheetsOfPage::new(url, LimitedSheets::new(self.archive(file))),
            InputPlace::Address(_) => self.fetched(url).unwrap_or_else(none),
            InputPlace::Stdin | InputPlace::Unusable(_) => none(),
        }
    }

    /// Those of a page that was fetched from a URL.
    #[cfg(feature = "fetch")]
    fn fetched(&self, url: Option<&str>) -> Option<SheetsOfPage> {
        let fetched = self.fetching.style_sheets_of(url?, self.time)?;
        let resources: Arc<dyn Resources> = Arc::<FetchedResources>::clone(&fetched);
        Some(SheetsOfPage { fetched: Some(fetched), ..SheetsOfPage::new(url, resources) })
    }

    #[cfg(not(feature = "fetch"))]
    #[allow(clippy::unused_self)]
    fn fetched(&self, _: Option<&str>) -> Option<SheetsOfPage> {
        None
    }

    fn archive(&self, file: &Arc<PathBuf>) -> Arc<ArchiveSheets> {
        let mut archives = self.archives.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(archives.entry(file.to_path_buf()).or_insert_with(|| Arc::new(ArchiveSheets::of(file))))
    }
}

/// The style sheets of one page, within limits.
#[derive(Debug)]
struct LimitedSheets {
    sheets: Arc<dyn Resources>,
    /// Style sheets and bytes that are left.
    left: Mutex<(usize, usize)>,
}

impl LimitedSheets {
    fn new(sheets: Arc<dyn Resources>) -> Arc<Self> {
        Arc::new(LimitedSheets { sheets, left: Mutex::new((MAX_OF_PAGE, MAX_BYTES_OF_PAGE)) })
    }
}

impl Resources for LimitedSheets {
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        let sheets = left.0.checked_sub(1)?;
        let resource = self.sheets.get(request)?;
        *left = (sheets, left.1.checked_sub(resource.body.len())?);
        Some(resource)
    }
}

/// The folder of a page, as what is below the page's URL.
fn beside(page: &Path, url: Option<&str>) -> Option<SheetsOfPage> {
    let folder = page.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let folder = folder.canonicalize().ok()?;
    let base = Url::parse(url.unwrap_or(NOWHERE)).ok()?.join(".").ok()?;
    let resources = LimitedSheets::new(Arc::new(FolderSheets { folder, base }));
    Some(SheetsOfPage::new(url, resources))
}

/// Style sheets in a folder and those below it.
#[derive(Debug)]
struct FolderSheets {
    folder: PathBuf,
    /// The URL of the folder.
    base: Url,
}

impl Resources for FolderSheets {
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource> {
        if !is_sheet(request) {
            return None;
        }
        let url = Url::parse(request.url).ok().filter(|url| url.origin() == self.base.origin())?;
        let below = url.path().strip_prefix(self.base.path())?;
        let below = PathBuf::from(percent_decode_str(below).decode_utf8().ok()?.as_ref());
        let is_below = below.components().all(|part| matches!(part, Component::Normal(_)));
        // A symbolic link may lead out of the folder.
        let path = self.folder.join(below).canonicalize().ok()?;
        let is_css = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("css"));
        let size = fs::metadata(&path).ok().filter(fs::Metadata::is_file)?.len();
        if !is_below || !is_css || !path.starts_with(&self.folder) || size > MAX_BYTES as u64 {
            return None;
        }
        Some(Resource { content_type: "text/css".to_owned(), body: fs::read(path).ok()? })
    }
}

/// Style sheets in a WARC file, by their URLs: where their records begin.
#[derive(Debug)]
struct ArchiveSheets {
    file: PathBuf,
    records: BTreeMap<String, u64>,
}

impl ArchiveSheets {
    fn of(file: &Path) -> ArchiveSheets {
        let mut records = BTreeMap::new();
        if let Ok(reader) = WarcReader::open(file) {
            for record in reader.max_block(HEAD).flatten() {
                let response = Response::parse(&record.block).ok();
                let is_css = record.kind == WarcRecordKind::Response
                    && response.is_some_and(|response| response.media_type() == "text/css");
                let url = record.target().filter(|_| is_css && records.len() < MAX_SHEETS);
                if let Some(url) = url.and_then(key) {
                    records.insert(url, record.offset);
                }
            }
        }
        ArchiveSheets { file: file.to_owned(), records }
    }
}

impl Resources for ArchiveSheets {
    fn get(&self, request: &PageRequest<'_>) -> Option<Resource> {
        let &offset = self.records.get(&key(request.url)?).filter(|_| is_sheet(request))?;
        let reader = WarcReader::at(File::open(&self.file).ok()?, offset).ok()?;
        let record = reader.max_block(MAX_BYTES).next_record()?.ok()?;
        let response = Response::parse(&record.block).ok().filter(|response| response.status == 200)?;
        let body = response.body(MAX_BYTES).ok().filter(|body| body.fault.is_none())?;
        let content_type = response.fields.get("Content-Type").unwrap_or_default().to_owned();
        Some(Resource { content_type, body: body.bytes.into_owned() })
    }
}

/// One form of an address, since a crawl writes another one than a page.
fn key(address: &str) -> Option<String> {
    Some(String::from(normalise(&Url::parse(address).ok()?)?))
}

fn is_sheet(request: &PageRequest<'_>) -> bool {
    request.kind == ResourceKind::Stylesheet && request.method == "GET"
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn request(url: &str) -> PageRequest<'_> {
        PageRequest { url, kind: ResourceKind::Stylesheet, method: "GET" }
    }

    #[test]
    fn sheets_are_below_the_folder_of_their_page() {
        let dir = tempfile::tempdir().unwrap();
        let site = dir.path().join("site");
        fs::create_dir_all(site.join("css")).unwrap();
        fs::write(dir.path().join("secret.css"), "no").unwrap();
        fs::write(site.join("css/a b.css"), "p{}").unwrap();
        fs::write(site.join("notes.txt"), "no").unwrap();
        fs::write(site.join("large.css"), vec![b' '; MAX_BYTES + 1]).unwrap();
        let page = site.join("page.html");
        for (url, base) in [(None, NOWHERE), (Some("https://e.org/x/page"), "https://e.org/x/")] {
            let sheets = beside(&page, url).unwrap();
            let get = |below: &str| {
                let url = format!("{base}{below}");
                sheets.resources.get(&request(&url)).map(|resource| resource.body)
            };
            assert_eq!(get("css/a%20b.css").as_deref(), Some(&b"p{}"[..]));
            for below in
                ["css", "none.css", "notes.txt", "..%2Fsecret.css", "css/..%2f..%2fsecret.css", "large.css"]
            {
                assert_eq!(get(below), None, "{below}");
            }
            let image =
                PageRequest { kind: ResourceKind::Image, ..request("https://page.invalid/css/a%20b.css") };
            assert_eq!(sheets.resources.get(&image), None);
            assert_eq!(sheets.resources.get(&request("https://other.org/css/a%20b.css")), None);
        }
    }

    #[test]
    fn a_page_gets_so_many_sheets_and_bytes() {
        let dir = tempfile::tempdir().unwrap();
        fs::write(dir.path().join("small.css"), "p{}").unwrap();
        fs::write(dir.path().join("large.css"), vec![b' '; MAX_BYTES]).unwrap();
        let got = |name: &str, times: usize| {
            let sheets = beside(&dir.path().join("page.html"), None).unwrap();
            let url = format!("{NOWHERE}{name}");
            (0..times).filter(|_| sheets.resources.get(&request(&url)).is_some()).count()
        };
        assert_eq!(got("small.css", MAX_OF_PAGE + 1), MAX_OF_PAGE);
        assert_eq!(got("large.css", 6), MAX_BYTES_OF_PAGE / MAX_BYTES);
    }

    #[test]
    fn sheets_are_read_from_archives() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("a.warc");
        let record = |url: &str, head: &str, body: &str| {
            let block = format!("HTTP/1.1 {head}\r\nContent-Length: {}\r\n\r\n{body}", body.len());
            format!(
                "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Type: application/http\r\nContent-Length: {}\r\n\r\n{block}\r\n\r\n",
                block.len()
            )
        };
        let records = [
            record("http://e.org/a.css", "200 OK\r\nContent-Type: text/css", "p{}"),
            record("http://e.org/b.css", "404 Not Found\r\nContent-Type: text/css", "p{}"),
            record("http://e.org/c.js", "200 OK\r\nContent-Type: text/javascript", "x"),
        ];
        fs::write(&file, records.concat()).unwrap();
        let sheets = ArchiveSheets::of(&file);
        let get = |url: &str| sheets.get(&request(url)).map(|resource| resource.body);
        for url in ["http://e.org/a.css", "http://e.org/%61.css#x"] {
            assert_eq!(get(url).as_deref(), Some(&b"p{}"[..]), "{url}");
        }
        for url in ["http://e.org/b.css", "http://e.org/c.js", "http://e.org/d.css"] {
            assert_eq!(get(url), None, "{url}");
        }
    }
}
