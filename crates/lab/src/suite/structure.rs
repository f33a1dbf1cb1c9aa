//! Features of a board that follow from the board alone.

use serde_json::{Map, Value, json};

use super::digest::{canonical_hash, split_of};
use crate::board::{Board, Cell};
use crate::engine::{Control, Limits, tree_width};
use crate::system::{BlockSystem, ReduceOptions, System, reduce, split};

/// The structural features of a board:
///
/// - `canonical`, `split`: its hash up to symmetry, and what that decides;
/// - `cells`, `covered`, `clues`: of the board;
/// - `density`: mines that the clues ask for, per covered cell beside them, a cell counted once for every clue;
/// - `blocks`, `components`, `largest_component` (cells), `tree_width`: of its sums after the reductions that all engines
///   share. A block is a set of cells in the same sums; the width is that of the best tree decomposition found for the graph
///   of blocks that share a sum, null above 127. All are 0 where the reductions decide every cell or find a contradiction.
pub fn structure(board: &Board) -> Map<String, Value> {
    let hash = canonical_hash(board);
    let (system, _) = System::from_board(board);
    let asked: i64 = system.sums.iter().map(|sum| i64::from(sum.count)).sum();
    let beside: usize = system.sums.iter().map(|sum| sum.cells.len()).sum();
    let density = if beside == 0 { 0.0 } else { asked as f64 / beside as f64 };
    let left = reduce(&system, ReduceOptions::ALL).map(|reduction| reduction.system).unwrap_or_default();
    let blocks = BlockSystem::new(&left, true);
    let components = split(&left).components;
    let largest = components.iter().map(|component| component.cells.len()).max().unwrap_or(0);
    let width = tree_width(&blocks, &mut Control::new(Limits::default()));
    let features = json!({
        "split": split_of(&hash),
        "canonical": hash,
        "cells": board.grid().len(),
        "covered": system.cells,
        "clues": board.cells().iter().filter(|cell| matches!(cell, Cell::Clue(_))).count(),
        "density": (density * 1000.0).round() / 1000.0,
        "blocks": blocks.blocks.len(),
        "components": components.len(),
        "largest_component": largest,
        "tree_width": width.expect("no limits"),
    });
    match features {
        Value::Object(map) => map,
        _ => unreachable!("an object was written"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(text: &str, names: &[&str]) -> Vec<Value> {
        let all = structure(&Board::parse(text, "t").unwrap());
        names.iter().map(|name| all[*name].clone()).collect()
    }

    #[test]
    fn small_boards_have_the_features_worked_out_by_hand() {
        let names = ["cells", "covered", "clues", "density", "blocks", "components", "largest_component", "tree_width"];
        // One clue in the middle of eight cells: one block.
        assert_eq!(
            features("3 3 ?\n###\n#3#\n###\n", &names),
            [json!(9), json!(8), json!(1), json!(0.375), json!(1), json!(1), json!(8), json!(0)]
        );
        // Clues over 7, 6, 6 and 7 covered cells: 6 / 26.
        assert_eq!(features("3 6 ?\n######\n#1221#\n######\n", &names[1..4]), [json!(14), json!(4), json!(0.231)]);
        // A chain of pairs: a path.
        assert_eq!(features("1 7 ?\n#1#1#1#\n", &names[4..]), [json!(4), json!(1), json!(4), json!(1)]);
        // Two clues far apart: two components of one block each.
        let apart = "3 7 ?\n###_###\n#1#_#2#\n###_###\n";
        assert_eq!(features(apart, &names[4..]), [json!(2), json!(2), json!(8), json!(0)]);
        // Nothing is left where single clues decide everything, and where they contradict each other.
        assert_eq!(features("1 3 ?\n#1_\n", &names[4..]), [json!(0), json!(0), json!(0), json!(0)]);
        assert_eq!(features("1 3 ?\n#2_\n", &names[4..]), [json!(0), json!(0), json!(0), json!(0)]);
    }
}
