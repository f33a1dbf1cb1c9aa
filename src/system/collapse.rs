//! Cells that the sums make equal or complementary become one variable.
//!
//! Sums cannot say "the complement of a cell", so what is left are equations with signs; they are for engines
//! that write clauses. On boards compiled from formulas a wire is a chain of complementary pairs, and this
//! gives the formula back but for a few cells a gate. Values and pairs are read off single equations, off
//! sums and differences of two, and off what elimination (Gauss, as long as rows stay short) leaves.

use std::collections::VecDeque;

use super::{Contradiction, System};

/// `sum of coefficient * variable = right`; variables ascending, coefficients not 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Equation {
    pub terms: Vec<(u32, i32)>,
    pub right: i32,
}

/// Variables in no more rows are eliminated.
const FEW_ROWS: usize = 5;
/// Rows that elimination makes have no more terms.
const LONGEST_ROW: usize = 6;

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The same in every solution of the sums.
    Known(bool),
    /// A variable, or its complement.
    Variable(u32, bool),
}

/// A system over fewer variables; every solution of the equations is one of the sums, and the other way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collapsed {
    /// Variables are `0..variables`.
    pub variables: usize,
    pub cells: Vec<Meaning>,
    pub equations: Vec<Equation>,
}

/// Equations under way; variables are cells, of which only roots stand in fresh equations.
struct Work {
    /// Cell that a cell is equal to, or the complement of; itself for a root.
    parent: Vec<(u32, bool)>,
    value: Vec<Option<bool>>,
    /// Empty where dropped.
    equations: Vec<Equation>,
    /// For a root, equations that hold it or held it.
    uses: Vec<Vec<u32>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

/// `a + factor * b`.
fn combined(a: &Equation, b: &Equation, factor: i32) -> Equation {
    let mut terms = Vec::with_capacity(a.terms.len() + b.terms.len());
    let (mut i, mut j) = (0, 0);
    while i < a.terms.len() || j < b.terms.len() {
        let left = a.terms.get(i).map_or(u32::MAX, |t| t.0);
        let right = b.terms.get(j).map_or(u32::MAX, |t| t.0);
        let mut coefficient = 0;
        if left <= right {
            coefficient += a.terms[i].1;
            i += 1;
        }
        if right <= left {
            coefficient += factor * b.terms[j].1;
            j += 1;
        }
        if coefficient != 0 {
            terms.push((left.min(right), coefficient));
        }
    }
    Equation { terms, right: a.right + factor * b.right }
}

impl Work {
    /// The root of a cell, and whether the cell is its complement.
    fn find(&mut self, cell: u32) -> (u32, bool) {
        let (mut root, mut odd) = (cell, false);
        while self.parent[root as usize].0 != root {
            let (next, flip) = self.parent[root as usize];
            (root, odd) = (next, odd ^ flip);
        }
        // The second pass points everything on the way at the root.
        let (mut here, mut flip) = (cell, odd);
        while here != root {
            let (next, step) = std::mem::replace(&mut self.parent[here as usize], (root, flip));
            (here, flip) = (next, flip ^ step);
        }
        (root, odd)
    }

    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    fn wake(&mut self, root: u32) {
        for at in 0..self.uses[root as usize].len() {
            self.enqueue(self.uses[root as usize][at]);
        }
    }

    fn force(&mut self, root: u32, value: bool) -> Result<(), Contradiction> {
        match self.value[root as usize].replace(value) {
            Some(other) if other != value => Err(Contradiction),
            Some(_) => Ok(()),
            None => {
                self.wake(root);
                Ok(())
            }
        }
    }

    /// Makes two roots equal or complementary.
    fn unite(&mut self, a: u32, b: u32, complementary: bool) {
        let (keep, gone) = if self.uses[a as usize].len() >= self.uses[b as usize].len() { (a, b) } else { (b, a) };
        self.wake(gone);
        self.parent[gone as usize] = (keep, complementary);
        let mut moved = std::mem::take(&mut self.uses[gone as usize]);
        self.uses[keep as usize].append(&mut moved);
    }

    /// The equation over roots without values.
    fn fresh(&mut self, equation: &Equation) -> Equation {
        let mut right = equation.right;
        let mut terms: Vec<(u32, i32)> = Vec::with_capacity(equation.terms.len());
        for &(cell, mut coefficient) in &equation.terms {
            let (root, odd) = self.find(cell);
            if odd {
                // c * (1 - root)
                right -= coefficient;
                coefficient = -coefficient;
            }
            match self.value[root as usize] {
                Some(value) => right -= coefficient * i32::from(value),
                None => terms.push((root, coefficient)),
            }
        }
        terms.sort_unstable();
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        terms.retain(|t| t.1 != 0);
        Equation { terms, right }
    }

    /// Takes what an equation over roots says by itself about values and pairs; true if there was anything.
    fn learn(&mut self, equation: &Equation) -> Result<bool, Contradiction> {
        let least: i32 = equation.terms.iter().map(|t| t.1.min(0)).sum();
        let most: i32 = equation.terms.iter().map(|t| t.1.max(0)).sum();
        if equation.right < least || equation.right > most {
            return Err(Contradiction);
        }
        let (up, down) = (equation.right - least, most - equation.right);
        let mut learnt = false;
        for &(root, coefficient) in &equation.terms {
            // A coefficient above the room there is decides its variable.
            if coefficient.abs() > up {
                self.force(root, coefficient < 0)?;
                learnt = true;
            } else if coefficient.abs() > down {
                self.force(root, coefficient > 0)?;
                learnt = true;
            }
        }
        if let (false, &[(a, x), (b, y)]) = (learnt, equation.terms.as_slice()) {
            let holds = |p: i32, q: i32| x * p + y * q == equation.right;
            match (holds(0, 0) || holds(1, 1), holds(0, 1) || holds(1, 0)) {
                (true, false) => self.unite(a, b, false),
                (false, true) => self.unite(a, b, true),
                // Two solutions of both kinds would need a coefficient of 0; none is a contradiction.
                (true, true) => return Ok(false),
                (false, false) => return Err(Contradiction),
            }
            learnt = true;
        }
        Ok(learnt)
    }

    fn run(&mut self) -> Result<(), Contradiction> {
        let mut around = Vec::new();
        while let Some(index) = self.queue.pop_front() {
            self.queued[index as usize] = false;
            let old = std::mem::take(&mut self.equations[index as usize]);
            let equation = self.fresh(&old);
            if self.learn(&equation)? {
                let rest = self.fresh(&equation);
                self.equations[index as usize] = rest;
                self.enqueue(index);
                continue;
            }
            if equation.terms.is_empty() {
                continue;
            }
            around.clear();
            around.extend(equation.terms.iter().flat_map(|t| &self.uses[t.0 as usize]).filter(|&&i| i != index));
            around.sort_unstable();
            around.dedup();
            self.equations[index as usize] = equation;
            for &other in &around {
                if !self.queued[other as usize] && self.compare(index, other)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Eliminates variables of few equations from a copy, as long as its rows stay short, and takes what the
    /// rows say; true if there was anything.
    fn eliminate(&mut self) -> Result<bool, Contradiction> {
        let mut rows: Vec<Equation> = Vec::new();
        for index in 0..self.equations.len() {
            if !self.equations[index].terms.is_empty() {
                rows.push(self.equations[index].clone());
            }
        }
        let mut rows_of: Vec<Vec<u32>> = vec![Vec::new(); self.parent.len()];
        for (index, row) in rows.iter().enumerate() {
            row.terms.iter().for_each(|t| rows_of[t.0 as usize].push(index as u32));
        }
        let few = |v: &u32| (2..=FEW_ROWS).contains(&rows_of[*v as usize].len());
        let mut order: Vec<u32> = (0..self.parent.len() as u32).filter(few).collect();
        order.sort_by_key(|&v| rows_of[v as usize].len());
        let coefficient =
            |row: &Equation, v: u32| row.terms.binary_search_by_key(&v, |t| t.0).ok().map(|i| row.terms[i].1);
        let mut learnt = false;
        for v in order {
            let mut with: Vec<(u32, i32)> = Vec::new();
            for &r in &rows_of[v as usize] {
                with.extend(coefficient(&rows[r as usize], v).map(|c| (r, c)));
            }
            with.dedup();
            let units = with.iter().filter(|w| w.1.abs() == 1 && with.len() <= FEW_ROWS);
            let Some(&(pivot, sign)) = units.min_by_key(|w| rows[w.0 as usize].terms.len()) else { continue };
            let others = with.iter().filter(|w| w.0 != pivot);
            let made: Vec<(u32, Equation)> =
                others.map(|&(r, c)| (r, combined(&rows[r as usize], &rows[pivot as usize], -c * sign))).collect();
            if made.iter().any(|(_, m)| m.terms.len() > LONGEST_ROW || m.terms.iter().any(|t| t.1.abs() > 2)) {
                continue;
            }
            for (r, row) in made {
                let current = self.fresh(&row);
                learnt |= self.learn(&current)?;
                for t in &row.terms {
                    if coefficient(&rows[r as usize], t.0).is_none() {
                        rows_of[t.0 as usize].push(r);
                    }
                }
                rows[r as usize] = row;
            }
            rows[pivot as usize] = Equation::default();
        }
        Ok(learnt)
    }

    /// Looks at the difference and the sum of two equations; true if the first one changed or more is known.
    fn compare(&mut self, index: u32, other: u32) -> Result<bool, Contradiction> {
        for factor in [-1, 1] {
            let (here, there) = (&self.equations[index as usize], &self.equations[other as usize]);
            if there.terms.is_empty() {
                return Ok(false);
            }
            let both = combined(here, there, factor);
            let (own, theirs) = (here.terms.len(), there.terms.len());
            if both.terms.len() <= 2 && !both.terms.is_empty() {
                if self.learn(&both)? {
                    self.enqueue(index);
                    self.enqueue(other);
                    return Ok(true);
                }
            } else if both.terms.len() < own.max(theirs) && both.terms.iter().all(|t| t.1.abs() == 1) {
                if both.terms.is_empty() && both.right != 0 {
                    return Err(Contradiction);
                }
                let longer = if own >= theirs { index } else { other };
                for t in &both.terms {
                    let uses = &mut self.uses[t.0 as usize];
                    if !uses.contains(&longer) {
                        uses.push(longer);
                    }
                }
                self.equations[longer as usize] = both;
                self.enqueue(longer);
                if longer == index {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Finds equal and complementary cells; the total is not looked at. Time about linear in local sums.
///
/// # Errors
/// [`Contradiction`] if the sums are found to have no solution.
pub fn collapse(system: &System) -> Result<Collapsed, Contradiction> {
    let equation = |s: &super::Sum| Equation { terms: s.cells.iter().map(|&c| (c, 1)).collect(), right: s.count };
    let mut work = Work {
        parent: (0..system.cells as u32).map(|c| (c, false)).collect(),
        value: vec![None; system.cells],
        equations: system.sums.iter().map(equation).collect(),
        uses: system.sums_of_cells(),
        queue: (0..system.sums.len() as u32).collect(),
        queued: vec![true; system.sums.len()],
    };
    work.run()?;
    while work.eliminate()? {
        work.run()?;
    }
    let mut number = vec![u32::MAX; system.cells];
    let mut variables = 0;
    let mut cells = Vec::with_capacity(system.cells);
    for cell in 0..system.cells as u32 {
        let (root, odd) = work.find(cell);
        cells.push(match work.value[root as usize] {
            Some(value) => Meaning::Known(value ^ odd),
            None => {
                if number[root as usize] == u32::MAX {
                    number[root as usize] = variables;
                    variables += 1;
                }
                Meaning::Variable(number[root as usize], odd)
            }
        });
    }
    let mut equations = std::mem::take(&mut work.equations);
    equations.retain(|e| !e.terms.is_empty());
    for equation in &mut equations {
        equation.terms.iter_mut().for_each(|t| t.0 = number[t.0 as usize]);
        equation.terms.sort_unstable();
    }
    Ok(Collapsed { variables: variables as usize, cells, equations })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::Sum;

    #[test]
    fn a_wire_is_one_variable() {
        // x0+x1 = 1, x1+x2 = 1, ... and x0+x2+x3+y+z = 2 at its end.
        let mut sums: Vec<Sum> = (0..9).map(|i| Sum::new(vec![i, i + 1], 1)).collect();
        sums.push(Sum::new(vec![0, 2, 3, 10, 11], 2));
        let done = collapse(&System { cells: 12, sums, total: None }).unwrap();
        assert_eq!(done.variables, 3);
        assert_eq!((done.cells[4], done.cells[5]), (Meaning::Variable(0, false), Meaning::Variable(0, true)));
        // x + x + (1 - x) + y + z = 2
        assert_eq!(done.equations, [Equation { terms: vec![(0, 1), (1, 1), (2, 1)], right: 1 }]);
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
