//! `minesat play --animate`: one game as an animated picture.

use std::path::Path;

use crate::cli::CliError;
use crate::grid::Grid;
use crate::play::trace::TracedGame;

/// Checks before anything is played that there will be a picture.
///
/// # Errors
/// Several games or players, another kind of picture, a board that is too large, or a program without PNG.
pub(super) fn check(path: &Path, grid: Grid, players: usize, games: u64) -> Result<(), CliError> {
    if players != 1 || games != 1 {
        return Err(CliError::usage("--animate draws one game of one player: add --replay N or --games 1"));
    }
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if !matches!(ending.as_deref(), Some("png" | "apng")) {
        return Err(CliError::usage(format!("--animate {}: its name ends in .png", path.display())));
    }
    fits(grid)
}

#[cfg(feature = "png")]
fn fits(grid: Grid) -> Result<(), CliError> {
    crate::picture::cell_side(grid).map(|_| ()).map_err(|e| CliError::usage(e.to_string()))
}

#[cfg(not(feature = "png"))]
fn fits(_: Grid) -> Result<(), CliError> {
    Err(CliError::usage("this program was built without PNG pictures (feature `png`): --steps writes the game as text"))
}

/// Draws a game.
///
/// # Errors
/// The file cannot be written.
#[cfg(feature = "png")]
pub(super) fn write(path: &Path, game: &TracedGame) -> Result<(), CliError> {
    use crate::atomic_file::write_whole;
    use crate::picture::{AnimatedMove, animation};
    use crate::play::Act;

    let moves: Vec<AnimatedMove> =
        game.moves.iter().map(|made| AnimatedMove { cells: &made.shown, opened: made.step.act == Act::Open }).collect();
    let picture = animation(&game.start, &moves).map_err(|e| CliError::usage(e.to_string()))?;
    write_whole(path, &picture).map_err(|e| CliError::at(path, &e))
}

#[cfg(not(feature = "png"))]
pub(super) fn write(_: &Path, _: &TracedGame) -> Result<(), CliError> {
    Ok(())
}
