//! Whether the answers agree.

use crate::report::{Data, PageBlock, ReportOptions, ReportTable, Section};

/// The section.
pub fn section(data: &Data, _: &ReportOptions) -> Option<Section> {
    let (n, boards) = (data.answers, data.instances.len());
    let text = match data.disagreements.len() {
        0 => format!(
            "{n} answers on {boards} boards were compared with the expected answers and with each other, across \
             engines and queries: no disagreement."
        ),
        bad => format!("{bad} disagreements among {n} answers on {boards} boards."),
    };
    let mut table = ReportTable::new("Disagreements", &["instance", "one", "other", "what"]);
    for found in &data.disagreements {
        let row = [&found.instance, &found.one, &found.other, &found.what];
        table.rows.push(row.map(|text| text.as_str().into()).into());
    }
    let blocks = if table.rows.is_empty() { Vec::new() } else { vec![PageBlock::Table(table)] };
    Some(Section { id: "agreement", title: "Agreement", text, blocks })
}
