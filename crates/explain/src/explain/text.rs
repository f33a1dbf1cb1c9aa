//! Explanations in words. Places are (row, column) from 0.

use super::Place;
use super::part::Part;
use super::position::{CluePosition, Decided};
use crate::board::Cell;
pub(super) use crate::grid::place_text as place;

/// Most places named in full; of more only the number is given.
const MOST_NAMED: usize = 12;

/// `a`, `a and b`, `a, b and c`.
pub(super) fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Places as a list, or how many there are.
pub(super) fn places(all: &[Place]) -> String {
    match all.len() {
        n if n > MOST_NAMED => format!("{n} cells"),
        _ => list(&all.iter().copied().map(place).collect::<Vec<_>>()),
    }
}

/// `1 mine`, `2 mines`.
pub(super) fn mines(n: i64) -> String {
    format!("{n} mine{}", if n == 1 { "" } else { "s" })
}

/// `the 3 at (1,2)`.
pub(super) fn clue(position: &CluePosition, sum: u32) -> String {
    let cell = position.clues[sum as usize] as usize;
    let shown = position.board.cell(cell).letter();
    format!("the {shown} at {}", place(position.map.grid.position(cell)))
}

/// The number of a clue.
pub(super) fn shown(position: &CluePosition, sum: u32) -> u8 {
    match position.board.cell(position.clues[sum as usize] as usize) {
        Cell::Clue(n) => n,
        _ => 0,
    }
}

/// `(0,0) is a mine`, `(0,0) and (0,1) are safe`; mines first.
pub(super) fn decided(cells: &[Decided]) -> String {
    let of = |mine: bool| {
        let all: Vec<Place> = cells.iter().filter(|d| d.mine == mine).map(|d| d.at).collect();
        let (one, more) = if mine { ("is a mine", "are mines") } else { ("is safe", "are safe") };
        (!all.is_empty()).then(|| format!("{} {}", places(&all), if all.len() == 1 { one } else { more }))
    };
    of(true).into_iter().chain(of(false)).collect::<Vec<_>>().join("; ")
}

/// An equation over unknown cells: cells with their multipliers, and the value.
pub(super) fn equation(part: &Part, position: &CluePosition, row: &[(u32, i64)], value: i64) -> String {
    if row.len() > MOST_NAMED {
        return format!("{} cells, weighed, add up to {value}", row.len());
    }
    let mut text = String::new();
    for &(cell, times) in row {
        let sign = match (text.is_empty(), times < 0) {
            (true, false) => "",
            (true, true) => "-",
            (false, false) => " + ",
            (false, true) => " - ",
        };
        text += sign;
        if times.abs() != 1 {
            text += &format!("{} ", times.abs());
        }
        text += &place(part.place(position, cell));
    }
    format!("{} = {value}", if text.is_empty() { "0" } else { &text })
}

/// First letter large, a full stop at the end.
pub(super) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first: String = letters.next().map(|c| c.to_uppercase().collect()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}
