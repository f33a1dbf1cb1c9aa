//! The models of the sums, summarized: one model, and changes to it that reach every value that a cell can take.

use super::backbone::{self, BackboneTask};
use super::options::{Backbone, SatOptions};
use super::parts::Parts;
use super::seen::SeenValues;
use super::session::Session;
use super::windows;
use crate::engine::{Control, Stop};
use crate::system::{Component, System};

/// This many equal or complementary cells are a long wire.
const WIRE: usize = 64;

/// A model, and sets of cells that can be flipped in it at once to make another. A value that a block takes neither in
/// `base` nor after one of `moves` occurs in no model.
pub struct Explored {
    pub base: Vec<bool>,
    pub moves: Vec<Vec<u32>>,
}

impl Explored {
    /// The values that cells take in `base` and after one of `moves`.
    pub fn values(&self, system: &System) -> SeenValues {
        let mut seen = SeenValues::new(system);
        seen.mark_model(&self.base);
        self.moves.iter().flatten().for_each(|&c| seen.mark(c as usize, !self.base[c as usize]));
        seen
    }

    /// Solutions of single components, as (component, values of its cells).
    pub fn solutions(&self, components: &[Component]) -> impl Iterator<Item = (usize, Vec<bool>)> {
        let mut place = vec![(0, 0); self.base.len()];
        for (index, component) in components.iter().enumerate() {
            component.cells.iter().enumerate().for_each(|(local, &c)| place[c as usize] = (index, local));
        }
        let values =
            |index: usize| components[index].cells.iter().map(|&c| self.base[c as usize]).collect::<Vec<bool>>();
        let first = (0..components.len()).map(move |index| (index, values(index)));
        let moved = self.moves.iter().filter_map(move |cells| {
            let (index, _) = place[*cells.first()? as usize];
            let mut solution = values(index);
            cells.iter().for_each(|&c| solution[place[c as usize].1] ^= true);
            Some((index, solution))
        });
        first.chain(moved)
    }
}

/// Explores every component: a model of all sums, floating cells safe, and the moves in it; None if a component has no
/// model.
///
/// # Errors
/// A limit ran out or the solver failed.
pub fn explore_all(parts: &Parts, options: &SatOptions, control: &mut Control) -> Result<Option<Explored>, Stop> {
    let explored = parts.in_parallel(control, |component, control| explore(component, options, control))?;
    let Some(explored) = explored else { return Ok(None) };
    let mut all = Explored { base: vec![false; parts.system.cells], moves: Vec::new() };
    for (Component { cells, .. }, Explored { base, moves }) in parts.components.iter().zip(explored) {
        cells.iter().zip(base).for_each(|(&c, mine)| all.base[c as usize] = mine);
        all.moves.extend(moves.into_iter().map(|m| m.into_iter().map(|c| cells[c as usize]).collect::<Vec<_>>()));
    }
    Ok(Some(all))
}

/// Explores a component (ignoring its total); None if it has no model.
///
/// # Errors
/// A limit ran out or the solver failed.
fn explore(component: &System, options: &SatOptions, control: &mut Control) -> Result<Option<Explored>, Stop> {
    let mut session = Session::new(component, &options.setup, control)?;
    let Some(base) = session.ask(&[], control)? else { return Ok(None) };
    let mut seen = SeenValues::new(component);
    let strategy = match options.backbone {
        Backbone::Over(strategy) => strategy,
        // A window has to hold all cells that change together: around a long wire that is the whole.
        Backbone::Auto if component.cells <= windows::WORTH_IT || session.longest_wire() >= WIRE => backbone::DEFAULT,
        Backbone::Auto | Backbone::Windows => {
            drop(session);
            let forced = vec![false; seen.blocks()];
            let moves = windows::moves(component, &base, seen, forced, options, control)?;
            return Ok(Some(Explored { base, moves }));
        }
    };
    seen.mark_model(&base);
    let mut moves = Vec::new();
    let mut found = |model: &[bool]| {
        moves.push((0..base.len() as u32).filter(|&c| model[c as usize] != base[c as usize]).collect());
    };
    let mut task = BackboneTask { session: &mut session, seen: &mut seen, allowed: &|_, _| true, found: &mut found };
    (strategy.run)(&mut task, control)?;
    Ok(Some(Explored { base, moves }))
}
