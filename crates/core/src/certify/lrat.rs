//! Clausal proofs in the steps of LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, "Efficient
//! certified RAT verification", 2017), without its resolution steps on a pivot: each clause follows
//! from those before it by unit propagation along the clauses that its hints name.

use std::io::{self, Write};

use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::Rejected;

/// A clause and its hints: the numbers of earlier clauses that become unit one after the other when it is false, the
/// last one falsified. The clauses of the formula have the numbers 1, 2, ...; those of the steps follow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "(Vec<i32>, Vec<u32>)", into = "(Vec<i32>, Vec<u32>)")]
pub struct LratStep {
    /// Literals `±variable`, never 0; empty in the step that ends the proof.
    pub clause: Vec<i32>,
    /// Numbers of clauses, from 1, in the order in which they become unit.
    pub hints: Vec<u32>,
}

impl From<(Vec<i32>, Vec<u32>)> for LratStep {
    fn from((clause, hints): (Vec<i32>, Vec<u32>)) -> LratStep {
        LratStep { clause, hints }
    }
}

impl From<LratStep> for (Vec<i32>, Vec<u32>) {
    fn from(step: LratStep) -> (Vec<i32>, Vec<u32>) {
        (step.clause, step.hints)
    }
}

/// Checks that the steps derive the empty clause.
///
/// # Errors
/// A step does not follow, or no step is the empty clause.
pub fn check(formula: &[Vec<i32>], proof: &[LratStep]) -> Result<(), Rejected> {
    let mut value: FxHashMap<i32, bool> = FxHashMap::default();
    for (index, step) in proof.iter().enumerate() {
        let wrong = |what: &str| Err(Rejected(format!("step {}: {what}", index + 1)));
        // Variables have positive numbers, and 32 bits hold their opposites.
        if step.clause.iter().any(|&l| l == 0 || l == i32::MIN) {
            return wrong("a literal that is not a variable");
        }
        value.clear();
        let mut refuted = false;
        for &literal in &step.clause {
            // Assume the opposite of every literal; a clause with a variable in both signs is a tautology.
            refuted |= value.insert(literal.abs(), literal < 0).is_some_and(|before| before != (literal < 0));
        }
        for &hint in &step.hints {
            let at = (hint as usize).wrapping_sub(1);
            let earlier = proof[..index].get(at.wrapping_sub(formula.len())).map(|s| &s.clause);
            let Some(clause) = formula.get(at).or(earlier) else { return wrong("a hint at no earlier clause") };
            let mut unit = None;
            for &literal in clause.iter().filter(|l| value.get(&l.abs()).is_none_or(|v| *v == (**l > 0))) {
                if unit.replace(literal).is_some_and(|other| other != literal) {
                    return wrong("a hint at a clause that is not unit");
                }
            }
            match unit {
                Some(unit) => drop(value.insert(unit.abs(), unit > 0)),
                None => refuted = true,
            }
        }
        if !refuted {
            return wrong("the hints end without a conflict");
        }
        if step.clause.is_empty() {
            return Ok(());
        }
    }
    Err(Rejected::because("no step is the empty clause"))
}

/// The hints of a conflict that unit propagation on the clauses alone finds; None without one.
pub fn propagate(clauses: &[Vec<i32>]) -> Option<Vec<u32>> {
    let mut occurrences: FxHashMap<i32, Vec<u32>> = FxHashMap::default();
    let mut open: Vec<usize> = clauses.iter().map(Vec::len).collect();
    for (index, clause) in clauses.iter().enumerate() {
        clause.iter().for_each(|&l| occurrences.entry(l).or_default().push(index as u32));
    }
    // Variable: its value as a literal, and the clause that forced it.
    let mut reason: FxHashMap<i32, (i32, u32)> = FxHashMap::default();
    let mut trail: Vec<i32> = Vec::new();
    let mut units: Vec<u32> = (0..clauses.len() as u32).rev().filter(|&i| open[i as usize] <= 1).collect();
    let mut done = 0;
    let conflict = loop {
        if let Some(index) = units.pop() {
            let is_false = |l: &i32| reason.get(&l.abs()).is_some_and(|r| r.0 != *l);
            match clauses[index as usize].iter().find(|l| !is_false(l)) {
                None => break index,
                Some(&unit) if !reason.contains_key(&unit.abs()) => {
                    reason.insert(unit.abs(), (unit, index));
                    trail.push(unit);
                }
                Some(_) => {}
            }
            continue;
        }
        let literal = *trail.get(done)?;
        done += 1;
        for &index in occurrences.get(&-literal).into_iter().flatten() {
            open[index as usize] -= 1;
            if open[index as usize] <= 1 {
                units.push(index);
            }
        }
    };
    // The clauses that the conflict needs, in the order in which they became unit.
    let mut needed: FxHashSet<i32> = clauses[conflict as usize].iter().map(|l| l.abs()).collect();
    let mut hints = vec![conflict + 1];
    for literal in trail.iter().rev() {
        if needed.contains(&literal.abs()) {
            let index = reason[&literal.abs()].1;
            hints.push(index + 1);
            needed.extend(clauses[index as usize].iter().map(|l| l.abs()));
        }
    }
    hints.reverse();
    Some(hints)
}

/// The steps that the first empty clause needs, renumbered, and the clauses of the formula that they use.
pub fn trim(formula: usize, proof: &[LratStep]) -> (Vec<LratStep>, Vec<bool>) {
    let end = proof.iter().position(|s| s.clause.is_empty()).map_or(proof.len(), |at| at + 1);
    let mut used = vec![false; formula + end];
    used.last_mut().into_iter().for_each(|last| *last = true);
    for at in (0..end).rev() {
        if used[formula + at] {
            proof[at].hints.iter().for_each(|&hint| used[hint as usize - 1] = true);
        }
    }
    let mut number = vec![0u32; formula + end];
    let mut next = formula as u32;
    let mut kept = Vec::new();
    for (at, step) in proof[..end].iter().enumerate() {
        if used[formula + at] {
            next += 1;
            number[formula + at] = next;
            let renumbered = |&hint: &u32| if hint as usize <= formula { hint } else { number[hint as usize - 1] };
            kept.push(LratStep { clause: step.clause.clone(), hints: step.hints.iter().map(renumbered).collect() });
        }
    }
    used.truncate(formula);
    (kept, used)
}

/// Writes steps as an LRAT file for a formula of `formula` clauses.
///
/// # Errors
/// Those of the writer.
pub fn write(out: &mut dyn Write, formula: usize, proof: &[LratStep]) -> io::Result<()> {
    for (step, number) in proof.iter().zip(formula + 1..) {
        write!(out, "{number}")?;
        step.clause.iter().try_for_each(|l| write!(out, " {l}"))?;
        write!(out, " 0")?;
        step.hints.iter().try_for_each(|h| write!(out, " {h}"))?;
        writeln!(out, " 0")?;
    }
    Ok(())
}

/// Writes the clauses of the steps as a DRAT file.
///
/// # Errors
/// Those of the writer.
pub fn write_drat(out: &mut dyn Write, proof: &[LratStep]) -> io::Result<()> {
    for step in proof {
        step.clause.iter().try_for_each(|l| write!(out, "{l} "))?;
        writeln!(out, "0")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(clause: &[i32], hints: &[u32]) -> LratStep {
        LratStep { clause: clause.to_vec(), hints: hints.to_vec() }
    }

    #[test]
    fn steps_are_checked() {
        // Two variables, all four clauses.
        let formula = [vec![1, 2], vec![1, -2], vec![-1, 2], vec![-1, -2]];
        let right = [step(&[1], &[1, 2]), step(&[2], &[3, 5]), step(&[], &[5, 3, 4])];
        assert!(check(&formula, &right[..1]).is_err(), "no empty clause");
        assert_eq!(check(&formula, &[right[0].clone(), right[2].clone()]), Ok(()));
        for wrong in [
            vec![step(&[], &[1, 2])],
            vec![step(&[1], &[1]), right[2].clone()],
            vec![step(&[1], &[1, 9]), right[2].clone()],
            vec![step(&[1], &[5, 2]), right[2].clone()],
            vec![step(&[1], &[0]), right[2].clone()],
            vec![step(&[-1], &[1, 2]), right[2].clone()],
        ] {
            assert!(check(&formula, &wrong).is_err(), "{wrong:?}");
        }
        // The second step of these is not needed.
        let (kept, used) = trim(4, &[right[0].clone(), step(&[1, 2], &[1]), step(&[], &[5, 3, 4])]);
        assert_eq!((kept.len(), &kept[1]), (2, &right[2]));
        assert_eq!((check(&formula, &kept), used), (Ok(()), vec![true; 4]));
        let mut out = Vec::new();
        write(&mut out, 4, &kept).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "5 1 0 1 2 0\n6 0 5 3 4 0\n");
    }

    #[test]
    fn propagation_names_what_it_needs() {
        let formula = [vec![3], vec![1], vec![-1, 2], vec![-2, -1], vec![-3, 4]];
        let hints = propagate(&formula).unwrap();
        assert_eq!(check(&formula, &[step(&[], &hints)]), Ok(()));
        assert!(hints.iter().all(|hint| [2, 3, 4].contains(hint)), "{hints:?}");
        assert_eq!(propagate(&formula[..3]), None);
        assert_eq!(propagate(&[vec![1], vec![]]), Some(vec![2]));
    }
}
