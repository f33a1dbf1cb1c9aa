//! A partial assignment of values to blocks, and the rest of every equation.

use super::problem::SearchProblem;

/// No value yet.
const OPEN: u32 = u32::MAX;

/// The rest of an equation.
#[derive(Clone, Copy, Debug, Default)]
struct Left {
    /// The required sum of the open blocks, their least possible sum, and their largest.
    need: i64,
    low: i64,
    high: i64,
    queued: bool,
}

/// Blocks with their values so far, equations with the required sums of their open blocks.
pub struct Residual<'a> {
    pub problem: &'a SearchProblem,
    value: Vec<u32>,
    left: Vec<Left>,
    /// Blocks with a value, oldest first.
    trail: Vec<u32>,
    /// Equations in the propagation queue.
    queue: Vec<u32>,
}

/// The range of `coefficient * value` for a block of this many variables.
fn span(coefficient: i64, size: i64) -> (i64, i64) {
    (coefficient.min(0) * size, coefficient.max(0) * size)
}

impl<'a> Residual<'a> {
    /// Nothing assigned.
    pub fn new(problem: &'a SearchProblem) -> Self {
        let mut left: Vec<Left> = problem.equations.iter().map(|e| Left { need: e.right, ..Left::default() }).collect();
        for (equation, left) in problem.equations.iter().zip(&mut left) {
            for &(block, coefficient) in &equation.terms {
                let (low, high) = span(coefficient, i64::from(problem.blocks[block as usize].size));
                (left.low, left.high) = (left.low + low, left.high + high);
            }
        }
        Residual { problem, value: vec![OPEN; problem.blocks.len()], left, trail: Vec::new(), queue: Vec::new() }
    }

    pub fn is_open(&self, block: u32) -> bool {
        self.value[block as usize] == OPEN
    }

    /// The value of a block that has one.
    pub fn value(&self, block: u32) -> u32 {
        self.value[block as usize]
    }

    /// The required sum of an equation's open blocks.
    pub fn need(&self, equation: u32) -> i64 {
        self.left[equation as usize].need
    }

    pub fn trail(&self) -> &[u32] {
        &self.trail
    }

    /// Least and largest value of an open block that every one of its equations allows by itself.
    pub fn range(&self, block: u32) -> (i64, i64) {
        let block = &self.problem.blocks[block as usize];
        let size = i64::from(block.size);
        block.terms.iter().fold((0, size), |(least, most), &(equation, coefficient)| {
            let Left { need, low, high, .. } = self.left[equation as usize];
            let (own_low, own_high) = span(coefficient, size);
            // Bounds of coefficient * value.
            let (from, to) = (need - (high - own_high), need - (low - own_low));
            // Divided and rounded inwards.
            let (from, to) = match coefficient {
                1 => (from, to),
                -1 => (-to, -from),
                2.. => (-(-from).div_euclid(coefficient), to.div_euclid(coefficient)),
                _ => (-to.div_euclid(-coefficient), (-from).div_euclid(-coefficient)),
            };
            (least.max(from), most.min(to))
        })
    }

    /// Assigns an open block, and every block that then has one value left. False if some equation cannot be satisfied
    /// any more; the assignments made then have to be undone as well.
    pub fn assign(&mut self, block: u32, value: u32) -> bool {
        self.set(block, value);
        self.propagate()
    }

    /// The consequences of all equations at the start.
    pub fn propagate_all(&mut self) -> bool {
        self.queue = (0..self.left.len() as u32).rev().collect();
        self.left.iter_mut().for_each(|left| left.queued = true);
        self.propagate()
    }

    fn set(&mut self, block: u32, value: u32) {
        debug_assert!(self.is_open(block));
        self.value[block as usize] = value;
        self.trail.push(block);
        let block = &self.problem.blocks[block as usize];
        for &(equation, coefficient) in &block.terms {
            let left = &mut self.left[equation as usize];
            let (low, high) = span(coefficient, i64::from(block.size));
            left.need -= coefficient * i64::from(value);
            (left.low, left.high) = (left.low - low, left.high - high);
            if !std::mem::replace(&mut left.queued, true) {
                self.queue.push(equation);
            }
        }
    }

    fn propagate(&mut self) -> bool {
        let problem = self.problem;
        while let Some(equation) = self.queue.pop() {
            let left = &mut self.left[equation as usize];
            left.queued = false;
            let mut consistent = (left.low..=left.high).contains(&left.need);
            for &(block, _) in &problem.equations[equation as usize].terms {
                if !consistent {
                    break;
                }
                if self.is_open(block) {
                    let (least, most) = self.range(block);
                    consistent = least <= most;
                    if least == most {
                        self.set(block, least as u32);
                    }
                }
            }
            if !consistent {
                // `undo_to` restores the sums; the queue has to be empty by then.
                self.queue.drain(..).for_each(|equation| self.left[equation as usize].queued = false);
                return false;
            }
        }
        true
    }

    /// Undoes everything beyond the first `mark` assignments.
    pub fn undo_to(&mut self, mark: usize) {
        while self.trail.len() > mark
            && let Some(block) = self.trail.pop()
        {
            let value = std::mem::replace(&mut self.value[block as usize], OPEN);
            let block = &self.problem.blocks[block as usize];
            for &(equation, coefficient) in &block.terms {
                let left = &mut self.left[equation as usize];
                let (low, high) = span(coefficient, i64::from(block.size));
                left.need += coefficient * i64::from(value);
                (left.low, left.high) = (left.low + low, left.high + high);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::problem::{BlockEquation, VariableBlock};
    use super::*;
    use crate::rng::Rng;

    /// The values that one equation allows a block, by all values of the others.
    #[test]
    fn ranges_are_those_of_all_values() {
        let mut checked = 0;
        for index in 0..2000 {
            let mut rng = Rng::stream(0x5a, index);
            let sizes: Vec<u32> = (0..=rng.index(3)).map(|_| 1 + rng.index(2) as u32).collect();
            let coefficients: Vec<i64> = sizes.iter().map(|_| [-3, -2, -1, 1, 2, 3][rng.index(6)]).collect();
            let terms: Vec<(u32, i64)> = (0..).zip(coefficients.iter().copied()).collect();
            let right = rng.index(9) as i64 - 4;
            let block =
                |(i, &size): (usize, &u32)| VariableBlock { size, terms: vec![(0, coefficients[i])], mines: [0, 1] };
            let problem = SearchProblem {
                blocks: sizes.iter().enumerate().map(block).collect(),
                equations: vec![BlockEquation { terms, right }],
                ..SearchProblem::default()
            };
            let mut found = vec![Vec::new(); sizes.len()];
            let all: u32 = sizes.iter().map(|s| s + 1).product();
            for mut code in 0..all {
                let mut values = Vec::new();
                for size in &sizes {
                    values.push(i64::from(code % (size + 1)));
                    code /= size + 1;
                }
                // Bounds give only the range of the others' sums, not which values in it are possible: fractions
                // between theirs count.
                for (i, own) in values.iter().enumerate() {
                    let (low, high) = (0..sizes.len()).filter(|&j| j != i).fold((0, 0), |(low, high), j| {
                        let (l, h) = span(coefficients[j], i64::from(sizes[j]));
                        (low + l, high + h)
                    });
                    let rest = right - coefficients[i] * own;
                    if (low..=high).contains(&rest) {
                        found[i].push(*own);
                    }
                }
            }
            let state = Residual::new(&problem);
            for (i, found) in found.iter().enumerate() {
                let (least, most) = state.range(i as u32);
                match (found.iter().min(), found.iter().max()) {
                    (Some(&min), Some(&max)) => assert_eq!((least, most), (min, max), "{problem:?} {i}"),
                    _ => assert!(least > most, "{problem:?} {i}: {least} {most}"),
                }
                checked += 1;
            }
        }
        assert!(checked > 2000);
    }
}
