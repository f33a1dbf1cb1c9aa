//! An engine family: a row of the table of engines.

use super::{Counter, Engine, Stats};
use crate::spec::{Chosen, OptionRow, Preset, SpecRow};

/// One row of the table of engines. Its facts hold for every choice of options, except where they depend on it.
pub struct EngineFamily {
    /// First word of a specification, before `:`.
    pub name: &'static str,
    /// The method in one line, for the list of engines.
    pub summary: &'static str,
    /// In the order of the list of engines.
    pub options: &'static [OptionRow],
    /// May be empty: the defaults of all options need no preset.
    pub presets: &'static [Preset],
    /// Counters that measure its effort, with their units in the plural: the first that a run observes is the effort of the
    /// run. Engines of a family that lists [`Counter::Nodes`] call [`Control::node`](super::Control::node) once per node.
    pub effort: &'static [(Counter, &'static str)],
    /// Whether its engines look at their [`Control`](super::Control) all the time. Others make calls that end only by
    /// themselves; killing their process is the sole way to stop those.
    pub interruptible: bool,
    /// Whether the engine with these options starts a program of others.
    pub starts_program: fn(&Chosen) -> bool,
    /// Makes the engine from checked values; cannot fail.
    pub build: fn(&Chosen) -> Box<dyn Engine>,
}

impl EngineFamily {
    /// Whether its engines count nodes.
    pub fn counts_nodes(&self) -> bool {
        self.effort.iter().any(|(counter, _)| *counter == Counter::Nodes)
    }

    /// The effort of a run, and its unit.
    pub fn effort_of(&self, stats: &Stats) -> Option<(u64, &'static str)> {
        self.effort.iter().find_map(|&(counter, unit)| Some((stats.get(counter)?, unit)))
    }
}

impl SpecRow for EngineFamily {
    const NOUN: &'static str = "engine";

    fn name(&self) -> &'static str {
        self.name
    }

    fn options(&self) -> &'static [OptionRow] {
        self.options
    }

    fn presets(&self) -> &'static [Preset] {
        self.presets
    }
}
