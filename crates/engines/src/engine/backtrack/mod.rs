//! Backtracking search over the frontier cells: the ladder from generate-and-test to maintained arc
//! consistency, every rung a combination of independent switches of one loop.
//!
//! A node is one assignment of a value to a cell by the search, not counting the root. Under arc consistency the cells
//! that propagation instantiates are not nodes; they are counted as `instantiated`, so that `nodes + instantiated`
//! compares with forward checking, where the search still assigns a cell with one value left.
//!
//! All solutions are examined, one by one. For deciding and classifying the total takes part as one more sum over all
//! frontier cells, satisfied by an interval; for counting it does not restrict the search but weights the solutions
//! afterwards.

mod check;
mod choose;
mod interval;
mod order;
mod plan;
mod problem;
mod search;
mod state;
mod tallies;
#[cfg(test)]
mod tests;
mod tried;

use check::{Check, Pass};
use interval::Interval;
use order::OrderKind;
use plan::Plan;
use problem::Problem;
use search::{Search, Visit};
use tallies::Tallies;

pub use search::TriedAssignment;
pub use tried::{NoTriedTree, tried};

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop};
use crate::spec::{Chosen, OptionRow, OptionValues, Preset};
use crate::system::{ComponentCount, Count, System, join};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "backtrack",
    summary: "depth-first search over all solutions of the frontier: generate-and-test up to maintained arc consistency",
    options: &[
        OptionRow {
            name: "check",
            values: OptionValues::Words(&["leaves", "partial", "forward", "arc"]),
            default: "arc",
            help: "test complete assignments, test partial ones, forward checking (one pass), arc consistency",
        },
        OptionRow {
            name: "order",
            values: OptionValues::Words(&["reading", "static", "mrv", "mrv-degree"]),
            default: "mrv",
            help: "reading order, by clue, fewest remaining values (ties by clue; matters with check=forward), ties by number of sums",
        },
        OptionRow {
            name: "pass",
            values: OptionValues::Words(&["forwards", "backwards", "together", "singletons"]),
            default: "forwards",
            help: "with check=forward: sums in their order or the opposite one, all with the domains before the pass, or a \
                   worklist of cells with one value left",
        },
        OptionRow {
            name: "root",
            values: OptionValues::Switch,
            default: "on",
            help: "instantiate cells with one value left to a fixed point before the search",
        },
        OptionRow {
            name: "split",
            values: OptionValues::Switch,
            default: "on",
            help: "search connected components one by one",
        },
    ],
    presets: &[
        Preset {
            name: "naive",
            options: "check=leaves,order=reading,root=off,split=off",
            help: "all 2^n assignments, tested at the leaves",
        },
        Preset {
            name: "backtrack",
            options: "check=partial,order=reading,root=off,split=off",
            help: "no successor for a partial assignment that violates a sum",
        },
        Preset {
            name: "forward-checking",
            options: "check=forward,order=reading,root=off,split=off",
            help: "filters the domains beside each assignment once",
        },
        Preset {
            name: "mrv",
            options: "check=forward,order=mrv,root=off,split=off",
            help: "forward checking, fewest remaining values first",
        },
        Preset {
            name: "propagate",
            options: "check=forward,order=mrv,root=on,split=off",
            help: "mrv after root propagation",
        },
        Preset { name: "arc", options: "check=arc,order=mrv,root=on,split=off", help: "arc consistency at every node" },
        Preset {
            name: "best",
            options: "check=arc,order=mrv,root=on,split=on",
            help: "arc consistency on each component by itself",
        },
    ],
    effort: &[(Counter::Nodes, "nodes")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| Box::new(Backtrack::of(chosen)),
};

/// The engine: a combination of switches.
struct Backtrack {
    check: Check,
    pass: Pass,
    order: OrderKind,
    root: bool,
    split: bool,
}

impl Backtrack {
    fn of(chosen: &Chosen) -> Backtrack {
        Backtrack {
            check: match chosen.word("check") {
                "leaves" => Check::Leaves,
                "partial" => Check::Partial,
                "forward" => Check::Forward,
                _ => Check::Arc,
            },
            pass: match chosen.word("pass") {
                "backwards" => Pass::Backwards,
                "together" => Pass::Together,
                "singletons" => Pass::Singletons,
                _ => Pass::Forwards,
            },
            order: match chosen.word("order") {
                "reading" => OrderKind::Reading,
                "static" => OrderKind::Static,
                "mrv" => OrderKind::Mrv,
                _ => OrderKind::MrvDegree,
            },
            root: chosen.is_on("root"),
            split: chosen.is_on("split"),
        }
    }

    fn plan(&self, system: &System, restricted: bool, control: &mut Control) -> Option<Plan> {
        Plan::new(system, restricted, self.root, self.split, control)
    }

    /// Visits the solutions of one part.
    fn search(
        &self,
        problem: &Problem,
        interval: Interval,
        control: &mut Control,
        visit: &mut Visit,
    ) -> Result<(), Stop> {
        control.memory(problem.bytes())?;
        Search::new(problem, interval, (self.check, self.pass), self.order).run(control, visit)
    }

    /// Counts by examining all solutions. With `restricted`, solutions that no total allows may be missing: `models`
    /// and the cells are right, the tally is not.
    fn enumerate(&self, system: &System, restricted: bool, control: &mut Control) -> Result<Count, Stop> {
        let Some(plan) = self.plan(system, restricted, control) else { return Ok(no_models(system)) };
        let mut counts = vec![plan.forced_component()];
        let mut bounds = plan.bounds();
        for (index, part) in plan.parts.iter().enumerate() {
            let problem = Problem::new(&part.system);
            let mut tallies = Tallies::new(problem.cells, problem.bytes());
            self.search(&problem, bounds.of(index), control, &mut |state, control| {
                tallies.add(state, control)?;
                Ok(true)
            })?;
            let count = tallies.finish(part);
            if count.tally.is_empty() {
                return Ok(no_models(system));
            }
            bounds.narrow(index, count.tally.offset, count.tally.offset + count.tally.counts.len() - 1);
            counts.push(count);
        }
        Ok(join(system.cells, &counts, system.total))
    }
}

/// The count of a system whose sums have no solution.
fn no_models(system: &System) -> Count {
    join(system.cells, &[ComponentCount::default()], system.total)
}

impl Engine for Backtrack {
    fn is_complete(&self) -> bool {
        true
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(plan) = self.plan(system, true, control) else { return Ok(Decision::Inconsistent) };
        let search = |problem: &Problem, interval, control: &mut Control, visit: &mut Visit| {
            self.search(problem, interval, control, visit)
        };
        let model = choose::model(system, &plan, control, &search)?;
        Ok(model.map_or(Decision::Inconsistent, Decision::Model))
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        Ok(Classes::from_count(&self.enumerate(system, true, control)?))
    }

    fn count(&self, system: &System, control: &mut Control) -> Result<Count, Stop> {
        self.enumerate(system, false, control)
    }
}
