//! An oracle for questions with a total, by counting: which numbers of mines the chosen sums allow. Clauses have no
//! arithmetic, so a solver takes long to refute a board that needs more mines than there are.

use num_traits::Zero;

use super::oracle::{Asked, Oracle};
use crate::engine::{Control, CountCache, Engine, Limits, Stop, build};
use crate::system::{Sum, System};

/// Counts components; keeps those that an earlier question had as well.
pub(super) struct ByCounting<'a> {
    system: &'a System,
    total: i64,
    claim: Option<(u32, bool)>,
    engine: Box<dyn Engine>,
    kept: CountCache,
    questions: u64,
}

/// A board that takes more states than this is left to clauses.
const MOST_NODES: u64 = 300_000;
/// The cost of a count, in questions to a solver.
const QUESTIONS: u64 = 10;

impl<'a> ByCounting<'a> {
    /// The counting oracle, if the system has a total and can be counted quickly.
    ///
    /// # Errors
    /// The time ran out.
    pub fn new(system: &'a System, claim: Option<(u32, bool)>, control: &Control) -> Result<Option<Self>, Stop> {
        let Some(total) = system.total else { return Ok(None) };
        let engine = build("frontier").map_err(Stop::unsupported)?;
        let mut counting = ByCounting { system, total, claim, engine, kept: CountCache::default(), questions: 0 };
        let all: Vec<u32> = (0..system.sums.len() as u32).collect();
        let limits = Limits { nodes: Some(MOST_NODES), time: control.time_left(), memory: control.memory_limit() };
        match counting.ask(&all, &mut Control::new(limits)) {
            Ok(_) => Ok(Some(counting)),
            Err(Stop::Nodes | Stop::Memory) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

impl Oracle for ByCounting<'_> {
    fn sums(&self) -> usize {
        self.system.sums.len()
    }

    fn ask(&mut self, chosen: &[u32], control: &mut Control) -> Result<Asked, Stop> {
        control.check()?;
        self.questions += QUESTIONS;
        let mut sums: Vec<Sum> = chosen.iter().map(|&s| self.system.sums[s as usize].clone()).collect();
        sums.extend(self.claim.map(|(cell, mine)| Sum::new(vec![cell], i32::from(!mine))));
        let system = System { cells: self.system.cells, sums, total: None };
        let floating = system.floating() as i64;
        let tally = self.engine.count_incremental(&system, &mut self.kept, control)?.tally;
        let possible = |(index, count): (usize, &num_bigint::BigUint)| {
            let rest = self.total - (tally.offset + index) as i64;
            !count.is_zero() && (0..=floating).contains(&rest)
        };
        Ok(if tally.counts.iter().enumerate().any(possible) {
            Asked::Against(chosen.to_vec())
        } else {
            Asked::Forced(chosen.to_vec())
        })
    }

    fn work(&self) -> u64 {
        self.questions
    }
}
