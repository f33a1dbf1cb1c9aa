//! Who watches a run under way.

/// Takes note of what a run does, from several threads. Every method does nothing by default.
pub trait Progress: Sync {
    /// The run begins: so many measurements in all, and those of them found in the record file.
    fn begin(&self, measurements: u64, earlier: u64) {
        let _ = (measurements, earlier);
    }

    /// A measurement begins; `what` names its instance, engine and query.
    fn measuring(&self, what: &str) {
        let _ = what;
    }

    /// A measurement is in the record file.
    fn measured(&self) {}

    /// Something that whoever waits should read at once: a disagreement, a limit lower than asked for.
    fn note(&self, text: &str) {
        let _ = text;
    }

    /// The run is over, with or without success.
    fn end(&self) {}
}

/// Nobody watches.
pub struct Unwatched;

impl Progress for Unwatched {}
