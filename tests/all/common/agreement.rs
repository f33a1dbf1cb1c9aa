//! An engine against brute force, for the tests and for fuzzing.

use minesat::engine::{Classes, Control, Decision, Engine, FAMILIES, Stop, Verdict, build};
use minesat::system::System;

/// Every family with each of its presets and each value of each of its options.
pub fn all_specs() -> Vec<String> {
    let mut specs = Vec::new();
    for family in FAMILIES {
        specs.push(family.name.to_string());
        specs.extend(family.presets.iter().map(|p| format!("{}:{}", family.name, p.name)));
        for option in family.options {
            let words = option.values.words().unwrap_or_default();
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

/// Holds all answers of an engine against those of brute force.
///
/// # Panics
/// If they differ.
pub fn check(spec: &str, engine: &dyn Engine, system: &System) {
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
    if let Some(models) = supported(spec, engine.models(system, &mut Control::default())) {
        assert_eq!(models, right.models, "{spec}: models alone of {system:?}");
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
