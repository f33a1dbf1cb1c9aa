//! Counts by number of mines for the states of a layer, each a window of coefficients.

use num_bigint::BigUint;

use super::coefficient::Coefficient;
use crate::system::Tally;

/// One polynomial per state: the coefficients from the smallest possible number of mines to the largest, so that states
/// with a fixed number of mines cost one number, for any length of the sweep.
#[derive(Clone, Debug, Default)]
pub struct Layer<C> {
    lowest: Vec<u32>,
    /// Ends of the windows in `coefficients`.
    ends: Vec<usize>,
    coefficients: Vec<C>,
}

impl<C: Coefficient> Layer<C> {
    /// One state with the polynomial 1.
    pub fn unit() -> Self {
        Layer { lowest: vec![0], ends: vec![1], coefficients: vec![C::small(1)] }
    }

    /// One state with given coefficients from `lowest`.
    pub fn single(lowest: u32, coefficients: Vec<C>) -> Self {
        Layer { lowest: vec![lowest], ends: vec![coefficients.len()], coefficients }
    }

    /// Zero polynomials over given windows `(lowest, highest)`.
    pub fn zeros(windows: impl Iterator<Item = (u32, u32)>) -> Self {
        let states = windows.size_hint().0;
        let (mut lowest, mut ends, mut end) = (Vec::with_capacity(states), Vec::with_capacity(states), 0);
        for (low, high) in windows {
            end += (high - low) as usize + 1;
            lowest.push(low);
            ends.push(end);
        }
        Layer { lowest, ends, coefficients: vec![C::default(); end] }
    }

    fn range(&self, state: usize) -> std::ops::Range<usize> {
        let start = if state == 0 { 0 } else { self.ends[state - 1] };
        start..self.ends[state]
    }

    /// Lowest degree and coefficients of a state.
    #[inline]
    pub fn get(&self, state: usize) -> (u32, &[C]) {
        (self.lowest[state], &self.coefficients[self.range(state)])
    }

    /// Lowest degree and coefficients of a state, to be changed.
    #[inline]
    pub fn get_mut(&mut self, state: usize) -> (u32, &mut [C]) {
        let range = self.range(state);
        (self.lowest[state], &mut self.coefficients[range])
    }

    /// Smallest and largest degree of a state.
    #[inline]
    pub fn window(&self, state: usize) -> (u32, u32) {
        let low = self.lowest[state];
        (low, low + (self.range(state).len() - 1) as u32)
    }

    /// About the number of coefficients of a state, at least one.
    pub fn mean_len(&self) -> usize {
        (self.coefficients.len() / self.lowest.len().max(1)).max(1)
    }

    /// The polynomials in parts of consecutive states; `counts` has the number of states of each part.
    pub fn split(&mut self, counts: impl Iterator<Item = usize>) -> Vec<LayerPart<'_, C>> {
        let Layer { lowest, ends, coefficients } = self;
        let (mut first, mut from, mut rest) = (0, 0, &mut coefficients[..]);
        let part = |count: usize| {
            let states = first..first + count;
            let end = if count == 0 { from } else { ends[states.end - 1] };
            let (coefficients, after) = std::mem::take(&mut rest).split_at_mut(end - from);
            let part = LayerPart { first, from, lowest: &lowest[states.clone()], ends: &ends[states], coefficients };
            (first, from, rest) = (first + count, end, after);
            part
        };
        counts.map(part).collect()
    }

    /// Adds polynomials with the same windows.
    pub fn add(&mut self, other: &Layer<C>) {
        self.coefficients.iter_mut().zip(&other.coefficients).for_each(|(to, from)| to.add(from));
    }

    /// The polynomial of a state.
    pub fn tally(&self, state: usize) -> Tally {
        let (low, coefficients) = self.get(state);
        Tally::new(low as usize, coefficients.iter().map(C::to_big).collect())
    }

    /// The sum of the coefficients of a state.
    pub fn sum(&self, state: usize) -> C {
        let mut sum = C::default();
        self.get(state).1.iter().for_each(|c| sum.add(c));
        sum
    }

    /// Bytes of this layer.
    pub fn bytes(&self) -> u64 {
        let heap: usize = match size_of::<C>() == size_of::<BigUint>() {
            true => self.coefficients.iter().map(C::heap_bytes).sum(),
            false => 0,
        };
        (12 * self.lowest.len() + size_of::<C>() * self.coefficients.len() + heap) as u64
    }
}

/// The polynomials of some consecutive states, to be changed.
pub struct LayerPart<'a, C> {
    first: usize,
    /// End of the windows before.
    from: usize,
    lowest: &'a [u32],
    ends: &'a [usize],
    coefficients: &'a mut [C],
}

impl<C> LayerPart<'_, C> {
    /// Lowest degree and coefficients of a state, numbered as in the layer.
    #[inline]
    pub fn get_mut(&mut self, state: usize) -> (u32, &mut [C]) {
        let state = state - self.first;
        let start = if state == 0 { self.from } else { self.ends[state - 1] };
        (self.lowest[state], &mut self.coefficients[start - self.from..self.ends[state] - self.from])
    }
}

/// `to += weight * from`, where `to[0]` has degree `at` and `from[0]` degree `low`; `from` fits.
#[inline]
pub fn add_scaled<C: Coefficient>(to: &mut [C], at: u32, from: &[C], low: u32, weight: Option<&C>) {
    let to = &mut to[(low - at) as usize..];
    match weight {
        None => to.iter_mut().zip(from).for_each(|(t, f)| t.add(f)),
        Some(weight) => to.iter_mut().zip(from).for_each(|(t, f)| t.add_product(f, weight)),
    }
}
