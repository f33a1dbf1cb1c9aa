//! Exact analysis of a position for players: certain cells, and the mine probability of each cell.
//!
//! A game is a long series of similar systems, so components are kept: only those that the last clicks touched are
//! solved again. Counts are integers; floats are formed when components are joined under the total, where every term is
//! positive and no digits cancel. Certainty of a cell is decided on the integers alone.

mod after;
mod ahead;
mod fifty;
mod groups;
mod isolated;
mod join;
mod joint;
mod make_safe;
mod mines;
mod models;
mod next;
mod sample;
mod standing;

pub use ahead::{Ahead, CountedPosition, Outlook};
pub use fifty::Fifties;
pub use groups::Groups;
pub use mines::Mines;
pub use models::PositionModels;
pub use next::{AfterClick, Clicker, ShownNumber};
pub use sample::Sampler;
pub use standing::{PositionFigures, sides};

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use super::tracker::{Known, Tracker};
use super::{Impossible, Move, Reason, View};
use crate::engine::incremental::{self, EnumeratedComponent, NoComponent, Sums, components, with_need};
use crate::engine::{Classes, Control, Engine, KnownCells, Limits, Stop, Verdict, Weighed, build};
use crate::system::{CellMap, System};
use join::JoinedComponents;

/// Components solved so far. One store is shared by all analyses of positions of one game: its clones are the same store.
type Store = Rc<RefCell<incremental::ComponentStore>>;

/// The verdict and the risk of every unknown cell of a position.
#[derive(Debug, Default)]
pub struct Position {
    /// Components in order of their first clue; empty if the counting engine was used.
    pub components: Vec<Arc<EnumeratedComponent>>,
    joined: JoinedComponents,
    /// Unknown cells next to no clue.
    pub floating: Vec<u32>,
    /// Mine probability of a floating cell.
    pub floating_risk: f64,
    /// Mine probability of every unknown cell: (cell, probability).
    pub risks: Vec<(u32, f64)>,
    /// True if every component was enumerated and floats can join them: clicks can be looked ahead.
    pub enumerated: bool,
    store: Store,
}

/// The analysis of one game.
pub struct Analysis {
    store: Store,
    engine: Option<Box<dyn Engine>>,
    control: Control,
    /// Why the last position was not analysed: the limit of the control that ran out.
    pub stopped: Option<Stop>,
    /// Steps of enumerations and nodes of the counting engine.
    pub nodes: u64,
}

impl Default for Analysis {
    /// Under the limits of the game alone.
    fn default() -> Self {
        let control = Control::new(Limits::default());
        Analysis { store: Store::default(), engine: None, control, stopped: None, nodes: 0 }
    }
}

/// The clues of a board: sums and cells are numbered by their positions.
impl Sums for Tracker {
    fn sums(&self) -> Vec<bool> {
        (0..self.grid.len() as u32).map(|cell| self.open_clue(cell).is_some()).collect()
    }

    fn cells(&self) -> Vec<bool> {
        (0..self.grid.len() as u32).map(|cell| self.known(cell) == Known::Nothing).collect()
    }

    #[inline]
    fn need(&self, clue: u32) -> i16 {
        self.open_clue(clue).map_or(0, |clue| i16::from(clue.0))
    }

    #[inline]
    fn cells_of(&self, clue: u32) -> impl Iterator<Item = u32> {
        self.unknown_around(clue)
    }

    #[inline]
    fn sums_of(&self, cell: u32) -> impl Iterator<Item = u32> {
        self.around.of(cell).iter().copied()
    }

    /// Clue cell, need, its unknown neighbours as bits.
    fn key(&self, clues: &[u32]) -> Vec<u64> {
        let of = |&clue: &u32| {
            let around = self.around.of(clue).iter().enumerate();
            let bits = around.fold(0u64, |bits, (i, &n)| bits | u64::from(self.known(n) == Known::Nothing) << i);
            with_need(u64::from(clue) << 16 | bits, self.need(clue) as u8)
        };
        clues.iter().map(of).collect()
    }
}

impl Analysis {
    /// An analysis under limits.
    pub fn limited(control: Control) -> Self {
        Analysis { control, ..Analysis::default() }
    }

    /// With the same store, for another continuation from here.
    pub fn fork(&self) -> Analysis {
        Analysis { store: self.store.clone(), ..Analysis::default() }
    }

    /// Analyses the position of the tracker. Cells found certain are concluded, with their moves appended; the position
    /// is then None if a safe cell was among them. It is also None if a limit ran out, in which case
    /// [`Analysis::stopped`] has it.
    ///
    /// # Errors
    /// The position has no solution.
    pub fn position(
        &mut self,
        tracker: &mut Tracker,
        view: &View,
        moves: &mut Vec<Move>,
    ) -> Result<Option<Position>, Impossible> {
        let (clues, floating) = components(tracker);
        let mut position = Position { enumerated: true, store: self.store.clone(), ..Position::default() };
        for clues in &clues {
            if let Err(stop) = self.control.check() {
                self.stopped = Some(stop);
                return Ok(None);
            }
            match self.store.borrow_mut().component(clues, tracker, &mut self.nodes) {
                Ok(component) => position.components.push(component),
                Err(NoComponent::TooLarge) => position.enumerated = false,
                Err(NoComponent::Impossible) => return Err(contradiction(clues.clone(), tracker, &self.control)),
            }
        }
        position.floating = tracker.unknown_cells().filter(|&c| floating[c as usize]).collect();
        let open = moves.len();
        if position.enumerated {
            let all = || clues.iter().flatten().copied().collect();
            let impossible = || Impossible { clues: sorted(all()), total: true };
            position.joined = JoinedComponents::new(&position.components, position.floating.len(), tracker.mines())
                .ok_or_else(impossible)?;
            position.enumerated = position.joined.sound;
        }
        if position.enumerated {
            position.fill(tracker, moves);
        } else {
            self.ask_engine(&mut position, tracker, view, moves)?;
            if self.stopped.is_some() {
                return Ok(None);
            }
        }
        Ok((!moves[open..].iter().any(|m| m.act == super::Act::Open)).then_some(position))
    }

    /// If a component is too large to enumerate, or the total too far from their likely mines, the counting engine
    /// answers for the whole.
    fn ask_engine(
        &mut self,
        position: &mut Position,
        tracker: &mut Tracker,
        view: &View,
        moves: &mut Vec<Move>,
    ) -> Result<(), Impossible> {
        let mut board = view.board.clone();
        for cell in 0..tracker.grid.len() as u32 {
            if tracker.known(cell) == Known::Mine {
                board.set(cell as usize, crate::board::Cell::Flag);
            }
        }
        let (system, map) = System::from_board(&board);
        let engine = self.engine.get_or_insert_with(|| build("frontier").expect("a row of the table of engines"));
        let before = self.control.nodes();
        if let Mines::Unknown { prior, mines, .. } = tracker.mines()
            && !prior.is_flat()
        {
            let seen = KnownCells { mines, safe: tracker.grid.len() - mines - system.cells };
            let weighed = match engine.weigh(&system, prior, seen, &mut self.control) {
                Ok(weighed) => weighed,
                Err(stop) => {
                    self.stopped = Some(stop);
                    return Ok(());
                }
            };
            self.nodes += self.control.nodes() - before;
            return position.take_weighed(&weighed, &map, tracker, moves);
        }
        let count = match engine.count(&system, &mut self.control) {
            Ok(count) => count,
            Err(stop) => {
                self.stopped = Some(stop);
                return Ok(());
            }
        };
        self.nodes += self.control.nodes() - before;
        if num_traits::Zero::is_zero(&count.models) {
            let clues = (0..tracker.grid.len() as u32).filter(|&c| tracker.open_clue(c).is_some()).collect();
            return Err(Impossible { clues, total: true });
        }
        position.components.clear();
        let risk_of = |value| crate::answer::ratio_to_f64(value, &count.models);
        let risks: Vec<f64> = count.cells.values.iter().map(risk_of).collect();
        for variable in 0..system.cells {
            let cell = map.cells[variable];
            let mined = count.cells.mined(variable);
            if num_traits::Zero::is_zero(mined) || *mined == count.models {
                tracker.conclude(cell, *mined == count.models, Reason::Models, moves);
            } else {
                position.risks.push((cell, risks[count.cells.index[variable] as usize]));
            }
        }
        if let Some(&cell) = position.floating.first() {
            position.floating_risk = position.risks.iter().find(|r| r.0 == cell).map_or(1.0, |r| r.1);
        }
        Ok(())
    }
}

fn sorted(mut cells: Vec<u32>) -> Vec<u32> {
    cells.sort_unstable();
    cells
}

/// An irreducible unsatisfiable subset of these clues, by leaving out one after the other; larger if the time ran out.
fn contradiction(mut clues: Vec<u32>, tracker: &Tracker, control: &Control) -> Impossible {
    let mut at = 0;
    while at < clues.len() && control.check().is_ok() {
        let mut fewer = clues.clone();
        fewer.remove(at);
        match EnumeratedComponent::solve(&fewer, tracker, &mut 0) {
            Err(NoComponent::Impossible) => clues = fewer,
            _ => at += 1,
        }
    }
    Impossible { clues: sorted(clues), total: false }
}

impl Position {
    /// Records certain cells, and the risks of the others.
    fn fill(&mut self, tracker: &mut Tracker, moves: &mut Vec<Move>) {
        for (i, component) in self.components.iter().enumerate() {
            for (b, block) in component.blocks.iter().enumerate() {
                match self.joined.certain(i, component, b) {
                    Some(mine) => block.cells.iter().for_each(|&c| tracker.conclude(c, mine, Reason::Models, moves)),
                    None => {
                        let risk = self.joined.mined(i, component, b) / block.cells.len() as f64;
                        self.risks.extend(block.cells.iter().map(|&c| (c, risk)));
                    }
                }
            }
        }
        self.floating_risk = self.joined.floating_risk;
        match self.joined.floating_certain {
            Some(mine) => self.floating.iter().for_each(|&c| tracker.conclude(c, mine, Reason::Total, moves)),
            None => self.risks.extend(self.floating.iter().map(|&c| (c, self.floating_risk))),
        }
    }

    /// Records the answer of the counting engine for weighted models.
    fn take_weighed(
        &mut self,
        weighed: &Weighed,
        map: &CellMap,
        tracker: &mut Tracker,
        moves: &mut Vec<Move>,
    ) -> Result<(), Impossible> {
        self.components.clear();
        let Classes::Cells(verdicts) = &weighed.classes else {
            let clues = (0..tracker.grid.len() as u32).filter(|&c| tracker.open_clue(c).is_some()).collect();
            return Err(Impossible { clues, total: false });
        };
        let chances: Vec<f64> =
            weighed.ratios.iter().map(|(part, all)| crate::answer::ratio_to_f64(part, all)).collect();
        for (variable, &cell) in map.cells.iter().enumerate() {
            match verdicts[variable] {
                Verdict::Safe => tracker.conclude(cell, false, Reason::Models, moves),
                Verdict::Mine => tracker.conclude(cell, true, Reason::Models, moves),
                _ => self.risks.push((cell, chances[weighed.index[variable] as usize])),
            }
        }
        if let Some(&cell) = self.floating.first() {
            self.floating_risk = self.risks.iter().find(|r| r.0 == cell).map_or(1.0, |r| r.1);
        }
        Ok(())
    }

    /// An analysis that has these components already.
    pub fn analysis(&self) -> Analysis {
        Analysis { store: self.store.clone(), ..Analysis::default() }
    }

    /// For clicks in advance.
    pub fn clicker<'a>(&'a self, tracker: &'a Tracker) -> Clicker<'a> {
        Clicker::new(self, &self.joined, tracker)
    }

    /// True if all models are equally likely: the total is known, or the density is 1/2.
    pub fn is_flat(&self) -> bool {
        self.joined.mines.is_flat()
    }

    /// Number of models, rounded to a float; meaningless if the engine was used.
    pub fn models(&self) -> f64 {
        self.joined.models
    }

    /// The smallest risk, 1 without cells.
    pub fn least_risk(&self) -> f64 {
        self.risks.iter().fold(1.0, |least, r| least.min(r.1))
    }
}
