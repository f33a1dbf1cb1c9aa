//! Products by number-theoretic transforms modulo three primes, and the Chinese remainder theorem (Pollard: The fast
//! Fourier transform in a finite field, 1971).
//!
//! A coefficient is cut into limbs of w bits, and every coefficient has as many places as a product of two has limbs, so
//! that the product of two polynomials is one product of two sequences. A place of it is a sum of at most t products of
//! limbs, less than t 2^2w: w is chosen so that this stays below the product of the primes, and the sum is exact.

use multiversion::multiversion;

use super::aligned::AlignedNumbers;
use super::cyclic::{Cyclic, shape};
use super::dense::DensePolynomial;
use super::field::{FIELDS, LANES, PrimeField, plus};
use super::words::{limb, put_limb};
use crate::threads::{HaltCheck, in_parallel};

/// The product of [`FIELDS`] is more than this power of two.
const BITS: usize = 146;
/// Places of a product between two checks of the limits.
const BETWEEN: usize = 1 << 18;

/// How two factors are cut.
#[derive(Clone, Copy, Debug)]
pub struct Limbs {
    /// Bits of a limb, at most 63.
    pub width: usize,
    /// Limbs of a coefficient of either factor.
    pub of: [usize; 2],
}

impl Limbs {
    /// For coefficients of these bits, when a sum has at most `terms` of their products.
    pub fn new(bits: [usize; 2], terms: usize) -> Self {
        let mut width = 63;
        loop {
            let of = bits.map(|bits| bits.div_ceil(width).max(1));
            let products = (terms as u128 * of[0].min(of[1]) as u128).next_power_of_two();
            if 2 * width + products.ilog2() as usize <= BITS {
                return Limbs { width, of };
            }
            width -= 1;
        }
    }

    /// Places of a coefficient of the product.
    pub fn places(&self) -> usize {
        self.of[0] + self.of[1] - 1
    }
}

/// The product of two polynomials that are not empty.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn transformed<E>(
    a: &DensePolynomial,
    b: &DensePolynomial,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<DensePolynomial, E> {
    let cut = CutPlan::new([a.bits(), b.bits()], a.len() + b.len() - 1, a.len().min(b.len()));
    let mut residues = Vec::with_capacity(FIELDS.len());
    let mut others = None;
    for field in FIELDS {
        check()?;
        let cyclic = Cyclic::new(field, cut.shape);
        let mut values = AlignedNumbers::new(cut.points());
        fill(field, a, (cut.limbs, 0), values.all_mut(), check)?;
        let used = |factor: &DensePolynomial| factor.len() * cut.limbs.places();
        let other = if std::ptr::eq(a, b) {
            None
        } else {
            let other = others.get_or_insert_with(|| AlignedNumbers::new(cut.points())).all_mut();
            // As far as rows are read.
            other[..used(b).next_multiple_of(cut.shape.1)].fill(0.0);
            fill(field, b, (cut.limbs, 1), other, check)?;
            Some((other, used(b)))
        };
        check()?;
        cyclic.multiply((values.all_mut(), used(a)), other, check)?;
        residues.push(values);
    }
    drop(others);
    cut.polynomial(residues, check)
}

/// How products of one size are made.
struct CutPlan {
    bits: [usize; 2],
    limbs: Limbs,
    /// Coefficients of the product.
    len: usize,
    /// Products of coefficients in one of the product.
    terms: usize,
    shape: (usize, usize),
}

impl CutPlan {
    fn new(bits: [usize; 2], len: usize, terms: usize) -> Self {
        let limbs = Limbs::new(bits, terms);
        CutPlan { bits, limbs, len, terms, shape: shape(len * limbs.places()) }
    }

    fn points(&self) -> usize {
        self.shape.0 * self.shape.1
    }

    /// From residues modulo the three primes, times the number of points.
    fn polynomial<E>(
        &self,
        mut residues: Vec<AlignedNumbers>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<DensePolynomial, E> {
        let width = (self.bits[0] + self.bits[1] + 1 + self.terms.ilog2() as usize).div_ceil(64).max(1);
        let [first, second, third] = &mut residues[..] else { unreachable!("one for each field") };
        let [first, second, third] = [first.all_mut(), second.all_mut(), third.all_mut()];
        let parts = first.chunks_mut(BETWEEN).zip(second.chunks_mut(BETWEEN)).zip(third.chunks_mut(BETWEEN)).collect();
        let mix = |((x, y), z): ((&mut [f64], &mut [f64]), &mut [f64]), (): &mut (), _: &mut HaltCheck| {
            mix(FIELDS, self.points(), x, y, z);
            Ok(())
        };
        in_parallel(parts, || (), mix, check)?;
        let mut words = vec![0; width * self.len];
        let one = self.limbs.places();
        let some = (BETWEEN / one).max(1);
        let assemble = |(part, words): (usize, &mut [u64]), (): &mut (), _: &mut HaltCheck| {
            for (index, to) in words.chunks_exact_mut(width).enumerate() {
                let index = part * some + index;
                let places = index * one..(index + 1) * one;
                assemble([&first[places.clone()], &second[places.clone()], &third[places]], self.limbs.width, to);
            }
            Ok(())
        };
        in_parallel(words.chunks_mut(some * width).enumerate().collect(), || (), assemble, check)?;
        Ok(DensePolynomial::from_words(width, words))
    }
}

/// A polynomial that is not empty, from this degree on.
pub type Shifted<'a> = (usize, &'a DensePolynomial);

/// Sums of products, added up before they are transformed back, so that every polynomial is transformed once: a term is the
/// number of a left and of a right factor, and that of its sum. All sums start at degree 0 and have as many coefficients as
/// the longest.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn transformed_sums<E>(
    left: &[Shifted],
    right: &[Shifted],
    terms: &[(u32, u32, u32)],
    sums: usize,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<DensePolynomial>, E> {
    let bits = [left, right].map(|of| of.iter().map(|f| f.1.bits()).max().unwrap_or(0));
    let (mut len, mut products) = (1, vec![0; sums]);
    for &(a, b, to) in terms {
        let ((low, a), (low2, b)) = (left[a as usize], right[b as usize]);
        len = len.max(low + a.len() + low2 + b.len() - 1);
        products[to as usize] += a.len().min(b.len());
    }
    let cut = CutPlan::new(bits, len, products.into_iter().max().unwrap_or(0).max(1));
    let mut residues: Vec<Vec<AlignedNumbers>> = (0..sums).map(|_| Vec::with_capacity(FIELDS.len())).collect();
    for field in FIELDS {
        let cyclic = Cyclic::new(field, cut.shape);
        let mut values = |(low, factor): Shifted, which: usize| {
            check()?;
            let mut values = AlignedNumbers::new(cut.points());
            let places = cut.limbs.places();
            fill(field, factor, (cut.limbs, which), &mut values.all_mut()[low * places..], check)?;
            cyclic.forward(values.all_mut(), (low + factor.len()) * places, check)?;
            Ok(values)
        };
        let left = left.iter().map(|&factor| values(factor, 0)).collect::<Result<Vec<_>, E>>()?;
        let right = right.iter().map(|&factor| values(factor, 1)).collect::<Result<Vec<_>, E>>()?;
        let mut all: Vec<AlignedNumbers> = (0..sums).map(|_| AlignedNumbers::new(cut.points())).collect();
        for &(a, b, to) in terms {
            check()?;
            add_products(field, left[a as usize].all(), right[b as usize].all(), all[to as usize].all_mut());
        }
        for (to, mut sum) in residues.iter_mut().zip(all) {
            cyclic.backward(sum.all_mut(), check)?;
            to.push(sum);
        }
    }
    residues.into_iter().map(|sum| cut.polynomial(sum, check)).collect()
}

/// Writes the limbs of a factor, the first or the second one, to their places.
fn fill<E>(
    field: PrimeField,
    from: &DensePolynomial,
    (limbs, factor): (Limbs, usize),
    to: &mut [f64],
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<(), E> {
    let places = limbs.places();
    let some = (BETWEEN / places).max(1);
    let part = |(part, to): (usize, &mut [f64]), cut: &mut Vec<u64>, _: &mut HaltCheck| {
        for (index, to) in (part * some..from.len()).zip(to.chunks_mut(places)) {
            let row = from.row(index);
            cut.iter_mut().enumerate().for_each(|(at, cut)| *cut = limb(row, at * limbs.width, limbs.width));
            residues_of(field, cut, to);
        }
        Ok(())
    };
    // A factor in no product may be longer than all of them.
    let used = to.len().min(from.len() * places);
    let to = &mut to[..used];
    in_parallel(to.chunks_mut(some * places).enumerate().collect(), || vec![0; limbs.of[factor]], part, check)?;
    Ok(())
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn residues_of(field: PrimeField, limbs: &[u64], to: &mut [f64]) {
    for (to, &limb) in to.iter_mut().zip(limbs) {
        *to = field.of_limb(limb);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn add_products(field: PrimeField, a: &[f64], b: &[f64], sum: &mut [f64]) {
    let factors = a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0);
    for (sum, (a, b)) in sum.as_chunks_mut::<LANES>().0.iter_mut().zip(factors) {
        *sum = field.nearests(&plus(sum, &field.products(a, b)));
    }
}

/// From residues of numbers times `len` modulo p, q and r, at most 2.4 times these in size, to the x < p, y < q and z < r
/// with the number x + p y + p q z (Garner 1959).
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
pub fn mix(fields: [PrimeField; 3], len: usize, first: &mut [f64], second: &mut [f64], third: &mut [f64]) {
    let [p, q, r] = fields;
    let [by_p, by_q, by_r] = fields.map(|field| field.inverse(len as u64));
    let (p_by_q, p_by_r, q_by_r) = (q.inverse(p.prime()), r.inverse(p.prime()), r.inverse(q.prime()));
    for ((x, y), z) in first.iter_mut().zip(second).zip(third) {
        *x = p.least(p.product(*x, by_p));
        *y = q.least(q.product(q.product(*y, by_q) - *x, p_by_q));
        *z = r.least(r.product(r.product(r.product(*z, by_r) - *x, p_by_r) - *y, q_by_r));
    }
}

/// Adds the numbers that [`mix`] made, each shifted by `width` bits more than the one before, to words that are 0.
pub fn assemble([first, second, third]: [&[f64]; 3], width: usize, to: &mut [u64]) {
    let (p, q) = (FIELDS[0].prime(), FIELDS[1].prime());
    let both = u128::from(p) * u128::from(q);
    // What is left above the limbs written, 192 bits.
    let (mut low, mut high) = (0u64, 0u128);
    let mut bit = 0;
    let mask = (1u64 << width) - 1;
    let mut put = |low: &mut u64, high: &mut u128| {
        put_limb(to, bit, *low & mask);
        bit += width;
        *low = (*low >> width) | (*high as u64) << (64 - width);
        *high >>= width;
    };
    for ((&x, &y), &z) in first.iter().zip(second).zip(third) {
        let (x, y, z) = (x as u64, y as u64, z as u64);
        // Below 2^98, 2^113 and 2^83.
        let bottom = u128::from(x) + u128::from(p) * u128::from(y);
        let middle = bottom + u128::from(both as u64) * u128::from(z);
        let top = (both >> 64) * u128::from(z);
        let (sum, over) = low.overflowing_add(middle as u64);
        low = sum;
        high += (middle >> 64) + top + u128::from(over);
        put(&mut low, &mut high);
    }
    while low != 0 || high != 0 {
        put(&mut low, &mut high);
    }
}
