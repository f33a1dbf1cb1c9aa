//! One coefficient of a product: a sum of products of long integers, added up before it is transformed back.

use multiversion::multiversion;
use num_bigint::BigUint;

use super::aligned::AlignedNumbers;
use super::dense::DensePolynomial;
use super::field::{FIELDS, LANES, Lane, PrimeField, plus};
use super::transform::{Transform, transform_len};
use super::transformed::{Limbs, assemble, mix};
use super::words::{add_product, big, limb};

/// Words of the shorter factors from which transforms are used.
const DIRECT_WORDS: usize = 100;

/// The coefficient of a degree in the product of two polynomials.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn coefficient_of_product<E>(
    a: &DensePolynomial,
    b: &DensePolynomial,
    degree: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    if a.is_empty() || b.is_empty() {
        return Ok(BigUint::ZERO);
    }
    let (first, last) = ((degree + 1).saturating_sub(b.len()), degree.min(a.len() - 1));
    if first > last {
        return Ok(BigUint::ZERO);
    }
    let pairs: Vec<(&[u64], &[u64])> = (first..=last).map(|i| (a.row(i), b.row(degree - i))).collect();
    let bits = [a.bits(), b.bits()];
    let width = (bits[0] + bits[1] + 1 + pairs.len().ilog2() as usize).div_ceil(64).max(a.width() + b.width());
    match a.width().min(b.width()) {
        ..DIRECT_WORDS => direct(&pairs, width, check),
        _ => by_values(&pairs, bits, width, check),
    }
}

fn direct<E>(pairs: &[(&[u64], &[u64])], width: usize, check: &mut dyn FnMut() -> Result<(), E>) -> Result<BigUint, E> {
    let mut sum = vec![0; width];
    for some in pairs.chunks(1 << 10) {
        check()?;
        for &(a, b) in some {
            let (long, short) = if a.len() >= b.len() { (a, b) } else { (b, a) };
            short.iter().enumerate().for_each(|(at, &factor)| add_product(&mut sum[at..], long, factor));
        }
    }
    Ok(big(&sum))
}

fn by_values<E>(
    pairs: &[(&[u64], &[u64])],
    bits: [usize; 2],
    width: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    let limbs = Limbs::new(bits, pairs.len());
    let len = transform_len(limbs.places());
    let transforms = FIELDS.map(|field| Transform::new(field, len));
    let mut sums = FIELDS.map(|_| AlignedNumbers::new(LANES * len));
    let (mut cut_a, mut cut_b) = (vec![[0u64; LANES]; limbs.of[0]], vec![[0u64; LANES]; limbs.of[1]]);
    let (mut a, mut b) = (AlignedNumbers::new(LANES * len), AlignedNumbers::new(LANES * len));
    let (a, b) = (a.lanes_mut(), b.lanes_mut());
    for eight in pairs.chunks(LANES) {
        check()?;
        cut(eight.iter().map(|pair| pair.0), limbs.width, &mut cut_a);
        cut(eight.iter().map(|pair| pair.1), limbs.width, &mut cut_b);
        for ((field, transform), sum) in FIELDS.into_iter().zip(&transforms).zip(&mut sums) {
            load(field, &cut_a, a);
            load(field, &cut_b, b);
            transform.forward(a);
            transform.forward(b);
            add_products(field, a, b, sum.lanes_mut());
        }
    }
    let mut residues = Vec::with_capacity(FIELDS.len());
    for ((field, transform), mut sum) in FIELDS.into_iter().zip(&transforms).zip(sums) {
        let sum = sum.lanes_mut();
        for lane in sum.iter_mut() {
            // Eight numbers of p / 2.
            let all = field.nearest(lane.iter().sum());
            *lane = [all; LANES];
        }
        transform.backward(sum);
        residues.push(sum.iter().map(|lane| lane[0]).collect::<Vec<f64>>());
    }
    let [first, second, third] = &mut residues[..] else { unreachable!("one for each field") };
    mix(FIELDS, len, first, second, third);
    let mut words = vec![0; width];
    let places = limbs.places();
    assemble([&first[..places], &second[..places], &third[..places]], limbs.width, &mut words);
    Ok(big(&words))
}

/// The limbs of up to eight numbers, one in each lane.
fn cut<'a>(numbers: impl Iterator<Item = &'a [u64]>, width: usize, to: &mut [[u64; LANES]]) {
    to.iter_mut().for_each(|lane| *lane = [0; LANES]);
    for (lane, number) in numbers.enumerate() {
        to.iter_mut().enumerate().for_each(|(at, to)| to[lane] = limb(number, at * width, width));
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn load(field: PrimeField, limbs: &[[u64; LANES]], to: &mut [Lane]) {
    let (used, rest) = to.split_at_mut(limbs.len());
    for (to, from) in used.iter_mut().zip(limbs) {
        for (to, &limb) in to.iter_mut().zip(from) {
            *to = field.of_limb(limb);
        }
    }
    rest.fill([0.0; LANES]);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn add_products(field: PrimeField, a: &[Lane], b: &[Lane], sum: &mut [Lane]) {
    for ((a, b), sum) in a.iter().zip(b).zip(sum) {
        *sum = field.nearests(&plus(sum, &field.products(a, b)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::convert::Infallible;

    #[test]
    fn both_ways_give_the_coefficient() {
        let mut rng = Rng::new(29);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..60 {
            let mut factor = |words: usize| -> Vec<BigUint> {
                let len = 1 + rng.index(40);
                let full = rng.chance(0.2);
                let mut word = || if full { u64::MAX } else { rng.next_u64() };
                (0..len).map(|i| big(&(0..words * (1 + i % 3) / 3).map(|_| word()).collect::<Vec<_>>())).collect()
            };
            let (a, b) = (factor(1 + 17 * (round % 13)), factor(1 + 23 * (round % 11)));
            let (x, y) = (DensePolynomial::new(&a), DensePolynomial::new(&b));
            for degree in 0..=a.len() + b.len() {
                let terms = (0..=degree).filter_map(|i| Some(a.get(i)? * b.get(degree - i)?));
                let right: BigUint = terms.sum();
                assert_eq!(coefficient_of_product(&x, &y, degree, check), Ok(right.clone()));
                let (first, last) = ((degree + 1).saturating_sub(b.len()), degree.min(a.len() - 1));
                if first <= last {
                    let pairs: Vec<_> = (first..=last).map(|i| (x.row(i), y.row(degree - i))).collect();
                    let bits = [x.bits(), y.bits()];
                    let width = x.width() + y.width() + 1;
                    assert_eq!(by_values(&pairs, bits, width, check), Ok(right.clone()));
                    assert_eq!(direct(&pairs, width, check), Ok(right));
                }
            }
        }
    }
}
