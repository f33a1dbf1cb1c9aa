//! A share of the measurements of a plan, for one of several machines.

use std::fmt;
use std::str::FromStr;

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::key::MeasurementKey;

/// Share number `index` of `of`, counted from 1. Written `index/of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(into = "String", try_from = "String")]
pub struct Shard {
    /// From 1 to `of`.
    pub index: u32,
    /// Number of shares, 1 or more.
    pub of: u32,
}

impl Shard {
    /// The measurements of this share. Every measurement is in exactly one, for any order of `keys`, and shares differ
    /// by at most one in size. Keys are hashes, so the expensive engines and boards of a plan spread evenly.
    pub fn select(self, keys: impl IntoIterator<Item = MeasurementKey>) -> FxHashSet<MeasurementKey> {
        let mut keys: Vec<MeasurementKey> = keys.into_iter().collect();
        keys.sort_unstable();
        keys.dedup();
        keys.into_iter().skip(self.index as usize - 1).step_by(self.of as usize).collect()
    }
}

/// A text that is no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not I/N with I from 1 to N")]
pub struct NoShard(String);

impl FromStr for Shard {
    type Err = NoShard;

    fn from_str(text: &str) -> Result<Self, NoShard> {
        let parts = text.split_once('/').and_then(|(i, n)| Some((i.parse().ok()?, n.parse().ok()?)));
        match parts {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index, of }),
            _ => Err(NoShard(text.into())),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl TryFrom<String> for Shard {
    type Error = NoShard;

    fn try_from(text: String) -> Result<Self, NoShard> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shards_are_read() {
        assert_eq!("3/10".parse(), Ok(Shard { index: 3, of: 10 }));
        for bad in ["0/3", "4/3", "3", "a/b", "1/0", "-1/2", "1/2/3", ""] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_measurement_is_in_exactly_one_share(names in prop::collection::hash_set(0u32..1000, 0..60), of in 1u32..20) {
            let keys: Vec<MeasurementKey> = names.iter().map(|n| MeasurementKey::new("f", &n.to_string(), "e", "count", 1)).collect();
            let shares: Vec<_> = (1..=of).map(|index| Shard { index, of }.select(keys.iter().copied())).collect();
            let mut all: Vec<MeasurementKey> = shares.iter().flatten().copied().collect();
            all.sort();
            let mut expected = keys.clone();
            expected.sort();
            prop_assert_eq!(all, expected);
            let sizes: Vec<usize> = shares.iter().map(std::collections::HashSet::len).collect();
            prop_assert!(sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1);
            let backwards = Shard { index: 1, of }.select(keys.into_iter().rev());
            prop_assert_eq!(&backwards, &shares[0]);
        }
    }
}
