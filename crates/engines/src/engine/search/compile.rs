//! The search: a block of the part takes one value after the other; the rest falls into independent parts; a part found
//! in the cache is not searched again (sharpSAT's scheme, Thurley 2006, on equations instead of clauses).

use rustc_hash::FxHashMap;

use super::circuit::{CountingCircuit, Draft};
use super::order::PreparedOrder;
use super::problem::SearchProblem;
use super::residual::Residual;
use crate::engine::{Control, Counter, Stop};

/// Features of the search besides branching.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Whether parts are looked up in the cache.
    pub cache: bool,
    /// Whether the rest is split into independent parts.
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
    parts: Vec<Part>,
    exploring: bool,
}

/// Open blocks that share equations with no other open ones; parts of equal keys have equal solutions.
struct Part {
    blocks: Vec<u32>,
    key: Box<[u32]>,
}

struct Search<'a> {
    state: Residual<'a>,
    order: &'a PreparedOrder,
    means: Means,
    circuit: CountingCircuit,
    /// Parts by their key.
    known: FxHashMap<Box<[u32]>, u32>,
    known_bytes: u64,
    /// Bytes of earlier circuits.
    held: u64,
    /// Marks of blocks and of equations for finding parts.
    seen: Vec<u64>,
    looked_at: Vec<u64>,
    walk: u64,
}

/// The circuit of all solutions; None if there is none. `held` bytes are held besides.
///
/// # Errors
/// A limit ran out. With a limit on memory the cache is cleared when it fills half of it.
pub fn compile(
    problem: &SearchProblem,
    order: &PreparedOrder,
    means: Means,
    held: u64,
    control: &mut Control,
) -> Result<Option<CountingCircuit>, Stop> {
    let mut search = Search {
        state: Residual::new(problem),
        order,
        means,
        circuit: CountingCircuit::default(),
        known: FxHashMap::default(),
        known_bytes: 0,
        held,
        seen: vec![0; problem.blocks.len()],
        looked_at: vec![0; problem.equations.len()],
        walk: 0,
    };
    if !search.state.propagate_all() {
        return Ok(None);
    }
    let forced: Vec<(u32, u32)> = search.state.trail().iter().map(|&b| (b, search.state.value(b))).collect();
    let all: Vec<u32> = (0..problem.blocks.len() as u32).collect();
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
        self.held + self.circuit.bytes() + self.known_bytes
    }

    /// The open ones of some blocks, grouped into parts that share no equation with other open blocks; or all as one.
    fn parts(&mut self, blocks: &[u32]) -> Vec<Part> {
        self.walk += 1;
        if !self.means.split {
            let open: Vec<u32> = blocks.iter().copied().filter(|&b| self.state.is_open(b)).collect();
            return if open.is_empty() { vec![] } else { vec![self.whole(open)] };
        }
        let mut parts = Vec::new();
        for &start in blocks {
            if self.state.is_open(start) && self.seen[start as usize] != self.walk {
                parts.push(self.part(start));
            }
        }
        parts
    }

    /// All open blocks as one part: its key is the blocks and the remaining counts of their equations.
    fn whole(&mut self, blocks: Vec<u32>) -> Part {
        let mut key = vec![blocks.len() as u32];
        key.extend(&blocks);
        let problem = self.state.problem;
        let mut equations: Vec<u32> =
            blocks.iter().flat_map(|&b| problem.blocks[b as usize].terms.iter().map(|t| t.0)).collect();
        equations.sort_unstable();
        equations.dedup();
        key.extend(equations.iter().map(|&e| self.state.need(e) as u32));
        Part { blocks, key: key.into() }
    }

    /// The part of an open block: everything that can be reached from its first block without the assigned blocks
    /// around it. Equations without any of those have their initial remaining counts. So its key is its first block,
    /// the blocks around it, and the remaining counts of the equations that contain one of them.
    fn part(&mut self, start: u32) -> Part {
        let problem = self.state.problem;
        let (mut blocks, mut around, mut touched) = (vec![start], Vec::new(), Vec::new());
        self.seen[start as usize] = self.walk;
        let (mut at, mut first) = (0, start);
        while let Some(&block) = blocks.get(at) {
            at += 1;
            first = first.min(block);
            for &(equation, _) in &problem.blocks[block as usize].terms {
                if std::mem::replace(&mut self.looked_at[equation as usize], self.walk) == self.walk {
                    continue;
                }
                let mut is_touched = false;
                for &(other, _) in &problem.equations[equation as usize].terms {
                    let open = self.state.is_open(other);
                    is_touched |= !open;
                    // An assigned block may border several parts.
                    if open && std::mem::replace(&mut self.seen[other as usize], self.walk) != self.walk {
                        blocks.push(other);
                    } else if !open {
                        around.push(other);
                    }
                }
                if is_touched {
                    touched.push(equation);
                }
            }
        }
        around.sort_unstable();
        around.dedup();
        touched.sort_unstable();
        let needs = touched.iter().map(|&e| self.state.need(e) as u32);
        let key = [first, around.len() as u32].into_iter().chain(around.iter().copied()).chain(needs).collect();
        Part { blocks, key }
    }

    fn frame(&mut self, Part { blocks, key }: Part) -> Frame {
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
    fn run(&mut self, part: Part, control: &mut Control) -> Result<u32, Stop> {
        let mut frames = vec![self.frame(part)];
        // The node of a part just finished, for the frame below.
        let mut found: Option<u32> = None;
        while let Some(frame) = frames.last_mut() {
            match found.take() {
                // A part without solutions: neither has the branch, and its other parts need no search.
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
                // Nothing is learnt from conflicts, so the solutions of a part depend on its key alone and entries stay
                // valid; with learnt clauses, those beside a dead part would not (Sang et al. 2004).
                match self.known.get(&part.key) {
                    Some(&node) => {
                        control.stats.add(Counter::CacheHits, 1);
                        found = Some(node);
                    }
                    None => {
                        let frame = self.frame(part);
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
