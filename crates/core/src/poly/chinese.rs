//! A number from its residues modulo many primes.

use num_bigint::BigUint;

use super::eight::{EightFields, product_of_others};
use super::field::LANES;
use super::integer::multiply;

/// The number below the product of these primes with these residues; both are a multiple of eight in number.
///
/// # Errors
/// Those of `check`, which is called between slow steps.
pub fn from_residues<E>(
    primes: &[u64],
    residues: &[[u64; LANES]],
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<BigUint, E> {
    // The sum over all primes of the product of the others times a residue that makes the sum right modulo this prime.
    let mut parts: Vec<(BigUint, BigUint)> = Vec::with_capacity(primes.len());
    for (eight, residues) in primes.as_chunks::<LANES>().0.iter().zip(residues) {
        check()?;
        let fields = EightFields::new(*eight);
        let others = product_of_others(fields, eight, primes);
        let weights = fields.products(&fields.inverses(&others), &residues.map(|r| r as f64));
        let weights = fields.leasts(&weights);
        parts.extend(eight.iter().zip(weights).map(|(&prime, weight)| (prime.into(), weight.into())));
    }
    while parts.len() > 1 {
        let mut next = Vec::with_capacity(parts.len().div_ceil(2));
        for pair in parts.chunks(2) {
            check()?;
            next.push(match pair {
                [(p, x), (q, y)] => (multiply(p, q, check)?, multiply(x, q, check)? + multiply(y, p, check)?),
                _ => pair[0].clone(),
            });
        }
        parts = next;
    }
    Ok(parts.pop().map_or(BigUint::ZERO, |(product, sum)| sum % product))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::poly::primes::primes_for;
    use std::convert::Infallible;

    #[test]
    fn numbers_come_back() {
        let primes: Vec<u64> = primes_for(2000.0).unwrap_or_default().iter().map(|p| p.prime).collect();
        let check = &mut || Ok::<(), Infallible>(());
        for (count, exponent) in [(0, 0), (8, 0), (8, 40), (16, 80), (40, 200)] {
            let number = if count == 0 { BigUint::ZERO } else { BigUint::from(691u32).pow(exponent) };
            let residue = |prime: u64| (&number % prime).iter_u64_digits().next().unwrap_or(0);
            let residues: Vec<[u64; LANES]> =
                primes[..count].as_chunks::<LANES>().0.iter().map(|eight| eight.map(residue)).collect();
            assert_eq!(from_residues(&primes[..count], &residues, check), Ok(number.clone()), "{count} {exponent}");
        }
    }
}
