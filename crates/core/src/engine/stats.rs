//! Statistics of a run. A counter that an engine cannot observe is absent, never zero.

use serde::ser::{Serialize, SerializeMap, Serializer};

/// Largest value of a counter: above every count of a real run; predictions that are larger are shown as this.
pub const MOST_COUNTED: u64 = 1 << 50;

macro_rules! counters {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// One kind of effort. [`Counter::ALL`] lists all of them with their meanings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Counter { $(#[doc = $meaning] $variant,)* }

        impl Counter {
            /// Every counter, in the order of reports.
            pub const ALL: &'static [Counter] = &[$(Counter::$variant,)*];

            /// Its name in answers and records.
            pub fn name(self) -> &'static str {
                match self { $(Counter::$variant => $name,)* }
            }

            /// What it counts.
            pub fn meaning(self) -> &'static str {
                match self { $(Counter::$variant => $meaning,)* }
            }
        }
    };
}

counters! {
    Nodes "nodes" "backtracking and search: assignments tried (the root is not one); frontier and likelihood: states expanded; incremental: steps of enumerations; ILP: branch-and-bound nodes; LP: relaxations solved; singleton: assumptions made, or sets of sums looked at";
    Models "models_found" "models enumerated one by one";
    Variables "variables" "variables handed to the solver, auxiliary ones included";
    Clauses "clauses" "clauses handed to the solver";
    SatCalls "sat_calls" "calls of the SAT solver";
    SatAnswers "sat_answers" "calls answered satisfiable";
    UnsatAnswers "unsat_answers" "calls answered unsatisfiable";
    Conflicts "conflicts" "conflicts of the SAT solver, where its interface or its output shows them";
    Learned "learned" "clauses that varisat learned, one per conflict; it shows no counter, so measurements count them from its proof stream, which takes it 8 to 17 % more time";
    Decisions "decisions" "decisions of the SAT solver, where its interface or its output shows them";
    Propagations "propagations" "propagations of the SAT solver, where its interface or its output shows them";
    LpSolves "lp_solves" "linear programs solved";
    Resolves "resolves" "those that continue from an earlier solution, with one constraint more";
    Pivots "pivots" "simplex iterations, where the solver shows them";
    Certified "certified" "bounds proved by an exact check of their multipliers";
    Uncertified "uncertified" "bounds proposed in floating point that the exact check did not confirm";
    VerdictsCertified "verdicts_certified" "verdicts with a certificate that passed its check (solve --certify)";
    VerdictsUncertified "verdicts_uncertified" "verdicts without a certificate, given as unknown (solve --certify)";
    Deductions "deductions" "cells decided by deduction rules";
    Steps "steps" "rule applications that decided a cell or made a new sum";
    Compared "compared" "subset closure: pairs of sums with a cell in common that were compared";
    KnowledgeBase "knowledge_base" "subset closure: sums at the end, given and derived";
    Components "components" "connected components of the system";
    LargestComponent "largest_component" "cells of the largest component";
    Blocks "blocks" "blocks of twin cells";
    Forced "forced" "cells decided by reduction before the search";
    Instantiated "instantiated" "cells that arc consistency instantiated during the search; they are not nodes";
    Width "width" "largest number of live cells (arrangements) or open sums (residuals) of the sweep";
    PeakStates "peak_states" "largest number of states held at once";
    CacheHits "cache_hits" "components found in the cache of the search";
    CircuitNodes "circuit_nodes" "nodes of the circuit that the search built";
    Pairs "pairs" "pairs of states that the merges of a tree decomposition tried";
    PredictedPairs "predicted_pairs" "their predicted number, from the ranges of the sums' remaining counts";
    Reused "reused_components" "components reused from an earlier count";
    TableBytes "table_bytes" "largest size of the engine's own tables in bytes, as declared by the engine";
}

/// Counters of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    values: [Option<u64>; Counter::ALL.len()],
}

impl Default for Stats {
    fn default() -> Self {
        Stats { values: [None; Counter::ALL.len()] }
    }
}

impl Stats {
    /// The value, if the engine observes this counter.
    pub fn get(&self, counter: Counter) -> Option<u64> {
        self.values[counter as usize].map(|value| value.min(MOST_COUNTED))
    }

    /// Sets a counter.
    pub fn set(&mut self, counter: Counter, value: u64) {
        self.values[counter as usize] = Some(value);
    }

    /// Adds to a counter and marks it as observed (add 0 to show it).
    pub fn add(&mut self, counter: Counter, value: u64) {
        let slot = self.values[counter as usize].get_or_insert(0);
        *slot = slot.saturating_add(value);
    }

    /// Keeps the largest value.
    pub fn max(&mut self, counter: Counter, value: u64) {
        let slot = self.values[counter as usize].get_or_insert(value);
        *slot = (*slot).max(value);
    }

    /// Adds those of a part of the run; of what is a largest value the larger one is kept.
    pub fn absorb(&mut self, part: &Stats) {
        for (counter, value) in Counter::ALL.iter().filter_map(|&c| Some((c, part.values[c as usize]?))) {
            match counter {
                Counter::LargestComponent
                | Counter::KnowledgeBase
                | Counter::Width
                | Counter::PeakStates
                | Counter::TableBytes => self.max(counter, value),
                _ => self.add(counter, value),
            }
        }
    }

    /// Observed counters with their values.
    pub fn iter(&self) -> impl Iterator<Item = (Counter, u64)> + '_ {
        Counter::ALL.iter().filter_map(|&c| self.get(c).map(|v| (c, v)))
    }
}

impl Serialize for Stats {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (counter, value) in self.iter() {
            map.serialize_entry(counter.name(), &value)?;
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_end_at_the_largest_value() {
        let mut stats = Stats::default();
        for _ in 0..3 {
            stats.add(Counter::PredictedPairs, u64::MAX / 2);
        }
        stats.add(Counter::Nodes, MOST_COUNTED);
        assert_eq!(
            (stats.get(Counter::PredictedPairs), stats.get(Counter::Nodes)),
            (Some(MOST_COUNTED), Some(MOST_COUNTED))
        );
        assert_eq!(stats.get(Counter::Models), None);
    }
}
