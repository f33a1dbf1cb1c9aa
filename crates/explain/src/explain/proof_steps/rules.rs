//! Steps of the deduction rules, cut down to those that the goal needs.

use std::collections::BTreeMap;

use super::{ClueTerm, Decided, Derivation, Goal, ProofStep};
use crate::engine::rules::{Deductions, Level, RuleSet, deduce};
use crate::engine::{Control, Stop};
use crate::explain::part::Part;
use crate::explain::position::CluePosition;
use crate::explain::text::{clue, decided, equation, mines, place, sentence};
use crate::system::System;

/// The steps of the weakest rules that reach the goal from the part's sums; None if no rules do.
///
/// # Errors
/// A limit ran out.
pub(super) fn derive(
    position: &CluePosition,
    part: &Part,
    goal: Goal,
    control: &mut Control,
) -> Result<Option<(Derivation, Vec<String>)>, Stop> {
    let Some(steps) = steps(position, part, &part.system, &[], goal, Level::all(), control)? else { return Ok(None) };
    let text = steps.iter().map(|s| s.text.clone()).collect();
    Ok(Some((Derivation::Rules { steps }, text)))
}

/// The same for the part's sums with suppositions: `system` has a sum for each after the part's own.
///
/// # Errors
/// A limit ran out.
pub(super) fn steps(
    position: &CluePosition,
    part: &Part,
    system: &System,
    supposed: &[(u32, bool)],
    goal: Goal,
    levels: impl Iterator<Item = Level>,
    control: &mut Control,
) -> Result<Option<Vec<ProofStep>>, Stop> {
    let writer = Writer { position, part, system, supposed };
    // Rules do not look at empty sums.
    let wrong = (0..part.sums.len()).find(|&s| !part.system.sums[s].is_possible());
    if let (None, Some(sum), Some(level)) = (goal, wrong, Level::all().next()) {
        let terms = [crate::engine::rules::SumTerm { sum: sum as u32, times: 1 }];
        return Ok(Some(vec![writer.step(level, &terms, writer.add(&terms), &BTreeMap::new(), &[])]));
    }
    for level in levels {
        let found = deduce(system, RuleSet { level, total: true }, control)?;
        let reached = match goal {
            Some((cell, _)) => found.contradiction().is_none() && found.is_decided(cell),
            None => found.contradiction().is_some(),
        };
        if reached {
            return Ok(Some(writer.write(&found, goal)));
        }
    }
    Ok(None)
}

struct Writer<'a> {
    position: &'a CluePosition<'a>,
    part: &'a Part,
    system: &'a System,
    supposed: &'a [(u32, bool)],
}

/// A step with the terms added up: the coefficient of each cell, and the value.
struct Added {
    row: BTreeMap<u32, i64>,
    value: i64,
}

impl Writer<'_> {
    fn add(&self, terms: &[crate::engine::rules::SumTerm]) -> Added {
        let mut added = Added { row: BTreeMap::new(), value: 0 };
        for term in terms {
            match self.system.sums.get(term.sum as usize) {
                Some(sum) => {
                    sum.cells.iter().for_each(|&c| *added.row.entry(c).or_default() += term.times);
                    added.value += term.times * i64::from(sum.count);
                }
                None => {
                    (0..self.system.cells as u32).for_each(|c| *added.row.entry(c).or_default() += term.times);
                    added.value += term.times * self.system.total.unwrap_or(0);
                }
            }
        }
        added.row.retain(|_, times| *times != 0);
        added
    }

    /// The steps that the goal needs, in their order.
    fn write(&self, found: &Deductions, goal: Goal) -> Vec<ProofStep> {
        let all = found.steps();
        // Which step decided each cell.
        let mut by: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, step) in all.iter().enumerate() {
            for &(cell, _) in found.cells(step) {
                by.entry(cell).or_insert(number);
            }
        }
        let values = found.values(self.system.cells);
        let last = match goal {
            Some((cell, _)) => by.get(&cell).copied(),
            None => all.len().checked_sub(1),
        };
        let mut needed = vec![false; all.len()];
        let mut wanted: BTreeMap<u32, bool> = goal.into_iter().collect();
        last.into_iter().for_each(|last| needed[last] = true);
        let mut written = Vec::new();
        for number in (0..all.len()).rev().filter(|&n| last.is_some_and(|l| n <= l)) {
            if !needed[number] {
                continue;
            }
            let terms = found.terms(&all[number]);
            let added = self.add(terms);
            let mut known = BTreeMap::new();
            for &cell in added.row.keys() {
                if let (Some(&earlier), Some(mine)) = (by.get(&cell).filter(|&&e| e < number), values[cell as usize]) {
                    needed[earlier] = true;
                    wanted.insert(cell, mine);
                    known.insert(cell, mine);
                }
            }
            let own = found.cells(&all[number]).iter();
            let decides: Vec<(u32, bool)> = own.filter(|(cell, _)| wanted.contains_key(cell)).copied().collect();
            written.push(self.step(all[number].rule, terms, added, &known, &decides));
        }
        written.reverse();
        written
    }

    fn step(
        &self,
        rule: Level,
        terms: &[crate::engine::rules::SumTerm],
        added: Added,
        known: &BTreeMap<u32, bool>,
        decides: &[(u32, bool)],
    ) -> ProofStep {
        let at = |&(cell, mine): &(u32, bool)| Decided { at: self.part.place(self.position, cell), mine };
        let uses: Vec<Decided> = known.iter().map(|(&c, &m)| at(&(c, m))).collect();
        let decides: Vec<Decided> = decides.iter().map(at).collect();
        let rest: Vec<(u32, i64)> =
            added.row.iter().map(|(&c, &t)| (c, t)).filter(|(c, _)| !known.contains_key(c)).collect();
        let taken: i64 = known.iter().filter(|(_, mine)| **mine).map(|(c, _)| added.row[c]).sum();
        let value = added.value - taken;
        let mut ordered: Vec<_> = terms.iter().collect();
        ordered.sort_by_key(|t| t.times < 0);
        let names: Vec<String> = ordered.iter().map(|t| self.name(t)).collect();
        let follows =
            if decides.is_empty() { "which cannot be".to_string() } else { format!("so {}", decided(&decides)) };
        let said = match terms {
            [term] if term.times == 1 => {
                let with = if uses.is_empty() { String::new() } else { format!(" ({})", decided(&uses)) };
                let cells = if rest.len() == 1 { "1 cell".into() } else { format!("{} cells", rest.len()) };
                match value {
                    0.. => format!("{} needs {} more on {cells}{with}, {follows}", names[0], mines(value)),
                    _ => format!("{} has {} too many{with}, {follows}", names[0], mines(-value)),
                }
            }
            _ => {
                let with = if uses.is_empty() { String::new() } else { format!(", with {}", decided(&uses)) };
                let sum = equation(self.part, self.position, &rest, value);
                let combined = names.join(" and ").replace(" and less ", " less ");
                format!("{combined}{with}: {sum}, {follows}")
            }
        };
        let place_of = |t: &crate::engine::rules::SumTerm| {
            let sum = self.part.sums.get(t.sum as usize)?;
            Some(self.position.map.grid.position(self.position.clues[*sum as usize] as usize))
        };
        ProofStep {
            rule: rule.name(),
            terms: terms.iter().map(|t| ClueTerm { at: place_of(t), times: t.times }).collect(),
            uses,
            decides,
            text: sentence(&said),
        }
    }

    fn name(&self, term: &crate::engine::rules::SumTerm) -> String {
        let index = term.sum as usize;
        let name = match (self.part.sums.get(index), self.supposed.get(index.wrapping_sub(self.part.sums.len()))) {
            (Some(&sum), _) => clue(self.position, sum),
            (None, Some(&(cell, mine))) => {
                let what = if mine { "a mine" } else { "safe" };
                format!("{} supposed {what}", place(self.part.place(self.position, cell)))
            }
            (None, None) => "the total".into(),
        };
        match term.times {
            1 => name,
            -1 => format!("less {name}"),
            n if n < 0 => format!("less {} times {name}", -n),
            n => format!("{n} times {name}"),
        }
    }
}
