//! Tile libraries: the tile for each part of a layout.

use std::collections::BTreeMap;

use super::error::CompileError;
use super::tile::{Tile, shipped};

/// Libraries that have the tiles of the layouts.
pub const LIBRARIES: [&str; 3] = ["6x7", "6x9", "7x7"];

/// A tile without covered cells: fits wherever no signal runs.
pub const BLANK: &str = "BLANK";

/// Parts of the layouts with another name in the symmetric library; true if the tile is to be transposed (north and
/// west change places, and so do south and east).
const SYMMETRIC: &[(&str, &str, bool)] = &[
    ("INPUT_E", "INPUT", false),
    ("SINK_W", "SINK", false),
    ("TRUE_W", "TRUE", false),
    ("FALSE_W", "FALSE", false),
    ("HWIRE", "WIRE", false),
    ("VWIRE", "WIRE", true),
    ("BEND_WS", "BEND", false),
    ("BEND_WS_NOT", "BEND_NOT", false),
    ("BEND_NE", "BEND", true),
    ("START", "SPLIT", false),
    ("STARTN", "SPLIT_NOT", false),
    ("TAP_OR", "OR_TAP", false),
    ("TAP_ORN", "ORN_TAP", false),
    ("TAP_AND", "AND_TAP", false),
    ("TAP_ANDN", "ANDN_TAP", false),
    ("GATE_AND_E", "AND", false),
    ("GATE_OR_E", "OR", false),
];

/// The tiles of one library under the names that layouts use.
pub struct Library {
    /// One of [`LIBRARIES`].
    pub name: &'static str,
    /// Rows and columns of every tile.
    pub frame: (usize, usize),
    tiles: BTreeMap<String, Tile>,
}

impl Library {
    /// The library of that name.
    ///
    /// # Errors
    /// Unknown library.
    pub fn named(name: &str) -> Result<Library, CompileError> {
        let Some(&name) = LIBRARIES.iter().find(|l| **l == name) else {
            return Err(CompileError::NoLibrary { name: name.into() });
        };
        let mut tiles: BTreeMap<String, Tile> =
            shipped().into_iter().filter(|t| t.library == name).map(|t| (t.name.clone(), t)).collect();
        if name == "7x7" {
            for &(part, tile, transposed) in SYMMETRIC {
                let tile = tiles[tile].clone();
                tiles.insert(part.into(), if transposed { tile.transposed() } else { tile });
            }
        }
        let wire = &tiles["HWIRE"];
        let frame = (wire.grid.len(), wire.grid[0].len());
        let blank = Tile {
            name: BLANK.into(),
            library: name.into(),
            function: String::new(),
            ports: Vec::new(),
            table: vec![Vec::new()],
            neutral: Some(0),
            claims: vec!["flag_free".into()],
            source: "no clue but 0".into(),
            grid: vec![vec![b'0'; frame.1]; frame.0],
        };
        tiles.insert(BLANK.into(), blank);
        Ok(Library { name, frame, tiles })
    }

    /// The tile of a part.
    ///
    /// # Errors
    /// The library has no such tile.
    pub fn tile(&self, part: &str) -> Result<&Tile, CompileError> {
        self.tiles.get(part).ok_or_else(|| CompileError::NoTile { library: self.name, part: part.into() })
    }

    /// The row of a tile in which signals cross its west and east edges.
    pub fn port_row(&self) -> usize {
        self.tiles["HWIRE"].ports[0].cell.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::verify::verify;

    #[test]
    fn transposed_tiles_are_tiles() {
        let library = Library::named("7x7").unwrap();
        for &(part, ..) in SYMMETRIC {
            verify(library.tile(part).unwrap()).unwrap_or_else(|e| panic!("{part}: {e}"));
        }
        let sides: Vec<char> = library.tile("BEND_NE").unwrap().ports.iter().map(|p| p.side).collect();
        assert_eq!(sides, ['N', 'E']);
    }

    #[test]
    fn unknown_libraries_are_refused() {
        assert!(Library::named("5x5").is_err_and(|e| e.to_string().contains("6x7, 6x9, 7x7")));
    }
}
