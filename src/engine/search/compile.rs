//! The search: a block of the part takes one number of mines after the other; what is left falls
//! into independent parts; a part met before is not searched again (sharpSAT's scheme, Thurley
//! 2006, on sums instead of clauses).

use rustc_hash::FxHashMap;

use super::circuit::{Circuit, Draft};
use super::order::Order;
use super::residual::Residual;
use crate::engine::{Control, Counter, Stop};
use crate::system::BlockSystem;

/// What the search does besides branching.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Parts met before are looked up.
    pub cache: bool,
    /// What is left is split into independent parts.
    pub split: bool,
}

/// In place of a node: no solution.
const DEAD: u32 = u32::MAX;

/// A part under search.
struct Frame {
    key: Box<[u32]>,
    blocks: Vec<u32>,
    block: u32,
    /// Values left to try.
    next: u32,
    last: i64,
    /// Length of the trail before the value.
    mark: usize,
    done: Vec<Draft>,
    /// The branch under way, and parts of it still to search.
    draft: Draft,
    parts: Vec<Vec<u32>>,
    exploring: bool,
}

struct Search<'a> {
    state: Residual<'a>,
    order: &'a Order,
    means: Means,
    circuit: Circuit,
    /// Parts by their key.
    known: FxHashMap<Box<[u32]>, u32>,
    known_bytes: u64,
    /// Marks for finding parts.
    seen: Vec<u32>,
    walk: u32,
}

/// The circuit of all solutions; None if there is none.
///
/// # Errors
/// A limit ran out. With a limit on memory the parts met are forgotten when they fill half of it.
pub fn compile(
    system: &BlockSystem,
    order: &Order,
    means: Means,
    control: &mut Control,
) -> Result<Option<Circuit>, Stop> {
    let mut search = Search {
        state: Residual::new(system),
        order,
        means,
        circuit: Circuit::default(),
        known: FxHashMap::default(),
        known_bytes: 0,
        seen: vec![0; system.blocks.len()],
        walk: 0,
    };
    if !search.state.propagate_all() {
        return Ok(None);
    }
    let forced: Vec<(u32, u32)> = search.state.trail().iter().map(|&b| (b, search.state.value(b))).collect();
    let all: Vec<u32> = (0..system.blocks.len() as u32).collect();
    let mut root = Draft { values: forced, parts: Vec::new() };
    for part in search.parts(&all) {
        match search.run(part, control)? {
            DEAD => return Ok(None),
            node => root.parts.push(node),
        }
    }
    search.circuit.add(&[root]);
    control.memory(search.bytes())?;
    Ok(Some(search.circuit))
}

impl Search<'_> {
    fn bytes(&self) -> u64 {
        self.circuit.bytes() + self.known_bytes
    }

    /// The open blocks of some, by parts that share no sum with an open block; or all as one.
    fn parts(&mut self, blocks: &[u32]) -> Vec<Vec<u32>> {
        let open = |state: &Residual, b: u32| state.is_open(b);
        if !self.means.split {
            let rest: Vec<u32> = blocks.iter().copied().filter(|&b| open(&self.state, b)).collect();
            return if rest.is_empty() { vec![] } else { vec![rest] };
        }
        self.walk += 1;
        let system = self.state.system;
        let mut parts = Vec::new();
        for &start in blocks {
            if !open(&self.state, start) || self.seen[start as usize] == self.walk {
                continue;
            }
            self.seen[start as usize] = self.walk;
            let mut part = vec![start];
            let mut at = 0;
            while let Some(&block) = part.get(at) {
                at += 1;
                let sums = &system.blocks[block as usize].sums;
                for &other in sums.iter().flat_map(|&s| &system.sums[s as usize].blocks) {
                    if self.seen[other as usize] != self.walk && open(&self.state, other) {
                        self.seen[other as usize] = self.walk;
                        part.push(other);
                    }
                }
            }
            part.sort_unstable();
            parts.push(part);
        }
        parts
    }

    /// Blocks of a part and what their sums need: equal keys have equal solutions, because open
    /// blocks of one sum are in one part.
    fn key(&mut self, part: &[u32]) -> Box<[u32]> {
        let mut key = vec![part.len() as u32];
        key.extend(part);
        let system = self.state.system;
        let mut sums: Vec<u32> = part.iter().flat_map(|&b| &system.blocks[b as usize].sums).copied().collect();
        sums.sort_unstable();
        sums.dedup();
        key.extend(sums.iter().map(|&s| self.state.need(s) as u32));
        key.into()
    }

    fn frame(&mut self, blocks: Vec<u32>, key: Box<[u32]>) -> Frame {
        let block = self.order.choose(&blocks, &self.state);
        let (low, high) = self.state.range(block);
        Frame {
            key,
            blocks,
            block,
            next: low.max(0) as u32,
            last: high,
            mark: self.state.trail().len(),
            done: Vec::new(),
            draft: Draft::default(),
            parts: Vec::new(),
            exploring: false,
        }
    }

    /// Searches one part; its node, or [`DEAD`].
    fn run(&mut self, part: Vec<u32>, control: &mut Control) -> Result<u32, Stop> {
        let key = self.key(&part);
        let mut frames = vec![self.frame(part, key)];
        // The node of a part just finished, for the frame below.
        let mut found: Option<u32> = None;
        while let Some(frame) = frames.last_mut() {
            match found.take() {
                Some(DEAD) => frame.exploring = false,
                Some(node) => frame.draft.parts.push(node),
                None => {}
            }
            if frame.exploring {
                let Some(part) = frame.parts.pop() else {
                    frame.exploring = false;
                    frame.done.push(std::mem::take(&mut frame.draft));
                    continue;
                };
                let key = self.key(&part);
                match self.known.get(&key) {
                    Some(&node) => {
                        control.stats.add(Counter::CacheHits, 1);
                        found = Some(node);
                    }
                    None => {
                        let frame = self.frame(part, key);
                        frames.push(frame);
                    }
                }
                continue;
            }
            self.state.undo_to(frame.mark);
            if i64::from(frame.next) > frame.last {
                let frame = frames.pop().expect("just looked at");
                let node = if frame.done.is_empty() { DEAD } else { self.circuit.add(&frame.done) };
                self.remember(frame.key, node, control)?;
                found = Some(node);
                continue;
            }
            control.node()?;
            frame.next += 1;
            if self.state.assign(frame.block, frame.next - 1) {
                let values = self.state.trail()[frame.mark..].iter().map(|&b| (b, self.state.value(b)));
                frame.draft = Draft { values: values.collect(), parts: Vec::new() };
                frame.exploring = true;
                let blocks = std::mem::take(&mut frame.blocks);
                let parts = self.parts(&blocks);
                let frame = frames.last_mut().expect("still there");
                (frame.blocks, frame.parts) = (blocks, parts);
            }
        }
        Ok(found.unwrap_or(DEAD))
    }

    fn remember(&mut self, key: Box<[u32]>, node: u32, control: &mut Control) -> Result<(), Stop> {
        if self.means.cache {
            // The key, its place in the table, and what the allocator adds.
            self.known_bytes += 4 * key.len() as u64 + 48;
            self.known.insert(key, node);
            if control.memory_limit().is_some_and(|most| self.known_bytes > most / 2) {
                self.known = FxHashMap::default();
                self.known_bytes = 0;
            }
        }
        if self.circuit.len().is_multiple_of(256) {
            control.memory(self.bytes())?;
        }
        Ok(())
    }
}
