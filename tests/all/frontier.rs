//! System E's claims for both forms of state: every combination of options against brute force.

#[path = "../../benches/positions/mod.rs"]
mod positions;

use crate::common::{self, program};
use minesat::engine::{Classes, Control, Decision, build, frontier};
use minesat::system::System;
use num_bigint::BigUint;

/// Every combination of option values of the family.
fn all_combinations() -> Vec<String> {
    let mut specs = vec!["frontier:".to_string()];
    for option in frontier::FAMILY.options {
        let words = option.values.words().unwrap_or_default();
        specs = specs.iter().flat_map(|s| words.iter().map(move |w| format!("{s}{}={w},", option.name))).collect();
    }
    specs.into_iter().map(|spec| spec.trim_end_matches(',').to_string()).collect()
}

#[test]
fn all_combinations_of_options_agree_with_brute_force() {
    let specs = all_combinations();
    assert_eq!(specs.len(), 2 * 5 * 3 * 2 * 6 * 3 * 2);
    let engines: Vec<_> = specs.iter().map(|s| (s, build(s).unwrap())).collect();
    for index in 5000..5100 {
        let system = common::small_system(index, 11);
        let right = build("brute").unwrap().count(&system, &mut Control::default()).unwrap();
        let classes = Classes::from_count(&right);
        for (spec, engine) in &engines {
            let control = &mut Control::default();
            let count = engine.count(&system, control).unwrap();
            assert_eq!((&count.models, &count.tally), (&right.models, &right.tally), "{spec} {system:?}");
            for cell in (0..system.cells).filter(|_| classes != Classes::Inconsistent) {
                assert_eq!(count.cells.mined(cell), right.cells.mined(cell), "{spec}: cell {cell} of {system:?}");
            }
            assert_eq!(engine.classify(&system, control).unwrap(), classes, "{spec} {system:?}");
            match engine.decide(&system, control).unwrap() {
                Decision::Model(model) => assert!(system.is_model(&model), "{spec}: {model:?} of {system:?}"),
                other => assert_eq!((other, &classes), (Decision::Inconsistent, &Classes::Inconsistent), "{spec}"),
            }
        }
    }
}

#[test]
fn a_large_board_is_counted_with_its_total() {
    for (rows, mines, seed) in [(200, 8000, 1), (60, 700, 2), (60, 650, 3)] {
        let (system, _) = System::from_board(&positions::stuck(rows, rows, mines, seed));
        let engine = build("frontier").unwrap();
        let control = &mut Control::default();
        let count = engine.count(&system, control).unwrap();
        // Every model has `mines` mines, so the cells' counts add up to `mines` times the models.
        let mined: BigUint = (0..system.cells).map(|cell| count.cells.mined(cell)).sum();
        assert_eq!(mined, &count.models * mines);
        assert_eq!(engine.classify(&system, control).unwrap(), Classes::from_count(&count));
        assert!(matches!(engine.decide(&system, control).unwrap(), Decision::Model(model) if system.is_model(&model)));
    }
}

/// Boards with many components and wide ones, with and without a total, as the program answers on one thread and on more.
#[test]
fn answers_are_the_same_bytes_on_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let boards = [
        "uniform --rows 150 --cols 150 --density 0.2 --open 0.5",
        "uniform --rows 90 --cols 90 --density 0.25 --open 0.5 --total unknown",
        "corridor --rows 3 --length 4000",
        "scatter --rows 60 --cols 60 --density 0.3 --reveal 0.3",
        "lattice --k 9 --density 0.4 --total unknown",
        "lattice --k 8 --density 0.4",
    ];
    for board in boards {
        let words: Vec<&str> = ["generate"].into_iter().chain(board.split(' ')).collect();
        let (code, instance, error) = program::run(folder.path(), &words);
        assert_eq!(code, 0, "{error}");
        let count = ["count", "-", "--json"];
        let solve = |engine| ["solve", "-", "--json", "--engine", engine];
        for command in [
            &count[..],
            &[&count[..], &["--no-cells"]].concat(),
            &solve("frontier"),
            &solve("sat"),
            &solve("lp"),
            &solve("ilp"),
        ] {
            let answer = |threads: &str| {
                let args = [command, &["--threads", threads]].concat();
                let (code, answer, error) = program::run_on(folder.path(), &args, &instance);
                assert_eq!(code, 0, "{args:?} {board}: {error}");
                let (before, after) = answer.split_once("\"seconds\":").expect("a time");
                let end = after.find([',', '}']).expect("more after the time");
                format!("{before}{}", &after[end..])
            };
            let right = answer("1");
            for threads in ["2", "7"] {
                // Not by assert_eq: an answer fills pages.
                assert!(answer(threads) == right, "{threads} threads: {command:?} {board}");
            }
        }
    }
    let (code, _, error) = program::run_on(folder.path(), &["count", "-", "--threads", "0"], "1 1 1\n#\n");
    assert!(code == 2 && error.contains("--threads"), "{code} {error}");
}
