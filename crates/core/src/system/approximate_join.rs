//! Joining components at scale, where exact numbers per cell would be too large: the weight of every solution of a
//! component, in [`Wide`] numbers, and the exact number of all models.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, Zero};

use super::tally::{binomial, convolve};
use super::{Tally, Wide, chance};

/// A polynomial in the number of mines, from degree `offset`, and the number of operations behind each of its
/// coefficients.
#[derive(Clone, Debug, Default)]
pub struct WidePolynomial {
    /// Number of mines of the first coefficient.
    pub offset: usize,
    /// `coefficients[i]` weighs the solutions with `offset + i` mines.
    pub coefficients: Vec<Wide>,
    /// Bound on the operations behind each coefficient, as [`chance`] takes it.
    pub operations: u64,
}

impl WidePolynomial {
    fn one() -> Self {
        WidePolynomial { offset: 0, coefficients: vec![Wide::ONE], operations: 0 }
    }

    /// The product.
    fn times(&self, other: &WidePolynomial) -> WidePolynomial {
        let (a, b) = (&self.coefficients, &other.coefficients);
        let mut out = vec![Wide::ZERO; (a.len() + b.len()).saturating_sub(1)];
        for (i, &x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
            out[i..].iter_mut().zip(b).for_each(|(to, &y)| *to = to.plus(x.times(y)));
        }
        let operations = self.operations + other.operations + a.len().min(b.len()) as u64 + 1;
        WidePolynomial { offset: self.offset + other.offset, coefficients: out, operations }
    }

    /// The transposed product: `out[i] = sum over j of by[j] * self[i + j]`, as far as `by` fits.
    fn under(&self, by: &WidePolynomial) -> WidePolynomial {
        let sum = |window: &[Wide]| -> Wide {
            window.iter().zip(&by.coefficients).fold(Wide::ZERO, |sum, (&x, &y)| sum.plus(x.times(y)))
        };
        let coefficients = self.coefficients.windows(by.coefficients.len()).map(sum).collect();
        let operations = self.operations + by.operations + by.coefficients.len() as u64 + 1;
        WidePolynomial { offset: self.offset, coefficients, operations }
    }

    /// Sum of the products of both, coefficient by coefficient, and the operations behind it.
    pub fn dot(&self, other: &WidePolynomial) -> (Wide, u64) {
        let both = self.coefficients.iter().zip(&other.coefficients);
        let sum = both.fold(Wide::ZERO, |sum, (&x, &y)| sum.plus(x.times(y)));
        (sum, self.operations + other.operations + self.coefficients.len() as u64 + 1)
    }
}

/// Result of joining independent components under a total.
pub struct Blend {
    /// For every component, by its mines from the offset of its polynomial, the models per solution, up to a common
    /// factor.
    pub contexts: Vec<WidePolynomial>,
    /// Chance of a mine on a floating cell; None where rounding is not certain, 0 without such cells.
    pub floating: Option<f64>,
}

impl Blend {
    /// From the components' solutions by mines, the number of floating cells, and the mines of all.
    /// None if there is no model.
    ///
    /// A product tree upwards and transposed products downwards, over the components that can have more than one number
    /// of mines; the others only shift.
    pub fn new(parts: &[WidePolynomial], floating: usize, total: i64) -> Option<Blend> {
        let mut contexts = vec![WidePolynomial::one(); parts.len()];
        let loose: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].coefficients.len() > 1).collect();
        let mut levels: Vec<Vec<WidePolynomial>> = vec![loose.iter().map(|&i| parts[i].clone()).collect()];
        while levels[levels.len() - 1].len() > 1 {
            let below = &levels[levels.len() - 1];
            levels.push(below.chunks(2).map(|c| if let [a, b] = c { a.times(b) } else { c[0].clone() }).collect());
        }
        let product = levels[levels.len() - 1].first().cloned().unwrap_or_else(WidePolynomial::one);
        let least: i64 = parts.iter().map(|p| p.offset as i64).sum();
        let weights = binomials(floating, total.saturating_sub(least), product.coefficients.len());
        let (models, operations) = product.dot(&weights);
        if models.is_zero() {
            return None;
        }
        // Of the models with j floating mines, the share j / floating has one on a given cell. A weight that is not 0
        // has 0 <= j.
        let mined = (0..).zip(&weights.coefficients).map(|(i, w): (i64, &Wide)| {
            if w.is_zero() || floating == 0 {
                Wide::ZERO
            } else {
                w.times(Wide::from_u64((total - least - i) as u64)).over(floating as u64)
            }
        });
        let mined = WidePolynomial { offset: 0, coefficients: mined.collect(), operations: weights.operations + 4 };
        let (mined, more) = product.dot(&mined);
        let floating = chance(mined, models, operations.max(more));

        // Downwards: the context of a node is its parent's under the other child.
        let mut down = vec![weights];
        for level in levels.iter().rev().skip(1) {
            down = (0..level.len())
                .map(|i| match level.get(i ^ 1) {
                    Some(other) => down[i / 2].under(other),
                    None => down[i / 2].clone(),
                })
                .collect();
        }
        loose.into_iter().zip(down).for_each(|(i, context)| contexts[i] = context);
        Some(Blend { contexts, floating })
    }
}

/// `C(n, most - i)` for i in `0..len` up to a common factor; 0 outside `0..=n`.
fn binomials(n: usize, most: i64, len: usize) -> WidePolynomial {
    let mut coefficients = vec![Wide::ZERO; len];
    let first = most.saturating_sub(n as i64).max(0);
    let last = most.min(len as i64 - 1);
    let mut value = Wide::ONE;
    for i in first..=last {
        coefficients[i as usize] = value;
        // C(n, k - 1) = C(n, k) * k / (n - k + 1)
        let k = (most - i) as u64;
        value = value.times(Wide::from_u64(k)).over(n as u64 - k + 1);
    }
    WidePolynomial { offset: 0, coefficients, operations: 4 * len as u64 }
}

/// The number of models: sum over k of `tally[k]` * C(floating, total - k) where `tally` is the product of the
/// components' tallies, and that product.
///
/// Only one large binomial is made: its neighbours differ by small factors, which binary splitting
/// sums with few large products.
///
/// # Errors
/// Those of `check`, which is called between large products.
pub fn exact_models<E>(
    tallies: &[Tally],
    floating: usize,
    total: Option<i64>,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(BigUint, Tally), E> {
    let tally = product(tallies, check)?;
    let Some(total) = total else { return Ok((tally.sum() << floating, tally)) };
    let models = weighted(&tally.counts, floating as i64, total.saturating_sub(tally.offset as i64), check)?;
    Ok((models, tally))
}

/// The product of all, smallest degrees first, common factors kept out of the tree.
fn product<E>(tallies: &[Tally], check: &mut dyn FnMut() -> Result<(), E>) -> Result<Tally, E> {
    if tallies.iter().any(Tally::is_empty) {
        return Ok(Tally::default());
    }
    let (mut factors, mut polynomials) = (Vec::new(), vec![vec![BigUint::one()]]);
    for tally in tallies {
        let common = tally.counts.iter().fold(BigUint::zero(), |gcd, x| gcd.gcd(x));
        if tally.counts.len() > 1 {
            let divide = |x: &BigUint| if common.is_one() { x.clone() } else { x / &common };
            polynomials.push(tally.counts.iter().map(divide).collect());
        }
        if !common.is_one() {
            factors.push(common);
        }
    }
    let mut heap: BinaryHeap<Reverse<(usize, usize)>> =
        polynomials.iter().enumerate().map(|(i, p)| Reverse((p.len(), i))).collect();
    while let (Some(Reverse((_, a))), Some(Reverse((_, b)))) = (heap.pop(), heap.peek().copied()) {
        heap.pop();
        check()?;
        let (a, b) = (std::mem::take(&mut polynomials[a]), std::mem::take(&mut polynomials[b]));
        let both = convolve(&a, &b);
        heap.push(Reverse((both.len(), polynomials.len())));
        polynomials.push(both);
    }
    while factors.len() > 1 {
        check()?;
        factors = factors.chunks(2).map(|c| if let [a, b] = c { a * b } else { c[0].clone() }).collect();
    }
    let mut counts = polynomials.pop().unwrap_or_default();
    if let Some(factor) = factors.first() {
        counts.iter_mut().for_each(|x| *x *= factor);
    }
    Ok(Tally { offset: tallies.iter().map(|t| t.offset).sum(), counts })
}

/// Sum over i of `counts[i] * C(n, most - i)`.
fn weighted<E>(counts: &[BigUint], n: i64, most: i64, check: &mut dyn FnMut() -> Result<(), E>) -> Result<BigUint, E> {
    let first = most.saturating_sub(n).max(0);
    let last = most.min(counts.len() as i64 - 1);
    if first > last {
        return Ok(BigUint::zero());
    }
    // C(n, most - i - 1) = C(n, most - i) * (most - i) / (n - most + i + 1)
    let ratio = |i: i64| ((most - i) as u64, (n - most + i + 1) as u64);
    let (_, below, sum) = split(&counts[first as usize..=last as usize], first, &ratio, check)?;
    check()?;
    Ok(binomial(n as usize, (most - first) as usize) * sum / below)
}

/// For the indices from `from` on: the product of the ratios' numerators, that of their denominators, and the sum of
/// `counts[k]` times the ratios before k, over all denominators.
fn split<E>(
    counts: &[BigUint],
    from: i64,
    ratio: &dyn Fn(i64) -> (u64, u64),
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(BigUint, BigUint, BigUint), E> {
    if let [count] = counts {
        let (above, below) = ratio(from);
        return Ok((above.into(), below.into(), count * below));
    }
    check()?;
    let middle = counts.len() / 2;
    let (p, q, sum) = split(&counts[..middle], from, ratio, check)?;
    let (more_p, more_q, more) = split(&counts[middle..], from + middle as i64, ratio, check)?;
    let sum = sum * &more_q + &p * more;
    Ok((p * more_p, q * more_q, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::{ComponentCount, join, ratio_to_f64};

    fn spread(tally: &Tally) -> WidePolynomial {
        let coefficients = tally.counts.iter().map(Wide::from_big).collect();
        WidePolynomial { offset: tally.offset, coefficients, operations: 1 }
    }

    #[test]
    fn agrees_with_the_exact_join_at_every_total() {
        let mut rng = Rng::new(8);
        for round in 0..60 {
            let floating = rng.index(40);
            let mut cells = floating as u32;
            let parts: Vec<ComponentCount> = (0..rng.index(7))
                .map(|_| {
                    let counts = (0..=rng.index(5)).map(|_| BigUint::from(rng.below(1 << (1 + round)))).collect();
                    let tally = match Tally::new(rng.index(3), counts) {
                        tally if tally.is_empty() => Tally::one(),
                        tally => tally,
                    };
                    let mined = vec![Tally::new(tally.offset, tally.counts.iter().map(|c| c >> 1u32).collect())];
                    cells += 8;
                    ComponentCount { cells: (cells - 8..cells).collect(), index: vec![0; 8], tally, mined }
                })
                .collect();
            let tallies: Vec<Tally> = parts.iter().map(|p| p.tally.clone()).collect();
            let spreads: Vec<WidePolynomial> = tallies.iter().map(spread).collect();
            for total in (-2..60).chain([i64::MIN, i64::MAX]) {
                let exact = join(cells as usize, &parts, Some(total));
                let Ok((models, tally)) =
                    exact_models::<std::convert::Infallible>(&tallies, floating, Some(total), &mut || Ok(()));
                assert_eq!((&models, &tally), (&exact.models, &exact.tally));
                let Some(blend) = Blend::new(&spreads, floating, total) else {
                    assert!(models.is_zero());
                    continue;
                };
                assert!(!models.is_zero());
                for (i, part) in parts.iter().enumerate() {
                    // The tallies of mined cells, padded to the component's degrees.
                    let counts = part.tally.counts.iter().map(|c| Wide::from_big(&(c >> 1u32))).collect();
                    let mined = WidePolynomial { offset: part.tally.offset, coefficients: counts, operations: 1 };
                    let (mined, operations) = mined.dot(&blend.contexts[i]);
                    let (all, more) = spreads[i].dot(&blend.contexts[i]);
                    let right = ratio_to_f64(exact.cells.mined(floating + 8 * i), &models);
                    assert_eq!(chance(mined, all, operations.max(more)), Some(right));
                }
                if floating > 0 {
                    assert_eq!(blend.floating, Some(ratio_to_f64(exact.cells.mined(0), &models)));
                }
            }
        }
    }
}
