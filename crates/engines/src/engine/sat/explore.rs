//! The models of one component, summarized: one model, and changes to it that reach every value that a cell can take.

use super::backbone::Task;
use super::options::{Backbone, Options};
use super::seen::Seen;
use super::session::Session;
use super::{backbone, windows};
use crate::engine::{Control, Stop};
use crate::system::System;

/// This many equal or complementary cells are a long wire.
const WIRE: usize = 64;

/// A model, and sets of cells that can be flipped in it at once to make another. A value that a block takes neither in
/// `base` nor after one of `moves` occurs in no model.
pub struct Explored {
    pub base: Vec<bool>,
    pub moves: Vec<Vec<u32>>,
}

/// Explores a component (ignoring its total); None if it has no model.
///
/// # Errors
/// A limit ran out or the solver failed.
pub fn explore(component: &System, options: &Options, control: &mut Control) -> Result<Option<Explored>, Stop> {
    let mut session = Session::new(component, &options.setup, control)?;
    let Some(base) = session.ask(&[], control)? else { return Ok(None) };
    let mut seen = Seen::new(component);
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
    let mut task = Task { session: &mut session, seen: &mut seen, allowed: &|_, _| true, found: &mut found };
    (strategy.run)(&mut task, control)?;
    Ok(Some(Explored { base, moves }))
}
