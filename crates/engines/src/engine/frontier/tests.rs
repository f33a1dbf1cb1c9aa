//! Tests of the sweep itself: all combinations of options, wide states, long corridors.

use super::*;
use crate::board::{Board, Grid};
use crate::engine::{Counter, build};
use crate::field::Field;
use crate::rng::Rng;
use crate::system::Sum;

/// A random share of the safe cells revealed, no total.
pub fn scatter(rows: usize, cols: usize, density: f64, share: f64, seed: u64) -> System {
    let grid = Grid { rows, cols };
    let mut rng = Rng::new(seed);
    let field = Field::random(grid, (grid.len() as f64 * density) as usize, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(share)).collect();
    System::from_board(&field.board(&open, None)).0
}

/// One row, a covered cell and a clue of 1 in turn.
pub fn corridor(pairs: usize) -> System {
    let text = format!("1 {} ?\n{}", 2 * pairs, "#1".repeat(pairs));
    System::from_board(&Board::parse(&text, "corridor").expect("a board")).0
}

fn count(spec: &str, system: &System) -> Count {
    build(spec).unwrap().count(system, &mut Control::default()).unwrap()
}

#[test]
fn order_words_are_the_table() {
    let OptionValues::Words(words) = FAMILY.options[1].values else { panic!("order takes words") };
    let names: Vec<&str> = ORDERS.iter().map(|o| o.name).collect();
    assert_eq!(words, names);
    let option = FAMILY.options.iter().find(|o| o.name == "reduce").unwrap();
    let OptionValues::Words(words) = option.values else { panic!("reduce takes words") };
    assert_eq!(words, REDUCTIONS.iter().map(|r| r.0).collect::<Vec<_>>());
}

#[test]
fn a_chain_has_one_solution_and_width_one() {
    // A clue of 1 with one neighbour at the end fixes the whole chain.
    let system = corridor(10);
    let mut control = Control::default();
    let counted = build("frontier:reduce=off").unwrap().count(&system, &mut control).unwrap();
    assert_eq!(counted.models, 1u32.into());
    assert_eq!(control.stats.get(Counter::Width), Some(1));
    assert_eq!(control.stats.get(Counter::LargestComponent), Some(10));
}

#[test]
fn long_corridors_take_a_state_or_two_a_cell() {
    for spec in ["frontier:reduce=off", "frontier:reduce=off,state=arrangements,order=breadth-first"] {
        let mut control = Control::default();
        let engine = build(spec).unwrap();
        let mut system = corridor(30_000);
        assert_eq!(engine.count(&system, &mut control).unwrap().models, 1u32.into());
        assert!(control.nodes() <= 60_001, "{}", control.nodes());
        system.total = Some(15_000);
        assert!(matches!(engine.decide(&system, &mut control).unwrap(), Decision::Model(m) if system.is_model(&m)));
        system.total = Some(15_001);
        assert_eq!(engine.classify(&system, &mut control).unwrap(), Classes::Inconsistent);
    }
}

#[test]
fn wide_keys_and_large_counts() {
    // 300 cells, each fixed by a sum of its own and open in a pair: more words than a packed key.
    let pairs = 300;
    let mut sums: Vec<Sum> = (0..pairs).map(|i| Sum::new(vec![i, i + pairs], 1)).collect();
    sums.extend((0..pairs).map(|i| Sum::new(vec![i], i32::from(i % 3 == 0))));
    sums.push(Sum::new(0..2 * pairs, pairs as i32));
    let mut system = System { cells: 2 * pairs as usize, sums, total: None };
    for total in [None, Some(300)] {
        system.total = total;
        for state in ["residuals", "arrangements"] {
            let counted = count(&format!("frontier:order=reading,reduce=off,twins=off,state={state}"), &system);
            assert_eq!(counted.models, 1u32.into());
            assert_eq!(counted.cells.mined(3), &counted.models);
            assert_eq!(counted.cells.mined(303), &0u32.into());
        }
    }

    // Counts beyond 128 bits, weights of large blocks.
    let sums = vec![Sum::new(0..400, 200), Sum::new(200..600, 200)];
    let system = System { cells: 600, sums, total: None };
    let counted = count("frontier", &system);
    let by_hand: num_bigint::BigUint = (0..=200).map(|k| crate::system::binomial(200, k).pow(3)).sum();
    assert_eq!(counted.models, by_hand);
    for total in [300, 333, 400] {
        let system = System { total: Some(total), ..system.clone() };
        let with_total = count("frontier", &system);
        let mines: num_bigint::BigUint = (0..600).map(|c| with_total.cells.mined(c)).sum();
        assert_eq!(mines, &with_total.models * total as u64);
        assert_eq!(&with_total.models, with_total.tally.at(total as usize).unwrap());
        assert_eq!(with_total, count("frontier:state=arrangements", &system));
    }
}

#[test]
fn the_forms_agree_on_boards_beyond_brute_force() {
    for seed in 0..6 {
        let mut system = scatter(9, 9, 0.2, 0.4, seed);
        for total in [None, Some(16), Some(12)] {
            system.total = total;
            let one = count("frontier", &system);
            let other = count("frontier:state=arrangements,twins=off,reduce=off,order=greedy", &system);
            assert_eq!((&one.models, &one.tally), (&other.models, &other.tally));
            for cell in 0..system.cells {
                assert_eq!(one.cells.mined(cell), other.cells.mined(cell));
            }
            let classes = build("frontier").unwrap().classify(&system, &mut Control::default()).unwrap();
            assert_eq!(classes, Classes::from_count(&one));
        }
    }
}

#[test]
fn limits_are_kept() {
    let system = scatter(30, 30, 0.2, 0.3, 1);
    let engine = build("frontier:order=reading,reduce=off,decomposition=path").unwrap();
    let limits = crate::engine::Limits { nodes: Some(1000), ..Default::default() };
    assert_eq!(engine.count(&system, &mut Control::new(limits)), Err(Stop::Nodes));
    let limits = crate::engine::Limits { memory: Some(1 << 20), ..Default::default() };
    assert_eq!(engine.count(&system, &mut Control::new(limits)), Err(Stop::Memory));
}

#[test]
fn odd_systems_are_answered() {
    let sums = |sums: Vec<Sum>, cells, total| System { cells, sums, total };
    let cases = [
        (sums(vec![], 0, None), 1u32),
        (sums(vec![], 0, Some(0)), 1),
        (sums(vec![], 3, Some(-1)), 0),
        (sums(vec![], 3, Some(i64::MAX)), 0),
        (sums(vec![], 3, Some(i64::MIN)), 0),
        (sums(vec![Sum::new(vec![], 1)], 2, None), 0),
        (sums(vec![Sum::new(vec![], -1)], 2, Some(1)), 0),
        (sums(vec![Sum::new(vec![0, 1], -1)], 2, None), 0),
        (sums(vec![Sum::new(vec![0, 1], 3)], 4, Some(1)), 0),
        (sums(vec![Sum::new(vec![0, 1], i32::MAX), Sum::new(vec![1], i32::MIN)], 2, None), 0),
        (sums(vec![Sum::new(vec![0, 1, 2], 2)], 4, Some(3)), 3),
    ];
    for (system, models) in cases {
        for spec in ["frontier", "frontier:reduce=off", "frontier:cells"] {
            let engine = build(spec).unwrap();
            assert_eq!(count(spec, &system).models, models.into(), "{spec} {system:?}");
            let decision = engine.decide(&system, &mut Control::default()).unwrap();
            assert_eq!(decision != Decision::Inconsistent, models > 0, "{spec} {system:?}");
            let classes = engine.classify(&system, &mut Control::default()).unwrap();
            assert_eq!(classes != Classes::Inconsistent, models > 0, "{spec} {system:?}");
        }
    }
}
