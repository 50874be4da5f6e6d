#![allow(clippy::unwrap_used)]

use super::*;
use clap::Parser;
use debulha_cli::exit::Usage;

#[derive(Debug, Parser)]
struct Command {
    #[command(flatten)]
    args: EvalArgs,
}

fn names(arguments: &[&str]) -> Result<Vec<String>> {
    let command = Command::parse_from(["eval", "--data", "x"].iter().chain(arguments));
    let systems = command.args.systems()?;
    let page_level = systems.page_level.iter().map(|system| system.name().to_owned());
    Ok(page_level.chain(systems.site_methods.iter().map(|method| method.name().to_owned())).collect())
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

#[test]
fn metrics_of_blocks_and_nodes_are_told_apart() {
    let report = |metrics: &str| {
        let command = Command::parse_from(["eval", "--data", "x", "--metrics", metrics]);
        (command.args.report.scored(), command.args.report.explain().unwrap())
    };
    assert_eq!(report("blocks,nodes,template_nodes"), (Vec::new(), false));
    assert_eq!(report("blocks,word_lcs"), (vec![Metric::WordLcs], true));
    let command = Command::parse_from(["eval", "--data", "no such folder", "--metrics", "blocks"]);
    eval(&command.args).unwrap();
    assert!(Command::try_parse_from(["eval", "--data", "x", "--metrics", "block"]).is_err());
}

#[test]
fn site_methods_must_be_told_what_to_learn_from() {
    let asked = ["-e", "bte,pagelet_local", "-p", "pagelet_local.min_owners=3"];
    let error = names(&asked).unwrap_err();
    assert!(error.is::<Usage>() && error.to_string().contains("add --learn K or --learn others"), "{error}");
    let learn = [&asked[..], &["--learn", "5"]].concat();
    assert_eq!(names(&learn).unwrap(), ["bte", "pagelet_local(min_owners=3)"]);
    let all = names(&["-e", "all-site-level", "--learn", "others"]).unwrap();
    assert_eq!(all.len(), debulha::site::SITE_METHODS.len());
}
