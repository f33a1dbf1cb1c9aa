//! Engine `ilp`: the 0/1 program by branch and bound.
//!
//! Consistency is one search a component; a cell's bounds are two more, skipped where a known model
//! answers already. Searches run in windows that grow: with the surroundings fixed to a known model
//! a solution is a new model; with the surroundings left out no solution is a proof. Only when
//! neither helps is the whole component searched.
//!
//! With a known total the counts of mines that each component can have are found first, then joined
//! (`total.rs`); each component is then searched within the counts that the others complete.

use std::collections::BTreeMap;

use super::bounds::mine_range;
use super::branch::{Found, search};
use super::oneshot::search_once;
use super::parts::{Parts, REDUCE};
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use super::spans::Spans;
use super::windows::Rings;
use crate::engine::spec::{Chosen, EngineOption, Family, OptionValues};
use crate::engine::{Classes, Control, Decision, Engine, Stop, Verdict};
use crate::system::{Count, System};

/// Row in the table of engines.
pub const FAMILY: Family = Family {
    name: "ilp",
    summary: "0/1 program by branch and bound on relaxations, every pruned node proved in whole numbers",
    options: &[
        REDUCE,
        EngineOption {
            name: "solver",
            values: OptionValues::Words(&["certified", "microlp"]),
            default: "certified",
            help: "certified: own branch and bound, exact; microlp: one-shot programs through good_lp, unknown where not proved",
        },
    ],
    presets: &[],
    build: |chosen: &Chosen| {
        Box::new(Ilp { reduce: chosen.is_on("reduce"), certified: chosen.word("solver") == "certified" })
    },
};

/// The engine.
struct Ilp {
    reduce: bool,
    certified: bool,
}

/// What a system has: no model, models, or the solver could not tell.
enum Outcome<T> {
    Inconsistent,
    Unsure,
    Models(T),
}

/// Solutions of every component, by the ranges of mines it can have in a model.
struct Models {
    /// One model of the original system.
    model: Vec<bool>,
    /// Per component a known solution for each range, with the program that has this range.
    known: Vec<Vec<(Program, Vec<i64>)>>,
    /// Mines the floating cells can hold; None: any number.
    floating: Option<Spans>,
}

impl Ilp {
    fn search(&self, program: &Program, seed: Option<usize>, control: &mut Control) -> Result<Found, Stop> {
        if self.certified { search(program, seed, control) } else { search_once(program, seed, control) }
    }

    /// Proved ranges of mines, as good as the relaxation gives them.
    fn ranges(&self, parts: &Parts, control: &mut Control) -> Result<Vec<(i64, i64)>, Stop> {
        let mut ranges = parts.widest();
        if !parts.is_loose(&ranges) {
            for (part, range) in parts.parts.iter().zip(&mut ranges) {
                if let Answer::Optimal(base) = Relaxation::new(&part.program, control)? {
                    *range = mine_range(&part.program, &base, &mut |_| (), control)?;
                }
            }
        }
        Ok(ranges)
    }

    fn models(&self, parts: &Parts, control: &mut Control) -> Result<Outcome<Models>, Stop> {
        let ranges = self.ranges(parts, control)?;
        if parts.is_loose(&ranges) { self.independent(parts, control) } else { self.joined(parts, &ranges, control) }
    }

    /// Components that the total does not restrict.
    fn independent(&self, parts: &Parts, control: &mut Control) -> Result<Outcome<Models>, Stop> {
        let mut known = Vec::with_capacity(parts.parts.len());
        let mut unsure = false;
        for part in &parts.parts {
            match self.search(&part.program, None, control)? {
                Found::Solution(values) => known.push(vec![(part.program.clone(), values)]),
                Found::Nothing => return Ok(Outcome::Inconsistent),
                Found::Unsure => unsure = true,
            }
        }
        if unsure {
            return Ok(Outcome::Unsure);
        }
        let solutions: Vec<&[i64]> = known.iter().map(|ranges| &ranges[0].1[..]).collect();
        let model = parts.model(&solutions);
        Ok(Outcome::Models(Models { model, known, floating: None }))
    }

    /// Components that share a total.
    fn joined(&self, parts: &Parts, ranges: &[(i64, i64)], control: &mut Control) -> Result<Outcome<Models>, Stop> {
        let Some(total) = parts.total else { return Ok(Outcome::Unsure) };
        let Some(narrowed) = total.narrow(ranges) else { return Ok(Outcome::Inconsistent) };
        let mut solutions: Vec<BTreeMap<i64, Vec<i64>>> = Vec::with_capacity(parts.parts.len());
        for (part, (from, to)) in parts.parts.iter().zip(narrowed) {
            let mut by_mines = BTreeMap::new();
            for mines in from..=to {
                match self.search(&part.program.with_mines(mines, mines), None, control)? {
                    Found::Solution(values) => by_mines.insert(mines, values),
                    Found::Nothing => None,
                    Found::Unsure => return Ok(Outcome::Unsure),
                };
            }
            solutions.push(by_mines);
        }
        let sets: Vec<Spans> = solutions.iter().map(|s| Spans::of(s.keys().copied())).collect();
        let Some(counts) = total.choose(&sets) else { return Ok(Outcome::Inconsistent) };
        let chosen: Vec<&[i64]> = solutions.iter().zip(&counts).map(|(s, n)| &s[n][..]).collect();
        let model = parts.model(&chosen);
        let known = (total.allowed(&sets).iter().zip(&parts.parts).zip(&solutions))
            .map(|((allowed, part), solutions)| {
                let range = |&(from, to): &(i64, i64)| {
                    let program = part.program.with_mines(from, to);
                    // All counts of a span have a solution; the slack takes the rest of the range.
                    let mut values = solutions.get(&from)?.clone();
                    values.extend((to > from).then_some(to - from));
                    Some((program, values))
                };
                allowed.spans().iter().filter_map(range).collect()
            })
            .collect();
        Ok(Outcome::Models(Models { model, known, floating: Some(total.on_floating(&sets)) }))
    }

    /// Is there a solution that gives the block a mine (or spares a cell of it)?
    fn query(
        &self,
        program: &Program,
        known: &[i64],
        block: usize,
        mined: bool,
        control: &mut Control,
    ) -> Result<Found, Stop> {
        let ask = |program: &mut Program, var: usize| match mined {
            true => program.lower[var] = program.lower[var].max(1),
            false => program.upper[var] -= 1,
        };
        let mut rings = Rings::around(program, block);
        while rings.double(program) && 2 * rings.len() < program.blocks {
            let mut inside = rings.inside(program, known);
            ask(&mut inside.program, 0);
            if let Found::Solution(values) = self.search(&inside.program, Some(0), control)? {
                return Ok(Found::Solution(inside.patched(known, &values)));
            }
            let mut alone = rings.relaxed(program);
            ask(&mut alone.program, 0);
            if self.search(&alone.program, Some(0), control)? == Found::Nothing {
                return Ok(Found::Nothing);
            }
        }
        let mut whole = program.clone();
        ask(&mut whole, block);
        self.search(&whole, Some(block), control)
    }

    /// Verdicts of one component's blocks, from a known solution for each of its ranges of mines.
    fn classify_part(&self, ranges: &[(Program, Vec<i64>)], control: &mut Control) -> Result<Vec<Verdict>, Stop> {
        let blocks = ranges.first().map_or(0, |r| r.0.blocks);
        let mut can = vec![[false; 2]; blocks];
        let mut unsure = vec![false; blocks];
        let note = |can: &mut Vec<[bool; 2]>, program: &Program, values: &[i64]| {
            for (block, can) in can.iter_mut().enumerate() {
                can[0] |= values[block] < program.upper[block];
                can[1] |= values[block] > 0;
            }
        };
        ranges.iter().for_each(|(program, known)| note(&mut can, program, known));
        for (program, known) in ranges {
            for block in 0..blocks {
                for mined in [false, true] {
                    if can[block][usize::from(mined)] {
                        continue;
                    }
                    match self.query(program, known, block, mined, control)? {
                        Found::Solution(values) => note(&mut can, program, &values),
                        Found::Nothing => {}
                        Found::Unsure => unsure[block] = true,
                    }
                }
            }
        }
        let verdict = |(can, unsure): (&[bool; 2], &bool)| match can {
            [true, true] => Verdict::Open,
            _ if *unsure => Verdict::Unknown,
            [safe, mine] => Verdict::of(*safe, *mine),
        };
        Ok(can.iter().zip(&unsure).map(verdict).collect())
    }
}

impl Engine for Ilp {
    fn is_complete(&self) -> bool {
        self.certified
    }

    fn counts_nodes(&self) -> bool {
        true
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Decision::Inconsistent) };
        Ok(match self.models(&parts, control)? {
            Outcome::Inconsistent => Decision::Inconsistent,
            Outcome::Models(models) if system.is_model(&models.model) => Decision::Model(models.model),
            // The second guards the promise that every model is checked; it does not happen.
            Outcome::Unsure | Outcome::Models(_) => Decision::Unknown,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Classes::Inconsistent) };
        let models = match self.models(&parts, control)? {
            Outcome::Inconsistent => return Ok(Classes::Inconsistent),
            Outcome::Unsure => return Ok(Classes::Cells(vec![Verdict::Unknown; system.cells])),
            Outcome::Models(models) => models,
        };
        let mut blocks = Vec::with_capacity(parts.parts.len());
        for ranges in &models.known {
            blocks.push(self.classify_part(ranges, control)?);
        }
        let floating = match &models.floating {
            None => Verdict::Open,
            Some(counts) => {
                let (safe, mine) = parts.floating_can(counts);
                Verdict::of(safe, mine)
            }
        };
        Ok(Classes::Cells(parts.verdicts(&blocks, floating)))
    }

    fn count(&self, _: &System, _: &mut Control) -> Result<Count, Stop> {
        Err(Stop::unsupported("ilp finds models and bounds and does not count"))
    }
}
