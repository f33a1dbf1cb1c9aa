//! Rollouts: games played out from the middle, on models of the position. They give the value of a move under a player.

use std::cell::{self, RefCell};
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use super::analysis::{Analysis, Position, Sampler};
use super::exact::{Choose, Exact};
use super::game_loop::{self, Ending, Observer, Referee};
use super::tracker::{CluePairs, Neighbours, Tracker};
use super::tree::GameTree;
use super::{Act, Impossible, Move, Outcome, Player, Reason, Rules, View, supply};
use crate::board::{Board, Cell};
use crate::rng::Rng;

/// A position from which games are played out.
pub struct Rollout<'a> {
    tracker: &'a Tracker,
    analysis: &'a Analysis,
    board: &'a Board,
    choose: Rc<Choose>,
    work: cell::Cell<u64>,
}

/// A game in which no guess hits a mine: if one would, the model is redrawn from those where it is safe, with few
/// changes ([`Sampler::make_safe`]).
pub struct Survival {
    mined: Vec<bool>,
    /// Product of the safeties of the guesses so far.
    value: f64,
    /// Each cell has a stream of this seed, so that two games of one seed change alike.
    seed: u64,
    /// True once an [`End`] has given the rest.
    ended: bool,
}

/// Nodes of the tree of [`by_best_play`].
const TREE_NODES: u64 = 100_000;

impl Survival {
    /// Begins in a model, all mines by cell.
    pub fn new(mined: Vec<bool>, seed: u64) -> Self {
        Survival { mined, value: 1.0, seed, ended: false }
    }

    /// The number that a cell shows when opened.
    pub fn number(&self, cell: u32, tracker: &Tracker) -> u32 {
        tracker.around.of(cell).iter().filter(|&&n| self.mined[n as usize]).count() as u32
    }

    /// Survives a guess; a cell that is certainly a mine ends the game.
    pub fn guess(&mut self, cell: u32, position: &Position) {
        let risk = position.risks.iter().find(|r| r.0 == cell).map(|r| r.1);
        self.value *= 1.0 - risk.unwrap_or_else(|| f64::from(u8::from(self.mined[cell as usize])));
        if self.mined[cell as usize] && self.value > 0.0 {
            Sampler::make_safe(position, cell, &mut self.mined, &mut Rng::stream(self.seed, u64::from(cell)));
        }
    }
}

/// An early end of a [`Survival`]: the share of the models that is won from here, None to play on.
pub type RolloutEnd = dyn Fn(&Position, &Tracker) -> Option<f64>;

/// Ends with best play once at most `most` models are left.
pub fn by_best_play(most: usize) -> Rc<RolloutEnd> {
    Rc::new(move |position: &Position, tracker: &Tracker| {
        if !position.enumerated || position.models() > most as f64 {
            return None;
        }
        let models = position.all_models(tracker, most)?;
        let won = GameTree::new(&models.table, TREE_NODES).best().ok()??.1;
        Some(f64::from(won) / models.table.models() as f64)
    })
}

/// [`Rollout::survives`] from the first click of the rules on, on the board of that number of the seed; `choose` may
/// keep records of the positions that it sees.
///
/// # Panics
/// If the rules have no first cell or no board keeps it free.
pub fn survive_all(
    rules: &Rules,
    around: &Arc<Neighbours>,
    (seed, index): (u64, u64),
    choose: Rc<Choose>,
    end: &Rc<RolloutEnd>,
) -> f64 {
    let field = supply::uniform(rules, seed, index).expect("the first cell can be kept free");
    let first = rules.start.cell().expect("there is a first cell") as u32;
    let board = Board::covered(rules.grid, Some(rules.mines as u32));
    let tracker = Tracker::new(rules.grid, Arc::clone(around), CluePairs::All);
    let analysis = Analysis::default();
    let rollout = Rollout::new(&tracker, &analysis, &board, choose);
    let mined = rules.grid.cells().map(|c| field.is_mine(c)).collect();
    rollout.survives(first, Survival::new(mined, Rng::stream(seed ^ 0x5e1f, index).next_u64()), end)
}

impl<'a> Rollout<'a> {
    /// `choose` guesses after the first move.
    pub fn new(tracker: &'a Tracker, analysis: &'a Analysis, board: &'a Board, choose: Rc<Choose>) -> Self {
        Rollout { tracker, analysis, board, choose, work: cell::Cell::new(0) }
    }

    /// Nodes of all players since the last call ([`Player::nodes`]).
    pub fn take_work(&self) -> u64 {
        self.work.take()
    }

    /// True if the game is won in the model `mined` (all mines, known ones included) by opening
    /// `first`.
    pub fn wins(&self, first: u32, mined: &[bool]) -> bool {
        self.play(first, |cell| mined[cell as usize], Rc::clone(&self.choose), || false)
    }

    /// Probability of a win, estimated along a game in which every guess is survived: the product of the safeties of
    /// the guesses, times the share that is won from where `end` ends it. With [`by_best_play`] and a known total it is
    /// unbiased for a player that plays best there, and has a third of the variance of won games on Expert. `first` is
    /// safe in the model. In a position too wide to draw models from, a guess is taken without redrawing.
    pub fn survives(&self, first: u32, game: Survival, end: &Rc<RolloutEnd>) -> f64 {
        let game = Rc::new(RefCell::new(game));
        let (inside, base, end) = (Rc::clone(&game), Rc::clone(&self.choose), Rc::clone(end));
        let choose: Rc<Choose> = Rc::new(move |p: &Position, t: &Tracker, v: &View, work: &mut u64| {
            if let Some(share) = end(p, t) {
                let mut game = inside.borrow_mut();
                (game.value, game.ended) = (game.value * share, true);
                return None;
            }
            let cell = base(p, t, v, work)?;
            if p.enumerated {
                inside.borrow_mut().guess(cell, p);
            }
            Some(cell)
        });
        let won = self.play(first, |cell| game.borrow().mined[cell as usize], choose, || game.borrow().ended);
        if won { game.borrow().value } else { 0.0 }
    }

    /// True if the game reaches its end, or a position where `ended` is true, without a mine.
    fn play(&self, first: u32, mined: impl Fn(u32) -> bool, choose: Rc<Choose>, ended: impl Fn() -> bool) -> bool {
        let mut player = Exact::resume(self.tracker, self.analysis, choose);
        let (around, board) = (&*self.tracker.around, self.board.clone());
        let mut game = Mined { around, mined, board, fresh: Vec::new(), stack: Vec::new(), exploded: false };
        game.make(Move { cell: first, act: Act::Open, reason: Reason::Guess });
        let end = game_loop::play(&mut game, &mut LastFirst(&mut player), &mut Until(ended));
        self.work.set(self.work.get() + player.nodes().unwrap_or(0));
        debug_assert!(!matches!(end, Ending::Exploded(_)), "a certain cell is safe in every model");
        matches!(end, Ending::Broken(())) || game.outcome() == Outcome::Won
    }
}

/// A player whose moves are made in reverse order.
struct LastFirst<'a>(&'a mut Exact);

impl Player for LastFirst<'_> {
    fn turn(&mut self, view: &View, moves: &mut Vec<Move>) -> Result<(), Impossible> {
        let turn = self.0.turn(view, moves);
        moves.reverse();
        turn
    }
}

/// The referee of a rollout: every mine by cell, which may change between two turns where nothing shows it.
struct Mined<'a, M> {
    around: &'a Neighbours,
    mined: M,
    board: Board,
    fresh: Vec<u32>,
    /// Cells to open.
    stack: Vec<u32>,
    exploded: bool,
}

impl<M: Fn(u32) -> bool> Referee for Mined<'_, M> {
    fn board(&self) -> &Board {
        &self.board
    }

    /// Counted anew: if the total is unknown, the number of mines of a model may change.
    fn outcome(&self) -> Outcome {
        let is_open = |c: usize| self.board.cell(c) != Cell::Covered || (self.mined)(c as u32);
        if self.exploded {
            Outcome::Lost
        } else if self.board.grid().cells().all(is_open) {
            Outcome::Won
        } else {
            Outcome::Playing
        }
    }

    fn exploded(&self) -> usize {
        usize::from(self.exploded)
    }

    fn take_fresh(&mut self, into: &mut Vec<u32>) {
        into.clear();
        into.append(&mut self.fresh);
    }

    /// The first mine ends the game; marks change nothing.
    fn make(&mut self, step: Move) -> bool {
        if step.act != Act::Open || self.exploded {
            return false;
        }
        let before = self.fresh.len();
        self.stack.push(step.cell);
        while let Some(cell) = self.stack.pop() {
            if (self.mined)(cell) {
                self.exploded = true;
                return true;
            }
            if self.board.cell(cell as usize) != Cell::Covered {
                continue;
            }
            let around = self.around.of(cell);
            let clue = around.iter().filter(|&&n| (self.mined)(n)).count();
            self.board.set(cell as usize, Cell::Clue(clue as u8));
            self.fresh.push(cell);
            if clue == 0 {
                self.stack.extend(around);
            }
        }
        self.fresh.len() > before
    }
}

/// Ends a rollout after a turn.
struct Until<E>(E);

impl<R: Referee, E: Fn() -> bool> Observer<R> for Until<E> {
    type Why = ();

    fn after_turn(&mut self, _: &R, _: &dyn Player) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::players::lookahead::{
        CLOSE, LookaheadSettings, RECOMMENDED, TRAINING_POLICY, candidates, candidates_three_ply, chooser,
        near_best_value,
    };
    use crate::play::small_boards;
    use crate::play::tracker::Known;
    use crate::play::tree::{MINE, table};

    /// Positions without a safe cell and with few models, with their analysis.
    fn positions(seed: u64) -> Vec<(Board, Tracker, Position)> {
        let small = |p: &(Board, Tracker, Position)| (2.0..300.0).contains(&p.2.models());
        let found: Vec<_> = small_boards::positions(seed, 400).filter(small).collect();
        assert!(found.len() > 60, "{}", found.len());
        found
    }

    #[test]
    fn products_of_arrangements_are_all_models() {
        for (board, tracker, position) in positions(5) {
            let (right, cells) = table(&board, 400).unwrap();
            let found = position.all_models(&tracker, 400).unwrap();
            assert_eq!(found.table.models(), right.models());
            let at: Vec<usize> = found.cells.iter().map(|c| cells.binary_search(c).unwrap()).collect();
            let row = |m: usize| at.iter().map(|&c| right.shows(m as u32, c)).collect::<Vec<u8>>();
            let mut rows: Vec<Vec<u8>> = (0..right.models()).map(row).collect();
            let own = |m: usize| (0..at.len()).map(|c| found.table.shows(m as u32, c)).collect::<Vec<u8>>();
            let mut others: Vec<Vec<u8>> = (0..right.models()).map(own).collect();
            rows.sort();
            others.sort();
            assert_eq!(rows, others, "{:?}", board.row_strings());
        }
    }

    /// The player is optimal where it has the tree, so games on all models win the value of the tree.
    #[test]
    fn games_on_all_models_win_what_the_tree_says() {
        for (board, tracker, position) in positions(6) {
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = GameTree::new(&models.table, u64::MAX).all().unwrap();
            let analysis = position.analysis();
            let choose = chooser(RECOMMENDED);
            let rollout = Rollout::new(&tracker, &analysis, &board, choose);
            for (c, &cell) in models.cells.iter().enumerate() {
                let won = (0..models.table.models() as u32).filter(|&m| {
                    let mut mined: Vec<bool> =
                        board.grid().cells().map(|n| tracker.known(n as u32) == Known::Mine).collect();
                    for (v, &n) in models.cells.iter().enumerate() {
                        mined[n as usize] = models.table.shows(m, v) == MINE;
                    }
                    rollout.wins(cell, &mined)
                });
                assert_eq!(won.count() as u32, wins[c], "{:?} {cell}", board.row_strings());
            }
        }
    }

    /// The mean over many survived games is the value of the tree of all games: the player is optimal.
    #[test]
    fn survived_games_are_worth_what_the_tree_says() {
        for (board, tracker, position) in positions(9).into_iter().filter(|p| p.2.models() > 12.0).take(8) {
            let models = position.all_models(&tracker, 400).unwrap();
            let wins = GameTree::new(&models.table, u64::MAX).all().unwrap();
            let analysis = position.analysis();
            let rollout = Rollout::new(&tracker, &analysis, &board, chooser(RECOMMENDED));
            let sampler = Sampler::new(&position);
            // Trees below 6 models alone, so that guesses are survived before.
            for (c, &cell) in models.cells.iter().enumerate().step_by(3) {
                let values: Vec<f64> = (0..300)
                    .map(|i| {
                        let mut rng = Rng::stream(4, i);
                        let mut game = Survival::new(sampler.field(&tracker, &mut rng), rng.next_u64());
                        game.guess(cell, &position);
                        rollout.survives(cell, game, &by_best_play(5))
                    })
                    .collect();
                let mean = values.iter().sum::<f64>() / 300.0;
                let spread = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / 300.0;
                let right = f64::from(wins[c]) / models.table.models() as f64;
                let off = (mean - right).abs();
                assert!(
                    off <= 5.0 * (spread / 300.0).sqrt() + 1e-9,
                    "{:?} {cell}: {mean} {right}",
                    board.row_strings()
                );
            }
        }
    }

    /// If the total is unknown, a model changed on the way may get another number of mines: a game with every guess
    /// survived is won all the same.
    #[test]
    fn games_without_a_total_end_won() {
        let (mut checked, end): (u32, Rc<RolloutEnd>) = (0, Rc::new(|_: &Position, _: &Tracker| None));
        for board in small_boards::untold(61, 400) {
            let Some((tracker, position)) = small_boards::analysed(&board) else { continue };
            let analysis = position.analysis();
            let choose = chooser(LookaheadSettings { models: 0, ..TRAINING_POLICY });
            let rollout = Rollout::new(&tracker, &analysis, &board, choose);
            let sampler = Sampler::new(&position);
            for (game, &(cell, risk)) in position.risks.iter().enumerate() {
                let mut rng = Rng::stream(4, game as u64);
                let mut game = Survival::new(sampler.field(&tracker, &mut rng), rng.next_u64());
                game.guess(cell, &position);
                let value = rollout.survives(cell, game, &end);
                assert!(value > 0.0 && value <= 1.0 - risk, "{:?} {cell}: {value}", board.row_strings());
                checked += 1;
            }
        }
        assert!(checked > 300, "{checked}");
    }

    #[test]
    fn a_candidate_of_the_highest_value_is_opened() {
        let settings = LookaheadSettings { models: 0, sample: 0, games: 0, close: false, ..RECOMMENDED };
        let mut closer = 0;
        for (board, tracker, position) in positions(8) {
            let view = View { board: &board, fresh: &[] };
            let open = |close| chooser(LookaheadSettings { close, ..settings })(&position, &tracker, &view, &mut 0);
            // A forced 50/50 is guessed.
            let check = |all: Vec<(u32, f64)>, opened: Option<u32>| {
                let most = all.iter().map(|c| c.1).fold(f64::NEG_INFINITY, f64::max);
                let own = all.iter().find(|c| Some(c.0) == opened);
                assert!(all.is_empty() || own.is_some_and(|c| c.1 >= most - 1e-9), "{board}");
            };
            check(candidates(settings, &position, &tracker).iter().map(|c| (c.cell, c.value)).collect(), open(false));
            let close =
                candidates_three_ply(LookaheadSettings { close: true, ..settings }, &position, &tracker, |all| {
                    near_best_value(all, CLOSE)
                });
            if close.len() > 1 {
                closer += u32::from(open(true) != open(false));
                check(close.iter().map(|c| (c.cell, c.value)).collect(), open(true));
            }
        }
        assert!(closer > 5, "{closer}");
    }

    #[test]
    fn drawn_models_are_models_and_equally_likely() {
        for (board, tracker, position) in positions(7).into_iter().take(12) {
            let models = position.all_models(&tracker, 400).unwrap();
            let sampler = Sampler::new(&position);
            let mut seen = rustc_hash::FxHashMap::<Vec<u32>, u32>::default();
            let n = 400 * models.table.models() as u32;
            for i in 0..n {
                let mut mines = Vec::new();
                sampler.draw(&mut Rng::stream(3, u64::from(i)), &mut mines);
                mines.sort_unstable();
                *seen.entry(mines).or_default() += 1;
            }
            assert_eq!(seen.len(), models.table.models(), "{:?}", board.row_strings());
            // 400 expected each; seven standard deviations.
            assert!(seen.values().all(|&k| (260..540).contains(&k)), "{:?}", seen.values().collect::<Vec<_>>());
        }
    }
}
