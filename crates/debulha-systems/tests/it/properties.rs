//! What must hold for any input, on golden pages, random pages, seeds of the fuzz targets and inputs that once failed.

use crate::common::families::FAMILIES;
use crate::common::invariants::{TARGETS, decode_parse, extract_all, page_metadata};
use crate::common::pages::{golden_pages, root};
use proptest::prelude::*;
use proptest::sample::select;
use std::fs;
use std::path::PathBuf;

/// Pieces that random pages are made of: each tag that is treated apart somewhere, and markup that breaks off.
const PIECES: &[&str] = &[
    "word ",
    "Rye is sown in autumn, and it is reaped in July. ",
    "\n",
    "\u{a0}",
    "étamine 粟 ",
    "&amp;",
    "&#0;",
    "<",
    "a long run of words that goes on and on until it is longer than any line of navigation would ever be. ",
    "<p>",
    "</p>",
    "<p class=comment>",
    "<div>",
    "</div>",
    "<div style='display:none'>",
    "<section>",
    "<article>",
    "</article>",
    "<nav>",
    "</nav>",
    "<a href=/x>",
    "</a>",
    "<a href='javascript:a()'>",
    "<b>",
    "</b>",
    "<i>",
    "</i>",
    "<span>",
    "</span>",
    "<br>",
    "<br><br>",
    "<hr>",
    "<h1>",
    "</h1>",
    "<h2 id=x>",
    "</h2>",
    "<ul>",
    "</ul>",
    "<ol start=7>",
    "</ol>",
    "<li>",
    "</li>",
    "<dl>",
    "<dt>",
    "<dd>",
    "</dl>",
    "<table>",
    "</table>",
    "<tr>",
    "<td>",
    "</td>",
    "<th>",
    "<td rowspan=3 colspan=99999>",
    "<caption>",
    "<thead>",
    "<tbody>",
    "<pre>",
    "</pre>",
    "<code class=language-c>",
    "</code>",
    "<blockquote>",
    "</blockquote>",
    "<figure>",
    "<figcaption>",
    "</figure>",
    "<img src=a.png alt='b c'>",
    "<img srcset='a.png 2x'>",
    "<form>",
    "</form>",
    "<input value=x>",
    "<select><option>",
    "</select>",
    "<textarea>",
    "</textarea>",
    "<button>",
    "</button>",
    "<script>",
    "</script>",
    "<style>p{display:none}",
    "</style>",
    "<!--",
    "-->",
    "<svg><text>",
    "</svg>",
    "<math><mi>x</mi><mo>=</mo>",
    "<mfrac><mn>1</mn><mn>2</mn></mfrac>",
    "</math>",
    "<annotation encoding=application/x-tex>x^2</annotation>",
    "<script type=math/tex>y",
    "<template>",
    "</template>",
    "<noscript>",
    "</noscript>",
    "<title>",
    "</title>",
    "<head>",
    "<body>",
    "</body>",
    "</html>",
    "<frameset>",
    "<del>",
    "<sub>",
    "<sup>",
    "<iframe>",
    "<plaintext>",
    "<!doctype html>",
    "<time datetime=2024-05-01>",
    "</time>",
    "<meta charset=utf-8>",
    "<base href=//b.example/>",
    "<html lang=en dir=rtl>",
    "]]>",
    "<x-y z=\"",
    "\">",
];

fn soup() -> impl Strategy<Value = String> {
    prop::collection::vec(select(PIECES), 0..120).prop_map(|pieces| pieces.concat())
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn random_pages_come_through_every_step(page in soup()) {
        extract_all(page.as_bytes());
    }

    #[test]
    fn random_pages_have_trees(page in soup()) {
        decode_parse(page.as_bytes());
    }

    #[test]
    fn random_pages_have_metadata(page in soup()) {
        page_metadata(page.as_bytes());
    }

    #[test]
    fn random_bytes_come_through_every_check(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for (_, check) in TARGETS {
            check(&bytes);
        }
    }
}

#[test]
fn golden_pages_come_through_every_step() {
    for golden in golden_pages() {
        decode_parse(&golden.bytes);
        extract_all(&golden.bytes);
        page_metadata(&golden.bytes);
    }
}

#[test]
fn generated_families_come_through_every_step() {
    for (_, generate) in FAMILIES {
        extract_all(generate(10_000).as_bytes());
    }
}

/// Files below `fuzz/<folder>/<target>`; none where there is no such folder.
fn inputs(folder: &str, target: &str) -> Vec<PathBuf> {
    let path = root().join("fuzz").join(folder).join(target);
    let mut files: Vec<PathBuf> =
        fs::read_dir(path).into_iter().flatten().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn inputs_that_once_failed_pass_and_so_do_seeds() {
    for (target, check) in TARGETS {
        for path in inputs("regressions", target).into_iter().chain(inputs("seeds", target)) {
            println!("{}", path.display());
            check(&fs::read(path).unwrap());
        }
    }
}

#[test]
fn fuzz_targets_are_those_of_the_checks() {
    let mut programs: Vec<(String, String)> = fs::read_dir(root().join("fuzz/fuzz_targets"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| {
            (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap())
        })
        .collect();
    programs.sort();
    let names: Vec<&str> = programs.iter().map(|(name, _)| &**name).collect();
    let ours = programs.iter().filter(|(_, source)| source.contains("crates/debulha-systems/"));
    let ours: Vec<&str> = ours.map(|(name, _)| &**name).collect();
    assert_eq!(ours, TARGETS.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for folder in ["regressions", "seeds"] {
        for entry in fs::read_dir(root().join("fuzz").join(folder)).into_iter().flatten() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            assert!(names.contains(&name.as_str()), "fuzz/{folder}/{name} belongs to no target");
        }
    }
}
