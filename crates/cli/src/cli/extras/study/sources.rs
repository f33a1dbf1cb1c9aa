//! The studies that answer questions of the source systems: `guesses`, `growth`, `closure`, `chain-effort`, `search-tree`,
//! `merging` and `sweep-growth`.

use clap::Args;

use super::{MakeArgs, make};
use crate::cli::extras::chains::shape;
use crate::cli::{CommandResult, file_name};
use crate::grid::Grid;
use crate::process::ProgramStart;
use crate::study::chain_effort::ChainEffort;
use crate::study::closure::ClosureCost;
use crate::study::drawn_board::DrawnBoard;
use crate::study::growth::SideGrowth;
use crate::study::guesses::{GuessedGames, GuessesStudy};
use crate::study::merging::{self, Merging};
use crate::study::search_tree::{self, SearchTrees};
use crate::study::sweep_growth::SweepGrowth;

/// All players, in the order of the list.
const PLAYERS: [&str; 11] =
    ["random", "sps", "ees", "advanced", "equation", "short", "csp", "likelihood", "frontier", "pseq", "lookahead"];

/// Where players lose their games, and where exact play would open another cell
///
/// Looks at every guess with the board before it: its cause, its risk, and by the tree of all games what it wins and what the
/// best cell does. Writes guesses.jsonl.zst, report.md and pictures of the largest disagreements.
#[derive(Args)]
#[command(after_help = "Example:\n  minesat study guesses --players equation pseq --games 200 --draw pseq -o guesses")]
pub struct GuessesArgs {
    /// Players, all on the same boards
    #[arg(long, num_args = 1.., value_name = "PLAYER", default_values = PLAYERS)]
    players: Vec<String>,
    /// Players whose ten largest disagreements are drawn
    #[arg(long, num_args = 1.., value_name = "PLAYER")]
    draw: Vec<String>,
    /// Rows
    #[arg(long, default_value_t = 16)]
    rows: usize,
    /// Columns
    #[arg(long, default_value_t = 16)]
    cols: usize,
    /// Mines
    #[arg(long, default_value_t = 40)]
    mines: usize,
    /// Games of each player
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// Seed of the boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Most models of a position with an exact tree
    #[arg(long, value_name = "N", default_value_t = 500)]
    models: usize,
    #[command(flatten)]
    make: MakeArgs,
}

/// Time and memory of players against the side of the board, with exponents
///
/// Every run is a process of its own. Writes sides.jsonl, report.md and charts.
#[derive(Args)]
pub struct GrowthArgs {
    /// Players
    #[arg(long, num_args = 1.., value_name = "PLAYER", default_values = PLAYERS)]
    players: Vec<String>,
    /// Sides of the boards, ascending
    #[arg(long, num_args = 1.., value_name = "N", default_values_t = [20, 40, 80, 160])]
    sides: Vec<usize>,
    /// Games on the smallest board; larger ones have as many cells in all
    #[arg(long, value_name = "N", default_value_t = 64)]
    games: u64,
    /// Most seconds of a run
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    limit: f64,
    #[command(flatten)]
    make: MakeArgs,
}

/// What closing a knowledge base under subsets costs as it grows
///
/// Writes bases.jsonl.zst, report.md and a chart.
#[derive(Args)]
pub struct ClosureArgs {
    /// Sides of the boards
    #[arg(long, num_args = 1.., value_name = "N", default_values_t = [5, 8, 12, 16, 24, 32, 48, 64, 96])]
    sides: Vec<usize>,
    /// Positions of each side
    #[arg(long, value_name = "N", default_value_t = 100)]
    boards: u64,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    make: MakeArgs,
}

/// Whether long chains of deductions slow an engine
///
/// Effort on random positions of one size against the longest chain in them. Writes positions.jsonl.zst, report.md and a
/// chart.
#[derive(Args)]
pub struct ChainEffortArgs {
    /// Engines
    #[arg(long, num_args = 1.., value_name = "ENGINE",
        default_values = ["rules", "singleton", "backtrack:best", "backtrack:mrv,split=on", "search", "frontier"])]
    engines: Vec<String>,
    /// Shape of the boards
    #[arg(long, value_parser = shape, value_name = "ROWSxCOLS", default_value = "12x12")]
    shape: Grid,
    /// Mine densities
    #[arg(long, num_args = 1.., default_values_t = [0.1, 0.15, 0.2, 0.25])]
    densities: Vec<f64>,
    /// Positions of each density
    #[arg(long, value_name = "N", default_value_t = 200)]
    boards: u64,
    /// Seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    make: MakeArgs,
}

/// A board to draw.
#[derive(Args)]
struct DrawnArgs {
    /// File of the board
    #[arg(long, value_name = "FILE", value_parser = file_name())]
    board: String,
    /// The instance of this name in the file [default: the first]
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
}

/// The search trees of backtracking on one board, drawn
///
/// For boards of at most 12 cells next to clues. Writes trees.jsonl.zst, report.md and a picture per engine.
#[derive(Args)]
pub struct SearchTreeArgs {
    #[command(flatten)]
    board: DrawnArgs,
    /// Engines of the family backtrack
    #[arg(long, num_args = 1.., value_name = "ENGINE",
        default_values = ["backtrack:naive", "backtrack:backtrack", "backtrack:forward-checking", "backtrack:mrv",
            "backtrack:propagate", "backtrack:arc"])]
    engines: Vec<String>,
    #[command(flatten)]
    make: MakeArgs,
}

/// The partial arrangements of one board before and after each merge, drawn
///
/// For boards of at most 40 cells next to clues. Writes steps.jsonl, report.md and a picture.
#[derive(Args)]
pub struct MergingArgs {
    #[command(flatten)]
    board: DrawnArgs,
    #[command(flatten)]
    make: MakeArgs,
}

/// States and time of the frontier sweep against live cells, size and mines
///
/// Writes boards.jsonl.zst, report.md and charts.
#[derive(Args)]
pub struct SweepGrowthArgs {
    /// Lengths of lines and strips
    #[arg(long, num_args = 1.., value_name = "N", default_values_t = [50, 100, 200, 400, 800, 1600, 3200])]
    lengths: Vec<usize>,
    /// Sides of squares
    #[arg(long, num_args = 1.., value_name = "N", default_values_t = [6, 8, 10, 12, 14, 16])]
    sides: Vec<usize>,
    /// Boards of each size
    #[arg(long, value_name = "N", default_value_t = 20)]
    boards: u64,
    /// Seed of the boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    make: MakeArgs,
}

pub(super) fn guesses(args: &GuessesArgs) -> CommandResult {
    minesat_allocator::for_games();
    let GuessesArgs { players, draw, rows, cols, mines, games, seed, models, .. } = args;
    let games = GuessedGames {
        players: players.clone(),
        drawn: draw.clone(),
        grid: Grid { rows: *rows, cols: *cols },
        mines: *mines,
        games: *games,
        seed: *seed,
        models: *models,
    };
    make(GuessesStudy::new(games), &args.make)
}

pub(super) fn growth(args: &GrowthArgs) -> CommandResult {
    let GrowthArgs { players, sides, games, limit, .. } = args;
    make(SideGrowth::new(ProgramStart::own()?, players.clone(), sides.clone(), *games, *limit), &args.make)
}

pub(super) fn closure(args: &ClosureArgs) -> CommandResult {
    make(ClosureCost::new(args.sides.clone(), args.boards, args.seed), &args.make)
}

pub(super) fn chain_effort(args: &ChainEffortArgs) -> CommandResult {
    let ChainEffortArgs { engines, shape, densities, boards, seed, .. } = args;
    make(ChainEffort::new(engines.clone(), *shape, densities.clone(), *boards, *seed), &args.make)
}

pub(super) fn search_tree(args: &SearchTreeArgs) -> CommandResult {
    let board = DrawnBoard::read(args.board.board.clone(), args.board.only.clone(), search_tree::MOST_CELLS);
    make(SearchTrees::new(board, args.engines.clone()), &args.make)
}

pub(super) fn merging(args: &MergingArgs) -> CommandResult {
    let board = DrawnBoard::read(args.board.board.clone(), args.board.only.clone(), merging::MOST_CELLS);
    make(board.map(|board| Merging { board }), &args.make)
}

pub(super) fn sweep_growth(args: &SweepGrowthArgs) -> CommandResult {
    make(SweepGrowth::new(args.lengths.clone(), args.sides.clone(), args.boards, args.seed), &args.make)
}
