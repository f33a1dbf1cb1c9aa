//! Chooses the boards of a suite among graded ones.

use std::collections::{BTreeMap, BTreeSet};

use super::digest::canonical_hash;
use super::grade::Grade;
use crate::instance::Instance;

/// Numbers of boards that were not taken, by reason.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Equal to an earlier board up to symmetry.
    pub twins: usize,
    /// Below the first band.
    pub easy: usize,
    /// Whose answer one family alone gave.
    pub unsettled: usize,
    /// Beyond the most boards of their family and band.
    pub surplus: usize,
}

/// The boards of a suite.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// By family, with their features, in the order given.
    pub families: BTreeMap<String, Vec<Instance>>,
    /// What was not taken.
    pub left_out: LeftOut,
}

/// Takes at most `most` boards of every family and band, in the order given.
pub fn select(graded: impl IntoIterator<Item = (Instance, Grade)>, most: usize) -> Selection {
    let mut selection = Selection::default();
    let (mut met, mut taken) = (BTreeSet::new(), BTreeMap::new());
    for (instance, grade) in graded {
        let left_out = &mut selection.left_out;
        if !met.insert(canonical_hash(&instance.board)) {
            left_out.twins += 1;
            continue;
        }
        let Some(band) = grade.band() else {
            left_out.easy += 1;
            continue;
        };
        if grade.settled().is_none() {
            left_out.unsettled += 1;
            continue;
        }
        let taken: &mut usize = taken.entry((instance.family.clone(), band)).or_default();
        if *taken == most {
            left_out.surplus += 1;
            continue;
        }
        *taken += 1;
        let family = selection.families.entry(instance.family.clone()).or_default();
        family.push(grade.applied(Instance { tier: "suite".into(), ..instance }));
    }
    selection
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::instance::Expected;
    use crate::suite::GRADERS;

    #[test]
    fn every_reason_is_counted() {
        let one = |name: &str, row: &str, effort: u64, status: bool| {
            let board = Board::parse(&format!("1 {} ?\n{row}\n", row.len()), "t").unwrap();
            let instance = Instance { family: "f".into(), ..Instance::bare(name, board) };
            let expected = Expected { status: status.then(|| "ok".into()), ..Expected::default() };
            let grade = Grade {
                board: String::new(),
                efforts: GRADERS.iter().map(|engine| ((*engine).to_string(), true, Some(effort))).collect(),
                relaxation: "feasible".into(),
                decided: None,
                expected: Some(expected),
                disagreements: Vec::new(),
            };
            (instance, grade)
        };
        let selection = select(
            [
                one("a", "#1", 500, true),
                one("mirrored", "1#", 500, true),
                one("easy", "#1#", 99, true),
                one("unsettled", "##1", 500, false),
                one("surplus", "#1_", 500, true),
                one("b", "#1__", 5000, true),
            ],
            1,
        );
        assert_eq!(selection.left_out, LeftOut { twins: 1, easy: 1, unsettled: 1, surplus: 1 });
        let names: Vec<&str> = selection.families["f"].iter().map(|instance| instance.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(selection.families["f"].iter().all(|i| i.tier == "suite" && i.features.contains_key("canonical")));
    }
}
