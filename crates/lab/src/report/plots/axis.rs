//! Axes: linear or logarithmic, for times, counts or words.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

use crate::report::format;

/// Formats of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Time,
    Count,
    Share,
    Words,
}

/// One axis.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Text beside the axis; empty for none.
    pub label: String,
    log: bool,
    kind: Kind,
    /// Ticks set explicitly, with their words.
    ticks: Vec<(f64, String)>,
    /// Range set explicitly.
    pub range: Option<(f64, f64)>,
}

/// Smallest value of a logarithmic axis, for smaller ones too: a clock cannot resolve shorter times.
const LEAST_TIME: f64 = 1e-7;

impl Axis {
    fn new(label: &str, log: bool, kind: Kind) -> Self {
        Axis { label: label.into(), log, kind, ticks: Vec::new(), range: None }
    }

    /// Seconds on a logarithmic axis.
    pub fn log_time(label: &str) -> Self {
        Axis::new(label, true, Kind::Time)
    }

    /// Counts on a logarithmic axis.
    pub fn log_count(label: &str) -> Self {
        Axis::new(label, true, Kind::Count)
    }

    /// Counts from 0.
    pub fn linear_count(label: &str) -> Self {
        Axis::new(label, false, Kind::Count)
    }

    /// Shares and densities from 0, at most 1.
    pub fn linear_share(label: &str) -> Self {
        Axis::new(label, false, Kind::Share)
    }

    /// Words at places given by [`Axis::tick`].
    pub fn words() -> Self {
        Axis::new("", false, Kind::Words)
    }

    /// Puts a word at a place.
    pub fn tick(&mut self, place: f64, word: &str) {
        self.ticks.push((place, word.into()));
    }

    /// The position of a value: the value itself or its logarithm.
    pub fn place(&self, value: f64) -> f64 {
        match (self.log, self.kind) {
            (false, _) => value,
            (true, Kind::Time) => value.max(LEAST_TIME).log10(),
            (true, _) => value.max(0.5).log10(),
        }
    }

    /// Lower and upper end around these places.
    pub fn ends(&self, places: impl Iterator<Item = f64>) -> (f64, f64) {
        if let Some(range) = self.range {
            return range;
        }
        let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
        match (low.is_finite(), self.log) {
            (false, _) => (0.0, 1.0),
            (true, false) if self.kind == Kind::Share => (0.0, (high * 1.03).clamp(1e-6, 1.03)),
            (true, false) => (0.0, (high * 1.03).max(1.0)),
            (true, true) => {
                // A margin keeps dots off the frame; at least one decade keeps noise small.
                let air = (0.05 * (high - low)).max(0.5 * (1.0 - (high - low))).max(0.05);
                (low - air, high + air)
            }
        }
    }

    /// Places with labels between two ends.
    pub fn labels(&self, (low, high): (f64, f64)) -> Vec<(f64, String)> {
        if self.kind == Kind::Words {
            return self.ticks.clone();
        }
        if self.log {
            let step = ((high - low) / 8.0).ceil().max(1.0) as usize;
            let steps: &[f64] = if high - low < 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let decades = (low.floor() as i64..=high.floor() as i64).step_by(step);
            let values = decades.flat_map(|d| steps.iter().map(move |s| s * 10f64.powi(d as i32)));
            let places = values.map(|v| (v.log10(), self.text(v)));
            return places.filter(|(at, _)| (low..=high).contains(at)).collect();
        }
        let least = if self.kind == Kind::Share { 1e-9 } else { 1.0 };
        let step = nice_step(((high - low) / 6.0).max(least));
        let mut labels = Vec::new();
        let mut at = (low / step).ceil() * step;
        while at <= high {
            // Steps from below 0 may end beside it, or at -0.
            labels.push((at, self.text(if at.abs() < 1e-9 * step { 0.0 } else { at })));
            at += step;
        }
        labels
    }

    /// A point in words, this axis being the horizontal one.
    pub fn describe(&self, vertical: &Axis, (x, y): (f64, f64)) -> String {
        format!("{}, {}", self.text(x), vertical.text(y))
    }

    fn text(&self, value: f64) -> String {
        match self.kind {
            Kind::Time => format::seconds(value).replace(".00 ", " ").replace(".0 ", " "),
            Kind::Share => ((value * 1e9).round() / 1e9).to_string(),
            _ => format::short_count(value),
        }
    }
}

/// A stretch of an axis with its ticks, as plotters wants it.
pub struct Scale {
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// The scale that shows these places.
    pub fn scale(&self, places: impl Iterator<Item = f64>) -> Scale {
        let (low, high) = self.ends(places);
        Scale { low, high, ticks: self.labels((low, high)) }
    }
}

impl Scale {
    /// Lower end.
    pub fn low(&self) -> f64 {
        self.low
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        start + (share * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        let light = hint.weight().allow_light_points();
        self.ticks.iter().map(|t| t.0).filter(|_| !light).collect()
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

impl ValueFormatter<f64> for Scale {
    fn format(value: &f64) -> String {
        value.to_string()
    }

    fn format_ext(&self, value: &f64) -> String {
        self.ticks.iter().find(|t| t.0 == *value).map_or(String::new(), |t| t.1.clone())
    }
}

/// The next 1, 2 or 5 times a power of ten.
fn nice_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= least).unwrap_or(10.0 * power)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_labels() {
        let axis = Axis::log_time("t");
        let ends = axis.ends([axis.place(0.002), axis.place(0.5)].into_iter());
        assert!(ends.0 < -2.69 && ends.0 > -3.0 && ends.1 > -0.31, "{ends:?}");
        let words: Vec<String> = axis.labels(ends).into_iter().map(|l| l.1).collect();
        assert_eq!(words, ["2 ms", "5 ms", "10 ms", "20 ms", "50 ms", "100 ms", "200 ms", "500 ms"]);
        let near = axis.ends([axis.place(0.002), axis.place(0.003)].into_iter());
        assert_eq!(axis.labels(near).len(), 3);
        assert_eq!(Axis::linear_count("n").labels((0.0, 30.0)).len(), 7);
        assert_eq!(Axis::log_time("t").ends(std::iter::empty()), (0.0, 1.0));
        assert!(axis.place(0.0).is_finite());
    }
}
