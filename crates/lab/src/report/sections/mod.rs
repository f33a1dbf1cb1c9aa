//! The sections of a report. Adding a section is a file here and a row in the table.

mod agreement;
mod cactus;
mod counters;
mod encodings;
mod families;
pub mod growth;
mod hierarchy;
pub mod ladder;
pub mod lattice;
mod nodes;
mod order;
mod overview;
pub mod phase;
mod scatter;
mod statuses;
pub mod switches;

use super::{Data, ReportOptions, Section};

/// Makes a section; None if the records have no data for it.
type Make = fn(&Data, &ReportOptions) -> Option<Section>;

/// All sections in order.
pub const SECTIONS: &[Make] = &[
    overview::section,
    agreement::section,
    cactus::section,
    scatter::section,
    families::section,
    ladder::section,
    hierarchy::section,
    phase::section,
    encodings::section,
    growth::section,
    lattice::section,
    switches::section,
    nodes::section,
    counters::section,
    statuses::section,
];
