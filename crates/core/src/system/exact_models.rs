//! The exact number of models of independent components under a total.
//!
//! Tallies are polynomials in the number of mines, and floating cells are the power `(1 + x)^floating`: the number of
//! models is one coefficient of the product of all. Equal tallies are taken by powers, what all coefficients of a tally
//! share is kept out, and so are its factors `1 + x`, which are floating cells as well.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use super::Tally;
use super::tally::binomial;
use crate::poly::{DensePolynomial, coefficient_of_powers, integer_product, multiply, product_of_powers};

/// What a product of tallies is made of: `common * x^offset * (1 + x)^binomial * the product of the powers`.
struct Parts {
    common: Vec<BigUint>,
    offset: usize,
    binomial: usize,
    /// Each polynomial once, with its exponent, in the order of their first use.
    powers: Vec<(DensePolynomial, u64)>,
    /// The degree of their product.
    degree: usize,
}

impl Parts {
    /// None if a tally is empty.
    fn new(tallies: &[Tally], take_binomials: bool) -> Option<Parts> {
        let mut parts = Parts { common: Vec::new(), offset: 0, binomial: 0, powers: Vec::new(), degree: 0 };
        let mut known: FxHashMap<Vec<BigUint>, usize> = FxHashMap::default();
        for tally in tallies {
            if tally.is_empty() {
                return None;
            }
            parts.offset += tally.offset;
            let common = common_factor(&tally.counts);
            let mut counts: Vec<BigUint> = match common.is_one() {
                true => tally.counts.clone(),
                false => tally.counts.iter().map(|n| n / &common).collect(),
            };
            if !common.is_one() {
                parts.common.push(common);
            }
            while take_binomials && counts.len() > 1 {
                let Some(quotient) = over_one_plus_x(&counts) else { break };
                counts = quotient;
                parts.binomial += 1;
            }
            if counts.len() > 1 {
                parts.degree += counts.len() - 1;
                let next = parts.powers.len();
                if let Some(&at) = known.get(&counts) {
                    parts.powers[at].1 += 1;
                } else {
                    parts.powers.push((DensePolynomial::new(&counts), 1));
                    known.insert(counts, next);
                }
            }
        }
        Some(parts)
    }

    /// About the bits of the largest coefficient of the product of the powers.
    fn bits(&self) -> f64 {
        let of = |factor: &DensePolynomial| {
            let (len, bits) = (factor.len() as f64, factor.bits() as f64);
            bits + len.log2() / 2.0
        };
        self.powers.iter().map(|(factor, n)| *n as f64 * of(factor)).sum()
    }
}

/// The greatest common divisor of numbers that are not all 0.
fn common_factor(counts: &[BigUint]) -> BigUint {
    let small = counts.iter().map(ToPrimitive::to_u64).collect::<Option<Vec<u64>>>();
    match small {
        Some(small) => small.iter().fold(0, |gcd: u64, n| gcd.gcd(n)).into(),
        None => counts.iter().fold(BigUint::zero(), |gcd, n| if gcd.is_one() { gcd } else { gcd.gcd(n) }),
    }
}

/// The quotient by `1 + x`, if it has natural coefficients and there is no rest.
fn over_one_plus_x(counts: &[BigUint]) -> Option<Vec<BigUint>> {
    let mut quotient = Vec::with_capacity(counts.len() - 1);
    let mut before = BigUint::zero();
    for n in &counts[..counts.len() - 1] {
        if *n < before {
            return None;
        }
        before = n - before;
        quotient.push(before.clone());
    }
    (before == counts[counts.len() - 1]).then_some(quotient)
}

/// The number of models: sum over k of `tally[k]` * C(floating, total - k) where `tally` is the product of the
/// components' tallies; without a total, of `tally[k]` * 2^floating.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn exact_models<E>(
    tallies: &[Tally],
    floating: usize,
    total: Option<i64>,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    let Some(total) = total else { return Ok(frontier_models(tallies, check)? << floating) };
    let Some(mut parts) = Parts::new(tallies, true) else { return Ok(BigUint::zero()) };
    let floating = floating + parts.binomial;
    let all = parts.degree + floating;
    let rest = total.checked_sub(parts.offset as i64).and_then(|rest| usize::try_from(rest).ok());
    let Some(mut rest) = rest.filter(|&rest| rest <= all) else { return Ok(BigUint::zero()) };
    check()?;
    // Mines or safe cells: of whichever there are fewer.
    if rest > all - rest {
        rest = all - rest;
        parts.powers.iter_mut().for_each(|power| power.0 = power.0.reversed());
    }
    // Either one coefficient of the product of all, or all of the product of the powers: the predicted sizes of the last
    // products decide.
    let bits = parts.bits();
    let of_one = 0.3 * all.min(rest + 1) as f64 * (bits + floating as f64);
    let of_all = parts.degree.min(rest + 1) as f64 * bits;
    let models = if of_one < of_all {
        if floating > 0 {
            parts.powers.push((DensePolynomial::new(&[BigUint::one(), BigUint::one()]), floating as u64));
        }
        coefficient_of_powers(&parts.powers, rest, check)?
    } else {
        let counts = product_of_powers(&parts.powers, rest + 1, check)?.to_big();
        weighted(&counts, floating as i64, rest as i64, check)?
    };
    multiply(&models, &integer_product(parts.common, check)?, check)
}

/// The number of solutions of all components together, whatever their mines.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn frontier_models<E>(tallies: &[Tally], check: &mut dyn FnMut() -> Result<(), E>) -> Result<BigUint, E> {
    integer_product(tallies.iter().map(Tally::sum).collect(), check)
}

/// The product of all tallies.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn exact_tally<E>(tallies: &[Tally], check: &mut dyn FnMut() -> Result<(), E>) -> Result<Tally, E> {
    let Some(parts) = Parts::new(tallies, false) else { return Ok(Tally::default()) };
    let mut counts = product_of_powers(&parts.powers, usize::MAX, check)?.to_big();
    let common = integer_product(parts.common, check)?;
    if !common.is_one() {
        for count in &mut counts {
            *count = multiply(count, &common, check)?;
        }
    }
    Ok(Tally { offset: parts.offset, counts })
}

/// Sum over i of `counts[i] * C(n, most - i)`.
///
/// Only one large binomial is made: its neighbours differ by small factors, which binary splitting sums with few large
/// products.
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
    Ok(multiply(&binomial(n as usize, (most - first) as usize), &sum, check)? / below)
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
    let sum = multiply(&sum, &more_q, check)? + multiply(&p, &more, check)?;
    Ok((multiply(&p, &more_p, check)?, multiply(&q, &more_q, check)?, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::convert::Infallible;

    /// The join of before: one tally after the other, then a sum of products with binomials.
    fn plain(tallies: &[Tally], floating: usize, total: Option<i64>) -> (BigUint, Tally) {
        let mut all = Tally::one();
        for tally in tallies {
            let mut next = Tally::default();
            for (i, a) in all.counts.iter().enumerate() {
                for (j, b) in tally.counts.iter().enumerate() {
                    next.add(all.offset + tally.offset + i + j, &(a * b));
                }
            }
            all = next;
        }
        let rest = |i: usize| usize::try_from(total?.checked_sub((all.offset + i) as i64)?).ok();
        let models = match total {
            None => all.sum() << floating,
            Some(_) => {
                let term = |(i, n): (usize, &BigUint)| Some(n * binomial(floating, rest(i)?));
                all.counts.iter().enumerate().filter_map(term).sum()
            }
        };
        (models, all)
    }

    #[test]
    fn equals_the_plain_join() {
        let mut rng = Rng::new(31);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..150u32 {
            let kinds: Vec<Tally> = (0..=rng.index(6))
                .map(|_| {
                    let most = 1 + rng.below(1 << (1 + round % 50));
                    let scale = 1 + rng.below(5);
                    let mut counts: Vec<BigUint> =
                        (0..=rng.index(5)).map(|_| (rng.below(most) * scale).into()).collect();
                    counts[0] += 1u32;
                    if rng.chance(0.4) {
                        // A multiple of 1 + x.
                        counts.push(BigUint::zero());
                        (1..counts.len()).rev().for_each(|i| counts[i] = &counts[i] + &counts[i - 1]);
                    }
                    if round % 7 == 0 {
                        counts.iter_mut().for_each(|n| *n = n.pow(9));
                    }
                    Tally::new(rng.index(3), counts)
                })
                .collect();
            let tallies: Vec<Tally> = (0..rng.index(30)).map(|_| kinds[rng.index(kinds.len())].clone()).collect();
            let floating = [0, 1, 5, 60][rng.index(4)];
            let (_, tally) = plain(&tallies, floating, None);
            assert_eq!(exact_tally(&tallies, check), Ok(tally.clone()));
            assert_eq!(frontier_models(&tallies, check), Ok(tally.sum()));
            let last = (tally.offset + tally.counts.len() + floating) as i64;
            let some = (0..6).map(|_| rng.index(last as usize + 1) as i64).collect::<Vec<_>>();
            for total in
                (-1..3).chain(some).chain(last - 3..last + 2).chain([i64::MIN, i64::MAX]).map(Some).chain([None])
            {
                let right = plain(&tallies, floating, total).0;
                assert_eq!(
                    exact_models(&tallies, floating, total, check),
                    Ok(right),
                    "{tallies:?} {floating} {total:?}"
                );
            }
        }
        let empty = [Tally::one(), Tally::default()];
        assert_eq!(exact_models(&empty, 3, Some(1), check), Ok(BigUint::zero()));
        assert_eq!(exact_models(&empty, 3, None, check), Ok(BigUint::zero()));
        assert_eq!(exact_tally(&empty, check), Ok(Tally::default()));
    }
}
