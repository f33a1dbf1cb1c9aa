//! Chances under a prior: without a total the components stay independent, each with weights by its
//! own mines.

use super::Frontier;
use super::count::Counted;
use crate::engine::{Classes, Control, Engine, Prior, Stop, Verdict, Weighed};
use crate::system::{Context, System};

impl Frontier {
    /// The chances of a system without a total.
    pub fn weighed(&self, system: &System, prior: Prior, control: &mut Control) -> Result<Weighed, Stop> {
        if system.total.is_some() {
            return Err(Stop::unsupported("with a known total a density changes nothing"));
        }
        let inconsistent = Weighed { classes: Classes::Inconsistent, index: vec![], ratios: vec![] };
        let classes = self.classify(system, control)?;
        let Classes::Cells(verdicts) = &classes else { return Ok(inconsistent) };
        let Some(prepared) = self.prepare(system, control) else { return Ok(inconsistent) };
        // Floating cells keep the prior, safe cells and mines are certain.
        let mut ratios = vec![prior.fraction(), (0u32.into(), 1u32.into()), (1u32.into(), 1u32.into())];
        let certain = |verdict: &Verdict| match verdict {
            Verdict::Safe => 1,
            Verdict::Mine => 2,
            Verdict::Open | Verdict::Unknown => 0,
        };
        let mut index: Vec<u32> = verdicts.iter().map(certain).collect();
        for component in &prepared.components {
            let Some(swept) = self.sweep(component, 0, control)? else { return Ok(inconsistent) };
            let cells = component.cells.len();
            let count = Counted::new(swept, true, 0, control)?;
            let weights = prior.weights(cells);
            let context = &weights[count.tally.offset.min(cells)..];
            let all = Context::ByMines(context).models(&count.tally, &count.tally);
            // The context ends with the component's largest number of mines.
            let context = &context[..count.tally.counts.len().min(context.len())];
            let mined = count.mined(&Context::ByMines(context), control)?;
            for (block, mined) in count.cells().iter().zip(mined) {
                block.iter().for_each(|&c| index[prepared.reduction.cells[c as usize] as usize] = ratios.len() as u32);
                ratios.push((mined, all.clone()));
            }
        }
        Ok(Weighed { classes, index, ratios })
    }
}
