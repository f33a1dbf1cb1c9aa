//! How much the code of the engines has changed since records were made, by git.

use std::path::Path;
use std::process::Command;

/// What decides answers and times.
const ENGINES: [&str; 4] = ["crates/core", "crates/encode", "crates/engines", "crates/play"];

/// The age of records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Age {
    /// Commits since then that touch the engines.
    Commits(usize),
    /// Git does not say: it is not here, or does not know the revision.
    Unknown(String),
}

impl Age {
    /// The age of records that this revision made, in the repository of the working directory.
    pub fn of(revision: &str) -> Age {
        let unknown = |why: &str| Age::Unknown(why.into());
        let clean = revision.strip_suffix("-modified").unwrap_or(revision);
        if clean.len() < 7 || !clean.chars().all(|c| c.is_ascii_hexdigit()) {
            return unknown("the records name no revision");
        }
        if clean != revision {
            return unknown("the records were made with uncommitted changes");
        }
        let Some(list) = git(&["rev-list", "--count", &format!("{clean}..HEAD"), "--"], &ENGINES) else {
            return unknown("git does not know the revision of the records");
        };
        list.trim().parse().map_or_else(|_| unknown("git does not know the revision of the records"), Age::Commits)
    }
}

/// What git prints, if it succeeds.
fn git(args: &[&str], paths: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).args(paths).output().ok().filter(|output| output.status.success())?;
    String::from_utf8(output.stdout).ok()
}

/// The files of a folder that git tracks or would add; None without git.
pub fn tracked(folder: &Path) -> Option<Vec<String>> {
    let name = crate::file_name::text(folder);
    let list = git(&["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"], &[&name])?;
    Some(list.split('\0').filter(|path| !path.is_empty()).map(String::from).collect())
}
