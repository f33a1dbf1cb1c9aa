//! When a path has no prospect of ending within its effort, as its layers show long before that is used up.

/// The part of its effort after which a path first looks at its prospects; again at twice as much.
const FIRST_LOOK: u64 = 32;
/// States of a layer up to which its hash table stays in the cache, so that one takes half as long.
const NARROW: usize = 1 << 14;

/// The effort of a path, in states of wide layers; one of a narrow layer counts half.
pub struct PathEffort {
    most: u64,
    next_look: u64,
    /// Twice the effort up to the end of each layer so far.
    halves: Vec<u64>,
}

impl PathEffort {
    pub fn new(most: u64) -> PathEffort {
        PathEffort { most: most.saturating_mul(2), next_look: most / FIRST_LOOK * 2, halves: vec![0] }
    }

    /// Adds a layer. False if the effort is used up, or will be as far as can be seen, with `left` layers to come.
    pub fn suffices(&mut self, states: usize, left: usize) -> bool {
        let used = self.halves[self.halves.len() - 1] + states as u64 * if states > NARROW { 2 } else { 1 };
        self.halves.push(used);
        if used > self.most {
            return false;
        }
        if used < self.next_look {
            return true;
        }
        self.next_look = 2 * used;
        // Twice, since one wide layer among the last ones is enough for a wrong outlook.
        used + self.recent() * left as u64 <= self.most.saturating_mul(2)
    }

    /// The mean effort of the last eighth of the layers, twice. What is left is expected to take the same per layer: on
    /// lattices, whose layers grow, that is too low at first, and on circuits, whose layers hardly do, predictions from
    /// open sums are a thousand times too high.
    fn recent(&self) -> u64 {
        let layers = self.halves.len() - 1;
        let recent = layers.div_ceil(8);
        (self.halves[layers] - self.halves[layers - recent]) / recent as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Layers added before it gives up; all if it does not.
    fn added(most: u64, layers: &[usize]) -> usize {
        let mut effort = PathEffort::new(most);
        (1..=layers.len()).find(|&n| !effort.suffices(layers[n - 1], layers.len() - n)).unwrap_or(layers.len() + 1)
    }

    #[test]
    fn it_ends_as_soon_as_the_end_is_out_of_reach() {
        let growing: Vec<usize> = (0..60).map(|i| 1 << (i / 2)).collect();
        assert_eq!(added(growing.iter().sum::<usize>() as u64, &growing), 61);
        // Seen before half of the effort is used.
        let most = 1 << 21;
        let given_up = added(most, &growing);
        assert!(growing[..given_up].iter().sum::<usize>() as u64 * 2 < most, "{given_up}");
        // Narrow layers count half.
        assert_eq!(added(1_000_000, &[1000; 2000]), 2001);
        assert_eq!(added(990_000, &[1000; 2000]), 1981);
        assert!(added(490_000, &[1000; 2000]) < 100);
        assert_eq!(added(u64::MAX, &[1 << 20; 100]), 101);
    }
}
