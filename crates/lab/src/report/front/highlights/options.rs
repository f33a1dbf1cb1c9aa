//! What each option of an engine changes.

use super::Highlight;
use crate::report::ReportTable;
use crate::report::data::Data;
use crate::report::format;
use crate::report::front::standing::Standing;
use crate::report::front::tables::MOST_COLUMNS;
use crate::report::sections::switches;

/// Options with a larger effect that are named, and fewest that a finding needs.
const NAMED: usize = 5;

/// Column of the time in the tables, as a factor of the plain engine's.
const TIME: usize = 4;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let mut table = switches::tables(data).into_iter().next()?;
    let floor = standings.iter().map(|standing| standing.noise.floor).fold(1.0, f64::max);
    let finding = finding(&table, floor);
    table.columns.truncate(MOST_COLUMNS);
    table.rows.iter_mut().for_each(|row| row.truncate(MOST_COLUMNS));
    Some(Highlight { leads: finding.is_some(), finding, table: Some(table), plot: None })
}

/// Which options change the time most, beyond the noise.
fn finding(table: &ReportTable, floor: f64) -> Option<String> {
    let plain = table.rows.first()?[0].text.clone();
    let mut factors: Vec<(f64, &str)> = (table.rows[1..].iter())
        .filter(|row| !row[0].text.contains('#'))
        .filter_map(|row| Some((row[TIME].sort?, row[0].text.split_once(':').map_or("", |(_, options)| options))))
        .collect();
    if factors.len() < NAMED {
        return None;
    }
    factors.sort_by(|a, b| b.0.total_cmp(&a.0));
    let say = |&(factor, options): &(f64, &str)| format!("{options} {} times", format::digits(factor));
    let slower: Vec<&(f64, &str)> = factors.iter().filter(|(factor, _)| *factor > floor).collect();
    let faster: Vec<&(f64, &str)> = factors.iter().rev().filter(|(factor, _)| *factor < 1.0 / floor).collect();
    let list = |of: &[&(f64, &str)]| match of {
        [] => "none".to_string(),
        of => {
            let more = of.len().saturating_sub(NAMED);
            let named: Vec<String> = of.iter().take(NAMED).map(|one| say(one)).collect();
            named.join(", ") + &if more > 0 { format!(" and {more} more") } else { String::new() }
        }
    };
    Some(format!(
        "Options that slow {plain} down on the typical board: {}; that speed it up: {}.",
        list(&slower),
        list(&faster)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::table::TableCell;

    #[test]
    fn what_noise_explains_is_not_named() {
        let mut table = ReportTable::new("", &["engine", "a", "b", "c", "time"]);
        for (name, factor) in
            [("x", 1.0), ("x:a", 1.02), ("x:b", 3.0), ("x:b#again", 3.0), ("x:c", 0.5), ("x:d", 2.0), ("x:e", 0.99)]
        {
            let nothing = TableCell::nothing;
            table.rows.push(vec![
                name.into(),
                nothing(),
                nothing(),
                nothing(),
                TableCell::number(String::new(), factor),
            ]);
        }
        let found = finding(&table, 1.05).unwrap();
        let expected = "Options that slow x down on the typical board: b 3.00 times, d 2.00 times; that speed it up: c 0.50 \
                        times.";
        assert_eq!(found, expected);
    }
}
