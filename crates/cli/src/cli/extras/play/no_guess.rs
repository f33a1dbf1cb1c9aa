//! `minesat play --make-no-guess`: makes a file of boards that a player solves without a guess.

use std::path::Path;
use std::sync::Arc;

use indicatif::ProgressBar;
use rayon::prelude::*;

use super::records::{beside, is_kept, is_of_boards, packed_whole};
use super::{GAMES, PlayArgs};
use crate::cli::{CliError, CommandResult, DONE};
use crate::field::Field;
use crate::play::players::maker;
use crate::play::rules::{Clues, Rules, Start};
use crate::play::tracker::Neighbours;
use crate::play::{boards_file, no_guess};
use crate::rng::Rng;
use crate::study::UnderWay;

/// Boards made at a time.
const BATCH: u64 = 64;

pub(super) fn make(args: &PlayArgs, rules: &Rules, player: &str, output: &Path) -> CommandResult {
    if rules.clues != Clues::Exact {
        return Err(CliError::usage("--make-no-guess needs exact clues: uncertain clues differ from game to game"));
    }
    if rules.start == Start::None {
        return Err(CliError::usage("--make-no-guess needs a first cell, and --start none has none"));
    }
    let maker = maker(player)?;
    is_of_boards(output)?;
    let around = Arc::new(Neighbours::new(rules.grid));
    let one = |i: u64| no_guess::field(rules, &maker, &around, &mut Rng::stream(args.seed, i)).map_err(CliError::usage);
    let mined = |field: Field| rules.grid.cells().map(|c| field.is_mine(c)).collect::<Vec<bool>>();
    let games = args.games.unwrap_or(GAMES);
    let command = format!("minesat play --make-no-guess {player}, {games} of seed {}, {rules:?}", args.seed);
    let mut run =
        if is_kept(output) { Some(UnderWay::<Vec<Vec<bool>>>::open(&beside(output), command, &[])?) } else { None };
    let bar = ProgressBar::new(games);
    let mut fields = Vec::new();
    for start in (0..games).step_by(BATCH as usize) {
        let make = || (start..games.min(start + BATCH)).into_par_iter().map(|i| one(i).map(mined)).collect();
        let batch: Result<Vec<Vec<bool>>, CliError> = run.as_mut().map_or_else(|| Ok(make()), |run| run.next(make))?;
        let batch = match batch {
            Ok(batch) => batch,
            // It would fail again, so there is nothing to resume.
            Err(why) => {
                run.map_or(Ok(()), UnderWay::finish)?;
                return Err(why);
            }
        };
        fields.extend(batch.into_iter().map(|mines| Field::new(rules.grid, mines)));
        bar.set_position(fields.len() as u64);
    }
    bar.finish_and_clear();
    let mut text = Vec::new();
    boards_file::write(&mut text, rules.grid, rules.mines, rules.start, &fields)?;
    packed_whole(output, text)?;
    run.map_or(Ok(()), UnderWay::finish)?;
    Ok(DONE)
}
