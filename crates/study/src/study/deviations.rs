//! What another cell than the one that `lookahead` opens would be worth, the same player playing on.
//!
//! Decisions of Expert games that the tree does not make are taken at random. Each of the first cells by the player's
//! value opens first in the same models, drawn from the position, and the player plays on, surviving every guess. Half of
//! the models choose, the other half judge: what a player would gain that chooses by games played on, unbiased; and what
//! the two halves have in common is what the fit leaves unexplained.

use std::ops::Range;
use std::rc::Rc;

use serde::{Deserialize, Serialize};

use super::Study;
use super::expert::{Collected, ExpertGames, values};
use crate::engine::Stop;
use crate::play::View;
use crate::play::analysis::Position;
use crate::play::players::lookahead::{Candidate, RECOMMENDED, candidates, chooser};
use crate::play::tracker::Tracker;
use crate::report::Document;
use crate::rng::Rng;

/// Share of the decisions that are looked at, by the logarithm of the number of models: openings are many and long.
fn sampled(ln_models: f64) -> f64 {
    if ln_models < 226.0 { 0.15 } else { 0.04 }
}

/// What a fitted value counts, in games played on, by the natural logarithm of the number of models: the variance that a
/// single game has within a decision, by that of what the fit leaves unexplained.
fn prior(ln_models: f64) -> f64 {
    match ln_models {
        ..30.0 => 28.0,
        ..226.0 => 130.0,
        _ => 1000.0,
    }
}

/// Cells looked at, at most.
const CELLS: usize = 5;

/// Borders of the phases by the logarithm of the number of models; everything covered is near 240.
const PHASES: [(f64, f64); 5] = [(0.0, 20.0), (20.0, 100.0), (100.0, 226.0), (226.0, 999.0), (0.0, 999.0)];

/// The study.
#[derive(Clone)]
pub struct Deviations {
    games: ExpertGames,
    /// Models in which each cell is opened, an even number.
    models: u64,
}

/// Models that have no halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("half of the models choose and half judge: their number is even, not {0}")]
pub struct OddModels(u64);

/// Decisions of a game.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Decisions {
    /// How many there were.
    all: u64,
    /// Those that were looked at.
    seen: Vec<Decision>,
}

/// A decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Decision {
    /// Logarithm of the number of models.
    ln_models: f64,
    /// Of every cell its fitted value.
    fitted: Vec<f64>,
    /// Of every cell the mean value of the games in the first and in the second half.
    won: Vec<[f64; 2]>,
}

fn look(position: &Position, tracker: &Tracker, view: &View, cells: &[Candidate], models: u64, seed: u64) -> Decision {
    let opened: Vec<u32> = cells.iter().map(|c| c.cell).collect();
    let mut won = vec![[0.0; 2]; cells.len()];
    for (model, values) in values(position, tracker, view, &opened, models, seed).into_iter().enumerate() {
        won.iter_mut().zip(values).for_each(|(won, value)| won[model % 2] += value * 2.0 / models as f64);
    }
    let fitted = cells.iter().map(|c| c.value).collect();
    Decision { ln_models: position.models().ln(), fitted, won }
}

impl Deviations {
    /// The decisions of these games, judged in an even number of models.
    ///
    /// # Errors
    /// An odd number, or 0.
    pub fn new(games: ExpertGames, models: u64) -> Result<Self, OddModels> {
        if models == 0 || models % 2 == 1 { Err(OddModels(models)) } else { Ok(Deviations { games, models }) }
    }
}

impl Study for Deviations {
    /// Number of the game.
    type Point = u64;
    type Row = Decisions;

    const ROWS: &'static str = "decisions.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        format!("minesat study deviations {} --models {}", self.games.options(), self.models)
    }

    fn points(&self) -> Vec<u64> {
        self.games.all()
    }

    fn name(&self, game: &u64) -> String {
        format!("game {game}")
    }

    fn measure(&self, &index: &u64) -> Result<Decisions, Stop> {
        let (found, into) = Collected::<Decisions>::new();
        let base = chooser(RECOMMENDED);
        let (models, seed) = (self.models, self.games.seed);
        let choose = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
            let mut cells = candidates(RECOMMENDED, p, t);
            cells.sort_by(|a, b| b.value.total_cmp(&a.value));
            cells.truncate(CELLS);
            if cells.len() > 1 {
                let mut found = into.borrow_mut();
                found.all += 1;
                let stream = seed ^ index.wrapping_mul(1 << 20) ^ found.all;
                if Rng::stream(stream, u64::MAX).chance(sampled(p.models().ln())) {
                    found.seen.push(look(p, t, v, &cells, models, stream));
                }
            }
            base(p, t, v, work)
        });
        self.games.play(index, choose)?;
        Ok(found.take())
    }

    fn report(&self, rows: &[Decisions]) -> Document {
        let (count, half) = (rows.len() as f64, self.models / 2);
        let all = rows.iter().map(|game| game.all).sum::<u64>() as f64 / count;
        let decisions: Vec<&Decision> = rows.iter().flat_map(|game| &game.seen).collect();
        let mut out = Document::new("Other cells than the one that `lookahead` values most");
        out.text(format!(
            "Expert, first cell {}; {} have {all:.2} decisions a game that the tree does not make and that the fit makes; {} \
             of them are looked at, late ones more often than openings. Each of up to {CELLS} cells of the highest values is \
             opened first in the same {} models of the position, and the player plays on, surviving every guess. Differences \
             to the cell of the highest value in points of the win rate, with standard errors; decisions a game as the ones \
             that are looked at tell them.",
            self.games.first,
            self.games.words(),
            decisions.len(),
            self.models
        ));
        let chosen = format!("chosen by {half} games each");
        let head = [
            "ln of the models",
            "decisions",
            "a game",
            "won",
            "second cell",
            "third",
            "fourth and on",
            "unexplained by the fit",
            "in a single game",
            &chosen,
            "by these and the fit",
            "a game",
        ];
        let phase = |(low, high): (f64, f64)| {
            let own = decisions.iter().copied().filter(|d| (low..high).contains(&d.ln_models));
            let name = if high - low > 900.0 { "all".into() } else { format!("{low} to {high}") };
            std::iter::once(name).chain(Phase(own.collect()).cells(self.models, count)).collect()
        };
        out.table(&head, PHASES.into_iter().map(phase));
        out.text(
            "Unexplained: standard deviation, and two standard errors around, of what such a difference is beside what the \
             fit says of it, as far as the two halves of the games agree; in a single game: that of the difference there, by \
             chance. Then what a player gains, a decision, that chooses by games played on from half of the models, judged \
             by the other half: by these games alone; by them and the fitted values, which count 28, 130 and 1000 games up to \
             e^30, up to e^226 and from there on; and that a game.",
        );
        out
    }
}

impl Decision {
    /// What a cell won more than the first, in all games.
    fn apart(&self, cell: usize) -> f64 {
        let all = |cell: usize| f64::midpoint(self.won[cell][0], self.won[cell][1]);
        all(cell) - all(0)
    }

    /// What is gained by the cell of the most `worth` by its fitted value and its games of one half, judged by the
    /// other half, both ways.
    fn gain(&self, worth: impl Fn(f64, f64) -> f64) -> f64 {
        let by = |half: usize| {
            let worth = |cell: usize| worth(self.fitted[cell], self.won[cell][half]);
            let best = (0..self.won.len()).rev().max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap_or(0);
            self.won[best][1 - half] - self.won[0][1 - half]
        };
        f64::midpoint(by(0), by(1))
    }
}

/// Decisions of a phase.
struct Phase<'a>(Vec<&'a Decision>);

impl Phase<'_> {
    /// How many decisions of the phase each stands for.
    fn weight(decision: &Decision) -> f64 {
        1.0 / sampled(decision.ln_models)
    }

    /// Weighted mean of what each decision has, and its standard error.
    fn mean(&self, of: impl Fn(&Decision) -> Vec<f64>) -> (f64, f64) {
        let each = |d: &&Decision| of(d).into_iter().map(|v| (Self::weight(d), v)).collect::<Vec<_>>();
        let values: Vec<(f64, f64)> = self.0.iter().flat_map(each).collect();
        let all: f64 = values.iter().map(|v| v.0).sum();
        let mean = values.iter().map(|v| v.0 * v.1).sum::<f64>() / all;
        (mean, values.iter().map(|v| (v.0 * (v.1 - mean)).powi(2)).sum::<f64>().sqrt() / all)
    }

    /// The same in points.
    fn in_points(&self, of: impl Fn(&Decision) -> Vec<f64>) -> String {
        let (mean, error) = self.mean(of);
        if error.is_nan() || self.0.len() < 2 {
            return "-".into();
        }
        format!("{:+.2} +- {:.2}", 100.0 * mean, 100.0 * error)
    }

    /// What the fit leaves unexplained of the differences to the first cell, as a standard deviation in points:
    /// what the two halves have in common once the fitted difference is taken away.
    fn unexplained(&self) -> String {
        let pairs = |d: &Decision, f: fn(f64, [f64; 2]) -> f64| -> Vec<f64> {
            let half = |cell: usize| [0, 1].map(|half| d.won[cell][half] - d.won[0][half]);
            (1..d.won.len()).map(|cell| f(d.fitted[cell] - d.fitted[0], half(cell))).collect()
        };
        let slope = self.mean(|d| pairs(d, |fitted, [a, b]| fitted * (a + b) / 2.0)).0
            / self.mean(|d| pairs(d, |fitted, _| fitted * fitted)).0;
        let left = |d: &Decision| -> Vec<f64> {
            let both = pairs(d, |_, [a, b]| a * b);
            let fitted = pairs(d, |fitted, [a, b]| fitted * (a + b));
            let square = pairs(d, |fitted, _| fitted * fitted);
            (0..both.len()).map(|i| both[i] - slope * fitted[i] + slope * slope * square[i]).collect()
        };
        let (mean, error) = self.mean(left);
        let sd = |x: f64| 100.0 * x.max(0.0).sqrt();
        if mean.is_nan() {
            "-".into()
        } else {
            format!("{:.2} ({:.2} to {:.2})", sd(mean), sd(mean - 2.0 * error), sd(mean + 2.0 * error))
        }
    }

    /// Standard deviation of such a difference in a single game, in points.
    fn single(&self, models: u64) -> String {
        let apart = |d: &Decision| -> Vec<f64> {
            let half = |cell: usize, half: usize| d.won[cell][half] - d.won[0][half];
            (1..d.won.len()).map(|cell| (half(cell, 0) - half(cell, 1)).powi(2) * models as f64 / 4.0).collect()
        };
        let (mean, _) = self.mean(apart);
        if mean.is_nan() { "-".into() } else { format!("{:.1}", 100.0 * mean.sqrt()) }
    }

    /// The cells of its row, but for the name; `games` is how many were played.
    fn cells(&self, models: u64, games: f64) -> Vec<String> {
        let apart = |ranks: Range<usize>| {
            self.in_points(|d| ranks.clone().filter(|&r| r < d.won.len()).map(|r| d.apart(r)).collect())
        };
        let half = (models / 2) as f64;
        let both = |d: &Decision| {
            let prior = prior(d.ln_models);
            d.gain(|fitted, won| (half * won + prior * fitted) / (half + prior))
        };
        // Decisions a game, seen or not.
        let often = self.0.iter().fold(0.0, |sum, d| sum + Phase::weight(d)) / games;
        let won = match self.mean(|d| vec![f64::midpoint(d.won[0][0], d.won[0][1])]).0 {
            won if won.is_nan() => "-".into(),
            won => format!("{:.1}", 100.0 * won),
        };
        vec![
            self.0.len().to_string(),
            format!("{often:.2}"),
            won,
            apart(1..2),
            apart(2..3),
            apart(3..CELLS),
            self.unexplained(),
            self.single(models),
            self.in_points(|d| vec![d.gain(|_, won| won)]),
            self.in_points(|d| vec![both(d)]),
            self.in_points(|d| vec![often * both(d)]),
        ]
    }
}
