//! Reads the file of weights, which `scripts/value_weights.py` writes. All numbers are little-endian, without padding:
//!
//! ```text
//! file     = "minesatV" version:u32 count:u32 ensemble*count
//! ensemble = features:u32 nets:u32 layers:u32 outputs:u32*layers   the last layer has one output
//!            names:u64          hash of the features' names ([`names_hash`])
//!            score:f64          share of games won per unit of score
//!            mean:f32*features  standard_deviation:f32*features
//!            net*nets
//! net      = layer*layers
//! layer    = bias:f32*outputs  weight:f32*outputs*inputs   one row of `outputs` per input
//! ```

use super::value_net::{NetLayer, ValueNet};

/// The file's first bytes.
const MAGIC: &[u8; 8] = b"minesatV";

/// The version of the format.
const VERSION: u32 = 1;

/// Ensembles of a file.
const ENSEMBLES: u32 = 2;

/// The weights of an ensemble.
pub struct Weights {
    /// Mean of each feature in training.
    pub mean: Vec<f32>,
    /// Standard deviation of each feature in training.
    pub scale: Vec<f32>,
    /// Share of games won per unit of score.
    pub score: f64,
    /// At least one.
    pub nets: Vec<ValueNet>,
}

/// Why a file is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It does not begin as a file of weights.
    Magic,
    /// It is of another version of the format.
    Version(u32),
    /// It holds another number of ensembles.
    Ensembles(u32),
    /// It ends early, or goes on behind its end.
    Length,
    /// A width is zero, or the last layer has several outputs.
    Shape,
    /// It was trained on another number of features.
    Features(u32),
    /// It was trained on features of other names, or in another order.
    Names,
    /// A weight is infinite or not a number, or a standard deviation is not positive.
    Value,
}

/// The rest of a file.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn bytes(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(Fault::Length)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        Ok(self.bytes(N)?.try_into().expect("it has this length"))
    }

    fn word(&mut self) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.array()?))
    }

    /// Finite floats.
    fn floats(&mut self, count: usize) -> Result<Vec<f32>, Fault> {
        let bytes = self.bytes(count.checked_mul(4).ok_or(Fault::Length)?)?;
        let floats = bytes.as_chunks::<4>().0.iter().map(|&b| f32::from_le_bytes(b)).collect::<Vec<f32>>();
        if floats.iter().all(|x| x.is_finite()) { Ok(floats) } else { Err(Fault::Value) }
    }

    /// An ensemble with the number of its features and the hash of their names.
    fn ensemble(&mut self) -> Result<(Weights, u32, u64), Fault> {
        let [features, nets, layers] = [self.word()?, self.word()?, self.word()?];
        let outputs = (0..layers).map(|_| self.word()).collect::<Result<Vec<u32>, Fault>>()?;
        if features == 0 || nets == 0 || outputs.contains(&0) || outputs.last() != Some(&1) {
            return Err(Fault::Shape);
        }
        let (names, score) = (u64::from_le_bytes(self.array()?), f64::from_le_bytes(self.array()?));
        let [mean, scale] = [self.floats(features as usize)?, self.floats(features as usize)?];
        if !score.is_finite() || scale.iter().any(|&s| s <= 0.0) {
            return Err(Fault::Value);
        }
        let nets = (0..nets).map(|_| self.net(features, &outputs)).collect::<Result<_, Fault>>()?;
        Ok((Weights { mean, scale, score, nets }, features, names))
    }

    fn net(&mut self, features: u32, outputs: &[u32]) -> Result<ValueNet, Fault> {
        let inputs = std::iter::once(&features).chain(outputs);
        let layer = |(&inputs, &outputs): (&u32, &u32)| {
            let (inputs, outputs) = (inputs as usize, outputs as usize);
            let bias = self.floats(outputs)?;
            Ok(NetLayer::new(&self.floats(inputs.checked_mul(outputs).ok_or(Fault::Length)?)?, &bias))
        };
        Ok(ValueNet::new(inputs.zip(outputs).map(layer).collect::<Result<_, Fault>>()?))
    }
}

/// One of the ensembles of a file, if it was trained on these features. The other one may be of others.
pub fn read(file: &[u8], which: usize, names: &[&str]) -> Result<Weights, Fault> {
    let mut rest = Rest(file);
    if rest.array().ok().as_ref() != Some(MAGIC) {
        return Err(Fault::Magic);
    }
    match [rest.word()?, rest.word()?] {
        [VERSION, ENSEMBLES] => {}
        [VERSION, others] => return Err(Fault::Ensembles(others)),
        [other, _] => return Err(Fault::Version(other)),
    }
    let mut ensembles = (0..ENSEMBLES).map(|_| rest.ensemble()).collect::<Result<Vec<_>, Fault>>()?;
    let (weights, features, hash) = ensembles.swap_remove(which);
    if !rest.0.is_empty() {
        Err(Fault::Length)
    } else if features as usize != names.len() {
        Err(Fault::Features(features))
    } else if hash == names_hash(names) {
        Ok(weights)
    } else {
        Err(Fault::Names)
    }
}

/// FNV-1a of the names, each with a line end behind it: also of their order.
fn names_hash(names: &[&str]) -> u64 {
    let bytes = names.iter().flat_map(|name| name.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file of two ensembles of one linear net with weight `w`: of the features a and b, and of a, b and c.
    fn file(w: f32) -> Vec<u8> {
        let mut file = [&MAGIC[..], &VERSION.to_le_bytes(), &ENSEMBLES.to_le_bytes()].concat();
        for names in [&["a", "b"][..], &["a", "b", "c"]] {
            let count = names.len() as u32;
            file.extend([count, 1, 1, 1].iter().flat_map(|x| x.to_le_bytes()));
            file.extend(names_hash(names).to_le_bytes());
            file.extend(0.5f64.to_le_bytes());
            let floats =
                (0..count).map(|_| 0.25).chain((0..count).map(|_| 2.0)).chain([3.0]).chain((0..count).map(|_| w));
            file.extend(floats.flat_map(f32::to_le_bytes));
        }
        file
    }

    fn fault(file: &[u8], which: usize, names: &[&str]) -> Fault {
        read(file, which, names).err().unwrap()
    }

    #[test]
    fn both_ensembles_are_read() {
        for (which, names) in [(0, &["a", "b"][..]), (1, &["a", "b", "c"])] {
            let found = read(&file(-1.5), which, names).unwrap();
            assert_eq!(
                (found.score, &found.mean[..], &found.scale[..]),
                (0.5, &[0.25; 3][..2 + which], &[2.0; 3][..2 + which])
            );
            assert_eq!(found.nets[0].outputs(&vec![2.0; names.len()]), [3.0 - 3.0 * names.len() as f32]);
        }
    }

    #[test]
    fn other_files_are_refused() {
        let (good, names) = (file(1.0), ["a", "b"]);
        let with = |at: usize, byte: u8| {
            let mut file = good.clone();
            file[at] = byte;
            fault(&file, 0, &names)
        };
        assert_eq!(fault(b"{\"score\":0.4}", 0, &names), Fault::Magic);
        assert_eq!(fault(b"", 0, &names), Fault::Magic);
        assert_eq!(with(8, 2), Fault::Version(2));
        assert_eq!(with(12, 3), Fault::Ensembles(3));
        assert_eq!(with(28, 2), Fault::Shape);
        assert_eq!(fault(&[&good[..], &[0]].concat(), 0, &names), Fault::Length);
        (16..good.len()).for_each(|end| assert_eq!(fault(&good[..end], 0, &names), Fault::Length));
        assert_eq!(fault(&good, 1, &names), Fault::Features(3));
        assert_eq!(fault(&good, 0, &["b", "a"]), Fault::Names);
        assert_eq!(fault(&file(f32::NAN), 0, &names), Fault::Value);
    }
}
