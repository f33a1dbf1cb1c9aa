//! `minesat play --make-boards`: the boards of a series as a file, for programs of others.

use std::path::Path;

use super::records::{is_of_boards, packed_whole};
use super::{GAMES, PlayArgs};
use crate::cli::{CliError, CommandResult, DONE};
use crate::field::Field;
use crate::play::rules::{Clues, Rules, Start};
use crate::play::{boards_file, supply};

pub(super) fn make(args: &PlayArgs, rules: &Rules, output: &Path) -> CommandResult {
    if rules.start == Start::None || rules.clues != Clues::Exact {
        return Err(CliError::usage(
            "--make-boards needs a first cell and exact clues: a file of boards has no others",
        ));
    }
    is_of_boards(output)?;
    let one = |index: u64| supply::uniform(rules, args.seed, index).map_err(CliError::usage);
    let fields: Vec<Field> = (0..args.games.unwrap_or(GAMES)).map(one).collect::<Result<_, _>>()?;
    let mut text = Vec::new();
    boards_file::write(&mut text, rules.grid, rules.mines, rules.start, &fields)?;
    packed_whole(output, text)?;
    Ok(DONE)
}
