//! A cardinality encoding of one's own beside those of the table: equal verdicts, different sizes and conflicts.
//! `cargo run --example own-encoding`

use minesat::board::Grid;
use minesat::encode::{ENCODINGS, EncodePlan, Encoding, Floating, Lit, Sink, Size, encode};
use minesat::engine::sat::solvers::SOLVERS;
use minesat::engine::{Control, Stop, Verdict};
use minesat::field::Field;
use minesat::rng::Rng;
use minesat::system::System;

/// One clause for every assignment of the literals that breaks the bounds: the canonical conjunctive normal form. It
/// takes no auxiliary variable and up to 2^n clauses, and unit propagation finds next to nothing.
struct Canonical;

impl Encoding for Canonical {
    fn bounded(&self, lits: &[Lit], lo: usize, hi: usize, sink: &mut dyn Sink) {
        for assignment in 0..1u32 << lits.len() {
            if !(lo..=hi).contains(&(assignment.count_ones() as usize)) {
                let differs = |(i, lit): (usize, &Lit)| lit.given(assignment >> i & 1 == 0);
                sink.clause(&lits.iter().enumerate().map(differs).collect::<Vec<Lit>>());
            }
        }
    }

    fn size(&self, n: usize, lo: usize, hi: usize) -> Size {
        let wrong = |assignment: &u32| !(lo..=hi).contains(&(assignment.count_ones() as usize));
        Size::clauses((0..1u32 << n).filter(wrong).count() as u64)
    }

    /// Longer sums are left to `auto`.
    fn applies(&self, n: usize, _lo: usize, _hi: usize) -> bool {
        n <= 12
    }
}

/// Clauses, variables and conflicts of one encoding, and the verdict of every covered cell.
type Measured = (usize, usize, u64, Vec<Verdict>);

fn classify(system: &System, local: &dyn Encoding) -> Result<Measured, Box<dyn std::error::Error>> {
    let plan = EncodePlan { local, total: None, floating: Floating::Slack, most_clauses: 1_000_000 };
    let cnf = encode(system, &plan)?;
    let batsat = SOLVERS.iter().find(|solver| solver.name == "batsat").ok_or("no such solver")?;
    let mut solver = (batsat.start)("")?;
    cnf.clauses().for_each(|clause| solver.clause(clause));
    let mut can_be = |cell: usize, mine: bool| solver.solve(&[Lit::of_cell(cell, mine)], &Control::default());
    let verdict = |cell: usize| Ok(Verdict::of(can_be(cell, false)?, can_be(cell, true)?));
    let verdicts = (0..system.cells).map(verdict).collect::<Result<Vec<_>, Stop>>()?;
    Ok((cnf.len(), cnf.variables(), solver.effort().conflicts.unwrap_or(0), verdicts))
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A clue at every second cell of every second row, the total unknown: sums of at most eight cells.
    let grid = Grid { rows: 17, cols: 17 };
    let field = Field::random(grid, 60, &[], &mut Rng::new(7));
    let is_clue =
        |cell: usize| grid.position(cell).0 % 2 == 1 && grid.position(cell).1 % 2 == 1 && !field.is_mine(cell);
    let board = field.board(&grid.cells().map(is_clue).collect::<Vec<_>>(), None);
    let (system, _) = System::from_board(&board);
    let (clauses, variables, conflicts, verdicts) = classify(&system, &Canonical)?;
    println!("{:12} {clauses:5} clauses {variables:4} variables {conflicts:4} conflicts", "canonical");
    for method in ENCODINGS {
        let (clauses, variables, conflicts, theirs) = classify(&system, method.encoding)?;
        assert_eq!(verdicts, theirs, "{} and canonical differ", method.name);
        println!("{:12} {clauses:5} clauses {variables:4} variables {conflicts:4} conflicts", method.name);
    }
    Ok(())
}
