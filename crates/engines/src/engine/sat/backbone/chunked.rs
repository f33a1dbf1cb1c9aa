//! Values in chunks: is there a model with at least one of them? One call without a model settles a
//! whole chunk ("chunking").

use super::{BackboneTask, Strategy};
use crate::engine::{Control, Stop};

/// Row in the table of strategies.
pub const STRATEGY: Strategy = Strategy { name: "chunked", run };

/// Values per chunk.
const CHUNK: usize = 100;

fn run(task: &mut BackboneTask, control: &mut Control) -> Result<(), Stop> {
    let mut pending = task.pending();
    while !pending.is_empty() {
        let chunk = &pending[..pending.len().min(CHUNK)];
        let asked = task.session.new_variable();
        let one: Vec<_> = chunk.iter().map(|&(block, mine)| task.literal(block, mine)).chain([!asked]).collect();
        task.session.clause(&one, control);
        if !task.ask(&[asked], control)? {
            let settled = chunk.len();
            for (block, mine) in pending.drain(..settled) {
                task.rule_out(block, mine, control);
            }
        }
        task.session.clause(&[!asked], control);
        pending.retain(|&(block, mine)| task.is_pending(block, mine));
    }
    Ok(())
}
