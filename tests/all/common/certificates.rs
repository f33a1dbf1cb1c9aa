//! Certificates as an adversary would write them, for the tests and for fuzzing: valid ones with something changed, and
//! ones that are drawn from small and extreme numbers.

use minesat::certify::{Certificate, CertificateNode, CertificateTree, Justification, LratStep, Refutation, Verifier};
use minesat::rng::Rng;
use minesat::system::System;

/// Numbers at which arithmetic goes wrong.
const EXTREME: [i64; 16] = [
    i64::MAX,
    i64::MAX - 1,
    i64::MIN,
    i64::MIN + 1,
    1 << 62,
    -(1 << 62),
    (1 << 32) - 1,
    1 << 32,
    i32::MAX as i64,
    i32::MIN as i64,
    3 << 61,
    0,
    1,
    -1,
    2,
    -2,
];

/// What the numbers of a certificate may reach: cells and sums of a system.
pub struct Forge<'a> {
    system: &'a System,
    rng: &'a mut Rng,
}

impl<'a> Forge<'a> {
    pub fn new(system: &'a System, rng: &'a mut Rng) -> Self {
        Forge { system, rng }
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.rng.below(n) == 0
    }

    fn multiplier(&mut self) -> i64 {
        if self.one_in(2) { EXTREME[self.rng.index(EXTREME.len())] } else { self.rng.below(7) as i64 - 3 }
    }

    fn cell(&mut self) -> u32 {
        match self.one_in(12) {
            true => [self.system.cells as u32, u32::MAX, 1 << 31][self.rng.index(3)],
            false => self.rng.index(self.system.cells.max(1)) as u32,
        }
    }

    /// A sum, the total, or a split above.
    fn sum(&mut self) -> u32 {
        if self.one_in(20) { u32::MAX } else { self.rng.index(self.system.sums.len() + 4) as u32 }
    }

    fn cells(&mut self) -> Vec<u32> {
        if self.one_in(3) {
            return Vec::new();
        }
        let most = self.rng.index(self.system.cells + 1);
        let mut cells: Vec<u32> = self.rng.sample(self.system.cells, most).into_iter().map(|c| c as u32).collect();
        if self.one_in(8) {
            cells.push(self.cell());
        }
        cells
    }

    fn split(&mut self) -> CertificateNode {
        let cells = self.cells();
        let at = if self.one_in(2) { self.multiplier() } else { self.rng.index(cells.len() + 2) as i64 - 1 };
        CertificateNode::Split { cells, at }
    }

    fn leaf(&mut self) -> CertificateNode {
        let terms = (0..self.rng.index(5)).map(|_| (self.sum(), self.multiplier()).into()).collect();
        // The same term several times is what adds up beyond a type.
        match self.one_in(4) {
            true => {
                let term = (self.sum(), self.multiplier()).into();
                CertificateNode::Leaf(vec![term; 1 + self.rng.index(5)])
            }
            false => CertificateNode::Leaf(terms),
        }
    }

    fn tree(&mut self) -> CertificateTree {
        let (mut nodes, mut open) = (Vec::new(), 1);
        while open > 0 && nodes.len() < 9 {
            if open < 4 && self.one_in(3) {
                nodes.push(self.split());
                open += 1;
            } else {
                nodes.push(self.leaf());
                open -= 1;
            }
        }
        CertificateTree(nodes)
    }

    /// A split at an end of the integers whose cases add their bound up again and again: what passes the range of a type,
    /// if anything does.
    fn heaped(&mut self) -> CertificateTree {
        let ends = [i64::MAX, i64::MAX - 1, 1 << 62, i64::MIN, -(1 << 62)];
        let at = ends[self.rng.index(ends.len())];
        let bound = self.system.sums.len() as u32 + 1;
        let mut case = || {
            let times = if self.one_in(2) { ends[self.rng.index(3)] } else { 1 + self.rng.below(3) as i64 };
            CertificateNode::Leaf(vec![(bound, times).into(); 1 + self.rng.index(5)])
        };
        let (first, second) = (case(), case());
        let cells = if self.one_in(2) { Vec::new() } else { self.cells() };
        CertificateTree(vec![CertificateNode::Split { cells, at }, first, second])
    }

    fn literal(&mut self) -> i32 {
        match self.one_in(10) {
            true => [0, i32::MIN, i32::MAX, -i32::MAX, i32::MIN + 1][self.rng.index(5)],
            false => {
                let variable = 1 + self.rng.index(self.system.cells + 6) as i32;
                if self.one_in(2) { variable } else { -variable }
            }
        }
    }

    fn step(&mut self) -> LratStep {
        let clause = (0..self.rng.index(3)).map(|_| self.literal()).collect();
        let hints = (0..self.rng.index(5)).map(|_| self.hint()).collect();
        LratStep { clause, hints }
    }

    fn hint(&mut self) -> u32 {
        if self.one_in(15) { [0, u32::MAX][self.rng.index(2)] } else { 1 + self.rng.index(40) as u32 }
    }

    fn claims(&mut self) -> Vec<(u32, bool)> {
        (0..self.rng.index(3)).map(|_| (self.cell(), self.one_in(2))).collect()
    }

    /// A certificate drawn from nothing.
    pub fn drawn(&mut self) -> Certificate {
        let claims = self.claims();
        let reason = if self.one_in(4) {
            let sums = self.rng.index(self.system.sums.len() + 1);
            let sums = self.rng.sample(self.system.sums.len(), sums).into_iter().map(|s| s as u32).collect();
            let proof = (0..=self.rng.index(3)).map(|_| self.step()).collect();
            Justification::Clauses(Refutation { sums, total: self.one_in(2), proof })
        } else {
            Justification::Tree(if self.one_in(4) { self.heaped() } else { self.tree() })
        };
        Certificate { claims, reason }
    }

    /// A certificate with one to three things changed.
    pub fn changed(&mut self, certificate: &Certificate) -> Certificate {
        let mut changed = certificate.clone();
        for _ in 0..=self.rng.index(3) {
            self.change(&mut changed);
        }
        changed
    }

    fn change(&mut self, certificate: &mut Certificate) {
        let Certificate { claims, reason } = certificate;
        if self.one_in(4) {
            match self.rng.below(5) {
                0 => claims.clear(),
                1 => claims.push((self.cell(), self.one_in(2))),
                2 => *claims = self.claims(),
                _ => {
                    let at = self.rng.index(claims.len().max(1));
                    if let Some(claim) = claims.get_mut(at) {
                        *claim = if self.one_in(2) { (claim.0, !claim.1) } else { (self.cell(), claim.1) };
                    }
                }
            }
            return;
        }
        match reason {
            Justification::Tree(tree) => self.change_tree(tree),
            Justification::Clauses(refutation) => self.change_refutation(refutation),
        }
    }

    fn change_tree(&mut self, tree: &mut CertificateTree) {
        let nodes = &mut tree.0;
        if nodes.is_empty() {
            *tree = self.tree();
            return;
        }
        let at = self.rng.index(nodes.len());
        match self.rng.below(8) {
            0 => drop(nodes.remove(at)),
            1 => nodes.insert(at, self.leaf()),
            // A split in front of a node, which becomes its first or second case.
            2 => {
                let (split, leaf) = (self.split(), self.leaf());
                nodes.insert(at + usize::from(self.one_in(2)), leaf);
                nodes.insert(at, split);
            }
            3 => nodes[at] = if self.one_in(2) { self.leaf() } else { self.split() },
            _ => match &mut nodes[at] {
                CertificateNode::Leaf(terms) if terms.is_empty() || self.one_in(4) => {
                    terms.push((self.sum(), self.multiplier()).into());
                }
                CertificateNode::Leaf(terms) => {
                    let term = self.rng.index(terms.len());
                    match self.rng.below(5) {
                        0 => drop(terms.remove(term)),
                        1 => terms[term].sum = self.sum(),
                        2 => terms[term].times = terms[term].times.saturating_add(self.rng.below(5) as i64 - 2),
                        // The same certificate in other numbers holds as well, as long as they are exact.
                        3 => {
                            let factor = self.multiplier();
                            terms.iter_mut().for_each(|term| term.times = term.times.saturating_mul(factor));
                        }
                        _ => terms[term].times = self.multiplier(),
                    }
                }
                CertificateNode::Split { cells, at } => match self.rng.below(3) {
                    0 => *cells = self.cells(),
                    1 => *at = self.multiplier(),
                    _ => *at = at.saturating_add(self.rng.below(3) as i64 - 1),
                },
            },
        }
    }

    fn change_refutation(&mut self, refutation: &mut Refutation) {
        let Refutation { sums, total, proof } = refutation;
        let at = self.rng.index(proof.len().max(1));
        match self.rng.below(8) {
            0 => *total ^= true,
            1 if !sums.is_empty() => drop(sums.remove(self.rng.index(sums.len()))),
            2 => sums.push(self.sum()),
            3 => proof.insert(at.min(proof.len()), self.step()),
            4 if !proof.is_empty() => drop(proof.remove(at)),
            _ => {
                let Some(step) = proof.get_mut(at) else { return };
                let (literals, hints) = (step.clause.len(), step.hints.len());
                match self.rng.below(6) {
                    0 => step.clause.push(self.literal()),
                    1 if literals > 0 => step.clause[self.rng.index(literals)] = self.literal(),
                    2 if literals > 0 => drop(step.clause.remove(self.rng.index(literals))),
                    3 => step.hints.push(self.hint()),
                    4 if hints > 0 => step.hints[self.rng.index(hints)] = self.hint(),
                    5 if hints > 0 => drop(step.hints.remove(self.rng.index(hints))),
                    _ => {}
                }
            }
        }
    }
}

/// Every model of a small system, a bit per cell.
pub fn models(system: &System) -> Vec<u32> {
    let is_model = |bits: &u32| {
        let of = |cells: &mut dyn Iterator<Item = u32>| cells.filter(|c| bits >> c & 1 == 1).count() as i64;
        system.sums.iter().all(|sum| of(&mut sum.cells.iter().copied()) == i64::from(sum.count))
            && system.total.is_none_or(|total| of(&mut (0..system.cells as u32)) == total)
    };
    (0..1u32 << system.cells).filter(is_model).collect()
}

/// True if a model says otherwise than what the verifier takes for proved.
pub fn is_false(verifier: &Verifier, models: &[u32]) -> bool {
    let denied = |bits: &u32| {
        let known = verifier.known().iter().enumerate();
        verifier.is_inconsistent()
            || known.clone().any(|(cell, known)| known.is_some_and(|k| (bits >> cell & 1 == 1) != k))
    };
    models.iter().any(denied)
}
