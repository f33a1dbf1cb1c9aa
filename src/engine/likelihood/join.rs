//! Components and floating cells under the total.

use super::Weight;
use super::sweep::Sweep;

/// What all components make together.
pub struct Joined<W> {
    pub all: W,
    /// For each component, by its mines: the weight of everything else.
    pub context: Vec<Vec<W>>,
    /// Weight of the models with a mine at one floating cell.
    pub floating: W,
}

fn times<W: Weight>(a: &[W], b: &[W]) -> Vec<W> {
    let mut product = vec![W::zero(); a.len() + b.len() - 1];
    for (i, x) in a.iter().enumerate().filter(|(_, x)| !x.is_zero()) {
        for (j, y) in b.iter().enumerate().filter(|(_, y)| !y.is_zero()) {
            product[i + j] += &(x.clone() * y);
        }
    }
    product
}

impl<W: Weight> Joined<W> {
    /// Of the tallies by mines, from 0 mines on.
    pub fn new(parts: &[Sweep<W>], floating: usize, total: Option<i64>) -> Self {
        let free = W::binomials(floating);
        // before[i] = the product of the parts before i, after[i] = of the parts from i on.
        let mut before = vec![vec![W::one()]];
        for part in parts {
            before.push(times(&before[before.len() - 1], &part.tally));
        }
        let mut after = vec![vec![W::one()]; parts.len() + 1];
        for i in (0..parts.len()).rev() {
            after[i] = times(&after[i + 1], &parts[i].tally);
        }
        // Weight of the floating cells with all but `mines` of the total.
        let rest = |mines: usize| match total {
            None => free.iter().fold(W::zero(), |mut sum, x| {
                sum += x;
                sum
            }),
            Some(total) => {
                let left = total - mines as i64;
                usize::try_from(left).ok().and_then(|k| free.get(k)).cloned().unwrap_or_else(W::zero)
            }
        };
        let on_floating = |mines: usize| {
            if floating == 0 {
                return W::zero();
            }
            match total {
                None => free.iter().enumerate().fold(W::zero(), |mut sum, (k, x)| {
                    sum += &x.share(k, floating);
                    sum
                }),
                Some(total) => {
                    let k = usize::try_from(total - mines as i64).unwrap_or(0);
                    rest(mines).share(k, floating)
                }
            }
        };
        let (mut all, mut on_one) = (W::zero(), W::zero());
        for (mines, weight) in after[0].iter().enumerate().filter(|(_, w)| !w.is_zero()) {
            all += &(rest(mines) * weight);
            on_one += &(on_floating(mines) * weight);
        }
        let context = (0..parts.len())
            .map(|i| {
                let others = times(&before[i], &after[i + 1]);
                let of = |mines: usize| {
                    others.iter().enumerate().fold(W::zero(), |mut sum, (k, weight)| {
                        sum += &(rest(mines + k) * weight);
                        sum
                    })
                };
                (0..parts[i].tally.len()).map(of).collect()
            })
            .collect();
        Joined { all, context, floating: on_one }
    }
}
