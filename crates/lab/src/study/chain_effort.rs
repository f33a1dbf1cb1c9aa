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
const LENGTHS: [usize; 7] = [0, 3, 5, 7, 10, 15, 1000];

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
        let pairs = |at: usize, time: bool| -> Vec<(f64, f64)> {
            let value = |row: &ChainPosition| {
                let (own, seconds) = row.effort[at]?;
                Some((row.longest as f64, if time { seconds } else { own as f64 }))
            };
            rows.iter().filter_map(value).collect()
        };
        let number = |value: Option<f64>| value.map_or("-".into(), |value| format!("{value:+.2}"));
        let words: Vec<String> = (self.engines.iter().enumerate())
            .map(|(at, engine)| {
                let (effort, time) = (rank_correlation(&pairs(at, false)), rank_correlation(&pairs(at, true)));
                format!("`{engine}` {} ({})", number(effort), number(time))
            })
            .collect();
        out.answer(format!(
            "On {} x {} boards the rank correlation of effort (time) with the longest chain is: {}.",
            self.grid.rows,
            self.grid.cols,
            words.join(", ")
        ));
        out.text(format!(
            "{} random positions of each density ({}), {:.0} % of the safe cells open, the total unknown, seed {}. Chains as in \
             A3: cells on a path of deductions, nothing opened; length counts the clue that begins it. Effort is what each \
             family counts, while it classifies every cell; up to a million nodes. Spearman's rank correlation: +1 if a longer \
             chain always means more effort, 0 if neither tells anything of the other. More mines make longer chains and \
             larger components at once, so the last table compares within one density.",
            self.boards,
            self.densities.iter().map(f64::to_string).collect::<Vec<_>>().join(", "),
            100.0 * OPEN,
            self.seed
        ));
        let axes = (Axis::linear_count("longest chain, cells"), Axis::log_count("effort, mean + 1"));
        let mut chart = Chart::new("Effort by the longest chain", axes.0, axes.1);
        for (at, engine) in self.engines.iter().enumerate() {
            let means = LENGTHS.windows(2).filter_map(|ends| {
                let own: Vec<(f64, f64)> = pairs(at, false)
                    .into_iter()
                    .filter(|pair| (ends[0]..ends[1]).contains(&(pair.0 as usize)))
                    .collect();
                let mean = |of: fn(&(f64, f64)) -> f64| own.iter().map(of).sum::<f64>() / own.len() as f64;
                (!own.is_empty()).then(|| (mean(|pair| pair.0), 1.0 + mean(|pair| pair.1)))
            });
            chart.add(engine, at, PointMark::Line { dots: true }, means.collect());
        }
        out.chart("effort", "Effort by the longest chain", chart.svg());
        let head: Vec<String> = ["longest chain".to_string(), "positions".into(), "decided cells".into()]
            .into_iter()
            .chain(self.engines.iter().flat_map(|engine| [format!("`{engine}`"), "ms".into()]))
            .collect();
        let line = |ends: &[usize]| {
            let own: Vec<&ChainPosition> =
                rows.iter().filter(|row| (ends[0]..ends[1]).contains(&row.longest)).collect();
            let count = own.len().max(1) as f64;
            let mut line = vec![format!("{} to {}", ends[0], ends[1] - 1), own.len().to_string()];
            line.push(format!("{:.1}", own.iter().map(|row| row.decided as f64).sum::<f64>() / count));
            for at in 0..self.engines.len() {
                let done: Vec<(u64, f64)> = own.iter().filter_map(|row| row.effort[at]).collect();
                let n = done.len().max(1) as f64;
                line.push(format!("{:.1}", done.iter().map(|d| d.0 as f64).sum::<f64>() / n));
                line.push(format!("{:.3}", 1e3 * done.iter().map(|d| d.1).sum::<f64>() / n));
            }
            line
        };
        let has_rows = |ends: &&[usize]| rows.iter().any(|row| (ends[0]..ends[1]).contains(&row.longest));
        out.table(&head, LENGTHS.windows(2).filter(has_rows).map(line));
        let head: Vec<String> = ["density".to_string()]
            .into_iter()
            .chain(self.engines.iter().map(|engine| format!("`{engine}`")))
            .collect();
        let within = |&density: &f64| {
            let cell = |at: usize| {
                let own: Vec<(f64, f64)> = (rows.iter().filter(|row| row.density == density))
                    .filter_map(|row| Some((row.longest as f64, row.effort[at]?.0 as f64)))
                    .collect();
                number(rank_correlation(&own))
            };
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
        assert!(text.contains("the rank correlation of effort") && text.contains("| 0.2 |"), "{text}");
        let none = ChainEffort::new(vec!["no".into()], Grid { rows: 8, cols: 8 }, vec![0.1], 6, 1);
        assert!(matches!(none, Err(BadChainEffort::Engine(_))));
    }
}
