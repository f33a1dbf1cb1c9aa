//! Every engine against brute force on generated systems; incomplete ones never contradict it.

mod common;

use minesat::engine::{Classes, Control, Decision, Engine, FAMILIES, Stop, Verdict, build};
use minesat::system::System;

/// Every family with each of its presets and each value of each of its options.
fn all_specs() -> Vec<String> {
    let mut specs = Vec::new();
    for family in FAMILIES {
        specs.push(family.name.to_string());
        specs.extend(family.presets.iter().map(|p| format!("{}:{}", family.name, p.name)));
        for option in family.options {
            let words = match option.values {
                minesat::engine::OptionValues::Words(words) => words,
                minesat::engine::OptionValues::Switch => &["on", "off"],
                minesat::engine::OptionValues::Text => &[],
            };
            let others = words.iter().filter(|w| **w != option.default);
            specs.extend(others.map(|w| format!("{}:{}={w}", family.name, option.name)));
        }
    }
    specs
}

/// An answer, or None where the engine says that it does not do this.
fn supported<T>(spec: &str, result: Result<T, Stop>) -> Option<T> {
    match result {
        Ok(answer) => Some(answer),
        Err(Stop::Unsupported(_)) => None,
        Err(stop) => panic!("{spec}: {stop}"),
    }
}

fn check(spec: &str, engine: &dyn Engine, system: &System) {
    let right = build("brute").unwrap().count(system, &mut Control::default()).unwrap();
    let classes = Classes::from_count(&right);
    let consistent = classes != Classes::Inconsistent;
    if let Some(count) = supported(spec, engine.count(system, &mut Control::default())) {
        assert_eq!(count.models, right.models, "{spec}: models of {system:?}");
        assert_eq!(count.tally, right.tally, "{spec}: tally of {system:?}");
        for cell in (0..system.cells).filter(|_| consistent) {
            assert_eq!(count.cells.mined(cell), right.cells.mined(cell), "{spec}: cell {cell} of {system:?}");
        }
    }
    match supported(spec, engine.decide(system, &mut Control::default())) {
        Some(Decision::Model(model)) => assert!(system.is_model(&model), "{spec}: {model:?} of {system:?}"),
        Some(Decision::Inconsistent) => assert!(!consistent, "{spec}: {system:?} is consistent"),
        Some(Decision::Unknown) => assert!(!engine.is_complete(), "{spec}: unknown from a complete engine"),
        None => {}
    }
    match (supported(spec, engine.classify(system, &mut Control::default())), &classes) {
        (None, _) => {}
        (Some(mine), _) if engine.is_complete() => assert_eq!(mine, classes, "{spec}: {system:?}"),
        (Some(Classes::Inconsistent), _) => assert!(!consistent, "{spec}: {system:?} is consistent"),
        (Some(Classes::Cells(mine)), Classes::Cells(right)) => {
            for (cell, (mine, right)) in mine.iter().zip(right).enumerate() {
                assert!(*mine == Verdict::Unknown || mine == right, "{spec}: cell {cell} is {right:?} in {system:?}");
            }
        }
        (Some(Classes::Cells(_)), Classes::Inconsistent) => {}
    }
}

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
