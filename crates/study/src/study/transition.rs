//! The density at which random boards stop being solvable without guesses.

use super::Study;
use crate::engine::{Stop, build};
use crate::report::plots::{Axis, Chart};
use crate::report::{Document, by_density, distinct};
use crate::solvable::MEANS;
use crate::solvable::sweep::{SweepPoint, TransitionSweep};
use crate::spec::SpecError;

/// The study: boards of some sizes at some densities.
#[derive(Clone, Debug)]
pub struct Transition {
    sweep: TransitionSweep,
    sizes: Vec<(usize, u64)>,
    /// First, last and step, as they were given.
    range: [f64; 3],
}

/// Options that do not fit.
#[derive(Debug, thiserror::Error)]
pub enum BadTransition {
    /// The densities are no ascending range within 0 to 1.
    #[error("densities lie between 0 and 1, the first is not above the last, and they are a millionth or more apart")]
    Densities,
    /// Two sizes of one side.
    #[error("--sizes: side {0} is given twice")]
    Twice(usize),
    /// No such engine.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// The engine may find nothing where something is certain.
    #[error("{0} is incomplete: a board may go on where it finds nothing")]
    Incomplete(String),
}

impl Transition {
    /// Boards of `sizes` (side, number) at the densities of `range` (first, last, step).
    ///
    /// # Errors
    /// Densities outside of 0 to 1, a side given twice, an engine that does not exist or is incomplete.
    pub fn new(sweep: TransitionSweep, sizes: Vec<(usize, u64)>, range: [f64; 3]) -> Result<Self, BadTransition> {
        let [first, last, step] = range;
        // Densities are rounded to a millionth.
        if !(first > 0.0 && last < 1.0 && first <= last && step >= 1e-6 && step.is_finite()) {
            return Err(BadTransition::Densities);
        }
        if let Some(twice) = (1..sizes.len()).find(|&i| sizes[..i].iter().any(|size| size.0 == sizes[i].0)) {
            return Err(BadTransition::Twice(sizes[twice].0));
        }
        match build(&sweep.engine) {
            Err(e) => Err(e.into()),
            Ok(engine) if !engine.is_complete() => Err(BadTransition::Incomplete(sweep.engine)),
            Ok(_) => Ok(Transition { sweep, sizes, range }),
        }
    }
}

impl Study for Transition {
    /// Side, density, number of boards.
    type Point = (usize, f64, u64);
    type Row = SweepPoint;

    const ROWS: &'static str = "points.jsonl";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let mut command = String::from("minesat study transition --sizes");
        self.sizes.iter().for_each(|(side, boards)| command += &format!(" {side}:{boards}"));
        let ([first, last, step], TransitionSweep { engine, relax_up_to, seed, .. }) = (self.range, &self.sweep);
        command += &format!(" --densities {first} {last} {step} --engine {engine} --relax-up-to {relax_up_to}");
        command + &format!(" --seed {seed}")
    }

    fn points(&self) -> Vec<Self::Point> {
        let [first, last, step] = self.range;
        let last = ((last - first) / step + 1e-9) as usize;
        let density = |i: usize| ((first + i as f64 * step) * 1e6).round() / 1e6;
        let of = |&(side, boards): &(usize, u64)| (0..=last).map(move |i| (side, density(i), boards));
        self.sizes.iter().flat_map(of).collect()
    }

    fn name(&self, (side, density, _): &Self::Point) -> String {
        format!("{side} x {side}, density {density}")
    }

    fn measure(&self, &(side, density, boards): &Self::Point) -> Result<SweepPoint, Stop> {
        self.sweep.point(side, density, boards)
    }

    fn report(&self, rows: &[SweepPoint]) -> Document {
        report(rows)
    }
}

/// A table over the densities, one column per size.
fn table(points: &[SweepPoint], value: impl Fn(&SweepPoint) -> String) -> String {
    let shapes: Vec<(usize, usize)> = sides(points).into_iter().map(|side| (side, side)).collect();
    by_density(&distinct(points.iter().map(|p| p.density)), &shapes, |density, (side, _)| {
        points.iter().find(|p| p.side == side && p.density == density).map(&value)
    })
}

fn sides(points: &[SweepPoint]) -> Vec<usize> {
    distinct(points.iter().map(|p| p.side))
}

/// The density at which half of the boards are solved, between the two measured ones around it.
fn half(points: &[SweepPoint], side: usize, value: impl Fn(&SweepPoint) -> f64) -> Option<f64> {
    let mut of: Vec<&SweepPoint> = points.iter().filter(|p| p.side == side).collect();
    of.sort_by(|a, b| a.density.total_cmp(&b.density));
    let pair = of.windows(2).find(|w| value(w[0]) >= 0.5 && value(w[1]) < 0.5)?;
    let (high, low) = (value(pair[0]), value(pair[1]));
    Some(pair[0].density + (pair[1].density - pair[0].density) * (high - 0.5) / (high - low))
}

fn solved(p: &SweepPoint) -> f64 {
    p.played.solved as f64 / p.played.boards as f64
}

fn reached(p: &SweepPoint) -> f64 {
    p.played.reached / p.played.boards as f64
}

/// A chart of a value over the densities, one line per size.
fn chart(points: &[SweepPoint], title: &str, y: &str, value: fn(&SweepPoint) -> f64) -> String {
    let line = |side: usize| {
        let of = points.iter().filter(|p| p.side == side);
        (format!("{side} x {side}"), of.map(|p| (p.density, value(p))).collect())
    };
    let axes = (Axis::linear_share("mine density"), Axis::linear_share(y));
    Chart::of_lines(title, axes.0, axes.1, sides(points).into_iter().map(line)).svg()
}

/// What the points say, in sentences.
fn answer(out: &mut Document, points: &[SweepPoint]) {
    let at_half = |value: fn(&SweepPoint) -> f64| {
        let of = |side: usize| Some(format!("{:.3} on {side} x {side}", half(points, side, value)?));
        let found: Vec<String> = sides(points).into_iter().filter_map(of).collect();
        (!found.is_empty()).then(|| found.join(", "))
    };
    if let Some(found) = at_half(solved) {
        out.answer(format!("Half of the boards are solved without a guess at density {found}."));
    }
    if let Some(found) = at_half(reached) {
        out.answer(format!(
            "Half of the safe cells are opened before the first guess, on average, at density {found}."
        ));
    }
    let hardest = points.iter().max_by(|a, b| a.played.beyond_one_clue().total_cmp(&b.played.beyond_one_clue()));
    if let Some(point) = hardest {
        out.answer(format!(
            "Of the safe cells at most {:.1} % need more than one clue (at density {:.2} on {} x {}).",
            100.0 * point.played.beyond_one_clue(),
            point.density,
            point.side,
            point.side
        ));
    }
    let sum = |of: fn(&SweepPoint) -> u64| points.iter().map(of).sum::<u64>();
    let (certain, relaxed) = (sum(|p| p.played.certain), sum(|p| p.played.relaxed));
    if certain > 0 {
        out.answer(format!(
            "Where no rule finds anything, the LP relaxation proves {relaxed} of the {certain} certain cells."
        ));
    }
}

fn report(points: &[SweepPoint]) -> Document {
    let mut out = Document::new("Random boards without a guess");
    out.question("At which density do random boards stop being solvable without a guess?");
    answer(&mut out, points);
    out.text(
        "Every cell outside the 3 x 3 opening in the middle is a mine with the given probability; the total is not used. \
         Single clues are tried first, then the rules level by level, then a complete engine; a board is solved if every \
         safe cell is opened without a guess.",
    );
    out.section("Boards solved without a guess");
    out.text("Share of the boards (number of boards).");
    out.chart("solved", "solved", chart(points, "Boards solved without a guess", "share of boards", solved));
    out.text(table(points, |p| format!("{:.3} ({})", solved(p), p.played.boards)));
    out.text(
        "Density at which half of the boards are solved, and at which half of the safe cells are reached on average:",
    );
    let halves = sides(points).into_iter().map(|side| {
        let shown = |x: Option<f64>| x.map_or("-".into(), |x| format!("{x:.3}"));
        let at = half(points, side, solved);
        let scaled = at.map(|x| x * ((side * side) as f64).powf(1.0 / 6.0));
        vec![side.to_string(), shown(at), shown(scaled), shown(half(points, side, reached))]
    });
    out.table(&["side", "solved 1/2", "times n^(1/6)", "reached 1/2"], halves);
    out.text(
        "Published: Louf (*Phase transition for Minesweeper*, arXiv 2506.01634, 2025) proves a coarse threshold for n cells \
         at density of order n^(-1/6): the column `times n^(1/6)` would be constant if the boards were already large. \
         Dempsey and Guinn (*A Phase Transition in Minesweeper*, FUN 2021, LIPIcs 157:12) find by experiment a critical \
         density above which play by inference is almost impossible and where the hardness of inference peaks; of that \
         paper only the abstract was at hand, so their number is not repeated here.",
    );
    out.section("How far a game gets");
    out.text("Mean share of the safe cells opened before the first guess.");
    let title = "Safe cells opened before the first guess";
    out.chart("reached", "reached", chart(points, title, "mean share of safe cells", reached));
    out.text(table(points, |p| format!("{:.3}", reached(p))));
    out.section("Clues that the inferences need");
    out.text("Share of the safe cells proved by more than one clue (cells that a 0 opens are proved by one).");
    let beyond = |p: &SweepPoint| p.played.beyond_one_clue();
    let title = "Inferences that need more than one clue";
    out.chart("beyond", "beyond", chart(points, title, "share of inferences", beyond));
    out.text(table(points, |p| format!("{:.4}", beyond(p))));
    out.text("Safe cells by the weakest means that proves them, all densities together:");
    let sum =
        |side: usize, of: &dyn Fn(&SweepPoint) -> u64| points.iter().filter(|p| p.side == side).map(of).sum::<u64>();
    let head: Vec<&str> = std::iter::once("side").chain(MEANS).collect();
    let proved = sides(points).into_iter().map(|side| {
        let by = (0..MEANS.len()).map(|means| sum(side, &|p| p.played.proved[means]).to_string());
        std::iter::once(side.to_string()).chain(by).collect()
    });
    out.table(&head, proved);
    out.section("The LP relaxation where the rules end");
    out.text(
        "Positions in which no rule finds anything, and of the cells that are certain there those that the relaxation \
         proves too (sides on which it was asked).",
    );
    let relaxed = sides(points).into_iter().filter_map(|side| {
        let asked = sum(side, &|p| p.played.asked);
        let numbers = [asked, sum(side, &|p| p.played.certain), sum(side, &|p| p.played.relaxed)];
        (asked > 0).then(|| std::iter::once(side.to_string()).chain(numbers.map(|n| n.to_string())).collect())
    });
    out.table(&["side", "positions", "certain cells", "proved by the relaxation"], relaxed);
    let lost: Vec<String> = points
        .iter()
        .filter(|p| p.played.asked > 0 && p.played.relaxed < p.played.certain)
        .map(|p| format!("{0} x {0} at {1:.2}: {2} of {3}", p.side, p.density, p.played.relaxed, p.played.certain))
        .collect();
    let lost = if lost.is_empty() { "nowhere".into() } else { lost.join("; ") };
    out.text(format!("Where it proves fewer: {lost}."));
    out
}
