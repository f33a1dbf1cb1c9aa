//! The states of a merge found in a hash table; on several threads in one for each range of left states.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::DEAD;
use super::merge_input::{BETWEEN, MergeInput, ORDERED};
use super::pairs::PairRange;
use crate::engine::frontier::key::StateKey;
use crate::engine::{Control, Stop};
use crate::threads::{HaltCheck, in_parallel};

/// The target of every pair and the states: in ascending order, or a few in the order of their first pairs. The hash table is
/// empty before.
///
/// # Errors
/// A limit ran out, or there are more states than there is `room` for.
pub fn hashed<K: StateKey>(
    input: &MergeInput<K>,
    room: usize,
    index: &mut FxHashMap<K, u32>,
    control: &Control,
) -> Result<(Vec<u32>, Vec<K>), Stop> {
    let mut targets = vec![DEAD; input.pairs];
    let ranges = input.join.pair_ranges(input.pairs, 1);
    if let [all] = &ranges[..] {
        let found = find(input, all.lefts.clone(), (&mut targets, index), room, &mut || control.check())?;
        let mut table = found.ok_or(Stop::Memory)?;
        if table.len() >= ORDERED {
            put_in_order(&mut table, &mut targets);
        }
        return Ok((targets, table));
    }
    let part = |(lefts, targets): (Range<usize>, &mut [u32]), (): &mut (), check: &mut HaltCheck| {
        let Some(mut table) = find(input, lefts, (targets, &mut FxHashMap::default()), room, check)? else {
            return Ok(None);
        };
        put_in_order(&mut table, targets);
        Ok(Some(table))
    };
    let lefts = ranges.iter().map(|range| range.lefts.clone());
    let pieces = lefts.zip(of_ranges(&mut targets, &ranges)).collect();
    let tables = in_parallel(pieces, || (), part, &mut || control.check())?;
    let tables: Vec<Vec<K>> = tables.into_iter().collect::<Option<_>>().ok_or(Stop::Memory)?;
    let (mut table, places) = merged(&tables);
    if table.len() > room {
        return Err(Stop::Memory);
    }
    let number = |(targets, places): (&mut [u32], &Vec<u32>), (): &mut (), _: &mut HaltCheck| {
        targets.iter_mut().filter(|t| **t != DEAD).for_each(|t| *t = places[*t as usize]);
        Ok(())
    };
    let pieces = of_ranges(&mut targets, &ranges).into_iter().zip(&places).collect();
    in_parallel(pieces, || (), number, &mut || control.check())?;
    if table.len() < ORDERED {
        put_in_order_of_pairs(&mut table, &mut targets);
    }
    Ok((targets, table))
}

/// The states of some left states in the order of their first pairs, whose targets are set; None if there is no room for them.
fn find<K: StateKey, E>(
    &MergeInput { join, fit, lefts, used, .. }: &MergeInput<K>,
    range: Range<usize>,
    (targets, index): (&mut [u32], &mut FxHashMap<K, u32>),
    room: usize,
    check: &mut (impl FnMut() -> Result<(), E> + ?Sized),
) -> Result<Option<Vec<K>>, E> {
    let mut table: Vec<K> = Vec::new();
    let (mut at, mut checked) = (0, 0);
    for (state, &group) in lefts[range.clone()].iter().zip(&join.group[range]) {
        if group == DEAD {
            continue;
        }
        let state = fit.extended(state);
        let used = &used[join.starts[group as usize] as usize..join.starts[group as usize + 1] as usize];
        for (used, target) in used.iter().zip(&mut targets[at..]) {
            if let (key, true) = fit.less(&state, used) {
                *target = *index.entry(key).or_insert_with_key(|key| {
                    table.push(key.clone());
                    table.len() as u32 - 1
                });
            }
        }
        at += used.len();
        if at >= checked + BETWEEN {
            checked = at;
            check()?;
            if table.len() > room {
                return Ok(None);
            }
        }
    }
    Ok((table.len() <= room).then_some(table))
}

/// The targets of each range.
fn of_ranges<'a>(mut targets: &'a mut [u32], ranges: &[PairRange]) -> Vec<&'a mut [u32]> {
    let mut parts = Vec::with_capacity(ranges.len());
    for (i, range) in ranges.iter().enumerate() {
        let len = ranges.get(i + 1).map_or(targets.len(), |next| next.at - range.at);
        let (part, rest) = targets.split_at_mut(len);
        parts.push(part);
        targets = rest;
    }
    parts
}

/// All states of ascending tables, and for each table the places of its states among them.
fn merged<K: StateKey>(tables: &[Vec<K>]) -> (Vec<K>, Vec<Vec<u32>>) {
    let mut places: Vec<Vec<u32>> = tables.iter().map(|table| Vec::with_capacity(table.len())).collect();
    let mut all: Vec<K> = Vec::with_capacity(tables.iter().map(Vec::len).max().unwrap_or(0));
    loop {
        let heads = || tables.iter().zip(&places).filter_map(|(table, places)| table.get(places.len()));
        let Some(least) = heads().min().cloned() else { return (all, places) };
        for (table, places) in tables.iter().zip(&mut places) {
            if table.get(places.len()) == Some(&least) {
                places.push(all.len() as u32);
            }
        }
        all.push(least);
    }
}

/// Puts a table in ascending order.
fn put_in_order<K: StateKey>(table: &mut Vec<K>, targets: &mut [u32]) {
    let mut order: Vec<(K, u32)> = table.drain(..).zip(0..).collect();
    order.sort_unstable();
    let mut place = vec![0; order.len()];
    order.iter().enumerate().for_each(|(new, o)| place[o.1 as usize] = new as u32);
    targets.iter_mut().filter(|t| **t != DEAD).for_each(|t| *t = place[*t as usize]);
    table.extend(order.into_iter().map(|o| o.0));
}

/// Puts a table in the order of the first pairs of its states.
fn put_in_order_of_pairs<K: StateKey>(table: &mut Vec<K>, targets: &mut [u32]) {
    let (mut place, mut order) = (vec![DEAD; table.len()], Vec::with_capacity(table.len()));
    for target in targets.iter_mut().filter(|target| **target != DEAD) {
        let place = &mut place[*target as usize];
        if *place == DEAD {
            *place = order.len() as u32;
            order.push(table[*target as usize].clone());
        }
        *target = *place;
    }
    *table = order;
}
