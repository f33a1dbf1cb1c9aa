//! The words of a drawing as outlines: every `text` of an SVG becomes a `path`.

use std::fmt::Write;

use usvg::roxmltree::{Document, Node};

use super::classes::Anchor;
use super::outlines::{ex, line};

/// Words that cannot be placed.
#[derive(Debug, thiserror::Error)]
#[error("words in the drawing: {0}")]
pub struct BadWords(String);

/// Size of words where the drawing names none.
const SIZE: f32 = 16.0;

/// The SVG without words: with their outlines, in the same place and colour.
///
/// # Errors
/// Not XML, or a place that is no number.
pub fn outlined(svg: &str) -> Result<String, BadWords> {
    let document = Document::parse(svg).map_err(|e| BadWords(e.to_string()))?;
    let (mut out, mut done) = (String::with_capacity(2 * svg.len()), 0);
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let range = node.range();
        out += &svg[done..range.start];
        out += &path(node)?;
        done = range.end;
    }
    Ok(out + &svg[done..])
}

fn path(node: Node) -> Result<String, BadWords> {
    let inherited = |name: &str| node.ancestors().find_map(|ancestor| ancestor.attribute(name));
    let number =
        |text: &str| text.trim_end_matches("px").parse::<f32>().map_err(|_| BadWords(format!("{text:?} is no number")));
    let size = inherited("font-size").map_or(Ok(SIZE), number)?;
    let x = node.attribute("x").map_or(Ok(0.0), number)?;
    let y = node.attribute("y").map_or(Ok(0.0), number)?;
    let lower = match node.attribute("dy") {
        None => 0.0,
        Some(dy) => match (dy.strip_suffix("em"), dy.strip_suffix("ex")) {
            (Some(em), _) => number(em)? * size,
            (_, Some(x_heights)) => number(x_heights)? * ex(size),
            _ => number(dy)?,
        },
    };
    let anchor = match inherited("text-anchor") {
        Some("middle") => Anchor::Middle,
        Some("end") => Anchor::End,
        _ => Anchor::Start,
    };
    let words: String = node.descendants().filter(Node::is_text).filter_map(|inner| inner.text()).collect();
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut text = format!("<path d=\"{}\"", line(&words, (x, y + lower), size, anchor));
    for name in ["fill", "fill-opacity", "opacity", "transform"] {
        if let Some(value) = node.attribute(name) {
            let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
            let _ = write!(text, " {name}=\"{value}\"");
        }
    }
    Ok(text + "/>")
}
