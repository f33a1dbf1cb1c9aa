//! What a report shows beside the standing of the engines: one file and one row each.

mod deduction;
mod deduction_by_family;
mod encodings;
mod growth;
mod ladder;
mod lattice;
mod memory;
mod options;
mod phase;

use super::standing::Standing;
use crate::report::data::Data;
use crate::report::{Plot, ReportTable};

/// A finding with what shows it.
pub struct Highlight {
    /// It is what such records are made for: its finding comes first.
    pub leads: bool,
    /// One sentence, with numbers from the records.
    pub finding: Option<String>,
    /// At most eight columns.
    pub table: Option<ReportTable>,
    /// Its plot.
    pub plot: Option<Plot>,
}

/// Makes a highlight; None if the records have no data for it.
type Make = fn(&Data, &[Standing]) -> Option<Highlight>;

/// All highlights, the most special first: the first plot stands on the front page.
pub const HIGHLIGHTS: &[Make] = &[
    phase::highlight,
    lattice::highlight,
    growth::highlight,
    deduction::highlight,
    deduction_by_family::highlight,
    ladder::highlight,
    encodings::highlight,
    options::highlight,
    memory::highlight,
];
