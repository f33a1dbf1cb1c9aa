//! Windows: the neighbourhood of a variable in growing rings, and the programs restricted to it.

use rustc_hash::{FxHashMap, FxHashSet};

use super::program::{Program, Row};

/// Variables in growing rings around a seed, with all rows that touch them. The row over everything is not local and
/// left out.
pub(super) struct Rings {
    vars: Vec<u32>,
    known_vars: FxHashSet<u32>,
    rows: Vec<u32>,
    known_rows: FxHashSet<u32>,
    /// All variables of the rows before this one are listed.
    closed: usize,
    radius: usize,
}

impl Rings {
    /// The rows of the variable itself.
    pub fn around(program: &Program, seed: usize) -> Rings {
        let mut rings = Rings {
            vars: Vec::new(),
            known_vars: FxHashSet::default(),
            rows: Vec::new(),
            known_rows: FxHashSet::default(),
            closed: 0,
            radius: 1,
        };
        rings.add(program, seed as u32);
        rings
    }

    fn add(&mut self, program: &Program, var: u32) {
        if !self.known_vars.insert(var) {
            return;
        }
        self.vars.push(var);
        for &row in program.rows_of[var as usize].iter().filter(|&&r| (r as usize) < program.local) {
            if self.known_rows.insert(row) {
                self.rows.push(row);
            }
        }
    }

    /// Adds `rings` more rings. False if no variable was added: the window is the whole component of the seed.
    pub fn double(&mut self, program: &Program) -> bool {
        let before = self.vars.len();
        for _ in 0..self.radius {
            let end = self.rows.len();
            for at in self.closed..end {
                let row = &program.rows[self.rows[at] as usize];
                row.vars.iter().for_each(|&v| self.add(program, v));
            }
            self.closed = end;
        }
        self.radius *= 2;
        self.vars.len() > before
    }

    /// Rows that touch the window, nearest first.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Number of variables in the window.
    pub fn len(&self) -> usize {
        self.vars.len()
    }

    /// The window with everything outside fixed to a known solution: its solutions complete that one, apart from the
    /// row over everything.
    pub fn inside(&self, program: &Program, known: &[i64]) -> Window {
        Window::new(program, self.vars.clone(), &self.rows, |row, inside| {
            // The known solution satisfies the row, so its part inside is the rest.
            debug_assert_eq!(row.vars.iter().map(|&v| known[v as usize]).sum::<i64>(), row.count);
            inside.iter().map(|&v| known[v as usize]).sum()
        })
    }

    /// The rows that lie entirely in the window: if they are infeasible, so is the program.
    pub fn relaxed(&self, program: &Program) -> Window {
        Window::new(program, self.vars.clone(), &self.rows[..self.closed], |row, _| row.count)
    }
}

/// Part of a program as a program of its own.
pub(super) struct Window {
    pub program: Program,
    /// Variable of the whole for each of its variables.
    vars: Vec<u32>,
}

impl Window {
    fn new(whole: &Program, vars: Vec<u32>, rows: &[u32], count: impl Fn(&Row, &[u32]) -> i64) -> Window {
        let place: FxHashMap<u32, u32> = vars.iter().enumerate().map(|(at, &v)| (v, at as u32)).collect();
        let part = |&row: &u32| {
            let row = &whole.rows[row as usize];
            let inside: Vec<u32> = row.vars.iter().copied().filter(|v| place.contains_key(v)).collect();
            Row { count: count(row, &inside), vars: inside.iter().map(|v| place[v]).collect() }
        };
        let rows: Vec<Row> = rows.iter().map(part).collect();
        let bounds = |of: &[i64]| vars.iter().map(|&v| of[v as usize]).collect();
        let local = rows.len();
        let program = Program::new(bounds(&whole.lower), bounds(&whole.upper), rows, local, vars.len());
        Window { program, vars }
    }

    /// Variables of the whole.
    pub fn vars(&self) -> impl Iterator<Item = usize> {
        self.vars.iter().map(|&v| v as usize)
    }

    /// Variables of the whole with their values in a solution of the window.
    pub fn lifted(&self, values: &[i64]) -> impl Iterator<Item = (usize, i64)> {
        self.vars().zip(values.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::{Sum, System};

    #[test]
    fn windows_of_a_chain() {
        let sums = (0..20).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        let (program, _) = Program::of(&System { cells: 21, sums, total: None });
        let ranged = program.with_mines(9, 11);
        let known: Vec<i64> = (0..21).map(|i| i % 2).collect();
        let mut rings = Rings::around(&ranged, 10);
        assert_eq!(rings.rows(), [9, 10]);
        assert!(rings.double(&ranged));
        assert_eq!((rings.len(), rings.rows().len()), (3, 4));
        let inside = rings.inside(&program, &known);
        assert_eq!(inside.program.rows.len(), 4);
        assert!(inside.program.is_solution(&[0, 1, 1]));
        assert_eq!(inside.lifted(&[0, 1, 1]).collect::<Vec<_>>(), [(10, 0), (9, 1), (11, 1)]);
        let relaxed = rings.relaxed(&ranged);
        assert!(relaxed.program.is_solution(&[1, 0, 0]));
        while rings.double(&ranged) {}
        assert_eq!((rings.len(), rings.rows().len()), (21, 20));
    }
}
