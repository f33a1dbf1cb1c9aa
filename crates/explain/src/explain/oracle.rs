//! Which sums together force a cell, or are unsatisfiable: one solver with a selector per sum.

use crate::encode::{Encoding, Lit, Sink, find};
use crate::engine::sat::backend::Backend;
use crate::engine::sat::solvers::named;
use crate::engine::{Control, Counter, Stop};
use crate::system::{Sum, System, split};

/// A solver that holds each sum under a selector, and the total, if there is one, unconditionally.
pub(super) struct BySelectors<'a> {
    system: &'a System,
    sink: Guarded,
    selectors: Vec<Lit>,
    /// Is assumed in every question: the value that the cell does not have.
    question: Option<Lit>,
    assumptions: Vec<Lit>,
    /// Questions so far, each with its conflicts: see [`Oracle::work`].
    questions: u64,
}

/// Conflicts that count as one question.
const CONFLICTS_A_QUESTION: u64 = 20;

/// Answer to "do these sums force it?".
pub(super) enum Asked {
    /// Yes; these of them suffice.
    Forced(Vec<u32>),
    /// No; nor do these, a superset of the chosen ones.
    Against(Vec<u32>),
}

/// Decides whether some sums force a claim.
pub(super) trait Oracle {
    /// Number of sums to choose from.
    fn sums(&self) -> usize;

    /// Do the chosen sums, ascending or not, force the claim?
    ///
    /// # Errors
    /// A limit ran out, or a solver failed.
    fn ask(&mut self, chosen: &[u32], control: &mut Control) -> Result<Asked, Stop>;

    /// The work so far, in questions; a hard one counts as several. Counted, so that it does not depend on the machine.
    fn work(&self) -> u64;
}

struct Guarded {
    backend: Box<dyn Backend>,
    guard: Option<Lit>,
    variables: usize,
    buffer: Vec<Lit>,
}

impl Sink for Guarded {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.buffer.clear();
        self.buffer.extend_from_slice(lits);
        self.buffer.extend(self.guard.map(|guard| !guard));
        self.backend.clause(&self.buffer);
    }
}

/// A total of more clauses is not written: see [`BySelectors::new`].
const MOST_TOTAL_CLAUSES: u64 = 5_000_000;

/// The encoding of that name.
pub(super) fn encoding(name: &str) -> Result<&'static dyn Encoding, Stop> {
    find(name).map(|m| m.encoding).ok_or_else(|| Stop::unsupported(format!("no encoding {name}")))
}

/// A solver that gives unsatisfiable cores and can be interrupted.
pub(super) fn solver() -> Result<Box<dyn Backend>, Stop> {
    (named("batsat").start)("")
}

/// The cells over which the total is written, component by component, so that a learned bound on the mines of one
/// component is a literal of the totalizer; and the claimed cell, which may be in no component.
fn counted(system: &System, claimed: Option<u32>) -> Vec<Lit> {
    let parts = split(system);
    let cells = parts.components.iter().flat_map(|c| &c.cells).copied();
    let floating = claimed.filter(|cell| parts.floating.binary_search(cell).is_ok());
    cells.chain(floating).map(|cell| Lit::of_cell(cell as usize, true)).collect()
}

impl<'a> BySelectors<'a> {
    /// Writes the formula. `claim` is what the sums shall force: (cell, is a mine); None: that there is no
    /// solution at all.
    ///
    /// # Errors
    /// The total takes too many clauses, or a limit ran out.
    pub fn new(system: &'a System, claim: Option<(u32, bool)>, control: &mut Control) -> Result<Self, Stop> {
        let mut sink = Guarded { backend: solver()?, guard: None, variables: system.cells, buffer: Vec::new() };
        if let Some(total) = system.total {
            let lits = counted(system, claim.map(|c| c.0));
            // The other cells hold the rest; they are free under all sums.
            let low = total.saturating_sub((system.cells - lits.len()) as i64);
            let totalizer = encoding("totalizer")?;
            let clauses = totalizer.size_between(lits.len(), low, total).clauses;
            if clauses > MOST_TOTAL_CLAUSES {
                return Err(Stop::unsupported(format!("the total takes {clauses} clauses")));
            }
            control.memory(64 * clauses)?;
            totalizer.between(&lits, low, total, &mut sink);
        }
        let selectors: Vec<Lit> = system.sums.iter().map(|_| sink.new_variable()).collect();
        let binomial = encoding("binomial")?;
        let mut lits = Vec::new();
        for (sum, &selector) in system.sums.iter().zip(&selectors) {
            control.tick()?;
            lits.clear();
            lits.extend(sum.cells.iter().map(|&c| Lit::of_cell(c as usize, true)));
            sink.guard = Some(selector);
            binomial.exactly(&lits, sum.count.into(), &mut sink);
        }
        let question = claim.map(|(cell, mine)| Lit::of_cell(cell as usize, !mine));
        Ok(BySelectors { system, sink, selectors, question, assumptions: Vec::new(), questions: 0 })
    }

    /// Another claim over the same sums; with a total, of the same cell.
    pub fn claim(&mut self, cell: u32, mine: bool) {
        self.question = Some(Lit::of_cell(cell as usize, !mine));
    }
}

impl Oracle for BySelectors<'_> {
    fn sums(&self) -> usize {
        self.system.sums.len()
    }

    fn ask(&mut self, chosen: &[u32], control: &mut Control) -> Result<Asked, Stop> {
        control.check()?;
        self.assumptions.clear();
        self.assumptions.extend(self.question);
        self.assumptions.extend(chosen.iter().map(|&s| self.selectors[s as usize]));
        let satisfiable = self.sink.backend.solve(&self.assumptions, control)?;
        control.stats.add(Counter::SatCalls, 1);
        self.questions += 1;
        if satisfiable {
            let mut values = vec![false; self.system.cells];
            self.sink.backend.model(&mut values);
            let mines = |sum: &Sum| sum.cells.iter().filter(|&&c| values[c as usize]).count() as i64;
            let sums = self.system.sums.iter().zip(0..);
            return Ok(Asked::Against(sums.filter(|(s, _)| mines(s) == i64::from(s.count)).map(|(_, i)| i).collect()));
        }
        let core = self.sink.backend.core(&self.assumptions);
        let mut used = vec![false; self.system.sums.len()];
        let first = self.selectors.first().map_or(0, |l| l.variable());
        for lit in core.iter().filter(|l| Some(**l) != self.question) {
            used[lit.variable() - first] = true;
        }
        Ok(Asked::Forced(chosen.iter().copied().filter(|&s| used[s as usize]).collect()))
    }

    fn work(&self) -> u64 {
        self.questions + self.sink.backend.effort().conflicts.unwrap_or(0) / CONFLICTS_A_QUESTION
    }
}
