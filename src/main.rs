//! The command line; everything else is in the library.

use mimalloc::MiMalloc;

/// A quarter more games a second than by the system's own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> std::process::ExitCode {
    minesat::cli::main()
}
