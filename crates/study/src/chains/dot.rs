//! The graph of deductions for Graphviz.

use std::fmt::Write;

use super::{Chains, NodeKind};

/// DOT text; cells keep their places on the board (`neato -n`), the longest chain is drawn thick.
pub fn dot(chains: &Chains, name: &str) -> String {
    let name: String = name.chars().map(|c| if c == '"' || c == '\\' { '_' } else { c }).collect();
    let mut text = format!("digraph \"{name}\" {{\n  node [shape=circle, fixedsize=true, width=0.5, fontsize=9];\n");
    for (index, node) in chains.nodes.iter().enumerate() {
        let (row, col) = node.cell;
        let colour = match node.kind {
            NodeKind::Given => "lightgrey",
            NodeKind::Guess => "gold",
            NodeKind::Safe => "palegreen",
            NodeKind::Mine => "lightcoral",
        };
        let _ = writeln!(
            text,
            "  n{index} [label=\"{row},{col}\\n{}\", style=filled, fillcolor={colour}, pos=\"{},{}!\"];",
            node.length,
            col * 54,
            (chains.rows - row) * 54,
        );
    }
    for (index, node) in chains.nodes.iter().enumerate() {
        for &parent in &node.parents {
            let on_path = chains.path.windows(2).any(|w| w == [chains.nodes[parent].cell, node.cell]);
            let thick = if on_path { " [penwidth=3, color=red]" } else { "" };
            let _ = writeln!(text, "  n{parent} -> n{index}{thick};");
        }
    }
    text + "}\n"
}
