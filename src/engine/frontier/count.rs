//! Counts of one component: the arithmetic is chosen by a proved bound, then a forward sweep gives
//! the tally and, once the rest of the board is known, a backward one the cells.

use num_bigint::BigUint;

use super::coefficient::{Coefficient, Saturating};
use super::forward::Degrees;
use super::graph::Graph;
use super::polynomial::Layer;
use super::{backward, forward};
use crate::engine::{Control, Stop};
use crate::system::{Context, Rows, Tally};

/// A counted component, ready to answer for its cells.
pub struct Counted {
    graph: Graph,
    /// Cells of the block of every step.
    sizes: Vec<u32>,
    degrees: Degrees,
    forward: Forward,
    pub tally: Tally,
}

/// Stored forward sweeps by width of their numbers.
enum Forward {
    Word(Vec<Layer<u64>>),
    Double(Vec<Layer<u128>>),
    Big(Vec<Layer<BigUint>>),
}

impl Counted {
    /// Counts the solutions by mines. With `by_mines` the later question for cells has a context
    /// by mines, else a constant one.
    ///
    /// Every number on the way counts parts of solutions that each extend to a whole one, because
    /// only such states are kept; so none exceeds the number of solutions.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn new(
        graph: Graph,
        sizes: Vec<u32>,
        by_mines: bool,
        held: u64,
        control: &mut Control,
    ) -> Result<Counted, Stop> {
        let held = held + graph.bytes();
        let degrees = if by_mines { Degrees::Mines } else { Degrees::None };
        let run = Run { graph: &graph, sizes: &sizes, degrees, held };
        let (forward, tally) = match Width::of(&graph, &sizes, held, control)? {
            Width::Word => run.sweep(Forward::Word, control)?,
            Width::Double => run.sweep(Forward::Double, control)?,
            Width::Big => run.sweep(Forward::Big, control)?,
        };
        Ok(Counted { graph, sizes, degrees, forward, tally })
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        let layers: u64 = match &self.forward {
            Forward::Word(layers) => layers.iter().map(Layer::bytes).sum(),
            Forward::Double(layers) => layers.iter().map(Layer::bytes).sum(),
            Forward::Big(layers) => layers.iter().map(Layer::bytes).sum(),
        };
        self.graph.bytes() + layers
    }

    /// Models with a mine on one given cell, for the block of every step.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn mined(&self, context: &Context, control: &mut Control) -> Result<Vec<BigUint>, Stop> {
        let (graph, sizes, degrees) = (&self.graph, &self.sizes[..], self.degrees);
        match (&self.forward, context) {
            (Forward::Big(layers), Context::ByMines(models)) => {
                backward::mined_models(graph, sizes, layers, Degrees::Mines, models, control)
            }
            (Forward::Word(layers), _) => {
                let mined = backward::mined_tallies(graph, sizes, layers, degrees, control)?;
                in_context(&mined, context, |rows, mined| rows.dot(0, mined), control)
            }
            (Forward::Double(layers), _) => {
                let mined = backward::mined_tallies(graph, sizes, layers, degrees, control)?;
                in_context(&mined, context, |rows, mined| rows.dot_wide(0, mined), control)
            }
            (Forward::Big(layers), Context::Constant(models)) => {
                let mined = backward::mined_tallies(graph, sizes, layers, degrees, control)?;
                Ok(mined.iter().map(|mined| mined.iter().sum::<BigUint>() * *models).collect())
            }
        }
    }
}

/// The models that the solutions of every step stand for, given by mines from the component's
/// fewest; `dot` joins them with the context.
fn in_context<C: Coefficient>(
    mined: &[Vec<C>],
    context: &Context,
    dot: impl Fn(&Rows, &[C]) -> BigUint,
    control: &mut Control,
) -> Result<Vec<BigUint>, Stop> {
    let rows = match context {
        Context::ByMines(models) => Rows::new(models),
        // Without a total there is one number a step.
        Context::Constant(models) => Rows::new(std::slice::from_ref(*models)),
    };
    mined
        .iter()
        .map(|mined| {
            control.tick()?;
            Ok(dot(&rows, mined))
        })
        .collect()
}

/// The solutions of one component: their number, or their numbers by mines.
///
/// # Errors
/// A limit ran out; `held` are the bytes of other tables.
pub fn solutions(
    graph: &Graph,
    sizes: &[u32],
    degrees: Degrees,
    held: u64,
    control: &mut Control,
) -> Result<Tally, Stop> {
    Ok(match Width::of(graph, sizes, held, control)? {
        Width::Word => forward::sweep::<u64>(graph, sizes, degrees, false, held, control)?[0].tally(0),
        Width::Double => forward::sweep::<u128>(graph, sizes, degrees, false, held, control)?[0].tally(0),
        Width::Big => forward::sweep::<BigUint>(graph, sizes, degrees, false, held, control)?[0].tally(0),
    })
}

/// How wide the numbers of a component are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// 64 bits.
    Word,
    /// 128 bits.
    Double,
    Big,
}

impl Width {
    /// The narrowest that holds the number of solutions: few cells prove it, else a sweep does.
    fn of(graph: &Graph, sizes: &[u32], held: u64, control: &mut Control) -> Result<Width, Stop> {
        if sizes.iter().map(|&size| u64::from(size)).sum::<u64>() < 64 {
            return Ok(Width::Word);
        }
        let bound = forward::sweep::<Saturating>(graph, sizes, Degrees::None, false, held, control)?[0].sum(0);
        Ok(match bound.0 {
            small if small <= u128::from(u64::MAX) => Width::Word,
            u128::MAX => Width::Big,
            _ => Width::Double,
        })
    }
}

/// One component's sweep.
struct Run<'a> {
    graph: &'a Graph,
    sizes: &'a [u32],
    degrees: Degrees,
    held: u64,
}

impl Run<'_> {
    fn sweep<C: Coefficient>(
        &self,
        store: fn(Vec<Layer<C>>) -> Forward,
        control: &mut Control,
    ) -> Result<(Forward, Tally), Stop> {
        let &Run { graph, sizes, degrees, held } = self;
        let layers = forward::sweep::<C>(graph, sizes, degrees, true, held, control)?;
        let tally = match degrees {
            Degrees::Mines => layers[layers.len() - 1].tally(0),
            // The cells need no degrees, the tally does: a second sweep that keeps no layers.
            Degrees::None => forward::sweep::<C>(graph, sizes, Degrees::Mines, false, held, control)?[0].tally(0),
        };
        Ok((store(layers), tally))
    }
}
