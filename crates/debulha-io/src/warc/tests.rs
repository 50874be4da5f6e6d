//! What is written is read back, and damage stays where it is.
#![allow(clippy::unwrap_used)]

use super::*;
use proptest::prelude::*;
use std::io::Write;
use std::path::PathBuf;

const PAGE: &[u8] = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Rye";

fn response<'a>(target: &'a str, block: &'a [u8]) -> NewRecord<'a> {
    let mut record =
        NewRecord::new(WarcRecordKind::Response, RecordId::of(&[target]), Time::of_unix(0), block);
    record.target = Some(target);
    record.payload_at = Some(44.min(block.len()));
    record.fields = vec![("WARC-IP-Address", "192.0.2.1".to_owned())];
    record
}

fn written(name: &str, targets: &[&str]) -> (tempfile::TempDir, PathBuf, Vec<u8>, Vec<u64>) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join(name);
    let mut writer = WarcWriter::create(&path).unwrap();
    let mut ends = Vec::new();
    for target in targets {
        let places = writer.append(&[response(target, PAGE)]).unwrap();
        ends.push(places[0].end);
    }
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(writer.len(), bytes.len() as u64);
    (dir, path, bytes, ends)
}

fn targets(bytes: &[u8]) -> Vec<String> {
    let records = WarcReader::of_bytes(bytes).unwrap().filter_map(Result::ok);
    records.map(|record| record.target().unwrap_or_default().to_owned()).collect()
}

#[test]
fn what_is_written_is_read_back() {
    for name in ["a.warc.gz", "a.warc"] {
        let (_dir, _, bytes, ends) = written(name, &["http://e.org/1", "http://e.org/2"]);
        let records: Vec<ArchiveRecord> = WarcReader::of_bytes(&bytes).unwrap().map(Result::unwrap).collect();
        assert_eq!(records.len(), 2, "{name}");
        let record = &records[1];
        assert_eq!((record.kind, record.offset, record.end), (WarcRecordKind::Response, ends[0], ends[1]));
        assert_eq!((record.target(), record.block.as_slice()), (Some("http://e.org/2"), PAGE));
        // Over the body as it was sent, as other writers have it.
        assert_eq!(record.field("warc-payload-digest"), Some(digest(b"<p>Rye").as_str()));
        assert_eq!(record.field("WARC-Block-Digest"), Some(digest(PAGE).as_str()));
        assert_eq!(record.content_type(), "application/http");
        let again = WarcReader::at(std::io::Cursor::new(&bytes), ends[0]).unwrap().next().unwrap().unwrap();
        assert_eq!(&again, record);
        let cut = WarcReader::of_bytes(&bytes).unwrap().max_block(10).next().unwrap().unwrap();
        assert!(cut.is_cut() && cut.block == PAGE[..10] && cut.end == ends[0]);
    }
}

#[test]
fn the_same_records_are_the_same_bytes() {
    let targets = ["http://e.org/1", "http://e.org/2"];
    assert_eq!(written("a.warc.gz", &targets).2, written("b.warc.gz", &targets).2);
}

#[test]
fn no_value_breaks_out_of_its_line() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("a.warc");
    let mut writer = WarcWriter::create(&path).unwrap();
    writer.append(&[response("http://e.org/\r\nWARC-Type: warcinfo\r\n\r\n", PAGE)]).unwrap();
    let bytes = std::fs::read(&path).unwrap();
    assert_eq!(targets(&bytes), ["http://e.org/  WARC-Type: warcinfo"]);
}

#[test]
fn a_file_that_was_cut_anywhere_is_resumed_at_its_last_whole_record() {
    for name in ["a.warc.gz", "a.warc"] {
        let all = ["http://e.org/1", "http://e.org/2", "http://e.org/3"];
        let (_dir, path, bytes, ends) = written(name, &all);
        for len in (0..bytes.len()).step_by(13).chain(ends.iter().map(|&end| end as usize)) {
            std::fs::write(&path, &bytes[..len]).unwrap();
            let mut reader = WarcReader::open(&path).unwrap();
            reader.by_ref().take_while(Result::is_ok).for_each(drop);
            let end = reader.last_whole();
            // A record that lacks only its last lines is read, and is not whole.
            let whole = ends.iter().filter(|&&whole| whole <= end).count();
            assert_eq!(end, if whole == 0 { 0 } else { ends[whole - 1] }, "{name} {len}");
            assert_eq!(whole, ends.iter().filter(|&&end| end <= len as u64).count(), "{name} {len}");
            let mut writer = WarcWriter::resume(&path, end).unwrap();
            for target in &all[whole..] {
                writer.append(&[response(target, PAGE)]).unwrap();
            }
            assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name} {len}");
        }
        assert!(WarcWriter::resume(&path, bytes.len() as u64 + 1).is_err());
        assert!(WarcWriter::create(&path).is_err());
    }
}

#[test]
fn after_damage_the_next_record_is_found() {
    for name in ["a.warc.gz", "a.warc"] {
        let (_dir, _, bytes, ends) = written(name, &["http://e.org/1", "http://e.org/2", "http://e.org/3"]);
        for at in 0..ends[0] as usize {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            let found = targets(&damaged);
            let rest = &found[found.len().saturating_sub(2)..];
            assert_eq!(rest, ["http://e.org/2", "http://e.org/3"], "{name} byte {at}");
        }
        let mut cut = bytes[..ends[0] as usize - 9].to_vec();
        cut.extend_from_slice(&bytes[ends[0] as usize..]);
        let read: Vec<_> = WarcReader::of_bytes(&cut).unwrap().collect();
        assert!(matches!(&read[0], Err(WarcError::Damaged { offset: 0, .. })), "{name}: {:?}", read[0]);
        assert_eq!(targets(&cut), ["http://e.org/2", "http://e.org/3"], "{name}");
    }
}

#[test]
fn parts_of_a_file_have_each_record_once_and_all_damage() {
    for name in ["a.warc.gz", "a.warc"] {
        let all = ["http://e.org/1", "http://e.org/2", "http://e.org/3"];
        let (_dir, _, whole, ends) = written(name, &all);
        let second = ends[0] as usize;
        let mut no_beginning = whole.clone();
        no_beginning[second] ^= 0x55;
        let mut broken = whole.clone();
        broken[ends[1] as usize - 2] ^= 0x55;
        for (bytes, damages) in [(whole, 0), (no_beginning, 1), (broken, 1)] {
            let read = |from: usize, to: usize| {
                let reader = WarcReader::from_byte(std::io::Cursor::new(&bytes), from as u64).unwrap();
                let items = reader.until(to as u64).map(|item| match item {
                    Ok(record) => (record.offset, record.target().unwrap_or_default().to_owned()),
                    Err(WarcError::Damaged { offset, .. }) => (offset, "damaged".to_owned()),
                    Err(error) => panic!("{error}"),
                });
                items.collect::<Vec<_>>()
            };
            let at_once = read(0, usize::MAX);
            assert_eq!(at_once.iter().filter(|(_, what)| what == "damaged").count(), damages, "{name}");
            assert_eq!(at_once.len(), 3, "{name}");
            for cut in 0..=bytes.len() {
                let parts = [read(0, cut), read(cut, bytes.len())].concat();
                assert_eq!(parts, at_once, "{name}, cut at {cut}");
            }
        }
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn a_file_that_is_compressed_as_a_whole_is_read_from_any_record() {
    let names = ["http://e.org/1", "http://e.org/2", "http://e.org/3"];
    let (_dir, _, plain, ends) = written("a.warc", &names);
    let zstd =
        ruzstd::encoding::compress_to_vec(plain.as_slice(), ruzstd::encoding::CompressionLevel::Fastest);
    for packed in [gzip(&plain), zstd] {
        assert_eq!(targets(&packed), names);
        for (number, &end) in ends.iter().enumerate() {
            let reader = WarcReader::at(std::io::Cursor::new(&packed), end).unwrap();
            let found: Vec<_> = reader.map(|record| record.unwrap().target().unwrap().to_owned()).collect();
            assert_eq!(found, names[number + 1..]);
        }
        // The parts of such a file have each record once.
        let part = |from, to| {
            WarcReader::from_byte(std::io::Cursor::new(&packed), from).unwrap().until(to).flatten().count()
        };
        assert_eq!([part(0, 40), part(40, 1000)], [3, 0]);
        let cut = WarcReader::of_bytes(&packed[..packed.len() - 12]).unwrap().any(|record| record.is_err());
        assert!(cut);
    }
    // Further on in a file it is damage.
    let two = [gzip(&plain[..ends[0] as usize]), gzip(&plain[ends[0] as usize..])].concat();
    let read: Vec<_> = WarcReader::of_bytes(&two).unwrap().collect();
    assert!(matches!(&read[..], [Ok(_), Err(error)] if error.to_string().contains("as one")), "{read:?}");
}

#[test]
fn records_end_by_any_lines_or_by_none() {
    let (_dir, _, plain, ends) = written("a.warc", &["http://e.org/1", "http://e.org/2"]);
    let records = [&plain[..ends[0] as usize - 4], &plain[ends[0] as usize..plain.len() - 4]];
    for end in ["", "\n", "\r\n", "\n\n", "\r\n\r\n\r\n\r\n\r\n"] {
        for start in ["", "\r\n", "\u{FEFF}"] {
            let file = [start.as_bytes(), records[0], end.as_bytes(), records[1], end.as_bytes()].concat();
            assert_eq!(targets(&file), ["http://e.org/1", "http://e.org/2"], "{start:?} {end:?}");
        }
        let packed = records.map(|record| gzip(&[record, end.as_bytes()].concat())).concat();
        assert_eq!(targets(&packed), ["http://e.org/1", "http://e.org/2"], "{end:?}");
    }
    let lines = String::from_utf8(records[0].to_vec()).unwrap().replace("\r\n", "\n");
    let length = lines.split_once("\n\n").unwrap().1.len();
    let head = format!("WARC/1.0\nWARC-Type: response\nContent-Length: {length}\n\n");
    let file = head + lines.split_once("\n\n").unwrap().1 + "\n\n";
    assert_eq!(WarcReader::of_bytes(file.repeat(2).as_bytes()).unwrap().map(Result::unwrap).count(), 2);
}

/// What cannot go back, as a pipe.
struct Pipe<'a>(&'a [u8]);

impl std::io::Read for Pipe<'_> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        // As much as a small buffer of a system holds.
        let len = out.len().min(700);
        self.0.read(&mut out[..len])
    }
}

impl std::io::Seek for Pipe<'_> {
    fn seek(&mut self, _: std::io::SeekFrom) -> std::io::Result<u64> {
        Err(std::io::ErrorKind::NotSeekable.into())
    }
}

#[test]
fn pipes_are_read_as_files() {
    let names: Vec<String> = (0..9).map(|number| format!("http://e.org/{number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    for name in ["a.warc.gz", "a.warc"] {
        let (_dir, _, bytes, ends) = written(name, &names);
        let mut damaged = bytes.clone();
        damaged[ends[2] as usize + 30] ^= 0x55;
        let mut files = vec![bytes, damaged];
        if name == "a.warc" {
            files.push(gzip(&files[0]));
        }
        for bytes in files {
            let of = |reader: &mut dyn Iterator<Item = Result<ArchiveRecord, WarcError>>| -> Vec<String> {
                reader
                    .map(|record| {
                        record.map_or_else(|error| error.to_string(), |record| format!("{record:?}"))
                    })
                    .collect()
            };
            let whole = of(&mut WarcReader::of_bytes(&bytes).unwrap());
            assert_eq!(of(&mut WarcReader::new(Pipe(&bytes)).unwrap()), whole, "{name}");
        }
    }
    let (_dir, _, bytes, ends) = written("a.warc.gz", &names);
    assert_eq!(WarcReader::at(Pipe(&bytes), ends[3]).unwrap().map(Result::unwrap).count(), 5);
}

proptest! {
    #[test]
    fn any_bytes_are_read_to_their_end(bytes in prop::collection::vec(any::<u8>(), 0..2000), cut in 0usize..400) {
        let (_dir, _, whole, _) = written("a.warc.gz", &["http://e.org/1"]);
        let mut file = bytes;
        file.extend_from_slice(&whole[cut.min(whole.len())..]);
        file.extend_from_slice(&whole);
        let read: Vec<_> = WarcReader::of_bytes(&file).unwrap().collect();
        prop_assert!(matches!(read.last(), Some(Ok(record)) if record.end == file.len() as u64));
    }
}

/// Records as frames of LZ4 or of Zstandard, and where each begins.
fn framed(is_lz4: bool, count: usize) -> (Vec<u8>, Vec<u64>) {
    let (_dir, _, plain, ends) = written("a.warc", &vec!["http://e.org/1"; count]);
    let mut bytes = Vec::new();
    let mut places = Vec::new();
    let mut start = 0;
    for end in ends {
        let record = &plain[start..end as usize];
        places.push(bytes.len() as u64);
        if is_lz4 {
            let mut encoder = lz4_flex::frame::FrameEncoder::new(&mut bytes);
            encoder.write_all(record).unwrap();
            encoder.finish().unwrap();
        } else {
            let level = ruzstd::encoding::CompressionLevel::Fastest;
            bytes.extend(ruzstd::encoding::compress_to_vec(record, level));
        }
        start = end as usize;
    }
    (bytes, places)
}

#[test]
fn frames_of_zstandard_and_lz4_are_records() {
    for is_lz4 in [false, true] {
        let (bytes, places) = framed(is_lz4, 5);
        let records: Vec<ArchiveRecord> = WarcReader::of_bytes(&bytes).unwrap().map(Result::unwrap).collect();
        assert_eq!(records.iter().map(|record| record.offset).collect::<Vec<_>>(), places);
        assert!(records.iter().all(|record| record.block == PAGE));
        let again = WarcReader::at(std::io::Cursor::new(&bytes), places[3]).unwrap().map(Result::unwrap);
        assert_eq!(again.collect::<Vec<_>>(), records[3..]);

        // Damage in one costs that one, although its text may stand plain in the frame.
        let mut bad = bytes.clone();
        let start = places[1] as usize;
        bad[start..start + 8].fill(0xFF);
        let read: Vec<bool> = WarcReader::of_bytes(&bad).unwrap().map(|record| record.is_ok()).collect();
        assert_eq!(read, [true, false, true, true, true], "{is_lz4}");
        // A file that is cut loses the last one.
        let read: Vec<bool> =
            WarcReader::of_bytes(&bytes[..bytes.len() - 9]).unwrap().map(|record| record.is_ok()).collect();
        assert_eq!(read, [true, true, true, true, false], "{is_lz4}");
    }
}
