//! `minesat mine-bounds`: the fewest and the most mines next to the clues.

use std::io::{Write, stdout};

use clap::Args;
use serde_json::json;

use super::shared::boards::BoardsArgs;
use super::shared::draw;
use super::shared::engine::stopped_by;
use super::shared::limits::{LimitArgs, WorkReport, within};
use super::{CommandResult, INCONSISTENT};
use crate::engine::Control;
use crate::engine::lp::{max_mines, min_mines};
use crate::instance::Instance;
use crate::system::System;

/// Find the fewest and the most mines next to the clues
///
/// A 0/1 program proposes an optimum, and an exact branch and bound confirms that none is better. A known total is one of
/// the constraints.
#[derive(Args)]
pub struct MineBoundsArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// Print one JSON object per board: `fewest`, `most` and a model of each
    #[arg(long)]
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &MineBoundsArgs) -> CommandResult {
    let mut code = super::DONE;
    for instance in args.boards.open()? {
        let instance = instance?;
        let done = within(args.limits.limits(), |work| one(args, &instance, work))?;
        code = code.max(match done.outcome {
            Ok(outcome) => outcome?,
            Err(stop) => stopped_by(&instance.name, &stop),
        });
    }
    Ok(code)
}

fn one(args: &MineBoundsArgs, instance: &Instance, work: &mut WorkReport) -> CommandResult {
    let (system, map) = System::from_board(&instance.board);
    // Both searches share the time.
    let control = Control::new(args.limits.limits());
    let both = min_mines(&system, &mut control.share())
        .and_then(|fewest| Ok((fewest, max_mines(&system, &mut control.share())?)));
    work.done();
    let rows = |model: &[bool]| {
        let letter = |cell| map.variable(cell).map_or('.', |v| if model[v] { '*' } else { '-' });
        let grid = map.grid;
        let row = |r: usize| (0..grid.cols).map(|c| letter(grid.at(r, c))).collect::<String>();
        (0..grid.rows).map(row).collect::<Vec<String>>()
    };
    let mut out = anstream::AutoStream::auto(stdout());
    match both {
        Err(stop) => return Ok(stopped_by(&instance.name, &stop)),
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
            if args.json {
                super::write_line(json!({"instance": instance.name, "status": "inconsistent"}).to_string())?;
            } else {
                writeln!(out, "{}: inconsistent", instance.shown())?;
            }
            return Ok(INCONSISTENT);
        }
    }
    Ok(super::DONE)
}

/// The schema of a line of `--json`.
#[cfg(feature = "schema")]
pub fn line_schema() -> crate::schema::Schema {
    let number = || json!({ "type": "integer", "minimum": 0 });
    let rows = || json!({ "type": "array", "items": { "type": "string" }, "description": "`*` mine, `-` no mine, `.` not covered." });
    crate::schema::object(
        json!({
            "instance": { "type": "string" },
            "status": { "enum": ["ok", "inconsistent"] },
            "fewest": number(),
            "most": number(),
            "model_fewest": rows(),
            "model_most": rows(),
        }),
        &["instance", "status"],
    )
}
