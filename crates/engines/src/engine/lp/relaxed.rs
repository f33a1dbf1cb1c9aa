//! Engine `lp`: the linear relaxation, every cell bounded from both sides.
//!
//! A cell whose upper bound is below 1 is safe, one whose lower bound is above 0 is a mine; both count only with
//! multipliers that prove it in integers. A relaxation cannot prove `open`, but integer solutions of it are models and
//! can; if none occurs, a dive rounds one variable after the other. The rest is `unknown`. The option `rounding`
//! controls further deductions from rounded bounds of cells and sums of rows.
//!
//! A known total acts on a component through its number of mines alone: the relaxation joined over all components, seen
//! from one of them, is that component with a range for its mines, which the bounds of the others give. These are
//! rounded to integers, which makes them slightly stronger. If the range excludes nothing the component has no such
//! row.

use super::bounds::{Reached, keep, mine_range};
use super::branch::{Found, dive};
use super::equivalences::{self, COLLAPSE, Collapse, Direct};
use super::multipliers::refute;
use super::parts::{Parts, REDUCE};
use super::program::Program;
use super::rounding::{ROUNDING, Rounding, tighten};
use super::simplex::{Answer, Relaxation};
use super::walk::walk;
use crate::certify::Certificate;
use crate::engine::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop, Verdict};
use crate::mines::{MineCounts, MineSet, Restriction, Settlement, SolutionsByMines, TotalEffect};
use crate::spec::{Chosen, Preset};
use crate::system::{Count, System};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "lp",
    summary: "linear relaxation (microlp): bounds per cell, each verdict proved by integer multipliers; incomplete",
    options: &[REDUCE, COLLAPSE, ROUNDING],
    presets: &[
        Preset {
            name: "fixpoint",
            options: "rounding=cells",
            help: "bounds of cells rounded and put back to a fixed point",
        },
        Preset {
            name: "cuts",
            options: "rounding=sums",
            help: "the same, and sums of rows rounded: zero-half Chvatal-Gomory cuts",
        },
    ],
    effort: &[(Counter::Nodes, "relaxations")],
    interruptible: false,
    starts_program: |_| false,
    build: |chosen: &Chosen| {
        Box::new(Lp {
            reduce: chosen.is_on("reduce"),
            collapse: Collapse::of(chosen),
            rounding: Rounding::named(chosen.word("rounding")),
        })
    },
};

/// The engine.
struct Lp {
    reduce: bool,
    collapse: Collapse,
    rounding: Rounding,
}

/// Result of a first pass over all components.
struct Survey {
    /// The components, with their range of mines where the total restricts it.
    programs: Vec<Program>,
    found: Fit,
}

/// Known integer solutions, by the requirements of the total.
enum Fit {
    /// The total restricts nothing; a solution of each component, if known.
    Independent(Vec<Option<Vec<i64>>>),
    Joined(MineCounts<Vec<i64>>, Settlement),
}

/// No model: proved.
struct Inconsistent;

/// The relaxation of a program: None if floating point fails or finds it infeasible without proof.
fn relax(program: &Program, control: &mut Control) -> Result<Result<Option<Relaxation>, Inconsistent>, Stop> {
    control.node()?;
    Ok(match Relaxation::new(program, control)? {
        Answer::Optimal(relaxation) => Ok(Some(relaxation)),
        Answer::Infeasible if refute(program, None, control)?.is_some() => Err(Inconsistent),
        Answer::Infeasible | Answer::Failed => Ok(None),
    })
}

impl Survey {
    fn new(parts: &Parts, control: &mut Control) -> Result<Result<Survey, Inconsistent>, Stop> {
        let needs_ranges = parts.needs_ranges();
        let all = parts.in_parallel(control, |_, part, control| {
            let mut range = part.widest();
            let mut known = SolutionsByMines::new();
            let base = match relax(&part.program, control)? {
                Ok(Some(base)) => base,
                Ok(None) => return Ok(Some((range, known))),
                Err(Inconsistent) => return Ok(None),
            };
            keep(&mut known, &part.program, &base);
            if known.is_empty()
                && let Found::Solution(values) = dive(&part.program, control)?
            {
                known.insert(part.program.mines(&values), values);
            }
            if needs_ranges {
                range = mine_range(&part.program, &base, &mut |r| keep(&mut known, &part.program, r), control)?;
            }
            Ok(Some((range, known)))
        })?;
        let Some(all) = all else { return Ok(Err(Inconsistent)) };
        let (ranges, known): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        let mut programs: Vec<Program> = parts.parts.iter().map(|p| p.program.clone()).collect();
        let (budget, windows) = match (parts.budget, parts.restriction(&ranges)) {
            (Some(budget), Restriction::Windows(windows)) => (budget, windows),
            (_, Restriction::Impossible) => return Ok(Err(Inconsistent)),
            _ => {
                let solutions = known.into_iter().map(|known| known.into_values().next()).collect();
                return Ok(Ok(Survey { programs, found: Fit::Independent(solutions) }));
            }
        };
        for ((program, window), range) in programs.iter_mut().zip(&windows).zip(&ranges) {
            if window != range {
                *program = program.with_mines(window.0, window.1);
            }
        }
        let mut counts = MineCounts::new(budget, windows, known);
        let effect = counts.settle(|c, mines, near| {
            let program = &parts.parts[c].program;
            if let Some(near) = near
                && let Some(values) = walk(program, near, mines, 0, &mut |p, _, control| dive(p, control), control)?
            {
                return Ok(Found::Solution(values));
            }
            dive(&program.with_mines(mines, mines), control)
        })?;
        // Not even the counts that are not excluded meet the total.
        if effect.possible.floating.is_none() {
            return Ok(Err(Inconsistent));
        }
        Ok(Ok(Survey { programs, found: Fit::Joined(counts, effect) }))
    }

    /// A model of everything, if compatible integer solutions are known.
    fn model(&self, parts: &Parts) -> Option<Vec<bool>> {
        let solutions: Option<Vec<&[i64]>> = match &self.found {
            Fit::Independent(solutions) => solutions.iter().map(|s| s.as_deref()).collect(),
            Fit::Joined(counts, _) => counts.choose().map(|all| all.into_iter().map(|s| &s[..]).collect()),
        };
        Some(parts.model(&solutions?))
    }

    /// Counts of mines per component that known solutions of the others complete; None if the total restricts nothing.
    fn allowed(&self) -> Option<&[MineSet]> {
        match &self.found {
            Fit::Independent(_) => None,
            Fit::Joined(_, effect) => Some(&effect.reached.components),
        }
    }

    /// Known solutions of a component with an allowed number of mines.
    fn known(&self, component: usize, allowed: Option<&MineSet>) -> Vec<&[i64]> {
        match &self.found {
            Fit::Independent(solutions) => solutions[component].as_deref().into_iter().collect(),
            Fit::Joined(counts, _) => (counts.known[component].iter())
                .filter(|(mines, _)| allowed.is_none_or(|allowed| allowed.contains(**mines)))
                .map(|(_, values)| values.as_slice())
                .collect(),
        }
    }

    /// The floating cells' verdict; `consistent`: a model is known.
    fn floating(&self, consistent: bool) -> Verdict {
        let (possible, reached) = match &self.found {
            Fit::Independent(_) => ((true, true), (consistent, consistent)),
            Fit::Joined(_, effect) => {
                let can = |effect: &TotalEffect| effect.floating.unwrap_or((false, false));
                (can(&effect.possible), can(&effect.reached))
            }
        };
        match possible {
            (true, false) => Verdict::Safe,
            (false, true) => Verdict::Mine,
            _ if reached == (true, true) => Verdict::Open,
            _ => Verdict::Unknown,
        }
    }
}

/// Verdicts of a component's blocks, and solutions that show those that are open.
type Bounded = (Vec<Verdict>, Vec<Vec<i64>>);

/// Verdicts of one component's blocks, and solutions that show those that are open. Integer solutions with a number of
/// mines in `allowed` are witnesses, those in `known` from the start.
fn bound(
    program: &Program,
    allowed: Option<&MineSet>,
    known: &[&[i64]],
    rounding: Rounding,
    control: &mut Control,
) -> Result<Result<Bounded, Inconsistent>, Stop> {
    let accept = |mines: i64| allowed.is_none_or(|counts| counts.contains(mines));
    let mut reached = Reached::new(program.blocks);
    known.iter().for_each(|whole| reached.witness(program, whole));
    if rounding != Rounding::Once {
        let mut bounded = program.clone();
        let is_possible = tighten(&mut bounded, &mut reached, &accept, rounding, control)?;
        let verdict = |block: usize| match (bounded.lower[block], bounded.upper[block]) {
            (_, 0) => Verdict::Safe,
            (least, _) if least == program.upper[block] => Verdict::Mine,
            _ if reached.mined[block] && reached.spared[block] => Verdict::Open,
            _ => Verdict::Unknown,
        };
        let verdicts = (0..program.blocks).map(verdict).collect();
        return Ok(if is_possible { Ok((verdicts, reached.witnesses)) } else { Err(Inconsistent) });
    }
    let base = match relax(program, control)? {
        Ok(Some(base)) => base,
        Ok(None) => return Ok(Ok((vec![Verdict::Unknown; program.blocks], Vec::new()))),
        Err(no) => return Ok(Err(no)),
    };
    reached.note(program, &base, &accept);
    reached.explore(program, &base, &accept, control)?;
    let mut verdicts = Vec::with_capacity(program.blocks);
    let mut assumed = program.clone();
    for block in 0..program.blocks {
        let mut verdict = Verdict::Unknown;
        if reached.mined[block] && reached.spared[block] {
            verdict = Verdict::Open;
        } else if !reached.can_be_mine(block) {
            assumed.lower[block] = 1;
            verdict = proved(&assumed, block, Verdict::Safe, control)?;
            assumed.lower[block] = program.lower[block];
        } else if !reached.can_be_safe(program, block) {
            assumed.upper[block] -= 1;
            verdict = proved(&assumed, block, Verdict::Mine, control)?;
            assumed.upper[block] = program.upper[block];
        }
        verdicts.push(verdict);
    }
    Ok(Ok((verdicts, reached.witnesses)))
}

/// The verdict if multipliers refute the opposite.
fn proved(opposite: &Program, block: usize, verdict: Verdict, control: &mut Control) -> Result<Verdict, Stop> {
    Ok(refute(opposite, Some(block), control)?.map_or(Verdict::Unknown, |_| verdict))
}

impl Engine for Lp {
    fn is_complete(&self) -> bool {
        false
    }

    fn family(&self) -> &'static EngineFamily {
        &FAMILY
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        equivalences::decide(self, system, self.collapse, control)
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        equivalences::classify(self, system, self.collapse, control)
    }

    fn certify(
        &self,
        system: &System,
        classes: &Classes,
        control: &mut Control,
    ) -> Result<Option<Vec<Certificate>>, Stop> {
        equivalences::certify(system, self.collapse, classes, control)
    }

    fn count(&self, _: &System, _: &mut Control) -> Result<Count, Stop> {
        Err(Stop::unsupported("lp bounds cells and does not count"))
    }
}

impl Direct for Lp {
    fn probe(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Decision::Inconsistent) };
        let mut solutions: Option<Vec<Vec<i64>>> = Some(Vec::new());
        for part in &parts.parts {
            let Ok(relaxation) = relax(&part.program, control)? else { return Ok(Decision::Inconsistent) };
            let whole = relaxation.and_then(|r| part.program.rounded(&r.values()[..part.program.lower.len()]));
            solutions = solutions.zip(whole).map(|(mut all, whole)| {
                all.push(whole);
                all
            });
        }
        let model = solutions.map(|all| parts.model(&all.iter().map(|s| &s[..]).collect::<Vec<_>>()));
        Ok(model.filter(|model| system.is_model(model)).map_or(Decision::Unknown, Decision::Model))
    }

    fn decide_directly(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Decision::Inconsistent) };
        let Ok(survey) = Survey::new(&parts, control)? else { return Ok(Decision::Inconsistent) };
        if let Some(model) = survey.model(&parts).filter(|model| system.is_model(model)) {
            return Ok(Decision::Model(model));
        }
        // A claim that rounding refutes may be open in the relaxation alone.
        let rounds = self.rounding != Rounding::Once;
        for program in survey.programs.iter().filter(|_| rounds) {
            if bound(program, None, &[], self.rounding, control)?.is_err() {
                return Ok(Decision::Inconsistent);
            }
        }
        Ok(Decision::Unknown)
    }

    fn classify_directly(
        &self,
        system: &System,
        witness: &mut dyn FnMut(&[bool]),
        control: &mut Control,
    ) -> Result<Classes, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Classes::Inconsistent) };
        let Ok(survey) = Survey::new(&parts, control)? else { return Ok(Classes::Inconsistent) };
        let allowed = survey.allowed();
        let base = survey.model(&parts);
        let bounded = parts.in_parallel(control, |c, _, control| {
            let allowed = allowed.map(|allowed| &allowed[c]);
            bound(&survey.programs[c], allowed, &survey.known(c, allowed), self.rounding, control).map(Result::ok)
        })?;
        let Some(bounded) = bounded else { return Ok(Classes::Inconsistent) };
        let mut blocks = Vec::with_capacity(parts.parts.len());
        for (c, (verdicts, witnesses)) in bounded.into_iter().enumerate() {
            blocks.push(verdicts);
            if let Some(base) = &base {
                witnesses.iter().for_each(|values| witness(&parts.with_values(base, c, values)));
            }
        }
        let consistent = base.is_some();
        if !consistent {
            // `open` implies that models exist, which nothing here has shown.
            blocks.iter_mut().flatten().filter(|v| **v == Verdict::Open).for_each(|v| *v = Verdict::Unknown);
        }
        let floating = survey.floating(consistent);
        Ok(Classes::Cells(parts.verdicts(&blocks, floating)))
    }
}
