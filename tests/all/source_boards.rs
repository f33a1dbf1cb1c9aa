//! Boards of the sources with the facts that the sources state about them.

use minesat::board::Board;
use minesat::engine::{Classes, Control, FAMILIES, Verdict, build};
use minesat::system::System;

/// Example of the constraint-satisfaction assignment: 20 mines, 13 fringe variables, 11 constraints.
const ASSIGNMENT: &str = "10 10 20
00001#####
00002#####
11102#####
##101#####
##322#####
##########
##########
##########
##########
##########
";

#[test]
fn assignment_board_has_its_variables_and_constraints() {
    let (system, map) = System::from_board(&Board::parse(ASSIGNMENT, "assignment").unwrap());
    assert_eq!(system.is_frontier().iter().filter(|f| **f).count(), 13);
    assert_eq!(system.sums.len(), 11);
    // The stated assignment (1-based x16 x64 x62 x52 x42) satisfies C1, the first sum.
    let variable = |row: usize, col: usize| map.variable(map.grid.at(row - 1, col - 1)).unwrap() as u32;
    let mines = [variable(1, 6), variable(6, 4), variable(6, 2), variable(5, 2), variable(4, 2)];
    let first = &system.sums[0];
    assert_eq!(first.cells.as_slice(), [variable(1, 6), variable(2, 6)]);
    assert_eq!(first.cells.iter().filter(|c| mines.contains(c)).count(), first.count as usize);
}

#[test]
fn assignment_board_forces_its_mine() {
    let (system, map) = System::from_board(&Board::parse(ASSIGNMENT, "assignment").unwrap());
    let at = |row: usize, col: usize| map.variable(map.grid.at(row - 1, col - 1)).unwrap();
    let family = FAMILIES.iter().find(|f| f.name == "backtrack").unwrap();
    for rung in family.presets {
        let engine = build(&format!("backtrack:{}", rung.name)).unwrap();
        let Classes::Cells(classes) = engine.classify(&system, &mut Control::default()).unwrap() else {
            panic!("{}: the board is consistent", rung.name)
        };
        assert_eq!(classes[at(4, 2)], Verdict::Mine, "{}", rung.name);
        assert_eq!(classes[at(4, 1)], Verdict::Safe, "{}", rung.name);
    }
}

fn source(name: &str) -> Board {
    let path = format!("{}/instances/sources/{name}.mine", env!("CARGO_MANIFEST_DIR"));
    Board::parse(&std::fs::read_to_string(&path).unwrap(), &path).unwrap()
}

/// Every engine that counts.
fn counts(board: &Board) -> Vec<(String, minesat::system::Count)> {
    let (system, _) = System::from_board(board);
    let ask = |name: &str| build(name).unwrap().count(&system, &mut Control::default()).ok();
    ["brute", "backtrack", "frontier", "frontier:cells", "sat"]
        .into_iter()
        .filter_map(|name| ask(name).map(|count| (name.to_string(), count)))
        .collect()
}

/// System A's stuck position: every covered cell is decided, so there is exactly one model.
#[test]
fn the_equation_agents_stuck_position_has_one_model() {
    let board = source("equation-agent-stuck");
    let all = counts(&board);
    assert!(all.len() >= 4);
    for (engine, count) in all {
        assert_eq!(count.models, 1u32.into(), "{engine}");
        let (_, map) = System::from_board(&board);
        let mined = |row, col| *count.cells.mined(map.variable(board.grid().at(row, col)).unwrap()) == 1u32.into();
        assert!(!mined(2, 8), "{engine}: z is safe");
        assert!(mined(3, 8), "{engine}: then (3,8) is a mine");
    }
}

/// System A's 1x20 board: its covered cells form two interleaved chains, every second one mines and
/// the others safe; the clue at the end says which. With one more cell behind that clue both
/// alternations are models.
#[test]
fn the_alternating_boards_have_their_two_chains() {
    for (name, models) in [("alternating-1x20", 1u32), ("alternating-1x21", 2)] {
        let board = source(name);
        let (system, _) = System::from_board(&board);
        for (engine, count) in counts(&board) {
            assert_eq!(count.models, models.into(), "{name}: {engine}");
            let mined: Vec<u32> =
                (0..system.cells).map(|c| u32::try_from(count.cells.mined(c).clone()).unwrap()).collect();
            let alternating = mined.windows(2).all(|w| w[0] + w[1] == models);
            assert!(alternating, "{name}: {engine}: {mined:?}");
        }
        // Deciding the first cell decides all: the reach is the whole board.
        for clue_of_first in [0, 1] {
            let mut decided = system.clone();
            decided.sums.push(minesat::system::Sum::new(vec![0], clue_of_first));
            let count = build("frontier").unwrap().count(&decided, &mut Control::default()).unwrap();
            assert!(count.models <= 1u32.into(), "{name}");
        }
    }
}
