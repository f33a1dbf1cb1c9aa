//! Figures of a click and of the position after each number that it can show, the inputs of the fitted value of that
//! number.

use super::click_after::ClickAfter;
use super::next_click::{Click, Number, Scorer};
use crate::play::analysis::{Counted, Standing, sides};

/// One figure each: of the position after the number, then of its changes, then of the click; at the end of the click
/// after the next, of [`WithAfter`] alone.
pub const NAMES: [&str; 66] = [
    "safest",
    "second safest",
    "certain cells",
    "floating safety",
    "floating cells",
    "ln models",
    "entropy",
    "spread",
    "cells",
    "mines",
    "risks",
    "mines left",
    "components",
    "components alone",
    "risks alone",
    "cells alone",
    "entropy alone",
    "likely 1",
    "likely 2",
    "likely 3",
    "touching",
    "touched",
    "closed",
    "corners",
    "border",
    "mines missing at the number",
    "cells at the number",
    "expected mines",
    "ln largest component",
    "opens",
    "tells",
    "mines known at the number",
    "ln certain cells",
    "ln floating cells",
    "ln ln models",
    "ln cells",
    "ln mines",
    "ln mines left",
    "ln cells alone",
    "ln touching",
    "ln touched",
    "ln closed",
    "ln expected mines",
    "ln opens",
    "ln safest",
    "ln second safest",
    "progress",
    "change of ln models",
    "change of entropy",
    "change of spread",
    "change of mines",
    "change of cells",
    "change of risks",
    "50/50s",
    "influence",
    "safety",
    "ln of the safety over the best",
    "spread around",
    "ln models before",
    "surprise",
    "score",
    "sides",
    "click after",
    "ln click after",
    "second click after",
    "progress after",
];

/// Figures without those of the click after the next.
pub const PLAIN: usize = NAMES.len() - 4;

/// Values in the order of [`super::FIGURES`]. Those called ln of a count are of 1 more than the count.
pub type Figures = [f64; PLAIN];

/// All figures.
pub type WithAfter = [f64; NAMES.len()];

/// The figures and those of the click after the next.
pub fn with_after(figures: &Figures, after: ClickAfter) -> WithAfter {
    let ClickAfter { best, second, progress } = after;
    let mut all = [0.0; NAMES.len()];
    all[..PLAIN].copy_from_slice(figures);
    all[PLAIN..].copy_from_slice(&[best, best.max(LEAST).ln(), second, progress]);
    all
}

/// The least safety of which a logarithm is taken.
const LEAST: f64 = 1e-3;

/// The position before the click.
pub struct Before<'a> {
    base: &'a Counted,
    standing: Standing,
    best: f64,
    fifties: f64,
}

impl<'a> Before<'a> {
    /// The position of a scorer.
    pub fn new(scorer: &'a Scorer) -> Self {
        let base = &scorer.base;
        let best = base.frontier().map(|c| base.safety(c)).fold(base.floating_safety, f64::max);
        Before { base, standing: base.standing(), best, fifties: scorer.fifties() }
    }

    /// The figures where the click shows a number.
    pub fn figures(&self, click: &Click, number: &Number) -> Figures {
        let &Number { share, ref next, ref outlook } = number;
        let (base, was, is) = (self.base, &self.standing, next.standing());
        let (cell, safety) = (click.cell, base.safety(click.cell));
        let (need, around) = next.open_clue(cell).unwrap_or((0, 0));
        let known = next.tracker.mines_around(cell);
        let spread = |c: u32| base.safety(c).min(1.0 - base.safety(c));
        let certain = outlook.certain as f64;
        let ln = |safety: f64| safety.max(LEAST).ln();
        [
            outlook.safest,
            outlook.second,
            certain,
            next.floating_safety,
            is.floating,
            is.ln_models,
            is.entropy,
            is.spread,
            is.cells,
            is.mines,
            is.risks,
            is.mines_left,
            is.components,
            is.alone,
            is.alone_risks,
            is.alone_cells,
            is.alone_entropy,
            is.likely[0],
            is.likely[1],
            is.likely[2],
            is.touching,
            is.touched,
            is.closed,
            is.corners,
            is.border,
            f64::from(need),
            f64::from(around),
            is.expected,
            is.largest,
            is.opens,
            is.tells,
            known as f64,
            certain.ln_1p(),
            is.floating.ln_1p(),
            is.ln_models.ln_1p(),
            is.cells.ln_1p(),
            is.mines.ln_1p(),
            is.mines_left.ln_1p(),
            is.alone_cells.ln_1p(),
            is.touching.ln_1p(),
            is.touched.ln_1p(),
            is.closed.ln_1p(),
            is.expected.ln_1p(),
            is.opens.ln_1p(),
            ln(outlook.safest),
            ln(outlook.second),
            f64::from(u8::from(outlook.certain > 0)),
            is.ln_models - was.ln_models,
            is.entropy - was.entropy,
            is.spread - was.spread,
            is.mines - was.mines,
            is.cells - was.cells,
            is.risks - was.risks,
            self.fifties,
            click.influence,
            safety,
            (safety / self.best).ln(),
            base.tracker.unknown_around(cell).map(spread).sum(),
            was.ln_models,
            -(share / safety).ln(),
            click.score,
            sides(&base.tracker, cell) as f64,
        ]
    }
}

#[cfg(test)]
mod tests {
    use crate::play::players::lookahead::{Choice, FIGURES, RECOMMENDED, Settings, choices, fitted::Fit};
    use crate::play::small_boards;

    /// The numbers partition the models in which the cell is safe; each leaves its share of the models.
    #[test]
    fn figures_agree_with_each_other_and_with_the_position() {
        let at = |name: &str| FIGURES.iter().position(|&n| n == name).unwrap();
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(12, 400) {
            let all = choices(Settings { models: 0, ..RECOMMENDED }, &position, &tracker);
            for Choice { cell, score, value, numbers } in &all {
                let risk = position.risks.iter().find(|r| r.0 == *cell).unwrap().1;
                assert!((numbers.iter().map(|n| n.0).sum::<f64>() - (1.0 - risk)).abs() < 1e-9);
                let mut alone = [Choice { cell: *cell, score: *score, value: 0.0, numbers: numbers.clone() }];
                Fit::plain().value(&mut alone);
                assert_eq!(alone[0].value, *value);
                for (share, figures) in numbers {
                    let of = |name: &str| figures[at(name)];
                    assert!((of("safety") - (1.0 - risk)).abs() < 1e-9);
                    assert!((of("change of ln models") - share.ln()).abs() < 1e-9, "{board}: {cell}");
                    assert!((of("ln models") - of("ln models before") - share.ln()).abs() < 1e-9);
                    assert!(of("safest") >= of("second safest") && of("mines") <= of("cells"));
                    assert!(of("risks alone") <= of("risks") + 1e-12 && of("touched") <= of("floating cells"));
                    assert_eq!(of("mines left"), tracker.mines_left.unwrap() as f64);
                }
                checked += 1;
            }
        }
        assert!(checked > 200, "{checked}");
    }
}
