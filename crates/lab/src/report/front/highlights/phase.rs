//! Random clues: where half of the boards have a model, and where deciding them is hardest.

use super::Highlight;
use crate::report::ReportTable;
use crate::report::data::Data;
use crate::report::format;
use crate::report::front::standing::Standing;
use crate::report::score::par2;
use crate::report::sections::phase::{consistent, model_plot, sizes};
use crate::report::table::TableCell;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let query = data.queries.iter().position(|q| q == "decide").unwrap_or(0);
    let sizes = sizes(data);
    let boards: usize = sizes.values().flat_map(|shares| shares.values()).map(Vec::len).sum();
    // Of a suite of many families they are no more than one of them.
    if boards == 0 || 10 * boards < 9 * data.instances.len() {
        return None;
    }
    let best = standings.iter().find(|s| s.query == query).and_then(|s| s.complete().next());
    let columns = ["boards", "#number", "#half have a model at", "#hardest at", "#PAR-2 there", "#PAR-2 elsewhere"];
    let mut table = ReportTable::new("Random clues: the transition", &columns);
    let mut finding = None;
    for ((_, size), shares) in &sizes {
        let line: Vec<(f64, f64)> =
            shares.iter().filter_map(|(s, of)| Some((*s as f64 / 10.0, consistent(data, query, of)?))).collect();
        let half = crossing(&line);
        let time = |of: &[usize]| {
            let of = of.iter().filter_map(|&board| data.get(query, board, best?.engine));
            par2(of.map(|o| (o.answered, o.limit)))
        };
        let times: Vec<(f64, f64)> = shares.iter().filter_map(|(s, of)| Some((*s as f64 / 10.0, time(of)?))).collect();
        let peak = times.iter().copied().max_by(|a, b| a.1.total_cmp(&b.1));
        let others: Vec<usize> = (shares.iter())
            .filter(|(s, _)| peak.is_none_or(|(at, _)| (**s as f64 / 10.0 - at).abs() > 1e-9))
            .flat_map(|(_, of)| of.iter().copied())
            .collect();
        let percent = |p: f64| TableCell::number(format!("{} %", format::digits(p)), p);
        table.rows.push(vec![
            size.as_str().into(),
            TableCell::count(shares.values().map(|of| of.len() as u64).sum()),
            half.map_or(TableCell::nothing(), percent),
            peak.map_or(TableCell::nothing(), |(at, _)| percent(at)),
            TableCell::seconds(peak.map(|(_, seconds)| seconds)),
            TableCell::seconds(time(&others)),
        ]);
        if let (Some(half), Some((at, seconds)), Some(best)) = (half, peak, best) {
            finding = Some(format!(
                "On {size} half of the boards have a model when {} % of the cells show a random clue; {} works hardest at \
                 {} % (PAR-2 {}).",
                format::digits(half),
                best.name,
                format::digits(at),
                format::seconds(seconds)
            ));
        }
    }
    table.notes.push("Clues in percent of the cells; PAR-2 of the best complete engine.".into());
    Some(Highlight { leads: true, finding, table: Some(table), plot: Some(model_plot(data, query, &sizes)) })
}

/// Where a falling line crosses 50, by linear interpolation.
fn crossing(line: &[(f64, f64)]) -> Option<f64> {
    line.windows(2).find(|w| w[0].1 >= 50.0 && w[1].1 < 50.0).map(|w| {
        let share = (w[0].1 - 50.0) / (w[0].1 - w[1].1);
        w[0].0 + share * (w[1].0 - w[0].0)
    })
}

#[cfg(test)]
mod tests {
    use super::crossing;

    #[test]
    fn half_is_interpolated() {
        assert_eq!(crossing(&[(1.0, 100.0), (2.0, 60.0), (4.0, 40.0)]), Some(3.0));
        assert_eq!(crossing(&[(1.0, 100.0), (2.0, 60.0)]), None);
    }
}
