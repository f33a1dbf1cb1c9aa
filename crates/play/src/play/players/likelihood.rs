//! `likelihood`: exact mine probabilities under uncertain clues (system A's models 1 to 3); safest
//! cell, ties by the source's measure: chance of a clue times covered neighbours.

use rustc_hash::FxHashSet;

use super::PlayerSpec;
use crate::board::{Board, Cell};
use crate::engine::likelihood::{Likelihood, Likelihoods, ModelWeights, UNIT};
use crate::engine::{Control, Limits};
use crate::play::exact::EQUAL;
use crate::play::noisy_clues::likelihoods;
use crate::play::rules::Clues;
use crate::play::{Act, Impossible, Move, Player, PlayerSetup, Reason, View};
use crate::spec::OptionRow;

/// Row in the table.
pub const PLAYER: PlayerSpec = PlayerSpec {
    name: "likelihood",
    summary: "exact mine probabilities under uncertain clues; safest cell, ties by covered neighbours",
    options: &[
        OptionRow::number("budget", "300000", "most nodes of a count"),
        OptionRow::words(
            "ties",
            &["info", "few"],
            "of equal cells the one with the most, or the fewest, covered neighbours",
        ),
    ],
    bounds: |_| true,
    build: |chosen| {
        let budget = chosen.number("budget");
        let to_few = chosen.word("ties") == "few";
        Box::new(move |seat: PlayerSetup| {
            Box::new(Likely { clues: seat.clues, budget, to_few, nodes: 0, marked: FxHashSet::default() })
                as Box<dyn Player>
        })
    },
};

/// Likelihoods that multiply to at least 2 to the power of minus this stay far from the smallest float.
const MOST_BITS: f64 = 800.0;

/// Binary digits by which one clue can reduce a weight; 0 if all possible values are equally likely.
fn bits(clue: &Likelihood) -> f64 {
    let least = clue.ways.iter().filter(|&&w| w > 0).min().copied().unwrap_or(UNIT);
    (f64::from(UNIT) / f64::from(least)).log2()
}

struct Likely {
    clues: Clues,
    /// States of the sweep per turn; beyond it, clues with many covered neighbours are left out.
    budget: u64,
    /// Ties go to the cell of the fewest covered neighbours.
    to_few: bool,
    nodes: u64,
    /// Cells that are certainly mines.
    marked: FxHashSet<u32>,
}

/// From here on a risk may be that of a certain mine.
const NEARLY_CERTAIN: f64 = 1.0 - 1e-9;

/// Risks of the covered cells, and the likelihoods behind them.
struct Weighed {
    risks: Vec<(u32, f64)>,
    /// Whether clues were left out: cells certain from fewer clues stay certain, a guess may change.
    is_part: bool,
    given: Likelihoods,
}

impl Likely {
    /// Mine probability of every covered cell: exact, or, if the budget runs out, from as many of the clues as it
    /// suffices for, those with the fewest covered neighbours first.
    fn weigh(&mut self, board: &Board) -> Result<Weighed, Impossible> {
        let (mut given, cells) = likelihoods(board, self.clues);
        given.clues.retain(|c| !c.cells.is_empty() || c.ways[0] == 0);
        given.clues.sort_by_key(|c| c.cells.len());
        let (all, mut left) = (given.clues.len(), MOST_BITS);
        given.clues.retain(|clue| {
            left -= bits(clue);
            left >= 0.0
        });
        loop {
            let mut control = Control::new(Limits { nodes: Some(self.budget), ..Limits::default() });
            let found = given.weigh::<f64>(&mut control);
            self.nodes += control.nodes();
            match found {
                Ok(weights) if weights.all <= 0.0 => {
                    let clues = board.grid().cells().filter(|&c| matches!(board.cell(c), Cell::Clue(_)));
                    return Err(Impossible { clues: clues.map(|c| c as u32).collect(), total: true });
                }
                Ok(weights) => {
                    let risks = cells.iter().zip(&weights.mined).map(|(&c, w)| (c, w / weights.all)).collect();
                    return Ok(Weighed { risks, is_part: given.clues.len() < all, given });
                }
                Err(_) => given.clues.truncate(given.clues.len() * 3 / 4),
            }
        }
    }
}

impl Likely {
    /// Marks the cells that are safe in no model. A risk of 1 may be rounded, a weight of 0 is exact.
    fn mark(&mut self, found: &Weighed, moves: &mut Vec<Move>) {
        let mut control = Control::new(Limits { nodes: Some(self.budget), ..Limits::default() });
        let safe = found.given.turned().weigh::<f64>(&mut control);
        self.nodes += control.nodes();
        let Ok(ModelWeights { mined: safe, .. }) = safe else { return };
        for (&(cell, _), safe) in found.risks.iter().zip(safe) {
            if safe == 0.0 && self.marked.insert(cell) {
                moves.push(Move { cell, act: Act::Flag, reason: Reason::Models });
            }
        }
    }
}

impl Player for Likely {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let found = self.weigh(view.board)?;
        let open = |cell, reason| Move { cell, act: Act::Open, reason };
        moves.extend(found.risks.iter().filter(|r| r.1 == 0.0).map(|r| open(r.0, Reason::Models)));
        if moves.is_empty() {
            if found.risks.iter().all(|r| r.1 > NEARLY_CERTAIN) {
                // No other cell is left, and some games end when all cells are decided.
                self.mark(&found, moves);
            }
            let risks: Vec<&(u32, f64)> = found.risks.iter().filter(|r| !self.marked.contains(&r.0)).collect();
            let covered = |cell: u32| {
                let around = view.board.grid().neighbours(cell as usize);
                around.filter(|&n| view.board.cell(n) == Cell::Covered).count()
            };
            let least = risks.iter().fold(1.0f64, |least, r| least.min(r.1));
            let info = |cell: u32| if self.to_few { 8 - covered(cell) } else { covered(cell) };
            let best = risks.iter().filter(|r| r.1 <= least + EQUAL).max_by_key(|r| (info(r.0), u32::MAX - r.0));
            let reason = if found.is_part { Reason::Unsolved } else { Reason::Guess };
            moves.extend(best.map(|r| open(r.0, reason)));
        }
        Ok(())
    }

    fn nodes(&self) -> Option<u64> {
        Some(self.nodes)
    }
}
