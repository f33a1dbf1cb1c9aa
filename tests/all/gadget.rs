//! The tile finder: against exhaustive enumeration of small footprints, and on the shipped tiles.

use std::collections::{BTreeMap, BTreeSet};

use minesat::compile::tile::{Port, Tile, shipped};
use minesat::compile::verify::verify;
use minesat::engine::Control;
use minesat::gadget::problem::{FrameCell, TileProblem, TileProperties, fits};
use minesat::gadget::search::{SearchResult, inner_covered, search};
use minesat::grid::Grid;

fn find(problem: &TileProblem, smallest: bool) -> SearchResult {
    search(problem, smallest, &mut Control::default(), |_| {}).unwrap()
}

fn port(side: char, enters: bool, cell: (usize, usize)) -> Port {
    Port { side, enters, name: side.to_string(), cell }
}

/// What all completions of one layout have in common.
struct Group {
    rows: Vec<Vec<bool>>,
    /// Mines inside, by completion.
    mines: BTreeSet<usize>,
    /// Inner covered cells that are a mine in some completion, as a mask.
    mined: u32,
    complementary: bool,
}

/// Every table that a footprint allows, with the fewest inner cells that are no clues: by listing all layouts
/// and all their completions.
fn by_enumeration(grid: Grid, ports: &[Port], wanted: TileProperties) -> BTreeMap<Vec<Vec<bool>>, u32> {
    let table = vec![vec![false; ports.len()]];
    let problem = TileProblem { name: "T".into(), grid, ports: ports.to_vec(), table, wanted, most_covered: None };
    let (frame, places) = (problem.frame(), problem.places());
    let cells = |kind: &dyn Fn(FrameCell) -> bool| frame.cells().filter(|&c| kind(places[c])).collect::<Vec<_>>();
    let inner = cells(&|p| p == FrameCell::Inner);
    let own: Vec<usize> = ports.iter().map(|p| problem.at((p.cell.0 as isize, p.cell.1 as isize))).collect();
    let outer: Vec<usize> = ports.iter().map(|p| problem.at(p.outer())).collect();
    let mut tables: BTreeMap<Vec<Vec<bool>>, u32> = BTreeMap::new();
    for covered in 0u32..1 << inner.len() {
        let mut given = if wanted.flag_free { 0 } else { covered };
        loop {
            let clue = |cell: usize| match places[cell] {
                FrameCell::Ring => true,
                FrameCell::Inner => covered >> inner.iter().position(|&c| c == cell).unwrap() & 1 == 0,
                _ => false,
            };
            let clues = cells(&|p| matches!(p, FrameCell::Ring | FrameCell::Inner));
            let clues: Vec<usize> = clues.into_iter().filter(|&c| clue(c)).collect();
            let mut groups: BTreeMap<Vec<u8>, Group> = BTreeMap::new();
            for mines in (0u32..1 << inner.len()).filter(|m| m & !covered == 0 && m & given == given) {
                for ends in 0u32..1 << (2 * ports.len()) {
                    let mut mine = vec![false; frame.len()];
                    inner.iter().enumerate().for_each(|(i, &c)| mine[c] = mines >> i & 1 == 1);
                    own.iter().enumerate().for_each(|(i, &c)| mine[c] = ends >> (2 * i) & 1 == 1);
                    outer.iter().enumerate().for_each(|(i, &c)| mine[c] = ends >> (2 * i + 1) & 1 == 1);
                    let count = |&c: &usize| frame.neighbours(c).filter(|&n| mine[n]).count() as u8;
                    let group = groups.entry(clues.iter().map(count).collect()).or_insert(Group {
                        rows: Vec::new(),
                        mines: BTreeSet::new(),
                        mined: 0,
                        complementary: true,
                    });
                    group.complementary &= (0..ports.len()).all(|i| mine[own[i]] != mine[outer[i]]);
                    group.rows.push((0..ports.len()).map(|i| mine[own[i]] == ports[i].enters).collect());
                    group.mines.insert(mines.count_ones() as usize);
                    group.mined |= mines;
                }
            }
            for (values, mut group) in groups {
                let count = group.rows.len();
                group.rows.sort();
                group.rows.dedup();
                let zero_beside_covered = clues.iter().zip(&values).any(|(&c, &value)| {
                    let hidden = |n: usize| match places[n] {
                        FrameCell::Port(_) => true,
                        FrameCell::Inner => !clue(n),
                        _ => false,
                    };
                    value == 0 && frame.neighbours(c).any(hidden)
                });
                if group.complementary
                    && group.rows.len() == count
                    && !(wanted.neutral && group.mines.len() > 1)
                    && !(wanted.silent && group.mined != covered)
                    && !(wanted.flood_closed && zero_beside_covered)
                {
                    let fewest = tables.entry(group.rows).or_insert(u32::MAX);
                    *fewest = (*fewest).min(covered.count_ones());
                }
            }
            // The next set of given mines: none in a flag-free tile.
            if given == 0 {
                break;
            }
            given = (given - 1) & covered;
        }
    }
    tables
}

/// All tables over these ports: found with the same smallest number of covered cells, or excluded, as the
/// enumeration says.
fn compare(grid: Grid, ports: &[Port], wanted: TileProperties) -> usize {
    let mut possible = by_enumeration(grid, ports, wanted);
    let rows: Vec<Vec<bool>> =
        (0..1usize << ports.len()).map(|bits| (0..ports.len()).map(|i| bits >> i & 1 == 1).collect()).collect();
    let mut found = 0;
    for chosen in 1u32..1 << rows.len() {
        let mut table: Vec<Vec<bool>> =
            (0..rows.len()).filter(|i| chosen >> i & 1 == 1).map(|i| rows[i].clone()).collect();
        table.sort();
        let expected = possible.remove(&table);
        let problem = TileProblem { name: "T".into(), grid, ports: ports.to_vec(), table, wanted, most_covered: None };
        let got = find(&problem, true);
        let covered = got.tile.as_ref().map(|t| inner_covered(t) as u32);
        assert_eq!(covered, expected, "{grid:?} {ports:?} {wanted:?} {:?}", problem.table);
        if let Some(tile) = got.tile {
            verify(&tile).unwrap();
            assert!(got.smallest);
            assert!(!wanted.flag_free || tile.claims("flag_free"), "{}", tile.text());
            assert!(!wanted.neutral || tile.neutral.is_some(), "{}", tile.text());
            assert!(!wanted.flood_closed || tile.claims("flood_closed"), "{}", tile.text());
            found += 1;
        }
    }
    assert!(possible.is_empty());
    found
}

#[test]
fn small_footprints_agree_with_enumeration() {
    let free = TileProperties { flag_free: true, ..TileProperties::default() };
    let strict = TileProperties { flag_free: true, neutral: true, silent: true, flood_closed: true };
    let mut found = 0;
    for wanted in [free, strict, TileProperties { neutral: true, ..free }, TileProperties { silent: true, ..free }] {
        let grid = Grid { rows: 5, cols: 5 };
        found += compare(grid, &[port('W', true, (2, 0)), port('N', true, (0, 2))], wanted);
        found += compare(grid, &[port('W', true, (2, 0)), port('E', false, (2, 4))], wanted);
        found += compare(grid, &[port('W', true, (3, 0)), port('N', false, (0, 1))], wanted);
        let grid = Grid { rows: 4, cols: 5 };
        let three = [port('W', true, (1, 0)), port('N', true, (0, 2)), port('E', false, (2, 4))];
        found += compare(grid, &three, wanted);
    }
    for wanted in [TileProperties::default(), TileProperties { flood_closed: true, ..TileProperties::default() }] {
        let grid = Grid { rows: 5, cols: 4 };
        found += compare(grid, &[port('W', true, (2, 0)), port('N', true, (0, 2))], wanted);
        found += compare(grid, &[port('S', true, (4, 1)), port('E', false, (2, 3))], wanted);
    }
    assert!(found > 50, "{found}");
}

fn as_shipped(tile: &Tile, flag_free: bool) -> TileProblem {
    let wanted = TileProperties {
        flag_free,
        neutral: tile.neutral.is_some(),
        silent: tile.claims("silent"),
        flood_closed: tile.claims("flood_closed"),
    };
    TileProblem {
        name: tile.name.clone(),
        grid: Grid { rows: tile.grid.len(), cols: tile.grid[0].len() },
        ports: tile.ports.clone(),
        table: tile.table.clone(),
        wanted,
        most_covered: Some(inner_covered(tile)),
    }
}

#[test]
fn every_shipped_tile_is_found_again_and_is_not_larger() {
    for tile in shipped() {
        let found = find(&as_shipped(&tile, tile.claims("flag_free")), false);
        let again = found.tile.unwrap_or_else(|| panic!("{} {} not found", tile.library, tile.name));
        verify(&again).unwrap();
        assert!(inner_covered(&again) <= inner_covered(&tile), "{}", again.text());
    }
}

#[test]
fn no_flag_free_crossing_with_centred_ports_at_7x7() {
    let cross = shipped().into_iter().find(|t| t.library == "7x7" && t.name == "CROSS").unwrap();
    let centred = |flag_free| {
        let wanted = TileProperties { flag_free, ..TileProperties::default() };
        find(&TileProblem::like(&cross, Grid { rows: 7, cols: 7 }, 3, 3, wanted), false).tile
    };
    assert!(centred(true).is_none());
    assert!(centred(false).is_some());
    let wanted = TileProperties { flag_free: true, ..TileProperties::default() };
    let beside = TileProblem::like(&cross, Grid { rows: 6, cols: 7 }, 3, 3, wanted);
    assert!(find(&beside, false).tile.is_some());
}

#[test]
fn problems_that_do_not_hold_together() {
    for (rows, cols) in [(usize::MAX, usize::MAX), (1 << 32, 1 << 32), (1 << 63, 4), (13, 12), (2, 9)] {
        assert!(fits(Grid { rows, cols }).is_err());
    }
    let wire = shipped().into_iter().find(|t| t.name == "HWIRE").unwrap();
    let like =
        |rows, cols, row, col| TileProblem::like(&wire, Grid { rows, cols }, row, col, TileProperties::default());
    assert!(like(6, 7, 3, 3).check().is_ok());
    assert!(like(2, 7, 1, 3).check().is_err());
    assert!(like(6, 7, 0, 3).check().is_err());
    assert!(like(6, 7, 5, 3).check().is_err());
    assert!(like(60, 70, 5, 3).check().is_err());
    let mut twice = like(6, 7, 3, 3);
    twice.table.push(twice.table[0].clone());
    assert!(twice.check().is_err());
    twice.table.clear();
    assert!(twice.check().is_err());
}
