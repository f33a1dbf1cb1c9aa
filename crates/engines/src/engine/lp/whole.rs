//! Engine `ilp`: the 0/1 program by branch and bound.
//!
//! Consistency is one search per component; a cell's bounds are two more, skipped if a known model answers already.
//! Searches run in windows that grow: with the surroundings fixed to a known model a solution is a new model; with the
//! surroundings left out infeasibility is a proof. Only if neither helps is the whole component searched.
//!
//! With a known total the counts of mines that each component can have are found first, then joined
//! (`mines` of the core); each component is then searched within the counts that the others complete.

use super::bounds::{keep, mine_range};
use super::branch::{Found, search};
use super::equivalences::{self, COLLAPSE, Collapse, Direct};
use super::oneshot::search_once;
use super::parts::{Parts, REDUCE};
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use super::walk::walk;
use super::windows::Rings;
use crate::certify::Certificate;
use crate::engine::{Classes, Control, Counter, Decision, Engine, EngineFamily, Stop, Verdict};
use crate::mines::{MineCounts, Restriction, SolutionsByMines};
use crate::spec::{Chosen, OptionRow, OptionValues};
use crate::system::{Count, System};

/// Row in the table of engines.
pub const FAMILY: EngineFamily = EngineFamily {
    name: "ilp",
    summary: "0/1 program by branch and bound on relaxations, every pruned node proved in integers",
    options: &[
        REDUCE,
        COLLAPSE,
        OptionRow {
            name: "solver",
            values: OptionValues::Words(&["certified", "microlp"]),
            default: "certified",
            help: "certified: own branch and bound, exact; microlp: one-shot programs through good_lp, unknown where not proved",
        },
    ],
    presets: &[],
    effort: &[(Counter::Nodes, "nodes")],
    interruptible: false,
    starts_program: |_| false,
    build: |chosen: &Chosen| {
        Box::new(Ilp {
            reduce: chosen.is_on("reduce"),
            collapse: Collapse::of(chosen),
            certified: chosen.word("solver") == "certified",
        })
    },
};

/// The engine.
struct Ilp {
    reduce: bool,
    collapse: Collapse,
    certified: bool,
}

/// Result for a system: no model, models, or undecided by the solver.
enum Outcome<T> {
    Inconsistent,
    Unsure,
    Models(T),
}

/// The numbers of mines that the total allows a component.
#[derive(Clone, Copy)]
struct Range {
    from: i64,
    to: i64,
}

impl Range {
    /// A program in this range, with this many mines outside of it.
    fn of(&self, program: &Program, outside: i64) -> Program {
        let all: i64 = program.upper.iter().sum();
        let (from, to) = ((self.from - outside).max(0), (self.to - outside).min(all));
        if (from, to) == (0, all) { program.clone() } else { program.with_mines(from, to) }
    }
}

/// Solutions of every component, by the ranges of mines it can have in a model.
struct Models {
    /// One model of the original system.
    model: Vec<bool>,
    /// Per component a known solution for each range.
    known: Vec<Vec<(Range, Vec<i64>)>>,
    /// (some floating cell can be safe, some can be a mine).
    floating: (bool, bool),
}

impl Ilp {
    fn search(&self, program: &Program, seed: Option<usize>, control: &mut Control) -> Result<Found, Stop> {
        if self.certified { search(program, seed, control) } else { search_once(program, seed, control) }
    }

    fn models(&self, parts: &Parts, control: &mut Control) -> Result<Outcome<Models>, Stop> {
        let mut ranges = parts.widest();
        let mut known = vec![SolutionsByMines::new(); parts.parts.len()];
        if parts.needs_ranges() {
            let bounds = parts.in_parallel(control, |_, part, control| {
                let (mut range, mut known) = (part.widest(), SolutionsByMines::new());
                if let Answer::Optimal(base) = Relaxation::new(&part.program, control)? {
                    range = mine_range(&part.program, &base, &mut |r| keep(&mut known, &part.program, r), control)?;
                }
                Ok(Some((range, known)))
            })?;
            (ranges, known) = bounds.unwrap_or_default().into_iter().unzip();
        }
        match (parts.budget, parts.restriction(&ranges)) {
            (Some(budget), Restriction::Windows(windows)) => {
                self.joined(parts, MineCounts::new(budget, windows, known), control)
            }
            (_, Restriction::Impossible) => Ok(Outcome::Inconsistent),
            _ => self.independent(parts, control),
        }
    }

    /// Components that the total does not restrict.
    fn independent(&self, parts: &Parts, control: &mut Control) -> Result<Outcome<Models>, Stop> {
        let found = parts.in_parallel(control, |_, part, control| {
            Ok(match self.search(&part.program, None, control)? {
                Found::Solution(values) => {
                    let (from, to) = part.widest();
                    Some(Some(vec![(Range { from, to }, values)]))
                }
                Found::Nothing => None,
                Found::Unsure => Some(None),
            })
        })?;
        let Some(found) = found else { return Ok(Outcome::Inconsistent) };
        let Some(known) = found.into_iter().collect::<Option<Vec<_>>>() else { return Ok(Outcome::Unsure) };
        let solutions: Vec<&[i64]> = known.iter().map(|ranges| &ranges[0].1[..]).collect();
        let model = parts.model(&solutions);
        Ok(Outcome::Models(Models { model, known, floating: (true, true) }))
    }

    /// Components that share a total.
    fn joined(
        &self,
        parts: &Parts,
        mut counts: MineCounts<Vec<i64>>,
        control: &mut Control,
    ) -> Result<Outcome<Models>, Stop> {
        for (part, known) in parts.parts.iter().zip(&mut counts.known) {
            if known.is_empty() {
                match self.search(&part.program, None, control)? {
                    Found::Solution(values) => drop(known.insert(part.program.mines(&values), values)),
                    Found::Nothing => return Ok(Outcome::Inconsistent),
                    Found::Unsure => {}
                }
            }
        }
        let effect = counts.settle(|c, mines, near| {
            let program = &parts.parts[c].program;
            if let Some(near) = near
                && let Some(values) = walk(program, near, mines, 0, &mut |p, s, c| self.search(p, s, c), control)?
            {
                return Ok(Found::Solution(values));
            }
            self.search(&program.with_mines(mines, mines), None, control)
        })?;
        if !effect.is_certain() {
            return Ok(Outcome::Unsure);
        }
        let (Some(floating), Some(solutions)) = (effect.reached.floating, counts.choose()) else {
            return Ok(Outcome::Inconsistent);
        };
        let model = parts.model(&solutions.into_iter().map(|s| &s[..]).collect::<Vec<_>>());
        let mut known = Vec::with_capacity(parts.parts.len());
        for (c, completed) in effect.reached.components.iter().enumerate() {
            let mut ranges = Vec::new();
            for &(from, to) in completed.runs() {
                if let Some((_, values)) = counts.known[c].range(from..=to).next() {
                    ranges.push((Range { from, to }, values.clone()));
                    continue;
                }
                match self.search(&parts.parts[c].program.with_mines(from, to), None, control)? {
                    Found::Solution(mut values) => {
                        values.truncate(parts.parts[c].program.blocks);
                        ranges.push((Range { from, to }, values));
                    }
                    Found::Nothing => {}
                    Found::Unsure => return Ok(Outcome::Unsure),
                }
            }
            known.push(ranges);
        }
        Ok(Outcome::Models(Models { model, known, floating }))
    }

    /// Is there a solution with a mine in the block (or a safe cell)? A solution found is recorded; otherwise the
    /// answer is whether there is certainly none.
    fn query(&self, ask: &Ask, seen: &mut Seen, control: &mut Control) -> Result<bool, Stop> {
        let program = ask.program;
        let mut rings = Rings::around(program, ask.block);
        while rings.double(program) && 2 * rings.len() < program.blocks {
            let inside = rings.inside(program, ask.known);
            let outside = program.mines(ask.known) - inside.vars().map(|var| ask.known[var]).sum::<i64>();
            let mut possible = ask.range.of(&inside.program, outside);
            ask.assume(&mut possible, 0);
            if let Found::Solution(values) = self.search(&possible, Some(0), control)? {
                seen.note(program, ask.known, inside.lifted(&values));
                return Ok(true);
            }
            let mut alone = rings.relaxed(program);
            ask.assume(&mut alone.program, 0);
            if self.search(&alone.program, Some(0), control)? == Found::Nothing {
                return Ok(true);
            }
        }
        let mut whole = ask.range.of(program, 0);
        ask.assume(&mut whole, ask.block);
        let found = self.search(&whole, Some(ask.block), control)?;
        if let Found::Solution(values) = &found {
            seen.note(program, values, std::iter::empty());
        }
        Ok(found != Found::Unsure)
    }

    /// Verdicts of one component's blocks, from a known solution for each of its ranges of mines; and solutions that show
    /// those that are open.
    fn classify_part(
        &self,
        program: &Program,
        ranges: &[(Range, Vec<i64>)],
        control: &mut Control,
    ) -> Result<(Vec<Verdict>, Vec<Vec<i64>>), Stop> {
        let mut seen = Seen { values: vec![[false; 2]; program.blocks], witnesses: Vec::new() };
        let mut sure = vec![true; program.blocks];
        ranges.iter().for_each(|(_, known)| seen.note(program, known, std::iter::empty()));
        for &(range, ref known) in ranges {
            // What is proved narrows the questions to come.
            let mut narrowed = program.clone();
            for (block, sure) in sure.iter_mut().enumerate() {
                for mined in [false, true] {
                    if seen.values[block][usize::from(mined)] {
                        continue;
                    }
                    let is_sure =
                        self.query(&Ask { program: &narrowed, known, range, block, mined }, &mut seen, control)?;
                    if is_sure && !seen.values[block][usize::from(mined)] {
                        match mined {
                            true => narrowed.upper[block] = 0,
                            false => narrowed.lower[block] = narrowed.upper[block],
                        }
                    }
                    *sure &= is_sure;
                }
            }
        }
        let verdict = |(seen, sure): (&[bool; 2], &bool)| match seen {
            [true, true] => Verdict::Open,
            _ if !sure => Verdict::Unknown,
            [safe, mine] => Verdict::of(*safe, *mine),
        };
        Ok((seen.values.iter().zip(&sure).map(verdict).collect(), seen.witnesses))
    }
}

/// One question about a block of a component's program, with a known solution in the range.
struct Ask<'a> {
    program: &'a Program,
    known: &'a [i64],
    range: Range,
    block: usize,
    /// Can the block hold a mine; otherwise: can a cell of it be safe?
    mined: bool,
}

impl Ask<'_> {
    /// Asks it of a program in which the block is variable `var`.
    fn assume(&self, program: &mut Program, var: usize) {
        match self.mined {
            true => program.lower[var] = program.lower[var].max(1),
            false => program.upper[var] -= 1,
        }
    }
}

struct Seen {
    /// For each block whether some solution leaves a cell of it safe, and whether one mines it.
    values: Vec<[bool; 2]>,
    /// The solutions that were the first to do either.
    witnesses: Vec<Vec<i64>>,
}

impl Seen {
    /// A known solution with other values for some variables.
    fn note(&mut self, program: &Program, known: &[i64], changes: impl Iterator<Item = (usize, i64)>) {
        let mut solution = known[..program.blocks].to_vec();
        changes.filter(|(var, _)| *var < program.blocks).for_each(|(var, value)| solution[var] = value);
        let mut is_new = false;
        for ((seen, &value), &upper) in self.values.iter_mut().zip(&solution).zip(&program.upper) {
            for (seen, reaches) in seen.iter_mut().zip([value < upper, value > 0]) {
                is_new |= reaches && !std::mem::replace(seen, *seen || reaches);
            }
        }
        if is_new {
            self.witnesses.push(solution);
        }
    }
}

impl Engine for Ilp {
    fn is_complete(&self) -> bool {
        self.certified
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
        Err(Stop::unsupported("ilp finds models and bounds and does not count"))
    }
}

impl Direct for Ilp {
    fn probe(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        self.decide_directly(system, control)
    }

    fn decide_directly(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Decision::Inconsistent) };
        Ok(match self.models(&parts, control)? {
            Outcome::Inconsistent => Decision::Inconsistent,
            Outcome::Models(models) if system.is_model(&models.model) => Decision::Model(models.model),
            // The second guards the promise that every model is checked; it does not happen.
            Outcome::Unsure | Outcome::Models(_) => Decision::Unknown,
        })
    }

    fn classify_directly(
        &self,
        system: &System,
        witness: &mut dyn FnMut(&[bool]),
        control: &mut Control,
    ) -> Result<Classes, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Classes::Inconsistent) };
        let models = match self.models(&parts, control)? {
            Outcome::Inconsistent => return Ok(Classes::Inconsistent),
            Outcome::Unsure => return Ok(Classes::Cells(vec![Verdict::Unknown; system.cells])),
            Outcome::Models(models) => models,
        };
        let classified = parts.in_parallel(control, |c, part, control| {
            self.classify_part(&part.program, &models.known[c], control).map(Some)
        })?;
        let mut blocks = Vec::with_capacity(parts.parts.len());
        for (c, (verdicts, witnesses)) in classified.unwrap_or_default().into_iter().enumerate() {
            blocks.push(verdicts);
            witnesses.iter().for_each(|values| witness(&parts.with_values(&models.model, c, values)));
        }
        let (safe, mine) = models.floating;
        Ok(Classes::Cells(parts.verdicts(&blocks, Verdict::of(safe, mine))))
    }
}
