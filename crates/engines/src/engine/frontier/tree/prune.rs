//! Leaves out of a tree of states what lies in no solution.

use super::pairs::split;
use super::{DEAD, Join, Node, StateTree};
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, threads, with_threads};

/// States from which several threads are worth their start.
const WORTH_THREADS: usize = if cfg!(test) { 64 } else { 1 << 15 };

impl StateTree {
    /// Drops the states and pairs that lead to no solution.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn prune(&mut self, control: &Control) -> Result<(), Stop> {
        let mut alive: Vec<Vec<bool>> = self.sizes.iter().map(|&n| vec![false; n as usize]).collect();
        // Downwards: a state is alive if one of its pairs leads to a live state above.
        if let Some(root) = alive.last_mut() {
            root[0] = true;
        }
        for (index, node) in self.nodes.iter().enumerate().rev() {
            let Node::Join(join) = node else { continue };
            let here = std::mem::take(&mut alive[index]);
            let mut left = std::mem::take(&mut alive[join.left as usize]);
            let right = join.fold(
                1,
                |ranges| split(&mut left, ranges),
                || vec![false; self.sizes[join.right as usize] as usize],
                |(first, left), right, (a, b, target)| {
                    left[a - *first] |= here[target];
                    right[b] |= here[target];
                },
                control,
            )?;
            alive[index] = here;
            alive[join.left as usize] = left;
            for part in right {
                alive[join.right as usize].iter_mut().zip(part).for_each(|(all, part)| *all |= part);
            }
        }
        let states: usize = alive.iter().map(Vec::len).sum();
        let threads = if states < WORTH_THREADS { 1 } else { threads() };
        let number = |alive: &Vec<bool>, (): &mut (), _: &mut HaltCheck| {
            let mut next = 0;
            let mut number = |&is_alive: &bool| {
                if !is_alive {
                    return DEAD;
                }
                next += 1;
                next - 1
            };
            let numbers: Vec<u32> = alive.iter().map(&mut number).collect();
            Ok((numbers, next))
        };
        let nodes = alive.iter().collect();
        let numbers = with_threads(threads, || in_parallel(nodes, || (), number, &mut || control.check()))?;
        let (numbers, sizes): (Vec<Vec<u32>>, Vec<u32>) = numbers.into_iter().unzip();
        self.sizes = sizes;
        let keep = |(index, node): (usize, &mut Node), (): &mut (), _: &mut HaltCheck| {
            match node {
                Node::Leaf { mines, .. } => {
                    let mut alive = alive[index].iter();
                    mines.retain(|_| alive.next() == Some(&true));
                }
                Node::Join(join) => {
                    let [left, right] = [join.left, join.right].map(|n| &numbers[n as usize]);
                    join.keep(left, right, &numbers[index]);
                }
            }
            Ok(())
        };
        let nodes: Vec<(usize, &mut Node)> = self.nodes.iter_mut().enumerate().collect();
        with_threads(threads, || in_parallel(nodes, || (), keep, &mut || control.check())).map(|_| ())
    }
}

impl Join {
    /// Renumbers left, right and own states; [`DEAD`] ones are removed.
    fn keep(&mut self, left: &[u32], right: &[u32], own: &[u32]) {
        // In place: every write lies at or before the place that is read.
        let (mut at, mut to, mut kept) = (0, 0, 0);
        for (state, &new) in left.iter().enumerate() {
            let group = self.group[state];
            if group == DEAD {
                continue;
            }
            let range = self.starts[group as usize] as usize..self.starts[group as usize + 1] as usize;
            for (i, &b) in self.order[range.clone()].iter().enumerate() {
                if new != DEAD && right[b as usize] != DEAD {
                    let target = self.targets[at + i];
                    self.targets[to] = if target == DEAD { DEAD } else { own[target as usize] };
                    to += 1;
                }
            }
            at += range.len();
            if new != DEAD {
                self.group[kept] = group;
                kept += 1;
            }
        }
        self.group.truncate(kept);
        self.targets.truncate(to);
        let mut end = 0;
        for group in 0..self.starts.len() - 1 {
            let range = self.starts[group] as usize..self.starts[group + 1] as usize;
            self.starts[group] = end as u32;
            for i in range {
                if right[self.order[i] as usize] != DEAD {
                    self.order[end] = right[self.order[i] as usize];
                    end += 1;
                }
            }
        }
        self.order.truncate(end);
        if let Some(last) = self.starts.last_mut() {
            *last = end as u32;
        }
        self.mark();
        self.group.shrink_to_fit();
        self.targets.shrink_to_fit();
    }
}
