//! Proof of a tile by enumeration of all its completions, cells across its ports left free.

use thiserror::Error;

use super::tile::{Port, Tile};

/// A property that a tile's file claims and that does not hold. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum TileError {
    /// A covered cell in the ring that is not a port's.
    #[error("the cell at {row},{col} of the ring is neither a clue nor a port")]
    OpenRing {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
    },
    /// A clue where a port is.
    #[error("the port at {row},{col} is not covered")]
    OpenPort {
        /// Row of the port.
        row: usize,
        /// Column of the port.
        col: usize,
    },
    /// A port that is not on its side.
    #[error("port {} is not on side {}", .0.name, .0.side)]
    PortOffSide(Port),
    /// Too many covered cells for an enumeration.
    #[error("{cells} covered cells, at most {MOST_FREE} are enumerated")]
    TooLarge {
        /// Covered cells, those across the ports included.
        cells: usize,
    },
    /// A clue that no completion satisfies.
    #[error("a clue cannot be satisfied")]
    ImpossibleClue,
    /// A completion in which both cells of a port have the same value.
    #[error("the cells of port {port} are not complementary")]
    EqualPair {
        /// Name of the port.
        port: String,
    },
    /// A completion whose number of mines differs from the constant.
    #[error("{mines} mines do not fit a neutral constant of {neutral:?}")]
    Mines {
        /// Mines of the completion.
        mines: i64,
        /// The constant.
        neutral: Option<u32>,
    },
    /// The completions differ from the table; both sorted, the values of the ports in their order.
    #[error("completions {completions:?} are not the table {table:?}")]
    Table {
        /// As enumerated.
        completions: Vec<Vec<bool>>,
        /// As the file says.
        table: Vec<Vec<bool>>,
    },
    /// A given mine that is none in some completion.
    #[error("the mine at {row},{col} cannot be deduced")]
    OpenMine {
        /// Row of the mine.
        row: usize,
        /// Column of the mine.
        col: usize,
    },
    /// A covered cell of a silent tile with one value in all completions.
    #[error("the cell at {row},{col} is determined")]
    Determined {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
    },
    /// A covered cell beside a 0 in a tile that claims to have none.
    #[error("a 0 stands beside the covered cell at {row},{col}")]
    BesideZero {
        /// Row of the cell.
        row: usize,
        /// Column of the cell.
        col: usize,
    },
}

/// The undecided part of a tile during the search.
struct Search {
    /// Rows in a frame one wider on every side; `None` undecided, else mine or not.
    value: Vec<Option<bool>>,
    /// Cells to decide.
    free: Vec<usize>,
    /// (clue, its neighbours) of all clues.
    sums: Vec<(usize, Vec<usize>)>,
    /// Clues of every cell.
    seen_by: Vec<Vec<usize>>,
}

impl Search {
    fn new(tile: &Tile) -> (Search, usize) {
        let (rows, cols) = (tile.grid.len(), tile.grid[0].len());
        let width = cols + 2;
        let at = |row: isize, col: isize| (row + 1) as usize * width + (col + 1) as usize;
        let mut value = vec![Some(false); (rows + 2) * width];
        let mut free = Vec::new();
        let mut sums = Vec::new();
        for (r, row) in tile.grid.iter().enumerate() {
            for (c, &letter) in row.iter().enumerate() {
                let here = at(r as isize, c as isize);
                match letter {
                    b'#' => free.push(here),
                    b'*' if tile.claims("flag_free") => free.push(here),
                    b'*' => value[here] = Some(true),
                    clue => {
                        let around = [-1isize, 0, 1].map(|dr| [-1isize, 0, 1].map(|dc| (dr, dc)));
                        let cells = around.concat().into_iter().filter(|d| *d != (0, 0));
                        let cells: Vec<usize> = cells.map(|(dr, dc)| at(r as isize + dr, c as isize + dc)).collect();
                        sums.push((usize::from(clue - b'0'), cells));
                    }
                }
            }
        }
        free.extend(tile.ports.iter().map(|port| at(port.outer().0, port.outer().1)));
        free.sort_unstable();
        free.iter().for_each(|&cell| value[cell] = None);
        let mut seen_by = vec![Vec::new(); value.len()];
        for (index, (_, cells)) in sums.iter().enumerate() {
            cells.iter().for_each(|&cell| seen_by[cell].push(index));
        }
        (Search { value, free, sums, seen_by }, width)
    }

    /// Whether a clue can still be satisfied.
    fn fits(&self, sum: usize) -> bool {
        let (clue, cells) = &self.sums[sum];
        let mines = cells.iter().filter(|&&c| self.value[c] == Some(true)).count();
        let open = cells.iter().filter(|&&c| self.value[c].is_none()).count();
        mines <= *clue && *clue <= mines + open
    }

    /// All completions. The depth is the number of covered cells of one tile.
    fn all(&mut self, depth: usize, found: &mut Vec<Vec<bool>>) {
        let Some(&cell) = self.free.get(depth) else {
            found.push(self.value.iter().map(|v| *v == Some(true)).collect());
            return;
        };
        for mine in [false, true] {
            self.value[cell] = Some(mine);
            if self.seen_by[cell].iter().all(|&sum| self.fits(sum)) {
                self.all(depth + 1, found);
            }
        }
        self.value[cell] = None;
    }
}

/// All completions of a tile, cells across its ports left free: rows of cells, true for a mine.
pub fn completions(tile: &Tile) -> Vec<Vec<Vec<bool>>> {
    let (mut search, width) = Search::new(tile);
    let mut found = Vec::new();
    if (0..search.sums.len()).all(|sum| search.fits(sum)) {
        search.all(0, &mut found);
    }
    let row = |cells: &Vec<bool>, r: usize| {
        let start = (r + 1) * width + 1;
        cells[start..start + tile.grid[r].len()].to_vec()
    };
    found.iter().map(|cells| (0..tile.grid.len()).map(|r| row(cells, r)).collect()).collect()
}

/// Most covered cells of a tile that is enumerated.
const MOST_FREE: usize = 1000;

/// The outer ring holds clues only, except one covered cell per port.
fn ring(tile: &Tile) -> Result<(), TileError> {
    let (rows, cols) = (tile.grid.len(), tile.grid[0].len());
    for (row, col) in (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))) {
        let is_port = tile.ports.iter().any(|port| port.cell == (row, col));
        let is_ring = row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
        let is_clue = tile.grid[row][col].is_ascii_digit();
        if is_ring && !is_port && !is_clue {
            return Err(TileError::OpenRing { row, col });
        }
        if is_port && is_clue {
            return Err(TileError::OpenPort { row, col });
        }
    }
    let is_off = |port: &&Port| match port.side {
        'N' => port.cell.0 != 0,
        'S' => port.cell.0 + 1 != rows,
        'W' => port.cell.1 != 0,
        _ => port.cell.1 + 1 != cols,
    };
    let lost = tile.ports.iter().find(is_off);
    lost.map_or(Ok(()), |port| Err(TileError::PortOffSide(port.clone())))
}

/// Proves the content of a tile's file: the ring is valid; the clues' completions are the rows of its table, one each;
/// the cells of a port pair are complementary; and its claims and its number of mines hold.
///
/// # Errors
/// A property that does not hold.
pub fn verify(tile: &Tile) -> Result<(), TileError> {
    ring(tile)?;
    let (mut search, width) = Search::new(tile);
    if search.free.len() > MOST_FREE {
        return Err(TileError::TooLarge { cells: search.free.len() });
    }
    if (0..search.sums.len()).any(|sum| !search.fits(sum)) {
        return Err(TileError::ImpossibleClue);
    }
    let mut found = Vec::new();
    search.all(0, &mut found);
    let at = |row: isize, col: isize| (row + 1) as usize * width + (col + 1) as usize;
    let own = |cell: (usize, usize)| at(cell.0 as isize, cell.1 as isize);
    let inner: Vec<usize> = (0..tile.grid.len())
        .flat_map(|r| (0..tile.grid[0].len()).map(move |c| (r, c)))
        .filter(|&(r, c)| matches!(tile.grid[r][c], b'#' | b'*'))
        .map(own)
        .collect();
    let mut rows = Vec::new();
    for cells in &found {
        let mut signal = 0i64;
        let mut row = Vec::new();
        for port in &tile.ports {
            let (inside, outside) = (cells[own(port.cell)], cells[at(port.outer().0, port.outer().1)]);
            if inside == outside {
                return Err(TileError::EqualPair { port: port.name.clone() });
            }
            let value = inside == port.enters;
            signal += i64::from(value) * if port.enters { -1 } else { 1 };
            row.push(value);
        }
        rows.push(row);
        let mines = inner.iter().filter(|&&c| cells[c]).count() as i64;
        if tile.neutral.is_some_and(|n| i64::from(n) != mines + signal) {
            return Err(TileError::Mines { mines, neutral: tile.neutral });
        }
    }
    let mut table = tile.table.clone();
    table.sort();
    rows.sort();
    if rows != table {
        return Err(TileError::Table { completions: rows, table });
    }
    for (row, letters) in tile.grid.iter().enumerate() {
        for (col, &letter) in letters.iter().enumerate() {
            let seen = |want: bool| found.iter().any(|cells| cells[own((row, col))] == want);
            if letter == b'*' && seen(false) {
                return Err(TileError::OpenMine { row, col });
            }
            if letter == b'#' && tile.claims("silent") && !(seen(true) && seen(false)) {
                return Err(TileError::Determined { row, col });
            }
            let beside = |other: usize| search.seen_by[own((row, col))].contains(&other);
            if matches!(letter, b'#' | b'*')
                && tile.claims("flood_closed")
                && search.sums.iter().enumerate().any(|(i, sum)| sum.0 == 0 && beside(i))
            {
                return Err(TileError::BesideZero { row, col });
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile::tile::shipped;

    #[test]
    fn every_tile_is_what_its_file_says() {
        let tiles = shipped();
        assert_eq!(tiles.len(), 138);
        for tile in tiles {
            verify(&tile).unwrap_or_else(|e| panic!("{} {}: {e}", tile.library, tile.name));
        }
    }

    #[test]
    fn a_tile_without_its_ring_is_none() {
        let of = |rest: &str| Tile::parse(&format!("name a\nlibrary 6x7\n{rest}"), "t").map(|t| verify(&t));
        let failure = |rest: &str| of(rest).unwrap().unwrap_err().to_string();
        assert!(failure("footprint 2 2\nrow \ngrid\n*2\n2*\n").contains("the cell at 0,0 of the ring is neither"));
        assert!(failure("footprint 1 3\nrow \ngrid\n#1*\n").contains("neither a clue nor a port"));
        assert!(
            failure("footprint 3 3\nport N in a 1 0\nrow a=0\nrow a=1\ngrid\n000\n#00\n000\n").contains("not on side")
        );
        let (clues, covered) = ("0".repeat(2000), "#".repeat(1998));
        let long = format!("footprint 3 2000\nrow \ngrid\n{clues}\n0{covered}0\n{clues}\n");
        assert!(failure(&long).contains("1998 covered cells"));
        assert!(of("footprint 1 1\nclaims flag-free\ngrid\n0\n").is_err());
    }

    #[test]
    fn a_clue_altered_beside_a_covered_cell_is_found() {
        for tile in shipped() {
            let (rows, cols) = (tile.grid.len(), tile.grid[0].len());
            for (r, c) in (0..rows).flat_map(|r| (0..cols).map(move |c| (r, c))) {
                if matches!(tile.grid[r][c], b'#' | b'*') {
                    continue;
                }
                let mut altered = tile.clone();
                altered.grid[r][c] = if tile.grid[r][c] == b'0' { b'1' } else { tile.grid[r][c] - 1 };
                assert!(verify(&altered).is_err(), "{} {} at {r},{c}", tile.library, tile.name);
            }
        }
    }
}
