//! Possible numbers of mines of each component if all together leave a number that the floating cells can hold: sums of
//! sets up a binary tree, the rest of the total down again.

use super::mine_set::MineSet;

/// The numbers of mines that components can take, and their sums level by level: the parent of nodes 2i and 2i + 1 of a
/// level is node i of the next. The last level has one node.
pub struct Shares {
    levels: Vec<Vec<MineSet>>,
}

impl Shares {
    /// From the set of every component.
    pub fn new(components: Vec<MineSet>) -> Self {
        let mut levels = vec![components];
        if levels[0].is_empty() {
            levels[0].push(MineSet::interval(0, 0));
        }
        while levels[levels.len() - 1].len() > 1 {
            let below = &levels[levels.len() - 1];
            let above = below.chunks(2).map(|pair| match pair {
                [left, right] => left.plus(right),
                _ => pair[0].clone(),
            });
            levels.push(above.collect());
        }
        Shares { levels }
    }

    /// The numbers of mines that all components together can take.
    pub fn all(&self) -> &MineSet {
        &self.levels[self.levels.len() - 1][0]
    }

    /// For every component the numbers of mines it takes in some choice whose sum is in `goal`.
    pub fn allowed(&self, goal: &MineSet) -> Vec<MineSet> {
        let mut above = vec![self.all().intersection(goal)];
        for level in self.levels.iter().rev().skip(1) {
            let mut below = Vec::with_capacity(level.len());
            for (pair, goal) in level.chunks(2).zip(above) {
                match pair {
                    [left, right] => {
                        below.push(goal.plus(&right.reflected(0)).intersection(left));
                        below.push(goal.plus(&left.reflected(0)).intersection(right));
                    }
                    _ => below.push(goal),
                }
            }
            above = below;
        }
        above
    }

    /// One choice whose sum is `sum`, an element of [`Shares::all`].
    pub fn choose(&self, sum: i64) -> Vec<i64> {
        let mut above = vec![sum];
        for level in self.levels.iter().rev().skip(1) {
            let mut below = Vec::with_capacity(level.len());
            for (pair, sum) in level.chunks(2).zip(above) {
                match pair {
                    [left, right] => {
                        let fits = left.intersection(&right.reflected(sum));
                        let first = fits.bounds().map_or(0, |b| b.0);
                        below.extend([first, sum - first]);
                    }
                    _ => below.push(sum),
                }
            }
            above = below;
        }
        above
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(elements: &[i64]) -> MineSet {
        let mut set = MineSet::default();
        elements.iter().for_each(|&e| set.unite(&MineSet::interval(e, e), 0));
        set
    }

    #[test]
    fn what_components_may_take() {
        let shares = Shares::new(vec![set(&[0, 3]), set(&[1, 2]), set(&[0, 5])]);
        assert_eq!(*shares.all(), set(&[1, 2, 4, 5, 6, 7, 9, 10]));
        assert_eq!(shares.allowed(&set(&[3, 5])), [set(&[3]), set(&[2]), set(&[0])]);
        assert_eq!(shares.allowed(&MineSet::interval(4, 6)), [set(&[0, 3]), set(&[1, 2]), set(&[0, 5])]);
        for sum in [1, 2, 4, 5, 6, 7, 9, 10] {
            let choice = shares.choose(sum);
            assert_eq!(choice.iter().sum::<i64>(), sum);
            assert!([0, 3].contains(&choice[0]) && [1, 2].contains(&choice[1]) && [0, 5].contains(&choice[2]));
        }
        assert_eq!(*Shares::new(vec![]).all(), set(&[0]));
    }
}
