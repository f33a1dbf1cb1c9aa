//! Components and floating cells under the total.

use super::Weight;
use super::sweep::ForwardSweep;
use crate::engine::{Control, Stop};

/// The joined weights of all components.
pub struct JoinedLikelihoods<W> {
    pub all: W,
    /// For each component, by its mines: the weight of everything else.
    pub context: Vec<Vec<W>>,
    /// Weight of the models with a mine at one floating cell.
    pub floating: W,
}

/// A weight near 1, by a factor.
fn near_one<W: Weight>(mut weight: W) -> W {
    let factor = W::factor(std::iter::once(&weight));
    W::scale(std::iter::once(&mut weight), factor);
    weight
}

/// Brings weights near 1 by one factor.
fn rescale<W: Weight>(weights: &mut [W]) {
    let factor = W::factor(weights.iter());
    W::scale(weights.iter_mut(), factor);
}

/// The sum over i of `a[i] * b[from + i]`.
fn dot<W: Weight>(a: &[W], b: &[W], from: usize) -> W {
    let mut sum = W::zero();
    for (x, y) in a.iter().zip(&b[from..]).filter(|(x, y)| !x.is_zero() && !y.is_zero()) {
        sum += &(x.clone() * y);
    }
    sum
}

fn times<W: Weight>(a: &[W], b: &[W], control: &mut Control) -> Result<Vec<W>, Stop> {
    let mut product = vec![W::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        control.tick()?;
        for (j, y) in b.iter().enumerate().filter(|(_, y)| !y.is_zero()) {
            product[i + j] += &(x.clone() * y);
        }
    }
    Ok(product)
}

impl<W: Weight> JoinedLikelihoods<W> {
    /// From the tallies by mines, from 0 mines on; `odds` is the factor of a mine in them. Every context has a factor of its own, and
    /// `all` and `floating` have one in common.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn new(
        parts: &[ForwardSweep<W>],
        floating: usize,
        total: Option<i64>,
        odds: &W,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        match total {
            None => Self::each_by_itself(parts, floating, control),
            Some(total) => Self::under(total, parts, floating, odds, control),
        }
    }

    /// Without a total: sums multiply.
    fn each_by_itself(parts: &[ForwardSweep<W>], floating: usize, control: &mut Control) -> Result<Self, Stop> {
        let sum = |part: &ForwardSweep<W>| {
            part.tally.iter().fold(W::zero(), |mut sum, weight| {
                sum += weight;
                sum
            })
        };
        let sums: Vec<W> = parts.iter().map(sum).collect();
        let mut before = vec![W::subsets(floating)];
        for sum in &sums {
            control.check()?;
            before.push(near_one(before[before.len() - 1].clone() * sum));
        }
        let (mut context, mut after) = (Vec::with_capacity(parts.len()), W::one());
        for (i, part) in parts.iter().enumerate().rev() {
            control.check()?;
            context.push(vec![before[i].clone() * &after; part.tally.len()]);
            after = near_one(after * &sums[i]);
        }
        context.reverse();
        let all = before.swap_remove(parts.len());
        let on_one = if floating == 0 { W::zero() } else { all.share(1, 2) };
        Ok(JoinedLikelihoods { all, context, floating: on_one })
    }

    fn under(
        total: i64,
        parts: &[ForwardSweep<W>],
        floating: usize,
        odds: &W,
        control: &mut Control,
    ) -> Result<Self, Stop> {
        let mut bytes = 0;
        // before[i] = the product of the parts before i.
        let mut before = vec![vec![W::one()]];
        for part in parts {
            let mut product = times(&before[before.len() - 1], &part.tally, control)?;
            rescale(&mut product);
            bytes += product.iter().map(W::bytes).sum::<u64>();
            control.memory(bytes)?;
            before.push(product);
        }
        // beyond[m] = weight of the parts from i on and the floating cells if those before have m mines: at first of
        // the floating cells alone.
        let most = before[parts.len()].len() - 1;
        let mut beyond = W::binomials(floating, total - most as i64, most + 1, odds);
        beyond.reverse();
        let on_floating = |(mines, weight): (usize, &W)| {
            let left = usize::try_from(total - mines as i64).unwrap_or(0);
            weight.share(left, floating.max(1))
        };
        let shares: Vec<W> = beyond.iter().enumerate().map(on_floating).collect();
        let on_one = dot(&before[parts.len()], &shares, 0);
        let all = dot(&before[parts.len()], &beyond, 0);
        let mut context = Vec::with_capacity(parts.len());
        for (i, part) in parts.iter().enumerate().rev() {
            control.check()?;
            context.push((0..part.tally.len()).map(|mines| dot(&before[i], &beyond, mines)).collect());
            beyond = (0..before[i].len()).map(|mines| dot(&part.tally, &beyond, mines)).collect();
            rescale(&mut beyond);
        }
        context.reverse();
        Ok(JoinedLikelihoods { all, context, floating: on_one })
    }
}
