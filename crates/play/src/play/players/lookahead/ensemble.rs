//! The value of a click by an ensemble: a multiple of its score, plus the mean over the numbers that it can show of the
//! mean output of the value nets for the features there. Trained on rollouts from the clicks, on the differences between
//! clicks of one position (`scripts/fit-clicks.sh`, `weights/CARD.md`).

use std::sync::OnceLock;

use super::candidate::Candidate;
use super::features::{ALL, PLAIN, features};
use super::params::FARTHEST;
use super::weights::{Weights, read};

/// The file of both ensembles. In a file of its own so that nobody edits it by hand.
static FILE: &[u8] = include_bytes!("../../../../weights/lookahead.bin");

/// Value nets whose outputs are averaged.
pub struct Ensemble(Weights);

impl Ensemble {
    /// Of all clicks of nearly the best score, by the features of the two-ply search.
    pub fn first() -> &'static Ensemble {
        static FIRST: OnceLock<Ensemble> = OnceLock::new();
        FIRST.get_or_init(|| Ensemble::load(0, PLAIN))
    }

    /// Of clicks of nearly the best value by the first, by all features.
    pub fn second() -> &'static Ensemble {
        static SECOND: OnceLock<Ensemble> = OnceLock::new();
        SECOND.get_or_init(|| Ensemble::load(1, ALL))
    }

    fn load(which: usize, inputs: usize) -> Ensemble {
        let names: Vec<&str> = features().take(inputs).map(|f| f.0).collect();
        Ensemble(read(FILE, which, &names).expect("the weights are of this program"))
    }

    /// Gives the clicks of one position values, from their scores and features, as shares of the games won, up to a
    /// constant of the position.
    pub fn value<const FEATURES: usize>(&self, clicks: &mut [Candidate<FEATURES>]) {
        let Weights { mean, scale, score, nets } = &self.0;
        let scaled = |(x, (mean, scale)): (&f64, (&f32, &f32))| ((*x as f32 - mean) / scale).clamp(-FARTHEST, FARTHEST);
        let all = || clicks.iter().flat_map(|click| &click.numbers);
        let inputs: Vec<f32> = all().flat_map(|shown| shown.1.iter().zip(mean.iter().zip(scale)).map(scaled)).collect();
        let mut after = vec![0.0; all().count()];
        for net in nets {
            after.iter_mut().zip(net.outputs(&inputs)).for_each(|(a, o)| *a += f64::from(o));
        }
        let mut after = after.iter().map(|sum| sum / nets.len() as f64);
        for click in clicks {
            let added = click.numbers.iter().zip(&mut after).map(|(number, after)| number.0 * after).sum::<f64>();
            click.value = score * click.score + added;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The weight of the score does not depend on the features, and the value of a click beside others equals its value
    /// alone.
    fn is_of_each_click<const FEATURES: usize>(ensemble: &Ensemble) {
        assert!(!ensemble.0.nets.is_empty() && ensemble.0.scale.iter().all(|&s| s > 0.0));
        let click = |score: f64, first: f64| {
            let numbers = vec![(0.4, [first; FEATURES]), (0.2, [0.1; FEATURES])];
            Candidate { cell: 0, score, value: f64::NAN, numbers }
        };
        let mut all = [click(0.5, 0.5), click(0.6, 0.5), click(0.5, -0.3)];
        ensemble.value(&mut all);
        let [first, scored, other] = all.each_ref().map(|c| c.value);
        assert!((scored - first - 0.1 * ensemble.0.score).abs() < 1e-12 && first != other);
        for click in all {
            let mut alone = [click.clone()];
            ensemble.value(&mut alone);
            assert_eq!(alone[0].value, click.value);
        }
    }

    #[test]
    fn values_are_of_each_click() {
        is_of_each_click::<PLAIN>(Ensemble::first());
        is_of_each_click::<{ ALL }>(Ensemble::second());
    }
}
