//! Why a set of clues has its consequence, in steps that a person can follow.
//!
//! The weakest argument that suffices on the clues of the set alone: steps of the deduction rules, as far as they are
//! needed; else the few cases that the clues leave; else "suppose the opposite", with more cases where necessary. With
//! the total also: the fewest mines that the clues need and the most that they allow.

mod cases;
mod count;
mod rules;
mod suppose;

use serde::Serialize;

use super::chance::Chance;
use super::explainer::SumSet;
use super::part::Part;
use super::position::{CluePosition, Decided};
use super::text::{self, list, mines, place, sentence};
use super::{Clue, Explanation, Minimality, Place, TwoModels, Word};
use crate::engine::{Control, Stop};

/// `times` times a clue; `at` is null for the total and for a supposition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClueTerm {
    /// Place of the clue; None for the total and for a supposition.
    pub at: Option<Place>,
    /// Multiplier, negative where the clue is subtracted.
    pub times: i64,
}

/// One use of a rule: add up the terms, substitute the known cells, and the cells have only one value left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProofStep {
    /// Name of the rule, as in `minesat engines`.
    pub rule: &'static str,
    /// What is added up.
    pub terms: Vec<ClueTerm>,
    /// Substituted cells, decided in earlier steps.
    pub uses: Vec<Decided>,
    /// None: the terms contradict each other.
    pub decides: Vec<Decided>,
    /// The step as a sentence.
    pub text: String,
}

/// Cells in the same clues of the set, and their number of mines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CellGroup {
    /// Interchangeable under these clues; at least one.
    pub cells: Vec<Place>,
    /// From 0 to the number of cells.
    pub mines: usize,
}

/// One way to satisfy the clues of the set, up to swaps within groups.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Case {
    /// Every covered cell beside the clues of the set is in one of them.
    pub groups: Vec<CellGroup>,
}

/// A line of an argument by cases, `depth` suppositions deep.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaseLine {
    /// Suppositions above this line that still hold.
    pub depth: usize,
    /// The supposition.
    pub suppose: Option<Decided>,
    /// Or the consequence.
    pub step: Option<ProofStep>,
    /// The line as a sentence, not indented.
    pub text: String,
}

/// Clues without common cells with others, and the mines that their cells can hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountedClues {
    /// Places of the clues; none: the cells beside no clue of the set.
    pub clues: Vec<Place>,
    pub cells: usize,
    /// Possible numbers of mines, ascending; if the cells include the cell in question, under the opposite. For cells
    /// beside no clue only the first and the last.
    pub mines: Vec<usize>,
}

/// How a set forces its consequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", tag = "by")]
pub enum Derivation {
    /// By uses of deduction rules, each on the clues and on cells decided before.
    Rules {
        /// In order; the last one decides the cell, or contradicts.
        steps: Vec<ProofStep>,
    },
    /// By all ways to satisfy the clues: the cell has one value in them.
    Cases {
        /// At most 8.
        cases: Vec<Case>,
    },
    /// By supposing the opposite until the clues contradict it, with case splits where the rules are stuck.
    Suppose {
        /// In order of the argument, depth first.
        lines: Vec<CaseLine>,
    },
    /// Only for sets with the total: together the parts cannot hold the total.
    Count {
        /// Every covered cell is in one of them.
        parts: Vec<CountedClues>,
        /// Mines on the covered cells.
        total: i64,
    },
}

/// The goal of a set: a cell's value, by number in its [`Part`], or (None) that there is no model.
type Goal = Option<(u32, bool)>;

/// Boards of more covered cells get no steps with the total: each step is as long as the board.
const MOST_DERIVED_CELLS: usize = 20_000;

fn derivation(
    position: &CluePosition,
    set: &SumSet,
    goal: Goal,
    control: &mut Control,
) -> Result<Option<(Derivation, Vec<String>)>, Stop> {
    let first = goal.map(|g| g.0);
    if set.total {
        if position.system.cells > MOST_DERIVED_CELLS {
            return Ok(None);
        }
        let part = Part::with_total(position, &set.sums);
        return Ok(match rules::derive(position, &part, goal, control)? {
            Some(found) => Some(found),
            None => count::derive(position, &part, goal, control)?,
        });
    }
    let part = Part::new(position, first, &set.sums);
    let goal = goal.map(|(_, mine)| (0, mine));
    if let Some(found) = rules::derive(position, &part, goal, control)? {
        return Ok(Some(found));
    }
    if let Some(found) = cases::derive(position, &part, goal) {
        return Ok(Some(found));
    }
    suppose::derive(position, &part, goal, control)
}

fn clues(position: &CluePosition, set: &SumSet) -> Vec<Clue> {
    let clue = |&sum: &u32| {
        let grid = position.map.grid;
        let own = &position.system.sums[sum as usize];
        Clue {
            at: grid.position(position.clues[sum as usize] as usize),
            shows: text::shown(position, sum),
            needs: own.count,
            cells: own.cells.iter().map(|&c| position.map.position(c as usize)).collect(),
        }
    };
    set.sums.iter().map(clue).collect()
}

/// Most clues named in full; of more the number is given.
const MOST_CLUES: usize = 12;

/// `the 1 at (0,0), the 2 at (0,1) and the total of 10 mines`.
fn names(position: &CluePosition, set: &SumSet) -> String {
    let mut names: Vec<String> = match set.sums.len() {
        n if n > MOST_CLUES => vec![format!("{n} clues")],
        _ => set.sums.iter().map(|&s| text::clue(position, s)).collect(),
    };
    if let Some(total) = position.board.mines().filter(|_| set.total) {
        names.push(format!("the total of {}", mines(i64::from(total))));
    }
    list(&names)
}

fn of_set(
    position: &CluePosition,
    cell: Option<u32>,
    verdict: Word,
    set: &SumSet,
    goal: Goal,
    control: &mut Control,
) -> Result<Explanation, Stop> {
    let at = cell.map(|c| position.map.position(c as usize));
    let one = set.sums.len() + usize::from(set.total) == 1;
    let by = names(position, set);
    let small = match set.minimality {
        Minimality::Smallest if one => "",
        Minimality::Smallest => "; no fewer clues do",
        Minimality::Irreducible => "; none of them can be left out",
    };
    let said = match (verdict, at) {
        (Word::Inconsistent, _) if one => format!("no solution: {by} cannot be met"),
        (Word::Inconsistent, _) => format!("no solution: {by} contradict each other{small}"),
        (_, at) => {
            let what = if verdict == Word::Mine { "a mine" } else { "safe" };
            let (at, s) = (at.map(place).unwrap_or_default(), if one { "s" } else { "" });
            format!("{at} is {what}: {by} force{s} it{small}")
        }
    };
    let mut lines = vec![sentence(&said)];
    let derived = derivation(position, set, goal, control)?;
    let derivation = match derived {
        Some((derivation, text)) => {
            lines.extend(text);
            Some(derivation)
        }
        None => {
            lines.push(sentence("the steps from there are too many to list"));
            None
        }
    };
    Ok(Explanation {
        cell: at,
        verdict,
        clues: clues(position, set),
        total: position.board.mines().filter(|_| set.total),
        minimality: Some(set.minimality),
        derivation,
        models: None,
        chance: None,
        text: lines,
    })
}

/// The explanation of a forced cell.
pub(super) fn forced(
    position: &CluePosition,
    cell: u32,
    mine: bool,
    set: &SumSet,
    control: &mut Control,
) -> Result<Explanation, Stop> {
    let verdict = if mine { Word::Mine } else { Word::Safe };
    of_set(position, Some(cell), verdict, set, Some((cell, mine)), control)
}

/// The explanation of a contradiction.
pub(super) fn inconsistent(
    position: &CluePosition,
    cell: Option<u32>,
    set: &SumSet,
    control: &mut Control,
) -> Result<Explanation, Stop> {
    of_set(position, cell, Word::Inconsistent, set, None, control)
}

/// The explanation of an open cell.
pub(super) fn open(
    position: &CluePosition,
    cell: u32,
    mine: &[bool],
    safe: &[bool],
    chance: Option<Chance>,
) -> Explanation {
    let at = position.map.position(cell as usize);
    let rows = |model: &[bool]| {
        let mut rows = vec![vec![b'.'; position.map.grid.cols]; position.map.grid.rows];
        for (variable, &mine) in model.iter().enumerate() {
            let (row, col) = position.map.position(variable);
            rows[row][col] = if mine { b'*' } else { b'-' };
        }
        rows.into_iter().map(|row| String::from_utf8_lossy(&row).into_owned()).collect()
    };
    let mut lines = vec![sentence(&format!("{} is undecided: a mine in some solutions and safe in others", place(at)))];
    match &chance {
        Some(chance) => lines.extend(chance.text(at)),
        None => lines.push(sentence("the board is too large to take its probability apart; `minesat count` gives it")),
    }
    Explanation {
        cell: Some(at),
        verdict: Word::Open,
        clues: Vec::new(),
        total: None,
        minimality: None,
        derivation: None,
        models: Some(TwoModels { mine: rows(mine), safe: rows(safe) }),
        chance,
        text: lines,
    }
}
