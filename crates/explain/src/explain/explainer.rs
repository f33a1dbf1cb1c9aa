//! The verdict of a cell and the sums that force it, found in windows around the cell.

use super::counting::ByCounting;
use super::oracle::{Asked, BySelectors, Oracle};
use super::part::Part;
use super::position::CluePosition;
use super::smallest::{Smaller, irreducible, smaller};
use super::{ExplainOptions, Minimality};
use crate::engine::{Control, Decision, Stop, build};
use crate::system::{Sum, System, WindowFinder, split};

/// Sums that together have a consequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SumSet {
    /// Indices of sums, ascending.
    pub sums: Vec<u32>,
    /// Whether the total takes part.
    pub total: bool,
    /// What is proved about the number of sums.
    pub minimality: Minimality,
}

/// The verdict of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Some sums force its value.
    Forced {
        /// True for a mine, false for safe.
        mine: bool,
        /// Sums that force it.
        set: SumSet,
    },
    /// A model with a mine there and one without.
    Open {
        /// A model with a mine there, one value per variable.
        mine: Vec<bool>,
        /// A model without.
        safe: Vec<bool>,
    },
    /// There is no model.
    Contradiction(SumSet),
}

/// Explains cells of one position, one after the other.
pub struct Explainer<'a> {
    position: &'a CluePosition<'a>,
    options: ExplainOptions,
    near: WindowFinder<'a>,
    /// Whether there is a model, once known.
    consistent: Option<bool>,
}

/// Windows that are tried before the question for the whole board, whether the cell is certain at all.
const FIRST_RADII: [usize; 5] = [0, 1, 2, 4, 8];

impl<'a> Explainer<'a> {
    /// An explainer without any answer yet.
    pub fn new(position: &'a CluePosition<'a>, options: ExplainOptions) -> Self {
        Explainer { position, options, near: WindowFinder::new(&position.system), consistent: None }
    }

    /// The position.
    pub fn position(&self) -> &'a CluePosition<'a> {
        self.position
    }

    /// The options.
    pub fn options(&self) -> ExplainOptions {
        self.options
    }

    /// The verdict of a cell.
    ///
    /// # Errors
    /// A limit ran out, or the total is too large to be written as clauses.
    pub fn cell(&mut self, cell: u32, control: &mut Control) -> Result<Finding, Stop> {
        if self.position.system.cells <= self.options.checked_cells && !self.is_consistent(control)? {
            return self.contradiction(control)?.map(Finding::Contradiction).ok_or_else(unproved);
        }
        for radius in FIRST_RADII {
            let window = self.near.window(cell, radius, |_| false);
            if let Some(finding) = self.in_window(cell, &window.sums, control)? {
                return Ok(finding);
            }
            if window.is_closed {
                break;
            }
        }
        // The window does not decide: ask the whole board whether the cell is certain at all.
        let mut model = |mine: bool| -> Result<Option<Vec<bool>>, Stop> {
            let mut system = self.position.system.clone();
            system.sums.push(Sum::new(vec![cell], i32::from(mine)));
            decide(&system, control)
        };
        let mine = match (model(true)?, model(false)?) {
            (Some(mine), Some(safe)) => return Ok(Finding::Open { mine, safe }),
            (None, None) => {
                return self.contradiction(control)?.map(Finding::Contradiction).ok_or_else(unproved);
            }
            (mine, _) => mine.is_some(),
        };
        let mut radius = 2 * FIRST_RADII[FIRST_RADII.len() - 1];
        loop {
            let window = self.near.window(cell, radius, |_| false);
            if let Some(finding) = self.in_window(cell, &window.sums, control)? {
                return Ok(finding);
            }
            if window.is_closed {
                break;
            }
            radius *= 2;
        }
        let set = self.with_total(Some((cell, mine)), control)?.ok_or_else(unproved)?;
        Ok(Finding::Forced { mine, set })
    }

    /// The smallest contradiction; None if there is a model.
    ///
    /// # Errors
    /// A limit ran out, or the total is too large to be written as clauses.
    pub fn contradiction(&mut self, control: &mut Control) -> Result<Option<SumSet>, Stop> {
        let system = &self.position.system;
        if let Some(sum) = system.sums.iter().position(|s| !s.is_possible()) {
            return Ok(Some(SumSet { sums: vec![sum as u32], total: false, minimality: Minimality::Smallest }));
        }
        let mut best: Option<SumSet> = None;
        for component in split(system).components {
            if decide(&component.system, control)?.is_some() {
                continue;
            }
            let mut sums: Vec<u32> = component.cells.iter().flat_map(|&c| self.near.sums_of(c)).copied().collect();
            sums.sort_unstable();
            sums.dedup();
            let cut = Part::new(self.position, None, &sums);
            let set = self.least(&cut.system, &sums, None, control)?.ok_or_else(unproved)?;
            let less = |best: &SumSet| (set.sums.len(), set.minimality) < (best.sums.len(), best.minimality);
            if best.as_ref().is_none_or(less) {
                // Without a proof that one is smallest, the others are in doubt as well.
                let doubt = best.as_ref().is_some_and(|b| b.minimality == Minimality::Irreducible);
                let minimality = if doubt { Minimality::Irreducible } else { set.minimality };
                best = Some(SumSet { minimality, ..set });
            } else if let (Some(best), Minimality::Irreducible) = (&mut best, set.minimality) {
                best.minimality = Minimality::Irreducible;
            }
        }
        if best.is_none() && system.total.is_some() {
            best = self.with_total(None, control)?;
        }
        self.consistent = Some(best.is_none());
        Ok(best)
    }

    fn is_consistent(&mut self, control: &mut Control) -> Result<bool, Stop> {
        if let Some(known) = self.consistent {
            return Ok(known);
        }
        let found = decide(&self.position.system, control)?.is_some();
        self.consistent = Some(found);
        Ok(found)
    }

    /// The verdict of the sums of a window on a cell; None if they do not force one.
    fn in_window(&mut self, cell: u32, sums: &[u32], control: &mut Control) -> Result<Option<Finding>, Stop> {
        if sums.is_empty() {
            return Ok(None);
        }
        let cut = Part::new(self.position, Some(cell), sums);
        let all: Vec<u32> = (0..sums.len() as u32).collect();
        let mut oracle = BySelectors::new(&cut.system, Some((0, true)), control)?;
        let is_mine = matches!(oracle.ask(&all, control)?, Asked::Forced(_));
        oracle.claim(0, false);
        let Asked::Forced(core) = oracle.ask(&all, control)? else {
            if !is_mine {
                return Ok(None);
            }
            oracle.claim(0, true);
            let Asked::Forced(core) = oracle.ask(&all, control)? else { return Err(unproved()) };
            return self.forced(cell, true, &cut, &mut oracle, core, control).map(Some);
        };
        if is_mine {
            let set = self.contradiction(control)?.ok_or_else(unproved)?;
            return Ok(Some(Finding::Contradiction(set)));
        }
        self.forced(cell, false, &cut, &mut oracle, core, control).map(Some)
    }

    /// A smallest set for a cell that the sums of a window force.
    fn forced(
        &mut self,
        cell: u32,
        mine: bool,
        cut: &Part,
        oracle: &mut dyn Oracle,
        core: Vec<u32>,
        control: &mut Control,
    ) -> Result<Finding, Stop> {
        let found = irreducible(oracle, core, control)?;
        let mut sums: Vec<u32> = found.iter().map(|&s| cut.sums[s as usize]).collect();
        let mut minimality = Minimality::Irreducible;
        if sums.len() == 1 {
            // The empty set forces nothing.
            minimality = Minimality::Smallest;
        } else if self.options.calls > 0 {
            // A set with fewer sums is connected, so it lies within this many steps.
            let near = self.near.window(cell, sums.len() - 2, |_| false).sums;
            if near.len() <= self.options.window {
                let cut = Part::new(self.position, Some(cell), &near);
                let known = (0..near.len() as u32).filter(|&s| sums.contains(&near[s as usize])).collect::<Vec<_>>();
                let mut oracle = BySelectors::new(&cut.system, Some((0, mine)), control)?;
                match smaller(&mut oracle, &known, sums.len(), self.options.calls, control)? {
                    Smaller::Set(least) => {
                        sums = least.iter().map(|&s| near[s as usize]).collect();
                        minimality = Minimality::Smallest;
                    }
                    Smaller::No => minimality = Minimality::Smallest,
                    Smaller::Unknown => {}
                }
            }
        }
        sums.sort_unstable();
        Ok(Finding::Forced { mine, set: SumSet { sums, total: false, minimality } })
    }

    /// A smallest set of all sums together with the total.
    fn with_total(&mut self, claim: Option<(u32, bool)>, control: &mut Control) -> Result<Option<SumSet>, Stop> {
        let sums: Vec<u32> = (0..self.position.system.sums.len() as u32).collect();
        self.least(&self.position.system, &sums, claim, control)
    }

    /// A smallest set of a system with the named sums of the position; None if they do not force the claim (without
    /// one: are satisfiable).
    fn least(
        &self,
        system: &System,
        names: &[u32],
        claim: Option<(u32, bool)>,
        control: &mut Control,
    ) -> Result<Option<SumSet>, Stop> {
        let mut oracle: Box<dyn Oracle> = match ByCounting::new(system, claim, control)? {
            Some(oracle) => Box::new(oracle),
            None => Box::new(BySelectors::new(system, claim, control)?),
        };
        let oracle = oracle.as_mut();
        let all: Vec<u32> = (0..names.len() as u32).collect();
        let Asked::Forced(core) = oracle.ask(&all, control)? else { return Ok(None) };
        let mut found = irreducible(oracle, core, control)?;
        let mut minimality = Minimality::Irreducible;
        if self.options.calls > 0 && names.len() <= self.options.window {
            match smaller(oracle, &found, found.len(), self.options.calls, control)? {
                Smaller::Set(least) => (found, minimality) = (least, Minimality::Smallest),
                Smaller::No => minimality = Minimality::Smallest,
                Smaller::Unknown => {}
            }
        }
        let mut sums: Vec<u32> = found.iter().map(|&s| names[s as usize]).collect();
        sums.sort_unstable();
        Ok(Some(SumSet { sums, total: system.total.is_some(), minimality }))
    }
}

/// A model, from an engine that can be interrupted.
fn decide(system: &System, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
    match build("sat:solver=batsat").map_err(Stop::unsupported)?.decide(system, control)? {
        Decision::Model(model) => Ok(Some(model)),
        Decision::Inconsistent => Ok(None),
        Decision::Unknown => Err(unproved()),
    }
}

fn unproved() -> Stop {
    Stop::Failed("two solvers disagree about what the sums force".into())
}
