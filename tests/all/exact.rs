//! Exact counts at every total, chances from bounds, and priors, all against brute force or against
//! each other. `MINESAT_SYSTEMS=100000` sets the number of small systems.

use crate::common;
use minesat::engine::{Classes, Control, Engine, KnownCells, MarginalOutputs, Marginals, Prior, build};
use minesat::generate::{Params, instance};
use minesat::rng::Rng;
use minesat::system::{Count, System};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

const ALL: MarginalOutputs = MarginalOutputs { models: true, tally: true };

fn count(engine: &dyn Engine, system: &System) -> Count {
    engine.count(system, &mut Control::default()).expect("no limits")
}

/// The count and the survey of the sweep say what brute force says.
fn check(brute: &dyn Engine, frontier: &dyn Engine, system: &System) {
    let right = count(brute, system);
    let got = count(frontier, system);
    assert_eq!((&got.models, &got.tally), (&right.models, &right.tally), "{system:?}");
    if !right.models.is_zero() {
        (0..system.cells).for_each(|c| assert_eq!(got.cells.mined(c), right.cells.mined(c), "cell {c} of {system:?}"));
    }
    let survey = frontier.survey(system, ALL, &mut Control::default()).expect("no limits");
    assert_eq!(survey, Marginals::from_count(&right, ALL), "{system:?}");
}

#[test]
fn small_systems_agree_with_brute_force() {
    let systems = std::env::var("MINESAT_SYSTEMS").ok().and_then(|n| n.parse().ok()).unwrap_or(10_000);
    let (brute, frontier) = (build("brute").unwrap(), build("frontier").unwrap());
    for index in 0..systems {
        // Of another series of cells than the test of all engines, and larger now and then.
        let most = if index % 50 == 0 { 14 } else { 9 };
        check(brute.as_ref(), frontier.as_ref(), &common::small_system(1_000_000 + index, most));
    }
}

#[test]
fn every_total_agrees_with_brute_force() {
    let (brute, frontier) = (build("brute").unwrap(), build("frontier").unwrap());
    for index in 0..1000 {
        let mut system = common::small_system(2_000_000 + index, 8);
        let totals = (-1..=system.cells as i64 + 1).chain([i64::MIN, i64::MIN + 1, i64::MAX - 1, i64::MAX]);
        for total in totals.map(Some).chain([None]) {
            system.total = total;
            check(brute.as_ref(), frontier.as_ref(), &system);
        }
    }
}

#[test]
fn surveys_equal_exact_counts_bit_for_bit() {
    let frontier = build("frontier").unwrap();
    let boards = [
        ("uniform", vec![("rows", "16"), ("cols", "30"), ("mines", "99"), ("open", "0.5")]),
        ("uniform", vec![("rows", "60"), ("cols", "60"), ("density", "0.2"), ("open", "0.5")]),
        ("uniform", vec![("rows", "60"), ("cols", "60"), ("density", "0.25"), ("open", "0.4"), ("total", "unknown")]),
        ("scatter", vec![("rows", "14"), ("cols", "14"), ("density", "0.2"), ("reveal", "0.3")]),
        ("corridor", vec![("rows", "3"), ("length", "300"), ("density", "0.2")]),
    ];
    for (family, settings) in boards {
        let params = Params::with(family, &settings).unwrap();
        for index in 0..6 {
            let board = instance(&params, 7, index).unwrap().board;
            for known in [true, false] {
                let (mut system, _) = System::from_board(&board);
                system.total = if known { system.total.or(Some(system.cells as i64 / 4)) } else { None };
                let exact = count(frontier.as_ref(), &system);
                let survey = frontier.survey(&system, ALL, &mut Control::default()).unwrap();
                assert_eq!(survey, Marginals::from_count(&exact, ALL), "{family} {settings:?} {index}");
                let less = MarginalOutputs { models: true, tally: false };
                let less = frontier.survey(&system, less, &mut Control::default()).unwrap();
                assert_eq!((less.models, less.frontier), (survey.models, survey.frontier));
                if less.classes != Classes::Inconsistent {
                    assert_eq!(less.chances, survey.chances);
                }
            }
        }
    }
}

#[test]
fn priors_weigh_models_by_their_mines() {
    let frontier = build("frontier").unwrap();
    let priors = ["0.3", "uniform", "jeffreys", "1/2"].map(|text| Prior::parse(text).unwrap());
    for index in 0..3000 {
        let prior = priors[index as usize % priors.len()];
        // Cells that the system does not hold.
        let seen = KnownCells { mines: index as usize % 5, safe: index as usize / 5 % 7 };
        let factorial = |n: u32| (1..=n).map(BigUint::from).product::<BigUint>();
        let odd = |n: u32| (1..=n).map(|i| BigUint::from(2 * i - 1)).product::<BigUint>();
        let mut system = common::small_system(3_000_000 + index, 9);
        system.total = None;
        let weight = |mines: u32| {
            let safe = system.cells as u32 - mines + seen.safe as u32;
            let mines = mines + seen.mines as u32;
            match prior {
                Prior::Given { mines: p, of } => BigUint::from(p).pow(mines) * BigUint::from(of - p).pow(safe),
                Prior::Uniform => factorial(mines) * factorial(safe),
                Prior::Jeffreys => odd(mines) * odd(safe),
            }
        };
        let (mut all, mut mined) = (BigUint::zero(), vec![BigUint::zero(); system.cells]);
        for mask in 0u32..1 << system.cells {
            let mines: Vec<bool> = (0..system.cells).map(|c| mask >> c & 1 == 1).collect();
            if system.is_model(&mines) {
                all += weight(mask.count_ones());
                mined.iter_mut().zip(mines).filter(|(_, m)| *m).for_each(|(sum, _)| *sum += weight(mask.count_ones()));
            }
        }
        let got = frontier.weigh(&system, prior, seen, &mut Control::default()).unwrap();
        assert_eq!(got.index.is_empty(), all.is_zero() || system.cells == 0, "{system:?}");
        for (cell, &i) in got.index.iter().enumerate() {
            let (part, whole) = &got.ratios[i as usize];
            assert_eq!(part * &all, &mined[cell] * whole, "cell {cell} of {system:?}");
        }
    }
    let system = System { cells: 2, sums: vec![], total: Some(1) };
    assert!(frontier.weigh(&system, Prior::Jeffreys, KnownCells::default(), &mut Control::default()).is_err());
}

#[test]
fn a_long_corridor_has_chances_without_a_tally() {
    let frontier = build("frontier").unwrap();
    let params = Params::with("corridor", &[("rows", "3"), ("length", "20000"), ("density", "0.2")]).unwrap();
    let (system, _) = System::from_board(&instance(&params, 3, 0).unwrap().board);
    let wanted = MarginalOutputs { models: true, tally: false };
    let survey = frontier.survey(&System { total: None, ..system }, wanted, &mut Control::default()).unwrap();
    assert!(survey.tally.is_none() && survey.models.is_some_and(|m| m.bits() > 1000));
    assert!(survey.chances.iter().all(|p| (0.0..=1.0).contains(p)));
}

#[test]
fn ranks_go_through_every_model_once() {
    for spec in ["frontier", "frontier:reduce=off", "frontier:cells"] {
        let frontier = build(spec).unwrap();
        for index in 0..600 {
            let system = common::small_system(4_000_000 + index, 8);
            let mut models = 0u64;
            let mut asked = 0u64;
            let mut all = |n: &BigUint| {
                models = n.to_u64().expect("few cells");
                asked += 1;
                (asked <= models + 2).then(|| BigUint::from(asked - 1))
            };
            let mut picked = Vec::new();
            let mut take = |rank: BigUint, model| {
                assert_eq!(rank, BigUint::from(picked.len()));
                picked.push(model);
                Ok(())
            };
            frontier.models_at_ranks(&system, &mut all, &mut take, &mut Control::default()).unwrap();
            assert_eq!(picked.len() as u64, models);
            assert!(picked.iter().all(|model| system.is_model(model)), "{system:?}");
            picked.sort_unstable();
            picked.dedup();
            let right = (0u32..1 << system.cells)
                .filter(|mask| system.is_model(&(0..system.cells).map(|c| mask >> c & 1 == 1).collect::<Vec<_>>()));
            assert_eq!(picked.len(), right.count(), "{system:?}");
        }
    }
}

/// Pearson's chi-square of mine frequencies and of whole models, with a fixed seed.
#[test]
fn samples_pass_a_chi_square_test() {
    let frontier = build("frontier").unwrap();
    // A component of three models, one of two with different numbers of mines, four floating cells.
    let sums = [(vec![0, 1, 2], 1), (vec![3, 4], 1), (vec![4, 5], 1)];
    let sums = sums.map(|(cells, count)| minesat::system::Sum::new(cells, count)).to_vec();
    for total in [Some(4), None] {
        let system = System { cells: 10, sums: sums.clone(), total };
        let mut rng = Rng::new(2026);
        let (mut models, draws) = (0, 40_000);
        let mut left = draws;
        let mut random = |n: &BigUint| {
            models = n.to_usize().expect("few cells");
            left = u32::checked_sub(left, 1)?;
            Some(rng.below_big(n))
        };
        let mut seen = std::collections::BTreeMap::new();
        let mut take = |_, model| {
            *seen.entry(model).or_insert(0u32) += 1;
            Ok(())
        };
        frontier.models_at_ranks(&system, &mut random, &mut take, &mut Control::default()).unwrap();
        let expected = f64::from(draws) / models as f64;
        let unseen = (models - seen.len()) as f64 * expected;
        let square: f64 = seen.values().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum::<f64>() + unseen;
        let freedom = models as f64 - 1.0;
        // Four standard deviations of the chi-square distribution.
        assert!((square - freedom).abs() < 4.0 * (2.0 * freedom).sqrt(), "{square} for {freedom} degrees of freedom");
    }
}
