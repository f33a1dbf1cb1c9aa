//! The classes of words in a picture: their sizes, weights and colours, and the style sheet of all.

use std::fmt::Write;

use svg::node::element::Style;

use super::colours::{CLUES, FLAG, INK};

/// The point of a word that stands at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A class of words.
pub(super) struct Class {
    pub(super) name: &'static str,
    pub(super) size: f32,
    pub(super) is_bold: bool,
    pub(super) anchor: Anchor,
    pub(super) fill: &'static str,
}

/// Clues, chances and steps, names of tiles, labels on the left and on the right, flags, verdicts, numbers of rows and columns.
const CLASSES: [Class; 8] = [
    Class { name: "c", size: 13.0, is_bold: true, anchor: Anchor::Middle, fill: "#000" },
    Class { name: "p", size: 8.0, is_bold: false, anchor: Anchor::Middle, fill: "#000" },
    Class { name: "n", size: 7.0, is_bold: false, anchor: Anchor::Start, fill: "#333" },
    Class { name: "l", size: 12.0, is_bold: false, anchor: Anchor::End, fill: "#000" },
    Class { name: "r", size: 12.0, is_bold: false, anchor: Anchor::Start, fill: "#000" },
    Class { name: "f", size: 12.0, is_bold: false, anchor: Anchor::Middle, fill: FLAG },
    Class { name: "v", size: 12.0, is_bold: false, anchor: Anchor::Middle, fill: INK },
    Class { name: "k", size: 7.0, is_bold: false, anchor: Anchor::Middle, fill: "#555" },
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

/// The class of a name.
#[cfg(feature = "png")]
pub(super) fn class(name: &str) -> &'static Class {
    CLASSES.iter().find(|class| class.name == name).expect("a class of the table")
}
