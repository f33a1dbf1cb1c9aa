//! Words in a picture: as text for readers with fonts, or as outlines of the font's glyphs for those without.

use std::fmt::Write;

use svg::Node;
#[cfg(feature = "png")]
use svg::node::element::Path;
use svg::node::element::{Style, Text};

use super::colours::CLUES;
#[cfg(feature = "png")]
use super::outlines::outlines;

/// How words get into a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lettering {
    Text,
    #[cfg(feature = "png")]
    Outlines,
}

/// The point of a word that stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A class of words.
pub(super) struct Class {
    name: &'static str,
    pub(super) size: f32,
    is_bold: bool,
    pub(super) anchor: Anchor,
    fill: &'static str,
}

/// Clues, chances and steps, names of tiles, labels on the left and on the right, flags.
const CLASSES: [Class; 6] = [
    Class { name: "c", size: 13.0, is_bold: true, anchor: Anchor::Middle, fill: "#000" },
    Class { name: "p", size: 8.0, is_bold: false, anchor: Anchor::Middle, fill: "#000" },
    Class { name: "n", size: 7.0, is_bold: false, anchor: Anchor::Start, fill: "#333" },
    Class { name: "l", size: 12.0, is_bold: false, anchor: Anchor::End, fill: "#000" },
    Class { name: "r", size: 12.0, is_bold: false, anchor: Anchor::Start, fill: "#000" },
    Class { name: "f", size: 12.0, is_bold: false, anchor: Anchor::Middle, fill: "#c00" },
];

/// The style sheet of all classes; clues are of class `c` and of one for their colour.
pub(super) fn style() -> Style {
    let mut css = String::from("text{font-family:'DejaVu Sans',Verdana,sans-serif;dominant-baseline:central}");
    for class in &CLASSES {
        let anchor = match class.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let weight = if class.is_bold { ";font-weight:bold" } else { "" };
        let _ = write!(
            css,
            ".{}{{font-size:{}px;text-anchor:{anchor};fill:{}{weight}}}",
            class.name, class.size, class.fill
        );
    }
    for (clue, colour) in CLUES.iter().enumerate() {
        let _ = write!(css, ".c{clue}{{fill:{colour}}}");
    }
    Style::new(css)
}

impl Lettering {
    /// A word of some classes, the first of which has a row in the table.
    pub(super) fn word(self, word: &str, (x, y): (usize, usize), classes: &str) -> Box<dyn Node> {
        match self {
            Lettering::Text => Text::new(word).set("x", x).set("y", y).set("class", classes).into(),
            #[cfg(feature = "png")]
            Lettering::Outlines => drawn(word, (x, y), classes),
        }
    }
}

/// The class of a name.
#[cfg(feature = "png")]
pub(super) fn class(name: &str) -> &'static Class {
    CLASSES.iter().find(|class| class.name == name).expect("a class of the table")
}

#[cfg(feature = "png")]
fn drawn(word: &str, (x, y): (usize, usize), classes: &str) -> Box<dyn Node> {
    let class = class(classes.split(' ').next().unwrap_or_default());
    let path = Path::new().set("class", classes).set("d", outlines(word, (x as f32, y as f32), class));
    if !class.is_bold {
        return path.into();
    }
    // One font is enough: outlines of its own colour make letters bold.
    let clue = classes.rsplit('c').next().and_then(|clue| clue.parse::<usize>().ok());
    let colour = clue.and_then(|clue| CLUES.get(clue)).copied().unwrap_or(class.fill);
    path.set("stroke", colour).set("stroke-width", class.size / 16.0).into()
}
