//! The effort of an engine in its own unit.

use crate::report::data::{Data, Fate};
use crate::report::table::TableCell;

/// The nodes of an engine, added up over the boards that it solved.
pub fn cell(data: &Data, query: usize, engine: usize) -> TableCell {
    let solved = data.of(query, engine).filter(|(_, o)| o.fate == Fate::Solved);
    let nodes: Vec<u64> = solved.filter_map(|(_, o)| o.nodes).collect();
    match nodes.is_empty() {
        true => TableCell::nothing(),
        false => TableCell::count(nodes.iter().sum()),
    }
}
