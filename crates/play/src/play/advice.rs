//! Advice for a game that is played elsewhere: a player says what to open, and a person enters what it showed.
//!
//! The player sees what the referee of [`super::Game`] would show it, in the same order, so it plays here as it plays there. A
//! turn is over when all its cells are entered, with all that opened by itself around zeros. Numbers that follow from what is
//! known are not asked for.

mod hand;
mod known;
mod said;

use std::sync::Arc;

use super::guess_report::guess_report;
use super::guess_values::GuessValues;
use super::reasons::because;
use super::rules::{Clues, Rules, Start};
use super::series::PLAYER_STREAM;
use super::tracker::Neighbours;
use super::{Act, GameError, Move, Outcome, Player, PlayerFactory, PlayerSetup, Reason, View};
use crate::board::{Board, Cell, Grid};
use crate::rng::Rng;
use hand::HandGame;
use known::{certain_number, has_model};
pub use said::{Advice, AdviceEvent, CertainCell, Refusal};

/// The rules of games that can be advised: exact clues, a known total, and a mine ends the game.
///
/// # Errors
/// More mines than the start rule leaves room for.
pub fn advised_rules(grid: Grid, mines: usize, start: Start) -> Result<Rules, GameError> {
    let kept = start.keep_free(grid).len();
    if mines + kept > grid.len() {
        return Err(GameError::ManyMines { mines, cells: grid.len(), kept });
    }
    Ok(Rules::usual(grid, mines, start))
}

/// See the module.
pub struct Adviser {
    rules: Rules,
    maker: PlayerFactory,
    seed: u64,
    around: Arc<Neighbours>,
    player: Box<dyn Player>,
    game: HandGame,
    /// The first cell is still to be opened.
    is_first: bool,
    /// The moves of the turn.
    plan: Vec<Move>,
    values: Option<GuessValues>,
    /// Cells opened beside the plan, in the order of the entries.
    beside: Vec<u32>,
    /// Entries, in their order.
    entries: Vec<Vec<(u32, Cell)>>,
    /// Cells to be entered now.
    asked: Vec<u32>,
    /// Cells filled in since the turn began, and those whose numbers are not certain.
    filled: Vec<u32>,
    uncertain: Vec<u32>,
    moves: Vec<Move>,
    is_stuck: bool,
    /// Earlier entries are being replayed: nothing is explained.
    is_replay: bool,
    events: Vec<AdviceEvent>,
}

/// Most cells of a turn for which the clues that force them are looked for; single clues and pairs cost nothing.
const MOST_FORCED: usize = 3;

impl Adviser {
    /// A new game under [`advised_rules`]; `seed` is that of the player's randomness.
    pub fn new(rules: Rules, maker: PlayerFactory, seed: u64) -> Adviser {
        let around = Arc::new(Neighbours::new(rules.grid));
        let player = seat(&rules, &maker, seed, &around);
        let mut adviser = Adviser {
            rules,
            maker,
            seed,
            around,
            player,
            game: HandGame::new(&rules),
            is_first: false,
            plan: Vec::new(),
            values: None,
            beside: Vec::new(),
            entries: Vec::new(),
            asked: Vec::new(),
            filled: Vec::new(),
            uncertain: Vec::new(),
            moves: Vec::new(),
            is_stuck: false,
            is_replay: false,
            events: Vec::new(),
        };
        adviser.begin();
        adviser
    }

    /// A game after these entries.
    ///
    /// # Errors
    /// One of them is refused.
    pub fn resume(
        rules: Rules,
        maker: PlayerFactory,
        seed: u64,
        entries: Vec<Vec<(u32, Cell)>>,
    ) -> Result<Adviser, Refusal> {
        let mut adviser = Adviser::new(rules, maker, seed);
        adviser.replay(entries)?;
        Ok(adviser)
    }

    /// The cells to be entered next, in the order of the advice; those around zeros follow in reading order.
    pub fn asked(&self) -> &[u32] {
        &self.asked
    }

    /// What happened since the last call.
    pub fn take_events(&mut self) -> Vec<AdviceEvent> {
        std::mem::take(&mut self.events)
    }

    /// The outcome so far.
    pub fn outcome(&self) -> Outcome {
        self.game.outcome()
    }

    /// The mine that was opened.
    pub fn exploded(&self) -> Option<u32> {
        self.game.exploded()
    }

    /// True if the player has no move in a game that is not over.
    pub fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    /// The board with all entries, and with the mines that the player marked as flags.
    pub fn board(&self) -> Board {
        let mut board = self.game.entered_board();
        let planned = self.plan.iter().filter(|m| m.act == Act::Flag).map(|m| m.cell as usize);
        for cell in planned.chain(self.game.marked()) {
            if board.cell(cell) == Cell::Covered {
                board.set(cell, Cell::Flag);
            }
        }
        board
    }

    /// The guess of this turn, if it is one.
    pub fn guess(&self) -> Option<u32> {
        let open = self.plan.iter().filter(|m| m.act == Act::Open && !m.reason.is_certain());
        open.map(|m| m.cell).next()
    }

    /// The entries, in their order.
    pub fn entries(&self) -> &[Vec<(u32, Cell)>] {
        &self.entries
    }

    /// The moves of the player that changed something, as a game of [`super::Game`] would have them.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Enters what cells show: a number, or a flag for a mine that was opened. Any cell may be entered.
    ///
    /// # Errors
    /// Why nothing of it is taken.
    pub fn enter(&mut self, cells: &[(u32, Cell)]) -> Result<(), Refusal> {
        if self.game.outcome() != Outcome::Playing {
            return Err(Refusal::Over);
        }
        let grid = self.rules.grid;
        let mut news: Vec<(u32, Cell)> = Vec::new();
        let mut board = self.game.entered_board();
        for &(cell, look) in cells {
            let (row, col) = grid.position(cell as usize);
            let neighbours = grid.neighbours(cell as usize).count();
            match (board.cell(cell as usize), look) {
                (known, look) if known == look => continue,
                (Cell::Covered, Cell::Clue(number)) if usize::from(number) > neighbours => {
                    return Err(Refusal::Large { row, col, neighbours, number });
                }
                (Cell::Covered, _) => {}
                (known, _) => return Err(Refusal::Entered { row, col, letter: known.letter() }),
            }
            board.set(cell as usize, look);
            news.push((cell, look));
        }
        if news.is_empty() {
            return Err(Refusal::Known);
        }
        if !has_model(&board) {
            return Err(Refusal::Impossible(Box::new(board)));
        }
        self.take(news);
        Ok(())
    }

    /// Takes what has been checked.
    fn take(&mut self, news: Vec<(u32, Cell)>) {
        for &(cell, look) in &news {
            let is_planned = self.asked.contains(&cell) || self.owed().contains(&cell);
            self.game.enter(cell, look);
            if !is_planned {
                // Another cell than the advised one: a guess is no longer wanted, what is certain stays so.
                self.beside.push(cell);
                let game = &self.game;
                self.plan.retain(|m| m.reason.is_certain() || game.is_entered(m.cell));
                self.is_first = false;
            }
        }
        self.entries.push(news);
        self.settle();
    }

    /// Takes the last entry back; false if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.entries.pop() else { return false };
        self.is_stuck = false;
        let is_pending = |&(cell, _): &(u32, Cell)| self.game.is_entered(cell) && !self.game.is_shown(cell);
        if self.beside.is_empty() && self.game.outcome() == Outcome::Playing && last.iter().all(is_pending) {
            // The turn has not ended.
            let filled = std::mem::take(&mut self.filled);
            last.iter().map(|(cell, _)| *cell).chain(filled).for_each(|cell| self.game.withdraw(cell));
            self.explain();
            self.settle();
            return true;
        }
        let entries = std::mem::take(&mut self.entries);
        self.player = seat(&self.rules, &self.maker, self.seed, &self.around);
        self.game = HandGame::new(&self.rules);
        self.moves.clear();
        self.beside.clear();
        self.begin();
        self.replay(entries).expect("they were taken before");
        true
    }

    /// Enters earlier entries again.
    fn replay(&mut self, entries: Vec<Vec<(u32, Cell)>>) -> Result<(), Refusal> {
        self.is_replay = true;
        let taken = entries.iter().try_for_each(|entry| self.enter(entry));
        self.is_replay = false;
        self.events.clear();
        self.explain();
        taken
    }

    /// The first turn: the cell of the start rule, or the player's own.
    fn begin(&mut self) {
        (self.plan, self.values) = (Vec::new(), None);
        self.filled.clear();
        self.uncertain.clear();
        self.events.clear();
        self.is_first = self.rules.start.cell().is_some();
        if let Some(cell) = self.rules.start.cell().filter(|_| self.game.outcome() == Outcome::Playing) {
            self.plan = vec![Move { cell: cell as u32, act: Act::Open, reason: Reason::Guess }];
            self.explain();
        }
        self.settle();
    }

    /// Goes on until the person has to enter something.
    fn settle(&mut self) {
        loop {
            self.asked.clear();
            if self.game.has_entered_mine() {
                self.end_turn();
            }
            if self.game.outcome() != Outcome::Playing {
                return;
            }
            self.asked = self.owed();
            if self.fill_in() {
                continue;
            }
            if !self.asked.is_empty() {
                return;
            }
            let is_changed = self.end_turn();
            if self.game.outcome() != Outcome::Playing {
                return;
            }
            if let Err(why) = self.take_turn()
                && !is_changed
            {
                self.is_stuck = true;
                self.events.push(AdviceEvent::Stuck(why));
                return;
            }
        }
    }

    /// The covered cells of the turn that are not entered, and those that zeros of the turn open.
    fn owed(&self) -> Vec<u32> {
        let roots = self.plan.iter().filter(|m| m.act == Act::Open).map(|m| m.cell);
        let roots: Vec<u32> = roots.chain(self.beside.iter().copied()).filter(|&c| !self.game.is_shown(c)).collect();
        let mut seen = vec![false; self.rules.grid.len()];
        let (mut owed, mut around, mut stack) = (Vec::new(), Vec::new(), Vec::new());
        for &cell in &roots {
            if std::mem::replace(&mut seen[cell as usize], true) {
                continue;
            }
            if self.game.is_entered(cell) { stack.push(cell) } else { owed.push(cell) }
        }
        while let Some(cell) = stack.pop() {
            if !self.game.is_zero(cell) {
                continue;
            }
            for &next in self.around.of(cell).iter().filter(|&&n| !self.game.is_shown(n)) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    if self.game.is_entered(next) { stack.push(next) } else { around.push(next) }
                }
            }
        }
        around.sort_unstable();
        owed.extend(around);
        owed
    }

    /// Enters the numbers that were certain before the turn among those asked for; true if there are any. Other entries of
    /// the turn do not matter, so that a replay asks for the same.
    fn fill_in(&mut self) -> bool {
        let unsafe_cell = self.guess();
        let mut is_any = false;
        for cell in self.asked.clone() {
            let is_zero = self.is_first && self.rules.start == Start::Zero(cell as usize);
            if Some(cell) == unsafe_cell && !is_zero || self.uncertain.contains(&cell) {
                continue;
            }
            match is_zero.then_some(0).or_else(|| certain_number(self.game.board(), cell as usize)) {
                Some(number) => {
                    self.game.enter(cell, Cell::Clue(number));
                    self.filled.push(cell);
                    self.events.push(AdviceEvent::Filled(cell, number));
                    is_any = true;
                }
                None => self.uncertain.push(cell),
            }
        }
        is_any
    }

    /// Shows the player what was entered; true if anything changed.
    fn end_turn(&mut self) -> bool {
        let mut is_changed = false;
        for step in std::mem::take(&mut self.plan) {
            let changes = match step.act {
                Act::Flag => self.game.mark(step.cell),
                Act::Open => self.game.open(step.cell),
            };
            is_changed |= changes;
            self.moves.extend(changes.then_some(step).filter(|_| !self.is_first));
        }
        for cell in std::mem::take(&mut self.beside) {
            is_changed |= self.game.open(cell);
        }
        self.is_first = false;
        self.filled.clear();
        self.uncertain.clear();
        is_changed
    }

    /// A turn of the player, or why it has nothing to open or mark.
    fn take_turn(&mut self) -> Result<(), String> {
        let fresh = self.game.take_fresh();
        let mut moves = Vec::new();
        let turn = self.player.turn(&View { board: self.game.board(), fresh: &fresh }, &mut moves);
        turn.map_err(|impossible| impossible.message(self.game.board()))?;
        self.plan = moves;
        self.values = self.player.guess_values();
        let is_move = |m: &Move| !self.game.is_shown(m.cell) && (m.act == Act::Open || !self.game.is_marked(m.cell));
        if !self.plan.iter().any(is_move) {
            return Err("the player has nothing to open".into());
        }
        self.explain();
        Ok(())
    }

    /// Adds the turn to the events.
    fn explain(&mut self) {
        if self.is_replay || self.game.outcome() != Outcome::Playing {
            return;
        }
        let advice = match (self.is_first, self.guess(), self.rules.start) {
            (true, Some(cell), start) => Some(Advice::First { cell, is_zero: matches!(start, Start::Zero(_)) }),
            (false, Some(cell), _) => {
                let report = guess_report(&self.game.traced(), cell, self.values.as_ref());
                Some(Advice::Guess { cell, report: report.map(Box::new) })
            }
            _ => self.certain().map(Advice::Certain),
        };
        self.events.extend(advice.map(AdviceEvent::Turn));
    }

    /// The certain cells of the turn with their clues; None without any.
    fn certain(&self) -> Option<Vec<CertainCell>> {
        let turn = self.game.traced();
        let mut before = turn.clone();
        let mut forced = 0;
        let mut cells = Vec::new();
        for &step in &self.plan {
            if step.act == Act::Flag {
                before.set(step.cell as usize, Cell::Flag);
                continue;
            }
            let is_local = matches!(step.reason, Reason::SinglePoint | Reason::Pair);
            forced += usize::from(!is_local);
            let looks = is_local || forced <= MOST_FORCED;
            let because = looks.then(|| because(&before, &turn, step, Clues::Exact)).flatten();
            cells.push(CertainCell { cell: step.cell, reason: step.reason, because });
            // Opened, whatever it shows.
            before.set(step.cell as usize, Cell::Blank);
        }
        (!cells.is_empty()).then_some(cells)
    }
}

/// A player at the beginning of a game.
fn seat(rules: &Rules, maker: &PlayerFactory, seed: u64, around: &Arc<Neighbours>) -> Box<dyn Player> {
    let rng = Rng::stream(seed ^ PLAYER_STREAM, 0);
    maker(PlayerSetup { grid: rules.grid, around: Arc::clone(around), clues: rules.clues, rng })
}

#[cfg(test)]
mod tests;
