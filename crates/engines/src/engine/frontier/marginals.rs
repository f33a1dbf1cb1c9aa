//! Chances of all cells without exact numbers per cell: the sweeps run in wide floating point, and a result is rounded
//! if its error bound leaves one float.

use super::forward::Degrees;
use super::polynomial::Layer;
use super::prepare::Prepared;
use super::swept::Swept;
use super::{Feasible, Frontier};
use crate::engine::{Control, MarginalOutputs, Marginals, Stop};
use crate::system::{Blend, System, Tally, Wide, WidePolynomial, chance, exact_models};

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
        let classes = self.classes(&prepared, &feasible, control)?;
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

        let mut chances = vec![0.0; prepared.reduction.system.cells];
        let mut certain = true;
        let mut round = |cells: &[u32], value: Option<f64>| match value {
            Some(value) => cells.iter().for_each(|&cell| chances[cell as usize] = value),
            None => certain = false,
        };
        match total {
            None => {
                round(&prepared.floating, Some(0.5));
                let context = WidePolynomial { offset: 0, coefficients: vec![Wide::ONE], operations: 0 };
                for piece in &pieces {
                    piece.chances(&context, degrees, &mut round, control)?;
                }
            }
            Some(total) => {
                let spreads: Vec<WidePolynomial> = pieces.iter().map(|p| p.spread.clone()).collect();
                control.check()?;
                let Some(blend) = Blend::new(&spreads, floating, total) else {
                    return Err(Stop::Failed("a consistent system without models".into()));
                };
                round(&prepared.floating, blend.floating);
                for (piece, context) in pieces.iter().zip(&blend.contexts) {
                    piece.chances(context, degrees, &mut round, control)?;
                }
            }
        }
        if !certain {
            // A ratio so near the middle between two floats that only exact numbers decide.
            return Ok(Marginals::from_count(&super::Engine::count(self, system, control)?, wanted));
        }
        drop(pieces);

        let (mut models, mut frontier, mut tally) = (None, None, None);
        if wanted.tally || wanted.models {
            tallies.push(Tally::one().shifted(prepared.reduction.forced_mines()));
            let made = exact_models(&tallies, floating, system.total, &mut || control.check())?;
            models = wanted.models.then_some(made.0);
            frontier = wanted.models.then(|| made.1.sum());
            tally = wanted.tally.then_some(made.1);
        }
        let chances = prepared.reduction.lift(&chances, |mine| if mine { 1.0 } else { 0.0 });
        Ok(Marginals { classes, chances, models, frontier, tally })
    }
}

impl Piece {
    fn new(swept: Swept, degrees: Degrees, held: u64, control: &mut Control) -> Result<Piece, Stop> {
        let forward = swept.forward::<Wide>(degrees, true, held, control)?;
        let (low, end) = forward[forward.len() - 1].get(0);
        let operations = swept.operations(&forward);
        let spread = WidePolynomial { offset: low as usize, coefficients: end.to_vec(), operations };
        Ok(Piece { swept, forward, spread })
    }

    /// Rounds the chance of every block, with `context` as the number of models per solution.
    fn chances(
        &self,
        context: &WidePolynomial,
        degrees: Degrees,
        round: &mut impl FnMut(&[u32], Option<f64>),
        control: &mut Control,
    ) -> Result<(), Stop> {
        let (all, operations) = self.spread.dot(context);
        // Up to a state, down to it, and the sum over states and degrees.
        let terms: u64 = self.forward.iter().map(Layer::bytes).sum();
        let operations = operations + 4 * self.spread.operations + terms + context.operations;
        let mined = self.swept.mined_models(&self.forward, degrees, &context.coefficients, control)?;
        self.swept.cells.iter().zip(mined).for_each(|(cells, mined)| round(cells, chance(mined, all, operations)));
        Ok(())
    }
}
