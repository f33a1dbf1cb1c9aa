//! Zero-half cuts: the Chvatal-Gomory cuts with multipliers 0 and 1/2 (Caprara & Fischetti 1996).
//!
//! Rows added up modulo 2 imply that the variables with an odd coefficient have an odd sum, or an even one. So they
//! cannot all be at bounds of the wrong parity: the distances from such bounds add up to at least 1. That holds for
//! integers alone, and cuts off fractions. Rows are added up by elimination over GF(2), in which the variables furthest
//! from their bounds go first: the remaining ones have the smallest distances (a heuristic; finding the best cut is
//! NP-hard). Floating point decides whether a cut is worth adding; the parity proves it valid.

use super::program::Program;
use crate::system::ParityRow;

/// Variables, each with the bound from which its distance is measured (true: the upper one); the distances add up to at
/// least 1.
pub(super) type Cut = Vec<(u32, bool)>;

/// A cut is added if a solution falls short of it by this much.
const SHORT: f64 = 1e-4;

/// Distances below this count as 0.
const NEAR: f64 = 1e-6;

/// A variable that is not fixed, seen from a solution.
struct Column {
    var: u32,
    /// Its nearer bound, and the distances from there and from the other one.
    upper: bool,
    near: f64,
    far: f64,
    /// Parity of the nearer bound, and whether the other one has the other parity.
    is_odd: bool,
    differs: bool,
}

impl Column {
    fn new(program: &Program, var: u32, value: f64) -> Column {
        let (low, high) = (program.lower[var as usize], program.upper[var as usize]);
        let (down, up) = ((value - low as f64).max(0.0), (high as f64 - value).max(0.0));
        let upper = up < down;
        let (near, far) = if upper { (up, down) } else { (down, up) };
        let is_odd = if upper { high } else { low } & 1 == 1;
        Column { var, upper, near, far, is_odd, differs: (high - low) & 1 == 1 }
    }
}

/// Most cuts per solution, those that it violates most: the others are mostly redundant.
const CUTS: usize = 8;

/// Cuts that a solution violates, from sums of these rows, the most violated first.
pub(super) fn separate(program: &Program, rows: &[u32], values: &[f64]) -> Vec<Cut> {
    let is_free = |&v: &u32| program.lower[v as usize] < program.upper[v as usize];
    let mut vars: Vec<u32> =
        rows.iter().flat_map(|&r| &program.rows[r as usize].vars).copied().filter(is_free).collect();
    vars.sort_unstable();
    vars.dedup();
    let columns: Vec<Column> = vars.iter().map(|&var| Column::new(program, var, values[var as usize])).collect();
    let mut sums: Vec<ParityRow> = rows.iter().map(|&row| mod_2(program, row, &vars)).collect();
    let mut cuts: Vec<(f64, Cut)> = sums.iter().filter_map(|sum| cut(sum, &columns)).collect();
    let mut order: Vec<usize> = (0..columns.len()).filter(|&c| columns[c].near > NEAR).collect();
    order.sort_by(|&a, &b| columns[b].near.total_cmp(&columns[a].near).then(a.cmp(&b)));
    let weigh = |sum: &ParityRow| sum.columns().map(|c| columns[c].near).sum::<f64>();
    let mut weights: Vec<f64> = sums.iter().map(weigh).collect();
    let mut pivots = 0;
    for column in order {
        let having = (pivots..sums.len()).filter(|&s| sums[s].has(column));
        let Some(pivot) = having.min_by(|&a, &b| weights[a].total_cmp(&weights[b])) else { continue };
        sums.swap(pivots, pivot);
        weights.swap(pivots, pivot);
        let (before, rest) = sums.split_at_mut(pivots);
        let (pivot, after) = rest.split_first_mut().expect("found above");
        let others = before.iter_mut().enumerate().chain((pivots + 1..).zip(after));
        for (place, sum) in others.filter(|(_, sum)| sum.has(column)) {
            sum.add(pivot);
            weights[place] = weigh(sum);
            cuts.extend(cut(sum, &columns));
        }
        pivots += 1;
    }
    cuts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.len().cmp(&b.1.len())).then_with(|| a.1.cmp(&b.1)));
    cuts.dedup_by(|a, b| a.1 == b.1);
    cuts.truncate(CUTS);
    cuts.into_iter().map(|cut| cut.1).collect()
}

/// A row modulo 2 over the variables that are not fixed.
fn mod_2(program: &Program, row: u32, vars: &[u32]) -> ParityRow {
    let row = &program.rows[row as usize];
    let mut sum = ParityRow::new(vars.len(), row.count & 1 == 1);
    for &var in &row.vars {
        match vars.binary_search(&var) {
            Ok(at) => sum.flip(at),
            Err(_) => sum.is_odd ^= program.lower[var as usize] & 1 == 1,
        }
    }
    sum
}

/// The most violated cut of one sum, if it is violated: the nearer bound of every variable, except for one if these
/// have the right parity; and the total of the distances in the solution.
fn cut(sum: &ParityRow, columns: &[Column]) -> Option<(f64, Cut)> {
    let mut members: Vec<usize> = Vec::new();
    let (mut distance, mut is_odd) = (0.0, false);
    for member in sum.columns() {
        distance += columns[member].near;
        is_odd ^= columns[member].is_odd;
        members.push(member);
        if distance > 1.0 - SHORT {
            return None;
        }
    }
    let mut other = None;
    if is_odd == sum.is_odd {
        let further = |&c: &usize| columns[c].far - columns[c].near;
        let swapped = members.iter().copied().filter(|&c| columns[c].differs);
        let swapped = swapped.min_by(|a, b| further(a).total_cmp(&further(b)))?;
        distance += further(&swapped);
        other = Some(swapped);
    }
    let end = |&c: &usize| (columns[c].var, columns[c].upper != (other == Some(c)));
    (distance < 1.0 - SHORT).then(|| (distance, members.iter().map(end).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::{Sum, System};

    fn program(cells: usize, sums: &[(&[u32], i32)]) -> Program {
        let sums = sums.iter().map(|&(of, count)| Sum::new(of.iter().copied(), count)).collect();
        Program::of(&System { cells, sums, total: None }).0
    }

    #[test]
    fn an_odd_ring_has_no_halves() {
        let ring = program(4, &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2, 3], 1)]);
        // All three rows added up: x3 is odd.
        let cuts = separate(&ring, &[0, 1, 2], &[0.5, 0.5, 0.5, 0.0]);
        assert_eq!(cuts, [vec![(3, false)]]);
        assert!(separate(&ring, &[0, 1, 2], &[0.0, 1.0, 0.0, 1.0]).is_empty());
        // Without an even option the empty sum is odd: a contradiction.
        let closed = program(3, &[(&[0, 1], 1), (&[1, 2], 1), (&[0, 2], 1)]);
        assert_eq!(separate(&closed, &[0, 1, 2], &[0.5; 3]), [vec![]]);
    }

    /// Any values between the bounds may be given; no cut may lose an integer solution.
    #[test]
    fn cuts_keep_every_whole_solution() {
        let mut made = 0;
        for seed in 0..2000 {
            let mut rng = Rng::new(seed);
            let blocks = 2 + rng.index(5);
            let upper: Vec<i64> = (0..blocks).map(|_| 1 + rng.index(3) as i64).collect();
            let planted: Vec<i64> = upper.iter().map(|&u| rng.index(u as usize + 1) as i64).collect();
            let rows: Vec<Row> = (0..=rng.index(5))
                .map(|_| {
                    let vars: Vec<u32> = (0..blocks as u32).filter(|_| rng.chance(0.5)).collect();
                    Row { count: vars.iter().map(|&v| planted[v as usize]).sum(), vars }
                })
                .collect();
            let mut lower = vec![0; blocks];
            lower[0] = planted[0].min(1);
            let program = Program::new(lower, upper, rows.clone(), rows.len(), blocks);
            let values: Vec<f64> = (0..blocks)
                .map(|v| {
                    program.lower[v] as f64 + (program.upper[v] - program.lower[v]) as f64 * rng.index(5) as f64 / 4.0
                })
                .collect();
            let all: Vec<u32> = (0..rows.len() as u32).collect();
            for cut in separate(&program, &all, &values) {
                made += 1;
                let mut with = program.clone();
                with.add_distances(&cut);
                let distance = |x: &[i64]| -> i64 {
                    let one = |&(v, up): &(u32, bool)| {
                        if up {
                            program.upper[v as usize] - x[v as usize]
                        } else {
                            x[v as usize] - program.lower[v as usize]
                        }
                    };
                    cut.iter().map(one).sum()
                };
                for x in whole(&program) {
                    assert!(distance(&x) >= 1, "{cut:?} loses {x:?} of {program:?}");
                    assert!(with.is_solution(&completed(&with, x)), "{cut:?} as a row");
                }
            }
        }
        assert!(made > 500, "{made} cuts");
    }

    use super::super::program::Row;

    /// All solutions.
    fn whole(program: &Program) -> Vec<Vec<i64>> {
        let mut all = vec![Vec::new()];
        for v in 0..program.blocks {
            let wider = |x: Vec<i64>| (program.lower[v]..=program.upper[v]).map(move |n| [x.clone(), vec![n]].concat());
            all = all.into_iter().flat_map(wider).collect();
        }
        all.retain(|x| program.is_solution(x));
        all
    }

    /// A solution with the variables of added rows, each of which is the last of its row.
    fn completed(program: &Program, mut x: Vec<i64>) -> Vec<i64> {
        for row in &program.rows[program.local..] {
            let (_, others) = row.vars.split_last().expect("a row has variables");
            x.push(row.count - others.iter().map(|&v| x[v as usize]).sum::<i64>());
        }
        x
    }
}
