//! Consequences of bounds rounded to integers, and of cuts.
//!
//! A single relaxation may show that a cell holds 0.7 mines at most, hence none; it does not use this for the other
//! cells. Here it is used ([`Rounding::Cells`]), and sums of rows are rounded as well ([`Rounding::Sums`]), to a fixed
//! point. Every bound is proved by integer multipliers on the program at that time; cuts are valid by parity.

use super::bounds::Reached;
use super::multipliers::refute;
use super::parity::{self, Cut};
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use super::windows::Rings;
use crate::engine::{Control, Stop};
use crate::spec::{OptionRow, OptionValues};

/// The option of the engine.
pub(super) const ROUNDING: OptionRow = OptionRow {
    name: "rounding",
    values: OptionValues::Words(&["once", "cells", "sums"]),
    default: "once",
    help: "once: each cell's bounds are rounded separately; cells: rounded bounds bound other cells; \
           sums: so do rounded sums of rows (zero-half cuts)",
};

/// The bounds that are rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rounding {
    Once,
    Cells,
    Sums,
}

impl Rounding {
    pub fn named(word: &str) -> Rounding {
        match word {
            "cells" => Rounding::Cells,
            "sums" => Rounding::Sums,
            _ => Rounding::Once,
        }
    }
}

/// OptionValues this near to an integer are rounded to it, as a proposal.
const NEAR: f64 = 1e-6;

/// Most rows taken together for cuts: elimination takes their square times the variables.
const ROWS: usize = 256;

/// Most rows of a program, as a multiple of its first number, up to which cuts are added.
const GROWTH: usize = 8;

/// Most rounds in which bounds move bounds: each bound is proved, so fewer rounds lose strength only.
const ROUNDS: usize = 64;

/// The bounds of every block proved by rounding to integers; `reached` keeps the integer solutions met. False: there is
/// no solution.
///
/// # Errors
/// A limit ran out.
pub(super) fn tighten(
    program: &mut Program,
    reached: &mut Reached,
    accept: &dyn Fn(i64) -> bool,
    rounding: Rounding,
    control: &mut Control,
) -> Result<bool, Stop> {
    let most_rows = GROWTH * program.rows.len() + 64;
    for _ in 0..ROUNDS {
        control.node()?;
        let base = match Relaxation::new(program, control)? {
            Answer::Optimal(base) => base,
            Answer::Infeasible => return Ok(refute(program, None, control)?.is_none()),
            Answer::Failed => return Ok(true),
        };
        reached.note(program, &base, accept);
        let mut cuts: Vec<Cut> = Vec::new();
        // New bounds wait until the cuts are added, which are distances from the old ones.
        let mut bounds: Vec<(usize, bool, i64)> = Vec::new();
        let mut progress = false;
        for block in 0..program.blocks {
            for highest in [true, false] {
                // An integer solution that reaches the end leaves nothing to prove.
                let seen = if highest { reached.mined[block] } else { reached.spared[block] };
                if seen || program.lower[block] == program.upper[block] {
                    continue;
                }
                control.node()?;
                let Answer::Optimal(end) = base.extreme(std::iter::once(block), highest, control)? else { continue };
                reached.note(program, &end, accept);
                let values = end.values();
                if let Some(whole) = rounded(program, block, highest, values[block], control)? {
                    bounds.push((block, highest, whole));
                    progress |= (values[block] - values[block].round()).abs() > NEAR;
                }
                if rounding == Rounding::Sums && cuts.len() + program.rows.len() < most_rows {
                    cuts.extend(parity::separate(program, &nearest(program, block), &values));
                }
            }
        }
        cuts.sort_unstable();
        cuts.dedup();
        for cut in cuts.iter().take(most_rows.saturating_sub(program.rows.len())) {
            if cut.is_empty() {
                return Ok(false);
            }
            program.add_distances(cut);
            progress = true;
        }
        for (block, highest, whole) in bounds {
            *(if highest { &mut program.upper[block] } else { &mut program.lower[block] }) = whole;
            if program.lower[block] > program.upper[block] {
                return Ok(false);
            }
        }
        if !progress {
            break;
        }
    }
    Ok(true)
}

/// The rounded end of a block, if that is a better bound than the present one and can be proved.
fn rounded(
    program: &mut Program,
    block: usize,
    highest: bool,
    end: f64,
    control: &mut Control,
) -> Result<Option<i64>, Stop> {
    let whole = if highest { (end + NEAR).floor() as i64 } else { (end - NEAR).ceil() as i64 };
    let (lower, upper) = (program.lower[block], program.upper[block]);
    if highest && whole < upper {
        program.lower[block] = whole + 1;
    } else if !highest && whole > lower {
        program.upper[block] = whole - 1;
    } else {
        return Ok(None);
    }
    let proof = refute(program, Some(block), control)?;
    (program.lower[block], program.upper[block]) = (lower, upper);
    Ok(proof.map(|_| whole))
}

/// The rows nearest to a block, those over everything and earlier cuts included, [`ROWS`] at most.
fn nearest(program: &Program, block: usize) -> Vec<u32> {
    let mut rings = Rings::around(program, block);
    while rings.rows().len() < ROWS && rings.double(program) {}
    let mut rows: Vec<u32> = rings.rows().iter().copied().take(ROWS).collect();
    rows.extend((program.local as u32..program.rows.len() as u32).take(ROWS - rows.len()));
    rows
}
