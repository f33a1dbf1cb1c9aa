//! Every engine against brute force on generated systems; incomplete ones never contradict it.

mod common;

use common::agreement::{all_specs, check};
use minesat::engine::{Control, build};
use minesat::system::System;

#[test]
fn every_engine_agrees_with_brute_force() {
    let systems: Vec<System> = (0..3000).map(|i| common::small_system(i, 12)).collect();
    for spec in all_specs() {
        let engine = build(&spec).unwrap_or_else(|e| panic!("{e}"));
        systems.iter().for_each(|system| check(&spec, engine.as_ref(), system));
    }
}

/// A process a call is slow, so on fewer systems.
#[test]
fn external_solvers_agree_with_brute_force() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_there = |name: &&&str| std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    let solvers = ["minisat", "cadical", "kissat", "glucose", "picosat"];
    let Some(command) = solvers.iter().find(is_there) else {
        eprintln!("skipped: none of {} is installed", solvers.join(", "));
        return;
    };
    let spec = format!("sat:solver=external,command={command}");
    let engine = build(&spec).unwrap();
    (0..60).for_each(|index| check(&spec, engine.as_ref(), &common::small_system(index, 12)));
}

#[test]
fn repeat_runs_are_identical() {
    for spec in all_specs() {
        let engine = build(&spec).unwrap();
        for index in 0..40 {
            let system = common::small_system(index, 12);
            let run = || {
                let mut control = Control::default();
                let classes = engine.classify(&system, &mut control);
                (classes, control.finish(engine.counts_nodes()))
            };
            assert_eq!(run(), run(), "{spec}");
        }
    }
}

#[test]
fn specifications_are_checked() {
    for bad in ["nosuch", "brute:x", "brute:x=1"] {
        assert!(build(bad).is_err(), "{bad}");
    }
}
