use super::*;
use crate::board::{Board, Grid};
use crate::field::Field;
use crate::rng::Rng;
use crate::system::{CellMap, Sum};

fn found(system: &System, level: &str, total: bool) -> Deductions {
    let method = RuleSet { level: Level::named(level).unwrap(), total };
    let found = deduce(system, method, &mut Control::default()).unwrap();
    assert_eq!(found.check(system), Ok(()), "{level}: {system:?}");
    found
}

fn values(system: &System, level: &str) -> Vec<Option<bool>> {
    found(system, level, true).values(system.cells)
}

fn sums(cells: usize, sums: &[(&[u32], i32)], total: Option<i64>) -> System {
    System { cells, sums: sums.iter().map(|&(of, count)| Sum::new(of.to_vec(), count)).collect(), total }
}

/// A game after all openings of empty cells, with every other safe cell opened with the chance `more`.
fn position(grid: Grid, density: f64, more: f64, seed: u64) -> (System, CellMap, Field) {
    let mut rng = Rng::new(seed);
    let mines = (grid.len() as f64 * density) as usize;
    let field = Field::random(grid, mines, &[], &mut rng);
    let mut open = vec![false; grid.len()];
    for cell in grid.cells() {
        if !field.is_mine(cell) && (field.clue(cell) == 0 || rng.chance(more)) {
            field.open_from(cell, &mut open);
        }
    }
    let (system, map) = System::from_board(&field.board(&open, Some(mines as u32)));
    (system, map, field)
}

const STUCK: &str = "10 10 ?
0001FF21#1
11013F21#1
F1112111#1
112F2012##
002F323F21
11334FF310
3F4FF4F200
FFF3332211
23211F11F1
0000111111
";

#[test]
fn stuck_position_of_the_equation_agent() {
    let (system, map) = System::from_board(&Board::parse(STUCK, "stuck").unwrap());
    let at = |row, col| map.variable(map.grid.at(row, col)).unwrap();
    assert!(values(&system, "single-point").iter().all(Option::is_none));
    for level in ["adjacent-pair", "subset-closure", "gauss-jordan"] {
        let all = values(&system, level);
        assert_eq!((all[at(2, 8)], all[at(3, 8)]), (Some(false), Some(true)), "{level}");
        assert!(all.iter().all(Option::is_some), "{level}");
    }
    let trace = found(&system, "gauss-jordan", true);
    let order: Vec<u32> = trace.iter().map(|d| d.cell).collect();
    let place = |cell| order.iter().position(|&c| c as usize == cell).unwrap();
    assert!(place(at(2, 8)) < place(at(3, 8)));
    let mut model = vec![false; system.cells];
    trace.iter().for_each(|d| model[d.cell as usize] = d.mine);
    assert!(system.is_model(&model));
}

#[test]
fn one_cell_of_a_chain_decides_all() {
    // The 1x20 board ends in a clue with one neighbour, from which the chain runs back.
    let (system, _) = System::from_board(&Board::parse(&format!("1 20 ?\n{}\n", "#1".repeat(10)), "chain").unwrap());
    let all = values(&system, "single-point");
    assert!(all.iter().enumerate().all(|(i, v)| *v == Some(i % 2 == 1)), "{all:?}");
    // Without that end it is open until its first cell is known.
    let (mut system, _) =
        System::from_board(&Board::parse(&format!("1 21 ?\n{}#\n", "#1".repeat(10)), "chain").unwrap());
    assert!(values(&system, "gauss-jordan").iter().all(Option::is_none));
    system.sums.push(Sum::new(vec![0], 1));
    let all = values(&system, "single-point");
    assert!(all.iter().enumerate().all(|(i, v)| *v == Some(i % 2 == 0)), "{all:?}");
}

#[test]
fn the_nettle_step_is_a_pair() {
    // Clues (0,2) = 1 and (1,2) = 1 over {(0,3),(1,3)} and {(0,3),(1,3),(2,3)}: (2,3) is safe.
    let (system, map) = System::from_board(&Board::parse("5 5 ?\n001##\n001##\n121##\n#####\n#####\n", "t").unwrap());
    let cell = map.variable(map.grid.at(2, 3)).unwrap();
    assert_eq!(values(&system, "single-point")[cell], None);
    let trace = found(&system, "adjacent-pair", false);
    let step = trace.iter().find(|d| d.cell as usize == cell).unwrap();
    assert_eq!((step.mine, step.rule.name(), step.terms.len()), (false, "adjacent-pair", 2));
}

#[test]
fn difference_of_related_sums_is_safe() {
    // b+c = 1 and b+c+x+y+z = 1 gives x = y = z = 0.
    let system = sums(5, &[(&[0, 1], 1), (&[0, 1, 2, 3, 4], 1)], None);
    let safe = Some(false);
    for level in ["adjacent-pair", "subset-closure", "gauss-jordan"] {
        assert_eq!(values(&system, level), [None, None, safe, safe, safe], "{level}");
    }
}

#[test]
fn one_two_pattern_needs_no_subset() {
    // a+b+c = 1, b+c+d = 2: d is a mine, a safe.
    let system = sums(4, &[(&[0, 1, 2], 1), (&[1, 2, 3], 2)], None);
    assert_eq!(values(&system, "single-point"), [None; 4]);
    assert_eq!(values(&system, "adjacent-pair"), [Some(false), None, None, Some(true)]);
}

#[test]
fn derived_sums_are_used_again() {
    // {0,1} in {0,1,2,3} leaves {2,3} with 1; with {2,3,4} = 1 cell 4 is safe. No pair shows it.
    let system = sums(6, &[(&[0, 1], 1), (&[0, 1, 2, 3], 2), (&[2, 3, 4, 5], 1)], None);
    assert_eq!(values(&system, "adjacent-pair"), [None; 6]);
    let trace = found(&system, "subset-closure", false);
    let reason = trace.iter().find(|d| d.cell == 4).unwrap();
    assert!(!reason.mine);
    // (third sum) - (second sum - first sum)
    let terms: Vec<(u32, i64)> = reason.terms.iter().map(|t| (t.sum, t.times)).collect();
    assert!(terms == [(0, 1), (1, -1), (2, 1)] || terms == [(0, -1), (1, 1), (2, -1)], "{terms:?}");
}

#[test]
fn elimination_sees_what_no_subset_shows() {
    // x+y = y+z = z+x = 1 asks for halves. With w in the last sum, x = z leaves x = z = 0, w = 1.
    let odd = sums(3, &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2], 1)], None);
    assert!(found(&odd, "subset-closure", false).contradiction().is_none());
    assert!(found(&odd, "gauss-jordan", false).contradiction().is_some());
    let even = sums(4, &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2, 3], 1)], None);
    assert_eq!(values(&even, "subset-closure"), [None; 4]);
    assert_eq!(values(&even, "gauss-jordan"), [Some(false), Some(true), Some(false), Some(true)]);
}

#[test]
fn the_total_takes_part_when_it_may() {
    let none_left = sums(4, &[(&[0, 1], 1)], Some(1));
    assert_eq!(found(&none_left, "single-point", true).len(), 0);
    assert_eq!(values(&none_left, "adjacent-pair"), [None, None, Some(false), Some(false)]);
    assert_eq!(found(&none_left, "gauss-jordan", false).len(), 0);
    let all_mines = sums(3, &[(&[0], 0)], Some(2));
    assert_eq!(values(&all_mines, "single-point"), [Some(false), Some(true), Some(true)]);
    // Two disjoint sums hold both mines: the rest is safe, which takes three sums.
    let disjoint = sums(6, &[(&[0, 1], 1), (&[2, 3], 1)], Some(2));
    assert_eq!(found(&disjoint, "adjacent-pair", true).len(), 0);
    assert_eq!(found(&disjoint, "subset-closure", true).values(6)[4..], [Some(false); 2]);
    let too_many = sums(2, &[], Some(3));
    assert!(found(&too_many, "single-point", true).contradiction().is_some());
    assert!(found(&too_many, "gauss-jordan", false).contradiction().is_none());
}

#[test]
fn odd_systems_are_answered() {
    for system in [
        sums(0, &[], None),
        sums(0, &[], Some(1)),
        sums(0, &[(&[], 0)], Some(0)),
        sums(2, &[(&[], 1)], None),
        sums(2, &[(&[0], -1)], None),
        sums(2, &[(&[0, 1], 3)], None),
        sums(2, &[(&[0, 1], i32::MIN), (&[0], i32::MAX)], None),
        sums(2, &[(&[0, 1], 1), (&[0, 1], 1)], Some(i64::MIN)),
        sums(2, &[(&[0], 1)], Some(i64::MIN)),
        sums(2, &[(&[0, 1], 1), (&[0, 1], 1)], Some(i64::MAX)),
    ] {
        for level in Level::all() {
            for total in [true, false] {
                found(&system, level.name(), total);
                let engine = RulesEngine { method: RuleSet { level, total } };
                if let Decision::Model(model) = engine.decide(&system, &mut Control::default()).unwrap() {
                    assert!(system.is_model(&model));
                }
            }
        }
    }
}

#[test]
fn levels_keep_the_verdicts_of_the_ones_below() {
    let mut decided = [0; RULES.len()];
    for seed in 0..300 {
        let grid = Grid { rows: 6 + seed as usize % 7, cols: 9 };
        let (mut system, map, field) = position(grid, 0.2, [0.0, 0.1, 0.3][seed as usize % 3], seed);
        if seed % 5 == 0 {
            system.total = None;
        }
        let strongest = found(&system, Level::default().name(), true);
        let mut below = vec![None; system.cells];
        for (at, level) in Level::all().enumerate() {
            let all = values(&system, level.name());
            for cell in 0..system.cells {
                let truth = field.is_mine(map.cells[cell] as usize);
                assert!(all[cell].is_none_or(|mine| mine == truth), "{level:?} is wrong, seed {seed}");
                assert!(below[cell].is_none() || all[cell].is_some(), "{level:?} lost a verdict, seed {seed}");
            }
            // The rule named suffices: derived sums count as those of the rule that derived them.
            let so_far = strongest.iter().take_while(|d| d.rule <= level);
            for deduction in so_far {
                assert!(all[deduction.cell as usize].is_some(), "{level:?} is not enough, seed {seed}: {deduction:?}");
            }
            decided[at] += all.iter().flatten().count();
            below = all;
        }
    }
    println!("{decided:?}");
    assert!(decided.windows(2).all(|pair| pair[0] < pair[1]), "{decided:?}");
}

#[test]
fn a_changed_clue_is_never_missed_above() {
    for seed in 0..300 {
        let (mut system, ..) = position(Grid { rows: 7, cols: 7 }, 0.2, 0.2, seed);
        if system.sums.is_empty() {
            continue;
        }
        let at = seed as usize % system.sums.len();
        system.sums[at].count += if seed % 2 == 0 { 1 } else { -1 };
        let shown: Vec<bool> =
            Level::all().map(|level| found(&system, level.name(), true).contradiction().is_some()).collect();
        assert!(shown.is_sorted(), "seed {seed}: {shown:?}");
    }
}

#[test]
fn a_false_trace_does_not_check() {
    let system = sums(3, &[(&[0, 1], 1), (&[0, 1, 2], 2)], None);
    let level = Level::default();
    for (terms, cells) in [
        (vec![SumTerm { sum: 0, times: 1 }], vec![(0, true)]),
        (vec![SumTerm { sum: 0, times: -1 }, SumTerm { sum: 1, times: 1 }], vec![(2, false)]),
        (vec![SumTerm { sum: 2, times: 1 }], vec![(2, true)]),
        (vec![], vec![(2, true)]),
        (vec![SumTerm { sum: 0, times: 1 }], vec![]),
    ] {
        let mut trace = Deductions::new(3);
        match cells.is_empty() {
            true => trace.push_contradiction(level, &terms),
            false => trace.push(level, &terms, &cells),
        }
        assert_eq!(trace.check(&system), Err(0), "{terms:?}");
    }
}

#[test]
fn decide_fills_the_floating_cells() {
    let decide = |system: &System, total| {
        RulesEngine { method: RuleSet { level: Level::default(), total } }
            .decide(system, &mut Control::default())
            .unwrap()
    };
    let system = sums(4, &[(&[0], 1)], Some(2));
    assert_eq!(decide(&system, true), Decision::Model(vec![true, true, false, false]));
    assert_eq!(decide(&system, false), Decision::Model(vec![true, true, false, false]));
    let system = sums(2, &[(&[0], 1)], Some(0));
    assert_eq!(decide(&system, true), Decision::Inconsistent);
    assert_eq!(decide(&system, false), Decision::Unknown);
    assert_eq!(decide(&sums(2, &[(&[0, 1], 1)], None), true), Decision::Unknown);
}

/// Clues on a lattice of spacing 2 and every mine covered: one component, in which little is certain.
fn lattice(side: usize, density: f64) -> System {
    let grid = Grid { rows: side, cols: side };
    let field = Field::random(grid, (grid.len() as f64 * density) as usize, &[], &mut Rng::new(5));
    let mut open = vec![false; grid.len()];
    for cell in grid.cells() {
        let (row, col) = grid.position(cell);
        open[cell] = row % 2 == 1 && col % 2 == 1 && !field.is_mine(cell);
    }
    System::from_board(&field.board(&open, None)).0
}

#[test]
fn components_larger_than_a_window_are_worked_through() {
    let system = lattice(100, 0.2);
    let decided = |level| found(&system, level, true).len();
    assert!(decided("subset-closure") < decided("gauss-jordan"));
}

#[test]
fn stopping_keeps_the_statistics() {
    let system = lattice(60, 0.2);
    let limits = crate::engine::Limits { time: Some(std::time::Duration::ZERO), ..Default::default() };
    let mut control = Control::new(limits);
    let method = RuleSet { level: Level::default(), total: true };
    assert_eq!(deduce(&system, method, &mut control), Err(Stop::Timeout));
    assert!(control.stats.get(Counter::Deductions).is_some());
}

/// Prints time and yield: `cargo test --release --lib -- --ignored --nocapture large_boards`.
#[test]
#[ignore = "a measurement"]
fn large_boards() {
    let of = |side, density, more| position(Grid { rows: side, cols: side }, density, more, 1).0;
    for (name, system) in [
        ("500x500, density 0.15", of(500, 0.15, 0.0)),
        ("500x500, density 0.2", of(500, 0.2, 0.0)),
        ("1000x1000, density 0.2", of(1000, 0.2, 0.0)),
        ("1000x1000, density 0.2, 30 % more opened", of(1000, 0.2, 0.3)),
        ("1000x1000 lattice, density 0.2", lattice(1000, 0.2)),
        ("1000x1000 lattice, density 0.4", lattice(1000, 0.4)),
    ] {
        println!("{name}: {} cells, {} sums", system.cells, system.sums.len());
        for level in Level::all() {
            let start = std::time::Instant::now();
            let found = deduce(&system, RuleSet { level, total: true }, &mut Control::default()).unwrap();
            let time = start.elapsed();
            let by: Vec<usize> = Level::all().map(|rule| found.iter().filter(|d| d.rule == rule).count()).collect();
            println!("  {:14} {time:?} {} cells, by rule {by:?}", level.name(), found.len());
        }
    }
}
