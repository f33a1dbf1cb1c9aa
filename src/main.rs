//! The program; everything else is in the crates.

fn main() -> std::process::ExitCode {
    minesat_cli::main(git_version::git_version!(
        args = ["--always", "--abbrev=12", "--dirty=-modified"],
        fallback = "unknown"
    ))
}
