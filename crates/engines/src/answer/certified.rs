//! Answers whose every `safe`, `mine` and `inconsistent` has a checked certificate.

use std::time::Instant;

use serde::Serialize;

use super::{Answer, Detail, Found, Query, ask_system};
use crate::board::Board;
use crate::certify::{Certificate, Justification, Verifier};
use crate::engine::{Classes, Control, Counter, Engine, Limits, Verdict, certificates};
use crate::system::System;

/// The certificates of one answer, in an order in which each may use those before.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certified {
    /// Verdicts `safe` and `mine` (or one `inconsistent`) that were proved.
    pub certified: u64,
    /// Verdicts that became `unknown` for lack of a certificate that passed its check.
    pub uncertified: u64,
    /// Certificates that add up sums, without case splits.
    pub sums: u64,
    /// Certificates with case splits.
    pub splits: u64,
    /// Certificates with a clausal proof.
    pub clauses: u64,
    /// Steps of the clausal proofs together.
    pub steps: u64,
    /// Wall time of finding and checking.
    pub seconds: f64,
    /// Why the first rejected certificate failed its check, if any.
    pub rejected: Option<String>,
    /// Those that passed their check.
    #[serde(skip)]
    pub certificates: Vec<Certificate>,
}

impl Certified {
    fn count(&mut self, certificate: &Certificate) {
        match &certificate.reason {
            Justification::Tree(tree) if tree.0.len() == 1 => self.sums += 1,
            Justification::Tree(_) => self.splits += 1,
            Justification::Clauses(refutation) => {
                self.clauses += 1;
                self.steps += refutation.proof.len() as u64;
            }
        }
    }
}

/// Classifies a board and looks for a certificate of every verdict, within the limits once more. A verdict without a
/// certificate that passes the check becomes `unknown`.
pub fn ask_certified(engine: &dyn Engine, board: &Board, limits: Limits) -> Answer {
    let (system, map) = System::from_board(board);
    let control = Control::new(limits);
    let mut answer = ask_system(engine, &system, map, Query::Classify, Detail::default(), control);
    let Ok(Found::Classes(classes)) = &mut answer.found else { return answer };
    let start = Instant::now();
    let mut done = Certified::default();
    match certificates(engine, &system, classes, &mut Control::new(limits)) {
        Err(stop) => answer.found = Err(stop),
        Ok(certificates) => {
            let mut verifier = Verifier::new(&system);
            for certificate in certificates {
                match verifier.add(&certificate) {
                    Ok(()) => {
                        done.count(&certificate);
                        done.certificates.push(certificate);
                    }
                    Err(why) => drop(done.rejected.get_or_insert(why.to_string())),
                }
            }
            keep_proved(classes, &verifier, &mut done);
        }
    }
    done.seconds = start.elapsed().as_secs_f64();
    answer.stats.set(Counter::VerdictsCertified, done.certified);
    answer.stats.set(Counter::VerdictsUncertified, done.uncertified);
    answer.certified = Some(done);
    answer
}

fn keep_proved(classes: &mut Classes, verifier: &Verifier, done: &mut Certified) {
    match classes {
        Classes::Inconsistent if verifier.is_inconsistent() => done.certified = 1,
        Classes::Inconsistent => {
            done.uncertified = 1;
            *classes = Classes::Cells(vec![Verdict::Unknown; verifier.known().len()]);
        }
        Classes::Cells(verdicts) => {
            for (verdict, &known) in verdicts.iter_mut().zip(verifier.known()).filter(|(v, _)| v.is_certain()) {
                if known == Some(*verdict == Verdict::Mine) {
                    done.certified += 1;
                } else {
                    done.uncertified += 1;
                    *verdict = Verdict::Unknown;
                }
            }
        }
    }
}
