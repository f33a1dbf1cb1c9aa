//! Linear and integer programs: `lp`, the relaxation, and `ilp`, branch and bound on it.
//!
//! Floating point proposes, integers decide. A solution counts if it satisfies every sum in integers; infeasibility
//! counts if multipliers checked in integers prove it ([`FarkasCertificate`]).

mod bounds;
mod branch;
mod certificate;
mod equivalences;
mod multipliers;
mod oneshot;
mod parity;
mod parts;
mod program;
mod prove;
mod relaxed;
mod rounding;
mod signed_sums;
mod simplex;
mod walk;
mod whole;
mod windows;

pub use certificate::{FarkasCertificate, certify};
pub use oneshot::{Extreme, max_mines, min_mines};
pub use prove::{certify_claims, certify_more};
pub use relaxed::FAMILY as LP;
pub use whole::FAMILY as ILP;
