//! Polynomials with natural coefficients in one piece of memory.

use num_bigint::BigUint;

use super::words::{add_product, big, bits};

/// A polynomial with natural coefficients, from the lowest degree, each in the same number of words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DensePolynomial {
    width: usize,
    words: Vec<u64>,
}

impl DensePolynomial {
    /// From coefficients.
    pub fn new(coefficients: &[BigUint]) -> Self {
        let width = coefficients.iter().map(|n| n.bits().div_ceil(64) as usize).max().unwrap_or(0).max(1);
        let mut words = vec![0; width * coefficients.len()];
        for (to, number) in words.chunks_exact_mut(width).zip(coefficients) {
            to.iter_mut().zip(number.iter_u64_digits()).for_each(|(to, from)| *to = from);
        }
        DensePolynomial { width, words }
    }

    /// From the words of all coefficients, `width` for each, at least one.
    pub fn from_words(width: usize, words: Vec<u64>) -> Self {
        let mut made = DensePolynomial { width, words };
        made.tighten();
        made
    }

    /// The polynomial 1.
    pub fn one() -> Self {
        DensePolynomial { width: 1, words: vec![1] }
    }

    /// Number of coefficients.
    pub fn len(&self) -> usize {
        self.words.len().checked_div(self.width).unwrap_or(0)
    }

    /// True without coefficients.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Words of a coefficient.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Words of all coefficients.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    /// The words of each coefficient.
    pub fn rows(&self) -> std::slice::ChunksExact<'_, u64> {
        self.words.chunks_exact(self.width.max(1))
    }

    /// The words of one coefficient.
    pub fn row(&self, index: usize) -> &[u64] {
        &self.words[index * self.width..(index + 1) * self.width]
    }

    /// The coefficients.
    pub fn to_big(&self) -> Vec<BigUint> {
        self.rows().map(big).collect()
    }

    /// Bits of the largest coefficient.
    pub fn bits(&self) -> usize {
        self.rows().map(bits).max().unwrap_or(0)
    }

    /// Without the coefficients from `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len.saturating_mul(self.width));
    }

    /// With the coefficients in the opposite order.
    #[must_use]
    pub fn reversed(&self) -> Self {
        DensePolynomial { width: self.width, words: self.rows().rev().flatten().copied().collect() }
    }

    /// As few words a coefficient as the largest needs.
    fn tighten(&mut self) {
        let width = self.bits().div_ceil(64).max(1);
        if width >= self.width {
            return;
        }
        let len = self.len();
        for index in 0..len {
            let from = index * self.width;
            self.words.copy_within(from..from + width, index * width);
        }
        self.words.truncate(len * width);
        self.words.shrink_to_fit();
        self.width = width;
    }

    /// The product, pair by pair.
    pub(super) fn by_pairs(&self, other: &Self) -> Self {
        let len = self.len() + other.len() - 1;
        let bits =
            self.bits() + other.bits() + usize::BITS as usize - self.len().min(other.len()).leading_zeros() as usize;
        if bits <= 64 && self.width.max(other.width) == 1 {
            let mut words = vec![0; len];
            for (i, &x) in self.words.iter().enumerate() {
                words[i..].iter_mut().zip(&other.words).for_each(|(to, &y)| *to += x * y);
            }
            return DensePolynomial { width: 1, words };
        }
        if self.width.max(other.width) == 1 {
            return self.single_words_by_pairs(other, bits.div_ceil(64));
        }
        let width = bits.div_ceil(64).max(self.width + other.width);
        let (long, short) = if self.width >= other.width { (self, other) } else { (other, self) };
        let mut words = vec![0; width * len];
        for (i, x) in short.rows().enumerate() {
            for (y, to) in long.rows().zip(words[i * width..].chunks_exact_mut(width)) {
                x.iter().enumerate().for_each(|(at, &factor)| add_product(&mut to[at..], y, factor));
            }
        }
        DensePolynomial::from_words(width, words)
    }
}

impl DensePolynomial {
    /// The same where each coefficient has one word and those of the product `width`, two or three.
    fn single_words_by_pairs(&self, other: &Self, width: usize) -> Self {
        let (a, b) = (&self.words, &other.words);
        let mut words = vec![0; width * (a.len() + b.len() - 1)];
        for (degree, to) in words.chunks_exact_mut(width).enumerate() {
            let first = (degree + 1).saturating_sub(b.len());
            let last = degree.min(a.len() - 1);
            let (mut sum, mut carries) = (0u128, 0u64);
            for (x, y) in a[first..=last].iter().zip(b[..=degree - first].iter().rev()) {
                let (more, over) = sum.overflowing_add(u128::from(*x) * u128::from(*y));
                (sum, carries) = (more, carries + u64::from(over));
            }
            let all = [sum as u64, (sum >> 64) as u64, carries];
            to.copy_from_slice(&all[..width]);
        }
        DensePolynomial::from_words(width, words)
    }
}
