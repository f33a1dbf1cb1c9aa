//! Maps cells to variables of a formula.

use super::backend::Backend;
use super::setup::SimplifyChoice;
use crate::encode::simplify::{Simplified, simplify};
use crate::encode::{Cnf, EncodePlan, Lit, Sink, Size, TooLarge};
use crate::engine::{Control, Stop};
use crate::system::System;
use crate::system::eliminate_defined::{Definition, Keep, meet_blocks};
use crate::system::equivalences::{Equation, Meaning, leaves_few};
use crate::system::parities::ByParities;

/// The literals of the cells.
pub struct Variables {
    /// None where cell i is variable i + 1.
    lits: Option<Vec<Lit>>,
    count: usize,
    longest: usize,
    /// Variables in no clause, and the variables that define them.
    blocks: Vec<Definition>,
    /// Variables of the formula's clauses, those that encodings add not among them.
    used: usize,
    /// The formula that the solver has in place of the whole one.
    simplified: Option<Simplified>,
}

impl Variables {
    /// One variable per cell.
    pub fn plain(system: &System) -> Variables {
        let (count, used) = (system.cells, system.cells);
        Variables { lits: None, count, longest: 1, blocks: Vec::new(), used, simplified: None }
    }

    /// Equal and complementary cells share a variable; all known cells share one that is true. With the formula of the
    /// sums (without the total). Equations that restrict nothing are left out too if only solvability or the number of
    /// solutions matters: then no cell can be asked about.
    ///
    /// # Errors
    /// The formula is too large.
    pub fn collapsed(system: &System, plan: &EncodePlan, keep: Option<Keep>) -> Result<(Variables, Cnf), TooLarge> {
        let Ok(reduced) = ByParities::new(system) else {
            let mut cnf = Cnf::new(system.cells);
            cnf.clause(&[]);
            return Ok((Variables::plain(system), cnf));
        };
        let (done, blocks) = match keep {
            Some(keep) => reduced.without_blocks(keep),
            None => (reduced.collapsed, Vec::new()),
        };
        let size = |e: &Equation| {
            let (lits, count) = exactly(e);
            plan.local.size_between(lits.len(), count, count)
        };
        let Size { clauses, .. } = done.equations.iter().map(size).sum();
        if clauses > plan.most_clauses {
            return Err(TooLarge { clauses, most: plan.most_clauses });
        }
        let mut cnf = Cnf::new(done.variables + 1);
        let constant = Lit::positive(done.variables + 1);
        cnf.clause(&[constant]);
        let lit = |meaning: &Meaning| match *meaning {
            Meaning::Known(value) => constant.given(value),
            Meaning::Variable(variable, complemented) => Lit::positive(variable as usize + 1).given(!complemented),
        };
        for equation in &done.equations {
            let (lits, count) = exactly(equation);
            plan.local.exactly(&lits, count, &mut cnf);
        }
        if keep == Some(Keep::Count) {
            // Each has any single value in a solution.
            blocks.iter().flat_map(|b| &b.inner).for_each(|&v| cnf.clause(&[Lit::positive(v as usize + 1)]));
        }
        let lits = done.cells.iter().map(lit).collect();
        let mut sharing = vec![0; done.variables];
        for meaning in &done.cells {
            if let Meaning::Variable(variable, _) = meaning {
                sharing[*variable as usize] += 1;
            }
        }
        let longest = sharing.into_iter().max().unwrap_or(1);
        let mut is_used = vec![false; done.variables];
        done.equations.iter().flat_map(|e| &e.terms).for_each(|t| is_used[t.0 as usize] = true);
        let used = is_used.into_iter().filter(|&used| used).count();
        Ok((Variables { lits: Some(lits), count: done.variables, longest, blocks, used, simplified: None }, cnf))
    }

    /// Simplifies the formula if it is worth it; then no cell can be asked about.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn simplify(
        &mut self,
        cnf: Cnf,
        keep: Keep,
        (choice, cells): (SimplifyChoice, usize),
        control: &mut Control,
    ) -> Result<Cnf, Stop> {
        if choice == SimplifyChoice::Off || choice == SimplifyChoice::Auto && !leaves_few(self.used, cells) {
            return Ok(cnf);
        }
        let mut simplified = simplify(&cnf, keep, control)?;
        control.memory(cnf.bytes() + simplified.bytes())?;
        let left = std::mem::take(&mut simplified.cnf);
        self.simplified = Some(simplified);
        Ok(left)
    }

    /// The largest number of cells with a common variable.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Literals of cells as literals of the formula; variables beyond the cells keep their meaning.
    pub fn of_clause(&self, cells: &[Lit], into: &mut Vec<Lit>) {
        into.clear();
        match &self.lits {
            None => into.extend_from_slice(cells),
            Some(lits) => into.extend(cells.iter().map(|l| match lits.get(l.variable() - 1) {
                Some(lit) => lit.given(l.is_positive()),
                None => *l,
            })),
        }
    }

    /// The values of the cells in the solver's model.
    pub fn model(&self, backend: &dyn Backend, cells: &mut [bool]) {
        let mut values = match &self.simplified {
            Some(simplified) => {
                let mut values = vec![false; simplified.variables()];
                backend.model(&mut values);
                simplified.extend(&values)
            }
            None if self.lits.is_none() => return backend.model(cells),
            None => {
                let mut values = vec![false; self.count + 1];
                backend.model(&mut values);
                values
            }
        };
        let Some(lits) = &self.lits else { return cells.copy_from_slice(&values[..cells.len()]) };
        meet_blocks(&self.blocks, &mut values);
        cells.iter_mut().zip(lits).for_each(|(cell, lit)| *cell = values[lit.variable() - 1] == lit.is_positive());
    }
}

/// An equation as a number of true literals: a coefficient of 2 is a literal twice, a negative one that of the
/// complement.
fn exactly(equation: &Equation) -> (Vec<Lit>, i64) {
    let mut count = i64::from(equation.right);
    let mut lits = Vec::new();
    for &(variable, coefficient) in &equation.terms {
        count += i64::from(-coefficient.min(0));
        let lit = Lit::positive(variable as usize + 1).given(coefficient > 0);
        lits.extend((0..coefficient.abs()).map(|_| lit));
    }
    (lits, count)
}
