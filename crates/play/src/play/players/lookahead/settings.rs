//! Options of `lookahead`.

use super::params;
use crate::spec::Chosen;

/// Which methods it uses before a guess, and how much of each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookaheadSettings {
    /// Most work of a move, in nodes of the exact tree; other work is weighted by its time.
    pub budget: u64,
    /// Most models for the exact tree.
    pub models: u64,
    /// Whether an isolated part of the position is played first, by the exact tree of it alone.
    pub isolated: bool,
    /// Whether the two-ply search is used.
    pub next: bool,
    /// Whether possible 50/50s are examined.
    pub risk: bool,
    /// Whether cells that show the same number whenever they are safe are left out, and clicks without information
    /// count half.
    pub dead: bool,
    /// Whether a cell gives way to a safer one that is certain whenever the cell is safe: one guess in 450 (by rollouts,
    /// `results/play/changes/dominated-cells.md`).
    pub dominated: bool,
    /// Whether values by the ensembles decide between cells of nearly the best score.
    pub fit: bool,
    /// Whether the second ensemble decides between cells of nearly the best value.
    pub close: bool,
    /// Late in the game, models of the sampled tree, if at most 128 cells are unknown; 0 for none.
    pub sample: u64,
    /// In the middle of the game, most rollouts from each of the best cells; 0 for none.
    pub games: u64,
    /// Late is where the natural logarithm of the number of models is at most this.
    pub late: u64,
}

/// The recommended settings of the standard boards from 16x16 on; see [`LookaheadSettings::recommended`].
pub const RECOMMENDED: LookaheadSettings = LookaheadSettings::recommended(params::FULL as usize);

/// The policy of long rollouts, by which the ensembles are trained: scores alone.
pub const TRAINING_POLICY: LookaheadSettings =
    LookaheadSettings { models: params::POLICY_MODELS, fit: false, sample: 0, games: 0, ..RECOMMENDED };

impl LookaheadSettings {
    /// The recommended settings for a board of this many cells.
    pub const fn recommended(cells: usize) -> LookaheadSettings {
        LookaheadSettings::within(params::BUDGET).on_board(cells)
    }

    /// The same with samples and rollouts as a board of this many cells is worth.
    const fn on_board(self, cells: usize) -> LookaheadSettings {
        let cells = cells as u64;
        if cells >= params::FULL {
            return self;
        }
        let (share, of) = (cells * cells, params::FULL * params::FULL);
        let sample = self.sample * share / of;
        let sample = if sample < params::LEAST_SAMPLE { 0 } else { sample };
        LookaheadSettings { sample, games: self.games * share / of, ..self }
    }

    /// Every method, each as large as nearly always fits into this many nodes per move.
    pub const fn within(budget: u64) -> LookaheadSettings {
        let fit = budget / params::NODES_PER_MODEL;
        let models = if fit < params::MOST_MODELS { fit } else { params::MOST_MODELS };
        let sample = models / params::MODELS_PER_SAMPLED;
        LookaheadSettings {
            budget,
            models,
            isolated: true,
            next: true,
            risk: true,
            dead: true,
            dominated: true,
            fit: true,
            close: true,
            sample: if sample < params::LEAST_SAMPLE { 0 } else { sample },
            games: budget / params::NODES_PER_ROLLOUT,
            late: params::LATE,
        }
    }

    /// Those of the options, for a board of this many cells.
    pub(super) fn chosen(chosen: &Chosen, cells: usize) -> LookaheadSettings {
        let within = LookaheadSettings::within(chosen.number("budget")).on_board(cells);
        LookaheadSettings {
            models: chosen.number_or("models", within.models),
            isolated: chosen.is_on("isolated"),
            next: chosen.is_on("next"),
            risk: chosen.is_on("risk"),
            dead: chosen.is_on("dead"),
            dominated: chosen.is_on("dominated"),
            fit: chosen.is_on("fit"),
            close: chosen.is_on("close"),
            sample: chosen.number_or("sample", within.sample),
            games: chosen.number_or("games", within.games),
            late: chosen.number("late"),
            ..within
        }
    }
}

/// The defaults for the budget and the board.
pub(super) const AUTO: &str = "auto";
