//! What a page says about its own encoding: the prescan of the HTML standard.
//!
//! <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};

/// The encoding that an XML declaration at the very start of `bytes` names.
///
/// `<?xml` written in UTF-16 without a byte order mark counts as naming that UTF-16. A label that is unknown,
/// or that stands after the declaration's `>`, gives `None`.
pub(super) fn xml_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if bytes.starts_with(b"<\0?\0x\0") {
        return Some(UTF_16LE);
    }
    if bytes.starts_with(b"\0<\0?\0x") {
        return Some(UTF_16BE);
    }
    let declaration = bytes.strip_prefix(b"<?xml")?;
    let declaration = &declaration[..memchr::memchr(b'>', declaration)?];
    let mut cursor = Cursor { bytes: declaration, at: 0 };
    cursor.skip_past(b"encoding")?;
    cursor.skip_while(|byte| byte <= b' ');
    if cursor.next()? != b'=' {
        return None;
    }
    cursor.skip_while(|byte| byte <= b' ');
    let quote = cursor.next().filter(|byte| matches!(byte, b'"' | b'\''))?;
    let label = cursor.rest();
    let label = &label[..memchr::memchr(quote, label)?];
    if label.iter().any(|&byte| byte <= b' ') { None } else { ascii_encoding(label) }
}

/// The encoding that the first usable `<meta>` in `bytes` names.
///
/// Comments are skipped. A tag cut by the end of `bytes` gives nothing. O(bytes).
pub(super) fn meta_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let mut cursor = Cursor { bytes, at: 0 };
    loop {
        cursor.at += memchr::memchr(b'<', cursor.rest())?;
        let rest = cursor.rest();
        if rest.starts_with(b"<!--") {
            // The dashes that open a comment may also close it: `<!-->` is whole.
            cursor.at += b"<!".len();
            cursor.skip_past(b"-->")?;
        } else if is_meta(rest) {
            cursor.at += b"<meta".len();
            let meta = Meta::read(&mut cursor)?;
            if let Some(encoding) = meta.label().and_then(ascii_encoding) {
                return Some(encoding);
            }
        } else if is_tag(rest) {
            cursor.skip_while(|byte| !is_space(byte) && byte != b'>');
            while let PrescanStep::Attribute(..) = cursor.attribute()? {}
        } else if matches!(rest.get(1), Some(b'!' | b'/' | b'?')) {
            cursor.skip_past(b">")?;
        } else {
            cursor.at += 1;
        }
    }
}

fn is_meta(rest: &[u8]) -> bool {
    rest.len() > 5 && rest[1..5].eq_ignore_ascii_case(b"meta") && (is_space(rest[5]) || rest[5] == b'/')
}

fn is_tag(rest: &[u8]) -> bool {
    let name = if rest.get(1) == Some(&b'/') { rest.get(2) } else { rest.get(1) };
    name.is_some_and(u8::is_ascii_alphabetic)
}

/// The attributes of a `<meta>` that matter here.
#[derive(Default)]
struct Meta<'a> {
    http_equiv: Option<&'a [u8]>,
    content: Option<&'a [u8]>,
    charset: Option<&'a [u8]>,
}

impl<'a> Meta<'a> {
    fn read(cursor: &mut Cursor<'a>) -> Option<Self> {
        let mut meta = Self::default();
        while let PrescanStep::Attribute(name, value) = cursor.attribute()? {
            let slot = match name.to_ascii_lowercase().as_slice() {
                b"http-equiv" => &mut meta.http_equiv,
                b"content" => &mut meta.content,
                b"charset" => &mut meta.charset,
                _ => continue,
            };
            // Of attributes with one name the first counts.
            slot.get_or_insert(value);
        }
        Some(meta)
    }

    fn label(&self) -> Option<&'a [u8]> {
        let is_pragma = self.http_equiv.is_some_and(|value| value.eq_ignore_ascii_case(b"content-type"));
        self.charset.or_else(|| if is_pragma { charset_of_content(self.content?) } else { None })
    }
}

/// The label in a `content` such as `text/html; charset=koi8-r`.
///
/// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#extracting-character-encodings-from-meta-elements>
fn charset_of_content(content: &[u8]) -> Option<&[u8]> {
    let mut cursor = Cursor { bytes: content, at: 0 };
    loop {
        cursor.skip_past(b"charset")?;
        cursor.skip_while(is_space);
        if cursor.peek()? == b'=' {
            break;
        }
    }
    cursor.at += 1;
    cursor.skip_while(is_space);
    let quote = cursor.peek()?;
    if matches!(quote, b'"' | b'\'') {
        let label = &cursor.rest()[1..];
        return Some(&label[..memchr::memchr(quote, label)?]);
    }
    let start = cursor.at;
    cursor.skip_while(|byte| !is_space(byte) && byte != b';');
    Some(&content[start..cursor.at])
}

/// The encoding of a label that could be read as ASCII: such bytes are not UTF-16, whatever they say.
fn ascii_encoding(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label_no_replacement(label)?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\x0C' | b'\r' | b' ')
}

/// What comes next in a tag.
enum PrescanStep<'a> {
    /// A name, never empty, and its value.
    Attribute(&'a [u8], &'a [u8]),
    /// The tag's `>`, not yet passed.
    TagEnd,
}

/// A place in the bytes; methods that return `None` ran into their end.
struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    fn skip_while(&mut self, matches: impl Fn(u8) -> bool) {
        self.at += self.rest().iter().take_while(|&&byte| matches(byte)).count();
    }

    /// Goes past the next `word`, letter case ignored.
    fn skip_past(&mut self, word: &[u8]) -> Option<()> {
        let found = self.rest().windows(word.len()).position(|window| window.eq_ignore_ascii_case(word))?;
        self.at += found + word.len();
        Some(())
    }

    fn attribute(&mut self) -> Option<PrescanStep<'a>> {
        self.skip_while(|byte| is_space(byte) || byte == b'/');
        if self.peek()? == b'>' {
            return Some(PrescanStep::TagEnd);
        }
        let start = self.at;
        // A `=` that opens the name belongs to it.
        self.at += 1;
        self.skip_while(|byte| !is_space(byte) && !matches!(byte, b'=' | b'/' | b'>'));
        let name = &self.bytes[start..self.at];
        self.skip_while(is_space);
        if self.peek()? != b'=' {
            return Some(PrescanStep::Attribute(name, b""));
        }
        self.at += 1;
        self.skip_while(is_space);
        let quote = self.peek()?;
        if matches!(quote, b'"' | b'\'') {
            self.at += 1;
            let start = self.at;
            self.at += memchr::memchr(quote, self.rest())?;
            let value = &self.bytes[start..self.at];
            self.at += 1;
            return Some(PrescanStep::Attribute(name, value));
        }
        let start = self.at;
        self.skip_while(|byte| !is_space(byte) && byte != b'>');
        self.peek()?;
        Some(PrescanStep::Attribute(name, &self.bytes[start..self.at]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_meta(page: &str, expected: Option<&str>) {
        assert_eq!(meta_encoding(page.as_bytes()).map(Encoding::name), expected, "{page}");
    }

    #[test]
    fn meta_charset_in_any_shape() {
        assert_meta("<meta charset=koi8-r>", Some("KOI8-R"));
        assert_meta("<META\nCharSet = ' KOI8-R ' />", Some("KOI8-R"));
        assert_meta("<meta name=a content=b charset=\"gb2312\">", Some("GBK"));
        assert_meta("<meta/charset=big5>", Some("Big5"));
        assert_meta("<meta charset=latin1 charset=big5>", Some("windows-1252"));
        assert_meta("<metadata charset=big5>", None);
        assert_meta("<meta charset=nonsense><meta charset=big5>", Some("Big5"));
        assert_meta("<meta charset=big5", None);
        assert_meta("meta charset=big5>", None);
        assert_meta("", None);
    }

    #[test]
    fn http_equiv_in_any_order() {
        let koi8 = Some("KOI8-R");
        assert_meta("<meta http-equiv=Content-Type content='text/html; charset=koi8-r'>", koi8);
        assert_meta("<meta content='text/html;charset = \"koi8-r\"; x=y' http-equiv=content-type>", koi8);
        assert_meta("<meta content='charset charset=koi8-r;' http-equiv=content-type>", koi8);
        assert_meta("<meta content='text/html; charset=\"koi8-r' http-equiv=content-type>", None);
        assert_meta("<meta content='text/html; charset=' http-equiv=content-type>", None);
        assert_meta("<meta content='text/html; charset=koi8-r'>", None);
        assert_meta("<meta http-equiv=refresh content='charset=koi8-r'>", None);
        assert_meta("<meta http-equiv=content-type content='charset=big5' charset=koi8-r>", koi8);
    }

    #[test]
    fn a_meta_inside_something_else_is_none() {
        let big5 = Some("Big5");
        assert_meta("<!-- <meta charset=koi8-r> --><meta charset=big5>", big5);
        assert_meta("<!--><meta charset=big5>", big5);
        assert_meta("<!-- never closed <meta charset=koi8-r>", None);
        assert_meta("<!doctype html><meta charset=big5>", big5);
        assert_meta("<?php <meta charset=koi8-r> ?><meta charset=big5>", big5);
        assert_meta("<a title='<meta charset=koi8-r>'><meta charset=big5>", big5);
        assert_meta("</a title=\"<meta charset=koi8-r>\" x><meta charset=big5>", big5);
        assert_meta("1 < 2 <<meta charset=big5>", big5);
    }

    #[test]
    fn labels_that_cannot_be_meant() {
        assert_meta("<meta charset=utf-16>", Some("UTF-8"));
        assert_meta("<meta charset=utf-16be>", Some("UTF-8"));
        assert_meta("<meta charset=x-user-defined>", Some("windows-1252"));
        assert_meta("<meta charset=hz-gb-2312>", None);
    }

    #[test]
    fn xml_declarations() {
        let name = |bytes: &[u8]| xml_encoding(bytes).map(Encoding::name);
        assert_eq!(name(b"<?xml version='1.0' encoding='koi8-r'?>"), Some("KOI8-R"));
        assert_eq!(name(b"<?xml encoding = \"utf-16\"?>"), Some("UTF-8"));
        assert_eq!(name(b"<?xml version='1.0'?><a encoding='koi8-r'>"), None);
        assert_eq!(name(b"<?xml encoding='koi8 -r'?>"), None);
        assert_eq!(name(b"<?xml encoding=koi8-r?>"), None);
        assert_eq!(name(b" <?xml encoding='koi8-r'?>"), None);
        assert_eq!(name(b"<?xml encoding='koi8-r"), None);
        assert_eq!(name(b"<\0?\0x\0m\0l\0"), Some("UTF-16LE"));
        assert_eq!(name(b"\0<\0?\0x\0m\0l"), Some("UTF-16BE"));
    }
}
