//! What every engine is: the trait, its answers, its limits and statistics; and two engines that need nothing more,
//! `brute`, which defines the right answer, and `rules`.

pub mod brute;
mod control;
pub mod family;
mod kept;
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
pub use family::{EngineOption, Family, OptionValues, Preset};
pub use kept::Kept;
pub use prior::{Prior, Seen, Weighed};
pub use stats::{Counter, Stats};
pub use survey::{Survey, Wanted};
pub use visit::Visit;

/// What is known of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Mined in no model.
    Safe,
    /// Mined in every model.
    Mine,
    /// Mined in some models and not in others.
    Open,
    /// The method cannot tell.
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

    /// The verdict of a cell that can or cannot be a mine and safe, in a consistent system.
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
    /// A model: true = mine, one entry a cell.
    Model(Vec<bool>),
    Inconsistent,
    /// An incomplete method found neither.
    Unknown,
}

/// Answer to "what is certain?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Classes {
    /// One verdict a cell. An incomplete method says this also where it merely found no
    /// contradiction.
    Cells(Vec<Verdict>),
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

/// A method. Engines hold options, never state of a run: that is in [`Control`]. What an engine
/// cannot do is [`Stop::Unsupported`], not a panic.
pub trait Engine: Send + Sync {
    /// True if its answers are never `unknown`.
    fn is_complete(&self) -> bool;

    /// True if [`Control::node`] is called once a node.
    fn counts_nodes(&self) -> bool;

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

    /// The number of models alone, which is what general model counters are asked.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn models(&self, system: &System, control: &mut Control) -> Result<BigUint, Stop> {
        Ok(self.count(system, control)?.models)
    }

    /// Certificates for what [`Engine::classify`] said, as many as this engine's own method finds, in an order in which
    /// each may use those before. `None`: the method leaves nothing to certify with, so any other may be used.
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

    /// [`Engine::count`], where parts that a count before had as well are not counted again, if the
    /// engine can keep them: "and if this cell were a 3?". One `Kept` serves one engine.
    ///
    /// # Errors
    /// As [`Engine::count`].
    fn count_again(&self, system: &System, kept: &mut Kept, control: &mut Control) -> Result<Count, Stop> {
        let _ = kept;
        self.count(system, control)
    }

    /// Counts what is wanted, with chances instead of exact numbers per cell: for systems where
    /// those would be too large to make.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this.
    fn survey(&self, system: &System, wanted: Wanted, control: &mut Control) -> Result<Survey, Stop> {
        Ok(Survey::from_count(&self.count(system, control)?, wanted))
    }

    /// Chances where models are weighed by a prior over the density, and `seen` is known outside of the system. A total
    /// would leave nothing to a prior, so there is none.
    ///
    /// # Errors
    /// A limit ran out, or the engine cannot do this, or the system has a total.
    fn weigh(&self, system: &System, prior: Prior, seen: Seen, control: &mut Control) -> Result<Weighed, Stop> {
        let _ = (system, prior, seen, control);
        Err(Stop::unsupported("this engine does not weigh models by a density"))
    }

    /// Finds models by rank, one after the other: `next` names a rank when given the number of models, and ends with
    /// None; `take` gets the rank and its model. Ranks beyond give no model. Models stand in a fixed order. Neither is
    /// called where there is no model.
    ///
    /// # Errors
    /// A limit ran out, `take` says stop, or the engine cannot do this.
    fn pick(
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
