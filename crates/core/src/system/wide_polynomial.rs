//! Polynomials in [`Wide`] numbers, whose ends can be cut off where they hardly weigh.

use std::convert::Infallible;
use std::ops::Range;

use super::Wide;
use crate::threads::{in_parallel, ranges, threads};

/// The share of a polynomial's weight that is cut off at either end, `2^-200`.
const CUT: f64 = 6.223_015_277_861_142e-61;
/// Coefficients below which no ends are looked for.
const SHORT: usize = 64;
/// Products of numbers from which a thread is worth its start.
const WORTH_THREADS: usize = if cfg!(test) { 1 << 8 } else { 1 << 17 };

/// A polynomial in the number of mines, from degree `offset`, and the number of operations behind each of its
/// coefficients.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WidePolynomial {
    /// Number of mines of the first coefficient.
    pub offset: usize,
    /// `coefficients[i]` weighs the solutions with `offset + i` mines.
    pub coefficients: Vec<Wide>,
    /// Bound on the operations behind each coefficient, as the chances of a sum take it.
    pub operations: u64,
}

impl WidePolynomial {
    pub(super) fn one() -> Self {
        WidePolynomial { offset: 0, coefficients: vec![Wide::ONE], operations: 0 }
    }

    /// The product.
    pub(super) fn times(&self, other: &WidePolynomial) -> WidePolynomial {
        let (a, b) = match self.coefficients.len() <= other.coefficients.len() {
            true => (&self.coefficients, &other.coefficients),
            false => (&other.coefficients, &self.coefficients),
        };
        let coefficients = on_ranges((a.len() + b.len()).saturating_sub(1), a.len(), |range| {
            let mut out = vec![Wide::ZERO; range.len()];
            for (i, &x) in a.iter().enumerate().take(range.end).filter(|(_, x)| !x.is_zero()) {
                let b = &b[range.start.saturating_sub(i).min(b.len())..];
                let out = &mut out[i.saturating_sub(range.start)..];
                out.iter_mut().zip(b).for_each(|(to, &y)| *to = to.plus(x.times(y)));
            }
            out
        });
        let operations = self.operations + other.operations + a.len().min(b.len()) as u64 + 1;
        WidePolynomial { offset: self.offset + other.offset, coefficients, operations }
    }

    /// The transposed product, for the degrees of `of`: the sum over `by[j] * self[i + j]`, degrees as they are, as far as
    /// there are such coefficients.
    pub(super) fn under(&self, by: &WidePolynomial, of: &WidePolynomial) -> WidePolynomial {
        let first = (of.offset + by.offset) as i64 - self.offset as i64;
        let sum = |degree: usize| -> Wide {
            let from = first + degree as i64;
            let skip = from.min(0).unsigned_abs() as usize;
            let here = self.coefficients.get(from.max(0) as usize..).unwrap_or_default();
            let by = by.coefficients.get(skip..).unwrap_or_default();
            here.iter().zip(by).fold(Wide::ZERO, |sum, (&x, &y)| sum.plus(x.times(y)))
        };
        let coefficients = on_ranges(of.coefficients.len(), by.coefficients.len(), |range| range.map(sum).collect());
        let operations = self.operations + by.operations + by.coefficients.len() as u64 + 1;
        WidePolynomial { offset: of.offset, coefficients, operations }
    }

    /// Sum of the products of both, coefficient by coefficient, and the operations behind it.
    pub fn dot(&self, other: &WidePolynomial) -> (Wide, u64) {
        let both = self.coefficients.iter().zip(&other.coefficients);
        let sum = both.fold(Wide::ZERO, |sum, (&x, &y)| sum.plus(x.times(y)));
        (sum, self.operations + other.operations + self.coefficients.len() as u64 + 1)
    }

    /// The logarithms of the coefficients times the powers of a number, from its power 0.
    pub(super) fn tilted(&self, ln: f64) -> Vec<f64> {
        self.coefficients.iter().enumerate().map(|(i, x)| x.ln() + i as f64 * ln).collect()
    }

    /// Cuts off the ends that weigh at most [`CUT`] of all at this number; returns a bound on the share cut off.
    pub(super) fn cut(&mut self, ln: f64) -> f64 {
        if self.coefficients.len() < SHORT {
            return 0.0;
        }
        let weights = relative(&self.tilted(ln)).0;
        let all: f64 = weights.iter().sum();
        let ends = |weights: &mut dyn Iterator<Item = &f64>| {
            let (mut count, mut sum) = (0, 0.0);
            for weight in weights {
                // What underflows weighs something too.
                let more = sum + weight + f64::MIN_POSITIVE;
                if more > CUT * all {
                    break;
                }
                (count, sum) = (count + 1, more);
            }
            (count, sum)
        };
        let ((low, below), (high, above)) = (ends(&mut weights.iter()), ends(&mut weights.iter().rev()));
        self.coefficients.truncate(weights.len() - high);
        self.coefficients.drain(..low);
        self.offset += low;
        (below + above) / all
    }
}

/// Coefficients of about equal ranges, each a sum of at most `terms` products, on several threads where that is worth it.
fn on_ranges(count: usize, terms: usize, of: impl Fn(Range<usize>) -> Vec<Wide> + Sync) -> Vec<Wide> {
    // Most products are short, and made at once.
    if threads() == 1 || count.saturating_mul(terms) < WORTH_THREADS {
        return of(0..count);
    }
    let Ok(all) =
        in_parallel(ranges(count, WORTH_THREADS / terms.max(1)), || (), |range, (), _| Ok(of(range)), &mut || {
            Ok::<(), Infallible>(())
        });
    all.concat()
}

/// Numbers of these logarithms, divided by the largest, and its logarithm.
pub(super) fn relative(logarithms: &[f64]) -> (Vec<f64>, f64) {
    let most = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (logarithms.iter().map(|ln| (ln - most).exp()).collect(), most)
}
