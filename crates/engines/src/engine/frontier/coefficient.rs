//! Number types for counts within a component.

use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

use crate::system::Wide;

/// A number type large enough for its counts: a bound over the whole component is proved before one is chosen, so plain
/// additions and products are exact.
pub trait Coefficient: Clone + Default {
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
