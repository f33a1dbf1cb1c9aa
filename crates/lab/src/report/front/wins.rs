//! Where each engine of a comparison wins and loses, board by board.

use super::standing::{EngineRow, Standing, place};
use crate::report::ReportTable;
use crate::report::data::{Data, Fate};
use crate::report::format;
use crate::report::format::many;
use crate::report::score::median;
use crate::report::table::TableCell;

/// Time below which a board says little about which engine is faster, seconds.
const WORTH: f64 = 1e-3;

/// A board on which the slowest engine takes this many times the fastest's time separates the engines.
const SEPARATED: f64 = 10.0;

/// Fewest boards with a winner for a sentence on the winners.
const TELLING: usize = 10;

/// One engine against all others.
struct Tally<'a> {
    row: &'a EngineRow,
    /// Boards on which it is faster than every other beyond noise.
    fastest: usize,
    /// Boards on which another takes at most a tenth of its time.
    beaten: usize,
}

/// The tallies of a comparison, and the number of boards on which the slowest takes at least ten times the fastest's time. What
/// is not solved took its limit at least. None for fewer than three engines.
fn tallies<'a>(data: &Data, standing: &'a Standing) -> Option<(Vec<Tally<'a>>, usize)> {
    let complete: Vec<&EngineRow> = standing.complete().collect();
    if complete.len() < 3 {
        return None;
    }
    let times = |row: &&EngineRow| -> Vec<(f64, bool)> {
        let of = |&board: &usize| match data.get(standing.query, board, row.engine) {
            Some(o) => (o.seconds.unwrap_or(o.limit), o.fate == Fate::Solved),
            None => (f64::INFINITY, false),
        };
        standing.boards.iter().map(of).collect()
    };
    let all: Vec<Vec<(f64, bool)>> = complete.iter().map(times).collect();
    let least = |board: usize, but: Option<usize>| {
        let others = (0..all.len()).filter(|e| Some(*e) != but).map(|e| all[e][board].0);
        others.fold(f64::INFINITY, f64::min)
    };
    let boards = 0..standing.boards.len();
    let tally = |(own, row): (usize, &&'a EngineRow)| {
        let wins = |&board: &usize| {
            let ((time, is_solved), others) = (all[own][board], least(board, Some(own)));
            is_solved && others > WORTH && time * standing.noise.floor < others
        };
        let loses = |&board: &usize| all[own][board].0 >= SEPARATED * least(board, Some(own));
        Tally { row, fastest: boards.clone().filter(wins).count(), beaten: boards.clone().filter(loses).count() }
    };
    let is_apart = |&board: &usize| {
        let most = all.iter().map(|engine| engine[board].0).fold(0.0, f64::max);
        most >= SEPARATED * least(board, None)
    };
    Some((complete.iter().enumerate().map(tally).collect(), boards.clone().filter(is_apart).count()))
}

/// The table; None for fewer than three engines.
pub fn table(data: &Data, standing: &Standing) -> Option<ReportTable> {
    let (tallies, apart) = tallies(data, standing)?;
    let columns = ["engine", "#boards", "#fastest", "#beaten ten times", "#mean rank", "#median time"];
    let mut table = ReportTable::new(format!("{}: wins and losses", place(data, standing)), &columns);
    for Tally { row, fastest, beaten } in tallies {
        let times = data.of(standing.query, row.engine).filter_map(|(_, o)| o.seconds).collect();
        table.rows.push(vec![
            row.name.as_str().into(),
            TableCell::count(standing.boards.len() as u64),
            TableCell::count(fastest as u64),
            TableCell::count(beaten as u64),
            TableCell::number(format!("{:.2}", row.rank), row.rank),
            TableCell::seconds(median(times)),
        ]);
    }
    table.notes.push(format!(
        "On {apart} of {} the slowest takes at least ten times the fastest's time.",
        many(standing.boards.len(), "board")
    ));
    table.notes.push(format!(
        "Fastest: faster than every other by more than the noise ({}), on boards that take the others over 1 ms. Unsolved \
         boards count as the limit here.",
        format::digits(standing.noise.floor)
    ));
    Some(table)
}

/// Who is the fastest on how many boards, in a sentence; None where few boards have a winner.
pub fn sentence(data: &Data, standing: &Standing) -> Option<String> {
    let (mut tallies, _) = tallies(data, standing)?;
    tallies.sort_by_key(|tally| std::cmp::Reverse(tally.fastest));
    let winners: Vec<String> = (tallies.iter().filter(|tally| tally.fastest > 0))
        .map(|tally| format!("{} on {}", tally.row.name, tally.fastest))
        .collect();
    let never: Vec<&str> =
        tallies.iter().filter(|tally| tally.fastest == 0).map(|tally| tally.row.name.as_str()).collect();
    let enough = tallies.iter().map(|tally| tally.fastest).sum::<usize>() >= TELLING;
    let never = if never.is_empty() { String::new() } else { format!("; nowhere {}", never.join(", ")) };
    enough.then(|| format!("Fastest beyond noise, of the boards that take over 1 ms: {}{never}.", winners.join(", ")))
}
