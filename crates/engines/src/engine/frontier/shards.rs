//! One step of a sweep on several threads. Each of them makes all transitions and looks for equal states among those of its
//! share of the hashes alone; states are numbered in the order of their first transitions, as on one thread.

use std::hash::BuildHasher;

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::key::StateKey;
use super::plan::StepView;
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel, threads};

/// Sizes of layers that are worth threads; the transitions of the largest can be counted in 32 bits.
const WORTH_THREADS: std::ops::Range<usize> = if cfg!(test) { 8..1 << 24 } else { 1 << 13..1 << 24 };
/// States between two checks of the limits.
const BETWEEN: usize = 1 << 12;

/// The transitions of a layer.
pub struct NextLayer<K> {
    /// Of each state the mines of its first transition, and the number of transitions up to its last.
    pub lowest: Vec<u32>,
    pub ends: Vec<u32>,
    /// Where each transition leads to, as a place in `states`.
    pub targets: Vec<u32>,
    /// The states of the next layer.
    pub states: Vec<K>,
}

/// What one thread found.
struct Shard<K> {
    lowest: Vec<u32>,
    ends: Vec<u32>,
    /// Its states, and the first transition to each.
    states: Vec<(K, u32)>,
    /// Its transitions, each with the place of its state.
    found: Vec<(u32, u32)>,
}

/// The next layer; None if this thread has no others, or they are not worth it.
///
/// # Errors
/// A limit ran out, or there are more states than there is `room` for.
pub fn next_layer<K: StateKey>(
    view: &StepView,
    layer: &[K],
    room: usize,
    control: &Control,
) -> Result<Option<NextLayer<K>>, Stop> {
    let shards = threads();
    if shards == 1 || !WORTH_THREADS.contains(&layer.len()) {
        return Ok(None);
    }
    let part = |own: usize, (): &mut (), check: &mut HaltCheck| {
        let mut shard = Shard { lowest: Vec::new(), ends: Vec::new(), states: Vec::new(), found: Vec::new() };
        let mut index: FxHashMap<K, u32> = FxHashMap::default();
        let mut transition = 0;
        for some in layer.chunks(BETWEEN) {
            check()?;
            if shard.states.len() > room {
                return Ok(None);
            }
            for state in some {
                let range = view.range(state.words());
                for mines in range.map_or(0..0, |(low, high)| low..high + 1) {
                    let mut after = state.clone();
                    view.apply(after.words_mut(), mines);
                    if (FxBuildHasher.hash_one(&after) >> 24) as usize % shards == own {
                        let states = &mut shard.states;
                        let place = *index.entry(after).or_insert_with_key(|key| {
                            states.push((key.clone(), transition));
                            states.len() as u32 - 1
                        });
                        shard.found.push((transition, place));
                    }
                    transition += 1;
                }
                if own == 0 {
                    shard.lowest.push(range.map_or(0, |r| r.0));
                    shard.ends.push(transition);
                }
            }
        }
        Ok(Some(shard))
    };
    let shards = in_parallel((0..shards).collect(), || (), part, &mut || control.check())?;
    let mut shards: Vec<Shard<K>> = shards.into_iter().collect::<Option<_>>().ok_or(Stop::Memory)?;
    let (lowest, ends) = (std::mem::take(&mut shards[0].lowest), std::mem::take(&mut shards[0].ends));
    let mut states = Vec::with_capacity(shards.iter().map(|shard| shard.states.len()).sum());
    let mut places: Vec<Vec<u32>> = shards.iter().map(|shard| Vec::with_capacity(shard.states.len())).collect();
    let mut rest: Vec<_> = shards.iter_mut().map(|shard| shard.states.drain(..).peekable()).collect();
    loop {
        let firsts = rest.iter_mut().enumerate().filter_map(|(own, states)| Some((states.peek()?.1, own)));
        let Some((_, own)) = firsts.min() else { break };
        places[own].push(states.len() as u32);
        states.extend(rest[own].next().map(|(state, _)| state));
    }
    drop(rest);
    let mut targets = vec![0; ends.last().map_or(0, |&end| end as usize)];
    for (shard, places) in shards.iter().zip(&places) {
        shard.found.iter().for_each(|&(transition, place)| targets[transition as usize] = places[place as usize]);
    }
    Ok(Some(NextLayer { lowest, ends, targets, states }))
}
