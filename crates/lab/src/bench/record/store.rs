//! Verdicts of boards too large for their records, one compressed file per set of verdicts, named by its hash. Engines
//! that agree share a file.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::atomic_file::write_whole;
use crate::compression;

/// A folder of verdicts.
#[derive(Clone, Debug)]
pub struct ClassStore {
    folder: Option<PathBuf>,
}

impl ClassStore {
    /// The store of a record file: the folder `classes` beside it.
    pub fn beside(records: &Path) -> Self {
        ClassStore { folder: Some(records.with_file_name("classes")) }
    }

    /// A store that keeps nothing.
    pub fn nowhere() -> Self {
        ClassStore { folder: None }
    }

    fn path(&self, hash: &str) -> Option<PathBuf> {
        // Hashes come from files: only a plain name may become a path.
        let plain = !hash.is_empty() && hash.bytes().all(|b| b.is_ascii_alphanumeric());
        self.folder.as_ref().filter(|_| plain).map(|f| f.join(format!("{hash}.txt.zst")))
    }

    /// Keeps rows under their hash.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn put(&self, hash: &str, rows: &[String]) -> io::Result<()> {
        let Some(path) = self.path(hash).filter(|p| !p.exists()) else { return Ok(()) };
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        let packed = zstd::encode_all(rows.join("\n").as_bytes(), 9)?;
        write_whole(&path, &packed)
    }

    /// Rows by their hash, if they are stored.
    pub fn get(&self, hash: &str) -> Option<Vec<String>> {
        let text = compression::text_of(&self.path(hash)?).ok()?;
        (super::sha256(text.as_bytes()) == hash).then(|| text.split('\n').map(String::from).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::record::sha256;

    #[test]
    fn rows_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let store = ClassStore::beside(&folder.path().join("records.jsonl"));
        let rows = vec!["so.".to_string(), "mmu".to_string()];
        let hash = sha256(rows.join("\n").as_bytes());
        assert_eq!(store.get(&hash), None);
        store.put(&hash, &rows).unwrap();
        assert_eq!(store.get(&hash), Some(rows));
        assert_eq!(store.get("../records"), None);
    }
}
