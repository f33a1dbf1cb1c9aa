//! What a search makes as large, or as small, as it can.

use serde::{Deserialize, Serialize};

/// What was measured on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardEffort {
    /// Effort of the engine, or the counter that stands for it.
    pub engine: u64,
    /// Of the other engine, where there is one.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub other: Option<u64>,
    /// Width of the best tree decomposition found, where the objective asks for it.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub width: Option<u64>,
}

/// What two efforts are compared by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatioTerms {
    /// The ratio that is to be reached; None for objectives without one.
    pub factor: Option<f64>,
    /// The least that counts as effort of the other engine, at least 1: without it the largest ratios are those of boards on
    /// which neither does much.
    pub floor: u64,
}

impl RatioTerms {
    /// The engine's effort for one unit of the other's; None without another.
    pub fn ratio(&self, effort: &BoardEffort) -> Option<f64> {
        effort.other.map(|other| effort.engine as f64 / other.max(self.floor).max(1) as f64)
    }

    /// Whether the ratio is at least the factor; false without a factor.
    pub fn reached(&self, effort: &BoardEffort) -> bool {
        self.ratio(effort).zip(self.factor).is_some_and(|(ratio, factor)| ratio >= factor)
    }

    /// The logarithm of the ratio.
    fn log_ratio(&self, effort: &BoardEffort) -> f64 {
        // An effort of 0 is below that of 1, and has a logarithm.
        let engine = libm::log((effort.engine as f64).max(0.5));
        engine - libm::log(effort.other.unwrap_or(1).max(self.floor).max(1) as f64)
    }
}

/// One row of the table of objectives.
pub struct Objective {
    /// Its word on the command line.
    pub name: &'static str,
    /// In one line.
    pub summary: &'static str,
    /// What is shown of a board, as the head of a column.
    pub value: &'static str,
    /// Whether it compares two engines.
    pub compares: bool,
    /// Whether it takes a factor.
    pub has_factor: bool,
    /// Whether it needs the tree width of a board.
    pub needs_width: bool,
    /// The place of a board in the search, larger is better: logarithms of efforts, so that a difference of 0.7 is a factor of
    /// two.
    pub rank: fn(&BoardEffort, covered: u64, &RatioTerms) -> f64,
    /// The number shown.
    pub shown: fn(&BoardEffort, covered: u64, &RatioTerms) -> f64,
}

/// All objectives.
pub const OBJECTIVES: &[Objective] = &[
    Objective {
        name: "effort",
        summary: "the most effort of the engine",
        value: "effort",
        compares: false,
        has_factor: false,
        needs_width: false,
        rank: |effort, _, _| logarithm(effort.engine),
        shown: |effort, _, _| effort.engine as f64,
    },
    Objective {
        name: "ratio",
        summary: "the most effort of the engine for one unit of the other's",
        value: "ratio",
        compares: true,
        has_factor: false,
        needs_width: false,
        rank: |effort, _, terms| terms.log_ratio(effort),
        shown: |effort, _, terms| terms.ratio(effort).unwrap_or(0.0),
    },
    Objective {
        name: "tree-width",
        summary: "the largest width of the best tree decomposition found",
        value: "tree width",
        compares: false,
        has_factor: false,
        needs_width: true,
        // Of equal widths the one that needs more effort, by less than a width.
        rank: |effort, _, _| effort.width.unwrap_or(0) as f64 + logarithm(effort.engine) / 100.0,
        shown: |effort, _, _| effort.width.unwrap_or(0) as f64,
    },
    Objective {
        name: "smallest",
        summary: "the fewest covered cells of a board on which the engine needs FACTOR times the effort of the other",
        value: "covered",
        compares: true,
        has_factor: true,
        needs_width: false,
        // Below the factor the ratio leads there. From it on cells count, and of equal boards the larger ratio.
        rank: |effort, covered, terms| {
            if terms.reached(effort) {
                terms.log_ratio(effort) / 100.0 - covered as f64 / 2.0
            } else {
                terms.log_ratio(effort) - NEVER
            }
        },
        shown: |_, covered, _| covered as f64,
    },
];

/// More than any difference of ranks among boards that reach a factor.
const NEVER: f64 = 1e12;

/// The objective of a name.
pub fn objective(name: &str) -> Option<&'static Objective> {
    OBJECTIVES.iter().find(|row| row.name == name)
}

// libm's functions are the same on every machine; the system's may differ in the last bit.
fn logarithm(effort: u64) -> f64 {
    libm::log1p(effort as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(name: &str, (engine, other): (u64, u64), covered: u64) -> f64 {
        let effort = BoardEffort { engine, other: Some(other), width: Some(covered) };
        (objective(name).unwrap().rank)(&effort, covered, &RatioTerms { factor: Some(100.0), floor: 1 })
    }

    #[test]
    fn ranks_order_boards_as_the_summaries_say() {
        assert!(rank("effort", (1, 0), 9) > rank("effort", (0, 0), 9));
        assert!((rank("effort", (1999, 0), 9) - rank("effort", (999, 0), 9) - std::f64::consts::LN_2).abs() < 1e-9);
        assert!(rank("ratio", (10, 2), 9) > rank("ratio", (100, 21), 9));
        assert!(rank("ratio", (1, 0), 9) > rank("ratio", (0, 0), 9));
        assert!(rank("tree-width", (0, 0), 6) > rank("tree-width", (1 << 40, 0), 5));
        // Below the factor the ratio counts, whatever the size; from it on the size.
        assert!(rank("smallest", (99, 1), 90) > rank("smallest", (98, 1), 3));
        assert!(rank("smallest", (100, 1), 90) > rank("smallest", (99, 1), 3));
        assert!(rank("smallest", (100, 0), 89) > rank("smallest", (1 << 40, 1), 90));
        assert!(rank("smallest", (300, 1), 90) > rank("smallest", (200, 1), 90));
    }

    #[test]
    fn little_effort_of_the_other_counts_as_the_floor() {
        let effort = BoardEffort { engine: 500, other: Some(3), width: None };
        let ratio = |floor| RatioTerms { factor: Some(50.0), floor }.ratio(&effort);
        assert_eq!([ratio(0), ratio(1), ratio(3), ratio(10)], [3, 3, 3, 10].map(|n| Some(500.0 / f64::from(n))));
        let reached = |floor| RatioTerms { factor: Some(50.0), floor }.reached(&effort);
        assert_eq!([reached(1), reached(10), reached(11)], [true, true, false]);
        assert!(!RatioTerms { factor: None, floor: 1 }.reached(&effort));
    }

    #[test]
    fn names_are_words_of_the_command_line() {
        for row in OBJECTIVES {
            assert!(row.name.chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{}", row.name);
            assert_eq!(objective(row.name).unwrap().summary, row.summary);
        }
    }
}
