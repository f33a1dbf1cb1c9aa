//! The factors of a product, multiplied together until they are worth a transform, and where their values are made.

use std::ops::Range;

use super::dense::DensePolynomial;
use super::eight::LIMB;
use super::product::{product, product_of_powers};
use super::words::limb;

/// Points of a place: most factors are shorter, and short ones are multiplied as they are.
pub const PLACE: usize = 64;

/// A factor, its coefficients cut into limbs.
#[derive(Debug)]
pub struct PackedFactor {
    /// Number of coefficients.
    pub len: usize,
    /// Limbs of a coefficient.
    pub width: usize,
    /// The limbs of all coefficients, the lowest of each first.
    pub limbs: Vec<f64>,
}

/// Factors in places, in blocks that are as long as a power of two and start at a multiple of it.
#[derive(Debug)]
pub struct PackedFactors {
    /// Those of more than one place first, by falling length.
    pub factors: Vec<PackedFactor>,
    /// The factor at each place.
    pub places: Vec<u32>,
}

impl PackedFactor {
    fn new(polynomial: &DensePolynomial) -> PackedFactor {
        let width = polynomial.bits().div_ceil(LIMB).max(1);
        let cut = |row| (0..width).map(move |at| limb(row, at * LIMB, LIMB) as f64);
        PackedFactor { len: polynomial.len(), width, limbs: polynomial.rows().flat_map(cut).collect() }
    }
}

impl PackedFactors {
    /// Of a product of powers of polynomials of degree 1 at least.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn new<E>(
        powers: &[(DensePolynomial, u64)],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<PackedFactors, E> {
        let mut large = Vec::new();
        // Short factors, and powers that are short, by degree.
        let mut short: Vec<Vec<DensePolynomial>> = vec![Vec::new(); PLACE];
        for (factor, n) in powers {
            let most = ((PLACE - 1) / (factor.len() - 1)).min(*n as usize) as u64;
            if most == 0 {
                large.extend((0..*n).map(|_| factor));
                continue;
            }
            for (exponent, times) in [(most, n / most), (n % most, 1)] {
                let power = product_of_powers(&[(factor.clone(), exponent)], usize::MAX, check)?;
                if power.len() > 1 {
                    short[power.len() - 1].extend((0..times).map(|_| power.clone()));
                }
            }
        }
        large.sort_by_key(|factor| std::cmp::Reverse(factor.len()));
        let mut made = PackedFactors { factors: Vec::new(), places: Vec::new() };
        for factor in large {
            check()?;
            made.push(factor);
        }
        loop {
            // The largest that fit.
            let (mut some, mut room) = (Vec::new(), PLACE - 1);
            for degree in (1..PLACE).rev() {
                while degree <= room
                    && let Some(factor) = short[degree].pop()
                {
                    some.push(factor);
                    room -= degree;
                }
            }
            if some.is_empty() {
                return Ok(made);
            }
            made.push(&product(some, usize::MAX, check)?);
        }
    }

    fn push(&mut self, factor: &DensePolynomial) {
        let places = factor.len().div_ceil(PLACE).next_power_of_two();
        self.places.extend(std::iter::repeat_n(self.factors.len() as u32, places));
        self.factors.push(PackedFactor::new(factor));
    }

    /// Ranges of places of this length, but longer ones of single factors.
    pub fn chunks(&self, len: usize) -> Vec<Range<usize>> {
        let mut chunks = Vec::new();
        let mut from = 0;
        while from < self.places.len() {
            let whole = self.factors[self.places[from] as usize].len.div_ceil(PLACE).next_power_of_two();
            let to = self.places.len().min(from + len.max(whole));
            chunks.push(from..to);
            from = to;
        }
        chunks
    }
}
