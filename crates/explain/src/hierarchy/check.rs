//! Which methods find all certain cells of a position.

use super::{Covering, METHODS, SmallPosition, contained};
use crate::engine::{Classes, Control, Engine, Stop, Verdict, build};

/// The methods, built.
pub struct Checker {
    engines: Vec<Box<dyn Engine>>,
}

impl Default for Checker {
    fn default() -> Self {
        let engine = |m: &super::DeductionMethod| build(m.engine).expect("a row of the table of engines");
        Checker { engines: METHODS.iter().map(engine).collect() }
    }
}

impl Checker {
    /// The sought methods, as bits by place in [`METHODS`], that miss a certain cell. A method is not run if it
    /// contains one that finds everything.
    ///
    /// # Errors
    /// An engine failed.
    ///
    /// # Panics
    /// A method contradicts the models.
    pub fn missing(&self, covering: &Covering, position: &SmallPosition, sought: u32) -> Result<u32, Stop> {
        if single_points(covering, position) == (position.mines, position.safe) {
            return Ok(0);
        }
        let system = covering.system(position);
        // The single-point rule, the first row of the table, has missed a cell.
        let (mut missing, mut asked) = (1u32, 1u32);
        for (place, method) in METHODS.iter().enumerate().skip(1) {
            if sought >> place == 0 {
                break;
            }
            asked |= 1 << place;
            if contained(method).any(|below| missing >> below & 1 == 0) {
                continue;
            }
            let found = self.engines[place].classify(&system, &mut Control::default())?;
            let (mines, safe) = masks(&found);
            assert!(mines & !position.mines == 0 && safe & !position.safe == 0, "{} on {system:?}", method.name);
            missing |= u32::from((mines, safe) != (position.mines, position.safe)) << place;
        }
        Ok(missing & asked & sought)
    }

    /// The certain cells that a method misses, as bits.
    ///
    /// # Errors
    /// The engine failed.
    pub fn missed(&self, covering: &Covering, position: &SmallPosition, method: usize) -> Result<u64, Stop> {
        let found = self.engines[method].classify(&covering.system(position), &mut Control::default())?;
        let (mines, safe) = masks(&found);
        Ok((position.mines | position.safe) & !(mines | safe))
    }
}

/// Cells found to be mines, and to be safe.
fn masks(found: &Classes) -> (u64, u64) {
    let Classes::Cells(verdicts) = found else { panic!("a position with models is called inconsistent") };
    let of = |verdict| verdicts.iter().enumerate().filter(|(_, v)| **v == verdict).map(|(c, _)| 1u64 << c).sum();
    (of(Verdict::Mine), of(Verdict::Safe))
}

/// The deductions of the single-point rule, as bits: most positions need no other rule, and no engine then.
fn single_points(covering: &Covering, position: &SmallPosition) -> (u64, u64) {
    let (mut mines, mut safe) = (0u64, 0u64);
    loop {
        let before = (mines, safe);
        for (around, count) in covering.sums(position) {
            let (left, rest) = (count - (around & mines).count_ones(), around & !(mines | safe));
            if left == 0 {
                safe |= rest;
            } else if left == rest.count_ones() {
                mines |= rest;
            }
        }
        if (mines, safe) == before {
            return before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Grid;

    #[test]
    fn the_shortcut_is_the_first_method() {
        let (grid, checker) = (Grid { rows: 2, cols: 4 }, Checker::default());
        let mut missed = 0;
        for covering in (0..1 << grid.len()).map(|mask| Covering::new(grid, mask)) {
            for position in covering.positions() {
                let (mines, safe) = single_points(&covering, &position);
                let short = (position.mines | position.safe) & !(mines | safe);
                assert_eq!(checker.missed(&covering, &position, 0), Ok(short));
                missed += u32::from(short != 0);
            }
        }
        assert!(missed > 100, "{missed}");
    }
}
