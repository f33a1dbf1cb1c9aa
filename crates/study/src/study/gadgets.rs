//! The map of functions and footprints: which tiles of compiled boards exist.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use super::Study;
use crate::compile::tile::Tile;
use crate::engine::{Limits, Stop};
use crate::gadget::map::{CLASSES, MapEntry, TileExistence, explore, functions};
use crate::gadget::problem::{ProblemError, fits};
use crate::grid::Grid;
use crate::report::Document;

/// The study: shipped functions at all footprints of a range.
#[derive(Clone, Debug)]
pub struct Footprints {
    /// Smallest and largest number of rows.
    rows: (usize, usize),
    cols: (usize, usize),
    /// Names as they were given; empty for all functions.
    names: Vec<String>,
    functions: Vec<Tile>,
    /// Time limit per search.
    timeout: Duration,
}

/// Options that do not fit.
#[derive(Debug, thiserror::Error)]
pub enum BadFootprints {
    /// The largest footprint is too large for the search.
    #[error(transparent)]
    Large(#[from] ProblemError),
    /// No such function.
    #[error("no shipped function {0:?} (see minesat gadget list)")]
    Function(String),
    /// Nothing to search for.
    #[error("no function or no footprint of 3 x 3 or more in these ranges")]
    Nothing,
}

impl Footprints {
    /// Footprints of `rows` and `cols` (smallest, largest) for the functions of some names, or for all.
    ///
    /// # Errors
    /// A footprint that is too large, an unknown function, nothing to search for.
    pub fn new(
        rows: (usize, usize),
        cols: (usize, usize),
        names: Vec<String>,
        timeout: Duration,
    ) -> Result<Self, BadFootprints> {
        fits(Grid { rows: rows.1.max(3), cols: cols.1.max(3) })?;
        let all = functions();
        let is_named = |t: &Tile, name: &String| t.name.eq_ignore_ascii_case(name);
        if let Some(name) = names.iter().find(|name| !all.iter().any(|t| is_named(t, name))) {
            return Err(BadFootprints::Function(name.clone()));
        }
        let is_wanted = |t: &Tile| names.is_empty() || names.iter().any(|name| is_named(t, name));
        let functions = all.into_iter().filter(is_wanted).collect();
        let study = Footprints { rows, cols, names, functions, timeout };
        if study.points().is_empty() { Err(BadFootprints::Nothing) } else { Ok(study) }
    }
}

impl Study for Footprints {
    /// Place of the function, and footprint.
    type Point = (usize, Grid);
    /// One entry per class.
    type Row = Vec<MapEntry>;

    const ROWS: &'static str = "map.jsonl.zst";
    const READS_BACK: bool = false;
    const AT_ONCE: bool = false;

    fn command(&self) -> String {
        let Footprints { rows, cols, names, timeout, .. } = self;
        let mut command = format!("minesat study gadgets --rows {} {} --cols {} {}", rows.0, rows.1, cols.0, cols.1);
        names.iter().for_each(|name| command += &format!(" --function {name}"));
        command + &format!(" --timeout {}", timeout.as_secs_f64())
    }

    fn points(&self) -> Vec<Self::Point> {
        let (rows, cols) = (self.rows.0.max(3)..=self.rows.1, self.cols.0.max(3)..=self.cols.1);
        let grids: Vec<Grid> = rows.flat_map(|rows| cols.clone().map(move |cols| Grid { rows, cols })).collect();
        (0..self.functions.len()).flat_map(|function| grids.iter().map(move |&grid| (function, grid))).collect()
    }

    fn name(&self, &(function, Grid { rows, cols }): &Self::Point) -> String {
        format!("{} {rows}x{cols}", self.functions[function].name)
    }

    fn measure(&self, &(function, grid): &Self::Point) -> Result<Vec<MapEntry>, Stop> {
        explore(&self.functions[function], grid, Limits { time: Some(self.timeout), ..Limits::default() })
    }

    fn lines(row: &Vec<MapEntry>) -> serde_json::Result<Vec<String>> {
        row.iter().map(serde_json::to_string).collect()
    }

    fn report(&self, rows: &[Vec<MapEntry>]) -> Document {
        report(&rows.concat())
    }
}

fn mark(verdict: TileExistence) -> &'static str {
    match verdict {
        TileExistence::Found => "yes",
        TileExistence::Impossible => "-",
        TileExistence::Unknown => "?",
    }
}

/// One table per class, functions against footprints: `c` with centred ports, `r,c` only with ports in that row and
/// column, `-` proved impossible, `?` undecided within the limit.
fn table(entries: &[&MapEntry]) -> String {
    let mut footprints: Vec<(usize, usize)> = entries.iter().map(|e| (e.rows, e.cols)).collect();
    footprints.sort_by_key(|&(r, c)| (r * c, r));
    footprints.dedup();
    let mut functions: Vec<&str> = Vec::new();
    for entry in entries {
        if !functions.contains(&entry.function.as_str()) {
            functions.push(&entry.function);
        }
    }
    let by_place: BTreeMap<_, _> = entries.iter().map(|e| ((e.function.as_str(), e.rows, e.cols), *e)).collect();
    let word = |entry: &MapEntry| match (entry.centred, entry.ports) {
        (TileExistence::Found, _) => "c".into(),
        (_, Some((row, col))) => format!("{row},{col}"),
        _ => mark(entry.anywhere).into(),
    };
    let head: Vec<String> =
        std::iter::once("function".into()).chain(footprints.iter().map(|(r, c)| format!("{r}x{c}"))).collect();
    let row = |function: &str| {
        let at =
            |&(rows, cols): &(usize, usize)| by_place.get(&(function, rows, cols)).map_or(String::new(), |e| word(e));
        std::iter::once(function.to_string()).chain(footprints.iter().map(at)).collect()
    };
    crate::report::table(&head, functions.into_iter().map(row))
}

/// The smallest footprints of every function in one class.
fn smallest(entries: &[&MapEntry]) -> String {
    let mut best: Vec<(&str, usize, Vec<&MapEntry>)> = Vec::new();
    for entry in entries {
        if best.last().is_none_or(|b| b.0 != entry.function) {
            best.push((&entry.function, usize::MAX, Vec::new()));
        }
        let Some(last) = best.last_mut() else { continue };
        let area = entry.rows * entry.cols;
        if entry.anywhere == TileExistence::Found && area <= last.1 {
            if area < last.1 {
                last.2.clear();
            }
            last.1 = area;
            last.2.push(entry);
        }
    }
    let mut text = String::new();
    for (function, _, entries) in best {
        let words: Vec<String> = entries.iter().map(|e| format!("{}x{}", e.rows, e.cols)).collect();
        let _ =
            writeln!(text, "- {function}: {}", if words.is_empty() { "none here".into() } else { words.join(", ") });
    }
    text
}

/// Tables by class, then the smallest footprints.
fn report(entries: &[MapEntry]) -> Document {
    let searches: u64 = entries.iter().map(|e| e.searches).sum();
    let undecided = entries.iter().filter(|e| e.anywhere == TileExistence::Unknown).count();
    let mut out = Document::new("Which functions exist at which footprint");
    out.text(format!(
        "{searches} searches; {undecided} of {} entries undecided. Every tile found is verified by enumeration; `-` is \
         proved.",
        entries.len()
    ));
    out.text(
        "`c`: with ports at the middle of their sides; `r,c`: not there, but with west and east ports in row r, north and \
         south ports in column c (from 0); `-`: nowhere; `?`: undecided within the limit.",
    );
    for (class, _) in CLASSES {
        let of: Vec<&MapEntry> = entries.iter().filter(|e| e.class == class).collect();
        let what = match class {
            "strict" => "no given mines, neutral, silent, no 0 beside a covered cell",
            "flag-free" => "no given mines",
            _ => "mines may be given, nothing else asked",
        };
        out.section(&format!("{class}: {what}"));
        out.text(table(&of));
        out.text("Smallest footprints tried that have it:");
        out.text(smallest(&of));
    }
    out
}
