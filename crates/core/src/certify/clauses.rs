//! The clauses that a clausal proof starts from, made from the sums alone. Trust in a certificate rests on them, so
//! they share no code with the encodings of the engines: all subsets for short sums, a counter for long ones.

use std::collections::BTreeMap;

use super::Rejected;
use crate::system::System;

/// Sums of up to this many undecided cells are written as subsets, at most C(8, 4) + C(8, 5) clauses.
const SUBSETS: usize = 8;

/// Most clauses of a formula.
const MOST_CHECKED_CLAUSES: usize = 4_000_000;

/// Clauses over variables `1..=variables`; negative numbers are negated, as in DIMACS files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClauseSet {
    /// Number of variables: those of undecided cells and auxiliary ones.
    pub variables: i32,
    /// Literals `±variable`, never 0; the empty clause is a contradiction. Clause `i` has number `i + 1` in proofs.
    pub clauses: Vec<Vec<i32>>,
    /// Source of each clause: index in the list of sums (its length: the total); None: the claims.
    pub origin: Vec<Option<u32>>,
    /// The variable of each cell that has one.
    pub variable: BTreeMap<u32, i32>,
}

impl ClauseSet {
    /// The clauses of the sums numbered `sums`, of the total if `total`, and one clause "some claim is wrong". Values
    /// of known cells are substituted.
    ///
    /// # Errors
    /// A sum or the total does not exist, or there are too many clauses.
    pub fn new(
        system: &System,
        known: &[Option<bool>],
        sums: &[u32],
        total: bool,
        claims: &[(u32, bool)],
    ) -> Result<ClauseSet, Rejected> {
        let mut formula = ClauseSet::default();
        let undecided = |cells: &mut dyn Iterator<Item = u32>, count: i64| -> (Vec<u32>, i64) {
            let (open, decided): (Vec<u32>, Vec<u32>) = cells.partition(|&c| known[c as usize].is_none());
            let mines = decided.iter().filter(|&&c| known[c as usize] == Some(true)).count();
            (open, count.saturating_sub(mines as i64))
        };
        if sums.windows(2).any(|pair| pair[0] >= pair[1]) {
            return Err(Rejected::because("the sums are not in ascending order"));
        }
        for (&index, place) in sums.iter().zip(0..) {
            let sum = system.sums.get(index as usize).ok_or_else(|| Rejected(format!("there is no sum {index}")))?;
            let (cells, count) = undecided(&mut sum.cells.iter().copied(), i64::from(sum.count));
            let variables: Vec<i32> = cells.iter().map(|&c| formula.of(c)).collect();
            formula.exactly(&variables, count)?;
            formula.origin.resize(formula.clauses.len(), Some(place));
        }
        if total {
            let mines = system.total.ok_or_else(|| Rejected::because("the board has no total"))?;
            // First the cells that the sums named, in their order: the counter then follows the sums.
            let mut named: Vec<(i32, u32)> = formula.variable.iter().map(|(&c, &v)| (v, c)).collect();
            named.sort_unstable();
            let rest = (0..system.cells as u32).filter(|c| !formula.variable.contains_key(c));
            let all: Vec<u32> = named.iter().map(|&(_, c)| c).chain(rest).collect();
            let (cells, count) = undecided(&mut all.into_iter(), mines);
            let variables: Vec<i32> = cells.iter().map(|&c| formula.of(c)).collect();
            formula.exactly(&variables, count)?;
            formula.origin.resize(formula.clauses.len(), Some(sums.len() as u32));
        }
        // A claim about a known cell is right or wrong already.
        if claims.iter().any(|&(c, mine)| known[c as usize] == Some(!mine)) {
            return Err(Rejected::because("a claim against what is known"));
        }
        if !claims.is_empty() {
            let open = claims.iter().filter(|(c, _)| known[*c as usize].is_none());
            let wrong = open.map(|&(c, mine)| if mine { -formula.of(c) } else { formula.of(c) }).collect();
            formula.clauses.push(wrong);
            formula.origin.push(None);
        }
        Ok(formula)
    }

    fn new_variable(&mut self) -> i32 {
        self.variables += 1;
        self.variables
    }

    fn of(&mut self, cell: u32) -> i32 {
        let next = self.variables + 1;
        let variable = *self.variable.entry(cell).or_insert(next);
        self.variables = self.variables.max(variable);
        variable
    }

    fn exactly(&mut self, variables: &[i32], count: i64) -> Result<(), Rejected> {
        let n = variables.len();
        if count < 0 || count > n as i64 {
            self.clauses.push(Vec::new());
            return Ok(());
        }
        let count = count as usize;
        if n <= SUBSETS || count == 0 || count == n {
            self.subsets(variables, n - count + 1, 1);
            self.subsets(variables, count + 1, -1);
            return Ok(());
        }
        // Mines or safe cells, whichever are fewer.
        let (sign, few) = if 2 * count <= n { (1, count) } else { (-1, n - count) };
        if self.clauses.len() + 4 * n * (few + 1) > MOST_CHECKED_CLAUSES {
            return Err(Rejected(format!("{few} of {n} cells take too many clauses")));
        }
        let literals: Vec<i32> = variables.iter().map(|&v| sign * v).collect();
        self.counter(&literals, few);
        Ok(())
    }

    /// Every subset of `size` variables, times `sign`, as a clause.
    fn subsets(&mut self, variables: &[i32], size: usize, sign: i32) {
        if size > variables.len() {
            return;
        }
        let mut chosen: Vec<usize> = (0..size).collect();
        loop {
            self.clauses.push(chosen.iter().map(|&i| sign * variables[i]).collect());
            let Some(at) = (0..size).rev().find(|&i| chosen[i] < variables.len() - size + i) else { return };
            chosen[at] += 1;
            (at + 1..size).for_each(|i| chosen[i] = chosen[i - 1] + 1);
        }
    }

    /// Exactly `count` of the literals, by registers `r[j]`: at least j of the literals up to here.
    fn counter(&mut self, literals: &[i32], count: usize) {
        let mut before: Vec<i32> = Vec::new();
        for &literal in literals {
            let mut now = Vec::with_capacity(count + 1);
            for j in 0..(before.len() + 1).min(count + 1) {
                let register = self.new_variable();
                now.push(register);
                // Of those before: at least j + 1 (false beyond the end), and at least j (true for 0).
                let (same, less) = (before.get(j).copied(), j.checked_sub(1).map(|j| before[j]));
                self.clauses.extend(same.map(|same| vec![-same, register]));
                self.clauses.push([-literal, register].into_iter().chain(less.map(|less| -less)).collect());
                self.clauses.push([-register, literal].into_iter().chain(same).collect());
                self.clauses.extend(less.map(|less| vec![-register, less]));
            }
            before = now;
        }
        self.clauses.push(vec![before[count - 1]]);
        self.clauses.extend(before.get(count).map(|&beyond| vec![-beyond]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certify::propagate;
    use crate::system::Sum;

    /// Propagation refutes an assignment of the cells if and only if it violates the sum or the total: short sums, long
    /// ones, few mines and many.
    #[test]
    fn clauses_say_what_the_sums_say() {
        for n in [1, 3, 8, 9, 10] {
            for count in -1..=n + 1 {
                let cells: Vec<u32> = (0..n as u32).collect();
                let by_sum = System { cells: n as usize, sums: vec![Sum::new(cells, count)], total: None };
                let by_total = System { cells: n as usize, sums: Vec::new(), total: Some(i64::from(count)) };
                let known = vec![None; n as usize];
                for (system, sums, total) in [(&by_sum, &[0][..], false), (&by_total, &[], true)] {
                    let formula = ClauseSet::new(system, &known, sums, total, &[]).unwrap();
                    for bits in 0..1u32 << n {
                        let unit = |(&cell, &v): (&u32, &i32)| vec![if bits >> cell & 1 == 1 { v } else { -v }];
                        let units = formula.variable.iter().map(unit);
                        let clauses: Vec<Vec<i32>> = formula.clauses.iter().cloned().chain(units).collect();
                        let holds = bits.count_ones() as i32 == count;
                        assert_eq!(propagate(&clauses).is_none(), holds, "{count} of {n}, total {total}, {bits:b}");
                    }
                }
            }
        }
    }

    #[test]
    fn known_cells_are_put_in_and_claims_against_them_refused() {
        let system = System { cells: 3, sums: vec![Sum::new(vec![0, 1, 2], 2)], total: None };
        let known = [Some(true), None, None];
        let formula = ClauseSet::new(&system, &known, &[0], false, &[(1, true)]).unwrap();
        assert_eq!(formula.clauses, [vec![1, 2], vec![-1, -2], vec![-1]]);
        assert_eq!(formula.origin, [Some(0), Some(0), None]);
        assert!(ClauseSet::new(&system, &known, &[0], false, &[(0, false)]).is_err());
        assert!(ClauseSet::new(&system, &known, &[1], false, &[]).is_err());
        assert!(ClauseSet::new(&system, &known, &[], true, &[]).is_err());
    }
}
