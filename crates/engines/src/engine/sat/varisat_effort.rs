//! Counts the clauses that varisat learns from its proof stream: its public interface has no counter, and the stream has one
//! step for each of them.
//!
//! The stream is a sequence of numbers, one to nine low zero bits in front of a one giving their length (the encoding of
//! `varisat-internal-proof` 0.2): the code of a step, then its fields. Only codes and lengths are decoded.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::engine::{Counter, live};

/// What follows the code of a step, by code: how many numbers, or lists of numbers.
#[derive(Clone, Copy)]
enum Fields {
    Numbers(u64),
    /// Lists with their lengths in front; pairs count as two numbers.
    Lists {
        lists: u32,
        width: u64,
    },
}

/// A derived clause: literals, and the hashes of the clauses that it follows from.
const DERIVED: [u64; 2] = [7, 8];
const DELETIONS: std::ops::RangeInclusive<u64> = 10..=12;

fn fields(code: u64) -> Fields {
    match code {
        0 | 2 => Fields::Numbers(2),
        1 | 3..=6 | 13 => Fields::Numbers(1),
        7 | 8 | 17 => Fields::Lists { lists: 2, width: 1 },
        9 => Fields::Lists { lists: 1, width: 2 },
        10..=12 | 14..=16 => Fields::Lists { lists: 1, width: 1 },
        // The end of a proof.
        _ => Fields::Numbers(0),
    }
}

/// What the next number is.
#[derive(Clone, Copy)]
enum Next {
    Code,
    /// The length of a list, and the lists behind it.
    Length {
        lists: u32,
        width: u64,
    },
    /// One of `left` numbers, and the lists behind them.
    Number {
        left: u64,
        lists: u32,
        width: u64,
    },
}

/// A writer of proofs that counts.
pub struct LearnedClauses {
    learned: Arc<AtomicU64>,
    next: Next,
    number: [u8; 10],
    filled: usize,
    code: u64,
    /// Length of the last list.
    last_length: u64,
    /// A clause that may be one that got shorter: the step after it says so.
    pending: bool,
}

impl LearnedClauses {
    /// A writer, and the number of clauses that it has seen learned.
    pub fn new() -> (LearnedClauses, Arc<AtomicU64>) {
        let learned = Arc::new(AtomicU64::new(0));
        let writer = LearnedClauses {
            learned: Arc::clone(&learned),
            next: Next::Code,
            number: [0; 10],
            filled: 0,
            code: 0,
            last_length: 0,
            pending: false,
        };
        (writer, learned)
    }

    /// Bytes of the number that begins with these; None if that takes one more.
    fn length(&self) -> Option<usize> {
        match (self.number[0], self.filled) {
            (0, 1) => None,
            (0, _) => Some(9 + self.number[1].trailing_zeros() as usize),
            (first, _) => Some(1 + first.trailing_zeros() as usize),
        }
    }

    fn value(&self, length: usize) -> u64 {
        let mut bytes = [0; 16];
        bytes[..length].copy_from_slice(&self.number[..length]);
        (u128::from_le_bytes(bytes) >> length) as u64
    }

    fn count(&mut self) {
        self.learned.fetch_add(1, Relaxed);
        live::count(Counter::Learned);
    }

    fn take(&mut self, value: u64) {
        self.next = match self.next {
            Next::Code => self.begin(value),
            Next::Length { lists, width } => {
                self.last_length = value;
                self.after(value * width, lists, width)
            }
            Next::Number { left, lists, width } => self.after(left - 1, lists, width),
        };
    }

    fn begin(&mut self, code: u64) -> Next {
        if std::mem::take(&mut self.pending) && !DELETIONS.contains(&code) {
            self.count();
        }
        self.code = code;
        match fields(code) {
            Fields::Numbers(numbers) => self.after(numbers, 0, 1),
            Fields::Lists { lists, width } => Next::Length { lists: lists - 1, width },
        }
    }

    /// What comes behind the code or a number: numbers, lists, or the next step.
    fn after(&mut self, numbers: u64, lists: u32, width: u64) -> Next {
        match (numbers, lists) {
            (1.., _) => Next::Number { left: numbers, lists, width },
            (0, 1..) => Next::Length { lists: lists - 1, width },
            (0, 0) => {
                // A clause that follows from a single one, which is deleted right away, is that clause made shorter by new
                // units; every other derived clause was learned from a conflict.
                match DERIVED.contains(&self.code) {
                    true if self.last_length == 1 => self.pending = true,
                    true => self.count(),
                    false => {}
                }
                Next::Code
            }
        }
    }
}

impl Write for LearnedClauses {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            if self.filled < self.number.len() {
                self.number[self.filled] = byte;
                self.filled += 1;
            }
            if let Some(length) = self.length().filter(|&length| self.filled >= length.min(10)) {
                self.filled = 0;
                let value = self.value(length.min(10));
                self.take(value);
            }
        }
        Ok(bytes.len())
    }

    /// The stream is complete up to a call's end.
    fn flush(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.pending) {
            self.count();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use varisat::{ExtendFormula, Lit, ProofFormat, Solver, Var};
    use varisat_internal_proof::ProofStep;
    use varisat_internal_proof::binary_format::Parser;

    use crate::rng::Rng;

    /// Learned and shortened clauses of a proof, read by varisat's own parser.
    fn read(mut proof: &[u8]) -> (u64, u64) {
        let (mut learned, mut shortened, mut parser) = (0, 0, Parser::default());
        let mut last: Option<(Vec<Lit>, usize)> = None;
        loop {
            let step = parser.parse_step(&mut proof).unwrap();
            if let Some((before, hashes)) = last.take() {
                match &step {
                    ProofStep::DeleteClause { clause, .. } if hashes == 1 => {
                        assert!(before.len() < clause.len() && before.iter().all(|lit| clause.contains(lit)));
                        shortened += 1;
                    }
                    _ => learned += 1,
                }
            }
            match step {
                ProofStep::AtClause { clause, propagation_hashes, .. } => {
                    last = Some((clause.to_vec(), propagation_hashes.len()));
                }
                ProofStep::End => return (learned, shortened),
                _ => {}
            }
        }
    }

    /// A random 3-SAT formula near the threshold.
    fn formula(rng: &mut Rng, variables: usize) -> Vec<Vec<Lit>> {
        let clause = |rng: &mut Rng| {
            let chosen = rng.sample(variables, 3);
            chosen.into_iter().map(|v| Lit::from_var(Var::from_index(v), rng.chance(0.5))).collect()
        };
        (0..variables * 43 / 10).map(|_| clause(rng)).collect()
    }

    #[test]
    fn as_many_clauses_are_counted_as_the_proof_has() {
        let mut rng = Rng::new(5);
        let (mut most, mut all_shortened) = (0, 0);
        for _ in 0..20 {
            let clauses = formula(&mut rng, 80);
            let (mut writer, learned) = LearnedClauses::new();
            let mut bytes = Vec::new();
            {
                let mut solver = Solver::new();
                solver.write_proof(&mut bytes, ProofFormat::Varisat);
                clauses.iter().for_each(|clause| solver.add_clause(clause));
                solver.solve().unwrap();
                solver.close_proof().unwrap();
            }
            // In pieces that cut numbers.
            bytes.chunks(7).for_each(|piece| writer.write_all(piece).unwrap());
            writer.flush().unwrap();
            let (right, shortened) = read(&bytes);
            let found = learned.load(Relaxed);
            assert_eq!(found, right);
            all_shortened += shortened;
            most = most.max(found);
        }
        assert!(most > 100 && all_shortened > 10, "{most} {all_shortened}");
    }
}
