//! Experiment A3: length, reach and guesses of chains of influence against the density of mines, the size and the shape of
//! the board.

use std::collections::BTreeSet;

use super::Study;
use crate::chains::experiment::{ChainPoint, mean, point};
use crate::chains::game::{BadGame, ChainGame, is_impossible};
use crate::chains::{Chains, Guesses, draw};
use crate::engine::{Control, Limits, Stop};
use crate::file_name;
use crate::grid::Grid;
use crate::input_error::InputError;
use crate::instance::InstanceReader;
use crate::report::plots::{Axis, Chart};
use crate::report::{Document, by_density, distinct, shell};

/// The figure of the source: its longest chain, on a 15x15 board.
const REPORTED: usize = 38;

/// The study: random games on boards of some shapes at some densities, and the chains of given boards.
#[derive(Debug)]
pub struct ChainLengths {
    /// Shapes of the boards.
    shapes: Vec<Grid>,
    densities: Vec<f64>,
    /// Games per point.
    boards: u64,
    seed: u64,
    limits: Limits,
    /// Files of the boards that are shown beside the random ones.
    files: Vec<String>,
    found: Found,
}

/// Random games of the study.
#[derive(Clone, Debug)]
pub struct RandomGames {
    /// Shapes of the boards.
    pub shapes: Vec<Grid>,
    /// Probabilities of a mine, each from 0 to below 1.
    pub densities: Vec<f64>,
    /// Games per point.
    pub boards: u64,
    /// Seed of all games.
    pub seed: u64,
    /// Limits of each game.
    pub limits: Limits,
}

/// Options or boards that do not fit.
#[derive(Debug, thiserror::Error)]
pub enum BadChains {
    /// A density that is none.
    #[error("densities lie between 0 and 1")]
    Densities,
    /// The file of boards cannot be read.
    #[error(transparent)]
    Input(#[from] InputError),
    /// The instance is no game.
    #[error(transparent)]
    Game(#[from] BadGame),
    /// A limit ran out on a board.
    #[error("{0}: {1}")]
    Stopped(String, Stop),
    /// The board contradicts itself.
    #[error("{0}: the board has no solution")]
    Impossible(String),
    /// Its picture would replace another file.
    #[error("{file}: {name:?} is the name of another instance or chart")]
    Name {
        /// File of the board.
        file: String,
        /// Name of the instance.
        name: String,
    },
}

/// The longest chain that a search found.
#[derive(Debug)]
struct Best {
    /// Name of the instance.
    name: String,
    /// Name of its picture, without the ending.
    picture: String,
    svg: String,
    /// The whole game.
    chains: Chains,
    mines: usize,
    /// Rows of `*` mine, `-` no mine, `S` the start.
    rows: Vec<String>,
}

/// What the report shows beside the random games.
#[derive(Debug, Default)]
struct Found {
    best: Vec<Best>,
    /// Boards as they stand: name, and all deductions; no cell is opened.
    standing: Vec<(String, Chains)>,
}

impl Found {
    /// The chains of the instances of some files.
    fn read(files: &[String], limits: Limits) -> Result<Found, BadChains> {
        let mut found = Found::default();
        let mut names: BTreeSet<String> = CHARTS.iter().map(|chart| chart.0.into()).collect();
        for file in files {
            for instance in InstanceReader::open(file)? {
                let instance = instance?;
                let name = instance.name.clone();
                let stopped = |stop: Stop| BadChains::Stopped(name.clone(), stop);
                let picture = file_name::plain(&name);
                if !names.insert(picture.clone()) {
                    return Err(BadChains::Name { file: file.clone(), name });
                }
                let Some(game) = ChainGame::of(&instance)? else {
                    if is_impossible(&instance.board, limits) {
                        return Err(BadChains::Impossible(name));
                    }
                    let chains = Chains::of_board(&instance.board, &mut Control::new(limits)).map_err(stopped)?;
                    found.standing.push((name, chains));
                    continue;
                };
                let chains = game.chains(Guesses::Stop, &mut Control::new(limits)).map_err(stopped)?;
                let svg = draw(&game.shown(&chains), &chains, &name);
                let (mines, rows) = (game.field.count(), game.rows());
                found.best.push(Best { name, picture, svg, chains, mines, rows });
            }
        }
        Ok(found)
    }
}

impl ChainLengths {
    /// Random games beside the chains of the instances of `files`, which are played if they have a field, else deduced as
    /// they stand.
    ///
    /// # Errors
    /// A density outside of 0 to 1; boards that cannot be read, are impossible or run out of the limits.
    pub fn new(random: RandomGames, files: Vec<String>) -> Result<Self, BadChains> {
        let RandomGames { shapes, densities, boards, seed, limits } = random;
        if densities.iter().any(|d| !(0.0..1.0).contains(d)) {
            return Err(BadChains::Densities);
        }
        let found = Found::read(&files, limits)?;
        Ok(ChainLengths { shapes, densities, boards, seed, limits, files, found })
    }
}

impl Study for ChainLengths {
    /// Shape and density.
    type Point = (Grid, f64);
    type Row = ChainPoint;

    const ROWS: &'static str = "points.jsonl";
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let mut text = String::from("minesat study chains --shapes");
        self.shapes.iter().for_each(|g| text += &format!(" {}x{}", g.rows, g.cols));
        text += " --densities";
        self.densities.iter().for_each(|d| text += &format!(" {d}"));
        text += &format!(" --boards {} --seed {}", self.boards, self.seed);
        if !self.files.is_empty() {
            text += &format!(" --found {}", shell(&self.files));
        }
        text
    }

    fn points(&self) -> Vec<Self::Point> {
        self.shapes.iter().flat_map(|&grid| self.densities.iter().map(move |&density| (grid, density))).collect()
    }

    fn name(&self, (grid, density): &Self::Point) -> String {
        format!("{}x{}, density {density}", grid.rows, grid.cols)
    }

    fn measure(&self, &(grid, density): &Self::Point) -> Result<ChainPoint, Stop> {
        point(grid, density, self.boards, self.seed, self.limits)
    }

    fn report(&self, rows: &[ChainPoint]) -> Document {
        report(rows, &self.found)
    }
}

/// Charts by the name of their file: title, axis, value.
type ChartRow = (&'static str, &'static str, &'static str, fn(&ChainPoint) -> f64);
const CHARTS: [ChartRow; 3] = [
    ("length", "Longest chain of a game", "cells, mean", |p| mean(&p.longest)),
    ("reach", "Reach of influence", "king's moves, mean", |p| mean(&p.reach)),
    ("guesses", "Guesses of a game", "mean", |p| mean(&p.guesses)),
];

/// A row of [`CHARTS`] as SVG, one line per square board.
fn chart(points: &[ChainPoint], (_, title, y, value): ChartRow) -> String {
    let line = |side: usize| {
        let of = points.iter().filter(|p| (p.rows, p.cols) == (side, side));
        (format!("{side} x {side}"), of.map(|p| (p.density, value(p))).collect())
    };
    let axes = (Axis::linear_share("mine density"), Axis::linear_count(y));
    Chart::of_lines(title, axes.0, axes.1, squares(points).into_iter().map(line)).svg()
}

/// Heads of the table of boards as they stand.
const STANDING: [&str; 8] =
    ["board", "size", "decided", "undecided", "rounds", "longest chain", "reach", "most that depend on one root"];

fn squares(points: &[ChainPoint]) -> Vec<usize> {
    distinct(points.iter().filter(|p| p.rows == p.cols).map(|p| p.rows))
}

fn table(points: &[ChainPoint], shapes: &[(usize, usize)], value: impl Fn(&ChainPoint) -> String) -> String {
    by_density(&distinct(points.iter().map(|p| p.density)), shapes, |density, shape| {
        points.iter().find(|p| (p.rows, p.cols) == shape && p.density == density).map(&value)
    })
}

/// For each shape the densities at which its longest chains are longest, mean over the games: those within two standard
/// errors of the difference from the largest mean.
fn longest_at(points: &[ChainPoint], shapes: &[(usize, usize)]) -> String {
    let error = |p: &ChainPoint| {
        let (mean, n) = (mean(&p.longest), p.longest.len() as f64);
        let squares: f64 = p.longest.iter().map(|&l| (l as f64 - mean).powi(2)).sum();
        if n > 1.0 { squares / (n * (n - 1.0)) } else { f64::INFINITY }
    };
    let at = |&(rows, cols): &(usize, usize)| {
        let of_shape = || points.iter().filter(|p| (p.rows, p.cols) == (rows, cols));
        let most = of_shape().max_by(|a, b| mean(&a.longest).total_cmp(&mean(&b.longest)))?;
        let is_near = |p: &&ChainPoint| mean(&most.longest) - mean(&p.longest) <= 2.0 * (error(most) + error(p)).sqrt();
        let near: Vec<String> = of_shape().filter(is_near).map(|p| format!("{:.2}", p.density)).collect();
        Some(format!("{} on {rows}x{cols}", near.join(" or ")))
    };
    shapes.iter().filter_map(at).collect::<Vec<_>>().join(", ")
}

/// What the points and the search say, in sentences.
fn answer(out: &mut Document, points: &[ChainPoint], found: &Found) {
    let mean_length = |p: &&ChainPoint| mean(&p.longest);
    let squares = squares(points);
    let peak = |&side: &usize| {
        let of = points.iter().filter(|p| p.rows == side && p.cols == side);
        of.max_by(|a, b| mean_length(a).total_cmp(&mean_length(b)))
    };
    if let [small, .., large] = squares.iter().filter_map(peak).collect::<Vec<_>>().as_slice() {
        let of = |p: &ChainPoint| {
            format!("{:.1} cells on {}x{} (density {:.2})", mean(&p.longest), p.rows, p.cols, p.density)
        };
        out.answer(format!("The longest chain of a game has on average up to {}, and {}.", of(small), of(large)));
        let reach = |p: &ChainPoint| format!("{:.1} king's moves on {}x{}", mean(&p.reach), p.rows, p.cols);
        out.answer(format!("There influence reaches {} and {}.", reach(small), reach(large)));
    }
    let of_source = || points.iter().filter(|p| (p.rows, p.cols) == (15, 15)).flat_map(|p| &p.longest);
    let (over, of) = (of_source().filter(|&&l| l > REPORTED).count(), of_source().count());
    if of > 0 {
        out.answer(format!(
            "{over} of {of} random games on 15x15 have a chain longer than {REPORTED} cells, the longest that the source reports."
        ));
    }
    if let Some(best) = found.best.iter().max_by_key(|best| best.chains.longest) {
        out.answer(format!("A search found a board with a chain of {} cells, {}.", best.chains.longest, best.name));
    }
}

fn report(points: &[ChainPoint], found: &Found) -> Document {
    let squares: Vec<(usize, usize)> = squares(points).into_iter().map(|s| (s, s)).collect();
    let mut shapes: Vec<(usize, usize)> =
        points.iter().map(|p| (p.rows, p.cols)).filter(|shape| !squares.contains(shape)).collect();
    shapes.dedup();
    let length = |p: &ChainPoint| format!("{:.1} ({})", mean(&p.longest), p.longest.last().unwrap_or(&0));
    let mut out = Document::new("A3: chains of influence");
    out.question("How long are the chains of deductions in a game, and how far does a cell's influence reach?");
    answer(&mut out, points, found);
    let show = |out: &mut Document, row: ChartRow| out.chart(row.0, row.0, chart(points, row));
    out.text(
        "A game opens the middle of a 3 x 3 opening and proceeds in rounds. In a round every cell is decided that follows \
         from the fewest clues: from one if any cell does, else from two, else from as many as the smallest explanation \
         has. The parents of a decided cell are the cells whose state its explanation uses: its clues, and of their known \
         neighbours as few as possible; of several explanations the one that makes the shortest chain. Where nothing \
         follows, the safe cell that is least likely to be a mine is opened (a lucky guess), which is a root. The total is \
         used for that choice only.",
    );
    out.text(
        "**Length of a chain: the number of cells on a path of the graph of deductions from a root, both ends counted**; \
         opened cells and mines count alike. A chain of n cells takes n - 1 rounds at least: no order of opening makes it \
         longer. What an opened 0 opens follows from one clue like any other cell. **Reach: the largest distance, in \
         king's moves, between a cell and one that it depends on.**",
    );
    out.section("Longest chain against size and density");
    out.text(format!(
        "Mean over the games, in brackets the longest of all. The source (equation agent, course project, Rutgers CS 520, \
         fall 2018) reports {REPORTED} cells on 15x15 as its longest; it does not define the length, nor name the boards."
    ));
    show(&mut out, CHARTS[0]);
    out.text(table(points, &squares, length));
    let of_source = || points.iter().filter(|p| (p.rows, p.cols) == (15, 15)).flat_map(|p| &p.longest);
    let (over, of) = (of_source().filter(|&&l| l > REPORTED).count(), of_source().count());
    if of > 0 {
        out.text(format!("Of the {of} random games on 15x15, {over} have a chain longer than {REPORTED} cells."));
    }
    if !shapes.is_empty() {
        out.section("Shapes of about one area");
        out.text(table(points, &shapes, length));
    }
    let all: Vec<(usize, usize)> = squares.iter().chain(&shapes).copied().collect();
    out.text(format!(
        "What controls the length: the source names size, mines and layout, and longer chains with more mines. Of the \
         densities measured the mean is longest at {} (within two standard errors).",
        longest_at(points, &all)
    ));
    out.section("Reach");
    out.text("Mean of the largest reach, in brackets the largest.");
    show(&mut out, CHARTS[1]);
    out.text(table(points, &squares, |p| format!("{:.1} ({})", mean(&p.reach), p.reach.last().unwrap_or(&0))));
    out.section("Guesses");
    show(&mut out, CHARTS[2]);
    out.text(table(points, &squares, |p| format!("{:.1}", mean(&p.guesses))));
    out.section("Cells that depend on one root");
    out.text("Mean of the most.");
    out.text(table(points, &squares, |p| format!("{:.0}", mean(&p.influence))));
    if !found.standing.is_empty() {
        let body = found.standing.iter().map(|(name, chains)| {
            let decided = chains.nodes.iter().filter(|n| n.round > 0).count();
            let counts = [decided, chains.undecided, chains.rounds, chains.longest, chains.reach];
            let influence = chains.influence.map_or("-".into(), |n| n.to_string());
            let place = [name.clone(), format!("{}x{}", chains.rows, chains.cols)];
            place.into_iter().chain(counts.map(|n| n.to_string())).chain([influence]).collect()
        });
        out.section("Boards as they stand");
        out.text("Nothing is opened; roots are the clues and flags that are given.");
        out.table(&STANDING, body);
    }
    if !found.best.is_empty() {
        out.section("A search for long chains");
        out.text(
            "Simulated annealing over the mines (`minesat chains --search`), each field judged anew with the smallest \
             explanations of any size. `*` mine, `S` the first cell; no total is used.",
        );
    }
    for Best { name, picture, svg, chains, mines, rows } in &found.best {
        let Chains { longest, reach, guesses, .. } = chains;
        let verdict = if *longest > REPORTED { "longer than" } else { "not longer than" };
        out.text(format!(
            "`{name}`: **{longest} cells**, {verdict} the reported {REPORTED}; {mines} mines, reach {reach}, {guesses} guesses.",
        ));
        out.text(format!("```\n{}\n```", rows.join("\n")));
        out.chart(picture, name, svg.clone());
    }
    out
}
