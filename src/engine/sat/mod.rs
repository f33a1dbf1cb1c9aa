//! Sums as clauses for a SAT solver.
//!
//! What it reports: `sat_calls`, `sat_answers` and `unsat_answers` are counted where the solver is
//! called, `variables` and `clauses` where formulas are handed over, both summed over all solvers of
//! a run. `conflicts`, `decisions` and `propagations` are there only with a solver that shows them
//! ([`backend::Effort`]); varisat shows none. Nodes would be decisions, so there are none either.
//!
//! A call of varisat cannot be interrupted: the time limit is looked at between calls. The other
//! solvers are stopped when it is over.

mod backend;
mod batsat;
#[cfg(feature = "cadical")]
mod cadical;
mod compensate;
mod enumerate;
mod explore;
mod external;
mod formula;
mod joint;
mod range;
mod seen;
mod session;
mod variables;
mod varisat;
mod windows;

pub use self::backend::NAMES as SOLVER_NAMES;
use self::backend::{SOLVERS, Solver};
use self::compensate::Compensation;
use self::explore::Explored;
pub use self::formula::satisfy;
use self::range::Range;
use self::seen::Seen;
use self::session::Session;
use super::spec::{Chosen, EngineOption, Family, OptionValues, Preset};
use super::{Classes, Control, Counter, Decision, Engine, Stop};
use crate::encode::{self, Encoding};
use crate::system::{CellModels, Component, Count, ReduceOptions, Reduction, Split, System, join, reduce, split};

/// Row in the table of engines.
pub const FAMILY: Family = Family {
    name: "sat",
    summary: "sums as clauses for an incremental SAT solver; counts by listing models where there are few",
    options: &[
        EngineOption {
            name: "local",
            values: OptionValues::Words(&encode::NAMES),
            default: "binomial",
            help: "encoding of the clues' sums",
        },
        EngineOption {
            name: "total",
            values: OptionValues::Words(&encode::NAMES),
            default: "totalizer",
            help: "encoding of the total number of mines, where it has to be written",
        },
        EngineOption {
            name: "solver",
            values: OptionValues::Words(&backend::NAMES),
            default: "varisat",
            help: "the SAT solver; external: the program that `command` names",
        },
        EngineOption {
            name: "command",
            values: OptionValues::Text,
            default: "",
            help: "command line of an external solver (no commas): it reads DIMACS and exits with 10 or 20",
        },
        EngineOption {
            name: "reduce",
            values: OptionValues::Switch,
            default: "on",
            help: "trivial, duplicate and subset steps on the sums first",
        },
        EngineOption {
            name: "backbone",
            values: OptionValues::Words(&["auto", "incremental", "windows"]),
            default: "auto",
            help: "forced cells by one solver over each component, by small windows around each cell, or by size",
        },
        EngineOption {
            name: "collapse",
            values: OptionValues::Switch,
            default: "on",
            help: "one variable for cells that the sums make equal or complementary, where no total is written",
        },
        EngineOption {
            name: "joint",
            values: OptionValues::Switch,
            default: "off",
            help: "one solver over the whole board with the total as clauses; off: components first, and the total \
                   only where it binds",
        },
    ],
    presets: &[
        Preset {
            name: "textbook",
            options: "reduce=off,collapse=off,joint=on",
            help: "the whole board and its total as one formula in one solver",
        },
        Preset {
            name: "components",
            options: "backbone=incremental",
            help: "one incremental solver for each component, however large",
        },
    ],
    build: |chosen: &Chosen| Box::new(Sat { options: Options::new(chosen) }),
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Backbone {
    Auto,
    Incremental,
    Windows,
}

/// The options of one engine.
struct Options {
    local: &'static dyn Encoding,
    total: &'static dyn Encoding,
    solver: &'static Solver,
    command: String,
    reduce: bool,
    collapse: bool,
    backbone: Backbone,
    joint: bool,
}

impl Options {
    fn new(chosen: &Chosen) -> Self {
        let encoding = |name| encode::find(chosen.word(name)).expect("the words of the option are the table").encoding;
        let solver = SOLVERS.iter().find(|s| s.name == chosen.word("solver"));
        Options {
            local: encoding("local"),
            total: encoding("total"),
            solver: solver.expect("the words of the option are the table"),
            command: chosen.word("command").to_string(),
            reduce: chosen.is_on("reduce"),
            collapse: chosen.is_on("collapse"),
            backbone: match chosen.word("backbone") {
                "incremental" => Backbone::Incremental,
                "windows" => Backbone::Windows,
                _ => Backbone::Auto,
            },
            joint: chosen.is_on("joint"),
        }
    }
}

/// So many times more moves are looked for where a total is met by moves. Each time costs windows
/// around the cells left over only; two rounds leave next to nothing that is possible.
const MORE_MOVES: usize = 2;

/// The engine.
struct Sat {
    options: Options,
}

impl Engine for Sat {
    fn is_complete(&self) -> bool {
        true
    }

    fn counts_nodes(&self) -> bool {
        false
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(reduction) = self.reduced(system, control) else { return Ok(Decision::Inconsistent) };
        Ok(match self.model(&reduction.system, control)? {
            Some(model) => Decision::Model(checked(system, reduction.lift_model(&model))?),
            None => Decision::Inconsistent,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let Some(reduction) = self.reduced(system, control) else { return Ok(Classes::Inconsistent) };
        Ok(match self.values(&reduction.system, control)? {
            Some(seen) => Classes::Cells(reduction.lift(&seen.verdicts(), |mine| super::Verdict::of(!mine, mine))),
            None => Classes::Inconsistent,
        })
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        let nothing =
            Count { cells: CellModels { index: vec![0; system.cells], values: vec![0u32.into()] }, ..Count::default() };
        let Some(reduction) = self.reduced(system, control) else { return Ok(nothing) };
        control.stats.set(Counter::Models, 0);
        let parts = parts(&reduction.system, control);
        if parts.contradiction {
            return Ok(nothing);
        }
        let mut counts = vec![reduction.forced_component()];
        for component in &parts.components {
            let mut count = enumerate::count(&component.system, &self.options, control)?;
            let original = |&local: &u32| reduction.cells[component.cells[local as usize] as usize];
            count.cells = count.cells.iter().map(original).collect();
            counts.push(count);
        }
        Ok(join(system.cells, &counts, system.total))
    }
}

impl Sat {
    /// The system to work on; None on a contradiction.
    fn reduced(&self, system: &System, control: &mut Control) -> Option<Reduction> {
        if !self.options.reduce {
            let cells = (0..system.cells as u32).collect();
            return Some(Reduction { forced: Vec::new(), system: system.clone(), cells });
        }
        let reduction = reduce(system, ReduceOptions::default()).ok()?;
        control.stats.set(Counter::Forced, reduction.forced.len() as u64);
        Some(reduction)
    }

    /// A model of a reduced system.
    fn model(&self, system: &System, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
        if self.options.joint {
            return joint::model(system, &self.options, control);
        }
        let parts = parts(system, control);
        let range = Range::new(system, &parts);
        if parts.contradiction || !range.is_possible(system) {
            return Ok(None);
        }
        let mut model = vec![false; system.cells];
        for component in &parts.components {
            let Some(found) = Session::once(&component.system, &self.options, control)? else { return Ok(None) };
            component.cells.iter().zip(found).for_each(|(&c, mine)| model[c as usize] = mine);
        }
        if range.fill(&mut model) {
            return Ok(Some(model));
        }
        match joint::model(system, &self.options, control) {
            // The total takes too many clauses: moves from that model may meet it without.
            Err(Stop::Unsupported(why)) => {
                let Some((base, moves)) = self.explore(system, &parts, control)? else { return Ok(None) };
                let mut compensation = Compensation::new(system, base, moves, range.least, range.most);
                let mut model = compensation.settle().then(|| compensation.model()).ok_or(Stop::Unsupported(why))?;
                range.fill(&mut model);
                Ok(Some(model))
            }
            answer => answer,
        }
    }

    /// The values that the cells of a reduced system take in its models; None if there are none.
    fn values(&self, system: &System, control: &mut Control) -> Result<Option<Seen>, Stop> {
        let mut seen = Seen::new(system);
        let parts = parts(system, control);
        let range = Range::new(system, &parts);
        if parts.contradiction || !range.is_possible(system) {
            return Ok(None);
        }
        if self.options.joint {
            let consistent = joint::complete(system, |_, _| true, &mut seen, &self.options, control)?;
            if range.is_free() {
                range.floating_cell().into_iter().for_each(|c| seen.mark_both(c));
            }
            return Ok(consistent.then_some(seen));
        }
        let Some((base, moves)) = self.explore(system, &parts, control)? else { return Ok(None) };
        let mut allowed = Seen::new(system);
        allowed.mark_model(&base);
        moves.iter().flatten().for_each(|&c| allowed.mark(c as usize, !base[c as usize]));
        range.floating_cell().into_iter().for_each(|c| allowed.mark_both(c));
        if range.is_free() {
            return Ok(Some(allowed));
        }
        // Of what the sums allow, the total may forbid some. First without writing it as clauses.
        let compensation = Compensation::new(system, base, moves, range.least, range.most);
        self.compensate(system, compensation, &range, &allowed, &mut seen, control)?;
        if seen.pending(&allowed) == 0 {
            return Ok(Some(seen));
        }
        let consistent = joint::complete(system, |b, v| allowed.has(b, v), &mut seen, &self.options, control)?;
        Ok(consistent.then_some(seen))
    }

    /// Marks in `seen` what moves that make up for each other reach within the total; where some of
    /// what is `allowed` is left, with more moves around those cells.
    fn compensate(
        &self,
        system: &System,
        mut compensation: Compensation,
        range: &Range,
        allowed: &Seen,
        seen: &mut Seen,
        control: &mut Control,
    ) -> Result<(), Stop> {
        for round in 0..=MORE_MOVES {
            if !compensation.settle() {
                return Ok(());
            }
            let model = compensation.model();
            let mut filled = model.clone();
            range.fill(&mut filled);
            seen.mark_model(&checked(system, filled)?);
            for index in 0..compensation.len() {
                control.tick()?;
                if let Some(mines) = compensation.with(index, |cell, mine| seen.mark(cell, mine)) {
                    range.mark_floating(mines, seen);
                }
            }
            if seen.pending(allowed) == 0 || round == MORE_MOVES {
                break;
            }
            let mut asked = Seen::new(system);
            let forced = (0..asked.blocks()).map(|b| !(allowed.has(b, true) && allowed.has(b, false))).collect();
            let floating = range.floating_cell().map(|c| seen.block(c));
            for block in (0..asked.blocks()).filter(|&b| !seen.lacks(b, allowed) || Some(b) == floating) {
                asked.mark_both(asked.cell(block));
            }
            let more = windows::moves(system, &model, asked, forced, &self.options, control)?;
            compensation = compensation.rebased(system, more);
        }
        Ok(())
    }

    /// One model of all sums, floating cells safe, and the moves in it, component by component; None
    /// if one has no model.
    #[allow(clippy::type_complexity)]
    fn explore(
        &self,
        system: &System,
        parts: &Split,
        control: &mut Control,
    ) -> Result<Option<(Vec<bool>, Vec<Vec<u32>>)>, Stop> {
        let mut base = vec![false; system.cells];
        let mut moves = Vec::new();
        for Component { system: component, cells } in &parts.components {
            let Some(Explored { base: found, moves: own }) = explore::explore(component, &self.options, control)?
            else {
                return Ok(None);
            };
            cells.iter().zip(found).for_each(|(&c, mine)| base[c as usize] = mine);
            moves.extend(own.into_iter().map(|m| m.into_iter().map(|c| cells[c as usize]).collect::<Vec<_>>()));
        }
        Ok(Some((base, moves)))
    }
}

/// The components, counted.
fn parts(system: &System, control: &mut Control) -> Split {
    let parts = split(system);
    control.stats.set(Counter::Components, parts.components.len() as u64);
    let largest = parts.components.iter().map(|c| c.cells.len()).max().unwrap_or(0);
    control.stats.set(Counter::LargestComponent, largest as u64);
    parts
}

/// The model, if it is one.
fn checked(system: &System, model: Vec<bool>) -> Result<Vec<bool>, Stop> {
    if system.is_model(&model) { Ok(model) } else { Err(Stop::Failed("a model that is none".into())) }
}
