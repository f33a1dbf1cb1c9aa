//! The graph of deductions over its board.

use super::{Chains, NodeKind};
use crate::board::Board;
use crate::engine::Verdict;
use crate::picture::{self, Arrow, Layers};
use crate::system::System;

/// An SVG picture: every use of a cell as a thin line, the longest chain thick, its root with a dot; deduced cells of
/// the board are coloured.
pub fn draw(board: &Board, chains: &Chains, title: &str) -> String {
    let (system, map) = System::from_board(board);
    let mut verdicts = vec![Verdict::Open; system.cells];
    let mut arrows = Vec::new();
    for node in &chains.nodes {
        if let Some(variable) = map.variable(board.grid().at(node.cell.0, node.cell.1)) {
            verdicts[variable] = if node.kind == NodeKind::Mine { Verdict::Mine } else { Verdict::Safe };
        }
        let from = |&parent: &usize| Arrow { from: chains.nodes[parent].cell, to: node.cell, strong: false };
        arrows.extend(node.parents.iter().map(from));
    }
    arrows.extend(chains.path.windows(2).map(|w| Arrow { from: w[0], to: w[1], strong: true }));
    let layers = Layers { verdicts: Some(verdicts), arrows, ..Layers::default() };
    picture::draw(board, &map, &layers, title)
}
