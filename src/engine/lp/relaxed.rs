//! Engine `lp`: the linear relaxation, every cell bounded from both sides.
//!
//! A cell whose upper bound is below 1 is safe, one whose lower bound is above 0 is a mine; both
//! count only with multipliers that prove it in whole numbers. A relaxation cannot say `open`, but
//! its solutions that happen to be whole are models and can. The rest is `unknown`.
//!
//! A known total acts on a component through its number of mines alone: the relaxation joined over
//! all components, seen from one of them, is that component with a range for its mines, which the
//! bounds of the others give. These are rounded to whole mines, which makes them a little stronger.
//! Where the range excludes nothing the component is left without that row, because it would say
//! nothing.

use std::collections::BTreeMap;

use super::bounds::{Reached, mine_range};
use super::multipliers::refute;
use super::parts::{Parts, REDUCE};
use super::program::Program;
use super::simplex::{Answer, Relaxation};
use super::spans::Spans;
use crate::engine::spec::{Chosen, Family};
use crate::engine::{Classes, Control, Decision, Engine, Stop, Verdict};
use crate::system::{Count, System};

/// Row in the table of engines.
pub const FAMILY: Family = Family {
    name: "lp",
    summary: "linear relaxation (microlp): bounds per cell, each verdict proved by multipliers in whole numbers; incomplete",
    options: &[REDUCE],
    presets: &[],
    build: |chosen: &Chosen| Box::new(Lp { reduce: chosen.is_on("reduce") }),
};

/// The engine.
struct Lp {
    reduce: bool,
}

/// Whole solutions of one component by their number of mines.
type Known = BTreeMap<i64, Vec<i64>>;

/// What a first look at all components gives.
struct Survey {
    /// The components, with their range of mines where the total restricts it.
    programs: Vec<Program>,
    known: Vec<Known>,
    /// Counts of mines per component that known solutions of the others complete; None where the
    /// total restricts nothing.
    allowed: Option<Vec<Spans>>,
    /// Mines the floating cells may hold: at least these are excluded outside.
    floating: Spans,
}

/// No model: proved.
struct Inconsistent;

/// Keeps a whole solution, the first one for its number of mines.
fn keep(known: &mut Known, program: &Program, relaxation: &Relaxation) {
    if let Some(whole) = program.rounded(&relaxation.values()) {
        known.entry(program.mines(&whole)).or_insert(whole);
    }
}

/// The relaxation of a program: None if floating point fails or calls it infeasible without proof.
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
        let mut ranges = parts.widest();
        let mut known = vec![Known::new(); parts.parts.len()];
        let unrestricted = parts.is_loose(&ranges);
        for ((part, range), known) in parts.parts.iter().zip(&mut ranges).zip(&mut known) {
            let base = match relax(&part.program, control)? {
                Ok(Some(base)) => base,
                Ok(None) => continue,
                Err(no) => return Ok(Err(no)),
            };
            keep(known, &part.program, &base);
            if !unrestricted {
                *range = mine_range(&part.program, &base, &mut |r| keep(known, &part.program, r), control)?;
            }
        }
        let mut programs: Vec<Program> = parts.parts.iter().map(|p| p.program.clone()).collect();
        let Some(total) = parts.total.filter(|total| !total.is_loose(&ranges)) else {
            let floating = Spans::between(0, parts.floating.len() as i64);
            return Ok(Ok(Survey { programs, known, allowed: None, floating }));
        };
        let Some(narrowed) = total.narrow(&ranges) else { return Ok(Err(Inconsistent)) };
        for (c, (&(from, to), &(least, most))) in narrowed.iter().zip(&ranges).enumerate() {
            let program = &parts.parts[c].program;
            if (from, to) != (least, most) {
                programs[c] = program.with_mines(from, to);
            }
            let base = match relax(&programs[c], control)? {
                Ok(Some(base)) => base,
                Ok(None) => continue,
                Err(no) => return Ok(Err(no)),
            };
            for mines in from..=to {
                if known[c].contains_key(&mines) {
                    continue;
                }
                control.node()?;
                if let Answer::Optimal(relaxation) = base.with_sum(0..program.blocks, mines, control)? {
                    // The slack behind the blocks is not part of a solution to keep.
                    let values = &relaxation.values()[..program.blocks];
                    if let Some(whole) = program.rounded(values) {
                        known[c].insert(mines, whole);
                    }
                }
            }
        }
        let ranges: Vec<Spans> = narrowed.iter().map(|r| Spans::between(r.0, r.1)).collect();
        let sets: Vec<Spans> = known.iter().map(|k| Spans::of(k.keys().copied())).collect();
        let floating = total.on_floating(&ranges);
        Ok(Ok(Survey { programs, known, allowed: Some(total.allowed(&sets)), floating }))
    }

    /// A model of everything, if whole solutions that fit together are known.
    fn model(&self, parts: &Parts) -> Option<Vec<bool>> {
        let solutions: Option<Vec<&[i64]>> = match (&self.allowed, parts.total) {
            (Some(_), Some(total)) => {
                let sets: Vec<Spans> = self.known.iter().map(|k| Spans::of(k.keys().copied())).collect();
                let counts = total.choose(&sets)?;
                self.known.iter().zip(counts).map(|(known, n)| known.get(&n).map(Vec::as_slice)).collect()
            }
            _ => self.known.iter().map(|known| known.values().next().map(Vec::as_slice)).collect(),
        };
        Some(parts.model(&solutions?))
    }

    /// The floating cells' verdict; `consistent`: a model is known.
    fn floating(&self, parts: &Parts, consistent: bool) -> Verdict {
        let (safe, mine) = parts.floating_can(&self.floating);
        let seen = match (&self.allowed, parts.total) {
            (Some(_), Some(total)) => {
                let sets: Vec<Spans> = self.known.iter().map(|k| Spans::of(k.keys().copied())).collect();
                parts.floating_can(&total.on_floating(&sets))
            }
            _ => (consistent, consistent),
        };
        match (safe, mine) {
            (true, false) => Verdict::Safe,
            (false, true) => Verdict::Mine,
            _ if seen == (true, true) => Verdict::Open,
            _ => Verdict::Unknown,
        }
    }
}

/// Verdicts of one component's blocks, and a whole solution of it if one turned up.
fn bound(
    program: &Program,
    allowed: Option<&Spans>,
    known: &Known,
    control: &mut Control,
) -> Result<Result<(Vec<Verdict>, bool), Inconsistent>, Stop> {
    let base = match relax(program, control)? {
        Ok(Some(base)) => base,
        Ok(None) => return Ok(Ok((vec![Verdict::Unknown; program.blocks], !known.is_empty()))),
        Err(no) => return Ok(Err(no)),
    };
    let accept = |mines: i64| allowed.is_none_or(|counts| counts.contains(mines));
    let mut reached = Reached::new(program.blocks);
    reached.note(program, &base, &accept);
    reached.explore(program, &base, &accept, control)?;
    let whole = !known.is_empty() || reached.mined.iter().zip(&reached.spared).any(|(m, s)| *m || *s);
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
    Ok(Ok((verdicts, whole)))
}

/// The verdict if multipliers refute the opposite.
fn proved(opposite: &Program, block: usize, verdict: Verdict, control: &mut Control) -> Result<Verdict, Stop> {
    Ok(refute(opposite, Some(block), control)?.map_or(Verdict::Unknown, |_| verdict))
}

impl Engine for Lp {
    fn is_complete(&self) -> bool {
        false
    }

    fn counts_nodes(&self) -> bool {
        true
    }

    fn decide(&self, system: &System, control: &mut Control) -> Result<Decision, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Decision::Inconsistent) };
        let Ok(survey) = Survey::new(&parts, control)? else { return Ok(Decision::Inconsistent) };
        Ok(match survey.model(&parts).filter(|model| system.is_model(model)) {
            Some(model) => Decision::Model(model),
            None => Decision::Unknown,
        })
    }

    fn classify(&self, system: &System, control: &mut Control) -> Result<Classes, Stop> {
        let Some(parts) = Parts::new(system, self.reduce, control) else { return Ok(Classes::Inconsistent) };
        let Ok(survey) = Survey::new(&parts, control)? else { return Ok(Classes::Inconsistent) };
        let mut consistent = true;
        let mut blocks = Vec::with_capacity(parts.parts.len());
        for (c, program) in survey.programs.iter().enumerate() {
            let allowed = survey.allowed.as_ref().map(|allowed| &allowed[c]);
            let Ok((verdicts, whole)) = bound(program, allowed, &survey.known[c], control)? else {
                return Ok(Classes::Inconsistent);
            };
            consistent &= whole;
            blocks.push(verdicts);
        }
        if let (Some(_), Some(_)) = (&survey.allowed, parts.total) {
            consistent = survey.model(&parts).is_some();
        }
        if !consistent {
            // `open` says that models exist, which nothing here has shown.
            blocks.iter_mut().flatten().filter(|v| **v == Verdict::Open).for_each(|v| *v = Verdict::Unknown);
        }
        let floating = survey.floating(&parts, consistent);
        Ok(Classes::Cells(parts.verdicts(&blocks, floating)))
    }

    fn count(&self, _: &System, _: &mut Control) -> Result<Count, Stop> {
        Err(Stop::unsupported("lp bounds cells and does not count"))
    }
}
