//! A system of sums as a formula.

use thiserror::Error;

use super::{Cnf, Encoding, Lit, Size, size};
use crate::system::System;

/// The floating cells over which the total is written. The others are slack: an interval on the mines of the written
/// cells stands for them, and their values follow by arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Floating {
    /// None: enough to decide. No clause contains floating cells.
    Slack,
    /// The first one: enough to classify, since all floating cells are alike.
    One,
    /// All: models of the formula are models of the system, so counters can be run on it.
    All,
}

/// Options for encoding a system.
#[derive(Clone, Copy)]
pub struct EncodePlan<'a> {
    /// For the sums.
    pub local: &'a dyn Encoding,
    /// For the total; None leaves it out.
    pub total: Option<&'a dyn Encoding>,
    /// The floating cells in the clauses of the total.
    pub floating: Floating,
    /// Most clauses; larger formulas are refused.
    pub most_clauses: u64,
}

/// The formula would have more clauses than the plan allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the formula takes {} clauses, more than {most}", size::in_words(*.clauses))]
pub struct TooLarge {
    /// Clauses of the whole formula; `u64::MAX` stands for that many or more.
    pub clauses: u64,
    /// The limit of the plan, below `clauses`.
    pub most: u64,
}

/// Bounds on the mines of the frontier cells: a set of sums without common cells fixes the mines on them, each other
/// cell holds 0 or 1.
pub fn mine_bounds(system: &System) -> (i64, i64) {
    let mut used = vec![false; system.cells];
    let (mut fixed, mut covered) = (0, 0);
    for sum in &system.sums {
        if sum.cells.iter().all(|&c| !used[c as usize]) {
            sum.cells.iter().for_each(|&c| used[c as usize] = true);
            fixed += i64::from(sum.count);
            covered += sum.len();
        }
    }
    let frontier = system.cells - system.floating();
    (fixed, fixed + (frontier - covered) as i64)
}

/// Writes a system: variable `i + 1` is cell `i`, auxiliary variables come after the cells. The total is written over
/// the frontier cells and the chosen floating ones; bounds that cannot bind are left out.
///
/// # Errors
/// [`TooLarge`], before anything is written.
pub fn encode(system: &System, plan: &EncodePlan) -> Result<Cnf, TooLarge> {
    let total = plan.total.zip(system.total).map(|(encoding, total)| (encoding, Interval::new(system, total, plan)));
    let sums = system.sums.iter().map(|s| plan.local.size_between(s.len(), s.count.into(), s.count.into()));
    let total_size = total.as_ref().map(|(e, t)| e.size_between(t.cells.len(), t.lo, t.hi));
    let Size { clauses, .. } = sums.chain(total_size).sum();
    if clauses > plan.most_clauses {
        return Err(TooLarge { clauses, most: plan.most_clauses });
    }
    let mut cnf = Cnf::new(system.cells);
    let mut lits = Vec::new();
    for sum in &system.sums {
        lits.clear();
        lits.extend(sum.cells.iter().map(|&c| Lit::of_cell(c as usize, true)));
        plan.local.exactly(&lits, sum.count.into(), &mut cnf);
    }
    if let Some((encoding, interval)) = total {
        let lits: Vec<Lit> = interval.cells.iter().map(|&c| Lit::of_cell(c, true)).collect();
        encoding.between(&lits, interval.lo, interval.hi, &mut cnf);
    }
    Ok(cnf)
}

/// The total as bounds on the mines of some cells.
struct Interval {
    cells: Vec<usize>,
    lo: i64,
    hi: i64,
}

impl Interval {
    fn new(system: &System, total: i64, plan: &EncodePlan) -> Interval {
        let frontier = system.is_frontier();
        let (mut cells, floating): (Vec<usize>, Vec<usize>) = (0..system.cells).partition(|&c| frontier[c]);
        let written = match plan.floating {
            Floating::Slack => 0,
            Floating::One => 1.min(floating.len()),
            Floating::All => floating.len(),
        };
        cells.extend(&floating[..written]);
        let slack = (floating.len() - written) as i64;
        let (least, most) = mine_bounds(system);
        let (lo, hi) = (total.saturating_sub(slack), total);
        let lo = if lo <= least { 0 } else { lo };
        let hi = if hi >= most + written as i64 { cells.len() as i64 } else { hi };
        Interval { cells, lo, hi }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode::find;
    use crate::rng::Rng;
    use crate::system::Sum;

    fn plan(floating: Floating) -> EncodePlan<'static> {
        let encoding = find("binomial").unwrap().encoding;
        EncodePlan { local: encoding, total: Some(encoding), floating, most_clauses: 1 << 20 }
    }

    fn satisfied(cnf: &Cnf, bits: u32) -> bool {
        cnf.clauses().all(|c| c.iter().any(|l| (bits >> (l.variable() - 1) & 1 == 1) == l.is_positive()))
    }

    /// Binomial clauses have no auxiliary variables, so all assignments of a formula can be tried.
    #[test]
    fn formulas_have_the_models_of_the_system() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let cells = 1 + rng.index(8);
            let mut sum = || {
                let cells: Vec<u32> = (0..cells as u32).filter(|_| rng.chance(0.4)).collect();
                let count = rng.index(cells.len() + 2) as i32 - i32::from(rng.chance(0.2));
                Sum::new(cells, count)
            };
            let sums = (0..seed % 4).map(|_| sum()).collect();
            let system = System { cells, sums, total: Some(rng.index(cells + 3) as i64 - 1) };
            let frontier = system.is_frontier();
            let all = encode(&system, &plan(Floating::All)).unwrap();
            let (slack, one) = (encode(&system, &plan(Floating::Slack)), encode(&system, &plan(Floating::One)));
            let (slack, one) = (slack.unwrap(), one.unwrap());
            let models: Vec<u32> = (0..1 << cells)
                .filter(|bits| system.is_model(&(0..cells).map(|c| bits >> c & 1 == 1).collect::<Vec<_>>()))
                .collect();
            let written =
                |cell: usize, kept: usize| frontier[cell] || (0..cell).filter(|&c| !frontier[c]).count() < kept;
            for bits in 0..1u32 << cells {
                assert_eq!(satisfied(&all, bits), models.contains(&bits), "{system:?} {bits:b}");
                for (cnf, kept) in [(&slack, 0), (&one, 1)] {
                    let mask: u32 = (0..cells).filter(|&c| written(c, kept)).map(|c| 1 << c).sum();
                    let extends = models.iter().any(|m| m & mask == bits & mask);
                    assert_eq!(satisfied(cnf, bits), extends, "{system:?} {bits:b} with {kept} floating cells written");
                }
            }
        }
    }

    #[test]
    fn a_total_that_cannot_bind_is_not_written() {
        let sums = vec![Sum::new(vec![0, 1], 1), Sum::new(vec![1, 2], 1)];
        let system = System { cells: 9, sums, total: Some(4) };
        assert_eq!(mine_bounds(&system), (1, 2));
        assert_eq!(encode(&system, &plan(Floating::Slack)).unwrap().len(), 4);
    }

    #[test]
    fn a_formula_too_large_is_refused() {
        let system = System { cells: 60, sums: vec![Sum::new(0..60, 30)], total: None };
        let refused = encode(&system, &plan(Floating::Slack)).unwrap_err();
        assert!(refused.clauses > refused.most && refused.to_string().contains("clauses"));
    }
}
