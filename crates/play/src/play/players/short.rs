//! `short`: single clues along short chains alone (system A asks what a preference for short chains costs).
//!
//! Numbers and mines that are shown are facts. What one clue decides from facts has a chain of length 1; what a clue decides
//! with the help of conclusions has one more than the longest of these. Conclusions along longer chains than `steps` are not
//! drawn, and nothing is remembered from turn to turn but what is shown.

use super::PlayerSpec;
use super::estimate::smallest;
use crate::board::{Board, Cell};
use crate::play::tracker::Neighbours;
use crate::play::{Act, Impossible, Move, Player, PlayerSetup, Reason, View};
use crate::rng::Rng;
use crate::spec::OptionRow;
use std::sync::Arc;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "short",
    summary: "single clues along chains of at most `steps` conclusions, else the smallest share need/covered",
    options: &[
        OptionRow::number("steps", "2", "longest chain of conclusions"),
        OptionRow::words(
            "open",
            &["all", "shortest"],
            "all certain cells of a turn, or only those of the shortest chains",
        ),
    ],
    bounds: |_| false,
    build: |chosen| {
        let steps = chosen.number("steps");
        let shortest = chosen.word("open") == "shortest";
        Box::new(move |seat: PlayerSetup| {
            Box::new(Short { around: seat.around, rng: seat.rng, steps, shortest, nodes: 0 }) as Box<dyn Player>
        })
    },
};

struct Short {
    around: Arc<Neighbours>,
    rng: Rng,
    steps: u64,
    /// Opens only the cells of the shortest chains of a turn.
    shortest: bool,
    /// Clues looked at.
    nodes: u64,
}

/// A conclusion: whether the cell is a mine, and the length of its chain.
type Concluded = Option<(bool, u64)>;

/// The mines that a clue still needs, and its undecided cells; None if the cell is no clue.
fn open_clue(board: &Board, around: &[u32], known: &[Concluded], clue: usize) -> Option<(i64, Vec<u32>)> {
    let Cell::Clue(number) = board.cell(clue) else { return None };
    let (mut need, mut open) = (i64::from(number), Vec::new());
    for &cell in around {
        match (board.cell(cell as usize), known[cell as usize]) {
            (Cell::Flag, _) | (_, Some((true, _))) => need -= 1,
            (Cell::Covered, None) => open.push(cell),
            _ => {}
        }
    }
    Some((need, open))
}

impl Short {
    /// All conclusions along chains of at most `steps`.
    fn conclude(&mut self, board: &Board) -> Result<Vec<Concluded>, Impossible> {
        let grid = board.grid();
        let mut known: Vec<Concluded> = vec![None; grid.len()];
        let mut clues: Vec<usize> = grid.cells().filter(|&c| matches!(board.cell(c), Cell::Clue(_))).collect();
        for step in 1..=self.steps {
            let mut found = Vec::new();
            // Only clues with undecided cells are looked at again.
            let mut left = Vec::new();
            for &clue in &clues {
                self.nodes += 1;
                let Some((need, open)) = open_clue(board, self.around.of(clue as u32), &known, clue) else { continue };
                if need < 0 || need > open.len() as i64 {
                    return Err(Impossible { clues: vec![clue as u32], total: false });
                }
                if need == 0 || need == open.len() as i64 {
                    found.extend(open.into_iter().map(|cell| (cell, need > 0)));
                } else {
                    left.push(clue);
                }
            }
            if found.is_empty() {
                break;
            }
            found.iter().for_each(|&(cell, mine)| known[cell as usize] = Some((mine, step)));
            clues = left;
        }
        Ok(known)
    }

    /// A cell of the smallest share.
    fn guess(&mut self, board: &Board, known: &[Concluded]) -> Option<u32> {
        let grid = board.grid();
        let cells: Vec<u32> = (grid.cells())
            .filter(|&c| board.cell(c) == Cell::Covered && known[c].is_none())
            .map(|c| c as u32)
            .collect();
        let mines =
            grid.cells().filter(|&c| board.cell(c) == Cell::Flag || matches!(known[c], Some((true, _)))).count();
        let rest = board.mines().map_or(0.5, |total| (f64::from(total) - mines as f64) / cells.len().max(1) as f64);
        let mut share: Vec<Option<f64>> = vec![None; grid.len()];
        for clue in grid.cells() {
            let Some((need, open)) = open_clue(board, self.around.of(clue as u32), known, clue) else { continue };
            for cell in &open {
                let stored = &mut share[*cell as usize];
                let own = need as f64 / open.len() as f64;
                *stored = Some(stored.map_or(own, |other: f64| other.max(own)));
            }
        }
        smallest(cells, &|cell| share[cell as usize].unwrap_or(rest), None, &mut self.rng)
    }
}

impl Player for Short {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let known = self.conclude(view.board)?;
        let safe = || known.iter().enumerate().filter_map(|(cell, known)| Some((cell as u32, (*known)?)));
        let safe = || safe().filter(|(_, (mine, _))| !mine);
        let least = safe().map(|(_, (_, step))| step).min();
        let is_opened = |step: u64| !self.shortest || Some(step) == least;
        for (cell, (_, step)) in safe().filter(|(_, (_, step))| is_opened(*step)) {
            let reason = if step == 1 { Reason::SinglePoint } else { Reason::Rules };
            moves.push(Move { cell, act: Act::Open, reason });
        }
        if moves.is_empty()
            && let Some(cell) = self.guess(view.board, &known)
        {
            moves.push(Move { cell, act: Act::Open, reason: Reason::Guess });
        }
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::first_turn;
    use super::*;

    fn opened(options: &str, text: &str) -> Vec<(u32, &'static str)> {
        let board = Board::parse(text, "t").unwrap();
        first_turn(&format!("short:{options}"), &board, 1).iter().map(|step| (step.cell, step.reason.name())).collect()
    }

    /// A line in which each clue decides one cell more: 2 follows from 0 being a mine, 4 from 2 and so on.
    #[test]
    fn conclusions_go_as_far_as_the_chain_may_be_long() {
        let line = "1 9 ?\nF1#1#1#1#\n";
        assert_eq!(opened("steps=1", line), [(2, "single_point")]);
        assert_eq!(opened("steps=2", line), [(2, "single_point")], "4 is a mine");
        assert_eq!(opened("steps=3", line), [(2, "single_point"), (6, "rules")]);
        assert_eq!(opened("steps=3,open=shortest", line), [(2, "single_point")]);
    }

    #[test]
    fn without_a_conclusion_the_smallest_share_is_guessed() {
        let board = Board::parse("3 9 ?\n#########\n#1#3#####\n#########\n", "t").unwrap();
        let cells: std::collections::BTreeSet<u32> =
            (0..80).flat_map(|seed| first_turn("short", &board, seed)).map(|step| step.cell).collect();
        assert_eq!(cells, [0, 1, 9, 18, 19].into());
    }

    #[test]
    fn a_contradiction_is_reported() {
        let board = Board::parse("1 3 ?\nF0F\n", "t").unwrap();
        let mut player = super::super::tests::player("short", &board, 1);
        let shown = super::super::tests::shown(&board);
        let found = player.turn(&View { board: &board, fresh: &shown }, &mut Vec::new());
        assert_eq!(found, Err(Impossible { clues: vec![1], total: false }));
    }
}
