//! Gaussian elimination of parities modulo 2.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;
use smallvec::smallvec;

use super::Parity;
use crate::system::equivalences::{Equation, SignedSets, Terms};
use crate::system::{Contradiction, ParityRow};

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
        let row = |parity: &Parity| {
            let mut row = ParityRow::new(columns.len(), parity.is_odd);
            let column = |v| columns.binary_search(v).expect("a column per variable");
            parity.variables.iter().for_each(|v| row.flip(column(v)));
            row
        };
        let mut rows: Vec<ParityRow> = part.iter().map(row).collect();
        let pivots = eliminate(&mut rows, columns.len());
        if rows[pivots.len()..].iter().any(|row| row.is_odd) {
            return Err(Contradiction);
        }
        // Rows of two variables, and pairs of rows that differ in their pivots alone.
        let mut same: FxHashMap<Vec<u64>, (u32, bool)> = FxHashMap::default();
        for (mut rest, &pivot) in rows.into_iter().zip(&pivots) {
            rest.flip(pivot);
            let (is_odd, pivot) = (rest.is_odd, columns[pivot]);
            let mut others = rest.columns().map(|column| columns[column]);
            match (others.next(), others.next()) {
                (None, _) => found.push(Equation { terms: smallvec![(pivot, 1)], right: i32::from(is_odd) }),
                (Some(other), None) => found.push(pair(pivot, other, is_odd)),
                _ => {
                    drop(others);
                    match same.entry(rest.into_words()) {
                        Entry::Occupied(other) => found.push(pair(pivot, other.get().0, is_odd != other.get().1)),
                        Entry::Vacant(none) => {
                            none.insert((pivot, is_odd));
                        }
                    }
                }
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

/// Brings rows into reduced echelon form; returns the columns of the pivots, in the order of their rows. All rows behind are
/// empty.
fn eliminate(rows: &mut [ParityRow], columns: usize) -> Vec<usize> {
    let mut pivots = Vec::new();
    for column in 0..columns {
        let at = pivots.len();
        let Some(found) = rows[at..].iter().position(|row| row.has(column)) else { continue };
        rows.swap(at, at + found);
        let (before, rest) = rows.split_at_mut(at);
        let Some((pivot, after)) = rest.split_first_mut() else { break };
        before.iter_mut().chain(after).filter(|row| row.has(column)).for_each(|row| row.add(pivot));
        pivots.push(column);
    }
    pivots
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
