//! Joining components at scale, where exact numbers per cell would be too large: the weight of every solution of a
//! component, in [`Wide`] numbers.
//!
//! Sums of many independent numbers of mines keep close to their means. So the ends of a product that hardly weigh are cut
//! off, and what that may cost any result is bounded. For any r > 0 the weight `w[k]` of k mines is at most
//! `W r^k` with `W = max w[k] r^-k`; so models with a share of mines that was cut off weigh at most that share of
//! `W P(r)`, where P is the product of all polynomials (Chernoff 1952). The bound is near the truth where r makes the total
//! the mean.

use std::ops::Range;

use super::wide_polynomial::relative;
use super::{Wide, WidePolynomial, chance};
use crate::threads::{Halt, HaltCheck, in_parallel, ranges, threads};

/// Degrees of all parts together from which ends are cut off.
const CUT_FROM: usize = 512;
/// Halvings of the interval of r's logarithm.
const HALVINGS: usize = 40;
/// More than all errors of floating point in a bound, as a natural logarithm.
const CARE: f64 = 3.0;

/// What `of` makes of every pair of neighbours, given its number; the last one may be alone.
fn of_pairs<T: Send, E>(
    level: &[WidePolynomial],
    of: impl Fn(usize, &[WidePolynomial]) -> T + Sync,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Vec<T>, E> {
    if threads() == 1 {
        return level.chunks(2).enumerate().map(|(i, pair)| check().map(|()| of(i, pair))).collect();
    }
    let pairs = level.len().div_ceil(2);
    // One pair has all threads for itself.
    let parts = if pairs < 2 * threads() { ranges(pairs, pairs) } else { ranges(pairs, 8) };
    let part = |range: Range<usize>, (): &mut (), check: &mut HaltCheck| {
        range
            .map(|i| check().map(|()| of(i, &level[2 * i..level.len().min(2 * i + 2)])))
            .collect::<Result<Vec<T>, Halt>>()
    };
    Ok(in_parallel(parts, || (), part, check)?.into_iter().flatten().collect())
}

/// The logarithm of the number at which the parts and the floating cells have `mines` mines in the mean.
fn tilt(parts: &[WidePolynomial], floating: usize, mines: f64) -> f64 {
    let logarithms: Vec<Vec<f64>> = parts.iter().map(|part| part.tilted(0.0)).collect();
    let mean = |ln: f64| -> f64 {
        let of = |part: &Vec<f64>| {
            let most = part.iter().enumerate().map(|(i, x)| x + i as f64 * ln).fold(f64::NEG_INFINITY, f64::max);
            let (all, mines) = part.iter().enumerate().fold((0.0, 0.0), |(all, mines), (i, x)| {
                let weight = (x + i as f64 * ln - most).exp();
                (all + weight, mines + i as f64 * weight)
            });
            mines / all
        };
        logarithms.iter().map(of).sum::<f64>() + floating as f64 / (1.0 + (-ln).exp())
    };
    let (mut low, mut high) = (-40.0, 40.0);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if mean(middle) < mines { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// Result of joining independent components under a total.
#[derive(Debug, PartialEq)]
pub struct Blend {
    /// Of every component.
    pub contexts: Vec<WideContext>,
    /// Chance of a mine on a floating cell; None where rounding is not certain, 0 without such cells.
    pub floating: Option<f64>,
}

/// What the rest of the board means for a component.
#[derive(Clone, Debug, PartialEq)]
pub struct WideContext {
    /// By the component's mines from the offset of its polynomial, the models per solution, up to a factor common to all
    /// degrees.
    pub models: WidePolynomial,
    /// What they may lack of the models of any solutions, beside rounding.
    pub lost: Wide,
}

impl WideContext {
    /// Of a component whose solutions all stand for equally many models: they are taken as one each, and none is lost.
    pub fn constant() -> Self {
        WideContext { models: WidePolynomial::one(), lost: Wide::ZERO }
    }
}

impl Blend {
    /// From the components' solutions by mines, the number of floating cells, and the mines of all; with `cut` from
    /// polynomials without ends that hardly weigh, if there are many. None if there is no model.
    ///
    /// A product tree upwards and transposed products downwards, over the components that can have more than one number
    /// of mines; the others only shift.
    ///
    /// # Errors
    /// Those of `check`, which is called between slow steps.
    pub fn new<E>(
        parts: &[WidePolynomial],
        (floating, total): (usize, i64),
        cut: bool,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Option<Blend>, E> {
        let loose: Vec<usize> = (0..parts.len()).filter(|&i| parts[i].coefficients.len() > 1).collect();
        let leaves: Vec<WidePolynomial> = loose.iter().map(|&i| parts[i].clone()).collect();
        let least: usize =
            parts.iter().map(|p| p.offset).sum::<usize>() - leaves.iter().map(|p| p.offset).sum::<usize>();
        let rest = total.saturating_sub(least as i64);
        let degrees: usize = leaves.iter().map(|p| p.coefficients.len() - 1).sum();
        let ln = (cut && degrees >= CUT_FROM).then(|| {
            let fixed: usize = leaves.iter().map(|p| p.offset).sum();
            tilt(&leaves, floating, rest as f64 - fixed as f64)
        });
        let (mut levels, mut share) = (vec![leaves], 0.0);
        while levels[levels.len() - 1].len() > 1 {
            let product = |_, pair: &[WidePolynomial]| {
                let [a, b] = pair else { return (pair[0].clone(), 0.0) };
                let mut both = a.times(b);
                let share = ln.map_or(0.0, |ln| both.cut(ln));
                (both, share)
            };
            let (level, shares): (_, Vec<f64>) =
                of_pairs(&levels[levels.len() - 1], product, check)?.into_iter().unzip();
            levels.push(level);
            share += shares.iter().sum::<f64>();
        }
        let product = levels[levels.len() - 1].first().cloned().unwrap_or_else(WidePolynomial::one);
        let most = rest.saturating_sub(product.offset as i64);
        let weights =
            WidePolynomial { offset: product.offset, ..binomials(floating, most, product.coefficients.len()) };
        let lost = match ln {
            Some(ln) if share > 0.0 => match bound(&product, &weights, ln, (most, floating)) {
                Some(all) => Wide::power_of_two(((share.ln() + all + CARE) / std::f64::consts::LN_2).ceil() as i64),
                None => return Blend::new(parts, (floating, total), false, check),
            },
            _ => Wide::ZERO,
        };
        let (models, operations) = product.dot(&weights);
        if models.is_zero() {
            return if lost.is_zero() { Ok(None) } else { Blend::new(parts, (floating, total), false, check) };
        }
        // Of the models with j floating mines, the share j / floating has one on a given cell. A weight that is not 0
        // has 0 <= j.
        let mined = (0..).zip(&weights.coefficients).map(|(i, w): (i64, &Wide)| {
            if w.is_zero() || floating == 0 {
                Wide::ZERO
            } else {
                w.times(Wide::from_u64((most - i) as u64)).over(floating as u64)
            }
        });
        let mined = WidePolynomial { offset: 0, coefficients: mined.collect(), operations: weights.operations + 4 };
        let (mined, more) = product.dot(&mined);
        let floating = if floating == 0 { Some(0.0) } else { chance(mined, models, operations.max(more), lost) };

        // Downwards: the context of a node is its parent's under the other child.
        let mut down = vec![weights];
        for level in levels.iter().rev().skip(1) {
            let contexts = |from: usize, pair: &[WidePolynomial]| match pair {
                [a, b] => vec![down[from].under(b, a), down[from].under(a, b)],
                _ => vec![down[from].clone()],
            };
            down = of_pairs(level, contexts, check)?.into_iter().flatten().collect();
        }
        // Components with one number of mines lose nothing, whatever the join cuts off.
        let mut contexts = vec![WideContext::constant(); parts.len()];
        loose.into_iter().zip(down).for_each(|(i, models)| contexts[i] = WideContext { models, lost });
        Ok(Some(Blend { contexts, floating }))
    }
}

/// The logarithm of a bound on `W P(r)` for a logarithm of r, from the polynomials without ends, or None where the weights
/// beyond these ends may be larger. Their ratios fall, so what falls at an end with respect to `r^k` falls beyond it.
fn bound(product: &WidePolynomial, weights: &WidePolynomial, ln: f64, (most, floating): (i64, usize)) -> Option<f64> {
    let levels = weights.tilted(-ln);
    let (first, last) = (levels.first()?, levels.last()?);
    let inner = |at: usize| levels.get(at).copied().unwrap_or(f64::NEG_INFINITY);
    let goes_on = (most - (floating as i64) < 0, most >= levels.len() as i64);
    if goes_on.0 && *first > inner(1) || goes_on.1 && *last > inner(levels.len().wrapping_sub(2)) {
        return None;
    }
    let weight = levels.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (relative, largest) = relative(&product.tilted(ln));
    let all = largest + relative.iter().sum::<f64>().ln() + weight;
    all.is_finite().then_some(all)
}

/// `C(n, most - i)` for i in `0..len` up to a common factor; 0 outside `0..=n`.
fn binomials(n: usize, most: i64, len: usize) -> WidePolynomial {
    let mut coefficients = vec![Wide::ZERO; len];
    let first = most.saturating_sub(n as i64).max(0);
    let last = most.min(len as i64 - 1);
    let mut value = Wide::ONE;
    for i in first..=last {
        coefficients[i as usize] = value;
        // C(n, k - 1) = C(n, k) * k / (n - k + 1)
        let k = (most - i) as u64;
        value = value.times(Wide::from_u64(k)).over(n as u64 - k + 1);
    }
    WidePolynomial { offset: 0, coefficients, operations: 4 * len as u64 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use crate::system::{ComponentCount, Tally, exact_models, join, ratio_to_f64};
    use crate::threads::with_threads;
    use num_bigint::BigUint;
    use num_traits::Zero;
    use std::convert::Infallible;

    fn spread(tally: &Tally) -> WidePolynomial {
        let coefficients = tally.counts.iter().map(Wide::from_big).collect();
        WidePolynomial { offset: tally.offset, coefficients, operations: 1 }
    }

    #[test]
    fn agrees_with_the_exact_join_at_every_total() {
        let mut rng = Rng::new(8);
        for round in 0..60 {
            let floating = rng.index(40);
            let mut cells = floating as u32;
            let parts: Vec<ComponentCount> = (0..rng.index(7))
                .map(|_| {
                    let counts = (0..=rng.index(5)).map(|_| BigUint::from(rng.below(1 << (1 + round)))).collect();
                    let tally = match Tally::new(rng.index(3), counts) {
                        tally if tally.is_empty() => Tally::one(),
                        tally => tally,
                    };
                    let mined = vec![Tally::new(tally.offset, tally.counts.iter().map(|c| c >> 1u32).collect())];
                    cells += 8;
                    ComponentCount { cells: (cells - 8..cells).collect(), index: vec![0; 8], tally, mined }
                })
                .collect();
            let tallies: Vec<Tally> = parts.iter().map(|p| p.tally.clone()).collect();
            let spreads: Vec<WidePolynomial> = tallies.iter().map(spread).collect();
            for total in (-2..60).chain([i64::MIN, i64::MAX]) {
                let exact = join(cells as usize, &parts, Some(total));
                let Ok(models) =
                    exact_models::<std::convert::Infallible>(&tallies, floating, Some(total), &mut || Ok(()));
                assert_eq!(models, exact.models);
                let Ok(blend) = Blend::new(&spreads, (floating, total), true, &mut || Ok::<(), Infallible>(()));
                let Some(blend) = blend else {
                    assert!(models.is_zero());
                    continue;
                };
                assert!(!models.is_zero());
                for (i, part) in parts.iter().enumerate() {
                    // The tallies of mined cells, padded to the component's degrees.
                    let counts = part.tally.counts.iter().map(|c| Wide::from_big(&(c >> 1u32))).collect();
                    let mined = WidePolynomial { offset: part.tally.offset, coefficients: counts, operations: 1 };
                    let (mined, operations) = mined.dot(&blend.contexts[i].models);
                    let (all, more) = spreads[i].dot(&blend.contexts[i].models);
                    let right = ratio_to_f64(exact.cells.mined(floating + 8 * i), &models);
                    assert_eq!(chance(mined, all, operations.max(more), blend.contexts[i].lost), Some(right));
                }
                if floating > 0 {
                    assert_eq!(blend.floating, Some(ratio_to_f64(exact.cells.mined(0), &models)));
                }
            }
        }
    }

    #[test]
    fn cut_ends_change_no_rounded_chance() {
        let mut rng = Rng::new(9);
        let mut cuts = 0;
        for round in 0..12 {
            // The last kind has one number of mines.
            let kinds: Vec<Vec<u64>> = [3, 2, 5, 4, 1].map(|len| (0..len).map(|_| 1 + rng.below(9)).collect()).into();
            let parts: Vec<WidePolynomial> = (0..700)
                .map(|i| {
                    let kind = if i == 0 { vec![1; 300] } else { kinds[rng.index(5)].clone() };
                    let coefficients = kind.into_iter().map(Wide::from_u64).collect();
                    WidePolynomial { offset: rng.index(3), coefficients, operations: 1 }
                })
                .collect();
            let floating = [0, 100, 5000][round % 3];
            let sum = |f: &dyn Fn(&WidePolynomial) -> usize| parts.iter().map(f).sum::<usize>() as i64;
            let (low, high) = (sum(&|p| p.offset), sum(&|p| p.offset + p.coefficients.len() - 1) + floating as i64);
            for total in [low, low + 3, low + (high - low) / 5, i64::midpoint(low, high), high - 40, high, high + 1] {
                let [all, some] = [false, true].map(|cut| {
                    let check = &mut || Ok::<(), Infallible>(());
                    let Ok(one) = Blend::new(&parts, (floating, total), cut, check);
                    let Ok(more) = with_threads(3, || Blend::new(&parts, (floating, total), cut, check));
                    assert_eq!(one, more, "on several threads, {total}");
                    one
                });
                let (Some(all), Some(some)) = (all, some) else {
                    assert!(total > high);
                    continue;
                };
                cuts += usize::from(!some.contexts[0].lost.is_zero());
                assert!(all.contexts.iter().all(|context| context.lost.is_zero()));
                let agree = |a: Option<f64>, b: Option<f64>| a.is_none() || b.is_none() || a == b;
                assert!(agree(all.floating, some.floating), "{:?} {:?}", all.floating, some.floating);
                let middle = i64::midpoint(low, high);
                for (i, part) in parts.iter().enumerate() {
                    for degree in [0, part.coefficients.len() - 1] {
                        let chance_of = |blend: &Blend| {
                            let WideContext { models, lost } = &blend.contexts[i];
                            let (whole, operations) = part.dot(models);
                            let one = part.coefficients[degree].times(models.coefficients[degree]);
                            chance(one, whole, operations + 8, *lost)
                        };
                        let (right, got) = (chance_of(&all), chance_of(&some));
                        assert!(agree(right, got), "{i} {degree} {total}: {right:?} {got:?}");
                        // In the middle nothing is so improbable that what was lost matters.
                        assert!(total != middle || i == 0 || got.is_some(), "{i} {degree}");
                    }
                }
            }
        }
        assert!(cuts > 20, "{cuts}");
    }
}
