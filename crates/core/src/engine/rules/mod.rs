//! Incomplete deduction: rules that decide cells without search.
//!
//! Each rule is a file and a row in `RULES`; a level is a rule together with all rules above it in that table. Every
//! rule decides a cell by the same argument: an integer combination of sums whose value leaves its cells no choice.
//! [`deduce`] keeps these combinations.

mod adjacent_pair;
mod elimination;
mod gauss_jordan;
mod single_point;
mod subset_closure;
mod trace;
mod work;

use super::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop, partial};
use crate::certify::Certificate;
use crate::spec::{Chosen, OptionRow, OptionValues, Preset};
use crate::system::{Count, System};

pub use trace::{Deduction, Deductions, Level, RuleStep, SumTerm};
use work::{Halt, Work};

/// One rule. `sum` looks at one changed sum; `total` looks at the mine total once no rule has a
/// changed sum left.
struct Rule {
    name: &'static str,
    /// The preset of this level.
    options: &'static str,
    help: &'static str,
    sum: fn(&mut Work, u32, &mut Control) -> Result<(), Halt>,
    total: fn(&mut Work, &mut Control) -> Result<(), Halt>,
}

/// All rules, cheapest first.
const RULES: &[Rule] = &[single_point::RULE, adjacent_pair::RULE, subset_closure::RULE, gauss_jordan::RULE];

const NAMES: [&str; RULES.len()] = {
    let mut names = [""; RULES.len()];
    let mut at = 0;
    while at < RULES.len() {
        names[at] = RULES[at].name;
        at += 1;
    }
    names
};

const PRESETS: [Preset; RULES.len()] = {
    let mut presets = [const { Preset { name: "", options: "", help: "" } }; RULES.len()];
    let mut at = 0;
    while at < RULES.len() {
        presets[at] = Preset { name: RULES[at].name, options: RULES[at].options, help: RULES[at].help };
        at += 1;
    }
    presets
};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "rules",
    summary: "deduction rules without search, four levels; cells that they do not decide stay unknown",
    options: &[
        OptionRow {
            name: "level",
            values: OptionValues::Words(&NAMES),
            default: "gauss-jordan",
            help: "the strongest rule used; each level includes the ones before it",
        },
        OptionRow {
            name: "total",
            values: OptionValues::Switch,
            default: "on",
            help: "the total number of mines, where known, takes part",
        },
    ],
    presets: &PRESETS,
    effort: &[(Counter::Steps, "steps")],
    interruptible: true,
    starts_program: |_| false,
    build: |chosen: &Chosen| {
        let level = Level::named(chosen.word("level")).unwrap_or_default();
        Box::new(RulesEngine { method: RuleSet { level, total: chosen.is_on("total") } })
    },
};

/// The rules in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The strongest rule that runs; all weaker ones run too.
    pub level: Level,
    /// The total takes part, where the system has one.
    pub total: bool,
}

/// Applies the rules of a level to a fixed point.
///
/// # Errors
/// A limit ran out.
pub fn deduce(system: &System, method: RuleSet, control: &mut Control) -> Result<Deductions, Stop> {
    let mut work = Work::new(system, method);
    let halt = work.run(control);
    if control.stats.get(Counter::Compared).is_some() {
        control.stats.set(Counter::KnowledgeBase, work.sums.len() as u64 - 1);
    }
    let found = work.finish();
    control.stats.set(Counter::Deductions, found.len() as u64);
    let deciding = found.steps().iter().filter(|step| !found.cells(step).is_empty()).count() as u64;
    control.stats.set(Counter::Steps, deciding + found.derived());
    match halt {
        Ok(()) | Err(Halt::Contradiction) => Ok(found),
        Err(Halt::Stop(stop)) => Err(stop),
    }
}

/// The engine.
pub struct RulesEngine {
    method: RuleSet,
}

impl Engine for RulesEngine {
    fn is_complete(&self) -> bool {
        false
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let found = deduce(system, self.method, control)?;
        Ok(match found.contradiction() {
            Some(_) => Decision::Inconsistent,
            None => partial::decision(system, &found.values(system.cells)),
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let found = deduce(system, self.method, control)?;
        Ok(match found.contradiction() {
            Some(_) => Classes::Inconsistent,
            None => partial::classes(&found.values(system.cells)),
        })
    }

    fn certify(&self, system: &System, _: &Classes, control: &mut Control) -> Result<Option<Vec<Certificate>>, Stop> {
        Ok(Some(deduce(system, self.method, control)?.certificates()))
    }

    fn count(&self, _: &System, _: &mut Control) -> Result<Count, Stop> {
        Err(Stop::unsupported("deduction rules do not count models"))
    }
}

#[cfg(test)]
mod tests;
