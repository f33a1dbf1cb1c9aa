//! Every engine against brute force on generated systems; incomplete ones never contradict it.

use crate::common;
use std::time::Duration;

use crate::common::agreement::{all_specs, check};
use minesat::compile::family::FormulaFamily;
use minesat::compile::library::Library;
use minesat::compile::problem::CompileOptions;
use minesat::encode::NAMES;
use minesat::engine::{Control, Counter, Engine, Limits, Stop, build};
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

/// A counter of a few lines that tries all assignments, with every encoding of clues and totals: whatever auxiliary
/// variables they bring, what a plain or a projected counter says of the formula is the number of models.
#[test]
fn counters_of_others_agree_with_brute_force() {
    let counter = "counter=awk -f tests/all/data/count_models.awk";
    let encodings = NAMES.into_iter().flat_map(|name| [format!("local={name}"), format!("total={name}")]);
    let specs = encodings.map(|encoding| format!("sat:textbook,{counter},{encoding}"));
    for spec in
        specs.chain(["", ",reduce=off", ",collapse=off", ",simplify=on"].map(|more| format!("sat:{counter}{more}")))
    {
        let engine = build(&spec).unwrap();
        for system in (0..24).map(|index| common::small_system(index, 8)) {
            let models = engine.models(&system, &mut Control::default());
            let right = build("brute").unwrap().count(&system, &mut Control::default()).unwrap().models;
            assert_eq!(models, Ok(right), "{spec}: {system:?}");
        }
    }
}

/// A board compiled from a formula goes to a counter as about the formula: trying all assignments does.
#[test]
fn counters_get_small_formulas_of_compiled_boards() {
    let (tiles, random) = (Library::named("6x7").unwrap(), FormulaFamily::named("random").unwrap());
    let settings = random.settings(&["variables=12".into(), "clauses=26".into()]).unwrap();
    for seed in 0..3 {
        let problem = random.draw(&settings, seed, 0).unwrap().problem;
        let board = problem.compile(&tiles, &CompileOptions::default()).unwrap().board;
        let (system, _) = System::from_board(&board);
        let engine = build("sat:counter=awk -f tests/all/data/count_models.awk").unwrap();
        let mut control = Control::default();
        let models = engine.models(&system, &mut control).unwrap();
        assert_eq!(models, build("search").unwrap().models(&system, &mut Control::default()).unwrap());
        let stats = control.finish(true);
        assert!(stats.get(Counter::Variables).is_some_and(|variables| variables <= 13), "{stats:?}");
    }
}

#[test]
fn counters_that_fail_say_how() {
    let system = common::small_system(3, 7);
    let models = |command: &str, limits| {
        let engine = build(&format!("sat:reduce=off,counter={command}")).unwrap();
        engine.models(&system, &mut Control::new(limits)).unwrap_err()
    };
    for (command, why) in [
        ("no-such-counter", "No such file"),
        ("true", "printed no number"),
        ("ls /nowhere", "/nowhere"),
        ("awk 'BEGIN{print\"std::bad_alloc\">\"/dev/stderr\";exit(1)}'", "memory"),
    ] {
        let stop = models(command, Limits::default());
        assert!(stop.to_string().contains(why), "{command}: {stop}");
    }
    // Of a long story the end is told, of one that ends well nothing.
    let long = "awk 'BEGIN{for(i=0;i<99999;i++)print\"noise\">\"/dev/stderr\";print\"end\">\"/dev/stderr\";exit(3)}'";
    assert_eq!(models(long, Limits::default()), Stop::Failed("awk: exit code 3 instead of 0 or 10 or 20: end".into()));
    let well = "sat:counter=awk 'BEGIN{print\"MemoryError\">\"/dev/stderr\";print(5)}'";
    assert_eq!(build(well).unwrap().models(&system, &mut Control::default()), Ok(5u32.into()));
    assert!(matches!(build(well).unwrap().count(&system, &mut Control::default()), Err(Stop::Unsupported(_))));
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    assert_eq!(models("awk BEGIN{while(1);}", limits), Stop::Timeout);
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
                (classes, control.finish(engine.family().counts_nodes()))
            };
            assert_eq!(run(), run(), "{spec}");
        }
    }
}

/// Every answered run has an effort, whatever its options and its question; so has one that a reduction settles.
#[test]
fn every_run_reports_its_effort() {
    type Ask = fn(&dyn Engine, &System, &mut Control) -> bool;
    let questions: [(&str, Ask); 4] = [
        ("decide", |engine, system, control| engine.decide(system, control).is_ok()),
        ("classify", |engine, system, control| engine.classify(system, control).is_ok()),
        ("count", |engine, system, control| engine.count(system, control).is_ok()),
        ("models", |engine, system, control| engine.models(system, control).is_ok()),
    ];
    for spec in all_specs() {
        let engine = build(&spec).unwrap();
        for index in 0..20 {
            let system = common::small_system(index, 12);
            for (question, ask) in questions {
                let mut control = Control::default();
                if ask(&*engine, &system, &mut control) {
                    let stats = control.finish(engine.family().counts_nodes());
                    assert!(engine.family().effort_of(&stats).is_some(), "{spec}, {question}: {stats:?}");
                }
            }
        }
    }
}

#[test]
fn specifications_are_checked() {
    for bad in [
        "nosuch",
        "brute:x",
        "brute:x=1",
        "sat:reduce=on,reduce=off",
        "sat:local=auto,textbook,local=auto",
        "sat:collapse=on,textbook",
    ] {
        assert!(build(bad).is_err(), "{bad}");
    }
}
