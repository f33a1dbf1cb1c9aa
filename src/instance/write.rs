//! Writes instances as JSON Lines, plain or compressed, whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::Instance;

/// How a file is compressed, told by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    /// By the file's ending: `.gz`, `.zst`, else none.
    pub fn of(path: &Path) -> Self {
        match path.extension().and_then(|e| e.to_str()) {
            Some("gz") => Compression::Gzip,
            Some("zst") => Compression::Zstd,
            _ => Compression::None,
        }
    }

    fn wrap(self, file: File) -> io::Result<Box<dyn Write>> {
        Ok(match self {
            Compression::None => Box::new(BufWriter::new(file)),
            // mtime 0 and no file name: equal instances give equal bytes.
            Compression::Gzip => Box::new(flate2::GzBuilder::new().mtime(0).write(file, flate2::Compression::best())),
            Compression::Zstd => Box::new(zstd::stream::write::Encoder::new(file, 19)?.auto_finish()),
        })
    }
}

impl Instance {
    /// The instance as one JSON object, fields in the order of the format.
    pub fn to_json(&self) -> Value {
        let grid = self.board.grid();
        let mut value = json!({
            "name": self.name,
            "family": self.family,
            "tier": self.tier,
            "rows": grid.rows,
            "cols": grid.cols,
            "mines": self.board.mines(),
            "board": self.board.row_strings(),
            "seed": self.seed,
            "params": self.params,
            "origin": self.origin,
        });
        if let Some(expected) = &self.expected {
            value["expected"] = serde_json::to_value(expected).expect("strings and maps of strings");
        }
        value
    }
}

/// Writes an instance file beside its final name and moves it there on [`InstanceWriter::finish`],
/// so that an interrupted run leaves nothing half-written.
pub struct InstanceWriter {
    path: PathBuf,
    partial: PathBuf,
    output: Option<Box<dyn Write>>,
}

impl InstanceWriter {
    /// Starts a file; its name decides the compression.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        let mut name = path.file_name().unwrap_or_default().to_os_string();
        name.push(format!(".partial-{}", std::process::id()));
        let partial = path.with_file_name(name);
        let output = Some(Compression::of(path).wrap(File::create(&partial)?)?);
        Ok(InstanceWriter { path: path.into(), partial, output })
    }

    /// Appends one instance.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn write(&mut self, instance: &Instance) -> io::Result<()> {
        writeln!(self.output.as_mut().expect("open until finished"), "{}", instance.to_json())
    }

    /// Closes the file and gives it its name.
    ///
    /// # Errors
    /// The last bytes cannot be written or the file not renamed.
    pub fn finish(mut self) -> io::Result<()> {
        let mut output = self.output.take().expect("open until finished");
        output.flush()?;
        drop(output);
        fs::rename(&self.partial, &self.path)
    }
}

impl Drop for InstanceWriter {
    fn drop(&mut self) {
        if self.output.take().is_some() {
            let _ = fs::remove_file(&self.partial);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::instance::read_all;

    #[test]
    fn every_compression_round_trips() {
        let folder = tempfile::tempdir().unwrap();
        let board = Board::parse("2 2 1\n##\n1#\n", "t").unwrap();
        for name in ["a.jsonl", "a.jsonl.gz", "a.jsonl.zst"] {
            let path = folder.path().join(name);
            let mut writer = InstanceWriter::create(&path).unwrap();
            for i in 0..3 {
                writer.write(&Instance::bare(&format!("b{i}"), board.clone())).unwrap();
            }
            assert!(!path.exists(), "nothing stands under the final name before the end");
            writer.finish().unwrap();
            let back = read_all(path.to_str().unwrap()).unwrap();
            assert_eq!(back.len(), 3);
            assert_eq!(back[2].board, board);
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
