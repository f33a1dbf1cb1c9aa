//! What several commands use: their options for boards, engines, limits and formulas, drawings.

pub mod bar;
pub mod boards;
pub mod draw;
pub mod engine;
pub mod formula;
pub mod game;
pub mod jobs;
pub mod limits;
pub mod names;
pub mod place;
pub mod reported;
pub mod text;
