//! Layers on top of a board: outlined cells, and arrows between cells.

use std::fmt::Write;

use svg::Document;
use svg::node::element::{Circle, Path, Rectangle};

use super::Layers;

/// An outlined cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outline {
    /// (row, column).
    pub cell: (usize, usize),
    /// Decides the colour.
    pub role: Role,
}

/// Why a cell is outlined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The cell in question.
    Question,
    /// A clue of its explanation.
    Clue,
    /// A cell that was opened.
    Played,
    /// A best cell.
    Best,
}

/// A line from the middle of one cell to that of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// (row, column).
    pub from: (usize, usize),
    /// (row, column); the line has no head.
    pub to: (usize, usize),
    /// On the highlighted path; its first cell gets a dot.
    pub strong: bool,
}

/// Adds both layers; `middle` is the middle of a cell on the page, `side` that of a cell.
pub(super) fn overlay(
    mut document: Document,
    layers: &Layers,
    side: usize,
    middle: impl Fn((usize, usize)) -> (usize, usize),
) -> Document {
    for outline in &layers.outlines {
        let (x, y) = middle(outline.cell);
        let colour = match outline.role {
            Role::Question => "#8a2be2",
            Role::Clue => "#ff8c00",
            Role::Played => "#d00000",
            Role::Best => "#008a20",
        };
        let edge = Rectangle::new().set("x", x - side / 2 + 1).set("y", y - side / 2 + 1);
        let edge = edge.set("width", side - 2).set("height", side - 2).set("rx", 3).set("fill", "none");
        document = document.add(edge.set("stroke", colour).set("stroke-width", 3));
    }
    for strong in [false, true] {
        let mut path = String::new();
        for arrow in layers.arrows.iter().filter(|a| a.strong == strong) {
            let ((x, y), (to_x, to_y)) = (middle(arrow.from), middle(arrow.to));
            let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
        }
        if !path.is_empty() {
            let (colour, width) = if strong { ("#d0208a", 3) } else { ("#5060a0", 1) };
            let lines = Path::new().set("d", path).set("fill", "none").set("stroke", colour);
            let lines = lines.set("stroke-linecap", "round").set("stroke-opacity", if strong { 0.9 } else { 0.35 });
            document = document.add(lines.set("stroke-width", width));
        }
    }
    if let Some(root) = layers.arrows.iter().find(|a| a.strong).map(|a| middle(a.from)) {
        document = document.add(Circle::new().set("cx", root.0).set("cy", root.1).set("r", 6).set("fill", "#d0208a"));
    }
    document
}
