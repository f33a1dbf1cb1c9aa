//! The mines that the total allows each component: arithmetic on counts, no programs.
//!
//! With m_c mines on component c and f mines on u floating cells, the total requires `sum of m_c + f = total, 0 <= f <=
//! u`. So the total acts on a component through its number of mines alone, and the components need not be joined to one
//! program.

use super::spans::Spans;

/// The total with the floating cells it also covers.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Total {
    pub mines: i64,
    pub floating: i64,
}

impl Total {
    /// True if no choice of counts within the ranges (least, most) can contradict the total, and the floating cells, if
    /// any, then hold neither no mine nor only mines.
    pub fn is_loose(&self, ranges: &[(i64, i64)]) -> bool {
        let least: i64 = ranges.iter().map(|r| r.0).sum();
        let most: i64 = ranges.iter().map(|r| r.1).sum();
        self.floating > 0 && most < self.mines && self.mines - least < self.floating
    }

    /// Narrows the ranges to counts that the others and the floating cells can complete, judged by
    /// their ranges. None if that leaves a component nothing, or if there are no components and the
    /// floating cells cannot hold the total.
    pub fn narrow(&self, ranges: &[(i64, i64)]) -> Option<Vec<(i64, i64)>> {
        let least: i64 = ranges.iter().map(|r| r.0).sum();
        let most: i64 = ranges.iter().map(|r| r.1).sum();
        if least > self.mines || most + self.floating < self.mines {
            return None;
        }
        let narrow = |&(low, high): &(i64, i64)| {
            let from = low.max(self.mines - self.floating - (most - high));
            let to = high.min(self.mines - (least - low));
            (from <= to).then_some((from, to))
        };
        ranges.iter().map(narrow).collect()
    }

    /// For each component the counts that counts of all others, each from its set, and the floating
    /// cells complete to the total. The component's own set plays no part.
    pub fn completable(&self, sets: &[Spans]) -> Vec<Spans> {
        let free = Spans::between(0, self.floating);
        let mut after = vec![free; sets.len() + 1];
        for c in (0..sets.len()).rev() {
            after[c] = after[c + 1].plus(&sets[c]);
        }
        let mut before = Spans::of([0]);
        let mut completable = Vec::with_capacity(sets.len());
        for (c, set) in sets.iter().enumerate() {
            let others = before.plus(&after[c + 1]);
            completable.push(others.subtracted_from(self.mines));
            before = before.plus(set);
        }
        completable
    }

    /// Mines that the floating cells can hold together.
    pub fn on_floating(&self, sets: &[Spans]) -> Spans {
        let all = sets.iter().fold(Spans::of([0]), |sum, set| sum.plus(set));
        all.subtracted_from(self.mines).intersect(&Spans::between(0, self.floating))
    }

    /// One count per component, from its set, that together meet the total.
    pub fn choose(&self, sets: &[Spans]) -> Option<Vec<i64>> {
        let mut after = vec![Spans::between(0, self.floating); sets.len() + 1];
        for c in (0..sets.len()).rev() {
            after[c] = after[c + 1].plus(&sets[c]);
        }
        let mut rest = self.mines;
        after[0].contains(rest).then(|| {
            (sets.iter().enumerate())
                .filter_map(|(c, set)| {
                    let fitting = set.intersect(&after[c + 1].subtracted_from(rest));
                    let count = fitting.least()?;
                    rest -= count;
                    Some(count)
                })
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_agree_with_trying_all() {
        let sets = [Spans::of([1, 3]), Spans::of([0, 4, 5]), Spans::of([2])];
        for mines in -1..14 {
            for floating in 0..3 {
                let total = Total { mines, floating };
                let mut right = vec![Vec::new(); 3];
                let mut floats = Vec::new();
                for a in [1, 3] {
                    for b in [0, 4, 5] {
                        let f = mines - a - b - 2;
                        if (0..=floating).contains(&f) {
                            [a, b, 2].into_iter().zip(&mut right).for_each(|(n, set)| set.push(n));
                            floats.push(f);
                        }
                    }
                }
                let right: Vec<Spans> = right.into_iter().map(Spans::of).collect();
                let own = total.completable(&sets).into_iter().zip(&sets).map(|(c, set)| c.intersect(set));
                assert_eq!(own.collect::<Vec<_>>(), right);
                assert_eq!(total.on_floating(&sets), Spans::of(floats.clone()));
                let chosen = total.choose(&sets);
                assert_eq!(chosen.is_some(), !floats.is_empty());
                if let Some(counts) = chosen {
                    assert!(counts.iter().zip(&sets).all(|(n, set)| set.contains(*n)));
                    assert!((0..=floating).contains(&(mines - counts.iter().sum::<i64>())));
                }
                let narrowed = total.narrow(&[(1, 3), (0, 5), (2, 2)]);
                for (c, set) in right.iter().enumerate() {
                    for n in set.spans().iter().flat_map(|&(from, to)| from..=to) {
                        let (from, to) = narrowed.as_ref().expect("counts fit")[c];
                        assert!((from..=to).contains(&n));
                    }
                }
            }
        }
    }

    #[test]
    fn loose_totals() {
        assert!(Total { mines: 6, floating: 7 }.is_loose(&[(1, 5)]));
        assert!(!Total { mines: 5, floating: 7 }.is_loose(&[(1, 5)]));
        assert!(!Total { mines: 6, floating: 5 }.is_loose(&[(1, 5)]));
        assert_eq!(Total { mines: 9, floating: 2 }.narrow(&[(0, 4), (1, 5)]), Some(vec![(2, 4), (3, 5)]));
        assert_eq!(Total { mines: 2, floating: 1 }.narrow(&[]), None);
        assert_eq!(Total { mines: -1, floating: 1 }.narrow(&[]), None);
        assert_eq!(Total { mines: 1, floating: 1 }.narrow(&[]), Some(vec![]));
    }
}
