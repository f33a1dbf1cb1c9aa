//! Counts of systems beyond brute force, engine against engine, and counts under conditions.

use std::time::{Duration, Instant};

use crate::common;
use minesat::board::{Board, Cell, Grid};
use minesat::engine::{Classes, Control, CountCache, Counter, Engine, Limits, Stop, build};
use minesat::field::Field;
use minesat::generate::{Params, instance};
use minesat::rng::Rng;
use minesat::system::{Assumption, System};
use num_bigint::BigUint;
use num_traits::Zero;

/// Nodes that the enumerating engine may take; systems that need more are passed over.
const NODES: u64 = 20_000;

/// A position of 18 to 60 covered cells, more than brute force looks at, no total; now and then
/// with a wrong clue.
fn medium_system(rng: &mut Rng) -> System {
    loop {
        let grid = Grid { rows: 5 + rng.index(6), cols: 5 + rng.index(6) };
        let mines = grid.len() * (12 + rng.index(14)) / 100;
        let field = Field::random(grid, mines, &[], rng);
        let share = 0.35 + 0.05 * rng.index(8) as f64;
        let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
        let mut board = field.board(&open, None);
        if rng.chance(0.1) {
            let cell = rng.index(grid.len());
            if let Cell::Clue(clue) = board.cell(cell) {
                board.set(cell, Cell::Clue(if clue == 0 { 1 } else { clue - 1 }));
            }
        }
        let (system, _) = System::from_board(&board);
        if (18..=60).contains(&system.cells) {
            return system;
        }
    }
}

/// Compares engines of different families on this number of systems, without a total and at every one.
fn compare(systems: u64) {
    let right = build("backtrack:best").unwrap();
    let counters = ["frontier", "frontier:decomposition=tree", "frontier:components=off,reduce=no-split", "search"];
    let counters = counters.map(|spec| (spec, build(spec).unwrap()));
    let sat = build("sat").unwrap();
    let (mut done, mut index, mut inconsistent) = (0, 0, 0);
    while done < systems {
        let mut system = medium_system(&mut Rng::stream(77, index));
        index += 1;
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let Ok(all) = right.count(&system, &mut Control::new(limits)) else { continue };
        done += 1;
        inconsistent += u64::from(all.models.is_zero());
        if done % 20 == 0 && all.tally.sum() < 300u32.into() {
            let mut control = Control::default();
            let by_sat = sat.count(&system, &mut control).unwrap();
            assert_eq!((&by_sat.models, &by_sat.tally), (&all.models, &all.tally), "{system:?}");
        }
        let (low, high) =
            (all.tally.offset as i64, (all.tally.offset + all.tally.counts.len() + system.floating()) as i64);
        for total in (low - 1..=high).map(Some).chain([None]) {
            system.total = total;
            let truth = right.count(&system, &mut Control::default()).unwrap();
            let classes = Classes::from_count(&truth);
            for (spec, engine) in &counters {
                let got = engine.count(&system, &mut Control::default()).unwrap();
                assert_eq!((&got.models, &got.tally), (&truth.models, &truth.tally), "{spec} {system:?}");
                assert_eq!(
                    engine.models(&system, &mut Control::default()).as_ref(),
                    Ok(&truth.models),
                    "{spec} {system:?}"
                );
                assert_eq!(engine.classify(&system, &mut Control::default()).unwrap(), classes, "{spec} {system:?}");
                if !truth.models.is_zero() {
                    let differs = (0..system.cells).find(|&c| got.cells.mined(c) != truth.cells.mined(c));
                    assert_eq!(differs, None, "{spec}: a cell of {system:?}");
                }
            }
        }
    }
    assert!(inconsistent > 0 && inconsistent < done / 2, "{inconsistent} of {done}");
}

#[test]
fn medium_systems_agree_at_every_total() {
    compare(500);
}

/// `cargo test --release --test all counting:: -- --ignored`
#[test]
#[ignore = "minutes"]
fn ten_thousand_medium_systems_agree_at_every_total() {
    compare(10_000);
}

/// Systems on which a plain search takes long: only the counters, against each other.
#[test]
fn search_and_sweep_agree_on_wide_boards() {
    let engines = ["frontier", "search", "search:order=degree", "search:order=reading,twins=off"];
    let engines = engines.map(|spec| (spec, build(spec).unwrap()));
    for seed in 0..4 {
        let mut rng = Rng::new(900 + seed);
        let grid = Grid { rows: 14, cols: 14 };
        let field = Field::random(grid, 38, &[], &mut rng);
        let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.4)).collect();
        for total in [None, Some(38), Some(30)] {
            let (system, _) = System::from_board(&field.board(&open, total));
            let count = |engine: &dyn Engine| engine.count(&system, &mut Control::default()).unwrap();
            let right = count(engines[0].1.as_ref());
            for (spec, engine) in &engines[1..] {
                let got = count(engine.as_ref());
                assert_eq!((&got.models, &got.tally), (&right.models, &right.tally), "{spec} {seed}");
                let differs = (0..system.cells).find(|&c| got.cells.mined(c) != right.cells.mined(c));
                assert_eq!(differs, None, "{spec} {seed}");
            }
        }
    }
}

#[test]
fn the_search_keeps_within_its_memory() {
    let grid = Grid { rows: 12, cols: 12 };
    let mut rng = Rng::new(3);
    let field = Field::random(grid, 28, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.35)).collect();
    let (system, _) = System::from_board(&field.board(&open, None));
    let engine = build("search:order=reading").unwrap();
    let mut control = Control::default();
    let right = engine.count(&system, &mut control).unwrap();
    let needed = control.stats.get(Counter::TableBytes).unwrap();
    assert!(control.stats.get(Counter::CacheHits).unwrap() > 0);
    let (mut answered, mut stopped) = (0, 0);
    for share in [64, 8, 4, 2, 1] {
        let mut control = Control::new(Limits { memory: Some(needed / share), ..Limits::default() });
        match engine.count(&system, &mut control) {
            Ok(count) => {
                assert_eq!(count, right);
                answered += 1;
            }
            Err(stop) => {
                assert_eq!(stop, Stop::Memory);
                stopped += 1;
            }
        }
    }
    assert!(answered > 0 && stopped > 0, "{answered} {stopped}");
}

#[test]
fn a_deadline_holds_while_tallies_are_joined() {
    // The sweeps take a tenth of the time, the join ten times as much: modulo many primes, and by powers of polynomials.
    let corridor = [("rows", "3"), ("length", "100000"), ("density", "0.2")];
    let uniform = [("rows", "800"), ("cols", "800"), ("density", "0.25"), ("open", "0.5")];
    let time = Duration::from_millis(300);
    for (family, settings) in [("corridor", &corridor[..]), ("uniform", &uniform)] {
        let params = Params::with(family, settings).unwrap();
        let (system, _) = System::from_board(&instance(&params, 1, 0).unwrap().board);
        let engine = build("frontier").unwrap();
        let clock = Instant::now();
        let mut control = Control::new(Limits { time: Some(time), ..Limits::default() });
        assert_eq!(engine.models(&system, &mut control), Err(Stop::Timeout), "{family}");
        assert!(clock.elapsed() < time + Duration::from_secs(1), "{family}: {:?}", clock.elapsed());
    }
}

/// True if `mines`, one a variable, is as given at a board cell.
fn holds(board: &Board, variable_of: &[Option<usize>], mines: &[bool], cell: usize, given: Assumption) -> bool {
    let mine = |cell: usize| match variable_of[cell] {
        Some(variable) => mines[variable],
        None => board.cell(cell) == Cell::Flag,
    };
    let around = board.grid().neighbours(cell).filter(|&n| mine(n)).count();
    match given {
        Assumption::Mine => mine(cell),
        Assumption::Safe => !mine(cell),
        Assumption::Clue(clue) => !mine(cell) && around == usize::from(clue),
    }
}

#[test]
fn counts_under_conditions_are_those_of_the_models_that_meet_them() {
    for (engine, index) in ["frontier", "incremental"].into_iter().flat_map(|name| (0..150).map(move |i| (name, i))) {
        let engine = build(engine).unwrap();
        let mut rng = Rng::stream(51, index);
        let board = common::small_board(&mut rng, 11, index % 5 == 0);
        let board = if index % 3 == 0 { board.with_mines(None) } else { board };
        let (system, map) = System::from_board(&board);
        let variable_of: Vec<_> = board.grid().cells().map(|c| map.variable(c)).collect();
        let models: Vec<Vec<bool>> = (0u32..1 << system.cells)
            .map(|mask| (0..system.cells).map(|c| mask >> c & 1 == 1).collect::<Vec<bool>>())
            .filter(|mines| system.is_model(mines))
            .collect();
        let mut kept = CountCache::default();
        for variable in 0..system.cells.min(4) {
            let cell = map.cells[variable] as usize;
            let most = board.grid().neighbours(cell).count() as u8;
            let mut of_outcomes = BigUint::zero();
            for given in [Assumption::Safe, Assumption::Mine].into_iter().chain((0..=most).map(Assumption::Clue)) {
                let under = system.with_given(&board, &map, map.position(variable), given).unwrap();
                let count = engine.count_incremental(&under, &mut kept, &mut Control::default()).unwrap();
                let left: Vec<_> = models.iter().filter(|m| holds(&board, &variable_of, m, cell, given)).collect();
                assert_eq!(count.models, left.len().into(), "{given:?} at {cell} of {:?}", board.row_strings());
                for other in (0..system.cells).filter(|_| !left.is_empty()) {
                    let mined = left.iter().filter(|m| m[other]).count();
                    assert_eq!(count.cells.mined(other), &mined.into(), "cell {other}, {given:?} at {cell}");
                }
                of_outcomes += if given == Assumption::Safe { BigUint::zero() } else { count.models };
            }
            assert_eq!(of_outcomes, models.len().into(), "a cell is a mine or shows one number");
        }
    }
}

#[test]
fn components_out_of_reach_of_a_condition_are_taken_over() {
    // Two components, far apart.
    let board = Board::parse("3 12 ?\n##________##\n#2________2#\n##________##\n", "t").unwrap();
    for total in [None, Some(5)] {
        let board = board.clone().with_mines(total);
        let (system, map) = System::from_board(&board);
        let engine = build("frontier").unwrap();
        let (mut kept, mut control) = (CountCache::default(), Control::default());
        engine.count_incremental(&system, &mut kept, &mut control).unwrap();
        assert_eq!((control.stats.get(Counter::Reused), kept.len()), (Some(0), 2));
        let under = system.with_given(&board, &map, (0, 0), Assumption::Mine).unwrap();
        let count = engine.count_incremental(&under, &mut kept, &mut control).unwrap();
        assert_eq!(control.stats.get(Counter::Reused), Some(1));
        assert_eq!(count, engine.count(&under, &mut Control::default()).unwrap());
    }
}
