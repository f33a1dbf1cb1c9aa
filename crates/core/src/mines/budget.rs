//! A total with the floating cells that it also covers: arithmetic on ranges of numbers of mines.

/// The mines of a total, for components and floating cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MineBudget {
    /// The total.
    pub mines: i64,
    /// Cells in no sum.
    pub floating: i64,
}

/// What a budget does to components with ranges of mines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Restriction {
    /// Nothing: any numbers within the ranges meet it and leave the floating cells neither all safe nor all mines.
    Loose,
    /// Per component the range that the ranges of the others can complete.
    Windows(Vec<(i64, i64)>),
    /// The ranges cannot meet it.
    Impossible,
}

impl MineBudget {
    /// The budget of a total, if there is one, over `cells`, of which `floating` are in no sum. A total beyond the
    /// cells is as impossible one step beyond, and no arithmetic overflows there.
    pub fn new(total: Option<i64>, cells: usize, floating: usize) -> Option<Self> {
        total.map(|mines| MineBudget { mines: mines.clamp(-1, cells as i64 + 1), floating: floating as i64 })
    }

    /// The fewest and the most mines that the floating cells leave to the components together.
    pub fn on_components(&self) -> (i64, i64) {
        (self.mines - self.floating, self.mines)
    }

    /// The mines on the floating cells beside `mines` on the components; None if they cannot hold these.
    pub fn rest(&self, mines: i64) -> Option<usize> {
        let rest = self.mines - mines;
        (0..=self.floating).contains(&rest).then_some(rest as usize)
    }

    /// (some floating cell can be safe, some can be a mine) where the components can have from the fewest to the most of
    /// these mines together. All floating cells are alike.
    pub fn floating_can(&self, (fewest, most): (i64, i64)) -> (bool, bool) {
        (self.mines - most < self.floating, self.mines > fewest)
    }

    /// True if this is [`Restriction::Loose`] for components with these ranges.
    pub fn is_loose(&self, ranges: &[(i64, i64)]) -> bool {
        let (least, most) = sum(ranges);
        self.floating > 0 && self.mines > most && self.mines - least < self.floating
    }

    /// True if some sum of numbers within the ranges meets the total.
    pub fn is_met_by(&self, ranges: &[(i64, i64)]) -> bool {
        let (least, most) = sum(ranges);
        least <= self.mines && self.mines - self.floating <= most
    }

    /// What the total does to components whose mines are within these ranges.
    pub fn restriction(&self, ranges: &[(i64, i64)]) -> Restriction {
        if self.is_loose(ranges) {
            return Restriction::Loose;
        }
        let (least, most) = sum(ranges);
        let window = |&(low, high): &(i64, i64)| {
            let from = low.max(self.mines - self.floating - (most - high));
            let to = high.min(self.mines - (least - low));
            (from <= to).then_some((from, to))
        };
        let windows = self.is_met_by(ranges).then(|| ranges.iter().map(window).collect()).flatten();
        windows.map_or(Restriction::Impossible, Restriction::Windows)
    }
}

fn sum(ranges: &[(i64, i64)]) -> (i64, i64) {
    ranges.iter().fold((0, 0), |sum, range| (sum.0 + range.0, sum.1 + range.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Ranges of up to three components, and a budget.
    fn random(rng: &mut Rng) -> (Vec<(i64, i64)>, MineBudget) {
        let mut range = |_| (rng.index(4) as i64, rng.index(6) as i64);
        let ranges: Vec<(i64, i64)> = (0..3).map(&mut range).map(|(low, more)| (low, low + more - 1)).collect();
        let most = rng.index(4);
        let kept = ranges.into_iter().filter(|r| r.0 <= r.1 || rng.chance(0.1)).take(most).collect();
        (kept, MineBudget { mines: rng.index(20) as i64 - 1, floating: rng.index(12) as i64 })
    }

    #[test]
    fn ranges_agree_with_trying_all() {
        let mut rng = Rng::new(4);
        let mut kinds = [0; 3];
        for _ in 0..6000 {
            let (ranges, budget) = random(&mut rng);
            let mut choices = vec![vec![]];
            for &(low, high) in &ranges {
                let with = |choice: &Vec<i64>| (low..=high).map(|n| [&choice[..], &[n]].concat()).collect::<Vec<_>>();
                choices = choices.iter().flat_map(with).collect();
            }
            let sum = |choice: &Vec<i64>| choice.iter().sum::<i64>();
            let met: Vec<&Vec<i64>> = choices.iter().filter(|c| budget.rest(sum(c)).is_some()).collect();
            let taken: Vec<i64> = met.iter().map(|c| sum(c)).collect();
            for &n in &taken {
                let (least, most) = budget.on_components();
                assert!(least <= n && n <= most && budget.rest(n) == Some((budget.mines - n) as usize));
            }
            let bounds = taken.iter().min().zip(taken.iter().max()).map(|(&a, &b)| (a, b));
            let can = bounds.map(|bounds| budget.floating_can(bounds));
            let free = |n: &i64| budget.mines - n < budget.floating;
            assert_eq!(can, bounds.map(|_| (taken.iter().any(free), taken.iter().any(|&n| n < budget.mines))));
            match budget.restriction(&ranges) {
                // Every choice meets the total and leaves some floating cell safe and some a mine.
                Restriction::Loose => {
                    kinds[0] += 1;
                    let leaves = |c| free(&sum(c)) && budget.mines > sum(c) && budget.rest(sum(c)).is_some();
                    assert!(budget.is_loose(&ranges) && choices.iter().all(leaves));
                }
                Restriction::Windows(windows) => {
                    kinds[1] += 1;
                    assert!(budget.is_met_by(&ranges) && windows.len() == ranges.len());
                    for (component, &window) in windows.iter().enumerate() {
                        let own = |c: &&Vec<i64>| c[component];
                        assert_eq!(met.iter().map(own).min().zip(met.iter().map(own).max()), Some(window));
                    }
                }
                Restriction::Impossible => {
                    kinds[2] += 1;
                    assert!(met.is_empty());
                }
            }
        }
        assert!(kinds.iter().all(|&n| n > 500), "{kinds:?}");
    }

    #[test]
    fn totals_beyond_the_cells() {
        assert_eq!(MineBudget::new(None, 5, 2), None);
        assert_eq!(MineBudget::new(Some(3), 5, 2), Some(MineBudget { mines: 3, floating: 2 }));
        for (total, cells) in [(i64::MIN, 5), (i64::MAX, 5), (-3, 0), (6, 5)] {
            let budget = MineBudget::new(Some(total), cells, cells).expect("a total");
            assert!(!budget.is_met_by(&[]) && budget.restriction(&[]) == Restriction::Impossible);
        }
    }
}
