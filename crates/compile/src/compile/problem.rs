//! A formula or circuit from any format, and its board with the places of its names.

use super::assemble::{ShownMines, TilePlan, assemble};
use super::circuit::{Circuit, aiger, bench, blif, expression, tseitin};
use super::cnf::Formula;
use super::dimacs;
use super::error::CompileError;
use super::gates;
use super::layout::{self, Layout};
use super::library::Library;
use crate::board::Board;
use crate::grid::Place;
use crate::input_error::InputError;
use crate::lines;

/// Formats of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum ProblemFormat {
    /// DIMACS CNF (.cnf)
    Cnf,
    /// ISCAS netlist (.bench)
    Bench,
    /// Berkeley logic interchange format (.blif)
    Blif,
    /// ASCII AIGER (.aag)
    Aag,
    /// Binary AIGER (.aig)
    Aig,
    /// Expressions (.expr): `s = a ^ b` names an output, `(a & b) -> !c` is required
    Expr,
}

impl ProblemFormat {
    /// The format for the ending of a file name; callers first remove endings of compression.
    pub fn of(file: &str) -> Option<ProblemFormat> {
        match file.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "cnf" | "dimacs" => Some(ProblemFormat::Cnf),
            "bench" => Some(ProblemFormat::Bench),
            "blif" => Some(ProblemFormat::Blif),
            "aag" => Some(ProblemFormat::Aag),
            "aig" => Some(ProblemFormat::Aig),
            "expr" => Some(ProblemFormat::Expr),
            _ => None,
        }
    }

    /// Its name for people.
    pub fn about(self) -> &'static str {
        match self {
            ProblemFormat::Cnf => "DIMACS CNF",
            ProblemFormat::Bench => "ISCAS .bench",
            ProblemFormat::Blif => "BLIF",
            ProblemFormat::Aag => "ASCII AIGER",
            ProblemFormat::Aig => "binary AIGER",
            ProblemFormat::Expr => "expressions",
        }
    }
}

/// Clauses over numbered variables, or a circuit with named inputs.
#[derive(Clone, Debug)]
pub enum Problem {
    /// From DIMACS CNF or a family.
    Clauses(Formula),
    /// From all other formats, or a family.
    Circuit(Circuit),
}

/// How a circuit becomes a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Via {
    /// The smaller board of the two.
    Auto,
    /// Gates laid as columns of tiles.
    Gates,
    /// As a formula in conjunctive normal form (Tseitin).
    Clauses,
}

/// The question that the board asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum BoardQuestion {
    /// It is consistent if and only if the formula is satisfiable.
    Consistency,
    /// It is consistent, and one cell is safe if and only if the formula is unsatisfiable.
    Inference,
}

/// How to compile.
#[derive(Clone, Copy, Debug)]
pub struct CompileOptions {
    /// How variables, clauses and gates share rows and columns.
    pub layout: Layout,
    /// Whether mines that the tiles make deducible are flags.
    pub mines: ShownMines,
    /// For circuits alone.
    pub via: Via,
    /// Whether the board's consistency answers it, or one cell.
    pub ask: BoardQuestion,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions {
            layout: Layout::Ordered,
            mines: ShownMines::Hidden,
            via: Via::Auto,
            ask: BoardQuestion::Consistency,
        }
    }
}

/// A board with the places of its names.
#[derive(Clone, Debug)]
pub struct CompiledBoard {
    /// With its total, which is the same in every solution.
    pub board: Board,
    /// Names of the tiles of the board, row by row.
    pub tiles: TilePlan,
    /// The cell of every variable or input, a mine where that is true.
    pub variables: Vec<Place>,
    /// Names of the inputs of a circuit.
    pub names: Option<Vec<String>>,
    /// The cell of every output of a circuit, a mine where that is true.
    pub outputs: Vec<(String, Place)>,
    /// The cell that is safe if and only if the formula is unsatisfiable, for an inference board: a mine in as many
    /// solutions as the formula has models.
    pub question: Option<Place>,
    /// How the size follows from the formula.
    pub size: String,
}

impl Problem {
    /// Reads the content of a file, which `file` names in errors, with warnings about oddities that are unambiguous.
    ///
    /// # Errors
    /// A syntax error, with line and column.
    pub fn read(bytes: &[u8], file: &str, format: ProblemFormat) -> Result<(Problem, Vec<InputError>), InputError> {
        if format == ProblemFormat::Aig {
            return Ok((Problem::Circuit(aiger::binary::parse(bytes, file)?), Vec::new()));
        }
        let text = lines::text(file, bytes)?;
        let unified;
        let text = match memchr::memchr(b'\r', bytes) {
            None => text,
            Some(_) => {
                unified = lines::unified(file, bytes.to_vec())?;
                &unified
            }
        };
        match format {
            ProblemFormat::Cnf => {
                dimacs::read(text, file).map(|(formula, warnings)| (Problem::Clauses(formula), warnings))
            }
            _ => Problem::parse(text, file, format).map(|problem| (problem, Vec::new())),
        }
    }

    /// Reads a problem strictly; `file` names it in errors.
    ///
    /// # Errors
    /// A syntax error, with line and column.
    pub fn parse(text: &str, file: &str, format: ProblemFormat) -> Result<Problem, InputError> {
        Ok(match format {
            ProblemFormat::Cnf => Problem::Clauses(Formula::parse(text, file)?),
            ProblemFormat::Bench => Problem::Circuit(bench::parse(text, file)?),
            ProblemFormat::Blif => Problem::Circuit(blif::parse(text, file)?),
            ProblemFormat::Aag => Problem::Circuit(aiger::parse(text, file)?),
            ProblemFormat::Aig => Problem::Circuit(aiger::binary::parse(text.as_bytes(), file)?),
            ProblemFormat::Expr => Problem::Circuit(expression::parse(text, file)?),
        })
    }

    /// Number of variables or inputs.
    pub fn variables(&self) -> usize {
        match self {
            Problem::Clauses(formula) => formula.variables,
            Problem::Circuit(circuit) => circuit.inputs.len(),
        }
    }

    /// True if these values of the variables or inputs satisfy it.
    pub fn holds(&self, values: &[bool]) -> bool {
        match self {
            Problem::Clauses(formula) => formula.holds(values),
            Problem::Circuit(circuit) => circuit.holds(values),
        }
    }

    /// The same as clauses, perhaps over more variables that the named ones determine.
    pub fn formula(&self) -> Formula {
        match self {
            Problem::Clauses(formula) => formula.clone(),
            Problem::Circuit(circuit) => tseitin::clauses(circuit).formula,
        }
    }

    /// Its board.
    ///
    /// # Errors
    /// The board would be too large.
    pub fn compile(&self, library: &Library, options: &CompileOptions) -> Result<CompiledBoard, CompileError> {
        match self {
            Problem::Clauses(formula) => of_clauses(formula, library, options),
            Problem::Circuit(circuit) => of_circuit(circuit, library, options),
        }
    }
}

/// The cell across the edge from that of a literal's variable is its complement.
fn literal_cell(variables: &[Place], literal: i32) -> Place {
    let (row, col) = variables[literal.unsigned_abs() as usize - 1];
    (row, col - usize::from(literal < 0))
}

/// For an inference, one more variable in every clause: if it is true the clauses are satisfied, if it is false the
/// formula must hold.
fn of_clauses(formula: &Formula, library: &Library, options: &CompileOptions) -> Result<CompiledBoard, CompileError> {
    let mut asked = formula.clone();
    let n = formula.variables;
    if options.ask == BoardQuestion::Inference {
        asked.variables += 1;
        asked.clauses.iter_mut().for_each(|clause| clause.push(n as i32 + 1));
    }
    let laid = layout::compile(&asked, library, options.layout, options.mines)?;
    let question = (options.ask == BoardQuestion::Inference).then(|| literal_cell(&laid.variables, -(n as i32 + 1)));
    let (rows, cols) = (laid.tiles.len(), laid.tiles[0].len());
    let size = format!(
        "{} * n rows and {} * (C + 2) columns, n = {rows} rows of variables, C = {} columns of clauses",
        library.frame.0,
        library.frame.1,
        cols - 2
    );
    let variables = laid.variables[..n].to_vec();
    Ok(CompiledBoard {
        board: laid.board,
        tiles: laid.tiles,
        variables,
        names: None,
        outputs: Vec::new(),
        question,
        size,
    })
}

/// For an inference, the conjunction of the demands is an output instead.
fn of_circuit(circuit: &Circuit, library: &Library, options: &CompileOptions) -> Result<CompiledBoard, CompileError> {
    const QUESTION: &str = "the question";
    let mut asked = circuit.clone();
    if options.ask == BoardQuestion::Inference {
        let demands = std::mem::take(&mut asked.demands);
        let question = asked.all(demands);
        asked.outputs.push((QUESTION.into(), question));
    }
    let mut compiled = match options.via {
        Via::Gates => of_gates(&asked, library, options)?,
        Via::Clauses => of_tseitin(&asked, library, options)?,
        Via::Auto => match (of_gates(&asked, library, options), of_tseitin(&asked, library, options)) {
            (Ok(a), Ok(b)) => {
                if b.board.grid().len() < a.board.grid().len() {
                    b
                } else {
                    a
                }
            }
            (a, b) => a.or(b)?,
        },
    };
    if options.ask == BoardQuestion::Inference {
        compiled.question = compiled.outputs.pop().map(|(_, place)| place);
    }
    compiled.names = Some(circuit.inputs.iter().map(|(name, _)| name.clone()).collect());
    Ok(compiled)
}

fn of_gates(circuit: &Circuit, library: &Library, options: &CompileOptions) -> Result<CompiledBoard, CompileError> {
    let circuit = circuit.simplified(false);
    let laid = gates::lay(&circuit, library, options.layout)?;
    let cell = |edge| laid.cell(edge, library).expect("inputs and outputs have rows");
    let variables = circuit.inputs.iter().map(|&(_, node)| cell(circuit.edge(node))).collect();
    let outputs = circuit.outputs.iter().map(|(name, edge)| (name.clone(), cell(*edge))).collect();
    let size = format!(
        "at most {} * (I + G) rows and {} * (G + 2) columns, I = {} inputs, G = {} gates",
        library.frame.0,
        library.frame.1,
        circuit.inputs.len(),
        circuit.gates()
    );
    let board = assemble(&laid.plan, library, options.mines)?;
    Ok(CompiledBoard { board, tiles: laid.plan, variables, names: None, outputs, question: None, size })
}

fn of_tseitin(circuit: &Circuit, library: &Library, options: &CompileOptions) -> Result<CompiledBoard, CompileError> {
    let written = tseitin::clauses(circuit);
    let mut compiled =
        of_clauses(&written.formula, library, &CompileOptions { ask: BoardQuestion::Consistency, ..*options })?;
    let cell = |&literal: &i32| literal_cell(&compiled.variables, literal);
    let places: Vec<Place> = written.outputs.iter().map(cell).collect();
    compiled.outputs = circuit.outputs.iter().map(|(name, _)| name.clone()).zip(places).collect();
    compiled.variables.truncate(circuit.inputs.len());
    Ok(compiled)
}
