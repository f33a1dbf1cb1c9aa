//! The effort of an engine in its own unit.

use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::table::TableCell;

/// The effort of an engine with its unit, added up over the boards that it solved, wholly or in part; sums of different units beside each other.
pub fn cell(data: &Data, query: usize, engine: usize) -> TableCell {
    let mut sums: Vec<(u64, &str)> = Vec::new();
    for (_, outcome) in data.of(query, engine).filter(|(_, o)| matches!(o.fate, Fate::Solved | Fate::Partial)) {
        let Some((effort, unit)) = &outcome.effort else { continue };
        match sums.iter_mut().find(|(_, known)| known == unit) {
            Some((sum, _)) => *sum += effort,
            None => sums.push((*effort, unit)),
        }
    }
    match sums.first() {
        None => TableCell::nothing(),
        Some(&(first, _)) => {
            let text = sums.iter().map(|(sum, unit)| format!("{} {unit}", format::count(*sum))).collect::<Vec<_>>();
            TableCell::number(text.join(" + "), first as f64)
        }
    }
}
