//! Certificates: every verdict has one, none proves what is not so, and broken ones are rejected.

use crate::common;
use std::path::Path;

use minesat::answer::ask_certified;
use minesat::certify::{Certificate, CertificateNode, Justification, Verifier};
use minesat::compile::family::FormulaFamily;
use minesat::compile::library::Library;
use minesat::compile::problem::CompileOptions;
use minesat::engine::{Classes, Control, Limits, Verdict, build, certificates};
use minesat::instance::InstanceReader;
use minesat::rng::Rng;
use minesat::system::{Sum, System};

fn certified(spec: &str, system: &System) -> (Classes, Vec<Certificate>) {
    let engine = build(spec).unwrap();
    let classes = engine.classify(system, &mut Control::default()).unwrap();
    let certificates = certificates(&*engine, system, &classes, &mut Control::default()).unwrap();
    (classes, certificates)
}

/// Whether the certificates, checked in order, prove all of the verdicts that are certain.
fn proves(system: &System, classes: &Classes, certificates: &[Certificate]) -> Result<(), String> {
    let mut verifier = Verifier::new(system);
    for (at, certificate) in certificates.iter().enumerate() {
        verifier.add(certificate).map_err(|e| format!("certificate {at}: {e}: {certificate:?}"))?;
    }
    match classes {
        Classes::Inconsistent => verifier.is_inconsistent().then_some(()).ok_or("not refuted".into()),
        Classes::Cells(verdicts) => {
            for (cell, (&verdict, &known)) in verdicts.iter().zip(verifier.known()).enumerate() {
                let claim = verdict.is_certain().then_some(verdict == Verdict::Mine);
                if claim.is_some() && known != claim {
                    return Err(format!("cell {cell} is {verdict:?} and {known:?} is proved"));
                }
            }
            Ok(())
        }
    }
}

#[test]
fn every_verdict_is_certified() {
    for spec in ["sat", "rules", "lp", "ilp", "frontier"] {
        for index in 0..1200 {
            let system = common::small_system(index, 12);
            let (classes, certificates) = certified(spec, &system);
            if let Err(why) = proves(&system, &classes, &certificates) {
                panic!("{spec}, system {index}: {why}\n{classes:?}\n{system:?}");
            }
        }
    }
}

/// Verdicts on boards compiled from formulas follow from the whole board, not from the sums around a cell.
#[test]
fn verdicts_on_compiled_boards_are_certified() {
    let tiles = Library::named("6x7").unwrap();
    // The last one takes parities to see in a moment: a search takes time exponential in their number.
    let formulas: [(&str, &[&str], u64, bool); 4] = [
        ("random", &["variables=8", "clauses=34"], 1, true),
        ("random", &["variables=8", "clauses=80"], 2, false),
        ("parity", &["variables=6", "odd=1"], 1, true),
        ("parity", &["variables=16"], 1, false),
    ];
    for (family, settings, seed, has_model) in formulas {
        let settings: Vec<String> = settings.iter().map(|s| (*s).to_string()).collect();
        let family = FormulaFamily::named(family).unwrap();
        let problem = family.draw(&family.settings(&settings).unwrap(), seed, 0).unwrap().problem;
        let board = problem.compile(&tiles, &CompileOptions::default()).unwrap().board;
        let (system, _) = System::from_board(&board);
        for spec in ["sat", "lp", "ilp"] {
            let (classes, certificates) = certified(spec, &system);
            let name = format!("{spec}, {settings:?}");
            proves(&system, &classes, &certificates).unwrap_or_else(|why| panic!("{name}: {why}"));
            assert!(spec == "lp" || (classes == Classes::Inconsistent) != has_model, "{name}");
            assert!(certificates.iter().any(|c| matches!(c.reason, Justification::Clauses(_))), "{name}");
        }
    }
}

/// One of the small things that can be wrong with a certificate.
fn broken(certificate: &Certificate, system: &System, rng: &mut Rng) -> Certificate {
    let mut broken = certificate.clone();
    if !broken.claims.is_empty() && rng.chance(0.3) {
        let at = rng.index(broken.claims.len());
        match rng.below(3) {
            0 => broken.claims[at].1 ^= true,
            1 => broken.claims[at].0 = rng.below(system.cells as u64 + 1) as u32,
            _ => broken.claims.clear(),
        }
        return broken;
    }
    match &mut broken.reason {
        Justification::Tree(tree) => {
            let at = rng.index(tree.0.len());
            match &mut tree.0[at] {
                CertificateNode::Leaf(terms) if !terms.is_empty() => {
                    let term = rng.index(terms.len());
                    match rng.below(4) {
                        0 => drop(terms.remove(term)),
                        1 => terms[term].times += rng.index(5) as i64 - 2,
                        2 => terms[term].times = -terms[term].times,
                        _ => terms[term].sum = rng.below(system.sums.len() as u64 + 3) as u32,
                    }
                }
                CertificateNode::Leaf(_) => drop(tree.0.pop()),
                CertificateNode::Split { cells, at } if rng.chance(0.5) => {
                    *at += 1;
                    cells.truncate(1);
                }
                CertificateNode::Split { .. } => drop(tree.0.remove(at)),
            }
        }
        Justification::Clauses(refutation) => {
            let step = rng.index(refutation.proof.len().max(1));
            match rng.below(4) {
                0 if !refutation.sums.is_empty() => drop(refutation.sums.remove(rng.index(refutation.sums.len()))),
                1 => refutation.total ^= true,
                2 if step < refutation.proof.len() => {
                    let hints = &mut refutation.proof[step].hints;
                    let at = rng.index(hints.len().max(1));
                    hints.get_mut(at).into_iter().for_each(|h| *h = *h % 7 + 1);
                }
                3 if step < refutation.proof.len() => {
                    let clause = &mut refutation.proof[step].clause;
                    if clause.pop().is_none() {
                        refutation.proof.pop();
                    }
                }
                _ => refutation.proof.clear(),
            }
        }
    }
    broken
}

#[test]
fn broken_certificates_prove_nothing_false() {
    let mut rng = Rng::new(5);
    for spec in ["sat", "rules", "lp"] {
        let (mut rejected, mut kept) = (0, 0);
        for index in 0..1000 {
            let system = common::small_system(index, 11);
            let (_, certificates) = certified(spec, &system);
            let right = build("brute").unwrap().classify(&system, &mut Control::default()).unwrap();
            for at in 0..certificates.len() {
                let mut verifier = Verifier::new(&system);
                certificates[..at].iter().for_each(|c| verifier.add(c).unwrap());
                match verifier.add(&broken(&certificates[at], &system, &mut rng)) {
                    Err(_) => rejected += 1,
                    Ok(()) => kept += 1,
                }
                let Classes::Cells(verdicts) = &right else { continue };
                assert!(!verifier.is_inconsistent(), "{spec}, system {index}: {system:?}");
                for (known, verdict) in verifier.known().iter().zip(verdicts) {
                    let right = known.is_none_or(|mine| *verdict == if mine { Verdict::Mine } else { Verdict::Safe });
                    assert!(right, "{spec}, system {index}: {system:?}");
                }
            }
        }
        assert!(rejected > 500, "{spec}: {rejected} rejected, {kept} still proofs");
    }
}

/// Rings of pairs: each two neighbours hold one mine, on an odd ring that cannot be, and the relaxation
/// does not see it.
#[test]
fn what_a_relaxation_misses_takes_splits() {
    let ring = |first: u32, n: u32| (0..n).map(move |i| Sum::new(vec![first + i, first + (i + 1) % n], 1));
    let odd = System { cells: 5, sums: ring(0, 5).collect(), total: None };
    let (classes, certificates) = certified("ilp", &odd);
    assert_eq!(classes, Classes::Inconsistent);
    assert!(matches!(&certificates[0].reason, Justification::Tree(tree) if tree.0.len() > 1), "{certificates:?}");
    assert_eq!(proves(&odd, &classes, &certificates), Ok(()));
    // Chains with one or two mines each, and a total that leaves the floating cell nothing.
    let mut sums: Vec<Sum> = Vec::new();
    for first in (0..30).step_by(3) {
        sums.extend([Sum::new(vec![first, first + 1], 1), Sum::new(vec![first + 1, first + 2], 1)]);
    }
    let system = System { cells: 31, sums, total: Some(10) };
    for spec in ["sat", "ilp", "lp"] {
        let (classes, certificates) = certified(spec, &system);
        let Classes::Cells(verdicts) = &classes else { panic!("{spec}: there are models") };
        assert_eq!(verdicts[30], Verdict::Safe, "{spec}");
        assert_eq!(proves(&system, &classes, &certificates), Ok(()), "{spec}");
    }
}

/// Long sums and totals are written with counters instead of subsets.
#[test]
fn long_sums_are_counted() {
    for (count, more) in [(3, 1), (9, 2), (12, 0)] {
        let mut sums = vec![Sum::new(0..12, count), Sum::new(0..11, count - 1)];
        sums.push(Sum::new(1..13, count - 1 + more));
        let system = System { cells: 14, sums, total: None };
        for spec in ["sat", "frontier"] {
            let (classes, certificates) = certified(spec, &system);
            let brute = build("brute").unwrap().classify(&system, &mut Control::default()).unwrap();
            assert_eq!(classes, brute);
            assert_eq!(proves(&system, &classes, &certificates), Ok(()), "{spec}, {count} and {more}");
        }
    }
}

/// Every verdict on the boards of two tiers.
#[test]
fn tiers_are_certified() {
    for (tier, boards, verdicts) in [("easy", 125, 3000), ("medium", 91, 13_000)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("instances");
        let instances = InstanceReader::open(folder.join(format!("{tier}.jsonl")).to_str().unwrap()).unwrap();
        let instances: Vec<_> = instances.map(Result::unwrap).collect();
        assert_eq!(instances.len(), boards);
        for spec in ["sat", "lp", "rules"] {
            let mut all = 0;
            for instance in &instances {
                let answer = ask_certified(build(spec).unwrap().as_ref(), &instance.board, Limits::default());
                let certified = answer.certified.unwrap();
                assert_eq!((certified.uncertified, certified.rejected), (0, None), "{spec}, {}", instance.name);
                all += certified.certified;
            }
            assert!(all >= verdicts, "{spec}, {tier}: {all} verdicts");
        }
    }
}
