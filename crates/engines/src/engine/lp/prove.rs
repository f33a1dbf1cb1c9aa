//! Certificates from relaxations: multipliers that refute the opposite of a claim, after case splits where one set of
//! multipliers does not suffice.
//!
//! A split is first on the mines of a component, then on a block: the total acts on components through their mines
//! alone, and rounding these is what relaxations of the whole miss.

use super::multipliers::refute;
use super::program::{Program, Row};
use super::simplex::{Answer, Relaxation};
use crate::certify::{Certificate, CertificateNode, CertificateTree, Justification, TreeTerm};
use crate::engine::{Classes, Control, Stop, Verdict};
use crate::system::{System, split};

/// Most leaves and splits of one certificate; larger ones are given up.
const MOST_NODES: usize = 2_000;

/// Least distance from an integer of a value that is split on.
const NEAR: f64 = 1e-6;

/// Certificates for the claims that relaxations and splits prove.
///
/// # Errors
/// A limit ran out.
pub fn certify_claims(system: &System, classes: &Classes, control: &mut Control) -> Result<Vec<Certificate>, Stop> {
    match classes {
        Classes::Cells(verdicts) => certify_more(system, verdicts, &mut vec![None; system.cells], control),
        Classes::Inconsistent => {
            let prover = Prover::new(system);
            let tree = prover.tree(prover.program.clone(), None, control)?;
            Ok(tree
                .map(|tree| Certificate { claims: Vec::new(), reason: Justification::Tree(tree) })
                .into_iter()
                .collect())
        }
    }
}

/// The same for the claims about cells that are not `known`, using those that are; proved cells become known.
///
/// # Errors
/// A limit ran out.
pub fn certify_more(
    system: &System,
    verdicts: &[Verdict],
    known: &mut [Option<bool>],
    control: &mut Control,
) -> Result<Vec<Certificate>, Stop> {
    let mut prover = Prover::new(system);
    (0..prover.blocks.len()).for_each(|block| prover.fix(block, known));
    let mut found = Vec::new();
    for var in 0..prover.blocks.len() {
        let claimed = |&&c: &&u32| known[c as usize].is_none() && verdicts[c as usize].is_certain();
        let claims: Vec<(u32, bool)> =
            (prover.blocks[var].iter().filter(claimed)).map(|&c| (c, verdicts[c as usize] == Verdict::Mine)).collect();
        let Some(&(_, mine)) = claims.first() else { continue };
        if claims.len() < prover.blocks[var].len() || claims.iter().any(|c| c.1 != mine) {
            continue;
        }
        let opposite = |program: &Program| {
            let mut program = program.clone();
            match mine {
                true => program.upper[var] -= 1,
                false => program.lower[var] += 1,
            }
            program
        };
        // The sums alone first: without the row over everything reasons stay small.
        let alone = prover.without_total(opposite(&prover.program));
        let tree = match prover.leaf(&alone, Some(var), &[], control)? {
            Some(leaf) => Some(CertificateTree(vec![leaf])),
            None => prover.tree(opposite(&prover.program), Some(var), control)?,
        };
        if let Some(tree) = tree {
            claims.iter().for_each(|&(c, mine)| known[c as usize] = Some(mine));
            prover.fix(var, known);
            found.push(Certificate { claims, reason: Justification::Tree(tree) });
        }
    }
    Ok(found)
}

/// One case of a split, as represented in the program.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    /// Bound on variable `.0`: at most `upper`, else more.
    Block(usize),
    /// A row of the program.
    Row(usize),
}

/// A program with the cases that led to it: the bounded variables, and whether from above.
struct Open {
    program: Program,
    path: Vec<(Case, bool)>,
}

struct Prover<'a> {
    system: &'a System,
    /// With the total, if there is one.
    program: Program,
    /// Cells of each variable; the floating cells last, if the total leaves them a choice.
    blocks: Vec<Vec<u32>>,
    /// Variables of each component.
    components: Vec<Vec<u32>>,
}

impl<'a> Prover<'a> {
    fn new(system: &'a System) -> Self {
        let (sums, mut blocks) = Program::of(system);
        let mut block_of = vec![u32::MAX; system.cells];
        for (block, cells) in blocks.iter().enumerate() {
            cells.iter().for_each(|&c| block_of[c as usize] = block as u32);
        }
        let floating: Vec<u32> = (0..system.cells as u32).filter(|&c| block_of[c as usize] == u32::MAX).collect();
        let variables = |cells: &[u32]| {
            let mut variables: Vec<u32> = cells.iter().map(|&c| block_of[c as usize]).collect();
            variables.sort_unstable();
            variables.dedup();
            variables
        };
        let components = split(system).components.iter().map(|c| variables(&c.cells)).collect();
        let program = match system.total {
            None => sums,
            Some(total) => {
                // Beyond the capacity of the cells all numbers are equally impossible.
                let total = total.clamp(-1, system.cells as i64 + 1);
                if !floating.is_empty() {
                    blocks.push(floating);
                }
                sums.with_mines(total - blocks[sums.blocks..].iter().map(Vec::len).sum::<usize>() as i64, total)
            }
        };
        Prover { system, program, blocks, components }
    }

    /// Gives a variable the value of its cells, if all are known.
    fn fix(&mut self, var: usize, known: &[Option<bool>]) {
        let cells = &self.blocks[var];
        if cells.iter().all(|&c| known[c as usize].is_some()) {
            let mines = cells.iter().filter(|&&c| known[c as usize] == Some(true)).count() as i64;
            (self.program.lower[var], self.program.upper[var]) = (mines, mines);
        }
    }

    fn without_total(&self, mut program: Program) -> Program {
        program.rows.truncate(program.local);
        let local = program.local as u32;
        program.rows_of.iter_mut().for_each(|rows| rows.retain(|&row| row < local));
        program
    }

    /// A leaf, if multipliers refute the program.
    fn leaf(
        &self,
        program: &Program,
        seed: Option<usize>,
        path: &[(Case, bool)],
        control: &mut Control,
    ) -> Result<Option<CertificateNode>, Stop> {
        let Some(multipliers) = refute(program, seed, control)? else { return Ok(None) };
        let given = self.system.sums.len() as u32;
        let number = |split: usize| given + 1 + split as u32;
        let mut factor = vec![0i64; program.lower.len()];
        let mut terms = Vec::new();
        for &(row, times) in &multipliers {
            let split = path.iter().position(|p| p.0 == Case::Row(row as usize));
            match split {
                None => terms.push(TreeTerm { sum: row, times }),
                // The side on which the multiplier acts; the other follows from the bounds of the variables, so the
                // contradiction holds without it.
                Some(split) if (times > 0) == path[split].1 => {
                    terms.push(TreeTerm { sum: number(split), times: times.abs() });
                }
                Some(_) => continue,
            }
            program.rows[row as usize].vars.iter().for_each(|&v| factor[v as usize] += times);
        }
        for (split, &(case, at_most)) in path.iter().enumerate() {
            // Of several bounds on a variable the last is the tightest.
            if let Case::Block(var) = case
                && (factor[var] < 0) == at_most
                && factor[var] != 0
                && !path[split + 1..].contains(&(case, at_most))
            {
                terms.push(TreeTerm { sum: number(split), times: factor[var].abs() });
            }
        }
        Ok(Some(CertificateNode::Leaf(terms)))
    }

    /// Splits until every case is refuted; None if one is not, or the nodes are too many.
    fn tree(
        &self,
        program: Program,
        seed: Option<usize>,
        control: &mut Control,
    ) -> Result<Option<CertificateTree>, Stop> {
        let mut nodes: Vec<CertificateNode> = Vec::new();
        let mut open = vec![Open { program, path: Vec::new() }];
        while let Some(Open { program, path }) = open.pop() {
            control.check()?;
            if nodes.len() + open.len() > MOST_NODES {
                return Ok(None);
            }
            if let Some(leaf) = self.leaf(&program, seed, &path, control)? {
                nodes.push(leaf);
                continue;
            }
            let Some((vars, at, is_component)) = self.branch(&program, control)? else { return Ok(None) };
            let cells = vars.iter().flat_map(|&v| &self.blocks[v as usize]).copied().collect();
            nodes.push(CertificateNode::Split { cells, at });
            // Push the case "more" below on the stack: its nodes come second.
            for at_most in [false, true] {
                let (mut program, mut path) = (program.clone(), path.clone());
                if is_component {
                    path.push((Case::Row(program.rows.len()), at_most));
                    bound_sum(&mut program, &vars, at, at_most);
                } else {
                    let var = vars[0] as usize;
                    path.push((Case::Block(var), at_most));
                    match at_most {
                        true => program.upper[var] = at,
                        false => program.lower[var] = at + 1,
                    }
                }
                open.push(Open { program, path });
            }
        }
        Ok(Some(CertificateTree(nodes)))
    }

    /// The variable to split on: a component with a fractional number of mines, else a fractional variable. None if the
    /// relaxation has an integer solution.
    fn branch(&self, program: &Program, control: &mut Control) -> Result<Option<(Vec<u32>, i64, bool)>, Stop> {
        let Answer::Optimal(relaxation) = Relaxation::new(program, control)? else {
            // Infeasible in floating point alone: any split continues.
            let free = (0..self.blocks.len()).find(|&v| program.lower[v] < program.upper[v]);
            return Ok(free.map(|v| (vec![v as u32], program.lower[v], false)));
        };
        let values = relaxation.values();
        let fraction = |value: f64| (value - value.round()).abs();
        let mines = |vars: &[u32]| vars.iter().map(|&v| values[v as usize]).sum::<f64>();
        let mut best: Option<(f64, Vec<u32>, i64, bool)> = None;
        let mut offer = |vars: &[u32], value: f64, is_component: bool| {
            if fraction(value) > NEAR && best.as_ref().is_none_or(|b| fraction(value) > b.0 + NEAR) {
                best = Some((fraction(value), vars.to_vec(), value.floor() as i64, is_component));
            }
        };
        self.components.iter().for_each(|vars| offer(vars, mines(vars), true));
        if best.is_none() {
            let mut offer = |var: usize, value: f64| {
                if fraction(value) > NEAR && best.as_ref().is_none_or(|b| fraction(value) > b.0 + NEAR) {
                    best = Some((fraction(value), vec![var as u32], value.floor() as i64, false));
                }
            };
            (0..self.blocks.len()).for_each(|var| offer(var, values[var]));
        }
        Ok(best.map(|(_, vars, at, is_component)| (vars, at, is_component)))
    }
}

/// Adds a row with a slack: the variables together hold at most `at`, or more.
fn bound_sum(program: &mut Program, vars: &[u32], at: i64, at_most: bool) {
    let most: i64 = vars.iter().map(|&v| program.upper[v as usize]).sum();
    let (row, slack) = (program.rows.len() as u32, program.lower.len() as u32);
    let (count, room) = if at_most { (at, at) } else { (most, most - at - 1) };
    program.lower.push(0);
    program.upper.push(room);
    program.rows_of.push(vec![row]);
    vars.iter().for_each(|&v| program.rows_of[v as usize].push(row));
    program.rows.push(Row { vars: vars.iter().copied().chain([slack]).collect(), count });
}
