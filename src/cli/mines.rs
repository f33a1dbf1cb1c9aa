//! `minesat mines`: how few and how many mines there can be next to the clues.

use std::io::{Write, stdout};

use clap::Args;
use serde_json::json;

use super::boards::BoardsArgs;
use super::{INCONSISTENT, LIMIT, Outcome, draw};
use crate::engine::lp::{max_mines, min_mines};
use crate::engine::{Control, Limits};
use crate::system::System;
use crate::units::seconds;

/// The fewest and the most mines that covered cells next to a clue can hold, by integer programs
///
/// A 0/1 program proposes an optimum; an exact branch and bound confirms that nothing is better. The
/// total, where known, takes part.
#[derive(Args)]
pub struct MinesArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    /// Time limit a board and direction, in seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<std::time::Duration>,
    /// Print one JSON object a board: `fewest`, `most` and a model with each
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &MinesArgs) -> Outcome {
    let mut out = anstream::AutoStream::auto(stdout());
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        let (system, map) = System::from_board(&instance.board);
        let limits = Limits { time: args.timeout, ..Limits::default() };
        let both = min_mines(&system, &mut Control::new(limits))
            .and_then(|fewest| Ok((fewest, max_mines(&system, &mut Control::new(limits))?)));
        let rows = |model: &[bool]| {
            let letter = |cell| map.variable(cell).map_or('.', |v| if model[v] { '*' } else { '-' });
            let grid = map.grid;
            let row = |r: usize| (0..grid.cols).map(|c| letter(grid.at(r, c))).collect::<String>();
            (0..grid.rows).map(row).collect::<Vec<String>>()
        };
        match both {
            Err(stop) => {
                writeln!(std::io::stderr(), "{}: {stop}", instance.shown())?;
                code = code.max(LIMIT);
            }
            Ok((Some(fewest), Some(most))) if args.json => {
                let line = json!({
                    "instance": instance.name, "status": "ok", "fewest": fewest.mines, "most": most.mines,
                    "model_fewest": rows(&fewest.model), "model_most": rows(&most.model),
                });
                super::write_line(line.to_string())?;
            }
            Ok((Some(fewest), Some(most))) => {
                writeln!(out, "{}: {} to {} mines next to clues", instance.shown(), fewest.mines, most.mines)?;
                for (what, extreme) in [("fewest", &fewest), ("most", &most)] {
                    writeln!(out, "{what}:")?;
                    write!(out, "{}", draw::model(&instance.board, &map, &extreme.model))?;
                }
            }
            Ok(_) => {
                match args.json {
                    true => {
                        super::write_line(json!({"instance": instance.name, "status": "inconsistent"}).to_string())?
                    }
                    false => writeln!(out, "{}: inconsistent", instance.shown())?,
                }
                code = code.max(INCONSISTENT);
            }
        }
    }
    Ok(code)
}
