//! Chances of all cells without exact numbers per cell: the sweeps run in wide floating point, and a result is rounded
//! if its error bound leaves one float.

use super::forward::Degrees;
use super::polynomial::Layer;
use super::prepare::Prepared;
use super::swept::Swept;
use super::{Feasible, Frontier};
use crate::engine::{Control, MarginalOutputs, Marginals, Stop, Verdict};
use crate::system::{
    Blend, System, Tally, Wide, WideContext, WidePolynomial, chance, exact_models, exact_tally, frontier_models,
};

/// One component's forward sweep, and its possible numbers of mines.
struct Piece {
    swept: Swept,
    forward: Vec<Layer<Wide>>,
    spread: WidePolynomial,
}

impl Frontier {
    /// The survey of a consistent system.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn chances(
        &self,
        system: &System,
        wanted: MarginalOutputs,
        prepared: Prepared,
        feasible: Feasible,
        control: &mut Control,
    ) -> Result<Marginals, Stop> {
        let verdicts = self.verdicts(&prepared, &feasible, control)?;
        let total = prepared.reduction.system.total;
        let floating = prepared.floating.len();
        let degrees = if total.is_some() { Degrees::Mines } else { Degrees::None };
        let (mut pieces, mut tallies) = (Vec::with_capacity(feasible.swept.len()), Vec::new());
        let mut held: u64 = feasible.swept.iter().map(super::swept::Swept::bytes).sum();
        for swept in feasible.swept {
            if wanted.tally || wanted.models {
                let degrees = if wanted.tally { Degrees::Mines } else { degrees };
                tallies.push(swept.solutions(degrees, held, control)?);
            }
            let piece = Piece::new(swept, degrees, held, control)?;
            held += piece.forward.iter().map(Layer::bytes).sum::<u64>();
            pieces.push(piece);
        }

        let mut chances = None;
        // A loss is bounded as a share of all models, so it can leave an improbable cell undecided.
        for cut in [true, false] {
            chances = rounded(&prepared, &verdicts, &pieces, degrees, cut, control)?;
            if chances.is_some() || total.is_none() {
                break;
            }
        }
        let Some(chances) = chances else {
            // A ratio so near the middle between two floats that only exact numbers decide.
            return Ok(Marginals::from_count(&super::Engine::count(self, system, control)?, wanted));
        };
        drop(pieces);

        let (mut models, mut frontier, mut tally) = (None, None, None);
        if wanted.tally || wanted.models {
            tallies.push(Tally::one().shifted(prepared.reduction.forced_mines()));
            let check = &mut || control.check();
            if wanted.models {
                models = Some(exact_models(&tallies, floating, system.total, check)?);
                frontier = Some(frontier_models(&tallies, check)?);
            }
            if wanted.tally {
                tally = Some(exact_tally(&tallies, check)?);
            }
        }
        let chances = prepared.reduction.lift(&chances, |mine| if mine { 1.0 } else { 0.0 });
        Ok(Marginals { classes: prepared.lifted(&verdicts), chances, models, frontier, tally })
    }
}

/// The chances of the reduced system, None if one is not decided; with `cut` from a join without what hardly weighs.
fn rounded(
    prepared: &Prepared,
    verdicts: &[Verdict],
    pieces: &[Piece],
    degrees: Degrees,
    cut: bool,
    control: &mut Control,
) -> Result<Option<Vec<f64>>, Stop> {
    let floating = prepared.floating.len();
    let blend = match prepared.reduction.system.total {
        Some(total) => {
            let spreads: Vec<WidePolynomial> = pieces.iter().map(|p| p.spread.clone()).collect();
            control.check()?;
            let Some(blend) = Blend::new(&spreads, floating, total, cut) else {
                return Err(Stop::Failed("a consistent system without models".into()));
            };
            blend
        }
        None => Blend { contexts: vec![WideContext::constant(); pieces.len()], floating: Some(0.5) },
    };
    let mut chances = vec![0.0; verdicts.len()];
    let mut is_certain = true;
    let mut round = |cells: &[u32], value: Option<f64>| {
        let value = match cells.first().map(|&cell| verdicts[cell as usize]) {
            Some(Verdict::Safe) => Some(0.0),
            Some(Verdict::Mine) => Some(1.0),
            _ => value,
        };
        match value {
            Some(value) => cells.iter().for_each(|&cell| chances[cell as usize] = value),
            None => is_certain = false,
        }
    };
    round(&prepared.floating, blend.floating);
    for (piece, context) in pieces.iter().zip(&blend.contexts) {
        piece.chances(context, degrees, &mut round, control)?;
    }
    Ok(is_certain.then_some(chances))
}

impl Piece {
    fn new(swept: Swept, degrees: Degrees, held: u64, control: &mut Control) -> Result<Piece, Stop> {
        let forward = swept.forward::<Wide>(degrees, true, held, control)?;
        let (low, end) = forward[forward.len() - 1].get(0);
        let operations = swept.operations(&forward);
        let spread = WidePolynomial { offset: low as usize, coefficients: end.to_vec(), operations };
        Ok(Piece { swept, forward, spread })
    }

    /// Rounds the chance of every block.
    fn chances(
        &self,
        WideContext { models, lost }: &WideContext,
        degrees: Degrees,
        round: &mut impl FnMut(&[u32], Option<f64>),
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (all, operations) = self.spread.dot(models);
        // Up to a state, down to it, and the sum over states and degrees.
        let terms: u64 = self.forward.iter().map(Layer::bytes).sum();
        let operations = operations + 4 * self.spread.operations + terms + models.operations;
        let mined = self.swept.mined_models(&self.forward, degrees, &models.coefficients, control)?;
        self.swept
            .cells
            .iter()
            .zip(mined)
            .for_each(|(cells, mined)| round(cells, chance(mined, all, operations, *lost)));
        Ok(())
    }
}
