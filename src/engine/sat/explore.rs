//! What the sums of one component allow: one model, and changes to it that reach every value a
//! cell can take.

use super::seen::Seen;
use super::session::Session;
use super::{Backbone, Options, windows};
use crate::encode::Lit;
use crate::engine::{Control, Stop};
use crate::system::System;

/// So many equal or complementary cells are a long wire.
const WIRE: usize = 64;

/// A model, and sets of cells that can be flipped in it at once to make another. A value that no
/// cell of a block takes in `base` or after one of `moves`, it takes in no model.
pub struct Explored {
    pub base: Vec<bool>,
    pub moves: Vec<Vec<u32>>,
}

/// Explores a component (its total is not looked at); None if it has no model.
///
/// # Errors
/// A limit ran out or the solver failed.
pub fn explore(component: &System, options: &Options, control: &mut Control) -> Result<Option<Explored>, Stop> {
    let mut session = Session::new(component, options, control)?;
    let Some(base) = session.ask(&[], control)? else { return Ok(None) };
    let windows = match options.backbone {
        Backbone::Windows => true,
        Backbone::Incremental => false,
        // A window has to hold all cells that change together: around a long wire that is the whole.
        Backbone::Auto => component.cells > windows::WORTH_IT && session.longest_wire() < WIRE,
    };
    let moves = if windows {
        drop(session);
        let seen = Seen::new(component);
        let forced = vec![false; seen.blocks()];
        windows::moves(component, &base, seen, forced, options, control)?
    } else {
        moves(component, &base, session, control)?
    };
    Ok(Some(Explored { base, moves }))
}

/// One incremental solver over the whole component: every cell is asked for the value it was not
/// seen with, every model found answers for other cells too ("iterative SAT testing" in Janota,
/// Lynce & Marques-Silva, "Algorithms for computing backbones of propositional formulae", 2015).
fn moves(
    component: &System,
    base: &[bool],
    mut session: Session,
    control: &mut Control,
) -> Result<Vec<Vec<u32>>, Stop> {
    let mut seen = Seen::new(component);
    seen.mark_model(base);
    let mut moves = Vec::new();
    for block in 0..seen.blocks() {
        for mine in [true, false] {
            if seen.has(block, mine) {
                continue;
            }
            let lit = Lit::of_cell(seen.cell(block), mine);
            match session.ask(&[lit], control)? {
                Some(model) => {
                    seen.mark_model(&model);
                    moves.push((0..base.len() as u32).filter(|&c| model[c as usize] != base[c as usize]).collect());
                }
                None => session.clause(&[!lit], control),
            }
        }
    }
    Ok(moves)
}
