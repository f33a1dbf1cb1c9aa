//! The hierarchy of deduction: what the table says of its methods, and the shipped boards on which each
//! of them misses something.

use crate::common;
use minesat::engine::{Classes, Control, Verdict, build};
use minesat::grid::Grid;
use minesat::hierarchy::{COMPLETE, METHODS, contained, exhaust, shapes};
use minesat::instance::{Instance, read_all};
use minesat::rng::Rng;
use minesat::system::{Sum, System};

/// Certain cells that an engine finds; None if it finds that there is no model.
fn certain(engine: &str, system: &System) -> Option<Vec<bool>> {
    match build(engine).unwrap().classify(system, &mut Control::default()).unwrap() {
        Classes::Inconsistent => None,
        Classes::Cells(cells) => Some(cells.iter().map(|v| matches!(v, Verdict::Safe | Verdict::Mine)).collect()),
    }
}

/// Pairs and threes of cells with overlaps: systems full of fractions.
fn knotted(seed: u64) -> System {
    let mut rng = Rng::stream(0xba5e, seed);
    let cells = 4 + rng.index(7);
    let model: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
    let sum = |rng: &mut Rng| {
        let len = 2 + rng.index(3);
        let of: Vec<u32> = rng.sample(cells, len).into_iter().map(|c| c as u32).collect();
        let count = of.iter().filter(|&&c| model[c as usize]).count() as i32;
        Sum::new(of, count)
    };
    let sums = (0..3 + rng.index(cells)).map(|_| sum(&mut rng)).collect();
    System { cells, sums, total: None }
}

#[test]
fn methods_contain_what_the_table_says() {
    let mut apart = vec![0; METHODS.len()];
    for seed in 0..1500 {
        let systems = [System { total: None, ..common::small_system(seed, 12) }, knotted(seed)];
        for system in systems {
            let found: Vec<_> = METHODS.iter().map(|m| certain(m.engine, &system)).collect();
            for (place, method) in METHODS.iter().enumerate() {
                for below in contained(method) {
                    match (&found[below], &found[place]) {
                        (_, None) => {}
                        (None, Some(_)) => panic!("{} misses the contradiction of {system:?}", method.name),
                        (Some(less), Some(more)) => {
                            let keeps = less.iter().zip(more).all(|(a, b)| *b || !*a);
                            assert!(keeps, "{} loses a cell of {}: {system:?}", method.name, METHODS[below].name);
                            apart[place] += usize::from(less != more);
                        }
                    }
                }
            }
        }
    }
    // Every method finds more than those that it contains, now and then; cuts hardly ever on so few cells.
    assert!(apart[1..METHODS.len() - 1].iter().all(|&n| n > 0), "{apart:?}");
}

fn shipped() -> Vec<Instance> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/instances/gaps.jsonl");
    read_all(path).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn shipped_gaps_are_gaps() {
    let boards = shipped();
    for method in METHODS {
        let of_method = |i: &&Instance| i.params["method"] == method.name;
        let board = boards.iter().find(of_method).unwrap_or_else(|| panic!("no board for {}", method.name));
        let (system, map) = System::from_board(&board.board);
        let rows = board.expected.as_ref().and_then(|e| e.classes.as_ref()).expect("the answer is known");
        let letters: Vec<char> = rows.concat().chars().collect();
        let expected: Vec<bool> = map.cells.iter().map(|&c| matches!(letters[c as usize], 's' | 'm')).collect();
        assert_eq!(certain(COMPLETE, &system).as_ref(), Some(&expected), "{}", board.name);
        let found = certain(method.engine, &system).expect("it has models");
        let missed = expected.iter().zip(&found).filter(|(a, b)| **a && !**b).count();
        assert!(missed > 0 && board.params["missed"] == missed, "{} misses {missed}", board.name);
    }
}

#[test]
fn cuts_find_what_rounded_cells_do_not() {
    let board = shipped().into_iter().find(|i| i.name == "gap-lp-fixpoint").expect("it is shipped");
    let (system, _) = System::from_board(&board.board);
    let (all, cuts) = (certain(COMPLETE, &system), certain("lp:cuts", &system));
    assert!(all == cuts && cuts != certain("lp:fixpoint", &system));
}

#[test]
fn the_search_finds_the_shipped_boards_again() {
    let boards = shipped();
    let mut sought = (1u32 << METHODS.len()) - 1;
    for cells in 1..=9 {
        let found: Vec<_> = shapes(cells).into_iter().flat_map(|g: Grid| exhaust(g, sought, &|| ()).unwrap()).collect();
        for gap in found.iter().filter(|gap| sought >> gap.method & 1 == 1) {
            let name = METHODS[gap.method].name;
            let board = boards.iter().find(|i| i.params["method"] == name).unwrap();
            assert_eq!(board.board.grid().len(), cells, "{name}");
            let same = found.iter().filter(|g| g.method == gap.method);
            assert_eq!(board.params["boards"], same.clone().map(|g| g.boards).sum::<u64>(), "{name}");
            assert!(same.into_iter().any(|g| g.first.board == board.board), "{name}");
        }
        found.iter().for_each(|gap| sought &= !(1 << gap.method));
    }
    assert_eq!(METHODS.iter().enumerate().filter(|(m, _)| sought >> m & 1 == 0).count(), 5);
}
