//! The search itself: one loop for every combination of switches.

use super::check::{Check, Pass};
use super::interval::Interval;
use super::order::{Order, OrderKind, Place};
use super::problem::Problem;
use super::state::{BOTH, MINE, SAFE, State};
use crate::engine::{Control, Counter, Stop};

/// One assignment of the search: a node of its tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TriedAssignment {
    /// Assignments above it.
    pub depth: usize,
    /// Number of the cell in the system.
    pub cell: u32,
    /// The value.
    pub mine: bool,
    /// Whether the check let the search go on from here.
    pub accepted: bool,
    /// Cells whose domain the check reduced to one value here.
    pub decided: usize,
    /// True for the last assignment of a solution.
    pub is_model: bool,
}

/// A cell under assignment: the values left to try, and the state to return to before trying them.
struct Frame {
    cell: u32,
    /// Values left to try, as bits.
    untried: u8,
    mark: u32,
    place: Place,
}

/// Depth-first search over the assignments of a problem.
pub(super) struct Search<'p> {
    state: State<'p>,
    check: Check,
    pass: Pass,
    order: Order,
    frames: Vec<Frame>,
    models: u64,
    instantiated: u64,
    /// All assignments so far, if they are kept.
    tried: Option<Vec<TriedAssignment>>,
}

impl<'p> Search<'p> {
    pub fn new(problem: &'p Problem, interval: Interval, (check, pass): (Check, Pass), order: OrderKind) -> Self {
        Search {
            state: State::new(problem, interval),
            check,
            pass,
            order: Order::new(order, check, problem),
            frames: Vec::new(),
            models: 0,
            instantiated: 0,
            tried: None,
        }
    }

    /// Visits every solution and returns all assignments in their order.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn tried(mut self, control: &mut Control) -> Result<Vec<TriedAssignment>, Stop> {
        self.tried = Some(Vec::new());
        self.walk(control, &mut |_, _| Ok(true))?;
        Ok(self.tried.unwrap_or_default())
    }

    /// Visits every solution until `visit` returns false.
    ///
    /// # Errors
    /// A limit ran out, here or in `visit`.
    pub fn run(mut self, control: &mut Control, visit: &mut Visit) -> Result<(), Stop> {
        let result = self.walk(control, visit);
        control.stats.add(Counter::Models, self.models);
        if self.check == Check::Arc {
            control.stats.add(Counter::Instantiated, self.instantiated);
        }
        result
    }

    fn walk(&mut self, control: &mut Control, visit: &mut Visit) -> Result<(), Stop> {
        if !self.check.root(&self.state) {
            return Ok(());
        }
        loop {
            // Choose: a new frame, or a complete assignment.
            match self.order.next(&self.state) {
                Some(cell) => self.push(cell),
                None if self.check.leaf(&self.state) => {
                    self.models += 1;
                    if let Some(last) = self.tried.as_mut().and_then(|tried| tried.last_mut()) {
                        last.is_model = true;
                    }
                    if !visit(&self.state, control)? {
                        return Ok(());
                    }
                }
                None => {}
            }
            // Assign: the next value of the innermost frame that has one left and passes the check.
            loop {
                let Some(frame) = self.frames.last_mut() else { return Ok(()) };
                let mark = frame.mark as usize;
                self.state.undo_to(mark);
                self.order.place = frame.place;
                if frame.untried == 0 {
                    self.frames.pop();
                    continue;
                }
                let value = frame.untried.trailing_zeros() as u8;
                frame.untried &= frame.untried - 1;
                let cell = frame.cell;
                control.node()?;
                if self.state.is_open(cell) {
                    self.state.fix(cell, value);
                }
                let accepted = self.check.accept(&mut self.state, cell, mark, self.pass);
                let decided = (self.state.trail().len() - mark).saturating_sub(1);
                self.instantiated += decided as u64;
                let depth = self.frames.len() - 1;
                if let Some(tried) = &mut self.tried {
                    let mine = value == MINE;
                    tried.push(TriedAssignment { depth, cell, mine, accepted, decided, is_model: false });
                }
                if accepted {
                    break;
                }
            }
        }
    }

    /// Opens a frame for a cell, with the values of its domain to try.
    fn push(&mut self, cell: u32) {
        let untried = match self.state.values()[cell as usize] {
            BOTH => 1 << SAFE | 1 << MINE,
            value => 1 << value,
        };
        self.frames.push(Frame { cell, untried, mark: self.state.trail().len() as u32, place: self.order.place });
    }
}

/// Handles a solution; false ends the search.
pub(super) type Visit<'a> = dyn FnMut(&State, &mut Control) -> Result<bool, Stop> + 'a;
