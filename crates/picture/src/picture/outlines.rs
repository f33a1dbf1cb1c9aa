//! The glyphs of a word as outlines, for readers of SVG without fonts.

use std::fmt::Write;
use std::sync::LazyLock;

use ttf_parser::{Face, OutlineBuilder};

use super::classes::Anchor;
#[cfg(feature = "png")]
use super::classes::Class;

/// The font of the program.
static FACE: LazyLock<Face> =
    LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).expect("the font of the program is a font"));

/// Units of the drawing for one of the font.
fn scale(size: f32) -> f32 {
    size / f32::from(FACE.units_per_em())
}

/// Height of a small letter such as x.
#[cfg(feature = "pdf")]
pub(super) fn ex(size: f32) -> f32 {
    FACE.x_height().map_or(size / 2.0, |height| f32::from(height) * scale(size))
}

/// The glyphs of a word of a class as one path.
#[cfg(feature = "png")]
pub(super) fn outlines(word: &str, (x, y): (f32, f32), class: &Class) -> String {
    // Halfway between the highest and the lowest point of the font, as for `dominant-baseline: central`.
    let lower = f32::from(FACE.ascender() + FACE.descender()) * scale(class.size) / 2.0;
    line(word, (x, y + lower), class.size, class.anchor)
}

/// The glyphs of words on a base line as one path, without kerning, like digits.
pub(super) fn line(word: &str, (x, baseline): (f32, f32), size: f32, anchor: Anchor) -> String {
    let (face, scale) = (&*FACE, scale(size));
    let glyphs: Vec<_> = word.chars().map(|letter| face.glyph_index(letter).unwrap_or_default()).collect();
    let advance = |&glyph: &_| f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    let length: f32 = glyphs.iter().map(advance).sum();
    let left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - length / 2.0,
        Anchor::End => x - length,
    };
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

#[cfg(all(test, feature = "png"))]
mod tests {
    use super::super::classes::class;
    use super::*;

    /// Least and largest x of a word at (100, 50).
    fn span(word: &str, name: &str) -> (f32, f32) {
        let path = outlines(word, (100.0, 50.0), class(name));
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
