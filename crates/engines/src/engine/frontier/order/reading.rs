//! Reading order of the board: blocks are numbered by their first cell.

use crate::system::BlockSystem;

/// The blocks as they are numbered.
pub fn order(system: &BlockSystem) -> Vec<u32> {
    (0..system.blocks.len() as u32).collect()
}
