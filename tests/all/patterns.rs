//! The pattern collection: expected verdicts, counts and probabilities, on every engine.

use minesat::engine::{Classes, Control, FAMILIES, Limits, Stop, Verdict, build};
use minesat::instance::{Instance, read_all};
use minesat::system::System;
use num_bigint::BigUint;

fn patterns() -> Vec<Instance> {
    read_all(&format!("{}/instances/patterns.jsonl", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// Every preset of every engine, and every engine without one.
fn specs() -> Vec<String> {
    let with_presets = |f: &&'static minesat::engine::EngineFamily| {
        let presets = f.presets.iter().map(|p| format!("{}:{}", f.name, p.name));
        std::iter::once(f.name.to_string()).chain(presets).collect::<Vec<_>>()
    };
    FAMILIES.iter().flat_map(with_presets).collect()
}

/// Some engines list all assignments: more than this is not for them.
fn control() -> Control {
    Control::new(Limits { nodes: Some(300_000), ..Limits::default() })
}

fn gave_up(stop: &Stop) -> bool {
    matches!(stop, Stop::Nodes | Stop::Unsupported(_))
}

#[test]
fn there_are_patterns_of_all_groups() {
    let all = patterns();
    assert!(all.len() >= 115);
    let groups =
        ["basic", "reduction", "corner", "hole", "triangle", "fifty", "counting", "chain", "kaye", "inconsistent"];
    for group in groups {
        assert!(all.iter().filter(|p| p.params["group"] == group).count() >= 4, "{group}");
    }
}

/// Incomplete engines may leave cells unknown; nobody may say anything else than what is expected.
#[test]
fn verdicts_on_every_engine() {
    for spec in specs() {
        let engine = build(&spec).unwrap();
        let incomplete = !engine.is_complete();
        let (mut answered, mut all_said) = (0, 0);
        for pattern in patterns() {
            let (system, map) = System::from_board(&pattern.board);
            let expected = pattern.expected.unwrap();
            let classes = match engine.classify(&system, &mut control()) {
                Ok(classes) => classes,
                Err(stop) if gave_up(&stop) => continue,
                Err(stop) => panic!("{spec} on {}: {stop}", pattern.name),
            };
            answered += 1;
            let consistent = expected.status.as_deref() == Some("ok");
            let Classes::Cells(verdicts) = classes else {
                assert!(!consistent, "{spec} on {}", pattern.name);
                continue;
            };
            assert!(consistent || incomplete, "{spec} on {}", pattern.name);
            let Some(rows) = expected.classes else { continue };
            let letters: Vec<char> = rows.iter().flat_map(|row| row.chars()).collect();
            let wanted = |v: usize| letters[map.cells[v] as usize];
            all_said += usize::from(verdicts.iter().all(|v| *v != Verdict::Unknown));
            for (v, verdict) in verdicts.iter().enumerate() {
                let unknown = incomplete && *verdict == Verdict::Unknown;
                assert!(unknown || verdict.letter() == wanted(v), "{spec} on {}: variable {v}", pattern.name);
            }
        }
        assert!(answered >= 60 && (incomplete || all_said >= 50), "{spec}: {answered} answers, {all_said} complete");
    }
}

#[test]
fn counts_and_probabilities_on_every_engine_that_counts() {
    let mut counters = 0;
    for spec in specs() {
        let engine = build(&spec).unwrap();
        let mut answered = 0;
        for pattern in patterns() {
            let (system, map) = System::from_board(&pattern.board);
            let count = match engine.count(&system, &mut control()) {
                Ok(count) => count,
                Err(stop) if gave_up(&stop) => continue,
                Err(stop) => panic!("{spec} on {}: {stop}", pattern.name),
            };
            answered += 1;
            let expected = pattern.expected.unwrap();
            assert_eq!(Some(count.models.to_string()), expected.models, "{spec} on {}", pattern.name);
            let Some(rows) = expected.more.get("probabilities") else { continue };
            for v in 0..system.cells {
                let (row, col) = map.grid.position(map.cells[v] as usize);
                let (top, bottom) = fraction(rows[row][col].as_str().unwrap());
                assert_eq!(count.cells.mined(v) * bottom, &count.models * top, "{spec} on {}", pattern.name);
            }
        }
        counters += usize::from(answered >= 60);
    }
    assert!(counters >= 3, "{counters}");
}

/// `a` or `a/b`.
fn fraction(text: &str) -> (BigUint, BigUint) {
    let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
    (top.parse().unwrap(), bottom.parse().unwrap())
}
