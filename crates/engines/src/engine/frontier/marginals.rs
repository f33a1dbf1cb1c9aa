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
        let held: u64 = feasible.swept.iter().map(Swept::bytes).sum();
        let bytes = |(piece, _): &(Piece, _)| piece.bytes();
        let counted = |swept: Swept, held, control: &mut Control| {
            let piece = Piece::new(swept, degrees, held, control)?;
            let tally = if wanted.tally || wanted.models {
                let degrees = if wanted.tally { Degrees::Mines } else { degrees };
                Some(piece.swept.solutions(Some(piece.solutions()), degrees, held + piece.bytes(), control)?)
            } else {
                None
            };
            Ok(Some((piece, tally)))
        };
        let counted = control.in_parallel(feasible.swept, Swept::len, (held, bytes), counted)?.unwrap_or_default();
        let (pieces, tallies): (Vec<Piece>, Vec<Option<Tally>>) = counted.into_iter().unzip();
        let mut tallies: Vec<Tally> = tallies.into_iter().flatten().collect();

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
            let Some(blend) = Blend::new(&spreads, (floating, total), cut, &mut || control.check())? else {
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
    let each = pieces.iter().zip(&blend.contexts).collect();
    let of_blocks = |(piece, context): (&Piece, &WideContext), _, control: &mut Control| {
        piece.chances(context, degrees, control).map(Some)
    };
    let cells = |(piece, _): &(&Piece, _)| piece.swept.len();
    let all = control.in_parallel(each, cells, (0, |_: &Vec<_>| 0), of_blocks)?.unwrap_or_default();
    for (piece, chances) in pieces.iter().zip(all) {
        piece.swept.cells.iter().zip(chances).for_each(|(cells, chance)| round(cells, chance));
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

    /// Bytes of the sweep.
    fn bytes(&self) -> u64 {
        self.forward.iter().map(Layer::bytes).sum()
    }

    /// About the number of solutions.
    fn solutions(&self) -> Wide {
        self.spread.coefficients.iter().fold(Wide::ZERO, |sum, &number| sum.plus(number))
    }

    /// The chance of a mine on a cell of every block; None where rounding is not certain.
    fn chances(
        &self,
        WideContext { models, lost }: &WideContext,
        degrees: Degrees,
        control: &mut Control,
    ) -> Result<Vec<Option<f64>>, Stop> {
        let (all, operations) = self.spread.dot(models);
        // Up to a state, down to it, and the sum over states and degrees.
        let operations = operations + 4 * self.spread.operations + self.bytes() + models.operations;
        let mined = self.swept.mined_models(&self.forward, degrees, &models.coefficients, control)?;
        Ok(mined.into_iter().map(|mined| chance(mined, all, operations, *lost)).collect())
    }
}
