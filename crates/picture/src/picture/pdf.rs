//! An SVG as PDF with vectors. Words become outlines of the font of the program, so the page looks the same everywhere and
//! needs no font.
//!
//! It draws what the plots of reports consist of: groups, paths in plain colours, words. Anything else is refused, not left
//! out. The crates for all of SVG (svg2pdf, krilla-svg) would build another version of usvg than the PNG renderer does, and
//! 30 to 110 crates more.

use std::collections::BTreeMap;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref};
use usvg::tiny_skia_path::PathSegment;
use usvg::{FillRule, Group, LineCap, LineJoin, Node, Options, Paint, PaintOrder, Path, Transform, Tree};

use super::words::{BadWords, outlined};

/// Points of a PDF for one unit of an SVG: 72 and 96 to an inch.
const POINTS: f32 = 0.75;

/// Why there is no PDF.
#[derive(Debug, thiserror::Error)]
pub enum PdfError {
    /// Not an SVG.
    #[error(transparent)]
    Drawing(#[from] usvg::Error),
    /// Words that cannot be placed.
    #[error(transparent)]
    Words(#[from] BadWords),
    /// Something that plots do not have.
    #[error("{0} in the drawing")]
    Unsupported(&'static str),
    /// The page cannot be packed.
    #[error(transparent)]
    Packing(#[from] std::io::Error),
}

/// A page of the size of an SVG with its drawing. Equal drawings give equal bytes.
///
/// # Errors
/// Not an SVG, or one with more than groups, paths in plain colours, and words.
pub fn pdf(svg: &str) -> Result<Vec<u8>, PdfError> {
    let tree = Tree::from_str(&outlined(svg)?, &Options::default())?;
    let (width, height) = (tree.size().width() * POINTS, tree.size().height() * POINTS);
    let mut page = Drawing { content: Content::new(), alphas: BTreeMap::new() };
    // The y axis of a PDF goes up.
    page.content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, height]);
    page.group(tree.root(), 1.0)?;
    page.file(width, height)
}

/// Opacities of fill and stroke in thousandths.
type Alphas = (u16, u16);

struct Drawing {
    content: Content,
    /// Those that occur, with the number of the name under which the page has them.
    alphas: BTreeMap<Alphas, usize>,
}

impl Drawing {
    fn group(&mut self, group: &Group, opacity: f32) -> Result<(), PdfError> {
        let has_effects = group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty();
        if has_effects || group.blend_mode() != usvg::BlendMode::Normal {
            return Err(PdfError::Unsupported("a clip, mask, filter or blend mode"));
        }
        let own = group.opacity().get();
        if own < 1.0 && group.children().len() > 1 {
            return Err(PdfError::Unsupported("a transparent group"));
        }
        for node in group.children() {
            match node {
                Node::Group(inner) => self.group(inner, opacity * own)?,
                Node::Path(path) => self.path(path, opacity * own)?,
                Node::Image(_) => return Err(PdfError::Unsupported("an image")),
                // None are left; without the feature for text the tree has none.
                Node::Text(_) => return Err(PdfError::Unsupported("text")),
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &Path, opacity: f32) -> Result<(), PdfError> {
        let fill = path.fill().map(|fill| (fill.paint(), fill.opacity().get() * opacity)).filter(|f| f.1 > 0.0);
        let stroke =
            path.stroke().map(|stroke| (stroke.paint(), stroke.opacity().get() * opacity)).filter(|s| s.1 > 0.0);
        if !path.is_visible() || fill.is_none() && stroke.is_none() {
            return Ok(());
        }
        if fill.is_some() && stroke.is_some() && path.paint_order() == PaintOrder::StrokeAndFill {
            return Err(PdfError::Unsupported("a stroke below its fill"));
        }
        self.content.save_state();
        let Transform { sx, ky, kx, sy, tx, ty } = path.abs_transform();
        if !path.abs_transform().is_identity() {
            self.content.transform([sx, ky, kx, sy, tx, ty]);
        }
        let thousandths =
            |paint: Option<(&Paint, f32)>| paint.map_or(1000, |(_, opacity)| (opacity * 1000.0).round() as u16);
        let alphas = (thousandths(fill), thousandths(stroke));
        if alphas != (1000, 1000) {
            let next = self.alphas.len();
            let number = *self.alphas.entry(alphas).or_insert(next);
            self.content.set_parameters(Name(alpha_name(number).as_bytes()));
        }
        if let Some((paint, _)) = fill {
            let [red, green, blue] = rgb(paint)?;
            self.content.set_fill_rgb(red, green, blue);
        }
        if let Some((paint, _)) = stroke {
            let [red, green, blue] = rgb(paint)?;
            self.content.set_stroke_rgb(red, green, blue);
            self.pen(path);
        }
        self.outline(path);
        let is_even_odd = path.fill().is_some_and(|fill| fill.rule() == FillRule::EvenOdd);
        match (fill.is_some(), stroke.is_some(), is_even_odd) {
            (true, true, false) => self.content.fill_nonzero_and_stroke(),
            (true, true, true) => self.content.fill_even_odd_and_stroke(),
            (true, false, false) => self.content.fill_nonzero(),
            (true, false, true) => self.content.fill_even_odd(),
            (false, ..) => self.content.stroke(),
        };
        self.content.restore_state();
        Ok(())
    }

    /// Width, ends, corners and dashes of a stroke.
    fn pen(&mut self, path: &Path) {
        let Some(stroke) = path.stroke() else { return };
        let cap = match stroke.linecap() {
            LineCap::Butt => LineCapStyle::ButtCap,
            LineCap::Round => LineCapStyle::RoundCap,
            LineCap::Square => LineCapStyle::ProjectingSquareCap,
        };
        let join = match stroke.linejoin() {
            LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
            LineJoin::Round => LineJoinStyle::RoundJoin,
            LineJoin::Bevel => LineJoinStyle::BevelJoin,
        };
        self.content.set_line_width(stroke.width().get()).set_line_cap(cap).set_line_join(join);
        self.content.set_miter_limit(stroke.miterlimit().get());
        if let Some(dashes) = stroke.dasharray() {
            self.content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
        }
    }

    fn outline(&mut self, path: &Path) {
        let (mut x, mut y) = (0.0, 0.0);
        for segment in path.data().segments() {
            let end = match segment {
                PathSegment::MoveTo(p) => {
                    self.content.move_to(p.x, p.y);
                    p
                }
                PathSegment::LineTo(p) => {
                    self.content.line_to(p.x, p.y);
                    p
                }
                PathSegment::QuadTo(by, p) => {
                    // The same curve with two points in place of one.
                    let between = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                    let (x1, y1) = (between(x, by.x), between(y, by.y));
                    self.content.cubic_to(x1, y1, between(p.x, by.x), between(p.y, by.y), p.x, p.y);
                    p
                }
                PathSegment::CubicTo(a, b, p) => {
                    self.content.cubic_to(a.x, a.y, b.x, b.y, p.x, p.y);
                    p
                }
                PathSegment::Close => {
                    self.content.close_path();
                    continue;
                }
            };
            (x, y) = (end.x, end.y);
        }
    }

    /// The file with this one page.
    fn file(self, width: f32, height: f32) -> Result<Vec<u8>, PdfError> {
        let [catalog, pages, page, content] = [1, 2, 3, 4].map(Ref::new);
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::best());
        std::io::Write::write_all(&mut packed, &self.content.finish())?;
        let packed = packed.finish()?;
        let mut pdf = Pdf::new();
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let mut one = pdf.page(page);
        one.media_box(Rect::new(0.0, 0.0, width, height)).parent(pages).contents(content);
        let mut resources = one.resources();
        let mut states = resources.ext_g_states();
        for (&(fill, stroke), &number) in &self.alphas {
            let mut state =
                states.insert(Name(alpha_name(number).as_bytes())).start::<pdf_writer::writers::ExtGraphicsState>();
            state.non_stroking_alpha(f32::from(fill) / 1000.0).stroking_alpha(f32::from(stroke) / 1000.0);
        }
        states.finish();
        resources.finish();
        one.finish();
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
        Ok(pdf.finish())
    }
}

/// The name of an opacity.
fn alpha_name(number: usize) -> String {
    format!("a{number}")
}

fn rgb(paint: &Paint) -> Result<[f32; 3], PdfError> {
    match paint {
        Paint::Color(colour) => Ok([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)),
        _ => Err(PdfError::Unsupported("a gradient or pattern")),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn svg(inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"400\" height=\"200\" font-size=\"10\">{inside}</svg>"
        )
    }

    /// The commands of the page.
    fn commands(svg: &str) -> String {
        let file = pdf(svg).unwrap();
        assert!(file.starts_with(b"%PDF-1.") && file.ends_with(b"%%EOF"));
        let find = |what: &[u8]| file.windows(what.len()).position(|w| w == what).unwrap() + what.len();
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(&file[find(b"stream\n")..]).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn shapes_are_drawn_in_their_colours() {
        let drawn =
            commands(&svg("<rect x=\"10\" y=\"20\" width=\"30\" height=\"40\" fill=\"#ff0000\" opacity=\"0.5\"/>\
             <polyline points=\"0,0 5,5 10,0\" fill=\"none\" stroke=\"#0000ff\" stroke-width=\"2\"/>\
             <circle cx=\"50\" cy=\"50\" r=\"3\" fill=\"transparent\"/>"));
        let lines: Vec<&str> = drawn.lines().collect();
        assert_eq!(lines[0], "0.75 0 0 -0.75 0 150 cm");
        for line in ["/a0 gs", "1 0 0 rg", "10 20 m", "f", "0 0 1 RG", "2 w", "5 5 l", "S"] {
            assert!(lines.contains(&line), "{line}: {drawn}");
        }
        // The transparent circle is not there.
        assert!(!drawn.contains(" c\n"), "{drawn}");
        assert_eq!(lines.iter().filter(|line| **line == "q").count(), 2);
    }

    #[test]
    fn words_are_outlines() {
        let none = commands(&svg(""));
        let words = commands(&svg("<text x=\"50\" y=\"60\" text-anchor=\"middle\" fill=\"#00ff00\">10 µs ≈ é</text>"));
        assert!(!none.contains(" l\n") && words.contains("0 1 0 rg") && words.matches(" c\n").count() > 20, "{words}");
        let turned = svg("<text x=\"50\" y=\"60\" dy=\"0.76em\" transform=\"rotate(270, 50, 60)\">up</text>");
        assert!(commands(&turned).contains(" cm\n"));
        assert_eq!(pdf(&turned).unwrap(), pdf(&turned).unwrap());
    }

    #[test]
    fn what_cannot_be_drawn_is_refused() {
        let gradient = "<linearGradient id=\"g\"><stop offset=\"0\" stop-color=\"#fff\"/><stop offset=\"1\"/></linearGradient>\
                        <rect width=\"9\" height=\"9\" fill=\"url(#g)\"/>";
        let two = "<g opacity=\"0.5\"><rect width=\"9\" height=\"9\"/><rect x=\"5\" width=\"9\" height=\"9\"/></g>";
        for inside in [gradient, two, "<text x=\"a\">b</text>"] {
            assert!(pdf(&svg(inside)).is_err(), "{inside}");
        }
        assert!(pdf("no drawing").is_err());
    }
}
