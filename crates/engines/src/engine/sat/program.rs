//! External programs that read a file and print an answer.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::engine::{Control, Stop};
use crate::process::{ChildEnd, die_with_parent, limit_memory, run, watch};

/// Numbers the files of this process.
static FILES: AtomicU64 = AtomicU64::new(0);

/// A program and its first arguments.
pub struct Program {
    pub name: String,
    arguments: Vec<String>,
}

/// A file that is deleted with its owner.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new(ending: &str) -> Scratch {
        let number = FILES.fetch_add(1, Ordering::Relaxed);
        Scratch(std::env::temp_dir().join(format!("minesat-{}-{number}.{ending}", process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

pub fn failed(what: &str, error: impl std::fmt::Display) -> Stop {
    Stop::Failed(format!("{what}: {error}"))
}

impl Program {
    /// The words of a command line, quoted as in a shell if they contain blanks; the name of an existing file is one
    /// word, and so is text with an unclosed quote (there is no such program). None if there are none.
    pub fn new(command: &str) -> Option<Program> {
        if Path::new(command.trim()).is_file() {
            return Some(Program { name: command.trim().into(), arguments: Vec::new() });
        }
        let mut words = shlex::split(command).unwrap_or_else(|| vec![command.into()]).into_iter();
        Some(Program { name: words.next().filter(|name| !name.is_empty())?, arguments: words.collect() })
    }

    /// The last part of its path.
    pub fn file_name(&self) -> String {
        Path::new(&self.name).file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Runs the program with more arguments: its exit code, one of `answers`, and its output.
    ///
    /// # Errors
    /// `control` ended the run, and the program is killed; it cannot be started, dies, gets no memory, or ends with
    /// another exit code.
    pub fn run(&self, arguments: &[&Path], answers: &[i32], control: &Control) -> Result<(i32, Vec<u8>), Stop> {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments).args(arguments);
        die_with_parent(&mut command);
        if let Some(bytes) = watch::memory_limit() {
            limit_memory(&mut command, bytes);
        }
        let ended = run(&mut command, b"", &|| control.check().is_err()).map_err(|e| failed(&self.name, e))?;
        let how = match ended.end {
            ChildEnd::Exit(code) if answers.contains(&code) => return Ok((code, ended.stdout)),
            ChildEnd::Killed => return control.check().and(Err(Stop::Interrupted)),
            end if end.is_out_of_processor_time() => return Err(Stop::Timeout),
            // Its processor time counts from its end on.
            ChildEnd::Signal(_) if control.check() == Err(Stop::Timeout) => return Err(Stop::Timeout),
            _ if ended.lacked_memory() => return Err(Stop::Memory),
            ChildEnd::Exit(code) => {
                let answers: Vec<String> = answers.iter().map(ToString::to_string).collect();
                format!("exit code {code} instead of {}", answers.join(" or "))
            }
            ChildEnd::Signal(signal) => format!("signal {signal}"),
        };
        let words = ended.last_words().map(|last| format!(": {last}")).unwrap_or_default();
        Err(failed(&self.name, how + &words))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_words_hold_blanks() {
        let words = |command: &str| Program::new(command).map(|program| (program.name, program.arguments.join("|")));
        assert_eq!(words("kissat -q  --x"), Some(("kissat".into(), "-q|--x".into())));
        assert_eq!(words("'/a b/kissat' \"-q x\""), Some(("/a b/kissat".into(), "-q x".into())));
        assert_eq!(words("/a\\ b/kissat"), Some(("/a b/kissat".into(), String::new())));
        assert_eq!((words("  "), words("''")), (None, None));
        assert_eq!(words("'kissat -q"), Some(("'kissat -q".into(), String::new())));
        let folder = tempfile::Builder::new().prefix("a b").tempdir().unwrap();
        let path = folder.path().join("my solver");
        fs::write(&path, b"").unwrap();
        let path = path.to_str().unwrap();
        assert_eq!(words(path), Some((path.into(), String::new())));
    }
}
