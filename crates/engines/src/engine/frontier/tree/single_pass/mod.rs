//! Counts the solutions of a tree while its tables are merged: each state has its number beside it, no pair is stored, and
//! parts of a table are freed as soon as no later state comes from them.
//!
//! All tables are in ascending order. Less the mines that a state of the smaller table uses, the larger one is a sorted run,
//! so a merge is one of runs, in ranges of the resulting states that the caches hold. Stored pairs, four bytes each and about
//! three per state, would also give the chances of cells; the number alone does not need them.

mod by_groups;
mod merge;
mod numbers;
mod part;
mod ranges;
mod reduce;
mod runs;
mod table;
mod writer;

use num_bigint::BigUint;

use super::layout::{NodeRule, TreeLayout};
use crate::engine::frontier::key::{Packed, StateKey};
use crate::engine::frontier::turns::Grown;
use crate::engine::frontier::weights::BlockWeights;
use crate::engine::{Control, Counter, Stop};
use merge::merge;
use table::{Live, Table};
use writer::TableWriter;

/// Most words of a state.
pub const WORDS: usize = 8;

/// The number of solutions of a tree if there are at most about `most` pairs; `sizes` are the cells of every block. States have
/// at most [`WORDS`] words.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn number(
    layout: &TreeLayout,
    sizes: &[u32],
    (most, held): (u64, u64),
    control: &mut Control,
) -> Result<Grown<BigUint>, Stop> {
    let run = match layout.words {
        1 => run::<1>,
        2 => run::<2>,
        3 | 4 => run::<4>,
        5..=WORDS => run::<WORDS>,
        _ => return Err(Stop::Failed(format!("states of more than {WORDS} words"))),
    };
    run(layout, sizes, (most, held), control)
}

fn run<const W: usize>(
    layout: &TreeLayout,
    sizes: &[u32],
    (most, held): (u64, u64),
    control: &mut Control,
) -> Result<Grown<BigUint>, Stop> {
    // Those of the nodes without a parent so far.
    let mut tables: Vec<Table<W>> = Vec::with_capacity(layout.rules.len());
    let (mut waiting, mut bytes, mut pairs, live) = (0u64, held, 0u64, Live::default());
    for rule in &layout.rules {
        let table = match rule {
            NodeRule::Leaf { block, low, high, base, each } => {
                leaf(sizes[*block as usize], (*low, *high), (base, each), &live)
            }
            NodeRule::Join { left, right, .. } => {
                let [a, b] = [left, right].map(|&n| std::mem::take(&mut tables[n as usize]));
                waiting -= (a.states + b.states) as u64;
                let (left_bytes, right_bytes) = (a.bytes, b.bytes);
                bytes -= left_bytes + right_bytes;
                let Some((table, more)) = merge(rule, (a, &b), (most - pairs, held, &live), control)? else {
                    return Ok(Grown::TooLarge);
                };
                pairs += more;
                // Parts of one table are freed while the next one is made, so there is about one of the two.
                control.memory(bytes + left_bytes.max(table.bytes) + right_bytes)?;
                table
            }
        };
        if table.states == 0 {
            return Ok(Grown::NoSolution);
        }
        waiting += table.states as u64;
        bytes += table.bytes;
        control.stats.max(Counter::PeakStates, waiting);
        tables.push(table);
    }
    control.stats.add(Counter::Pairs, pairs);
    Ok(tables.last().map_or(Grown::NoSolution, |root| Grown::Whole(root.number())))
}

/// The states of a block.
fn leaf<const W: usize>(size: u32, (low, high): (u32, u32), (base, each): (&[u64], &[u64]), live: &Live) -> Table<W> {
    if low > high {
        return Table::default();
    }
    let weights = BlockWeights::new(size, (low, high));
    let numbers = (low..=high).map(|j| weights.all(j));
    let mut table = TableWriter::new(numbers.map(BigUint::bits).max().unwrap_or(1), live);
    // More mines leave less: in ascending order.
    for j in (low..=high).rev() {
        let mut key = Packed::zero(W);
        let words = key.words_mut().iter_mut().zip(base).zip(each);
        // No field borrows from the next: `high` is at most the count of every sum.
        words.for_each(|((word, base), each)| *word = base - u64::from(j) * each);
        table.push(key, weights.all(j));
    }
    table.finish()
}
