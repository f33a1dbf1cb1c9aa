//! Smallest hitting sets: fewest elements with one in each of some sets, by branch and bound. The bound is a packing:
//! sets without common elements need an element each.

use crate::engine::{Control, Stop};

/// Sets over `0..elements` to be hit.
pub(super) struct Hitting {
    sets: Vec<Vec<u32>>,
    /// The sets of each element.
    sets_of: Vec<Vec<u32>>,
    /// No hitting set has fewer elements.
    least: usize,
}

/// Answer to "is there a hitting set of at most `most` elements?".
pub(super) enum Hit {
    /// This one, of the fewest elements, ascending.
    Smallest(Vec<u32>),
    No,
    /// Undecided within the nodes allowed.
    Unknown,
}

/// A set whose elements are tried one after the other.
struct Choice {
    elements: Vec<u32>,
    at: usize,
}

impl Hitting {
    /// No sets yet.
    pub fn new(elements: usize) -> Hitting {
        Hitting { sets: Vec::new(), sets_of: vec![Vec::new(); elements], least: 0 }
    }

    /// Adds a set.
    pub fn add(&mut self, set: Vec<u32>) {
        set.iter().for_each(|&e| self.sets_of[e as usize].push(self.sets.len() as u32));
        self.sets.push(set);
    }

    /// A smallest hitting set, if it has at most `most` elements and takes at most `nodes` choices, which are deducted.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn smallest(&mut self, most: usize, nodes: &mut u64, control: &mut Control) -> Result<Hit, Stop> {
        while self.least <= most {
            match self.within(self.least, nodes, control)? {
                Hit::No => self.least += 1,
                other => return Ok(other),
            }
        }
        Ok(Hit::No)
    }

    fn within(&self, bound: usize, nodes: &mut u64, control: &mut Control) -> Result<Hit, Stop> {
        let mut hits = vec![0u32; self.sets.len()];
        let mut excluded = vec![false; self.sets_of.len()];
        let mut stamps = vec![0u32; self.sets_of.len()];
        let mut stamp = 0;
        let mut choices: Vec<Choice> = Vec::new();
        loop {
            control.tick()?;
            stamp += 1;
            let next = self.branch(&hits, &excluded, &mut stamps, stamp, bound - choices.len());
            match next {
                Branch::Done => {
                    let mut chosen: Vec<u32> = choices.iter().map(|c| c.elements[c.at]).collect();
                    chosen.sort_unstable();
                    return Ok(Hit::Smallest(chosen));
                }
                Branch::On(elements) => choices.push(Choice { elements, at: 0 }),
                Branch::TooFew => loop {
                    // All sets with the last element were examined: it stays out until its set is given up.
                    let Some(choice) = choices.last_mut() else { return Ok(Hit::No) };
                    let element = choice.elements[choice.at] as usize;
                    self.sets_of[element].iter().for_each(|&s| hits[s as usize] -= 1);
                    excluded[element] = true;
                    choice.at += 1;
                    if choice.at < choice.elements.len() {
                        break;
                    }
                    choice.elements.iter().for_each(|&e| excluded[e as usize] = false);
                    choices.pop();
                },
            }
            let Some(choice) = choices.last() else { return Ok(Hit::No) };
            self.sets_of[choice.elements[choice.at] as usize].iter().for_each(|&s| hits[s as usize] += 1);
            if *nodes == 0 {
                return Ok(Hit::Unknown);
            }
            *nodes -= 1;
        }
    }

    /// The set to branch on: the one with the fewest available elements, those first that hit most.
    fn branch(&self, hits: &[u32], excluded: &[bool], stamps: &mut [u32], stamp: u32, left: usize) -> Branch {
        let open: Vec<usize> = (0..self.sets.len()).filter(|&s| hits[s] == 0).collect();
        let allowed = |s: usize| self.sets[s].iter().filter(|&&e| !excluded[e as usize]).count();
        let mut sized: Vec<(usize, usize)> = open.iter().map(|&s| (allowed(s), s)).collect();
        sized.sort_unstable();
        let Some(&(size, smallest)) = sized.first() else { return Branch::Done };
        let mut packed = 0;
        for &(_, set) in &sized {
            let mut members = self.sets[set].iter().filter(|&&e| !excluded[e as usize]);
            if members.clone().all(|&e| stamps[e as usize] != stamp) {
                members.by_ref().for_each(|&e| stamps[e as usize] = stamp);
                packed += 1;
            }
        }
        if size == 0 || packed > left {
            return Branch::TooFew;
        }
        let hit_by = |e: u32| self.sets_of[e as usize].iter().filter(|&&s| hits[s as usize] == 0).count();
        let mut elements: Vec<u32> = self.sets[smallest].iter().copied().filter(|&e| !excluded[e as usize]).collect();
        elements.sort_by_key(|&e| (std::cmp::Reverse(hit_by(e)), e));
        Branch::On(elements)
    }
}

enum Branch {
    /// Every set is hit.
    Done,
    On(Vec<u32>),
    TooFew,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn hitting_sets_are_smallest() {
        for seed in 0..300 {
            let mut rng = Rng::new(seed);
            let elements = 1 + rng.index(9);
            let mut hitting = Hitting::new(elements);
            let mut masks: Vec<u32> = Vec::new();
            for _ in 0..8 {
                let size = 1 + rng.index(elements.min(4));
                let set: Vec<u32> = rng.sample(elements, size).into_iter().map(|e| e as u32).collect();
                masks.push(set.iter().map(|e| 1 << e).sum());
                hitting.add(set);
                let hits = |bits: u32| masks.iter().all(|m| m & bits != 0);
                let least = (0..1u32 << elements).filter(|&b| hits(b)).map(u32::count_ones).min().unwrap() as usize;
                let mut ask = |most| hitting.smallest(most, &mut 1000, &mut Control::default()).unwrap();
                assert!(matches!(ask(least - 1), Hit::No), "seed {seed}");
                let Hit::Smallest(found) = ask(elements) else { panic!("seed {seed}") };
                assert!(found.len() == least && hits(found.iter().map(|e| 1 << e).sum()), "seed {seed}: {found:?}");
            }
            assert!(matches!(hitting.smallest(elements, &mut 0, &mut Control::default()), Ok(Hit::Unknown)));
        }
    }
}
