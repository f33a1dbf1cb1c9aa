//! `minesat study transition`: the density at which random boards stop being solvable without guesses.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::bench::{revision, this_machine};
use crate::cli::shared::under_way::{UnderWay, made_by};
use crate::cli::{CliError, DONE, LIMIT, Outcome};
use crate::engine::{Limits, Stop, build};
use crate::solvable::report::{charts, markdown};
use crate::solvable::sweep::Sweep;
use crate::units::seconds;
use crate::whole_file::write_whole;

/// How far random boards can be played without a guess, by size and density
///
/// Writes points.jsonl, report.md and charts. Boards start with a 3 x 3 opening in the middle; the total is not used. If it
/// was interrupted or killed, the same command resumes it.
#[derive(Args)]
pub struct TransitionArgs {
    /// Sides of the boards, and how many boards of each: SIDE:BOARDS
    #[arg(long, num_args = 1.., value_parser = size, default_values = ["8:1000", "16:400", "32:100"])]
    sizes: Vec<(usize, u64)>,
    /// First density, last density and step
    #[arg(long, num_args = 3, default_values_t = [0.02, 0.30, 0.02])]
    densities: Vec<f64>,
    /// Complete engine that decides what the rules leave open
    #[arg(short, long, default_value = "sat:solver=batsat")]
    engine: String,
    /// Largest side on which the LP relaxation is measured too
    #[arg(long, default_value_t = 16)]
    relax_up_to: usize,
    /// Seed of the boards
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Time limit per board, in seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds, default_value = "600")]
    timeout: Duration,
    /// Folder of the report
    #[arg(short, long)]
    output: PathBuf,
}

/// Reads `SIDE:BOARDS`.
fn size(text: &str) -> Result<(usize, u64), String> {
    let parts = text.split_once(':').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    match parts {
        Some((side, boards)) if (3..=1000).contains(&side) && boards > 0 => Ok((side, boards)),
        _ => Err("SIDE:BOARDS, a side from 3 to 1000 and at least one board".into()),
    }
}

/// Runs the command.
///
/// # Errors
/// Densities outside of 0 to 1, an engine that does not exist or is incomplete, a folder that cannot be written.
pub fn run(args: &TransitionArgs) -> Outcome {
    let &[first, last, step] = args.densities.as_slice() else {
        return Err(CliError::usage("--densities FIRST LAST STEP"));
    };
    // Densities are rounded to a millionth.
    if !(first > 0.0 && last < 1.0 && first <= last && step >= 1e-6 && step.is_finite()) {
        return Err(CliError::usage(
            "densities lie between 0 and 1, the first is not above the last, and they are a millionth or more apart",
        ));
    }
    if let Some(twice) = (1..args.sizes.len()).find(|&i| args.sizes[..i].iter().any(|size| size.0 == args.sizes[i].0)) {
        return Err(CliError::usage(format!("--sizes: side {} is given twice", args.sizes[twice].0)));
    }
    if !build(&args.engine)?.is_complete() {
        return Err(CliError::usage(format!(
            "{} is incomplete: a board may go on where it finds nothing",
            args.engine
        )));
    }
    let densities: Vec<f64> = (0..=((last - first) / step + 1e-9) as usize)
        .map(|i| ((first + i as f64 * step) * 1e6).round() / 1e6)
        .collect();
    let sweep = Sweep {
        engine: args.engine.clone(),
        relax_up_to: args.relax_up_to,
        seed: args.seed,
        limits: Limits { time: Some(args.timeout), ..Limits::default() },
    };
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {elapsed} {msg}").expect("a fixed template");
    let bar = ProgressBar::new((densities.len() * args.sizes.len()) as u64).with_style(style);
    let mut command = String::from("minesat study transition --sizes");
    args.sizes.iter().for_each(|(side, boards)| command += &format!(" {side}:{boards}"));
    command +=
        &format!(" --densities {first} {last} {step} --engine {} --relax-up-to {}", args.engine, args.relax_up_to);
    command += &format!(" --seed {}", args.seed);
    let mut run = UnderWay::of_report(&args.output, command.clone())?;
    let mut points = Vec::new();
    for &(side, boards) in &args.sizes {
        for &density in &densities {
            bar.set_message(format!("{side} x {side}, density {density}"));
            match run.next(|| sweep.point(side, density, boards))? {
                Ok(point) => points.push(point),
                Err(stop @ Stop::Timeout) => {
                    bar.abandon();
                    eprintln!("{side} x {side}, density {density}: {stop}; no report is written");
                    return Ok(LIMIT);
                }
                Err(stop) => return Err(CliError::usage(format!("{side} x {side}, density {density}: {stop}"))),
            }
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let machine = this_machine();
    let command = made_by(&command, &args.output);
    let made = format!("Made by `{command}`, revision {}, on {} ({} cores).", revision(), machine.cpu, machine.cores);
    let mut lines = serde_json::json!({ "command": command, "git": revision(), "machine": machine }).to_string() + "\n";
    for point in &points {
        lines += &(serde_json::to_string(point).map_err(std::io::Error::from)? + "\n");
    }
    let mut files = vec![("points.jsonl", lines), ("report.md", markdown(&made, &points))];
    files.extend(charts(&points));
    for (name, text) in files {
        let path = args.output.join(name);
        write_whole(&path, text.as_bytes()).map_err(|e| CliError::at(&path, &e))?;
    }
    run.finish()?;
    Ok(DONE)
}
