//! Features as tables: what is known of each node, text block or linked image of a page, one column a feature.
//!
//! The registry is [`GROUPS`]: features that are computed together stand in one file. Each has a name, a version of its
//! definition, its meaning and the evidence that it needs; where the evidence is not there the value is missing (NaN),
//! never 0.
//!
//! The features of blocks follow a trial whose notes have short codes: `o_` is the group `block_text`, `p_`
//! `block_position`, `c_` and `rd_` `block_systems`, `g1.5_` and `g4_` the `near_…` and `far_…` of `block_neighbours`,
//! `tr_` its `…_steps`, `h_` and `ti_` `block_headings` (`title_…`), `sg_` `block_paths`, `a_` `block_ancestors`, `pg_`
//! `block_page`. Of the containers, `n0` to `n6` are `container0` to `container6`, `s25` `quarter`, `s50` `half`, `w60`
//! `words60`, `w250` `words250`, `sec` `section`, `top` `branch`, `rec` `record`; their statistics 0 to 20 are the columns of
//! `block_containers` in order. `block_records`, `block_parts`, `block_offer`, `block_query` and
//! `block_layout` are not of the trial.
//!
//! ```
//! use debulha_core::feature_table::{RowUnit, Selection, compute};
//! use debulha_core::{Page, Scratch};
//! use debulha_dom::{Limits, parse};
//!
//! let parsed = parse("<body><div><p>Rye</p></div>", &Limits::default());
//! let page = Page::new(&parsed.document);
//! let selection = Selection::of(RowUnit::Node, [("distance", 1)])?;
//! let table = compute(&page, &selection, &mut Scratch::default());
//! let distances: Vec<f32> = (0..table.rows().len()).map(|row| table.row(row)[0]).collect();
//! assert_eq!(distances, [0.0, 1.0, 2.0]);
//! # Ok::<(), debulha_core::feature_table::UnknownColumn>(())
//! ```

mod block_ancestors;
mod block_containers;
mod block_headings;
mod block_layout;
mod block_neighbours;
mod block_offer;
mod block_page;
mod block_parts;
mod block_paths;
mod block_position;
mod block_query;
mod block_records;
mod block_site;
mod block_systems;
mod block_text;
mod describe;
mod image_link;
mod node_density;
mod node_links;
mod node_markup;
mod node_position;
mod node_repetition;
mod node_site;
mod node_text;
mod open_path;
mod open_rows;
mod query;
pub mod template;

pub use describe::describe;

use crate::about::Needs;
use crate::features::images::{Vocabulary, linked_images};
use crate::features::text_measures::share;
use crate::page::Page;
use crate::scratch::Scratch;
use debulha_dom::NodeId;
use std::ops::Range;
use thiserror::Error;

/// What a row of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowUnit {
    /// `body` and each element in it that is not hidden. The row's node is the element.
    Node,
    /// A text block (`Page::text_blocks`). The row's node is the block's first text node.
    Block,
    /// A linked image (`features::images`): a visible `img` in an `a` with `href`. The row's node is the `img`.
    Image,
}

impl RowUnit {
    /// Every unit.
    pub const ALL: &'static [RowUnit] = &[RowUnit::Node, RowUnit::Block, RowUnit::Image];

    /// Name in commands and files.
    pub fn name(self) -> &'static str {
        match self {
            RowUnit::Node => "node",
            RowUnit::Block => "block",
            RowUnit::Image => "image",
        }
    }

    /// What a row is, for people.
    pub fn docs(self) -> &'static str {
        match self {
            RowUnit::Node => "A row is `body` or a visible element in it.",
            RowUnit::Block => {
                "A row is a text block: visible text between two tags that start or end a line. Its node is its first \
                 text node. Words are runs of letters and digits, of ideographs each one."
            }
            RowUnit::Image => "A row is a visible `img` in an `a` with `href`.",
        }
    }

    /// The nodes of a page's rows, in document order.
    pub fn rows(self, page: &Page<'_>) -> Vec<NodeId> {
        let doc = page.document();
        match self {
            RowUnit::Node => doc
                .subtree(page.body())
                .filter(|&node| doc.is_element(node) && !page.visibility().is_hidden(node))
                .collect(),
            RowUnit::Block => {
                let blocks = page.text_blocks();
                blocks.blocks().iter().filter_map(|block| blocks.nodes(block).first().copied()).collect()
            }
            RowUnit::Image => {
                let mut images = Vec::new();
                linked_images(page, &Vocabulary::default(), |image| images.push(image.image));
                images
            }
        }
    }
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Feature {
    /// Its name, unique among the features of its unit: lower case, digits, `_`.
    pub name: &'static str,
    /// Version of its definition: a model asks for the one it was trained on.
    pub version: u16,
    /// Meaning, unit, range and source.
    pub docs: &'static str,
    /// Evidence without which it is missing.
    pub needs: Needs,
}

/// A column that a table cannot have.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnknownColumn {
    /// No feature of the unit has the name.
    #[error("unknown feature `{name}` for a {}", unit.name())]
    Name {
        /// What a row is.
        unit: RowUnit,
        /// The name that is asked for.
        name: String,
    },
    /// The feature is computed otherwise than in the version that is asked for.
    #[error("feature `{name}` has version {known}, but version {wanted} is requested")]
    Version {
        /// What a row is.
        unit: RowUnit,
        /// Name of the feature.
        name: String,
        /// Its version here.
        known: u16,
        /// The version that is asked for.
        wanted: u16,
    },
}

/// The columns of a group, of version 1, with their documentation. They need the page alone, or the evidence that stands
/// before all of them or, in parentheses, after each name.
///
/// Makes `COLUMNS`, the features in order, and of [`places!`] the struct `Row` and `AT`, the place of each column.
macro_rules! columns {
    ($($name:ident: $docs:expr,)*) => {
        $crate::feature_table::columns!($crate::extractor::Needs::PAGE; $($name: $docs,)*);
    };
    ($($name:ident ($needs:expr): $docs:expr,)*) => {
        /// The columns, in order.
        const COLUMNS: &[$crate::feature_table::Feature] = &[$($crate::feature_table::Feature {
            name: stringify!($name),
            version: 1,
            docs: $docs,
            needs: $needs,
        }),*];

        $crate::feature_table::places!(Row AT; $($name,)*);
    };
    ($needs:expr; $($name:ident: $docs:expr,)*) => {
        $crate::feature_table::columns!($($name ($needs): $docs,)*);
    };
}
pub(crate) use columns;

/// A struct with something for each of some names, and a constant of it with the place of each in their order: no column
/// is written by a bare number.
macro_rules! places {
    ($row:ident $at:ident; $($name:ident,)*) => {
        /// Something for each column, in order.
        #[derive(Debug, Clone, Copy)]
        #[allow(dead_code, clippy::struct_field_names)]
        struct $row<T> {
            $($name: T,)*
        }

        #[allow(dead_code)]
        impl<T> $row<T> {
            /// Number of columns.
            const LEN: usize = [$(stringify!($name)),*].len();

            /// All of it, in order.
            fn array(self) -> [T; [$(stringify!($name)),*].len()] {
                [$(self.$name),*]
            }
        }

        /// The place of each column.
        #[allow(dead_code)]
        const $at: $row<usize> = {
            #[allow(non_camel_case_types)]
            enum Place {
                $($name,)*
            }
            $row { $($name: Place::$name as usize,)* }
        };
    };
}
pub(crate) use places;

/// Features that are computed together.
pub struct FeatureGroup {
    /// Its name, that of its file.
    pub name: &'static str,
    /// The rows it is for.
    pub unit: RowUnit,
    /// Its columns in order.
    pub features: &'static [Feature],
    /// Sets the values of the rows in [`GroupColumns::range`], given all rows of the page. What it does not set is missing. Linear
    /// in the page.
    pub fill: fn(&Page<'_>, &[NodeId], &mut GroupColumns<'_>, &mut Scratch),
}

/// Every group, in the order of tables and documentation.
pub static GROUPS: &[&FeatureGroup] = &[
    &node_position::GROUP,
    &node_text::GROUP,
    &node_links::GROUP,
    &node_density::GROUP,
    &query::GROUP,
    &node_markup::GROUP,
    &node_repetition::GROUP,
    &node_site::GROUP,
    &template::GROUP,
    &block_text::GROUP,
    &block_position::GROUP,
    &block_containers::GROUP,
    &block_systems::GROUP,
    &block_neighbours::GROUP,
    &block_headings::GROUP,
    &block_ancestors::GROUP,
    &block_paths::GROUP,
    &block_records::GROUP,
    &block_parts::GROUP,
    &block_offer::GROUP,
    &block_page::GROUP,
    &block_site::GROUP,
    &block_query::GROUP,
    &block_layout::GROUP,
    &image_link::GROUP,
];

/// The features of a unit, in order, with their groups.
pub fn features(unit: RowUnit) -> impl Iterator<Item = (&'static FeatureGroup, &'static Feature)> {
    let groups = GROUPS.iter().copied().filter(move |group| group.unit == unit);
    groups.flat_map(|group| group.features.iter().map(move |feature| (group, feature)))
}

/// A column of a group that is asked for.
#[derive(Debug, Clone, Copy)]
struct WantedColumn {
    /// Its place in the group.
    column: usize,
    /// Its place in a row.
    place: usize,
}

/// The columns of one group, to be filled.
#[derive(Debug)]
pub struct GroupColumns<'t> {
    /// Of the rows of the table.
    values: &'t mut [f32],
    /// The page's row that is the table's first.
    first: usize,
    width: usize,
    /// Place in a row of each column of the group; `None` for one that is not wanted.
    places: &'t [Option<usize>],
    /// The wanted ones, in the group's order.
    wanted: &'t [WantedColumn],
}

impl<'t> GroupColumns<'t> {
    /// Sets a value: row by number, column by its place in [`FeatureGroup::features`]. What is not finite is missing. Of rows that
    /// are not the table's nothing is set, here and below.
    #[inline]
    pub fn set(&mut self, row: usize, column: usize, value: f32) {
        if let Some(place) = self.places[column]
            && let Some(of_row) = self.row(row)
        {
            of_row[place] = finite(value);
        }
    }

    /// The values of one of the page's rows; `None` if it is not the table's.
    #[inline]
    fn row(&mut self, row: usize) -> Option<&mut [f32]> {
        let start = row.wrapping_sub(self.first).checked_mul(self.width)?;
        self.values.get_mut(start..start.checked_add(self.width)?)
    }

    /// Sets all values of a row, in the order of [`FeatureGroup::features`].
    ///
    /// # Panics
    /// If there are more or fewer values than features.
    pub fn set_row(&mut self, row: usize, values: &[f32]) {
        assert_eq!(values.len(), self.places.len(), "values of a row");
        let wanted = self.wanted;
        let Some(of_row) = self.row(row) else { return };
        for &WantedColumn { column, place } in wanted {
            of_row[place] = finite(values[column]);
        }
    }

    /// Sets some of the wanted columns of a row to values that stand by column, from the column `first` on. They are
    /// [`finite`] or NaN.
    #[inline]
    fn set_some(&mut self, row: usize, wanted: &[WantedColumn], first: usize, values: &[f32]) {
        let Some(of_row) = self.row(row) else { return };
        for &WantedColumn { column, place } in wanted {
            of_row[place] = values[column - first];
        }
    }

    /// The wanted columns of a range, in order.
    fn wanted(&self, range: Range<usize>) -> &'t [WantedColumn] {
        let place = |column: usize| self.wanted.partition_point(|wanted| wanted.column < column);
        &self.wanted[place(range.start)..place(range.end)]
    }

    /// The page's rows that are the table's: values of others need not be computed.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.values.len().checked_div(self.width).unwrap_or(0)
    }

    /// Whether a column is wanted: one that costs much need not be computed in vain.
    pub fn wants(&self, column: usize) -> bool {
        self.places[column].is_some()
    }
}

/// What a table holds for a value: what is not finite is missing.
#[inline]
fn finite(value: f32) -> f32 {
    if value.is_finite() { value } else { f32::NAN }
}

/// Features of one unit, in an order.
#[derive(Debug, Clone)]
pub struct Selection {
    unit: RowUnit,
    features: Vec<&'static Feature>,
    /// Groups with a wanted feature.
    groups: Vec<Chosen>,
}

/// What is wanted of a group.
#[derive(Debug, Clone)]
struct Chosen {
    /// Its place among [`GROUPS`].
    group: usize,
    /// As in [`GroupColumns`].
    places: Vec<Option<usize>>,
    wanted: Vec<WantedColumn>,
}

impl Selection {
    /// All features of a unit.
    pub fn all(unit: RowUnit) -> Self {
        let features = features(unit).map(|(_, feature)| feature).collect();
        Selection::new(unit, features)
    }

    /// Features by name and version, in the given order.
    ///
    /// # Errors
    /// A name that the unit does not have, or has in another version.
    pub fn of<'n>(
        unit: RowUnit,
        wanted: impl IntoIterator<Item = (&'n str, u16)>,
    ) -> Result<Self, UnknownColumn> {
        let find = |(name, wanted): (&str, u16)| {
            let known = features(unit).map(|(_, feature)| feature).find(|feature| feature.name == name);
            let feature = known.ok_or_else(|| UnknownColumn::Name { unit, name: name.to_owned() })?;
            let known = feature.version;
            if known != wanted {
                return Err(UnknownColumn::Version { unit, name: name.to_owned(), known, wanted });
            }
            Ok(feature)
        };
        Ok(Selection::new(unit, wanted.into_iter().map(find).collect::<Result<_, _>>()?))
    }

    fn new(unit: RowUnit, features: Vec<&'static Feature>) -> Self {
        let place = |feature: &Feature| features.iter().position(|wanted| wanted.name == feature.name);
        let mut groups = Vec::new();
        for (index, group) in GROUPS.iter().enumerate().filter(|(_, group)| group.unit == unit) {
            let places: Vec<Option<usize>> = group.features.iter().map(place).collect();
            let wanted = places.iter().enumerate();
            let wanted: Vec<WantedColumn> = wanted
                .filter_map(|(column, place)| Some(WantedColumn { column, place: (*place)? }))
                .collect();
            if !wanted.is_empty() {
                groups.push(Chosen { group: index, places, wanted });
            }
        }
        Selection { unit, features, groups }
    }

    /// What a row is.
    pub fn unit(&self) -> RowUnit {
        self.unit
    }

    /// Features by name in their current version, in the given order.
    ///
    /// # Errors
    /// A name that the unit does not have.
    pub fn named<'n>(
        unit: RowUnit,
        wanted: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, UnknownColumn> {
        let version = |name: &'n str| {
            let known = features(unit).find(|(_, feature)| feature.name == name);
            (name, known.map_or(1, |(_, feature)| feature.version))
        };
        Selection::of(unit, wanted.into_iter().map(version))
    }

    /// The columns in order.
    pub fn features(&self) -> &[&'static Feature] {
        &self.features
    }
}

/// Values of a page's rows, or of some that follow one another.
#[derive(Debug, Clone)]
pub struct FeatureTable {
    rows: Vec<NodeId>,
    /// The page's row that is the first here.
    first: usize,
    width: usize,
    values: Vec<f32>,
}

impl FeatureTable {
    /// A table of rows that were computed elsewhere, each with `width` values.
    pub fn of_rows(width: usize, rows: impl IntoIterator<Item = (NodeId, Vec<f32>)>) -> Self {
        let mut table = FeatureTable { rows: Vec::new(), first: 0, width, values: Vec::new() };
        for (node, mut row) in rows {
            row.resize(width, f32::NAN);
            table.rows.push(node);
            table.values.append(&mut row);
        }
        table
    }

    /// The node of each row, in document order; see [`RowUnit`].
    pub fn rows(&self) -> &[NodeId] {
        &self.rows
    }

    /// Which of the page's rows these are, by number.
    pub fn range(&self) -> Range<usize> {
        self.first..self.first + self.rows.len()
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The values of a row, in the order of the selection; NaN where missing.
    pub fn row(&self, row: usize) -> &[f32] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    /// The same, to set.
    pub fn row_mut(&mut self, row: usize) -> &mut [f32] {
        &mut self.values[row * self.width..(row + 1) * self.width]
    }

    /// The values of one of the page's rows, to set; `None` if it is not among these.
    #[inline]
    pub fn page_row_mut(&mut self, row: usize) -> Option<&mut [f32]> {
        self.range().contains(&row).then(|| self.row_mut(row - self.first))
    }

    /// All values, row by row.
    pub fn values(&self) -> &[f32] {
        &self.values
    }
}

/// A count by another; 0 where that is 0.
fn ratio(part: u32, whole: u32) -> f32 {
    share(part, whole) as f32
}

/// A value by the highest of its kind; 0 where that is 0.
fn ratio_of(value: f64, highest: f64) -> f32 {
    if highest > 0.0 { (value / highest) as f32 } else { 0.0 }
}

/// The wanted features of all rows of a page. Linear in the page, and rows × columns.
pub fn compute(page: &Page<'_>, selection: &Selection, scratch: &mut Scratch) -> FeatureTable {
    compute_with(page, selection, 0, scratch)
}

/// As [`compute`], with further columns after those of the selection, all missing: the caller's own.
pub fn compute_with(
    page: &Page<'_>,
    selection: &Selection,
    further: usize,
    scratch: &mut Scratch,
) -> FeatureTable {
    let rows = selection.unit.rows(page);
    let all = 0..rows.len();
    compute_some(page, selection, further, &rows, all, scratch)
}

/// As [`compute_with`], for some rows alone; `rows` are all of the page ([`RowUnit::rows`]). The values are those of the
/// whole table. Costs what the whole table does but for its memory: rows × columns.
pub fn compute_some(
    page: &Page<'_>,
    selection: &Selection,
    further: usize,
    rows: &[NodeId],
    some: Range<usize>,
    scratch: &mut Scratch,
) -> FeatureTable {
    let width = selection.features.len() + further;
    let mut values = vec![f32::NAN; some.len() * width];
    for Chosen { group, places, wanted } in &selection.groups {
        let mut columns = GroupColumns { values: &mut values, first: some.start, width, places, wanted };
        (GROUPS[*group].fill)(page, rows, &mut columns, scratch);
    }
    FeatureTable { rows: rows[some.clone()].to_vec(), first: some.start, width, values }
}
