//! The options of the engine.

use super::Sat;
use super::backbone::{self, STRATEGIES, Strategy};
use super::program::Program;
use super::setup::{Setup, SimplifyChoice};
use super::solvers;
use crate::encode;
use crate::engine::{Counter, EngineFamily};
use crate::spec::{Chosen, OptionRow, OptionValues, Preset, Spec, with_option};

/// By default, components of more cells are not asked for every possible number of mines.
const WORTH_IT: usize = 300;

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "sat",
    summary: "sums as clauses for an incremental SAT solver; counts by listing models if there are few",
    options: &[
        OptionRow {
            name: "local",
            values: OptionValues::Words(&encode::NAMES),
            default: "binomial",
            help: "encoding of the clues' sums",
        },
        OptionRow {
            name: "total",
            values: OptionValues::Words(&encode::NAMES),
            default: "auto",
            help: "encoding of the total number of mines, if it is written as clauses",
        },
        OptionRow {
            name: "solver",
            values: OptionValues::Words(&solvers::NAMES),
            default: "varisat",
            help: "the SAT solver; external: the program that `command` names",
        },
        OptionRow {
            name: "command",
            values: OptionValues::Text,
            default: "",
            help: "command line of an external solver (no commas, words quoted as in a shell): it reads DIMACS and \
                   exits with 10 or 20",
        },
        OptionRow {
            name: "counter",
            values: OptionValues::Text,
            default: "",
            help: "command line of a model counter (no commas) for the number of models alone: it reads DIMACS and \
                   prints in the format of the Model Counting Competitions; none: models are listed",
        },
        OptionRow {
            name: "reduce",
            values: OptionValues::Switch,
            default: "on",
            help: "trivial, duplicate and subset steps on the sums first",
        },
        OptionRow {
            name: "backbone",
            values: OptionValues::Words(&backbone::NAMES),
            default: "auto",
            help: "forced cells: by one solver over each component (with this strategy), by small windows around each cell, \
                   or by size",
        },
        OptionRow {
            name: "binding",
            values: OptionValues::Words(&["auto", "components", "moves", "clauses"]),
            default: "auto",
            help: "a total that may bind: components, by the possible mines of each; moves that compensate each other, \
                   then clauses over the whole board; clauses at once; auto: components where their sums fix their \
                   mines, moves, small components, clauses",
        },
        OptionRow {
            name: "collapse",
            values: OptionValues::Switch,
            default: "on",
            help: "one variable for cells that the sums make equal or complementary, if no total is written",
        },
        OptionRow {
            name: "simplify",
            values: OptionValues::Words(&["auto", "on", "off"]),
            default: "auto",
            help: "subsumption and bounded variable elimination before one model is asked for, or the number of models \
                   by `counter` (with equivalences in windows); auto: where few variables are left, as on boards compiled \
                   from formulas",
        },
        OptionRow {
            name: "joint",
            values: OptionValues::Switch,
            default: "off",
            help: "one solver over the whole board with the total as clauses; off: components first, and the total \
                   only if it binds",
        },
    ],
    presets: &[
        Preset {
            name: "textbook",
            options: "reduce=off,collapse=off,simplify=off,joint=on",
            help: "the whole board and its total as one formula in one solver",
        },
        Preset {
            name: "components",
            options: "backbone=reuse",
            help: "one incremental solver for each component, however large",
        },
    ],
    effort: &[(Counter::Conflicts, "conflicts"), (Counter::Learned, "learned clauses"), (Counter::SatCalls, "calls")],
    interruptible: solvers::ALL_INTERRUPTIBLE,
    starts_program: |chosen| {
        solvers::named(chosen.word("solver")).starts_program
            || [COMMAND, "counter"].iter().any(|option| !chosen.word(option).is_empty())
    },
    build: |chosen: &Chosen| Box::new(Sat { options: SatOptions::new(chosen) }),
};

/// The option with the command line of an external solver.
const COMMAND: &str = "command";

/// A specification with the command line of an external solver added; None where its engine runs none.
pub fn with_command(spec: &str, command: &str) -> Option<String> {
    let chosen = parsed(spec)?;
    let external = solvers::EXTERNAL.name;
    let spec = match chosen.is_given("solver") {
        true if chosen.word("solver") != external => return None,
        true => spec.to_string(),
        false => with_option(spec, "solver", external),
    };
    Some(with_option(&spec, COMMAND, command))
}

/// Whether a specification names an external solver without its command line.
pub fn lacks_command(spec: &str) -> bool {
    let external = |chosen: &Chosen| chosen.word("solver") == solvers::EXTERNAL.name;
    parsed(spec).is_some_and(|chosen| external(&chosen) && chosen.word(COMMAND).is_empty())
}

/// The options of a specification; None for those of other engines.
fn parsed(spec: &str) -> Option<Chosen> {
    Spec::parse(std::iter::once(&FAMILY), spec).ok().map(|spec| spec.chosen)
}

#[derive(Clone, Copy)]
pub enum Backbone {
    Auto,
    Windows,
    /// One solver, asked by a strategy.
    Over(&'static Strategy),
}

/// Cells of the largest component that is asked for its possible numbers of mines, unless there is only one.
pub struct Largest {
    pub at_once: usize,
    /// If moves leave the effect of the total open.
    pub after_moves: usize,
}

impl Binding {
    /// The components that are asked for their numbers of mines; None: none is.
    pub fn largest(self) -> Option<Largest> {
        match self {
            Binding::Auto => Some(Largest { at_once: 0, after_moves: WORTH_IT }),
            Binding::Components => Some(Largest { at_once: usize::MAX, after_moves: usize::MAX }),
            Binding::Moves | Binding::Clauses => None,
        }
    }
}

/// The options of one engine.
pub struct SatOptions {
    pub setup: Setup,
    pub counter: Option<Program>,
    pub reduce: bool,
    pub backbone: Backbone,
    pub binding: Binding,
    pub joint: bool,
}

/// How a total that may bind is met.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    Auto,
    Components,
    Moves,
    Clauses,
}

impl SatOptions {
    pub fn new(chosen: &Chosen) -> Self {
        let method = |name| encode::find(chosen.word(name)).expect("the words of the option are the table");
        SatOptions {
            setup: Setup {
                local: method("local").encoding,
                total: method("total").encoding,
                solver: solvers::named(chosen.word("solver")),
                command: chosen.word(COMMAND).to_string(),
                collapse: chosen.is_on("collapse"),
                simplify: match chosen.word("simplify") {
                    "on" => SimplifyChoice::On,
                    "off" => SimplifyChoice::Off,
                    _ => SimplifyChoice::Auto,
                },
            },
            counter: Program::new(chosen.word("counter")),
            reduce: chosen.is_on("reduce"),
            backbone: match chosen.word("backbone") {
                "windows" => Backbone::Windows,
                name => STRATEGIES.iter().find(|s| s.name == name).map_or(Backbone::Auto, |s| Backbone::Over(s)),
            },
            binding: match chosen.word("binding") {
                "components" => Binding::Components,
                "moves" => Binding::Moves,
                "clauses" => Binding::Clauses,
                _ => Binding::Auto,
            },
            joint: chosen.is_on("joint"),
        }
    }
}
