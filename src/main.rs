//! The command line; everything else is in the library.

/// Positions and components are small and many: games are a quarter faster than with the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    minesat::cli::main()
}
