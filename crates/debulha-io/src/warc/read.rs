//! Records from a file.

use super::error::WarcError;
use super::member::{MemberFormat, Members};
use super::record::{ArchiveRecord, WarcRecordKind};
use super::source::WarcSource;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::Path;

/// Bytes of a block that are kept where nobody says how many.
pub const DEFAULT_MAX_BLOCK: usize = 64 << 20;

/// Bytes of the fields of a record at most; more is damage. Addresses of 64 KiB fit.
const MAX_HEAD: u64 = 256 << 10;

/// Bytes that are inflated to see whether a record begins somewhere.
const PROBED: usize = 1024;

/// A byte order mark, which some editors write.
const BOM: &[u8] = b"\xEF\xBB\xBF";

/// What follows the block of a record.
const TERMINATOR: &[u8] = b"\r\n\r\n";

/// How a record begins.
const VERSION: &[u8] = b"WARC/";

/// Damage of a member with several records that is not the first of its file.
const AS_A_WHOLE: &str = "several records are compressed as one";

/// How often bytes are read again, looking for the next record after damage, for each byte of the file.
const READ_AGAIN: u64 = 4;

/// A WARC file or stream, record by record. Records are plain, or by themselves gzip members or frames of Zstandard or LZ4.
///
/// A file that is compressed as a whole (`gzip farm.warc`) is read too; offsets are then those of the decompressed file, and
/// going to one takes time in proportion to it. A pipe is read from where it is.
#[derive(Debug)]
pub struct WarcReader<R: Read> {
    source: WarcSource<R>,
    members: Members,
    /// How the last record was compressed that could be read.
    form: Option<MemberFormat>,
    max_block: usize,
    /// Bytes that were read again.
    again: u64,
    /// Records from here on are not read.
    end: u64,
    /// Whether the last thing read was a whole record.
    is_behind_record: bool,
    /// Whether the file ends with a record that lacks its last lines.
    is_unterminated: bool,
    /// No more records.
    is_done: bool,
    last_whole: u64,
}

impl WarcReader<File> {
    /// Opens a file.
    ///
    /// # Errors
    /// What the system says.
    pub fn open(path: &Path) -> io::Result<Self> {
        WarcReader::new(File::open(path)?)
    }
}

impl<'a> WarcReader<Cursor<&'a [u8]>> {
    /// Reads bytes that are in memory.
    ///
    /// # Errors
    /// None.
    pub fn of_bytes(bytes: &'a [u8]) -> io::Result<Self> {
        WarcReader::new(Cursor::new(bytes))
    }
}

impl<R: Read + Seek> WarcReader<R> {
    /// Reads from the beginning.
    ///
    /// # Errors
    /// What the system says.
    pub fn new(inner: R) -> io::Result<Self> {
        WarcReader::at(inner, 0)
    }

    /// Reads from the record that begins at an offset.
    ///
    /// # Errors
    /// What the system says.
    pub fn at(inner: R, offset: u64) -> io::Result<Self> {
        let mut source = WarcSource::new(inner);
        let mut members = Members::default();
        members.read_dictionary(&mut source)?;
        let mut reader = WarcReader {
            source,
            members,
            form: None,
            max_block: DEFAULT_MAX_BLOCK,
            again: 0,
            end: u64::MAX,
            is_behind_record: false,
            is_unterminated: false,
            is_done: false,
            last_whole: offset,
        };
        if offset > 0 {
            reader.seek(offset)?;
        }
        Ok(reader)
    }

    fn seek(&mut self, offset: u64) -> io::Result<()> {
        self.source.seek(offset)?;
        if !self.source.can_seek() || begins_record(self.source.peek(PROBED)?, None) {
            return Ok(());
        }
        // No record begins here: perhaps the offset is one of the decompressed file.
        if self.is_one_member()? {
            self.source.inflate()?;
        }
        self.source.seek(offset)
    }

    /// Whether the file begins with several records that are compressed as one.
    fn is_one_member(&mut self) -> io::Result<bool> {
        self.source.seek(0)?;
        let form = MemberFormat::of(self.source.peek(MemberFormat::MARK)?);
        let is_one = form.is_some_and(|form| matches!(self.member(form, 0), Err(RecordFault::Several)));
        self.form = None;
        Ok(is_one)
    }

    /// Reads from the first record that begins at a byte or behind it. With [`WarcReader::until`], the parts of a file that is
    /// read in parts have each record once, and each damaged one.
    ///
    /// In a file that is not compressed, a page that quotes a record may be taken for one.
    ///
    /// # Errors
    /// What the system says.
    ///
    /// ```
    /// use debulha_io::warc::WarcReader;
    /// use std::io::Cursor;
    ///
    /// let record = |name: &str| format!("WARC/1.1\r\nWARC-Target-URI: {name}\r\nContent-Length: 3\r\n\r\nRye\r\n\r\n");
    /// let file = ["a", "b", "c"].map(record).concat();
    /// let names = |from, to| -> Vec<String> {
    ///     let reader = WarcReader::from_byte(Cursor::new(&file), from).expect("in memory").until(to);
    ///     reader.map(|record| record.expect("whole").target().unwrap_or_default().to_owned()).collect()
    /// };
    /// assert_eq!([names(0, 50), names(50, 100), names(100, 1000)], [vec!["a"], vec!["b"], vec!["c"]]);
    /// ```
    pub fn from_byte(inner: R, start: u64) -> io::Result<Self> {
        let mut reader = WarcReader::new(inner)?;
        // What stands at the beginning of a file is damaged where it is no record.
        if start > 0 && reader.source.can_seek() && reader.is_one_member()? {
            // All its records are read from the first byte on.
            reader.is_done = true;
        } else if start > 0 {
            reader.source.seek(start)?;
            reader.find_record()?;
            reader.last_whole = reader.source.offset();
        }
        Ok(reader)
    }

    /// Reads only records that begin before a byte. Damage right behind the last of them is theirs too: who reads from
    /// that byte on cannot tell it from the middle of a record.
    #[must_use]
    pub fn until(mut self, end: u64) -> Self {
        self.end = end;
        self
    }

    /// Keeps so many bytes of each block; what follows is passed over.
    #[must_use]
    pub fn max_block(mut self, bytes: usize) -> Self {
        self.max_block = bytes;
        self
    }

    /// Where the next record is looked for: [`Self::at`] goes on from there.
    pub fn offset(&self) -> u64 {
        self.source.offset()
    }

    /// Where the last whole record ends that was read without any damage before it; at first, where reading began.
    pub fn last_whole(&self) -> u64 {
        self.last_whole
    }

    /// The next record. After damage it is the next one that can be found. O(bytes of the record).
    pub fn next_record(&mut self) -> Option<Result<ArchiveRecord, WarcError>> {
        if self.is_done {
            return None;
        }
        let read = self.read();
        self.is_behind_record = matches!(read, Ok(Some(_)));
        match read {
            Ok(Some(record)) => {
                if record.offset == self.last_whole && !self.is_unterminated {
                    self.last_whole = record.end;
                }
                Some(Ok(record))
            }
            Ok(None) => {
                self.is_done = true;
                None
            }
            Err(error) => {
                self.is_done = !error.is_of_one_record();
                Some(Err(error))
            }
        }
    }

    fn read(&mut self) -> Result<Option<ArchiveRecord>, WarcError> {
        let offset = self.source.offset();
        if offset >= self.end && (!self.is_behind_record || begins_record(self.source.peek(PROBED)?, None)) {
            return Ok(None);
        }
        if offset == 0 && self.source.peek(BOM.len())? == BOM {
            self.source.skip(BOM.len() as u64)?;
        }
        self.source.skip_newlines()?;
        let offset = self.source.offset();
        let begin = self.source.peek(VERSION.len().max(MemberFormat::MARK))?;
        let read = if begin.is_empty() {
            return Ok(None);
        } else if let Some(form) = MemberFormat::of(begin) {
            self.member(form, offset)
        } else if begin.starts_with(VERSION) {
            self.plain(offset)
        } else {
            Err(RecordFault::Damage("not the start of a record".to_owned()))
        };
        match read {
            Ok(record) => Ok(Some(record)),
            Err(RecordFault::Io(error)) => Err(error.into()),
            Err(RecordFault::Several) if offset == 0 && self.source.inflate().is_ok() => {
                // Only the reader of the first bytes sees such a file.
                self.end = u64::MAX;
                self.read()
            }
            Err(RecordFault::Several) => self.damaged(offset, AS_A_WHOLE.to_owned()),
            Err(RecordFault::Damage(reason)) => self.damaged(offset, reason),
        }
    }

    fn damaged(&mut self, offset: u64, reason: String) -> Result<Option<ArchiveRecord>, WarcError> {
        self.find_next(offset)?;
        Err(WarcError::Damaged { offset, reason })
    }

    /// A record that is compressed.
    fn member(&mut self, form: MemberFormat, offset: u64) -> Result<ArchiveRecord, RecordFault> {
        let max_block = self.max_block;
        let mut record = self.members.read(form, &mut self.source, |member| {
            let mut member = BufReader::with_capacity(PROBED, member);
            let record = parse(&mut member, max_block, offset)?;
            let mut rest = Vec::new();
            loop {
                rest.clear();
                (&mut member).take(VERSION.len() as u64).read_to_end(&mut rest).map_err(damage)?;
                let is_end_of_line = |byte: &u8| matches!(byte, b'\r' | b'\n');
                let Some(at) = rest.iter().position(|byte| !is_end_of_line(byte)) else {
                    // Behind its end, a decoder may begin the next record.
                    if rest.len() < VERSION.len() {
                        return Ok(record);
                    }
                    continue;
                };
                (&mut member).take(at as u64).read_to_end(&mut rest).map_err(damage)?;
                return Err(if rest[at..].starts_with(VERSION) {
                    RecordFault::Several
                } else {
                    RecordFault::Damage("the record is longer than its Content-Length".to_owned())
                });
            }
        })?;
        record.end = self.source.offset();
        self.form = Some(form);
        Ok(record)
    }

    /// A record that is not compressed.
    fn plain(&mut self, offset: u64) -> Result<ArchiveRecord, RecordFault> {
        let mut record = parse(&mut self.source, self.max_block, offset)?;
        // Some tools write other line ends, or none: then a record or the end of the file must follow.
        let is_terminated = self.source.peek(TERMINATOR.len()).map_err(damage)? == TERMINATOR;
        self.source.skip_newlines().map_err(damage)?;
        let ahead = self.source.peek(PROBED).map_err(damage)?;
        if !(is_terminated || ahead.is_empty() || begins_record(ahead, None)) {
            return Err(RecordFault::Damage(
                "the record does not end where its Content-Length says".to_owned(),
            ));
        }
        self.is_unterminated = ahead.is_empty() && !is_terminated;
        record.end = self.source.offset();
        Ok(record)
    }

    /// Goes to the next place where a record begins, after damage in one that begins at `damaged`, or to the end.
    ///
    /// The damaged one may have been read far beyond its true end, so the search begins right behind its beginning, unless the
    /// file makes that happen too often.
    fn find_next(&mut self, damaged: u64) -> io::Result<()> {
        let reached = self.source.offset();
        if self.again <= READ_AGAIN * reached {
            self.again += reached - damaged;
            match self.source.seek(damaged + 1) {
                // In a pipe, the search begins where reading ended.
                Err(error) if error.kind() == io::ErrorKind::Unsupported => {}
                sought => sought?,
            }
        }
        self.find_record()
    }

    /// Goes to the next place where a record begins, be it this one, or to the end.
    fn find_record(&mut self) -> io::Result<()> {
        loop {
            let ahead = self.source.peek(PROBED)?;
            if ahead.is_empty() {
                return Ok(());
            }
            let at = ahead.iter().position(|&byte| byte == VERSION[0] || MemberFormat::may_begin(byte));
            let step = at.unwrap_or(ahead.len());
            if step > 0 {
                self.source.skip(step as u64)?;
            } else if begins_record(ahead, self.form) {
                return Ok(());
            } else {
                self.source.skip(1)?;
            }
        }
    }
}

impl<R: Read + Seek> Iterator for WarcReader<R> {
    type Item = Result<ArchiveRecord, WarcError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_record()
    }
}

/// Whether a record begins here, as far as some bytes tell. Where records are compressed, one that is not is text in another.
fn begins_record(bytes: &[u8], form: Option<MemberFormat>) -> bool {
    if form.is_none() && bytes.starts_with(VERSION) {
        return bytes.get(VERSION.len()..).is_some_and(|rest| {
            rest.iter().take(4).all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'\r' | b'\n'))
        });
    }
    MemberFormat::of(bytes)
        .is_some_and(|found| form.is_none_or(|form| form == found) && found.holds(bytes, VERSION))
}

/// Why a record cannot be read.
pub(super) enum RecordFault {
    Io(io::Error),
    /// Several records are compressed as one.
    Several,
    Damage(String),
}

/// Errors of a stream that is inflated: what the system says, or what the decoder does.
fn damage(error: io::Error) -> RecordFault {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => RecordFault::Damage("the record header is truncated".to_owned()),
        io::ErrorKind::InvalidInput | io::ErrorKind::InvalidData => RecordFault::Damage(error.to_string()),
        _ => RecordFault::Io(error),
    }
}

/// Head and block of a record; what follows the block is left.
fn parse(stream: &mut impl BufRead, max_block: usize, offset: u64) -> Result<ArchiveRecord, RecordFault> {
    let head = read_head(stream)?;
    let fields = fields_of(&head);
    let field = |name: &str| {
        fields.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    };
    let block_len: u64 = field("Content-Length")
        .and_then(|value| value.parse().ok())
        .ok_or_else(|| RecordFault::Damage("the record has no Content-Length".to_owned()))?;
    let kind = WarcRecordKind::of_name(field("WARC-Type").unwrap_or_default());
    let mut block = Vec::new();
    let kept = block_len.min(max_block as u64);
    stream.take(kept).read_to_end(&mut block).map_err(damage)?;
    let rest = block_len - kept;
    let passed = io::copy(&mut stream.take(rest), &mut io::sink()).map_err(damage)?;
    if (block.len() as u64) < kept || passed < rest {
        return Err(RecordFault::Damage("the record is truncated".to_owned()));
    }
    Ok(ArchiveRecord { kind, fields, offset, end: offset, block, block_len })
}

/// The lines up to the empty one.
fn read_head(stream: &mut impl BufRead) -> Result<Vec<u8>, RecordFault> {
    let mut head = Vec::new();
    let mut stream = stream.take(MAX_HEAD);
    loop {
        let before = head.len();
        stream.read_until(b'\n', &mut head).map_err(damage)?;
        match &head[before..] {
            b"\n" | b"\r\n" => break,
            line if line.ends_with(b"\n") => {}
            _ if stream.limit() == 0 => {
                return Err(RecordFault::Damage(format!(
                    "the record header is longer than {MAX_HEAD} bytes"
                )));
            }
            _ => return Err(RecordFault::Damage("the record header is truncated".to_owned())),
        }
    }
    if head.starts_with(VERSION) {
        Ok(head)
    } else {
        Err(RecordFault::Damage("not a WARC record".to_owned()))
    }
}

/// The fields of a head; a line that begins with white space goes on with the one before.
fn fields_of(head: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(head);
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in text.lines().skip(1) {
        if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push(' ');
                value.push_str(line.trim());
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    fields
}
