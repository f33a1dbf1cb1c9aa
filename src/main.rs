//! The program; everything else is in the crates.

#[global_allocator]
static ALLOCATOR: minesat_allocator::Allocator = minesat_allocator::Allocator;

fn main() -> std::process::ExitCode {
    minesat_cli::main()
}
