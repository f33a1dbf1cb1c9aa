//! Linear and 0/1 programs: certificates, extremes, and what each engine must find.

use crate::common::{self, agreement};
use std::time::Duration;

use minesat::board::Grid;
use minesat::engine::lp::{FarkasCertificate, certify, max_mines, min_mines};
use minesat::engine::{Classes, Control, Counter, Decision, Limits, Stop, Verdict, build};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::eliminate_defined::generated::with_adders;
use minesat::system::{Sum, System};

fn right(system: &System) -> Classes {
    build("brute").unwrap().classify(system, &mut Control::default()).unwrap()
}

fn classify(spec: &str, system: &System) -> (Classes, Control) {
    let mut control = Control::default();
    let classes = build(spec).unwrap().classify(system, &mut control).unwrap();
    (classes, control)
}

#[test]
fn certificates_prove_only_true_claims() {
    let (mut proved, mut broken) = (0, 0);
    for index in 0..400 {
        let system = common::small_system(index, 12);
        let classes = right(&system);
        if let Some(found) = certify(&system, None, &mut Control::default()).unwrap() {
            assert_eq!(classes, Classes::Inconsistent, "{found:?} of {system:?}");
        }
        let Classes::Cells(verdicts) = classes else { continue };
        for (cell, verdict) in verdicts.into_iter().enumerate() {
            for mine in [false, true] {
                let Some(found) = certify(&system, Some((cell as u32, mine)), &mut Control::default()).unwrap() else {
                    continue;
                };
                assert_eq!(verdict, if mine { Verdict::Safe } else { Verdict::Mine }, "{found:?} of {system:?}");
                proved += 1;
                // The opposite claim is false, so no multipliers prove it.
                assert!(!FarkasCertificate { assumption: Some((cell as u32, !mine)), ..found.clone() }.verify(&system));
                assert!(!FarkasCertificate { assumption: None, ..found.clone() }.verify(&system));
                // Broken ones: a sum or a cell that is not there, all multipliers turned round.
                let mut outside = found.clone();
                outside.sums.push((system.sums.len() as u32, 1));
                assert!(!outside.verify(&system));
                assert!(
                    !FarkasCertificate { assumption: Some((system.cells as u32, mine)), ..found.clone() }
                        .verify(&system)
                );
                let mut turned = found.clone();
                turned.sums.iter_mut().for_each(|m| m.1 = -m.1);
                turned.total = -turned.total;
                broken += usize::from(!turned.verify(&system));
            }
        }
    }
    assert!(proved > 500 && broken == proved, "{proved} proved, {broken} rejected when turned round");
}

/// Boards with cells that others define, and random ones: equivalences change no answer, and without a total the relaxation
/// decides at least as many cells with them.
#[test]
fn equivalences_change_no_answer() {
    let (mut equal, mut more) = (0, 0);
    for index in 0..600 {
        let mut rng = Rng::stream(0xec0, index);
        let mut system = match index % 3 {
            0 => common::small_system(index, 12),
            _ => with_adders(&mut rng),
        };
        if system.cells > 16 {
            continue;
        }
        if index % 2 == 0 {
            system.total = None;
        } else if system.total.is_none() {
            system.total = Some(rng.index(system.cells + 1) as i64);
        }
        for spec in ["ilp:collapse=on", "lp:collapse=on", "lp:rounding=sums,collapse=on"] {
            agreement::check(spec, build(spec).unwrap().as_ref(), &system);
        }
        if system.total.is_none()
            && let (Classes::Cells(with), Classes::Cells(without)) =
                (classify("lp:collapse=on", &system).0, classify("lp:collapse=off", &system).0)
        {
            for (with, without) in with.iter().zip(&without).filter(|(_, without)| without.is_certain()) {
                assert_eq!(with, without, "{system:?}");
                equal += 1;
            }
            more +=
                with.iter().zip(&without).filter(|(with, without)| with.is_certain() && !without.is_certain()).count();
        }
    }
    assert!(equal > 300 && more > 10, "{equal} {more}");
}

#[test]
fn a_certificate_by_hand() {
    // x0 + x1 = 1, x0 + x1 + x2 = 1: x2 is safe.
    let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![0, 1, 2], 1)];
    let mut system = System { cells: 4, sums, total: Some(1) };
    let by_hand = FarkasCertificate { assumption: Some((2, true)), sums: vec![(0, -1), (1, 1)], total: 0 };
    assert!(by_hand.verify(&system));
    assert!(!FarkasCertificate { sums: vec![(0, -2), (1, 1)], ..by_hand.clone() }.verify(&system));
    // With one mine in all, the floating cell 3 is safe.
    let by_total = FarkasCertificate { assumption: Some((3, true)), sums: vec![(1, -1)], total: 1 };
    assert!(by_total.verify(&system));
    assert_eq!(
        certify(&system, Some((3, true)), &mut Control::default()).unwrap().map(|c| c.verify(&system)),
        Some(true)
    );
    system.total = None;
    assert!(!by_total.verify(&system));
    system.total = Some(2);
    assert!(!by_total.verify(&system));
}

#[test]
fn fractions_are_seen_through() {
    // Each pair of three cells holds one mine: one half on every cell fits, no model does.
    let odd = |n: u32| -> Vec<Sum> { (0..n).map(|i| Sum::new(vec![i, (i + 1) % n], 1)).collect() };
    let system = System { cells: 3, sums: odd(3), total: None };
    assert_eq!(build("lp").unwrap().decide(&system, &mut Control::default()), Ok(Decision::Unknown));
    for reduce in ["on", "off"] {
        let spec = format!("ilp:reduce={reduce}");
        assert_eq!(build(&spec).unwrap().decide(&system, &mut Control::default()), Ok(Decision::Inconsistent));
        assert_eq!(classify(&spec, &System { cells: 9, sums: odd(9), total: Some(4) }).0, Classes::Inconsistent);
    }
    // With a sixth cell in one sum of an odd ring there is a way out.
    let mut sums = odd(5);
    sums[0] = Sum::new(vec![0, 1, 5], 1);
    let system = System { cells: 6, sums, total: None };
    assert_eq!(classify("ilp", &system).0, right(&system));
}

/// A random position: a share of the safe cells is open.
fn scatter(size: usize, seed: u64, total: bool) -> System {
    let mut rng = Rng::stream(0x1b, seed);
    let grid = Grid { rows: size, cols: size };
    let mines = size * size / 5;
    let field = Field::random(grid, mines, &[], &mut rng);
    let open: Vec<bool> = grid.cells().map(|c| !field.is_mine(c) && rng.chance(0.3)).collect();
    System::from_board(&field.board(&open, total.then_some(mines as u32))).0
}

#[test]
fn larger_boards_agree_across_options() {
    for seed in 0..6 {
        let system = scatter(14, seed, seed % 2 == 0);
        let (whole, control) = classify("ilp", &system);
        assert_eq!(control.stats.get(Counter::Uncertified), None, "seed {seed}");
        let Classes::Cells(cells) = &whole else { panic!("seed {seed} is consistent") };
        assert!(cells.iter().all(|v| *v != Verdict::Unknown));
        assert_eq!(classify("ilp:reduce=off", &system).0, whole, "seed {seed}");
        for spec in ["lp", "lp:reduce=off", "ilp:solver=microlp"] {
            let Classes::Cells(some) = classify(spec, &system).0 else { panic!("{spec}, seed {seed} is consistent") };
            assert!(some.iter().zip(cells).all(|(a, b)| *a == Verdict::Unknown || a == b), "{spec}, seed {seed}");
            let forced = |v: &Verdict| matches!(v, Verdict::Safe | Verdict::Mine);
            let found = some.iter().filter(|v| forced(v)).count();
            let all = cells.iter().filter(|v| forced(v)).count();
            // The relaxation finds nearly all forced cells of random boards.
            assert!(found * 10 >= all * 9, "{spec}, seed {seed}: {found} of {all}");
        }
    }
}

#[test]
fn extremes_are_extreme() {
    for index in 0..400 {
        let system = common::small_system(index, 11);
        let frontier = system.is_frontier();
        let on_frontier = |model: &[bool]| model.iter().zip(&frontier).filter(|(m, f)| **m && **f).count() as i64;
        let all =
            (0..1u32 << system.cells).map(|bits| (0..system.cells).map(|c| bits >> c & 1 == 1).collect::<Vec<_>>());
        let counts: Vec<i64> = all.filter(|m| system.is_model(m)).map(|m| on_frontier(&m)).collect();
        let fewest = min_mines(&system, &mut Control::default()).unwrap();
        let most = max_mines(&system, &mut Control::default()).unwrap();
        for found in [&fewest, &most].into_iter().flatten() {
            assert!(system.is_model(&found.model) && on_frontier(&found.model) == found.mines, "{system:?}");
        }
        assert_eq!(fewest.map(|e| e.mines), counts.iter().min().copied(), "{system:?}");
        assert_eq!(most.map(|e| e.mines), counts.iter().max().copied(), "{system:?}");
    }
}

#[test]
fn limits_stop_both_engines() {
    let system = scatter(14, 0, true);
    for spec in ["lp", "ilp", "ilp:solver=microlp"] {
        let run = |limits| build(spec).unwrap().classify(&system, &mut Control::new(limits));
        assert_eq!(run(Limits { nodes: Some(3), ..Limits::default() }), Err(Stop::Nodes), "{spec}");
        assert_eq!(run(Limits { time: Some(Duration::ZERO), ..Limits::default() }), Err(Stop::Timeout), "{spec}");
    }
}

#[test]
fn extreme_totals_are_no_trouble() {
    let sums = vec![Sum::new(vec![0, 1], 1)];
    for total in [i64::MIN + 9, -1, 4, i64::MAX] {
        let system = System { cells: 3, sums: sums.clone(), total: Some(total) };
        for spec in ["lp", "lp:reduce=off", "ilp", "ilp:reduce=off"] {
            assert_eq!(classify(spec, &system).0, Classes::Inconsistent, "{spec}, total {total}");
        }
        let proof = certify(&system, None, &mut Control::default()).unwrap();
        assert!(proof.is_some_and(|p| p.verify(&system)), "total {total}");
        assert_eq!(min_mines(&system, &mut Control::default()), Ok(None));
    }
}
