//! Primes for transforms, as many as a number needs.

/// Primes are 1 modulo this: the length of the longest transform modulo all of them.
pub const LONGEST: u64 = 1 << 21;

/// A prime, and a root of unity of order [`LONGEST`] modulo it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootedPrime {
    /// The prime.
    pub prime: u64,
    /// The root.
    pub root: u64,
}

/// The primes below 2^49, the largest first, whose product has more than this many bits. None if there are too few.
pub fn primes_for(bits: f64) -> Option<Vec<RootedPrime>> {
    let (mut primes, mut have) = (Vec::new(), 0.0);
    let mut candidate = (1u64 << 49) + 1;
    // A bit for the rounding of the sum.
    while have < bits + 1.0 {
        candidate = candidate.checked_sub(LONGEST).filter(|c| *c > 1 << 48)?;
        if is_prime(candidate) {
            primes.push(RootedPrime { prime: candidate, root: root(candidate) });
            have += (candidate as f64).log2();
        }
    }
    Some(primes)
}

fn times(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

fn power(base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let (mut power, mut square) = (1, base % modulus);
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = times(power, square, modulus);
        }
        square = times(square, square, modulus);
        exponent >>= 1;
    }
    power
}

/// No composite number below 3.8e18 passes the test to all of these bases (Jiang, Deng: Strong pseudoprimes to the first
/// eight prime bases, 2014).
const BASES: [u64; 9] = [2, 3, 5, 7, 11, 13, 17, 19, 23];

/// Of odd numbers from 25 to 2^61.
fn is_prime(n: u64) -> bool {
    let small = (3..60).step_by(2).all(|d| !n.is_multiple_of(d) || n == d);
    let twos = (n - 1).trailing_zeros();
    small
        && BASES.iter().all(|&base| {
            let mut x = power(base, n >> twos, n);
            if x == 1 || x == n - 1 {
                return true;
            }
            (1..twos).any(|_| {
                x = times(x, x, n);
                x == n - 1
            })
        })
}

/// From the first number that is no square.
fn root(prime: u64) -> u64 {
    let no_square = (2..).find(|&g| power(g, (prime - 1) / 2, prime) == prime - 1).unwrap_or(1);
    power(no_square, (prime - 1) / LONGEST, prime)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_prime_and_roots_have_their_order() {
        let is_prime_slowly = |n: u64| (2..).take_while(|d| d * d <= n).all(|d| !n.is_multiple_of(d));
        assert!((25..20_000).step_by(2).all(|n| is_prime(n) == is_prime_slowly(n)));
        // Strong pseudoprimes to the first bases, and a product of two large primes.
        for composite in [2047, 1_373_653, 25_326_001, 3_215_031_751, 341_550_071_728_321, 16_777_213 * 16_777_199] {
            assert!(!is_prime(composite), "{composite}");
        }
        let primes = primes_for(3000.0).unwrap_or_default();
        assert_eq!(primes.len(), 62);
        assert!(primes.is_sorted_by(|a, b| a.prime > b.prime));
        for RootedPrime { prime, root } in primes.into_iter().take(3) {
            assert!(prime % LONGEST == 1 && prime < 1 << 49);
            assert!((3..24_000_000).step_by(2).all(|d| !prime.is_multiple_of(d)));
            assert_eq!(power(root, LONGEST / 2, prime), prime - 1);
        }
    }
}
