//! Counting by listing the models of a component one by one, each ruled out by a blocking clause.
//!
//! Among twin cells only the models with the mines in front are listed; each stands for the product
//! of C(k, j) over the blocks.

use num_bigint::BigUint;
use num_traits::One;

use super::options::SatOptions;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Counter, Stop};
use crate::system::{BlockSystem, ComponentCount, System, Tally, binomial};

/// Most models listed in one count, over all components. Every blocking clause makes the next model more expensive:
/// 15,000 models of a component of 58 cells took 4 s, 100,000 would take minutes.
pub const MOST_MODELS: u64 = 20_000;

/// Counts the models of a component (cells numbered as in it).
///
/// # Errors
/// More than [`MOST_MODELS`], a limit ran out, or the solver failed.
pub fn count(component: &System, options: &SatOptions, control: &mut Control) -> Result<ComponentCount, Stop> {
    let blocks = BlockSystem::new(component, true).blocks;
    let mut session = Session::new(component, &options.setup, control)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::build;
    use crate::system::Sum;

    #[test]
    fn twins_are_listed_once() {
        let system = System { cells: 40, sums: vec![Sum::new(0..40, 20)], total: None };
        let mut control = Control::default();
        let count = build("sat:local=totalizer").unwrap().count(&system, &mut control).unwrap();
        assert_eq!(count.models, binomial(40, 20));
        assert_eq!(*count.cells.mined(7), binomial(39, 19));
        assert_eq!(control.stats.get(Counter::Models), Some(1));
    }

    #[test]
    fn too_many_models_are_refused() {
        // A chain of sums with a cell of its own each: the models grow by a factor with every sum.
        let sums = (0..30).map(|i| Sum::new(vec![i, i + 1, i + 31], 1)).collect();
        let system = System { cells: 61, sums, total: None };
        let mut control = Control::default();
        let refused = build("sat").unwrap().count(&system, &mut control);
        assert!(matches!(refused, Err(Stop::Unsupported(_))), "{refused:?}");
        assert_eq!(control.stats.get(Counter::Models), Some(MOST_MODELS));
    }
}
