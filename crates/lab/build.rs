//! Passes the compiler's version to the program, for the header of record files.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = Command::new(rustc).arg("--version").output().ok();
    let version = version.and_then(|o| String::from_utf8(o.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=MINESAT_RUSTC={}", version.trim());
    println!("cargo:rustc-env=MINESAT_PROFILE={}", env::var("PROFILE").unwrap_or_default());
}
