//! The engine trait, its answers, limits and statistics; and the two engines without further dependencies: `brute`,
//! whose answers define correctness, and `rules`.

pub mod brute;
mod control;
mod family;
mod kept;
pub mod live;
pub mod partial;
mod prior;
pub mod rules;
mod stats;
mod survey;
mod visit;

use num_bigint::BigUint;
use num_traits::Zero;

use crate::certify::Certificate;
use crate::system::{Count, System};

pub use control::{Control, Limits, Stop, check_thread, within_time};
pub use family::EngineFamily;
pub use kept::CountCache;
pub use prior::{KnownCells, Prior, PriorError, Weighed};
pub use stats::{Counter, MOST_COUNTED, Stats};
pub use survey::{MarginalOutputs, Marginals};
pub use visit::Visit;

/// What is known about one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Mined in no model.
    Safe,
    /// Mined in every model.
    Mine,
    /// Mined in some models and not in others.
    Open,
    /// The method does not decide the cell.
    Unknown,
}

impl Verdict {
    /// The letter in `classes` rows.
    pub fn letter(self) -> char {
        match self {
            Verdict::Safe => 's',
            Verdict::Mine => 'm',
            Verdict::Open => 'o',
            Verdict::Unknown => 'u',
        }
    }

    /// True for `safe` and `mine`.
    pub fn is_certain(self) -> bool {
        matches!(self, Verdict::Safe | Verdict::Mine)
    }

    /// The verdict of a cell in a consistent system, from whether it can be a mine and whether it can be safe.
    pub fn of(can_be_safe: bool, can_be_mine: bool) -> Verdict {
        match (can_be_safe, can_be_mine) {
            (true, false) => Verdict::Safe,
            (false, true) => Verdict::Mine,
            _ => Verdict::Open,
        }
    }
}

/// Answer to "is there a model?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A model: true = mine, one entry per cell.
    Model(Vec<bool>),
    /// There is no model; proved.
    Inconsistent,
    /// Neither found by an incomplete method.
    Unknown,
}

/// Answer to "what is certain?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Classes {
    /// One verdict per cell. From an incomplete method it means only that no contradiction was found.
    Cells(Vec<Verdict>),
    /// There is no model; proved.
    Inconsistent,
}

impl Classes {
    /// The verdicts that a count implies.
    pub fn from_count(count: &Count) -> Classes {
        if count.models.is_zero() {
            return Classes::Inconsistent;
        }
        let by_value: Vec<Verdict> =
            (count.cells.values.iter()).map(|mined| Verdict::of(*mined != count.models, !mined.is_zero())).collect();
        Classes::Cells(count.cells.index.iter().map(|&i| by_value[i as usize]).collect())
    }
}

/// A method. An engine holds options and no state of a run: that is in [`Control`]. Queries that an engine does not
/// support return [`Stop::Unsupported`] and never panic.
pub trait Engine: Send + Sync {
    /// True if it never answers `unknown`.
    fn is_complete(&self) -> bool;

    /// Its row in the table of engines, with the facts that hold whatever the options.
    fn family(&self) -> &'static EngineFamily;

    /// Looks for one model.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop>;

    /// Classifies every cell.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop>;

    /// Counts models: in all, by mines on the frontier, per cell.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop>;

    /// The number of models alone, the query of general model counters.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        Ok(self.count(system, control)?.models)
    }

    /// Certificates for the answer of [`Engine::classify`], as many as this engine's own method finds, in an order in
    /// which each may use those before. `None`: the method leaves nothing to certify with, so any other may be used.
    ///
    /// # Errors
    /// A limit ran out.
    fn certify(
        &self,
        system: &System,
        classes: &Classes,
        control: &mut Control,
    ) -> Result<Option<Vec<Certificate>>, Stop> {
        let _ = (system, classes, control);
        Ok(None)
    }

    /// [`Engine::count`] for series of similar systems ("and if this cell were a 3?"): engines that support it do not
    /// recount parts of an earlier count. One `Kept` serves one engine.
    ///
    /// # Errors
    /// As [`Engine::count`].
    fn count_incremental(&self, system: &System, kept: &mut CountCache, control: &mut Control) -> Result<Count, Stop> {
        let _ = kept;
        self.count(system, control)
    }

    /// Counts the `wanted` numbers, with chances instead of exact numbers per cell: for systems whose exact numbers
    /// would be too large.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn survey(&self, system: &System, wanted: MarginalOutputs, control: &mut Control) -> Result<Marginals, Stop> {
        Ok(Marginals::from_count(&self.count(system, control)?, wanted))
    }

    /// Chances of models weighted by a prior over the density; `seen` are known cells outside the system. The system
    /// has no total, as a total would make the prior irrelevant.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this, or the system has a total.
    fn weigh(&self, system: &System, prior: Prior, seen: KnownCells, control: &mut Control) -> Result<Weighed, Stop> {
        let _ = (system, prior, seen, control);
        Err(Stop::unsupported("this engine does not weigh models by a density"))
    }

    /// Finds models by rank, one after the other, in a fixed order of the models. `next` gets the number of models and
    /// names a rank, or ends with None; `take` gets the rank and its model. A rank beyond the last gives no model.
    /// Neither is called where there is no model.
    ///
    /// # Errors
    /// A limit ran out, `take` stops, or the engine cannot do this.
    fn models_at_ranks(
        &self,
        system: &System,
        next: &mut dyn FnMut(&BigUint) -> Option<BigUint>,
        take: &mut dyn FnMut(BigUint, Vec<bool>) -> Result<(), Stop>,
        control: &mut Control,
    ) -> Result<(), Stop> {
        let _ = (system, next, take, control);
        Err(Stop::unsupported("this engine does not find models by rank"))
    }
}
