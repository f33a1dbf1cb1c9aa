//! The search trees of backtracking on one board (system C): every assignment in its order, rung by rung.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use super::Study;
use super::drawn_board::{DrawnBoard, NoDrawnBoard};
use crate::engine::backtrack::{NoTriedTree, TriedAssignment, tried};
use crate::engine::{Control, Limits, Stop};
use crate::report::{Document, shell};

/// Most frontier cells of a board whose trees are drawn.
pub const MOST_CELLS: usize = 12;

/// Most assignments of a tree whose table the report has.
const TABLED: usize = 40;

/// The study: engines on one board.
#[derive(Clone, Debug)]
pub struct SearchTrees {
    board: DrawnBoard,
    engines: Vec<String>,
}

/// Options that do not fit.
#[derive(Debug, thiserror::Error)]
pub enum BadSearchTrees {
    /// There is no board to draw.
    #[error(transparent)]
    Board(#[from] NoDrawnBoard),
    /// An engine that is none of the family.
    #[error(transparent)]
    Engine(#[from] NoTriedTree),
}

/// The tree of an engine.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SearchTree {
    engine: String,
    nodes: Vec<TreeAssignment>,
}

/// An assignment of the search.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct TreeAssignment {
    depth: usize,
    cell: String,
    mine: bool,
    accepted: bool,
    decided: usize,
    is_model: bool,
}

impl SearchTrees {
    /// Engines of the family `backtrack` on a board.
    ///
    /// # Errors
    /// No board, or another engine.
    pub fn new(board: Result<DrawnBoard, NoDrawnBoard>, engines: Vec<String>) -> Result<Self, BadSearchTrees> {
        let board = board?;
        for engine in &engines {
            match tried(engine, &crate::system::System::default(), &mut Control::default()) {
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(SearchTrees { board, engines })
    }
}

impl Study for SearchTrees {
    /// The engine.
    type Point = String;
    type Row = SearchTree;

    const ROWS: &'static str = "trees.jsonl.zst";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        format!("minesat study search-tree {} --engines {}", self.board.options(), shell(&self.engines))
    }

    fn points(&self) -> Vec<String> {
        self.engines.clone()
    }

    fn name(&self, engine: &String) -> String {
        engine.clone()
    }

    fn measure(&self, engine: &String) -> Result<SearchTree, Stop> {
        let limits = Limits { nodes: Some(100_000), ..Limits::default() };
        let nodes = tried(engine, &self.board.system, &mut Control::new(limits)).map_err(|error| match error {
            NoTriedTree::Stopped(stop) => stop,
            other @ NoTriedTree::Spec(_) => Stop::Failed(other.to_string()),
        })?;
        let named = |one: TriedAssignment| TreeAssignment {
            depth: one.depth,
            cell: self.board.place(one.cell),
            mine: one.mine,
            accepted: one.accepted,
            decided: one.decided,
            is_model: one.is_model,
        };
        Ok(SearchTree { engine: engine.clone(), nodes: nodes.into_iter().map(named).collect() })
    }

    fn report(&self, rows: &[SearchTree]) -> Document {
        let mut out = Document::new("C: the search trees of one board, rung by rung");
        out.question("Which assignments does each rung of backtracking try, and in which order?");
        let words: Vec<String> = rows.iter().map(|tree| format!("`{}` {}", tree.engine, tree.nodes.len())).collect();
        out.answer(format!("Assignments tried on the board: {}.", words.join(", ")));
        out.text(self.board.text());
        out.text(
            "A node is one assignment, the root none. Green: the last assignment of a solution; red: rejected by the check, so \
             no successor is tried; grey: a complete assignment that is no solution. The branch to the left makes the cell \
             safe, that to the right a mine. The tables have the order of the visits; decided cells are those whose domain the \
             check reduced to one value at that node.",
        );
        let head = ["engine", "assignments", "rejected", "solutions", "deepest"];
        let line = |tree: &SearchTree| {
            let count = |is: fn(&TreeAssignment) -> bool| tree.nodes.iter().filter(|node| is(node)).count();
            let deepest = tree.nodes.iter().map(|node| node.depth + 1).max().unwrap_or(0);
            let counts = [tree.nodes.len(), count(|node| !node.accepted), count(|node| node.is_model), deepest];
            std::iter::once(format!("`{}`", tree.engine)).chain(counts.map(|n| n.to_string())).collect()
        };
        out.table(&head, rows.iter().map(line));
        for (at, tree) in rows.iter().enumerate() {
            out.section(&format!("`{}`", tree.engine));
            let name = format!("tree-{}", at + 1);
            out.chart(&name, &format!("{}: {} assignments", tree.engine, tree.nodes.len()), picture(tree));
            let head = ["visit", "cell", "value", "depth", "cells decided by it", ""];
            let line = |(at, node): (usize, &TreeAssignment)| {
                let fate = match node {
                    TreeAssignment { is_model: true, .. } => "a solution",
                    TreeAssignment { accepted: false, .. } => "rejected",
                    _ => "",
                };
                let value = if node.mine { "mine" } else { "safe" };
                let numbers = [node.depth + 1, node.decided].map(|n| n.to_string());
                let [depth, decided] = numbers;
                vec![(at + 1).to_string(), node.cell.clone(), value.into(), depth, decided, fate.into()]
            };
            out.table(&head, tree.nodes.iter().enumerate().take(TABLED).map(line));
            if tree.nodes.len() > TABLED {
                out.text(format!("And {} visits more.", tree.nodes.len() - TABLED));
            }
        }
        out
    }
}

/// The parent of every node, 0 for the root, which is node 0.
fn parents(nodes: &[TreeAssignment]) -> Vec<usize> {
    let mut open: Vec<usize> = vec![0];
    let mut parents = vec![0];
    for (at, node) in nodes.iter().enumerate() {
        open.truncate(node.depth + 1);
        parents.push(open.last().copied().unwrap_or(0));
        open.push(at + 1);
    }
    parents
}

/// A tree with its root on top.
fn picture(tree: &SearchTree) -> String {
    let parents = parents(&tree.nodes);
    let count = parents.len();
    let mut has_child = vec![false; count];
    parents.iter().skip(1).for_each(|&parent| has_child[parent] = true);
    let leaves = has_child.iter().filter(|has| !**has).count().max(1);
    let step = (1400.0 / leaves as f64).clamp(3.0, 26.0);
    let depth = tree.nodes.iter().map(|node| node.depth + 1).max().unwrap_or(0);
    let rise = 34.0;
    let (width, height) = (leaves as f64 * step + 80.0, (depth + 1) as f64 * rise + 30.0);
    // Leaves from left to right in the order of their visits; a node stands over the middle of its children.
    let (mut x, mut next) = (vec![0.0; count], 0.0);
    for node in 0..count {
        if !has_child[node] {
            x[node] = 70.0 + step * next;
            next += 1.0;
        }
    }
    let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); count];
    for node in (0..count).rev() {
        if has_child[node] {
            x[node] = f64::midpoint(ends[node].0, ends[node].1);
        }
        if node > 0 {
            let end = &mut ends[parents[node]];
            *end = (end.0.min(x[node]), end.1.max(x[node]));
        }
    }
    let y = |node: usize| 20.0 + rise * if node == 0 { 0.0 } else { (tree.nodes[node - 1].depth + 1) as f64 };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" height=\"{height:.0}\" \
         font-family=\"sans-serif\" font-size=\"10\"><title>{}</title><rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"#fff\"/>",
        crate::report::plots::escape(&format!("{}: {} assignments", tree.engine, tree.nodes.len()))
    );
    let mut lines = String::new();
    for node in 1..count {
        let _ = write!(lines, "M{:.1} {:.1}L{:.1} {:.1}", x[parents[node]], y(parents[node]), x[node], y(node));
    }
    let _ = write!(text, "<path d=\"{lines}\" stroke=\"#8899aa\" fill=\"none\"/>");
    let radius = (step / 2.6).clamp(1.4, 8.0);
    for node in 0..count {
        let fill = match node.checked_sub(1).map(|at| &tree.nodes[at]) {
            None => "#333",
            Some(TreeAssignment { is_model: true, .. }) => "#009e40",
            Some(TreeAssignment { accepted: false, .. }) => "#d00000",
            Some(_) if !has_child[node] => "#999",
            Some(_) => "#4070c0",
        };
        let _ = write!(text, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"{fill}\"/>", x[node], y(node));
        if radius >= 6.0 && node > 0 {
            let _ = write!(
                text,
                "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#fff\">{node}</text>",
                x[node],
                y(node) + 3.5
            );
        }
    }
    // A level names its cell where all its assignments have the same.
    for level in 0..depth {
        let mut own = tree.nodes.iter().filter(|node| node.depth == level).map(|node| &node.cell);
        let first = own.next();
        let name = if own.all(|cell| Some(cell) == first) { first.map_or("", String::as_str) } else { "varies" };
        let _ = write!(text, "<text x=\"4\" y=\"{:.1}\">{name}</text>", 24.0 + rise * (level + 1) as f64);
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trees(engines: &[&str]) -> Vec<SearchTree> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("b.mine");
        std::fs::write(&path, "2 4 ?\n####\n1__1\n").unwrap();
        let board = DrawnBoard::read(path.to_str().unwrap().into(), None, MOST_CELLS);
        let study = SearchTrees::new(board, engines.iter().map(ToString::to_string).collect()).unwrap();
        let rows: Vec<SearchTree> = study.points().iter().map(|point| study.measure(point).unwrap()).collect();
        let text = study.report(&rows).markdown(None);
        assert!(text.contains("Assignments tried on the board: `backtrack:naive` 30"), "{text}");
        rows
    }

    /// Two pairs of cells with one mine each: four solutions.
    #[test]
    fn trees_hold_all_assignments() {
        let rows = trees(&["backtrack:naive", "backtrack:backtrack", "backtrack:arc"]);
        assert_eq!(rows[0].nodes.len(), 2 + 4 + 8 + 16);
        for tree in &rows {
            assert_eq!(tree.nodes.iter().filter(|node| node.is_model).count(), 4, "{}", tree.engine);
            let parents = parents(&tree.nodes);
            let depth = |node: usize| if node == 0 { 0 } else { tree.nodes[node - 1].depth + 1 };
            assert!((1..parents.len()).all(|node| depth(node) == depth(parents[node]) + 1), "{}", tree.engine);
        }
        assert!(rows[1].nodes.len() < rows[0].nodes.len() && rows[2].nodes.len() < rows[1].nodes.len());
    }
}
