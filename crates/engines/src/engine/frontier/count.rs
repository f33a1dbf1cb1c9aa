//! Counts of one component: a proved bound selects the arithmetic, then an upward sweep gives the tally and, once the
//! rest of the board is known, a downward one the cells.

use num_bigint::BigUint;

use super::coefficient::{Coefficient, Quad, Saturating};
use super::forward::Degrees;
use super::polynomial::Layer;
use super::swept::{States, Swept};
use super::tree::{self, Times};
use super::{backward, dense_path};
use crate::engine::{Control, Stop};
use crate::system::{Context, Rows, Tally, Wide};

/// A counted component, ready to answer for its cells.
pub struct CountedComponent {
    swept: Swept,
    degrees: Degrees,
    forward: Forward,
    pub tally: Tally,
}

/// Stored upward sweeps by width of their numbers.
enum Forward {
    Word(Vec<Layer<u64>>),
    Double(Vec<Layer<u128>>),
    Big(Vec<Layer<BigUint>>),
}

impl CountedComponent {
    /// Counts the solutions by mines. With `by_mines` the later query for cells has a context by mines, else a constant
    /// one.
    ///
    /// Every intermediate number counts parts of solutions that each extend to a whole one, because only such states
    /// are kept; so none exceeds the number of solutions.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn new(swept: Swept, by_mines: bool, held: u64, control: &mut Control) -> Result<CountedComponent, Stop> {
        let held = held + swept.bytes();
        let degrees = if by_mines { Degrees::Mines } else { Degrees::None };
        let bound = swept.bound(held, control)?;
        let (forward, tally) = if bound <= u128::from(u64::MAX) {
            swept.counted(Forward::Word, degrees, held, control)?
        } else if bound < u128::MAX {
            swept.counted(Forward::Double, degrees, held, control)?
        } else {
            swept.counted(Forward::Big, degrees, held, control)?
        };
        Ok(CountedComponent { swept, degrees, forward, tally })
    }

    /// Cells of every block.
    pub fn cells(&self) -> &[Vec<u32>] {
        &self.swept.cells
    }

    /// Bytes of its tables.
    pub fn bytes(&self) -> u64 {
        let layers: u64 = match &self.forward {
            Forward::Word(layers) => layers.iter().map(Layer::bytes).sum(),
            Forward::Double(layers) => layers.iter().map(Layer::bytes).sum(),
            Forward::Big(layers) => layers.iter().map(Layer::bytes).sum(),
        };
        self.swept.bytes() + layers
    }

    /// Models with a mine on one given cell, for every block.
    ///
    /// # Errors
    /// A limit ran out.
    pub fn mined(&self, context: &Context, control: &mut Control) -> Result<Vec<BigUint>, Stop> {
        match (&self.forward, &self.swept.states, context) {
            // The transposed sweep costs the length of a window in large numbers, a product of windows its square.
            (Forward::Big(layers), States::Path(graph), Context::ByMines(models)) => {
                backward::mined_models(graph, &self.swept.sizes, layers, Degrees::Mines, models, control)
            }
            (Forward::Word(layers), ..) => self.mined_in(layers, context, &|rows, mined| rows.dot(0, mined), control),
            (Forward::Double(layers), ..) => {
                self.mined_in(layers, context, &|rows, mined| rows.dot_wide(0, mined), control)
            }
            (Forward::Big(layers), ..) => self.mined_in(layers, context, &|rows, mined| rows.dot_big(mined), control),
        }
    }

    /// The same in one width of numbers; `dot` is the product of the values of a path's steps with the context.
    fn mined_in<C: Times<C>>(
        &self,
        layers: &[Layer<C>],
        context: &Context,
        dot: &dyn Fn(&Rows, &[C]) -> BigUint,
        control: &mut Control,
    ) -> Result<Vec<BigUint>, Stop>
    where
        BigUint: Times<C>,
    {
        let (sizes, degrees) = (&self.swept.sizes[..], self.degrees);
        match (&self.swept.states, context) {
            (States::Tree(tree), Context::ByMines(models)) => {
                tree::mined::<C, BigUint>(tree, sizes, layers, models, control)
            }
            (States::Tree(tree), Context::Constant(models)) => {
                let mined = tree::mined::<C, C>(tree, sizes, layers, &[C::small(1)], control)?;
                Ok(mined.iter().map(|m| m.to_big() * *models).collect())
            }
            (States::Path(graph), _) => {
                let mined = backward::mined_tallies(graph, sizes, layers, degrees, control)?;
                let rows = match context {
                    Context::ByMines(models) => Rows::new(models),
                    // Without a total there is one number per step.
                    Context::Constant(models) => Rows::new(std::slice::from_ref(*models)),
                };
                let models = mined.iter().map(|mined| {
                    control.tick()?;
                    Ok(dot(&rows, mined))
                });
                models.collect()
            }
        }
    }
}

impl Swept {
    /// A bound on the number of solutions, the largest `u128` standing for all above: with few cells by their number,
    /// else by a sweep.
    fn bound(&self, held: u64, control: &mut Control) -> Result<u128, Stop> {
        if self.sizes.iter().map(|&size| u64::from(size)).sum::<u64>() < 64 {
            return Ok(self.numbers.max(u64::MAX.into()));
        }
        Ok(self.forward::<Saturating>(Degrees::None, false, held, control)?[0].sum(0).0.max(self.numbers))
    }

    /// The solutions: their number, or their numbers by mines. `known` is their number as a sweep in wide floating point
    /// found it, if there was one.
    ///
    /// # Errors
    /// A limit ran out; `held` are the bytes of other tables.
    pub fn solutions(
        &self,
        known: Option<Wide>,
        degrees: Degrees,
        held: u64,
        control: &mut Control,
    ) -> Result<Tally, Stop> {
        // Far more than such a sweep rounds off.
        let bits_of = |number: Wide| number.floor_bits() + 2;
        let bound = match known.map(bits_of) {
            None => self.bound(held, control)?,
            Some(bits) => self.numbers.max(if bits < 128 { 1 << bits } else { u128::MAX }),
        };
        if bound <= u128::from(u64::MAX) {
            return Ok(self.forward::<u64>(degrees, false, held, control)?[0].tally(0));
        }
        if bound < u128::MAX {
            return Ok(self.forward::<u128>(degrees, false, held, control)?[0].tally(0));
        }
        if degrees == Degrees::Mines {
            return match &self.states {
                States::Path(graph) => dense_path::tally(graph, &self.sizes, held, control),
                States::Tree(tree) => tree::dense::tally(tree, &self.sizes, held, control),
            };
        }
        if self.numbers < u128::MAX {
            let number = match known {
                Some(number) => number,
                None => self.forward::<Wide>(degrees, false, held, control)?[0].sum(0),
            };
            if bits_of(number) <= Quad::BITS {
                return Ok(self.forward::<Quad>(degrees, false, held, control)?[0].tally(0));
            }
        }
        Ok(self.forward::<BigUint>(degrees, false, held, control)?[0].tally(0))
    }

    fn counted<C: Coefficient>(
        &self,
        store: fn(Vec<Layer<C>>) -> Forward,
        degrees: Degrees,
        held: u64,
        control: &mut Control,
    ) -> Result<(Forward, Tally), Stop> {
        let layers = self.forward::<C>(degrees, true, held, control)?;
        let tally = match degrees {
            Degrees::Mines => layers[layers.len() - 1].tally(0),
            // The cells need no degrees, but the tally does: a second sweep that keeps no layers.
            Degrees::None => self.solutions(None, Degrees::Mines, held, control)?,
        };
        Ok((store(layers), tally))
    }
}
