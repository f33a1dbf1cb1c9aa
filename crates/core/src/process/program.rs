//! The program itself: its arguments, and how it is started again. An executable knows both. As a library in another program
//! it gets them from its host ([`hosted`]).

use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// How a program is started: the path of an executable, and words before all arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramStart {
    path: PathBuf,
    words: Vec<OsString>,
}

/// What the host of a library passes to it.
struct Hosted {
    start: ProgramStart,
    file: PathBuf,
    arguments: Vec<OsString>,
}

static HOSTED: OnceLock<Hosted> = OnceLock::new();

impl ProgramStart {
    /// An executable with words before all arguments.
    pub fn new(path: PathBuf, words: Vec<OsString>) -> Self {
        ProgramStart { path, words }
    }

    /// This program.
    ///
    /// # Errors
    /// The path of the executable is unknown.
    pub fn own() -> io::Result<Self> {
        match HOSTED.get() {
            Some(hosted) => Ok(hosted.start.clone()),
            None => Ok(env::current_exe()?.into()),
        }
    }

    /// A command that starts it, for arguments to be added.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(&self.words);
        command
    }
}

impl From<PathBuf> for ProgramStart {
    fn from(path: PathBuf) -> Self {
        ProgramStart::new(path, Vec::new())
    }
}

/// Says that this program is a library, `file`, in the process of another: how that starts it, and the arguments after its
/// name. Only the first call has an effect.
pub fn hosted(start: ProgramStart, file: PathBuf, arguments: Vec<OsString>) {
    HOSTED.get_or_init(|| Hosted { start, file, arguments });
}

/// The arguments of this program, without its name.
pub fn arguments() -> Vec<OsString> {
    HOSTED.get().map_or_else(|| env::args_os().skip(1).collect(), |hosted| hosted.arguments.clone())
}

/// The file that holds the code of this program.
///
/// # Errors
/// The path of the executable is unknown.
pub fn own_file() -> io::Result<PathBuf> {
    HOSTED.get().map_or_else(env::current_exe, |hosted| Ok(hosted.file.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_before_the_arguments() {
        let start = ProgramStart::new("/bin/echo".into(), vec!["-n".into(), "a".into()]);
        let output = start.command().arg("b").output().unwrap();
        assert_eq!(output.stdout, b"a b");
        assert_eq!(ProgramStart::own().unwrap(), own_file().unwrap().into());
    }
}
