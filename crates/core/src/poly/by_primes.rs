//! One coefficient of a product of powers modulo many primes: as many small problems, whose tables stay in the caches,
//! instead of products of polynomials with long coefficients.
//!
//! The values of a product at 2n points are those of its factors. A factor of degree below n has values at n points; the way
//! back to its coefficients and to the other n points costs two transforms of n points. Of the whole product,
//! values are made at the least number of points for which its remainder by `x^n - 1` has the coefficient alone at its place.

use num_bigint::BigUint;

use super::chinese::from_residues;
use super::dense::DensePolynomial;
use super::eight::EightTransforms;
use super::field::{LANES, Lane};
use super::packed::{PLACE, PackedFactor, PackedFactors};
use super::primes::{RootedPrime, primes_for};
use crate::threads::in_parallel;

/// Most points, to bound memory: 64 bytes in each of about four tables.
pub const MOST_POINTS: usize = 1 << 18;
/// Points from which the limits are checked before their transform.
const LONG: usize = 1 << 12;

/// The points that the coefficient of one degree takes in a product of another; None if they are too many.
pub fn points(degree: usize, all: usize) -> Option<usize> {
    let points = (degree.max(all - degree) + 1).next_power_of_two().max(2 * PLACE);
    (points <= MOST_POINTS).then_some(points)
}

/// The coefficient of a degree, which has at most `bits` bits, of a product of powers of polynomials of degree 1 at least,
/// from values at [`points`].
///
/// # Errors
/// Those of `check`, which is called between slow steps.
///
/// # Panics
/// If there are too few primes, for 10^9 bits.
pub fn coefficient_by_primes<E>(
    powers: &[(DensePolynomial, u64)],
    degree: usize,
    (points, bits): (usize, f64),
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    // Whole vectors of primes.
    let mut primes = primes_for(bits + 49.0 * LANES as f64).expect("there are 10^7 primes");
    primes.truncate(primes.len() / LANES * LANES);
    check()?;
    let packed = PackedFactors::new(powers, check)?;
    let eights: Vec<[RootedPrime; LANES]> = primes.as_chunks::<LANES>().0.to_vec();
    let room = || [(); 3].map(|()| vec![[0.0; LANES]; points]);
    let residues =
        in_parallel(eights, room, |eight, room, check| coefficient(eight, &packed, degree, room, check), check)?;
    let primes: Vec<u64> = primes.iter().map(|p| p.prime).collect();
    from_residues(&primes, &residues, check)
}

/// The coefficient modulo eight primes, with room for the values of the product, of a factor, and for its work.
fn coefficient<E>(
    primes: [RootedPrime; LANES],
    packed: &PackedFactors,
    degree: usize,
    [all, factor, scratch]: &mut [Vec<Lane>; 3],
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<[u64; LANES], E> {
    check()?;
    let points = all.len();
    let widest = packed.factors.iter().map(|factor| factor.width).max().unwrap_or(1);
    let work = Values { tables: EightTransforms::new(primes, points, widest), packed };
    all.fill([1.0; LANES]);
    for chunk in packed.chunks(points / 2 / PLACE) {
        work.of(&packed.places[chunk], factor, scratch, check)?;
        work.tables.multiply(all, factor);
    }
    Ok(work.tables.fields.leasts(&work.tables.coefficient(all, degree)))
}

/// Makes values.
struct Values<'a> {
    tables: EightTransforms,
    packed: &'a PackedFactors,
}

impl Values<'_> {
    /// The values of the product of the factors at these places, at most 0.6 p; either there is one, or the points are at
    /// least as many as those of the places. The scratch has as many points.
    fn of<E>(
        &self,
        places: &[u32],
        values: &mut [Lane],
        scratch: &mut [Lane],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        if values.len() >= LONG {
            check()?;
        }
        if places.first() == places.last() {
            self.of_factor(&self.packed.factors[places[0] as usize], values);
            return Ok(());
        }
        let tables = &self.tables;
        let half = values.len() / 2;
        let (left, right) = places.split_at(places.len().min(half / PLACE));
        let (low, high) = values.split_at_mut(half);
        self.of(left, low, scratch, check)?;
        high.copy_from_slice(low);
        tables.other_values(high);
        let times = half.ilog2() as usize;
        if right.is_empty() {
            tables.halve(high, times);
            return Ok(());
        }
        let (other, rest) = scratch.split_at_mut(half);
        self.of(right, other, rest, check)?;
        tables.multiply(low, other);
        tables.other_values(other);
        tables.multiply_and_halve(high, other, 2 * times);
        Ok(())
    }

    /// Of one factor, modulo `x^n - 1` where it is longer.
    fn of_factor(&self, factor: &PackedFactor, values: &mut [Lane]) {
        let tables = &self.tables;
        let (used, rest) = values.split_at_mut(factor.len.min(values.len()));
        let (first, beyond) = factor.limbs.split_at(used.len() * factor.width);
        tables.residues(first, used);
        rest.fill([0.0; LANES]);
        let mut more = vec![[0.0; LANES]; if beyond.is_empty() { 0 } else { values.len() }];
        for part in beyond.chunks(values.len() * factor.width) {
            let more = &mut more[..part.len() / factor.width];
            tables.residues(part, more);
            tables.add(values, more);
        }
        tables.values(values);
        tables.halve(values, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::bound::coefficient_bits;
    use crate::poly::product::coefficient_by_halves;
    use crate::rng::Rng;
    use std::convert::Infallible;

    fn random(rng: &mut Rng, round: usize) -> Vec<(DensePolynomial, u64)> {
        let most = [4, 10, 90, 400][round % 4];
        let mut factor = || {
            let large = BigUint::from(3u32).pow(1 + round as u32 % 200);
            let degree = 1 + rng.index(most);
            let counts: Vec<BigUint> = (0..=degree).map(|_| rng.below_big(&large) + 1u32).collect();
            (DensePolynomial::new(&counts), 1 + rng.below(if most == 4 { 60 } else { 2 }))
        };
        (0..=round * 7 % 12).map(|_| factor()).collect()
    }

    #[test]
    fn equals_the_product() {
        let mut rng = Rng::new(36);
        let check = &mut || Ok::<(), Infallible>(());
        for round in 0..40 {
            let powers = random(&mut rng, round);
            let all: usize = powers.iter().map(|(f, n)| (f.len() - 1) * *n as usize).sum();
            for degree in [0, all / 3, all / 2, all] {
                let Ok(right) = coefficient_by_halves(&powers, degree, check);
                let Some(points) = points(degree, all) else { panic!("{all}") };
                let bits = coefficient_bits(&powers, degree);
                let Ok(made) = coefficient_by_primes(&powers, degree, (points, bits), check);
                assert_eq!(made, right, "{round} {degree} of {all}");
            }
        }
    }

    #[test]
    fn factors_longer_than_the_points_wrap_around() {
        let check = &mut || Ok::<(), Infallible>(());
        let mut rng = Rng::new(37);
        let counts: Vec<BigUint> = (0..1000).map(|_| rng.next_u64().into()).collect();
        let powers = [(DensePolynomial::new(&counts), 1), (DensePolynomial::new(&counts[..9]), 1)];
        for degree in [500, 503, 510] {
            let Ok(right) = coefficient_by_halves(&powers, degree, check);
            assert_eq!(points(degree, 1007), Some(512));
            let Ok(made) = coefficient_by_primes(&powers, degree, (512, 100.0), check);
            assert_eq!(made, right);
        }
    }

    #[test]
    fn stops_when_it_is_told() {
        let powers = random(&mut Rng::new(38), 31);
        for patience in [0, 1, 3, 10] {
            let mut left = patience;
            let mut check = || {
                left -= 1;
                if left < 0 { Err(()) } else { Ok(()) }
            };
            assert_eq!(coefficient_by_primes(&powers, 700, (2048, 9000.0), &mut check), Err(()));
        }
    }
}
