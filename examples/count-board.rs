//! Counts the models of a board, with the crates `minesat-core` and `minesat-engines` alone.
//! `cargo run --example count-board`; without SAT and LP crates: `cargo run -p minesat-engines --no-default-features --example count`

use minesat_core::{board::Board, engine::Control, system::System};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = Board::parse("3 5 4\n#####\n#212#\n#####\n", "first.mine")?;
    let (system, cells) = System::from_board(&board);
    let count = minesat_engines::engine::build("frontier")?.count(&system, &mut Control::default())?;
    println!("{} models", count.models);
    for variable in 0..system.cells {
        let (row, col) = cells.position(variable);
        println!("({row},{col}) is a mine in {} of them", count.cells.mined(variable));
    }
    Ok(())
}
