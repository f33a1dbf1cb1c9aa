//! Drawings of boards as SVG and, with the feature `png`, as PNG, and of games as animated PNG; with the feature `pdf`, plots in SVG as PDF. A picture is
//! the board and optional layers over it; answers come as layers, so no engine is named here.

#[cfg(feature = "png")]
mod animation;
mod classes;
mod colours;
mod draw;
mod lettering;
#[cfg(any(feature = "png", feature = "pdf"))]
mod outlines;
mod overlay;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "png")]
mod png;
pub mod signals;
pub mod tiles;
#[cfg(feature = "pdf")]
mod words;

#[cfg(feature = "png")]
pub use animation::{AnimatedMove, AnimationError, animation, cell_side};
pub use draw::draw;
pub use overlay::{Arrow, Outline, Role};
#[cfg(feature = "pdf")]
pub use pdf::{PdfError, pdf};
#[cfg(feature = "png")]
pub use png::{PngError, png};

use crate::engine::{Verdict, Visit};
use signals::Signal;
use tiles::TileOutline;

/// The layers over a board; lists are by variable of the board's system.
#[derive(Clone, Debug, Default)]
pub struct Layers {
    /// Safe cells blue with a tick, mines red with a disc, unknown cells with a question mark.
    pub verdicts: Option<Vec<Verdict>>,
    /// Mine probabilities in 0..=1 as a heat map with percentages, 0 and 1 as verdicts.
    pub chances: Option<Vec<f64>>,
    /// A solution: its mines as discs.
    pub model: Option<Vec<bool>>,
    /// One colour per component, by its number.
    pub components: Option<Vec<Option<usize>>>,
    /// The order in which a sweep visits cells: its steps as numbers, darker where the frontier is wider.
    pub visits: Option<Vec<Option<Visit>>>,
    /// One colour per signal; cells of the opposite value are paler.
    pub signals: Option<Vec<Option<Signal>>>,
    /// Outlines and names of tiles.
    pub tiles: Vec<TileOutline>,
    /// Words beside cells (row, column), in the left margin or, if true, in the right one.
    pub labels: Vec<(String, (usize, usize), bool)>,
    /// Cells with an outline, such as those of an explanation.
    pub outlines: Vec<Outline>,
    /// Lines from cell to cell, such as chains of influence.
    pub arrows: Vec<Arrow>,
}
