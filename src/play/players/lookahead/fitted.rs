//! What a click is worth: its score, and over the numbers that it can show the mean of what small neural networks make
//! of the figures there. Fitted to games played on from the clicks (`scripts/fit-clicks.sh`), to the differences between
//! the clicks of one position.

use std::sync::OnceLock;

use serde::Deserialize;

use super::figures::{Figures, NAMES};

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
    /// Layers of each network. Their outputs are averaged.
    networks: Vec<Vec<Layer>>,
}

/// Rectified but for the last of a network.
#[derive(Deserialize)]
struct Layer {
    /// One row an input.
    weights: Vec<Vec<f32>>,
    bias: Vec<f32>,
}

/// Figures farther from the mean, in scales, count as this far.
const FARTHEST: f32 = 6.0;

fn fit() -> &'static File {
    static FIT: OnceLock<File> = OnceLock::new();
    FIT.get_or_init(|| {
        let file: File = serde_json::from_str(include_str!("fitted.json")).expect("the file of the fit is JSON");
        assert_eq!(file.figures, NAMES, "the fit is of other figures");
        file
    })
}

impl Layer {
    /// In an order that does not depend on the machine.
    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let mut outputs = self.bias.clone();
        for (input, weights) in inputs.iter().zip(&self.weights).filter(|i| *i.0 != 0.0) {
            outputs.iter_mut().zip(weights).for_each(|(o, w)| *o += input * w);
        }
        outputs
    }
}

fn output(network: &[Layer], inputs: &[f32]) -> f64 {
    let mut values = inputs.to_vec();
    for (i, layer) in network.iter().enumerate() {
        if i > 0 {
            values.iter_mut().for_each(|v| *v = v.max(0.0));
        }
        values = layer.apply(&values);
    }
    f64::from(values[0])
}

/// Value of a click as a share of the games won, up to a constant of the position. `numbers` are the probabilities of
/// the numbers and the figures after them.
pub fn value(score: f64, numbers: &[(f64, Figures)]) -> f64 {
    let fit = fit();
    let after = |figures: &Figures| {
        let scaled = |(x, (mean, scale)): (&f64, (&f32, &f32))| ((*x as f32 - mean) / scale).clamp(-FARTHEST, FARTHEST);
        let inputs: Vec<f32> = figures.iter().zip(fit.mean.iter().zip(&fit.scale)).map(scaled).collect();
        fit.networks.iter().map(|n| output(n, &inputs)).sum::<f64>() / fit.networks.len() as f64
    };
    fit.score * score + numbers.iter().map(|(share, figures)| share * after(figures)).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Layers fit together, every weight is a number, and a score counts as much whatever the figures.
    #[test]
    fn the_fit_is_networks() {
        let fit = fit();
        assert!(!fit.networks.is_empty() && fit.scale.iter().all(|&s| s > 0.0));
        for network in &fit.networks {
            let mut width = NAMES.len();
            for layer in network {
                assert_eq!(layer.weights.len(), width);
                width = layer.bias.len();
                assert!(layer.weights.iter().all(|w| w.len() == width && w.iter().all(|x| x.is_finite())));
            }
            assert_eq!(width, 1);
        }
        let numbers = [(0.4, [0.5; NAMES.len()]), (0.2, [0.1; NAMES.len()])];
        let [low, high] = [0.5, 0.6].map(|score| value(score, &numbers));
        assert!((high - low - 0.1 * fit.score).abs() < 1e-12);
    }

    /// Two inputs, two hidden cells of which one is shut.
    #[test]
    fn layers_are_rectified_but_the_last() {
        let hidden = Layer { weights: vec![vec![1.0, -1.0], vec![2.0, 0.5]], bias: vec![0.5, 0.0] };
        let last = Layer { weights: vec![vec![-2.0], vec![7.0]], bias: vec![1.0] };
        assert_eq!(output(&[hidden, last], &[1.0, 0.25]), -3.0);
    }
}
