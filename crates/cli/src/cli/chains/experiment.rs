//! `minesat chains --experiment`: the length of chains by density, size and shape.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use serde_json::json;

use super::search::bar;
use super::{ChainsArgs, control, is_impossible, played, rows, shown, write};
use crate::bench::{revision, this_machine};
use crate::chains::experiment::point;
use crate::chains::report::{Best, Standing, charts, markdown};
use crate::chains::{Chains, Guesses, draw};
use crate::cli::shared::engine::stopped_by;
use crate::cli::shared::under_way::UnderWay;
use crate::cli::{CliError, DONE, Outcome};
use crate::engine::Stop;
use crate::file_name;
use crate::instance::InstanceReader;
use crate::report::shell;

pub(super) fn run(args: &ChainsArgs, folder: &Path) -> Outcome {
    if args.densities.iter().any(|d| !(0.0..1.0).contains(d)) {
        return Err(CliError::usage("densities lie between 0 and 1"));
    }
    let found = found(args)?;
    let bar = bar((args.shapes.len() * args.densities.len()) as u64);
    let limits = args.limits.limits();
    let command = command(args, folder);
    let mut run = UnderWay::of_report(folder, command.clone())?;
    let mut points = Vec::new();
    for &grid in &args.shapes {
        for &density in &args.densities {
            bar.set_message(format!("{}x{}, density {density}", grid.rows, grid.cols));
            match run.next(|| point(grid, density, args.boards, args.seed, limits))? {
                Ok(point) => points.push(point),
                Err(stop) => {
                    bar.abandon();
                    return Ok(stopped_by("experiment", &stop));
                }
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    for (name, picture) in &found.pictures {
        write(&folder.join(format!("{name}.svg")), picture.as_bytes())?;
    }
    let machine = this_machine();
    let made = format!("Made by `{command}`, revision {}, on {} ({} cores).", revision(), machine.cpu, machine.cores);
    let mut lines = json!({ "command": command, "git": revision(), "machine": machine }).to_string() + "\n";
    for point in &points {
        lines += &(serde_json::to_string(point).map_err(std::io::Error::from)? + "\n");
    }
    let mut files =
        vec![("points.jsonl", lines), ("report.md", markdown(&made, &points, &found.best, &found.standing))];
    files.extend(charts(&points));
    files.into_iter().try_for_each(|(name, text)| write(&folder.join(name), text.as_bytes()))?;
    run.finish()?;
    Ok(DONE)
}

/// What a report shows beside the random games.
#[derive(Default)]
struct Found {
    best: Vec<Best>,
    standing: Vec<Standing>,
    /// Name and SVG of each game.
    pictures: Vec<(String, String)>,
}

/// The chains of the instances of `--found`.
fn found(args: &ChainsArgs) -> Result<Found, CliError> {
    let mut found = Found::default();
    let mut names: BTreeSet<String> =
        charts(&[]).iter().map(|(file, _)| file.trim_end_matches(".svg").into()).collect();
    for file in &args.found {
        for instance in InstanceReader::open(file)? {
            let instance = instance?;
            let name = instance.name.clone();
            let stopped = |stop: Stop| CliError::usage(format!("{name}: {stop}"));
            let picture = file_name::plain(&name);
            if !names.insert(picture.clone()) {
                return Err(CliError::usage(format!("{file}: {name:?} is the name of another instance or chart")));
            }
            let Some((field, start)) = played(&instance)? else {
                if is_impossible(args, &instance.board) {
                    return Err(CliError::usage(format!("{name}: the board has no solution")));
                }
                let chains = Chains::of_board(&instance.board, &mut control(args)).map_err(stopped)?;
                found.standing.push(Standing { name, chains });
                continue;
            };
            let chains = Chains::of_game(&field, start, Guesses::Stop, &mut control(args)).map_err(stopped)?;
            found.pictures.push((picture, draw(&shown(&field, &chains), &chains, &name)));
            let Chains { longest: length, reach, guesses, .. } = chains;
            let (mines, rows) = (field.count(), rows(&field, Some(start)));
            found.best.push(Best { name, length, mines, reach, guesses, rows });
        }
    }
    Ok(found)
}

/// The command line of an experiment.
fn command(args: &ChainsArgs, folder: &Path) -> String {
    // One spelling for `x`, `./x` and `x/`.
    let folder: PathBuf = folder.components().filter(|part| *part != Component::CurDir).collect();
    let mut text = format!("minesat chains --experiment {} --shapes", shell(&[crate::file_name::text(folder)]));
    args.shapes.iter().for_each(|g| text += &format!(" {}x{}", g.rows, g.cols));
    text += " --densities";
    args.densities.iter().for_each(|d| text += &format!(" {d}"));
    text += &format!(" --boards {} --seed {}", args.boards, args.seed);
    if !args.found.is_empty() {
        text += &format!(" --found {}", shell(&args.found));
    }
    text
}
