//! The program, as its users call it.

use std::path::Path;
use std::process::Command;

/// What a run came to: exit code, standard output, standard error.
pub type Ended = (i32, String, String);

/// `minesat` without colours in a folder.
pub fn minesat(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_minesat"));
    command.current_dir(folder).env("NO_COLOR", "1");
    command
}

/// Runs it without standard input.
pub fn run(folder: &Path, args: &[&str]) -> Ended {
    run_on(folder, args, "")
}

/// Runs it on standard input.
pub fn run_on(folder: &Path, args: &[&str], input: impl AsRef<[u8]>) -> Ended {
    let mut command = assert_cmd::Command::from_std(minesat(folder));
    let output = command.args(args).write_stdin(input.as_ref()).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().expect("ended by itself"), text(output.stdout), text(output.stderr))
}
