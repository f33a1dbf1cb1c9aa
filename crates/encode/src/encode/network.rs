//! Networks of comparators: sorting by odd-even merging (Batcher 1968) for any number of inputs, cut down to the first
//! `cap` outputs (the simplified merge of Asin, Nieuwenhuis, Oliveras & Rodriguez-Carbonell, "Cardinality networks: a
//! theoretical and empirical study", Constraints 2011, without padding to powers of two, as in Abio et al., CP 2013).
//! Outputs are in descending order. Recursions halve, so their depth is logarithmic.

use rustc_hash::FxHashMap;

use super::size::Size;
use super::{Lit, Sink};

/// A comparator is two variables and six clauses, both directions of both outputs.
const COMPARATOR: Size = Size::new(6, 2);
/// Its larger output alone.
const LARGER: Size = Size::new(3, 1);

fn larger(a: Lit, b: Lit, sink: &mut dyn Sink) -> Lit {
    let or = sink.new_variable();
    sink.clause(&[!a, or]);
    sink.clause(&[!b, or]);
    sink.clause(&[!or, a, b]);
    or
}

fn smaller(a: Lit, b: Lit, sink: &mut dyn Sink) -> Lit {
    !larger(!a, !b, sink)
}

/// Even and odd places, the first being odd as the papers count.
fn split(lits: &[Lit]) -> (Vec<Lit>, Vec<Lit>) {
    (lits.iter().step_by(2).copied().collect(), lits.iter().skip(1).step_by(2).copied().collect())
}

/// The first `cap` of two sorted sequences merged.
fn merge(a: &[Lit], b: &[Lit], cap: usize, sink: &mut dyn Sink) -> Vec<Lit> {
    let (a, b) = (&a[..a.len().min(cap)], &b[..b.len().min(cap)]);
    let cap = cap.min(a.len() + b.len());
    match (a, b) {
        (a, []) => return a.to_vec(),
        ([], b) => return b.to_vec(),
        (&[a], &[b]) => {
            let mut sorted = vec![larger(a, b, sink)];
            sorted.extend((cap > 1).then(|| smaller(a, b, sink)));
            return sorted;
        }
        _ => {}
    }
    let ((odd_a, even_a), (odd_b, even_b)) = (split(a), split(b));
    let odd = merge(&odd_a, &odd_b, cap / 2 + 1, sink);
    let even = merge(&even_a, &even_b, cap / 2, sink);
    let mut sorted = vec![odd[0]];
    for i in 0.. {
        match (odd.get(i + 1), even.get(i)) {
            _ if sorted.len() == cap => break,
            (Some(&x), Some(&y)) => {
                sorted.push(larger(x, y, sink));
                if sorted.len() < cap {
                    sorted.push(smaller(x, y, sink));
                }
            }
            (x, y) => sorted.extend(x.or(y)),
        }
    }
    sorted
}

/// The `cap` largest of `lits` in descending order.
pub fn sort(lits: &[Lit], cap: usize, sink: &mut dyn Sink) -> Vec<Lit> {
    if lits.len() < 2 {
        return lits.to_vec();
    }
    let (left, right) = lits.split_at(lits.len().div_ceil(2));
    let (left, right) = (sort(left, cap, sink), sort(right, cap, sink));
    merge(&left, &right, cap, sink)
}

/// Sizes of networks by the recurrences, equal parts computed once.
#[derive(Default)]
pub struct NetworkSizes {
    merges: FxHashMap<(usize, usize, usize), Size>,
    sorts: FxHashMap<(usize, usize), Size>,
}

impl NetworkSizes {
    /// Size of a merge of `a` and `b` sorted literals up to `cap` outputs.
    pub fn merge(&mut self, a: usize, b: usize, cap: usize) -> Size {
        let (a, b) = (a.min(cap), b.min(cap));
        let cap = cap.min(a + b);
        if a == 0 || b == 0 {
            return Size::default();
        }
        if (a, b) == (1, 1) {
            return if cap > 1 { COMPARATOR } else { LARGER };
        }
        if let Some(&size) = self.merges.get(&(a, b, cap)) {
            return size;
        }
        let odd = self.merge(a.div_ceil(2), b.div_ceil(2), cap / 2 + 1);
        let even = self.merge(a / 2, b / 2, cap / 2);
        // Pairs that meet: one per even output, or per odd one after the first.
        let evens = (a / 2 + b / 2).min(cap / 2);
        let odds = (a.div_ceil(2) + b.div_ceil(2)).min(cap / 2 + 1) - 1;
        let pairs = evens.min(odds);
        let cut = usize::from(pairs > 0 && 2 * pairs == cap);
        let size = odd + even + COMPARATOR * (pairs - cut) as u64 + LARGER * cut as u64;
        self.merges.insert((a, b, cap), size);
        size
    }

    /// Size of [`sort`].
    pub fn sort(&mut self, n: usize, cap: usize) -> Size {
        if n < 2 {
            return Size::default();
        }
        if let Some(&size) = self.sorts.get(&(n, cap)) {
            return size;
        }
        let (left, right) = (n.div_ceil(2), n / 2);
        let size = self.sort(left, cap) + self.sort(right, cap) + self.merge(left.min(cap), right.min(cap), cap);
        self.sorts.insert((n, cap), size);
        size
    }
}

/// Bounds on the number of true literals whose largest are `sorted`.
pub fn bound(sorted: &[Lit], n: usize, lo: usize, hi: usize, sink: &mut dyn Sink) {
    if lo > 0 {
        sink.clause(&[sorted[lo - 1]]);
    }
    if hi < n {
        sink.clause(&[!sorted[hi]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Batcher's closed form for powers of two: (k^2 - k + 4) 2^(k-2) - 1 comparators for 2^k inputs.
    #[test]
    fn whole_networks_have_batchers_size() {
        for k in 2..=12u64 {
            let comparators = (k * k - k + 4) * (1 << (k - 2)) - 1;
            assert_eq!(NetworkSizes::default().sort(1 << k, 1 << k), COMPARATOR * comparators, "2^{k} inputs");
        }
    }
}
