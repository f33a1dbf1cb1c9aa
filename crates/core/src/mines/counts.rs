//! Possible numbers of mines of each component, found only as far as the total requires.

use std::collections::{BTreeMap, VecDeque};

use super::{MineBudget, MineSet, Shares};

/// Solutions of one component by their number of mines.
pub type SolutionsByMines<S> = BTreeMap<i64, S>;

/// Answer to "is there such a solution?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answered<S> {
    /// This one.
    Solution(S),
    /// Proved: there is none.
    Nothing,
    /// Neither found nor proved.
    Unsure,
}

/// Numbers of mines per component between two sets: with a known solution, and not excluded.
pub struct MineCounts<S> {
    budget: MineBudget,
    /// Per component its solutions met so far.
    pub known: Vec<SolutionsByMines<S>>,
    windows: Vec<(i64, i64)>,
    possible: Vec<MineSet>,
}

/// What a total leaves if each component can have exactly the numbers of its set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TotalEffect {
    /// (some floating cell can be safe, some can be a mine); None: no choice of numbers meets the total.
    pub floating: Option<(bool, bool)>,
    /// Per component the numbers in its window that the others can complete.
    pub components: Vec<MineSet>,
}

/// The effect of a total by what is known.
pub struct Settlement {
    /// If only numbers with a known solution have one.
    pub reached: TotalEffect,
    /// If all numbers have one that are not excluded.
    pub possible: TotalEffect,
}

impl Settlement {
    /// True if both are the same, so that this is the effect of the total.
    pub fn is_certain(&self) -> bool {
        self.reached == self.possible
    }
}

/// The numbers of a range, coarse to fine: both ends, then midpoints.
struct CoarseToFine {
    ends: Vec<i64>,
    gaps: VecDeque<(i64, i64)>,
}

impl CoarseToFine {
    fn new((from, to): (i64, i64)) -> Self {
        let ends = if from < to { vec![to, from] } else { vec![from] };
        CoarseToFine { ends, gaps: VecDeque::from([(from, to)]) }
    }
}

impl Iterator for CoarseToFine {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        if let Some(end) = self.ends.pop() {
            return Some(end);
        }
        let (from, to) = std::iter::from_fn(|| self.gaps.pop_front()).find(|(from, to)| to - from > 1)?;
        let middle = from + (to - from) / 2;
        self.gaps.extend([(from, middle), (middle, to)]);
        Some(middle)
    }
}

fn nearest<S>(known: &SolutionsByMines<S>, mines: i64) -> Option<&S> {
    let sides = known.range(..mines).next_back().into_iter().chain(known.range(mines..).next());
    sides.min_by_key(|(n, _)| (*n - mines).abs()).map(|(_, solution)| solution)
}

impl<S> MineCounts<S> {
    /// `windows`: proved ranges; `known`: solutions met so far. Solutions outside the ranges do no harm, because they
    /// cannot meet the total, and are starting points for others.
    pub fn new(budget: MineBudget, windows: Vec<(i64, i64)>, known: Vec<SolutionsByMines<S>>) -> Self {
        let possible = windows.iter().map(|w| MineSet::interval(w.0, w.1)).collect();
        MineCounts { budget, known, windows, possible }
    }

    /// Numbers of mines that have a known solution.
    fn reached(&self) -> Vec<MineSet> {
        self.known.iter().map(|known| MineSet::of(known.keys().copied())).collect()
    }

    fn effect(&self, sets: Vec<MineSet>) -> TotalEffect {
        let shares = Shares::balanced(sets);
        let (least, most) = self.budget.on_components();
        let goal = MineSet::interval(least, most);
        let windows = self.windows.iter().map(|w| MineSet::interval(w.0, w.1));
        TotalEffect {
            floating: goal.intersection(shares.all()).bounds().map(|taken| self.budget.floating_can(taken)),
            components: shares.completable(&goal).iter().zip(windows).map(|(c, w)| c.intersection(&w)).collect(),
        }
    }

    /// Asks `probe` for solutions of a component with a given number of mines, coarse to fine and in all components
    /// alike, until the answers settle the effect of the total or nothing is left to ask. `probe` also gets a known
    /// solution with nearly that number, if there is one.
    ///
    /// # Errors
    /// Those of `probe`.
    pub fn settle<E>(
        &mut self,
        mut probe: impl FnMut(usize, i64, Option<&S>) -> Result<Answered<S>, E>,
    ) -> Result<Settlement, E> {
        let mut orders: Vec<CoarseToFine> = self.windows.iter().map(|&w| CoarseToFine::new(w)).collect();
        let mut batch = 1;
        loop {
            let (reached, possible) = (self.effect(self.reached()), self.effect(self.possible.clone()));
            let settlement = Settlement { reached, possible };
            if settlement.is_certain() {
                return Ok(settlement);
            }
            let mut asked = false;
            for (c, order) in orders.iter_mut().enumerate() {
                for mines in order.take(batch) {
                    asked = true;
                    if self.known[c].contains_key(&mines) {
                        continue;
                    }
                    match probe(c, mines, nearest(&self.known[c], mines))? {
                        Answered::Solution(solution) => drop(self.known[c].insert(mines, solution)),
                        Answered::Nothing => self.possible[c].remove(mines),
                        Answered::Unsure => {}
                    }
                }
            }
            if !asked {
                return Ok(settlement);
            }
            batch *= 2;
        }
    }

    /// One known solution per component that together meet the total.
    pub fn choose(&self) -> Option<Vec<&S>> {
        let floating = MineSet::interval(0, self.budget.floating);
        let shares = Shares::in_order(self.reached().into_iter().chain([floating]).collect());
        let chosen = shares.choose(self.budget.mines)?;
        self.known.iter().zip(chosen).map(|(known, mines)| known.get(&mines)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn every_number_comes_once() {
        for (from, to) in [(3, 3), (3, 4), (-1, 9), (0, 16)] {
            let mut all: Vec<i64> = CoarseToFine::new((from, to)).collect();
            all.sort_unstable();
            assert_eq!(all, (from..=to).collect::<Vec<_>>());
        }
        assert_eq!(CoarseToFine::new((0, 8)).take(4).collect::<Vec<_>>(), [0, 8, 4, 2]);
    }

    /// Settles the total for components that have solutions with these numbers: its effect, the questions asked, and
    /// whether a choice was found.
    fn settled(truth: &[Vec<i64>], windows: &[(i64, i64)], budget: MineBudget) -> (TotalEffect, usize, bool) {
        let known = truth.iter().map(|_| SolutionsByMines::new()).collect();
        let mut counts = MineCounts::new(budget, windows.to_vec(), known);
        let mut asked = 0;
        let settlement = counts.settle(|c, mines, _| {
            asked += 1;
            Ok::<_, ()>(if truth[c].contains(&mines) { Answered::Solution(mines) } else { Answered::Nothing })
        });
        let settlement = settlement.expect("no errors");
        assert!(settlement.is_certain());
        let choice = counts.choose();
        if let Some(choice) = &choice {
            assert!(choice.iter().zip(truth).all(|(n, set)| set.contains(n)));
            assert!(budget.rest(choice.iter().copied().sum()).is_some());
        }
        (settlement.reached, asked, choice.is_some())
    }

    #[test]
    fn the_effect_is_that_of_all_choices() {
        let mut rng = Rng::new(9);
        let (mut met, mut missed) = (0, 0);
        for _ in 0..600 {
            let truth: Vec<Vec<i64>> =
                (0..rng.index(4)).map(|_| (0..6).filter(|_| rng.chance(0.4)).collect::<Vec<i64>>()).collect();
            let windows = vec![(0, 5); truth.len()];
            let budget = MineBudget { mines: rng.index(16) as i64, floating: rng.index(4) as i64 };
            let mut choices = vec![vec![]];
            for set in &truth {
                let with = |choice: &Vec<i64>| set.iter().map(|&n| [&choice[..], &[n]].concat()).collect::<Vec<_>>();
                choices = choices.iter().flat_map(with).collect();
            }
            choices.retain(|choice| budget.rest(choice.iter().sum()).is_some());
            let rests = || choices.iter().map(|choice| budget.mines - choice.iter().sum::<i64>());
            let can = (rests().any(|n| n < budget.floating), rests().any(|n| n > 0));
            let (effect, _, found) = settled(&truth, &windows, budget);
            assert_eq!((effect.floating, found), ((!choices.is_empty()).then_some(can), !choices.is_empty()));
            for (c, set) in truth.iter().enumerate() {
                let own = effect.components[c].intersection(&MineSet::of(set.iter().copied()));
                assert_eq!(own, MineSet::of(choices.iter().map(|choice| choice[c])));
            }
            *(if found { &mut met } else { &mut missed }) += 1;
        }
        assert!(met > 100 && missed > 100, "{met} {missed}");
    }

    #[test]
    fn asks_no_more_than_the_total_needs() {
        let truth = [vec![0, 2, 4, 6, 8], vec![1, 3]];
        let run = |mines, floating| settled(&truth, &[(0, 8), (1, 3)], MineBudget { mines, floating });
        // Nothing is settled before everything that matters is known; only 1..=3 and 2..=4 do.
        let (effect, asked, consistent) = run(4, 0);
        assert!(!consistent && (5..12).contains(&asked), "{asked}");
        assert_eq!(effect.components[0], MineSet::of([1, 3]));
        assert!(run(5, 0).2);
        // Wide open: the first solutions settle it.
        let (_, asked, consistent) = run(20, 30);
        assert_eq!((asked, consistent), (2, true));
    }
}
