//! Dots of one colour as one path: a tenth of the bytes of a circle per point, and points that share a pixel are drawn once.

use std::collections::HashSet;
use std::fmt::Write;

/// A filled circle, by its attributes as plotters writes them.
struct Dot<'a> {
    x: &'a str,
    y: &'a str,
    /// Radius, opacity and fill.
    style: (u32, &'a str, &'a str),
}

fn dot(line: &str) -> Option<Dot<'_>> {
    let inner = line.strip_prefix("<circle ")?.strip_suffix("/>")?;
    let value = |name: &str| {
        let from = inner.find(&format!("{name}=\""))? + name.len() + 2;
        inner[from..].split('"').next()
    };
    (value("stroke")? == "none").then_some(())?;
    Some(Dot {
        x: value("cx")?,
        y: value("cy")?,
        style: (value(" r")?.parse().ok()?, value("opacity")?, value("fill")?),
    })
}

/// The SVG with runs of equal dots as paths; other lines stay as they are.
pub fn merged(svg: &str) -> String {
    let mut text = String::with_capacity(svg.len());
    let mut lines = svg.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(first) = dot(line) else {
            let _ = writeln!(text, "{line}");
            continue;
        };
        let (style, mut seen) = (first.style, HashSet::new());
        let mut path = String::new();
        let mut next = Some(first);
        while let Some(Dot { x, y, .. }) = next {
            if seen.insert((x, y)) {
                let _ = write!(path, "M{x} {y}h.01");
            }
            next = lines.peek().and_then(|line| dot(line)).filter(|dot| dot.style == style);
            if next.is_some() {
                lines.next();
            }
        }
        let (radius, opacity, fill) = style;
        let _ = writeln!(
            text,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{fill}\" stroke-width=\"{}\" stroke-linecap=\"round\" opacity=\"{opacity}\"/>",
            2 * radius
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_of_one_style_are_one_path() {
        let circle = |x: u32, fill: &str| {
            format!(
                "<circle cx=\"{x}\" cy=\"7\" r=\"3\" opacity=\"0.8\" fill=\"{fill}\" stroke=\"none\" stroke-width=\"1\"/>\n"
            )
        };
        let ring =
            "<circle cx=\"1\" cy=\"7\" r=\"3\" opacity=\"1\" fill=\"none\" stroke=\"#000\" stroke-width=\"1\"/>\n";
        let svg = format!(
            "<svg>\n{}{}{}{ring}{}</svg>\n",
            circle(1, "#f00"),
            circle(2, "#f00"),
            circle(1, "#f00"),
            circle(5, "#0f0")
        );
        let rest = "fill=\"none\" stroke=\"#f00\" stroke-width=\"6\" stroke-linecap=\"round\" opacity=\"0.8\"/>";
        let merged = merged(&svg);
        assert!(
            merged.starts_with(&format!("<svg>\n<path d=\"M1 7h.01M2 7h.01\" {rest}\n{ring}<path d=\"M5 7h.01\" ")),
            "{merged}"
        );
        assert!(merged.ends_with("opacity=\"0.8\"/>\n</svg>\n"), "{merged}");
    }
}
