//! One solver over everything, the total written as clauses: the textbook method, and the last resort if a total binds.

use super::backbone::{self, BackboneTask};
use super::options::{Backbone, SatOptions};
use super::seen::SeenValues;
use super::session::Session;
use crate::encode::Lit;
use crate::engine::{Control, Stop};
use crate::system::System;

/// A model of the system, total included.
///
/// # Errors
/// The formula is too large, a limit ran out, or the solver failed.
pub fn model(system: &System, options: &SatOptions, control: &mut Control) -> Result<Option<Vec<bool>>, Stop> {
    Session::new(system, &options.setup, control)?.ask(&[], control)
}

/// Asks for every value not seen yet that `allowed` does not rule out, total included; false if there is no model at
/// all. Earlier values were seen in models.
///
/// # Errors
/// The formula is too large, a limit ran out, or the solver failed.
pub fn complete(
    system: &System,
    allowed: impl Fn(usize, bool) -> bool,
    seen: &mut SeenValues,
    options: &SatOptions,
    control: &mut Control,
) -> Result<bool, Stop> {
    let mut session = Session::new(system, &options.setup, control)?;
    // Give the solver what the sums alone force, so that it need not derive it again.
    for cell in 0..system.cells {
        for mine in [true, false] {
            if !allowed(seen.block(cell), mine) {
                session.clause(&[Lit::of_cell(cell, !mine)], control);
            }
        }
    }
    if seen.is_empty() {
        let Some(first) = session.ask(&[], control)? else { return Ok(false) };
        seen.mark_model(&first);
    }
    let strategy = match options.backbone {
        Backbone::Over(strategy) => strategy,
        Backbone::Auto | Backbone::Windows => backbone::DEFAULT,
    };
    let mut task = BackboneTask { session: &mut session, seen, allowed: &allowed, found: &mut |_| () };
    (strategy.run)(&mut task, control)?;
    Ok(true)
}
