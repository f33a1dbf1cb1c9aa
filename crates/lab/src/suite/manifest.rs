//! The manifest of a suite: its version and digest, and how it was graded.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::digest::{canonical_hash, digest_of};
use super::grade::{GRADERS, GradingLimits, WITNESSES};
use super::select::Selection;
use crate::file_name::unique;

/// Name of the manifest in the folder of a suite.
pub const MANIFEST: &str = "manifest.json";

/// A file of a suite.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteFile {
    /// Its name in the folder of the suite.
    pub file: String,
    /// Number of boards.
    pub boards: usize,
}

/// What identifies a suite, and how its boards were graded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuiteManifest {
    /// Number of the version, from 1.
    pub version: u32,
    /// The [digest](super::digest()) of all its boards.
    pub digest: String,
    /// Number of boards.
    pub boards: usize,
    /// In the order of the families.
    pub files: Vec<SuiteFile>,
    /// Engines whose median effort is the grade.
    pub graders: Vec<String>,
    /// Further engines that answered.
    pub witnesses: Vec<String>,
    /// Time limit of every engine, processor time in seconds.
    pub timeout_seconds: f64,
    /// Memory limit of every engine, bytes.
    pub memory_bytes: u64,
}

impl SuiteManifest {
    /// The manifest of a selection.
    pub fn of(selection: &Selection, version: u32, limits: GradingLimits) -> SuiteManifest {
        let all = || selection.families.values().flatten();
        let mut names = BTreeSet::new();
        let owned = |engines: &[&str]| engines.iter().map(|engine| (*engine).to_string()).collect();
        SuiteManifest {
            version,
            digest: digest_of(all().map(|instance| canonical_hash(&instance.board)).collect()),
            boards: all().count(),
            files: selection
                .families
                .iter()
                .map(|(family, boards)| SuiteFile {
                    file: format!("{}.jsonl.zst", unique(family, &mut names)),
                    boards: boards.len(),
                })
                .collect(),
            graders: owned(&GRADERS),
            witnesses: owned(&WITNESSES),
            timeout_seconds: limits.time.as_secs_f64(),
            memory_bytes: limits.memory,
        }
    }
}
