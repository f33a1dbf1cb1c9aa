//! Experiment A3 as Markdown and charts.

use std::fmt::Write;

use super::Chains;
use super::experiment::{Point, mean};
use crate::file_name;
use crate::report;
use crate::report::densities::{self, distinct};
use crate::report::plots::{Axis, Chart, Mark};

/// The figure of the source: its longest chain, on a 15x15 board.
pub const REPORTED: usize = 38;

/// The longest chain that a search found.
pub struct Best {
    /// Name of the instance.
    pub name: String,
    /// Length of the chain, cells.
    pub length: usize,
    /// Mines of its field.
    pub mines: usize,
    /// Largest reach in the game, king's moves.
    pub reach: usize,
    /// Guesses of the game.
    pub guesses: usize,
    /// Rows of `*` mine, `-` no mine, `S` the start.
    pub rows: Vec<String>,
}

/// The chains of a board as it stands.
pub struct Standing {
    /// Name of the instance.
    pub name: String,
    /// All deductions on the board; no cell is opened.
    pub chains: Chains,
}

/// Heads of the table of boards as they stand.
const STANDING: [&str; 8] =
    ["board", "size", "decided", "undecided", "rounds", "longest chain", "reach", "most that depend on one root"];

fn squares(points: &[Point]) -> Vec<usize> {
    distinct(points.iter().filter(|p| p.rows == p.cols).map(|p| p.rows))
}

/// The charts: (file name, SVG).
pub fn charts(points: &[Point]) -> Vec<(&'static str, String)> {
    let chart = |title: &str, y: &str, value: fn(&Point) -> f64| {
        let mut chart = Chart::new(title, Axis::linear_share("mine density"), Axis::linear_count(y));
        for (style, side) in squares(points).into_iter().enumerate() {
            let of = points.iter().filter(|p| (p.rows, p.cols) == (side, side));
            let line = of.map(|p| (p.density, value(p))).collect();
            chart.add(&format!("{side} x {side}"), style, Mark::Line { dots: true }, line);
        }
        chart.svg()
    };
    vec![
        ("length.svg", chart("Longest chain of a game", "cells, mean", |p| mean(&p.longest))),
        ("reach.svg", chart("Reach of influence", "king's moves, mean", |p| mean(&p.reach))),
        ("guesses.svg", chart("Guesses of a game", "mean", |p| mean(&p.guesses))),
    ]
}

fn table(points: &[Point], shapes: &[(usize, usize)], value: impl Fn(&Point) -> String) -> String {
    densities::table(&distinct(points.iter().map(|p| p.density)), shapes, |density, shape| {
        points.iter().find(|p| (p.rows, p.cols) == shape && p.density == density).map(&value)
    })
}

/// For each shape the densities at which its longest chains are longest, mean over the games: those within two standard
/// errors of the difference from the largest mean.
fn longest_at(points: &[Point], shapes: &[(usize, usize)]) -> String {
    let error = |p: &Point| {
        let (mean, n) = (mean(&p.longest), p.longest.len() as f64);
        let squares: f64 = p.longest.iter().map(|&l| (l as f64 - mean).powi(2)).sum();
        if n > 1.0 { squares / (n * (n - 1.0)) } else { f64::INFINITY }
    };
    let at = |&(rows, cols): &(usize, usize)| {
        let of_shape = || points.iter().filter(|p| (p.rows, p.cols) == (rows, cols));
        let most = of_shape().max_by(|a, b| mean(&a.longest).total_cmp(&mean(&b.longest)))?;
        let is_near = |p: &&Point| mean(&most.longest) - mean(&p.longest) <= 2.0 * (error(most) + error(p)).sqrt();
        let near: Vec<String> = of_shape().filter(is_near).map(|p| format!("{:.2}", p.density)).collect();
        Some(format!("{} on {rows}x{cols}", near.join(" or ")))
    };
    shapes.iter().filter_map(at).collect::<Vec<_>>().join(", ")
}

/// The report; `made` names the command, revision and machine.
pub fn markdown(made: &str, points: &[Point], best: &[Best], standing: &[Standing]) -> String {
    let squares: Vec<(usize, usize)> = squares(points).into_iter().map(|s| (s, s)).collect();
    let mut shapes: Vec<(usize, usize)> =
        points.iter().map(|p| (p.rows, p.cols)).filter(|shape| !squares.contains(shape)).collect();
    shapes.dedup();
    let length = |p: &Point| format!("{:.1} ({})", mean(&p.longest), p.longest.last().unwrap_or(&0));
    let mut text = format!(
        "# A3: chains of influence\n\n{made}\n\nA game opens the middle of a 3 x 3 opening and proceeds in rounds. In \
         a round every cell is decided that follows from the fewest clues: from one if any cell does, else from two, else \
         from as many as the smallest explanation has. The parents of a decided cell are the cells whose state its \
         explanation uses: its clues, and of their known neighbours as few as possible; of several explanations the one \
         that makes the shortest chain. Where nothing follows, the safe cell that is least likely to be a mine is \
         opened (a lucky guess), which is a root. The total is used for that choice only.\n\n**Length of a \
         chain: the number of cells on a path of the graph of deductions from a root, both ends counted**; opened cells \
         and mines count alike. A chain of n cells takes n - 1 rounds at least: no order of opening makes it longer. \
         What an opened 0 opens follows from one clue like any other cell. **Reach: the largest distance, in king's \
         moves, between a cell and one that it depends on.**\n"
    );
    let _ = write!(
        text,
        "\n## Longest chain against size and density\n\nMean over the games, in brackets the longest of all. The source \
         (equation agent, course project, Rutgers CS 520, fall 2018) reports {REPORTED} cells on 15x15 as its longest; \
         it does not define the length, nor name the boards.\n\n![length](length.svg)\n\n{}",
        table(points, &squares, length)
    );
    let over: usize = points
        .iter()
        .filter(|p| (p.rows, p.cols) == (15, 15))
        .map(|p| p.longest.iter().filter(|&&l| l > REPORTED).count())
        .sum();
    let of: usize = points.iter().filter(|p| (p.rows, p.cols) == (15, 15)).map(|p| p.longest.len()).sum();
    if of > 0 {
        let _ =
            writeln!(text, "\nOf the {of} random games on 15x15, {over} have a chain longer than {REPORTED} cells.");
    }
    if !shapes.is_empty() {
        let _ = write!(text, "\n## Shapes of about one area\n\n{}", table(points, &shapes, length));
    }
    let all: Vec<(usize, usize)> = squares.iter().chain(&shapes).copied().collect();
    let _ = write!(
        text,
        "\nWhat controls the length: the source names size, mines and layout, and longer chains with more mines. Of \
         the densities measured the mean is longest at {} (within two standard errors).\n",
        longest_at(points, &all)
    );
    let _ = write!(
        text,
        "\n## Reach\n\nMean of the largest reach, in brackets the largest.\n\n![reach](reach.svg)\n\n{}",
        table(points, &squares, |p| format!("{:.1} ({})", mean(&p.reach), p.reach.last().unwrap_or(&0)))
    );
    let _ = write!(
        text,
        "\n## Guesses\n\n![guesses](guesses.svg)\n\n{}\n## Cells that depend on one root\n\nMean of the most.\n\n{}",
        table(points, &squares, |p| format!("{:.1}", mean(&p.guesses))),
        table(points, &squares, |p| format!("{:.0}", mean(&p.influence)))
    );
    if !standing.is_empty() {
        let body = standing.iter().map(|Standing { name, chains }| {
            let decided = chains.nodes.iter().filter(|n| n.round > 0).count();
            let counts = [decided, chains.undecided, chains.rounds, chains.longest, chains.reach];
            let influence = chains.influence.map_or("-".into(), |n| n.to_string());
            let place = [name.clone(), format!("{}x{}", chains.rows, chains.cols)];
            place.into_iter().chain(counts.map(|n| n.to_string())).chain([influence]).collect()
        });
        let _ = write!(
            text,
            "\n## Boards as they stand\n\nNothing is opened; roots are the clues and flags that are given.\n\n{}",
            report::table(&STANDING.map(String::from), body)
        );
    }
    if !best.is_empty() {
        text += "\n## A search for long chains\n\nSimulated annealing over the mines (`minesat chains --search`), each \
                 field judged anew with the smallest explanations of any size. `*` mine, `S` the first cell; no total \
                 is used.\n";
    }
    for best in best {
        let verdict = if best.length > REPORTED { "longer than" } else { "not longer than" };
        let _ = write!(
            text,
            "\n`{}`: **{} cells**, {verdict} the reported {REPORTED}; {} mines, reach {}, {} guesses.\n\n```\n{}\n```\n",
            best.name,
            best.length,
            best.mines,
            best.reach,
            best.guesses,
            best.rows.join("\n")
        );
        let _ = write!(text, "\n![{}]({}.svg)\n", best.name, file_name::plain(&best.name));
    }
    text
}
