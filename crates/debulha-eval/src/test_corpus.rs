//! Small corpora on disk for the tests of this crate.

use std::fmt::Write as _;
use std::fs::{File, create_dir_all, write};
use std::io::Write as _;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use debulha_corpus::{Corpus, TRUTH_FILE};

/// Writes a corpus into `dir`: pages as (id, label fields after the id in JSON, bytes).
pub(crate) fn write_corpus<A: AsRef<str>, B: AsRef<[u8]>>(dir: &Path, pages: &[(A, A, B)]) -> Corpus {
    create_dir_all(dir.join("pages")).expect("a writable folder");
    let mut truth = String::new();
    for (id, fields, bytes) in pages {
        let id = id.as_ref();
        writeln!(truth, "{{\"id\": \"{id}\"{}}}", fields.as_ref()).expect("a string takes all");
        let file = File::create(dir.join(format!("pages/{id}.html.gz"))).expect("a writable folder");
        let mut file = GzEncoder::new(file, Compression::default());
        file.write_all(bytes.as_ref()).and_then(|()| file.finish().map(drop)).expect("a writable file");
    }
    write(dir.join(TRUTH_FILE), truth).expect("a writable folder");
    Corpus::open(dir).expect("well-formed labels")
}
