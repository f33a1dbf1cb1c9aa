//! The result of the search: a circuit of choices and independent parts, from which counts are read in one pass upwards
//! and one downwards (a decision-DNNF over values of blocks; Huang & Darwiche, The Language of Search, 2007).

use num_bigint::BigUint;
use num_traits::Zero;

use super::problem::VariableBlock;
use crate::engine::{Control, Stop};
use crate::mines::Shares;
use crate::system::{Tally, binomial, correlate};

/// One value of a choice: blocks with their values, and the parts that are then independent.
#[derive(Clone, Copy, Debug)]
struct Branch {
    /// Ends in [`Circuit::values`] and [`Circuit::parts`]; they start where the last branch's end.
    values: u32,
    parts: u32,
}

/// Nodes in an order in which parts come before the nodes that use them.
#[derive(Debug, Default)]
pub struct CountingCircuit {
    /// End of every node's branches.
    nodes: Vec<u32>,
    branches: Vec<Branch>,
    /// Blocks and their values.
    values: Vec<(u32, u32)>,
    parts: Vec<u32>,
}

/// A branch under construction.
#[derive(Clone, Debug, Default)]
pub struct Draft {
    pub values: Vec<(u32, u32)>,
    pub parts: Vec<u32>,
}

impl CountingCircuit {
    /// Adds a node, at least one branch; its number.
    pub fn add(&mut self, branches: &[Draft]) -> u32 {
        for branch in branches {
            self.values.extend(&branch.values);
            self.parts.extend(&branch.parts);
            self.branches.push(Branch { values: self.values.len() as u32, parts: self.parts.len() as u32 });
        }
        self.nodes.push(self.branches.len() as u32);
        self.nodes.len() as u32 - 1
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        (4 * (self.nodes.len() + self.parts.len()) + 8 * (self.branches.len() + self.values.len())) as u64
    }

    fn branches(&self, node: usize) -> std::ops::Range<usize> {
        let first = if node == 0 { 0 } else { self.nodes[node - 1] };
        first as usize..self.nodes[node] as usize
    }

    fn branch(&self, branch: usize) -> (&[(u32, u32)], &[u32]) {
        let end = self.branches[branch];
        let from = branch.checked_sub(1).map_or(Branch { values: 0, parts: 0 }, |b| self.branches[b]);
        (&self.values[from.values as usize..end.values as usize], &self.parts[from.parts as usize..end.parts as usize])
    }

    /// Solutions that the values of a branch stand for, and their mines.
    fn weight(&self, branch: usize, blocks: &[VariableBlock]) -> (BigUint, usize) {
        let of = |&(block, ones): &(u32, u32)| (&blocks[block as usize], ones);
        let values = self.branch(branch).0.iter().map(of);
        let mines = values.clone().map(|(block, ones)| block.mines_at(ones)).sum();
        let several = values.filter(|(block, _)| block.size > 1);
        (several.map(|(block, ones)| binomial(block.size as usize, ones as usize)).product(), mines)
    }

    /// Solutions by mines of every node; `held` bytes are held besides.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn tallies(&self, blocks: &[VariableBlock], held: u64, control: &mut Control) -> Result<Vec<Tally>, Stop> {
        let mut tallies: Vec<Tally> = Vec::with_capacity(self.len());
        let mut bytes = held + self.bytes();
        for node in 0..self.len() {
            let mut all = Tally::default();
            for branch in self.branches(node) {
                control.tick()?;
                let (weight, mines) = self.weight(branch, blocks);
                let mut product = Tally::one();
                for &part in self.branch(branch).1 {
                    // Not a tick: products of large tallies are slow by themselves.
                    control.check()?;
                    product = product.times(&tallies[part as usize]);
                }
                (product.offset + mines..).zip(&product.counts).for_each(|(mines, n)| all.add(mines, &(n * &weight)));
            }
            bytes += all.bytes();
            if node % 1024 == 0 {
                control.memory(bytes)?;
            }
            tallies.push(all);
        }
        control.memory(bytes)?;
        Ok(tallies)
    }

    /// For every block the models in which one given variable of it is 1, where a solution of the last
    /// node with its fewest mines plus i stands for `context[i]` models.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn ones(
        &self,
        blocks: &[VariableBlock],
        tallies: &[Tally],
        context: &[BigUint],
        control: &mut Control,
    ) -> Result<Vec<BigUint>, Stop> {
        let mut ones = vec![BigUint::zero(); blocks.len()];
        let mut contexts: Vec<Vec<BigUint>> = vec![Vec::new(); self.len()];
        if let Some(root) = contexts.last_mut() {
            *root = context.to_vec();
        }
        for node in (0..self.len()).rev() {
            // A node out of reach belongs to a branch that died.
            let context = std::mem::take(&mut contexts[node]);
            for branch in self.branches(node).filter(|_| !context.is_empty()) {
                control.tick()?;
                let (weight, mines) = self.weight(branch, blocks);
                let (values, parts) = self.branch(branch);
                // Products of the parts before each, and of all.
                let mut before = vec![Tally::one()];
                for &part in parts {
                    control.check()?;
                    before.push(before[before.len() - 1].times(&tallies[part as usize]));
                }
                let product = &before[parts.len()];
                let skip = product.offset + mines - tallies[node].offset;
                let here: Vec<BigUint> =
                    context[skip..skip + product.counts.len()].iter().map(|n| n * &weight).collect();
                let models: BigUint = here.iter().zip(&product.counts).map(|(a, b)| a * b).sum();
                for &(block, value) in values {
                    // Of C(k, j) placements C(k - 1, j - 1) have a one there.
                    ones[block as usize] += &models * value / blocks[block as usize].size;
                }
                // The other parts are those before times those after: no division of polynomials.
                let mut after = Tally::one();
                for (i, &part) in parts.iter().enumerate().rev() {
                    control.check()?;
                    let others = before[i].times(&after);
                    let models = correlate(&here, &others.counts);
                    let to = &mut contexts[part as usize];
                    to.resize(models.len(), BigUint::zero());
                    to.iter_mut().zip(models).for_each(|(to, more)| *to += more);
                    after = after.times(&tallies[part as usize]);
                }
            }
        }
        Ok(ones)
    }

    /// The value of every block in one solution with `mines` mines; there must be one.
    pub fn solution(&self, blocks: &[VariableBlock], tallies: &[Tally], mines: usize) -> Vec<u32> {
        let mut solution = vec![0; blocks.len()];
        let mut todo: Vec<(usize, usize)> = self.len().checked_sub(1).map(|root| (root, mines)).into_iter().collect();
        while let Some((node, mines)) = todo.pop() {
            let found = self.branches(node).find_map(|branch| {
                let (values, parts) = self.branch(branch);
                let here: usize = values.iter().map(|&(block, ones)| blocks[block as usize].mines_at(ones)).sum();
                let of_parts = parts.iter().map(|&part| tallies[part as usize].mines()).collect();
                let shares = Shares::in_order(of_parts).choose(mines.checked_sub(here)? as i64)?;
                Some((values, parts.iter().map(|&p| p as usize).zip(shares.into_iter().map(|n| n as usize))))
            });
            let Some((values, parts)) = found else { continue };
            values.iter().for_each(|&(block, ones)| solution[block as usize] = ones);
            todo.extend(parts);
        }
        solution
    }
}
