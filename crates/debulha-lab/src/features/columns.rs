//! The columns of the table, and how the rows of a page are computed.

use debulha_cli::exit::Usage;
use debulha_cli::system::suggestion;
use debulha_core::feature_table::{self, FeatureTable, RowUnit, Selection, UnknownColumn, compute};
use debulha_core::{Page, Scratch};
use debulha_systems::features::visual_table::VisualUnit;

/// Which features of which unit are written.
pub(super) enum TableColumns {
    /// Features of the page.
    Page(Selection),
    /// Features of its layout, by their places in the unit's table.
    Layout(VisualUnit, Vec<usize>),
}

impl TableColumns {
    /// Features of the page by name; all if there are no names.
    ///
    /// # Errors
    /// A name that no feature of the unit has.
    pub(super) fn of_page<'n>(
        unit: RowUnit,
        mut names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<Self, Usage> {
        if names.clone().next().is_none() {
            return Ok(TableColumns::Page(Selection::all(unit)));
        }
        let selection = Selection::named(unit, &mut names);
        selection.map(TableColumns::Page).map_err(|error| {
            let near = match &error {
                UnknownColumn::Name { unit, name } => {
                    suggestion(name, feature_table::features(*unit).map(|(_, feature)| feature.name))
                }
                _ => String::new(),
            };
            unknown(&error.to_string(), &near)
        })
    }

    /// Features of the layout by name; all if there are no names.
    ///
    /// # Errors
    /// A name that no feature of the unit has.
    pub(super) fn of_layout<'n>(
        unit: VisualUnit,
        names: impl Iterator<Item = &'n str> + Clone,
    ) -> Result<Self, Usage> {
        let all = unit.features();
        if names.clone().next().is_none() {
            return Ok(TableColumns::Layout(unit, (0..all.len()).collect()));
        }
        let place = |name: &str| {
            all.iter().position(|feature| feature.name == name).ok_or_else(|| {
                let near = suggestion(name, all.iter().map(|feature| feature.name));
                unknown(&format!("the unit {} has no feature `{name}`", unit.name()), &near)
            })
        };
        Ok(TableColumns::Layout(unit, names.map(place).collect::<Result<_, _>>()?))
    }

    /// Name of the unit.
    pub(super) fn unit(&self) -> &'static str {
        match self {
            TableColumns::Page(selection) => selection.unit().name(),
            TableColumns::Layout(unit, _) => unit.name(),
        }
    }

    /// Names of the features in order.
    pub(super) fn names(&self) -> Vec<&'static str> {
        match self {
            TableColumns::Page(selection) => {
                selection.features().iter().map(|feature| feature.name).collect()
            }
            TableColumns::Layout(unit, places) => {
                places.iter().map(|&place| unit.features()[place].name).collect()
            }
        }
    }

    /// The rows of a page.
    ///
    /// # Errors
    /// The evidence that the page lacks, in words.
    pub(super) fn table(&self, page: &Page<'_>, scratch: &mut Scratch) -> Result<FeatureTable, String> {
        match self {
            TableColumns::Page(selection) => Ok(compute(page, selection, scratch)),
            TableColumns::Layout(unit, places) => {
                let all = unit.table(page).map_err(|missing| format!("--unit {} {missing}", unit.name()))?;
                let chosen = |row: usize| places.iter().map(|&place| all.row(row)[place]).collect();
                let rows = all.rows().iter().enumerate().map(|(row, &node)| (node, chosen(row)));
                Ok(FeatureTable::of_rows(places.len(), rows))
            }
        }
    }
}

fn unknown(error: &str, near: &str) -> Usage {
    Usage(format!("--select: {error}; `debulha-lab features --list` shows all{near}"))
}
