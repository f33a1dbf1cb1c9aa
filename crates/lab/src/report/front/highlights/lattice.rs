//! How times grow with k on k x k lattices of clues.

use std::collections::BTreeSet;

use super::Highlight;
use crate::report::data::Data;
use crate::report::front::standing::Standing;
use crate::report::sections::lattice::rates;

/// The family of these boards.
const FAMILY: &str = "lattice";

/// Most families of a plan that asks for growth; a suite has more.
const FAMILIES: usize = 8;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let families: BTreeSet<&str> = data.instances.iter().map(|board| board.family.as_str()).collect();
    let lattices = data.instances.iter().filter(|board| board.family == FAMILY).count();
    if families.len() > FAMILIES || 4 * lattices < data.instances.len() {
        return None;
    }
    // The engines that were given lattices, the best first, whatever else they were given.
    let with_lattices = |standing: &Standing| -> Vec<usize> {
        let is_given =
            |engine: &usize| data.of(standing.query, *engine).any(|(b, _)| data.instances[b].family == FAMILY);
        standing.complete().map(|row| row.engine).filter(is_given).collect()
    };
    let query = standings.iter().find(|standing| !with_lattices(standing).is_empty())?.query;
    let engines: Vec<usize> = standings.iter().filter(|s| s.query == query).flat_map(with_lattices).collect();
    let (table, plot, finding) = rates(data, query, &engines)?;
    Some(Highlight { leads: true, finding, table: Some(table), plot: Some(plot) })
}
