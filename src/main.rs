//! The program; everything else is in the crates.

fn main() -> std::process::ExitCode {
    minesat_cli::main()
}
