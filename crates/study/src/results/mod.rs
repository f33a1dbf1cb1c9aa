//! Committed results: whether each folder still is what its plan and the present program make, how old its records are, and
//! the page of all findings.

mod age;
mod benched;
mod check;
mod findings;
mod pages;
mod plans;
mod played;
#[cfg(test)]
mod tests;

pub use age::Age;
pub use check::{CheckedFolder, MOST_BYTES, ResultsCheck, check};
pub use findings::{FINDINGS, findings_page};

/// Name of the page of findings in the folder of results.
pub const README: &str = "README.md";
