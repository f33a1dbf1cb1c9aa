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
    assert_eq!(first.cells, [variable(1, 6), variable(2, 6)]);
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
