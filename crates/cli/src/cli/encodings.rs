//! `minesat encodings`: lists the encodings with their sizes.

use std::io::{Write, stdout};

use clap::Args;
use comfy_table::Table;

use super::CommandResult;
use crate::encode::{ENCODINGS, Size, in_words};

/// List the cardinality encodings and their properties
///
/// Sizes are exact, as clauses / auxiliary variables. `propagates`: yes if unit propagation finds every conflict and every
/// forced literal from any partial assignment (the tests check all assignments of up to 7 literals); `auto` and the
/// encodings for m = 1 write large sums as the k-modulo totalizer. `counts`: whether every model of a sum has exactly one
/// extension to the auxiliary variables.
#[derive(Args)]
pub struct EncodingsArgs {
    /// Print summaries and formulas of the sizes too
    #[arg(short, long)]
    long: bool,
}

/// (n, m) whose sizes are shown.
const SHOWN: [(usize, i64); 4] = [(8, 1), (8, 3), (100, 20), (4000, 800)];

fn size(size: Size) -> String {
    match size.clauses {
        u64::MAX => in_words(size.clauses),
        clauses => format!("{clauses} / {}", size.variables),
    }
}

/// Runs the command.
///
/// # Errors
/// Standard output is gone.
pub fn run(args: &EncodingsArgs) -> CommandResult {
    let mut table = Table::new();
    let sizes = SHOWN.map(|(n, m)| format!("{m} of {n}"));
    let ends = ["propagates", "counts", "source"].map(str::to_string);
    table.set_header(std::iter::once("name".to_string()).chain(sizes).chain(ends));
    for method in ENCODINGS {
        let sizes = SHOWN.map(|(n, m)| size(method.encoding.size_between(n, m, m)));
        let ends = [method.propagates(), method.counts.word(), method.source].map(str::to_string);
        table.add_row(std::iter::once(method.name.to_string()).chain(sizes).chain(ends));
    }
    let mut out = stdout().lock();
    writeln!(out, "{table}")?;
    writeln!(out, "clauses / auxiliary variables; for other m, the encodings for m = 1 write what auto chooses")?;
    if args.long {
        for method in ENCODINGS {
            writeln!(out, "\n{}: {}\n    {}", method.name, method.summary, method.formula)?;
        }
    }
    Ok(super::DONE)
}
