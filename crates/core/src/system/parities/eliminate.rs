//! Gaussian elimination of parities modulo 2.

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use super::Parity;
use crate::system::Contradiction;
use crate::system::equivalences::{Equation, SignedSets, Terms};

/// Word operations beyond which parities that hang together are not eliminated.
const MOST_WORK: usize = 1 << 28;

/// The values of single variables and of pairs that follow from parities.
pub(super) fn consequences(parities: Vec<Parity>) -> Result<Vec<Equation>, Contradiction> {
    let mut found = Vec::new();
    for part in connected(parities) {
        let mut columns: Vec<u32> = part.iter().flat_map(|p| p.variables.iter().copied()).collect();
        columns.sort_unstable();
        columns.dedup();
        if part.len() * part.len() * (columns.len() / 64 + 1) > MOST_WORK {
            continue;
        }
        let mut rows = Rows::new(&part, &columns);
        let pivots = rows.eliminate();
        if rows.rows[pivots.len()..].iter().any(|row| row.is_odd) {
            return Err(Contradiction);
        }
        // Rows of two variables, and pairs of rows that differ in their pivots alone.
        let mut same: FxHashMap<Vec<u64>, (u32, bool)> = FxHashMap::default();
        for (row, &pivot) in rows.rows.iter().zip(&pivots) {
            let mut rest = row.bits.clone();
            rest[pivot / 64] &= !(1 << (pivot % 64));
            let first = rest.iter().position(|&word| word != 0);
            let Some(word) = first else {
                found.push(Equation { terms: smallvec![(columns[pivot], 1)], right: i32::from(row.is_odd) });
                continue;
            };
            if rest.iter().map(|word| word.count_ones()).sum::<u32>() == 1 {
                let other = columns[64 * word + rest[word].trailing_zeros() as usize];
                found.push(pair(columns[pivot], other, row.is_odd));
            } else if let Some(&(other, is_odd)) = same.get(&rest) {
                found.push(pair(columns[pivot], other, row.is_odd != is_odd));
            } else {
                same.insert(rest, (columns[pivot], row.is_odd));
            }
        }
    }
    Ok(found)
}

/// Two variables that are equal, or complementary.
fn pair(a: u32, b: u32, complementary: bool) -> Equation {
    let (a, b) = (a.min(b), a.max(b));
    let terms: Terms = smallvec![(a, 1), (b, if complementary { 1 } else { -1 })];
    Equation { terms, right: i32::from(complementary) }
}

/// Parities in groups without a common variable.
fn connected(parities: Vec<Parity>) -> Vec<Vec<Parity>> {
    let most = parities.iter().flat_map(|p| &p.variables).max();
    let mut sets = SignedSets::new(most.map_or(0, |&v| v as usize + 1));
    for parity in &parities {
        for &v in &parity.variables[1..] {
            let (first, other) = (sets.find(parity.variables[0]).0, sets.find(v).0);
            if first != other {
                sets.join(first, other, false);
            }
        }
    }
    let mut group: FxHashMap<u32, usize> = FxHashMap::default();
    let mut groups: Vec<Vec<Parity>> = Vec::new();
    for parity in parities {
        let next = groups.len();
        let at = *group.entry(sets.find(parity.variables[0]).0).or_insert(next);
        if at == next {
            groups.push(Vec::new());
        }
        groups[at].push(parity);
    }
    groups
}

/// A parity as bits of columns.
struct Row {
    bits: Vec<u64>,
    is_odd: bool,
}

/// Parities as a matrix over GF(2).
struct Rows {
    rows: Vec<Row>,
    columns: usize,
}

impl Rows {
    fn new(parities: &[Parity], columns: &[u32]) -> Self {
        let row = |parity: &Parity| {
            let mut bits = vec![0u64; columns.len().div_ceil(64)];
            for v in &parity.variables {
                let column = columns.binary_search(v).expect("a column per variable");
                bits[column / 64] |= 1 << (column % 64);
            }
            Row { bits, is_odd: parity.is_odd }
        };
        Rows { rows: parities.iter().map(row).collect(), columns: columns.len() }
    }

    /// Brings the rows into reduced echelon form; returns the columns of the pivots, in the order of their rows. All rows
    /// behind are empty.
    fn eliminate(&mut self) -> Vec<usize> {
        let mut pivots = Vec::new();
        for column in 0..self.columns {
            let is_set = |row: &Row| row.bits[column / 64] >> (column % 64) & 1 == 1;
            let at = pivots.len();
            let Some(found) = self.rows[at..].iter().position(is_set) else { continue };
            self.rows.swap(at, at + found);
            let (before, rest) = self.rows.split_at_mut(at);
            let Some((pivot, after)) = rest.split_first_mut() else { break };
            for row in before.iter_mut().chain(after).filter(|row| is_set(row)) {
                row.bits.iter_mut().zip(&pivot.bits).for_each(|(a, b)| *a ^= b);
                row.is_odd ^= pivot.is_odd;
            }
            pivots.push(column);
        }
        pivots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elimination_finds_values_and_pairs() {
        let parity = |variables: &[u32], is_odd| Parity { variables: variables.into(), is_odd };
        // x0 + x1 + x2, x1 + x2 + x3 odd and even: x0 and x3 differ. x4 + x5 + x6, x4 + x5 + x7 and x6 + x7 + x8: x8 is set.
        let all = vec![
            parity(&[0, 1, 2], true),
            parity(&[1, 2, 3], false),
            parity(&[4, 5, 6], true),
            parity(&[4, 5, 7], true),
            parity(&[6, 7, 8], true),
        ];
        let mut found = consequences(all.clone()).unwrap();
        found.sort_by_key(|e| e.terms.clone());
        let value = Equation { terms: smallvec![(8, 1)], right: 1 };
        assert_eq!(found, [pair(0, 3, true), pair(6, 7, false), value]);
        let wrong = [all, vec![parity(&[0, 3], false)]].concat();
        assert_eq!(consequences(wrong), Err(Contradiction));
    }
}
