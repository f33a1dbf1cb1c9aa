//! Explanations: every set alone forces its cell, and nothing of it can be left out.

mod common;

use minesat::board::Board;
use minesat::engine::rules::{Level, Method, deduce};
use minesat::engine::{Classes, Control, Engine, Verdict, build};
use minesat::explain::{
    Derivation, Explainer, Explanation, Failed, Finding, Minimality, Options, Position, Set, Word, contradiction,
    explain,
};
use minesat::instance::InstanceReader;
use minesat::rng::Rng;
use minesat::system::{Sum, System, ratio_to_f64};

/// The sums of a set, and the total if it is in it, without one of them (sums first, then the total).
fn without(position: &Position, set: &Set, left_out: Option<usize>) -> System {
    let sums = set.sums.iter().enumerate().filter(|(at, _)| Some(*at) != left_out);
    System {
        cells: position.system.cells,
        sums: sums.map(|(_, &s)| position.system.sums[s as usize].clone()).collect(),
        total: position.system.total.filter(|_| set.total && left_out != Some(set.sums.len())),
    }
}

/// Whether a system forces a value, by an engine that shares nothing with the explanation. Engines count cells
/// beside no sum; where there is no total they are left out.
fn forces(engine: &dyn Engine, system: &System, claim: Option<(u32, bool)>) -> bool {
    let mut system = system.clone();
    let mut claim = claim;
    if system.total.is_none() {
        let mut cells: Vec<u32> = system.sums.iter().flat_map(|s| s.cells.clone()).chain(claim.map(|c| c.0)).collect();
        cells.sort_unstable();
        cells.dedup();
        let local = |cell: &u32| cells.binary_search(cell).unwrap() as u32;
        for sum in &mut system.sums {
            *sum = Sum::new(sum.cells.iter().map(local).collect(), sum.count);
        }
        claim = claim.map(|(cell, mine)| (local(&cell), mine));
        system.cells = cells.len();
    }
    match (engine.classify(&system, &mut Control::default()).unwrap(), claim) {
        (Classes::Inconsistent, None) => true,
        (Classes::Cells(cells), Some((cell, mine))) => {
            cells[cell as usize] == if mine { Verdict::Mine } else { Verdict::Safe }
        }
        _ => false,
    }
}

fn check(engine: &dyn Engine, position: &Position, set: &Set, claim: Option<(u32, bool)>, name: &str) {
    assert!(forces(engine, &without(position, set, None), claim), "{name}: {claim:?} {set:?} does not force it");
    for left_out in 0..set.sums.len() + usize::from(set.total) {
        let rest = without(position, set, Some(left_out));
        assert!(!forces(engine, &rest, claim), "{name}: {claim:?} {set:?} can do without {left_out}");
    }
}

/// Explains every certain cell of the boards of a file; returns how many there were, and how many sets are proved
/// smallest.
fn every_cell(file: &str, every: usize) -> (usize, usize) {
    let engine = build("frontier").unwrap();
    let (mut cells, mut smallest, mut number) = (0, 0, 0);
    for instance in InstanceReader::open(file).unwrap() {
        let instance = instance.unwrap();
        let position = Position::new(&instance.board);
        let mut explainer = Explainer::new(&position, Options::default());
        let Classes::Cells(verdicts) = engine.classify(&position.system, &mut Control::default()).unwrap() else {
            let set = explainer.contradiction(&mut Control::default()).unwrap().unwrap();
            check(engine.as_ref(), &position, &set, None, &instance.name);
            continue;
        };
        for (cell, verdict) in verdicts.iter().enumerate().filter(|(_, v)| v.is_certain()) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            let found = explainer.cell(cell as u32, &mut Control::default()).unwrap();
            let Finding::Forced { mine, set } = found else {
                panic!("{}: {cell} is certain: {found:?}", instance.name)
            };
            assert_eq!(*verdict, if mine { Verdict::Mine } else { Verdict::Safe }, "{}: {cell}", instance.name);
            check(engine.as_ref(), &position, &set, Some((cell as u32, mine)), &instance.name);
            cells += 1;
            smallest += usize::from(set.minimality == Minimality::Smallest);
        }
    }
    (cells, smallest)
}

#[test]
fn sets_of_the_easy_tier() {
    let (cells, smallest) = every_cell("instances/easy.jsonl", 1);
    println!("easy: {cells} cells, {smallest} sets proved smallest");
    assert!(cells > 1000, "{cells}");
}

#[test]
fn sets_of_some_cells_of_the_medium_tier() {
    let (cells, smallest) = every_cell("instances/medium.jsonl", 20);
    println!("medium, every 20th: {cells} cells, {smallest} sets proved smallest");
    assert!(cells > 200, "{cells}");
}

/// All of them: minutes.
#[test]
#[ignore = "minutes"]
fn sets_of_the_medium_tier() {
    let (cells, smallest) = every_cell("instances/medium.jsonl", 1);
    println!("medium: {cells} cells, {smallest} sets proved smallest");
}

/// The fewest sums that force a claim, by trying all subsets; sets with the total only where none without does.
fn fewest(engine: &dyn Engine, system: &System, claim: Option<(u32, bool)>) -> Option<(bool, usize)> {
    for total in [false, true] {
        let of = |bits: u32| System {
            cells: system.cells,
            sums: (0..system.sums.len()).filter(|s| bits >> s & 1 == 1).map(|s| system.sums[s].clone()).collect(),
            total: system.total.filter(|_| total),
        };
        let all = 0..1u32 << system.sums.len();
        let forcing = all.filter(|&bits| forces(engine, &of(bits), claim));
        if let Some(least) = forcing.map(u32::count_ones).min() {
            return Some((total, least as usize));
        }
    }
    None
}

/// Small boards of all kinds, against all subsets of their clues by brute force.
#[test]
fn smallest_sets_are_smallest() {
    let brute = build("brute").unwrap();
    let (mut forced, mut contradictions, mut with_total, mut long) = (0, 0, 0, 0);
    for index in 0..160 {
        let mut rng = Rng::stream(7, index);
        let mut board = common::small_board(&mut rng, 11, index % 3 == 2);
        if index % 4 == 1 {
            board = board.with_mines(None);
        }
        let position = Position::new(&board);
        if position.system.sums.len() > 8 {
            continue;
        }
        let classes = brute.classify(&position.system, &mut Control::default()).unwrap();
        let mut explainer = Explainer::new(&position, Options::default());
        let mut compare = |set: &Set, claim| {
            let size = (set.total, set.sums.len());
            assert_eq!(
                fewest(brute.as_ref(), &position.system, claim),
                Some(size),
                "{index}: {board} {claim:?} {set:?}"
            );
            assert_eq!(set.minimality, Minimality::Smallest);
            with_total += usize::from(set.total);
            long += usize::from(set.sums.len() > 2);
        };
        match classes {
            Classes::Inconsistent => {
                contradictions += 1;
                compare(&explainer.contradiction(&mut Control::default()).unwrap().unwrap(), None);
                for cell in 0..position.system.cells as u32 {
                    let found = explainer.cell(cell, &mut Control::default()).unwrap();
                    assert!(matches!(found, Finding::Contradiction(_)), "{board}: {found:?}");
                }
            }
            Classes::Cells(verdicts) => {
                assert_eq!(explainer.contradiction(&mut Control::default()), Ok(None));
                for (cell, verdict) in (0..).zip(verdicts) {
                    match explainer.cell(cell, &mut Control::default()).unwrap() {
                        Finding::Forced { mine, set } => {
                            assert_eq!(verdict, if mine { Verdict::Mine } else { Verdict::Safe }, "{board}: {cell}");
                            forced += 1;
                            compare(&set, Some((cell, mine)));
                        }
                        Finding::Open { mine, safe } => {
                            assert_eq!(verdict, Verdict::Open, "{board}: {cell}");
                            assert!(position.system.is_model(&mine) && mine[cell as usize], "{board}: {cell}");
                            assert!(position.system.is_model(&safe) && !safe[cell as usize], "{board}: {cell}");
                        }
                        Finding::Contradiction(set) => panic!("{board}: {cell}: {set:?}"),
                    }
                }
            }
        }
    }
    println!("{forced} forced, {contradictions} contradictions, {with_total} with the total, {long} of more than two");
    assert!(forced > 100 && contradictions > 10 && with_total > 20 && long > 20);
}
