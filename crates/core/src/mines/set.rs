//! Sets of numbers of mines, as runs: nearly always one interval, sometimes with a few holes near its ends.

/// A set of integers: disjoint runs `(first, last)` in ascending order, never touching.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MineSet {
    runs: Vec<(i64, i64)>,
}

/// Above this many pairs of runs a sum of sets is made on bits.
const PAIRS: usize = 1 << 12;

impl MineSet {
    /// `first..=last`, empty if they are the wrong way round.
    #[inline]
    pub fn interval(first: i64, last: i64) -> Self {
        MineSet { runs: if first <= last { vec![(first, last)] } else { Vec::new() } }
    }

    /// Single numbers, in any order.
    pub fn of(numbers: impl IntoIterator<Item = i64>) -> Self {
        MineSet::from_runs(numbers.into_iter().map(|n| (n, n)).collect())
    }

    /// Any runs, joined where they touch.
    fn from_runs(mut runs: Vec<(i64, i64)>) -> Self {
        // A stable sort merges the few ascending lists that sums and unions are made of.
        runs.sort_unstable();
        runs.dedup_by(|next, run| {
            let touches = next.0 <= run.1 + 1;
            if touches {
                run.1 = run.1.max(next.1);
            }
            touches
        });
        MineSet { runs }
    }

    /// The runs: first and last element of each, ascending, with a gap between two.
    #[inline]
    pub fn runs(&self) -> &[(i64, i64)] {
        &self.runs
    }

    /// True without elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Smallest and largest element.
    #[inline]
    pub fn bounds(&self) -> Option<(i64, i64)> {
        Some((self.runs.first()?.0, self.runs.last()?.1))
    }

    /// True if `self` holds every number from the smallest to the largest element of `other`.
    pub fn covers(&self, other: &MineSet) -> bool {
        other.bounds().is_none_or(|(first, last)| self.runs.iter().any(|r| r.0 <= first && last <= r.1))
    }

    /// True if `value` is an element.
    #[inline]
    pub fn contains(&self, value: i64) -> bool {
        let at = self.runs.partition_point(|r| r.1 < value);
        self.runs.get(at).is_some_and(|r| r.0 <= value)
    }

    /// Takes `value` out.
    pub fn remove(&mut self, value: i64) {
        let at = self.runs.partition_point(|r| r.1 < value);
        if let Some(&(first, last)) = self.runs.get(at).filter(|r| r.0 <= value) {
            let sides = [(first, value - 1), (value + 1, last)];
            self.runs.splice(at..=at, sides.into_iter().filter(|r| r.0 <= r.1));
        }
    }

    /// Adds every element of `other`, moved by `shift`.
    #[inline]
    pub fn unite(&mut self, other: &MineSet, shift: i64) {
        match (&mut self.runs[..], &other.runs[..]) {
            ([run], [new]) if new.0 + shift <= run.1 + 1 && run.0 <= new.1 + shift + 1 => {
                *run = (run.0.min(new.0 + shift), run.1.max(new.1 + shift));
            }
            _ => self.unite_runs(other, shift),
        }
    }

    /// The same whatever the runs.
    fn unite_runs(&mut self, other: &MineSet, shift: i64) {
        let is_new = self.is_empty();
        self.runs.extend(other.runs.iter().map(|r| (r.0 + shift, r.1 + shift)));
        if !is_new {
            *self = MineSet::from_runs(std::mem::take(&mut self.runs));
        }
    }

    /// Adds all `x + y`.
    #[inline]
    pub fn unite_sum(&mut self, x: &MineSet, y: &MineSet) {
        match (&x.runs[..], &y.runs[..]) {
            ([one], _) if one.0 == one.1 => self.unite(y, one.0),
            (_, [one]) if one.0 == one.1 => self.unite(x, one.0),
            _ => self.unite(&x.plus(y), 0),
        }
    }

    /// `value - x` for every element x.
    pub fn reflected(&self, value: i64) -> MineSet {
        MineSet { runs: self.runs.iter().rev().map(|r| (value - r.1, value - r.0)).collect() }
    }

    /// Elements of both sets.
    pub fn intersection(&self, other: &MineSet) -> MineSet {
        let (mut a, mut b) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        let mut runs = Vec::new();
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            let (first, last) = (x.0.max(y.0), x.1.min(y.1));
            if first <= last {
                runs.push((first, last));
            }
            if x.1 <= y.1 {
                a.next()
            } else {
                b.next()
            };
        }
        MineSet { runs }
    }

    /// True if `self` moved by `shift` shares an element with `other`.
    #[inline]
    pub fn meets(&self, shift: i64, other: &MineSet) -> bool {
        let (mut a, mut b) = (self.runs.iter().peekable(), other.runs.iter().peekable());
        while let (Some(x), Some(y)) = (a.peek(), b.peek()) {
            if (x.0 + shift).max(y.0) <= (x.1 + shift).min(y.1) {
                return true;
            }
            if x.1 + shift <= y.1 {
                a.next()
            } else {
                b.next()
            };
        }
        false
    }

    /// All `x + y`.
    pub fn plus(&self, other: &MineSet) -> MineSet {
        if self.runs.len() * other.runs.len() > PAIRS {
            return self.plus_on_bits(other);
        }
        let (few, many) = if self.runs.len() <= other.runs.len() { (self, other) } else { (other, self) };
        let pairs = few.runs.iter().flat_map(|x| many.runs.iter().map(move |y| (x.0 + y.0, x.1 + y.1)));
        MineSet::from_runs(pairs.collect())
    }

    /// The same on bit sets: one shifted union for every element of the smaller set.
    fn plus_on_bits(&self, other: &MineSet) -> MineSet {
        let elements = |set: &MineSet| set.runs.iter().map(|r| r.1 - r.0 + 1).sum::<i64>();
        let (few, many) = if elements(self) <= elements(other) { (self, other) } else { (other, self) };
        let (Some((few_first, few_last)), Some((many_first, many_last))) = (few.bounds(), many.bounds()) else {
            return MineSet::default();
        };
        let words = |span: i64| span as usize / 64 + 1;
        let mut bits = vec![0u64; words(many_last - many_first)];
        for i in many.runs.iter().flat_map(|r| r.0 - many_first..=r.1 - many_first) {
            bits[i as usize / 64] |= 1 << (i % 64);
        }
        let span = few_last - few_first + many_last - many_first;
        let mut sum = vec![0u64; words(span) + 1];
        for shift in few.runs.iter().flat_map(|r| r.0 - few_first..=r.1 - few_first) {
            let (word, shift) = (shift as usize / 64, shift % 64);
            for (i, &b) in bits.iter().enumerate() {
                sum[word + i] |= b << shift;
                if shift > 0 {
                    sum[word + i + 1] |= b >> (64 - shift);
                }
            }
        }
        let mut runs: Vec<(i64, i64)> = Vec::new();
        for i in (0..=span).filter(|&i| sum[i as usize / 64] >> (i % 64) & 1 == 1) {
            match runs.last_mut() {
                Some(run) if run.1 + 1 == i => run.1 = i,
                _ => runs.push((i, i)),
            }
        }
        let base = few_first + many_first;
        MineSet { runs: runs.into_iter().map(|r| (r.0 + base, r.1 + base)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::BTreeSet;

    fn random(rng: &mut Rng, most: usize) -> (MineSet, BTreeSet<i64>) {
        let elements: BTreeSet<i64> = (0..rng.index(most)).map(|_| rng.index(2 * most) as i64 - 9).collect();
        (MineSet::of(elements.iter().copied()), elements)
    }

    fn elements(set: &MineSet) -> BTreeSet<i64> {
        assert!(set.runs.windows(2).all(|w| w[0].1 + 1 < w[1].0), "{set:?}");
        set.runs.iter().flat_map(|r| r.0..=r.1).collect()
    }

    #[test]
    fn operations_agree_with_plain_sets() {
        let mut rng = Rng::new(5);
        for _ in 0..2000 {
            let ((a, x), (b, y)) = (random(&mut rng, 12), random(&mut rng, 12));
            let shift = rng.index(9) as i64 - 4;
            let mut union = a.clone();
            union.unite(&b, shift);
            assert_eq!(elements(&union), x.iter().copied().chain(y.iter().map(|v| v + shift)).collect());
            assert_eq!(elements(&a.reflected(shift)), x.iter().map(|v| shift - v).collect());
            assert_eq!(elements(&a.intersection(&b)), x.intersection(&y).copied().collect());
            assert_eq!(a.meets(shift, &b), x.iter().any(|v| y.contains(&(v + shift))));
            let sum: BTreeSet<i64> = x.iter().flat_map(|v| y.iter().map(move |w| v + w)).collect();
            assert_eq!(elements(&a.plus(&b)), sum);
            assert_eq!(elements(&a.plus_on_bits(&b)), sum);
            let mut both = a.clone();
            both.unite_sum(&a, &b);
            assert_eq!(elements(&both), x.union(&sum).copied().collect());
            assert!((-20..20).all(|v| a.contains(v) == x.contains(&v)));
            let mut less = a.clone();
            less.remove(shift);
            assert_eq!(elements(&less), x.iter().copied().filter(|&v| v != shift).collect());
            assert_eq!((a.is_empty(), a.bounds()), (x.is_empty(), x.first().copied().zip(x.last().copied())));
            assert_eq!(MineSet::interval(shift, 2), MineSet::of(shift..=2));
            let all_between =
                x.first().is_none_or(|&first| (first..=x.last().copied().unwrap()).all(|v| y.contains(&v)));
            assert_eq!(b.covers(&a), all_between);
        }
    }
}
