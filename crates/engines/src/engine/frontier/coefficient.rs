//! Number types for counts within a component.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use crate::system::Wide;

/// A number type large enough for its counts: a bound over the whole component is proved before one is chosen, so plain
/// additions and products are exact.
pub trait Coefficient: Clone + Default + Send + Sync {
    /// From a small number.
    fn small(value: u64) -> Self;
    /// From any number; one that is too large is never used and becomes the largest.
    fn from_big(value: &BigUint) -> Self;
    /// As an integer of any size.
    fn to_big(&self) -> BigUint;
    /// `self += a * b`.
    fn add_product(&mut self, a: &Self, b: &Self);
    /// `self += a`.
    fn add(&mut self, a: &Self);
    /// Bytes beside its own size.
    fn heap_bytes(&self) -> usize {
        0
    }
}

macro_rules! word {
    ($($word:ty),*) => {$(
        impl Coefficient for $word {
            fn small(value: u64) -> Self {
                value.into()
            }
            fn from_big(value: &BigUint) -> Self {
                <$word>::try_from(value).unwrap_or(<$word>::MAX)
            }
            fn to_big(&self) -> BigUint {
                (*self).into()
            }
            #[inline]
            fn add_product(&mut self, a: &Self, b: &Self) {
                *self += a * b;
            }
            #[inline]
            fn add(&mut self, a: &Self) {
                *self += a;
            }
        }
    )*};
}

word!(u64, u128);

/// A number below 2^256, the lowest word first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quad([u64; 4]);

impl Quad {
    /// Bits of the largest one.
    pub const BITS: usize = 256;
}

impl Coefficient for Quad {
    fn small(value: u64) -> Self {
        Quad([value, 0, 0, 0])
    }
    fn from_big(value: &BigUint) -> Self {
        let mut words = value.iter_u64_digits();
        let number = Quad([(); 4].map(|()| words.next().unwrap_or(0)));
        if words.len() == 0 { number } else { Quad([u64::MAX; 4]) }
    }
    fn to_big(&self) -> BigUint {
        self.0.iter().rev().fold(BigUint::ZERO, |number, &word| (number << 64) + word)
    }
    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        for (i, &factor) in a.0.iter().enumerate().filter(|(_, factor)| **factor != 0) {
            let mut carry = 0u128;
            for (to, &word) in self.0[i..].iter_mut().zip(&b.0) {
                // At most (2^64 - 1)^2 + 2 (2^64 - 1).
                carry += u128::from(factor) * u128::from(word) + u128::from(*to);
                *to = carry as u64;
                carry >>= 64;
            }
        }
    }
    #[inline]
    fn add(&mut self, a: &Self) {
        let mut carry = 0u128;
        for (to, &word) in self.0.iter_mut().zip(&a.0) {
            carry += u128::from(*to) + u128::from(word);
            *to = carry as u64;
            carry >>= 64;
        }
    }
}

impl Coefficient for BigUint {
    fn small(value: u64) -> Self {
        value.into()
    }
    fn from_big(value: &BigUint) -> Self {
        value.clone()
    }
    fn to_big(&self) -> BigUint {
        self.clone()
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        if !a.is_zero() && !b.is_zero() {
            *self += a * b;
        }
    }
    fn add(&mut self, a: &Self) {
        *self += a;
    }
    fn heap_bytes(&self) -> usize {
        self.bits() as usize / 8
    }
}

/// Not exact: for chances alone, with a bound on the operations.
impl Coefficient for Wide {
    fn small(value: u64) -> Self {
        Wide::from_u64(value)
    }
    fn from_big(value: &BigUint) -> Self {
        Wide::from_big(value)
    }
    fn to_big(&self) -> BigUint {
        self.floor()
    }
    #[inline]
    fn add_product(&mut self, a: &Self, b: &Self) {
        *self = self.plus(a.times(*b));
    }
    #[inline]
    fn add(&mut self, a: &Self) {
        *self = self.plus(*a);
    }
}

/// A number that saturates: finds the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Saturating(pub u128);

impl Coefficient for Saturating {
    fn small(value: u64) -> Self {
        Saturating(value.into())
    }
    fn from_big(value: &BigUint) -> Self {
        Saturating(value.to_u128().unwrap_or(u128::MAX))
    }
    fn to_big(&self) -> BigUint {
        self.0.into()
    }
    fn add_product(&mut self, a: &Self, b: &Self) {
        self.0 = self.0.saturating_add(a.0.saturating_mul(b.0));
    }
    fn add(&mut self, a: &Self) {
        self.0 = self.0.saturating_add(a.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn four_words_are_as_large_numbers() {
        let mut rng = Rng::new(7);
        for _ in 0..2000 {
            let mut number = |bits: usize| {
                let words = (0..bits.div_ceil(32)).map(|_| rng.next_u64() as u32 >> rng.index(32)).collect();
                BigUint::new(words) >> (bits.div_ceil(32) * 32 - bits)
            };
            let (sum, a, b) = (number(255), number(120), number(134));
            let [mut x, y, z] = [&sum, &a, &b].map(Quad::from_big);
            x.add_product(&y, &z);
            assert_eq!(x.to_big(), &sum + &a * &b);
            let mut x = Quad::from_big(&sum);
            x.add(&y);
            assert_eq!(x.to_big(), &sum + &a);
        }
        let all = (BigUint::from(1u32) << Quad::BITS) - 1u32;
        assert_eq!(Quad::from_big(&all).to_big(), all);
        assert_eq!(Quad::from_big(&(&all + 1u32)).to_big(), all);
        assert_eq!(Quad::small(7).to_big(), 7u32.into());
    }
}
