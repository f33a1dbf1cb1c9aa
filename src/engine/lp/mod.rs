//! Linear and whole-number programs: `lp`, the relaxation, and `ilp`, branch and bound on it.
//!
//! Floating point proposes, whole numbers decide. A solution counts when it satisfies every sum in
//! integers; "there is none" counts when multipliers checked in integers refute it
//! ([`Certificate`]).

mod bounds;
mod branch;
mod certificate;
mod counts;
mod multipliers;
mod oneshot;
mod parity;
mod parts;
mod program;
mod relaxed;
mod rounding;
mod simplex;
mod spans;
mod total;
mod walk;
mod whole;
mod windows;

pub use certificate::{Certificate, certify};
pub use oneshot::{Extreme, max_mines, min_mines};
pub use relaxed::FAMILY as LP;
pub use whole::FAMILY as ILP;
