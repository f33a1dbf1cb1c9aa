//! Cells that the sums make equal or complementary become one variable.
//!
//! Sums cannot express "the complement of a cell", so the result is a system of equations with signs, for engines that
//! write clauses. On boards compiled from formulas a wire is a chain of complementary pairs, and collapsing recovers
//! the formula except for a few cells per gate. Values and pairs come from single equations, from sums and differences
//! of two, and from the short rows of Gaussian elimination.

mod eliminate;
mod sets;
mod work;

use smallvec::SmallVec;

pub use self::sets::SignedSets;
use self::work::Work;
use super::{Contradiction, Sum, System};

/// (variable, coefficient) pairs; few, as in sums, so they lie within their equation.
pub type Terms = SmallVec<[(u32, i32); 4]>;

/// `sum of coefficient * variable = right`; variables ascending, coefficients not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equation {
    /// Variables with their coefficients.
    pub terms: Terms,
    /// The required value of the sum, of any sign.
    pub right: i32,
}

/// The value of a cell in the collapsed system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The same in every solution of the sums.
    Known(bool),
    /// A variable, or its complement.
    Variable(u32, bool),
}

/// A system over fewer variables; its solutions correspond one to one to those of the sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// Variables are `0..variables`.
    pub variables: usize,
    /// One meaning per cell of the system.
    pub cells: Vec<Meaning>,
    /// What remains of the sums, none without terms; empty if all variables are free.
    pub equations: Vec<Equation>,
}

/// Cells from which [`leaves_few`] can hold.
const LEAST_CELLS: usize = 1000;
/// Most variables for it: one for this many cells.
const CELLS_OF_A_VARIABLE: usize = 4;

/// True if equivalences and blocks leave few of the cells of a large system as variables, as on boards compiled from
/// formulas: then engines gain by solving what is left in place of the board, whatever else that costs them.
pub fn leaves_few(variables: usize, cells: usize) -> bool {
    cells >= LEAST_CELLS && CELLS_OF_A_VARIABLE * variables <= cells
}

/// Finds equal and complementary cells; ignores the total. Time about linear for local sums.
///
/// # Errors
/// [`Contradiction`] if the sums are found to have no solution.
pub fn collapse(system: &System) -> Result<Collapsed, Contradiction> {
    let equation = |s: &Sum| Equation { terms: s.cells.iter().map(|&c| (c, 1)).collect(), right: s.count };
    let cells = (0..system.cells as u32).map(|cell| Meaning::Variable(cell, false)).collect();
    let equations = system.sums.iter().map(equation).collect();
    Collapsed { variables: system.cells, cells, equations }.with(Vec::new())
}

impl Collapsed {
    /// This with more equations, and what follows from all of them.
    ///
    /// # Errors
    /// [`Contradiction`] if they are found to have no solution.
    pub fn with(self, more: Vec<Equation>) -> Result<Collapsed, Contradiction> {
        let mut equations = self.equations;
        equations.extend(more);
        let mut work = Work::new(self.variables, equations);
        work.run()?;
        while work.eliminate()? {
            work.run()?;
        }
        let mut number = vec![u32::MAX; self.variables];
        let mut variables = 0;
        let mut cells = self.cells;
        for cell in &mut cells {
            let Meaning::Variable(variable, complemented) = *cell else { continue };
            let (root, odd) = work.sets.find(variable);
            *cell = match work.value[root as usize] {
                Some(value) => Meaning::Known(value ^ odd ^ complemented),
                None => {
                    if number[root as usize] == u32::MAX {
                        number[root as usize] = variables;
                        variables += 1;
                    }
                    Meaning::Variable(number[root as usize], odd ^ complemented)
                }
            };
        }
        let mut equations = std::mem::take(&mut work.equations);
        equations.retain(|e| !e.terms.is_empty());
        for equation in &mut equations {
            equation.terms.iter_mut().for_each(|t| t.0 = number[t.0 as usize]);
            equation.terms.sort_unstable();
        }
        Ok(Collapsed { variables: variables as usize, cells, equations })
    }
}

#[cfg(test)]
mod tests {
    use smallvec::smallvec;

    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_wire_is_one_variable() {
        // x0+x1 = 1, x1+x2 = 1, ... and x0+x2+x3+y+z = 2 at its end.
        let mut sums: Vec<Sum> = (0..9).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        sums.push(Sum::new(vec![0, 2, 3, 10, 11], 2));
        let done = collapse(&System { cells: 12, sums, total: None }).unwrap();
        assert_eq!(done.variables, 3);
        assert_eq!((done.cells[4], done.cells[5]), (Meaning::Variable(0, false), Meaning::Variable(0, true)));
        // x + x + (1 - x) + y + z = 2
        assert_eq!(done.equations, [Equation { terms: smallvec![(0, 1), (1, 1), (2, 1)], right: 1 }]);
    }

    #[test]
    fn solutions_are_the_same() {
        let (mut collapsed, mut inconsistent) = (0, 0);
        for index in 0..4000 {
            let mut rng = Rng::stream(0xc0_11, index);
            let cells = 1 + rng.index(9);
            let truth: Vec<bool> = (0..cells).map(|_| rng.chance(0.4)).collect();
            let planted = rng.chance(0.8);
            let sums = (0..rng.index(9)).map(|_| {
                let len = 1 + rng.index(cells.min(5));
                let members: Vec<u32> = rng.sample(cells, len).into_iter().map(|c| c as u32).collect();
                let count = members.iter().filter(|&&c| truth[c as usize]).count() as i32;
                Sum::new(members, if planted { count } else { count + rng.index(3) as i32 - 1 })
            });
            let system = System { sums: sums.collect(), cells, total: None };
            let models = (0..1u32 << cells)
                .map(|bits| (0..cells).map(|c| bits >> c & 1 == 1).collect::<Vec<_>>())
                .filter(|model| system.is_model(model))
                .collect::<Vec<_>>();
            let Ok(done) = collapse(&system) else {
                assert!(models.is_empty(), "{system:?}");
                inconsistent += 1;
                continue;
            };
            collapsed += cells - done.variables;
            let mut lifted: Vec<Vec<bool>> = (0..1u32 << done.variables)
                .filter(|bits| {
                    done.equations
                        .iter()
                        .all(|e| e.terms.iter().map(|t| t.1 * (bits >> t.0 & 1) as i32).sum::<i32>() == e.right)
                })
                .map(|bits| {
                    let value = |m: &Meaning| match *m {
                        Meaning::Known(value) => value,
                        Meaning::Variable(v, odd) => (bits >> v & 1 == 1) ^ odd,
                    };
                    done.cells.iter().map(value).collect()
                })
                .collect();
            let mut models = models;
            lifted.sort();
            models.sort();
            assert_eq!(lifted, models, "{system:?}");
        }
        assert!(collapsed > 5000 && inconsistent > 100, "{collapsed} {inconsistent}");
    }
}
