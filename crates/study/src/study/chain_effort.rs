//! Whether long chains of influence slow a solver (system A asks): effort of engines on a position against the longest chain of
//! deductions in it, on boards of one size.

use cpu_time::ThreadTime;
use serde::{Deserialize, Serialize};

use super::Study;
use crate::chains::Chains;
use crate::engine::{Control, Limits, Stop, build};
use crate::field::Field;
use crate::grid::Grid;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::stats::rank_correlation;
use crate::report::{Document, shell};
use crate::rng::Rng;
use crate::spec::SpecError;
use crate::system::System;

/// Share of the safe cells that are open.
const OPEN: f64 = 0.45;

/// Bounds of the classes of length.
const LENGTHS: [usize; 7] = [0, 3, 5, 7, 10, 15, LONGEST];
const LONGEST: usize = usize::MAX;

/// The study.
#[derive(Clone, Debug)]
pub struct ChainEffort {
    engines: Vec<String>,
    grid: Grid,
    densities: Vec<f64>,
    boards: u64,
    seed: u64,
}

/// Options that do not fit.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum BadChainEffort {
    /// No such engine.
    #[error(transparent)]
    Engine(#[from] SpecError),
    /// A density that is none.
    #[error("densities lie between 0 and 1")]
    Densities,
    /// Nothing to measure.
    #[error("a study needs a board, a density and an engine or more")]
    Nothing,
}

/// A position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChainPosition {
    density: f64,
    /// Cells on the longest chain of deductions, the clue that begins it included.
    longest: usize,
    /// Cells that follow from the clues.
    decided: usize,
    /// Of every engine its effort and its processor seconds; None where the nodes ran out.
    effort: Vec<Option<(u64, f64)>>,
}

impl ChainEffort {
    /// Engines on random positions of one size.
    ///
    /// # Errors
    /// An engine that there is none of, a density out of range, or nothing to measure.
    pub fn new(
        engines: Vec<String>,
        grid: Grid,
        densities: Vec<f64>,
        boards: u64,
        seed: u64,
    ) -> Result<Self, BadChainEffort> {
        engines.iter().try_for_each(|engine| build(engine).map(drop))?;
        if densities.iter().any(|density| !(0.0..1.0).contains(density)) {
            return Err(BadChainEffort::Densities);
        }
        if engines.is_empty() || densities.is_empty() || boards == 0 || grid.is_empty() {
            return Err(BadChainEffort::Nothing);
        }
        Ok(ChainEffort { engines, grid, densities, boards, seed })
    }
}

impl ChainEffort {
    /// Rank correlation of an engine's effort with the longest chain among the positions of one density, and the size below
    /// which it is noise (two standard errors of a correlation of 0).
    fn within(&self, rows: &[ChainPosition], at: usize, density: f64) -> (Option<f64>, f64) {
        let own: Vec<(f64, f64)> = (rows.iter().filter(|row| row.density == density))
            .filter_map(|row| Some((row.longest as f64, row.effort[at]?.0 as f64)))
            .collect();
        (rank_correlation(&own), 2.0 / (own.len().max(2) as f64 - 1.0).sqrt())
    }

    /// Engines whose effort grows with the longest chain at every density, those whose effort falls, and the others; each with
    /// the range of its correlations.
    fn by_direction(&self, rows: &[ChainPosition]) -> [(&'static str, Vec<String>); 3] {
        let mut groups = [
            (
                "Longer chains slow these engines (rank correlation of effort with the longest chain, by density)",
                vec![],
            ),
            ("Longer chains go with less effort of these engines", vec![]),
            ("For these engines the sign depends on the density, or the correlation is noise", vec![]),
        ];
        for (at, engine) in self.engines.iter().enumerate() {
            let found: Vec<(Option<f64>, f64)> =
                self.densities.iter().map(|&density| self.within(rows, at, density)).collect();
            let all = |sign: f64| found.iter().all(|&(value, noise)| value.is_some_and(|value| sign * value > noise));
            let group = if all(1.0) {
                0
            } else if all(-1.0) {
                1
            } else {
                2
            };
            let values: Vec<f64> = found.iter().filter_map(|one| one.0).collect();
            let (low, high) = (values.iter().copied().reduce(f64::min), values.iter().copied().reduce(f64::max));
            groups[group].1.push(format!("`{engine}` {} to {}", signed(low), signed(high)));
        }
        groups
    }

    /// Positions per engine that it did not finish, in words.
    fn unfinished(&self, rows: &[ChainPosition]) -> String {
        let count = |at: usize| rows.iter().filter(|row| row.effort[at].is_none()).count();
        let some: Vec<String> = (self.engines.iter().enumerate())
            .filter(|&(at, _)| count(at) > 0)
            .map(|(at, engine)| format!("`{engine}` {}", count(at)))
            .collect();
        if some.is_empty() { "none".into() } else { some.join(", ") }
    }
}

/// A correlation with its sign; "-" where there is none.
fn signed(value: Option<f64>) -> String {
    value.map_or("-".into(), |value| format!("{value:+.2}"))
}

impl Study for ChainEffort {
    /// Density and number of the position.
    type Point = (f64, u64);
    type Row = ChainPosition;

    const ROWS: &'static str = "positions.jsonl.zst";
    const AT_ONCE: bool = true;

    fn command(&self) -> String {
        let densities: Vec<String> = self.densities.iter().map(f64::to_string).collect();
        format!(
            "minesat study chain-effort --engines {} --shape {}x{} --densities {} --boards {} --seed {}",
            shell(&self.engines),
            self.grid.rows,
            self.grid.cols,
            densities.join(" "),
            self.boards,
            self.seed
        )
    }

    fn points(&self) -> Vec<Self::Point> {
        self.densities.iter().flat_map(|&density| (0..self.boards).map(move |board| (density, board))).collect()
    }

    fn name(&self, &(density, board): &Self::Point) -> String {
        format!("density {density}, position {board}")
    }

    fn measure(&self, &(density, board): &Self::Point) -> Result<ChainPosition, Stop> {
        let mut rng = Rng::stream(self.seed ^ density.to_bits(), board);
        let mines = (density * self.grid.len() as f64).round() as usize;
        let field = Field::random(self.grid, mines, &[], &mut rng);
        let shown: Vec<bool> = self.grid.cells().map(|cell| !field.is_mine(cell) && rng.chance(OPEN)).collect();
        let position = field.board(&shown, None);
        let chains = Chains::of_board(&position, &mut Control::default())?;
        let (system, _) = System::from_board(&position);
        let mut effort = Vec::new();
        for engine in &self.engines {
            let engine = build(engine).map_err(|e| Stop::Failed(e.to_string()))?;
            let mut control = Control::new(Limits { nodes: Some(1_000_000), ..Limits::default() });
            let before = ThreadTime::now();
            let done = engine.classify(&system, &mut control);
            let seconds = before.elapsed().as_secs_f64();
            let counter = engine.family().effort.first().map(|effort| effort.0);
            let own = counter.and_then(|counter| control.stats.get(counter)).unwrap_or_else(|| control.nodes());
            effort.push(match done {
                Ok(_) => Some((own, seconds)),
                Err(Stop::Nodes) => None,
                Err(stop) => return Err(stop),
            });
        }
        let decided = chains.nodes.iter().filter(|node| node.round > 0).count();
        Ok(ChainPosition { density, longest: chains.longest, decided, effort })
    }

    fn report(&self, rows: &[ChainPosition]) -> Document {
        let mut out = Document::new("A: does the length of chains slow a solver?");
        out.question("Does the length of chains slow a solver?");
        let pairs = |at: usize| -> Vec<(f64, f64)> {
            rows.iter().filter_map(|row| Some((row.longest as f64, row.effort[at]?.0 as f64))).collect()
        };
        for (heading, group) in self.by_direction(rows) {
            if !group.is_empty() {
                out.answer(format!("{heading}: {}.", group.join(", ")));
            }
        }
        out.text(format!(
            "{} random positions of each density ({}), {:.0} % of the safe cells open, the total unknown, seed {}. Chains as in \
             A3: cells on a path of deductions, nothing opened; length counts the clue that begins it. Effort is what each \
             family counts, while it classifies every cell; up to a million nodes. Spearman's rank correlation: +1 if a longer \
             chain always means more effort, 0 if neither tells anything of the other. More mines make longer chains and \
             larger components at once, so the answer and the last table compare within one density. A correlation is noise within 2 / \
             sqrt(positions). Positions on which an engine ran out of nodes: {}.",
            self.boards,
            self.densities.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
            100.0 * OPEN,
            self.seed,
            self.unfinished(rows)
        ));
        let axes = (Axis::linear_count("longest chain, cells"), Axis::log_count("effort, mean + 1"));
        let mut chart = Chart::new("Effort by the longest chain", axes.0, axes.1);
        for (at, engine) in self.engines.iter().enumerate() {
            let means = LENGTHS.windows(2).filter_map(|ends| {
                let own: Vec<(f64, f64)> =
                    pairs(at).into_iter().filter(|pair| (ends[0]..ends[1]).contains(&(pair.0 as usize))).collect();
                let mean = |of: fn(&(f64, f64)) -> f64| own.iter().map(of).sum::<f64>() / own.len() as f64;
                (!own.is_empty()).then(|| (mean(|pair| pair.0), 1.0 + mean(|pair| pair.1)))
            });
            chart.add(engine, at, PointMark::Line { dots: true }, means.collect());
        }
        out.chart("effort", "Effort by the longest chain", chart.svg());
        let engines = self.engines.iter().map(|engine| format!("`{engine}`"));
        let has_rows = |ends: &&[usize]| rows.iter().any(|row| (ends[0]..ends[1]).contains(&row.longest));
        let classes: Vec<&[usize]> = LENGTHS.windows(2).filter(has_rows).collect();
        for (heading, time) in [("Effort, mean", false), ("CPU time, mean in ms", true)] {
            out.section(heading);
            let head: Vec<String> =
                ["longest chain".to_string(), "positions".into()].into_iter().chain(engines.clone()).collect();
            let line = |ends: &&[usize]| {
                let own: Vec<&ChainPosition> =
                    rows.iter().filter(|row| (ends[0]..ends[1]).contains(&row.longest)).collect();
                let mean = |at: usize| {
                    let done: Vec<(u64, f64)> = own.iter().filter_map(|row| row.effort[at]).collect();
                    let of = |done: &(u64, f64)| if time { 1e3 * done.1 } else { done.0 as f64 };
                    let mean = done.iter().map(of).sum::<f64>() / done.len().max(1) as f64;
                    if time { format!("{mean:.3}") } else { format!("{mean:.1}") }
                };
                let class = match ends[1] {
                    LONGEST => format!("{} or more", ends[0]),
                    end => format!("{} to {}", ends[0], end - 1),
                };
                [class, own.len().to_string()].into_iter().chain((0..self.engines.len()).map(mean)).collect()
            };
            out.table(&head, classes.iter().map(line));
        }
        out.section("Rank correlation of effort with the longest chain");
        let head: Vec<String> = ["density".to_string()]
            .into_iter()
            .chain(self.engines.iter().map(|engine| format!("`{engine}`")))
            .collect();
        let within = |&density: &f64| {
            let cell = |at: usize| signed(self.within(rows, at, density).0);
            std::iter::once(density.to_string()).chain((0..self.engines.len()).map(cell)).collect()
        };
        out.table(&head, self.densities.iter().map(within));
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_have_chains_and_every_engine_an_effort() {
        let engines = ["rules", "backtrack:best", "frontier"].map(String::from).to_vec();
        let study = ChainEffort::new(engines, Grid { rows: 8, cols: 8 }, vec![0.1, 0.2], 6, 1).unwrap();
        let rows: Vec<ChainPosition> = study.points().iter().map(|point| study.measure(point).unwrap()).collect();
        assert!(rows.iter().any(|row| row.longest > 1 && row.decided > 0));
        assert!(rows.iter().all(|row| row.effort.len() == 3 && row.effort.iter().all(Option::is_some)));
        let text = study.report(&rows).markdown(None);
        assert!(text.contains("correlation of effort with the longest chain") && text.contains("| 0.2 |"), "{text}");
        let none = ChainEffort::new(vec!["no".into()], Grid { rows: 8, cols: 8 }, vec![0.1], 6, 1);
        assert!(matches!(none, Err(BadChainEffort::Engine(_))));
    }
}
