//! Tables of a sweep over mine densities: one row per density, one column per size.

use std::fmt::Write;

/// The values in ascending order, each once.
pub fn distinct<T: PartialOrd>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    values.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    values.dedup();
    values
}

/// The table as Markdown; the place of a missing point is empty.
pub fn table(
    densities: &[f64],
    shapes: &[(usize, usize)],
    value: impl Fn(f64, (usize, usize)) -> Option<String>,
) -> String {
    let mut text = String::from("| density |");
    shapes.iter().for_each(|(rows, cols)| text += &format!(" {rows}x{cols} |"));
    text += "\n|---|";
    text += &"---|".repeat(shapes.len());
    for &density in densities {
        let _ = write!(text, "\n| {density:.2} |");
        for &shape in shapes {
            let _ = write!(text, " {} |", value(density, shape).unwrap_or_default());
        }
    }
    text + "\n"
}
