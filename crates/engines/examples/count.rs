//! Counts the models of a board with the counting library alone: no SAT solver, no LP, no files.
//!
//! `cargo run -p minesat-engines --no-default-features --example count`

use minesat_core::board::Board;
use minesat_core::engine::Control;
use minesat_core::system::System;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::parse("3 5 4\n#####\n#12##\n#1###\n", "example")?;
    let (system, map) = System::from_board(&board);
    let engine = minesat_engines::engine::build("frontier")?;
    let count = engine.count(&system, &mut Control::default())?;
    println!("{} models", count.models);
    for cell in board.grid().cells() {
        if let Some(variable) = map.variable(cell) {
            let mined = &count.cells.values[count.cells.index[variable] as usize];
            println!("cell {:?}: a mine in {mined} of {}", board.grid().position(cell), count.models);
        }
    }
    Ok(())
}
