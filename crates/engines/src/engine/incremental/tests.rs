use super::*;
use crate::board::Board;
use crate::engine::{CountCache, Limits, build};
use crate::rng::Rng;
use crate::system::Sum;

/// The sums of a system without reductions.
fn remaining(system: &System) -> Remaining {
    let cells = (0..system.cells as u32).collect();
    Remaining::new(&Reduction { forced: vec![], system: system.clone(), cells }).unwrap()
}

/// Sums over up to ten of 18 cells each, with counts of one model.
fn random(rng: &mut Rng) -> System {
    let model: Vec<bool> = (0..18).map(|_| rng.chance(0.4)).collect();
    let sums = (0..=rng.index(5)).map(|_| {
        let len = 1 + rng.index(10);
        let cells: Vec<u32> = rng.sample(18, len).into_iter().map(|cell| cell as u32).collect();
        let count = cells.iter().filter(|&&cell| model[cell as usize]).count() as i32;
        Sum::new(cells, count)
    });
    System { cells: 18, sums: sums.collect(), total: None }
}

#[test]
fn words_of_half_the_length_give_the_same_sums() {
    let (mut checked, mut rng) = (0, Rng::new(3));
    for _ in 0..300 {
        let given = remaining(&random(&mut rng));
        for group in components(&given).0 {
            let component = EnumeratedComponent::solve(&group, &given, &mut 0).unwrap();
            let words = component.by_block(|weight| weight as u64);
            let wide: Vec<u128> = component.by_block(|weight| weight);
            assert!(words.iter().map(|&word| u128::from(word)).eq(wide.iter().copied()));
            let arrangements = || (0..component.len()).map(|i| (component.weights[i], component.row(i)));
            for b in 0..component.blocks.len() {
                let plain: u128 = arrangements().map(|(weight, row)| weight * u128::from(row[b])).sum();
                assert_eq!(component.in_block(b).sum::<u128>(), plain);
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

/// The components of a system after its reductions.
fn components_of(system: &System) -> u64 {
    let left = Remaining::new(&reduce(system, ReduceOptions::ALL).unwrap()).unwrap();
    components(&left).0.len() as u64
}

/// Three rows: in the middle one every other cell is a clue of 3.
fn strip(cols: usize) -> System {
    let covered = "#".repeat(cols);
    let middle: String = (0..cols).map(|col| if col % 2 == 0 { '3' } else { '#' }).collect();
    let board = Board::parse(&format!("3 {cols} ?\n{covered}\n{middle}\n{covered}\n"), "strip").unwrap();
    System::from_board(&board).0
}

/// Components found for all needs at once equal those found by themselves, also if all together are too many.
#[test]
fn components_of_all_needs_are_those_of_each() {
    let (mut found, mut too_large) = (0, 0);
    for cols in [5, 9, 23] {
        let mut system = strip(cols);
        let groups = components(&remaining(&system)).0;
        assert_eq!(groups.len(), 1);
        for &shown in &groups[0] {
            let mut store = ComponentStore::default();
            let all = EnumeratedComponent::solve_each(&groups[0], &remaining(&system), Some(shown), &mut 0);
            too_large += usize::from(all.is_err());
            for need in 0..=8 {
                system.sums[shown as usize].count = need;
                let given = remaining(&system);
                let own = store.component_shown(&groups[0], &given, shown, &mut 0);
                match (own, EnumeratedComponent::solve(&groups[0], &given, &mut 0)) {
                    (Ok(own), Ok(alone)) => {
                        assert_eq!((&own.rows, &own.mines, &own.weights), (&alone.rows, &alone.mines, &alone.weights));
                        assert_eq!((own.least, &own.tally), (alone.least, &alone.tally));
                        assert!((0..own.blocks.len()).all(|b| own.in_block(b).eq(alone.in_block(b))));
                        found += 1;
                    }
                    (own, alone) => assert_eq!(own.err(), alone.err()),
                }
            }
            system.sums[shown as usize].count = 3;
        }
    }
    assert!(found > 50 && too_large > 3, "{found} {too_large}");
}

/// Six random systems side by side, of which one changes from count to count: counts on what is kept are those of
/// others, and only the changed sums are enumerated again.
#[test]
fn a_series_enumerates_what_changed() {
    let mut rng = Rng::new(8);
    let (engine, frontier) = (build("incremental").unwrap(), build("frontier").unwrap());
    let mut sides: Vec<System> = (0..6).map(|_| random(&mut rng)).collect();
    let (mut kept, mut reused, mut components) = (CountCache::default(), 0, 0);
    for index in 0..200 {
        sides[index % 6] = random(&mut rng);
        let moved =
            |(side, sum): (usize, &Sum)| Sum::new(sum.cells.iter().map(|cell| cell + 18 * side as u32), sum.count);
        let sums = sides.iter().enumerate().flat_map(|(side, system)| system.sums.iter().map(move |sum| (side, sum)));
        let system = System { cells: 108, sums: sums.map(moved).collect(), total: (index % 3 > 0).then_some(43) };
        let mut control = Control::default();
        let count = engine.count_incremental(&system, &mut kept, &mut control).unwrap();
        let right = frontier.count(&system, &mut Control::default()).unwrap();
        assert_eq!((&count.models, &count.tally), (&right.models, &right.tally));
        assert!((0..system.cells).all(|cell| count.cells.mined(cell) == right.cells.mined(cell)));
        let now = control.stats.get(Counter::Components).unwrap();
        let known = control.stats.get(Counter::Reused).unwrap();
        assert!(index == 0 || now <= known + components_of(&sides[index % 6]), "{known} of {now}");
        (reused, components) = (reused + known, components + now);
    }
    assert!(reused * 3 > components * 2, "{reused} of {components}");
}

/// Twins beyond a block's size are several blocks, and counts of all sizes are exact up to the largest component.
#[test]
fn large_sums_are_counted_or_refused() {
    let engine = build("incremental").unwrap();
    let sum =
        |cells: u32, count: i32| System { cells: cells as usize, sums: vec![Sum::new(0..cells, count)], total: None };
    for (cells, count) in [(20, 3), (40, 2), (126, 1), (9, 9), (8, 9), (8, -1), (100, 100)] {
        let found = engine.count(&sum(cells, count), &mut Control::default()).unwrap();
        let right = build("frontier").unwrap().count(&sum(cells, count), &mut Control::default()).unwrap();
        assert_eq!((found.models, found.tally), (right.models, right.tally), "{count} of {cells}");
    }
    for (cells, count) in [(127, 1), (126, 63)] {
        let stop = engine.count(&sum(cells, count), &mut Control::default()).unwrap_err();
        assert!(matches!(&stop, Stop::Unsupported(why) if why.contains("arrangements")), "{stop}");
    }
}

#[test]
fn limits_hold() {
    let systems = strip(21);
    let stopped = |limits: Limits| {
        let engine = build("incremental:reduce=off").unwrap();
        engine.count(&systems, &mut Control::new(limits)).err()
    };
    assert_eq!(stopped(Limits { nodes: Some(10), ..Limits::default() }), Some(Stop::Nodes));
    assert_eq!(stopped(Limits { memory: Some(10), ..Limits::default() }), Some(Stop::Memory));
    assert_eq!(stopped(Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() }), Some(Stop::Timeout));
}
