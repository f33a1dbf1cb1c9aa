//! Small blocks of equations with variables that occur in no others.
//!
//! A block grows from an equation by all other equations of one of its variables. On boards compiled from formulas a tile is
//! one block, or a few, and tiles repeat: what is found out about a block is kept by its [`Pattern`].

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::equivalences::{Collapsed, Equation};

/// Most variables of a block, and most outer variables.
const MOST_VARIABLES: usize = 9;
const MOST_OUTER: usize = 4;
/// Variables in more other equations do not extend the block.
const MOST_OTHER_EQUATIONS: usize = 4;
/// Most patterns of which something is remembered.
const MOST_PATTERNS: usize = 4096;

/// Equations over the places of their variables in a block: outer variables first, then inner ones.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Pattern {
    /// Per equation the number of its terms and its right side, then the (place, coefficient) of each term.
    numbers: Vec<(i32, i32)>,
    outer: u32,
    inner: u32,
}

impl Pattern {
    fn set(&mut self, equations: &[Equation], block: &Block) {
        self.numbers.clear();
        (self.outer, self.inner) = (block.outer.len() as u32, block.inner.len() as u32);
        for equation in block.equations.iter().map(|&e| &equations[e as usize]) {
            self.numbers.push((equation.terms.len() as i32, equation.right));
            for &(v, coefficient) in &equation.terms {
                let place =
                    block.outer.iter().chain(block.inner).position(|&w| w == v).expect("a variable of the block");
                self.numbers.push((place as i32, coefficient));
            }
        }
    }

    fn holds(&self, bits: u32) -> bool {
        let mut rest = &self.numbers[..];
        while let Some((&(len, right), after)) = rest.split_first() {
            let (terms, next) = after.split_at(len as usize);
            if terms.iter().map(|t| t.1 * (bits >> t.0 & 1) as i32).sum::<i32>() != right {
                return false;
            }
            rest = next;
        }
        true
    }

    /// All assignments of inner variables that satisfy the equations together with this one of the outer ones.
    pub fn solutions(&self, out: u32) -> impl Iterator<Item = u32> {
        (0..1u32 << self.inner).filter(move |&own| self.holds(out | own << self.outer))
    }

    /// All assignments of outer variables.
    pub fn outer_assignments(&self) -> std::ops::Range<u32> {
        0..1 << self.outer
    }
}

/// What a function says of patterns, computed once for each.
pub(super) struct OfPatterns<T> {
    compute: fn(&Pattern) -> T,
    known: FxHashMap<Pattern, T>,
    pattern: Pattern,
}

impl<T> OfPatterns<T> {
    pub fn new(compute: fn(&Pattern) -> T) -> Self {
        OfPatterns { compute, known: FxHashMap::default(), pattern: Pattern::default() }
    }

    /// Of a block of these equations.
    pub fn of(&mut self, equations: &[Equation], block: &Block) -> &T {
        self.pattern.set(equations, block);
        // Most are known, and then the key need not be copied.
        if !self.known.contains_key(&self.pattern) {
            if self.known.len() == MOST_PATTERNS {
                self.known.clear();
            }
            self.known.insert(self.pattern.clone(), (self.compute)(&self.pattern));
        }
        &self.known[&self.pattern]
    }
}

/// Equations by variable.
struct EquationsOf {
    all: Vec<u32>,
    /// Where the equations of each variable begin, without taken ones at their front; and where they end.
    range: Vec<(u32, u32)>,
}

impl EquationsOf {
    fn new(collapsed: &Collapsed) -> Self {
        let mut range = vec![(0, 0); collapsed.variables];
        let terms =
            || (0..).zip(&collapsed.equations).flat_map(|(e, equation)| equation.terms.iter().map(move |t| (e, t.0)));
        terms().for_each(|(_, v)| range[v as usize].1 += 1);
        let mut begin = 0;
        for own in &mut range {
            let len = own.1;
            *own = (begin, begin);
            begin += len;
        }
        let mut all = vec![0; begin as usize];
        for (equation, v) in terms() {
            let own = &mut range[v as usize];
            all[own.1 as usize] = equation;
            own.1 += 1;
        }
        EquationsOf { all, range }
    }

    /// The equations of a variable, ascending; those taken are skipped for good as far as they come first. Blocks are
    /// taken about in the order of the equations, so a long wire is not walked again and again.
    fn of(&mut self, variable: u32, taken: &[bool]) -> &[u32] {
        let (begin, end) = &mut self.range[variable as usize];
        while begin < end && taken[self.all[*begin as usize] as usize] {
            *begin += 1;
        }
        &self.all[*begin as usize..*end as usize]
    }
}

/// A block.
pub(super) struct Block<'a> {
    pub equations: &'a [u32],
    /// Variables that other equations use too, ascending; at most 4.
    pub outer: &'a [u32],
    /// Variables of these equations alone, ascending.
    pub inner: &'a [u32],
}

/// Shows all blocks to `take`, smaller ones of an equation first; the equations of those that it takes do not count from there
/// on. Returns which were taken.
pub(super) fn grow(collapsed: &Collapsed, take: &mut dyn FnMut(Block) -> bool) -> Vec<bool> {
    let equations = &collapsed.equations;
    let mut equations_of = EquationsOf::new(collapsed);
    let mut taken = vec![false; equations.len()];
    let (mut block, mut scope, mut inner, mut outer) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for first in 0..equations.len() as u32 {
        block.clear();
        block.push(first);
        while !taken[first as usize] {
            scope.clear();
            scope.extend(block.iter().flat_map(|&e: &u32| equations[e as usize].terms.iter().map(|t| t.0)));
            scope.sort_unstable();
            scope.dedup();
            if scope.len() > MOST_VARIABLES {
                break;
            }
            inner.clear();
            outer.clear();
            // The outer variable in the fewest other equations.
            let mut next: Option<(usize, u32)> = None;
            for &v in &scope {
                let is_elsewhere = |e: &&u32| !taken[**e as usize] && !block.contains(*e);
                let others = equations_of.of(v, &taken).iter().filter(is_elsewhere);
                match others.take(MOST_OTHER_EQUATIONS + 1).count() {
                    0 => inner.push(v),
                    others => {
                        outer.push(v);
                        next = Some(next.map_or((others, v), |next| next.min((others, v))));
                    }
                }
            }
            if outer.len() <= MOST_OUTER && take(Block { equations: &block, outer: &outer, inner: &inner }) {
                block.iter().for_each(|&e| taken[e as usize] = true);
                break;
            }
            let Some((count, v)) = next else { break };
            if count > MOST_OTHER_EQUATIONS {
                break;
            }
            let more = equations_of.of(v, &taken).iter().filter(|e| !taken[**e as usize] && !block.contains(e));
            let more: SmallVec<[u32; 8]> = more.copied().collect();
            block.extend(more);
        }
    }
    taken
}
