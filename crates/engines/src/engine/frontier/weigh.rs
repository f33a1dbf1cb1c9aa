//! Chances under a prior: one weight by the mines of all components, as for a total.

use num_bigint::BigUint;

use super::Frontier;
use super::count::CountedComponent;
use crate::engine::{Classes, Control, Engine, KnownCells, Prior, Stop, Verdict, Weighed};
use crate::system::{Context, System, Tally, correlate};

impl Frontier {
    /// The chances of a system without a total.
    ///
    /// # Errors
    /// The system has a total, or a limit ran out.
    pub fn weighed(
        &self,
        system: &System,
        prior: Prior,
        seen: KnownCells,
        control: &mut Control,
    ) -> Result<Weighed, Stop> {
        if system.total.is_some() {
            return Err(Stop::unsupported("with a known total a density has no effect"));
        }
        let inconsistent = Weighed { classes: Classes::Inconsistent, index: vec![], ratios: vec![] };
        let classes = self.classify(system, control)?;
        let Classes::Cells(verdicts) = &classes else { return Ok(inconsistent) };
        let Some(prepared) = self.prepare(system, control) else { return Ok(inconsistent) };
        let mut counted = Vec::with_capacity(prepared.components.len());
        let mut is_counted = vec![false; system.cells];
        for component in &prepared.components {
            let Some(swept) = self.sweep(component, 0, control)? else { return Ok(inconsistent) };
            let count = CountedComponent::new(swept, true, 0, control)?;
            for &cell in count.cells().iter().flatten() {
                is_counted[prepared.reduction.cells[cell as usize] as usize] = true;
            }
            counted.push(count);
        }
        // Cells decided before the counting, and known cells outside of the system.
        let decided = |mine| verdicts.iter().zip(&is_counted).filter(|(v, counted)| !**counted && **v == mine).count();
        let seen = KnownCells { mines: seen.mines + decided(Verdict::Mine), safe: seen.safe + decided(Verdict::Safe) };
        let cells = seen.mines + seen.safe + is_counted.iter().filter(|counted| **counted).count();

        let (mut before, mut after) = (vec![Tally::one()], vec![Tally::one()]);
        for (first, last) in counted.iter().zip(counted.iter().rev()) {
            control.check()?;
            before.push(before[before.len() - 1].times(&first.tally));
            after.push(after[after.len() - 1].times(&last.tally));
        }
        let all = &before[counted.len()];
        if all.is_empty() {
            return Ok(inconsistent);
        }
        let least = seen.mines + all.offset;
        let weights = prior.weights(cells, least, all.counts.len());
        let models = Context::ByMines(&weights).models(all, all);
        let more = |k: usize| (prior.of_mine(least + k + 1), prior.of_safe(cells - least - k + 1));
        let mined: BigUint = all.counts.iter().zip(&weights).enumerate().map(|(k, (t, w))| t * w * more(k).0).sum();
        let floating = (mined, &models * (more(0).0 + more(0).1));

        // A floating cell has the chance of one more mine; certain cells keep their values.
        let mut ratios = vec![floating, (0u32.into(), 1u32.into()), (1u32.into(), 1u32.into())];
        let certain = |verdict: &Verdict| match verdict {
            Verdict::Safe => 1,
            Verdict::Mine => 2,
            Verdict::Open | Verdict::Unknown => 0,
        };
        let mut index: Vec<u32> = verdicts.iter().map(certain).collect();
        for (i, count) in counted.iter().enumerate() {
            let others = before[i].times(&after[counted.len() - 1 - i]);
            let context = correlate(&weights, &others.counts);
            let mined = count.mined(&Context::ByMines(&context), control)?;
            for (block, mined) in count.cells().iter().zip(mined) {
                block.iter().for_each(|&c| index[prepared.reduction.cells[c as usize] as usize] = ratios.len() as u32);
                ratios.push((mined, models.clone()));
            }
        }
        Ok(Weighed { classes, index, ratios })
    }
}
