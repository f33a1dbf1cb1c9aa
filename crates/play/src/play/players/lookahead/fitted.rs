//! The fitted value of a click: its score, plus the mean over the numbers that it can show of the outputs of small
//! neural networks on the figures there. Fitted to games played out from the clicks (`scripts/fit-clicks.sh`), to the
//! differences between the clicks of one position.

use std::sync::OnceLock;

use serde::Deserialize;

use super::Choice;
use super::figures::{NAMES, PLAIN};
use super::network::Network;
use crate::packed::text;

/// A fit as stored in its file.
#[derive(Deserialize)]
pub struct Fit {
    /// Names of the figures.
    figures: Vec<String>,
    /// Offset and scale of each figure.
    mean: Vec<f32>,
    scale: Vec<f32>,
    /// Share of games won per unit of score.
    score: f64,
    /// Their outputs are averaged.
    networks: Vec<Network>,
}

/// Figures farther from the mean, in scales, are clipped to this.
const FARTHEST: f32 = 6.0;

impl Fit {
    /// Of all clicks of nearly the best score, by the figures without the click after the next.
    pub fn plain() -> &'static Fit {
        static FIT: OnceLock<Fit> = OnceLock::new();
        FIT.get_or_init(|| Fit::read(include_bytes!("fitted.json.gz"), PLAIN))
    }

    /// Of clicks of nearly the best value by that fit, by all figures.
    pub fn close() -> &'static Fit {
        static FIT: OnceLock<Fit> = OnceLock::new();
        FIT.get_or_init(|| Fit::read(include_bytes!("fitted-close.json.gz"), NAMES.len()))
    }

    fn read(packed: &[u8], figures: usize) -> Fit {
        let text = text("fit", Ok(packed)).expect("the file of the fit is a packed text");
        let fit: Fit = serde_json::from_str(&text).expect("the file of the fit is JSON");
        assert_eq!(fit.figures, NAMES[..figures], "the fit is of other figures");
        assert!(fit.networks.iter().all(|n| n.inputs() == figures), "the networks are of other figures");
        fit
    }

    /// Gives the clicks of one position values, from their scores and figures, as shares of the games won, up to a
    /// constant of the position.
    pub fn value<const FIGURES: usize>(&self, clicks: &mut [Choice<FIGURES>]) {
        let scale = |(x, (mean, scale)): (&f64, (&f32, &f32))| ((*x as f32 - mean) / scale).clamp(-FARTHEST, FARTHEST);
        let all = || clicks.iter().flat_map(|click| &click.numbers);
        let inputs: Vec<f32> =
            all().flat_map(|shown| shown.1.iter().zip(self.mean.iter().zip(&self.scale)).map(scale)).collect();
        let mut after = vec![0.0; all().count()];
        for network in &self.networks {
            after.iter_mut().zip(network.outputs(&inputs)).for_each(|(a, o)| *a += f64::from(o));
        }
        let mut after = after.iter().map(|sum| sum / self.networks.len() as f64);
        for click in clicks {
            let added = click.numbers.iter().zip(&mut after).map(|(number, after)| number.0 * after).sum::<f64>();
            click.value = self.score * click.score + added;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weight of the score does not depend on the figures, and the value of a click beside others equals its value
    /// alone.
    fn is_of_each_click<const FIGURES: usize>(fit: &Fit) {
        assert!(!fit.networks.is_empty() && fit.scale.iter().all(|&s| s > 0.0));
        let click = |score: f64, first: f64| {
            let numbers = vec![(0.4, [first; FIGURES]), (0.2, [0.1; FIGURES])];
            Choice { cell: 0, score, value: f64::NAN, numbers }
        };
        let mut all = [click(0.5, 0.5), click(0.6, 0.5), click(0.5, -0.3)];
        fit.value(&mut all);
        let [first, scored, other] = all.each_ref().map(|c| c.value);
        assert!((scored - first - 0.1 * fit.score).abs() < 1e-12 && first != other);
        for click in all {
            let mut alone = [click.clone()];
            fit.value(&mut alone);
            assert_eq!(alone[0].value, click.value);
        }
    }

    #[test]
    fn values_are_of_each_click() {
        is_of_each_click::<PLAIN>(Fit::plain());
        is_of_each_click::<{ NAMES.len() }>(Fit::close());
    }
}
