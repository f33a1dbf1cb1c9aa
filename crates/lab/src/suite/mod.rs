//! The suite of boards that separate engines: graded by the effort that engines were measured to need, split into boards for
//! tuning and boards for evaluation, no two of them equal up to the symmetries of a board.

mod band;
mod digest;
mod grade;
mod manifest;
mod select;
mod structure;
mod table;

pub use band::{BANDS, band_of};
pub use digest::{EVALUATION, TUNING, canonical_hash, digest, digest_of, split_of};
pub use grade::{GRADERS, Grade, Grader, GradingLimits, WITNESSES};
pub use manifest::{MANIFEST, SuiteFile, SuiteManifest};
pub use select::{LeftOut, Selection, select};
pub use structure::structure;
pub use table::table;
