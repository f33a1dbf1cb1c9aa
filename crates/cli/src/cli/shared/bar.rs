//! The progress bar of the bench and of studies.

use indicatif::{ProgressBar, ProgressStyle};

use crate::bench::Progress;
use crate::lines::visible;

/// A bar on standard error, hidden where that is no terminal.
pub struct Bar(ProgressBar);

impl Bar {
    /// An empty one.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} (left {eta})\n{wide_msg}");
        Bar(ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())))
    }
}

impl Progress for Bar {
    fn begin(&self, measurements: u64, earlier: u64) {
        self.0.set_length(measurements);
        self.0.set_position(earlier);
        self.0.reset_elapsed();
        self.0.reset_eta();
    }

    fn measuring(&self, what: &str) {
        self.0.set_message(visible(what).into_owned());
    }

    fn measured(&self) {
        self.0.inc(1);
    }

    fn note(&self, text: &str) {
        self.0.suspend(|| eprintln!("{text}"));
    }

    fn end(&self) {
        self.0.finish_and_clear();
    }
}
