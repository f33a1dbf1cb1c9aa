//! Why a guess was made, and what best play makes of it.

use std::sync::Arc;

use crate::board::{Board, Cell};
use crate::engine::build;
use crate::play::View;
use crate::play::analysis::{Analysis, Position};
use crate::play::stuck::risks;
use crate::play::tracker::{CluePairs, Known, Neighbours, Tracker};
use crate::play::tree::{GameTree, MINE, table};

/// A cause of a guess.
#[derive(Clone, Copy, Debug)]
pub struct GuessCause {
    /// In tables.
    pub name: &'static str,
    /// In words.
    pub meaning: &'static str,
}

const fn cause(name: &'static str, meaning: &'static str) -> GuessCause {
    GuessCause { name, meaning }
}

/// The causes, each where none before it holds.
pub const CAUSES: [GuessCause; 6] = [
    cause("avoidable", "a safe cell was certain"),
    cause("opening", "no 0 was open yet"),
    cause("50/50", "two ways that no click tells apart, alike in all else"),
    cause("dead end", "more ways, in a part where no click tells anything"),
    cause("riskier", "a covered cell had a smaller mine probability"),
    cause("forced", "no cell was certain and none was safer"),
];

const AVOIDABLE: usize = 0;
const OPENING: usize = 1;
const FIFTY: usize = 2;
const DEAD_END: usize = 3;
const RISKIER: usize = 4;
const FORCED: usize = 5;

/// Mine probabilities that differ by less are equal: rounding errors are far smaller.
const EQUAL: f64 = 1e-9;

/// Nodes of a tree.
const NODES: u64 = 200_000;

/// What the tree of all games says of a guess.
#[derive(Clone, Debug)]
pub struct GuessTree {
    /// Models of the position.
    pub models: u32,
    /// Models won by the guess, and by the best cell.
    pub won: u32,
    /// See `won`.
    pub most: u32,
    /// A best cell.
    pub best: usize,
    /// Mine probability of every covered cell, in reading order.
    pub risks: Vec<f64>,
}

impl GuessTree {
    /// The share of models that the best cell wins more.
    pub fn lost(&self) -> f64 {
        f64::from(self.most - self.won) / f64::from(self.models.max(1))
    }
}

/// A guess, looked at.
#[derive(Clone, Debug)]
pub struct Look {
    /// Place in [`CAUSES`].
    pub cause: usize,
    /// Probability of a mine; None beyond the limits of the analysis.
    pub risk: Option<f64>,
    /// None if the position has more models than asked for, or its tree too many nodes.
    pub tree: Option<GuessTree>,
}

impl Look {
    /// The guess of a cell on the board before it, whose flags are mines.
    pub fn at(board: &Board, cell: u32, models: usize) -> Look {
        let (cause, risk) = cause_of(board, cell, models);
        Look { cause, risk, tree: tree(board, cell, models) }
    }
}

fn tree(board: &Board, cell: u32, models: usize) -> Option<GuessTree> {
    let (table, cells) = table(board, models)?;
    let own = cells.binary_search(&cell).ok()?;
    let wins = GameTree::new(&table, NODES).all().ok()?;
    let best = (0..wins.len()).rev().max_by_key(|&at| wins[at])?;
    let mined = |at: usize| (0..table.models() as u32).filter(|&model| table.shows(model, at) == MINE).count();
    Some(GuessTree {
        models: table.models() as u32,
        won: wins[own],
        most: wins[best],
        best: cells[best] as usize,
        risks: (0..cells.len()).map(|at| mined(at) as f64 / table.models() as f64).collect(),
    })
}

/// The cause and the probability of a mine.
fn cause_of(board: &Board, cell: u32, models: usize) -> (usize, Option<f64>) {
    let grid = board.grid();
    let mut tracker = Tracker::new(grid, Arc::new(Neighbours::new(grid)), CluePairs::None);
    let fresh: Vec<u32> = grid.cells().filter(|&c| board.cell(c) != Cell::Covered).map(|c| c as u32).collect();
    let view = View { board, fresh: &fresh };
    let (mut analysis, mut certain) = (Analysis::default(), Vec::new());
    let position = match tracker.see(&view).and_then(|()| analysis.position(&mut tracker, &view, &mut certain)) {
        Ok(Some(position)) => position,
        Ok(None) if analysis.stopped.is_none() => {
            // The analysis ends at the first safe cell; the engine counts all the same.
            let risks = build("frontier").ok().and_then(|engine| risks(engine.as_ref(), board).ok());
            let risk = risks.and_then(|risks| risks.into_iter().find(|risk| risk.1 == cell as usize));
            return (AVOIDABLE, risk.map(|risk| risk.0));
        }
        _ => return (FORCED, None),
    };
    let risk = match tracker.known(cell) {
        Known::Mine => Some(1.0),
        _ => position.risks.iter().find(|risk| risk.0 == cell).map(|risk| risk.1),
    };
    let has_zero = board.cells().contains(&Cell::Clue(0));
    let cause = match risk {
        _ if !has_zero => OPENING,
        Some(risk) => match dead(&position, &tracker, cell, models) {
            Some(2) => FIFTY,
            Some(_) => DEAD_END,
            None if risk > position.least_risk() + EQUAL => RISKIER,
            None => FORCED,
        },
        None => FORCED,
    };
    (cause, risk)
}

/// The number of models of the part that a cell is in, or of the whole position, if no click there tells one from another.
fn dead(position: &Position, tracker: &Tracker, cell: u32, most: usize) -> Option<usize> {
    let parts = [position.isolated(tracker, most as u64), position.all_models(tracker, most)];
    let of_cell = parts.into_iter().flatten().find(|part| part.cells.contains(&cell))?;
    let won = GameTree::new(&of_cell.table, NODES).best().ok()??.1;
    (won == 1).then(|| of_cell.table.models())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str, cell: u32) -> &'static str {
        CAUSES[Look::at(&Board::parse(text, "t").unwrap(), cell, 1000).cause].name
    }

    #[test]
    fn causes_of_guesses() {
        // One mine in two cells that the same clues see.
        assert_eq!(name("3 4 1\n#100\n#100\n__00\n", 0), "50/50");
        // One mine in three cells, none of which sees another.
        assert_eq!(name("3 7 1\n#_#_#__\n_______\n______0\n", 2), "dead end");
        assert_eq!(name("3 5 2\n#####\n#1###\n#####\n", 0), "opening");
        // The 1 gives its cells 1/3; of the others, which see each other, one in four is a mine.
        let two = "3 8 2\n#_____##\n#1____##\n#_0_____\n";
        assert_eq!((name(two, 0), name(two, 7)), ("riskier", "forced"));
        // 1 over one covered cell: it is a mine, all else is safe.
        assert_eq!(name("1 5 1\n#10##\n", 4), "avoidable");
        // The last cell is safe; one of the first two is a mine.
        let look = Look::at(&Board::parse("2 5 1\n#10##\n#10##\n", "t").unwrap(), 0, 1000);
        assert_eq!((CAUSES[look.cause].name, look.risk), ("avoidable", Some(0.5)));
    }

    #[test]
    fn the_tree_tells_what_a_guess_loses() {
        let board = Board::parse("3 5 4\n#####\n#212#\n#####\n", "t").unwrap();
        let tree = Look::at(&board, 1, 1000).tree.unwrap();
        assert_eq!((tree.models, tree.won, tree.most), (36, 23, 28));
        assert!((tree.lost() - 5.0 / 36.0).abs() < 1e-12);
        assert_eq!(tree.risks.len(), 12);
    }
}
