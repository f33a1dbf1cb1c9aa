//! A drawing as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use super::Layers;
use super::draw::lettered;
use super::lettering::Lettering;
use crate::board::Board;
use crate::system::CellMap;

/// Most pixels of a picture: image viewers still open it.
const MOST_PIXELS: f32 = 2e8;

/// Why there is no PNG.
#[derive(Debug, thiserror::Error)]
pub enum PngError {
    /// More pixels than are drawn, or none.
    #[error("a picture of {width} x {height} pixels; at most {MOST_PIXELS} are drawn")]
    Size {
        /// Pixels.
        width: f32,
        /// Pixels.
        height: f32,
    },
    /// The renderer cannot read the drawing.
    #[error(transparent)]
    Drawing(#[from] resvg::usvg::Error),
    /// The pixels cannot be written as PNG.
    #[error("PNG: {0}")]
    Encoding(String),
}

/// Draws a board with layers over it ([`super::draw`]), `scale` pixels for each unit of the SVG. The font is part of
/// the program.
///
/// # Errors
/// The picture would be too large, or have no pixels.
///
/// # Panics
/// As [`super::draw`].
pub fn png(board: &Board, map: &CellMap, layers: &Layers, scale: f32) -> Result<Vec<u8>, PngError> {
    let svg = lettered(board, map, layers, "", Lettering::Outlines);
    let tree = Tree::from_str(&svg, &Options::default())?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    let is_drawn = scale > 0.0 && width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS;
    let pixels = is_drawn.then(|| Pixmap::new(width.ceil() as u32, height.ceil() as u32)).flatten();
    let mut pixels = pixels.ok_or(PngError::Size { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| PngError::Encoding(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::system::System;

    #[test]
    fn letters_are_drawn_without_system_fonts() {
        let picture = |letter: &str, scale: f32| {
            let board = Board::parse(&format!("3 3 ?\n___\n_{letter}_\n___\n"), "t").unwrap();
            png(&board, &System::from_board(&board).1, &Layers::default(), scale)
        };
        let empty = picture("_", 2.0).unwrap();
        assert!(empty.starts_with(b"\x89PNG"));
        let covered = picture("#", 2.0).unwrap();
        for letter in ["1", "8", "F"] {
            let drawn = picture(letter, 2.0).unwrap();
            assert!(drawn != empty && drawn != covered, "{letter}");
        }
        assert!(picture("1", 1e6).is_err() && picture("1", f32::NAN).is_err());
    }
}
