//! The search: boards that evolve beside each other by simulated annealing.
//!
//! It proposes candidates and takes their outcomes, and asks no engine itself. What it proposes follows from the plan and the
//! outcomes so far, so a search is resumed by giving it the kept outcomes again.

use super::archive::BoardArchive;
use super::error::HardestError;
use super::measure::{CandidateOutcome, NoEffort};
use super::mutate::mutated;
use super::objective::BoardEffort;
use super::plan::HardestPlan;
use super::planted::EvolvedBoard;
use crate::generate::{Params, planted};
use crate::rng::Rng;

/// Temperature at the beginning and at the end, as differences of ranks.
const TEMPERATURES: (f64, f64) = (0.2, 0.01);

/// Rounds of a search: after each the worse half of the boards gives way to copies of the better half.
const ROUNDS: u64 = 16;

/// Most boards drawn for one start.
const MOST_DRAWN: u64 = 20;

/// Rows of the course, beside that of the starts.
const COURSE: u64 = 10;

/// A board that evolves.
#[derive(Clone, Debug, PartialEq)]
struct EvolvingLine {
    board: EvolvedBoard,
    effort: BoardEffort,
    rank: f64,
    start: u64,
}

/// Where a search stood after a number of steps.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseRow {
    /// Candidates after the starts.
    pub step: u64,
    /// What the objective shows of the evolving boards, least rank first.
    pub now: Vec<f64>,
    /// The same of the best board so far.
    pub best: f64,
}

impl CourseRow {
    /// The median of the evolving boards; of an even number the lower of the middle two.
    pub fn median(&self) -> f64 {
        self.now.get(self.now.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
    }
}

/// A search under way.
#[derive(Clone)]
pub struct BoardEvolution<'a> {
    plan: &'a HardestPlan,
    lines: Vec<EvolvingLine>,
    drawn: u64,
    step: u64,
    archive: BoardArchive,
    void: [u64; NoEffort::ALL.len()],
    course: Vec<CourseRow>,
}

/// The number of the stream of random bits of a step, apart from those of drawn boards.
fn stream(step: u64, judging: bool) -> u64 {
    u64::MAX - 2 * step - u64::from(judging)
}

impl<'a> BoardEvolution<'a> {
    /// A search before its first candidate.
    ///
    /// # Errors
    /// The plan does not fit together, or no board can be drawn.
    pub fn new(plan: &'a HardestPlan) -> Result<Self, HardestError> {
        plan.check()?;
        drawn(&plan.starts, plan.seed, 0)?;
        let archive = BoardArchive::new(plan.keep);
        let (lines, void, course) = (Vec::new(), [0; NoEffort::ALL.len()], Vec::new());
        Ok(BoardEvolution { plan, lines, drawn: 0, step: 0, archive, void, course })
    }

    /// The next candidate; None at the end.
    ///
    /// # Errors
    /// A board cannot be drawn, or no drawn one could be measured.
    pub fn candidate(&self) -> Result<Option<EvolvedBoard>, HardestError> {
        if self.is_starting() {
            return drawn(&self.plan.starts, self.plan.seed, self.drawn).map(Some);
        }
        if self.lines.is_empty() {
            return Err(HardestError::NoStart { drawn: self.drawn, why: self.void_text() });
        }
        if self.step == self.plan.steps {
            return Ok(None);
        }
        let mut rng = Rng::stream(self.plan.seed, stream(self.step, false));
        Ok(Some(mutated(&self.lines[self.line()].board, self.plan.near_miss, &mut rng)))
    }

    /// Takes the outcome of the present candidate.
    pub fn judge(&mut self, candidate: EvolvedBoard, outcome: CandidateOutcome) {
        let is_start = self.is_starting();
        match outcome {
            CandidateOutcome::Measured(effort) => self.place(candidate, effort, is_start),
            CandidateOutcome::Void(why) => self.void[why as usize] += 1,
        }
        if is_start {
            self.drawn += 1;
            if !self.is_starting() && !self.lines.is_empty() {
                self.mark();
            }
            return;
        }
        self.step += 1;
        if self.step.is_multiple_of(self.plan.steps.div_ceil(ROUNDS)) {
            self.select();
        }
        if self.step.is_multiple_of(self.plan.steps.div_ceil(COURSE)) || self.step == self.plan.steps {
            self.mark();
        }
    }

    /// Gives a measured candidate its place in the archive and perhaps in its line.
    fn place(&mut self, board: EvolvedBoard, effort: BoardEffort, is_start: bool) {
        let rank = self.plan.rank(&effort, board.covered());
        if is_start {
            self.archive.add(&board, effort, rank, (0, self.drawn));
            self.lines.push(EvolvingLine { board, effort, rank, start: self.drawn });
            return;
        }
        let line = self.line();
        let start = self.lines[line].start;
        self.archive.add(&board, effort, rank, (self.step + 1, start));
        let (hot, cold) = TEMPERATURES;
        let temperature = hot * libm::pow(cold / hot, self.step as f64 / self.plan.steps as f64);
        let change = rank - self.lines[line].rank;
        let mut rng = Rng::stream(self.plan.seed, stream(self.step, true));
        if change >= 0.0 || rng.chance(libm::exp(change / temperature)) {
            self.lines[line] = EvolvingLine { board, effort, rank, start };
        }
    }

    fn is_starting(&self) -> bool {
        self.lines.len() < self.plan.lines && self.drawn < MOST_DRAWN * self.plan.lines as u64
    }

    /// The line whose turn it is.
    fn line(&self) -> usize {
        (self.step % self.lines.len() as u64) as usize
    }

    /// Replaces the worse half of the lines by the better one.
    fn select(&mut self) {
        self.lines.sort_by(|a, b| b.rank.total_cmp(&a.rank));
        let (half, all) = (self.lines.len() / 2, self.lines.len());
        for place in all - half..all {
            self.lines[place] = self.lines[place - (all - half)].clone();
        }
    }

    fn mark(&mut self) {
        let mut lines: Vec<&EvolvingLine> = self.lines.iter().collect();
        lines.sort_by(|a, b| a.rank.total_cmp(&b.rank));
        let shown = |effort: &BoardEffort, board: &EvolvedBoard| self.plan.shown(effort, board.covered());
        let now = lines.iter().map(|line| shown(&line.effort, &line.board)).collect();
        let best = self.archive.boards().first().map_or(0.0, |board| shown(&board.effort, &board.board));
        self.course.push(CourseRow { step: self.step, now, best });
    }

    /// The plan.
    pub fn plan(&self) -> &'a HardestPlan {
        self.plan
    }

    /// Candidates after the starts so far.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Boards drawn for the starts.
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The best boards so far.
    pub fn archive(&self) -> &BoardArchive {
        &self.archive
    }

    /// Where it stood, first after the starts.
    pub fn course(&self) -> &[CourseRow] {
        &self.course
    }

    /// Candidates without numbers, for one reason.
    pub fn void(&self, why: NoEffort) -> u64 {
        self.void[why as usize]
    }

    /// Candidates without numbers by reason, in words; empty if all have numbers.
    pub fn void_text(&self) -> String {
        let parts = NoEffort::ALL.iter().filter(|(why, _)| self.void(*why) > 0);
        let parts: Vec<String> = parts.map(|(why, words)| format!("{} {words}", self.void(*why))).collect();
        parts.join(", ")
    }
}

fn drawn(params: &Params, seed: u64, index: u64) -> Result<EvolvedBoard, HardestError> {
    let (instance, field) = planted(params, seed, index)?;
    Ok(EvolvedBoard::new(&field, &instance.board))
}
