//! What each rung of backtracking saves in nodes.

use super::Highlight;
use crate::report::data::Data;
use crate::report::front::standing::Standing;
use crate::report::sections::ladder::totals;

pub fn highlight(data: &Data, _: &[Standing]) -> Option<Highlight> {
    let query = ["classify", "decide"].iter().find_map(|name| data.queries.iter().position(|q| q == name))?;
    let (table, finding) = totals(data, query)?;
    Some(Highlight { leads: true, finding: Some(finding), table: Some(table), plot: None })
}
