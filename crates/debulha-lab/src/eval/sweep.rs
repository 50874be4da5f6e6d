//! `debulha-lab eval --sweep`: a system once for each value of a parameter.

use super::calibration::beside;
use crate::files;
use anyhow::Result;
use debulha_cli::exit::Usage;
use debulha_compare::System;
use debulha_core::{ExtractorInfo, ParamMap};
use debulha_eval::report::Evaluation;
use debulha_eval::trade_off::TradeOff;
use serde_json::Value;
use std::path::PathBuf;

/// Which parameter, and where the curves go.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Sweep")]
pub(super) struct SweepArgs {
    /// Run each system that has this parameter once per value
    ///
    /// A value is JSON, otherwise a string.
    #[arg(long, value_name = "PARAM=V1,V2,…", value_parser = read)]
    sweep: Option<Sweep>,
    /// Also write curves as PREFIX-CORPUS-SYSTEM.tsv and .svg
    ///
    /// They show word precision, recall and F1 by value.
    #[arg(long, value_name = "PREFIX", requires = "sweep", hide_short_help = true)]
    trade_off: Option<PathBuf>,
}

#[derive(Debug, Clone)]
struct Sweep {
    parameter: String,
    values: Vec<Value>,
}

fn read(text: &str) -> Result<Sweep, String> {
    let (parameter, values) = text.split_once('=').ok_or("not of the form PARAM=V1,V2,…")?;
    let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let values: Vec<Value> =
        values.split(',').map(str::trim).filter(|text| !text.is_empty()).map(value).collect();
    if values.len() < 2 {
        return Err("a sweep needs at least two values".to_owned());
    }
    Ok(Sweep { parameter: parameter.trim().to_owned(), values })
}

/// A system that was swept: its id, and the name that it has with each value.
pub(super) struct Swept {
    id: &'static str,
    names: Vec<(Value, String)>,
}

impl SweepArgs {
    /// The system once for each value; `None` where it is not swept.
    ///
    /// # Errors
    /// [`Usage`] for a value that the parameter does not take.
    pub(super) fn systems(
        &self,
        info: &'static ExtractorInfo,
        params: &ParamMap,
    ) -> Result<Option<(Swept, Vec<System>)>> {
        let Some(sweep) = &self.sweep else { return Ok(None) };
        if !info.params.iter().any(|param| param.name == sweep.parameter) {
            return Ok(None);
        }
        let (mut names, mut systems) = (Vec::new(), Vec::<System>::new());
        for value in &sweep.values {
            let mut params = params.clone();
            params.insert(sweep.parameter.clone(), value.clone());
            let system = System::new(info.id, &params).map_err(|error| Usage(error.to_string()))?;
            if systems.iter().any(|other| other.name() == system.name()) {
                return Err(Usage(format!("--sweep: the value {value} is given twice; remove one")).into());
            }
            names.push((value.clone(), system.name().to_owned()));
            systems.push(system);
        }
        Ok(Some((Swept { id: info.id, names }, systems)))
    }

    /// # Errors
    /// [`Usage`] where no system has the parameter.
    pub(super) fn check(&self, swept: &[Swept]) -> Result<()> {
        match &self.sweep {
            Some(sweep) if swept.is_empty() => Err(Usage(format!(
                "--sweep: none of the systems has the parameter `{}`; `debulha explain ID` lists parameters",
                sweep.parameter
            ))
            .into()),
            _ => Ok(()),
        }
    }

    /// Writes the curves of an evaluation.
    pub(super) fn publish(&self, evaluation: &Evaluation<'_>, swept: &[Swept]) -> Result<()> {
        let (Some(sweep), Some(prefix)) = (&self.sweep, &self.trade_off) else { return Ok(()) };
        for Swept { id, names } in swept {
            let found = TradeOff::of(evaluation, id, &sweep.parameter, names.iter().cloned());
            if found.rows.is_empty() {
                return Err(Usage(
                    "--trade-off needs labelled texts and the metric word_f1; add it to --metrics".to_owned(),
                )
                .into());
            }
            let parts = [evaluation.corpus.name(), id];
            files::write(&beside(prefix, &parts, "tsv"), &found.tsv())?;
            files::write(&beside(prefix, &parts, "svg"), &found.svg())?;
        }
        Ok(())
    }
}
