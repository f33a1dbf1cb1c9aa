//! Values of eight polynomials at all n-th roots of unity at once, one per lane, and back.
//!
//! [`passes`](super::passes) has the steps.

use multiversion::multiversion;

use super::field::{Lane, ORDER, PrimeField, plus};
use super::passes::{merge_block, split_block};

/// Tables of the transform of one length, which is a power of two or three times one.
#[derive(Debug)]
pub struct Transform {
    field: PrimeField,
    /// Length of a block that is a power of two.
    block: usize,
    /// With three such blocks, the twists that make their rings those of roots of unity.
    thirds: Option<Thirds>,
    /// The roots `w` of the blocks of a level, the same for every level; and their inverses.
    roots: Vec<f64>,
    inverses: Vec<f64>,
}

#[derive(Debug)]
struct Thirds {
    /// A third root of unity, and its inverse.
    root: [f64; 2],
    /// For the second and the third block the powers of the root of its ring, and their inverses.
    twists: [Vec<f64>; 2],
    untwists: [Vec<f64>; 2],
}

/// The smallest length of a transform that is at least this, and a multiple of 8.
pub fn transform_len(least: usize) -> usize {
    let two = least.next_power_of_two().max(8);
    let three = two / 4 * 3;
    if three >= least.max(24) { three } else { two }
}

impl Transform {
    /// For a length of [`transform_len`], which divides [`ORDER`].
    pub fn new(field: PrimeField, len: usize) -> Self {
        let thirds = len.is_multiple_of(3);
        let block = if thirds { len / 3 } else { len };
        debug_assert!(block.is_power_of_two() && ORDER.is_multiple_of(len as u64));
        let roots = nested(field, block / 2, |power| ORDER >> (power + 2));
        let inverses = nested(field, block / 2, |power| ORDER - (ORDER >> (power + 2)));
        let third = ORDER / 3;
        let thirds = thirds.then(|| {
            let step = third / block as u64;
            Thirds {
                root: [field.root(third), field.root(2 * third)],
                twists: [powers(field, block, step), powers(field, block, 2 * step)],
                untwists: [powers(field, block, ORDER - step), powers(field, block, ORDER - 2 * step)],
            }
        });
        Transform { field, block, thirds, roots, inverses }
    }

    /// Number of coefficients and of values.
    pub fn len(&self) -> usize {
        if self.thirds.is_some() { 3 * self.block } else { self.block }
    }

    /// For every place of a value a `degree`-th root of the root of unity that the value is taken at; the product of both
    /// lengths divides [`ORDER`]. With `inverse` the inverses of those.
    pub fn points(&self, degree: usize, inverse: bool) -> Vec<f64> {
        let sign = |exponent: u64| if inverse { ORDER - exponent } else { exponent };
        let mut points = nested(self.field, self.block, |power| sign((ORDER >> (power + 1)) / degree as u64));
        for block in 1..self.len() / self.block {
            let twist = self.field.root(sign(block as u64 * (ORDER / (self.len() * degree) as u64)));
            points.extend_from_within(..self.block);
            multiply_all(self.field, &mut points[block * self.block..], twist);
        }
        points
    }

    /// From coefficients, at most 0.75 p in size, to values, at most 2 p.
    pub fn forward(&self, data: &mut [Lane]) {
        if let Some(thirds) = &self.thirds {
            split_thirds(self.field, thirds, data);
        }
        data.chunks_exact_mut(self.block).for_each(|block| split(self.field, &self.roots, block));
    }

    /// From values, at most 0.8 p in size, to coefficients times the length, at most 2.4 p.
    pub fn backward(&self, data: &mut [Lane]) {
        data.chunks_exact_mut(self.block).for_each(|block| merge(self.field, &self.inverses, block));
        if let Some(thirds) = &self.thirds {
            merge_thirds(self.field, thirds, data);
        }
    }
}

/// A table whose entry `i + 2^k` is entry i times the root of a given exponent.
fn nested(field: PrimeField, len: usize, exponent: impl Fn(u32) -> u64) -> Vec<f64> {
    let mut table = vec![1.0];
    for power in 0.. {
        if table.len() >= len {
            break;
        }
        let factor = field.root(exponent(power));
        let half = table.len();
        table.extend_from_within(..);
        multiply_all(field, &mut table[half..], factor);
    }
    table
}

/// The powers of the root of this exponent.
fn powers(field: PrimeField, len: usize, exponent: u64) -> Vec<f64> {
    let mut table = vec![1.0];
    while table.len() < len {
        let half = table.len();
        table.extend_from_within(..);
        multiply_all(field, &mut table[half..], field.root(half as u64 * exponent % ORDER));
    }
    table.truncate(len);
    table
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn multiply_all(field: PrimeField, numbers: &mut [f64], factor: f64) {
    numbers.iter_mut().for_each(|x| *x = field.nearest(field.product(*x, factor)));
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn split(field: PrimeField, roots: &[f64], block: &mut [Lane]) {
    split_block(field, roots, 0, block);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn merge(field: PrimeField, inverses: &[f64], block: &mut [Lane]) {
    merge_block(field, inverses, block);
}

/// From a polynomial to its remainders by `x^h - w^k` for the third root of unity w, twisted.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn split_thirds(field: PrimeField, thirds: &Thirds, data: &mut [Lane]) {
    let third = data.len() / 3;
    let (a, rest) = data.split_at_mut(third);
    let (b, c) = rest.split_at_mut(third);
    let [root, square] = thirds.root;
    let twists = thirds.twists[0].iter().zip(&thirds.twists[1]);
    for (((a, b), c), (&second, &third)) in a.iter_mut().zip(b).zip(c).zip(twists) {
        let (first, one, two) = (*a, *b, *c);
        *a = field.nearests(&plus(&plus(&first, &one), &two));
        let sum = plus(&plus(&first, &field.times(&one, root)), &field.times(&two, square));
        *b = field.times(&sum, second);
        let sum = plus(&plus(&first, &field.times(&one, square)), &field.times(&two, root));
        *c = field.times(&sum, third);
    }
}

/// The way back, without the factor 1/3.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn merge_thirds(field: PrimeField, thirds: &Thirds, data: &mut [Lane]) {
    let third = data.len() / 3;
    let (a, rest) = data.split_at_mut(third);
    let (b, c) = rest.split_at_mut(third);
    let [root, square] = thirds.root;
    let twists = thirds.untwists[0].iter().zip(&thirds.untwists[1]);
    for (((a, b), c), (&second, &third)) in a.iter_mut().zip(b).zip(c).zip(twists) {
        let (first, one, two) = (*a, field.times(b, second), field.times(c, third));
        *a = plus(&plus(&first, &one), &two);
        *b = plus(&plus(&first, &field.times(&one, square)), &field.times(&two, root));
        *c = plus(&plus(&first, &field.times(&one, root)), &field.times(&two, square));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::field::{FIELDS, LANES};
    use crate::rng::Rng;

    fn random(field: PrimeField, len: usize, rng: &mut Rng) -> Vec<Lane> {
        let mut number = || rng.below(field.prime()) as f64 - (field.prime() / 2) as f64;
        (0..len).map(|_| std::array::from_fn(|_| number())).collect()
    }

    #[test]
    fn lengths_are_at_most_half_too_long() {
        for least in 1..5000 {
            let len = transform_len(least);
            assert!(
                len >= least && (len <= least * 3 / 2 + 8) && len.is_multiple_of(8) && ORDER.is_multiple_of(len as u64)
            );
        }
    }

    #[test]
    fn values_are_those_at_the_points() {
        let mut rng = Rng::new(22);
        for (field, len) in FIELDS.into_iter().flat_map(|field| [8, 16, 24, 48, 96].map(|len| (field, len))) {
            let transform = Transform::new(field, len);
            let data = random(field, len, &mut rng);
            let mut values = data.clone();
            transform.forward(&mut values);
            let points = transform.points(1, false);
            for (value, &point) in values.iter().zip(&points) {
                let horner = |sum: f64, c: &Lane| field.nearest(field.product(sum, point) + c[3]);
                assert_eq!(field.least(data.iter().rev().fold(0.0, horner)), field.least(value[3]));
            }
            for (degree, inverse) in [(16, false), (24, true)] {
                let roots = transform.points(degree, inverse);
                for (&root, &point) in roots.iter().zip(&points) {
                    let power = (0..degree).fold(1.0, |p, _| field.product(p, root));
                    let one = if inverse { field.product(power, point) } else { 1.0 };
                    let right = if inverse { 1.0 } else { point };
                    assert_eq!(field.least(if inverse { one } else { power }), field.least(right));
                }
            }
        }
    }

    #[test]
    fn the_way_back_multiplies_by_the_length_within_the_bounds() {
        let mut rng = Rng::new(23);
        for len in [8, 24, 32, 96, 512, 3072, 16384] {
            let field = FIELDS[len % 3];
            let p = field.prime() as f64;
            let transform = Transform::new(field, len);
            // The largest sizes that are allowed.
            let mut data = random(field, len, &mut rng);
            data.iter_mut().flatten().for_each(|x| *x = (1.49 * *x).round());
            let before = data.clone();
            transform.forward(&mut data);
            assert!(data.iter().flatten().all(|x| x.abs() <= 2.0 * p));
            data.iter_mut().flatten().for_each(|x| *x = field.nearest(*x));
            transform.backward(&mut data);
            assert!(data.iter().flatten().all(|x| x.abs() <= 2.4 * p));
            for (after, before) in data.iter().zip(&before) {
                for lane in 0..LANES {
                    let times = field.product(before[lane], len as f64);
                    assert_eq!(field.least(after[lane]), field.least(times), "{len}");
                }
            }
        }
    }
}
