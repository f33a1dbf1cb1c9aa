//! Answers of incomplete methods, from the cells that they decided.

use super::{Classes, Decision, Verdict};
use crate::system::System;

/// Verdicts of decided cells; the others are unknown.
pub fn classes(values: &[Option<bool>]) -> Classes {
    let verdict = |value: &Option<bool>| match value {
        Some(true) => Verdict::Mine,
        Some(false) => Verdict::Safe,
        None => Verdict::Unknown,
    };
    Classes::Cells(values.iter().map(verdict).collect())
}

/// A model where every cell in a sum is decided; the others are then filled up to the total.
pub fn decision(system: &System, values: &[Option<bool>]) -> Decision {
    let known = values.iter().filter(|v| **v == Some(true)).count() as i64;
    let mut missing = system.total.map_or(0, |total| total.saturating_sub(known));
    let fill = |value: &Option<bool>| {
        value.unwrap_or_else(|| {
            let mine = missing > 0;
            missing -= i64::from(mine);
            mine
        })
    };
    let model: Vec<bool> = values.iter().map(fill).collect();
    // An incomplete method must not guess an undecided cell in a sum, even correctly.
    let decided = system.sums.iter().flat_map(|s| &s.cells).all(|&c| values[c as usize].is_some());
    if decided && system.is_model(&model) { Decision::Model(model) } else { Decision::Unknown }
}
