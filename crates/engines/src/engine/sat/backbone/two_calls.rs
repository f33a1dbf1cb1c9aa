//! Both values of every cell are asked for, ignoring earlier models: the textbook loop, as a baseline.

use super::{BackboneTask, Strategy};
use crate::engine::{Control, Stop};

/// Row in the table of strategies.
pub const STRATEGY: Strategy = Strategy { name: "two-calls", run };

fn run(task: &mut BackboneTask, control: &mut Control) -> Result<(), Stop> {
    for block in 0..task.seen.blocks() {
        for mine in [true, false] {
            let (literal, is_new) = (task.literal(block, mine), task.is_pending(block, mine));
            let model = task.session.ask(&[literal], control)?;
            if let Some(model) = model.filter(|_| is_new) {
                task.seen.mark(task.seen.cell(block), mine);
                (task.found)(&model);
            }
        }
    }
    Ok(())
}
