//! Polynomials of the states of a layer as rows of machine words: sums without an allocation per coefficient.

use std::borrow::Cow;

use super::coefficient::Coefficient;
use crate::poly::{DensePolynomial, add_product};
use crate::system::Wide;

/// One polynomial per state, each coefficient in the same number of words. This must be enough for the value of every
/// polynomial at 1; then nothing is ever carried from one coefficient to the next.
#[derive(Clone, Debug, Default)]
pub struct DenseLayer {
    width: usize,
    lowest: Vec<u32>,
    /// Ends of the polynomials in `words`.
    ends: Vec<usize>,
    words: Vec<u64>,
}

/// A polynomial of a layer.
#[derive(Clone, Copy, Debug)]
pub struct DenseView<'a> {
    /// Lowest degree.
    pub lowest: u32,
    /// Words of a coefficient.
    pub width: usize,
    pub words: &'a [u64],
}

/// Words for numbers up to those that these bound from below, to a few operations.
pub fn words_for<'a>(values: impl IntoIterator<Item = &'a Wide>) -> usize {
    let bits = |value: &Wide| value.floor_bits() + 1;
    values.into_iter().map(bits).max().unwrap_or(0).div_ceil(64).max(1)
}

impl DenseLayer {
    /// One state with the polynomial 1.
    pub fn unit() -> Self {
        DenseLayer { width: 1, lowest: vec![0], ends: vec![1], words: vec![1] }
    }

    /// Zero polynomials over given windows `(lowest, highest)`.
    pub fn zeros(width: usize, windows: &[(u32, u32)]) -> Self {
        let mut end = 0;
        let ends = windows.iter().map(|(low, high)| {
            end += ((high - low) as usize + 1) * width;
            end
        });
        let ends: Vec<usize> = ends.collect();
        let words = vec![0; ends.last().copied().unwrap_or(0)];
        DenseLayer { width, lowest: windows.iter().map(|w| w.0).collect(), ends, words }
    }

    /// One number for each state, of this degree.
    pub fn monomials<C: Coefficient>(terms: &[(u32, C)]) -> Self {
        let numbers: Vec<_> = terms.iter().map(|term| term.1.to_big()).collect();
        let width = numbers.iter().map(|n| n.bits().div_ceil(64) as usize).max().unwrap_or(0).max(1);
        let windows: Vec<(u32, u32)> = terms.iter().map(|term| (term.0, term.0)).collect();
        let mut layer = DenseLayer::zeros(width, &windows);
        for (to, number) in layer.words.chunks_exact_mut(width).zip(&numbers) {
            to.iter_mut().zip(number.iter_u64_digits()).for_each(|(to, from)| *to = from);
        }
        layer
    }

    fn range(&self, state: usize) -> std::ops::Range<usize> {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        start..self.ends[state]
    }

    /// The polynomial of a state.
    #[inline]
    pub fn get(&self, state: usize) -> DenseView<'_> {
        DenseView { lowest: self.lowest[state], width: self.width, words: &self.words[self.range(state)] }
    }

    /// Smallest and largest degree of a state.
    #[inline]
    pub fn window(&self, state: usize) -> (u32, u32) {
        let low = self.lowest[state];
        (low, low + (self.range(state).len() / self.width) as u32 - 1)
    }

    /// Words of a coefficient.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Bytes of this layer.
    pub fn bytes(&self) -> u64 {
        (12 * self.lowest.len() + 8 * self.words.len()) as u64
    }

    /// Coefficients of all states.
    pub fn coefficients(&self) -> usize {
        self.words.len() / self.width.max(1)
    }

    /// The same with more words a coefficient.
    pub fn widened(&self, width: usize) -> Cow<'_, DenseLayer> {
        if width <= self.width {
            return Cow::Borrowed(self);
        }
        let mut words = vec![0; self.coefficients() * width];
        for (to, from) in words.chunks_exact_mut(width).zip(self.words.chunks_exact(self.width)) {
            to[..self.width].copy_from_slice(from);
        }
        let ends = self.ends.iter().map(|end| end / self.width * width).collect();
        Cow::Owned(DenseLayer { width, lowest: self.lowest.clone(), ends, words })
    }

    /// Sets the polynomial of a state from one whose degree 0 is this degree; those outside of the window are 0.
    pub fn set(&mut self, state: usize, lowest: usize, polynomial: &DensePolynomial) {
        let (range, width) = (self.range(state), self.width);
        let skip = self.lowest[state] as usize - lowest;
        let rows = polynomial.rows().skip(skip);
        for (to, from) in self.words[range].chunks_exact_mut(width).zip(rows) {
            to[..from.len()].copy_from_slice(from);
        }
    }

    /// The number of states.
    pub fn len(&self) -> usize {
        self.lowest.len()
    }

    /// All polynomials.
    pub fn views(&self) -> impl Iterator<Item = DenseView<'_>> + Clone {
        (0..self.len()).map(|state| self.get(state))
    }

    /// All states, to be changed.
    pub fn whole(&mut self) -> DensePart<'_> {
        DensePart {
            first: 0,
            start: 0,
            width: self.width,
            lowest: &self.lowest,
            ends: &self.ends,
            words: &mut self.words,
        }
    }

    /// All states in this number of parts, at least one, of about as many words each.
    pub fn parts(&mut self, count: usize) -> Vec<DensePart<'_>> {
        let all = self.words.len();
        let mut rest = self.whole();
        let mut parts = Vec::with_capacity(count);
        for part in 1..count {
            let states = rest.ends.partition_point(|&end| end * count <= all * part);
            let (own, others) = rest.split(states);
            parts.push(own);
            rest = others;
        }
        parts.push(rest);
        parts
    }
}

/// Some neighbouring states of a layer, to be changed beside others.
pub struct DensePart<'a> {
    /// Its first state, and where its words begin in the layer.
    first: usize,
    start: usize,
    width: usize,
    lowest: &'a [u32],
    ends: &'a [usize],
    words: &'a mut [u64],
}

impl<'a> DensePart<'a> {
    /// Its first states, and the others.
    fn split(self, states: usize) -> (DensePart<'a>, DensePart<'a>) {
        let DensePart { first, start, width, lowest, ends, words } = self;
        let middle = ends[..states].last().map_or(start, |&end| end);
        let (lowest, lowest2) = lowest.split_at(states);
        let (ends, ends2) = ends.split_at(states);
        let (words, words2) = words.split_at_mut(middle - start);
        (
            DensePart { first, start, width, lowest, ends, words },
            DensePart { first: first + states, start: middle, width, lowest: lowest2, ends: ends2, words: words2 },
        )
    }

    /// The number of the layer's states up to the end of this part.
    pub fn end(&self) -> usize {
        self.first + self.ends.len()
    }

    /// Adds `short * long` to the polynomial of a state of the layer that lies in this part, within whose window the product
    /// lies. Coefficients of `long` have as many words as those here.
    #[inline]
    pub fn add_product(&mut self, state: usize, short: DenseView, long: DenseView) {
        debug_assert_eq!(long.width, self.width);
        let state = state - self.first;
        let from = if state == 0 { self.start } else { self.ends[state - 1] };
        let to = &mut self.words[from - self.start..self.ends[state] - self.start];
        let to = &mut to[((short.lowest + long.lowest - self.lowest[state]) as usize) * self.width..];
        for (i, coefficient) in short.words.chunks_exact(short.width).enumerate() {
            let to = &mut to[i * self.width..i * self.width + long.words.len()];
            for (k, &factor) in coefficient.iter().enumerate().filter(|(_, factor)| **factor != 0) {
                // The top k words are 0, as the product fits.
                add_product(&mut to[k..], &long.words[..long.words.len() - k], factor);
            }
        }
    }
}

impl DenseView<'_> {
    /// As a polynomial of its own, without its lowest degree.
    pub fn polynomial(&self) -> DensePolynomial {
        DensePolynomial::from_words(self.width, self.words.to_vec())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn parts_are_the_whole() {
        let mut rng = Rng::new(3);
        for count in [1, 2, 3, 8] {
            let windows: Vec<(u32, u32)> = (0..rng.index(30)).map(|_| (4, 4 + rng.index(9) as u32)).collect();
            let [mut whole, mut parted] = [(); 2].map(|()| DenseLayer::zeros(2, &windows));
            let terms: Vec<(u32, u64)> = (0..8).map(|degree| (degree, rng.next_u64() >> 8)).collect();
            let (short, long) =
                (DenseLayer::monomials(&terms), DenseLayer::monomials(&terms[..5]).widened(2).into_owned());
            let mut parts = parted.parts(count);
            assert_eq!((parts.len(), parts[count - 1].end()), (count, windows.len()));
            for (state, &(low, high)) in windows.iter().enumerate() {
                let at = parts.iter().position(|part| state < part.end()).unwrap();
                for (one, two) in (0..8).flat_map(|one| (0..5).map(move |two| (one, two))) {
                    if (low..=high).contains(&(one as u32 + two as u32)) {
                        whole.whole().add_product(state, short.get(one), long.get(two));
                        parts[at].add_product(state, short.get(one), long.get(two));
                    }
                }
            }
            assert!(whole.words == parted.words && (windows.is_empty() || whole.words.iter().any(|&word| word > 0)));
        }
    }
}
