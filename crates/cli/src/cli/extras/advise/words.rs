//! What the adviser says.

use crate::board::{Board, Cell};
use crate::cli::shared::draw;
use crate::lines::visible;
use crate::play::Outcome;
use crate::play::advice::{Advice, AdviceEvent, Adviser, CertainCell};

use super::saved::SavedGame;

/// The first line.
pub fn head(saved: &SavedGame) -> String {
    let SavedGame { rows, cols, mines, player, .. } = saved;
    format!("{rows}x{cols}, {mines} mines, player {}. Type what the cells show; help has the forms.\n", visible(player))
}

/// The board as it is known: clues, known mines (F), cells to open that are safe (s) or a guess (?), with the numbers of
/// rows and columns.
pub fn board(adviser: &Adviser) -> String {
    let guess = adviser.guess();
    let asked = |cell: usize| adviser.asked().contains(&(cell as u32));
    let mark = |cell: usize| match guess {
        Some(guess) if guess as usize == cell && asked(cell) => Some('?'),
        _ => asked(cell).then_some('s'),
    };
    draw::labelled(&adviser.board(), mark)
}

/// What happened since the last call; the board is drawn before the last turn.
pub fn news(adviser: &mut Adviser) -> String {
    let events = adviser.take_events();
    let last = events.iter().rposition(|event| matches!(event, AdviceEvent::Turn(_)));
    let known = adviser.board();
    let mut text = String::new();
    for (at, event) in events.iter().enumerate() {
        if Some(at) == last && adviser.outcome() == Outcome::Playing {
            text += &board(adviser);
        }
        match event {
            AdviceEvent::Turn(advice) => text += &turn(advice, &known),
            AdviceEvent::Filled(cell, number) => {
                text += &format!("{} shows {number} for certain\n", known.grid().cell_text(*cell as usize));
            }
            AdviceEvent::Stuck(why) => text += &format!("no advice: {}\n", visible(why)),
        }
    }
    text
}

fn turn(advice: &Advice, board: &Board) -> String {
    let grid = board.grid();
    match advice {
        Advice::First { cell, is_zero } => {
            let promise = if *is_zero { "shows 0" } else { "is safe" };
            format!(
                "open {}: the first cell, which {promise} by the rules of the game\n",
                grid.cell_text(*cell as usize)
            )
        }
        Advice::Certain(cells) => certain(cells, board),
        Advice::Guess { cell, report: None } => format!("open {}: a guess\n", grid.cell_text(*cell as usize)),
        Advice::Guess { cell, report: Some(report) } => {
            let more = report.more_lines();
            let first = format!("open {}: a guess, {}\n", grid.cell_text(*cell as usize), report.chance_text());
            more.iter().fold(first, |text, line| text + &format!("  {line}\n"))
        }
    }
}

/// A line for each row of cells with the same reason.
fn certain(cells: &[CertainCell], board: &Board) -> String {
    let why = |cell: &CertainCell| match (&cell.because, cell.reason.name()) {
        (Some(because), _) => because.clone(),
        (None, "total") => "by the clues and the total".into(),
        (None, _) => "by the clues together".into(),
    };
    let mut text = String::new();
    for alike in cells.chunk_by(|a, b| why(a) == why(b)) {
        let names: Vec<String> = alike.iter().map(|cell| board.grid().cell_text(cell.cell as usize)).collect();
        text += &format!("open {}: safe, {}\n", names.join(" "), why(&alike[0]));
    }
    text
}

/// What is to be typed.
pub fn question(adviser: &Adviser) -> String {
    let grid = adviser.board().grid();
    let names: Vec<String> = adviser.asked().iter().map(|&cell| grid.cell_text(cell as usize)).collect();
    match (adviser.outcome(), &names[..]) {
        (Outcome::Playing, [one]) => format!("what does {one} show?"),
        (Outcome::Playing, []) => "what do which cells show?".into(),
        (Outcome::Playing, several) => format!("what do {} show?", several.join(" ")),
        _ => format!("{} undo takes the last line back, quit ends", outcome(adviser)),
    }
}

/// How the game ended.
pub fn outcome(adviser: &Adviser) -> String {
    let board = adviser.board();
    match (adviser.outcome(), adviser.exploded()) {
        (Outcome::Lost, Some(cell)) => format!("lost: {} is a mine.", board.grid().cell_text(cell as usize)),
        _ => {
            let open = board.cells().iter().filter(|cell| matches!(cell, Cell::Clue(_))).count();
            format!("won: all {open} safe cells are open.")
        }
    }
}
