//! Exchanges as records of a WARC file.

use crate::error::CrawlError;
use crate::exchange::Exchange;
use debulha_io::warc::http::Response;
use debulha_io::warc::{NewRecord, RecordId, Time, WarcError, WarcReader, WarcRecordKind, WarcWriter};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};
use url::Url;

/// How the answer that a revisit refers to was the same (WARC 1.1, 6.7.2).
const NOT_MODIFIED: &str = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";

/// An earlier answer of a page, to which a revisit refers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Earlier {
    /// The `WARC-Record-ID`.
    pub(crate) id: String,
    /// The `WARC-Date`.
    pub(crate) date: String,
    /// The `WARC-Payload-Digest`.
    pub(crate) digest: Option<String>,
}

/// What is written about an exchange beside itself.
#[derive(Debug, Clone, Default)]
pub(crate) struct ExchangeNotes {
    /// Links from an address that the crawl began with; `None` for what is no page.
    pub(crate) depth: Option<u32>,
    /// The answer that it repeats.
    pub(crate) earlier: Option<Earlier>,
    /// What a form was asked, as JSON.
    pub(crate) query: Option<String>,
}

/// The WARC file of a crawl.
pub(crate) struct Archive {
    pub(crate) path: PathBuf,
    writer: WarcWriter,
    /// The id of the first record; those of all others follow from it.
    pub(crate) id: String,
}

impl Archive {
    /// Makes a file that begins with a record about itself.
    pub(crate) fn create(path: &Path, agent: &str) -> Result<Archive, CrawlError> {
        let at = |reason| CrawlError::Warc { path: path.to_owned(), reason };
        let mut writer = WarcWriter::create(path).map_err(at)?;
        let (now, name) = (Time::now(), path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let place = path.to_string_lossy();
        let id =
            RecordId::of(&["warcinfo", &place, &nanoseconds.to_string(), &std::process::id().to_string()]);
        let block = format!(
            "software: debulha {}\r\nformat: WARC File Format 1.1\r\n\
             conformsTo: http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n\
             robots: obey\r\nhttp-header-user-agent: {agent}\r\n",
            env!("CARGO_PKG_VERSION")
        );
        let mut record = NewRecord::new(WarcRecordKind::Warcinfo, id, now, block.as_bytes());
        record.fields.push(("WARC-Filename", name));
        writer.append(&[record]).map_err(at)?;
        Ok(Archive { path: path.to_owned(), writer, id: id.to_string() })
    }

    /// Opens a file, cuts it where its whole records end, and hands over those from `from` on, which may be more than a state
    /// knows. A file that is shorter than that is read from its beginning. Of a record so many bytes are read.
    pub(crate) fn resume(
        path: &Path,
        from: u64,
        max_block: usize,
        take: &mut dyn FnMut(&debulha_io::warc::ArchiveRecord) -> Result<(), CrawlError>,
    ) -> Result<Archive, CrawlError> {
        let at = |reason: WarcError| CrawlError::Warc { path: path.to_owned(), reason };
        let open = || File::open(path).map_err(|error| at(error.into()));
        let first = WarcReader::new(open()?).map_err(|error| at(error.into()))?.next_record();
        let id = match first.transpose().map_err(at)? {
            Some(record) if record.kind == WarcRecordKind::Warcinfo => {
                record.field("WARC-Record-ID").map(str::to_owned)
            }
            _ => None,
        };
        let len = open()?.metadata().map_err(|error| at(error.into()))?.len();
        let mut reader = WarcReader::at(open()?, if len < from { 0 } else { from })
            .map_err(|error| at(error.into()))?
            .max_block(max_block);
        while let Some(record) = reader.next_record() {
            match record {
                Ok(record) => take(&record)?,
                Err(error) if error.is_of_one_record() => break,
                Err(error) => return Err(at(error)),
            }
        }
        let writer = WarcWriter::resume(path, reader.last_whole()).map_err(at)?;
        Ok(Archive { path: path.to_owned(), writer, id: id.unwrap_or_default() })
    }

    /// Adds exchanges in one go; where each one's answer is.
    pub(crate) fn append(&mut self, exchanges: &[(Exchange, ExchangeNotes)]) -> Result<Vec<u64>, CrawlError> {
        let blocks: Vec<Option<(Option<&str>, String)>> =
            exchanges.iter().map(|(_, about)| metadata(about)).collect();
        let mut records = Vec::new();
        let mut answers = Vec::new();
        for (number, ((exchange, about), block)) in exchanges.iter().zip(&blocks).enumerate() {
            let (url, place) = (exchange.url.as_str(), format!("{}+{number}", self.writer.len()));
            let id = |kind: WarcRecordKind| RecordId::of(&[kind.name(), &self.id, &place, url]);
            let kind =
                if about.earlier.is_some() { WarcRecordKind::Revisit } else { WarcRecordKind::Response };
            let record = |kind, block| {
                let mut record = NewRecord::new(kind, id(kind), exchange.date, block);
                record.target = Some(url);
                record.fields.push(("WARC-Warcinfo-ID", self.id.clone()));
                record
            };
            let mut request = record(WarcRecordKind::Request, &exchange.request[..]);
            request.fields.push(("WARC-Concurrent-To", id(kind).to_string()));
            records.push(request);
            if let Some((content_type, block)) = block {
                let mut metadata = record(WarcRecordKind::Metadata, block.as_bytes());
                metadata.content_type = *content_type;
                metadata.fields.push(("WARC-Concurrent-To", id(kind).to_string()));
                records.push(metadata);
            }
            let mut answer = record(kind, &exchange.answer[..]);
            answer.truncated = exchange.truncated;
            answer.fields.extend(exchange.address.map(|address| ("WARC-IP-Address", address.to_string())));
            if let Some(earlier) = &about.earlier {
                answer.fields.extend(refers_to(earlier, url));
            } else {
                let body = Response::parse(&exchange.answer).map(|response| response.raw_body.len());
                answer.payload_at = body.ok().map(|len| exchange.answer.len() - len);
            }
            // The answer comes last: where it is, everything of the exchange is.
            answers.push(records.len());
            records.push(answer);
        }
        let places = self.writer.append(&records).map_err(|reason| self.error(reason))?;
        Ok(answers.into_iter().map(|at| places[at].start).collect())
    }

    /// Adds a list of addresses under a name.
    pub(crate) fn append_list(&mut self, name: &str, addresses: &[String]) -> Result<(), CrawlError> {
        let block = addresses.iter().map(|address| address.clone() + "\n").collect::<String>();
        let id = RecordId::of(&["list", &self.id, name]);
        let mut record = NewRecord::new(WarcRecordKind::Resource, id, Time::now(), block.as_bytes());
        record.target = Some(name);
        record.content_type = Some("text/uri-list");
        self.writer.append(&[record]).map_err(|reason| self.error(reason))?;
        Ok(())
    }

    /// The answer that is at an offset.
    pub(crate) fn answer(&self, offset: u64) -> Result<Option<Vec<u8>>, CrawlError> {
        let file = File::open(&self.path)?;
        let record = WarcReader::at(file, offset)?.next_record();
        Ok(record.and_then(Result::ok).map(|record| record.block))
    }

    /// The address of the answer that is at an offset.
    pub(crate) fn target(&self, offset: u64) -> Result<Option<Url>, CrawlError> {
        let record = WarcReader::at(File::open(&self.path)?, offset)?.max_block(0).next_record();
        Ok(record.and_then(Result::ok).and_then(|record| Url::parse(record.target()?).ok()))
    }

    /// Waits until the file is on the disk; how long it is.
    pub(crate) fn sync(&self) -> Result<u64, CrawlError> {
        self.writer.sync().map_err(|reason| self.error(reason))?;
        Ok(self.writer.len())
    }

    /// Bytes of the file.
    pub(crate) fn len(&self) -> u64 {
        self.writer.len()
    }

    fn error(&self, reason: WarcError) -> CrawlError {
        CrawlError::Warc { path: self.path.clone(), reason }
    }
}

/// What a metadata record says, and its type where that is not the usual one; `None` where there is nothing to say.
fn metadata(about: &ExchangeNotes) -> Option<(Option<&'static str>, String)> {
    let query = about.query.clone().map(|query| (Some("application/json"), query));
    query.or_else(|| about.depth.map(|depth| (None, format!("hopsFromSeed: {depth}\r\n"))))
}

/// The fields of a revisit.
fn refers_to(earlier: &Earlier, url: &str) -> Vec<(&'static str, String)> {
    let mut fields = vec![
        ("WARC-Profile", NOT_MODIFIED.to_owned()),
        ("WARC-Refers-To", earlier.id.clone()),
        ("WARC-Refers-To-Target-URI", url.to_owned()),
        ("WARC-Refers-To-Date", earlier.date.clone()),
    ];
    fields.extend(earlier.digest.clone().map(|digest| ("WARC-Payload-Digest", digest)));
    fields
}
