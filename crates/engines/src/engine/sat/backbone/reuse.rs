//! Every value not seen yet is asked for; every model found answers for other cells too ("iterative
//! SAT testing").

use super::{BackboneTask, Strategy};
use crate::engine::{Control, Stop};

/// Row in the table of strategies.
pub const STRATEGY: Strategy = Strategy { name: "reuse", run };

fn run(task: &mut BackboneTask, control: &mut Control) -> Result<(), Stop> {
    for (block, mine) in task.pending() {
        let literal = task.literal(block, mine);
        if task.is_pending(block, mine) && !task.ask(&[literal], control)? {
            task.rule_out(block, mine, control);
        }
    }
    Ok(())
}
