//! Exact counts: polynomials in the number of mines, and the result of a count.

use std::convert::Infallible;

use num_bigint::BigUint;
use num_traits::{One, ToPrimitive, Zero};

use crate::mines::{MineSet, Shares};
use crate::poly::DensePolynomial;

/// Number of models by number of mines: `counts[i]` models have `offset + i` mines. Kept without
/// zeros at either end; no models at all is the empty tally with offset 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Fewest mines of any model counted.
    pub offset: usize,
    /// First and last entry are not 0.
    pub counts: Vec<BigUint>,
}

impl Tally {
    /// A tally from raw counts, zeros at the ends cut off.
    pub fn new(offset: usize, mut counts: Vec<BigUint>) -> Self {
        while counts.last().is_some_and(BigUint::is_zero) {
            counts.pop();
        }
        let zeros = counts.iter().take_while(|c| c.is_zero()).count();
        counts.drain(..zeros);
        let offset = if counts.is_empty() { 0 } else { offset + zeros };
        Tally { offset, counts }
    }

    /// One model, without mines: the unit of [`Tally::times`].
    pub fn one() -> Self {
        Tally { offset: 0, counts: vec![BigUint::one()] }
    }

    /// True if there are no models.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Bytes of its numbers.
    pub fn bytes(&self) -> u64 {
        self.counts.iter().map(|n| 24 + n.bits() / 8).sum()
    }

    /// Models with exactly `mines` mines, if any.
    pub fn at(&self, mines: usize) -> Option<&BigUint> {
        self.counts.get(mines.checked_sub(self.offset)?)
    }

    /// All models.
    pub fn sum(&self) -> BigUint {
        self.counts.iter().sum()
    }

    /// The numbers of mines that models have.
    pub fn mines(&self) -> MineSet {
        MineSet::of((self.offset as i64..).zip(&self.counts).filter(|(_, n)| !n.is_zero()).map(|(mines, _)| mines))
    }

    /// Adds `count` models with `mines` mines.
    pub fn add(&mut self, mines: usize, count: &BigUint) {
        if count.is_zero() {
            return;
        }
        if self.counts.is_empty() {
            self.offset = mines;
        }
        if mines < self.offset {
            self.counts.splice(0..0, std::iter::repeat_n(BigUint::zero(), self.offset - mines));
            self.offset = mines;
        }
        let index = mines - self.offset;
        if index >= self.counts.len() {
            self.counts.resize(index + 1, BigUint::zero());
        }
        self.counts[index] += count;
    }

    /// The same models with `mines` more mines each.
    pub fn shifted(mut self, mines: usize) -> Self {
        if !self.is_empty() {
            self.offset += mines;
        }
        self
    }

    /// The tally of pairs of independent models: convolution.
    pub fn times(&self, other: &Tally) -> Tally {
        if self.is_empty() || other.is_empty() {
            return Tally::default();
        }
        Tally { offset: self.offset + other.offset, counts: convolve(&self.counts, &other.counts) }
    }
}

/// Coefficients of the product of two polynomials, both non-empty.
pub(super) fn convolve(a: &[BigUint], b: &[BigUint]) -> Vec<BigUint> {
    let bits = |p: &[BigUint]| p.iter().map(BigUint::bits).max().unwrap_or(0);
    let (bits_a, bits_b) = (bits(a), bits(b));
    let shorter = a.len().min(b.len());
    if shorter <= 64 && bits_a + bits_b + u64::from(shorter.ilog2()) < 128 {
        // Every sum of products fits in 128 bits.
        let words = |p: &[BigUint]| -> Vec<u128> { p.iter().filter_map(ToPrimitive::to_u128).collect() };
        let (a, b) = (words(a), words(b));
        let mut out = vec![0u128; a.len() + b.len() - 1];
        for (i, x) in a.iter().enumerate() {
            out[i..].iter_mut().zip(&b).for_each(|(to, y)| *to += x * y);
        }
        return out.into_iter().map(BigUint::from).collect();
    }
    let [a, b] = [a, b].map(DensePolynomial::new);
    let Ok(product) = a.times(&b, &mut || Ok::<(), Infallible>(()));
    product.to_big()
}

/// Size above which a binomial is made from its prime factors.
const SIEVE_FROM: usize = 2000;

/// `C(n, k)`, 0 where `k > n`.
pub fn binomial(n: usize, k: usize) -> BigUint {
    if k > n {
        return BigUint::zero();
    }
    let k = k.min(n - k);
    if k >= 100 && n >= SIEVE_FROM {
        return product(&prime_powers(n, k));
    }
    let range = |from: usize, to: usize| product(&(from as u64..to as u64).collect::<Vec<_>>());
    range(n - k + 1, n + 1) / range(1, k + 1)
}

/// The primes of `C(n, k)`, each in its power: a prime p divides it as often as there are carries when k and n - k are
/// added in base p (Kummer). Avoids the division of two huge numbers.
fn prime_powers(n: usize, k: usize) -> Vec<u64> {
    let mut composite = vec![false; n + 1];
    let mut powers = Vec::new();
    for p in 2..=n {
        if composite[p] {
            continue;
        }
        (p.saturating_mul(p)..=n).step_by(p).for_each(|multiple| composite[multiple] = true);
        let (mut a, mut b, mut carry, mut power) = (k, n - k, 0, 1u64);
        while a > 0 || b > 0 {
            carry = usize::from(a % p + b % p + carry >= p);
            // The power divides C(n, k) and does not exceed n: it fits.
            power *= if carry > 0 { p as u64 } else { 1 };
            (a, b) = (a / p, b / p);
        }
        if power > 1 {
            powers.push(power);
        }
    }
    powers
}

/// Product of all by binary splitting.
fn product(factors: &[u64]) -> BigUint {
    match factors {
        [] => BigUint::one(),
        few if few.len() <= 16 => few.iter().fold(BigUint::one(), |acc, &x| acc * x),
        many => {
            let (left, right) = many.split_at(many.len() / 2);
            product(left) * product(right)
        }
    }
}

/// `C(n, k)` for `k` in `from..from + len`, where `from` may be negative; 0 outside `0..=n`.
pub fn binomial_row(n: usize, from: i64, len: usize) -> Vec<BigUint> {
    let mut row = vec![BigUint::zero(); len];
    let first = from.max(0);
    let mut value = BigUint::zero();
    for k in first..(from + len as i64).min(n as i64 + 1) {
        let k_ = k as u64;
        value = if k == first { binomial(n, k as usize) } else { value * (n as u64 - k_ + 1) / k_ };
        row[(k - from) as usize].clone_from(&value);
    }
    row
}

/// For every cell the number of models with a mine there. Cells with the same number (twins, floating cells) share one
/// entry: `values[index[cell]]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellModels {
    /// One entry number per cell.
    pub index: Vec<u32>,
    /// Models over all cells, one number per group of cells.
    pub values: Vec<BigUint>,
}

impl CellModels {
    /// One value per cell.
    pub fn distinct(values: Vec<BigUint>) -> Self {
        CellModels { index: (0..values.len() as u32).collect(), values }
    }

    /// Models with a mine at `cell`.
    pub fn mined(&self, cell: usize) -> &BigUint {
        &self.values[self.index[cell] as usize]
    }
}

/// The result of counting a system.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Models over all cells: sums and total satisfied.
    pub models: BigUint,
    /// Solutions of the sums alone over the frontier cells, by their number of mines. The total
    /// restricts `models`, not this tally.
    pub tally: Tally,
    /// Models with a mine, per cell.
    pub cells: CellModels,
}

/// Numbers of mines that have models and meet the total: one per tally, and last that of the `floating` cells. Without a
/// total each tally has its fewest mines. None if no choice meets the total.
pub fn share_mines(tallies: &[&Tally], floating: usize, total: Option<i64>) -> Option<Vec<usize>> {
    let Some(total) = total else {
        return tallies.iter().map(|tally| (!tally.is_empty()).then_some(tally.offset)).chain([Some(0)]).collect();
    };
    let sets = tallies.iter().map(|tally| tally.mines()).chain([MineSet::interval(0, floating as i64)]);
    let shares = Shares::in_order(sets.collect()).choose(total)?;
    Some(shares.into_iter().map(|mines| mines as usize).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn packed_and_schoolbook_convolution_agree() {
        let mut rng = Rng::new(3);
        for (n, m) in [(17, 17), (1, 300), (40, 9), (300, 2)] {
            let mut poly = |n: usize| -> Vec<BigUint> {
                (0..n).map(|i| BigUint::from(rng.next_u64()).pow((i % 5) as u32) * u32::from(i % 7 != 3)).collect()
            };
            let (a, b) = (poly(n), poly(m));
            let mut slow = vec![BigUint::zero(); n + m - 1];
            for i in 0..n {
                for j in 0..m {
                    slow[i + j] += &a[i] * &b[j];
                }
            }
            assert_eq!(convolve(&a, &b), slow);
        }
    }

    #[test]
    fn binomials() {
        assert_eq!(binomial(5, 2), BigUint::from(10u32));
        assert_eq!(binomial(100, 50).to_string(), "100891344545564193334812497256");
        let row: Vec<String> = binomial_row(3, -2, 8).iter().map(std::string::ToString::to_string).collect();
        assert_eq!(row, ["0", "0", "1", "3", "3", "1", "0", "0"]);
        assert_eq!(binomial_row(40, 10, 5)[3], binomial(40, 13));
        for (n, k) in [(2000, 1000), (2003, 150), (4096, 2048), (2187, 2000)] {
            let range = |from: u64, to: u64| product(&(from..=to).collect::<Vec<_>>());
            assert_eq!(binomial(n, k) * range(1, k as u64), range((n - k + 1) as u64, n as u64), "C({n}, {k})");
        }
    }

    #[test]
    fn tally_adds_on_both_sides() {
        let mut tally = Tally::default();
        for (mines, n) in [(5, 1u32), (3, 2), (6, 4), (3, 1)] {
            tally.add(mines, &n.into());
        }
        assert_eq!(tally, Tally::new(1, [0u32, 0, 3, 0, 1, 4, 0].map(BigUint::from).to_vec()));
        assert_eq!(tally.mines(), MineSet::of([3, 5, 6]));
    }
}
