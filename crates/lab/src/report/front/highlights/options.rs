//! What each option of an engine changes.

use super::Highlight;
use crate::report::data::Data;
use crate::report::front::standing::Standing;
use crate::report::front::tables::MOST_COLUMNS;
use crate::report::sections::switches;

pub fn highlight(data: &Data, _: &[Standing]) -> Option<Highlight> {
    let mut table = switches::tables(data).into_iter().next()?;
    table.columns.truncate(MOST_COLUMNS);
    table.rows.iter_mut().for_each(|row| row.truncate(MOST_COLUMNS));
    Some(Highlight { leads: false, finding: None, table: Some(table), plot: None })
}
