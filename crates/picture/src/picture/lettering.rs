//! Words in a picture: as text for readers with fonts, or as outlines of the font's glyphs for those without.

use std::fmt::Write;
use std::sync::LazyLock;

use svg::Node;
use svg::node::element::{Path, Style, Text};
use ttf_parser::{Face, OutlineBuilder};

use super::colours::CLUES;

/// How words get into a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lettering {
    Text,
    Outlines,
}

/// The point of a word that stands at its place.
#[derive(Clone, Copy, PartialEq)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// A class of words.
struct Class {
    name: &'static str,
    size: f32,
    is_bold: bool,
    anchor: Anchor,
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
        if self == Lettering::Text {
            return Text::new(word).set("x", x).set("y", y).set("class", classes).into();
        }
        let first = classes.split(' ').next().unwrap_or_default();
        let class = CLASSES.iter().find(|class| class.name == first).expect("a class of the table");
        let path = Path::new().set("class", classes).set("d", outlines(word, (x as f32, y as f32), class));
        if !class.is_bold {
            return path.into();
        }
        // One font is enough: outlines of its own colour make letters bold.
        let clue = classes.rsplit('c').next().and_then(|clue| clue.parse::<usize>().ok());
        let colour = clue.and_then(|clue| CLUES.get(clue)).copied().unwrap_or(class.fill);
        path.set("stroke", colour).set("stroke-width", class.size / 16.0).into()
    }
}

/// The glyphs of a word as one path, without kerning, like digits.
fn outlines(word: &str, (x, y): (f32, f32), class: &Class) -> String {
    static FACE: LazyLock<Face> =
        LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).expect("the font of the program is a font"));
    let face = &*FACE;
    let scale = class.size / f32::from(face.units_per_em());
    let glyphs: Vec<_> = word.chars().map(|letter| face.glyph_index(letter).unwrap_or_default()).collect();
    let advance = |&glyph: &_| f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let length: f32 = glyphs.iter().map(advance).sum();
    let left = match class.anchor {
        Anchor::Start => x,
        Anchor::Middle => x - length / 2.0,
        Anchor::End => x - length,
    };
    // Halfway between the highest and the lowest point of the font, as for `dominant-baseline: central`.
    let baseline = y + f32::from(face.ascender() + face.descender()) * scale / 2.0;
    let mut pen = Pen { path: String::new(), scale, x: left, y: baseline };
    for glyph in &glyphs {
        face.outline_glyph(*glyph, &mut pen);
        pen.x += advance(glyph);
    }
    pen.path
}

/// Writes outlines, whose y goes up, as SVG, where it goes down.
struct Pen {
    path: String,
    scale: f32,
    x: f32,
    y: f32,
}

impl Pen {
    fn step(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let _ = write!(self.path, "{:.2} {:.2} ", self.x + x * self.scale, self.y - y * self.scale);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.step('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.step('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.step('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.step('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Least and largest x of a word at (100, 50).
    fn span(word: &str, class: &str) -> (f32, f32) {
        let class = CLASSES.iter().find(|c| c.name == class).unwrap();
        let path = outlines(word, (100.0, 50.0), class);
        let numbers: Vec<f32> =
            path.split(|c: char| c.is_ascii_alphabetic() || c == ' ').filter_map(|n| n.parse().ok()).collect();
        numbers.iter().step_by(2).fold((f32::MAX, f32::MIN), |(low, high), &x| (low.min(x), high.max(x)))
    }

    #[test]
    fn words_stand_where_their_anchor_says() {
        let (low, high) = span("888", "c");
        assert!((low + high - 200.0).abs() < 1.0 && high - low > 20.0, "{low} {high}");
        assert!(span("label", "l").1 <= 100.0 && span("label", "r").0 >= 100.0);
        assert!((span("TILE", "n").0 - 100.0).abs() < 0.5);
        for letter in ["1", "8", "\u{2691}", "=", "é"] {
            assert!(span(letter, "f").1 > span(letter, "f").0, "{letter}");
        }
    }
}
