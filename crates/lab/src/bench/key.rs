//! The identity of a measurement.

use sha2::{Digest, Sha256};

/// Identifies a measurement: 16 bytes of a hash over instance file, instance, engine, query and repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MeasurementKey([u8; 16]);

impl MeasurementKey {
    /// The key of a measurement.
    pub fn new(file_sha256: &str, instance: &str, engine: &str, query: &str, run: u32) -> Self {
        let mut hash = Sha256::new();
        for part in [file_sha256, instance, engine, query] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        hash.update(run.to_le_bytes());
        let digest = hash.finalize();
        MeasurementKey(std::array::from_fn(|i| digest[i]))
    }

    /// The first eight bytes as a number.
    pub fn number(&self) -> u64 {
        u64::from_be_bytes(std::array::from_fn(|i| self.0[i]))
    }
}
