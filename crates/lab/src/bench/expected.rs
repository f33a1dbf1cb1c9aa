//! The expected answer of an instance as a claim.

use super::record::{Claim, ClassRows, EXPECTED, RecordedNumber};
use crate::instance::Expected;

/// The claim of an instance file.
pub fn claim(expected: &Expected) -> Claim {
    let classes = match (&expected.classes, &expected.classes_sha256) {
        (Some(rows), _) => Some(ClassRows::new(rows.clone())),
        (None, Some(hash)) => Some(ClassRows { rows: None, sha256: hash.clone(), partial: false }),
        (None, None) => None,
    };
    Claim {
        source: EXPECTED.into(),
        query: EXPECTED.into(),
        complete: true,
        consistent: expected.status.as_deref().map(|s| s != "inconsistent"),
        classes,
        models: RecordedNumber::from_parts(expected.models.as_deref(), expected.models_sha256.as_deref()),
        frontier_models: None,
    }
}
