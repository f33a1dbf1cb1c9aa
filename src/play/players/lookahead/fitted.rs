//! What a click is worth: its score, and over the numbers that it can show the mean of what small neural networks make
//! of the figures there. Fitted to games played on from the clicks (`scripts/fit-clicks.sh`), to the differences between
//! the clicks of one position.

use std::sync::OnceLock;

use serde::Deserialize;

use super::figures::{Figures, NAMES};
use super::network::Network;

/// The file of the fit.
#[derive(Deserialize)]
struct File {
    /// Names of the figures.
    figures: Vec<String>,
    /// Of each figure what is taken from it, and what the rest is divided by.
    mean: Vec<f32>,
    scale: Vec<f32>,
    /// Share of games won that a score larger by 1 stands for.
    score: f64,
    /// Their outputs are averaged.
    networks: Vec<Network>,
}

/// Figures farther from the mean, in scales, count as this far.
const FARTHEST: f32 = 6.0;

fn fit() -> &'static File {
    static FIT: OnceLock<File> = OnceLock::new();
    FIT.get_or_init(|| {
        let file: File = serde_json::from_str(include_str!("fitted.json")).expect("the file of the fit is JSON");
        assert_eq!(file.figures, NAMES, "the fit is of other figures");
        assert!(file.networks.iter().all(|n| n.inputs() == NAMES.len()), "the networks are of other figures");
        file
    })
}

/// What a click shows: the probabilities of the numbers and the figures after them.
pub type Shown = [(f64, Figures)];

/// Values of clicks of one position, by their scores and what they show, as shares of the games won, up to a constant
/// of the position.
pub fn values<S: AsRef<Shown>>(clicks: &[(f64, S)]) -> Vec<f64> {
    let fit = fit();
    let scale = |(x, (mean, scale)): (&f64, (&f32, &f32))| ((*x as f32 - mean) / scale).clamp(-FARTHEST, FARTHEST);
    let all = || clicks.iter().flat_map(|click| click.1.as_ref());
    let inputs: Vec<f32> =
        all().flat_map(|shown| shown.1.iter().zip(fit.mean.iter().zip(&fit.scale)).map(scale)).collect();
    let mut after = vec![0.0; all().count()];
    for network in &fit.networks {
        after.iter_mut().zip(network.outputs(&inputs)).for_each(|(a, o)| *a += f64::from(o));
    }
    let mut after = after.iter().map(|sum| sum / fit.networks.len() as f64);
    let worth = |(score, shown): &(f64, S)| {
        let shown = shown.as_ref();
        fit.score * score + shown.iter().zip(&mut after).map(|(number, after)| number.0 * after).sum::<f64>()
    };
    clicks.iter().map(worth).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A score counts as much whatever the figures, and a click is worth the same beside others as alone.
    #[test]
    fn values_are_of_each_click() {
        let fit = fit();
        assert!(!fit.networks.is_empty() && fit.scale.iter().all(|&s| s > 0.0));
        let numbers = |first: f64| vec![(0.4, [first; NAMES.len()]), (0.2, [0.1; NAMES.len()])];
        let clicks = [(0.5, numbers(0.5)), (0.6, numbers(0.5)), (0.5, numbers(-0.3))];
        let all = values(&clicks);
        assert!((all[1] - all[0] - 0.1 * fit.score).abs() < 1e-12 && all[0] != all[2]);
        for (click, value) in clicks.into_iter().zip(&all) {
            assert_eq!(values(&[click]), [*value]);
        }
    }
}
