//! What several commands use: their options for boards, engines, limits, drawings.

// Some of it is for the commands of `extras` alone.
#![cfg_attr(not(feature = "extras"), allow(dead_code))]

pub mod bar;
pub mod boards;
pub mod draw;
pub mod engine;
pub mod jobs;
pub mod limits;
pub mod names;
pub mod place;
pub mod reported;
pub mod source;
pub mod text;
