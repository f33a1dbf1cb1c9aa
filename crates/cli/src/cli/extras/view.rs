//! `minesat view`: a board as SVG, PNG or text.

use std::io::{Write, stderr, stdout};
use std::path::PathBuf;

use clap::Args;
use serde_json::Value;

use super::shared::boards::BoardsArgs;
use super::shared::engine::{EngineArgs, stopped, stopped_by};
use super::shared::limits::WorkReport;
use super::shared::{draw as terminal, place};
use super::{CliError, CommandResult, INCONSISTENT};
use crate::answer::{Answer, Found, Query, ask};
use crate::atomic_file::write_whole;
use crate::board::Board;
use crate::engine::frontier::visits;
use crate::engine::{Control, Decision, Engine, Limits};
use crate::explain::{ExplainOptions, Failed, Word, explain};
use crate::input_error::InputError;
use crate::instance::Instance;
use crate::picture::signals::signals;
use crate::picture::tiles::blocks;
use crate::picture::{Layers, Outline, Role, draw};
use crate::system::{CellMap, System, split};

/// Draw a board as SVG, PNG or text
///
/// Draws the first board of the file, or that of --only. The picture shows the clues in the usual colours, and layers that options add: verdicts, mine probabilities, a solution,
/// components, the order of a sweep. On compiled boards it can show the signals (cells that are equal or complementary in
/// every solution share a hue, and complementary ones are paler), the tiles, and the variables that the instance names.
#[derive(Args)]
pub struct ViewArgs {
    #[command(flatten)]
    boards: BoardsArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Draw what is certain: safe cells blue with a tick, mines red with a disc
    #[arg(long)]
    verdicts: bool,
    /// Draw mine probabilities as a heat map
    #[arg(long)]
    probabilities: bool,
    /// Draw a solution
    #[arg(long)]
    solution: bool,
    /// Colour wires by signal; with --tiles also through tiles that join cells by more than two-cell clues
    #[arg(long)]
    signals: bool,
    /// Draw outlines and names of the tiles, ROWSxCOLS of them [default: as in the instance]
    #[arg(long, value_name = "ROWSxCOLS", num_args = 0..=1, default_missing_value = "")]
    tiles: Option<String>,
    /// Outline the clues that force this cell (ROW,COL from 0)
    #[arg(long, value_name = "ROW,COL", value_parser = place::cell)]
    explain: Option<(usize, usize)>,
    /// Give each component a colour
    #[arg(long)]
    components: bool,
    /// Draw the order in which `frontier:order=NAME` visits the cells, darker where more sums are open
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "auto")]
    visits: Option<String>,
    /// Pixels of a PNG per unit of the SVG; a cell is 20 units wide
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
    /// Draw in the terminal, with verdicts as `solve` or probabilities as `count`
    #[arg(long, conflicts_with_all = ["solution", "signals", "tiles", "components", "visits", "explain", "output"])]
    text: bool,
    /// SVG file, or PNG if its name ends in .png
    #[arg(short, long, default_value = "-")]
    output: PathBuf,
}

/// Most cells of a picture that viewers can open.
const MOST_DRAWN_CELLS: usize = 250_000;

/// Runs the command.
///
/// # Errors
/// Bad input, or a board too large to draw.
pub fn run(args: &ViewArgs) -> CommandResult {
    let done = args.engine.within(|work| view(args, work))?;
    done.outcome.unwrap_or_else(|stop| Ok(stopped_by(&args.boards.file, &stop)))
}

fn view(args: &ViewArgs, work: &mut WorkReport) -> CommandResult {
    // The limits apply to engines only.
    work.done();
    let chosen = args.boards.open()?.next();
    let instance = chosen.ok_or_else(|| InputError::whole(&args.boards.file, "no board here"))??;
    let cells = instance.board.grid().len();
    if cells > MOST_DRAWN_CELLS {
        return Err(CliError::usage(format!("the board has {cells} cells; at most {MOST_DRAWN_CELLS} are drawn")));
    }
    let ending = args.output.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_png = match ending.as_deref() {
        None | Some("svg") => false,
        Some("png") => true,
        Some(other) => return Err(CliError::usage(format!("pictures are .svg or .png, not .{other}"))),
    };
    let engine = args.engine.build()?;
    if args.text && args.verdicts && args.probabilities {
        return Err(CliError::usage("--text shows verdicts or probabilities"));
    }
    if args.text {
        return text(args, engine.as_ref(), &instance, work);
    }
    let (system, map) = System::from_board(&instance.board);
    let mut layers = Layers::default();
    let mut code = super::DONE;
    let mut answer = |query: Query| -> Option<Answer> {
        work.begin(args.engine.limits.timeout);
        let answer = ask(engine.as_ref(), &instance.board, query, args.engine.limits());
        work.done();
        if let Some(failed) = stopped(&instance.name, &answer) {
            code = code.max(failed);
            return None;
        }
        if answer.status() == "inconsistent" {
            code = code.max(INCONSISTENT);
        }
        Some(answer)
    };
    if let Some(size) = &args.tiles {
        layers.tiles = blocks(&instance.board, tiles(size, &instance)?).map_err(CliError::usage)?;
    }
    if args.verdicts || args.signals {
        let variable = |(row, col): (usize, usize)| map.variable(instance.board.grid().at(row, col));
        let pairs = layers.tiles.iter().flat_map(|block| &block.pairs);
        let pairs: Vec<_> =
            pairs.filter_map(|&(a, b, opposite)| Some((variable(a)?, variable(b)?, opposite))).collect();
        let verdicts = answer(Query::Classify).and_then(|a| a.verdicts());
        layers.signals = verdicts.as_ref().filter(|_| args.signals).map(|v| signals(&system, v, &pairs));
        layers.verdicts = verdicts;
    }
    if args.probabilities
        && let Some(answer) = answer(Query::Count)
        && let Some((values, index)) = answer.chances()
    {
        layers.chances = Some(index.iter().map(|&i| values[i as usize]).collect());
    }
    if args.solution
        && let Some(Answer { found: Ok(Found::Decision(Decision::Model(model))), .. }) = answer(Query::Decide)
    {
        layers.model = Some(model);
    }
    if let Some(cell) = args.explain {
        work.begin(args.engine.limits.timeout);
        code = code.max(outline(&instance, cell, args.engine.limits(), &mut layers)?);
        work.done();
    }
    if args.components {
        let mut numbers = vec![None; system.cells];
        for (number, component) in split(&system).components.iter().enumerate() {
            component.cells.iter().for_each(|&cell| numbers[cell as usize] = Some(number));
        }
        layers.components = Some(numbers);
    }
    if let Some(order) = &args.visits {
        layers.visits = Some(visits(&system, order).map_err(CliError::usage)?);
    }
    if code != super::DONE && code != INCONSISTENT {
        // A picture that lacks a layer looks as if the layer were empty.
        return Ok(code);
    }
    if code == INCONSISTENT {
        writeln!(stderr(), "{}: the board has no solution", instance.shown())?;
    }
    layers.labels = labels(&instance);
    if let Some(model) = &layers.model {
        for (word, (row, col), _) in &mut layers.labels {
            if let Some(variable) = map.variable(instance.board.grid().at(*row, *col)) {
                *word += if model[variable] { " = 1" } else { " = 0" };
            }
        }
    }
    let bytes = if is_png {
        png(&instance.board, &map, &layers, args.scale)?
    } else {
        draw(&instance.board, &map, &layers, &instance.name).into_bytes()
    };
    match args.output.to_str() {
        Some("-") => stdout().lock().write_all(&bytes)?,
        _ => write_whole(&args.output, &bytes).map_err(|e| CliError::at(&args.output, &e))?,
    }
    Ok(code)
}

#[cfg(feature = "png")]
fn png(board: &Board, map: &CellMap, layers: &Layers, scale: f32) -> Result<Vec<u8>, CliError> {
    crate::picture::png(board, map, layers, scale).map_err(|e| CliError::usage(e.to_string()))
}

#[cfg(not(feature = "png"))]
fn png(_: &Board, _: &CellMap, _: &Layers, _: f32) -> Result<Vec<u8>, CliError> {
    Err(CliError::usage("this program was built without PNG pictures (feature `png`): name a file that ends in .svg"))
}

/// Prints the board, its verdicts or its probabilities.
fn text(args: &ViewArgs, engine: &dyn Engine, instance: &Instance, work: &WorkReport) -> CommandResult {
    let mut out = anstream::AutoStream::auto(stdout());
    let query = match (args.probabilities, args.verdicts) {
        (true, _) => Query::Count,
        (_, true) => Query::Classify,
        _ => {
            write!(out, "{}", terminal::board(&instance.board))?;
            return Ok(super::DONE);
        }
    };
    let answer = ask(engine, &instance.board, query, args.engine.limits());
    work.done();
    if let Some(failed) = stopped(&instance.name, &answer) {
        return Ok(failed);
    }
    let (name, board, spec) = (&instance.name, &instance.board, args.engine.spec());
    let shown = match query {
        Query::Count => terminal::counted(name, &spec, board, &answer, false),
        _ => terminal::solved(name, &spec, board, &answer),
    };
    write!(out, "{shown}")?;
    Ok(if answer.status() == "inconsistent" { INCONSISTENT } else { super::DONE })
}

/// Rows and columns of tiles, as given or as in the instance.
fn tiles(size: &str, instance: &Instance) -> Result<(usize, usize), CliError> {
    let pair = |a: Option<u64>, b: Option<u64>| Some((a? as usize, b? as usize));
    match size {
        "" => {
            let said = instance.params.get("tiles");
            let number = |i: usize| said.and_then(|v| v.get(i)).and_then(Value::as_u64);
            pair(number(0), number(1))
                .ok_or_else(|| CliError::usage("the instance has no params.tiles: give --tiles ROWSxCOLS"))
        }
        text => {
            let numbers = text.split_once('x').map(|(r, c)| (r.parse().ok(), c.parse().ok()));
            numbers
                .and_then(|(rows, cols)| pair(rows, cols))
                .ok_or_else(|| CliError::usage(format!("--tiles {text}: ROWSxCOLS is expected")))
        }
    }
}

/// The names of variables, to the left of their cells, and of outputs, to the right.
fn labels(instance: &Instance) -> Vec<(String, (usize, usize), bool)> {
    let grid = instance.board.grid();
    let place = |value: &Value| {
        let number = |i: usize| value.get(i)?.as_u64().map(|n| n as usize);
        number(0).zip(number(1)).filter(|&(row, col)| row < grid.rows && col < grid.cols)
    };
    let mut found = Vec::new();
    let names = instance.params.get("names");
    for (index, cell) in instance.params.get("variables").and_then(Value::as_array).into_iter().flatten().enumerate() {
        let name = names.and_then(|n| n.get(index)).and_then(Value::as_str);
        if let Some(place) = place(cell) {
            found.push((name.map_or_else(|| format!("x{}", index + 1), str::to_string), place, false));
        }
    }
    for (name, cell) in instance.params.get("outputs").and_then(Value::as_object).into_iter().flatten() {
        found.extend(place(cell).map(|place| (name.clone(), place, true)));
    }
    found
}

/// Outlines a cell and the clues that force it; the exit code.
fn outline(instance: &Instance, cell: (usize, usize), limits: Limits, layers: &mut Layers) -> CommandResult {
    match explain(&instance.board, cell, &ExplainOptions::default(), &mut Control::new(limits)) {
        Ok(found) => {
            layers.outlines.extend(found.clues.iter().map(|clue| Outline { cell: clue.at, role: Role::Clue }));
            layers.outlines.push(Outline { cell, role: Role::Question });
            Ok(if found.verdict == Word::Inconsistent { INCONSISTENT } else { super::DONE })
        }
        Err(Failed::Cell(why)) => Err(CliError::usage(format!("{}: {why}", instance.shown()))),
        Err(Failed::Stopped(stop)) => Ok(stopped_by(&instance.name, &stop)),
    }
}
