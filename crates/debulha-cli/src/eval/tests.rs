#![allow(clippy::unwrap_used)]

use super::*;
use crate::exit::Usage;
use clap::Parser;

#[derive(Debug, Parser)]
struct Command {
    #[command(flatten)]
    args: Args,
}

fn names(arguments: &[&str]) -> Result<Vec<String>> {
    let command = Command::parse_from(["eval", "--data", "x"].iter().chain(arguments));
    Ok(command.args.systems()?.iter().map(|system| system.name().to_owned()).collect())
}

#[test]
fn systems_presets_and_parameters() {
    assert_eq!(names(&["-e", "bte,cetr", "-p", "cetr.k=4"]).unwrap(), ["bte", "cetr(k=4)"]);
    assert_eq!(names(&["-e", "nce:recall"]).unwrap(), ["nce(min_separator=1200,comments=off)"]);
    assert!(names(&[]).unwrap().len() > 5);
    for wrong in
        [&["-e", "no_such"][..], &["-e", "bte:none"], &["-e", "bte,bte"], &["-e", "bte", "-p", "dsc.run=4"]]
    {
        assert!(names(wrong).unwrap_err().is::<Usage>(), "{wrong:?}");
    }
}
