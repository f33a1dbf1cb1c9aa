//! Sets of integers as sorted, disjoint spans, such as possible mine counts.

/// A set of integers; spans are inclusive, sorted, and never touch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct Spans(Vec<(i64, i64)>);

impl Spans {
    /// The numbers `from..=to`; nothing if `from > to`.
    pub fn between(from: i64, to: i64) -> Self {
        Spans(if from <= to { vec![(from, to)] } else { Vec::new() })
    }

    /// Single numbers, in any order.
    pub fn of(numbers: impl IntoIterator<Item = i64>) -> Self {
        Self::merged(numbers.into_iter().map(|n| (n, n)).collect())
    }

    /// All numbers of some inclusive ranges, in any order; those with from > to are empty.
    pub fn union(mut ranges: Vec<(i64, i64)>) -> Self {
        ranges.retain(|r| r.0 <= r.1);
        Self::merged(ranges)
    }

    fn merged(mut spans: Vec<(i64, i64)>) -> Self {
        spans.sort_unstable();
        let mut merged: Vec<(i64, i64)> = Vec::with_capacity(spans.len());
        for (from, to) in spans {
            match merged.last_mut() {
                Some(last) if from <= last.1.saturating_add(1) => last.1 = last.1.max(to),
                _ => merged.push((from, to)),
            }
        }
        Spans(merged)
    }

    pub fn contains(&self, number: i64) -> bool {
        self.0.iter().any(|&(from, to)| (from..=to).contains(&number))
    }

    pub fn spans(&self) -> &[(i64, i64)] {
        &self.0
    }

    pub fn least(&self) -> Option<i64> {
        self.0.first().map(|s| s.0)
    }

    pub fn most(&self) -> Option<i64> {
        self.0.last().map(|s| s.1)
    }

    /// All sums of a number here and a number there.
    pub fn plus(&self, other: &Spans) -> Spans {
        Self::merged(self.0.iter().flat_map(|a| other.0.iter().map(|b| (a.0 + b.0, a.1 + b.1))).collect())
    }

    /// `minuend - n` for every n here.
    pub fn subtracted_from(&self, minuend: i64) -> Spans {
        Spans(self.0.iter().rev().map(|s| (minuend - s.1, minuend - s.0)).collect())
    }

    pub fn intersect(&self, other: &Spans) -> Spans {
        let pairs = self.0.iter().flat_map(|a| other.0.iter().map(|b| (a.0.max(b.0), a.1.min(b.1))));
        Spans(pairs.filter(|s| s.0 <= s.1).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_behave_as_sets() {
        let a = Spans::of([7, 1, 2, 4]);
        assert_eq!(a.spans(), [(1, 2), (4, 4), (7, 7)]);
        let b = Spans::of([0, 10]);
        assert_eq!(a.plus(&b), Spans::of([1, 2, 4, 7, 11, 12, 14, 17]));
        assert_eq!(a.subtracted_from(7), Spans::of([6, 5, 3, 0]));
        assert_eq!(a.intersect(&Spans::between(2, 6)), Spans::of([2, 4]));
        assert_eq!(Spans::union(vec![(4, 4), (1, 2), (9, 8), (7, 7)]), a);
        assert!(a.contains(4) && !a.contains(3) && Spans::between(3, 2).spans().is_empty());
        assert_eq!((a.least(), a.most()), (Some(1), Some(7)));
    }
}
