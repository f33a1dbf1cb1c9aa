//! The command line; everything else is in the library.

#[global_allocator]
static ALLOCATOR: minesat::allocator::Allocator = minesat::allocator::Allocator;

fn main() -> std::process::ExitCode {
    minesat::cli::main()
}
