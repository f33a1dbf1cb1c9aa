//! Files that are written whole or not at all.

use std::path::Path;
use std::{fs, io};

/// Writes a file beside its final name and moves it there: readers never see half of it.
///
/// # Errors
/// The folder cannot be written to.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".partial-{}-{:?}", std::process::id(), std::thread::current().id()));
    let partial = path.with_file_name(name);
    let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        let _ = fs::remove_file(&partial);
    }
    written
}
