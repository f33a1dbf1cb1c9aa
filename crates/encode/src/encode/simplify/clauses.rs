//! The clauses under way, with the clauses of each variable; units and subsumption.

use std::collections::VecDeque;

use minesat_core::engine::{Control, Stop};

/// Value of a variable, if units fix it.
pub(super) type Value = Option<bool>;

/// A clause; empty once it is dropped.
#[derive(Debug, Default)]
struct Clause {
    /// Literals ([`super::code`]) in ascending order.
    lits: Vec<u32>,
    /// One bit per variable modulo 64: a clause whose bits are not all in another's does not subsume it.
    signature: u64,
}

/// How one clause relates to another.
enum Relation {
    None,
    /// Implied: all literals of the first are in the second.
    Subsumed,
    /// The same but for this literal of the second, whose complement is in the first: it may be left out.
    Strengthened(u32),
}

/// A formula that is being simplified.
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    /// Per variable clauses that have it, or had it.
    clauses_of: Vec<Vec<u32>>,
    /// Per literal the clauses that have it.
    counts: Vec<u32>,
    pub value: Vec<Value>,
    /// Clauses that may subsume others.
    queue: VecDeque<u32>,
    /// Variables whose clauses changed since the list was last emptied, some more than once.
    pub touched: Vec<u32>,
    pub is_contradiction: bool,
}

fn signature(lits: &[u32]) -> u64 {
    lits.iter().fold(0, |bits, lit| bits | 1 << (lit >> 1 & 63))
}

impl Clause {
    fn relation(&self, other: &Clause) -> Relation {
        if self.lits.len() > other.lits.len() || self.signature & !other.signature != 0 {
            return Relation::None;
        }
        let mut opposite = None;
        let mut at = other.lits.iter();
        for &lit in &self.lits {
            // Of both literals of a variable at most one is in a clause.
            match at.find(|&&there| there >> 1 >= lit >> 1) {
                Some(&there) if there == lit => {}
                Some(&there) if there == lit ^ 1 && opposite.is_none() => opposite = Some(there),
                _ => return Relation::None,
            }
        }
        opposite.map_or(Relation::Subsumed, Relation::Strengthened)
    }
}

impl Clauses {
    pub fn new(variables: usize) -> Clauses {
        Clauses {
            clauses: Vec::new(),
            clauses_of: vec![Vec::new(); variables],
            counts: vec![0; 2 * variables],
            value: vec![None; variables],
            queue: VecDeque::new(),
            touched: Vec::new(),
            is_contradiction: false,
        }
    }

    /// True if some clause has the variable.
    pub fn occurs(&self, variable: usize) -> bool {
        self.counts[2 * variable] + self.counts[2 * variable + 1] > 0
    }

    /// Number of clauses with a literal.
    pub fn count(&self, lit: u32) -> u32 {
        self.counts[lit as usize]
    }

    /// The clauses that are left.
    pub fn live(&self) -> impl Iterator<Item = &[u32]> {
        self.clauses.iter().map(|clause| &clause.lits[..]).filter(|lits| !lits.is_empty())
    }

    pub fn lits(&self, clause: u32) -> &[u32] {
        &self.clauses[clause as usize].lits
    }

    /// The clauses with a literal.
    pub fn with(&self, lit: u32) -> Vec<u32> {
        let has = |&&c: &&u32| self.clauses[c as usize].lits.binary_search(&lit).is_ok();
        self.clauses_of[(lit >> 1) as usize].iter().filter(has).copied().collect()
    }

    /// Adds a clause, its literals in any order.
    pub fn add(&mut self, mut lits: Vec<u32>) {
        lits.sort_unstable();
        lits.dedup();
        let is_true = |lit: u32| self.value[(lit >> 1) as usize].map(|value| value == (lit & 1 == 0));
        if lits.windows(2).any(|pair| pair[0] ^ 1 == pair[1]) || lits.iter().any(|&lit| is_true(lit) == Some(true)) {
            return;
        }
        lits.retain(|&lit| is_true(lit).is_none());
        if lits.len() < 2 {
            return self.unit(lits.first().copied());
        }
        let index = self.clauses.len() as u32;
        for &lit in &lits {
            self.counts[lit as usize] += 1;
            self.clauses_of[(lit >> 1) as usize].push(index);
            self.touched.push(lit >> 1);
        }
        self.clauses.push(Clause { signature: signature(&lits), lits });
        self.queue.push_back(index);
    }

    /// Drops a clause; returns its literals.
    pub fn drop(&mut self, clause: u32) -> Vec<u32> {
        let lits = std::mem::take(&mut self.clauses[clause as usize].lits);
        for &lit in &lits {
            self.counts[lit as usize] -= 1;
            self.touched.push(lit >> 1);
        }
        lits
    }

    /// A variable that is in no clause any more.
    pub fn forget(&mut self, variable: u32) {
        debug_assert!(!self.occurs(variable as usize));
        self.clauses_of[variable as usize] = Vec::new();
    }

    /// Makes a literal true, and what follows by unit propagation; None is the empty clause.
    fn unit(&mut self, lit: Option<u32>) {
        let mut units: Vec<Option<u32>> = vec![lit];
        while let Some(lit) = units.pop() {
            let Some(lit) = lit else {
                self.is_contradiction = true;
                return;
            };
            match self.value[(lit >> 1) as usize].replace(lit & 1 == 0) {
                Some(value) if value != (lit & 1 == 0) => units.push(None),
                Some(_) => {}
                None => {
                    for clause in std::mem::take(&mut self.clauses_of[(lit >> 1) as usize]) {
                        let lits = &self.clauses[clause as usize].lits;
                        if lits.binary_search(&lit).is_ok() {
                            self.drop(clause);
                        } else if lits.binary_search(&(lit ^ 1)).is_ok() {
                            units.extend(self.without(clause, lit ^ 1));
                        }
                    }
                }
            }
        }
    }

    /// Takes a literal out of a clause; the unit that is left, if one is.
    fn without(&mut self, clause: u32, lit: u32) -> Option<Option<u32>> {
        self.counts[lit as usize] -= 1;
        self.touched.push(lit >> 1);
        let Clause { lits, signature: bits } = &mut self.clauses[clause as usize];
        lits.retain(|&l| l != lit);
        *bits = signature(lits);
        match lits[..] {
            [last] => {
                self.drop(clause);
                Some(Some(last))
            }
            _ => {
                self.queue.push_back(clause);
                None
            }
        }
    }

    /// Drops clauses that others subsume and shortens those that differ from another by one sign, to a fixed point.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn subsume(&mut self, control: &mut Control) -> Result<(), Stop> {
        let mut others = Vec::new();
        while let Some(index) = self.queue.pop_front() {
            control.tick()?;
            if self.is_contradiction {
                self.queue.clear();
                return Ok(());
            }
            // Any other clause that this one subsumes has its rarest variable too.
            let lits = self.lits(index);
            let Some(rarest) = lits.iter().map(|lit| lit >> 1).min_by_key(|&v| self.clauses_of[v as usize].len())
            else {
                continue;
            };
            others.clear();
            others.extend_from_slice(&self.clauses_of[rarest as usize]);
            for &other in others.iter().filter(|&&other| other != index) {
                let (clause, there) = (&self.clauses[index as usize], &self.clauses[other as usize]);
                if clause.lits.is_empty() {
                    break;
                }
                match clause.relation(there) {
                    Relation::None => {}
                    Relation::Subsumed => drop(self.drop(other)),
                    Relation::Strengthened(lit) => {
                        if let Some(unit) = self.without(other, lit) {
                            self.unit(unit);
                        }
                    }
                }
            }
            let clauses = &self.clauses;
            let has = |c: &u32| clauses[*c as usize].lits.iter().any(|lit| lit >> 1 == rarest);
            self.clauses_of[rarest as usize].retain(has);
        }
        Ok(())
    }
}
