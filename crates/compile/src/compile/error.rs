//! Why a problem has no board.

use thiserror::Error;

use super::library::LIBRARIES;

/// A plan of tiles that is not a board, or a library that lacks what it needs.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompileError {
    /// No library of this name.
    #[error("no library {name:?} with the tiles of a layout; there are {}", LIBRARIES.join(", "))]
    NoLibrary {
        /// The name asked for.
        name: String,
    },
    /// A part that the library has no tile for.
    #[error("library {library} has no tile {part}")]
    NoTile {
        /// Name of the library.
        library: &'static str,
        /// Name of the part.
        part: String,
    },
    /// The board would have more than 2^28 cells.
    #[error("{rows} x {cols} tiles of {library} are too large a board")]
    TooLarge {
        /// Rows of tiles.
        rows: usize,
        /// Columns of tiles.
        cols: usize,
        /// Name of the library.
        library: &'static str,
    },
    /// A tile whose number of mines varies, so that the total would not be the same in every solution.
    #[error("tile {tile} has no constant number of mines")]
    VariableMines {
        /// Name of the tile.
        tile: &'static str,
    },
    /// Two neighbouring tiles whose ports do not meet.
    #[error("the {side} side of {tile} at tile {row},{col} meets no fitting port")]
    OpenPort {
        /// `N`, `E`, `S` or `W`.
        side: char,
        /// Name of the tile.
        tile: &'static str,
        /// Row of the tile, from 0.
        row: usize,
        /// Column of the tile, from 0.
        col: usize,
    },
}
