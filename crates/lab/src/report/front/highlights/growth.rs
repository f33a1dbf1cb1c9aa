//! How times grow with the size of the board: exponents fitted to medians.

use std::fmt;

use super::Highlight;
use crate::report::data::Data;
use crate::report::format;
use crate::report::front::standing::Standing;
use crate::report::plots::{Axis, Chart, PointMark};
use crate::report::score::median_of_solved;
use crate::report::sections::growth::{file_name, series};
use crate::report::table::TableCell;
use crate::report::{Plot, ReportTable};

/// Most series of boards with a column, and engines with a line.
const MOST: usize = 5;

pub fn highlight(data: &Data, standings: &[Standing]) -> Option<Highlight> {
    let standing = standings.first()?;
    let all = series(data);
    let mut names: Vec<&String> = all.keys().collect();
    names.sort_by_key(|name| std::cmp::Reverse(all[*name].len()));
    names.truncate(MOST);
    let mut table =
        ReportTable::new(format!("{}: exponent of the time in the cells", data.queries[standing.query]), &["engine"]);
    names.iter().for_each(|name| table.column(name));
    let points = |engine: usize, name: &String| -> Vec<(f64, f64)> {
        let time = |members: &Vec<usize>| {
            let of = members.iter().filter_map(|&board| data.get(standing.query, board, engine));
            median_of_solved(of.map(|o| o.seconds))
        };
        all[name].iter().filter_map(|((cells, _), members)| Some((*cells as f64, time(members)?))).collect()
    };
    let mut finding = None;
    for row in standing.complete() {
        let exponents: Vec<Option<Exponent>> = names.iter().map(|name| exponent(&points(row.engine, name))).collect();
        if exponents.iter().all(Option::is_none) {
            // Where even the best engine takes no time, sizes say nothing.
            match table.rows.is_empty() {
                true => return None,
                false => continue,
            }
        }
        if let (None, Some(Some(found))) = (&finding, exponents.first()) {
            finding = Some(format!(
                "On {} boards of {} to {} cells the time of {} grows as the cells to the power {found} (fitted, with its \
                 standard error).",
                names[0],
                format::count(found.from as u64),
                format::count(found.to as u64),
                row.name
            ));
        }
        let number = |e: &Exponent| TableCell::number(e.to_string(), e.slope);
        let cell = |e: &Option<Exponent>| e.as_ref().map_or(TableCell::nothing(), number);
        table.rows.push(std::iter::once(row.name.as_str().into()).chain(exponents.iter().map(cell)).collect());
    }
    if table.rows.is_empty() {
        return None;
    }
    table.notes.push("Least squares on the logarithms of sizes and median times, from 1 ms on, with the standard error of the slope.".into());
    let title = format!("{}, {}: median time", names[0], data.queries[standing.query]);
    let mut chart = Chart::new(&title, Axis::log_count("cells of the board"), Axis::log_time("median time"));
    for (style, row) in standing.complete().take(MOST).enumerate() {
        let points = points(row.engine, names[0]);
        if points.len() > 1 {
            chart.add(&row.name, style, PointMark::Line { dots: true }, points);
        }
    }
    let plot = (!chart.is_empty()).then(|| Plot {
        name: file_name(&format!("growth-of-the-best-{}", names[0])),
        caption: format!("{title} of the best engines against the number of cells, both axes logarithmic"),
        svg: chart.svg(),
        title,
    });
    Some(Highlight { leads: false, finding, table: Some(table), plot })
}

/// Times below this say nothing of growth, seconds.
const WORTH: f64 = 1e-3;

/// Least logarithm of the ratio of the longest to the shortest time of a fit.
const SPAN: f64 = 2.0;

/// A power law fitted to times.
struct Exponent {
    slope: f64,
    /// Standard error of the slope.
    error: f64,
    /// Smallest and largest size that the fit saw.
    from: f64,
    to: f64,
}

impl fmt::Display for Exponent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} ± {:.2}", format::digits(self.slope), self.error)
    }
}

/// The slope of logarithms, from at least three points.
fn exponent(points: &[(f64, f64)]) -> Option<Exponent> {
    let used: Vec<(f64, f64)> = points.iter().copied().filter(|p| p.1 >= WORTH).collect();
    if used.len() < 3 {
        return None;
    }
    let logs: Vec<(f64, f64)> = used.iter().map(|p| (p.0.ln(), p.1.ln())).collect();
    let n = logs.len() as f64;
    let (x, y) = (logs.iter().map(|p| p.0).sum::<f64>() / n, logs.iter().map(|p| p.1).sum::<f64>() / n);
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    let longest = logs.iter().map(|p| p.1).fold(f64::NEG_INFINITY, f64::max);
    let shortest = logs.iter().map(|p| p.1).fold(f64::INFINITY, f64::min);
    if spread <= 0.0 || longest - shortest <= SPAN {
        return None;
    }
    let slope = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread;
    let left: f64 = logs.iter().map(|p| (p.1 - y - slope * (p.0 - x)).powi(2)).sum();
    let sizes = used.iter().map(|p| p.0);
    Some(Exponent {
        slope,
        error: (left / (n - 2.0) / spread).sqrt(),
        from: sizes.clone().fold(f64::INFINITY, f64::min),
        to: sizes.fold(0.0, f64::max),
    })
}

#[cfg(test)]
mod tests {
    use super::exponent;

    #[test]
    fn powers_are_found() {
        let points: Vec<(f64, f64)> = [10.0, 100.0, 1000.0].map(|x: f64| (x, 0.01 * x.powf(1.5))).into();
        let found = exponent(&points).unwrap();
        assert!((found.slope - 1.5).abs() < 1e-9 && found.error < 1e-9);
        assert_eq!((found.from, found.to), (10.0, 1000.0));
        assert!(exponent(&points[1..]).is_none());
        assert!(exponent(&[(1.0, 1e-5), (2.0, 1e-5), (3.0, 1e-5)]).is_none());
        // By hand: logarithms 0, 3, 3 at 0, 1, 2 have the slope 3/2 and residues -1/2, 1, -1/2.
        let e = 1f64.exp();
        let bent = exponent(&[(1.0, 1.0), (e, e.powi(3)), (e * e, e.powi(3))]).unwrap();
        assert!((bent.slope - 1.5).abs() < 1e-9 && (bent.error - 0.75f64.sqrt()).abs() < 1e-9);
    }
}
