//! Sets of equal and complementary variables.

/// Union-find over variables, each equal to the root of its set or complementary to it.
#[derive(Clone, Debug)]
pub struct SignedSets {
    /// A variable of the same set, and whether this one is its complement; itself for a root.
    parent: Vec<(u32, bool)>,
}

impl SignedSets {
    /// Each of this many variables alone.
    pub fn new(variables: usize) -> Self {
        SignedSets { parent: (0..variables as u32).map(|v| (v, false)).collect() }
    }

    /// The root of a variable's set, and whether the variable is its complement.
    pub fn find(&mut self, variable: u32) -> (u32, bool) {
        let (mut root, mut odd) = (variable, false);
        while self.parent[root as usize].0 != root {
            let (next, flip) = self.parent[root as usize];
            (root, odd) = (next, odd ^ flip);
        }
        // The second pass points everything on the way at the root.
        let (mut here, mut flip) = (variable, odd);
        while here != root {
            let (next, step) = std::mem::replace(&mut self.parent[here as usize], (root, flip));
            (here, flip) = (next, flip ^ step);
        }
        (root, odd)
    }

    /// Joins the set of the root `gone` to that of the root `keep`, to which it is equal or, if `odd`, complementary.
    pub fn join(&mut self, keep: u32, gone: u32, odd: bool) {
        debug_assert!([keep, gone].iter().all(|&v| self.parent[v as usize].0 == v), "roots");
        self.parent[gone as usize] = (keep, odd);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn variables_of_a_set_differ_as_their_values_do() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let values: Vec<bool> = (0..20).map(|_| rng.chance(0.5)).collect();
            let mut sets = SignedSets::new(values.len());
            let mut number = values.len();
            for _ in 0..rng.index(30) {
                let [a, b] = [(); 2].map(|()| rng.index(values.len()));
                let ((one, first), (other, second)) = (sets.find(a as u32), sets.find(b as u32));
                if one != other {
                    sets.join(one, other, values[a] ^ values[b] ^ first ^ second);
                    number -= 1;
                }
                assert_eq!(sets.find(a as u32).0, sets.find(b as u32).0);
            }
            let roots = (0..).zip(&values).filter(|(v, _)| sets.find(*v).0 == *v).count();
            assert_eq!(roots, number);
            for (v, value) in (0..).zip(&values) {
                let (root, odd) = sets.find(v);
                assert_eq!(values[root as usize] ^ odd, *value, "seed {seed}");
            }
        }
    }
}
