//! A first pass over the files of a plan, and the measurements that follow from it.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

use super::key::MeasurementKey;
use super::measure::Job;
use super::plan::unlabelled;
use super::plan::{BenchPlan, PlanGroup};
use super::record::{InstanceFile, hex, sha256};
use super::shard::Shard;
use super::subject::Subject;
use crate::engine::build;
use crate::input_error::InputError;
use crate::instance::{InstanceReader, builtin};
use crate::rng::Rng;

/// One measurement to make.
pub struct Measurement {
    pub subject: Arc<Subject>,
    pub job: Job,
    /// Repetition, from 1.
    pub run: u32,
}

impl Measurement {
    /// Identifies it.
    pub fn key(&self) -> MeasurementKey {
        key(&self.subject.file_sha256, &self.subject.instance.name, &self.job, self.run)
    }
}

fn key(file_sha256: &str, instance: &str, job: &Job, run: u32) -> MeasurementKey {
    MeasurementKey::new(file_sha256, instance, &job.engine, job.query.name(), run)
}

/// Measurements, one after the other.
pub type Tasks<'a> = Box<dyn Iterator<Item = Result<Measurement, InputError>> + Send + 'a>;

/// In the place of a repetition: all of them.
const WHOLE: u32 = 0;

/// Most measurements in memory at a time, as shares and a random order require.
const MOST_HELD: u64 = 20_000_000;

/// Result of a first pass over all instance files.
pub struct InstanceSurvey {
    pub files: Vec<InstanceFile>,
    /// Number of measurements; one that two groups share counts once.
    pub measurements: u64,
    /// Number of those to be made, if not all.
    share: Option<FxHashSet<MeasurementKey>>,
}

impl InstanceSurvey {
    /// Reads every instance file from end to end, as a stream. With a shard the survey covers that share alone.
    ///
    /// # Errors
    /// The first error in a file, or a plan that selects no instance.
    pub fn of(plan: &BenchPlan, shard: Option<Shard>) -> Result<Self, InputError> {
        let mut survey = InstanceSurvey { files: Vec::new(), measurements: 0, share: None };
        // Every measurement without its repetitions, and how many of those there are.
        let mut cases: FxHashMap<MeasurementKey, u32> = FxHashMap::default();
        for group in &plan.groups {
            let jobs = jobs(group)?;
            for path in &group.instances {
                let file = survey.file(path)?;
                let (mut instances, mut taken) = (0, 0);
                for instance in InstanceReader::open(path)? {
                    let instance = instance?;
                    instances += 1;
                    if !group.only.takes(&instance, taken) {
                        continue;
                    }
                    taken += 1;
                    for job in &jobs {
                        let runs = cases.entry(key(&file, &instance.name, job, WHOLE)).or_default();
                        *runs = group.runs.max(*runs);
                    }
                }
                if let Some(known) = survey.files.iter_mut().find(|f| f.path == *path) {
                    known.instances = instances;
                }
            }
        }
        survey.measurements = cases.values().map(|&runs| u64::from(runs)).sum();
        if cases.is_empty() {
            let files = plan.groups.iter().flat_map(|g| g.instances.clone()).collect::<Vec<_>>().join(", ");
            return Err(InputError::whole(&files, "has no instance that the plan selects: nothing to measure"));
        }
        if let Some(shard) = shard {
            survey.fits_memory("be shared out")?;
            drop(cases);
            let share = shard.select(survey.keys(plan)?);
            survey.measurements = share.len() as u64;
            survey.share = Some(share);
        }
        Ok(survey)
    }

    /// The keys of all measurements, some more than once.
    fn keys(&self, plan: &BenchPlan) -> Result<Vec<MeasurementKey>, InputError> {
        self.in_order(plan, 0).map(|task| Ok(task?.key())).collect()
    }

    /// # Errors
    /// There are too many measurements to hold them all in memory, as `what` requires.
    fn fits_memory(&self, what: &str) -> Result<(), InputError> {
        if self.measurements <= MOST_HELD {
            return Ok(());
        }
        let files = self.files.iter().map(|f| f.path.as_str()).collect::<Vec<_>>().join(", ");
        let message = format!(
            "{} measurements are too many to {what}: at most {MOST_HELD}; ask for fewer runs, or split the plan",
            self.measurements
        );
        Err(InputError::whole(&files, message))
    }

    /// The hash of a file, computed once.
    fn file(&mut self, path: &str) -> Result<String, InputError> {
        if let Some(known) = self.files.iter().find(|f| f.path == path) {
            return Ok(known.sha256.clone());
        }
        let sha256 = sha256_of_file(path)?;
        self.files.push(InstanceFile {
            path: path.into(),
            sha256: sha256.clone(),
            instances: 0,
            suite: suite_of(path),
        });
        Ok(sha256)
    }

    /// All measurements of the survey, read as a stream: the boards in the order of the plan and the files, and for each
    /// board and repetition the engines in a random order of this seed, so that none always comes first. If two groups
    /// share a measurement, the first sets its limits, for any seed and shard.
    pub fn tasks<'a>(&'a self, plan: &'a BenchPlan, seed: u64) -> Tasks<'a> {
        let mut met = FxHashSet::default();
        let taken = move |task: &Result<Measurement, _>| match task {
            Ok(task) => met.insert(task.key()) && self.share.as_ref().is_none_or(|share| share.contains(&task.key())),
            Err(_) => true,
        };
        Box::new(self.in_order(plan, seed).filter(taken))
    }

    /// The measurements of every group, some of them more than once.
    fn in_order<'a>(&self, plan: &'a BenchPlan, seed: u64) -> Tasks<'a> {
        let files = self.files.clone();
        Box::new(plan.groups.iter().flat_map(move |group| {
            let files = files.clone();
            group.instances.iter().flat_map(move |path| {
                let file = files.iter().find(|file| file.path == *path);
                let (hash, suite) = file.map_or((String::new(), None), |f| (f.sha256.clone(), f.suite.clone()));
                tasks_of_file(group, path, hash, suite, seed)
            })
        }))
    }
}

/// The measurements of a group on one file. A file that changed since the first pass gives an error.
fn tasks_of_file<'a>(group: &'a PlanGroup, path: &'a str, hash: String, suite: Option<String>, seed: u64) -> Tasks<'a> {
    let opened = InstanceReader::open(path).and_then(|reader| Ok((reader, jobs(group)?)));
    let (reader, jobs) = match opened {
        Ok(opened) => opened,
        Err(error) => return Box::new(std::iter::once(Err(error))),
    };
    let mut taken = 0;
    let subjects = reader.filter_map(move |instance| match instance {
        Err(error) => Some(Err(error)),
        Ok(instance) if group.only.takes(&instance, taken) => {
            taken += 1;
            Some(Ok(Arc::new(Subject::new(instance, path, &hash, suite.clone()))))
        }
        Ok(_) => None,
    });
    let runs = group.runs;
    Box::new(subjects.flat_map(move |subject| -> Tasks<'static> {
        match subject {
            Err(error) => Box::new(std::iter::once(Err(error))),
            // Lazily: there may be more runs than memory holds.
            Ok(subject) => {
                let jobs = jobs.clone();
                Box::new((1..=runs).flat_map(move |run| {
                    let mut jobs = jobs.clone();
                    Rng::new(seed ^ order_of(&subject, run)).shuffle(&mut jobs);
                    let subject = Arc::clone(&subject);
                    jobs.into_iter().map(move |job| Ok(Measurement { subject: Arc::clone(&subject), job, run }))
                }))
            }
        }
    }))
}

/// A number of this board and repetition, the same on every machine.
fn order_of(subject: &Subject, run: u32) -> u64 {
    MeasurementKey::new(&subject.board_sha256, &subject.instance.name, "", "", run).number()
}

/// The measurements of one instance of a group.
fn jobs(group: &PlanGroup) -> Result<Vec<Job>, InputError> {
    let mut jobs = Vec::new();
    for spec in &group.engines {
        let engine = build(unlabelled(spec)).map_err(|message| InputError::whole("plan", message))?;
        jobs.extend(group.queries.iter().map(|&query| Job {
            engine: spec.clone(),
            complete: engine.is_complete(),
            query,
            timeout: group.timeout.max(Duration::from_millis(1)),
            wall: group.wall_limit(),
            memory: group.memory,
        }));
    }
    Ok(jobs)
}

/// What names a suite in the manifest of its folder; the manifest itself is written by `minesat grade`.
#[derive(serde::Deserialize)]
struct SuiteNamed {
    version: u32,
    digest: String,
    files: Vec<SuiteFileNamed>,
}

#[derive(serde::Deserialize)]
struct SuiteFileNamed {
    file: String,
}

/// The suite that an instance file belongs to, by the manifest beside it.
fn suite_of(path: &str) -> Option<String> {
    let path = crate::file_name::path(path);
    let text = std::fs::read_to_string(path.with_file_name("manifest.json")).ok()?;
    let SuiteNamed { version, digest, files } = serde_json::from_str(&text).ok()?;
    let name = crate::file_name::text(std::path::Path::new(path.file_name()?));
    let short = digest.get(..16)?;
    files.iter().any(|file| file.file == name).then(|| format!("{version}:{short}"))
}

/// SHA-256 of an instance file's bytes as they are, compressed or not.
///
/// # Errors
/// The file cannot be read.
pub fn sha256_of_file(path: &str) -> Result<String, InputError> {
    if let Some(content) = builtin(path) {
        return Ok(sha256(content?));
    }
    let fail = |e: io::Error| {
        let hint = match e.kind() {
            io::ErrorKind::NotFound => "; paths are relative to the working directory",
            _ => "",
        };
        InputError::whole(path, format!("cannot be read: {e}{hint}"))
    };
    let mut hash = Sha256::new();
    let mut file = File::open(crate::file_name::path(path)).map_err(fail)?;
    let mut buffer = vec![0; 1 << 16];
    loop {
        match io::Read::read(&mut file, &mut buffer).map_err(fail)? {
            0 => return Ok(hex(&hash.finalize())),
            got => hash.update(&buffer[..got]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Query;

    fn plan(folder: &std::path::Path, groups: usize) -> BenchPlan {
        let path = folder.join("a.jsonl");
        let lines: Vec<String> =
            (0..3).map(|i| format!("{{\"name\":\"b{i}\",\"board\":[\"#1#\"],\"tier\":\"t{i}\"}}\n")).collect();
        std::fs::write(&path, lines.concat()).unwrap();
        let mut plan = BenchPlan::new("t");
        plan.groups[0].instances = vec![path.to_str().unwrap().into()];
        plan.groups[0].engines = vec!["brute".into()];
        plan.groups[0].queries = vec![Query::Count, Query::Decide];
        plan.groups[0].runs = 2;
        plan.groups = vec![plan.groups[0].clone(); groups];
        plan
    }

    fn keys(plan: &BenchPlan, seed: u64) -> Vec<MeasurementKey> {
        let survey = InstanceSurvey::of(plan, None).unwrap();
        survey.tasks(plan, seed).map(|t| t.unwrap().key()).collect()
    }

    #[test]
    fn shuffling_loses_nothing_and_repeats_exactly() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path(), 1);
        let (mut a, b, c) = (keys(&plan, 0), keys(&plan, 1), keys(&plan, 1));
        assert_eq!((a.len(), &b), (12, &c));
        assert!((0..10).any(|seed| keys(&plan, seed) != b));
        let mut sorted = b;
        sorted.sort();
        a.sort();
        assert_eq!(a, sorted);
        a.dedup();
        assert_eq!(a.len(), 12);
    }

    #[test]
    fn runs_beyond_memory_are_planned_one_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let mut plan = plan(folder.path(), 2);
        plan.groups[1].runs = u32::MAX;
        let survey = InstanceSurvey::of(&plan, None).unwrap();
        assert_eq!(survey.measurements, 6 * u64::from(u32::MAX));
        let runs: Vec<u32> = survey.tasks(&plan, 1).take(14).map(|t| t.unwrap().run).collect();
        // Two queries by one engine; measurements of the first group are not made again.
        assert_eq!(runs, [1, 1, 2, 2, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3]);
        let refused = InstanceSurvey::of(&plan, Some(Shard { index: 1, of: 2 })).err().unwrap();
        assert!(refused.message.contains("too many to be shared out"), "{refused}");
    }

    #[test]
    fn shares_split_the_plan_in_any_order() {
        let folder = tempfile::tempdir().unwrap();
        for groups in [1, 2] {
            let plan = plan(folder.path(), groups);
            let share = |index, seed| {
                let survey = InstanceSurvey::of(&plan, Some(Shard { index, of: 5 })).unwrap();
                let mut keys: Vec<MeasurementKey> = survey.tasks(&plan, seed).map(|t| t.unwrap().key()).collect();
                keys.sort();
                keys.dedup();
                assert_eq!(survey.measurements, keys.len() as u64);
                keys
            };
            let mut split: Vec<MeasurementKey> = (1..=5).flat_map(|index| share(index, 0)).collect();
            split.sort();
            let mut whole = keys(&plan, 0);
            whole.sort();
            whole.dedup();
            assert_eq!(split, whole);
            assert_eq!(share(2, 0), share(2, 7));
        }
    }

    #[test]
    fn what_groups_share_counts_once() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(InstanceSurvey::of(&plan(folder.path(), 2), None).unwrap().measurements, 12);
        let mut none = plan(folder.path(), 1);
        none.groups[0].only.add("tier=x").unwrap();
        assert!(InstanceSurvey::of(&none, None).is_err());
        none.groups[0].instances = vec!["/no/such".into()];
        assert!(InstanceSurvey::of(&none, None).is_err());
    }
}
