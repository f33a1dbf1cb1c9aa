//! Certificates for the verdicts of any engine.

#[cfg(feature = "sat")]
use super::sat;
use super::{Classes, Control, Engine, Stop};
use crate::certify::Certificate;
use crate::system::System;

/// Certificates for the verdicts of `engine` on a system: by its own method if it has one ([`Engine::certify`]), else
/// clausal proofs; none in a build without the feature `sat`.
///
/// # Errors
/// A limit ran out.
pub fn certificates(
    engine: &dyn Engine,
    system: &System,
    classes: &Classes,
    control: &mut Control,
) -> Result<Vec<Certificate>, Stop> {
    match engine.certify(system, classes, control)? {
        Some(found) => Ok(found),
        #[cfg(feature = "sat")]
        None => sat::certify(system, classes, control),
        #[cfg(not(feature = "sat"))]
        None => Ok(Vec::new()),
    }
}
