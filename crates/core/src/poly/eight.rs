//! Numbers modulo eight primes at once, one in each lane, and values of polynomials modulo them.

use multiversion::multiversion;

use super::field::{LANES, Lane, each, nearest, plus, product};
use super::passes::{Residues, merge_block, split_block};
use super::primes::{LONGEST, RootedPrime};

/// The integers modulo eight primes below 2^49; sizes are as in [`PrimeField`](super::field::PrimeField).
#[derive(Clone, Copy, Debug)]
pub struct EightFields {
    primes: Lane,
    inverses: Lane,
}

impl Residues for EightFields {
    type Root = Lane;

    #[inline(always)]
    fn by_root(self, a: &Lane, root: Lane) -> Lane {
        self.products(a, &root)
    }

    #[inline(always)]
    fn nearests(self, a: &Lane) -> Lane {
        each(|i| nearest(self.primes[i], self.inverses[i], a[i]))
    }
}

impl EightFields {
    /// Modulo these.
    pub fn new(primes: [u64; LANES]) -> Self {
        let primes = primes.map(|prime| prime as f64);
        EightFields { primes, inverses: primes.map(f64::recip) }
    }

    /// Products by pairs, where `|a b| <= 4 p^2`.
    #[inline(always)]
    pub fn products(self, a: &Lane, b: &Lane) -> Lane {
        each(|i| product(self.primes[i], self.inverses[i], a[i], b[i]))
    }

    /// Products by pairs, the representatives nearest to 0.
    #[inline(always)]
    pub fn reduced_products(self, a: &Lane, b: &Lane) -> Lane {
        self.nearests(&self.products(a, b))
    }

    /// The representatives in `0..p`.
    pub fn leasts(self, a: &Lane) -> [u64; LANES] {
        let near = self.nearests(a);
        std::array::from_fn(|i| (if near[i] < 0.0 { near[i] + self.primes[i] } else { near[i] }) as u64)
    }

    /// Powers of numbers, at most 2 p in size.
    pub fn powers(self, base: &Lane, exponents: [u64; LANES]) -> Lane {
        power(self, base, exponents)
    }

    /// Inverses of numbers that the primes do not divide.
    pub fn inverses(self, of: &Lane) -> Lane {
        self.powers(of, self.primes.map(|prime| prime as u64 - 2))
    }
}

/// Tables for values at up to `len` roots of unity, `len` a power of two.
#[derive(Debug)]
pub struct EightTransforms {
    /// Modulo what.
    pub fields: EightFields,
    /// The root of order 2^k, and its inverse, for every k up to that of the longest transform.
    orders: Vec<[Lane; 2]>,
    /// The roots `w` of the blocks of a level, and their inverses.
    roots: Vec<Lane>,
    inverses: Vec<Lane>,
    /// Powers of 2^[`LIMB`], and of 1/2.
    limbs: Vec<Lane>,
    halves: Vec<Lane>,
}

impl EightTransforms {
    /// Modulo these primes, for values at up to `len` points and coefficients of up to `limbs` limbs.
    pub fn new(primes: [RootedPrime; LANES], len: usize, limbs: usize) -> Self {
        let fields = EightFields::new(primes.map(|p| p.prime));
        let mut root = fields.nearests(&primes.map(|p| p.root as f64));
        let mut inverse = fields.powers(&root, [LONGEST - 1; LANES]);
        let mut orders = Vec::new();
        for _ in 0..=LONGEST.ilog2() {
            orders.push([root, inverse]);
            root = fields.reduced_products(&root, &root);
            inverse = fields.reduced_products(&inverse, &inverse);
        }
        orders.reverse();
        let one = vec![[1.0; LANES]];
        let mut made =
            EightTransforms { fields, orders, roots: vec![], inverses: vec![], limbs: one.clone(), halves: one };
        made.roots = made.nested(len / 2, |power| made.orders[power + 2][0]);
        made.inverses = made.nested(len / 4, |power| made.orders[power + 2][1]);
        extend(fields, &mut made.limbs, limbs, [(1u64 << LIMB) as f64; LANES]);
        extend(fields, &mut made.halves, 2 * LONGEST.ilog2() as usize, fields.inverses(&[2.0; LANES]));
        made
    }

    /// A table whose entry `i + 2^k` is entry i times a given factor.
    fn nested(&self, len: usize, factor: impl Fn(usize) -> Lane) -> Vec<Lane> {
        let mut table = Vec::with_capacity(len.max(1));
        table.push([1.0; LANES]);
        for power in 0.. {
            if table.len() >= len {
                break;
            }
            let half = table.len();
            table.extend_from_within(..);
            scale(self.fields, &mut table[half..], factor(power));
        }
        table
    }

    /// From coefficients, at most 0.8 p in size, to values at the n-th roots of unity, at most 2 p.
    pub fn values(&self, data: &mut [Lane]) {
        split(self.fields, &self.roots, 0, data);
    }

    /// From values of a polynomial at the n-th roots of unity, at most 0.8 p in size, where n is more than its degree, to n
    /// times its values at the other 2n-th roots, at most 2 p. Those come after the first in the order of values.
    pub fn other_values(&self, data: &mut [Lane]) {
        merge(self.fields, &self.inverses, data);
        split(self.fields, &self.roots, 1, data);
    }

    /// The coefficient of this degree of a polynomial modulo `x^n - 1` from its values, at most 0.8 p in size.
    pub fn coefficient(&self, values: &[Lane], degree: usize) -> Lane {
        let n = values.len();
        let weight =
            |power: usize| self.fields.powers(&self.orders[power + 1][1], [(degree as u64) % (2 << power); LANES]);
        // The weights of an eighth of the values differ by one factor from those of the first.
        let part = (n / 8).max(1);
        let weights = self.nested(part, weight);
        let mut sum = [0.0; LANES];
        for (index, values) in values.chunks_exact(part).enumerate() {
            let of_part = dot(self.fields, values, &weights);
            let bits = (0..usize::BITS as usize).filter(|bit| index >> bit & 1 == 1);
            let of_bit =
                |factor: Lane, bit| self.fields.reduced_products(&factor, &weight(bit + part.ilog2() as usize));
            let factor = bits.fold([1.0; LANES], of_bit);
            let product = self.fields.products(&of_part, &factor);
            sum = self.fields.nearests(&plus(&sum, &product));
        }
        self.fields.products(&sum, &self.fields.inverses(&[n as f64; LANES]))
    }

    /// `a * b` by pairs in place of a, at most 2 p both, to at most 0.51 p.
    pub fn multiply(&self, a: &mut [Lane], b: &[Lane]) {
        multiply(self.fields, a, b);
    }

    /// The same over a power of two.
    pub fn multiply_and_halve(&self, a: &mut [Lane], b: &[Lane], exponent: usize) {
        multiply_and_scale(self.fields, a, b, self.halves[exponent]);
    }

    /// Sums by pairs in place of a, at most 0.51 p.
    pub fn add(&self, a: &mut [Lane], b: &[Lane]) {
        a.iter_mut().zip(b).for_each(|(a, b)| *a = self.fields.nearests(&plus(a, b)));
    }

    /// All over a power of two, at most 0.51 p.
    pub fn halve(&self, data: &mut [Lane], exponent: usize) {
        scale(self.fields, data, self.halves[exponent]);
    }

    /// Residues, at most 0.51 p, of numbers that are given by limbs of [`LIMB`] bits.
    pub fn residues(&self, limbs: &[f64], to: &mut [Lane]) {
        let width = limbs.len() / to.len().max(1);
        weigh(self.fields, limbs, &self.limbs[..width], to);
    }
}

/// Bits of a limb.
pub const LIMB: usize = 48;

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn power(fields: EightFields, base: &Lane, exponents: [u64; LANES]) -> Lane {
    let (mut power, mut square) = ([1.0; LANES], fields.nearests(base));
    for bit in 0..exponents.iter().map(|e| u64::BITS - e.leading_zeros()).max().unwrap_or(0) {
        let more = fields.reduced_products(&power, &square);
        power = each(|i| if exponents[i] >> bit & 1 == 1 { more[i] } else { power[i] });
        square = fields.reduced_products(&square, &square);
    }
    power
}

/// Powers of a number from its first on.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn extend(fields: EightFields, powers: &mut Vec<Lane>, len: usize, base: Lane) {
    while powers.len() < len {
        powers.push(fields.reduced_products(&powers[powers.len() - 1], &base));
    }
}

/// For each of eight primes the product of all the others.
#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
pub fn product_of_others(fields: EightFields, eight: &[u64; LANES], primes: &[u64]) -> Lane {
    let mut others = [1.0; LANES];
    for &prime in primes {
        let factor = each(|i| if eight[i] == prime { 1.0 } else { prime as f64 });
        others = fields.reduced_products(&others, &factor);
    }
    others
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn split(fields: EightFields, roots: &[Lane], first: usize, block: &mut [Lane]) {
    split_block(fields, roots, first, block);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn merge(fields: EightFields, inverses: &[Lane], block: &mut [Lane]) {
    merge_block(fields, inverses, block);
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn multiply(fields: EightFields, a: &mut [Lane], b: &[Lane]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = fields.reduced_products(a, b);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn multiply_and_scale(fields: EightFields, a: &mut [Lane], b: &[Lane], factor: Lane) {
    for (a, b) in a.iter_mut().zip(b) {
        *a = fields.reduced_products(&fields.products(a, b), &factor);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn scale(fields: EightFields, data: &mut [Lane], factor: Lane) {
    for a in data {
        *a = fields.reduced_products(a, &factor);
    }
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn dot(fields: EightFields, a: &[Lane], b: &[Lane]) -> Lane {
    let mut sum = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        let product = fields.products(a, b);
        sum = fields.nearests(&plus(&sum, &product));
    }
    sum
}

#[multiversion(targets("x86_64+avx512f+avx512vl+avx512dq+avx2+fma", "x86_64+avx2+fma"))]
fn weigh(fields: EightFields, limbs: &[f64], powers: &[Lane], to: &mut [Lane]) {
    for (limbs, to) in limbs.chunks_exact(powers.len().max(1)).zip(to) {
        let mut sum = [0.0; LANES];
        // Eight products of 0.6 p at most.
        for (limbs, powers) in limbs.chunks(8).zip(powers.chunks(8)) {
            for (limb, power) in limbs.iter().zip(powers) {
                let product = fields.products(power, &[*limb; LANES]);
                sum = plus(&sum, &product);
            }
            sum = fields.nearests(&sum);
        }
        *to = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::primes::primes_for;
    use crate::rng::Rng;

    fn eight() -> [RootedPrime; LANES] {
        let primes = primes_for(8.0 * 48.9).unwrap_or_default();
        std::array::from_fn(|i| primes[i])
    }

    #[test]
    fn values_and_other_values_are_those_of_the_polynomial() {
        let mut rng = Rng::new(33);
        let primes = eight();
        for n in [8usize, 16, 64, 128] {
            let tables = EightTransforms::new(primes, 2 * n, 1);
            let coefficients: Vec<u64> = (0..n).map(|_| rng.below(1 << 48)).collect();
            let mut data: Vec<Lane> = vec![[0.0; LANES]; n];
            tables.residues(&coefficients.iter().map(|&c| c as f64).collect::<Vec<_>>(), &mut data);
            tables.values(&mut data);
            let mut all = data.clone();
            tables.halve(&mut data, 0);
            tables.other_values(&mut data);
            assert!(all.iter().chain(&data).flatten().all(|x| x.abs() <= 2.0 * (1u64 << 49) as f64));
            tables.halve(&mut data, n.ilog2() as usize);
            all.extend(data);
            tables.halve(&mut all, 0);
            // The sum of the values at the 2n-th roots weighted with powers gives each coefficient, and 0 above.
            for degree in [0, 1, n / 3, n - 1, n, 2 * n - 1] {
                let right = coefficients.get(degree).copied().unwrap_or(0);
                let made = tables.fields.leasts(&tables.coefficient(&all, degree));
                assert_eq!(made, primes.map(|p| right % p.prime), "{n} {degree}");
            }
            // Modulo x^n - 1.
            let made = tables.fields.leasts(&tables.coefficient(&all[..n], n + 1));
            assert_eq!(made, primes.map(|p| coefficients[1] % p.prime));
        }
    }

    #[test]
    fn residues_of_long_numbers() {
        let mut rng = Rng::new(34);
        let primes = eight();
        let tables = EightTransforms::new(primes, 16, 30);
        for width in 1..30 {
            let limbs: Vec<f64> = (0..3 * width).map(|_| rng.below(1 << 48) as f64).collect();
            let mut made = [[0.0; LANES]; 3];
            tables.residues(&limbs, &mut made);
            for (made, limbs) in made.iter().zip(limbs.chunks(width)) {
                let right = primes.map(|p| {
                    let modulus = u128::from(p.prime);
                    limbs.iter().rev().fold(0, |sum, &limb| ((sum << LIMB) + limb as u128) % modulus) as u64
                });
                assert_eq!(tables.fields.leasts(made), right);
            }
        }
    }
}
