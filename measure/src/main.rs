//! Programs that measure debulha: `cargo run --release -p measure -- NAME ARGUMENTS…`. Without a name, it lists them.
#![forbid(unsafe_code)]
#![allow(clippy::print_stderr)] // What they measure goes to standard output.

mod agreement;
mod answers;
mod attacks;
mod boosting;
mod content_records;
mod crawl_speed;
mod features;
mod linear;
mod listing_matrix;
mod load;
mod memory;
mod pagination;
mod probing;
mod process;
mod repeated_blocks;
mod site_methods;
mod site_scale;
mod structure_matrix;
mod systems;
mod templates;
mod throughput;
mod timing;
mod verdicts;
mod views;

// Pages, sites and servers that the tests are made of.
#[path = "../../crates/debulha-crawl/tests/it/web/databases.rs"]
#[allow(dead_code)]
mod databases;
#[path = "../../crates/debulha-core/tests/it/common/families.rs"]
#[allow(unreachable_pub)]
mod families;
#[path = "../../crates/debulha-systems/tests/it/common/generated_site.rs"]
#[allow(unreachable_pub)]
mod generated_site;
#[path = "../../crates/debulha-core/tests/it/common/listing_matrix.rs"]
#[allow(unreachable_pub)]
mod listings;
#[path = "../../crates/debulha-crawl/tests/it/web/pages.rs"]
mod pages;
#[path = "../../crates/debulha-crawl/tests/it/crawl/server.rs"]
#[allow(dead_code, clippy::unwrap_used)]
mod server;
#[path = "../../crates/debulha/tests/why/agreement.rs"]
mod why_agreement;

use std::env;
use std::error::Error;

/// Name, what it measures, and the program.
type Program = (&'static str, &'static str, fn() -> Result<(), Box<dyn Error>>);

/// All programs.
const PROGRAMS: &[Program] = &[
    ("agreement", "whether `why` agrees with the outputs", agreement::run),
    ("answers", "corpora of answer pages, from the made-up databases of the tests", || Ok(answers::run()?)),
    ("attacks", "growth of the time of each verb on crafted pages", attacks::run),
    ("boosting", "time and size of boosted trees on made-up rows", || {
        boosting::run();
        Ok(())
    }),
    ("content_records", "how records lie over labelled content", || {
        content_records::run();
        Ok(())
    }),
    ("crawl_speed", "speed of a crawl over the loopback interface", crawl_speed::run),
    ("features", "cost of feature tables", features::run),
    ("linear", "growth of parsing time on crafted pages", linear::run),
    ("listing_matrix", "what systems keep of generated listings", listing_matrix::run),
    ("load", "load on a server", || Ok(load::run()?)),
    ("memory", "peak memory of parsing a page", memory::run),
    ("pagination", "accuracy of next-page links", pagination::run),
    ("probing", "rows found by each probing strategy", || {
        probing::run();
        Ok(())
    }),
    ("repeated_blocks", "cost of learning the repeated blocks of a site", repeated_blocks::run),
    ("site_methods", "cost of the site methods", site_methods::run),
    ("site_scale", "speed and memory of learning many sites", site_scale::run),
    ("structure_matrix", "what systems keep of tables, lists, quotations …", structure_matrix::run),
    ("systems", "cost of every system", systems::run),
    ("templates", "how well sketches tell templates apart", templates::run),
    ("throughput", "pages per second, from bytes to text", throughput::run),
    ("verdicts", "cost of the verdict", verdicts::run),
    ("views", "cost of each view of a page", views::run),
];

/// The arguments of the program.
fn arguments() -> impl Iterator<Item = String> {
    env::args().skip(2)
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = env::args().nth(1);
    if let Some((.., program)) = PROGRAMS.iter().find(|(own, ..)| Some(*own) == name.as_deref()) {
        return program();
    }
    eprintln!("usage: measure NAME ARGUMENTS…\n");
    for (name, what, _) in PROGRAMS {
        eprintln!("{name:<16}  {what}");
    }
    match name {
        Some(name) => Err(format!("no program {name:?}").into()),
        None => Ok(()),
    }
}
