//! Writes instances as JSON Lines, plain or compressed, whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::{Value, json};

use super::Instance;
use crate::lines::escaped;
use crate::packed::Compression;
use crate::whole_file::WholeFile;

/// A file and what compresses it.
enum Output {
    Plain(BufWriter<WholeFile>),
    Gzip(flate2::write::GzEncoder<WholeFile>),
    Zstd(zstd::stream::write::Encoder<'static, WholeFile>),
}

impl Output {
    fn new(compression: Compression, file: WholeFile) -> io::Result<Self> {
        Ok(match compression {
            Compression::None => Output::Plain(BufWriter::new(file)),
            Compression::Gzip => Output::Gzip(Compression::gzip(file)),
            Compression::Zstd => Output::Zstd(zstd::stream::write::Encoder::new(file, 19)?),
        })
    }

    fn writer(&mut self) -> &mut dyn Write {
        match self {
            Output::Plain(out) => out,
            Output::Gzip(out) => out,
            Output::Zstd(out) => out,
        }
    }

    /// The file, with the last bytes of the compression.
    fn end(self) -> io::Result<WholeFile> {
        match self {
            Output::Plain(out) => Ok(out.into_inner()?),
            Output::Gzip(out) => out.finish(),
            Output::Zstd(out) => out.finish(),
        }
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

    /// The instance as a line of an instance file, without its end.
    pub fn line(&self) -> String {
        escaped(self.to_json().to_string())
    }
}

/// Writes an instance file; it has its name from [`InstanceWriter::finish`] on, so that an interrupted run leaves
/// nothing half-written.
pub struct InstanceWriter {
    output: Output,
}

impl InstanceWriter {
    /// Starts a file; its name decides the compression.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        Ok(InstanceWriter { output: Output::new(Compression::of(path), WholeFile::create(path)?)? })
    }

    /// Appends one instance.
    ///
    /// # Errors
    /// The disk is full or gone.
    pub fn write(&mut self, instance: &Instance) -> io::Result<()> {
        writeln!(self.output.writer(), "{}", instance.line())
    }

    /// Closes the file and gives it its name.
    ///
    /// # Errors
    /// The last bytes cannot be written or the file not renamed.
    pub fn finish(self) -> io::Result<()> {
        self.output.end()?.finish()
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
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
