//! Consequences of single equations, and of the sums and differences of two, to a fixed point.

use std::collections::VecDeque;

use smallvec::SmallVec;

use super::sets::SignedSets;
use super::{Equation, Terms};
use crate::system::{Contradiction, Incidence};

/// State of the collapse; fresh equations contain roots alone.
pub(super) struct Work {
    pub(super) sets: SignedSets,
    pub(super) value: Vec<Option<bool>>,
    /// Empty where dropped.
    pub(super) equations: Vec<Equation>,
    /// For a root, equations that hold it or held it.
    pub(super) uses: Vec<SmallVec<[u32; 4]>>,
    queue: VecDeque<u32>,
    queued: Vec<bool>,
}

/// True if two equations share at least two variables.
fn share_two(a: &Equation, b: &Equation) -> bool {
    let (mut i, mut j, mut both) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.terms.get(i), b.terms.get(j)) {
        both += u32::from(x.0 == y.0);
        i += usize::from(x.0 <= y.0);
        j += usize::from(y.0 <= x.0);
    }
    both > 1
}

/// `a + factor * b`.
pub(super) fn combined(a: &Equation, b: &Equation, factor: i32) -> Equation {
    let mut terms = Terms::new();
    let (mut i, mut j) = (0, 0);
    while i < a.terms.len() || j < b.terms.len() {
        let left = a.terms.get(i).map_or(u32::MAX, |t| t.0);
        let right = b.terms.get(j).map_or(u32::MAX, |t| t.0);
        let mut coefficient = 0;
        if left <= right {
            coefficient += a.terms[i].1;
            i += 1;
        }
        if right <= left {
            coefficient += factor * b.terms[j].1;
            j += 1;
        }
        if coefficient != 0 {
            terms.push((left.min(right), coefficient));
        }
    }
    Equation { terms, right: a.right + factor * b.right }
}

impl Work {
    pub(super) fn new(variables: usize, equations: Vec<Equation>) -> Work {
        let members = equations.iter().map(|e| e.terms.iter().map(|t| t.0 as usize));
        let incidence = Incidence::new(variables, members);
        Work {
            sets: SignedSets::new(variables),
            value: vec![None; variables],
            uses: (0..variables).map(|variable| incidence.of(variable).into()).collect(),
            queue: (0..equations.len() as u32).collect(),
            queued: vec![true; equations.len()],
            equations,
        }
    }

    fn enqueue(&mut self, index: u32) {
        if !std::mem::replace(&mut self.queued[index as usize], true) {
            self.queue.push_back(index);
        }
    }

    fn wake(&mut self, root: u32) {
        for at in 0..self.uses[root as usize].len() {
            self.enqueue(self.uses[root as usize][at]);
        }
    }

    fn force(&mut self, root: u32, value: bool) -> Result<(), Contradiction> {
        match self.value[root as usize].replace(value) {
            Some(other) if other != value => Err(Contradiction),
            Some(_) => Ok(()),
            None => {
                self.wake(root);
                Ok(())
            }
        }
    }

    /// Makes two roots equal or complementary.
    fn unite(&mut self, a: u32, b: u32, complementary: bool) {
        let (keep, gone) = if self.uses[a as usize].len() >= self.uses[b as usize].len() { (a, b) } else { (b, a) };
        self.wake(gone);
        self.sets.join(keep, gone, complementary);
        let mut moved = std::mem::take(&mut self.uses[gone as usize]);
        self.uses[keep as usize].append(&mut moved);
    }

    /// The equation over roots without values.
    pub(super) fn fresh(&mut self, equation: &Equation) -> Equation {
        let mut right = equation.right;
        let mut terms = Terms::new();
        for &(cell, mut coefficient) in &equation.terms {
            let (root, odd) = self.sets.find(cell);
            if odd {
                // c * (1 - root)
                right -= coefficient;
                coefficient = -coefficient;
            }
            match self.value[root as usize] {
                Some(value) => right -= coefficient * i32::from(value),
                None => terms.push((root, coefficient)),
            }
        }
        terms.sort_unstable();
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        terms.retain(|t| t.1 != 0);
        Equation { terms, right }
    }

    /// Applies the values and pairs that follow from an equation over roots; true if there were any.
    pub(super) fn learn(&mut self, equation: &Equation) -> Result<bool, Contradiction> {
        let least: i32 = equation.terms.iter().map(|t| t.1.min(0)).sum();
        let most: i32 = equation.terms.iter().map(|t| t.1.max(0)).sum();
        if equation.right < least || equation.right > most {
            return Err(Contradiction);
        }
        let (up, down) = (equation.right - least, most - equation.right);
        let mut learnt = false;
        for &(root, coefficient) in &equation.terms {
            // A coefficient above the slack decides its variable.
            if coefficient.abs() > up {
                self.force(root, coefficient < 0)?;
                learnt = true;
            } else if coefficient.abs() > down {
                self.force(root, coefficient > 0)?;
                learnt = true;
            }
        }
        if let (false, &[(a, x), (b, y)]) = (learnt, equation.terms.as_slice()) {
            let holds = |p: i32, q: i32| x * p + y * q == equation.right;
            match (holds(0, 0) || holds(1, 1), holds(0, 1) || holds(1, 0)) {
                (true, false) => self.unite(a, b, false),
                (false, true) => self.unite(a, b, true),
                // Solutions of both kinds would need a coefficient of 0; no solution is a contradiction.
                (true, true) => return Ok(false),
                (false, false) => return Err(Contradiction),
            }
            learnt = true;
        }
        Ok(learnt)
    }

    pub(super) fn run(&mut self) -> Result<(), Contradiction> {
        let mut around = Vec::new();
        while let Some(index) = self.queue.pop_front() {
            self.queued[index as usize] = false;
            let old = std::mem::take(&mut self.equations[index as usize]);
            let equation = self.fresh(&old);
            if self.learn(&equation)? {
                let rest = self.fresh(&equation);
                self.equations[index as usize] = rest;
                self.enqueue(index);
                continue;
            }
            if equation.terms.is_empty() {
                continue;
            }
            // Two equations imply more together only if they share two variables. Pairs that share the variable of the
            // most equations, perhaps a long wire, are found through the other one.
            around.clear();
            let most = equation.terms.iter().map(|t| t.0).max_by_key(|&root| self.uses[root as usize].len());
            for root in equation.terms.iter().map(|t| t.0).filter(|&root| Some(root) != most) {
                let equations = &self.equations;
                let uses = &mut self.uses[root as usize];
                uses.retain(|&mut i| i == index || !equations[i as usize].terms.is_empty());
                around.extend(uses.iter().copied().filter(|&i| i != index));
            }
            around.sort_unstable();
            around.dedup();
            self.equations[index as usize] = equation;
            for &other in &around {
                if !self.queued[other as usize] && self.compare(index, other)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Looks at the difference and the sum of two equations; true if the first one changed or something new follows.
    fn compare(&mut self, index: u32, other: u32) -> Result<bool, Contradiction> {
        if !share_two(&self.equations[index as usize], &self.equations[other as usize]) {
            return Ok(false);
        }
        for factor in [-1, 1] {
            let (here, there) = (&self.equations[index as usize], &self.equations[other as usize]);
            if there.terms.is_empty() {
                return Ok(false);
            }
            let both = combined(here, there, factor);
            let (own, theirs) = (here.terms.len(), there.terms.len());
            if both.terms.len() <= 2 && !both.terms.is_empty() {
                if self.learn(&both)? {
                    self.enqueue(index);
                    self.enqueue(other);
                    return Ok(true);
                }
            } else if both.terms.len() < own.max(theirs) && both.terms.iter().all(|t| t.1.abs() == 1) {
                if both.terms.is_empty() && both.right != 0 {
                    return Err(Contradiction);
                }
                let longer = if own >= theirs { index } else { other };
                for t in &both.terms {
                    let uses = &mut self.uses[t.0 as usize];
                    if !uses.contains(&longer) {
                        uses.push(longer);
                    }
                }
                self.equations[longer as usize] = both;
                self.enqueue(longer);
                if longer == index {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}
