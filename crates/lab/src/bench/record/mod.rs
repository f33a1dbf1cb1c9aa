//! Records: the result of one measurement as one flat row. Reports are made from records alone, so these types name no
//! engine, instance or board of the program.

mod check;
mod claim;
mod file;
mod header;
mod store;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::key::MeasurementKey;
use crate::engine::MOST_COUNTED;

pub use check::{Book, Category, Disagreement, EXPECTED};
pub use claim::{Claim, ClassRows, RecordedNumber};
pub use file::{RecordFile, parse_records, read_records, run_file};
pub use header::{EncodingRow, InstanceFile, Machine, RecordHeader};
pub use store::ClassStore;

/// Version of the layout of records; those of a later version are refused. From 2 on the facts of the run stand in a file
/// of their own ([`run_file`]), and a record file holds nothing but records.
pub const SCHEMA: u32 = 2;

/// Longest number written out in a record; longer ones are given by SHA-256 and number of digits.
pub const MOST_DIGITS: usize = 60;

/// Most board cells whose verdicts are in the record itself; those of larger boards are given by SHA-256 and kept in a
/// [`ClassStore`].
pub const MOST_RECORDED_CELLS: usize = 4096;

/// One measurement. Absent = not asked, not found, or not visible from outside; never zero instead.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Record {
    /// Instance file, as in [`InstanceFile::path`].
    pub file: String,
    /// [`InstanceFile::sha256`] of the instance file.
    pub file_sha256: String,
    /// The suite that the file belongs to: number of its version, a colon, the first 16 digits of its digest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
    /// Name of the instance, unique in its file.
    pub instance: String,
    /// SHA-256 of the board as text: equal boards in different files have equal answers.
    pub board_sha256: String,
    /// Family of the instance.
    pub family: String,
    /// `smoke`, `easy`, `medium`, `hard`, `large`, or empty.
    pub tier: String,
    /// Rows of the board.
    pub rows: usize,
    /// Cells of a row.
    pub cols: usize,
    /// Covered cells.
    pub covered: usize,
    /// Mines on the board, flags included, where the instance gives them.
    pub mines: Option<u32>,

    /// Engine specification.
    pub engine: String,
    /// The engine is complete: it never answers `unknown`.
    pub complete: bool,
    /// `decide`, `classify`, `models` or `count`.
    pub query: String,
    /// Repetition, from 1.
    pub run: u32,
    /// Time limit of the engine: seconds of processor time, in version 1 of wall time.
    pub timeout_seconds: f64,
    /// Wall limit of the child process, which only ends one that gets no processor time; seconds, at least ten times the time
    /// limit. None in version 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wall_limit_seconds: Option<f64>,
    /// Memory limit of the child process, bytes.
    pub memory_bytes: u64,

    /// Reported by the engine or derived from the end of its process: `ok`, `inconsistent`, `timeout`, `memory`,
    /// `unsupported`, `error`.
    pub status: String,
    /// Judged by the expected answer and by the answers of the records before it.
    pub category: Category,
    /// Why there is no answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// How the answer contradicts the expected one of the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conflict: Option<String>,

    /// `consistent`, `inconsistent` or `unknown`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decision: Option<String>,
    /// Covered cells found safe in all models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub safe_cells: Option<u64>,
    /// Covered cells found to be a mine in all models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mine_cells: Option<u64>,
    /// Covered cells found safe in some models and a mine in others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_cells: Option<u64>,
    /// Covered cells that the engine left undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown_cells: Option<u64>,
    /// Number of models in decimal, if it has at most [`MOST_DIGITS`] digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<String>,
    /// How many decimal digits the number of models has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models_digits: Option<u64>,
    /// SHA-256 of its decimal digits, if `models` is too long to be written out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models_sha256: Option<String>,
    /// Number of solutions of the sums alone over the frontier cells, in decimal like `models`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontier_models: Option<String>,
    /// How many decimal digits this number has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontier_models_digits: Option<u64>,
    /// SHA-256 of its decimal digits, if `frontier_models` is too long to be written out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frontier_models_sha256: Option<String>,
    /// Rows of `s`, `m`, `o`, `u`, `.`, for boards of at most [`MOST_RECORDED_CELLS`] cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes: Option<Vec<String>>,
    /// SHA-256 of the rows joined by newlines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classes_sha256: Option<String>,

    /// Effort of the engine, up to its end or the limit; None where it shows none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<u64>,
    /// What the effort counts, in the plural: `nodes`, `conflicts`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort_unit: Option<String>,
    /// Processor time of the engine and the programs that it ran, measured by the child process: the median of `samples`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// Processor time of every run of the engine in the child process, in their order; short ones are repeated. None where
    /// there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<f64>,
    /// Wall time of the engine alone, measured by the child process: that of the run with the median processor time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f64>,
    /// Wall time of the child process.
    pub wall_seconds: f64,
    /// Processor time of the child process in user mode, seconds.
    pub cpu_user_seconds: f64,
    /// Processor time of the child process in the kernel, seconds.
    pub cpu_sys_seconds: f64,
    /// Times that the system took the processor from the child process while it had work.
    #[serde(default)]
    pub involuntary_switches: u64,
    /// Load of the machine when the child process was started, over the last minute; None where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
    /// Core that the child process ran on, if it was bound to one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core: Option<usize>,
    /// The child process got too little of the processor for its times to count: they are in no statistic. See
    /// [`is_starved`].
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub starved: bool,
    /// Earlier attempts whose times did not count.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub attempts_before: u32,
    /// Largest resident set of the child process, KiB.
    pub max_rss_kib: u64,
    /// The engine's counters, by name; its options with their values, as `option_NAME`; and fields of later versions.
    #[serde(flatten)]
    pub counters: Map<String, Value>,
}

/// A number of a record with which reports cannot count.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadRecord {
    /// More cells than any board.
    #[error("a board of {0} x {1} cells")]
    Cells(usize, usize),
    /// A counter above every one of a real run.
    #[error("{name:?} counts {value}, above {}", MOST_COUNTED)]
    Counter {
        /// Its name.
        name: String,
        /// What it counts.
        value: Value,
    },
}

impl Record {
    /// Checks that reports can add and multiply the numbers.
    ///
    /// # Errors
    /// The number that is too large.
    pub fn check(&self) -> Result<(), BadRecord> {
        if self.rows.checked_mul(self.cols).is_none_or(|cells| cells as u64 > MOST_COUNTED) {
            return Err(BadRecord::Cells(self.rows, self.cols));
        }
        let over = |(_, value): &(&String, &Value)| value.as_u64().is_some_and(|counted| counted > MOST_COUNTED);
        match self.counters.iter().find(over) {
            Some((name, value)) => Err(BadRecord::Counter { name: name.clone(), value: value.clone() }),
            None => Ok(()),
        }
    }

    /// A counter, if the engine reports it.
    pub fn counter(&self, name: &str) -> Option<u64> {
        self.counters.get(name).and_then(Value::as_u64)
    }

    /// Nodes, if the engine counts them.
    pub fn nodes(&self) -> Option<u64> {
        self.counter("nodes")
    }

    /// True if the engine answered, perhaps partially.
    pub fn is_answered(&self) -> bool {
        matches!(self.status.as_str(), "ok" | "inconsistent")
    }

    /// True if the answer leaves something unknown.
    pub fn is_partial(&self) -> bool {
        self.is_answered() && (self.decision.as_deref() == Some("unknown") || self.unknown_cells.unwrap_or(0) > 0)
    }

    /// Time of the engine that counts: processor time, in version 1 wall time.
    pub fn time(&self) -> Option<f64> {
        self.cpu_seconds.or(self.seconds)
    }

    /// True if the engine gave a complete answer within the time limit; the category gives its correctness.
    pub fn is_solved(&self) -> bool {
        self.is_answered() && !self.is_partial() && self.time().is_some_and(|s| s <= self.timeout_seconds)
    }

    /// Identifies this measurement within its run.
    pub fn key(&self) -> MeasurementKey {
        MeasurementKey::new(&self.file_sha256, &self.instance, &self.engine, &self.query, self.run)
    }
}

fn is_zero(n: &u32) -> bool {
    *n == 0
}

/// Wall time from which on a measurement can be starved, seconds: of shorter ones the clocks say too little.
const LEAST_WALL: f64 = 0.05;

/// Share of the wall time that a measurement must have had the processor for its times to count.
const LEAST_SHARE: f64 = 0.9;

/// True if a process with this processor time waited for the processor so long that its times do not count: caches and
/// frequencies are then as others leave them.
pub fn is_starved(cpu_seconds: f64, wall_seconds: f64) -> bool {
    wall_seconds > LEAST_WALL && cpu_seconds < LEAST_SHARE * wall_seconds
}

/// SHA-256 in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// The engine's family: its specification up to the colon, without a label.
pub fn family_of(engine: &str) -> &str {
    engine.split([':', '#']).next().unwrap_or(engine)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_sums_cannot_hold_are_refused() {
        let counted = |nodes: u64| {
            let counters = [("nodes".to_string(), Value::from(nodes))].into_iter().collect();
            Record { rows: 9, cols: 9, counters, ..Record::default() }.check().is_ok()
        };
        assert!(counted(0) && counted(MOST_COUNTED) && !counted(MOST_COUNTED + 1) && !counted(u64::MAX));
        assert!(Record { rows: usize::MAX, cols: 2, ..Record::default() }.check().is_err());
    }
    use serde_json::json;

    #[test]
    fn records_round_trip_and_keep_absent_things_absent() {
        let mut record = Record { instance: "a".into(), engine: "x:y".into(), run: 1, ..Record::default() };
        record.counters.insert("nodes".into(), json!(7));
        let text = serde_json::to_string(&record).unwrap();
        assert!(text.contains("\"nodes\":7") && !text.contains("models") && !text.contains("null,\"seconds\""));
        let back: Record = serde_json::from_str(&text).unwrap();
        assert_eq!(back, record);
        assert_eq!(back.nodes(), Some(7));
        assert_eq!(back.counter("conflicts"), None);
    }

    #[test]
    fn keys_tell_measurements_apart() {
        let key = |i: &str, e: &str, run| MeasurementKey::new("f", i, e, "count", run);
        assert_eq!(key("a", "b", 1), key("a", "b", 1));
        assert_ne!(key("a", "b", 1), key("a", "b", 2));
        assert_ne!(key("ab", "", 1), key("a", "b", 1));
        assert_eq!(["sat:cardinality=totalizer", "sat#again"].map(family_of), ["sat", "sat"]);
    }

    #[test]
    fn late_and_partial_answers_do_not_solve() {
        let ok = Record { status: "ok".into(), seconds: Some(1.0), timeout_seconds: 2.0, ..Record::default() };
        assert!(ok.is_solved());
        assert!(!Record { seconds: Some(3.0), ..ok.clone() }.is_solved());
        assert!(!Record { unknown_cells: Some(1), ..ok.clone() }.is_solved());
        assert!(!Record { decision: Some("unknown".into()), ..ok.clone() }.is_solved());
        assert!(!Record { status: "timeout".into(), ..ok }.is_solved());
    }
}
