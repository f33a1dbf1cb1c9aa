//! The drawing itself. Cells of one colour share one path and letters one style, which keeps the file small.

use std::collections::BTreeMap;
use std::fmt::Write;

use svg::node::element::{Circle, Group, Path, Rectangle};
use svg::{Document, Node};

use super::Layers;
use super::classes::style;
use super::colours::{CERTAIN, COVERED, LINE, MINE, OPEN, SAFE, UNKNOWN, heat, signal, width};
use super::lettering::Lettering;
use crate::board::{Board, Cell, Grid};
use crate::engine::{Verdict, Visit};
use crate::system::CellMap;

/// Side of a cell.
const SIDE: usize = 20;
/// Space around the board; wider where labels stand.
const MARGIN: usize = 8;
/// Width of a letter of a label, nearly that of the widest ones.
const LETTER: usize = 8;
/// Width of a digit of the numbers of rows, and height of those of columns.
const DIGIT: usize = 5;
const RULER: usize = 10;
/// A board of more rows or columns than this has numbers at every fifth.
const MOST_NUMBERED: usize = 50;

/// The labels by side and row, those of one row in one.
fn labels(layers: &Layers) -> BTreeMap<(bool, usize), String> {
    let mut found: BTreeMap<(bool, usize), String> = BTreeMap::new();
    for (word, cell, right) in &layers.labels {
        let label = found.entry((*right, cell.0)).or_default();
        *label += if label.is_empty() { "" } else { ", " };
        *label += word;
    }
    found
}

/// The middle of a cell on the page.
struct Page {
    left: usize,
    top: usize,
    lettering: Lettering,
}

impl Page {
    fn corner(&self, (row, col): (usize, usize)) -> (usize, usize) {
        (self.left + col * SIDE, self.top + row * SIDE)
    }

    fn middle(&self, cell: (usize, usize)) -> (usize, usize) {
        let (x, y) = self.corner(cell);
        (x + SIDE / 2, y + SIDE / 2)
    }

    /// A letter or word in a cell.
    fn word(&self, cell: (usize, usize), class: &str, word: &str) -> Box<dyn Node> {
        self.lettering.word(word, self.middle(cell), class)
    }
}

/// The colour of a covered cell, from the last layer that covers it.
fn fill(layers: &Layers, variable: usize) -> String {
    // Between signals certain cells are of little interest.
    let verdict = layers.verdicts.as_ref().map(|v| match v[variable] {
        Verdict::Safe | Verdict::Mine if layers.signals.is_some() => CERTAIN,
        Verdict::Safe => SAFE,
        Verdict::Mine => MINE,
        Verdict::Open => COVERED,
        Verdict::Unknown => UNKNOWN,
    });
    let signal = layers.signals.as_ref().and_then(|s| s[variable]).map(|s| signal(s.number, s.inverted));
    let chance = layers.chances.as_ref().map(|c| heat(c[variable]));
    let component = layers.components.as_ref().and_then(|c| c[variable]).map(|number| self::signal(number, false));
    let visit = layers.visits.as_ref().and_then(|v| v[variable].map(|visit| width(visit.width, widest(v))));
    chance.or(visit).or(component).or(signal).or(verdict.map(str::to_string)).unwrap_or_else(|| COVERED.into())
}

/// The widest frontier of a sweep.
fn widest(visits: &[Option<Visit>]) -> usize {
    visits.iter().flatten().map(|v| v.width).max().unwrap_or(0)
}

/// A short percentage of an undecided cell, never 0 or 100.
fn percent(p: f64) -> String {
    format!("{}", (100.0 * p).round().clamp(1.0, 99.0))
}

/// The sign of a verdict, so that nobody needs its colour; undecided cells have none.
fn sign(verdict: Verdict) -> Option<&'static str> {
    match verdict {
        Verdict::Safe => Some("\u{2713}"),
        Verdict::Mine => Some("\u{25cf}"),
        Verdict::Unknown => Some("?"),
        Verdict::Open => None,
    }
}

/// The word in a covered cell with its class: a sign of what is certain, a chance, or a step of a sweep.
fn word(layers: &Layers, variable: usize) -> Option<(&'static str, String)> {
    if let Some(chances) = &layers.chances {
        let certain = match chances[variable] {
            0.0 => sign(Verdict::Safe),
            1.0 => sign(Verdict::Mine),
            _ => None,
        };
        return Some(certain.map_or_else(|| ("p", percent(chances[variable])), |sign| ("v", sign.into())));
    }
    if let Some(visit) = layers.visits.as_ref().and_then(|v| v[variable]) {
        return Some(("p", visit.step.to_string()));
    }
    // Between signals, and on coloured components, a verdict is no more what the colour says.
    let verdicts = layers.verdicts.as_ref().filter(|_| layers.signals.is_none() && layers.components.is_none())?;
    sign(verdicts[variable]).map(|sign| ("v", sign.into()))
}

/// Draws a board with layers over it. `map` gives the variable of each cell in the layers.
///
/// # Panics
/// If a layer has another number of variables than the map.
pub fn draw(board: &Board, map: &CellMap, layers: &Layers, title: &str) -> String {
    lettered(board, map, layers, title, Lettering::Text)
}

/// As [`draw`], with a choice of how words are drawn.
pub(super) fn lettered(board: &Board, map: &CellMap, layers: &Layers, title: &str, lettering: Lettering) -> String {
    let grid = board.grid();
    let labels = labels(layers);
    let width_of = |right: bool| {
        let longest = labels.iter().filter(|l| l.0.0 == right).map(|l| l.1.chars().count()).max();
        longest.map_or(MARGIN, |letters| letters * LETTER + 2 * MARGIN)
    };
    let ruler = DIGIT * (grid.rows.max(1) - 1).to_string().len() + 2;
    let page = Page { left: width_of(false) + ruler, top: MARGIN + RULER, lettering };
    let (width, height) = (grid.cols * SIDE, grid.rows * SIDE);
    let total = (page.left + width + width_of(true), page.top + height + MARGIN);
    let mut document = Document::new()
        .set("viewBox", (0, 0, total.0, total.1))
        .set("width", total.0)
        .set("height", total.1)
        .add(svg::node::element::Title::new(title))
        .add(style())
        .add(Rectangle::new().set("width", total.0).set("height", total.1).set("fill", "#fff"))
        .add(
            Rectangle::new()
                .set("x", page.left)
                .set("y", page.top)
                .set("width", width)
                .set("height", height)
                .set("fill", OPEN),
        );
    let mut paths: BTreeMap<String, String> = BTreeMap::new();
    let mut letters = Group::new();
    let mut mines = Group::new().set("fill", "#222");
    for cell in grid.cells() {
        let place = grid.position(cell);
        let mut colour = |colour: String| {
            let (x, y) = page.corner(place);
            let _ = write!(paths.entry(colour).or_default(), "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        };
        match board.cell(cell) {
            Cell::Clue(0) | Cell::Blank => {}
            Cell::Clue(n) => letters = letters.add(page.word(place, &format!("c c{n}"), &n.to_string())),
            Cell::Flag => {
                colour(COVERED.into());
                letters = letters.add(page.word(place, "f", "\u{2691}"));
            }
            Cell::Covered => {
                let Some(variable) = map.variable(cell) else { continue };
                colour(fill(layers, variable));
                if layers.model.as_ref().is_some_and(|model| model[variable]) {
                    let (x, y) = page.middle(place);
                    mines = mines.add(Circle::new().set("cx", x).set("cy", y).set("r", SIDE / 4));
                } else if let Some((class, word)) = word(layers, variable) {
                    letters = letters.add(page.word(place, class, &word));
                }
            }
        }
    }
    for (colour, path) in paths {
        document = document.add(Path::new().set("fill", colour).set("d", path));
    }
    document =
        document.add(lines(&page, grid.rows, grid.cols)).add(numbers(&page, grid, ruler)).add(letters).add(mines);
    for block in &layers.tiles {
        let (x, y) = page.corner(block.at);
        let (rows, cols) = block.size;
        let (colour, stroke) = if block.gate { ("#000", 2) } else { ("#889", 1) };
        document = document.add(
            Rectangle::new()
                .set("x", x)
                .set("y", y)
                .set("width", cols * SIDE)
                .set("height", rows * SIDE)
                .set("fill", "none")
                .set("stroke", colour)
                .set("stroke-width", stroke),
        );
        document = document.add(lettering.word(&block.name, (x + 3, y + 6), "n"));
    }
    for ((right, row), word) in &labels {
        let (_, y) = page.middle((*row, 0));
        let (x, class) = if *right { (page.left + width + 6, "r") } else { (page.left - ruler - 6, "l") };
        document = document.add(lettering.word(word, (x, y), class));
    }
    document = super::overlay::overlay(document, layers, SIDE, |cell| page.middle(cell));
    format!("{document}\n")
}

/// The numbers of rows and columns, from 0.
fn numbers(page: &Page, grid: Grid, ruler: usize) -> Group {
    let step = |length: usize| if length > MOST_NUMBERED { 5 } else { 1 };
    let mut group = Group::new();
    for row in (0..grid.rows).step_by(step(grid.rows)) {
        let (_, y) = page.middle((row, 0));
        group = group.add(page.lettering.word(&row.to_string(), (page.left - ruler / 2, y), "k"));
    }
    for col in (0..grid.cols).step_by(step(grid.cols)) {
        let (x, _) = page.middle((0, col));
        group = group.add(page.lettering.word(&col.to_string(), (x, page.top - RULER / 2), "k"));
    }
    group
}

/// The lines between cells.
fn lines(page: &Page, rows: usize, cols: usize) -> Path {
    let mut path = String::new();
    let (left, top) = page.corner((0, 0));
    let (right, bottom) = page.corner((rows, cols));
    for row in 0..=rows {
        let _ = write!(path, "M{left} {}H{right}", page.corner((row, 0)).1);
    }
    for col in 0..=cols {
        let _ = write!(path, "M{} {top}V{bottom}", page.corner((0, col)).0);
    }
    Path::new().set("d", path).set("stroke", LINE).set("stroke-width", 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;

    fn picture(text: &str, layers: &Layers) -> String {
        let board = Board::parse(text, "t").unwrap();
        let (_, map) = System::from_board(&board);
        draw(&board, &map, layers, "a <title>")
    }

    #[test]
    fn everything_on_the_board_is_drawn() {
        let text = picture("2 3 2\n#1F\n12_\n", &Layers::default());
        assert_eq!(text.matches("class=\"c c1\"").count(), 2);
        assert_eq!(text.matches("class=\"c c2\"").count(), 1);
        assert_eq!(text.matches('\u{2691}').count(), 1);
        assert!(text.contains("a &lt;title&gt;"), "{text}");
    }

    #[test]
    fn rows_and_columns_have_numbers() {
        let numbers = |text: &str| picture(text, &Layers::default()).matches("class=\"k\"").count();
        assert_eq!(numbers("1 3 ?\n#1#\n"), 4);
        assert_eq!(numbers(&format!("1 100 ?\n{}\n", "#".repeat(100))), 21);
    }

    #[test]
    fn layers_show() {
        let model = Layers { model: Some(vec![true, false]), ..Layers::default() };
        assert_eq!(picture("1 3 ?\n#1#\n", &model).matches("<circle").count(), 1);
        let chances = Layers { chances: Some(vec![0.0, 0.999]), ..Layers::default() };
        let text = picture("1 3 ?\n#1#\n", &chances);
        assert!(text.contains('\u{2713}') && text.contains("99") && !text.contains("100\n<"), "{text}");
        let label = |word: &str, right| (word.to_string(), (0, 0), right);
        let long = "n".repeat(40);
        let labels = vec![label("a = 1", true), label("b = 0", true), label(&long, false)];
        let text = picture("1 3 ?\n#1#\n", &Layers { labels, ..Layers::default() });
        assert!(
            text.contains("a = 1, b = 0") && text.contains(&format!("x=\"{}\"", 40 * LETTER + 2 * MARGIN + DIGIT + 2)),
            "{text}"
        );
        let verdicts = Layers { verdicts: Some(vec![Verdict::Safe, Verdict::Mine]), ..Layers::default() };
        let text = picture("1 3 ?\n#1#\n", &verdicts);
        assert!(text.contains(SAFE) && text.contains(MINE));
        assert!(text.contains('\u{2713}') && text.contains('\u{25cf}'), "{text}");
    }
}
