//! All values at once: a model that shows all of them settles them; without one, the solver gives an unsatisfiable core
//! of them. A core of one value rules it out, the values of a larger one are put off and asked one by one
//! ("core-based").

use super::{BackboneTask, Strategy};
use crate::encode::Lit;
use crate::engine::{Control, Stop};

/// Row in the table of strategies.
pub const STRATEGY: Strategy = Strategy { name: "core", run };

fn run(task: &mut BackboneTask, control: &mut Control) -> Result<(), Stop> {
    let mut pending = task.pending();
    let mut put_off = Vec::new();
    while !pending.is_empty() {
        let assumptions: Vec<Lit> = pending.iter().map(|&(block, mine)| task.literal(block, mine)).collect();
        if task.ask(&assumptions, control)? {
            break;
        }
        let core = task.session.core(&assumptions);
        let is_named = |task: &BackboneTask, value: &(usize, bool)| core.contains(&task.literal(value.0, value.1));
        let (named, rest): (Vec<_>, Vec<_>) = pending.into_iter().partition(|value| is_named(task, value));
        match named[..] {
            [(block, mine)] => task.rule_out(block, mine, control),
            // No core would mean that there is no model at all, but there is one.
            [] => return Err(Stop::Failed("the solver named no assumption that fails".into())),
            _ => put_off.extend(named),
        }
        pending = rest;
    }
    for (block, mine) in put_off {
        let literal = task.literal(block, mine);
        if task.is_pending(block, mine) && !task.ask(&[literal], control)? {
            task.rule_out(block, mine, control);
        }
    }
    Ok(())
}
