//! The map of functions and footprints: which tiles exist.

use serde::{Deserialize, Serialize};

use super::problem::{TileProblem, TileProperties};
use super::search::{SearchEffort, inner_covered, search};
use crate::compile::tile::{Tile, shipped};
use crate::engine::{Control, Limits, Stop};
use crate::grid::Grid;

/// Sets of required properties, from the strictest on: a tile of one class is also of the next.
pub const CLASSES: [(&str, TileProperties); 3] = [
    ("strict", TileProperties { flag_free: true, neutral: true, silent: true, flood_closed: true }),
    ("flag-free", TileProperties { flag_free: true, neutral: false, silent: false, flood_closed: false }),
    ("given mines", TileProperties { flag_free: false, neutral: false, silent: false, flood_closed: false }),
];

/// Whether a tile exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TileExistence {
    /// A tile was found and verified.
    Found,
    /// There is none; proved by search.
    Impossible,
    /// A search ran out of its limit and no other found one.
    Unknown,
}

/// One function at one footprint in one class.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MapEntry {
    /// Name of a shipped tile with this function.
    pub function: String,
    /// Height of the footprint in cells.
    pub rows: usize,
    /// Width of the footprint in cells.
    pub cols: usize,
    /// Name in [`CLASSES`].
    pub class: String,
    /// With the ports at the middle of their sides; for an even length the right or lower of the two.
    pub centred: TileExistence,
    /// With the ports of west and east in any row, of north and south in any column.
    pub anywhere: TileExistence,
    /// Port row and column of the tile that was found.
    pub ports: Option<(usize, usize)>,
    /// The tile found first: centred, else at the first place.
    pub grid: Option<Vec<String>>,
    /// Cells of `grid` inside its outer ring that are not clues.
    pub covered: Option<usize>,
    /// Places of the ports searched for this class; 0 if the tile of a stricter class was taken.
    pub searches: u64,
    /// Layouts that the solver proposed, in the searches that ended in time.
    pub proposals: u64,
    /// Conflicts of the solver, in the same searches.
    pub conflicts: u64,
}

/// The shipped functions, without duplicates: by sides and table, in any library.
pub fn functions() -> Vec<Tile> {
    let mut kept: Vec<Tile> = Vec::new();
    for tile in shipped() {
        let shape = |t: &Tile| {
            let ports: Vec<(char, bool)> = t.ports.iter().map(|p| (p.side, p.enters)).collect();
            let mut table = t.table.clone();
            table.sort();
            (ports, table)
        };
        if !kept.iter().any(|k| shape(k) == shape(&tile)) {
            kept.push(tile);
        }
    }
    kept
}

/// The search at one place of the ports.
struct Attempt {
    tile: Option<Tile>,
    verdict: TileExistence,
    effort: SearchEffort,
}

fn attempt(
    function: &Tile,
    grid: Grid,
    at: (usize, usize),
    wanted: TileProperties,
    limits: Limits,
) -> Result<Attempt, Stop> {
    let problem = TileProblem::like(function, grid, at.0, at.1, wanted);
    match search(&problem, false, &mut Control::new(limits), |_| {}) {
        Ok(found) => {
            let verdict = if found.tile.is_some() { TileExistence::Found } else { TileExistence::Impossible };
            Ok(Attempt { tile: found.tile, verdict, effort: found.effort })
        }
        Err(Stop::Timeout) => {
            Ok(Attempt { tile: None, verdict: TileExistence::Unknown, effort: SearchEffort::default() })
        }
        Err(stop) => Err(stop),
    }
}

/// Places of the ports worth trying: the middle first, and only one along sides without ports.
fn places(function: &Tile, grid: Grid) -> Vec<(usize, usize)> {
    let along = |sides: [char; 2], length: usize| -> Vec<usize> {
        let middle = length / 2;
        if function.ports.iter().any(|p| sides.contains(&p.side)) {
            std::iter::once(middle).chain((1..length - 1).filter(|&o| o != middle)).collect()
        } else {
            vec![middle]
        }
    };
    let (rows, cols) = (along(['W', 'E'], grid.rows), along(['N', 'S'], grid.cols));
    rows.iter().flat_map(|&row| cols.iter().map(move |&col| (row, col))).collect()
}

/// Searches for a function in all classes at one footprint; `limits` are those of one search.
///
/// # Errors
/// A search failed; running out of time is not a failure.
pub fn explore(function: &Tile, grid: Grid, limits: Limits) -> Result<Vec<MapEntry>, Stop> {
    let mut entries: Vec<MapEntry> = Vec::new();
    for (class, wanted) in CLASSES {
        // A stricter tile will do.
        let inherited = entries.last().filter(|e| e.centred == TileExistence::Found).cloned();
        if let Some(entry) = inherited {
            entries.push(MapEntry { class: class.into(), searches: 0, proposals: 0, conflicts: 0, ..entry });
            continue;
        }
        let stricter = entries.last().filter(|e| e.anywhere == TileExistence::Found).cloned();
        let mut entry = MapEntry {
            function: function.name.clone(),
            rows: grid.rows,
            cols: grid.cols,
            class: class.into(),
            centred: TileExistence::Unknown,
            anywhere: TileExistence::Impossible,
            ports: None,
            grid: None,
            covered: None,
            searches: 0,
            proposals: 0,
            conflicts: 0,
        };
        for (index, at) in places(function, grid).into_iter().enumerate() {
            let tried = attempt(function, grid, at, wanted, limits)?;
            entry.searches += 1;
            entry.proposals += tried.effort.proposals;
            entry.conflicts += tried.effort.conflicts;
            if index == 0 {
                entry.centred = tried.verdict;
            }
            if tried.verdict != TileExistence::Impossible {
                entry.anywhere = tried.verdict;
            }
            if let Some(tile) = &tried.tile {
                entry.ports = Some(at);
                entry.covered = Some(inner_covered(tile));
                entry.grid = Some(tile.grid.iter().map(|row| String::from_utf8_lossy(row).into_owned()).collect());
                break;
            }
            if let Some(stricter) = &stricter {
                // Only the middle was worth asking again.
                let MapEntry { anywhere, ports, grid, covered, .. } = stricter.clone();
                entry = MapEntry { anywhere, ports, grid, covered, ..entry };
                break;
            }
        }
        entries.push(entry);
    }
    Ok(entries)
}
