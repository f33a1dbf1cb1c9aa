//! Pairs and values that only Gaussian elimination over more than two equations finds, as long as rows stay short.

use smallvec::SmallVec;

use super::Equation;
use super::work::{Work, combined};
use crate::system::Contradiction;

/// Only variables in at most this many rows are eliminated.
const FEW_ROWS: usize = 5;
/// Most terms of a row that elimination makes.
const LONGEST_ROW: usize = 6;

impl Work {
    /// Eliminates variables of few equations from a copy, as long as its rows stay short, and applies the consequences
    /// of the rows; true if there were any.
    pub(super) fn eliminate(&mut self) -> Result<bool, Contradiction> {
        let mut rows: Vec<Equation> = Vec::new();
        for index in 0..self.equations.len() {
            if !self.equations[index].terms.is_empty() {
                rows.push(self.equations[index].clone());
            }
        }
        let mut rows_of: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); self.value.len()];
        for (index, row) in rows.iter().enumerate() {
            row.terms.iter().for_each(|t| rows_of[t.0 as usize].push(index as u32));
        }
        let in_rows: Vec<u8> = rows_of.iter().map(|rows| rows.len().min(FEW_ROWS + 1) as u8).collect();
        let of_rows = |rows: usize| (0u32..).zip(&in_rows).filter(move |v| usize::from(*v.1) == rows).map(|v| v.0);
        let coefficient =
            |row: &Equation, v: u32| row.terms.binary_search_by_key(&v, |t| t.0).ok().map(|i| row.terms[i].1);
        let mut learnt = false;
        for v in (2..=FEW_ROWS).flat_map(of_rows) {
            let mut with: SmallVec<[(u32, i32); 4]> = SmallVec::new();
            for &r in &rows_of[v as usize] {
                with.extend(coefficient(&rows[r as usize], v).map(|c| (r, c)));
            }
            with.dedup();
            let units = with.iter().filter(|w| w.1.abs() == 1 && with.len() <= FEW_ROWS);
            let Some(&(pivot, sign)) = units.min_by_key(|w| rows[w.0 as usize].terms.len()) else { continue };
            let others = with.iter().filter(|w| w.0 != pivot);
            let made: SmallVec<[(u32, Equation); 4]> =
                others.map(|&(r, c)| (r, combined(&rows[r as usize], &rows[pivot as usize], -c * sign))).collect();
            if made.iter().any(|(_, m)| m.terms.len() > LONGEST_ROW || m.terms.iter().any(|t| t.1.abs() > 2)) {
                continue;
            }
            for (r, row) in made {
                // Until something is learnt all variables are roots without values.
                learnt |= if learnt {
                    let current = self.fresh(&row);
                    self.learn(&current)?
                } else {
                    self.learn(&row)?
                };
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
}
