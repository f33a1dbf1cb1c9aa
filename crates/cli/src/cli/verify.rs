//! `minesat verify`: checks certificates, without any engine.

use std::io::{Write, stdout};
use std::path::Path;

use clap::Args;
use rustc_hash::FxHashMap;

use super::{CommandResult, DISAGREE};
use crate::certify::{Certificate, Verifier, read_entry};
use crate::compression;
use crate::input_error::InputError;
use crate::instance::InstanceReader;
use crate::system::System;

/// Check certificates of `solve` against the boards
///
/// No engine takes part. Each line of the file is a certificate: `instance`; `claims`, a list of [cell, is a mine] (empty: there is no model);
/// and `reason`. Cells are the covered cells; sums are the clues with a covered neighbour and the clues that no mine could
/// satisfy. Both are numbered from 0 in reading order. Exit codes: 0 all certificates hold; 1 one does not; 2 the file
/// holds no certificate, a line that is not one, or a certificate for an instance that the boards lack.
#[derive(Args)]
pub struct VerifyArgs {
    /// Board or instance file
    #[arg(value_parser = super::file_name())]
    file: String,
    /// Certificates as JSON Lines
    #[arg(value_parser = super::file_name())]
    certificates: String,
}

/// Runs the command.
///
/// # Errors
/// Bad input.
pub fn run(args: &VerifyArgs) -> CommandResult {
    let text = compression::text_of(Path::new(&args.certificates))?;
    let mut by_name: FxHashMap<String, Vec<(usize, Certificate)>> = FxHashMap::default();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let entry = read_entry(&args.certificates, number, line)?;
        by_name.entry(entry.instance).or_default().push((number, entry.certificate));
    }
    if by_name.is_empty() {
        let message = "the file holds no certificate, and an empty file proves nothing";
        return Err(InputError::whole(&args.certificates, message).into());
    }
    let mut out = stdout().lock();
    let mut code = super::DONE;
    for instance in InstanceReader::open(&args.file)? {
        let instance = instance?;
        let Some(certificates) = by_name.remove(&instance.name) else {
            writeln!(out, "{}: no certificates", instance.shown())?;
            continue;
        };
        let (system, _) = System::from_board(&instance.board);
        let mut verifier = Verifier::new(&system);
        let mut hold = 0;
        for (line, certificate) in &certificates {
            match verifier.add(certificate) {
                Ok(()) => hold += 1,
                Err(why) => {
                    code = DISAGREE;
                    writeln!(out, "{}: {}:{line}: rejected: {why}", instance.shown(), args.certificates)?;
                }
            }
        }
        let of = |mine| verifier.known().iter().filter(|k| **k == Some(mine)).count();
        let verdict = if verifier.is_inconsistent() { "inconsistent, " } else { "" };
        let (safe, mines) = (of(false), of(true));
        writeln!(out, "{}: {verdict}{safe} safe, {mines} mines proved by {hold} certificates", instance.shown())?;
    }
    let others = by_name.iter().flat_map(|(name, own)| own.iter().map(move |(line, _)| (*line, name)));
    if let Some((line, name)) = others.min() {
        let text = text.lines().nth(line - 1).unwrap_or_default();
        let message = format!("a certificate for {name:?}, which is no instance in {}", args.file);
        return Err(InputError::at(&args.certificates, line, text, 0, message).into());
    }
    Ok(code)
}
