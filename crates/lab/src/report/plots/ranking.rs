//! A ranking: one line per entry with its value, the interval of it, and the value as text.

use std::fmt::Write;
use std::ops::Range;

use super::Axis;
use super::chart::escape;
use crate::report::stats::Estimate;

/// One line of a ranking.
pub struct RankedEntry {
    /// At the left end.
    pub name: String,
    /// Value and interval, on the axis.
    pub value: Estimate,
    /// At the right end.
    pub text: String,
    /// It is as good as the first, as far as the noise shows.
    pub leads: bool,
}

const WIDTH: f64 = 900.0;
const LINE: f64 = 24.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 48.0;
/// Width of a letter of the names.
const LETTER: f64 = 7.2;
const RIGHT: f64 = 190.0;
/// Blue and grey, which all eyes tell apart, on light and dark ground.
const LEADS: &str = "#0072b2";
const OTHERS: &str = "#7f7f7f";

/// Distance of the bars that join entries, from the right edge and from each other.
const BARS: f64 = 10.0;

/// The ranking as SVG, entries from top to bottom. Beside each range of `joined` stands a bar at the right end.
pub fn ranking(title: &str, axis: &Axis, entries: &[RankedEntry], joined: &[Range<usize>]) -> String {
    let longest = entries.iter().map(|entry| entry.name.chars().count()).max().unwrap_or(0) as f64;
    let left = (24.0 + LETTER * longest).min(WIDTH / 2.0);
    let height = TOP + LINE * entries.len() as f64 + BOTTOM;
    let places = entries.iter().flat_map(|e| [e.value.estimate, e.value.low, e.value.high]).map(|v| axis.place(v));
    let (low, high) = axis.ends(places);
    let x = |place: f64| left + (place - low) / (high - low) * (WIDTH - RIGHT - left);
    let floor = height - BOTTOM;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
         <text x=\"{:.1}\" y=\"24\" font-size=\"17\" text-anchor=\"middle\">{}</text>\n",
        WIDTH / 2.0,
        escape(title)
    );
    for (place, label) in axis.labels((low, high)) {
        let at = x(place);
        let _ = writeln!(
            svg,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{floor:.1}\" stroke=\"#000000\" stroke-opacity=\"0.12\"/>\
             <text x=\"{at:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            floor + 18.0,
            escape(&label)
        );
    }
    for (line, entry) in entries.iter().enumerate() {
        let y = TOP + LINE * (line as f64 + 0.5);
        let colour = if entry.leads { LEADS } else { OTHERS };
        let [at, from, to] = [entry.value.estimate, entry.value.low, entry.value.high].map(|v| x(axis.place(v)));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <line x1=\"{from:.1}\" y1=\"{y:.1}\" x2=\"{to:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"3\"/>\
             <circle cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\" fill=\"{colour}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            left - 10.0,
            y + 4.5,
            escape(&entry.name),
            WIDTH - RIGHT + 12.0,
            y + 4.5,
            escape(&entry.text)
        );
    }
    for (bar, group) in joined.iter().enumerate() {
        let x = WIDTH - BARS * (joined.len() - bar) as f64;
        let [from, to] = [group.start as f64 + 0.15, group.end as f64 - 0.15].map(|line| TOP + LINE * line);
        let _ = writeln!(
            svg,
            "<line x1=\"{x:.1}\" y1=\"{from:.1}\" x2=\"{x:.1}\" y2=\"{to:.1}\" stroke=\"#000000\" stroke-width=\"4\"/>"
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n</svg>",
        f64::midpoint(left, WIDTH - RIGHT),
        height - 8.0,
        escape(&axis.label)
    );
    svg
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;

    #[test]
    fn every_entry_has_its_name_interval_and_value() {
        let entry = |name: &str, estimate: f64| RankedEntry {
            name: name.into(),
            value: Estimate { estimate, low: estimate / 2.0, high: estimate * 2.0 },
            text: format!("{estimate} s"),
            leads: estimate < 1.0,
        };
        let svg = ranking("a & b", &Axis::log_time("PAR-2"), &[entry("x<y", 0.1), entry("z", 10.0)], from_ref(&(0..2)));
        for text in ["a &amp; b", "x&lt;y", "0.1 s", "10 s", "PAR-2", LEADS, OTHERS] {
            assert!(svg.contains(text), "{text}: {svg}");
        }
        assert!(!svg.contains("NaN") && svg.trim_end().ends_with("</svg>"));
        assert_eq!(svg.matches("stroke-width=\"4\"").count(), 1, "one bar joins both");
        assert!(ranking("none", &Axis::log_time("t"), &[], &[]).contains("none"));
    }
}
