//! Value nets: multilayer perceptrons with rectified linear units, applied to several rows of inputs at once.

use multiversion::multiversion;

use super::params::{NET_OUTPUTS, NET_ROWS};

/// Layers, all rectified except the last, which has one output.
pub struct ValueNet(Vec<NetLayer>);

/// A layer, fully connected.
pub struct NetLayer {
    inputs: usize,
    outputs: usize,
    /// Of every block of outputs the bias, then the weights of each input.
    blocks: Vec<Block>,
}

type Block = [f32; NET_OUTPUTS];

impl ValueNet {
    /// A net of these layers.
    ///
    /// # Panics
    /// If they do not fit together.
    pub fn new(layers: Vec<NetLayer>) -> Self {
        let fits = layers.windows(2).all(|pair| pair[0].outputs == pair[1].inputs);
        assert!(fits && layers.last().is_some_and(|last| last.outputs == 1), "the layers do not fit together");
        ValueNet(layers)
    }

    /// The output of every row; the rows stand one after the other. Each is summed in the order of the inputs, on every
    /// machine and for any other rows beside it.
    pub fn outputs(&self, inputs: &[f32]) -> Vec<f32> {
        let (first, others) = self.0.split_first().expect("a net has a layer");
        let mut values = first.apply(inputs);
        for layer in others {
            values.iter_mut().for_each(|v| *v = v.max(0.0));
            values = layer.apply(&values);
        }
        values
    }
}

impl NetLayer {
    /// A layer of these weights, one row of an output each per input.
    ///
    /// # Panics
    /// If the rows have another length than the biases.
    pub fn new(weights: &[f32], bias: &[f32]) -> Self {
        assert!(weights.len().is_multiple_of(bias.len()), "a row of weights is of another length");
        let block = |row: &[f32], first: usize| std::array::from_fn(|i| row.get(first + i).copied().unwrap_or(0.0));
        let rows = || std::iter::once(bias).chain(weights.chunks(bias.len()));
        let firsts = (0..bias.len()).step_by(NET_OUTPUTS);
        let blocks = firsts.flat_map(|first| rows().map(move |row| block(row, first))).collect();
        NetLayer { inputs: weights.len() / bias.len(), outputs: bias.len(), blocks }
    }

    fn apply(&self, inputs: &[f32]) -> Vec<f32> {
        let count = inputs.len() / self.inputs;
        let mut outputs = vec![0.0; count * self.outputs];
        let groups = inputs.chunks(NET_ROWS * self.inputs).zip(outputs.chunks_mut(NET_ROWS * self.outputs));
        for (inputs, outputs) in groups {
            // Missing rows repeat the last.
            let last = inputs.len() / self.inputs - 1;
            let rows = std::array::from_fn(|row| &inputs[row.min(last) * self.inputs..][..self.inputs]);
            for (at, block) in self.blocks.chunks(1 + self.inputs).enumerate() {
                let sums = sums(block, rows);
                for (row, sums) in outputs.chunks_mut(self.outputs).zip(&sums) {
                    let part = &mut row[at * NET_OUTPUTS..];
                    let width = part.len().min(NET_OUTPUTS);
                    part[..width].copy_from_slice(&sums[..width]);
                }
            }
        }
        outputs
    }
}

/// Bias and weighted inputs. Multiplication and addition are fused, which rounds alike on all machines, but is slow on
/// those without an instruction for it.
#[multiversion(targets("x86_64+avx2+fma"))]
fn sums(block: &[Block], [a, b, c, d]: [&[f32]; NET_ROWS]) -> [Block; NET_ROWS] {
    let [mut p, mut q, mut r, mut s] = [block[0]; NET_ROWS];
    for (weights, (((a, b), c), d)) in block[1..].iter().zip(a.iter().zip(b).zip(c).zip(d)) {
        for (sum, input) in [(&mut p, a), (&mut q, b), (&mut r, c), (&mut s, d)] {
            sum.iter_mut().zip(weights).for_each(|(sum, weight)| *sum = input.mul_add(*weight, *sum));
        }
    }
    [p, q, r, s]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    /// Two inputs, two hidden cells of which one is shut.
    #[test]
    fn layers_are_rectified_but_the_last() {
        let net = ValueNet::new(vec![
            NetLayer::new(&[1.0, -1.0, 2.0, 0.5], &[0.5, 0.0]),
            NetLayer::new(&[-2.0, 7.0], &[1.0]),
        ]);
        assert_eq!(net.outputs(&[1.0, 0.25, 0.0, 0.0]), [-3.0, 0.0]);
    }

    /// Equal to the plain loop, to the last bit, for widths and numbers of rows beside those of a block.
    #[test]
    fn rows_are_summed_in_the_order_of_the_inputs() {
        let mut rng = Rng::new(8);
        let mut some = |count: usize| (0..count).map(|_| rng.below(2001) as f32 / 700.0 - 1.0).collect::<Vec<f32>>();
        for (inputs, outputs, rows) in [(3, 1, 1), (5, 15, 3), (2, 16, 4), (7, 33, 9), (62, 48, 6)] {
            let (weights, bias, x) = (some(inputs * outputs), some(outputs), some(rows * inputs));
            let sum = |row: &[f32], to: usize| {
                row.iter().zip(weights.chunks(outputs)).fold(bias[to], |sum, (x, weights)| x.mul_add(weights[to], sum))
            };
            let right: Vec<f32> = x
                .chunks(inputs)
                .flat_map(|row| (0..outputs).map(move |to| (row, to)))
                .map(|(r, to)| sum(r, to))
                .collect();
            assert_eq!(NetLayer::new(&weights, &bias).apply(&x), right);
        }
    }

    #[test]
    #[should_panic(expected = "do not fit together")]
    fn layers_of_other_widths_are_refused() {
        ValueNet::new(vec![NetLayer::new(&[1.0, 2.0], &[0.0, 0.0]), NetLayer::new(&[1.0], &[0.0])]);
    }
}
