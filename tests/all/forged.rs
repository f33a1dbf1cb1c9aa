//! Forged certificates: what the checker accepts holds in every model.

use crate::common;
use std::process::{Command, Output};

use crate::common::certificates::{Forge, is_false, models};
use minesat::certify::{Certificate, NamedCertificate, Verifier, read_entry};
use minesat::engine::{Control, build, certificates};
use minesat::rng::Rng;
use minesat::system::System;

/// Certificates of the verdicts of a small system, by one of the engines that have ways of their own.
fn proofs(system: &System, index: u64) -> Vec<Certificate> {
    let engine = build(["rules", "lp", "ilp", "sat"][(index / 4 % 4) as usize]).unwrap();
    let classes = engine.classify(system, &mut Control::default()).unwrap();
    certificates(&*engine, system, &classes, &mut Control::default()).unwrap()
}

/// How forged certificates fared.
#[derive(Debug, Default)]
struct Fared {
    accepted: u64,
    refused: u64,
}

/// Checks `count` forged certificates, each behind some valid ones.
///
/// # Panics
/// If one is accepted that a model denies.
fn forge(count: u64) -> Fared {
    let mut fared = Fared::default();
    for index in 0.. {
        let mut rng = Rng::stream(0xf0, index);
        let system = common::small_system(index, 9);
        let (models, valid) = (models(&system), proofs(&system, index));
        for _ in 0..40 {
            if fared.accepted + fared.refused == count {
                return fared;
            }
            let mut verifier = Verifier::new(&system);
            let place = rng.index(valid.len() + 1);
            valid[..place].iter().for_each(|c| verifier.add(c).unwrap());
            let mut forge = Forge::new(&system, &mut rng);
            let forged = match valid.get(place) {
                Some(certificate) => forge.changed(certificate),
                None => forge.drawn(),
            };
            // By way of the text, as a file brings it.
            let line = NamedCertificate { instance: "a".into(), certificate: forged }.to_line();
            let entry = read_entry("t", 1, &line).unwrap();
            match verifier.add(&entry.certificate) {
                Ok(()) => fared.accepted += 1,
                Err(_) => fared.refused += 1,
            }
            assert!(!is_false(&verifier, &models), "{line} is accepted on {system:?}");
        }
    }
    fared
}

#[test]
fn forged_certificates_prove_nothing_false() {
    let fared = forge(40_000);
    // Neither a checker that refuses everything nor forgeries that are all nonsense.
    assert!(fared.accepted > 2_000 && fared.refused > 20_000, "{fared:?}");
}

/// `cargo test --release --test all forged:: -- --ignored --nocapture`
#[test]
#[ignore = "a million certificates"]
fn a_million_forged_certificates_prove_nothing_false() {
    println!("{:?}", forge(1_000_000));
}

fn check(board: &str, certificates: &str) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let (boards, proofs) = (folder.path().join("open.mine"), folder.path().join("proof.jsonl"));
    std::fs::write(&boards, board).unwrap();
    std::fs::write(&proofs, certificates).unwrap();
    Command::new(env!("CARGO_BIN_EXE_minesat")).arg("verify").arg(boards).arg(proofs).output().unwrap()
}

/// Three products near 2^126 once wrapped around: one mine, two mines and an inconsistency were proved where one cell of
/// two is a mine.
#[test]
fn wrapped_sums_are_refused() {
    let tree = r#"{"tree":[{"split":{"cells":[],"at":9223372036854775806}},{"leaf":[[2,9223372036854775807],[2,9223372036854775807],[2,9223372036854775807]]},{"leaf":[[2,1]]}]}"#;
    for claims in ["[[0,true]]", "[[0,true],[1,true]]", "[]"] {
        let line = format!("{{\"instance\":\"open\",\"claims\":{claims},\"reason\":{tree}}}\n");
        let output = check("1 3 1\n#1#\n", &line);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains("rejected: node 0: a split of 0 cells lies at -1 to 0"), "{text}");
        assert!(text.ends_with("open: 0 safe, 0 mines proved by 0 certificates\n"), "{text}");
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn what_is_no_certificate_is_bad_input() {
    for (text, reason) in [
        ("", "an empty file proves nothing"),
        ("\n \n", "an empty file proves nothing"),
        ("{\"instance\":\"open\",\"claims\":[],\"reason\":{\"tree\":[]},\"why\":1}", "unknown field `why`"),
        ("{\"instance\":\"shut\",\"claims\":[],\"reason\":{\"tree\":[]}}", "which is no instance"),
        ("{\"instance\":\"open\",\"claims\":[[0,1]],\"reason\":{\"tree\":[]}}", "invalid type"),
    ] {
        let output = check("1 3 1\n#1#\n", text);
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{text}: {error}");
        assert!(error.contains(reason), "{text}: {error}");
    }
}
