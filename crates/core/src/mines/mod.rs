//! Numbers of mines: sets of them, and what a total leaves to each component and to the floating cells.
//!
//! With m_c mines on component c and f mines on u floating cells, a total requires `sum of m_c + f = total, 0 <= f <= u`.
//! So the total acts on a component through its number of mines alone, and arithmetic on sets of these numbers tells what
//! it restricts, however the numbers of one component were found.

mod budget;
mod counts;
mod set;
mod shares;

pub use budget::{MineBudget, Restriction};
pub use counts::{Answered, MineCounts, Settlement, SolutionsByMines, TotalEffect};
pub use set::MineSet;
pub use shares::Shares;
