//! Program and computer in the header of a record file.

use std::fs;
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use serde_json::{Map, Value};

use super::record::{EncodingRow, InstanceFile, Machine, RecordHeader, SCHEMA};
use super::shard::Shard;
use crate::encode::ENCODINGS;
use crate::engine::Counter;
use crate::process;

/// The computer that this runs on; unknown values are empty.
pub fn this_machine() -> Machine {
    let field = |file: &str, name: &str| {
        let text = fs::read_to_string(file).unwrap_or_default();
        let line = text.lines().find(|l| l.starts_with(name)).map(str::to_string);
        line.and_then(|l| l.split_once(':').map(|(_, v)| v.trim().to_string())).unwrap_or_default()
    };
    let uname = Command::new("uname").args(["-s", "-r"]).output();
    let kernel = uname.ok().and_then(|o| String::from_utf8(o.stdout).ok()).unwrap_or_default();
    Machine {
        cpu: field("/proc/cpuinfo", "model name"),
        cores: std::thread::available_parallelism().map_or(0, usize::from),
        memory_kib: field("/proc/meminfo", "MemTotal").trim_end_matches("kB").trim().parse().unwrap_or(0),
        kernel: kernel.trim().into(),
    }
}

/// What this system cannot enforce or observe of the limits and times of a measurement.
pub fn unenforced() -> Vec<String> {
    let all = [
        (process::usable_cores().is_empty(), "processes are not bound to cores"),
        (process::clock::processor_time().is_none(), "time limits count wall time, not processor time"),
        (!process::knows_own_memory(), "memory limits hold for the address space alone"),
        (load().is_none(), "the load of the machine is not observed"),
    ];
    all.iter().filter(|(lacks, _)| *lacks).map(|(_, what)| (*what).to_string()).collect()
}

/// Load of the machine over the last minute: processes that run or want to; None where the system does not say.
pub fn load() -> Option<f64> {
    fs::read_to_string("/proc/loadavg").ok()?.split(' ').next()?.parse().ok()
}

static REVISION: OnceLock<&'static str> = OnceLock::new();

/// Names the revision that this program was built from. The program knows it and this crate does not: it would be
/// built again with every commit. The first name stays.
pub fn built_from(revision: &'static str) {
    REVISION.get_or_init(|| revision);
}

/// The revision that this program was built from, `unknown` where it did not say.
pub fn revision() -> &'static str {
    REVISION.get().copied().unwrap_or("unknown")
}

/// Settings that vary between headers of this program on this computer.
pub struct Made {
    pub title: String,
    pub plan: Value,
    pub question: Option<String>,
    pub seed: u64,
    pub jobs: usize,
    pub shard: Option<Shard>,
    pub planned: u64,
    pub files: Vec<InstanceFile>,
    pub command: Vec<String>,
}

/// The nearest time that can be written: a wrong clock may be before 1970 or after the year 9999.
fn with_text(time: SystemTime) -> SystemTime {
    let last = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    time.clamp(SystemTime::UNIX_EPOCH, last)
}

/// The header of a run that starts now.
pub fn header(made: Made) -> RecordHeader {
    let counters: Map<String, Value> =
        Counter::ALL.iter().map(|c| (c.name().to_string(), c.meaning().into())).collect();
    RecordHeader {
        minesat_records: SCHEMA,
        version: env!("CARGO_PKG_VERSION").into(),
        git: revision().into(),
        profile: env!("MINESAT_PROFILE").into(),
        rustc: env!("MINESAT_RUSTC").into(),
        machine: this_machine(),
        started: humantime::format_rfc3339_seconds(with_text(SystemTime::now())).to_string(),
        seed: Some(made.seed),
        question: made.question,
        unenforced: unenforced(),
        jobs: made.jobs,
        shard: made.shard,
        planned: Some(made.planned),
        title: made.title,
        encodings: encodings(&made.plan),
        plan_sha256: super::record::sha256(made.plan.to_string().as_bytes()),
        plan: made.plan,
        files: made.files,
        command: made.command,
        counters,
    }
}

/// Sums for which the sizes of each encoding are listed: (n, m).
const SIZES: [(usize, i64); 5] = [(8, 1), (8, 3), (8, 4), (100, 20), (1000, 200)];

/// The encodings that a plan compares: those that one of its engines names.
fn encodings(plan: &Value) -> Vec<EncodingRow> {
    let text = plan.to_string();
    let is_named = |name: &str| ["local", "total"].iter().any(|o| text.contains(&format!("{o}={name}")));
    let row = |method: &crate::encode::EncodingMethod| EncodingRow {
        name: method.name.into(),
        source: method.source.into(),
        formula: method.formula.into(),
        propagates: method.propagates().into(),
        counts: method.counts.word().into(),
        sizes: (SIZES.iter())
            .map(|&(n, m)| (n, m, method.encoding.size_between(n, m, m)))
            .map(|(n, m, size)| [n as u64, m as u64, size.clauses, size.variables])
            .collect(),
    };
    ENCODINGS.iter().filter(|m| is_named(m.name)).map(|m| row(m)).collect()
}

/// The differences between two headers that keep their records out of one file.
pub fn differences(old: &RecordHeader, new: &RecordHeader) -> Vec<String> {
    let mut found = Vec::new();
    let mut compare = |what: &str, old: &str, new: &str| {
        if old != new {
            found.push(format!("{what} ({old} then, {new} now)"));
        }
    };
    compare("program version", &old.version, &new.version);
    compare("git revision", &old.git, &new.git);
    compare("build profile", &old.profile, &new.profile);
    compare("processor", &old.machine.cpu, &new.machine.cpu);
    compare("seed", &format!("{:?}", old.seed), &format!("{:?}", new.seed));
    compare("jobs at a time", &old.jobs.to_string(), &new.jobs.to_string());
    let share = |h: &RecordHeader| h.shard.map_or("all".into(), |s| s.to_string());
    compare("share of the plan", &share(old), &share(new));
    let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_string();
    compare("plan", &short(&old.plan_sha256), &short(&new.plan_sha256));
    for file in &new.files {
        let before = old.files.iter().find(|f| f.path == file.path).map_or("absent", |f| &f.sha256);
        compare(&file.path, &short(before), &short(&file.sha256));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_clock_has_a_text() {
        let text = |time: SystemTime| humantime::format_rfc3339_seconds(with_text(time)).to_string();
        let day = Duration::from_secs(86_400);
        assert_eq!(text(SystemTime::UNIX_EPOCH - day), "1970-01-01T00:00:00Z");
        assert_eq!(text(SystemTime::UNIX_EPOCH + day), "1970-01-02T00:00:00Z");
        assert_eq!(text(SystemTime::UNIX_EPOCH + 4_000_000 * day), "9999-12-31T23:59:59Z");
    }
}
