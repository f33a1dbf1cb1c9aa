//! Compiles a formula to a board, solves the board, and reads the formula's solution back from the mines.
//! `cargo run --example formula-to-board`

use minesat::compile::library::Library;
use minesat::compile::problem::{CompileOptions, Problem, ProblemFormat};
use minesat::engine::{Control, Decision, build};
use minesat::system::System;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let problem = Problem::parse("(a | b) & (!a | c)\n!b | !c\n", "formula", ProblemFormat::Expr)?;
    let compiled = problem.compile(&Library::named("6x7")?, &CompileOptions::default())?;
    let grid = compiled.board.grid();
    println!("a board of {} x {} cells, {}", grid.rows, grid.cols, compiled.size);

    let (system, cells) = System::from_board(&compiled.board);
    let models = build("search")?.models(&system, &mut Control::default())?;
    println!("{models} solutions, as many as the formula has models");

    let Decision::Model(mines) = build("sat")?.decide(&system, &mut Control::default())? else {
        return Err("the formula is unsatisfiable".into());
    };
    // A variable is true where its cell is a mine.
    let value =
        |&(row, col): &(usize, usize)| cells.variable(grid.at(row, col)).is_some_and(|variable| mines[variable]);
    let values: Vec<bool> = compiled.variables.iter().map(value).collect();
    for (name, value) in compiled.names.iter().flatten().zip(&values) {
        println!("{name} = {value}");
    }
    assert!(problem.holds(&values), "the board's solution satisfies the formula");
    Ok(())
}
