//! The rules of games: from options, and back to options.

use std::path::Path;

use clap::{Args, ValueEnum};

use crate::cli::CliError;
use crate::cli::extras::game::GameArgs;
use crate::play::rules::{Clues, OnMine, Rules, Start, Until};
use crate::report::shell;

/// Size, mines and the rules of the referee.
#[derive(Args)]
pub struct RulesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Effect of opening a mine on the game
    #[arg(long, value_enum, default_value = "end")]
    on_mine: MineRule,
    /// End of a game: all safe cells are open, or every cell is opened or marked
    #[arg(long, value_enum, default_value = "safe-open")]
    until: UntilRule,
    /// Whether the player knows the total number of mines
    #[arg(long, value_enum, default_value = "known")]
    total: Total,
    /// Clues: exact, received:P, at-most or at-least
    #[arg(long, default_value = "exact")]
    clues: Clues,
}

#[derive(Clone, Copy, ValueEnum)]
enum MineRule {
    End,
    Continue,
}

#[derive(Clone, Copy, ValueEnum)]
enum UntilRule {
    SafeOpen,
    AllDecided,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Total {
    Known,
    Unknown,
}

impl RulesArgs {
    /// The rules of the options.
    ///
    /// # Errors
    /// Rules that do not fit on a board.
    pub fn rules(&self) -> Result<Rules, CliError> {
        let (grid, mines, start) = self.game.game()?;
        Ok(Rules {
            grid,
            mines,
            start,
            on_mine: if matches!(self.on_mine, MineRule::End) { OnMine::End } else { OnMine::Continue },
            until: if matches!(self.until, UntilRule::SafeOpen) { Until::SafeOpen } else { Until::AllDecided },
            total_known: self.total == Total::Known,
            clues: self.clues,
        })
    }
}

/// The options that replay the game of a record together with its player and, unless the boards are from a file, its size,
/// mines and seed. With boards from a file the seed is that of the player and of uncertain clues.
pub fn given(rules: &Rules, boards: Option<&Path>, seed: u64) -> String {
    let place = |cell: usize| {
        let (row, col) = rules.grid.position(cell);
        format!(" --at {row},{col}")
    };
    let mut text = match (boards, rules.start) {
        (Some(path), _) => format!("--boards {} --seed {seed}", shell(&[crate::file_name::text(path)])),
        (None, Start::Safe(cell)) => format!("--start safe{}", place(cell)),
        (None, Start::Zero(cell)) => format!("--start zero{}", place(cell)),
        (None, Start::None) => "--start none".into(),
    };
    if rules.on_mine == OnMine::Continue {
        text += " --on-mine continue";
    }
    if rules.until == Until::AllDecided {
        text += " --until all-decided";
    }
    if !rules.total_known {
        text += " --total unknown";
    }
    match rules.clues {
        Clues::Exact => {}
        Clues::Received(share) => text += &format!(" --clues received:{share}"),
        Clues::AtMost => text += " --clues at-most",
        Clues::AtLeast => text += " --clues at-least",
    }
    text
}
