//! The suite of graded boards: what is committed, and the command that makes it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use minesat::answer::{Query, ask};
use minesat::bench::plan::read_plan;
use minesat::engine::{Limits, build};
use minesat::instance::{Instance, read_all};
use minesat::suite::{BANDS, MANIFEST, SuiteManifest, canonical_hash, digest, split_of, structure, table};

use crate::common::program::run as minesat;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn manifest() -> SuiteManifest {
    serde_json::from_slice(&fs::read(root().join("instances/suite").join(MANIFEST)).unwrap()).unwrap()
}

fn files() -> Vec<String> {
    let path = |file: &str| root().join("instances/suite").join(file).to_str().unwrap().to_string();
    manifest().files.iter().map(|file| path(&file.file)).collect()
}

fn boards() -> Vec<Instance> {
    files().iter().flat_map(|file| read_all(file).unwrap_or_else(|e| panic!("{e}"))).collect()
}

fn number(instance: &Instance, name: &str) -> Option<u64> {
    instance.features[name].as_u64()
}

#[test]
fn the_committed_suite_is_what_its_manifest_says() {
    let (manifest, boards) = (manifest(), boards());
    assert_eq!(manifest.boards, boards.len());
    assert_eq!(manifest.digest, digest(&files()).unwrap(), "run scripts/make-suite.sh");
    let folder = fs::read_dir(root().join("instances/suite")).unwrap();
    let names: BTreeSet<String> = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let there: BTreeSet<String> = names.iter().filter(|name| name.strip_suffix(".zst").is_some()).cloned().collect();
    assert_eq!(there, manifest.files.iter().map(|file| file.file.clone()).collect());
    let bytes: u64 = files().iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert!(bytes < 4_000_000, "{bytes} bytes");
    let readme = fs::read_to_string(root().join("instances/suite/README.md")).unwrap();
    assert!(readme.contains(&table(&boards)), "the table of instances/suite/README.md is not that of the boards");
    assert!(readme.contains(&manifest.digest), "the digest of instances/suite/README.md is not that of the boards");
}

#[test]
fn the_committed_boards_differ_fill_the_bands_and_separate() {
    let boards = boards();
    let hashes: Vec<String> = boards.iter().map(|instance| canonical_hash(&instance.board)).collect();
    assert_eq!(hashes.iter().collect::<BTreeSet<_>>().len(), boards.len(), "two boards are equal up to symmetry");
    for (instance, hash) in boards.iter().zip(&hashes) {
        assert_eq!(instance.features["canonical"], **hash, "{}", instance.name);
        assert_eq!(instance.features["split"], split_of(hash), "{}", instance.name);
        let expected = instance.expected.as_ref().unwrap();
        let families: BTreeSet<&str> = expected.engines.iter().map(|e| e.split(':').next().unwrap()).collect();
        assert!(expected.status.is_some(), "{}", instance.name);
        assert_eq!(instance.features["settled"] == "engines", families.len() > 1, "{}", instance.name);
    }
    for band in BANDS {
        let there = boards.iter().filter(|instance| number(instance, "band") == Some(band.into())).count();
        assert!(there >= 25, "{there} boards in band {band}");
    }
    let hard = boards.iter().filter(|instance| number(instance, "sat_effort").is_some_and(|effort| effort >= 1000));
    assert!(hard.count() >= 100, "boards on which every SAT backend needs 1,000 conflicts");
}

#[test]
fn committed_features_and_answers_can_be_found_again() {
    let (mut features, mut answers) = (0, 0);
    for instance in boards().iter().filter(|instance| instance.board.grid().len() < 20_000) {
        for (name, value) in structure(&instance.board) {
            assert_eq!(instance.features[&name], value, "{} {name}", instance.name);
        }
        features += 1;
        // Where the frontier engine needed little, its oldest form answers too: other states, another order, no reductions.
        if instance.features["effort"]["frontier"].as_u64().is_some_and(|states| states < 100_000) {
            let engine = build("frontier:state=arrangements,order=clue-by-clue,twins=off,reduce=off").unwrap();
            let limits = Limits { time: None, nodes: Some(2_000_000), memory: None };
            let answer = ask(engine.as_ref(), &instance.board, Query::Classify, limits);
            if answer.found.is_err() {
                continue;
            }
            let expected = instance.expected.as_ref().unwrap();
            assert_eq!(Some(answer.status()), expected.status.as_deref(), "{}", instance.name);
            assert_eq!(answer.class_rows(), expected.classes, "{}", instance.name);
            answers += 1;
        }
    }
    assert!(features >= 50 && answers >= 10, "{features} boards with features, {answers} with answers");
}

#[test]
fn drawn_boards_are_those_of_the_recipe() {
    let folder = tempfile::tempdir().unwrap();
    let drawn = folder.path().join("drawn.jsonl");
    let (code, _, said) =
        minesat(root(), &["generate", "recipe", "instances/recipes/suite.txt", "-o", drawn.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}");
    let drawn = read_all(drawn.to_str().unwrap()).unwrap();
    let mut found = 0;
    for kept in boards().iter().filter(|kept| kept.origin.starts_with("minesat generate") && !kept.origin.contains('|'))
    {
        let made = drawn.iter().find(|made| made.name == kept.name);
        assert!(made.is_some_and(|made| made.board == kept.board), "{}: run scripts/make-suite.sh", kept.name);
        found += 1;
    }
    assert!(found > 50);
}

#[test]
fn the_plans_name_every_file_of_the_suite() {
    for plan in ["engines", "encodings"] {
        let plan = read_plan(root().join(format!("instances/plans/{plan}.toml")).to_str().unwrap()).unwrap();
        for group in plan.groups {
            let named: Vec<String> = manifest().files.iter().map(|f| format!("instances/suite/{}", f.file)).collect();
            assert_eq!(group.instances, named);
        }
    }
}

#[test]
fn grading_resumes_leaves_twins_out_and_refuses_contradictions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let (candidates, suite) = (path("candidates.jsonl"), path("suite"));
    let (code, lines, said) = minesat(root(), &["generate", "lattice", "--k", "4", "--density", "0.4", "--count", "2"]);
    assert_eq!(code, 0, "{said}");
    let mut mirrored: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    mirrored["board"].as_array_mut().unwrap().reverse();
    mirrored["name"] = "mirrored".into();
    fs::write(&candidates, format!("{lines}{mirrored}\n{{\"name\":\"trivial\",\"board\":[\"#1\"]}}\n")).unwrap();
    let arguments = ["grade", candidates.as_str(), "-o", suite.as_str(), "-t", "10"];
    let (code, shown, said) = minesat(root(), &arguments);
    assert_eq!(code, 0, "{said}");
    assert!(shown.contains("1 equal to another, 1 too easy"), "{shown}");
    let file = format!("{suite}/lattice.jsonl.zst");
    let made = read_all(&file).unwrap();
    assert_eq!(made.len(), 2);
    assert!(
        made.iter().all(|one| one.features["settled"] == "engines" && one.expected.as_ref().unwrap().classes.is_some())
    );

    // Half of the grades are gone, as after a kill in the middle of a line: the rest is measured again, with the same result.
    let grades = format!("{suite}/grades.jsonl");
    let kept = fs::read_to_string(&grades).unwrap();
    fs::write(&grades, &kept[..kept.len() * 2 / 3]).unwrap();
    let before = (fs::read(&file).unwrap(), fs::read(format!("{suite}/{MANIFEST}")).unwrap());
    assert_eq!(minesat(root(), &arguments).0, 0);
    assert_eq!(before, (fs::read(&file).unwrap(), fs::read(format!("{suite}/{MANIFEST}")).unwrap()));
    assert_eq!(fs::read_to_string(&grades).unwrap(), kept);

    // An expected answer that engines contradict.
    let wrong =
        lines.lines().next().unwrap().replace("\"origin\"", "\"expected\":{\"status\":\"inconsistent\"},\"origin\"");
    fs::write(&candidates, wrong + "\n").unwrap();
    let (code, shown, _) = minesat(root(), &["grade", &candidates, "-o", &path("other"), "-t", "10"]);
    assert!(code == 1 && shown.contains("disagreement"), "{shown}");
    assert!(!folder.path().join("other").join(MANIFEST).exists());
}
