//! `minesat gadget`: the tiles of compiled boards, and the search for new tiles.

use std::io::{Write, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};

use super::{CliError, CommandResult};
use crate::compile::tile::{Port, Tile, shipped};
use crate::compile::verify::verify;
use crate::compression;
use crate::engine::{Control, Limits, Stop};
use crate::gadget::problem::{TileProblem, TileProperties, fits};
use crate::gadget::search::{SearchEffort, search};
use crate::grid::Grid;
use crate::lines::visible;
use crate::units::seconds;

/// List, show, verify and search for the tiles of compiled boards
#[derive(Args)]
pub struct GadgetArgs {
    #[command(subcommand)]
    command: GadgetCommand,
}

#[derive(Subcommand)]
enum GadgetCommand {
    List(ListArgs),
    Show(ShowArgs),
    Verify(VerifyArgs),
    Search(SearchArgs),
}

/// List the shipped tiles
#[derive(Args)]
struct ListArgs {
    /// List this library only
    #[arg(long)]
    library: Option<String>,
}

/// Print the file of a shipped tile
#[derive(Args)]
struct ShowArgs {
    /// Name, such as TAP_OR
    name: String,
    /// Library of the tile [default: all that have it]
    #[arg(long)]
    library: Option<String>,
}

/// Prove tiles by enumerating all their completions
///
/// Proves the table, the ports, the outer ring, `neutral` and `claims`. The words after `function` are for the reader.
#[derive(Args)]
struct VerifyArgs {
    /// Tile files [default: the shipped tiles]
    #[arg(value_parser = super::file_name())]
    files: Vec<String>,
}

/// Search for a clue layout whose completions are a truth table, or prove that there is none
///
/// The function is that of a shipped tile (--like), or is given by --port and --row, such as --port W:3:in:a --port
/// E:3:out:b --row 00 --row 11 for a wire. Exit code 20: there is no such tile.
#[derive(Args)]
struct SearchArgs {
    /// Take the ports and table of this shipped tile (LIBRARY/NAME or NAME)
    #[arg(long, conflicts_with_all = ["port", "row"], required_unless_present = "port")]
    like: Option<String>,
    /// Rows of the footprint
    #[arg(long)]
    rows: usize,
    /// Columns of the footprint
    #[arg(long)]
    cols: usize,
    /// With --like: row of the ports on the west and east sides [default: the middle, the lower of two]
    #[arg(long, conflicts_with = "port")]
    port_row: Option<usize>,
    /// With --like: column of the ports on the north and south sides [default: the middle, the right of two]
    #[arg(long, conflicts_with = "port")]
    port_col: Option<usize>,
    /// A port: SIDE:OFFSET:in|out:NAME, offset from the top or the left
    #[arg(long, value_name = "PORT")]
    port: Vec<String>,
    /// A row of the truth table: one bit per port, in their order
    #[arg(long, value_name = "BITS", requires = "port")]
    row: Vec<String>,
    /// Require a tile without given mines
    #[arg(long)]
    flag_free: bool,
    /// Require mines + outputs - inputs to be constant
    #[arg(long)]
    neutral: bool,
    /// Require that no covered cell is safe in every row
    #[arg(long)]
    silent: bool,
    /// Require that no 0 is next to a covered cell
    #[arg(long)]
    flood_closed: bool,
    /// Most cells inside the ring that are not clues
    #[arg(long)]
    most_covered: Option<usize>,
    /// Search for the tile with the fewest covered cells
    #[arg(long)]
    smallest: bool,
    /// Time limit, in seconds
    #[arg(short, long, value_name = "SECONDS", value_parser = seconds)]
    timeout: Option<Duration>,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &GadgetArgs) -> CommandResult {
    match &args.command {
        GadgetCommand::List(args) => list(args),
        GadgetCommand::Show(args) => show(args),
        GadgetCommand::Verify(args) => verify_files(args),
        GadgetCommand::Search(args) => find(args),
    }
}

fn list(args: &ListArgs) -> CommandResult {
    let mut out = stdout().lock();
    let tiles = shipped();
    if let Some(library) = args.library.as_ref().filter(|library| !tiles.iter().any(|t| t.library == **library)) {
        return Err(CliError::usage(format!("no shipped library {library:?}; there are {}", libraries(&tiles))));
    }
    for tile in tiles.iter().filter(|t| args.library.as_ref().is_none_or(|l| *l == t.library)) {
        let claims = tile.claims.join(" ");
        writeln!(out, "{:4} {:14} {:34} {claims}", tile.library, tile.name, tile.function)?;
    }
    Ok(super::DONE)
}

/// The names of their libraries.
fn libraries(tiles: &[Tile]) -> String {
    let mut names: Vec<&str> = tiles.iter().map(|t| t.library.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    names.join(", ")
}

/// Shipped tiles of a name, `LIBRARY/NAME` or `NAME`.
fn named(name: &str, library: Option<&str>) -> Result<Vec<Tile>, CliError> {
    let (library, short) = match name.split_once('/') {
        Some((other, _)) if library.is_some_and(|library| library != other) => {
            return Err(CliError::usage(format!("{name} is not of --library {}", library.unwrap_or_default())));
        }
        Some((library, short)) => (Some(library), short),
        None => (library, name),
    };
    let fits = |t: &Tile| t.name.eq_ignore_ascii_case(short) && library.is_none_or(|l| l == t.library);
    let tiles: Vec<Tile> = shipped().into_iter().filter(fits).collect();
    match tiles.is_empty() {
        true => Err(CliError::usage(format!("no shipped tile {name} (see minesat gadget list)"))),
        false => Ok(tiles),
    }
}

fn show(args: &ShowArgs) -> CommandResult {
    let texts: Vec<String> = named(&args.name, args.library.as_deref())?.iter().map(Tile::text).collect();
    stdout().lock().write_all(texts.join("\n").as_bytes())?;
    Ok(super::DONE)
}

fn verify_files(args: &VerifyArgs) -> CommandResult {
    let mut tiles: Vec<(String, Tile)> = Vec::new();
    for file in &args.files {
        let text = compression::text_of(Path::new(file))?;
        let tile = Tile::parse(&text, file)?;
        tiles.push((file.clone(), tile));
    }
    if args.files.is_empty() {
        tiles = shipped().into_iter().map(|t| (format!("{}/{}", t.library, t.name), t)).collect();
    }
    let mut out = stdout().lock();
    let mut broken = 0;
    for (name, tile) in &tiles {
        if let Err(e) = verify(tile) {
            broken += 1;
            writeln!(out, "{}: {e}", visible(name))?;
        }
    }
    writeln!(out, "{} of {} tiles hold", tiles.len() - broken, tiles.len())?;
    Ok(if broken == 0 { super::DONE } else { super::DISAGREE })
}

/// Reads `SIDE:OFFSET:in|out:NAME`.
fn port(text: &str, grid: Grid) -> Result<Port, CliError> {
    let bad = || CliError::usage(format!("port {text:?}: SIDE:OFFSET:in|out:NAME, SIDE one of N, E, S, W"));
    let &[side, offset, role @ ("in" | "out"), name] = text.split(':').collect::<Vec<_>>().as_slice() else {
        return Err(bad());
    };
    let offset: usize = offset.parse().map_err(|_| bad())?;
    let cell = match side {
        "N" => (0, offset),
        "S" => (grid.rows.saturating_sub(1), offset),
        "W" => (offset, 0),
        "E" => (offset, grid.cols.saturating_sub(1)),
        _ => return Err(bad()),
    };
    Ok(Port { side: side.chars().next().ok_or_else(bad)?, enters: role == "in", name: name.into(), cell })
}

fn problem(args: &SearchArgs) -> Result<TileProblem, CliError> {
    let grid = Grid { rows: args.rows, cols: args.cols };
    fits(grid).map_err(CliError::usage)?;
    let wanted = TileProperties {
        flag_free: args.flag_free,
        neutral: args.neutral,
        silent: args.silent,
        flood_closed: args.flood_closed,
    };
    let mut problem = match &args.like {
        Some(name) => {
            let tile = named(name, None)?.swap_remove(0);
            let (row, col) = (args.port_row.unwrap_or(args.rows / 2), args.port_col.unwrap_or(args.cols / 2));
            TileProblem::like(&tile, grid, row, col, wanted)
        }
        None => {
            let ports: Vec<Port> = args.port.iter().map(|text| port(text, grid)).collect::<Result<_, _>>()?;
            let row = |text: &String| match text.bytes().all(|b| b == b'0' || b == b'1') {
                true => Ok(text.bytes().map(|b| b == b'1').collect()),
                false => Err(CliError::usage(format!("row {text:?}: one bit per port is expected"))),
            };
            let table = args.row.iter().map(row).collect::<Result<_, _>>()?;
            TileProblem { name: "TILE".into(), grid, ports, table, wanted, most_covered: None }
        }
    };
    problem.most_covered = args.most_covered;
    problem.check().map_err(CliError::usage)?;
    Ok(problem)
}

/// The effort in one line.
fn effort_line(effort: &SearchEffort) -> String {
    let SearchEffort { proposals, moves, clauses, conflicts, covered } = effort;
    let best = covered.map_or(String::new(), |n| format!(", best so far {n} covered cells"));
    format!("{proposals} proposals, {moves} moves, {clauses} clauses, {conflicts} conflicts{best}")
}

fn find(args: &SearchArgs) -> CommandResult {
    let problem = problem(args)?;
    let mut control = Control::new(Limits { time: args.timeout, ..Limits::default() });
    let style = ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a fixed template");
    let bar = ProgressBar::new_spinner().with_style(style);
    bar.enable_steady_tick(Duration::from_millis(200));
    let begun = Instant::now();
    let found = search(&problem, args.smallest, &mut control, |effort| bar.set_message(effort_line(effort)));
    bar.finish_and_clear();
    let found = match found {
        Ok(found) => found,
        Err(Stop::Unsupported(what)) => return Err(CliError::usage(what)),
        Err(stop @ Stop::Failed(_)) => {
            writeln!(std::io::stderr(), "{stop}")?;
            return Ok(super::DISAGREE);
        }
        Err(stop) => {
            writeln!(std::io::stderr(), "{stop}: no tile was found, and none is excluded")?;
            return Ok(super::LIMIT);
        }
    };
    let mut out = stdout().lock();
    match &found.tile {
        Some(tile) => out.write_all(tile.text().as_bytes())?,
        None => writeln!(out, "there is no such tile")?,
    }
    let smallest = if found.smallest { ", none has fewer covered cells" } else { "" };
    writeln!(std::io::stderr(), "{}{smallest}, {:.1} s", effort_line(&found.effort), begun.elapsed().as_secs_f64())?;
    Ok(if found.tile.is_some() { super::DONE } else { super::INCONSISTENT })
}
