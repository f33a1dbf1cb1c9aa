//! `minesat chains --search`: searches for fields with long chains.

use std::io::{Write, stdout};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::{ChainsArgs, control};
use crate::chains::game::rows;
use crate::chains::search::Search;
use crate::chains::{Chains, Guesses};
use crate::cli::shared::engine::stopped_by;
use crate::cli::{CliError, CommandResult, DONE};
use crate::grid::Grid;
use crate::instance::{Instance, InstanceWriter};

fn bar(len: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a fixed template");
    ProgressBar::new(len).with_style(style)
}

pub(super) fn run(args: &ChainsArgs, grid: Grid) -> CommandResult {
    let search = Search { grid, start: (0, 0), density: 0.2, steps: args.steps, runs: args.runs, seed: args.seed };
    let bar = bar(args.runs);
    let found = search.run(&|found| {
        bar.inc(1);
        bar.println(format!("run {}: {} cells", found.run, found.length));
    });
    bar.finish_and_clear();
    let found = match found {
        Ok(found) => found,
        Err(stop) => return Ok(stopped_by("search", &stop)),
    };
    let Some(best) = found.iter().max_by_key(|f| (f.length, std::cmp::Reverse(f.run))) else { return Ok(DONE) };
    let chains = match Chains::of_game(&best.field, 0, Guesses::Stop, &mut control(args)) {
        Ok(chains) => chains,
        Err(stop) => return Ok(stopped_by("search", &stop)),
    };
    let mut open = vec![false; grid.len()];
    open[0] = true;
    let name = format!("chain-{}x{}-{}", grid.rows, grid.cols, chains.longest);
    let mut instance = Instance::bare(&name, best.field.board(&open, Some(best.field.count() as u32)));
    (instance.family, instance.seed) = ("chain".into(), Some(args.seed));
    for (key, value) in [
        ("field", json!(rows(&best.field, None))),
        ("start", json!([0, 0])),
        ("longest", json!(chains.longest)),
        ("run", json!(best.run)),
    ] {
        instance.params.insert(key.into(), value);
    }
    instance.origin = format!(
        "minesat chains --search {}x{} --steps {} --runs {} --seed {}",
        grid.rows, grid.cols, args.steps, args.runs, args.seed
    );
    match &args.output {
        Some(path) => {
            let failed = |e: std::io::Error| CliError::at(path, &e);
            let mut writer = InstanceWriter::create(path).map_err(failed)?;
            writer.write(&instance).map_err(failed)?;
            writer.finish().map_err(failed)?;
        }
        None => writeln!(stdout(), "{}", instance.line())?,
    }
    Ok(DONE)
}
