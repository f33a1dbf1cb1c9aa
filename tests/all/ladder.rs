//! The rungs of the backtracking ladder: every combination is right, and nodes fall from rung to rung.

use crate::common;
use minesat::board::{Board, Grid};
use minesat::engine::{Classes, Control, Counter, Decision, Stats, build};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::{Sum, System};

const RUNGS: [&str; 7] = ["naive", "backtrack", "forward-checking", "mrv", "propagate", "arc", "best"];

fn classify(options: &str, system: &System) -> (Classes, Stats) {
    let engine = build(&format!("backtrack:{options}")).unwrap();
    let mut control = Control::default();
    let classes = engine.classify(system, &mut control).unwrap();
    (classes, control.finish(true))
}

/// A random board of which (0, 0), which holds no mine, has been opened.
fn opened(grid: Grid, mines: usize, index: u64) -> Board {
    let mut rng = Rng::stream(0xc1, index);
    let field = Field::random(grid, mines, &[0], &mut rng);
    let mut open = vec![false; grid.len()];
    field.open_from(0, &mut open);
    field.board(&open, Some(mines as u32))
}

/// Total nodes of each rung over some boards, whose classes must agree.
fn nodes(rungs: &[&str], boards: &[Board]) -> Vec<u64> {
    let mut totals = vec![0; rungs.len()];
    for board in boards {
        let (system, _) = System::from_board(board);
        let (right, _) = classify("best", &system);
        for (total, rung) in totals.iter_mut().zip(rungs) {
            let (classes, stats) = classify(rung, &system);
            assert_eq!(classes, right, "{rung}");
            *total += stats.get(Counter::Nodes).unwrap();
        }
    }
    totals
}

#[test]
fn nodes_fall_from_rung_to_rung_on_4x4_boards() {
    let boards: Vec<Board> = (0..200).map(|i| opened(Grid { rows: 4, cols: 4 }, 4, i)).collect();
    let totals = nodes(&RUNGS, &boards);
    println!("{RUNGS:?}: {totals:?}");
    assert!(totals[..5].windows(2).all(|pair| pair[0] > pair[1]), "{RUNGS:?}: {totals:?}");
    assert!(totals[4..].windows(2).all(|pair| pair[0] >= pair[1]), "{RUNGS:?}: {totals:?}");
}

#[test]
fn nodes_fall_on_boards_too_large_for_the_naive_rung() {
    let boards: Vec<Board> = (0..10).map(|i| opened(Grid { rows: 8, cols: 8 }, 10, i)).collect();
    let totals = nodes(&RUNGS[2..], &boards);
    println!("{:?}: {totals:?}", &RUNGS[2..]);
    assert!(totals[..3].windows(2).all(|pair| pair[0] > pair[1]), "{totals:?}");
    assert!(totals[2..].windows(2).all(|pair| pair[0] >= pair[1]), "{totals:?}");
}

#[test]
fn every_combination_of_switches_is_right() {
    for check in ["leaves", "partial", "forward", "arc"] {
        for order in ["reading", "static", "mrv", "mrv-degree"] {
            for (root, split) in [("off", "off"), ("off", "on"), ("on", "off"), ("on", "on")] {
                let spec = format!("backtrack:check={check},order={order},root={root},split={split}");
                let engine = build(&spec).unwrap();
                for index in 5000..5120 {
                    let system = common::small_system(index, 10);
                    let right = build("brute").unwrap().count(&system, &mut Control::default()).unwrap();
                    let count = engine.count(&system, &mut Control::default()).unwrap();
                    assert_eq!((&count.models, &count.tally), (&right.models, &right.tally), "{spec}: {system:?}");
                    let classes = engine.classify(&system, &mut Control::default()).unwrap();
                    assert_eq!(classes, Classes::from_count(&right), "{spec}: {system:?}");
                    match engine.decide(&system, &mut Control::default()).unwrap() {
                        Decision::Model(model) => assert!(system.is_model(&model), "{spec}: {system:?}"),
                        other => assert!(
                            other == Decision::Inconsistent && classes == Classes::Inconsistent,
                            "{spec}: {other:?} {system:?}"
                        ),
                    }
                }
            }
        }
    }
}

/// x0 + x1 = 1, x1 + x2 = 1, ...: two solutions, which alternate.
fn chain(cells: u32) -> System {
    System { cells: cells as usize, sums: (1..cells).map(|c| Sum::new(vec![c - 1, c], 1)).collect(), total: None }
}

#[test]
fn a_long_chain_needs_no_deep_stack() {
    let system = chain(100_000);
    for rung in ["backtrack", "forward-checking", "mrv", "arc", "best"] {
        let engine = build(&format!("backtrack:{rung}")).unwrap();
        let mut control = Control::default();
        let Decision::Model(model) = engine.decide(&system, &mut control).unwrap() else { panic!("{rung}") };
        assert!(system.is_model(&model), "{rung}");
        let count = engine.count(&system, &mut Control::default()).unwrap();
        assert_eq!(count.models, 2u32.into(), "{rung}");
    }
}
