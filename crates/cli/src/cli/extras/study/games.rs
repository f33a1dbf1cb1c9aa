//! `minesat study settings`, `deviations`, `dead-ends` and `endgames`: Expert games of `lookahead`.

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::{MakeArgs, make};
use crate::cli::{CliError, CommandResult};
use crate::study::dead_ends::DeadEnds;
use crate::study::deviations::Deviations;
use crate::study::endgames::Endgames;
use crate::study::expert::{ExpertGames, FIRST_CELLS};
use crate::study::settings::TwoSettings;

/// What one setting of `lookahead` wins more than another
///
/// Judged by games played on where the two open different cells, which tells them apart with far fewer games than games won
/// and lost. Writes guesses.jsonl.zst and report.md.
#[derive(Args)]
#[command(
    after_help = "Example:\n  minesat study settings lookahead lookahead:close=off --games 6000 --models 30 -o close"
)]
pub struct SettingsArgs {
    /// The player whose games they are
    first: String,
    /// The player it is compared with
    second: String,
    /// Models in which both cells are opened
    #[arg(long, value_name = "N", default_value_t = 60)]
    models: u64,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 2000)]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 29)]
    seed: u64,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    make: MakeArgs,
}

/// What other cells than the one that `lookahead` values most would be worth
///
/// Each of the best cells is opened first in the same models, and the player plays on. Half of the models choose, half
/// judge. Writes decisions.jsonl.zst and report.md.
#[derive(Args)]
pub struct DeviationsArgs {
    /// Models in which each cell is opened, an even number
    #[arg(long, value_name = "N", default_value_t = 2000)]
    models: u64,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 600)]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 107)]
    seed: u64,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    make: MakeArgs,
}

/// Where Expert games come down to guesses about which no click gives information, by their shapes
///
/// Writes parts.jsonl.zst and report.md.
#[derive(Args)]
pub struct DeadEndsArgs {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 109)]
    seed: u64,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    make: MakeArgs,
}

/// What is lost late in Expert games by cells that are not the best
///
/// The tree of all games gives the share of models that each cell wins. Writes positions.jsonl.zst and report.md.
#[derive(Args)]
pub struct EndgamesArgs {
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 4000)]
    games: u64,
    /// Seed of the games
    #[arg(long, default_value_t = 108)]
    seed: u64,
    #[command(flatten)]
    start: StartArgs,
    #[command(flatten)]
    make: MakeArgs,
}

/// The first cell of every game.
#[derive(Args)]
struct StartArgs {
    /// What the first cell is: at (0,0) and safe, or at (3,3) and a 0
    #[arg(long, default_value = FIRST_CELLS[0].0, value_parser = PossibleValuesParser::new(FIRST_CELLS.map(|cell| cell.0)))]
    start: String,
}

impl StartArgs {
    /// The first games of a seed.
    fn games(&self, count: u64, seed: u64) -> Result<ExpertGames, CliError> {
        minesat_allocator::for_games();
        ExpertGames::new(count, seed, &self.start).map_err(|e| CliError::usage(e.to_string()))
    }
}

pub(super) fn settings(args: &SettingsArgs) -> CommandResult {
    let names = [args.first.clone(), args.second.clone()];
    make(TwoSettings::new(names, args.start.games(args.games, args.seed)?, args.models), &args.make)
}

pub(super) fn deviations(args: &DeviationsArgs) -> CommandResult {
    make(Deviations::new(args.start.games(args.games, args.seed)?, args.models), &args.make)
}

pub(super) fn dead_ends(args: &DeadEndsArgs) -> CommandResult {
    let games = args.start.games(args.games, args.seed)?;
    make(Ok::<_, CliError>(DeadEnds { games }), &args.make)
}

pub(super) fn endgames(args: &EndgamesArgs) -> CommandResult {
    let games = args.start.games(args.games, args.seed)?;
    make(Ok::<_, CliError>(Endgames { games }), &args.make)
}
