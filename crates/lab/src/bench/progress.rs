//! Observers of a run.

/// Receives the events of a run, from several threads. Every method does nothing by default.
pub trait Progress: Sync {
    /// The run begins: the number of measurements, and how many of them the record file already has.
    fn begin(&self, measurements: u64, earlier: u64) {
        let _ = (measurements, earlier);
    }

    /// A measurement begins; `what` names its instance, engine and query.
    fn measuring(&self, what: &str) {
        let _ = what;
    }

    /// A measurement is in the record file.
    fn measured(&self) {}

    /// An urgent message for the user: a disagreement, a limit lower than requested.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// The run is over, with or without success.
    fn end(&self) {}
}

/// No observer.
pub struct Unwatched;

impl Progress for Unwatched {}
