//! The formula of a layout: variables for the kind of every inner cell and for one completion per row of the table.

use std::collections::BTreeSet;

use super::flips::{GadgetMove, Proposal, neighbours};
use super::problem::{FrameCell, TileProblem};
use super::symmetry;
use crate::encode::{self, Bit, Lit, Sink};
use crate::engine::sat::backend::Backend;
use crate::engine::sat::solvers::named;
use crate::engine::{Control, Stop};

/// A solver as a sink of clauses. While `guard` is set every clause is conditional on it.
struct Clauses {
    backend: Box<dyn Backend>,
    variables: usize,
    clauses: u64,
    guard: Option<Lit>,
}

impl Sink for Clauses {
    fn new_variable(&mut self) -> Lit {
        self.variables += 1;
        Lit::positive(self.variables)
    }

    fn clause(&mut self, lits: &[Lit]) {
        self.clauses += 1;
        match self.guard {
            Some(guard) => self.backend.clause(&[lits, &[!guard]].concat()),
            None => self.backend.clause(lits),
        }
    }
}

/// The formula, in a solver.
pub struct Model<'a> {
    problem: &'a TileProblem,
    places: Vec<FrameCell>,
    neighbours: Vec<Vec<usize>>,
    inner: Vec<usize>,
    sink: Clauses,
    /// Covered or a given mine; a clue where false.
    covered: Vec<Bit>,
    given: Vec<Bit>,
    /// Mines of the frame, one row per row of the table. Rows share the variables that are equal in all of them.
    mines: Vec<Vec<Bit>>,
    learnt: BTreeSet<GadgetMove>,
}

fn not(bit: Bit) -> Bit {
    match bit {
        Bit::False => Bit::True,
        Bit::True => Bit::False,
        Bit::Lit(lit) => Bit::Lit(!lit),
    }
}

fn constant(value: bool) -> Bit {
    if value { Bit::True } else { Bit::False }
}

impl<'a> Model<'a> {
    /// Writes all constraints known before the first proposal; `None` if the ring alone is unsatisfiable.
    ///
    /// # Errors
    /// The solver cannot be started.
    pub fn new(problem: &'a TileProblem) -> Result<Option<Model<'a>>, Stop> {
        let sink = Clauses { backend: (named("batsat").start)("")?, variables: 0, clauses: 0, guard: None };
        let places = problem.places();
        let inner: Vec<usize> = problem.frame().cells().filter(|&c| places[c] == FrameCell::Inner).collect();
        let cells = places.len();
        let mut model = Model {
            problem,
            neighbours: neighbours(problem),
            sink,
            covered: places.iter().map(|p| constant(matches!(p, FrameCell::Port(_) | FrameCell::Outer(_)))).collect(),
            given: vec![Bit::False; cells],
            mines: vec![vec![Bit::False; cells]; problem.table.len()],
            places,
            inner,
            learnt: BTreeSet::new(),
        };
        let Some(differences) = model.differences() else { return Ok(None) };
        model.declare(&differences);
        model.equal_counts();
        model.wishes();
        model.break_symmetries();
        model.small_moves();
        Ok(Some(model))
    }

    /// The difference between the mines of a row and those of row 0, as far as the clues of the ring determine one cell
    /// after another: from a corner, which sees one inner cell, along the sides. `None`: they contradict each other.
    fn differences(&self) -> Option<Vec<Vec<Option<i32>>>> {
        let value = |place: FrameCell, row: usize| i32::from(self.problem.mine(place, row));
        let mut known: Vec<Vec<Option<i32>>> = (0..self.mines.len())
            .map(|row| {
                let of = |&p: &FrameCell| (p != FrameCell::Inner).then(|| value(p, row) - value(p, 0));
                self.places.iter().map(of).collect()
            })
            .collect();
        for known in &mut known {
            loop {
                let mut changed = false;
                for cell in (0..self.places.len()).filter(|&c| self.places[c] == FrameCell::Ring) {
                    let open: Vec<usize> =
                        self.neighbours[cell].iter().copied().filter(|&n| known[n].is_none()).collect();
                    let rest: i32 = self.neighbours[cell].iter().filter_map(|&n| known[n]).sum();
                    match open.as_slice() {
                        [] if rest != 0 => return None,
                        [_] if rest.abs() > 1 => return None,
                        &[one] => {
                            known[one] = Some(-rest);
                            changed = true;
                        }
                        _ => {}
                    }
                }
                if !changed {
                    break;
                }
            }
        }
        Some(known)
    }

    fn declare(&mut self, differences: &[Vec<Option<i32>>]) {
        for (row, mines) in self.mines.iter_mut().enumerate() {
            for (cell, &place) in self.places.iter().enumerate() {
                mines[cell] = constant(self.problem.mine(place, row));
            }
        }
        for &cell in &self.inner {
            self.covered[cell] = self.sink.new_variable().into();
            if !self.problem.wanted.flag_free {
                self.given[cell] = self.sink.new_variable().into();
            }
            let first = match differences.iter().find_map(|row| row[cell].filter(|d| *d != 0)) {
                Some(difference) => constant(difference < 0),
                None => self.sink.new_variable().into(),
            };
            for (row, known) in differences.iter().enumerate() {
                self.mines[row][cell] = match known[cell] {
                    Some(0) => first,
                    Some(difference) => constant(difference > 0),
                    None if row == 0 => first,
                    None => self.sink.new_variable().into(),
                };
                self.sink.implies(&[self.mines[row][cell]], &[self.covered[cell]]);
                self.sink.implies(&[self.given[cell]], &[self.mines[row][cell]]);
            }
        }
    }

    /// Exactly as many of `left` as of `right`; literals on both sides cancel.
    fn equal(&mut self, left: Vec<Bit>, mut right: Vec<Bit>) {
        let mut lits: Vec<Lit> = Vec::new();
        let mut wanted = 0i64;
        for bit in left {
            match (right.iter().position(|&r| r == bit), bit) {
                (Some(same), _) => drop(right.swap_remove(same)),
                (None, Bit::Lit(lit)) => lits.push(lit),
                (None, bit) => wanted -= i64::from(bit == Bit::True),
            }
        }
        for bit in right {
            match bit {
                Bit::Lit(lit) => {
                    lits.push(!lit);
                    wanted += 1;
                }
                bit => wanted += i64::from(bit == Bit::True),
            }
        }
        let method = encode::find("auto").expect("a row of the table of encodings");
        method.encoding.exactly(&lits, wanted, &mut self.sink);
    }

    /// Pairs of rows that are compared: a star and a chain, so that equality is found both ways.
    fn pairs(&self) -> Vec<(usize, usize)> {
        let rows = self.mines.len();
        (1..rows).map(|row| (0, row)).chain((2..rows).map(|row| (row - 1, row))).collect()
    }

    /// A clue has as many mines around it in every row of the table.
    fn equal_counts(&mut self) {
        for cell in 0..self.places.len() {
            let guard = match (self.places[cell], self.covered[cell]) {
                (FrameCell::Ring, _) => None,
                (FrameCell::Inner, Bit::Lit(covered)) => Some(!covered),
                _ => continue,
            };
            self.sink.guard = guard;
            for (a, b) in self.pairs() {
                let around = |row: usize| self.neighbours[cell].iter().map(|&n| self.mines[row][n]).collect::<Vec<_>>();
                let (left, right) = (around(a), around(b));
                self.equal(left, right);
            }
            self.sink.guard = None;
        }
    }

    /// The required properties.
    fn wishes(&mut self) {
        if self.problem.wanted.neutral {
            // Ports and signals cancel: an in-port counts its own cell and subtracts its value, an out-port's own cell
            // is the opposite of its value. The mines inside are left.
            for (a, b) in self.pairs() {
                let inside = |row: usize| self.inner.iter().map(|&c| self.mines[row][c]).collect::<Vec<_>>();
                let (left, right) = (inside(a), inside(b));
                self.equal(left, right);
            }
        }
        if self.problem.wanted.silent {
            for &cell in &self.inner {
                let some: Vec<Bit> = self.mines.iter().map(|mines| mines[cell]).collect();
                self.sink.implies(&[self.covered[cell]], &some);
            }
        }
        if self.problem.wanted.flood_closed {
            for cell in 0..self.places.len() {
                let around: Vec<Bit> = self.neighbours[cell].iter().map(|&n| self.mines[0][n]).collect();
                for &beside in &self.neighbours[cell] {
                    if !matches!(self.places[beside], FrameCell::Outside | FrameCell::Outer(_)) {
                        self.sink.implies(&[self.clue(cell), self.covered[beside]], &around);
                    }
                }
            }
        }
        if let Some(most) = self.problem.most_covered {
            self.at_most_covered(most);
        }
    }

    /// At most `most` inner cells are not clues.
    pub fn at_most_covered(&mut self, most: usize) {
        let lits: Vec<Lit> = self.inner.iter().filter_map(|&c| lit(self.covered[c])).collect();
        let method = encode::find("totalizer").expect("a row of the table of encodings");
        method.encoding.at_most(&lits, most as i64, &mut self.sink);
    }

    /// Symmetry breaking: of the layouts that are images of each other, keeps those whose covered cells, read as a
    /// word, are the smallest.
    fn break_symmetries(&mut self) {
        for image in symmetry::of_problem(self.problem) {
            let mut equal = Bit::True;
            for &cell in &self.inner {
                let (x, y) = (self.covered[cell], self.covered[image[cell]]);
                let next = Bit::Lit(self.sink.new_variable());
                self.sink.implies(&[equal, x], &[y]);
                self.sink.implies(&[equal, x, y], &[next]);
                self.sink.implies(&[equal], &[x, y, next]);
                equal = next;
            }
        }
    }

    /// Moves of one and two cells, known in advance.
    fn small_moves(&mut self) {
        let centre = self.problem.frame();
        let inner = self.inner.clone();
        for &a in &inner {
            self.learn(&vec![(a, true)]);
            for &b in inner.iter().filter(|&&b| b > a) {
                let ((ra, ca), (rb, cb)) = (centre.position(a), centre.position(b));
                if rb - ra <= 2 && ca.abs_diff(cb) <= 2 {
                    self.learn(&vec![(a, true), (b, true)]);
                    self.learn(&vec![(a, true), (b, false)]);
                }
            }
        }
    }

    fn clue(&self, cell: usize) -> Bit {
        match self.places[cell] {
            FrameCell::Ring => Bit::True,
            FrameCell::Inner => not(self.covered[cell]),
            _ => Bit::False,
        }
    }

    /// Forbids a move and all its images: of an inner one all translations, the eight symmetries and the
    /// opposite; of one at ports those that the problem's own symmetries make.
    pub fn learn(&mut self, cells: &GadgetMove) {
        if cells.iter().all(|&(cell, _)| self.places[cell] == FrameCell::Inner) {
            self.learn_inner(cells);
            return;
        }
        self.forbid(cells);
        for image in symmetry::of_problem(self.problem) {
            let mut moved: GadgetMove = cells.iter().map(|&(cell, mine)| (image[cell], mine)).collect();
            moved.sort_unstable();
            self.forbid(&moved);
        }
    }

    fn learn_inner(&mut self, cells: &GadgetMove) {
        let frame = self.problem.frame();
        let at: Vec<((usize, usize), bool)> = cells.iter().map(|&(cell, mine)| (frame.position(cell), mine)).collect();
        for symmetry in symmetry::all() {
            let side = frame.rows.max(frame.cols);
            let turned: Vec<_> = at.iter().map(|&(cell, mine)| (symmetry.image(cell, (side, side)), mine)).collect();
            let top = turned.iter().map(|t| t.0.0).min().unwrap_or(0);
            let left = turned.iter().map(|t| t.0.1).min().unwrap_or(0);
            for (down, right) in frame.cells().map(|cell| frame.position(cell)) {
                let place = |&((row, col), mine): &((usize, usize), bool)| {
                    let (row, col) = (row - top + down, col - left + right);
                    let inside = row < frame.rows && col < frame.cols;
                    inside.then(|| (frame.at(row, col), mine)).filter(|c| self.places[c.0] == FrameCell::Inner)
                };
                let Some(mut moved) = turned.iter().map(place).collect::<Option<GadgetMove>>() else { continue };
                moved.sort_unstable();
                self.forbid(&moved);
                moved.iter_mut().for_each(|c| c.1 = !c.1);
                self.forbid(&moved);
            }
        }
    }

    /// A move cannot be made in any row, unless it leads to the completion of another row.
    fn forbid(&mut self, cells: &GadgetMove) {
        if !self.learnt.insert(cells.clone()) {
            return;
        }
        let mut gain = vec![0i32; self.places.len()];
        for &(cell, mine) in cells {
            self.neighbours[cell].iter().for_each(|&n| gain[n] += if mine { 1 } else { -1 });
        }
        let touched: Vec<Bit> = (0..gain.len()).filter(|&c| gain[c] != 0).map(|c| self.clue(c)).collect();
        // Inner moves never lead to another completion: rows that share their variables share the clause.
        let inner = cells.iter().all(|&(cell, _)| self.places[cell] == FrameCell::Inner);
        let mut seen: Vec<Vec<Bit>> = Vec::new();
        for row in 0..self.mines.len() {
            let mut premises = Vec::new();
            let mut conclusions = touched.clone();
            for &(cell, mine) in cells {
                if mine {
                    premises.extend([self.covered[cell], not(self.mines[row][cell])]);
                } else {
                    premises.push(self.mines[row][cell]);
                    conclusions.push(self.given[cell]);
                }
            }
            if premises.contains(&Bit::False) || inner && seen.contains(&premises) {
                continue;
            }
            conclusions.extend((0..self.mines.len()).filter_map(|to| self.arrives(cells, row, to)));
            self.sink.implies(&premises, &conclusions);
            seen.push(premises);
        }
    }

    /// A literal that implies that the move leads from one row's completion to another's; `None` where the
    /// ports exclude it.
    fn arrives(&mut self, cells: &GadgetMove, from: usize, to: usize) -> Option<Bit> {
        let after = |cell: usize| match cells.binary_search_by_key(&cell, |c| c.0) {
            Ok(index) => constant(cells[index].1),
            Err(_) => self.mines[from][cell],
        };
        let pairs: Vec<(Bit, Bit)> = (0..self.places.len()).map(|c| (after(c), self.mines[to][c])).collect();
        let differs = |&(a, b): &(Bit, Bit)| a != b && !matches!((a, b), (Bit::Lit(_), _) | (_, Bit::Lit(_)));
        if from == to || pairs.iter().any(differs) {
            return None;
        }
        let arrives = Bit::Lit(self.sink.new_variable());
        for (a, b) in pairs.into_iter().filter(|(a, b)| a != b) {
            self.sink.implies(&[arrives, a], &[b]);
            self.sink.implies(&[arrives, b], &[a]);
        }
        Some(arrives)
    }

    /// The next layout that is not forbidden.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn propose(&mut self, control: &Control) -> Result<Option<Proposal>, Stop> {
        if !self.sink.backend.solve(&[], control)? {
            return Ok(None);
        }
        let mut values = vec![false; self.sink.variables];
        self.sink.backend.model(&mut values);
        let value = |bit: &Bit| match bit {
            Bit::False => false,
            Bit::True => true,
            Bit::Lit(lit) => values[lit.variable() - 1] == lit.is_positive(),
        };
        let covered: Vec<bool> = self.covered.iter().map(value).collect();
        let given = self.given.iter().map(value);
        Ok(Some(Proposal {
            clue: (0..covered.len()).map(|c| self.places[c] != FrameCell::Outside && !covered[c]).collect(),
            covered: covered.iter().zip(given).map(|(&covered, given)| covered && !given).collect(),
            mines: self.mines.iter().map(|row| row.iter().map(value).collect()).collect(),
        }))
    }

    /// The kind of every cell of the frame.
    pub fn places(&self) -> &[FrameCell] {
        &self.places
    }

    /// Neighbours of every cell of the frame.
    pub fn neighbours(&self) -> &[Vec<usize>] {
        &self.neighbours
    }

    /// (moves forbidden, clauses written, conflicts of the solver).
    pub fn effort(&self) -> (u64, u64, u64) {
        (self.learnt.len() as u64, self.sink.clauses, self.sink.backend.effort().conflicts.unwrap_or(0))
    }
}

fn lit(bit: Bit) -> Option<Lit> {
    match bit {
        Bit::Lit(lit) => Some(lit),
        _ => None,
    }
}
