//! `minesat compile`: compiles a formula or circuit into a board.

use std::io::{BufWriter, Write, stderr, stdout};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Map, json};

use super::formula::{self, How, fix, read};
use super::{CliError, CommandResult};
use crate::compile::family::{FAMILIES, FormulaFamily, KnownAnswer, NAMES};
use crate::compile::library::Library;
use crate::compile::problem::{BoardQuestion, CompiledBoard, Problem};
use crate::instance::{Expected, Instance};

/// Compile a formula or circuit into a board
///
/// Reads DIMACS CNF, ISCAS .bench, BLIF, ASCII or binary AIGER, or expressions. The board has one solution per model over
/// the named variables (the inputs of a circuit). All solutions have the same number of mines, the total. A variable is true
/// if its cell, which --json lists in `params.variables`, is a mine. The outputs of a circuit are free, except those that
/// --fix names and expressions without a name. If a formula is projected (`c p show`, `c ind`), `params.variables` and
/// `params.names` list the shown variables and `params.hidden` the others.
#[derive(Args)]
pub struct CompileArgs {
    /// Formula or circuit, - for standard input
    #[arg(required_unless_present = "family", conflicts_with = "family", value_parser = super::file_name())]
    file: Option<String>,
    /// Compile a formula of this family instead of a file
    #[arg(long, value_parser = PossibleValuesParser::new(NAMES), long_help = families())]
    family: Option<String>,
    /// Parameter of the family
    #[arg(long, value_name = "NAME=VALUE", requires = "family", conflicts_with = "file")]
    set: Vec<String>,
    /// Seed of the family's series
    #[arg(long, default_value_t = 1, requires = "family", conflicts_with = "file")]
    seed: u64,
    /// Number of the first formula in the series
    #[arg(long, default_value_t = 0, requires = "family", conflicts_with = "file")]
    index: u64,
    /// Number of formulas, with --json
    #[arg(long, default_value_t = 1, requires = "family", requires = "json", conflicts_with = "file",
        value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    #[command(flatten)]
    how: How,
    /// Require a value of an output or input of a circuit, or a number of a word of them (p0, p1, ... or p[0], p[1], ...,
    /// lowest bit first)
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',')]
    fix: Vec<String>,
    /// Print the board as a line of an instance file
    #[arg(long, conflicts_with = "cnf")]
    json: bool,
    /// Print the formula as DIMACS CNF; variables 1, 2, ... are the named ones in their order
    #[arg(long, conflicts_with_all = ["library", "layout", "via", "mines", "ask"])]
    cnf: bool,
}

/// The help of `--family`: the families with their parameters.
fn families() -> String {
    let mut text = String::from("Compile a formula of this family instead of a file:\n");
    for family in FAMILIES {
        let series = if family.random { " (depends on the seed)" } else { "" };
        text += &format!("\n{}: {}{series}\n", family.name, family.summary);
        for (name, default, _, _, help) in family.params {
            text += &format!("    --set {name}={default}: {help}\n");
        }
    }
    text
}

/// The parameters of an instance that describe the formula of its board.
fn params(problem: &Problem, compiled: &CompiledBoard, how: &How) -> Map<String, serde_json::Value> {
    let mut params = Map::new();
    params.insert("library".into(), json!(how.library));
    match problem {
        Problem::Clauses(formula) => params.insert("clauses".into(), json!(formula.clauses.len())),
        Problem::Circuit(circuit) => params.insert("gates".into(), json!(circuit.gates())),
    };
    params.insert("tiles".into(), json!([compiled.tiles.len(), compiled.tiles[0].len()]));
    let (shown, hidden) = split(problem, compiled);
    params.insert("variables".into(), json!(shown.iter().map(|(_, place)| place).collect::<Vec<_>>()));
    if !hidden.is_empty() {
        params.insert("names".into(), json!(shown.iter().map(|(number, _)| number.to_string()).collect::<Vec<_>>()));
        let entry = |(number, (row, col)): &Numbered| json!([number, row, col]);
        params.insert("hidden".into(), hidden.iter().map(entry).collect());
    }
    if let Some(names) = &compiled.names {
        params.insert("names".into(), json!(names));
        params.insert("outputs".into(), json!(compiled.outputs.iter().cloned().collect::<Places>()));
    }
    if let Some(question) = compiled.question {
        params.insert("question".into(), json!(question));
    }
    params
}

/// A variable's number and its cell.
type Numbered = (usize, (usize, usize));

/// The shown variables and the hidden ones.
fn split(problem: &Problem, compiled: &CompiledBoard) -> (Vec<Numbered>, Vec<Numbered>) {
    let hidden = match problem {
        Problem::Clauses(formula) => formula.hidden(),
        Problem::Circuit(_) => Vec::new(),
    };
    let all = (1..).zip(compiled.variables.iter().copied());
    all.partition(|(number, _)| hidden.binary_search(number).is_err())
}

/// Cells by name.
type Places = std::collections::BTreeMap<String, (usize, usize)>;

/// A problem with its name, its origin, and what is known of it.
struct Named {
    problem: Problem,
    name: String,
    origin: String,
    known: KnownAnswer,
    seed: Option<u64>,
}

impl CompileArgs {
    /// Problem number `index` of the series, or the one in the file.
    fn problem(&self, index: u64) -> Result<Named, CliError> {
        let mut named = match (&self.family, &self.file) {
            (Some(name), _) => {
                let family = FormulaFamily::named(name).map_err(CliError::usage)?;
                let settings = family.settings(&self.set).map_err(CliError::usage)?;
                let drawn = family.draw(&settings, self.seed, index).map_err(CliError::usage)?;
                let series =
                    if family.random { format!(" --seed {} --index {index}", self.seed) } else { String::new() };
                Named {
                    problem: drawn.problem,
                    name: family.instance_name(&settings, self.seed, index),
                    origin: format!(
                        "minesat compile --family {name}{}{series}{}",
                        family.flags(&settings),
                        self.how.flags()
                    ),
                    known: drawn.known,
                    seed: family.random.then_some(self.seed),
                }
            }
            (None, file) => {
                let file = file.as_deref().unwrap_or("-");
                Named {
                    problem: read(file, self.how.format, self.how.strict)?,
                    name: formula::name(file),
                    origin: format!("minesat compile FILE{}", self.how.flags()),
                    known: KnownAnswer::default(),
                    seed: None,
                }
            }
        };
        if !self.fix.is_empty() {
            fix(&mut named.problem, &self.fix)?;
            named.origin += &format!(" --fix {}", self.fix.join(","));
            named.known = KnownAnswer::default();
        }
        Ok(named)
    }
}

/// The expected answer of the board, as far as that of its formula is known.
fn expected(known: &KnownAnswer, problem: &Problem, ask: BoardQuestion) -> Option<Expected> {
    let word = |consistent: bool| Some(if consistent { "ok" } else { "inconsistent" }.to_string());
    let models = known.models.as_ref();
    match ask {
        BoardQuestion::Consistency => known.satisfiable.map(|satisfiable| Expected {
            status: word(satisfiable),
            models: models.map(ToString::to_string),
            ..Expected::default()
        }),
        BoardQuestion::Inference => {
            let all = num_bigint::BigUint::from(1u32) << problem.variables();
            let models = match problem {
                Problem::Clauses(_) => models.map(|models| models + all),
                Problem::Circuit(_) => Some(all),
            };
            Some(Expected { status: word(true), models: models.map(|m| m.to_string()), ..Expected::default() })
        }
    }
}

/// Runs the command.
///
/// # Errors
/// Bad input, or a board too large.
pub fn run(args: &CompileArgs) -> CommandResult {
    let library = Library::named(&args.how.library).map_err(CliError::usage)?;
    let mut out = BufWriter::new(stdout().lock());
    if let Some(family) = args.family.as_ref().filter(|_| args.count > 1 || args.index > 0)
        && !FormulaFamily::named(family).map_err(CliError::usage)?.random
    {
        return Err(CliError::usage(format!("--family {family} has one formula; --index and --count are for series")));
    }
    let last = args.index.checked_add(args.count - 1);
    for index in args.index..=last.ok_or_else(|| CliError::usage("--index and --count end past 2^64"))? {
        let named = args.problem(index)?;
        if args.cnf {
            write!(out, "{}", named.problem.formula())?;
            continue;
        }
        let compiled = named.problem.compile(&library, &args.how.options()).map_err(CliError::usage)?;
        if !args.json {
            describe(&mut out, &named.problem, &compiled, &args.how)?;
            continue;
        }
        let mut instance = Instance::bare(&named.name, compiled.board.clone());
        instance.family = args.family.clone().unwrap_or_else(|| "compiled".into());
        instance.origin = named.origin;
        instance.seed = named.seed;
        instance.expected = expected(&named.known, &named.problem, args.how.ask);
        instance.params = params(&named.problem, &compiled, &args.how);
        writeln!(out, "{}", instance.line())?;
    }
    out.flush()?;
    Ok(super::DONE)
}

/// Prints the board as text, with its legend as comments.
fn describe(out: &mut dyn Write, problem: &Problem, compiled: &CompiledBoard, how: &How) -> Result<(), CliError> {
    let what = match problem {
        Problem::Clauses(f) => format!("{} variables, {} clauses", f.variables, f.clauses.len()),
        Problem::Circuit(c) => format!("{} inputs, {} gates, {} outputs", c.inputs.len(), c.gates(), c.outputs.len()),
    };
    let grid = compiled.board.grid();
    writeln!(out, "c {what}: {} x {} tiles of {}", compiled.tiles.len(), compiled.tiles[0].len(), how.library)?;
    writeln!(out, "c size {} x {} = {} cells: {}", grid.rows, grid.cols, grid.len(), compiled.size)?;
    let (shown, hidden) = split(problem, compiled);
    for (number, (row, col)) in shown {
        let own = number.to_string();
        let name = compiled.names.as_ref().map_or(&own, |names| &names[number - 1]);
        writeln!(out, "c variable {name} {row} {col}")?;
    }
    for (number, (row, col)) in &hidden {
        writeln!(out, "c hidden {number} {row} {col}")?;
    }
    if !hidden.is_empty() {
        // The board does not depend on the warning.
        let message = "the formula is projected, which a board in text cannot express; --json keeps the projection";
        let _ = writeln!(stderr(), "warning: {message}");
    }
    for (name, (row, col)) in &compiled.outputs {
        writeln!(out, "c output {name} {row} {col}")?;
    }
    if let Some((row, col)) = compiled.question {
        writeln!(out, "c question {row} {col}")?;
    }
    write!(out, "{}", compiled.board)?;
    Ok(())
}
