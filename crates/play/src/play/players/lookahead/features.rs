//! The features: what the value nets see of a click and of the position after each number that it can show. One row
//! each, with its name, its value and its meaning; everything else that needs names or numbers of features reads them
//! here (the weights, `scripts/fit-clicks.py` by way of `examples/clicks.rs`).
//!
//! "After" is the position after the number, "before" that before the click. `ln` of a count is of 1 more than the count.
//! Cells are unknown cells; a component is open if one of its cells is uncertain, and isolated if no unknown cell
//! outside of it is next to it. Frontier cells are next to clues, floating cells are not.

use super::params::LEAST_SAFETY;
use super::three_ply::ThreePly;
use super::two_ply::{Click, Number, Scorer};
use crate::play::analysis::{CountedPosition, Outlook, PositionFigures, sides};

/// A row of the table.
pub struct Feature<Value> {
    /// Its name in the columns of `examples/clicks.rs` and in the hash of the weights.
    pub name: &'static str,
    value: Value,
    /// What it is, in one line.
    pub meaning: &'static str,
}

/// The value of a feature by two-ply search.
type OfLeaf = fn(&Leaf) -> f64;

/// The value of a feature by three-ply search.
type OfThreePly = fn(&ThreePly) -> f64;

const fn row<Value: Copy>(name: &'static str, value: Value, meaning: &'static str) -> Feature<Value> {
    Feature { name, value, meaning }
}

/// Features by two-ply search, in the order of the inputs of the first ensemble. A new one stands anywhere; then
/// `scripts/fit-clicks.sh` makes new weights.
#[rustfmt::skip]
pub const TWO_PLY: [Feature<OfLeaf>; 62] = [
    row("safest", |x| x.outlook().safest, "safety of the safest cell after"),
    row("second safest", |x| x.outlook().second, "safety of the second safest cell after"),
    row("certain cells", |x| x.outlook().certain as f64, "certainly safe frontier cells after that may show more than one number"),
    row("floating safety", |x| x.next().floating_safety, "safety of a floating cell after"),
    row("floating cells", |x| x.is.floating, "floating cells after"),
    row("ln models", |x| x.is.ln_models, "natural logarithm of the number of models after"),
    row("entropy", |x| x.is.entropy, "sum of the binary entropies of the frontier cells after, in nats"),
    row("spread", |x| x.is.spread, "sum over the frontier cells after of the smaller of safety and risk"),
    row("cells", |x| x.is.cells, "frontier cells after"),
    row("mines", |x| x.is.mines, "frontier cells after that are certain mines"),
    row("risks", |x| x.is.risks, "sum over the open components after of -ln of the safety of the safest uncertain cell"),
    row("mines left", |x| x.is.mines_left, "mines on unknown cells after; expected if the total is unknown"),
    row("components", |x| x.is.components, "open components after"),
    row("components alone", |x| x.is.alone, "isolated open components after"),
    row("risks alone", |x| x.is.alone_risks, "`risks` of the isolated open components"),
    row("cells alone", |x| x.is.alone_cells, "cells of the isolated open components"),
    row("entropy alone", |x| x.is.alone_entropy, "`entropy` of the isolated open components"),
    row("likely 1", |x| x.is.likely[0], "uncertain frontier cells after of a safety of at least 0.9"),
    row("likely 2", |x| x.is.likely[1], "the same of at least 0.8"),
    row("likely 3", |x| x.is.likely[2], "the same of at least 0.65"),
    row("touching", |x| x.is.touching, "frontier cells after, not certainly safe, next to floating cells"),
    row("touched", |x| x.is.touched, "floating cells after next to frontier cells"),
    row("closed", |x| x.is.closed, "floating cells after with at most three unknown neighbours"),
    row("corners", |x| x.is.corners, "unknown corners of the board after"),
    row("border", |x| x.is.border, "unknown cells on the border of the board after, corners included"),
    row("mines missing at the number", |x| x.missing, "mines not yet known around the cell that shows the number"),
    row("cells at the number", |x| x.around, "unknown cells around it"),
    row("expected mines", |x| x.is.expected, "expected mines on the frontier after"),
    row("ln largest component", |x| x.is.largest, "natural logarithm of the arrangements of the largest component after"),
    row("opens", |x| x.is.opens, "sum over the certainly safe cells after of the floating cells next to them"),
    row("tells", |x| x.is.tells, "sum over the certainly safe cells after of `spread` of their component's cells next to them"),
    row("mines known at the number", |x| x.known, "known mines around the cell that shows the number"),
    row("ln certain cells", |x| (x.outlook().certain as f64).ln_1p(), "ln of `certain cells`"),
    row("ln floating cells", |x| x.is.floating.ln_1p(), "ln of `floating cells`"),
    row("ln ln models", |x| x.is.ln_models.ln_1p(), "ln of 1 more than `ln models`"),
    row("ln cells", |x| x.is.cells.ln_1p(), "ln of `cells`"),
    row("ln mines", |x| x.is.mines.ln_1p(), "ln of `mines`"),
    row("ln mines left", |x| x.is.mines_left.ln_1p(), "ln of `mines left`"),
    row("ln cells alone", |x| x.is.alone_cells.ln_1p(), "ln of `cells alone`"),
    row("ln touching", |x| x.is.touching.ln_1p(), "ln of `touching`"),
    row("ln touched", |x| x.is.touched.ln_1p(), "ln of `touched`"),
    row("ln closed", |x| x.is.closed.ln_1p(), "ln of `closed`"),
    row("ln expected mines", |x| x.is.expected.ln_1p(), "ln of `expected mines`"),
    row("ln opens", |x| x.is.opens.ln_1p(), "ln of `opens`"),
    row("ln safest", |x| ln(x.outlook().safest), "natural logarithm of `safest`, of at least 0.001"),
    row("ln second safest", |x| ln(x.outlook().second), "natural logarithm of `second safest`, of at least 0.001"),
    row("progress", |x| f64::from(u8::from(x.outlook().certain > 0)), "1 if there are `certain cells`, else 0"),
    row("change of ln models", |x| x.is.ln_models - x.was().ln_models, "`ln models` after less before"),
    row("change of entropy", |x| x.is.entropy - x.was().entropy, "`entropy` after less before"),
    row("change of spread", |x| x.is.spread - x.was().spread, "`spread` after less before"),
    row("change of mines", |x| x.is.mines - x.was().mines, "`mines` after less before"),
    row("change of cells", |x| x.is.cells - x.was().cells, "`cells` after less before"),
    row("change of risks", |x| x.is.risks - x.was().risks, "`risks` after less before"),
    row("50/50s", |x| x.before.fifties, "expected number of 50/50s before"),
    row("influence", |x| x.click.influence, "share of the models where the cell would be half of a 50/50"),
    row("safety", |x| x.safety, "safety of the cell of the click"),
    row("ln of the safety over the best", |x| (x.safety / x.before.best).ln(), "natural logarithm of `safety` as a share of the best before"),
    row("spread around", spread_around, "sum over the unknown cells around the click of the smaller of safety and risk, before"),
    row("ln models before", |x| x.was().ln_models, "natural logarithm of the number of models before"),
    row("surprise", |x| -(x.number.share / x.safety).ln(), "-ln of the probability of the number where the cell is safe"),
    row("score", |x| x.click.score, "two-ply score of the click"),
    row("sides", |x| x.sides, "sides of the board that the cell is at"),
];

/// Features by three-ply search, further inputs of the second ensemble.
#[rustfmt::skip]
pub const THREE_PLY: [Feature<OfThreePly>; 4] = [
    row("click after", |x| x.best, "chance to survive the best guess after and the click after it; 1 if no guess follows"),
    row("ln click after", |x| ln(x.best), "natural logarithm of `click after`, of at least 0.001"),
    row("second click after", |x| x.second, "the same chance of the second best guess"),
    row("progress after", |x| x.progress, "the most probable certain progress by a guess after"),
];

/// Inputs of the first ensemble.
pub const PLAIN: usize = TWO_PLY.len();

/// Inputs of the second ensemble: those of the first, then the three-ply ones.
pub const ALL: usize = PLAIN + THREE_PLY.len();

/// Name and meaning of all features, in the order of the inputs.
pub fn features() -> impl Iterator<Item = (&'static str, &'static str)> {
    TWO_PLY.iter().map(|f| (f.name, f.meaning)).chain(THREE_PLY.iter().map(|f| (f.name, f.meaning)))
}

fn ln(safety: f64) -> f64 {
    safety.max(LEAST_SAFETY).ln()
}

/// The features of a number with those by three-ply search.
pub fn with_three_ply(plain: &[f64; PLAIN], after: ThreePly) -> [f64; ALL] {
    let mut all = [0.0; ALL];
    all[..PLAIN].copy_from_slice(plain);
    all[PLAIN..].copy_from_slice(&THREE_PLY.each_ref().map(|feature| (feature.value)(&after)));
    all
}

/// The position before the click.
pub struct Before<'a> {
    base: &'a CountedPosition,
    standing: PositionFigures,
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

    /// The features where the click shows a number.
    pub fn features(&self, click: &Click, number: &Number) -> [f64; PLAIN] {
        let leaf = Leaf::new(self, click, number);
        TWO_PLY.each_ref().map(|feature| (feature.value)(&leaf))
    }
}

/// A leaf of the two-ply search: a click that shows a number.
pub struct Leaf<'a> {
    before: &'a Before<'a>,
    click: &'a Click,
    number: &'a Number,
    /// The position after the number.
    is: PositionFigures,
    safety: f64,
    missing: f64,
    around: f64,
    known: f64,
    sides: f64,
}

impl<'a> Leaf<'a> {
    fn new(before: &'a Before<'a>, click: &'a Click, number: &'a Number) -> Self {
        let (base, next, cell) = (before.base, &number.next, click.cell);
        let (missing, around) = next.open_clue(cell).unwrap_or((0, 0));
        Leaf {
            before,
            click,
            number,
            is: next.standing(),
            safety: base.safety(cell),
            missing: f64::from(missing),
            around: f64::from(around),
            known: next.tracker.mines_around(cell) as f64,
            sides: sides(&base.tracker, cell) as f64,
        }
    }

    fn next(&self) -> &CountedPosition {
        &self.number.next
    }

    fn was(&self) -> &PositionFigures {
        &self.before.standing
    }

    fn outlook(&self) -> &Outlook {
        &self.number.outlook
    }
}

fn spread_around(x: &Leaf) -> f64 {
    let base = x.before.base;
    let spread = |c: u32| base.safety(c).min(1.0 - base.safety(c));
    base.tracker.unknown_around(x.click.cell).map(spread).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::players::lookahead::candidate::Candidate;
    use crate::play::players::lookahead::decisions::candidates;
    use crate::play::players::lookahead::ensemble::Ensemble;
    use crate::play::players::lookahead::settings::{LookaheadSettings, RECOMMENDED};
    use crate::play::small_boards;

    /// The numbers partition the models in which the cell is safe; each leaves its share of the models.
    #[test]
    fn features_agree_with_each_other_and_with_the_position() {
        let at = |name: &str| TWO_PLY.iter().position(|f| f.name == name).unwrap();
        let mut checked = 0;
        for (board, tracker, position) in small_boards::positions(12, 400) {
            let all = candidates(LookaheadSettings { models: 0, ..RECOMMENDED }, &position, &tracker);
            for Candidate { cell, score, value, numbers } in &all {
                let risk = position.risks.iter().find(|r| r.0 == *cell).unwrap().1;
                assert!((numbers.iter().map(|n| n.0).sum::<f64>() - (1.0 - risk)).abs() < 1e-9);
                let mut alone = [Candidate { cell: *cell, score: *score, value: 0.0, numbers: numbers.clone() }];
                Ensemble::first().value(&mut alone);
                assert_eq!(alone[0].value, *value);
                for (share, features) in numbers {
                    let of = |name: &str| features[at(name)];
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
