//! Possible numbers of mines of each component, found only as far as the total requires.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::branch::Found;
use super::spans::Spans;
use super::total::Total;
use crate::engine::Stop;

/// Integer solutions of one component by their number of mines.
pub(in crate::engine) type Known = BTreeMap<i64, Vec<i64>>;

/// Counts of mines per component between two sets: with a known solution, and not excluded.
pub(in crate::engine) struct Counts {
    pub total: Total,
    pub known: Vec<Known>,
    windows: Vec<(i64, i64)>,
    excluded: Vec<BTreeSet<i64>>,
}

/// Component, number of mines, nearest known solution.
pub(in crate::engine) type Probe<'a> = dyn FnMut(usize, i64, Option<&[i64]>) -> Result<Found, Stop> + 'a;

fn nearest(known: &Known, mines: i64) -> Option<&[i64]> {
    let sides = known.range(..mines).next_back().into_iter().chain(known.range(mines..).next());
    sides.min_by_key(|(n, _)| (*n - mines).abs()).map(|(_, values)| values.as_slice())
}

/// The numbers of a range, coarse to fine: both ends, then midpoints.
struct CoarseToFine {
    ends: Vec<i64>,
    gaps: VecDeque<(i64, i64)>,
}

impl CoarseToFine {
    fn new((from, to): (i64, i64)) -> Self {
        let ends = if from < to { vec![to, from] } else { vec![from] };
        CoarseToFine { ends, gaps: VecDeque::from([(from, to)]) }
    }
}

impl Iterator for CoarseToFine {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if let Some(end) = self.ends.pop() {
            return Some(end);
        }
        let (from, to) = std::iter::from_fn(|| self.gaps.pop_front()).find(|(from, to)| to - from > 1)?;
        let middle = from + (to - from) / 2;
        self.gaps.extend([(from, middle), (middle, to)]);
        Some(middle)
    }
}

impl Counts {
    /// `windows`: proved ranges; `known`: solutions met so far. Solutions outside the ranges do no harm, because they
    /// cannot meet the total, and are starting points for others.
    pub fn new(total: Total, windows: Vec<(i64, i64)>, known: Vec<Known>) -> Counts {
        let excluded = vec![BTreeSet::new(); windows.len()];
        Counts { total, known, windows, excluded }
    }

    /// Counts that have a known solution.
    pub fn reached(&self) -> Vec<Spans> {
        self.known.iter().map(|known| Spans::of(known.keys().copied())).collect()
    }

    /// Counts not proved to have none.
    pub fn possible(&self) -> Vec<Spans> {
        (self.windows.iter().zip(&self.excluded))
            .map(|(&(from, to), excluded)| {
                let mut rest = Vec::new();
                let mut start = from;
                for &hole in excluded {
                    rest.push((start, hole - 1));
                    start = hole + 1;
                }
                rest.push((start, to));
                Spans::union(rest)
            })
            .collect()
    }

    /// Per component the counts in its window that the others complete, if each of them can have exactly the counts of
    /// its set.
    pub fn completed(&self, sets: &[Spans]) -> Vec<Spans> {
        let windows = self.windows.iter().map(|w| Spans::between(w.0, w.1));
        self.total.completable(sets).into_iter().zip(windows).map(|(c, w)| c.intersect(&w)).collect()
    }

    /// True if the known and the possible sets have the same consequences for every component and for the floating
    /// cells.
    pub fn is_settled(&self) -> bool {
        let (reached, possible) = (self.reached(), self.possible());
        let all = self.total.floating;
        // Whether there is a model, and whether the floating cells can be safe and be mines.
        let can = |sets: &[Spans]| {
            let (least, most) = (self.total.on_floating(sets).least(), self.total.on_floating(sets).most());
            (least.is_some(), least.is_some_and(|n| n < all), most.is_some_and(|n| n > 0))
        };
        can(&reached) == can(&possible) && self.completed(&reached) == self.completed(&possible)
    }

    /// Asks `probe` for solutions with a given number of mines, coarse to fine and in all components alike, until the
    /// answers settle the matter or nothing is left to ask. `probe` also gets a known solution with nearly that number,
    /// if there is one.
    ///
    /// # Errors
    /// Those of `probe`.
    pub fn settle(&mut self, probe: &mut Probe) -> Result<(), Stop> {
        let mut orders: Vec<CoarseToFine> = self.windows.iter().map(|&w| CoarseToFine::new(w)).collect();
        let mut batch = 1;
        while !self.is_settled() {
            let mut asked = false;
            for (c, order) in orders.iter_mut().enumerate() {
                for mines in order.take(batch) {
                    asked = true;
                    if self.known[c].contains_key(&mines) {
                        continue;
                    }
                    match probe(c, mines, nearest(&self.known[c], mines))? {
                        Found::Solution(values) => drop(self.known[c].insert(mines, values)),
                        Found::Nothing => drop(self.excluded[c].insert(mines)),
                        Found::Unsure => {}
                    }
                }
            }
            if !asked {
                break;
            }
            batch *= 2;
        }
        Ok(())
    }

    /// One known solution per component that together meet the total.
    pub fn choose(&self) -> Option<Vec<&[i64]>> {
        let counts = self.total.choose(&self.reached())?;
        self.known.iter().zip(counts).map(|(known, n)| known.get(&n).map(Vec::as_slice)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_comes_once() {
        for (from, to) in [(3, 3), (3, 4), (-1, 9), (0, 16)] {
            let mut all: Vec<i64> = CoarseToFine::new((from, to)).collect();
            all.sort_unstable();
            assert_eq!(all, (from..=to).collect::<Vec<_>>());
        }
        assert_eq!(CoarseToFine::new((0, 8)).take(4).collect::<Vec<_>>(), [0, 8, 4, 2]);
    }

    #[test]
    fn asks_no_more_than_the_total_needs() {
        let truth = [vec![0, 2, 4, 6, 8], vec![1, 3]];
        let run = |mines, floating| {
            let known = vec![Known::new(), Known::new()];
            let mut counts = Counts::new(Total { mines, floating }, vec![(0, 8), (1, 3)], known);
            let mut asked = 0;
            let mut probe = |c: usize, n: i64, _: Option<&[i64]>| {
                asked += 1;
                Ok(if truth[c].contains(&n) { Found::Solution(vec![n]) } else { Found::Nothing })
            };
            counts.settle(&mut probe).unwrap();
            assert!(counts.is_settled());
            let right = Total { mines, floating }.completable(&truth.clone().map(Spans::of));
            assert_eq!(counts.completed(&counts.possible())[0], right[0].intersect(&Spans::between(0, 8)));
            (asked, counts.choose().is_some())
        };
        // Nothing is settled before everything that matters is known; only 1..=3 and 2..=4 do.
        let (asked, consistent) = run(4, 0);
        assert!(!consistent && (5..12).contains(&asked), "{asked}");
        assert!(run(5, 0).1);
        // Wide open: the first solutions settle it.
        assert_eq!(run(20, 30), (2, true));
    }
}
