//! Row orders in which clauses span few rows: the fewer clauses cross one row, the fewer columns.
//!
//! Minimizing the columns is minimum cutwidth, which is NP-hard. FORCE (Aloul, Markov and Sakallah, GLSVLSI 2003)
//! repeatedly moves every variable to the mean of the centres of its clauses and sorts; it starts from the given order
//! and from some seeded ones.

use crate::rng::Rng;

/// Starts from other orders than the given one.
const STARTS: usize = 24;
/// Steps without a better order after which a start is given up.
const PATIENCE: usize = 8;
/// Most literals moved in all starts together.
const EFFORT: usize = 200_000_000;

/// Cost of an order: the most groups that cover one row, and the total of rows covered.
fn cost(groups: &[Vec<usize>], row_of: &[usize]) -> (usize, usize) {
    let mut change = vec![0i64; row_of.len() + 1];
    let mut covered = 0;
    for group in groups {
        let rows = group.iter().map(|&v| row_of[v]);
        let (Some(first), Some(last)) = (rows.clone().min(), rows.max()) else { continue };
        change[first] += 1;
        change[last + 1] -= 1;
        covered += last - first + 1;
    }
    let mut depth = 0;
    let most = change.iter().map(|d| {
        depth += d;
        depth
    });
    (most.max().unwrap_or(0) as usize, covered)
}

/// One step of FORCE.
fn step(groups: &[Vec<usize>], row_of: &[usize]) -> Vec<usize> {
    let mut sum = vec![(0.0, 0u32); row_of.len()];
    for group in groups.iter().filter(|g| !g.is_empty()) {
        let centre = group.iter().map(|&v| row_of[v] as f64).sum::<f64>() / group.len() as f64;
        for &v in group {
            sum[v].0 += centre;
            sum[v].1 += 1;
        }
    }
    let place = |v: usize| if sum[v].1 == 0 { row_of[v] as f64 } else { sum[v].0 / f64::from(sum[v].1) };
    let mut order: Vec<usize> = (0..row_of.len()).collect();
    order.sort_by(|&a, &b| place(a).total_cmp(&place(b)).then(row_of[a].cmp(&row_of[b])));
    rows_of(&order)
}

fn rows_of(order: &[usize]) -> Vec<usize> {
    let mut row_of = vec![0; order.len()];
    order.iter().enumerate().for_each(|(row, &v)| row_of[v] = row);
    row_of
}

/// The row of every one of `items`, minimizing heuristically how many groups cross each row; never worse than the given
/// order.
pub fn rows(items: usize, groups: &[Vec<usize>]) -> Vec<usize> {
    let mut best: Vec<usize> = (0..items).collect();
    let mut least = cost(groups, &best);
    let size = items + groups.iter().map(Vec::len).sum::<usize>();
    let mut left = EFFORT / size.max(1);
    for start in 0..=STARTS {
        let mut now = (0..items).collect::<Vec<_>>();
        if start > 0 {
            Rng::stream(0xf0_4ce, start as u64).shuffle(&mut now);
        }
        let (mut own, mut patience) = (cost(groups, &now), PATIENCE);
        while patience > 0 && left > 0 {
            now = step(groups, &now);
            let cost = cost(groups, &now);
            (patience, left) = (patience - 1, left - 1);
            if cost < own {
                (own, patience) = (cost, PATIENCE);
            }
            if cost < least {
                (best, least) = (now.clone(), cost);
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffled_path_is_straightened() {
        let mut rng = Rng::new(5);
        let mut names: Vec<usize> = (0..40).collect();
        rng.shuffle(&mut names);
        let groups: Vec<Vec<usize>> = names.windows(2).map(<[usize]>::to_vec).collect();
        let before = cost(&groups, &(0..40).collect::<Vec<_>>());
        let found = rows(40, &groups);
        let mut sorted = found.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, (0..40).collect::<Vec<_>>(), "every row once");
        let after = cost(&groups, &found);
        assert!(after <= (6, 200) && before.0 > 12, "{before:?} {after:?}");
    }

    #[test]
    fn nothing_to_order() {
        assert_eq!(rows(0, &[]), Vec::<usize>::new());
        assert_eq!(rows(2, &[vec![], vec![1]]).len(), 2);
    }
}
