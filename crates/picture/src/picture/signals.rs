//! Signals on a board: covered cells that are equal or opposite in every solution because of chains of clues
//! with two undecided cells, as along a wire.

use std::collections::BTreeMap;

use crate::engine::Verdict;
use crate::system::System;

/// The signal of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// From 0, in the order of the signals' first cells.
    pub number: usize,
    /// The cell is the opposite of the signal's first cell.
    pub inverted: bool,
}

/// Cells with a root that they equal or whose opposite they are.
struct Parities {
    parent: Vec<(usize, bool)>,
}

impl Parities {
    fn root(&mut self, cell: usize) -> (usize, bool) {
        let (mut root, mut odd) = (cell, false);
        while self.parent[root].0 != root {
            odd ^= self.parent[root].1;
            root = self.parent[root].0;
        }
        // Path compression keeps long wires cheap.
        let (mut at, mut left) = (cell, odd);
        while self.parent[at].0 != root && at != root {
            let (next, step) = self.parent[at];
            self.parent[at] = (root, left);
            (at, left) = (next, left ^ step);
        }
        (root, odd)
    }

    /// Joins two roots; the lower one stays.
    fn join(&mut self, a: usize, b: usize, opposite: bool) {
        self.parent[a.max(b)] = (a.min(b), opposite);
    }
}

/// The signals of at least two cells. `verdicts` decide cells beforehand; a sum without other undecided cells then
/// makes two signals equal or opposite, where opposite cells of one signal count as one mine. `pairs` are known to be
/// equal or, where true, opposite, such as cells of one tile.
pub fn signals(system: &System, verdicts: &[Verdict], pairs: &[(usize, usize, bool)]) -> Vec<Option<Signal>> {
    let mut parities = Parities { parent: (0..system.cells).map(|cell| (cell, false)).collect() };
    let decided = |cell: usize| matches!(verdicts[cell], Verdict::Safe | Verdict::Mine);
    for &(a, b, opposite) in pairs.iter().filter(|(a, b, _)| !decided(*a) && !decided(*b)) {
        let ((a, odd_a), (b, odd_b)) = (parities.root(a), parities.root(b));
        if a != b {
            parities.join(a, b, opposite ^ odd_a ^ odd_b);
        }
    }
    loop {
        let mut changed = false;
        for sum in &system.sums {
            // The sum over roots: a cell is its root's value, or 1 less that.
            let mut factors: BTreeMap<usize, i64> = BTreeMap::new();
            let mut rest = i64::from(sum.count);
            for &cell in &sum.cells {
                let cell = cell as usize;
                match verdicts[cell] {
                    Verdict::Safe => {}
                    Verdict::Mine => rest -= 1,
                    _ => {
                        let (root, odd) = parities.root(cell);
                        *factors.entry(root).or_default() += if odd { -1 } else { 1 };
                        rest -= i64::from(odd);
                    }
                }
            }
            let left: Vec<(usize, i64)> = factors.into_iter().filter(|f| f.1 != 0).collect();
            if let &[(a, x), (b, y)] = left.as_slice() {
                // x a + y b = rest with x, y = 1 or -1: the same signs are opposite values at rest = x.
                if x.abs() == 1 && y.abs() == 1 && ((x == y && rest == x) || (x != y && rest == 0)) {
                    parities.join(a, b, x == y);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let roots: Vec<(usize, bool)> = (0..system.cells).map(|cell| parities.root(cell)).collect();
    let mut size = vec![0usize; system.cells];
    roots.iter().for_each(|r| size[r.0] += 1);
    let mut number: BTreeMap<usize, usize> = BTreeMap::new();
    roots
        .into_iter()
        .map(|(root, inverted)| {
            let next = number.len();
            (size[root] > 1).then(|| Signal { number: *number.entry(root).or_insert(next), inverted })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::{Classes, Control};
    use crate::rng::Rng;
    use crate::system::Sum;
    use minesat_engines::engine::build;

    fn of(text: &str) -> (System, Vec<Option<Signal>>) {
        let (system, _) = System::from_board(&Board::parse(text, "t").unwrap());
        let verdicts = vec![Verdict::Open; system.cells];
        let found = signals(&system, &verdicts, &[]);
        (system, found)
    }

    #[test]
    fn a_wire_is_one_signal() {
        let (_, found) = of("3 9 ?\n_1111111_\n#1##1##1#\n_1111111_\n");
        let odd: Vec<bool> = found.iter().map(|s| s.unwrap().inverted).collect();
        assert!(found.iter().all(|s| s.unwrap().number == 0));
        assert_eq!(odd, [false, true, false, true, false, true]);
    }

    /// Cells of one signal are equal or opposite in every solution.
    #[test]
    fn signals_hold_in_every_solution() {
        let mut joined = 0;
        for seed in 0..400 {
            let mut rng = Rng::new(seed);
            let hidden: Vec<bool> = (0..9).map(|_| rng.chance(0.5)).collect();
            let mut sum = || {
                let len = 2 + rng.index(3);
                let cells: Vec<u32> = rng.sample(9, len).into_iter().map(|c| c as u32).collect();
                let count = cells.iter().filter(|&&c| hidden[c as usize]).count() as i32;
                Sum::new(cells, count)
            };
            let system = System { cells: 9, sums: (0..5).map(|_| sum()).collect(), total: None };
            let answer = build("brute").unwrap().classify(&system, &mut Control::default()).unwrap();
            let Classes::Cells(verdicts) = answer else { panic!("a hidden solution is there") };
            let found = signals(&system, &verdicts, &[]);
            for bits in 0..1u32 << 9 {
                let mines: Vec<bool> = (0..9).map(|c| bits >> c & 1 == 1).collect();
                if !system.is_model(&mines) {
                    continue;
                }
                let mut value = [None; 9];
                for (cell, signal) in found.iter().enumerate() {
                    let Some(Signal { number, inverted }) = *signal else { continue };
                    joined += 1;
                    let of_signal = mines[cell] ^ inverted;
                    assert_eq!(*value[number].get_or_insert(of_signal), of_signal, "seed {seed}");
                }
            }
        }
        assert!(joined > 1000, "{joined}");
    }
}
