//! Exact inference where a clue is not an equation but a likelihood over the true number of mines around it (the
//! uncertain clues of system A).
//!
//! The weight of a model is the product of the likelihoods of its clues; a cell's mine probability is the share of its
//! models in the weight of all. Likelihoods are integers in units of one common denominator, so that
//! [`Likelihoods::weigh`] over `BigUint` is exact, a rational number with one denominator for all cells; over `f64`
//! every term is positive and nothing cancels, and weights are scaled so that a board of any size stays in its range.
//!
//! An ordinary sum is a likelihood that is 1 at its count and 0 elsewhere, so the same sweep is an engine as well.

mod equations;
mod join;
mod sweep;
mod tilt;
mod weight;

pub use equations::FAMILY;
pub use weight::Weight;

use super::{Control, Stop};
use join::JoinedLikelihoods;
use sweep::{ForwardSweep, LikelihoodComponent};

/// Denominator of all likelihoods: 1/1 to 1/9 are integers in its units.
pub const UNIT: u32 = 2520;

/// Sweeps at most, each under better odds.
const MOST_SWEEPS: usize = 6;

/// A clue: the likelihood of the shown number for each number of mines among its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likelihood {
    /// Variables, ascending.
    pub cells: Vec<u32>,
    /// By mines among the cells, 0 to `cells.len()`: the likelihood in units of 1 / [`UNIT`].
    pub ways: Vec<u32>,
}

/// Variables under likelihoods and perhaps a total.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Likelihoods {
    /// Number of variables, those in no clue included.
    pub cells: usize,
    /// One per uncertain clue; their likelihoods multiply.
    pub clues: Vec<Likelihood>,
    /// Mines among all variables; None: unknown.
    pub total: Option<i64>,
}

/// The weight of all models, and of those with a mine at each cell, in one unit.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelWeights<W> {
    /// Sum over all models; 0 if none is possible.
    pub all: W,
    /// One per variable: the part of `all` with a mine there.
    pub mined: Vec<W>,
}

impl Likelihoods {
    /// The same with mines and safe cells exchanged.
    pub fn turned(&self) -> Likelihoods {
        let turned = |clue: &Likelihood| Likelihood {
            cells: clue.cells.clone(),
            ways: clue.ways.iter().rev().copied().collect(),
        };
        let total = self.total.map(|total| self.cells as i64 - total);
        Likelihoods { cells: self.cells, clues: self.clues.iter().map(turned).collect(), total }
    }

    /// Weighs all models, component by component. `all` is zero if no model has positive weight. A node is a state of a
    /// sweep; if all values are possible their number is exponential in the open clues. Floats have a common factor.
    ///
    /// # Errors
    /// A limit ran out, or more clues are open at once, or more cells are in one, than a state holds
    /// ([`Stop::Unsupported`]).
    pub fn weigh<W: Weight>(&self, control: &mut Control) -> Result<ModelWeights<W>, Stop> {
        let parts = LikelihoodComponent::split(self, control)?;
        let (sweeps, odds) = self.sweep(&parts, control)?;
        self.weights(&parts, &sweeps, &odds, control)
    }

    /// The forward sweeps of the components, and the factor of a mine in their weights.
    fn sweep<W: Weight>(
        &self,
        parts: &[LikelihoodComponent],
        control: &mut Control,
    ) -> Result<(Vec<ForwardSweep<W>>, W), Stop> {
        let mut odds = self.total.map_or_else(W::one, |total| W::odds(total, self.cells));
        // A sweep that loses models to underflow shows in which direction they are.
        for _ in 1..MOST_SWEEPS {
            let sweeps = parts.iter().map(|p| p.forward(&odds, control)).collect::<Result<Vec<_>, _>>()?;
            let tallies = sweeps.iter().map(|sweep| sweep.tally.as_slice());
            let better = self.total.and_then(|total| W::better_odds(tallies, self.floating(parts), total, &odds));
            let Some(better) = better else { return Ok((sweeps, odds)) };
            odds = better;
        }
        let sweeps = parts.iter().map(|p| p.forward(&odds, control)).collect::<Result<Vec<_>, _>>()?;
        Ok((sweeps, odds))
    }

    /// Number of cells in no component.
    fn floating(&self, parts: &[LikelihoodComponent]) -> usize {
        self.cells - parts.iter().map(|p| p.order.len()).sum::<usize>()
    }

    /// Clues without cells only scale, or make all weights 0.
    fn empty<W: Weight>(&self) -> W {
        self.clues.iter().filter(|c| c.cells.is_empty()).fold(W::one(), |w, c| w * &W::of(c.ways[0]))
    }

    fn weights<W: Weight>(
        &self,
        parts: &[LikelihoodComponent],
        sweeps: &[ForwardSweep<W>],
        odds: &W,
        control: &mut Control,
    ) -> Result<ModelWeights<W>, Stop> {
        let joined = JoinedLikelihoods::new(sweeps, self.floating(parts), self.total, odds, control)?;
        let empty = self.empty::<W>();
        control.memory(self.cells as u64 * joined.all.bytes())?;
        let mut mined = vec![joined.floating.clone() * &empty; self.cells];
        for ((part, sweep), context) in parts.iter().zip(sweeps).zip(&joined.context) {
            for (&cell, (mine, any)) in part.order.iter().zip(part.backward(sweep, context, odds, control)?) {
                mined[cell as usize] = W::part_of(&joined.all, mine, &any) * &empty;
            }
        }
        Ok(ModelWeights { all: joined.all * &empty, mined })
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigUint;
    use num_traits::{ToPrimitive, Zero};

    use super::*;
    use crate::rng::Rng;
    use crate::system::ratio_to_f64;

    fn by_brute(given: &Likelihoods) -> ModelWeights<BigUint> {
        let mut weights = ModelWeights { all: BigUint::zero(), mined: vec![BigUint::zero(); given.cells] };
        for model in 0u32..1 << given.cells {
            if given.total.is_some_and(|t| t != i64::from(model.count_ones())) {
                continue;
            }
            let weight: BigUint = given
                .clues
                .iter()
                .map(|c| BigUint::from(c.ways[c.cells.iter().filter(|&&v| model >> v & 1 == 1).count()]))
                .product();
            (0..given.cells).filter(|v| model >> v & 1 == 1).for_each(|v| weights.mined[v] += &weight);
            weights.all += weight;
        }
        weights
    }

    fn random(rng: &mut Rng) -> Likelihoods {
        let cells = 1 + rng.index(11);
        let clues = (0..rng.index(7))
            .map(|_| {
                let n = rng.index(cells.min(6) + 1);
                let mut at: Vec<u32> = rng.sample(cells, n).into_iter().map(|c| c as u32).collect();
                at.sort_unstable();
                let ways = (0..=n).map(|_| if rng.chance(0.3) { 0 } else { rng.below(40) as u32 }).collect();
                Likelihood { cells: at, ways }
            })
            .collect();
        let total = rng.chance(0.6).then(|| rng.below(cells as u64 + 2) as i64 - 1);
        Likelihoods { cells, clues, total }
    }

    #[test]
    fn equal_to_brute_force() {
        let mut rng = Rng::new(41);
        for _ in 0..3_000 {
            let given = random(&mut rng);
            let exact: ModelWeights<BigUint> = given.weigh(&mut Control::default()).unwrap();
            assert_eq!(exact, by_brute(&given), "{given:?}");
            let turned: ModelWeights<BigUint> = given.turned().weigh(&mut Control::default()).unwrap();
            assert_eq!(turned.all, exact.all, "{given:?}");
            assert!(turned.mined.iter().zip(&exact.mined).all(|(a, b)| a + b == exact.all), "{given:?}");
            let rounded: ModelWeights<f64> = given.weigh(&mut Control::default()).unwrap();
            assert_eq!(rounded.all == 0.0, exact.all.is_zero(), "{given:?}");
            if rounded.all > 0.0 {
                for (a, b) in rounded.mined.iter().zip(&exact.mined) {
                    let (share, chance) = (a / rounded.all, b.to_f64().unwrap() / exact.all.to_f64().unwrap());
                    assert!((share - chance).abs() < 1e-12, "{given:?}: {share} {chance}");
                    assert_eq!(*a == 0.0, b.is_zero());
                }
            }
        }
    }

    #[test]
    fn floats_stay_in_their_range_on_boards_of_any_size() {
        let one_of =
            |cells: Vec<u32>| Likelihood { ways: (0..=cells.len()).map(|k| u32::from(k == 1) * UNIT).collect(), cells };
        let chain: Vec<Likelihood> = (0..300).map(|i| one_of((2 * i..2 * i + 4).collect())).collect();
        let parts: Vec<Likelihood> = (0..500).map(|i| one_of((8 * i..8 * i + 8).collect())).collect();
        // Chains of clues that allow many numbers of mines.
        let one_or_two = |at: u32| Likelihood { cells: (at..at + 5).collect(), ways: vec![0, UNIT, UNIT / 2, 0, 0, 0] };
        let loose: Vec<Likelihood> = (0..100).map(|i| one_or_two(3 * i)).collect();
        for (clues, cells, total) in [
            (&chain, 602, None),
            (&chain, 602, Some(200)),
            (&chain, 25_600, Some(4_000)),
            (&parts, 4_000, None),
            (&parts, 25_600, Some(3_840)),
            (&parts, 25_600, Some(20_000)),
            (&parts, 4_001, Some(501)),
            (&parts, 4_001, Some(502)),
            (&chain, 602, Some(151)),
            (&loose, 6_000, Some(2_000)),
            (&loose, 6_000, Some(40)),
            (&loose, 60_000, Some(50_000)),
        ] {
            let given = Likelihoods { cells, clues: clues.clone(), total };
            let exact: ModelWeights<BigUint> = given.weigh(&mut Control::default()).unwrap();
            let rounded: ModelWeights<f64> = given.weigh(&mut Control::default()).unwrap();
            assert_eq!(rounded.all > 0.0, !exact.all.is_zero(), "{cells} {total:?}");
            if exact.all.is_zero() {
                continue;
            }
            for (a, b) in rounded.mined.iter().zip(&exact.mined) {
                let (share, chance) = (a / rounded.all, ratio_to_f64(b, &exact.all));
                assert!((share - chance).abs() < 1e-9, "{cells} {total:?}: {share} {chance}");
                assert_eq!(*a == 0.0, b.is_zero());
            }
        }
    }

    #[test]
    fn limits_hold_everywhere() {
        use crate::engine::Limits;
        use std::time::Duration;
        // Many components: most of the work is joining them and looking back.
        let clue = |i: u32| Likelihood { cells: (8 * i..8 * i + 8).collect(), ways: (1..10).collect() };
        for total in [None, Some(2_000)] {
            let given = Likelihoods { cells: 9_000, clues: (0..1_000).map(clue).collect(), total };
            let stopped = |limits: Limits| given.weigh::<BigUint>(&mut Control::new(limits)).err();
            assert_eq!(stopped(Limits { time: Some(Duration::ZERO), ..Limits::default() }), Some(Stop::Timeout));
            assert_eq!(stopped(Limits { memory: Some(10), ..Limits::default() }), Some(Stop::Memory));
            assert_eq!(stopped(Limits { nodes: Some(10), ..Limits::default() }), Some(Stop::Nodes));
        }
    }

    #[test]
    fn too_wide_is_unsupported() {
        let clues = (0..200).map(|i| Likelihood { cells: vec![i, 400 - i], ways: vec![1, 2, 1] });
        let narrow = Likelihoods { cells: 401, clues: clues.collect(), total: None };
        assert!(narrow.weigh::<f64>(&mut Control::default()).is_ok());
        let mut wide = Vec::new();
        for i in 0..80u32 {
            for j in 0..i {
                wide.push(Likelihood { cells: vec![j, i], ways: vec![1, 2, 1] });
            }
        }
        let wide = Likelihoods { cells: 80, clues: wide, total: None };
        let stopped = wide.weigh::<f64>(&mut Control::default());
        assert!(matches!(stopped, Err(Stop::Unsupported(why)) if why.contains("open at once")));
        for (cells, fits) in [(15, true), (16, false)] {
            let clue = Likelihood { cells: (0..cells).collect(), ways: vec![1; cells as usize + 1] };
            let one = Likelihoods { cells: cells as usize, clues: vec![clue], total: None };
            assert_eq!(one.weigh::<f64>(&mut Control::default()).is_ok(), fits);
        }
    }
}
