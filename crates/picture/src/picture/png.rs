//! A drawing as PNG, with a font that is part of the program.

use std::sync::Arc;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

/// Most pixels of a picture: what image viewers still open.
const MOST_PIXELS: f32 = 2e8;

/// Renders SVG, `scale` pixels for each of its units.
///
/// # Errors
/// The SVG cannot be read, or the picture would be too large.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(dejavu::sans::regular().to_vec());
    fonts.load_font_data(dejavu::sans::bold().to_vec());
    fonts.set_sans_serif_family("DejaVu Sans");
    let options = Options { fontdb: Arc::new(fonts), font_family: "DejaVu Sans".into(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).map_err(|e| e.to_string())?;
    let (width, height) = (tree.size().width() * scale, tree.size().height() * scale);
    if !(scale > 0.0 && width >= 1.0 && height >= 1.0 && width * height <= MOST_PIXELS) {
        return Err(format!("a picture of {width} x {height} pixels; at most {MOST_PIXELS} are drawn"));
    }
    let mut pixels = Pixmap::new(width.ceil() as u32, height.ceil() as u32).ok_or("no such size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_drawn_without_system_fonts() {
        let page = |inside: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"20\" height=\"20\">{inside}</svg>")
        };
        let empty = png(&page(""), 2.0).unwrap();
        assert!(empty.starts_with(b"\x89PNG"));
        for letter in ["1", "8", "\u{2691}"] {
            let text = format!("<text x=\"10\" y=\"10\" font-family=\"sans-serif\">{letter}</text>");
            assert_ne!(png(&page(&text), 2.0).unwrap(), empty, "{letter}");
        }
        assert!(png(&page(""), 1e6).is_err() && png(&page(""), f32::NAN).is_err() && png("no picture", 1.0).is_err());
    }
}
