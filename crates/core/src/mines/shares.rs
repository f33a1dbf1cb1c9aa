//! How several parts share a number of mines: sums of their sets up a binary tree, the rest of the number down again.

use super::MineSet;

/// The numbers of mines that each part can have, and those of parts together, two by two up to all.
pub struct Shares {
    parts: usize,
    /// One set per node: the parts, then the joins, each after its two children. The last node is the root.
    sets: Vec<MineSet>,
    /// The children of every join.
    joins: Vec<[u32; 2]>,
}

impl Shares {
    fn leaves(mut sets: Vec<MineSet>) -> Self {
        let parts = sets.len();
        if sets.is_empty() {
            sets.push(MineSet::interval(0, 0));
        }
        Shares { parts, joins: Vec::with_capacity(parts), sets }
    }

    fn join(&mut self, left: u32, right: u32) -> u32 {
        self.sets.push(self.sets[left as usize].plus(&self.sets[right as usize]));
        self.joins.push([left, right]);
        self.sets.len() as u32 - 1
    }

    /// From the set of every part, neighbours joined level by level: each sum is of as few sets as possible.
    pub fn balanced(sets: Vec<MineSet>) -> Self {
        let mut shares = Shares::leaves(sets);
        let mut level: Vec<u32> = (0..shares.sets.len() as u32).collect();
        while level.len() > 1 {
            let pairs = level.chunks(2).map(|pair| match *pair {
                [left, right] => shares.join(left, right),
                _ => pair[0],
            });
            level = pairs.collect();
        }
        shares
    }

    /// The same with every part joined to all parts after it, so that [`Shares::choose`] gives the first part its
    /// smallest share, then the second, and so on.
    pub fn in_order(sets: Vec<MineSet>) -> Self {
        let mut shares = Shares::leaves(sets);
        let last = shares.sets.len() as u32 - 1;
        (0..last).rev().fold(last, |rest, part| shares.join(part, rest));
        shares
    }

    /// The numbers of mines that all parts can have together.
    pub fn all(&self) -> &MineSet {
        &self.sets[self.sets.len() - 1]
    }

    /// For every part its numbers of mines in choices whose sum is in `goal`.
    pub fn allowed(&self, goal: &MineSet) -> Vec<MineSet> {
        self.down(goal.intersection(self.all()), |rest, own| rest.intersection(own))
    }

    /// For every part the numbers, its own or not, that the others can complete to a number in `goal`.
    pub fn completable(&self, goal: &MineSet) -> Vec<MineSet> {
        self.down(goal.clone(), |rest, _| rest)
    }

    /// From the goal of the root those of the parts: a child's is its parent's less what its sibling can have, then cut
    /// with the child's own set by `cut`.
    fn down(&self, goal: MineSet, cut: impl Fn(MineSet, &MineSet) -> MineSet) -> Vec<MineSet> {
        let mut goals = vec![MineSet::default(); self.sets.len()];
        goals[self.sets.len() - 1] = goal;
        for (node, &[left, right]) in (self.parts..self.sets.len()).zip(&self.joins).rev() {
            let goal = std::mem::take(&mut goals[node]);
            for (child, sibling) in [(left, right), (right, left)] {
                let rest = goal.plus(&self.sets[sibling as usize].reflected(0));
                goals[child as usize] = cut(rest, &self.sets[child as usize]);
            }
        }
        goals.truncate(self.parts);
        goals
    }

    /// One choice whose sum is `sum`: of two joined, the first has its smallest number. None if there is no choice.
    pub fn choose(&self, sum: i64) -> Option<Vec<i64>> {
        if !self.all().contains(sum) {
            return None;
        }
        let mut chosen = vec![sum; self.sets.len()];
        for (node, &[left, right]) in (self.parts..self.sets.len()).zip(&self.joins).rev() {
            let fits = self.sets[left as usize].intersection(&self.sets[right as usize].reflected(chosen[node]));
            let first = fits.bounds()?.0;
            (chosen[left as usize], chosen[right as usize]) = (first, chosen[node] - first);
        }
        chosen.truncate(self.parts);
        Some(chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// All choices of one number per part.
    fn choices(parts: &[Vec<i64>]) -> Vec<Vec<i64>> {
        parts.iter().fold(vec![vec![]], |all, part| {
            let with = |choice: &Vec<i64>| part.iter().map(|&n| [&choice[..], &[n]].concat()).collect::<Vec<_>>();
            all.iter().flat_map(with).collect()
        })
    }

    #[test]
    fn shares_agree_with_all_choices() {
        let mut rng = Rng::new(44);
        let (mut met, mut missed) = (0, 0);
        for _ in 0..1500 {
            let mut parts: Vec<Vec<i64>> =
                (0..rng.index(6)).map(|_| (0..7).filter(|_| rng.chance(0.35)).collect()).collect();
            parts.retain(|part| !part.is_empty() || rng.chance(0.1));
            let sets = || parts.iter().map(|part| MineSet::of(part.iter().copied())).collect::<Vec<_>>();
            let all = choices(&parts);
            let sum = |choice: &Vec<i64>| choice.iter().sum::<i64>();
            let from = rng.index(20) as i64 - 2;
            let goal = MineSet::of((0..rng.index(4) as i64).map(|i| from + 2 * i));
            let fitting: Vec<&Vec<i64>> = all.iter().filter(|choice| goal.contains(sum(choice))).collect();
            for shares in [Shares::balanced(sets()), Shares::in_order(sets())] {
                assert_eq!(*shares.all(), MineSet::of(all.iter().map(sum)));
                let (allowed, completable) = (shares.allowed(&goal), shares.completable(&goal));
                assert_eq!((allowed.len(), completable.len()), (parts.len(), parts.len()));
                for part in 0..parts.len() {
                    assert_eq!(allowed[part], MineSet::of(fitting.iter().map(|choice| choice[part])));
                    let others = [&parts[..part], &parts[part + 1..]].concat();
                    for n in -5..30 {
                        let completes = choices(&others).iter().any(|choice| goal.contains(sum(choice) + n));
                        assert_eq!(completable[part].contains(n), completes, "{parts:?} {goal:?} {part} {n}");
                    }
                }
                for n in -2..30 {
                    let choice = shares.choose(n);
                    assert_eq!(choice.is_some(), all.iter().any(|other| sum(other) == n));
                    assert!(choice.is_none_or(|choice| all.contains(&choice) && sum(&choice) == n));
                }
            }
            let first = all.iter().filter(|&choice| sum(choice) == from).min();
            assert_eq!(Shares::in_order(sets()).choose(from).as_ref(), first);
            *(if first.is_some() { &mut met } else { &mut missed }) += 1;
        }
        assert!(met > 300 && missed > 300, "{met} {missed}");
    }
}
