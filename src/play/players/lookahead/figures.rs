//! Figures of a click, of which its value is fitted.

use crate::play::analysis::{Counted, Outlook, Unsettled};

/// One figure each. Those of the position after the click are sums over the numbers that it can show, each times its
/// probability, so a mine counts as 0.
pub const NAMES: [&str; 20] = [
    "safety",
    "safest",
    "safest squared",
    "ln of 1 + certain cells",
    "certain cells",
    "more than 2 certain cells",
    "more than 4 certain cells",
    "change of ln models",
    "surprise",
    "change of entropy",
    "change of spread",
    "change of known mines",
    "change of cells next to clues",
    "change of risks",
    "change of risks without a certain cell",
    "ln of what is left beside a certain cell",
    "influence",
    "spread around",
    "ln of the safety over the best",
    "ln models",
];

/// Values in the order of [`NAMES`].
pub type Figures = [f64; NAMES.len()];

/// So many of the first figures are sums over the numbers.
const SUMS: usize = 16;

/// The position before the click.
pub struct Before {
    ln_models: f64,
    unsettled: Unsettled,
    best: f64,
}

impl Before {
    /// Its figures.
    pub fn new(base: &Counted) -> Self {
        let best = base.frontier().map(|c| base.safety(c)).fold(base.floating_safety, f64::max);
        Before { ln_models: base.ln_models(), unsettled: base.unsettled(), best }
    }

    /// Adds the position after one number to the sums. `share` is its probability, `safety` that of any number.
    pub fn add(&self, sums: &mut Figures, share: f64, safety: f64, next: &Counted, outlook: &Outlook) {
        let (was, is) = (&self.unsettled, next.unsettled());
        let certain = outlook.certain as f64;
        let progress = outlook.certain > 0;
        let if_so = |so: bool, value: f64| if so { value } else { 0.0 };
        let row: [f64; SUMS] = [
            1.0,
            outlook.safest,
            outlook.safest * outlook.safest,
            (1.0 + certain).ln(),
            certain,
            if_so(outlook.certain > 2, 1.0),
            if_so(outlook.certain > 4, 1.0),
            next.ln_models() - self.ln_models,
            -(share / safety).ln(),
            is.entropy - was.entropy,
            is.spread - was.spread,
            is.mines - was.mines,
            is.cells - was.cells,
            is.risks - was.risks,
            if_so(!progress, is.risks - was.risks),
            if_so(progress, (next.floating.len() as f64 + is.cells).ln()),
        ];
        sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += share * value);
    }

    /// Fills in what does not depend on the number shown.
    pub fn finish(&self, sums: &mut Figures, base: &Counted, cell: u32, influence: f64) {
        let spread = |c: u32| base.safety(c).min(1.0 - base.safety(c));
        let around: f64 = base.tracker.unknown_around(cell).map(spread).sum();
        let rest = [influence, around, (base.safety(cell) / self.best).ln(), self.ln_models];
        sums[SUMS..].copy_from_slice(&rest);
    }
}

#[cfg(test)]
mod tests {
    use crate::play::players::lookahead::{Click, FIGURES, RECOMMENDED, Settings, clicks, fitted};
    use crate::play::small_boards;
    use crate::rng::Rng;

    /// The first is the safety; that of the models is what the numbers tell: sum p ln p = s ln s - the surprise.
    #[test]
    fn figures_agree_with_each_other_and_with_the_position() {
        let at = |name: &str| FIGURES.iter().position(|&n| n == name).unwrap();
        let mut rng = Rng::new(12);
        let mut checked = 0;
        for _ in 0..400 {
            let board = small_boards::random(&mut rng);
            let Some((tracker, position)) = small_boards::analysed(&board) else { continue };
            let all = clicks(Settings { models: 0, ..RECOMMENDED }, &position, &tracker);
            for Click { cell, score, figures } in &all {
                let risk = position.risks.iter().find(|r| r.0 == *cell).unwrap().1;
                let safety = figures[at("safety")];
                assert!((safety - (1.0 - risk)).abs() < 1e-9);
                let told = safety * safety.ln() - figures[at("surprise")];
                assert!((figures[at("change of ln models")] - told).abs() < 1e-9, "{board}: {cell}");
                assert!(figures[at("safest")] <= safety + 1e-12 && *score <= all[0].score + 1e-12);
                assert!(fitted::value(*score, figures).is_finite());
                checked += 1;
            }
        }
        assert!(checked > 200, "{checked}");
    }
}
