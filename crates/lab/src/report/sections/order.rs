//! Which incomplete method contains which, as far as the boards show.

use crate::report::Data;
use crate::report::ReportTable;
use crate::report::format;
use crate::report::table::TableCell;

/// Cells that one method decides and another does not: their number, and the smallest board with one.
#[derive(Default)]
struct Lead {
    cells: u64,
    /// Cells of the board and index of the instance.
    witness: Option<(usize, usize)>,
}

/// One row for every pair of methods.
pub fn table(data: &Data, query: usize, methods: &[usize]) -> ReportTable {
    let title = "Which method finds more, pair by pair";
    let columns = ["one", "other", "relation", "#only one", "witness", "#only other", "witness "];
    let mut table = ReportTable::new(title, &columns);
    for (place, &one) in methods.iter().enumerate() {
        for &other in &methods[place + 1..] {
            let (lead, lag) = (lead(data, query, one, other), lead(data, query, other, one));
            let relation = match (lead.cells, lag.cells) {
                (0, 0) => "find the same",
                (0, _) => "other contains one",
                (_, 0) => "one contains other",
                _ => "neither contains the other",
            };
            let witness = |lead: &Lead| match lead.witness {
                Some((_, index)) => TableCell::from(data.instances[index].name.as_str()),
                None => TableCell::nothing(),
            };
            table.rows.push(vec![
                data.engines[one].as_str().into(),
                data.engines[other].as_str().into(),
                relation.into(),
                TableCell::nonzero(lead.cells),
                witness(&lead),
                TableCell::nonzero(lag.cells),
                witness(&lag),
            ]);
        }
    }
    let boards = (0..data.instances.len()).filter(|&i| methods.iter().any(|&m| verdicts(data, query, i, m).is_some()));
    table.notes.push(format!(
        "Over {} boards. Only one, only other: cells that one method decides and the other does not, with the smallest \
         board that has one. That a method contains another holds for these boards; a witness refutes the opposite for \
         good.",
        format::count(boards.count() as u64)
    ));
    table
}

fn verdicts(data: &Data, query: usize, instance: usize, method: usize) -> Option<&Vec<String>> {
    data.get(query, instance, method)?.classes.as_ref()
}

/// The cells that `one` decides and `other` does not, on boards that both answered.
fn lead(data: &Data, query: usize, one: usize, other: usize) -> Lead {
    let mut lead = Lead::default();
    for (index, instance) in data.instances.iter().enumerate() {
        let of = |method| verdicts(data, query, index, method);
        let (Some(mine), Some(theirs)) = (of(one), of(other)) else { continue };
        let is_certain = |letter: &char| matches!(letter, 's' | 'm');
        let letters = mine.iter().zip(theirs).flat_map(|(a, b)| a.chars().zip(b.chars()));
        let cells = letters.filter(|(a, b)| is_certain(a) && !is_certain(b)).count() as u64;
        lead.cells += cells;
        let size = (instance.cells, index);
        if cells > 0 && lead.witness.is_none_or(|known| size < known) {
            lead.witness = Some(size);
        }
    }
    lead
}
