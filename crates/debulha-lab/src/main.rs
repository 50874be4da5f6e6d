//! `debulha-lab`: the verbs of `debulha`, and those that papers and tables of scores need. One file per verb.
#![forbid(unsafe_code)]

mod ablation;
mod corpora;
mod eval;
mod features;
mod files;
mod known;
mod retrieval;
mod scores;
mod site_scores;
mod train_adeater;
mod tune_vote;

use clap::{Parser, Subcommand};
use debulha_cli::command_line::{self, Program};
use debulha_cli::help::GROUPS;
use debulha_cli::{completions, exit};
use std::process::ExitCode;

/// Evaluate systems, and reproduce published experiments
#[derive(Debug, Parser)]
#[command(name = "debulha-lab", version, after_long_help = exit::HELP, disable_help_flag = true, disable_help_subcommand = true)]
#[command(disable_version_flag = true)]
struct LabCli {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    Eval(eval::EvalArgs),
    Score(eval::score::ScoreArgs),
    EvalRecords(eval::records::EvalRecordsArgs),
    Reproduce(eval::reproduce::ReproduceArgs),
    Features(features::FeaturesArgs),
    Scores(scores::ScoresArgs),
    SiteScores(site_scores::SiteScoresArgs),
    Retrieval(retrieval::RetrievalArgs),
    Ablation(ablation::AblationArgs),
    TuneVote(tune_vote::TuneVoteArgs),
    TrainAdeater(train_adeater::TrainAdeaterArgs),
    /// A verb of `debulha`.
    #[command(flatten)]
    Debulha(debulha_cli::Command),
}

const LAB: Program = Program {
    groups: &[
        (
            "Research",
            &[
                "eval",
                "score",
                "eval-records",
                "reproduce",
                "features",
                "scores",
                "site-scores",
                "retrieval",
                "ablation",
                "tune-vote",
                "train-adeater",
            ],
        ),
        GROUPS[0],
        GROUPS[1],
        GROUPS[2],
        GROUPS[3],
        GROUPS[4],
    ],
    examples: &[
        (
            "features",
            [
                "debulha-lab features --list",
                "debulha-lab features page.html",
                "debulha-lab features --data corpus -o rows.parquet",
            ],
        ),
        (
            "eval",
            [
                "debulha-lab eval --data corpus",
                "debulha-lab eval --data corpus -e debulha,readability --html report.html",
                "debulha-lab eval --data corpus -e all --by type",
            ],
        ),
        (
            "score",
            [
                "debulha-lab score run.jsonl --data corpus",
                "debulha-lab score a.jsonl b.jsonl --data corpus",
                "debulha-lab score run.jsonl --data corpus --metrics word_f1",
            ],
        ),
        (
            "eval-records",
            [
                "debulha-lab eval-records --data corpus",
                "debulha-lab eval-records --data corpus --pages",
                "debulha records page.html",
            ],
        ),
        (
            "reproduce",
            [
                "debulha-lab reproduce",
                "debulha-lab reproduce finn2001/scrapinghub",
                "debulha-lab reproduce --all",
            ],
        ),
        (
            "scores",
            [
                "debulha-lab scores",
                "debulha-lab scores -o -",
                "debulha-lab scores --data corpora -o scores.md",
            ],
        ),
        (
            "site-scores",
            [
                "debulha-lab site-scores",
                "debulha-lab site-scores --only daniel,exalg -o site.md",
                "debulha-lab site-scores --extractions runs",
            ],
        ),
        (
            "retrieval",
            [
                "debulha-lab retrieval",
                "debulha-lab retrieval --only daniel -o retrieval.md",
                "debulha-lab retrieval --data corpora --jobs 1",
            ],
        ),
        (
            "ablation",
            [
                "debulha-lab ablation --layout layouts",
                "debulha-lab ablation --layout layouts --only daniel -o ablation.md",
                "debulha-lab ablation --layout layouts --data corpora --jobs 1",
            ],
        ),
        (
            "tune-vote",
            ["debulha-lab tune-vote", "debulha-lab tune-vote --data corpus", "debulha-lab tune-vote -o -"],
        ),
        (
            "train-adeater",
            [
                "debulha-lab train-adeater --date 2026-11-21",
                "debulha-lab train-adeater --date 2026-11-21 --data ads --pages corpus",
                "debulha-lab train-adeater --date 2026-11-21 --rules rules.txt -o -",
            ],
        ),
    ],
};

fn main() -> ExitCode {
    command_line::run::<LabCli>(&LAB, |cli, given| match cli.command {
        LabCommand::Eval(args) => eval::eval(&args),
        LabCommand::Score(args) => eval::score::run(&args),
        LabCommand::EvalRecords(args) => eval::records::run(&args),
        LabCommand::Reproduce(args) => eval::reproduce::run(&args),
        LabCommand::Features(args) => features::features(&args),
        LabCommand::Scores(args) => scores::run(&args),
        LabCommand::SiteScores(args) => site_scores::run(&args),
        LabCommand::Retrieval(args) => retrieval::run(&args),
        LabCommand::Ablation(args) => ablation::run(&args),
        LabCommand::TuneVote(args) => tune_vote::run(&args),
        LabCommand::TrainAdeater(args) => train_adeater::run(&args),
        LabCommand::Debulha(debulha_cli::Command::Completions(args)) => {
            completions::write(&args, command_line::command_of::<LabCli>(&LAB))
        }
        LabCommand::Debulha(verb) => verb.run(given),
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_cli::examples::command_lines;

    #[test]
    fn examples_parse() {
        for line in command_lines(&LAB, "debulha-lab") {
            let parsed = command_line::command_of::<LabCli>(&LAB).try_get_matches_from(&line);
            assert!(parsed.is_ok(), "{line:?}: {}", parsed.unwrap_err());
        }
        assert_eq!(command_lines(&LAB, "debulha-lab").count(), 32);
    }
}
