//! A chart: axes, lines, dots and bars, and a legend beside it.

use std::fmt::Write;

use plotters::prelude::*;

use super::{Axis, dots};

/// Text for an attribute or between tags.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Styles of points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PointMark {
    /// A line through the points in their order.
    Line {
        /// Whether each point also has a dot.
        dots: bool,
    },
    /// A dot for each point.
    Dots,
    /// Bars on the axis, of this width.
    Bars {
        /// In positions on the x axis, as of [`Axis::place`].
        width: f64,
    },
}

#[derive(Clone, Debug)]
struct Series {
    name: String,
    style: usize,
    mark: PointMark,
    points: Vec<(f64, f64)>,
    /// The name of each point, where points are instances.
    names: Vec<String>,
    /// Error bars: x, lower and upper end.
    intervals: Vec<(f64, f64, f64)>,
}

/// A chart.
#[derive(Clone, Debug)]
pub struct Chart {
    title: String,
    /// Horizontal axis of all series.
    pub x: Axis,
    /// Vertical axis of all series.
    pub y: Axis,
    series: Vec<Series>,
    /// Thin lines without a name.
    guides: Vec<Vec<(f64, f64)>>,
}

const WIDTH: u32 = 900;
const HEIGHT: u32 = 460;
/// Height of a line of the legend.
const LINE: i32 = 18;

/// Distinct colours for colour-blind eyes, on light and dark ground.
const COLOURS: [RGBColor; 12] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x8c, 0x56, 0x4b),
    RGBColor(0x7f, 0x7f, 0x7f),
    RGBColor(0xa8, 0x9a, 0x00),
    RGBColor(0x94, 0x67, 0xbd),
    RGBColor(0x17, 0xbe, 0xcf),
    RGBColor(0xd6, 0x27, 0x28),
];

fn colour(style: usize) -> RGBColor {
    COLOURS[style % COLOURS.len()]
}

impl Chart {
    /// An empty chart.
    pub fn new(title: &str, x: Axis, y: Axis) -> Self {
        Chart { title: title.into(), x, y, series: Vec::new(), guides: Vec::new() }
    }

    /// A chart of lines with dots, each a name and its points.
    pub fn of_lines(title: &str, x: Axis, y: Axis, lines: impl IntoIterator<Item = (String, Vec<(f64, f64)>)>) -> Self {
        let mut chart = Chart::new(title, x, y);
        for (style, (name, points)) in lines.into_iter().enumerate() {
            chart.add(&name, style, PointMark::Line { dots: true }, points);
        }
        chart
    }

    /// Adds points under a name; equal `style` numbers look alike in all charts.
    pub fn add(&mut self, name: &str, style: usize, mark: PointMark, points: Vec<(f64, f64)>) {
        self.series.push(Series { name: name.into(), style, mark, points, names: Vec::new(), intervals: Vec::new() });
    }

    /// [`Chart::add`] for points that are instances: HTML shows their names under the pointer.
    pub fn add_named(&mut self, name: &str, style: usize, mark: PointMark, points: Vec<((f64, f64), String)>) {
        let (points, names) = points.into_iter().unzip();
        self.series.push(Series { name: name.into(), style, mark, points, names, intervals: Vec::new() });
    }

    /// Gives the points added last error bars: x, lower and upper end.
    pub fn intervals(&mut self, intervals: Vec<(f64, f64, f64)>) {
        if let Some(series) = self.series.last_mut() {
            series.intervals = intervals;
        }
    }

    /// Adds a thin line.
    pub fn guide(&mut self, points: Vec<(f64, f64)>) {
        self.guides.push(points);
    }

    /// True if there is nothing to draw.
    pub fn is_empty(&self) -> bool {
        self.series.iter().all(|s| s.points.is_empty())
    }

    /// The chart as SVG.
    pub fn svg(&self) -> String {
        let mut text = String::new();
        let drawn = self.draw(&mut text).map_err(|e| e.to_string());
        // Drawing into a string fails only if plotters rejects a coordinate.
        match drawn {
            Err(e) => format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><!-- {e} --></svg>"),
            Ok(targets) => {
                let mut text = dots::merged(&text);
                if let Some(end) = text.rfind("</svg>") {
                    text.insert_str(end, &targets);
                }
                text
            }
        }
    }

    /// Invisible dots over those of instances, a little larger, with their names.
    fn targets(&self, at: impl Fn((f64, f64)) -> (i32, i32)) -> String {
        let mut text = String::new();
        for series in &self.series {
            for (point, name) in series.points.iter().zip(&series.names) {
                let (x, y) = at((self.x.place(point.0), self.y.place(point.1)));
                let (name, title) = (escape(name), escape(&self.x.describe(&self.y, *point)));
                let _ = writeln!(
                    text,
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"transparent\" data-name=\"{name}\">\
                     <title>{name}: {title}</title></circle>"
                );
            }
        }
        text
    }

    fn draw(&self, text: &mut String) -> Result<String, Box<dyn std::error::Error + '_>> {
        let height = HEIGHT.max(60 + LINE as u32 * self.series.len() as u32);
        let root = SVGBackend::with_string(text, (WIDTH, height)).into_drawing_area();
        root.fill(&WHITE)?;
        let longest = self.series.iter().map(|s| s.name.chars().count()).max().unwrap_or(0) as u32;
        let legend_width = (40 + 7 * longest).clamp(80, 330);
        let (area, legend) = root.split_horizontally(WIDTH - legend_width);

        let points = || self.series.iter().map(|s| &s.points).chain(&self.guides).flatten();
        let x = self.x.scale(points().map(|p| self.x.place(p.0)));
        let ends = self.series.iter().flat_map(|s| &s.intervals).flat_map(|i| [i.1, i.2]);
        let y = self.y.scale(points().map(|p| p.1).chain(ends).map(|y| self.y.place(y)));
        let floor = y.low();
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .caption(&self.title, ("sans-serif", 18))
            .x_label_area_size(44)
            .y_label_area_size(72)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(BLACK.mix(0.12))
            .label_style(("sans-serif", 13))
            .axis_desc_style(("sans-serif", 14))
            .x_desc(&self.x.label)
            .y_desc(&self.y.label)
            .draw()?;

        let place = |p: &(f64, f64)| (self.x.place(p.0), self.y.place(p.1));
        for guide in &self.guides {
            chart.draw_series(LineSeries::new(guide.iter().map(place), BLACK.mix(0.3).stroke_width(1)))?;
        }
        for series in &self.series {
            let colour = colour(series.style);
            if let PointMark::Line { .. } = series.mark {
                let second = series.style >= COLOURS.len();
                let width = if second { 1 } else { 2 };
                chart.draw_series(LineSeries::new(series.points.iter().map(place), colour.stroke_width(width)))?;
            }
            for &(x, low, high) in &series.intervals {
                let bar = [low, high].map(|end| place(&(x, end)));
                chart.draw_series(LineSeries::new(bar, colour.stroke_width(1)))?;
            }
            match series.mark {
                PointMark::Bars { width } => {
                    let bar = |p: &(f64, f64)| {
                        let (x, y) = place(p);
                        Rectangle::new([(x - width / 2.0, floor), (x + width / 2.0, y)], colour.filled())
                    };
                    chart.draw_series(series.points.iter().map(bar))?;
                }
                PointMark::Line { dots: false } => {}
                // Repeated colours differ by their dots.
                _ => match series.style / COLOURS.len() {
                    0 => {
                        let dot = |p| Circle::new(place(p), 3, colour.mix(0.8).filled());
                        chart.draw_series(series.points.iter().map(dot))?;
                    }
                    1 => {
                        let dot = |p| TriangleMarker::new(place(p), 4, colour.mix(0.8).filled());
                        chart.draw_series(series.points.iter().map(dot))?;
                    }
                    _ => {
                        let dot = |p| Cross::new(place(p), 3, colour.stroke_width(1));
                        chart.draw_series(series.points.iter().map(dot))?;
                    }
                },
            }
        }
        for (line, series) in self.series.iter().enumerate() {
            let y = 48 + LINE * line as i32;
            let colour = colour(series.style);
            match series.style / COLOURS.len() {
                0 => legend.draw(&Rectangle::new([(6, y), (20, y + 8)], colour.filled()))?,
                1 => legend.draw(&TriangleMarker::new((13, y + 4), 6, colour.filled()))?,
                _ => legend.draw(&Cross::new((13, y + 4), 4, colour.stroke_width(2)))?,
            }
            legend.draw(&Text::new(series.name.clone(), (26, y - 3), ("sans-serif", 13)))?;
        }
        root.present()?;
        let targets = self.targets(|place| chart.backend_coord(&place));
        drop((chart, area, legend, root));
        Ok(targets)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_draws_finite_things_and_repeats_exactly() {
        let mut chart = Chart::new("a < b & c", Axis::log_count("n"), Axis::log_time("t"));
        assert!(chart.is_empty());
        chart.guide(vec![(1.0, 1.0), (2.0, 2.0)]);
        for style in [0, 13, 30] {
            chart.add("line", style, PointMark::Line { dots: true }, vec![(1.0, 0.0), (100.0, 2.0)]);
            chart.add("dots", style, PointMark::Dots, vec![(3.0, 0.1)]);
            chart.intervals(vec![(3.0, 0.05, 0.2)]);
            chart.add("bars", style, PointMark::Bars { width: 0.1 }, vec![(3.0, 0.1)]);
        }
        let svg = chart.svg();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert!(svg.contains("a &lt; b &amp; c") && !svg.contains("NaN") && !svg.contains("inf"));
        assert_eq!(svg, chart.svg());
        chart.add_named("named", 1, PointMark::Dots, vec![((2.0, 0.01), "a\"<b>".into())]);
        let svg = chart.svg();
        assert!(svg.contains("data-name=\"a&quot;&lt;b&gt;\"") && svg.contains("2, 10 ms</title>"), "{svg}");
        assert!(svg.trim_end().ends_with("</svg>"));
        let empty = Chart::new("nothing", Axis::words(), Axis::linear_count("n")).svg();
        assert!(empty.contains("nothing"));
    }
}
