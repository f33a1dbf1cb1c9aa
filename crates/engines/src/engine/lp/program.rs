//! A system as an integer program: one variable per block of twins, its number of mines, and one row per sum.

use rustc_hash::FxHashMap;

use crate::system::{BlockSystem, System};

/// `count` mines on these variables together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub vars: Vec<u32>,
    pub count: i64,
}

/// Variables with integer bounds, rows with coefficients 1. Variable `b < blocks` is the number of mines on block `b`;
/// after them there may be one slack variable for a range of mine counts.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub lower: Vec<i64>,
    pub upper: Vec<i64>,
    /// Rows `0..local` are the sums, in their order; after them there may be the row over all variables.
    pub rows: Vec<Row>,
    pub local: usize,
    pub blocks: usize,
    /// Rows of each variable, ascending.
    pub rows_of: Vec<Vec<u32>>,
}

impl Program {
    /// A program from its parts; rows from `local` on are over everything.
    pub fn new(lower: Vec<i64>, upper: Vec<i64>, rows: Vec<Row>, local: usize, blocks: usize) -> Self {
        let mut rows_of = vec![Vec::new(); lower.len()];
        for (index, row) in rows.iter().enumerate() {
            row.vars.iter().for_each(|&v| rows_of[v as usize].push(index as u32));
        }
        Program { lower, upper, rows, local, blocks, rows_of }
    }

    /// The sums of a system over its blocks of twins; the total is left to
    /// [`Program::with_mines`].
    pub fn of(system: &System) -> (Program, Vec<Vec<u32>>) {
        let merged = BlockSystem::new(system, true);
        let upper: Vec<i64> = merged.blocks.iter().map(|b| b.cells.len() as i64).collect();
        let rows: Vec<Row> =
            merged.sums.into_iter().map(|s| Row { vars: s.blocks, count: i64::from(s.count) }).collect();
        let (local, blocks) = (rows.len(), upper.len());
        let program = Program::new(vec![0; blocks], upper, rows, local, blocks);
        (program, merged.blocks.into_iter().map(|b| b.cells).collect())
    }

    /// The same with `from..=to` mines in all: a row over all blocks and, for a range, a slack.
    pub fn with_mines(&self, from: i64, to: i64) -> Program {
        let mut program = self.clone();
        let wide = program.rows.len() as u32;
        if to > from {
            program.lower.push(0);
            program.upper.push(to - from);
            program.rows_of.push(Vec::new());
        }
        program.rows_of.iter_mut().for_each(|rows| rows.push(wide));
        program.rows.push(Row { vars: (0..program.lower.len() as u32).collect(), count: to });
        program
    }

    /// Adds a row: the distances of these variables from a bound (true: the upper one) add up to 1 or more. A distance
    /// from an upper bound is a variable of its own, so that all coefficients stay 1; so is the excess over 1.
    pub fn add_distances(&mut self, ends: &[(u32, bool)]) {
        let width = |of: &Program, var: u32| of.upper[var as usize] - of.lower[var as usize];
        let most: i64 = ends.iter().map(|&(var, _)| width(self, var)).sum();
        let mut count = most;
        let mut vars = Vec::with_capacity(ends.len() + 1);
        for &(var, is_upper) in ends {
            if is_upper {
                let distance = self.add_var(width(self, var));
                self.add_row(vec![var, distance], self.upper[var as usize]);
                vars.push(distance);
            } else {
                count += self.lower[var as usize];
                vars.push(var);
            }
        }
        vars.push(self.add_var(most - 1));
        self.add_row(vars, count);
    }

    fn add_var(&mut self, upper: i64) -> u32 {
        self.lower.push(0);
        self.upper.push(upper);
        self.rows_of.push(Vec::new());
        self.lower.len() as u32 - 1
    }

    fn add_row(&mut self, vars: Vec<u32>, count: i64) {
        vars.iter().for_each(|&v| self.rows_of[v as usize].push(self.rows.len() as u32));
        self.rows.push(Row { vars, count });
    }

    /// Mines of a solution, slack not counted.
    pub fn mines(&self, values: &[i64]) -> i64 {
        values[..self.blocks].iter().sum()
    }

    /// Exact check of a solution.
    pub fn is_solution(&self, values: &[i64]) -> bool {
        let bounds = self.lower.iter().zip(&self.upper);
        values.len() == self.lower.len()
            && values.iter().zip(bounds).all(|(v, (low, high))| (low..=high).contains(&v))
            && self.rows.iter().all(|row| row.vars.iter().map(|&v| values[v as usize]).sum::<i64>() == row.count)
    }

    /// The integer solution that floating values propose, if they are near one that passes the exact check.
    pub fn rounded(&self, values: &[f64]) -> Option<Vec<i64>> {
        let near = values.iter().all(|v| (v - v.round()).abs() < 1e-6);
        let whole: Vec<i64> = if near { values.iter().map(|v| v.round() as i64).collect() } else { return None };
        self.is_solution(&whole).then_some(whole)
    }

    /// Exact check of a Farkas certificate: rows times multipliers, added up, give
    /// `a x = b`; if `a x > b` for every x between the bounds, the program has no solution, not
    /// even a fractional one.
    pub fn is_refuted_by(&self, multipliers: &[(u32, i64)]) -> bool {
        let mut right = 0i128;
        let mut left: FxHashMap<u32, i128> = FxHashMap::default();
        for &(row, times) in multipliers {
            let row = &self.rows[row as usize];
            right += i128::from(times) * i128::from(row.count);
            for &var in &row.vars {
                *left.entry(var).or_default() += i128::from(times);
            }
        }
        let least: i128 = left
            .into_iter()
            .map(|(var, a)| {
                let (low, high) = (self.lower[var as usize], self.upper[var as usize]);
                a * i128::from(if a > 0 { low } else { high })
            })
            .sum();
        least > right
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::Sum;

    #[test]
    fn blocks_become_bounded_variables() {
        let sums = vec![Sum::new(vec![0, 1, 2], 1), Sum::new(vec![1, 2, 4], 2), Sum::new(vec![], 0)];
        let (program, blocks) = Program::of(&System { cells: 5, sums, total: None });
        assert_eq!(blocks, [vec![0], vec![1, 2], vec![4]]);
        assert_eq!(program.upper, [1, 2, 1]);
        assert!(program.is_solution(&[0, 1, 1]) && !program.is_solution(&[-1, 2, 0]));
        assert_eq!(program.rounded(&[1e-9, 1.0, 1.0]), Some(vec![0, 1, 1]));
        assert_eq!(program.rounded(&[0.5, 0.5, 1.0]), None);
        let ranged = program.with_mines(2, 4);
        assert!(ranged.is_solution(&[0, 1, 1, 2]) && !ranged.is_solution(&[0, 1, 1, 3]));
        assert_eq!(ranged.mines(&[0, 1, 1, 2]), 2);
    }

    #[test]
    fn refutations_are_exact() {
        // x0 + x1 = 1 and x1 + x2 = 2: x0 = 1 is impossible.
        let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![1, 2], 2)];
        let (mut program, _) = Program::of(&System { cells: 3, sums, total: None });
        program.lower[0] = 1;
        // x0 - x2 = -1 cannot hold with x0 = 1.
        assert!(program.is_refuted_by(&[(0, 1), (1, -1)]));
        assert!(!program.is_refuted_by(&[(0, 1), (1, 1)]));
        program.lower[0] = 0;
        assert!(!program.is_refuted_by(&[(0, 1), (1, -1)]));
    }
}
