//! The sweep as Markdown and charts.

use std::fmt::Write;

use super::MEANS;
use super::sweep::Point;
use crate::report::densities::{self, distinct};
use crate::report::plots::{Axis, Chart, Mark};

/// A table over the densities, one column per size.
fn table(points: &[Point], value: impl Fn(&Point) -> String) -> String {
    let shapes: Vec<(usize, usize)> = sides(points).into_iter().map(|side| (side, side)).collect();
    densities::table(&distinct(points.iter().map(|p| p.density)), &shapes, |density, (side, _)| {
        points.iter().find(|p| p.side == side && p.density == density).map(&value)
    })
}

fn sides(points: &[Point]) -> Vec<usize> {
    distinct(points.iter().map(|p| p.side))
}

/// The density at which half of the boards are solved, between the two measured ones around it.
fn half(points: &[Point], side: usize, value: impl Fn(&Point) -> f64) -> Option<f64> {
    let mut of: Vec<&Point> = points.iter().filter(|p| p.side == side).collect();
    of.sort_by(|a, b| a.density.total_cmp(&b.density));
    let pair = of.windows(2).find(|w| value(w[0]) >= 0.5 && value(w[1]) < 0.5)?;
    let (high, low) = (value(pair[0]), value(pair[1]));
    Some(pair[0].density + (pair[1].density - pair[0].density) * (high - 0.5) / (high - low))
}

fn solved(p: &Point) -> f64 {
    p.played.solved as f64 / p.played.boards as f64
}

fn reached(p: &Point) -> f64 {
    p.played.reached / p.played.boards as f64
}

/// The charts: (file name, SVG).
pub fn charts(points: &[Point]) -> Vec<(&'static str, String)> {
    let chart = |title: &str, y: &str, value: &dyn Fn(&Point) -> f64| {
        let mut chart = Chart::new(title, Axis::linear_share("mine density"), Axis::linear_share(y));
        for (style, side) in sides(points).into_iter().enumerate() {
            let line = points.iter().filter(|p| p.side == side).map(|p| (p.density, value(p))).collect();
            chart.add(&format!("{side} x {side}"), style, Mark::Line { dots: true }, line);
        }
        chart.svg()
    };
    vec![
        ("solved.svg", chart("Boards solved without a guess", "share of boards", &solved)),
        ("reached.svg", chart("Safe cells opened before the first guess", "mean share of safe cells", &reached)),
        (
            "beyond.svg",
            chart("Inferences that need more than one clue", "share of inferences", &|p| p.played.beyond_one_clue()),
        ),
    ]
}

/// The report; `made` names the command, revision and machine.
pub fn markdown(made: &str, points: &[Point]) -> String {
    let mut text = format!(
        "# Where random boards stop being solvable\n\n{made}\n\nEvery cell outside the 3 x 3 opening in the middle is \
         a mine with the given probability; the total is not used. Single clues are tried first, then the rules level \
         by level, then a complete engine; a board is solved if every safe cell is opened without a guess.\n"
    );
    let _ = write!(
        text,
        "\n## Boards solved without a guess\n\nShare of the boards (number of boards).\n\n![solved](solved.svg)\n\n{}",
        table(points, |p| format!("{:.3} ({})", solved(p), p.played.boards))
    );
    text += "\nDensity at which half of the boards are solved, and at which half of the safe cells are reached on \
             average:\n\n| side | solved 1/2 | times n^(1/6) | reached 1/2 |\n|---|---|---|---|\n";
    for side in sides(points) {
        let shown = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.3}"));
        let at = half(points, side, solved);
        let scaled = at.map(|x| x * ((side * side) as f64).powf(1.0 / 6.0));
        let _ =
            writeln!(text, "| {side} | {} | {} | {} |", shown(at), shown(scaled), shown(half(points, side, reached)));
    }
    text += "\nPublished: Louf (*Phase transition for Minesweeper*, arXiv 2506.01634, 2025) proves a coarse threshold \
             for n cells at density of order n^(-1/6): the column `times n^(1/6)` would be constant if the boards were \
             already large. Dempsey and Guinn (*A Phase Transition in Minesweeper*, FUN 2021, LIPIcs 157:12) find by \
             experiment a critical density above which play by inference is almost impossible and where the hardness \
             of inference peaks; of that paper only the abstract was at hand, so their number is not repeated here.\n";
    let _ = write!(
        text,
        "\n## How far a game gets\n\nMean share of the safe cells opened before the first guess.\n\n\
         ![reached](reached.svg)\n\n{}",
        table(points, |p| format!("{:.3}", reached(p)))
    );
    let _ = write!(
        text,
        "\n## Clues that the inferences need\n\nShare of the safe cells proved by more than one clue (cells that a 0 opens are \
         proved by one).\n\n![beyond](beyond.svg)\n\n{}",
        table(points, |p| format!("{:.4}", p.played.beyond_one_clue()))
    );
    text += "\nSafe cells by the weakest means that proves them, all densities together:\n\n| side |";
    MEANS.iter().for_each(|means| text += &format!(" {means} |"));
    text += "\n|---|";
    text += &"---|".repeat(MEANS.len());
    for side in sides(points) {
        let _ = write!(text, "\n| {side} |");
        for means in 0..MEANS.len() {
            let sum: u64 = points.iter().filter(|p| p.side == side).map(|p| p.played.proved[means]).sum();
            let _ = write!(text, " {sum} |");
        }
    }
    text += "\n\n## The LP relaxation where the rules end\n\nPositions in which no rule finds anything, and of the \
             cells that are certain there those that the relaxation proves too (sides on which it was asked).\n\n";
    text += "| side | positions | certain cells | proved by the relaxation |\n|---|---|---|---|\n";
    for side in sides(points) {
        let sum = |of: &dyn Fn(&Point) -> u64| points.iter().filter(|p| p.side == side).map(of).sum::<u64>();
        let asked = sum(&|p| p.played.asked);
        if asked > 0 {
            let (certain, relaxed) = (sum(&|p| p.played.certain), sum(&|p| p.played.relaxed));
            let _ = writeln!(text, "| {side} | {asked} | {certain} | {relaxed} |");
        }
    }
    let lost: Vec<String> = points
        .iter()
        .filter(|p| p.played.asked > 0 && p.played.relaxed < p.played.certain)
        .map(|p| format!("{0} x {0} at {1:.2}: {2} of {3}", p.side, p.density, p.played.relaxed, p.played.certain))
        .collect();
    let lost = if lost.is_empty() { "nowhere".into() } else { lost.join("; ") };
    let _ = writeln!(text, "\nWhere it proves fewer: {lost}.");
    text
}
