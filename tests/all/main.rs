//! All tests on the whole of minesat, in one program: it links once, and `cargo test --test all engines::` runs those of
//! one file.

mod advise;
mod bench;
mod browser;
mod certify;
mod chains;
mod circuits;
mod cli;
mod common;
mod compile;
mod compile_cli;
mod counting;
mod engines;
mod exact;
mod explain;
mod explain_cli;
mod exports;
mod forged;
mod formulas;
mod frontier;
mod gadget;
mod generate;
mod guide;
mod hardest;
mod hierarchy;
mod instances;
mod ladder;
mod laws;
// Its measures are for `examples/serve-load.rs`, which shares it.
#[allow(dead_code)]
mod load;
mod lp;
mod patterns;
mod pictures;
mod play;
mod play_cli;
mod proofs;
mod reading;
mod schema;
mod serve;
mod shares;
mod slurm;
mod source_boards;
mod study;
mod suite;
mod texts;
mod value_weights;
mod walls;
