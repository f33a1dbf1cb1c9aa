//! The facts of a run: program, machine, plan and what its records mean.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::bench::shard::Shard;

/// The facts of a run, in a file beside its records ([`run_file`](super::run_file)); the first line of a record file of version 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecordHeader {
    /// [`SCHEMA`](super::SCHEMA) of the writer; the name of the field marks the file.
    pub minesat_records: u32,
    /// Version of the program.
    pub version: String,
    /// Git revision of the program.
    pub git: String,
    /// `release` or `debug`.
    pub profile: String,
    /// Output of `rustc --version` of the compiler.
    pub rustc: String,
    /// The computer that measured; after a merge `cpu` names the processors of all files.
    pub machine: Machine,
    /// When the run was started, UTC.
    pub started: String,
    /// Seed of the order in which the engines answer about each board; none in version 1 = the order of the plan.
    pub seed: Option<u64>,
    /// Measurements made at the same time.
    pub jobs: usize,
    /// The share of the plan in this file, if it is not the whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<Shard>,
    /// Measurements of the plan or its share; a file with fewer was cut short.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub planned: Option<u64>,
    /// The title of the plan.
    pub title: String,
    /// The question that the plan asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// What this system cannot enforce or observe of the limits and times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unenforced: Vec<String>,
    /// The plan with everything spelled out: instance files, engines, queries, limits.
    pub plan: Value,
    /// SHA-256 of `plan` as JSON text.
    pub plan_sha256: String,
    /// Instance files of the plan, each once, in the order of the plan.
    pub files: Vec<InstanceFile>,
    /// The command line, program name first.
    pub command: Vec<String>,
    /// Meaning of each counter.
    #[serde(default)]
    pub counters: Map<String, Value>,
    /// Encodings of sums that the plan compares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub encodings: Vec<EncodingRow>,
}

/// Properties of an encoding of sums as clauses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EncodingRow {
    /// Its word in engine specifications.
    pub name: String,
    /// Where it was published.
    pub source: String,
    /// Size for exactly m of n, as published.
    pub formula: String,
    /// Whether unit propagation finds all forced literals, in words.
    pub propagates: String,
    /// Whether the clauses have as many models as the sums, in words.
    pub counts: String,
    /// `[n, m, clauses, auxiliary variables]` of exactly m of n.
    pub sizes: Vec<[u64; 4]>,
}

/// The computer that measured.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Machine {
    /// Model name of the processor; empty if unknown.
    pub cpu: String,
    /// Threads that the process can run at a time; 0 if unknown.
    pub cores: usize,
    /// Main memory, KiB; 0 if unknown.
    pub memory_kib: u64,
    /// Operating system and its release, as `uname -s -r` prints them; empty if unknown.
    pub kernel: String,
}

/// An instance file at the start of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InstanceFile {
    /// As the plan names it: a path, or `builtin:NAME`.
    pub path: String,
    /// SHA-256 of its bytes as they are, compressed or not.
    pub sha256: String,
    /// Instances in the file, whether or not the plan takes them.
    pub instances: usize,
    /// The suite that the file belongs to, as [`Record::suite`](super::Record::suite).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub suite: Option<String>,
}
