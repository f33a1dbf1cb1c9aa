//! The total as an interval for the mines on the searched cells.

/// The numbers of mines on the searched cells that the total allows: the total as one more sum,
/// satisfied by any number in `least..=most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Interval {
    pub least: i64,
    pub most: i64,
}

impl Interval {
    /// Allows everything.
    pub const FREE: Interval = Interval { least: i64::MIN, most: i64::MAX };

    /// The interval for the rest when `mines` are placed.
    pub fn less(self, mines: i64) -> Self {
        Interval { least: self.least.saturating_sub(mines), most: self.most.saturating_sub(mines) }
    }

    pub fn holds(self, mines: i64) -> bool {
        self.least <= mines && mines <= self.most
    }
}

/// The interval of each part when the others may take any number of mines they can.
pub(super) struct Bounds {
    all: Interval,
    /// Fewest and most mines of each part as known so far, and their sums over all parts.
    parts: Vec<(i64, i64)>,
    sum: (i64, i64),
}

impl Bounds {
    /// Parts of these numbers of cells without further knowledge; `all` is for them together.
    pub fn new(all: Interval, sizes: impl Iterator<Item = usize>) -> Self {
        let parts: Vec<(i64, i64)> = sizes.map(|cells| (0, cells as i64)).collect();
        let most = parts.iter().map(|p| p.1).sum();
        Bounds { all, parts, sum: (0, most) }
    }

    /// The possible mines of part `index`.
    pub fn of(&self, index: usize) -> Interval {
        let (fewest, most) = self.parts[index];
        let least = self.all.least.saturating_sub(self.sum.1 - most);
        Interval { least, most: self.all.most.saturating_sub(self.sum.0 - fewest) }
    }

    /// Records that all solutions of a part have `fewest` to `most` mines.
    pub fn narrow(&mut self, index: usize, fewest: usize, most: usize) {
        let old = std::mem::replace(&mut self.parts[index], (fewest as i64, most as i64));
        self.sum.0 += self.parts[index].0 - old.0;
        self.sum.1 += self.parts[index].1 - old.1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_one_part_narrows_the_others() {
        let mut bounds = Bounds { all: Interval { least: 4, most: 6 }, parts: vec![(0, 3), (0, 5)], sum: (0, 8) };
        assert_eq!(bounds.of(0), Interval { least: -1, most: 6 });
        bounds.narrow(0, 2, 3);
        assert_eq!(bounds.of(1), Interval { least: 1, most: 4 });
        assert!(Interval::FREE.less(5).holds(0));
    }
}
