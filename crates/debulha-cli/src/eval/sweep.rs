//! `debulha eval --sweep`: a system once for each value of a parameter.

use super::calibration::beside;
use super::write_file;
use crate::exit::Usage;
use anyhow::Result;
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
    /// Run each system that has this parameter once for each value
    ///
    /// A value is JSON, or else a string.
    #[arg(long, value_name = "PARAM=V1,V2,…", value_parser = read)]
    sweep: Option<Sweep>,
    /// Also write word precision, recall and F1 by value as PREFIX-CORPUS-SYSTEM.tsv and .svg
    #[arg(long, value_name = "PREFIX", requires = "sweep", hide_short_help = true)]
    trade_off: Option<PathBuf>,
}

#[derive(Debug, Clone)]
struct Sweep {
    parameter: String,
    values: Vec<Value>,
}

fn read(text: &str) -> Result<Sweep, String> {
    let (parameter, values) = text.split_once('=').ok_or("PARAM=V1,V2,… is meant")?;
    let value = |text: &str| serde_json::from_str(text).unwrap_or_else(|_| Value::from(text));
    let values: Vec<Value> =
        values.split(',').map(str::trim).filter(|text| !text.is_empty()).map(value).collect();
    if values.len() < 2 {
        return Err("a sweep needs two values or more".to_owned());
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
                return Err(Usage(format!("--sweep has {value} twice")).into());
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
            Some(sweep) if swept.is_empty() => {
                Err(Usage(format!("--sweep: no system that is asked for has `{}`", sweep.parameter)).into())
            }
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
                    "--trade-off needs word_f1 among --metrics, and labelled texts".to_owned(),
                )
                .into());
            }
            let parts = [evaluation.corpus.name(), id];
            write_file(&beside(prefix, &parts, "tsv"), &found.tsv())?;
            write_file(&beside(prefix, &parts, "svg"), &found.svg())?;
        }
        Ok(())
    }
}
