//! Words in a picture: as text for readers with fonts, or as outlines of the font's glyphs for those without.

use svg::Node;
#[cfg(feature = "png")]
use svg::node::element::Path;
use svg::node::element::Text;

#[cfg(feature = "png")]
use super::{classes::class, colours::CLUES, outlines::outlines};

/// How words get into a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lettering {
    Text,
    #[cfg(feature = "png")]
    Outlines,
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
