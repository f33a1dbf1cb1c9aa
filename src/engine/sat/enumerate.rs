//! Counting by listing the models of a component one by one, each ruled out by a blocking clause.
//!
//! Among twin cells only the models with the mines in front are listed; each stands for the product
//! of C(k, j) over the blocks.

use num_bigint::BigUint;
use num_traits::One;

use super::Options;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop};
use crate::system::{BlockSystem, ComponentCount, System, Tally, binomial};

/// Most models listed in one count, over all components. Blocking clauses make each model dearer
/// than the one before: these take some ten seconds.
pub const MOST_MODELS: u64 = 100_000;

/// Counts the models of a component (cells numbered as in it).
///
/// # Errors
/// More than [`MOST_MODELS`], a limit ran out, or the solver failed.
pub fn count(component: &System, options: &Options, control: &mut Control) -> Result<ComponentCount, Stop> {
    let blocks = BlockSystem::new(component, true).blocks;
    let mut session = Session::new(component, options, control)?;
    for pair in blocks.iter().flat_map(|b| b.cells.windows(2)) {
        session.clause(&[Lit::of_cell(pair[0] as usize, true), Lit::of_cell(pair[1] as usize, false)], control);
    }
    let mut index = vec![0; component.cells];
    for (number, block) in blocks.iter().enumerate() {
        block.cells.iter().for_each(|&c| index[c as usize] = number as u32);
    }
    let mut tally = Tally::default();
    let mut mined = vec![Tally::default(); blocks.len()];
    while let Some(model) = session.ask(&[], control)? {
        if control.stats.get(Counter::Models).unwrap_or(0) >= MOST_MODELS {
            return Err(Stop::unsupported(format!("sat counts by listing, at most {MOST_MODELS} models")));
        }
        control.stats.add(Counter::Models, 1);
        let mines_of: Vec<usize> =
            blocks.iter().map(|b| b.cells.iter().filter(|&&c| model[c as usize]).count()).collect();
        let mines = mines_of.iter().sum();
        let ways = blocks.iter().zip(&mines_of).filter(|(b, j)| **j > 0 && **j < b.cells.len());
        let weight = ways.fold(BigUint::one(), |acc, (b, &j)| acc * binomial(b.cells.len(), j));
        tally.add(mines, &weight);
        let mut blocking = Vec::new();
        for ((block, &j), mined) in blocks.iter().zip(&mines_of).zip(&mut mined) {
            let k = block.cells.len();
            // A given cell of the block holds one of the j mines in C(k-1, j-1) = C(k, j) j / k of
            // the placements.
            mined.add(mines, &(&weight * j / k));
            blocking.extend((j > 0).then(|| Lit::of_cell(block.cells[j - 1] as usize, false)));
            blocking.extend((j < k).then(|| Lit::of_cell(block.cells[j] as usize, true)));
        }
        session.clause(&blocking, control);
    }
    Ok(ComponentCount { cells: (0..component.cells as u32).collect(), tally, index, mined })
}
