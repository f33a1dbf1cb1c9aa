//! How times grow with k on k x k lattices of clues.

use super::Highlight;
use crate::report::data::Data;
use crate::report::front::standing::Standing;
use crate::report::sections::lattice::rates;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let standing = standings.first()?;
    let lattices = standing.boards.iter().filter(|&&board| data.instances[board].family == "lattice").count();
    // Of a suite of many families they are no more than one of them.
    if 10 * lattices < 9 * standing.boards.len() {
        return None;
    }
    let engines: Vec<usize> = standing.complete().map(|row| row.engine).collect();
    let (table, plot, finding) = rates(data, standing.query, &engines)?;
    Some(Highlight { leads: true, finding, table: Some(table), plot: Some(plot) })
}
