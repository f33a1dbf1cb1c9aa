//! Files that are written atomically.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// A file being written. The data goes to a temporary file beside the final name, and [`WholeFile::finish`] renames it:
/// readers never see half of it, and dropping it leaves no file behind.
///
/// Links are followed and stay links, and a replaced file passes its mode on to the new one. Targets that are not
/// regular files (a pipe, `/dev/null`) cannot be replaced and are written to directly.
pub enum WholeFile {
    /// The temporary file and the final name.
    Beside(NamedTempFile, PathBuf),
    /// A target that cannot be replaced, such as a pipe, written to directly.
    Straight(File),
}

impl WholeFile {
    /// Starts a file.
    ///
    /// # Errors
    /// The folder, or the file that is there, cannot be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        match fs::metadata(path) {
            Ok(there) => {
                let opened = OpenOptions::new().write(true).open(path)?;
                match there.is_file() {
                    true => Self::beside(fs::canonicalize(path)?, there.permissions()),
                    false => Ok(WholeFile::Straight(opened)),
                }
            }
            // A link to a file that does not exist yet.
            Err(_) if path.is_symlink() => File::create(path).map(WholeFile::Straight),
            Err(_) => Self::beside(path.into(), Permissions::from_mode(0o666)),
        }
    }

    fn beside(path: PathBuf, mode: Permissions) -> io::Result<Self> {
        let no_name = || io::Error::new(io::ErrorKind::InvalidInput, "no name of a file");
        let mut prefix = path.file_name().ok_or_else(no_name)?.to_os_string();
        prefix.push(".partial-");
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let replaces = path.exists();
        // The umask applies to a new file, not to the mode of a replaced one.
        let partial = Builder::new().prefix(&prefix).permissions(mode.clone()).tempfile_in(folder)?;
        if replaces {
            partial.as_file().set_permissions(mode)?;
        }
        Ok(WholeFile::Beside(partial, path))
    }

    /// Renames the file to its final name.
    ///
    /// # Errors
    /// The file cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        match self {
            WholeFile::Beside(partial, path) => partial.persist(path).map(drop).map_err(io::Error::from),
            WholeFile::Straight(mut file) => file.flush(),
        }
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            WholeFile::Beside(file, _) => file.write(bytes),
            WholeFile::Straight(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            WholeFile::Beside(file, _) => file.flush(),
            WholeFile::Straight(file) => file.flush(),
        }
    }
}

/// A [`WholeFile`] of these bytes.
///
/// # Errors
/// Those of [`WholeFile::create`] and [`WholeFile::finish`]; the disk is full.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = WholeFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, symlink};

    #[test]
    fn links_are_followed_modes_kept_and_devices_written_to() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        write_whole(&at("file"), b"1").unwrap();
        let plain = at("plain");
        fs::write(&plain, b"").unwrap();
        assert_eq!(at("file").metadata().unwrap().permissions(), plain.metadata().unwrap().permissions());

        fs::set_permissions(at("file"), Permissions::from_mode(0o640)).unwrap();
        symlink("file", at("link")).unwrap();
        symlink("new", at("dangling")).unwrap();
        write_whole(&at("link"), b"2").unwrap();
        write_whole(&at("dangling"), b"3").unwrap();
        assert!(at("link").is_symlink() && at("dangling").is_symlink());
        assert_eq!((fs::read(at("file")).unwrap(), fs::read(at("new")).unwrap()), (b"2".to_vec(), b"3".to_vec()));
        assert_eq!(at("file").metadata().unwrap().permissions().mode() & 0o777, 0o640);

        write_whole(Path::new("/dev/null"), b"4").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        write_whole(&at("none/file"), b"5").unwrap_err();
        write_whole(folder.path(), b"6").unwrap_err();
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, b"old").unwrap();
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"new").unwrap();
        drop(file);
        assert_eq!(fs::read(&path).unwrap(), b"old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
