//! Products of many polynomials and of their powers.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use num_bigint::BigUint;

use super::dense::DensePolynomial;
use super::dot::coefficient_of_product;
use super::transformed::transformed_sums;
use crate::threads::{in_parallel, ranges, threads};

/// Words of all factors together for which a thread is worth its start.
const WORTH_THREADS: usize = if cfg!(test) { 64 } else { 1 << 13 };
/// Groups of factors per thread, since their products do not take the same time.
const GROUPS: usize = 4;

/// The product without the coefficients from `cap` on.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn product<E>(
    factors: Vec<DensePolynomial>,
    cap: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<DensePolynomial, E> {
    if threads() == 1 {
        return smallest_first(factors, cap, check);
    }
    // Small factors, whose products are too short for several threads, are dealt into groups.
    let all: usize = factors.iter().map(DensePolynomial::size).sum();
    let most = all / (GROUPS * threads());
    let (small, mut large): (Vec<_>, Vec<_>) = factors.into_iter().partition(|factor| factor.size() < most);
    let groups = ranges(small.iter().map(DensePolynomial::size).sum(), WORTH_THREADS).len();
    let groups = if groups == 1 { 1 } else { GROUPS * groups };
    let mut dealt: Vec<Vec<DensePolynomial>> = vec![Vec::new(); groups];
    small.into_iter().enumerate().for_each(|(i, factor)| dealt[i % groups].push(factor));
    if groups == 1 {
        large.extend(dealt.swap_remove(0));
    } else {
        large.extend(in_parallel(dealt, || (), |group, (), check| smallest_first(group, cap, check), check)?);
    }
    smallest_first(large, cap, check)
}

/// The product by the two smallest first, so that it costs a few times the last one.
fn smallest_first<E>(
    factors: Vec<DensePolynomial>,
    cap: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<DensePolynomial, E> {
    let mut heap: BinaryHeap<Reverse<(usize, usize)>> =
        factors.iter().enumerate().map(|(i, f)| Reverse((f.size(), i))).collect();
    let mut factors: Vec<Option<DensePolynomial>> = factors.into_iter().map(Some).collect();
    while let (Some(Reverse((_, a))), Some(Reverse((_, b)))) = (heap.pop(), heap.peek().copied()) {
        heap.pop();
        check()?;
        let (Some(a), Some(b)) = (factors[a].take(), factors[b].take()) else { unreachable!("each is used once") };
        let mut both = a.times(&b, check)?;
        both.truncate(cap);
        heap.push(Reverse((both.size(), factors.len())));
        factors.push(Some(both));
    }
    let mut all = factors.pop().flatten().unwrap_or_else(DensePolynomial::one);
    all.truncate(cap);
    Ok(all)
}

/// Sums of products of polynomials that are not empty, from degree 0: a term is the number of a left and of a right factor,
/// and that of its sum. A factor has the degree of its first coefficient with it.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn sums_of_products<E>(
    left: &[(usize, DensePolynomial)],
    right: &[(usize, DensePolynomial)],
    terms: &[(u32, u32, u32)],
    sums: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<DensePolynomial>, E> {
    let [first, second] = [left, right].map(|of| of.iter().map(|(low, f)| (*low, f)).collect::<Vec<_>>());
    if terms.iter().any(|&(a, b, _)| left[a as usize].1.is_long_with(&right[b as usize].1)) {
        return transformed_sums(&first, &second, terms, sums, check);
    }
    let mut all: Vec<Vec<BigUint>> = vec![Vec::new(); sums];
    for &(a, b, to) in terms {
        check()?;
        let ((low, a), (low2, b)) = (first[a as usize], second[b as usize]);
        let (product, sum) = (a.by_pairs(b), &mut all[to as usize]);
        sum.resize(sum.len().max(low + low2 + product.len()), BigUint::ZERO);
        sum[low + low2..].iter_mut().zip(product.to_big()).for_each(|(to, more)| *to += more);
    }
    Ok(all.iter().map(|sum| DensePolynomial::new(sum)).collect())
}

/// The product of powers without the coefficients from `cap` on. All powers are taken at once: the square of the product
/// of their halves, times the factors with an odd exponent.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn product_of_powers<E>(
    powers: &[(DensePolynomial, u64)],
    cap: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<DensePolynomial, E> {
    let bits = powers.iter().map(|power| u64::BITS - power.1.leading_zeros()).max().unwrap_or(0);
    let mut all = DensePolynomial::one();
    for bit in (0..bits).rev() {
        let mut factors: Vec<DensePolynomial> =
            powers.iter().filter(|power| power.1 >> bit & 1 == 1).map(|power| power.0.clone()).collect();
        check()?;
        let mut square = all.times(&all, check)?;
        square.truncate(cap);
        factors.push(square);
        all = product(factors, cap, check)?;
    }
    all.truncate(cap);
    Ok(all)
}

/// One coefficient of a product of powers: the last product is that of two halves, of which the common part is made once.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn coefficient_by_halves<E>(
    powers: &[(DensePolynomial, u64)],
    degree: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    let cap = degree.saturating_add(1);
    let halves: Vec<(DensePolynomial, u64)> =
        powers.iter().filter(|power| power.1 > 1).map(|(factor, n)| (factor.clone(), n / 2)).collect();
    let common = product_of_powers(&halves, cap, check)?;
    // The factors that are left go to the smaller side, the largest first. A side that gets none costs no product.
    let mut left: Vec<&DensePolynomial> =
        powers.iter().filter(|power| power.1 % 2 == 1).map(|power| &power.0).collect();
    left.sort_by_key(|factor| Reverse(factor.len()));
    let all: usize = left.iter().map(|factor| factor.len() - 1).sum();
    let mut sides = [Vec::new(), Vec::new()];
    let mut degrees = [0, 0];
    for factor in left {
        let side = if 4 * all < common.len() { 0 } else { usize::from(degrees[1] < degrees[0]) };
        degrees[side] += factor.len() - 1;
        sides[side].push(factor.clone());
    }
    let mut factors = Vec::with_capacity(2);
    for side in sides {
        factors.push(match side.is_empty() {
            true => common.clone(),
            false => common.times(&product(side, cap, check)?, check)?,
        });
    }
    check()?;
    coefficient_of_product(&factors[0], &factors[1], degree, check)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::threads::with_threads;
    use std::convert::Infallible;

    #[test]
    fn sums_agree_with_single_products() {
        let mut rng = Rng::new(32);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..60 {
            let words = 1 + round % 9;
            let mut factors = |count: usize| -> Vec<(usize, DensePolynomial)> {
                let factor = |_| {
                    let len = 1 + rng.index(30);
                    let row: Vec<u64> = (0..len * words).map(|_| rng.next_u64() >> rng.index(64)).collect();
                    (rng.index(9), DensePolynomial::from_words(words, row))
                };
                (0..count).map(factor).collect()
            };
            let (left, right, sums) = (factors(1 + round % 5), factors(1 + round % 3), 1 + round % 4);
            let pick =
                |rng: &mut Rng| (rng.index(left.len()) as u32, rng.index(right.len()) as u32, rng.index(sums) as u32);
            let mut terms: Vec<_> = (0..=round % 7).map(|_| pick(&mut rng)).collect();
            if round % 5 == 0 {
                terms = vec![(0, 0, 0)];
            }
            let mut all: Vec<Vec<BigUint>> = vec![Vec::new(); sums];
            for &(a, b, to) in &terms {
                let ((low, a), (low2, b)) = (&left[a as usize], &right[b as usize]);
                let (product, sum) = (a.by_pairs(b).to_big(), &mut all[to as usize]);
                sum.resize(sum.len().max(low + low2 + product.len()), BigUint::ZERO);
                sum[low + low2..].iter_mut().zip(product).for_each(|(to, more)| *to += more);
            }
            let trimmed = |mut sum: Vec<BigUint>| {
                while sum.last() == Some(&BigUint::ZERO) {
                    sum.pop();
                }
                sum
            };
            let all: Vec<_> = all.into_iter().map(trimmed).collect();
            let Ok(some) = sums_of_products(&left, &right, &terms, sums, check);
            assert_eq!(some.iter().map(|sum| trimmed(sum.to_big())).collect::<Vec<_>>(), all);
            let [x, y] = [&left, &right].map(|of| of.iter().map(|(low, f)| (*low, f)).collect::<Vec<_>>());
            let Ok(some) = transformed_sums(&x, &y, &terms, sums, check);
            assert_eq!(some.iter().map(|sum| trimmed(sum.to_big())).collect::<Vec<_>>(), all);
        }
    }

    #[test]
    fn powers_agree_with_repeated_products() {
        let mut rng = Rng::new(30);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..80 {
            let most = 1 + round % 40;
            let powers: Vec<(DensePolynomial, u64)> = (0..rng.index(8))
                .map(|_| {
                    let large = 1 + rng.below(1 << (1 + round % 60));
                    let coefficients: Vec<BigUint> =
                        (0..=rng.index(5)).map(|i| BigUint::from(rng.below(large) + u64::from(i == 0))).collect();
                    (DensePolynomial::new(&coefficients), rng.below(most + 1))
                })
                .collect();
            let mut right = vec![BigUint::from(1u32)];
            for (factor, n) in &powers {
                for _ in 0..*n {
                    let by = factor.to_big();
                    let mut next = vec![BigUint::ZERO; right.len() + by.len() - 1];
                    for (i, x) in right.iter().enumerate() {
                        by.iter().zip(&mut next[i..]).for_each(|(y, to)| *to += x * y);
                    }
                    right = next;
                }
            }
            let Ok(all) = with_threads(1 + round as usize % 3, || product_of_powers(&powers, usize::MAX, check));
            assert_eq!(all.to_big(), right);
            let cap = 1 + rng.index(right.len() + 3);
            let Ok(some) = product_of_powers(&powers, cap, check);
            assert_eq!(some.to_big(), right[..cap.min(right.len())]);
            for degree in [0, 1, right.len() / 3, right.len() / 2, right.len() - 1, right.len() + 5] {
                let value = right.get(degree).cloned().unwrap_or_default();
                assert_eq!(coefficient_by_halves(&powers, degree, check), Ok(value), "{degree}");
            }
        }
    }
}
