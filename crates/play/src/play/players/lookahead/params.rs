//! Every constant of the player: its unit, its reason, and how it was found. "Games" are Expert games, first cell safe,
//! and gains are points of the win rate, unless it says otherwise. *No record* marks a constant for which the history
//! of the project has no experiment; *structural* ones change rounding or speed, not strength.

/// Scores and values, as shares of the games won, that differ by less are equal: the order of the cells decides, not
/// rounding. Structural.
pub const TIE: f64 = 1e-12;

// Work of a move (`budget`), in quarters of a step of an enumeration. By the time of each kind relative to a node,
// which takes about 2 microseconds on an AMD EPYC, in 1,500 games with a safe first cell and 1,500 with a first cell of
// 0. Elsewhere a node may be slower: in samples of small boards without a total it takes up to 60 microseconds.

/// A node of a game tree.
pub const WORK_NODE: u64 = 64;
/// The number that a model shows at a cell: a tree begins with a table of all.
pub const WORK_SHOWN: u64 = 1;
/// A step of an enumeration, or an arrangement weighed.
pub const WORK_STEP: u64 = 4;
/// A step of a rollout, with the work between.
pub const WORK_ROLLOUT: u64 = 12;
/// The value nets at one number that a cell may show.
pub const WORK_VALUE: u64 = 448;
/// A model drawn for a sample.
pub const WORK_MODEL: u64 = 4;

// The share of each method in the budget of a move (`settings`). So large that they nearly always fit into it.

/// The recommended budget, in nodes. `results/play/lookahead` plays other budgets.
pub const BUDGET: u64 = 200_000;
/// Cells of a board from which samples and rollouts have their whole size and number; on a smaller board both are multiplied
/// by the square of its share of these cells. They take most of the time there, and the whole ones win nothing that 280,000
/// games on 8x8 boards could tell.
pub const FULL: u64 = 256;
/// Nodes of the budget per model of the exact tree: a tree seldom takes more than ten nodes per model, and it gets half
/// of the nodes left.
pub const NODES_PER_MODEL: u64 = 20;
/// Most models of the exact tree: more take gigabytes.
pub const MOST_MODELS: u64 = 1_000_000;
/// A tree that runs out of nodes leaves one part in this many of the rest to the methods after it. No record.
pub const TREE_PART: u64 = 2;
/// Models of the exact tree per model of a sample, whose pruned tree has other cells as well.
pub const MODELS_PER_SAMPLED: u64 = 2;
/// A smaller sample, in models, has too little information.
pub const LEAST_SAMPLE: u64 = 500;
/// Nodes of the budget per rollout: 128 rollouts from each cell at the recommended budget.
pub const NODES_PER_ROLLOUT: u64 = 1560;
/// Natural logarithm of the models up to which a sample decides instead of rollouts; the default of `late`. No record.
pub const LATE: u64 = 30;
/// Models of the exact tree of the player of long rollouts ([`super::TRAINING_POLICY`]). Larger trees win as much within
/// the noise and are slower.
pub const POLICY_MODELS: u64 = 60;

// Two-ply search: which cells are scored, and their score (`two_ply`).

/// Forward pruning: cells whose safety is below this share of the best are not scored. With this, [`KEEP_FLOATING`] and
/// [`KEEP_SCORE`] in place of 0.90, 0.95 and 0.955, another cell is opened in one of thirty games and wins 0.65 +- 0.11
/// more there (by rollouts): 0.024 +- 0.004 per game.
pub const KEEP_SAFETY: f64 = 0.75;
/// The same for floating cells, away from the clues.
pub const KEEP_FLOATING: f64 = 0.80;
/// Up to this many floating cells are all scored; of more, those near clues or with few unknown neighbours. No record,
/// for speed.
pub const FEW_FLOATING: usize = 30;
/// Value of opening a cell that would be half of a 50/50, in shares of the models where it would be. On 150,000 boards
/// 0.9 wins 41.10 %, 1.2 wins 41.05 %.
pub const RESOLVE: f64 = 0.9;
/// Weight of the safest cell after the click, the second safest having 1. On 100,000 boards 4 wins 41.14 %, 2 wins
/// 41.18 %, 1 wins 41.18 %.
pub const SAFEST: f64 = 2.0;
/// Factor of a score per unit of probability of certain progress: it decides between equal scores only. No record.
pub const PROGRESS: f64 = 0.001;
/// Factor of the score of a click that can show one number only, and so gives no information. No record.
pub const DEAD: f64 = 0.5;
/// Most probability of the numbers of a click that could not be counted: beyond rounding, the click is left out.
/// Structural.
pub const UNCOUNTED: f64 = 1e-6;

// Three-ply search: the guess after a click, and the click after that (`three_ply`).

/// Most cells of a position that are searched. For speed; no record.
pub const THREE_PLY_CELLS: usize = 3;
/// Forward pruning: cells whose safety is below this share of the best are skipped. For speed; no record.
pub const THREE_PLY_KEEP: f64 = 0.9;
/// Cells whose safeties differ by less count as one cell. Structural.
pub const SAME_SAFETY: f64 = 1e-12;

// Features and value nets (`features`, `ensemble`, `value_net`).

/// The least safety of which a feature is the logarithm. No record.
pub const LEAST_SAFETY: f64 = 1e-3;
/// Scaled features are clipped to this distance from the mean, in standard deviations. No record; the training clips
/// alike (`FARTHEST` in `scripts/fit-clicks.py`), so it changes with the weights only.
pub const FARTHEST: f32 = 6.0;
/// Outputs of a layer summed at once, for this many rows: the sums stay in registers, and a weight is loaded once.
/// Structural; the fastest of those tried.
pub const NET_OUTPUTS: usize = 16;
/// See [`NET_OUTPUTS`].
pub const NET_ROWS: usize = 4;

// Forward pruning by scores and values (`forward_pruning`, `second_stage`).

/// Cells of at least this share of the best score are valued by the first ensemble. Found with [`KEEP_SAFETY`].
pub const KEEP_SCORE: f64 = 0.90;
/// Natural logarithm of the models from which the first ensemble decides alone: there the third ply does not rank the
/// clicks of a position better (on held-out clicks), and half of all guesses are there.
pub const OPENING: f64 = 226.0;
/// Cells whose value is lower than the best by less, as a share of the games, go to the second ensemble. No record;
/// `results/play/changes/close-calls.md` has the gain of the stage.
pub const CLOSE: f64 = 0.010;
/// Most cells that go to the second ensemble. For speed; no record.
pub const CLOSE_CELLS: usize = 3;

// Sampled tree (`sampled_tree`).

/// Most cells searched. No record.
pub const SAMPLED_CELLS: usize = 6;
/// Forward pruning: cells whose value is lower than the best by more, as a share of the games, are skipped. Found with
/// the size of the sample.
pub const SAMPLED_NEAR: f64 = 0.035;
/// Natural logarithm of the models from which a sample has three fifths of its size ([`FEWER`]): there the value weighs
/// more, and games are longer.
pub const MANY: f64 = 15.0;
/// That share, as a fraction.
pub const FEWER: (u64, u64) = (3, 5);

/// Weight of the share of the sample that is won, the value having the rest, by the models of the sample and the
/// natural logarithm of those of the position. Its four numbers were fitted to exact values up to 800,000 models and to
/// rollouts at 4,000 positions of more: positions of e^15 and of e^30 models hardly differ.
pub fn sample_weight(sample: f64, ln_models: f64) -> f64 {
    let few = (3.0 * (-0.3 * (ln_models - 10.5)).exp()).max(1.0);
    let odds = (sample / 4000.0).sqrt() * few;
    odds / (1.0 + odds)
}

// Rollouts (`rollouts`).

/// Natural logarithm of the models from which the values alone decide: the rollout policy plays too differently there,
/// and rollouts have almost no information beyond the values.
pub const EARLY: f64 = 100.0;
/// Weight of a value, in rollouts. In 524 positions with two or three cells within 0.008 of the best value, the result
/// of long games of `lookahead` was fitted by 0.35 +- 0.06 of the mean of 64 rollouts (of 32: 0.21 +- 0.05) beside 0.67
/// +- 0.21 of the value.
pub const PRIOR: f64 = 115.0;
/// Most cells with rollouts. For speed; no record.
pub const ROLLOUT_CELLS: usize = 3;
/// Rollouts from each cell between two checks of which cells to give up. No record.
pub const ROUND: u64 = 8;
/// Most models of a rollout that is finished by best play. For speed; no record.
pub const ENDGAME: usize = 60;
/// Standard deviation of the difference of two cells in a single rollout, as a share of the games; measured, without a record of the run.
pub const SINGLE: f64 = 0.09;
/// Horizon in rollouts: a cell is given up if this many more would not gain enough, in expectation. No record.
pub const HORIZON: f64 = 32.0;
/// Least gain of a rollout, in won games: the gain of more models of a sample in the time of one rollout late in the
/// game.
pub const ENOUGH: f64 = 2e-5;
